"""Games for the tests of the store, and a place where they are kept quickly."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from leftsuit import folder
from leftsuit.record import OPEN, Record
from leftsuit.rules import LEFT_SUIT, Rules
from leftsuit.session import Session
from leftsuit.store import SAVED, Outcome, Place, Store
from tests.games import won

# Memory where the system offers it as a folder: these tests are about many commits, not the disk.
QUICK = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


@contextmanager
def quick_folder() -> Iterator[Path]:
    """Give a new folder in memory, or on the disk where there is none there."""
    with tempfile.TemporaryDirectory(dir=QUICK) as path:
        yield Path(path)


def begun(steps: int, *, rules: Rules = LEFT_SUIT, result: str = OPEN, seconds: int = 0) -> Record:
    """Return a game of the deal that can be won, after so many of its steps (-1: to the win)."""
    game = won(rules)
    made = game.steps[: steps if steps >= 0 else None]
    return Record(Session(game.deal, game.start, made, len(made)), result, seconds)


def kept(store: Store, game: Record, place: Place | None = None) -> Place:
    """Save a game and return its place."""
    outcome = store.save(place, game)
    assert outcome.what == SAVED, (outcome, store.problem)
    return placed(outcome)


def placed(outcome: Outcome) -> Place:
    assert outcome.place is not None
    return outcome.place


def file_of(where: Path) -> Path:
    return where / folder.FILE_NAME


def sql(where: Path, statement: str, *values: object) -> list[tuple[object, ...]]:
    """Run a statement on the file behind the store's back."""
    with closing(sqlite3.connect(file_of(where), isolation_level=None)) as connection:
        connection.text_factory = lambda data: data.decode("utf-8", "replace")
        return connection.execute(statement, values).fetchall()


def is_whole(where: Path) -> bool:
    """Say whether SQLite finds nothing wrong with the file."""
    return sql(where, "PRAGMA integrity_check") == [("ok",)]
