"""Anything at all is done to the game without a terminal, and the game stays right.

``python -m tests.fuzz [EVENTS [SEED]]`` is for long runs. Events come in chapters, each with a seed
and a folder of its own, so that whatever is found can be found again: it says which chapter to
run, and what was done last.
"""

from __future__ import annotations

import collections
import contextlib
import random
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path

from leftsuit import app, deals, layout, past, playing, session, statistics, thinking, words
from leftsuit import position as table
from leftsuit.decode import Decoder, Paste
from leftsuit.faces import Look
from leftsuit.frame import ROLES
from leftsuit.keeping import Keeper
from leftsuit.model import (
    ASK,
    HELP,
    KEEP_SETTING,
    MOVE_FROM,
    MOVE_TO,
    OPTIONS,
    PICK_DEAL,
    PROMPT,
    QUIT,
    RECOLOUR,
    REPAINT,
    SUSPEND,
    TABLE,
    Coloured,
    Dealt,
    Elapsed,
    Event,
    Fetch,
    Model,
    Notice,
    Resize,
    Tick,
)
from leftsuit.questions import Answer
from leftsuit.rules import ALL_RULES, Rules
from leftsuit.session import Session, Step
from leftsuit.settings import Settings
from leftsuit.store import Place, Store
from leftsuit.thinking import Thinker
from tests.keeping import begun, is_whole, kept, quick_folder
from tests.test_invariants import check

CHAPTER = 2500
"""Events with one seed."""
NODES = 450
"""How far the thinker goes: here it matters that it answers, not what."""

# What may be typed: bytes, and how often they come.
_OFTEN = [str(n).encode() for n in range(8)] + [b"d", b" ", b"f", b"\r", b"\t"]
_NOW_AND_THEN = [
    *(b"u", b"r", b"\x7f", b"\x12", b"\x1b[Z", b"m", b"w", b"0", b"v", b"T", b"h", b"j", b"k"),
    *(b"l", b"\x1b[A", b"\x1b[B", b"\x1bOC", b"\x1bOD", b"y", b"n", b"m3f", b"mw2", b"m17", b"msx"),
]
_RARELY = [
    *(b"U", b"R", b"L", b"N", b"G", b"?", b"\x1b", b"\x0c", b"\x1a", b"Ny", b"G12\r", b"G0\r"),
    *(
        b"\x1b[H",
        b"\x1b[F",
        b"\x1b[5~",
        b"\x1b[6~",
        b"\x1bOP",
        b"\x1b[1;5A",
        b"\x1b[M !!",
        b"\x1b[",
    ),
    *(b"\x1bO", b"\x1b[<0;5;5m", b"\x1b[200~", b"\x1b[201~", b"\x1b]11;rgb:0/0/0\x07", b"\x1bP"),
    *(
        "вцщ".encode(),
        "нНдД".encode(),
        b"\xd0",
        b"\xff\xfe",
        b"\xf0\x9f",
        b"\x00",
        b"\x08",
        b"\xc3(",
    ),
    *(b"\x1bOq", b"\x1bOM", b"\x1b[[A", b"\x1b[?62;4c", b"\x9b", "e\u0301\u200d♥".encode()),
    *(
        b"\x1b[200~12 345\x1b[201~",
        b"\x1b[200~\x1b[31m\r\nq\xff\x1b[201~",
        b"G\x1b[200~7\x1b[201~\r",
    ),
]
_SIZES = (
    (80, 24),
    (80, 24),
    (100, 30),
    (132, 50),
    (40, 16),
    (39, 16),
    (40, 15),
    (58, 21),
    (72, 16),
)
MODES = (TABLE, HELP, PROMPT, ASK, MOVE_FROM, MOVE_TO, OPTIONS, *past.MODES)
EFFECTS = (QUIT, REPAINT, SUSPEND, PICK_DEAL, KEEP_SETTING, RECOLOUR)


