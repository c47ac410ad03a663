"""A proof of loss ahead of time: no room now, and none to come.

Take a class without room. (`levels` and `classes` have the words.) A card that comes to the columns
then needs a **berth**: a level that takes it as a child with the deficit staying as it is. From the
class play the **generous game**, in which no card gets in the way of another:

* Heads, the top of the waste and the cards that deals can bring to the top are *tops*. A top leaves
  if its level has a berth for it, or if its foundation has it or wants it. What a head lay on is
  turned up, and is a head and a top, or, as the bottom of its column, a child. What lay under a
  card of the waste or of the same deal is a top.
* A card that leaves takes no berth. What is face up or has left is a parent, for good.
* A parent that its foundation wants goes up, whatever lies on it. It is a child no longer.

When nothing can happen any more, let C be the children, P the parents, H the heads, and D(C, P) the
sum of the deficits. The class is **doomed** if tops are left and columns - |H| - D(C, P) is 0.

*A doomed class is lost.* Suppose that a line wins. It moves every top, so some card x is the first
to leave in the line that does not leave in the generous game. Look at the class just before that.
All that lay on x has left in both, so x is a top at the end of the generous game. What is face up
is in P, and what the foundations have or want, they have or want there too. A card of C is a child,
or belongs to the set U of bottoms that are not turned up yet. Where H has a head, or U a bottom,
that column has a head. More parents can only lower a deficit, and one more child raises it by one
or leaves it. So, T being the children and Q the parents of the class,

    room <= columns - |H| - |U| - D(T, Q), and
    D(T, Q) >= D(C without U, P) >= D(C, P) - |U|.

Hence there is no room. The line cannot send x up, for its foundation would want x in the generous
game. So x comes as a child, while the card under it is still face down. But C has no berth for x:

    D(T + x, Q) >= D(C without U + x, P) >= D(C + x, P) - |U| = D(C, P) + 1 - |U|,

so one column would be missing. This is the relaxation without deletions known from planning
(Bonet and Geffner, "Planning as heuristic search", 2001), with deficits instead of places taken.

Which islands are possible plays no part, for that only forbids moves.
"""

from __future__ import annotations

from functools import lru_cache

from leftsuit.solver.classes import State, Table, levels
from leftsuit.solver.levels import CHILD_ON, deficits, gains


@lru_cache(maxsize=2)
def _berths(build: int) -> bytes:
    """Return for each of the 256 levels the set of suits it has a berth for."""
    child_on = gains(build)[CHILD_ON]
    return bytes(
        sum(1 << suit for suit, gain in enumerate(child_on) if not gain[level])
        for level in range(256)
    )


class Doom:
    """The test for all classes that follow from one position."""

    def __init__(self, table: Table) -> None:
        """Prepare for the classes of a table."""
        self._table = table
        self._deficits = bytes(deficits(table.build))
        self._berths = _berths(table.build)
        cards = table.cards
        self._place = {card: place for place, card in enumerate(cards)}
        self._dealt_tops = [sum(1 << cards[place] for place in reach) for reach in table.reach]
        """For each number of cards dealt: the cards that further deals can bring to the top."""
        self._same_deal = [0] * len(cards)
        """For each card of the stock: the places of those under it that come in the same deal."""
        first = table.first_dealt
        for last in table.reach[first]:
            for place in range(first, last + 1):
                self._same_deal[place] = (1 << place) - (1 << first)
            first = last + 1

    def doomed(self, state: State) -> bool:
        """Say whether a class without room is doomed. It may be lost even if it is not."""
        _, parents, heads, wanted, stock, dealt, _, _ = state
        table = self._table
        children = parents ^ heads
        up = 0
        tops = heads | self._dealt_tops[dealt]
        waste = stock & ((1 << dealt) - 1)
        if waste:
            tops |= 1 << table.cards[waste.bit_length() - 1]
        while True:
            while go := wanted & parents:
                up |= go
                children &= ~go
                wanted ^= go * 17
            level = levels(children, parents)
            columns = table.columns - heads.bit_count()
            if columns and sum(level.translate(self._deficits)) < columns:
                return False
            berths = level.translate(self._berths)
            leave = tops & (
                int.from_bytes(berths[:8], "little")
                | int.from_bytes(berths[8:], "little") << 4
                | up
                | wanted
            )
            if not leave:
                return tops != 0
            tops ^= leave
            while leave:
                bit = leave & -leave
                leave ^= bit
                card = bit.bit_length() - 1
                if heads & bit:
                    under = 1 << table.under[card]
                    heads ^= bit
                    parents |= under
                    if table.stays_head[card]:
                        heads |= under
                        tops |= under
                    else:
                        children |= under
                else:
                    place = self._place[card]
                    parents |= bit
                    stock ^= 1 << place
                    below = stock & ((1 << place) - 1 if place < dealt else self._same_deal[place])
                    if below:
                        tops |= 1 << table.cards[below.bit_length() - 1]
