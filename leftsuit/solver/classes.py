"""Classes: positions that differ only in how the face-up cards are arranged, packed into numbers.

This holds for rule sets where an empty column takes any card, a card that went up stays up, and
the pass through the stock is the only one. (`levels` has the words head, out, level, deficit,
island and the facts 1 to 3.) Let **room** be the columns less the heads less all deficits.

**Moving runs about needs no search.** By fact 1 every position reaches one in which every level
is at its maximum; then `room` columns are empty, so room depends only on which cards lie where.
Every move inside the table can be taken back: a run that left a parent leaves it bare; one that
left a column's bottom leaves an empty column. So with room for one column, fact 2 connects all
arrangements of the class: one that is not at its maximum reaches one that is by fact 1, and back.
Without room every arrangement is at its maximum, there never is an empty column, and each level
stays on its island (fact 3).

**Only moves that cannot be undone are searched:** a head goes to the columns, a card goes up, a
card of the waste or the stock is played. Dealing is part of the play that needs it: a deal
commutes with every move that leaves the waste alone, so it may wait until a dealt card is played.

**When room falls to none** the player may have put every level into any maximum matching just
before. So the choice is put off: a class without room also holds, for each level, the set of
islands the player can be on. A move maps the set of each level it touches (`islands_after`), the
levels being independent; an empty set means that the move cannot be made. With room again, all
is connected again. This loses nothing and adds nothing: the class stands for the arrangements that
some way of playing reaches, and it is won exactly if one of them is.

*After a move from room to none, which islands are possible?* All, but for a card turned up as the
bottom of its column. A child that comes with the deficit rising: a maximum matching of the new
level has it as a bottom (then the rest is a maximum of the old one) or on a parent (then the rest
is one short of it, which the one empty column allows). A parent that leaves with the deficit
rising: a maximum without it is a matching of the old level that is one short. A child that leaves
with the deficit staying: a maximum without it becomes one with it by walking the path that ends at
the child, which frees a parent for it; so it came from there, and it goes back by bare parents.
A parent that comes with the deficit staying: a maximum that uses it is changed into one that does
not along an even path that starts at it, walked on bare parents both ways. But a child that turns
up as a bottom lies there with no column left, so it counts as `CHILD_BOTTOM` from all islands.

**Safe cards.** Let all foundations have at least `low` cards. A card that can go up and is of rank
low + 2 or lower goes up at once. Only a card of the rank below could want to lie on it, and that
card itself can go up as soon as it is free, and carries nothing, since everything below it is up.
In a winning line replace "put that card there" by "send it up", leave out its later moves and the
later moves of the safe card: the line stays legal, since all that is missing are cards in the way,
and parents nobody needs. Safe cards are sent up lowest first, so nothing lies on them. Where the
stock is dealt one card at a time and its next card is safe, it is dealt and sent up: that leaves
waste and stock as they were, less one card that would only be in the way.

**Won** is a class with no face-down card and nothing in stock and waste: the lowest card left is
wanted by its foundation, and never covered. **Lost** is a class from which every sequence of moves
has been tried, or which is doomed (see `doom`). Each move turns up a card, sends one up or plays
one from the stock, so there are no circles.

A state is a tuple of numbers. Card sets have bit `card + 4`, so that the level below the aces has
its place too; 56 bits in all. Two states are equal exactly if their keys are.
"""

from __future__ import annotations

from bisect import bisect
from functools import lru_cache

from leftsuit.cards import SUITS
from leftsuit.position import Position
from leftsuit.solver.levels import (
    ABSENT,
    BOTTOM,
    CHILD_BOTTOM,
    CHILD_GOES,
    CHILD_ON,
    PARENT_COMES,
    PARENT_GOES,
    WIDTH,
    Matching,
    deficits,
    gains,
    islands,
    islands_after,
)
from leftsuit.values import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TypeAlias

UP, HEAD, STOCK_UP, STOCK_DOWN = 0, 64, 128, 192
"""Kinds of moves. The number of a move is its kind plus, for the first two, the bit number of
the card, for the others its place in waste and stock together."""

