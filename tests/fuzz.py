"""Anything at all is done to the game on a made-up screen, and the game stays right.

``python -m tests.fuzz [EVENTS [SEED]]`` is for long runs. Events come in chapters, each with a seed
and a folder of its own, so that whatever is found can be found again: it says which chapter to
run, and what was done last. What runs is the loop that also plays on real terminals, with its
painter; made up are only the terminal, and the solver's patience.
"""

from __future__ import annotations

import collections
import contextlib
import random
import signal
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

from leftsuit import app, layout, playing, session, statistics, thinking, tui
from leftsuit import position as table
from leftsuit.decode import Decoder, Paste
from leftsuit.faces import Look
from leftsuit.frame import ROLES, Frame
from leftsuit.keeping import Keeper
from leftsuit.model import Effects, Elapsed, Event, Model, Tick
from leftsuit.questions import Answer
from leftsuit.record import LEFT, OPEN, WON, Record
from leftsuit.rules import ALL_RULES, Rules, find
from leftsuit.session import Session, Step
from leftsuit.settings import read
from leftsuit.store import SAVED, SPLIT, Outcome, Place, Store
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
        b"y",
        b"y\r",
        b"y\r\r",
        b"yx",
        b"yxy",
        b"s",
        b"o",
        b"o\x1b[B\x1b[C",
        b"o\x1b[A\x1b[D",
        b"p",
        b"t",
        b"t",
    ),
    *(
        b"dNy",
        b"fN",
        b"fu",
        b"dG7\ry",
        b"dy\r\r",
        b"y\x1b[B\r\r",
        b"y\x1b[B\x1b[Bxy",
        b"y\x1b[B\rp",
    ),
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


class Gone(Exception):
    """The process was killed."""


class Noted(Store):
    """A store that notes what is in it."""

    rows: dict[int, tuple[int, Record]]
    dealt: list[tuple[str, int]]
    """The deals that came to the table without a move, or nothing, and the last change by then."""

    def save(self, place: Place | None, game: Record) -> Outcome:
        outcome = super().save(place, game)
        if outcome.what in (SAVED, SPLIT) and outcome.place is not None:
            if outcome.place.won:
                game = game._replace(result=WON)
            self.rows[outcome.place.id] = outcome.place.revision, game
        return outcome

    def keep_setting(self, name: str, value: str) -> bool:
        if name == "opening":
            self.dealt.append((" ".join(value.split()[1:4]), last_change(self.rows)))
        return super().keep_setting(name, value)

    def delete(self, number: int) -> bool:
        done = super().delete(number)
        if done:
            del self.rows[number]
        return done


def last_change(rows: dict[int, tuple[int, Record]]) -> int:
    """Return the revision of the game that was changed last, 0 without one."""
    return max((revision for revision, _ in rows.values()), default=0)


class Screen:
    """Window, keyboard and signals, as the loop knows them; what happens comes from a chapter."""

    def __init__(self, chapter: Chapter, width: int, height: int) -> None:
        self.chapter, self.size = chapter, (width, height)
        self.cells: list[list[str]] = []

    # The window.

    def getmaxyx(self) -> tuple[int, int]:
        return self.size[1], self.size[0]

    def clearok(self, flag: bool) -> None: ...

    def move(self, row: int, column: int) -> None:
        assert 0 <= row < self.size[1]
        assert 0 <= column < self.size[0]

    def refresh(self) -> None: ...

    def erase(self) -> None:
        self.cells = [[" "] * self.size[0] for _ in range(self.size[1])]

    def addstr(self, row: int, column: int, text: str, role: str) -> None:
        assert column + len(text) <= self.size[0]
        assert role in ROLES
        self.cells[row][column : column + len(text)] = text

    # The input.

    def signals(self) -> set[int]:
        return set()

    def read(self, timeout: float | None) -> tuple[list[str | Paste], set[int]]:
        """Check all that is said to be true whenever the game waits, and go on."""
        assert timeout is None or 0 <= timeout <= 60
        self.chapter.check()
        return self.chapter.happening()


