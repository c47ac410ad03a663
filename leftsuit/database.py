"""The SQLite file behind the store: opened, made, brought up to date, and replaced if damaged.

The file keeps SQLite's rollback journal rather than a write-ahead log: it stays one file that can
be copied, and it works in a home folder on the network, where the shared memory that a
write-ahead log needs does not. ``synchronous=EXTRA`` is FULL and one thing more: the folder is
synced when a journal is deleted. Without that, the journal could come back after a loss of power
and undo the last commit.

Nothing else marks the file as in use. SQLite's own locks vanish with the process.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
import stat
from collections.abc import Callable, Iterable, Iterator

from leftsuit import folder, rescue
from leftsuit.folder import Trouble
from leftsuit.values import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TypeVar

    _T = TypeVar("_T")

APPLICATION_ID = 0x4C535554
"""What tells our files from those of others: LSUT in ASCII."""

MIGRATIONS = (
    """
    CREATE TABLE games (
        -- Numbers of deleted games are not used again: another copy may still hold one.
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        -- Counts every change to any game, so that it also tells which was played last.
        revision INTEGER NOT NULL,
        rules TEXT NOT NULL,
        draw INTEGER NOT NULL,
        -- Deal numbers go beyond what an INTEGER holds.
        deal TEXT NOT NULL,
        started TEXT NOT NULL,
        result TEXT NOT NULL,
        seconds INTEGER NOT NULL,
        helped TEXT NOT NULL,
        undos INTEGER NOT NULL,
        at INTEGER NOT NULL,
        steps TEXT NOT NULL,
        -- What a replay of this very row found, see store.verdict.
        checked INTEGER
    );
    CREATE UNIQUE INDEX games_by_revision ON games (revision);
    CREATE INDEX open_games ON games (revision) WHERE result = 'open';
    CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
    """,
)
"""`MIGRATIONS[n]` takes a file of version n to version n + 1; version 0 is an empty file."""
VERSION = len(MIGRATIONS)

GAME_COLUMNS = (
    *("id", "revision", "rules", "draw", "deal", "started", "result", "seconds", "helped"),
    *("undos", "at", "steps", "checked"),
)
PATIENCE = 2.0
"""How many seconds to wait while another copy writes."""
_END = 2**62
"""Where revisions end, with room to spare."""


class Damaged(Exception):
    """The file is not what it should be."""


class Database:
    """One file, opened when it is first needed.

    It is opened anew if another file has come to its place, and after a fork.
    """

    def __init__(self, path: str) -> None:
        self.path = os.path.realpath(path)
        self.notice: str | None = None
        """A sentence for the player about a damaged file that was replaced."""
        self._connection: sqlite3.Connection | None = None
        self._identity: tuple[int, int, int] | None = None
        self._inherited: list[sqlite3.Connection] = []
        self._patience = PATIENCE

    def run(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        """Return what `work` makes of the connection; a damaged file is replaced first.

        Raises `Trouble`.
        """
        try:
            return self._try(work)
        except Damaged:
            self.close()
        try:
            with rescue.alone(os.path.dirname(self.path)):
                # Another copy may have replaced the file while this one waited.
                with contextlib.suppress(Damaged):
                    return self._try(work)
                self.close()
                self.notice = rescue.replace(self.path, _build)
        except (OSError, *rescue.ERRORS):
            raise Trouble(folder.DAMAGED) from None
        try:
            return self._try(work)
        except Damaged:
            self.close()
            raise Trouble(folder.DAMAGED) from None

    def change(self, work: Callable[[sqlite3.Connection, int], _T]) -> _T:
        """Do some work in one transaction: it happens and is safe on the disk, or not at all.

        `work` also gets the revision for the game that it changes. Raises `Trouble`.
        """

        def inside(connection: sqlite3.Connection) -> _T:
            with transaction(connection):
                return work(connection, _next_revision(connection))

        return self.run(inside)

    def _try(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        try:
            result = work(self._open())
        except sqlite3.Error as error:
            self.close()
            why = _reason(error)
            if why is None:
                raise Damaged from None
            # Not to be waited for again at every key.
            self._patience = 0.1 if why == folder.BUSY else PATIENCE
            raise Trouble(why) from None
        except UnicodeError:
            self.close()
            raise Damaged from None
        except OSError:
            self.close()
            raise Trouble(folder.CANNOT_OPEN) from None
        except BaseException:
            self.close()
            raise
        if self._patience != PATIENCE:
            self._patience = PATIENCE
            self.close()
        return result

    def _open(self) -> sqlite3.Connection:
        found = _identity(self.path)
        if self._connection is not None:
            if found is not None and found == self._identity:
                return self._connection
            self.close()
        if found is None:
            _make_file(self.path)
        connection = connect(self.path, self._patience)
        try:
            prepare(connection)
        except BaseException:
            connection.close()
            raise
        self._connection, self._identity = connection, _identity(self.path)
        return connection

    def close(self) -> None:
        """Let the file go; it is opened again when it is needed."""
        connection, self._connection = self._connection, None
        if connection is None:
            return
        if self._identity and self._identity[2] != os.getpid():
            # It belongs to the process that was forked, and may be at work there.
            self._inherited.append(connection)
            return
        with contextlib.suppress(*rescue.ERRORS):
            connection.close()


def _identity(path: str) -> tuple[int, int, int] | None:
    """Tell this file, in this process, from any other; None if there is none."""
    try:
        found = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    if not stat.S_ISREG(found.st_mode):
        raise Trouble(folder.CANNOT_OPEN)
    return found.st_dev, found.st_ino, os.getpid()


def _make_file(path: str) -> None:
    """Make an empty file that only the player can read, and its folder."""
    why = folder.NO_FOLDER
    try:
        folder.make(os.path.dirname(path))
        why = folder.READ_ONLY
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        raise Trouble(folder.FULL if full else why) from None


def connect(path: str, patience: float = PATIENCE) -> sqlite3.Connection:
    """Return a connection as the store needs it. Raises `sqlite3.Error`."""
    connection = sqlite3.connect(path, timeout=patience, isolation_level=None)
    connection.text_factory = _text
    try:
        for pragma in ("synchronous=EXTRA", "trusted_schema=OFF", "cell_size_check=ON"):
            connection.execute(f"PRAGMA {pragma}")
    except BaseException:
        connection.close()
        raise
    return connection


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


@contextlib.contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Do all that is inside or nothing of it. Raises `sqlite3.Error`."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(*rescue.ERRORS):
            connection.execute("ROLLBACK")
        raise


def _next_revision(connection: sqlite3.Connection) -> int:
    last = connection.execute("SELECT max(revision) FROM games").fetchone()[0]
    if last is None:
        return 1
    if not isinstance(last, int) or last >= _END:
        raise Damaged
    return last + 1


def prepare(connection: sqlite3.Connection) -> None:
    """Bring the file to the present version. Raises `Damaged`, `Trouble`, `sqlite3.Error`."""
    if version(connection) < VERSION:
        with transaction(connection):
            # Read again: another copy may have been faster.
            for old in range(version(connection), VERSION):
                for statement in _statements(MIGRATIONS[old]):
                    connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {VERSION}")
    try:
        connection.execute(f"SELECT {', '.join(GAME_COLUMNS)} FROM games LIMIT 0").fetchall()
        connection.execute("SELECT name, value FROM settings LIMIT 0").fetchall()
    except sqlite3.OperationalError as error:
        if str(error).startswith("no such"):
            raise Damaged from None
        raise
    foreign = "SELECT count(*) FROM sqlite_master WHERE type IN ('trigger', 'view')"
    if connection.execute(foreign).fetchone()[0]:
        raise Damaged
    # Someone may have turned the write-ahead log on; it stays if others use the file just now.
    if connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal":
        with contextlib.suppress(*rescue.ERRORS):
            connection.execute("PRAGMA journal_mode=DELETE")


def version(connection: sqlite3.Connection) -> int:
    """Return the version of the file, 0 for an empty one. Raises as `prepare`."""
    read = "SELECT (SELECT count(*) FROM sqlite_master), * FROM "
    read += "pragma_application_id, pragma_user_version"
    tables, application, found = connection.execute(read).fetchone()
    if not (tables or application or found):
        return 0
    if application != APPLICATION_ID or found < 1:
        raise Damaged
    if found > VERSION:
        raise Trouble(folder.NEWER)
    return int(found)


def _statements(script: str) -> Iterator[str]:
    """Yield the statements of a script: `executescript` would commit before it."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def _build(path: str, games: Iterator[rescue.Row], settings: Iterator[rescue.Row]) -> int:
    """Make a new file with what was read out of a damaged one; return how many games."""
    count = last = 0
    connection = connect(path)
    try:
        prepare(connection)
        with transaction(connection):
            for row in sorted(games, key=_old_revision):
                # As it was, where that can be: a list may be half read, a game in progress.
                old = _old_revision(row)
                last = old if last < old < _END else last + 1
                row["revision"], row["checked"] = last, None
                count += _insert(connection, "games", GAME_COLUMNS, row)
            for row in settings:
                _insert(connection, "settings", ("name", "value"), row)
    finally:
        connection.close()
    return count