class Sitting:
    """One copy of the game: what the screen's loop does, without a screen."""

    def __init__(self, where: Path, look: Look, fresh: Callable[[], Session], *, new: bool) -> None:
        self.store = Store.open(str(where))
        self.keeper = Keeper(self.store)
        self.model = self.keeper.begin(
            lambda found: fresh() if found is None or new else None, look=look, chosen=Settings()
        )
        self.decoder = Decoder()
        self.thinker = Thinker()
        self.thinker.ask(app.wants(self.model))
        self.notice = self.keeper.keep(self.model)
        self.over = False

    def happens(self, event: Event, pick: Callable[[], int]) -> None:
        """Let an event happen, with all that follows from it but saving."""
        self.model, effects = app.update(self.model, event)
        for effect in effects:
            assert effect in EFFECTS or isinstance(effect, Fetch)
            if isinstance(effect, Fetch):
                self.happens(self.keeper.fetch(effect, self.model), pick)
            if effect == KEEP_SETTING:
                self.keeper.keep_settings(self.model)
            elif effect == RECOLOUR:
                self.happens(Coloured(self.model.settings.colours == "0"), pick)
            elif effect == QUIT:
                self.over = True
            elif effect == PICK_DEAL:
                self.happens(Dealt(pick()), pick)

    def keep(self) -> None:
        """Save, and take in what is said about it."""
        self.notice = self.keeper.keep(self.model)
        if self.notice:
            self.model, _ = app.update(self.model, Notice(self.notice))


