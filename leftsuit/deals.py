"""Deal numbers: which cards a number stands for.

Deal N is PySolFC's game N, so that players can compare: the Microsoft generator below 32,000, the
Mersenne Twister from there on. Only `random()` is drawn from the twister: Python promises that
sequence for every release, which it does not for `shuffle()`.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from leftsuit.cards import CLUBS, DIAMONDS, HEARTS, KING, SPADES, Card, card
from leftsuit.i18n import _

FIRST, LAST = 1, 10**20 - 1
"""The lowest and the highest deal number."""
TWISTER = 32_000
"""The first number that the Mersenne Twister deals."""


class BadDealNumber(ValueError):
    """The text or number given is no deal number. The text of the error is for the player."""

    def __init__(self) -> None:
        super().__init__(_("deals go from {first} to {last}").format(first=FIRST, last=LAST))


def parse(text: str) -> int:
    """Return the deal number that a text names.

    Only plain ASCII digits count, with blanks around them. Raises `BadDealNumber` for all else.
    """
    digits = text.strip(" \t\n")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= len(str(LAST))):
        raise BadDealNumber
    return check(int(digits))


def check(number: int) -> int:
    """Return the number if deals have it. Raises `BadDealNumber` otherwise."""
    if not FIRST <= number <= LAST:
        raise BadDealNumber
    return number


def pick() -> int:
    """Return the number of a random deal: five or six digits, so that it can be told by voice."""
    return random.SystemRandom().randint(TWISTER, 999_999)


def _microsoft(number: int) -> Callable[[int], int]:
    state = number

    def below(limit: int) -> int:
        nonlocal state
        state = (214013 * state + 2531011) % 2**33
        return (state >> 16 & 0x7FFF) % limit

    return below


def _twister(number: int) -> Callable[[int], int]:
    source = random.Random(number)
    return lambda limit: int(source.random() * limit)


def shuffled(number: int) -> list[Card]:
    """Return the 52 cards of a deal; they are dealt from the end of the list.

    Raises `BadDealNumber`.
    """
    if check(number) < TWISTER:
        suits = (CLUBS, DIAMONDS, HEARTS, SPADES)
        cards = [card(rank, suit) for rank in range(1, KING + 1) for suit in suits]
        below = _microsoft(number)
    else:
        suits = (CLUBS, SPADES, HEARTS, DIAMONDS)
        cards = [card(rank, suit) for suit in suits for rank in range(1, KING + 1)]
        below = _twister(number)
    for n in range(51, 0, -1):
        j = below(n + 1)
        cards[n], cards[j] = cards[j], cards[n]
    return cards