def _old_revision(row: rescue.Row) -> int:
    revision = row.get("revision")
    return revision if isinstance(revision, int) else 0


def _insert(
    connection: sqlite3.Connection, table: str, columns: Iterable[str], row: rescue.Row
) -> int:
    """Insert a row if it has what it needs, and return how many rows that makes."""
    number = row.get("id")
    if not (isinstance(number, int) and 0 < number < 2**53):
        row.pop("id", None)
    names = [name for name in columns if name in row]
    marks = ", ".join("?" * len(names))
    return connection.execute(
        f"INSERT OR IGNORE INTO {table} ({', '.join(names)}) VALUES ({marks})",
        [row[name] for name in names],
    ).rowcount


_REASONS = (
    ("database is locked", folder.BUSY),
    ("database or disk is full", folder.FULL),
    ("readonly database", folder.READ_ONLY),
    ("unable to open database file", folder.CANNOT_OPEN),
    ("malformed", None),
    ("file is not a database", None),
    ("unsupported file format", None),
    ("constraint failed", None),
)


def _reason(error: sqlite3.Error) -> str | None:
    """Return why an error makes saving impossible, None where what is in the file is wrong.

    The texts are told apart because error codes come with Python 3.11 only. An error that is not
    known here says nothing against the file.
    """
    text = str(error)
    for part, why in _REASONS:
        if part in text:
            return why
    return folder.DISK_ERROR
