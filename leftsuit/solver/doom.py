"""A proof of loss ahead of time: no room now, and none to come.

Take a class without room. (`levels` and `classes` have the words.) A card that comes to the columns
then needs a **berth**: a level that takes it as a child with the deficit staying as it is. From the
class play the **generous game**, in which cards of different columns never get in each other's way:

* Face-up cards that lie on face-down ones, the top of the waste and the cards that deals can bring
  to the top are *tops*. A top leaves if its level has a berth for it, or if its foundation has it
  or wants it. What it lay on in its column, in the waste or in the same deal is then a top. But if
  it was the bottom of its column, the class is not doomed.
* A berth has to do for the card and its *mates*: those of its rank that lay over it in its column,
  have left it in the generous game and are not up.
* A card that has left takes no berth, except as a mate. What is face up or has left is a parent,
  for good. A parent that its foundation wants goes up, whatever lies on it, and is no child then.

Let C be the children and P the parents when nothing can happen any more. The class is **doomed** if
tops are left and the deficits of all levels together, D(C, P), are what they were.

*A doomed class is lost.* Suppose that a line wins. It moves every top; let x be the first card to
leave in the line that does not leave in the generous game, and look at the class just before that.
All that lay on x has left in both, so x is a top at the end of the generous game. What is face up
is in P, and what the foundations have or want, they have or want there too; so the line cannot send
x up, and x comes as a child while the card under it is still face down. Let B be the bottoms that
have been turned up, T the children and Q the parents. Each column that had a head at first has one
still, or its bottom is in B: so as the deficits D(C, P) and the heads took all columns at first,

    room = D(C, P) + |B| - D(T, Q).

T includes C, and for x and for each card of B the set of it and its mates, if we let x come. More
parents can only lower a deficit, and each of these sets raises D(C, P) by one at least, since there
was no berth. They belong to different columns, so no two have a card in common, and a deficit, like
the nullity of any matroid, is supermodular: what they raise it by adds up. So

    D(T + x, Q) >= D(C, P) + |B| + 1,

and there would be less than no room. Which islands are possible plays no part: it only forbids
moves. The idea is the relaxation without deletions of planning (Bonet and Geffner, "Planning as
heuristic search", 2001).
"""

from __future__ import annotations

from functools import lru_cache

from leftsuit.solver.classes import State, Table, all_levels, place_of_level
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
        lies_under = [0] * 64
        for over in table.over:
            lies_under[table.under[over]] = lies_under[over] | 1 << over
        self._mates = [cards & 15 << (card & ~3) for card, cards in enumerate(lies_under)]
        """For each card: those of its rank that lie over it in its column."""

    def doomed(self, state: State) -> bool:
        """Say whether a class without room is doomed. It may be lost even if it is not."""
        _, parents, heads, wanted, stock, dealt, _, _ = state
        table = self._table
        children = parents ^ heads
        deficit = table.columns - heads.bit_count()
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
            level = all_levels(children, parents)
            if deficit and sum(level.translate(self._deficits)) < deficit:
                return False
            berths = level.translate(self._berths)
            leave = tops & (
                int.from_bytes(berths[:8], "little")
                | int.from_bytes(berths[8:], "little") << 4
                | up
                | wanted
            )
            before = tops
            while leave:
                bit = leave & -leave
                leave ^= bit
                card = bit.bit_length() - 1
                if bit & heads:
                    mates = self._mates[card] & parents & ~up
                    if mates and not bit & (up | wanted) and self._crowded(level, card, mates):
                        continue
                    under = table.under[card]
                    if not under:
                        return False
                    bottom = 1 << under
                    heads |= bottom
                    parents |= bottom
                    tops |= bottom
                else:
                    parents |= bit
                    place = self._place[card]
                    stock ^= 1 << place
                    below = stock & ((1 << place) - 1 if place < dealt else self._same_deal[place])
                    if below:
                        tops |= 1 << table.cards[below.bit_length() - 1]
                tops ^= bit
            if tops == before:
                return tops != 0

    def _crowded(self, level: bytes, card: int, mates: int) -> bool:
        """Say whether a level has no berth for a card and its mates together."""
        number = level[place_of_level(card >> 2)]
        with_mates = number | (mates | 1 << card) >> (card & ~3)
        return self._deficits[with_mates] > self._deficits[number]