class Chapter:
    """A run with one seed, in a folder that has no games yet."""

    def __init__(self, seed: int, events: int, where: Path) -> None:
        self.source = random.Random(seed)
        self.where, self.events = where, events
        self.rules: Rules = ALL_RULES[seed % len(ALL_RULES)]
        self.number = 0
        self.done: collections.deque[object] = collections.deque(maxlen=40)
        self.counts: collections.Counter[str] = collections.Counter()
        self.rows: dict[int, tuple[int, Record]] = {}
        self.dealt: list[tuple[str, int]] = []
        self.rival_moved = False
        self.proved: Session | None = None
        self.answers: list[Answer] = []
        self.left: list[tuple[Model, Model]] = []
        """Games that were left, each with the model that came next."""
        self.game: tui._Game
        self.screen: Screen
        self.decoder: Decoder

    # How it goes.

    def run(self) -> None:
        """Play until all has happened."""
        while self.number < self.events:
            self.sit()
        self.check_kept()
        self.check_file()

    def store(self) -> Noted:
        store = Noted.open(str(self.where))
        assert isinstance(store, Noted)
        store.rows, store.dealt = self.rows, self.dealt
        return store

    def begin(self, store: Store, *, new: bool) -> tuple[Keeper, Model]:
        source = self.source
        rules = self.rules if source.random() < 0.8 else source.choice(ALL_RULES)
        keeper = Keeper(store, self.pick)
        chosen = read(store.settings()).playing(rules)

        look = Look(chosen.suits == "letters", source.random() < 0.3)
        return keeper, keeper.begin(
            lambda _: not new,
            lambda: session.new(rules, self.pick(rules)),
            look=look,
            chosen=chosen,
        )

    def pick(self, _: Rules) -> int:
        """Return the number of a deal; there are few, so that games come again."""
        return self.source.choice((1, 7, 32_111, self.source.randint(1, 2000)))

    def sit(self) -> None:
        """Start the game, and play until it ends in some way."""
        source = self.source
        new = source.random() < 0.1
        with self.store() as store:
            if source.random() < 0.3:
                # One that is not far from its end.
                steps = source.randint(60, len(begun(-1, rules=self.rules).game.steps) - 1)
                kept(store, begun(steps, rules=self.rules))
            keeper, model = self.begin(store, new=new)
            self.check_start(model, new=new)
            screen: Any = Screen(self, *source.choice(_SIZES))
            model = model._replace(width=screen.size[0], height=screen.size[1])
            looks: Any = {role: role for role in ROLES}
            painter = tui.Painter(screen, looks)
            self.screen, self.decoder = screen, Decoder()
            self.game = tui._Game(screen, painter, screen, model, keeper)
            self.rival_moved = False
            try:
                # Half of the times nothing is saved in leaving.
                status = self.game.run() if source.random() < 0.5 else self.game._run()
                assert status in (0, 128 + signal.SIGTERM, 128 + signal.SIGHUP)
            except Gone:
                self.done.append("killed")
            self.check_left()

    def check_start(self, model: Model, *, new: bool) -> None:
        """Check that the game that was played last is there again, or the deal without a move."""
        open_games = [row for row in self.rows.values() if row[1].result == OPEN]
        self.counts["taken up again" if model.game.steps else "begun"] += 1
        dealt, then = self.dealt[-1] if self.dealt else ("", 0)
        if not new and dealt and then == last_change(self.rows):
            name, draw, deal = dealt.split()
            assert model.game == session.new(find(name, int(draw)), int(deal))
            return
        if new or not open_games:
            assert not model.game.steps
            return
        _, record = max(open_games)
        assert model.game == record.game
        assert (model.undos, model.helped) == (record.undos, record.helped)
        assert model.seconds == record.seconds

    def rival(self) -> None:
        """Let another copy go on in the same game, or in whatever is there."""
        with self.store() as store:
            keeper, model = self.begin(store, new=False)
            before = model
            for key in self.source.choices("1234567d0fur", k=self.source.randint(1, 3)):
                model, _ = self.update(model, key)
                assert not keeper.keep(model)
            self.rival_moved |= model.game is not before.game
        self.counts["rivals"] += 1

    # What happens.

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

    def happening(self) -> tuple[list[str | Paste], set[int]]:
        """Return what comes in next, after what else has happened."""
        source = self.source
        self.number += 1
        chance = source.random()
        if chance < 0.0015 or self.number >= self.events:
            raise Gone
        if chance < 0.003:
            number = source.choice((signal.SIGTERM, signal.SIGHUP))
            self.done.append(number)
            return [], {number}
        if chance < 0.005:
            self.done.append("rival")
            self.rival()
            return [], set()
        if chance < 0.7:
            data = self.typed()
            if source.random() < 0.1:
                # Keys come faster than they are answered.
                data = b"".join(self.typed() for _ in range(source.randint(2, 8)))
            if source.random() < 0.1:
                # The line cuts it somewhere, and what was cut off may never come.
                data = data[: source.randrange(len(data) + 1)]
            self.done.append(data[:80])
            return self.decoder.feed(data), set()
        if chance < 0.75:
            self.done.append("silence")
            return self.decoder.silence(), set()
        if chance < 0.79:
            self.screen.size = source.choice(_SIZES)
            if source.random() < 0.3:
                self.screen.size = source.randint(1, 220), source.randint(1, 80)
            self.done.append(self.screen.size)
            return [], {signal.SIGWINCH}
        event: Event = Tick()
        if chance < 0.85:
            event = Elapsed(source.choice((0.0, 0.2, 3.0, 61.0, 1e5, -5.0)))
        elif chance < 0.87 and self.answers:
            event = source.choice(self.answers)  # One that comes late.
        elif chance < 0.95:
            return [], set()  # Time to think.
        self.done.append(event)
        self.game._happens(event)
        return [], set()

    def update(self, model: Model, event: Event) -> tuple[Model, Effects]:
        """Update a model, and note what that means."""
        self.check_left()
        after, effects = _update(model, event)
        if isinstance(event, Answer) and event not in self.answers:
            self.answers = [*self.answers[-5:], event]
            self.counts["answers"] += 1
        if after.sitting != model.sitting:
            self.left.append((model, after))
            self.counts["left for another"] += 1
        elif after.won and not model.won:
            self.counts["won"] += 1
        return after, effects

    # What must be true.

    def check(self) -> None:
        """Check all that must be true when the game waits for what comes next."""
        model, place = self.game._model, self.game._keeper._place
        assert "".join(map("".join, self.screen.cells)) == "".join(
            layout.frame(app.view(model)).rows
        )
        self.check_left()
        self.check_model(model)
        if place is None:
            assert not model.game.steps
        elif not model.won:
            # It may have been taken up as it is.
            _, record = self.rows.get(place.id, (0, None))
            if not self.rival_moved:
                assert record is not None
                assert record.game == model.game
                assert (record.undos, record.helped) == (model.undos, model.helped)
        if self.number % 50 == 0:
            self.check_kept()
        if self.number % 500 == 0:
            self.check_file()

    def check_left(self) -> None:
        """Check that games that were left are kept with all their moves."""
        for model, after in self.left:
            if not model.game.steps or model.won or self.rival_moved:
                continue
            result = OPEN if after.keeps_before else LEFT
            assert any(
                record.game == model.game and record.result in (result, OPEN)
                for _, record in self.rows.values()
            ), f"lost: {model.game.at} of {len(model.game.steps)} steps of {model.game.deal}"
        self.left.clear()

    def check_model(self, model: Model) -> None:
        """Check that a model makes sense."""
        game, position = model.game, model.position
        if self.proved is None or game.steps is not self.proved.steps:
            self.prove(game)
        assert 0 <= game.at <= len(game.steps)
        assert model.seconds >= 0
        assert model.won or not game.has_been_won
        pause = app.wait(model)
        assert pause is None or 0 < pause <= 60
        assert playing._settled(position, model.cursor) == model.cursor
        if model.lifted is not None:
            assert all(table.refusal(position, move) is None for move in model.lifted.moves)
            assert 0 <= model.lifted.which < len(model.lifted.moves)

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
        """Check that the file holds what was saved, and that a start would find the right game."""
        with Store.open(str(self.where)) as store:
            assert store.problem is None
            newest = store.newest_open()
            open_games = [row for row in self.rows.values() if row[1].result == OPEN]
            if open_games:
                assert newest is not None
                assert (newest.place.revision, newest.record) == max(open_games)
            else:
                assert newest is None

    def check_file(self) -> None:
        """Check all games that are kept, and the file."""
        assert is_whole(self.where)
        with Store.open(str(self.where)) as store:
            games = list(store.games())
            assert {game.id: game.result for game in games} == {
                number: record.result for number, (_, record) in self.rows.items()
            }
            found = statistics.of(games)
            assert not found.unreadable


