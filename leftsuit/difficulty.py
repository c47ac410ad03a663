"""How hard a deal is, judged by players that see no more than a person does.

A number of players play the deal to its end. Each follows the judgement behind the tips, but not
blindly: to the worth of every way to go on it adds a draw of its own luck, so that the players part
where the choice is close. The more of them win, the easier the deal. The luck follows from the deal
number, so a deal is always as hard as it was.
"""

from __future__ import annotations

from math import log
from random import Random

from leftsuit import position as table
from leftsuit.judgement import seen
from leftsuit.position import Position
from leftsuit.rules import Rules
from leftsuit.solver.search import Search
from leftsuit.solver.verdict import WON
from leftsuit.tips import ways

EASY, MEDIUM, HARD = "easy", "medium", "hard"
PLAYERS = 6
"""How many players try a deal."""
LUCK = 1.0
"""How much luck counts beside judgement, in points of the latter."""
_MOST_STEPS = 400
_NODES = 20_000


def wins(rules: Rules, deal: int, players: int = PLAYERS) -> int:
    """Return how many of so many players win a deal. Raises `deals.BadDealNumber`."""
    start = table.deal(rules, deal)
    return sum(plays_to_win(start, Random(f"{deal} {n}"), LUCK) for n in range(players))


def plays_to_win(position: Position, luck: Random, share: float) -> bool:
    """Say whether a player wins from a position; `share` is how much luck counts."""
    tops: frozenset[int] = frozenset()
    for _ in range(_MOST_STEPS):
        if table.is_won(position):
            return True
        tops |= seen([position])
        choices = ways(position, tops)
        if not choices:
            return False
        # Noise of this shape (Gumbel's) makes close choices likely to go either way.
        _, moves = max(
            (worth - share * log(-log(luck.random() or 0.5)), moves) for worth, moves in choices
        )
        for move in moves:
            position = table.after(position, move)
    return False


def classify(rules: Rules, deal: int) -> str:
    """Return `EASY`, `MEDIUM` or `HARD`: whether nearly all players win, some, or hardly any."""
    won = wins(rules, deal)
    if won >= PLAYERS - 1:
        return EASY
    return HARD if won <= 1 else MEDIUM


def can_be_won(rules: Rules, deal: int) -> bool:
    """Say whether a deal is proved to have a win, by a search of a fraction of a second."""
    return Search(table.deal(rules, deal)).run(_NODES) == WON
