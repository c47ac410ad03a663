"""Cards and moves as text: the only form in which they are stored.

Cards are ``AS TH 9D KC``. Moves need no position to be read: ``D`` deals from the stock, ``W3``
plays the waste to column 3, ``WF`` to its foundation, ``3F`` sends up the last card of column 3,
``35`` moves one card from column 3 to column 5, ``35x4`` four, and ``H4`` takes a card back from
the heart foundation to column 4.

>>> parse_move("35x4")
Move(source=2, target=4, length=4)
>>> move_text(parse_move("WF"))
'WF'
"""

from __future__ import annotations

from leftsuit.cards import KING, RANK_LETTERS, SUIT_LETTERS, Card, card, rank, suit
from leftsuit.position import DEAL, FOUNDATION, STOCK, WASTE, Move

_COLUMNS = "1234567"
_LENGTHS = {"": 1} | {f"x{length}": length for length in range(2, KING + 1)}


class NotACard(ValueError):
    """The text names no card."""


class NotAMove(ValueError):
    """The text is no move in any position."""


def card_text(card: Card) -> str:
    """Return the two characters that name a card, such as ``TH``."""
    return RANK_LETTERS[rank(card) - 1] + SUIT_LETTERS[suit(card)]


def parse_card(text: str) -> Card:
    """Return the card that a text names. Raises `NotACard`."""
    if len(text) == 2 and text[0] in RANK_LETTERS and text[1] in SUIT_LETTERS:
        return card(RANK_LETTERS.index(text[0]) + 1, SUIT_LETTERS.index(text[1]))
    raise NotACard(text)


def _source(letter: str) -> int:
    if letter == "W":
        return WASTE
    if letter in SUIT_LETTERS:
        return FOUNDATION + SUIT_LETTERS.index(letter)
    return int(letter) - 1


def move_text(move: Move) -> str:
    """Return the text of a move."""
    source, target, length = move
    if source == STOCK:
        return "D"
    if source >= FOUNDATION:
        start = SUIT_LETTERS[source - FOUNDATION]
    else:
        start = "W" if source == WASTE else str(source + 1)
    end = "F" if target == FOUNDATION else str(target + 1)
    return start + end + (f"x{length}" if length > 1 else "")


def parse_move(text: str) -> Move:
    """Return the move that a text stands for, legal or not. Raises `NotAMove`."""
    if text == "D":
        return DEAL
    start, end, rest = text[:1], text[1:2], text[2:]
    if start and start in _COLUMNS + "W" and text[1:] == "F":
        return Move(_source(start), FOUNDATION)
    length = _LENGTHS.get(rest)
    if not (
        start and start in _COLUMNS + "W" + SUIT_LETTERS and end and end in _COLUMNS and length
    ):
        raise NotAMove(text)
    source = _source(start)
    if source == int(end) - 1 or (length > 1 and source >= WASTE):
        raise NotAMove(text)
    return Move(source, int(end) - 1, length)
