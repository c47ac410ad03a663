"""What the rest of the program asks of the solver."""

from __future__ import annotations

from collections.abc import Iterator

from leftsuit.position import (
    DEAL,
    FOUNDATION,
    WASTE,
    Move,
    Position,
    after,
    is_won,
    legal_moves,
    run_length,
    source_card,
)
from leftsuit.rules import Rules
from leftsuit.solver.classes import STOCK_UP, State, Table
from leftsuit.solver.descent import LINE_TASTES, Descent
from leftsuit.solver.levels import CHILD_ON, islands, level_after
from leftsuit.solver.lines import Needs, Walk, finish
from leftsuit.solver.shorten import shorten
from leftsuit.solver.verdict import UNKNOWN, WON, Verdict
from leftsuit.solver.wander import Wander, key_of

MEMORY = 200 << 20
"""Bytes that one search holds at most, unless told otherwise."""
TRIES = 3
"""How many other wins a line is chosen from."""
TRY_NODES = 120
"""How far each further one is searched for."""
POSITIONS = 2000
"""How many arrangements `class_moves` and `dead_end` look at where there are no classes."""


def has_classes(rules: Rules) -> bool:
    """Say whether table moves can all be taken back, and nothing else can: see `classes`."""
    return not (rules.kings_only or rules.take_back or rules.redeal)


class Search:
    """Whether a position can be won, found out piece by piece.

    All the cards are known to the search, the hidden ones too.
    """

    def __init__(self, position: Position, memory: int = MEMORY) -> None:
        """Begin a search that holds at most about `memory` bytes."""
        self._position = position
        self._memory = memory
        self._search: Descent | Wander = (
            Descent(position, memory) if has_classes(position.rules) else Wander(position, memory)
        )

    @property
    def verdict(self) -> Verdict:
        """What is known so far."""
        return self._search.verdict

    @property
    def nodes(self) -> int:
        """How many positions, or classes of positions, have been looked at."""
        return self._search.nodes

    @property
    def ended(self) -> bool:
        """Whether `run` can find out no more: there is a verdict, or memory is used up."""
        return self.verdict != UNKNOWN or self._search.full

    def run(self, nodes: int) -> Verdict:
        """Search on for about so many nodes, and return what is known then."""
        return self._search.run(nodes)

    def line(self, tries: int = TRIES) -> list[Move]:
        """Return legal moves from the position to the win.

        They are the shortest of several lines; with fewer `tries`, 0 to 4, they come sooner and are
        longer.
        Raises `ValueError` unless the verdict is `WON`.
        """
        if self.verdict != WON:
            raise ValueError(self.verdict)
        if isinstance(self._search, Wander):
            return _shortened(self._position, self._search.line())
        lines = [_walked(self._position, self._search.plan())]
        for taste in LINE_TASTES[:tries]:
            other = Descent(self._position, self._memory, (taste,))
            if other.run(TRY_NODES) == WON:
                lines.append(_walked(self._position, other.plan()))
        lines.sort(key=len)
        return min((_shortened(self._position, line) for line in lines[:3]), key=len)


def _shortened(position: Position, line: list[Move]) -> list[Move]:
    end = position
    for move in line:
        end = after(end, move)
    return shorten(position, line + finish(end))


def _walked(position: Position, plan: list[int]) -> list[Move]:
    """Return the moves of a plan, up to where all that is left is sending cards up."""
    table = Table(position)
    state = table.start
    states = [state]
    moves: list[int] = []

    def play(move: int) -> None:
        nonlocal state
        following = table.step(state, move)
        assert following is not None
        state = following
        moves.append(move)
        states.append(state)

    for move in [-1, *plan]:
        if move >= 0:
            play(move)
        while (safe := table.safe(state)) >= 0:
            play(safe)
    return Walk(table, position, moves, states).moves


def _identity(position: Position) -> tuple[object, ...]:
    """Return what decides the verdict of a position, among those that follow from one position."""
    if has_classes(position.rules):
        return position.waste, position.stock, Table(position).start[1:]
    return key_of(position)


def _rearranges(position: Position, move: Move) -> bool:
    """Say whether a move between columns turns up no card."""
    source, target, length = move
    if source >= WASTE or target >= WASTE:
        return False
    return length < run_length(position, source) or not position.hidden[source]


