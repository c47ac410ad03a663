"""How long the store takes, with many games in it and with none.

``python -m tests.bench.store [GAMES]`` prints medians in milliseconds: a process that opens the
store and finds the game to go on with, one save, and the reading of all games.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from leftsuit import record
from leftsuit import statistics as figures
from leftsuit.database import Database
from leftsuit.record import LEFT, OPEN, WON, Record
from leftsuit.rules import ALL_RULES
from leftsuit.store import _INSERT, Store, verdict
from tests.games import random_game, won
from tests.keeping import begun, file_of

_START = """
import sys
from leftsuit.store import Store
with Store.open(sys.argv[1]) as store:
    assert store.problem is None
    assert store.newest_open() is not None
"""


def fill(where: Path, games: int) -> None:
    """Put games into the store as saves would, in one transaction."""
    source = random.Random(1)
    kinds = []
    for rules in ALL_RULES:
        kinds.append(Record(won(rules), WON, 600))
        for steps in (20, 60, 110):
            kinds.append(Record(random_game(rules, 32_000 + steps, steps, source), LEFT, 300))
            kinds.append(Record(random_game(rules, 33_000 + steps, steps, source), OPEN, 300))
    rows = []
    for revision in range(1, games + 1):
        game = source.choice(kinds)._replace(seconds=source.randint(100, 2000))
        texts = (*record.values(game).values(), record.steps_text(game.game.steps))
        rows.append((*texts, revision, verdict(texts, good=True)))
    database = Database(str(file_of(where)))
    database.change(lambda connection, _: connection.executemany(_INSERT, rows))
    database.close()


def median(repeat: int, work: Callable[[], object]) -> float:
    """Return the median time of some work, in milliseconds."""
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        work()
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times)


def saver(store: Store) -> Callable[[], object]:
    """Return what saves the game in progress once more."""
    found = store.newest_open()
    assert found is not None
    place, game = found

    def save() -> None:
        nonlocal place, game
        game = game._replace(seconds=game.seconds + 1)
        place = store.save(place, game).place or place

    return save


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    with tempfile.TemporaryDirectory() as name:
        folders = {0: Path(name) / "none", games: Path(name) / "many"}
        for count, where in folders.items():
            fill(where, count)
            with Store.open(str(where)) as store:
                store.save(None, begun(60))
        starts: dict[int, list[float]] = {count: [] for count in folders}
        for _ in range(30):  # By turns, so that both meet the same load.
            for count, where in folders.items():
                command = [sys.executable, "-c", _START, str(where)]
                starts[count].append(median(1, lambda c=command: subprocess.run(c, check=True)))
        for count, where in folders.items():
            print(f"{count} games, {file_of(where).stat().st_size} bytes")
            print(f"  a process that finds the open game  {statistics.median(starts[count]):8.1f}")
            with Store.open(str(where)) as store:
                print(
                    f"  finding it, file open               {median(200, store.newest_open):8.2f}"
                )
                print(f"  one save                            {median(50, saver(store)):8.2f}")
                everything = median(3, lambda: figures.of(store.games()))
                print(f"  all statistics                      {everything:8.1f}")


if __name__ == "__main__":
    main()
