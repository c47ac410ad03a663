"""Keeping the game on the table: every move is on the disk before the next key is read."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from leftsuit import deals, picking, playing, record, rules, session, words
from leftsuit.faces import Look
from leftsuit.folder import READ_ONLY
from leftsuit.i18n import _
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
)
from leftsuit.record import OPEN, WON, BadRecord, Record
from leftsuit.rules import Rules
from leftsuit.session import Opening, Session
from leftsuit.settings import ON, Settings
from leftsuit.store import FAILED, SPLIT, Found, Place, Store

_OPENING = "opening"
"""The name under which a deal is kept that no move has been made in."""
_HELPED = "helped"
"""What is kept with it, if the player was told something about it."""
_MOST_LISTED = 2000
"""How many games the list shows."""


class Keeper:
    """Saves the games of one sitting, one after the other, as the model goes through them."""

    def __init__(self, store: Store, pick: Callable[[Rules], int] = picking.pick) -> None:
        """Keep games in a store; `pick` finds the random deals that are played."""
        self._store, self.pick = store, pick
        self._place: Place | None = None
        self.unsaved = False
        """Whether the last moves could not be saved."""
        self._started, self._helped = "", False
        self._last: Model | None = None
        self._told = ""
        self._win: Record | None = None
        self._settings = Settings()
        self._noted: tuple[int, bool] | None = None
        self._noted_well = True

    def begin(
        self,
        goes_on: Callable[[Record], bool],
        new: Callable[[], Session],
        *,
        look: Look,
        chosen: Settings,
        only: Opening | None = None,
    ) -> Model:
        """Return the model to begin with: what was on the table last and can go on, or a new game.

        `goes_on` says whether a game may go on, and `new` makes one if none may. With `only`, no
        game with another opening goes on.
        """
        self._settings = chosen
        animation = chosen.animation == ON
        dealt = None if only else self._dealt_last()
        if dealt is not None and goes_on(dealt):
            model = start(dealt.game, look=look, animation=animation)
            return model._replace(settings=chosen, helped=dealt.helped)
        found = self._store.newest_open(only)
        if found is None or not goes_on(found.record):
            return start(new(), look=look, animation=animation)._replace(settings=chosen)
        self._enter(found)
        model = playing.take_up(found.record, look=look, animation=animation)
        # The next deal is of the same kind, until something else is set.
        self._settings = chosen.playing(model.game.rules)
        return model._replace(settings=self._settings)

    def _dealt_last(self) -> Record | None:
        """Return the deal that was on the table last, if no move was made in it or after it."""
        try:
            change, name, draw, deal, *helped = self._store.settings().get(_OPENING, "").split()
            if int(change) != self._store.last_change():
                return None
            game = session.new(rules.find(name, int(draw)), deals.parse(deal))
        except (ValueError, KeyError):
            return None
        return Record(game, helped=helped == [_HELPED])

    def _note_deal(self, model: Model) -> bool:
        """Keep which deal is on the table, if no move was made in it so far; return whether that
        was done."""
        text = ""
        if not model.game.steps:
            kind, change = model.game.rules, self._store.last_change()
            text = f"{change} {kind.name} {kind.draw} {model.game.deal}"
            text += f" {_HELPED}" if model.helped else ""
        kept = self._store.settings().get(_OPENING, "")
        return kept == text or self._store.keep_setting(_OPENING, text)

    def keep(self, model: Model) -> str:
        """Save what is new in the model; return what the player should be told, or nothing.

        The time played is saved with the moves, and when the game is left. A deal without a move
        is no game yet, but what was dealt is remembered.
        """
        said = self._save(model)
        dealt = model.sitting, model.helped and not model.game.steps
        # On a slow disk each attempt takes its time: there is another one in the end only.
        again = model.leaving and not self._noted_well
        if not model.spectating and (dealt != self._noted or again):
            self._noted, self._noted_well = dealt, self._note_deal(model)
            said = said or self._trouble()
        return said

    def _save(self, model: Model) -> str:
        last = self._last
        self._last = model
        if model.spectating:
            return self._trouble()
        if last is None or last.spectating:
            # A game that is taken up again is as it was kept, unless the verdict is on.
            if self._place is not None and model.helped == self._helped:
                return self._trouble()
        elif last.sitting != model.sitting:
            self._close(last, left=not model.keeps_before)
        elif not model.leaving and _same(last, model):
            return ""
        outcome = self._store.save(self._place, self._record(model))
        self._place = outcome.place
        self.unsaved = outcome.what == FAILED and bool(model.game.steps)
        if outcome.what != FAILED:
            self._win = None
        return _(words.SPLIT) if outcome.what == SPLIT else self._trouble()

    def keep_settings(self, model: Model) -> None:
        """Keep what the player has changed on the screen of options."""
        kept = self._store.settings()
        for name, value in model.settings._asdict().items():
            if value != getattr(self._settings, name) and kept.get(name) != value:
                self._store.keep_setting(name, value)
        self._settings = model.settings

    def fetch(self, wanted: Fetch, model: Model) -> Event:
        """Return what the store has to say; `model` is the one on the table."""
        if wanted.what == STATISTICS_OF_ALL:
            from leftsuit import statistics  # noqa: PLC0415 (only who looks back needs it)

            found_all = AllStatistics(statistics.of(self._store.games()))
            return self._unreadable() or found_all
        if wanted.what == DELETE:
            if self._place is not None and self._place.id == wanted.game:
                # The game on the table: from its next move on it would be kept anew.
                return Notice(_(words.ON_THE_TABLE))
            self._store.delete(wanted.game)
            # A deal without a move is still the last thing that happened.
            self._noted = None
        if wanted.what in (ONE_GAME, TAKE_UP):
            try:
                found = self._store.read(wanted.game)
            except BadRecord:
                found = None
            if found is None:
                return Notice(_(words.GAME_IS_GONE))
            if wanted.what == TAKE_UP:
                if self._place is None or self._place.id != wanted.game:
                    self._close(model, left=False)
                self._enter(found)
                self._last = None
            taken_up = wanted.what == TAKE_UP
            return OneGame(wanted.game, found.record, taken_up)
        games = tuple(itertools.islice(self._store.games(), _MOST_LISTED))
        return self._unreadable() or AllGames(games, self._place.id if self._place else 0)

    def _unreadable(self) -> Notice | None:
        """Return why no game can be read; what cannot be written may still be read."""
        if self._store.why in (None, READ_ONLY):
            return None
        return Notice(self._store.problem or "")

    def _enter(self, found: Found) -> None:
        """Go on in a game that is kept."""
        self._place = found.place
        self._started, self._helped = found.record.started, found.record.helped

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
