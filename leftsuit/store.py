"""The store of games: one row a game, holding its record.

Nothing here raises when the disk, the file or Python's SQLite fails: the game goes on, `Store.why`
says why it is not being kept, and the next save tries again.

A save belongs to a *place*: the row, and what was last seen there. Another copy of the game may
have moved on in the same row since. Then the one that comes second goes on as a game of its own,
in a new row, and nothing is lost on either side.
"""

from __future__ import annotations

import binascii
import os
import sys
from collections.abc import Callable, Iterator

from leftsuit import folder, record
from leftsuit.folder import Trouble
from leftsuit.i18n import _
from leftsuit.record import LEFT, OPEN, WON, BadRecord, Record, Summary
from leftsuit.session import Opening
from leftsuit.values import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    # At run time only when a file is opened: there are Pythons without SQLite, and it takes time.
    import sqlite3
    from typing import TypeVar

    _T = TypeVar("_T")

    from leftsuit.database import Database

SAVED, SPLIT, FAILED, NOTHING = "saved", "split", "failed", "nothing"
"""What a save came to: it was saved; it was saved as a game of its own, because another copy had
moved on; it could not be saved; there was nothing to save."""

_AT_ONCE = 50
"""Rows that are read, and replayed if they were not yet, in one go."""
_VALUES = (*record.FIELDS, "steps")
_STEPS = f"CASE WHEN length(steps) <= {record.MAX_BYTES} THEN steps END"
_SELECT = f"SELECT id, revision, checked, {', '.join(record.FIELDS)}, {_STEPS} FROM games"
_UPDATE = f"UPDATE games SET {', '.join(f'{name} = ?' for name in _VALUES)}"
_UPDATE += ", revision = ?, checked = ? WHERE id = ?"
_INSERT = f"INSERT INTO games ({', '.join(_VALUES)}, revision, checked)"
_INSERT += f" VALUES ({', '.join('?' * (len(_VALUES) + 2))})"


class Place(NamedTuple):
    """Where a game is kept, and what was last seen there."""

    id: int
    revision: int
    at: str
    steps: str
    won: bool
    """A won game does not change any more."""


class _Row(NamedTuple):
    """A row as it is in the file: nothing in it can be trusted."""

    id: int
    revision: int
    checked: object
    texts: tuple[str, ...]
    """What `_VALUES` names."""

    @property
    def values(self) -> dict[str, str]:
        return dict(zip(record.FIELDS, self.texts, strict=False))

    @property
    def steps(self) -> str:
        return self.texts[-1]


class Found(NamedTuple):
    """A game that is kept."""

    place: Place
    record: Record


class Outcome(NamedTuple):
    """What a save came to, and the place to give to the next one."""

    what: str
    place: Place | None


