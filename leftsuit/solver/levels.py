"""One level of the table: which cards of a rank may lie on which cards of the rank above.

Words used all through the solver. Take a position in which an empty column takes any card.

* A **head** is a face-up card that lies directly on a face-down card. Every other face-up card in
  the columns is **out**.
* **Level r** has as *children* the out cards of rank r, as *parents* all face-up cards of rank
  r + 1. Every out card lies on a parent that accepts it or is the bottom of a column, and no
  parent carries two children. So an arrangement of the face-up cards is exactly one matching for
  each level, and any choice of matchings is an arrangement, if the columns suffice: each head and
  each unmatched child takes one.
* The **deficit** of a level is how many children stay unmatched in a maximum matching.

A level is a number of 8 bits: the suits of the children in the low four, of the parents in the
high four. A matching is a tuple of four, one for each suit: the suit of the parent the child lies
on, `BOTTOM` for a child that lies on none, `ABSENT` where there is no such child.

Moving a run inside the table changes one matching only, and there are two ways: onto a **bare**
parent (one without a child), or to an empty column. Facts, with their proofs:

1. *From any matching, moves onto bare parents alone reach a maximum one.* A matching that is not
   maximum has an augmenting path: an unmatched child, a parent it may lie on, that parent's child,
   and so on to a bare parent. Walk it from its bare end: each child moves onto the parent that is
   bare at that time, last the unmatched one, which frees its column. No empty column is needed.
2. *With an empty column, every maximum matching reaches every other.* Their difference consists
   of cycles and of paths of even length. A path that ends in two parents is walked from the end
   that is bare. On a path that ends in two children, the one to be unmatched goes to the empty
   column, then the path is walked; at its end a column is free again. A cycle is turned by putting
   one of its children in the empty column, walking the rest, and putting that child on the parent
   left over. In each case one column is lent and given back, so levels do not disturb each other.
3. *Without an empty column, only moves onto bare parents are left*, and those neither use nor free
   a column when all levels are at their maximum: the levels are independent of each other, and
   each can reach exactly its **island**: what such moves connect. (They can all be taken back.)
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from leftsuit.cards import SUITS, card
from leftsuit.rules import ACCEPTED
from leftsuit.values import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TypeAlias

Matching: TypeAlias = tuple[int, int, int, int]

BOTTOM, ABSENT = -1, -2

WIDTH = 12
"""Bits for the set of islands of one level. No bit set stands for all of them."""

CHILD_ON, CHILD_BOTTOM, CHILD_GOES, PARENT_COMES, PARENT_GOES = range(5)
"""What a move that cannot be undone does to a level: a child comes from elsewhere onto a bare
parent; a child turns up as the bottom of its column; a child leaves; a parent comes, bare; a bare
parent leaves."""


@lru_cache(maxsize=2)
def accepting(build: int) -> tuple[tuple[int, ...], ...]:
    """Return for each suit of a child the suits of the parents it may lie on."""
    return tuple(
        tuple(p for p in SUITS if ACCEPTED[build][card(2, p)] >> card(1, child) & 1)
        for child in SUITS
    )


@lru_cache(maxsize=2)
def deficits(build: int) -> tuple[int, ...]:
    """Return the deficit of each of the 256 levels."""
    fits = accepting(build)

    @lru_cache(maxsize=256)
    def deficit(children: int, parents: int) -> int:
        if not children:
            return 0
        first = (children & -children).bit_length() - 1
        rest = children & (children - 1)
        best = 1 + deficit(rest, parents)
        for parent in fits[first]:
            if parents >> parent & 1:
                best = min(best, deficit(rest, parents ^ (1 << parent)))
        return best

    return tuple(deficit(level & 15, level >> 4) for level in range(256))


def level_after(kind: int, level: int, suit: int) -> int:
    """Return the level after a change of that kind; nothing happens if it has happened before."""
    bit = 1 << suit if kind <= CHILD_GOES else 16 << suit
    return level & ~bit if kind in (CHILD_GOES, PARENT_GOES) else level | bit


@lru_cache(maxsize=2)
def gains(build: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return how much a change lowers the deficit of a level, by kind, suit and level.

    The kinds are `CHILD_ON` to `PARENT_GOES`; a child counts the same on a parent or as a bottom.
    """
    deficit = deficits(build)
    kinds = []
    for kind in range(5):
        kinds.append(
            tuple(
                tuple(deficit[n] - deficit[level_after(kind, n, suit)] for n in range(256))
                for suit in SUITS
            )
        )
    return tuple(kinds)


