"""What a move seems worth, by what the player can see; and a player who always makes the best one.

It goes by classes of positions, as the solver does (see `solver.classes`), so rearranging the table
counts for nothing and each move is one that cannot be undone: a card turned up, sent up or played
from the waste, or a deal. The worth of a move is a sum over what can be seen of the position
after it, on the scale of the logarithm of the odds to win: face-down cards and how deep they lie,
room, what lies in the waste, how many of the unseen cards could be placed without a loss of room,
and how many heads could. A card about to be turned up or dealt counts as unseen. The weights were
found by trying changes on thousands of deals with numbers from 100,000 up.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from leftsuit.cards import Card, card
from leftsuit.position import Position
from leftsuit.rules import Rules
from leftsuit.solver.classes import HEAD, STOCK_DOWN, STOCK_UP, UP, State, Table, is_won
from leftsuit.solver.levels import CHILD_ON, gains
from leftsuit.values import NamedTuple

DEALING = -1
"""Stands for a deal among the numbers of class moves."""

_SHIFTS = tuple(range(4, 56, 4))
_ALL = (1 << 56) - 16
_COUNT = tuple(number.bit_count() for number in range(16))


class Weights(NamedTuple):
    """How much each thing that can be seen counts."""

    face_down: float
    """Each face-down card."""
    deep: float
    """The square of the number of face-down cards in a column."""
    column: float
    """Each column with face-down cards."""
    room: tuple[float, float, float]
    """The first, second and third column of room."""
    dealing: float
    """A deal, as such."""
    dealt: float
    """Each card dealt."""
    waste: float
    """Each card in the waste."""
    waste_square: float
    """The square of the number of cards in the waste."""
    places: float
    """The share of the unseen cards that could be put on a card without loss of room."""
    tight_places: float
    """The same, added when there is no room."""
    heads: float
    """Each head that could be put on a card without loss of room."""
    tight_heads: float
    """The same, added when there is no room."""
    top_fits: float
    """The top of the waste, if known, could be put on a card without loss of room."""
    top_up: float
    """The top of the waste, if known, can go up."""
    turning: float
    """A card is turned up."""
    up: float
    """A card goes up."""


_DRAW_1 = Weights(
    -0.428, -0.047, 0.351, (1.66, -1.202, 0.671), 0.274, -0.014, -0.128, -0.018,
    -0.146, 1.769, 0.222, -0.057, 0.732, 0.061, 0.533, -0.009,
)  # fmt: skip
_DRAW_3 = Weights(
    -0.231, -0.009, -0.171, (1.734, 1.113, 0.27), 0.215, 0.026, -0.323, -0.005,
    -1.693, 0.848, 0.277, 0.013, 0.444, -0.083, 0.194, -0.002,
)  # fmt: skip


def weights(rules: Rules) -> Weights:
    """Return the weights for a rule set with classes, by its draw."""
    return _DRAW_1 if rules.draw == 1 else _DRAW_3


def hidden_cards(position: Position, seen: Iterable[Card] = ()) -> list[Card]:
    """Return the cards whose place the player does not know, in the order of their numbers.

    These are the face-down cards, the stock, and of the waste what was never its top: where several
    cards are dealt at a time, those under the top are not shown. `seen` are cards of stock and
    waste that have been the top of the waste before; in draw 1 all cards of the waste have.
    """
    known = set(seen)
    if position.rules.draw == 1:
        known.update(position.waste)
    known.update(position.waste[-1:])
    loose = [card for card in position.waste + position.stock if card not in known]
    for cards, down in zip(position.columns, position.hidden, strict=True):
        loose += cards[:down]
    return sorted(loose)


def as_bits(cards: Iterable[Card]) -> int:
    """Return a set of cards in the form that classes use."""
    return sum(16 << card for card in cards)


def seen(positions: Iterable[Position]) -> frozenset[Card]:
    """Return the cards that have been the top of the waste in any of the positions of a game."""
    return frozenset(position.waste[-1] for position in positions if position.waste)


class Judge:
    """Weighs the moves of the classes that follow from one position."""

    def __init__(self, position: Position, counts: Weights | None = None) -> None:
        """Prepare for a position. Only rule sets with classes will do."""
        self.table = Table(position)
        self._blind = Table(position, blind=True)
        self._draw = position.rules.draw
        self._counts = counts or weights(position.rules)
        w = self._counts
        deep = [0.0] + [w.face_down * n + w.deep * n * n + w.column for n in range(1, 53)]
        # By how many lie under the one that is turned up.
        self._turn = [deep[n] - deep[n + 1] + w.turning for n in range(52)]
        first, second, third = w.room
        self._room = [0.0, first, first + second] + [first + second + third] * 60
        on = gains(position.rules.build)[CHILD_ON]
        self._free = [
            sum(1 << suit for suit in range(4) if on[suit][level] == 0) for level in range(256)
        ]
        """For each level, the suits of the cards that could come without loss of room."""

    def options(self, state: State, unseen: int) -> list[tuple[float, int]]:
        """Return what can be done in a class: the worth of each move and its number.

        `unseen` are the cards whose place the player does not know, as bits.
        """
        w, step, cards = self._counts, self._blind.step, self.table.cards
        _, face_up, heads, wanted, stock, dealt, _, _ = state
        found = []
        below = stock & ((1 << dealt) - 1)
        top = below.bit_length() - 1
        waste = below.bit_count()
        burden = w.waste * waste + w.waste_square * waste * waste
        share = 1 / (unseen.bit_count() or 1)
        for kind, those in ((UP, face_up & wanted), (HEAD, heads)):
            todo = those
            while todo:
                bit = todo & -todo
                todo ^= bit
                number = bit.bit_length() - 1
                after = step(state, kind + number)
                if after is not None:
                    worth = burden + self._view(after, unseen, share)
                    worth += self._top(after, top, unseen)
                    if kind != HEAD:
                        worth += w.up
                    if heads & bit:
                        worth += self._turn[self.table.depth[number]]
                    found.append((worth, kind + number))
        if top >= 0:
            fewer = waste - 1
            relief = w.waste * fewer + w.waste_square * fewer * fewer
            following = (below ^ 1 << top).bit_length() - 1
            for move in (STOCK_UP + top, STOCK_DOWN + top):
                up = move < STOCK_DOWN
                if up and not wanted >> cards[top] & 1:
                    continue
                after = step(state, move)
                if after is not None:
                    worth = relief + self._view(after, unseen, share)
                    worth += self._top(after, following, unseen)
                    found.append((worth + w.up if up else worth, move))
        if dealt < len(cards):
            count = min(self._draw, len(cards) - dealt)
            more = waste + count
            worth = w.waste * more + w.waste_square * more * more + self._view(state, unseen, share)
            found.append((worth + w.dealing + w.dealt * count, DEALING))
        return found

    def _view(self, state: State, unseen: int, share: float) -> float:
        """Return what the columns are worth."""
        _, face_up, heads, _, _, _, room, _ = state
        out = face_up ^ heads
        free, count = self._free, _COUNT
        places = movable = 0
        for shift in _SHIFTS:
            loose = unseen >> shift & 15
            over = heads >> shift & 15
            if loose or over:
                suits = free[(out >> shift & 15) | (face_up >> shift & 240)]
                places += count[loose & suits]
                movable += count[over & suits]
        w = self._counts
        worth = w.places * places * share + w.heads * movable
        if room:
            return worth + self._room[room]
        return worth + w.tight_places * places * share + w.tight_heads * movable

    def _top(self, state: State, place: int, unseen: int) -> float:
        """Return what the top of the waste adds."""
        if place < 0:
            return 0
        card = self.table.cards[place]
        if unseen >> card & 1:
            return 0
        _, face_up, heads, wanted, _, _, _, _ = state
        suit = card & 3
        shift = card - suit
        worth = 0.0
        level = ((face_up ^ heads) >> shift & 15) | (face_up >> shift & 240)
        if self._free[level] >> suit & 1:
            worth += self._counts.top_fits
        if wanted >> card & 1:
            worth += self._counts.top_up
        return worth

    def safe(self, state: State) -> int:
        """Return the move that sends up the lowest safe card that can be seen, or -1."""
        _, face_up, _, wanted, stock, dealt, _, _ = state
        lowest = (wanted & -wanted).bit_length() - 1
        safe = wanted & (1 << lowest // 4 * 4 + 8) - 1
        there = safe & face_up
        up = (there & -there).bit_length() - 1
        top = (stock & ((1 << dealt) - 1)).bit_length() - 1
        if top >= 0 and safe >> self.table.cards[top] & 1 and not 0 <= up < self.table.cards[top]:
            return STOCK_UP + top
        return up

    def plays_on(
        self, unseen: int, rng: Random | None = None, noise: float = 0, state: State | None = None
    ) -> bool:
        """Say whether a player who always makes the best move wins from the position.

        `noise` makes the player less sure: the worth of each move is changed by so much, as the
        deviation of a normal distribution. The player sees each card when it is turned up or
        comes to the top of the waste, and not before.
        """
        cards, step = self.table.cards, self.table.step
        state = state or self.table.start
        while not is_won(state):
            move = self.safe(state)
            if move < 0:
                options = self.options(state, unseen)
                if not options:
                    return False
                if rng and noise:
                    options = [(worth + rng.gauss(0, noise), move) for worth, move in options]
                move = max(options)[1]
            if move == DEALING:
                key, face_up, heads, wanted, stock, dealt, room, sets = state
                dealt = min(dealt + self._draw, len(cards))
                state = key, face_up, heads, wanted, stock, dealt, room, sets
            else:
                after = step(state, move)
                # A card that turns up takes no more room than the one that lay on it.
                assert after is not None
                state = after
            unseen &= ~state[1]
            top = (state[4] & ((1 << state[5]) - 1)).bit_length() - 1
            if top >= 0:
                unseen &= ~(1 << cards[top])
        return True


def all_cards(rules: Rules) -> list[Card]:
    """Return every card of a rule set's deck."""
    return [card(rank, suit) for rank in range(1, rules.ranks + 1) for suit in range(4)]
