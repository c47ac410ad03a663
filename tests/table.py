"""Positions for tests, written as card strings and read back as such.

Columns are separated by ``|``, each from its bottom card to its last, face-down cards in brackets,
``-`` for an empty column; columns left off at the right are empty. The stock is given next card
first, the waste from its bottom to its top card, the foundations by their top cards::

    table(LEFT_SUIT, "[KD 3H] 9S 8H | - | 4C", stock="2S AD", waste="5C", up="3S AH")
"""

from __future__ import annotations

from leftsuit import notation
from leftsuit.cards import rank, suit
from leftsuit.notation import card_text, move_text, parse_card, parse_move
from leftsuit.position import Position, deal, legal_moves, play, refusal
from leftsuit.rules import Rules
from tests import naive


def cards(text: str) -> tuple[int, ...]:
    """Return the cards of a text such as ``9S TH``."""
    return tuple(map(parse_card, text.split()))


def table(
    rules: Rules, columns: str = "", *, stock: str = "", waste: str = "", up: str = ""
) -> Position:
    """Return the position that the texts describe."""
    piles: list[tuple[int, ...]] = []
    hidden: list[int] = []
    for text in columns.split("|"):
        down, bracket, open_ = text.strip(" -").rpartition("]")
        assert bool(bracket) == down.startswith("["), text
        piles.append(cards(down[1:]) + cards(open_))
        hidden.append(len(cards(down[1:])))
    missing = rules.columns - len(piles)
    assert missing >= 0, columns
    foundations = [0, 0, 0, 0]
    for top in cards(up):
        foundations[suit(top)] = rank(top)
    return Position(
        rules,
        (*piles, *((),) * missing),
        (*hidden, *(0,) * missing),
        cards(stock),
        cards(waste),
        tuple(foundations),
    )


def texts(position: Position) -> set[str]:
    """Return the legal moves as texts."""
    moves = legal_moves(position)
    found = set(map(move_text, moves))
    assert len(found) == len(moves), "a move is listed twice"
    return found


def after(position: Position, moves: str) -> Position:
    """Return the position after moves such as ``D 35 W3``."""
    for text in moves.split():
        position = play(position, parse_move(text))
    return position


def why(position: Position, move: str) -> str | None:
    """Return the sentence with which a move is refused, or None if it is legal."""
    refused = refusal(position, parse_move(move))
    if refused is None:
        return None
    card = "" if refused.card is None else card_text(refused.card)
    on = "" if refused.on is None else card_text(refused.on)
    return refused.why.format(card=card, on=on)


def view(position: Position) -> naive.View:
    """Return a position in the form in which the naive model shows its own."""
    columns = tuple(
        tuple(
            card_text(card).lower() if place < hidden else card_text(card)
            for place, card in enumerate(column)
        )
        for column, hidden in zip(position.columns, position.hidden, strict=True)
    )
    tops = tuple(
        naive.RANKS[height - 1] + letter
        for letter, height in zip(notation.SUIT_LETTERS, position.foundations, strict=True)
        if height
    )
    return (
        columns,
        tuple(map(card_text, position.stock)),
        tuple(map(card_text, position.waste)),
        tops,
    )


def naive_game(rules: Rules, number: int) -> naive.Game:
    """Return a deal as a game of the naive model."""
    opening = deal(rules, number)
    return naive.Game(
        rules.name,
        rules.draw,
        [list(map(card_text, column)) for column in opening.columns],
        list(map(card_text, opening.stock)),
    )
