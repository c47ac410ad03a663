"""A game that is stopped at any moment: a program that the tests of crashes run.

``python -m tests.crashes kill|power ROUNDS SEED FOLDER`` plays on and on in a child process. Kill
ends it by SIGKILL at a random moment. Power stops it, copies the files as they are, and lets it go
on; the copies are what would be found after a loss of power. After each round what is found must
be the last save that was acknowledged, or the one in hand.
"""

from __future__ import annotations

import os
import random
import select
import shutil
import signal
import struct
import sys
import tempfile
import time
from pathlib import Path

from leftsuit import folder
from leftsuit.store import SAVED, Store
from tests.keeping import begun, is_whole, kept

A_GAME = len(begun(-1).game.steps)
_NUMBER = struct.Struct("I")


def saved(where: Path) -> int:
    """Return how many saves the files hold: one a step, game after game."""
    assert is_whole(where)
    with Store.open(str(where)) as store:
        games = list(store.games())
        assert (store.problem, store.notice) == (None, None)
        assert all(game.readable for game in games)
        assert all(game.moves == A_GAME for game in games[1:])
        if not games:
            return 0
        found = store.newest()
        assert found is not None
        assert found.record.game == begun(games[0].moves).game
        return (len(games) - 1) * A_GAME + games[0].moves


def play(where: Path, number: int, acknowledge: int) -> None:
    """Go on from a number of saves without end."""
    with Store.open(str(where)) as store:
        found = store.newest_open()
        place = found.place if found else None
        while True:
            outcome = store.save(place, begun(number % A_GAME + 1))
            if outcome.what != SAVED:
                os._exit(1)
            place = outcome.place if (number + 1) % A_GAME else None
            number += 1
            os.write(acknowledge, _NUMBER.pack(number))


class Child:
    """The process that plays."""

    def __init__(self, where: Path, number: int) -> None:
        self.reading, writing = os.pipe()
        self.pid = os.fork()
        if not self.pid:
            try:
                play(where, number, writing)
            finally:
                os._exit(1)
        os.close(writing)
        self.last = number
        assert self.acknowledged(10) > number

    def acknowledged(self, patience: float = 0) -> int:
        """Return the last save that is known to have been made."""
        while select.select([self.reading], [], [], patience)[0]:
            data = os.read(self.reading, _NUMBER.size * 1000)
            if not data:
                break
            self.last = _NUMBER.unpack(data[-_NUMBER.size :])[0]
            patience = 0
        return self.last

    def kill(self) -> int:
        os.kill(self.pid, signal.SIGKILL)
        assert os.waitpid(self.pid, 0)[1] == signal.SIGKILL
        last = self.acknowledged()
        os.close(self.reading)
        return last


def kill(rounds: int, source: random.Random, where: Path) -> None:
    number = 0
    for _ in range(rounds):
        child = Child(where, number)
        time.sleep(source.random() * 0.02)
        acknowledged = child.kill()
        number = saved(where)
        assert acknowledged <= number <= acknowledged + 1, (acknowledged, number)


def power(rounds: int, source: random.Random, where: Path) -> None:
    child, in_commit = Child(where, 0), 0
    try:
        for _ in range(rounds):
            time.sleep(source.random() * 0.02)
            os.kill(child.pid, signal.SIGSTOP)
            os.waitpid(child.pid, os.WUNTRACED)
            acknowledged = child.acknowledged()
            with tempfile.TemporaryDirectory(dir=where.parent) as copy:
                for file in where.iterdir():
                    shutil.copy(file, copy)
                in_commit += len(os.listdir(copy)) > 1
                number = saved(Path(copy))
                with Store.open(copy) as store:
                    kept(store, begun(1))
                assert os.listdir(copy) == [folder.FILE_NAME]
            os.kill(child.pid, signal.SIGCONT)
            assert acknowledged <= number <= acknowledged + 1, (acknowledged, number)
    finally:
        child.kill()
    print(f"{in_commit} of {rounds} in the middle of a commit")


if __name__ == "__main__":
    what, count, seed, path = sys.argv[1:]
    {"kill": kill, "power": power}[what](int(count), random.Random(int(seed)), Path(path))
    print("survived")