class Chapter:
    """A run with one seed, in a folder that has no games yet."""

    def __init__(self, seed: int, where: Path) -> None:
        self.source = random.Random(seed)
        self.where = where
        self.rules: Rules = ALL_RULES[seed % len(ALL_RULES)]
        self.done: collections.deque[object] = collections.deque(maxlen=30)
        self.counts: collections.Counter[str] = collections.Counter()
        self.newest: Model | None = None
        """What the next start has to find, None where that is not known."""
        self.rival_moved = False
        self.proved: Session | None = None
        self.positions: dict[int, table.Position] = {}
        self.answers: list[Answer] = []
        self.sitting = self.sit(new=False)

    # What happens.

    def pick(self) -> int:
        """Return the number of a deal; there are few, so that games come again."""
        return self.source.choice((1, 7, 32_111, deals.LAST, self.source.randint(1, 2000)))

    def sit(self, *, new: bool) -> Sitting:
        """Start the game."""
        look = Look(self.source.random() < 0.3, self.source.random() < 0.3)
        rules = self.rules if self.source.random() < 0.8 else self.source.choice(ALL_RULES)
        return Sitting(self.where, look, lambda: session.new(rules, self.pick()), new=new)

    def start_again(self) -> None:
        """End the game in some way, and start it once more."""
        sitting, source = self.sitting, self.source
        if sitting.over or source.random() < 0.5:
            place = sitting.keeper._place
            sitting.keeper.keep(sitting.model._replace(leaving=True))
            self.note_save(place)
        sitting.store.close()
        chance = source.random()
        if chance < 0.3:
            # One that is not far from its end.
            with Store.open(str(self.where)) as store:
                steps = source.randint(60, len(begun(-1, rules=self.rules).game.steps) - 1)
                kept(store, begun(steps, rules=self.rules))
            self.newest = None
        new = 0.3 <= chance < 0.4
        self.sitting = self.sit(new=new)
        found = self.sitting.model
        self.counts["taken up again" if found.game.steps else "begun"] += 1
        if new:
            assert not found.game.steps
        elif self.newest is not None:
            expected = self.newest
            assert found.game == expected.game
            assert (found.undos, found.helped) == (expected.undos, expected.helped)
            assert found.seconds == int(expected.seconds)

    def rival(self) -> None:
        """Let another copy go on in the same game, or in whatever is there."""
        other = self.sit(new=False)
        before = other.model
        for key in self.source.choices("1234567d0fur", k=self.source.randint(1, 3)):
            other.happens(key, self.pick)
            other.keep()
        assert not other.notice
        if other.model.game is not before.game and other.model.game.steps:
            self.newest = None if other.model.won else other.model
            self.rival_moved = True
            self.counts["won"] += other.model.won
        other.store.close()
        self.counts["rivals"] += 1

    def typed(self) -> bytes:
        """Return some bytes from the line."""
        source = self.source
        chance = source.random()
        if chance < 0.5:
            return source.choice(_OFTEN)
        if chance < 0.8:
            return source.choice(_NOW_AND_THEN)
        if chance < 0.97:
            return source.choice(_RARELY)
        if chance < 0.99:
            return source.randbytes(source.randint(1, 12))
        return source.choice((b"q", b"\x03", b"q", b"\x1b[200~" + b"9" * 5000 + b"\x1b[201~"))

    def happening(self) -> list[Event]:
        """Return what happens next to the game: several events when keys come at once."""
        source, sitting = self.source, self.sitting
        chance = source.random()
        if chance < 0.75:
            data = self.typed()
            if source.random() < 0.1:
                # The line cuts it somewhere, and what was cut off may never come.
                data = data[: source.randrange(len(data) + 1)]
            self.done.append(data)
            return list(sitting.decoder.feed(data))
        if chance < 0.79:
            self.done.append("silence")
            return list(sitting.decoder.silence())
        if chance < 0.82:
            width, height = source.choice(_SIZES)
            if source.random() < 0.3:
                width, height = source.randint(1, 220), source.randint(1, 80)
            return [Resize(width, height)]
        if chance < 0.86:
            return [Elapsed(source.choice((0.0, 0.2, 3.0, 61.0, 1e5, -5.0)))]
        if chance < 0.89:
            return [Tick()]
        if chance < 0.91 and self.answers:
            return [source.choice(self.answers)]  # One that comes late.
        return self.thought()

    def thought(self) -> list[Event]:
        """Let the thinker work for a while, and return its answer if it has one."""
        thinker = self.sitting.thinker
        if thinker.ask(app.wants(self.sitting.model)):
            for _ in range(self.source.randint(1, 12)):
                answer = thinker.work(0)
                if answer is not None:
                    self.answers = [*self.answers[-5:], answer]
                    self.counts["answers"] += 1
                    return [answer]
        return []

    def step(self, number: int) -> None:
        """Let one thing happen, and check everything."""
        source, sitting = self.source, self.sitting
        chance = source.random()
        if chance < 0.003 or sitting.over:
            self.done.append("start again")
            self.start_again()
        elif chance < 0.005:
            self.done.append("rival")
            self.rival()
        else:
            for event in self.happening():
                if not isinstance(event, str | Paste):
                    self.done.append(event)
                self.one(event)
                if sitting.over:
                    break
        if number % 25 == 0:
            self.check_kept()
        if number % 500 == 0:
            self.check_file()

    def one(self, event: Event) -> None:
        """Let an event happen to the game."""
        sitting, before = self.sitting, self.sitting.model
        place = sitting.keeper._place
        sitting.happens(event, self.pick)
        after = sitting.model
        sitting.keep()
        self.check_model(sitting.model)
        if after.won and not before.won:
            self.counts["won"] += 1
        if sitting.notice:
            assert sitting.notice == words.SPLIT, sitting.notice
            assert self.rival_moved
            self.rival_moved = False
            self.counts["games of their own"] += 1
        if after.sitting != before.sitting:
            self.counts["left for another"] += 1
            self.rival_moved = False
        self.note_save(place)

    def note_save(self, before: Place | None) -> None:
        """Note what the next start has to find, if something was saved: what was saved last."""
        place, model = self.sitting.keeper._place, self.sitting.model
        if place is not before:
            self.newest = None if place is None or model.won else model

    # What must be true.

    def check_model(self, model: Model) -> None:
        game, position = model.game, model.position
        if self.proved is None or game.steps is not self.proved.steps:
            self.prove(game)
        assert 0 <= game.at <= len(game.steps)
        assert model.mode in MODES
        assert model.seconds >= 0
        assert model.won or not game.has_been_won
        pause = app.wait(model)
        assert pause is None or 0 < pause <= 60
        assert playing._settled(position, model.cursor) == model.cursor
        if model.lifted is not None:
            assert all(table.refusal(position, move) is None for move in model.lifted.moves)
            assert 0 <= model.lifted.which < len(model.lifted.moves)
        check_frame(model)

    def prove(self, game: Session) -> None:
        """Check the steps of a game that were not in the last one that was checked."""
        known: tuple[Step, ...] = ()
        if self.proved is not None and self.proved.start is game.start:
            known = self.proved.steps
        position, won = game.start, False
        if not known:
            assert position == table.deal(game.rules, game.deal)
            check(position)
        for number, step in enumerate(game.steps):
            if number < len(known) and step is known[number]:
                position, won = step.after, step.won
                continue
            assert step.moves
            for move in step.moves:
                position = table.play(position, move)
                check(position)
            won = won or table.is_won(position)
            assert (step.after, step.won) == (position, won)
        self.proved = game

    def check_kept(self) -> None:
        """Check that a start would find this very game."""
        model, place = self.sitting.model, self.sitting.keeper._place
        assert self.sitting.store.problem is None
        with Store.open(str(self.where)) as store:
            if place is None:
                assert not model.game.steps
            elif not (self.rival_moved or model.won):
                found = store.read(place.id)
                assert found is not None
                record = found.record
                assert record.game == model.game
                assert (record.undos, record.helped) == (model.undos, model.helped)
            newest = store.newest_open()
            if self.newest is not None:
                assert newest is not None
                assert newest.record.game == self.newest.game

    def check_file(self) -> None:
        """Check all games that are kept, and the file."""
        assert is_whole(self.where)
        with Store.open(str(self.where)) as store:
            games = list(store.games())
            assert all(game.readable for game in games)
            found = statistics.of(games)
            assert not found.unreadable
            assert sum(figures.won for figures in found.figures) == self.counts["won"]


