"""What the classes of difficulty mean: how often other players win a deal of each.

Run by hand: ``python -m tests.bench.difficulty [FIRST LAST [DRAW]]``. The careless player misweighs
moves three times as much as the one by whom the deals are judged; the careful one not at all, he
follows the instant tips.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter, defaultdict

from leftsuit import difficulty, tips
from leftsuit import position as table
from leftsuit import rules as rule_sets
from leftsuit.judgement import Judge, as_bits, hidden_cards, seen
from leftsuit.solver.search import Search
from leftsuit.solver.verdict import WON

TRIES = 4
PLAYERS = ("careless", "careful")


def wins(player: str, opening: table.Position, number: int) -> float:
    """Return the share of games on a deal that a player wins."""
    if player == "careless":
        judge, hidden = Judge(opening), as_bits(hidden_cards(opening))
        luck = random.Random(f"{player} {number}")
        won = sum(judge.plays_on(hidden, luck, 3 * difficulty.NOISE) for _ in range(TRIES))
        return won / TRIES
    position, tops = opening, [opening]
    for _ in range(400):
        tip = tips.instant(position, seen(tops))
        if not tip.moves:
            break
        for move in tip.moves:
            position = table.after(position, move)
            tops.append(position)
    return float(table.is_won(position))


def main() -> None:
    """Print the table."""
    first, last, draw = ([int(word) for word in sys.argv[1:]] + [1, 200, 1][len(sys.argv) - 1 :])[
        :3
    ]
    rules = rule_sets.find("left-suit", draw)
    deals, won, spent = Counter[str](), defaultdict[tuple[str, str], float](float), 0.0
    for number in range(first, last + 1):
        opening = table.deal(rules, number)
        if Search(opening).run(20_000) != WON:
            continue
        start = time.process_time()
        kind = difficulty.classify(rules, number)
        spent += time.process_time() - start
        deals[kind] += 1
        for player in PLAYERS:
            won[kind, player] += wins(player, opening, number)
    print(f"deals {first} to {last}, draw {draw}; {spent / deals.total():.3f} s to judge one")
    for kind in (difficulty.EASY, difficulty.MEDIUM, difficulty.HARD):
        shares = [
            f"{player} wins {won[kind, player] / (deals[kind] or 1):6.1%}" for player in PLAYERS
        ]
        print(f"{kind:7} {deals[kind]:5} deals   {', '.join(shares)}")


if __name__ == "__main__":
    main()
