"""How long a key waits while the game thinks. Run by hand: ``python -m tests.bench.thinking``.

First every question that the screen can ask is worked on in the pieces in which the screen does it,
at positions of games played at random, and the longest piece of each kind is printed: CPU time of
one process. Then a game in a real terminal gets keys with the verdict off and on, on a deal whose
proof takes long, and the time from a key to the first byte of the answer is printed: wall clock, so
the machine should have nothing else to do.
"""

from __future__ import annotations

import random
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from leftsuit import position as table
from leftsuit import rules
from leftsuit.judgement import seen
from leftsuit.questions import (
    CanBeWon,
    KeepsTheWin,
    Ponder,
    Question,
    WhereLost,
    WinningLine,
)
from leftsuit.session import Session
from leftsuit.thinking import Thinker
from tests.games import random_game
from tests.terminal import Terminal

SLICE = 0.02
"""Seconds of thought between two looks for a key, as in the screen."""
LONGEST = 5.0
"""Seconds after which a question is given up here."""
GAMES = 40
SLOW = (("1", "33390"), ("3", "41"))
"""Draw and number of deals that are lost."""
KEYS = 60


def questions(game: Session) -> Iterator[Question]:
    """Yield what can be asked about a game."""
    position = game.position
    yield CanBeWon(position)
    yield KeepsTheWin(position, tuple(table.legal_moves(position)))
    yield WinningLine(position)
    yield WhereLost(game)
    yield Ponder(position, seen([game.start, *(step.after for step in game.steps[: game.at])]))


def pieces() -> None:
    """Print the longest pieces of thought."""
    source = random.Random(1)
    for rule_set in rules.ALL_RULES:
        times = defaultdict[str, list[float]](list)
        for deal in range(1, GAMES + 1):
            game = random_game(rule_set, deal, source.randrange(60), source)
            for question in questions(game):
                thinker, spent = Thinker(), 0.0
                thinker.ask(question)
                answer = None
                while answer is None and spent < LONGEST:
                    start = time.process_time()
                    answer = thinker.work(SLICE)
                    times[type(question).__name__].append(time.process_time() - start)
                    spent += times[type(question).__name__][-1]
                thinker.ask(None)
        for kind, found in times.items():
            found.sort()
            print(
                f"{rule_set.name} {rule_set.draw} {kind:12} {len(found):6} pieces,"
                f" 99 % {1000 * found[len(found) * 99 // 100]:5.1f} ms,"
                f" longest {1000 * found[-1]:5.1f} ms"
            )
            sys.stdout.flush()


def answers(terminal: Terminal, keys: int) -> list[float]:
    """Return how long each of so many keys took to be answered, in milliseconds."""
    found = []
    source = random.Random(2)
    for number in range(keys):
        # Not always at the same moment of a piece.
        until = time.monotonic() + 0.05 + 0.05 * source.random()
        while time.monotonic() < until:
            terminal.read(0.005)
        start, before = time.monotonic(), len(terminal.raw)
        terminal.send(b"\x1b[C" if number % 2 else b"\x1b[D")
        # Sending reads too.
        terminal.wait_for(lambda seen=before: len(terminal.raw) > seen)
        found.append(1000 * (time.monotonic() - start))
    return found


def in_a_terminal() -> None:
    """Print how long keys wait with and without the verdict."""
    for draw, deal in SLOW:
        for on in (False, True):
            found = []
            for start in range(0, KEYS, 10):
                with tempfile.TemporaryDirectory() as home:
                    arguments = ("--deal", deal, "--draw", draw, "--no-animation")
                    with Terminal(Path(home), *arguments) as terminal:
                        terminal.wait_for("Press ?")
                        if on:
                            terminal.send(b"v")
                            terminal.wait_for("shown below")
                        found += answers(terminal, min(10, KEYS - start))
            print(
                f"deal {deal}, draw {draw}, verdict {'on' if on else 'off'}: {len(found)} keys,"
                f" median {statistics.median(found):.1f} ms, longest {max(found):.1f} ms"
            )
            sys.stdout.flush()


if __name__ == "__main__":
    pieces()
    in_a_terminal()
