"""A damaged file of games: kept under another name, with all that can be read copied out of it."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Callable, Iterator

from leftsuit.values import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TypeAlias

from leftsuit.i18n import ngettext

Row: TypeAlias = dict[str, object]
Build: TypeAlias = Callable[[str, Iterator[Row], Iterator[Row]], int]

# SQLite quotes damaged names in its errors, and Python cannot always read those.
ERRORS = (sqlite3.Error, UnicodeError)

MOST_ROWS = 1_000_000
"""Rows that are read at most: a damaged tree of pages can seem to have no end."""
MOST_MISSES = 10_000
"""Numbers that are tried in vain one by one before a gap in the tree is taken for the end."""
_WAIT = 5.0


@contextlib.contextmanager
def alone(folder: str) -> Iterator[None]:
    """Keep other copies from replacing a file in this folder at the same time.

    The lock is on the folder itself, so that no file is left by a crash. Where the system has no
    such lock, or another copy keeps it for more than a few seconds, this goes on without it.
    """
    try:
        import fcntl  # noqa: PLC0415 (there is none on Windows)

        handle = os.open(folder, os.O_RDONLY)
    except (ImportError, OSError):
        yield
        return
    try:
        until = time.monotonic() + _WAIT
        while time.monotonic() < until:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                time.sleep(0.02)
            except OSError:
                break
        yield
    finally:
        os.close(handle)


def replace(path: str, build: Build) -> str:
    """Put a good file in the place of a damaged one, and return a sentence about it.

    `build` makes the good file out of rows of games and settings, and returns how many games it
    took. The damaged file is never without a name: a crash in the middle changes nothing, or
    leaves both files whole. Raises `OSError` and `ERRORS`.
    """
    fresh = os.path.join(os.path.dirname(path), "leftsuit-rescued.db")
    for leftover in (fresh, f"{fresh}-journal"):
        with contextlib.suppress(FileNotFoundError):
            os.remove(leftover)
    os.close(os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
    try:
        count = build(fresh, _rows(path, "games"), _rows(path, "settings"))
        name = _keep(path)
        os.replace(fresh, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.remove(fresh)
        raise
    return ngettext(
        "The file of your games was damaged: it is kept as {name}, and {number} game was read out "
        "of it.",
        "The file of your games was damaged: it is kept as {name}, and {number} games were read "
        "out of it.",
        count,
    ).format(name=name, number=count)


def _keep(path: str) -> str:
    """Give the file a second name that no other file has, and return that name."""
    folder, day = os.path.dirname(path), time.strftime("%Y-%m-%d")
    for number in range(1, 10_000):
        name = f"leftsuit-damaged-{day}{f'-{number}' if number > 1 else ''}.db"
        aside = os.path.join(folder, name)
        try:
            _second_name(path, aside)
        except FileExistsError:
            continue
        # What SQLite left beside the damaged file would spoil a good one of that name.
        for end in ("-journal", "-wal", "-shm"):
            with contextlib.suppress(FileNotFoundError):
                os.replace(path + end, aside + end)
        return name
    raise FileExistsError(path)


def _second_name(path: str, aside: str) -> None:
    try:
        os.link(path, aside)
    except FileExistsError:
        raise
    except (OSError, NotImplementedError):
        # Not every file system has links. A copy does as well.
        with open(path, "rb") as old, open(aside, "xb") as new:
            while part := old.read(1 << 16):
                new.write(part)
            new.flush()
            os.fsync(new.fileno())


# Reading what can be read.


def _rows(path: str, table: str) -> Iterator[Row]:
    """Yield the rows of a table that can be read, each at most once; never raises for damage."""
    from urllib.parse import quote  # noqa: PLC0415 (not needed in a good life)

    with contextlib.suppress(*ERRORS):
        connection = sqlite3.connect(f"file:{quote(path)}?mode=ro&immutable=1", uri=True)
        try:
            connection.text_factory = lambda data: data.decode("utf-8", "replace")
            connection.execute("PRAGMA trusted_schema=OFF")
            # Despite its name this lets a file be read that is shorter than it says it is.
            connection.execute("PRAGMA writable_schema=ON")
            connection.execute(f"SELECT 1 FROM {table} LIMIT 0").fetchall()
            yield from _salvage(connection, table)
        finally:
            connection.close()


def _salvage(connection: sqlite3.Connection, table: str) -> Iterator[Row]:
    """Yield rows from the first on to the first damage, from the last back to the last damage,
    and in between by trying every number."""
    low, high = 0, None
    select = f"SELECT rowid, * FROM {table}"
    try:
        for number, row in _walk(connection, f"{select} WHERE rowid > 0 ORDER BY rowid"):
            if number <= low:
                break
            low = number
            yield row
        else:
            return
    except ERRORS:
        pass
    with contextlib.suppress(*ERRORS):
        for number, row in _walk(connection, f"{select} WHERE rowid > {low} ORDER BY rowid DESC"):
            if high is not None and number >= high:
                break
            high = number
            yield row
    number, misses = low + 1, 0
    while misses < MOST_MISSES and (high is None or number < high):
        misses += 1
        with contextlib.suppress(*ERRORS):
            for _, row in _walk(connection, f"{select} WHERE rowid = {number}"):
                misses = 0
                yield row
        number += 1


def _walk(connection: sqlite3.Connection, query: str) -> Iterator[tuple[int, Row]]:
    cursor = connection.execute(query)
    names = [column[0] for column in cursor.description]
    for count, values in enumerate(cursor):
        if count >= MOST_ROWS:
            return
        row = dict(zip(names[1:], values[1:], strict=True))
        if all(value is None or isinstance(value, int | str) for value in row.values()):
            yield values[0], row
