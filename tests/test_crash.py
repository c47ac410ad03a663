"""Copies that are killed, lose power, or play at the same time: nothing that was saved is lost."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from leftsuit import statistics
from leftsuit.record import WON
from leftsuit.store import Store
from tests.keeping import begun, is_whole, kept, quick_folder

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="needs signals"),
    pytest.mark.slow,
]

KILLS = int(os.environ.get("LEFTSUIT_KILLS", "60"))
POWER_CUTS = int(os.environ.get("LEFTSUIT_POWER_CUTS", "100"))


@pytest.mark.parametrize(("what", "rounds"), [("kill", KILLS), ("power", POWER_CUTS)])
def test_crashes(what: str, rounds: int, tmp_path: Path) -> None:
    """On the disk, not in memory: there most of the time goes by in the middle of a commit."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.crashes", what, str(rounds), "1", str(tmp_path / "games")],
        capture_output=True,
        text=True,
        timeout=60 + 2 * rounds,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.endswith("survived\n")


_PLAYER = """if True:
    import sys, time, random
    from leftsuit.store import Store
    from tests.keeping import begun
    with Store.open(sys.argv[1]) as store:
        found, splits = store.newest_open(), 0
        place = found.place if found else None
        source = random.Random(sys.argv[2])
        print("ready", flush=True)
        sys.stdin.readline()
        for game in range(int(sys.argv[3])):
            for steps in range(found.record.game.at + 1 if found and not game else 1, 118):
                outcome = store.save(place, begun(steps))
                assert outcome.what in ("saved", "split"), (outcome.what, store.why)
                splits += outcome.what == "split"
                place = outcome.place
                time.sleep(source.random() * 0.002)
            place = None
        print(splits)
"""


@pytest.mark.parametrize("resumed", [True, False])
def test_copies_that_play_at_the_same_time(resumed: bool) -> None:
    copies, games = 3, 2
    with quick_folder() as where:
        if resumed:
            with Store.open(str(where)) as store:
                kept(store, begun(30))
        players = [
            subprocess.Popen(
                [sys.executable, "-c", _PLAYER, str(where), str(seed), str(games)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            for seed in range(copies)
        ]
        for player in players:
            assert player.stdout is not None
            assert player.stdout.readline() == "ready\n"
        splits = [int(player.communicate("\n", timeout=100)[0]) for player in players]
        assert [player.returncode for player in players] == [0] * copies
        assert sum(splits) == (copies - 1 if resumed else 0)
        with Store.open(str(where)) as store:
            figures = statistics.of(store.games(), "left-suit", 1).figures[0]
            assert (figures.games, figures.won) == (copies * games, copies * games)
            assert {game.result for game in store.games()} == {WON}
        assert is_whole(where)
