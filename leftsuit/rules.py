"""The rule sets, as data. Nothing outside this file asks which game is being played.

>>> from leftsuit.cards import DIAMONDS, HEARTS, SPADES
>>> fits(LEFT_SUIT, card(4, SPADES), card(5, HEARTS))
True
>>> fits(LEFT_SUIT, card(4, HEARTS), card(5, HEARTS))
False
>>> fits(KLONDIKE, card(4, DIAMONDS), card(5, HEARTS))
False
"""

from __future__ import annotations

from leftsuit.cards import KING, Card, card, is_red, rank, suit
from leftsuit.values import NamedTuple

ANY_OTHER_SUIT, OTHER_COLOUR = 0, 1
"""How columns are built: one rank down in any other suit, or in the other colour."""


class Rules(NamedTuple):
    """One rule set.

    `columns` and `ranks` are 7 and 13 in every game that is dealt; smaller tables exist so that
    they can be searched to the end.
    """

    name: str
    draw: int
    """How many cards one deal turns from the stock to the waste."""
    redeal: bool
    """Whether an empty stock may be refilled by turning the waste over, without limit."""
    build: int
    """`ANY_OTHER_SUIT` or `OTHER_COLOUR`."""
    kings_only: bool
    """Whether an empty column takes only a card of the highest rank (and what lies on it)."""
    take_back: bool
    """Whether the top card of a foundation may go back to a column."""
    columns: int = 7
    ranks: int = KING


LEFT_SUIT = Rules("left-suit", 1, False, ANY_OTHER_SUIT, False, False)
LEFT_SUIT_DRAW_3 = LEFT_SUIT._replace(draw=3)
KLONDIKE = Rules("klondike", 1, True, OTHER_COLOUR, True, True)
KLONDIKE_DRAW_3 = KLONDIKE._replace(draw=3)

ALL_RULES = (LEFT_SUIT, LEFT_SUIT_DRAW_3, KLONDIKE, KLONDIKE_DRAW_3)
NAMES = ("left-suit", "klondike")
DRAWS = (1, 3)


def find(name: str, draw: int) -> Rules:
    """Return the rule set of that name and draw. Raises `KeyError` if there is none."""
    for rules in ALL_RULES:
        if rules.name == name and rules.draw == draw:
            return rules
    raise KeyError((name, draw))


def _accepted(build: int, on: Card) -> int:
    """Return, as bits, the cards that may be put on the card `on` in a column."""
    below = rank(on) - 1
    if build == OTHER_COLOUR:
        suits = [s for s in range(4) if is_red(s) != is_red(suit(on))]
    else:
        suits = [s for s in range(4) if s != suit(on)]
    return sum(1 << card(below, s) for s in suits) if below else 0


ACCEPTED = tuple(
    tuple(_accepted(build, on) for on in range(52)) for build in (ANY_OTHER_SUIT, OTHER_COLOUR)
)
"""`ACCEPTED[build][on]` has bit `card` set where the card may be put on the card `on`."""


def fits(rules: Rules, card: Card, on: Card) -> bool:
    """Say whether a card may be put on another in a column."""
    return bool(ACCEPTED[rules.build][on] >> card & 1)


def opens_column(rules: Rules, card: Card) -> bool:
    """Say whether an empty column takes this card."""
    return not rules.kings_only or rank(card) == rules.ranks
