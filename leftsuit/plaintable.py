"""A player at the table who types lines: each is carried out, kept, and answered in words.

`app.update` plays the moves, so this is the same game as on the screen; nothing outside is touched.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from leftsuit import advice, app, i18n, keys, orders, session, settings, spoken
from leftsuit import plainwords as w
from leftsuit import position as table
from leftsuit.decode import Paste
from leftsuit.i18n import pgettext
from leftsuit.model import (
    ASK,
    DELETING,
    HISTORY,
    KEEP_SETTING,
    PICK_DEAL,
    QUIT,
    SPEAK,
    TABLE,
    VIEWER,
    Dealt,
    Elapsed,
    Event,
    Fetch,
    Model,
)
from leftsuit.orders import NotUnderstood, Order
from leftsuit.plainwords import counted, fill
from leftsuit.position import FOUNDATION, STOCK, WASTE, Move
from leftsuit.questions import Loss, WhereLost, WinningLine
from leftsuit.record import LEFT, OPEN
from leftsuit.settings import OPTIONS
from leftsuit.solver.verdict import LOST, Verdict
from leftsuit.spoken import Voice
from leftsuit.values import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from leftsuit.keeping import Keeper
    from leftsuit.record import Summary
    from leftsuit.thinking import Thinker

PAGE = 8
"""Lines that are said at once at most; `more` says the next."""
_THINKING = 0.1
"""Seconds of thought between two looks at the clock."""


class Table:
    """A player at the table: takes lines, and returns what is to be said to each."""

    def __init__(
        self,
        model: Model,
        keeper: Keeper,
        voice: Voice,
        breathe: Callable[[float], None],
        speak: Callable[[str], None],
    ) -> None:
        """`breathe` is called between pieces of thought, with the seconds since it began; `speak`
        when another language is wanted, with the value of that option."""
        self.model, self.voice = model, voice
        self.left = False
        """Whether the player wants to leave."""
        self._keeper, self._breathe, self._speak = keeper, breathe, speak
        self._thinker: Thinker | None = None
        self._found: Any = None
        self._rest: list[str] = []

    def greeting(self) -> list[str]:
        """Return what is said first."""
        game = self.model.game
        name = spoken.game(game.rules, game.deal)
        if game.steps:
            first = fill(w.GOES_ON, game=name, moves=spoken.moves(game.moves)) + self._end()
        else:
            first = fill(w.WELCOME, game=name)
        return [first, *self.keep()]

    def keep(self, *, leaving: bool = False) -> list[str]:
        """Save the game; return what the player should be told of that."""
        notice = self._keeper.keep(self.model._replace(leaving=leaving))
        return [notice] if notice else []

    def obey(self, text: str) -> list[str]:
        """Carry out a line, save the game, and return what is to be said."""
        before = self.model
        try:
            said = self._carry_out(text)
        except NotUnderstood as problem:
            said = [str(problem)]
        if self.model.sitting == before.sitting and self.model.position != before.position:
            said = self._with_news(said, forward=self.model.undos == before.undos)
        return [*said, *self.keep()]

    def _carry_out(self, text: str) -> list[str]:
        asked = self.model.mode in (ASK, DELETING)
        yes = orders.is_yes(text) if asked else None
        if yes is not None:
            return self._answer_question(yes)
        try:
            order = orders.parse(text, self.model.game.rules)
        except NotUnderstood:
            order = None
            if not asked:
                raise
        if order is not None and order.command == keys.QUIT:
            self.left = True
            return []
        if asked:
            return [fill(w.ASK_AGAIN if self.model.mode == ASK else w.ASK_TO_DELETE_AGAIN)]
        if order is None:
            return []
        return _ORDERS[order.command](self, order)

    def _with_news(self, said: list[str], *, forward: bool) -> list[str]:
        """Add to the answer what the new position means; after an undo a dead end is no news."""
        model, text = self.model, "; ".join(said)
        if table.is_won(model.position):
            moves, took = spoken.moves(model.game.moves), spoken.minutes(model.seconds)
            return [f"{text}. {fill(w.YOU_WON, moves=moves, time=took)}"]
        if model.watching and model.thoughts.verdict is not None:
            text += f"; {_verdict(model.thoughts.verdict)}"
        if not forward:
            return [text]
        return [text + self._end()]

    def _end(self) -> str:
        """Say so if no move is left or none can lead on; nothing otherwise."""
        game = self.model.game
        end = advice.end_of(game.position, game.past)
        ends = {advice.NO_MOVES: w.NO_MOVES, advice.DEAD_END: w.DEAD_END}
        return f". {fill(ends[end])}" if end else ""

    # Driving the model.

    def _press(self, *events: Event) -> None:
        """Let keys be pressed, and think until there is nothing more to think about."""
        for event in events:
            self._happens(event)
        since = time.monotonic()
        while self._ask():
            assert self._thinker is not None
            answer = self._thinker.work(_THINKING)
            if answer is not None:
                if isinstance(answer.question, (WinningLine, WhereLost)):
                    self._found = answer.value
                self._happens(answer)
            self._breathe(time.monotonic() - since)

    def _ask(self) -> bool:
        question = app.wants(self.model)
        if self._thinker is None:
            if question is None:
                return False
            # Most games are played without the solver; it is loaded when it is asked.
            from leftsuit.thinking import Thinker  # noqa: PLC0415

            self._thinker = Thinker()
        return self._thinker.ask(question)

    def _happens(self, event: Event) -> None:
        self.model, effects = app.update(self.model, event)
        for effect in effects:
            if isinstance(effect, Fetch):
                self._happens(self._keeper.fetch(effect, self.model))
            elif effect == PICK_DEAL:
                self._happens(Dealt(self._keeper.pick(self.model.settings.next_rules)))
            elif effect == KEEP_SETTING:
                self._keeper.keep_settings(self.model)
            elif effect == SPEAK:
                self._speak(self.model.settings.language)
            elif effect == QUIT:
                self.left = True

    def time_passes(self, seconds: float) -> None:
        """Count time as played."""
        self._happens(Elapsed(seconds))

    # Orders. Each returns what to say.

    def _play(self, order: Order) -> list[str]:
        assert order.pile is not None
        source, target = order.pile, order.target
        game, position = self.model.game, self.model.position
        if target is not None:
            return self._move(source, target, order.length)
        self._press("w" if source == WASTE else str(source + 1))
        if self.model.game is not game:
            return [self._played()]
        only_back = advice.places(position, source)
        if table.is_won(position):
            return [fill(w.IS_WON)]
        return [fill(w.ONLY_BACK) if only_back else self.voice.nowhere(position, source)]

    def _move(self, source: int, target: int, length: int | None) -> list[str]:
        position = self.model.position
        moves = [move for move in advice.places(position, source) if move.target == target]
        if length is not None:
            moves = [move for move in moves if move.length == length]
        if not moves and table.is_won(position):
            return [fill(w.IS_WON)]
        if not moves:
            refusal = table.refusal(position, Move(source, target, length or 1))
            assert refusal is not None
            return [self.voice.refused(position, refusal)]
        self._press("m", _pile_key(source), "f" if target == FOUNDATION else str(target + 1))
        # In an empty column every length fits: the longest comes first, the others after it.
        played = self.model.played
        wanted = played is not None and length is not None and len(played.moves) > 1
        for _ in played.moves if played is not None and wanted else ():
            last = self.model.game.last
            if last is not None and last.moves[0].length == length:
                break
            self._press("Tab")
        return [self.voice.last_step(self.model.game)]

    def _played(self) -> str:
        """Say what was just played, and whether there are other places for it."""
        said, choice = self.voice.last_step(self.model.game), self.model.played
        others = 0 if choice is None else len(choice.moves) - 1
        return f"{said}; {counted(w.OTHER_PLACES, others)}" if others else said

    def _next(self, order: Order) -> list[str]:
        if self.model.played is None:
            return [fill(w.NOT_PLAYED)]
        self._press("Tab" if order.command == keys.NEXT_PLACE else "Shift-Tab")
        choice = self.model.played
        if choice is None or choice.which < 0:
            return [fill(w.BACK_WHERE_IT_WAS)]
        return [self.voice.last_step(self.model.game)]

    def _deal(self, _: Order) -> list[str]:
        if table.is_won(self.model.position):
            return [fill(w.IS_WON)]
        return self._done("d") or [self._why_no_deal()]

    def _why_no_deal(self) -> str:
        refusal = table.refusal(self.model.position, table.DEAL)
        assert refusal is not None
        return self.voice.refused(self.model.position, refusal)

    def _done(self, key: str, *, whence: bool = False) -> list[str]:
        """Press a key that makes a step; return what it did, or nothing if it did nothing."""
        game = self.model.game
        self._press(key)
        if self.model.game is game or self.model.game.last is None:
            return []
        return [self.voice.last_step(self.model.game, whence=whence)]

    def _send_up(self, _: Order) -> list[str]:
        won = table.is_won(self.model.position)
        return self._done("f") or [fill(w.IS_WON if won else w.NOTHING_SAFE)]

    def _undo(self, _: Order) -> list[str]:
        step = self.model.game.last
        if step is None:
            return [fill(w.NOTHING_TO_UNDO)]
        self._press("u")
        return [self.voice.taken_back(self.model.position, step.moves)]

    def _redo(self, _: Order) -> list[str]:
        if self.model.game.at == len(self.model.game.steps):
            return [fill(w.NOTHING_TO_REDO)]
        (said,) = self._done("r", whence=True)
        return [fill(w.AGAIN, what=said)]

    def _undo_all(self, _: Order) -> list[str]:
        if not self.model.game.at:
            return [fill(w.NOTHING_TO_UNDO)]
        self._press("U")
        return [fill(w.STARTED_AGAIN)]

    def _redo_all(self, _: Order) -> list[str]:
        if self.model.game.at == len(self.model.game.steps):
            return [fill(w.NOTHING_TO_REDO)]
        self._press("R")
        return [counted(w.REDONE_ALL, self.model.game.moves)]

    def _tip(self, _: Order) -> list[str]:
        position = self.model.position
        if table.is_won(position):
            return [fill(w.IS_WON)]
        done = self._done("t", whence=True)
        tip = self.model.thoughts.tip
        if done:
            goes_on = tip is not None and bool(tip.moves)
            return [f"{done[0]}; {fill(w.TIP_GOES_ON)}"] if goes_on else done
        return [] if tip is None else [self.voice.tip(position, tip)]

    def _verdict(self, order: Order) -> list[str]:
        wanted = order.word.casefold()
        on = orders.is_on(wanted, now=self.model.watching)
        if on != self.model.watching:
            self._press("v")
        if not on:
            return [fill(w.VERDICT_OFF)]
        if table.is_won(self.model.position):
            return [fill(w.IS_WON)]
        found = self.model.thoughts.verdict
        assert found is not None
        return [fill(w.VERDICT_ON, verdict=_verdict(found))]

    def _win(self, _: Order) -> list[str]:
        if table.is_won(self.model.position):
            return [fill(w.IS_WON)]
        done = self._done("T", whence=True)
        if done:
            left = len(self.model.thoughts.line)
            return [f"{done[0]}; {counted(w.TO_THE_WIN, left)}"] if left else done
        if self._found is None:
            return [fill(w.NOT_KNOWN)]
        return [fill(w.CANNOT_BE_WON if self.model.game.at else w.NEVER_WINNABLE)]

    def _where_lost(self, _: Order) -> list[str]:
        if table.is_won(self.model.position):
            return [fill(w.IS_WON)]
        self._press("L")
        found = self._found
        assert isinstance(found, Loss)
        return [self.voice.loss(self.model.game, found)]

    def _back(self, _: Order) -> list[str]:
        if self.model.thoughts.loss is None:
            return [fill(w.NO_LOSS)]
        self._press("Enter")
        moves = self.model.game.moves
        return [fill(w.BEFORE_THE_LOSS, count=moves) if moves else fill(w.AT_THE_START)]

    def _look(self, order: Order) -> list[str]:
        model, position = self.model, self.model.position
        looks = {
            FOUNDATION: self.voice.foundations,
            WASTE: self.voice.waste,
            STOCK: self.voice.stock,
        }
        if order.pile is None:
            game = spoken.game(model.game.rules, model.game.deal)
            first = ", ".join((game, spoken.moves(model.game.moves)))
            return [first, *self.voice.whole_table(position)]
        if order.pile in looks:
            return [looks[order.pile](position)]
        return [self.voice.column(position, order.pile)]

    # Other games.

    def _new(self, _: Order) -> list[str]:
        self._press("N")
        return self._after_asking()

    def _number(self, order: Order) -> list[str]:
        self._press("G", Paste(str(order.number)), "Enter")
        return self._after_asking()

    def _answer_question(self, yes: bool) -> list[str]:
        if self.model.mode == DELETING:
            return self._delete_or_not(yes)
        self._press("y" if yes else "Esc")
        return self._after_asking() if yes else [fill(w.GOING_ON)]

    def _after_asking(self) -> list[str]:
        """Say what is asked, or which game is on the table now."""
        if self.model.mode == ASK:
            return [fill(w.ASK_LEAVE)]
        self._rest = []
        return [spoken.game(self.model.game.rules, self.model.game.deal)]

    def _statistics(self, _: Order) -> list[str]:
        self._press("s")
        if self.model.mode == TABLE:
            return [self.model.message]  # They cannot be read.
        found = self.model.past.statistics
        self._to_the_table()
        return [] if found is None else self._paged(spoken.statistics(found))

    def _history(self, _: Order) -> list[str]:
        self._press("y")
        if self.model.mode == TABLE:
            return [self.model.message]
        games = self.model.past.games
        self._to_the_table()
        return self._paged([spoken.history_line(game) for game in games] or [fill(w.NO_GAMES)])

    def _open(self, number: int, key: str) -> Summary | str:
        """Press a key on the game of that number in the list of games; return what the list says
        of the game, or why that could not be done."""
        self._press("y")
        if self.model.mode == TABLE:
            return self.model.message
        games = self.model.past.games
        row = next((row for row, game in enumerate(games) if game.id == number), None)
        if row is None:
            return fill(w.NO_SUCH_GAME, number=number)
        # The list opens where it was left.
        self._press("Home", *["Down"] * row, key)
        if key == "x" and self.model.mode != DELETING:
            return self.model.message
        if key == "Enter" and self.model.mode != VIEWER:
            return fill(w.UNREADABLE, id=number)
        return games[row]

    def _resume(self, order: Order) -> list[str]:
        number, sitting = order.number or 0, self.model.sitting
        found = self._open(number, "Enter")
        if isinstance(found, str):
            said = found
        else:
            said = fill(w.GAME_WAS_WON, number=number, deal=found.deal)
            if found.result in (OPEN, LEFT):
                self._press("Enter")
        self._to_the_table()
        return [said] if self.model.sitting == sitting else self.greeting()[:1]

    def _view(self, order: Order) -> list[str]:
        """Tell how the table lay in a game of the history, after a number of its steps."""
        found, kept = self._open(order.number or 0, "Enter"), self.model.past.record
        self._to_the_table()
        if isinstance(found, str) or kept is None:
            return [str(found)]
        game = kept.game
        last = len(game.steps)
        if order.length is not None:
            if order.length > last:
                return [counted(w.NOT_SO_MANY_STEPS, last)]
            game = session.go_to(game, order.length)
        lines = [spoken.history_line(found), fill(w.AFTER_STEP, step=game.at, last=last)]
        if game.last is not None:
            lines[1] += f": {self.voice.last_step(game, whence=True)}"
        return [*lines, *self.voice.whole_table(game.position)]

    def _delete(self, order: Order) -> list[str]:
        """Ask before a game of the history is deleted."""
        number = order.number or 0
        found = self._open(number, "x")
        if isinstance(found, str):
            self._to_the_table()
            return [found]
        return [fill(w.ASK_TO_DELETE, game=spoken.history_line(found))]

    def _delete_or_not(self, yes: bool) -> list[str]:
        count = len(self.model.past.games)
        self._press("y" if yes else "Esc")
        problem, deleted = self.model.message, len(self.model.past.games) < count
        self._to_the_table()
        if not yes:
            return [fill(w.NOT_DELETED)]
        return [fill(w.DELETED) if deleted else problem]

    def _to_the_table(self) -> None:
        """Close what was opened over the table."""
        for _ in (VIEWER, HISTORY):
            if self.model.mode != TABLE:
                self._press("Esc")

    # Talking.

    def _paged(self, lines: list[str]) -> list[str]:
        """Return the first of many lines, and keep the others for `more`."""
        shown, self._rest = lines[:PAGE], lines[PAGE:]
        return [*shown, counted(w.MORE, len(self._rest))] if self._rest else shown

    def _more(self, _: Order) -> list[str]:
        return self._paged(self._rest) if self._rest else [fill(w.NO_MORE)]

    def _help(self, order: Order) -> list[str]:
        word = order.word.casefold()
        if not word:
            return [fill(line) for line in w.HELP]
        about = orders.topic_called(word)
        if about is not None:
            return self._paged(spoken.topic(about, self.model.game.rules))
        command = keys.command(order.word) if len(word) == 1 else None
        if command is None:
            command = orders.command_called(word)
        helps = [fill(each.help) for each in w.COMMANDS if each.command == command]
        return helps or [fill(w.NO_SUCH_TOPIC, what=orders.shown(word))]

    def _options(self, order: Order) -> list[str]:
        offered = [option for option in OPTIONS if option.name in _HEARD]
        if order.number is None:
            lines = []
            for number, option in enumerate(offered, 1):
                value = fill(settings.shown(self.model.settings, option))
                lines.append(fill(w.OPTION, number=number, title=fill(option.title), value=value))
            return [*lines, fill(w.CHANGE_AN_OPTION)]
        if not 0 < order.number <= len(offered):
            return [fill(w.CHANGE_AN_OPTION)]
        option = offered[order.number - 1]
        self._press("o", *["Up"] * len(OPTIONS), *["Down"] * OPTIONS.index(option), "Enter", "Esc")
        value = fill(settings.shown(self.model.settings, option))
        said = [fill(w.OPTION_NOW, title=fill(option.title), value=value)]
        wish = self.model.settings.language
        if option.name == "language" and wish in i18n.LANGUAGES and wish != i18n.language():
            said.append(fill(w.LETTERS_MISSING))
        return said

    def _words(self, order: Order) -> list[str]:
        wanted = order.word.casefold()
        on = orders.is_on(wanted, now=self.voice.in_words)
        self.voice.in_words = on
        return [fill(w.WORDS_ON if on else w.WORDS_OFF, card=self.voice.name(_AN_EXAMPLE))]


_AN_EXAMPLE = 39
_HEARD = ("language", "send_up", "next_game")
"""The options that make a difference here; the others are for the eye."""
_ORDERS: dict[str, Callable[[Table, Order], list[str]]] = {
    w.PLAY: Table._play,
    keys.NEXT_PLACE: Table._next,
    keys.PREVIOUS_PLACE: Table._next,
    keys.DEAL_CARDS: Table._deal,
    keys.SEND_UP: Table._send_up,
    keys.UNDO: Table._undo,
    keys.REDO: Table._redo,
    keys.UNDO_ALL: Table._undo_all,
    keys.REDO_ALL: Table._redo_all,
    keys.TIP: Table._tip,
    keys.VERDICT: Table._verdict,
    keys.WINNING_MOVE: Table._win,
    keys.WHERE_LOST: Table._where_lost,
    w.BACK: Table._back,
    w.LOOK: Table._look,
    keys.NEW_DEAL: Table._new,
    keys.DEAL_NUMBER: Table._number,
    keys.STATISTICS: Table._statistics,
    keys.HISTORY: Table._history,
    w.RESUME: Table._resume,
    w.VIEW: Table._view,
    w.DELETE: Table._delete,
    keys.OPTIONS: Table._options,
    w.WORDS: Table._words,
    w.MORE_LINES: Table._more,
    keys.HELP: Table._help,
}


def _verdict(verdict: Verdict) -> str:
    if verdict == LOST:
        return pgettext("a game", w.VERDICTS[LOST])
    return fill(w.VERDICTS[verdict])


def _pile_key(pile: int) -> str:
    """Return the key that names a pile to move from."""
    if pile >= FOUNDATION:
        return "shdc"[pile - FOUNDATION]
    return "w" if pile == WASTE else str(pile + 1)
