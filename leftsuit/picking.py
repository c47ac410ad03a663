"""Random deals: any, or only such as are wanted."""

from __future__ import annotations

from leftsuit import deals
from leftsuit.rules import Rules

ANY, WINNABLE, EASY, HARD = "any", "winnable", "easy", "hard"

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
    from leftsuit import difficulty  # noqa: PLC0415 (slow to load, seldom wanted)

    for _ in range(MOST_TRIES):
        number = deals.pick()
        if not difficulty.can_be_won(rules, number):
            continue
        if wanted == WINNABLE or difficulty.classify(rules, number) == wanted:
            return number
    raise NoneFound
