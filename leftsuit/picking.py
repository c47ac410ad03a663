"""Random deals: any, or only such as are wanted."""

from __future__ import annotations

from leftsuit import deals
from leftsuit.rules import Rules

ANY, WINNABLE, EASY, HARD = "any", "winnable", "easy", "hard"

_NODES = 20_000
"""How far a deal is searched before another one is tried: a fraction of a second."""
MOST_TRIES = 200


class NoneFound(Exception):
    """Of many deals none could be proved to be as wanted."""


def pick(rules: Rules, wanted: str = ANY) -> int:
    """Return the number of a random deal. Raises `NoneFound`.

    `WINNABLE` deals are those that the solver proves to have a win; `EASY` and `HARD` ones are of
    these and of that difficulty.
    """
    if wanted == ANY:
        return deals.pick()
    # Slow to load, and seldom wanted.
    from leftsuit import difficulty  # noqa: PLC0415
    from leftsuit import position as table  # noqa: PLC0415
    from leftsuit.solver.search import Search  # noqa: PLC0415
    from leftsuit.solver.verdict import WON  # noqa: PLC0415

    for _ in range(MOST_TRIES):
        number = deals.pick()
        if Search(table.deal(rules, number)).run(_NODES) != WON:
            continue
        if wanted == WINNABLE or difficulty.classify(rules, number) == wanted:
            return number
    raise NoneFound
