"""Questions that take a while, answered in small pieces while nothing else is to be done.

The screen asks what the model wants to know and gives the thinker a moment whenever no key is
waiting, so nothing runs in the background, and leaving leaves nothing behind.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Generator

from leftsuit import position as table
from leftsuit.position import Move, Position
from leftsuit.questions import (
    Answer,
    CanBeWon,
    KeepsTheWin,
    Loss,
    Ponder,
    Question,
    WinningLine,
)
from leftsuit.session import Session
from leftsuit.solver.search import Search
from leftsuit.solver.verdict import LOST, UNKNOWN, WON, Verdict
from leftsuit.tips import Sampler, Tip
from leftsuit.values import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any, TypeAlias

    _Work: TypeAlias = Generator[None, None, Any]

NODES = 300_000
"""How far one position is searched before the answer is that it is not known: some seconds."""
_MEMORY = 40 << 20
"""Bytes that one search holds at most. A key would wait while more than that is given back."""
_PIECE = 150
"""Nodes searched between two looks at the clock: a few milliseconds."""
_REMEMBERED = 2000


def _pondered(question: Ponder) -> Generator[None, None, Tip]:
    sampler = Sampler(question.position, question.seen)
    while not sampler.run(_PIECE):
        yield
    return sampler.tip


class Thinker:
    """Works on one question at a time and remembers the verdicts it has reached."""

    def __init__(self) -> None:
        self._question: Question | None = None
        self._work: _Work | None = None
        self._verdicts: dict[Position, Verdict] = {}

    def ask(self, question: Question | None) -> bool:
        """Turn to a question, or to none; return whether there is work to do."""
        if question != self._question:
            self._question = question
            self._work = None
            gc.unfreeze()
            self._work = None if question is None else self._answer(question)
        return self._work is not None

    def work(self, seconds: float) -> Answer | None:
        """Think for about so many seconds; return the answer if that was enough."""
        end = time.monotonic() + seconds
        # A search holds up to a million things, none in a circle. The collector would look at all
        # of them again and again, and keys would wait for it; so it never gets to see them.
        gc.disable()
        try:
            while self._work is not None and self._question is not None:
                try:
                    next(self._work)
                except StopIteration as done:
                    self._work = None
                    return Answer(self._question, done.value)
                if time.monotonic() >= end:
                    break
            return None
        finally:
            gc.freeze()
            gc.enable()

    def _answer(self, question: Question) -> _Work:
        if isinstance(question, Ponder):
            return _pondered(question)
        if isinstance(question, CanBeWon):
            return self._judged(question.position)
        if isinstance(question, KeepsTheWin):
            return self._keeping(question)
        if isinstance(question, WinningLine):
            return self._line(question.position)
        return self._loss(question.game)

    def _judged(self, position: Position) -> Generator[None, None, Verdict]:
        if position in self._verdicts:
            return self._verdicts[position]
        search = Search(position, _MEMORY)
        yield
        while not search.ended and search.nodes < NODES:
            search.run(_PIECE)
            yield
        if len(self._verdicts) >= _REMEMBERED:
            self._verdicts.clear()
        self._verdicts[position] = search.verdict
        return search.verdict

    def _keeping(self, question: KeepsTheWin) -> Generator[None, None, tuple[Verdict, ...]]:
        verdicts = []
        for move in question.moves:
            verdicts.append((yield from self._judged(table.after(question.position, move))))
        return tuple(verdicts)

    def _line(self, position: Position) -> Generator[None, None, tuple[Move, ...] | None]:
        verdict = yield from self._judged(position)
        if verdict == UNKNOWN:
            return None
        if verdict == LOST:
            return ()
        search = Search(position, _MEMORY)
        while search.run(_PIECE) != WON:
            yield
        return tuple(search.line())

    def _loss(self, game: Session) -> Generator[None, None, Loss]:
        """Find the loss by halving: what is lost stays lost."""
        positions = game.past
        now = yield from self._judged(positions[-1])
        if now != LOST:
            return Loss(len(positions) - 1 if now == WON else None, None)
        if (yield from self._judged(positions[0])) == LOST:
            return Loss(None, 0)
        could: int | None = None
        low, lost = 0, len(positions) - 1
        while low < lost:
            # Positions that are not known are passed over, from the middle on.
            middle = (low + lost) // 2
            verdict = UNKNOWN
            for place in [*range(middle, lost), *range(middle - 1, low - 1, -1)]:
                verdict = yield from self._judged(positions[place])
                if verdict != UNKNOWN:
                    break
            if verdict == WON:
                could, low = place, place + 1
            elif verdict == LOST:
                lost = place
            else:
                break
        return Loss(could, lost)
