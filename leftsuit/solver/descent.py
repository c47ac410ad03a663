"""The search over classes: straight down first, and back again where that fails.

Depth first, the best-looking move first. Most deals that can be won are won without going back
often, and few of the rest are hard for every taste. So after a number of nodes the search begins
again at the top with another taste. Nothing that was proved is lost by that: a class that was left
for good had all its moves tried, and stays marked, so the work for a proof of loss is done once.
Each round is longer than the last, so the search comes to its end.

A class without room stands for some or all islands. Where all of them have been left for good, so
have those of any other class that differs in nothing else: it is passed over before it is made.

Where the first round does not win, all may be lost, and from then on classes are tested for being
doomed (see `doom`). A test costs as much as a node or two, and what follows from a doomed class is
doomed too, so it can wait: a class with but one move left goes untested, and the more tests were in
vain, the more others do.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from leftsuit.position import Position
from leftsuit.solver.classes import HEAD, STOCK_DOWN, STOCK_UP, UP, State, Table, all_levels, is_won
from leftsuit.solver.doom import Doom
from leftsuit.solver.verdict import LOST, UNKNOWN, WON, Verdict
from leftsuit.values import NamedTuple


class Taste(NamedTuple):
    """What makes a move look good, in points."""

    turn: int
    """For turning up a card."""
    depth: int
    """Taken off for each card that lies under that card."""
    rank: int
    """Added for each rank that card is below a king."""
    stock: int
    """For playing a card of waste or stock."""
    waste: int
    """Taken off for each card that dealing leaves in the waste."""
    up: int
    """For a card that goes up."""
    room: tuple[int, int, int, int]
    """For the first, second, third and each further column of room that there is afterwards."""


TASTES = (
    Taste(turn=56, depth=0, rank=3, stock=80, waste=12, up=-14, room=(41, 14, 30, 9)),
    Taste(turn=57, depth=1, rank=0, stock=80, waste=10, up=8, room=(68, 33, 39, 14)),
    Taste(turn=56, depth=2, rank=5, stock=80, waste=5, up=13, room=(39, 14, 30, 9)),
    Taste(turn=57, depth=1, rank=0, stock=145, waste=14, up=13, room=(68, 33, 22, 14)),
    Taste(turn=56, depth=2, rank=5, stock=80, waste=10, up=-14, room=(42, 14, 30, 9)),
    Taste(turn=53, depth=2, rank=9, stock=247, waste=14, up=25, room=(72, 14, 44, 10)),
    Taste(turn=73, depth=10, rank=2, stock=30, waste=12, up=0, room=(24, 24, 24, 24)),
    Taste(turn=100, depth=2, rank=9, stock=80, waste=14, up=13, room=(39, 14, 44, 10)),
)
"""Tried in turn, a round each; after them come others by chance.

