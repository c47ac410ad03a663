"""The search for rule sets whose table moves cannot all be taken back: position by position.

Where an empty column takes only kings, or foundations give cards back, or the stock goes round,
classes do not hold, and the search goes from position to position by the moves of the game itself,
most promising first. It answers "unknown" often and never wrongly. What it leaves out, and why:

* **The order of columns** makes no difference to what can be played: positions that differ only in
  it count as one, and of several empty columns only the first is tried.
* **Deals are folded** into the play that needs them: a deal leaves alone all that other moves see,
  so each line can be put in an order where deals come just before a card of the waste is played,
  and deals at its end are left out. Where the stock goes round and is dealt one card at a time,
  all its cards can be reached at all times, so how far it is dealt counts for nothing.
* **Safe cards go up at once.** Let all foundations have at least `low` cards, and let c be the last
  card of a column, of rank low + 2 or lower, and the next of its foundation. Take a line that wins
  without sending c up now. Change it so: send c up now; leave out its later moves, and those of
  cards of rank `low` or lower, which stay up; and where a card of rank low + 1 moves for the first
  time, send it up (its turn has come, for everything below it stays up) and leave out its later
  moves. All these cards are then either up or where they lie in the old line, so every other card
  finds what it needs: no higher card ever lies on one of them, and whatever they covered is bare
  sooner. The old line's end is reached. The same goes for a card of the stock where the stock goes
  round and is dealt one at a time. (Dealt by threes, taking a card out shifts the others.)

**Won** is a position with nothing face down and an empty stock and waste. **Lost**: all that can
be reached has been tried. Moves can go in circles here, but no position is tried twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush

from leftsuit.cards import Card
from leftsuit.position import DEAL, FOUNDATION, STOCK, WASTE, Move, Position, after, legal_moves
from leftsuit.rules import fits, opens_column
from leftsuit.solver.verdict import LOST, UNKNOWN, WON, Verdict

BYTES_A_NODE = 3000
"""What one position takes at most, with its key and its place in the queue."""


def key_of(position: Position) -> tuple[object, ...]:
    """Return what two positions that play alike have in common, and no others do."""
    rules, columns, hidden, stock, waste, foundations = position
    dealt = 0 if rules.redeal and rules.draw == 1 else len(waste)
    return tuple(sorted(zip(columns, hidden, strict=True))), waste + stock, dealt, foundations


def tops(position: Position) -> Iterator[tuple[int, Position]]:
    """Yield the positions that deals alone can reach and that have a card in the waste, each with
    the number of deals; the position itself comes first."""
    seen = set()
    deals = 0
    rules = position.rules
    while len(position.waste) not in seen:
        seen.add(len(position.waste))
        if position.waste:
            yield deals, position
        if not position.stock and not (rules.redeal and position.waste):
            break
        position = after(position, DEAL)
        deals += 1


def _wanted(position: Position, card: Card) -> bool:
    return position.foundations[card & 3] == card >> 2


def waste_moves(position: Position) -> Iterator[Move]:
    """Yield the moves of the top card of the waste, with one empty column for all."""
    rules = position.rules
    card = position.waste[-1]
    if _wanted(position, card):
        yield Move(WASTE, FOUNDATION)
    emptied = False
    for column, cards in enumerate(position.columns):
        if cards:
            if fits(rules, card, cards[-1]):
                yield Move(WASTE, column)
        elif not emptied and opens_column(rules, card):
            emptied = True
            yield Move(WASTE, column)


def ways(position: Position) -> Iterator[tuple[int, Move, Position]]:
    """Yield what can be done: a number of deals, a move, and the position after both."""
    empty = [column for column, cards in enumerate(position.columns) if not cards]
    for move in legal_moves(position):
        if move.source not in (WASTE, STOCK) and move.target not in empty[1:]:
            yield 0, move, after(position, move)
    for deals, there in tops(position):
        for move in waste_moves(there):
            yield deals, move, after(there, move)


def safe_way(position: Position) -> tuple[int, Move, Position] | None:
    """Return the way that sends up a safe card, if there is one."""
    safe = min(position.foundations) + 2
    for column, cards in enumerate(position.columns):
        if cards and cards[-1] >> 2 < safe and _wanted(position, cards[-1]):
            move = Move(column, FOUNDATION)
            return 0, move, after(position, move)
    rules = position.rules
    if rules.redeal and rules.draw == 1:
        loose = position.waste + position.stock
        if any(card >> 2 < safe and _wanted(position, card) for card in loose):
            for deals, there in tops(position):
                card = there.waste[-1]
                if card >> 2 < safe and _wanted(there, card):
                    move = Move(WASTE, FOUNDATION)
                    return deals, move, after(there, move)
    return None


def _done(position: Position) -> bool:
    return not (position.stock or position.waste or any(position.hidden))


class Node:
    """A position that was reached, and how."""

    __slots__ = ("back", "deals", "move", "position")

    def __init__(self, position: Position, back: Node | None, deals: int, move: Move) -> None:
        self.position = position
        self.back = back
        self.deals = deals
        self.move = move


def _points(position: Position) -> int:
    """Return how far a position seems from the win; less is better.

    Face-down cards, loose cards, cards not up, and what lies on low cards that are face down.
    """
    foundations = position.foundations
    soon = min(foundations) + 3
    under = 0
    for cards, down in zip(position.columns, position.hidden, strict=True):
        for i in range(down):
            if cards[i] >> 2 < soon:
                under += len(cards) - i
    loose = len(position.stock) + len(position.waste)
    return 10 * sum(position.hidden) + 4 * loose - 3 * sum(foundations) + under


class Wander:
    """One search, to be run in pieces."""

    def __init__(self, position: Position, memory: int) -> None:
        self.nodes = 0
        self.verdict: Verdict = UNKNOWN
        self.full = False
        self._most = memory // BYTES_A_NODE
        self._seen: set[tuple[object, ...]] = set()
        self._queue: list[tuple[int, int, Node]] = []
        self._end: Node | None = None
        self._enter(Node(position, None, 0, DEAL))

    def _enter(self, node: Node) -> None:
        """Send up safe cards, then put the position in the queue unless it was there before."""
        # Those that were there before count too: each takes about as long as a new one.
        self.nodes += 1
        while (way := safe_way(node.position)) is not None:
            node = Node(way[2], node, way[0], way[1])
        key = key_of(node.position)
        if key in self._seen:
            return
        self._seen.add(key)
        if _done(node.position):
            self.verdict = WON
            self._end = node
        heappush(self._queue, (_points(node.position), self.nodes, node))

    def run(self, nodes: int) -> Verdict:
        """Search on for about so many nodes, and return what is known then."""
        until = self.nodes + nodes
        while self.verdict == UNKNOWN and self.nodes < until and not self.full:
            if not self._queue:
                self.verdict = LOST
                break
            node = heappop(self._queue)[2]
            for deals, move, there in ways(node.position):
                self._enter(Node(there, node, deals, move))
                if self._end is not None:
                    break
            self.full = len(self._seen) >= self._most
        return self.verdict

    def line(self) -> list[Move]:
        """Return the moves that lead to the win that was found, all but the last cards up."""
        moves: list[Move] = []
        node = self._end
        while node is not None and node.back is not None:
            moves.append(node.move)
            moves += [DEAL] * node.deals
            node = node.back
        moves.reverse()
        return moves