_Gain: TypeAlias = tuple[int, ...]
BLANK = 60
"""A bit two ranks above the kings, so that nothing is a neighbour of it."""
_FULL = (1 << WIDTH) - 1
_CHILDREN = 0x0F0F0F0F0F0F0F0F
_PARENTS = _CHILDREN << 4
_SAFE = tuple((1 << ((length + 3) // 4 * 4 + 4)) - 1 for length in range(62))
"""By the bit length of the lowest wanted card: the ranks up to one above its own."""


State: TypeAlias = tuple[int, int, int, int, int, int, int, int]
"""One class of positions:

* key: face-down cards a column, foundations and unplayed stock, in one number of mixed radix. How
  much of the stock is dealt follows from it: up to the last card played, or as at the start;
* the face-up cards in the columns;
* the heads among them;
* the next card of each foundation;
* the cards of waste and stock that are not played: bit 0 is the bottom of the waste;
* how many cards of these two have been dealt;
* room;
* with no room, the possible islands, `WIDTH` bits a level; else 0.
"""


def place_of_level(number: int) -> int:
    """Return where `all_levels` puts the level of that number: the rank of its children, from 1."""
    return 8 * (number & 1) + number // 2


@lru_cache(maxsize=2)
def gains_by_card(build: int) -> tuple[tuple[int, int, _Gain, _Gain, _Gain, _Gain], ...]:
    """Return for each card bit the places in `all_levels` where it is a child and a parent, and
    what the room gains when it comes as a child, comes as a parent, goes as a child, as a parent.
    """
    child_on, _, child_goes, parent_comes, parent_goes = gains(build)
    places = [place_of_level(number) for number in range(16)]
    return tuple(
        (places[r], places[r - 1], child_on[s], parent_comes[s], child_goes[s], parent_goes[s])
        for bit in range(BLANK + 1)
        for r, s in (divmod(bit, 4),)
    )


def all_levels(out: int, face_up: int) -> bytes:
    """Return all levels, those of even numbers and then those of odd ones, 8 each.

    Neighbours share the cards of a rank, so every other level is laid out in one go.
    `place_of_level` says where each is.
    """
    even = (out & _CHILDREN) | (face_up & _PARENTS)
    odd = (out >> 4 & _CHILDREN) | (face_up >> 4 & _PARENTS)
    return even.to_bytes(8, "little") + odd.to_bytes(8, "little")


class Table:
    """What stays the same while one position is searched: where each card lies at the start."""

    def __init__(self, position: Position, blind: bool = False) -> None:
        """Prepare for a position; `blind` takes all face-down cards for blanks that nothing fits.

        Blank cards are for looking one move ahead from what a player can see.
        """
        rules, columns, hidden, stock, waste, _ = position
        self.build = rules.build
        self.draw = rules.draw
        self.columns = len(columns)
        self.gains = gains(rules.build)
        self.cards = [card + 4 for card in waste + stock]
        """The waste from the bottom, then the stock: bit numbers."""
        self.eager = len(self.cards) if rules.draw == 1 else 0
        self.first_dealt = len(waste)
        count = len(self.cards)
        ends = list(range(len(waste) + rules.draw, count, rules.draw))
        if stock:
            ends.append(count)
        tops = tuple(end - 1 for end in ends)
        self.reach = [tops[bisect(ends, dealt) :] for dealt in range(count + 1)]
        """For each number of cards dealt: the places that further deals can bring to the top."""
        # The key is a number of mixed radix; each kind of move adds a fixed amount to it.
        self.under = [0] * 64
        """For each card that lies or lay on a face-down card: that card's bit number."""
        self.stays_head = [False] * 60
        self.turn_key = [0] * 60
        self.depth = [0] * 60
        """For each card that lies on a face-down one: how many lie under that one."""
        self.over: list[int] = []
        unit = 1
        for cards, down in zip(columns, hidden, strict=True):
            for i in range(down, 0, -1):
                over = cards[i] + 4
                self.over.append(over)
                self.under[over] = BLANK if blind else cards[i - 1] + 4
                self.stays_head[over] = blind or i > 1
                self.turn_key[over] = unit
                self.depth[over] = i - 1
            unit *= down + 1
        self.up_key = []
        for _ in SUITS:
            self.up_key.append(unit)
            unit *= rules.ranks + 1
        self.stock_key = []
        for _ in range(count):
            self.stock_key.append(unit)
            unit *= 2
        self.key_bits = unit.bit_length()
        self.move_key = [
            *(self.up_key[bit & 3] for bit in range(HEAD)),
            *self.turn_key,
            *[0] * (STOCK_UP - HEAD - len(self.turn_key)),
            *(self.stock_key[i] + self.up_key[card & 3] for i, card in enumerate(self.cards)),
            *[0] * (STOCK_DOWN - STOCK_UP - count),
            *self.stock_key,
        ]
        """For each move what it adds to the key. A head that goes up adds its `turn_key` too."""
        self.gain_of = gains_by_card(rules.build)
        self.gain_under: dict[int, tuple[int, int, tuple[int, ...] | None, tuple[int, ...]]] = {}
        """For each card that lies on a face-down one: where that one's levels are, how much room
        it takes as a bottom, if it will be one, and what it gives as a parent."""
        for over in self.over:
            at, below, on, comes, _, _ = self.gain_of[self.under[over]]
            self.gain_under[over] = at, below, None if self.stays_head[over] else on, comes
        self.start = self._state(position)

    def _state(self, position: Position) -> State:
        _, columns, hidden, _, _, foundations = position
        face_up = heads = wanted = 0
        lies: dict[int, list[int]] = {}
        for cards, down in zip(columns, hidden, strict=True):
            on = BOTTOM
            for i in range(down, len(cards)):
                card = cards[i]
                face_up |= 16 << card
                if down and i == down:
                    heads |= 16 << card
                else:
                    level = lies.setdefault(card >> 2, [ABSENT] * 4)
                    level[card & 3] = on
                on = card & 3
        for suit, height in enumerate(foundations):
            wanted |= 16 << (4 * height + suit)
        out = face_up ^ heads
        room = self.columns - heads.bit_count()
        deficit = deficits(self.build)
        for shift in range(4, 56, 4):
            room -= deficit[(out >> shift & 15) | (face_up >> shift & 240)]
        possible = 0
        if room == 0:
            for number, level in lies.items():
                shift = 4 * number + 4
                among = islands(self.build, (out >> shift & 15) | (face_up >> shift & 240))
                if len(among) > 1:
                    a, b, c, d = level
                    matching: Matching = (a, b, c, d)
                    place = next(i for i, island in enumerate(among) if matching in island)
                    possible |= 1 << (place + WIDTH * number)
        count = len(self.cards)
        return (0, face_up, heads, wanted, (1 << count) - 1, self.first_dealt, room, possible)

    def step(self, state: State, move: int) -> State | None:  # noqa: PLR0915
        """Return the class after one move, or None if it cannot be made for want of room."""
        key, face_up, heads, wanted, stock, dealt, room, _ = state
        if not room:
            return self._tight_step(state, move)
        child_on, _, child_goes, parent_comes, parent_goes = self.gains
        turned = 0
        if move >= STOCK_UP:
            place = move & 63
            card = self.cards[place]
            key += self.stock_key[place]
            stock ^= 1 << place
            if place >= dealt:
                dealt = place + 1
            suit = card & 3
            bit = 1 << card
            if move < STOCK_DOWN:
                key += self.up_key[suit]
                return key, face_up, heads, wanted ^ bit * 17, stock, dealt, room, 0
            shift = card - suit
            out = face_up ^ heads
            after = room + child_on[suit][(out >> shift & 15) | (face_up >> shift & 240)]
            if after < 0:
                return None
            shift -= 4
            after += parent_comes[suit][(out >> shift & 15) | (face_up >> shift & 240)]
            face_up |= bit
        else:
            card = move & 63
            suit = card & 3
            bit = 1 << card
            shift = card - suit
            out = face_up ^ heads
            if move < HEAD:
                key += self.up_key[suit]
                wanted ^= bit * 17
                shift -= 4
                after = room + parent_goes[suit][(out >> shift & 15) | (face_up >> shift & 240)]
                if after < 0:
                    return None
                if heads & bit:
                    heads ^= bit
                    turned = self.under[card]
                else:
                    shift += 4
                    after += child_goes[suit][(out >> shift & 15) | (face_up >> shift & 240)]
                face_up ^= bit
            else:
                after = room + child_on[suit][(out >> shift & 15) | (face_up >> shift & 240)]
                if after < 0:
                    return None
                heads ^= bit
                turned = self.under[card]
            if turned:
                key += self.turn_key[card]
                out = face_up ^ heads
                suit = turned & 3
                shift = turned - suit
                if self.stays_head[card]:
                    heads |= 1 << turned
                else:
                    level = (out >> shift & 15) | (face_up >> shift & 240)
                    after += 1 + child_on[suit][level]
                shift -= 4
                after += parent_comes[suit][(out >> shift & 15) | (face_up >> shift & 240)]
                face_up |= 1 << turned
        sets = 0
        if not after and turned and not heads >> turned & 1:
            # All islands, but for a card turned up as a bottom; see the head of this file.
            suit = turned & 3
            shift = turned - suit
            out = face_up ^ heads ^ 1 << turned
            level = (out >> shift & 15) | (face_up >> shift & 240)
            among = islands_after(self.build, CHILD_BOTTOM, level, suit, 0)
            sets = among << (WIDTH * (shift // 4 - 1))
        return key, face_up, heads, wanted, stock, dealt, after, sets

    def _tight_step(self, state: State, move: int) -> State | None:  # noqa: PLR0912, PLR0915
        """Return the class after a move of a class without room, or None if it cannot be made.

        The changes are those that `changes` lists. Each must leave the deficit and some island,
        until one makes room.
        """
        key, face_up, heads, wanted, stock, dealt, _, sets = state
        child_on, _, child_goes, parent_comes, parent_goes = self.gains
        turned = room = 0
        if move >= STOCK_UP:
            place = move & 63
            card = self.cards[place]
            key += self.stock_key[place]
            stock ^= 1 << place
            if place >= dealt:
                dealt = place + 1
            if move < STOCK_DOWN:
                key += self.up_key[card & 3]
                return key, face_up, heads, wanted ^ 17 << card, stock, dealt, 0, sets
        else:
            card = move & 63
        suit = card & 3
        bit = 1 << card
        shift = card - suit
        low = shift - 4
        out = face_up ^ heads
        level = (out >> shift & 15) | (face_up >> shift & 240)
        below = (out >> low & 15) | (face_up >> low & 240)
        if move < HEAD:
            if parent_goes[suit][below]:
                return None
            sets = self._narrowed(sets, PARENT_GOES, below, suit, low)
            key += self.up_key[suit]
            wanted ^= bit * 17
            face_up ^= bit
            if heads & bit:
                turned = self.under[card]
                heads ^= bit
            elif sets >= 0:
                room = child_goes[suit][level]
                if not room:
                    sets = self._narrowed(sets, CHILD_GOES, level, suit, shift)
        else:
            if child_on[suit][level]:
                return None
            sets = self._narrowed(sets, CHILD_ON, level, suit, shift)
            if move < STOCK_UP:
                turned = self.under[card]
                heads ^= bit
            elif sets >= 0:
                room = parent_comes[suit][below]
                if not room:
                    sets = self._narrowed(sets, PARENT_COMES, below, suit, low)
                face_up |= bit
        if sets < 0:
            return None
        if turned:
            key += self.turn_key[card]
            suit = turned & 3
            shift = turned - suit
            low = shift - 4
            out = face_up ^ heads
            below = (out >> low & 15) | (face_up >> low & 240)
            room = parent_comes[suit][below]
            if not room:
                sets = self._narrowed(sets, PARENT_COMES, below, suit, low)
            face_up |= 1 << turned
            if self.stays_head[card]:
                heads |= 1 << turned
            elif sets >= 0:
                level = (out >> shift & 15) | (face_up >> shift & 240)
                room += 1 + child_on[suit][level]
                if not room:
                    sets = self._narrowed(sets, CHILD_BOTTOM, level, suit, shift)
            if sets < 0:
                return None
        return key, face_up, heads, wanted, stock, dealt, room, 0 if room else sets

    def _narrowed(self, sets: int, kind: int, level: int, suit: int, shift: int) -> int:
        """Return the sets of islands after one change, or -1 if it cannot be made."""
        if not shift:
            return sets
        at = WIDTH // 4 * (shift - 4)
        among = islands_after(self.build, kind, level, suit, sets >> at & _FULL)
        if among < 0 or not sets:
            return among << at
        return sets & ~(_FULL << at) | among << at

    def changes(self, state: State, move: int) -> list[tuple[int, int, int, int]]:
        """Return what a move does to levels, in order: kind, level before, suit, its shift.

        The first change is the one that can be impossible.
        """
        _, face_up, heads, _, _, _, _, _ = state
        if STOCK_UP <= move < STOCK_DOWN:
            return []
        card = self.cards[move & 63] if move >= STOCK_UP else move & 63
        out = face_up ^ heads
        bit = 1 << card
        suit = card & 3
        shift = card - suit
        low = shift - 4
        level = (out >> shift & 15) | (face_up >> shift & 240)
        below = (out >> low & 15) | (face_up >> low & 240)
        if move < HEAD:
            found = [(PARENT_GOES, below, suit, low)]
            face_up ^= bit
            if not heads & bit:
                found.append((CHILD_GOES, level, suit, shift))
                return found
            heads ^= bit
        else:
            found = [(CHILD_ON, level, suit, shift)]
            if move >= STOCK_UP:
                found.append((PARENT_COMES, below, suit, low))
                return found
            heads ^= bit
        turned = self.under[card]
        out = face_up ^ heads
        suit = turned & 3
        shift = turned - suit
        low = shift - 4
        below = (out >> low & 15) | (face_up >> low & 240)
        found.append((PARENT_COMES, below, suit, low))
        if not self.stays_head[card]:
            level = (out >> shift & 15) | (face_up >> shift & 240)
            found.append((CHILD_BOTTOM, level, suit, shift))
        return found

    def possible(self, state: State, shift: int) -> int:
        """Return the set of islands a level can be on; 0 stands for all."""
        return state[7] >> (WIDTH * (shift // 4 - 1)) & _FULL

    def safe(self, state: State) -> int:
        """Return a move that sends up a safe card, the lowest first, or -1."""
        _, face_up, _, wanted, stock, dealt, _, _ = state
        safe = wanted & _SAFE[(wanted & -wanted).bit_length()]
        there = safe & face_up
        up = (there & -there).bit_length() - 1
        top = (stock & ((1 << dealt) - 1)).bit_length() - 1
        if top >= 0 and safe >> self.cards[top] & 1 and not 0 <= up < self.cards[top]:
            return STOCK_UP + top
        if (
            self.draw == 1
            and dealt < len(self.cards)
            and safe >> self.cards[dealt] & 1
            and not 0 <= up < self.cards[dealt]
        ):
            return STOCK_UP + dealt
        return up

    def settle(self, state: State) -> State:
        """Return the class after all safe cards have gone up."""
        while True:
            _, face_up, _, wanted, stock, dealt, _, _ = state
            safe = wanted & _SAFE[(wanted & -wanted).bit_length()]
            if not safe & face_up:
                top = (stock & ((1 << dealt) - 1)).bit_length() - 1
                if top >= 0 and safe >> self.cards[top] & 1:
                    move = STOCK_UP + top
                elif dealt < self.eager and safe >> self.cards[dealt] & 1:
                    move = STOCK_UP + dealt
                else:
                    return state
            else:
                move = self.safe(state)
            after = self.step(state, move)
            assert after is not None
            state = after

    def moves(self, state: State) -> list[int]:
        """Return every move of a class; without room, `step` may still refuse some."""
        _, face_up, heads, wanted, stock, dealt, _, _ = state
        found = []
        todo = face_up & wanted
        while todo:
            found.append(UP + (todo & -todo).bit_length() - 1)
            todo &= todo - 1
        while heads:
            found.append(HEAD + (heads & -heads).bit_length() - 1)
            heads &= heads - 1
        top = (stock & ((1 << dealt) - 1)).bit_length() - 1
        places = self.reach[dealt] if top < 0 else (top, *self.reach[dealt])
        for place in places:
            if wanted >> self.cards[place] & 1:
                found.append(STOCK_UP + place)
            found.append(STOCK_DOWN + place)
        return found


def is_won(state: State) -> bool:
    """Say whether nothing is face down, and nothing is in stock and waste."""
    return not state[2] and not state[4]
