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
from functools import lru_cache
from random import Random

from leftsuit.cards import SUITS, Card
from leftsuit.position import Position
from leftsuit.rules import Rules
from leftsuit.solver.classes import HEAD, STOCK_DOWN, STOCK_UP, UP, State, Table, is_won
from leftsuit.solver.levels import CHILD_ON, gains
from leftsuit.values import NamedTuple

DEALING = -1
"""Stands for a deal among the numbers of class moves."""

_SHIFTS = tuple(range(0, 56, 4))
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


@lru_cache(maxsize=2)
def _free_places(build: int) -> tuple[int, ...]:
    """Return for each level the suits of the cards that could come without loss of room."""
    on = gains(build)[CHILD_ON]
    return tuple(sum(1 << suit for suit in SUITS if on[suit][level] == 0) for level in range(256))


def safe_move(table: Table, state: State) -> int:
    """Return the move that sends up the lowest safe card that can be seen, or -1."""
    _, face_up, _, wanted, stock, dealt, _, _ = state
    lowest = (wanted & -wanted).bit_length() - 1
    safe = wanted & (1 << lowest // 4 * 4 + 8) - 1
    there = safe & face_up
    up = (there & -there).bit_length() - 1
    top = (stock & ((1 << dealt) - 1)).bit_length() - 1
    if top >= 0 and safe >> table.cards[top] & 1 and not 0 <= up < table.cards[top]:
        return STOCK_UP + top
    return up


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
        self._gains = gains(position.rules.build)
        self._free = _free_places(position.rules.build)

    def options(self, state: State, unseen: int) -> list[tuple[float, int]]:  # noqa: PLR0915
        """Return what can be done in a class: the worth of each move and its number.

        `unseen` are the cards whose place the player does not know, as bits.
        """
        w, cards, free, count, rooms = (
            self._counts,
            self.table.cards,
            self._free,
            _COUNT,
            self._room,
        )
        child_on, _, child_goes, parent_comes, parent_goes = self._gains
        _, face_up, heads, wanted, stock, dealt, room, _ = state
        out = face_up ^ heads
        below = stock & ((1 << dealt) - 1)
        top = below.bit_length() - 1
        waste = below.bit_count()
        # For each level: its number, the unseen cards and the heads that belong there, and how
        # many of both could be put on a card without loss of room.
        levels = [(out >> shift & 15) | (face_up >> shift & 240) for shift in _SHIFTS]
        loose = [unseen >> shift & 15 for shift in _SHIFTS]
        over = [heads >> shift & 15 for shift in _SHIFTS]
        place = [count[n & free[level]] for n, level in zip(loose, levels, strict=True)]
        movable = [count[n & free[level]] for n, level in zip(over, levels, strict=True)]
        places, movables = sum(place), sum(movable)
        share = 1 / (unseen.bit_count() or 1)
        found: list[tuple[float, int]] = []

        def add(  # noqa: PLR0913, PLR0917 (called once for each kind of move)
            move: int, worth: float, room: int, at: int, own: int, under: int, heads: int, top: int
        ) -> None:
            """Weigh a move that leaves so much room, makes the level `at` and the one under it
            into `own` and `under`, leaves `heads` of the first, and bares that place of the waste.
            """
            below = at - 1
            suits = free[own]
            fit = places + count[loose[at] & suits] - place[at]
            moves = movables + count[heads & suits] - movable[at]
            suits = free[under]
            fit += count[loose[below] & suits] - place[below]
            moves += count[over[below] & suits] - movable[below]
            worth += w.places * fit * share + w.heads * moves
            worth += rooms[room] if room else w.tight_places * fit * share + w.tight_heads * moves
            if top >= 0 and not unseen >> cards[top] & 1:
                rank, suit = cards[top] >> 2, cards[top] & 3
                level = own if rank == at else under if rank == below else levels[rank]
                if free[level] >> suit & 1:
                    worth += w.top_fits
                if wanted >> cards[top] & 1 or (move & 64 == 0 and last + 4 == cards[top]):
                    worth += w.top_up
            found.append((worth, move))

        def possible(room_after: int, move: int) -> bool:
            # With room a move needs only that much; without, it depends on the islands.
            if room:
                return room_after >= 0
            return room_after >= 0 and self._blind.step(state, move) is not None

        burden = w.waste * waste + w.waste_square * waste * waste
        todo = face_up & wanted
        while todo:
            bit = todo & -todo
            todo ^= bit
            last = bit.bit_length() - 1
            at, suit = last >> 2, last & 3
            under = levels[at - 1]
            after = room + parent_goes[suit][under]
            if heads & bit:
                if possible(after, UP + last):
                    worth = burden + w.up + self._turn[self.table.depth[last]]
                    rest = over[at] ^ 1 << suit
                    add(UP + last, worth, after, at, levels[at], under & ~(16 << suit), rest, top)
                continue
            if after >= 0:
                after += child_goes[suit][levels[at]]
                if possible(after, UP + last):
                    own = levels[at] & ~(1 << suit)
                    under &= ~(16 << suit)
                    add(UP + last, burden + w.up, after, at, own, under, over[at], top)
        todo = heads
        while todo:
            bit = todo & -todo
            todo ^= bit
            last = bit.bit_length() - 1
            at, suit = last >> 2, last & 3
            after = room + child_on[suit][levels[at]]
            if possible(after, HEAD + last):
                worth = burden + self._turn[self.table.depth[last]]
                rest = over[at] ^ 1 << suit
                own = levels[at] | 1 << suit
                add(HEAD + last, worth, after, at, own, levels[at - 1], rest, top)
        if top >= 0:
            fewer = waste - 1
            relief = w.waste * fewer + w.waste_square * fewer * fewer
            following = (below ^ 1 << top).bit_length() - 1
            last = cards[top]
            at, suit = last >> 2, last & 3
            under = levels[at - 1]
            if wanted >> last & 1:
                worth = relief + w.up
                add(STOCK_UP + top, worth, room, at, levels[at], under, over[at], following)
            after = room + child_on[suit][levels[at]]
            if possible(after, STOCK_DOWN + top):
                after += parent_comes[suit][under]
                own = levels[at] | 1 << suit
                under |= 16 << suit
                add(STOCK_DOWN + top, relief, after, at, own, under, over[at], following)
        if dealt < len(cards):
            number = min(self._draw, len(cards) - dealt)
            more = waste + number
            worth = w.waste * more + w.waste_square * more * more + w.dealing + w.dealt * number
            add(DEALING, worth, room, 1, levels[1], levels[0], over[1], -1)
        return found

    def plays_on(
        self, unseen: int, rng: Random | None = None, noise: float = 0, state: State | None = None
    ) -> bool:
        """Say whether a player who always makes the best move wins from the position.

        `noise` makes the player less sure: the worth of each move is changed by so much, as the
        deviation of a normal distribution. The player sees each card when it is turned up or
        comes to the top of the waste, and not before.
        """
        state = state or self.table.start
        while not is_won(state):
            move = safe_move(self.table, state)
            if move < 0:
                options = self.options(state, unseen)
                if not options:
                    return False
                if rng and noise:
                    options = [(worth + rng.gauss(0, noise), move) for worth, move in options]
                move = max(options)[1]
            state, unseen = self.after(state, unseen, move)
        return True

    def after(self, state: State, unseen: int, move: int) -> tuple[State, int]:
        """Return the class after a move that can be made, and the cards still unseen then."""
        cards = self.table.cards
        if move == DEALING:
            key, face_up, heads, wanted, stock, dealt, room, sets = state
            dealt = min(dealt + self._draw, len(cards))
            state = key, face_up, heads, wanted, stock, dealt, room, sets
        else:
            there = self.table.step(state, move)
            # A card that turns up takes no more room than the one that lay on it.
            assert there is not None
            state = there
        unseen &= ~state[1]
        top = (state[4] & ((1 << state[5]) - 1)).bit_length() - 1
        if top >= 0:
            unseen &= ~(1 << cards[top])
        return state, unseen