They were found by trying many on deals outside those that the bench measures: first the one that
wins most deals in few nodes, then what wins most of those that are left."""

LINE_TASTES = (
    Taste(turn=726, depth=0, rank=0, stock=171, waste=6, up=15, room=(37, 0, 62, 29)),
    Taste(turn=52, depth=2, rank=6, stock=80, waste=3, up=32, room=(43, 14, 45, 6)),
    Taste(turn=101, depth=1, rank=0, stock=80, waste=27, up=13, room=(39, 14, 58, 10)),
    Taste(turn=87, depth=2, rank=3, stock=80, waste=5, up=32, room=(43, 14, 45, 32)),
)
"""Tastes that win with few moves, where they win at all."""


def _some_taste(number: int) -> Taste:
    """Return a taste for a late round: always the same for the same number, and each another."""
    rng = random.Random(number)
    room = (rng.randint(20, 90), rng.randint(10, 50), rng.randint(10, 50), rng.randint(0, 30))
    return Taste(
        turn=rng.randint(30, 130),
        depth=rng.randint(0, 10),
        rank=rng.randint(0, 20),
        stock=rng.randint(30, 200),
        waste=rng.randint(3, 30),
        up=rng.randint(-20, 40),
        room=room,
    )


FIRST_ROUND = 80
"""Nodes of the first round; each further one is a fifth longer."""

_NEAR = 3
"""How many cards that deals can reach are looked at together with the other moves."""
_FAR = 63
"""In the place of a move: the rest of these cards."""
_LAST = -(1 << 40)

MOST_UNTESTED = 15
"""At most so many classes that could be tested go untested in a row."""

BYTES_A_NODE = 132
"""What the mark of one class takes at most: a number of 32 bytes (52 with many islands) and its
share of a set, which is 27 to 54 bytes, and 80 for the time it takes to grow."""


class Descent:
    """One search, to be run in pieces."""

    def __init__(self, position: Position, memory: int, tastes: Sequence[Taste] = TASTES) -> None:
        """Begin a search that holds at most `memory` bytes, with these tastes first."""
        self.table = table = Table(position)
        self.nodes = 0
        self.verdict: Verdict = UNKNOWN
        self.full = False
        self._most = memory // BYTES_A_NODE
        self._round = 0
        self._tastes = tastes
        self._doom: Doom | None = None
        self._untested = self._pause = 0
        """How many classes are to go untested: from now on, and after the last test."""
        self._root = table.settle(table.start)
        self._seen: set[int] = set()
        self._path: list[tuple[State, list[int], int]] = []
        """For each class on the way down: the moves not tried yet, and the move that led to it."""
        if is_won(self._root):
            self.verdict = WON
        else:
            self._begin()

    def _begin(self) -> None:
        """Begin a round at the top."""
        key_bits = self.table.key_bits
        for state, _, _ in self._path:
            self._seen.discard(state[0] | state[7] << key_bits)
        number = self._round
        self._round += 1
        if number == 1:
            self._doom = Doom(self.table)
        self._round_ends = self.nodes + int(FIRST_ROUND * 1.2**number)
        self._taste = taste = (
            self._tastes[number] if number < len(self._tastes) else _some_taste(number)
        )
        self._turn = turn = [0] * 60
        table = self.table
        for over in table.over:
            under = table.under[over]
            turn[over] = (
                taste.turn - taste.depth * table.depth[over] + taste.rank * (13 - under // 4)
            )
        first, second, third, further = taste.room
        self._room = [0, first, first + second]
        for _ in range(table.columns - 2):
            self._room.append(self._room[-1] + third)
            third = further
        self._seen.add(self._root[0] | self._root[7] << key_bits)
        self._path = [(self._root, self._ranked(self._root, False), -1)]

    def run(self, nodes: int) -> Verdict:
        """Search on for about so many nodes, and return what is known then."""
        until = self.nodes + nodes
        while self.verdict == UNKNOWN and self.nodes < until and not self.full:
            self._go_on(min(until, self._round_ends))
            self.full = len(self._seen) >= self._most
            if self.nodes >= self._round_ends and self.verdict == UNKNOWN:
                self._begin()
        return self.verdict

    def _go_on(self, until: int) -> None:
        """Search on until so many nodes have been looked at, or there is a verdict."""
        table, seen, path, testing = self.table, self._seen, self._path, self._doom is not None
        step, settle, key_bits = table.step, table.settle, table.key_bits
        move_key, turn_key = table.move_key, table.turn_key
        count = self.nodes
        while count < until:
            if not path:
                self.verdict = LOST
                break
            state, moves, _ = path[-1]
            if not moves:
                path.pop()
                continue
            move = moves.pop() & 255
            if move == _FAR:
                moves += self._ranked(state, True)
                continue
            key = state[0] + move_key[move]
            if move < HEAD and state[2] >> move & 1:
                key += turn_key[move]
            if key in seen:
                continue
            after = step(state, move)
            if after is None:
                continue
            after = settle(after)
            if after[0] != key or after[7]:
                key = after[0] | after[7] << key_bits
                if key in seen:
                    continue
            count += 1
            seen.add(key)
            ways = self._ranked(after, False)
            if testing and not after[6] and len(ways) > 1 and self._found_doomed(after):
                continue
            path.append((after, ways, move))
            if not after[2] and not after[4]:
                self.verdict = WON
                break
        self.nodes = count

    def _found_doomed(self, state: State) -> bool:
        """Test a class without room, or let it go untested; say whether it was found doomed."""
        if self._untested:
            self._untested -= 1
            return False
        assert self._doom is not None
        doomed = self._doom.doomed(state)
        self._pause = 0 if doomed else min(2 * self._pause + 1, MOST_UNTESTED)
        self._untested = self._pause
        return doomed

    def plan(self) -> list[int]:
        """Return the class moves of the win that was found, without those of safe cards."""
        return [move for _, _, move in self._path[1:]]

    def _ranked(self, state: State, far: bool) -> list[int]:  # noqa: PLR0915
        """Return the moves of a class, the best last, each with its points above its 8 bits.

        Without room some may turn out to be impossible. Cards for which many deals are needed
        come later, with `far`, when all else has failed. After the first round, moves to classes
        that were seen are left out; in the first there are too few of them to look for.
        """
        key, face_up, heads, wanted, stock, dealt, room, _ = state
        table, seen, again = self.table, self._seen, self._round > 1
        move_key, turn_key = table.move_key, table.turn_key
        gain_of, gain_under = table.gain_of, table.gain_under
        turn, rooms = self._turn, self._room
        _, _, _, for_stock, for_waste, for_up, _ = self._taste
        levels = all_levels(face_up ^ heads, face_up)
        found = []
        places = table.reach[dealt]
        if far:
            places = places[_NEAR:]
        else:
            todo = face_up & wanted
            while todo:
                bit = todo & -todo
                todo ^= bit
                card = bit.bit_length() - 1
                if again and not heads & bit and key + move_key[card] in seen:
                    continue
                at, below, _, _, goes, leaves = gain_of[card]
                after = room + leaves[levels[below]]
                if after < 0:
                    continue
                points = for_up
                if heads & bit:
                    points += turn[card]
                    at, below, bottom, comes = gain_under[card]
                    if bottom:
                        after += 1 + bottom[levels[at]]
                    after += comes[levels[below]]
                else:
                    after += goes[levels[at]]
                found.append((points + rooms[after]) << 8 | UP + card)
            todo = heads
            while todo:
                bit = todo & -todo
                todo ^= bit
                card = bit.bit_length() - 1
                if again and key + turn_key[card] in seen:
                    continue
                at, _, on, _, _, _ = gain_of[card]
                after = room + on[levels[at]]
                if after < 0:
                    continue
                at, below, bottom, comes = gain_under[card]
                if bottom:
                    after += 1 + bottom[levels[at]]
                after += comes[levels[below]]
                found.append((turn[card] + rooms[after]) << 8 | HEAD + card)
            if len(places) > _NEAR:
                places = places[:_NEAR]
                found.append(_LAST | _FAR)
            top = (stock & ((1 << dealt) - 1)).bit_length() - 1
            if top >= 0:
                places = (top, *places)
        for place in places:
            card = table.cards[place]
            # A card of the waste leaves it; a card dealt leaves those before it there.
            points = for_stock - for_waste * (place - dealt if place >= dealt else -1)
            if wanted >> card & 1:
                found.append((points + for_up + rooms[room]) << 8 | STOCK_UP + place)
            if again and key + move_key[STOCK_DOWN + place] in seen:
                continue
            at, below, on, comes, _, _ = gain_of[card]
            after = room + on[levels[at]]
            if after >= 0:
                after += comes[levels[below]]
                found.append((points + rooms[after]) << 8 | STOCK_DOWN + place)
        found.sort()
        return found
