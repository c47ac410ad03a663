"""Cards: 52 small integers, in an order that groups the four cards of each rank.

A card is ``4 * (rank - 1) + suit``: rank 1 (ace) to 13 (king), suit 0 to 3 in the order in which
the foundations stand on the table. Bits of a card set therefore fall into nibbles, one a rank.
"""

from __future__ import annotations

from leftsuit.values import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TypeAlias

Card: TypeAlias = int
"""A card, 0 to 51."""

SPADES, HEARTS, DIAMONDS, CLUBS = range(4)
SUITS = (SPADES, HEARTS, DIAMONDS, CLUBS)
ACE, JACK, QUEEN, KING = 1, 11, 12, 13
RANK_LETTERS = "A23456789TJQK"
SUIT_LETTERS = "SHDC"


def card(rank: int, suit: int) -> Card:
    """Return the card of that rank (1 to 13) and suit (0 to 3)."""
    return 4 * (rank - 1) + suit


def rank(card: Card) -> int:
    """Return the rank of a card, 1 (ace) to 13 (king)."""
    return (card >> 2) + 1


def suit(card: Card) -> int:
    """Return the suit of a card, an index into `SUITS`."""
    return card & 3


def is_red(suit: int) -> bool:
    """Say whether a suit is hearts or diamonds."""
    return suit in (HEARTS, DIAMONDS)