def check_frame(model: Model) -> None:
    """Fail unless a picture fits its screen cell by cell."""
    frame = layout.frame(app.view(model))
    assert len(frame.rows) == len(frame.roles) == model.height
    assert {*map(len, frame.rows), *map(len, frame.roles)} == {model.width}
    for character in set("".join(frame.rows)):
        assert character.isprintable()
        assert character.isascii() or not model.look.letters or model.mode == HELP, character
        if not character.isascii():
            assert unicodedata.east_asian_width(character) not in "WF"
            assert not unicodedata.combining(character)
    assert set("".join(frame.roles)) <= set(ROLES)
    row, column = frame.attention
    assert 0 <= row < model.height
    assert 0 <= column < model.width


def run(events: int, seed: int) -> collections.Counter[str]:
    """Let so many things happen; return how often some of them did.

    What goes wrong is an `AssertionError` that names the chapter, or whatever the game raised.
    """
    counts: collections.Counter[str] = collections.Counter()
    nodes, thinking.NODES = thinking.NODES, NODES
    try:
        for first in range(0, events, CHAPTER):
            with quick_folder() as where, contextlib.ExitStack() as stack:
                chapter = Chapter(seed, where)
                stack.callback(lambda chapter=chapter: chapter.sitting.store.close())
                try:
                    for number in range(min(CHAPTER, events - first)):
                        chapter.step(number)
                    chapter.check_kept()
                    chapter.check_file()
                except BaseException as error:
                    done = "\n".join(map(repr, chapter.done))
                    raise AssertionError(
                        f"chapter {seed}, event {number}: {type(error).__name__} {error}\n"
                        f"after\n{done}"
                    ) from error
                counts.update(chapter.counts)
            seed += 1
    finally:
        thinking.NODES = nodes
    return counts


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    found = run(wanted, int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    for name, count in sorted(found.items()):
        print(f"{count:9,} {name}")