_update, _frame = app.update, layout.frame


def whole_frame(view: layout.View) -> Frame:
    """Return a picture, which must fit its screen cell by cell."""
    frame = _frame(view)
    assert len(frame.rows) == len(frame.roles) == view.height
    assert {*map(len, frame.rows), *map(len, frame.roles)} == {view.width}
    for character in set("".join(frame.rows)):
        assert character.isprintable()
        # Letters for the suits leave the letters of a language as they are.
        spoken = "а" <= character.lower() <= "я" or character in "ёЁ"
        plain = character.isascii() or spoken
        assert plain or not view.look.letters or view.dialog, character
        if not character.isascii():
            assert unicodedata.east_asian_width(character) not in "WF"
            assert not unicodedata.combining(character)
    assert set("".join(frame.roles)) <= set(ROLES)
    row, column = frame.attention
    assert 0 <= row < view.height
    assert 0 <= column < view.width
    return frame


@contextlib.contextmanager
def made_up(chapter: Chapter) -> Iterator[None]:
    """Let the loop do without a terminal, and let the chapter see what it does."""
    instead: tuple[tuple[Any, str, Any], ...] = (
        (app, "update", chapter.update),
        (layout, "frame", whole_frame),
        (thinking, "NODES", NODES),
        (tui, "_THINKING", 0),
        (tui, "_size", lambda window: window.getmaxyx()[::-1]),
        (tui, "_show_cursor", lambda _: None),
        (tui, "_colours", lambda wish: wish),
        (tui, "_attributes", lambda _: {role: role for role in ROLES}),
        (tui._Game, "_suspend", lambda _: None),
    )
    with contextlib.ExitStack() as stack:
        for where, name, value in instead:
            stack.enter_context(mock.patch.object(where, name, value))
        yield


def run(events: int, seed: int) -> collections.Counter[str]:
    """Let so many things happen; return how often some of them did.

    What goes wrong is an `AssertionError` that names the chapter, or whatever the game raised.
    """
    counts: collections.Counter[str] = collections.Counter()
    for number, first in enumerate(range(0, events, CHAPTER), seed):
        with quick_folder() as where:
            chapter = Chapter(number, min(CHAPTER, events - first), where)
            try:
                with made_up(chapter):
                    chapter.run()
            except BaseException as error:
                done = "\n".join(map(repr, chapter.done))
                raise AssertionError(
                    f"chapter {number}, event {chapter.number}: {type(error).__name__} {error}\n"
                    f"after\n{done}"
                ) from error
        counts.update(chapter.counts)
    return counts


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    found = run(wanted, int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    for name, count in sorted(found.items()):
        print(f"{count:9,} {name}")
