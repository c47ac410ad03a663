"""Keeping the game on the table: every move is on the disk before the next key is read."""

from __future__ import annotations

from collections.abc import Callable

from leftsuit import record, words
from leftsuit.faces import Look
from leftsuit.model import Model, start, take_up
from leftsuit.record import OPEN, WON, Record
from leftsuit.session import Session
from leftsuit.store import SPLIT, Place, Store


class Keeper:
    """Saves the games of one sitting, one after the other, as the model goes through them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._place: Place | None = None
        self._started = ""
        self._last: Model | None = None
        self._told = ""

    def begin(
        self, wanted: Callable[[Record | None], Session | None], *, look: Look, animation: bool
    ) -> Model:
        """Return the model to begin with: the newest game that can go on, or a new one.

        `wanted` is given the former, if there is one, and returns the latter or None.
        """
        found = self._store.newest_open()
        game = wanted(found.record if found else None)
        if game is not None:
            return start(game, look=look, animation=animation)
        if found is None:
            raise ValueError("no game is wanted")
        self._place, self._started = found.place, found.record.started
        return take_up(found.record, look=look, animation=animation)

    def keep(self, model: Model) -> str:
        """Save what is new in the model; return what the player should be told, or nothing.

        The time played is saved with the moves, and when the game is left.
        """
        last = self._last
        self._last = model
        if last is None:
            # A game that is taken up again is as it was kept.
            if self._place is not None:
                return self._trouble()
        elif last.sitting != model.sitting:
            self._leave(last)
        elif not model.leaving and _same(last, model):
            return ""
        outcome = self._store.save(self._place, self._record(model))
        self._place = outcome.place
        return words.SPLIT if outcome.what == SPLIT else self._trouble()

    def _leave(self, last: Model) -> None:
        """Close the game before, which was left for another deal."""
        if last.game.steps and not last.won:
            self._store.leave(self._place, self._record(last))
        self._place, self._started = None, ""

    def _record(self, model: Model) -> Record:
        if not self._started and model.game.steps:
            self._started = record.now()
        result = WON if model.won else OPEN
        seconds = int(model.seconds)
        return Record(model.game, result, seconds, self._started, model.helped, model.undos)

    def _trouble(self) -> str:
        """Return why nothing is saved, or what became of a damaged file, when that is news."""
        news = self._store.problem or self._store.notice or ""
        if news == self._told:
            return ""
        self._told = news
        return news


def _same(one: Model, other: Model) -> bool:
    """Say whether there is nothing in a model that has not been saved with another."""
    return one.game is other.game and one.helped == other.helped and one.undos == other.undos
