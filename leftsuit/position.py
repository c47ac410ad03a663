"""Positions and moves: what lies where, what may be done, and what comes of it.

A position is an immutable value; `play` makes a new one. Piles have numbers that do not depend on
where they are drawn: the columns length from 0, the others are named below.
"""

from __future__ import annotations

from leftsuit import deals
from leftsuit.cards import SUITS, Card, card, rank, suit
from leftsuit.i18n import N_
from leftsuit.rules import ACCEPTED, Rules, opens_column
from leftsuit.values import NamedTuple

WASTE, STOCK, FOUNDATION = 7, 8, 9
"""Pile numbers. `FOUNDATION` as a target is the foundation of the card's own suit; as a source
`FOUNDATION + suit` says whose card comes back."""


class Move(NamedTuple):
    """One move: `length` cards from the end of a pile to another pile."""

    source: int
    target: int
    length: int = 1


DEAL = Move(STOCK, WASTE)
"""Deal from the stock; where the rules allow it and the stock is empty, turn the waste over."""

_UP = tuple(Move(source, FOUNDATION) for source in range(WASTE + 1))


class Position(NamedTuple):
    """Where every card lies."""

    rules: Rules
    columns: tuple[tuple[Card, ...], ...]
    """Each column from its bottom card to its last, the one that can be played."""
    hidden: tuple[int, ...]
    """How many cards of each column, from the bottom, lie face down."""
    stock: tuple[Card, ...]
    """The stock in dealing order, next card first."""
    waste: tuple[Card, ...]
    """The waste from the bottom to its top card, the one that can be played."""
    foundations: tuple[int, ...]
    """The rank of the top card of each suit's foundation, 0 where it is empty."""


# Why a move is refused. These are sentences of the interface too: {card} is the card that was to
# move, {on} the card it was to be put on.
NO_SUCH_PILE = N_("there is no such pile")
NOTHING_THERE = N_("there is no card there")
FACE_DOWN = N_("not so many cards are face up there")
SAME_PLACE = N_("it lies there already")
WHOLE_COLUMN = N_("moving a whole column into an empty one changes nothing")
ONE_AT_A_TIME = N_("only one card at a time goes there")
DOES_NOT_FIT = N_("{card} does not fit on {on}")
KINGS_ONLY = N_("an empty column takes only a king")
NOT_ITS_TURN = N_("{card} cannot go up yet")
ONLY_ACES = N_("an empty foundation takes only an ace")
PASS_IS_OVER = N_("the pass through the stock is over")
NOTHING_TO_DEAL = N_("there is nothing left to deal")
NO_TAKING_BACK = N_("a card that went up stays up")


class Refusal(NamedTuple):
    """Why a move cannot be made: a sentence with blanks, and the cards to fill them."""

    why: str
    card: Card | None = None
    on: Card | None = None


class IllegalMove(ValueError):
    """The move is not legal in this position; `refusal` says why."""

    def __init__(self, move: Move, refusal: Refusal) -> None:
        super().__init__(move, refusal)
        self.move = move
        self.refusal = refusal


def deal(rules: Rules, number: int) -> Position:
    """Return the opening position of a deal. Raises `deals.BadDealNumber`.

    The cards come from the end of the shuffled list: the face-down rows from the last column to
    the first, then one open card a column in the same order; the rest is the stock.
    """
    cards = deals.shuffled(number)
    columns: list[list[Card]] = [[] for _ in range(rules.columns)]
    for row in range(1, rules.columns + 1):
        lowest = row if row < rules.columns else 0
        for column in range(rules.columns - 1, lowest - 1, -1):
            columns[column].append(cards.pop())
    return Position(
        rules,
        tuple(map(tuple, columns)),
        tuple(range(rules.columns)),
        tuple(reversed(cards)),
        (),
        (0, 0, 0, 0),
    )


def is_won(position: Position) -> bool:
    """Say whether every card is on its foundation."""
    return min(position.foundations) == position.rules.ranks


def run_length(position: Position, column: int) -> int:
    """Return how many cards of a column lie face up; they always form one run."""
    return len(position.columns[column]) - position.hidden[column]


def source_card(position: Position, move: Move) -> Card:
    """Return the card that would lie on the target after a legal move: the run's first card."""
    source, _, length = move
    if source < WASTE:
        return position.columns[source][-length]
    if source == WASTE:
        return position.waste[-1]
    if source == STOCK:
        return position.stock[0]
    return card(position.foundations[source - FOUNDATION], source - FOUNDATION)


def legal_moves(position: Position) -> list[Move]:
    """Return every legal move, in a fixed order: up, between columns, from the waste, back
    from a foundation, and the deal last."""
    rules, columns, _, stock, waste, foundations = position
    ends = [column[-1] if column else -1 for column in columns]
    moves = [
        _UP[source]
        for source, end in enumerate(ends)
        if end >= 0 and foundations[end & 3] == end >> 2
    ]
    if waste and foundations[waste[-1] & 3] == waste[-1] >> 2:
        moves.append(_UP[WASTE])
    moves += _runs(position, ends)
    if waste:
        moves += [Move(WASTE, target) for target in _takers(rules, ends, waste[-1])]
    if rules.take_back:
        for s in SUITS:
            if foundations[s]:
                takers = _takers(rules, ends, card(foundations[s], s))
                moves += [Move(FOUNDATION + s, target) for target in takers]
    if stock or (rules.redeal and waste):
        moves.append(DEAL)
    return moves