def judge(position: Position, nodes: int, memory: int = MEMORY) -> dict[Move, Verdict]:
    """Return for each legal move what is known of the position after it.

    Each search gets so many nodes. Moves to positions that are the same for this purpose are
    searched once; where all rearranging can be undone, it leaves the verdict as it is.
    """
    classes = has_classes(position.rules)
    verdicts: dict[Move, Verdict] = {}
    known: dict[tuple[object, ...], Verdict] = {}
    idle: list[Move] = []
    for move in legal_moves(position):
        if classes and _rearranges(position, move):
            idle.append(move)
            verdicts[move] = UNKNOWN
            continue
        there = after(position, move)
        key = _identity(there)
        if key not in known:
            known[key] = Search(there, memory).run(nodes)
        verdicts[move] = known[key]
    if idle:
        here = WON if WON in known.values() else Search(position, memory).run(nodes)
        verdicts.update(dict.fromkeys(idle, here))
    return verdicts


def class_moves(position: Position) -> list[list[Move]]:
    """Return the ways to make progress without a deal, after any rearranging of the table.

    Each is a list of legal moves, the last of which sends a card up, plays the waste or turns up a
    card; those before it rearrange. What lies face down or in the stock has no influence. A card
    that goes to a column has one way, or, where no room is left afterwards, one for each island its
    level can be on. In rule sets without classes the first `POSITIONS` arrangements are looked at.
    """
    if has_classes(position.rules):
        return list(_class_moves(position))
    return [line for line, _ in _first_ways(position, False) if line]


def _class_moves(position: Position) -> Iterator[list[Move]]:
    table = Table(position, blind=True)
    start = table.start
    for move in table.moves(start):
        if move >= STOCK_UP and move & 63 >= len(position.waste):
            continue
        state = table.step(start, move)
        if state is not None:
            for needs in _choices(table, start, state, move):
                yield Walk(table, position, [move], [start, state], needs).moves


def _choices(table: Table, start: State, state: State, move: int) -> list[Needs]:
    """Return what a card can be asked to lie on, if that makes a difference: without room."""
    changes = table.changes(start, move)
    if state[6] or not changes or changes[0][0] != CHILD_ON:
        return [{}]
    shift = changes[0][3]
    level = changes[0][1]
    for kind, _, suit, at in changes:
        if at == shift:
            level = level_after(kind, level, suit)
    possible = table.possible(state, shift)
    among = islands(table.build, level)
    return [{shift: island} for i, island in enumerate(among) if not possible or possible >> i & 1]


def _first_ways(position: Position, dealing: bool) -> Iterator[tuple[list[Move], bool]]:
    """Yield the shortest lines of moves without progress that end in one with progress, for each
    card and kind of progress; and whether all positions have been seen, false while they have not.

    Taking a card back from a foundation and sending it up again is no progress.
    """
    found: set[tuple[int, bool]] = set()
    seen = {key_of(position)}
    todo: list[tuple[Position, list[Move]]] = [(position, [])]
    for here, line in todo:
        if len(seen) > POSITIONS:
            return
        for move in legal_moves(here):
            if move == DEAL and not dealing:
                continue
            there = after(here, move)
            heights = zip(there.foundations, position.foundations, strict=True)
            up = move.target == FOUNDATION and any(now > before for now, before in heights)
            if up or move.source == WASTE or there.hidden != here.hidden:
                what = source_card(here, move), up
                if what not in found:
                    found.add(what)
                    yield [*line, move], False
            elif (key := (key_of(there), there.waste)) not in seen:
                seen.add(key)
                todo.append((there, [*line, move]))
    yield [], True


def dead_end(position: Position) -> bool | None:
    """Say whether no moves can lead to progress any more; None if that is not known.

    Progress is a card going up, leaving the waste or being turned up. While cards are left to be
    dealt for the only time it is no dead end. Where there are classes the answer is always known,
    and exact: rearranging the table reaches precisely the arrangements of the class, so it is a
    dead end when the class has no move. Only face-up cards decide it.
    """
    if is_won(position):
        return False
    if not position.rules.redeal and position.stock:
        return False
    if has_classes(position.rules):
        table = Table(position, blind=True)
        return all(table.step(table.start, move) is None for move in table.moves(table.start))
    for _, done in _first_ways(position, True):
        return done
    return None
