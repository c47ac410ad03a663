"""Games played to the end by the outlook, to see which of some moves comes out best.

The hidden cards are dealt anew among their places; then a player who always makes the move that the
outlook likes best goes on from there, and sees each card only when it is turned up or comes to the
top of the waste. So what comes of it can be had, other than with open cards. That such a player
gets better by it is known as a rollout (Tesauro and Galperin 1996); Yan and others (2004) used it
for Klondike.

All moves that are compared are tried with the same cards. Most differ only in the order in which
things are done: where a game comes to where the first one has been, the rest is the same and need
not be played.
"""

from __future__ import annotations

from leftsuit.judgement import DEALING, safe_move
from leftsuit.outlook import Outlook
from leftsuit.position import Position
from leftsuit.sight import DEPTH
from leftsuit.solver.classes import STOCK_UP, State, Table, is_won


class Rehearsal(Outlook):
    """Plays from one position, with the hidden cards in other places again and again."""

    def __init__(self, position: Position, unseen: int) -> None:
        """Prepare for a position. Only rule sets with classes will do.

        `unseen` are the cards whose place the player does not know, as bits.
        """
        super().__init__(position, unseen)
        self._start = self.table.start
        self._unseen = unseen
        self._known = self._cards[:]
        self._heads = self._deep
        self._there = self._known
        self._been: set[State] = set()
        self._won = False

    def deal(self, layout: Position) -> None:
        """Take the hidden cards where they lie in `layout`."""
        self.table = Table(layout)
        # What is played from stock and waste has been seen by then.
        self._there, self.table.cards = self.table.cards, self._cards
        self._been.clear()

    def wins(self, move: int) -> bool:
        """Say whether the player wins who makes this move first.

        The first move that is asked for after a deal is what the others are compared with.
        """
        self._cards[:] = self._known
        self._shown = 0
        self._deep = self._heads
        first = not self._been
        been, table = self._been, self.table
        state, unseen = self._after(self._start, self._unseen, move)
        while not is_won(state):
            move = safe_move(table, state)
            if move < 0:
                if first:
                    been.add(state)
                elif state in been:
                    return self._won
                options = self.options(state, unseen)
                if not options:
                    break
                move = max(options)[1]
            state, unseen = self._after(state, unseen, move)
        won = is_won(state)
        if first:
            been.add(state)
            self._won = won
        return won

    def _after(self, state: State, unseen: int, move: int) -> tuple[State, int]:
        """Return the class after a move that can be made, and the cards still unseen then."""
        table = self.table
        if move == DEALING:
            dealt = min(state[5] + self._draw, len(self._cards))
            state = (*state[:5], dealt, *state[6:])
        else:
            after = table.step(state, move)
            # A card that turns up takes no more room than the one that lay on it.
            assert after is not None
            if move < STOCK_UP and state[2] >> (move & 63) & 1:
                card = table.under[move & 63]
                unseen &= ~(1 << card)
                if after[2] >> card & 1:
                    self._deep |= table.depth[card] + 1 << DEPTH + 5 * card
                return after, unseen
            state = after
        top = (state[4] & ((1 << state[5]) - 1)).bit_length() - 1
        if top >= 0:
            card = self._there[top]
            if unseen >> card & 1:
                unseen ^= 1 << card
                self._shown |= card << 6 * top
                self._cards[top] = card
        return state, unseen