def _runs(position: Position, ends: list[int]) -> list[Move]:
    """Return the legal moves from column to column."""
    rules, columns, hidden, _, _, _ = position
    accepted = ACCEPTED[rules.build]
    moves = []
    for source, last in enumerate(ends):
        if last < 0:
            continue
        cards = columns[source]
        face_up = len(cards) - hidden[source]
        for target, end in enumerate(ends):
            if target == source:
                continue
            if end >= 0:
                # Ranks in a run go down by one, so the target settles which card could move.
                length = (end >> 2) - (last >> 2)
                if 0 < length <= face_up and accepted[end] >> cards[-length] & 1:
                    moves.append(Move(source, target, length))
            else:
                moves += [
                    Move(source, target, length)
                    for length in range(1, face_up + 1)
                    if length < len(cards) and opens_column(rules, cards[-length])
                ]
    return moves


def _takers(rules: Rules, ends: list[int], card: Card) -> list[int]:
    """Return the columns that take a single card."""
    accepted = ACCEPTED[rules.build]
    opens = opens_column(rules, card)
    return [
        column
        for column, end in enumerate(ends)
        if (accepted[end] >> card & 1 if end >= 0 else opens)
    ]


def refusal(position: Position, move: Move) -> Refusal | None:  # noqa: PLR0911, PLR0912
    """Say why a move cannot be made here, or return None if it is legal."""
    source, target, length = move
    rules, columns, hidden, stock, waste, foundations = position
    if source == STOCK:
        if target != WASTE or length != 1:
            return Refusal(NO_SUCH_PILE)
        if stock or (rules.redeal and waste):
            return None
        return Refusal(NOTHING_TO_DEAL if rules.redeal else PASS_IS_OVER)
    if 0 <= source < len(columns):
        cards = columns[source]
        if not cards:
            return Refusal(NOTHING_THERE)
        if not 0 < length <= len(cards) - hidden[source]:
            return Refusal(FACE_DOWN)
        moving = cards[-length]
    elif length != 1:
        return Refusal(ONE_AT_A_TIME)
    elif source == WASTE:
        if not waste:
            return Refusal(NOTHING_THERE)
        moving = waste[-1]
    elif FOUNDATION <= source <= FOUNDATION + SUITS[-1]:
        if not rules.take_back:
            return Refusal(NO_TAKING_BACK)
        if not foundations[source - FOUNDATION]:
            return Refusal(NOTHING_THERE)
        moving = card(foundations[source - FOUNDATION], source - FOUNDATION)
    else:
        return Refusal(NO_SUCH_PILE)
    if source == target:
        return Refusal(SAME_PLACE, moving)
    if target == FOUNDATION:
        if source >= FOUNDATION:
            return Refusal(SAME_PLACE, moving)
        if length != 1:
            return Refusal(ONE_AT_A_TIME)
        if foundations[moving & 3] == moving >> 2:
            return None
        return Refusal(NOT_ITS_TURN if foundations[moving & 3] else ONLY_ACES, moving)
    if not 0 <= target < len(columns):
        return Refusal(NO_SUCH_PILE, moving)
    if columns[target]:
        on = columns[target][-1]
        if ACCEPTED[rules.build][on] >> moving & 1:
            return None
        return Refusal(DOES_NOT_FIT, moving, on)
    if not opens_column(rules, moving):
        return Refusal(KINGS_ONLY, moving)
    if source < WASTE and length == len(columns[source]):
        return Refusal(WHOLE_COLUMN, moving)
    return None


def play(position: Position, move: Move) -> Position:
    """Return the position after a move. Raises `IllegalMove`, with the reason.

    A column whose last face-up card leaves turns up the next one as part of the move.
    """
    refused = refusal(position, move)
    if refused is not None:
        raise IllegalMove(move, refused)
    return after(position, move)


def after(position: Position, move: Move) -> Position:
    """Return the position after a move that is known to be legal; nothing is checked."""
    source, target, length = move
    rules, columns, hidden, stock, waste, foundations = position
    if source == STOCK:
        if stock:
            draw = rules.draw
            return Position(rules, columns, hidden, stock[draw:], waste + stock[:draw], foundations)
        return Position(rules, columns, hidden, waste, (), foundations)
    piles = list(columns)
    if source < WASTE:
        cards = piles[source]
        moving = cards[-length:]
        rest = piles[source] = cards[:-length]
        if rest and len(rest) == hidden[source]:
            turned = list(hidden)
            turned[source] -= 1
            hidden = tuple(turned)
    elif source == WASTE:
        moving = waste[-1:]
        waste = waste[:-1]
    else:
        s = source - FOUNDATION
        moving = (card(foundations[s], s),)
        foundations = (*foundations[:s], foundations[s] - 1, *foundations[s + 1 :])
    if target == FOUNDATION:
        s = suit(moving[0])
        foundations = (*foundations[:s], rank(moving[0]), *foundations[s + 1 :])
    else:
        piles[target] += moving
    return Position(rules, tuple(piles), hidden, stock, waste, foundations)
