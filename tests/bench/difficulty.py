"""What the classes of difficulty mean: how often other players win a deal of each.

Run by hand: ``python -m tests.bench.difficulty [FIRST LAST [DRAW]]``. The careless player lets luck
count three times as much as those by whom the deals are judged, the wild one nine times.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter

from leftsuit import difficulty
from leftsuit import position as table
from leftsuit import rules as rule_sets

TRIES = 4
PLAYERS = {"careless": 3 * difficulty.LUCK, "wild": 9 * difficulty.LUCK}


def main() -> None:
    """Print the table."""
    first, last, draw = ([int(word) for word in sys.argv[1:]] + [1, 200, 1][len(sys.argv) - 1 :])[
        :3
    ]
    rules = rule_sets.find("left-suit", draw)
    deals, won, spent = Counter[str](), Counter[tuple[str, str]](), 0.0
    for number in range(first, last + 1):
        if not difficulty.can_be_won(rules, number):
            continue
        start = time.process_time()
        kind = difficulty.classify(rules, number)
        spent += time.process_time() - start
        deals[kind] += 1
        opening = table.deal(rules, number)
        for player, share in PLAYERS.items():
            for n in range(TRIES):
                luck = random.Random(f"{player} {number} {n}")
                won[kind, player] += difficulty.plays_to_win(opening, luck, share)
    print(f"deals {first} to {last}, draw {draw}; {spent / deals.total():.3f} s to judge one")
    for kind in (difficulty.EASY, difficulty.MEDIUM, difficulty.HARD):
        shares = [
            f"{player} wins {won[kind, player] / (TRIES * deals[kind] or 1):6.1%}"
            for player in PLAYERS
        ]
        print(f"{kind:7} {deals[kind]:5} deals   {', '.join(shares)}")


if __name__ == "__main__":
    main()