def matchings(build: int, level: int) -> Iterator[Matching]:
    """Yield every matching of a level, maximum or not."""
    fits = accepting(build)

    def extend(done: tuple[int, ...], parents: int) -> Iterator[tuple[int, ...]]:
        child = len(done)
        if child == len(SUITS):
            yield done
        elif not level >> child & 1:
            yield from extend((*done, ABSENT), parents)
        else:
            yield from extend((*done, BOTTOM), parents)
            for parent in fits[child]:
                if parents >> parent & 1:
                    yield from extend((*done, parent), parents ^ (1 << parent))

    for done in extend((), level >> 4):
        a, b, c, d = done
        yield a, b, c, d


def with_child(matching: Matching, child: int, parent: int) -> Matching:
    """Return the matching with the suit `child` put elsewhere, on a parent or `BOTTOM`/`ABSENT`."""
    changed = list(matching)
    changed[child] = parent
    a, b, c, d = changed
    return a, b, c, d


def bare(level: int, matching: Matching) -> list[int]:
    """Return the suits of the parents that carry no child."""
    return [p for p in SUITS if level >> (p + 4) & 1 and p not in matching]


def steps(build: int, level: int, matching: Matching) -> Iterator[tuple[int, int]]:
    """Yield every move onto a bare parent, as the suits of child and parent."""
    fits = accepting(build)
    for parent in bare(level, matching):
        for child in SUITS:
            if level >> child & 1 and parent in fits[child]:
                yield child, parent


@lru_cache(maxsize=512)
def islands(build: int, level: int) -> tuple[frozenset[Matching], ...]:
    """Return the islands of a level: its maximum matchings, grouped by what moves onto bare
    parents connect. There are at most eleven (four children on three parents)."""
    deficit = deficits(build)[level]
    left = {m for m in matchings(build, level) if m.count(BOTTOM) == deficit}
    found = []
    while left:
        island = {min(left)}
        todo = list(island)
        while todo:
            matching = todo.pop()
            for child, parent in steps(build, level, matching):
                reached = with_child(matching, child, parent)
                if reached in left and reached not in island:
                    island.add(reached)
                    todo.append(reached)
        left -= island
        found.append(frozenset(island))
    return tuple(found)


def changed(build: int, kind: int, matching: Matching, level: int, suit: int) -> list[Matching]:
    """Return the matchings that such a change can make of one."""
    if kind == CHILD_ON:
        fits = accepting(build)[suit]
        return [with_child(matching, suit, p) for p in bare(level, matching) if p in fits]
    if kind == CHILD_BOTTOM:
        return [with_child(matching, suit, BOTTOM)]
    if kind == CHILD_GOES:
        return [with_child(matching, suit, ABSENT)]
    if kind == PARENT_GOES and suit in matching:
        return []
    return [matching]


@lru_cache(maxsize=1 << 14)
def islands_after(build: int, kind: int, level: int, suit: int, among: int) -> int:
    """Return which islands of the changed level can be reached from a set of islands.

    Sets are bit sets; 0 stands for all islands, going in and coming out, and -1 comes out when the
    change cannot be made at all. What is not a maximum matching of the changed level is left out:
    there is no column for it when the columns are all in use before and after.
    """
    after = level_after(kind, level, suit)
    target = islands(build, after)
    reached = 0
    for number, island in enumerate(islands(build, level)):
        if among and not among >> number & 1:
            continue
        for matching in island:
            for new in changed(build, kind, matching, level, suit):
                for place, there in enumerate(target):
                    if new in there:
                        reached |= 1 << place
    if not reached:
        return -1
    return 0 if reached == (1 << len(target)) - 1 else reached
