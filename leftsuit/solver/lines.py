"""From moves of classes to moves that can be played.

A class move says what happens to cards; `Walk` plays it in a real position, and moves runs about
first where that is needed. Each level is arranged by itself, by the shortest way. While a class has
no room, its levels must be on islands from which the rest of the moves can be made; `_needs` finds
them by going through the moves backwards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from leftsuit.cards import Card
from leftsuit.position import DEAL, FOUNDATION, STOCK, WASTE, Move, Position, after, is_won
from leftsuit.solver.classes import HEAD, STOCK_DOWN, STOCK_UP, State, Table
from leftsuit.solver.levels import (
    ABSENT,
    BOTTOM,
    CHILD_ON,
    Matching,
    accepting,
    changed,
    deficits,
    islands,
    steps,
    with_child,
)

_NEVER = 1 << 20
Change = tuple[int, int, int, int]


def _runs_through(
    build: int, changes: Sequence[Change], matching: Matching, bottom: bool
) -> list[Matching]:
    """Return what the changes of one level can make of a matching.

    A child that comes may be put at the bottom of a column only if `bottom` is set.
    """
    reached = [matching]
    for kind, level, suit, _ in changes:
        following = [new for old in reached for new in changed(build, kind, old, level, suit)]
        if kind == CHILD_ON and bottom:
            following += [with_child(old, suit, BOTTOM) for old in reached]
        reached = following
    return reached


def _by_level(changes: Sequence[Change]) -> dict[int, list[Change]]:
    levels: dict[int, list[Change]] = {}
    for change in changes:
        levels.setdefault(change[3], []).append(change)
    return levels


Needs = dict[int, frozenset[Matching]]
"""For some levels, by their shift, the matchings that will do."""


def _needs(table: Table, states: Sequence[State], moves: Sequence[int], last: Needs) -> list[Needs]:
    """Return for each state what its levels must be for the rest of the moves, and at the end.

    With room there is nothing to be asked, since any arrangement reaches any other.
    """
    needs = [last]
    for state, move in zip(reversed(states[:-1]), reversed(moves), strict=True):
        here: Needs = {}
        if state[6] == 0:
            later = needs[-1]
            levels = _by_level(table.changes(state, move))
            here = {shift: need for shift, need in later.items() if shift not in levels}
            for shift, changes in levels.items():
                among = islands(table.build, changes[0][1])
                good = [
                    island
                    for island in among
                    if any(
                        shift not in later or new in later[shift]
                        for matching in island
                        for new in _runs_through(table.build, changes, matching, False)
                    )
                ]
                if len(good) < len(among):
                    here[shift] = frozenset().union(*good)
        needs.append(here)
    needs.reverse()
    return needs


class Walk:
    """Plays class moves in a real position; `moves` and `position` are what came of it."""

    def __init__(
        self,
        table: Table,
        position: Position,
        plan: Sequence[int],
        states: Sequence[State],
        last: Needs | None = None,
    ) -> None:
        """Play a plan. `states` are the classes before and after each of its moves."""
        self.table = table
        self.position = position
        self.moves: list[Move] = []
        self.accepting = accepting(table.build)
        self.deficit = deficits(table.build)
        self.leaves = [_NEVER + card for card in range(52)]
        """When each card goes up, so that runs are put where they can stay."""
        for time, move in enumerate(plan):
            if move < HEAD:
                self.leaves[move - 4] = time
            elif STOCK_UP <= move < STOCK_DOWN:
                self.leaves[table.cards[move & 63] - 4] = time
        self._scan()
        needs = _needs(table, states, plan, last or {})
        for time, move in enumerate(plan):
            self._play(states[time], move, needs[time + 1])

    def _scan(self) -> None:
        self.place: dict[Card, tuple[int, int]] = {}
        self.level: dict[int, Matching] = {}
        self.empty: list[int] = []
        lies: dict[int, list[int]] = {}
        self.parents: dict[int, int] = {}
        for column, cards in enumerate(self.position.columns):
            if not cards:
                self.empty.append(column)
                continue
            down = self.position.hidden[column]
            on = BOTTOM
            for i in range(down, len(cards)):
                card = cards[i]
                self.place[card] = column, i
                rank, suit = card >> 2, card & 3
                self.parents[rank] = self.parents.get(rank, 0) | 1 << suit
                if i > down or not down:
                    lies.setdefault(rank, [ABSENT] * 4)[suit] = on
                on = suit
        for rank, (a, b, c, d) in lies.items():
            self.level[rank] = a, b, c, d

    def _do(self, move: Move) -> None:
        """Play a move, and keep what `_scan` found up to date."""
        before = self.position
        self.moves.append(move)
        self.position = now = after(before, move)
        source, target, length = move
        if source == STOCK or (source == WASTE and target == FOUNDATION):
            return
        cards = before.waste[-1:] if source == WASTE else before.columns[source][-length:]
        rank, suit = cards[0] >> 2, cards[0] & 3
        if target == FOUNDATION:
            del self.place[cards[0]]
            self.parents[rank] ^= 1 << suit
            self.level[rank] = with_child(self._matching(rank), suit, ABSENT)
        else:
            under = before.columns[target]
            for i, card in enumerate(cards, len(under)):
                self.place[card] = target, i
            on = under[-1] & 3 if under else BOTTOM
            self.level[rank] = with_child(self._matching(rank), suit, on)
            self.parents[rank] = self.parents.get(rank, 0) | 1 << suit
        if now.hidden != before.hidden:
            card = now.columns[source][-1]
            rank, suit = card >> 2, card & 3
            self.place[card] = source, now.hidden[source]
            self.parents[rank] = self.parents.get(rank, 0) | 1 << suit
            if not now.hidden[source]:
                self.level[rank] = with_child(self._matching(rank), suit, BOTTOM)
        self.empty = [column for column, cards in enumerate(now.columns) if not cards]

    def _matching(self, rank: int) -> Matching:
        return self.level.get(rank, (ABSENT,) * 4)

    def _level(self, rank: int) -> int:
        """Return the level number; `rank` counts from 0 for the aces, as in a card's number."""
        children = sum(1 << s for s, on in enumerate(self._matching(rank)) if on != ABSENT)
        return children | self.parents.get(rank + 1, 0) << 4

    def _put(self, rank: int, suit: int, parent: int) -> None:
        column, i = self.place[4 * rank + suit]
        target = self.empty[0] if parent == BOTTOM else self.place[4 * rank + 4 + parent][0]
        self._do(Move(column, target, len(self.position.columns[column]) - i))

    def _cost(self, rank: int, matching: Matching) -> int:
        """Return how badly the cards of a level lie: those that must leave their parent again."""
        cost = 0
        for suit, parent in enumerate(matching):
            if parent >= 0:
                stays = self.leaves[4 * rank + 4 + parent] - self.leaves[4 * rank + suit]
                if stays < 0:
                    cost += 100
            elif parent == BOTTOM:
                cost += 60
        return cost

    def _arrange(self, rank: int, goal: Callable[[Matching, int], int | None]) -> bool:
        """Bring one level to a goal by the fewest moves; return whether that can be done.

        The goal sees a matching and how many columns are empty then, and gives its cost or None.
        """
        start = self._matching(rank)
        level = self._level(rank)
        columns = len(self.empty) + start.count(BOTTOM)
        came: dict[Matching, tuple[Matching, int, int] | None] = {start: None}
        border = [start]
        while border:
            best: tuple[int, Matching] | None = None
            for matching in border:
                cost = goal(matching, columns - matching.count(BOTTOM))
                if cost is not None and (best is None or cost < best[0]):
                    best = cost, matching
            if best:
                path = []
                back = came[best[1]]
                while back:
                    path.append(back[1:])
                    back = came[back[0]]
                for suit, parent in reversed(path):
                    self._put(rank, suit, parent)
                return True
            following = []
            for matching in border:
                ways = list(steps(self.table.build, level, matching))
                if columns > matching.count(BOTTOM):
                    ways += [(s, BOTTOM) for s in range(4) if matching[s] >= 0]
                for suit, parent in ways:
                    new = with_child(matching, suit, parent)
                    if new not in came:
                        came[new] = matching, suit, parent
                        following.append(new)
            border = following
        return False

    def _free_column(self) -> None:
        """Empty a column by putting some run on a parent, by the fewest moves."""
        choices = []
        for rank, matching in self.level.items():
            if matching.count(BOTTOM) > self.deficit[self._level(rank)]:
                choices.append(rank)
        for limit in range(1, 9):
            for rank in choices:
                count = self._matching(rank).count(BOTTOM)
                if self._arrange_within(rank, count, limit):
                    return
        raise AssertionError("no column can be freed")

    def _arrange_within(self, rank: int, count: int, limit: int) -> bool:
        """Free a column by arranging one level, if that takes no more moves than the limit."""
        moves, position = len(self.moves), self.position

        def goal(matching: Matching, _: int) -> int | None:
            return self._cost(rank, matching) if matching.count(BOTTOM) < count else None

        if self._arrange(rank, goal) and len(self.moves) - moves <= limit:
            return True
        del self.moves[moves:]
        self.position = position
        self._scan()
        return False

    def _bring(self, rank: int, goal: Callable[[Matching, int], int | None]) -> None:
        if not self._arrange(rank, goal):
            while not self.empty:
                self._free_column()
            if not self._arrange(rank, goal):
                raise AssertionError("a level cannot be arranged")

    def _play(self, state: State, move: int, needs: Needs) -> None:
        """Play one class move, so that afterwards the levels are as they need to be."""
        table = self.table
        changes = table.changes(state, move)
        levels = _by_level(changes)
        first = changes[0][3] if changes else -1
        order = [shift for shift in needs if shift not in levels]
        order += [shift for shift in levels if shift != first and shift]
        if first > 0:
            order.append(first)
        for shift in order:
            rank = shift // 4 - 1
            here = levels.get(shift, [])

            def goal(
                matching: Matching, empty: int, shift: int = shift, here: list[Change] = here
            ) -> int | None:
                ends = _runs_through(table.build, here, matching, empty > 0)
                if shift in needs:
                    ends = [end for end in ends if end in needs[shift]]
                if not ends:
                    return None
                return min(self._cost(shift // 4 - 1, end) for end in ends)

            self._bring(rank, goal)
        if move >= STOCK_UP:
            place = move & 63
            while len(table.cards) - len(self.position.stock) <= place:
                self._do(DEAL)
            card, source, length = table.cards[place] - 4, WASTE, 1
        else:
            card = (move & 63) - 4
            source, i = self.place[card]
            length = len(self.position.columns[source]) - i
        if move < HEAD or STOCK_UP <= move < STOCK_DOWN:
            self._do(Move(source, FOUNDATION))
            return
        ranked = []
        shift = first
        rank, suit = card >> 2, card & 3
        matching = self._matching(rank)
        level = self._level(rank)
        targets = [p for p in self.accepting[suit] if level >> (p + 4) & 1 and p not in matching]
        if self.empty:
            targets.append(BOTTOM)
        for parent in targets:
            end = with_child(matching, suit, parent)
            for kind, before, other, _ in levels[shift][1:]:
                (end,) = changed(table.build, kind, end, before, other)
            if shift in needs and end not in needs[shift]:
                continue
            ranked.append((self._cost(rank, end), parent < 0, parent))
        parent = min(ranked)[2]
        target = self.empty[0] if parent == BOTTOM else self.place[4 * rank + 4 + parent][0]
        self._do(Move(source, target, length))


def finish(position: Position) -> list[Move]:
    """Return the moves that send up everything, when nothing is face down and the stock is out."""
    moves = []
    while not is_won(position):
        move = next(
            Move(column, FOUNDATION)
            for column, cards in enumerate(position.columns)
            if cards and position.foundations[cards[-1] & 3] == cards[-1] >> 2
        )
        moves.append(move)
        position = after(position, move)
    return moves