class Store:
    """The games and settings of one player."""

    def __init__(self, database: Database | None, why: str | None) -> None:
        self._database = database
        self._verdicts: dict[int, tuple[int, int]] = {}
        self._written = set[int]()
        self.why = why
        """Why the last attempt to keep or read something failed, see `folder`; or None."""

    @classmethod
    def open(cls, where: str | None = None, *, create: bool = True) -> Store:
        """Return the store in a folder, or in the one that the system has for it.

        Without `create` nothing is made on the disk.
        """
        if where is None:
            where = folder.data_folder(os.environ, sys.platform)
        if where is None:
            return cls(None, folder.NO_HOME)
        try:
            from leftsuit.database import Database  # noqa: PLC0415
        except ImportError:
            return cls(None, folder.NO_SQLITE)
        path = os.path.join(os.path.abspath(where), folder.FILE_NAME)
        if not create:
            try:
                os.lstat(path)
            except (FileNotFoundError, NotADirectoryError):
                return cls(None, None)
            except OSError:
                return cls(None, folder.CANNOT_OPEN)
        store = cls(Database(path), None)
        opened = store._run(lambda connection: connection.total_changes) is not None
        writable = os.access(path, os.W_OK) and os.access(os.path.dirname(path), os.W_OK | os.X_OK)
        if opened and not writable:
            store.why = folder.READ_ONLY
        return store

    def close(self) -> None:
        """Let the file go."""
        if self._database is not None:
            self._database.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def problem(self) -> str | None:
        """A sentence that says why games are not being saved, or None."""
        if self.why is None:
            return None
        return _("Games are not being saved: {why}.").format(why=_(self.why))

    @property
    def notice(self) -> str | None:
        """A sentence about a damaged file that was replaced, or None."""
        return self._database.notice if self._database is not None else None

    def _run(self, work: Callable[[sqlite3.Connection], _T]) -> _T | None:
        """Return what some reading comes to, None if it could not be done."""
        try:
            return self._database.run(work) if self._database is not None else None
        except Trouble as trouble:
            self.why = trouble.why
            return None

    def _change(self, work: Callable[[sqlite3.Connection, int], _T]) -> _T | None:
        """Return what some work comes to that is done whole, None if it could not be done."""
        if self._database is None:
            return None
        try:
            result = self._database.change(work)
        except Trouble as trouble:
            self.why = trouble.why
            return None
        self.why = None
        return result

    # Games, one by one.

    def newest_open(self, only: Opening | None = None) -> Found | None:
        """Return the game that was played last among those that can go on.

        Games that cannot be read are passed over; with `only`, those with another opening, too.
        """
        where, values, before = "result = 'open'", tuple[object, ...](), None
        if only is not None:
            where += " AND rules = ? AND draw = ? AND deal = ?"
            values = (only.rules.name, only.rules.draw, str(only.deal))
        while rows := self._rows(where, values, before, 1):
            row, before = rows[0], rows[0].revision
            if row.checked == verdict(row.texts, good=False):
                continue
            try:
                return _found(row)
            except BadRecord:
                self._verdicts[row.id] = row.revision, verdict(row.texts, good=False)
                self._remember()
        return None

    def read(self, number: int) -> Found | None:
        """Return a game, None if there is none of that number or the file cannot be read.

        Raises `BadRecord` for a game that is not right.
        """
        rows = self._rows("id = ?", (number,), None, 1) if _is_id(number) else []
        return _found(rows[0]) if rows else None

    def newest(self) -> Found | None:
        """Return the game that was played last, as `read` does."""
        rows = self._rows("1", (), None, 1)
        return _found(rows[0]) if rows else None

    def last_change(self) -> int:
        """Return a number that is another one after each change of a game."""
        rows = self._rows("1", (), None, 1)
        return rows[0].revision if rows else 0

    def save(self, place: Place | None, game: Record) -> Outcome:
        """Keep a game, and return only when it will survive a loss of power.

        A game without a move is not kept, and one that was won stays as it was at the win. Where
        the moves tell the result they are believed.
        """
        if place is None and not game.game.steps:
            return Outcome(NOTHING, None)
        if place is not None and place.won:
            return Outcome(NOTHING, place)
        if game.game.has_been_won:
            game = game._replace(result=WON)
        elif game.result == WON:
            game = game._replace(result=OPEN)
        values, steps = record.values(game), record.steps_text(game.game.steps)
        texts = (*values.values(), steps)
        at, won, mark = values["at"], game.result == WON, verdict(texts, good=True)

        def work(connection: sqlite3.Connection, revision: int) -> Outcome:
            if place is not None and _still_there(connection, place):
                connection.execute(_UPDATE, (*texts, revision, mark, place.id))
                return Outcome(SAVED, Place(place.id, revision, at, steps, won))
            if place is not None and (place.at, place.steps) == (at, steps):
                # Nothing new: the other copy has all of this and more.
                return Outcome(NOTHING, place)
            number = connection.execute(_INSERT, (*texts, revision, mark)).lastrowid or 0
            what = SAVED if place is None else SPLIT
            return Outcome(what, Place(number, revision, at, steps, won))

        return self._change(work) or Outcome(FAILED, place)

    def leave(self, place: Place | None, game: Record) -> Outcome:
        """Keep a game that is left for another deal, unless another copy has moved on in it."""
        return self.save(place, game._replace(result=LEFT))

    def delete(self, number: int) -> bool:
        """Delete a game for good; return whether there was one and it is gone."""

        def work(connection: sqlite3.Connection, _revision: int) -> bool:
            gone = connection.execute("DELETE FROM games WHERE id = ?", (number,)).rowcount
            return bool(gone)

        return _is_id(number) and bool(self._change(work))

    # All games.

    def games(self, rules: str | None = None, draw: int | None = None) -> Iterator[Summary]:
        """Yield what is known of the games, the one played last first.

        A row that has not been replayed since it was last changed is replayed now, which takes
        some milliseconds, and that is remembered. A row that is not right is yielded as
        unreadable. With `rules` or `draw`, only games of that kind are yielded.
        """
        where, values = "1", list[object]()
        for column, value in (("rules", rules), ("draw", draw)):
            if value is not None:
                where += f" AND {column} = ?"
                values.append(value)
        before = None
        while rows := self._rows(where, tuple(values), before, _AT_ONCE):
            before = rows[-1].revision
            found = [self._summary(row) for row in rows]
            self._remember()
            yield from found

    def _rows(
        self, where: str, values: tuple[object, ...], before: int | None, most: int
    ) -> list[_Row]:
        """Return rows before a revision, the last one first. No cursor stays open: it would keep
        every copy from writing."""
        if before is not None:
            where, values = f"{where} AND revision < ?", (*values, before)
        query = f"{_SELECT} WHERE {where} ORDER BY revision DESC LIMIT {most}"

        def work(connection: sqlite3.Connection) -> list[_Row]:
            from leftsuit.database import Damaged  # noqa: PLC0415

            found = []
            for number, revision, checked, *texts in connection.execute(query, values).fetchall():
                if not (isinstance(number, int) and isinstance(revision, int)):
                    raise Damaged
                # A spoiled index may give the same rows again and again.
                if before is None or revision < before:
                    found.append(_Row(number, revision, checked, tuple(map(str, texts))))
            return found

        return self._run(work) or []

    def _summary(self, row: _Row) -> Summary:
        good, bad = verdict(row.texts, good=True), verdict(row.texts, good=False)
        known = {row.checked, self._verdicts.get(row.id, (0, None))[1]}
        try:
            if bad in known:
                return record.unreadable(row.id)
            if good not in known:
                _record(row)
                self._verdicts[row.id] = row.revision, good
            return record.summary_of(row.id, row.values, row.steps)
        except BadRecord:
            self._verdicts[row.id] = row.revision, bad
            return record.unreadable(row.id)

    def _remember(self) -> None:
        """Write down what replays found. That it fails is no matter: they are made again."""
        news = [
            (mark, number, revision)
            for number, (revision, mark) in self._verdicts.items()
            if number not in self._written
        ]
        if not news:
            return
        self._written.update(number for _, number, _ in news)
        why = self.why
        update = "UPDATE games SET checked = ? WHERE id = ? AND revision = ?"
        self._change(lambda connection, _: connection.executemany(update, news).rowcount)
        self.why = why

    # Settings.

    def settings(self) -> dict[str, str]:
        """Return all settings, those too that this release does not know."""
        select = "SELECT name, value FROM settings"
        rows = self._run(lambda connection: connection.execute(select).fetchall()) or []
        return {str(name): str(value) for name, value in rows}

    def keep_setting(self, name: str, value: str) -> bool:
        """Keep a setting; return whether it was kept."""
        insert = "INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)"
        texts = [text.encode("utf-8", "replace").decode() for text in (name, value)]
        done = self._change(lambda connection, _: connection.execute(insert, texts))
        return done is not None


def verdict(texts: tuple[str, ...], *, good: bool) -> int:
    """Return what is noted beside a row that was replayed: a number that depends on all that is
    in it, so that a row changed by anyone else is replayed again."""
    mark = binascii.crc32("\n".join(texts).encode())
    return mark if good else -1 - mark


def _is_id(number: int) -> bool:
    return 0 < number < 2**63


def _record(row: _Row) -> Record:
    return record.from_values(row.values, record.step_lines(row.steps))


def _found(row: _Row) -> Found:
    game = _record(row)
    place = Place(row.id, row.revision, row.values["at"], row.steps, game.result == WON)
    return Found(place, game)


def _still_there(connection: sqlite3.Connection, place: Place) -> bool:
    """Say whether no other copy has moved on in a row, nor won or deleted it.

    One that only added time, or left the game for another, has not moved on.
    """
    select = "SELECT revision, result, CAST(at AS TEXT), steps FROM games WHERE id = ?"
    row = connection.execute(select, (place.id,)).fetchone()
    if row is None or row[1] == WON:
        return False
    return bool(row[0] == place.revision or row[2:] == (place.at, place.steps))
