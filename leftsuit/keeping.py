"""Keeping the game on the table: every move is on the disk before the next key is read."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from leftsuit import picking, record, statistics, words
from leftsuit.faces import Look
from leftsuit.model import (
    DELETE,
    ONE_GAME,
    STATISTICS_OF_ALL,
    TAKE_UP,
    AllGames,
    AllStatistics,
    Event,
    Fetch,
    Model,
    Notice,
    OneGame,
    start,
    take_up,
)
from leftsuit.record import OPEN, WON, BadRecord, Record
from leftsuit.rules import Rules
from leftsuit.session import Opening, Session
from leftsuit.store import FAILED, SPLIT, Place, Store

_MOST_LISTED = 2000
"""How many games the list shows."""


class Keeper:
    """Saves the games of one sitting, one after the other, as the model goes through them."""

    def __init__(self, store: Store, pick: Callable[[Rules], int] = picking.pick) -> None:
        """Keep games in a store; `pick` finds the random deals that are played."""
        self._store, self.pick = store, pick
        self._place: Place | None = None
        self._started = ""
        self._last: Model | None = None
        self._told = ""
        self._win: Record | None = None

    def begin(
        self,
        wanted: Callable[[Record | None], Session | None],
        *,
        look: Look,
        animation: bool,
        only: Opening | None = None,
    ) -> Model:
        """Return the model to begin with: the newest game that can go on, or a new one.

        `wanted` is given the former, if there is one, and returns the latter or None. With `only`,
        no game with another opening goes on.
        """
        found = self._store.newest_open(only)
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
        if model.spectating:
            return self._trouble()
        if last is None or last.spectating:
            # A game that is taken up again is as it was kept.
            if self._place is not None:
                return self._trouble()
        elif last.sitting != model.sitting:
            self._close(last, left=not model.keeps_before)
        elif not model.leaving and _same(last, model):
            return ""
        outcome = self._store.save(self._place, self._record(model))
        self._place = outcome.place
        if outcome.what != FAILED:
            self._win = None
        return words.SPLIT if outcome.what == SPLIT else self._trouble()

    def fetch(self, wanted: Fetch, model: Model) -> Event:
        """Return what the store has to say; `model` is the one on the table."""
        if wanted.what == STATISTICS_OF_ALL:
            return AllStatistics(statistics.of(self._store.games()))
        if wanted.what == DELETE:
            if self._place is not None and self._place.id == wanted.game:
                # The game on the table: from its next move on it would be kept anew.
                return Notice(words.ON_THE_TABLE)
            self._store.delete(wanted.game)
        if wanted.what in (ONE_GAME, TAKE_UP):
            try:
                found = self._store.read(wanted.game)
            except BadRecord:
                found = None
            if found is None:
                return Notice(words.GAME_IS_GONE)
            if wanted.what == TAKE_UP:
                if self._place is None or self._place.id != wanted.game:
                    self._close(model, left=False)
                self._place, self._started = found.place, found.record.started
                self._last = None
            taken_up = wanted.what == TAKE_UP
            return OneGame(wanted.game, found.record, taken_up)
        return AllGames(tuple(itertools.islice(self._store.games(), _MOST_LISTED)))

    def _close(self, last: Model, *, left: bool) -> None:
        """Close the game before, which was left for another deal or put aside."""
        if last.game.steps and not last.spectating:
            save = self._store.leave if left and not last.won else self._store.save
            save(self._place, self._record(last))
        self._place, self._started, self._win = None, "", None

    def _record(self, model: Model) -> Record:
        if not self._started and model.game.steps:
            self._started = record.now()
        if self._win is not None:
            # A win that could not be saved yet, whatever has been taken back since.
            return self._win
        result = WON if model.won else OPEN
        game, seconds = model.game, int(model.seconds)
        kept = Record(game, result, seconds, self._started, model.helped, model.undos)
        if model.won and game.has_been_won and (self._place is None or not self._place.won):
            self._win = kept
        return kept

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
