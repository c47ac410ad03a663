"""Tips that play fair: the move worth making, from what the player can see.

`instant` answers at once, by the outlook. `Sampler` deals the hidden cards at random among their
places many times, and finds out in how many of these samples the game can be won after its tip. It
does not choose by that: a sample is solved with open cards, which flatters moves that put things
off, and players who went by it won less. In draw 1 it chooses by playing samples to the end without
looking at what is hidden (`rehearsal`), and in draw 3, where games are lost too often to tell much,
by looking one turn ahead or three (`outlook`). Only where few cards are hidden are all the ways
they can lie tried for every move, and then the one that wins most often is chosen. Both tips choose
among moves that cannot be undone, each with the rearranging of the table it needs, and deals. So a
player who follows tips of one kind never goes round in circles, however many of the moves of a tip
are made before the next is asked for: what is chosen does not depend on how the face-up cards are
arranged, as long as they can be arranged back.

What counts as hidden, and `seen`, are told in `judgement.hidden_cards`. The samples follow from
what is visible, so the same sight always gives the same tip.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from math import ceil, exp, factorial, sqrt
from random import Random

from leftsuit.advice import is_safe
from leftsuit.cards import Card, rank
from leftsuit.judgement import DEALING, as_bits, hidden_cards, safe_move
from leftsuit.outlook import Outlook, Way, mean
from leftsuit.position import (
    DEAL,
    FOUNDATION,
    WASTE,
    Move,
    Position,
    after,
    is_won,
    run_length,
    source_card,
)
from leftsuit.rehearsal import Rehearsal
from leftsuit.rules import fits
from leftsuit.solver.classes import HEAD, STOCK_DOWN, STOCK_UP
from leftsuit.solver.search import Search, class_moves, dead_end, has_classes
from leftsuit.solver.verdict import LOST, UNKNOWN, WON, Verdict
from leftsuit.values import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from typing import Final

TURNS_UP: Final = "turns up"
"""`card` makes way in column `column`, where a card is turned up."""
SAFE_UP: Final = "goes up safely"
"""`card` goes to its foundation, which cannot cost the win."""
GOES_UP: Final = "goes up"
"""`card` goes to its foundation."""
FREES: Final = "frees"
"""`card` goes to its foundation, so that `free` is bare and can take `other`."""
EMPTIES: Final = "empties"
"""`card` goes to its foundation, and column `column` is empty then."""
PLAYS_WASTE: Final = "plays the waste"
"""`card` leaves the waste."""
DEALS: Final = "deals"
"""Nothing is better than dealing."""
LOST_FROM_HERE: Final = "nothing useful"
"""Moves are left, but whatever the hidden cards are, none leads to a win; or, where the waste is
turned over, none to anything new."""
DEAD_END: Final = "dead end"
"""No move can lead to progress."""
ALL_UP: Final = "won"
"""The game is won."""


class Tip(NamedTuple):
    """A move worth making, and why."""

    moves: tuple[Move, ...]
    """Legal moves to make one after the other; the last makes progress, those before it rearrange
    the table. Or a single deal. Or none, where nothing useful is left."""
    reason: str
    """One of the constants of this file."""
    card: Card | None = None
    """The card that makes progress."""
    column: int | None = None
    """The column where a card is turned up, or which becomes empty; counted from 0."""
    free: Card | None = None
    """The card that is bare afterwards."""
    other: Card | None = None
    """The card it can take."""
    won: int = 0
    """In how many samples the game could still be won after this."""
    samples: int = 0
    """How many samples were looked at: 0 for an instant tip."""
    open: int = 0
    """In how many of them it was not found out whether the game can be won."""
    exact: bool = False
    """Whether the samples are all the ways the hidden cards can lie."""


SAMPLES = 40
"""How many samples a sampled tip looks at."""
ENDGAME = 1000
"""Nodes for a search in which no card is hidden."""
CHOICES = 6
"""How many of the best ways to a move that shows something are looked at further."""
MARGIN = 0.05
"""How much less likely than with the best way a win may be for a way to be looked at again."""
NEAR = 3
"""How many ways are looked at again at most, the best included."""
TRIED = 1.3
"""How many cards are tried then on the first turn, for each sample of a tip."""
FURTHER = 0.75
"""How many cards of the second turn are looked at further at least, for each sample of a tip."""
FIRST, STRIDE = 8, 4
"""After how many of them a way can be given up, and how often that is looked at."""
BEHIND = 1.6
"""How many deviations behind the best it is then."""
TRIFLE = 0.0005
"""How much of a likelihood is not worth a look."""
REHEARSED = 5
"""How many of the best ways are played to the end at most."""
GAP = 2
"""How much less the worth of a way may be for it to be played to the end."""
GAMES = 3.75
"""How many times each of them is played to the end at most, for each sample of a tip."""
ROUND = 15
"""After how many such games the ways that do worse are given up."""
PRIOR = 80
"""How many games that came out differently the worth of the ways counts for."""
NODES = 300
"""Nodes for one move in one sample, before others are looked at."""
MOST_NODES = 20_000
"""Nodes for one move in one sample at most."""
FEW_NODES, MOST_FEW_NODES = 30, 1000
"""The same two where there are no classes and nodes are dear."""
UNIT = 10
"""Nodes that setting up one search takes the time of."""


class _Choice(NamedTuple):
    """A way to go on."""

    worth: float
    """By the outlook, as the logarithm of odds; or by simple rules, where there are no classes."""
    code: int
    """The same for ways that differ only in how the table is arranged before."""
    line: tuple[Move, ...]


def instant(position: Position, seen: Iterable[Card] = ()) -> Tip:
    """Return a tip at once, by the outlook.

    `seen` are the cards that have been the top of the waste so far (see `judgement.seen`). Without
    it, in draw 3 no card under the top of the waste counts as known; and where the waste is turned
    over several cards at a time, only with it do the tips come to an end.
    """
    seen = frozenset(seen)
    choices = _choices(position, seen)
    hidden = hidden_cards(position, seen)
    if choices and len(hidden) <= 1 and has_classes(position.rules):
        # Everything is known, the last hidden card too, since all the others are seen.
        if Search(position).run(ENDGAME) == LOST:
            return Tip((), LOST_FROM_HERE)
        for choice in choices:
            if Search(_played(position, choice.line)).run(ENDGAME) == WON:
                return _tip(position, seen, choice)
    return _tip(position, seen, choices[0] if choices else None)


def ways(position: Position, seen: Iterable[Card] = ()) -> list[tuple[float, tuple[Move, ...]]]:
    """Return the ways to go on, each with its worth by the outlook, the best first.

    `seen` is as for `instant`.
    """
    return [(choice.worth, choice.line) for choice in _choices(position, frozenset(seen))]


def _played(position: Position, line: Sequence[Move]) -> Position:
    for move in line:
        position = after(position, move)
    return position


def _choices(position: Position, seen: frozenset[Card]) -> list[_Choice]:
    """Return the ways to go on, the best first. Where a safe card can go up it is the only one."""
    if is_won(position):
        return []
    lines = [tuple(line) for line in class_moves(position)]
    if not has_classes(position.rules):
        return _choices_without_classes(position, seen, lines)
    coded = [(_code(position, line), line) for line in lines]
    unseen = as_bits(hidden_cards(position, seen))
    weigher = Outlook(position, unseen)
    start = weigher.table.start
    safe = safe_move(weigher.table, start)
    if safe >= 0:
        return [_Choice(0, code, line) for code, line in coded if code == safe][:1]
    if position.stock:
        coded.append((DEALING, (DEAL,)))
    worth = {code: odds for odds, code in weigher.options(start, unseen)}
    return sorted(
        (_Choice(worth[code], code, line) for code, line in coded),
        key=lambda choice: (-choice.worth, choice.code),
    )


def _behind(best: Sequence[float], other: Sequence[float], left: float) -> bool:
    """Say whether another way is so far behind the best that it need not be looked at further.

    Both have the likelihoods for the same cards; `left` is the share of cards not tried yet.
    """
    tried = len(best)
    differences = [a - b for a, b in zip(best, other, strict=True)]
    gap = sum(differences) / tried
    variance = sum((difference - gap) ** 2 for difference in differences) / (tried - 1)
    return gap > BEHIND * sqrt(variance / tried * left) + TRIFLE


def _code(position: Position, line: Sequence[Move]) -> int:
    """Return the number of the class move that a line of `class_moves` makes."""
    source, target, length = line[-1]
    if source == WASTE:
        return len(position.waste) - 1 + (STOCK_UP if target == FOUNDATION else STOCK_DOWN)
    card = _played(position, line[:-1]).columns[source][-length]
    return card + 4 + (0 if target == FOUNDATION else HEAD)


def _choices_without_classes(
    position: Position, seen: frozenset[Card], lines: list[tuple[Move, ...]]
) -> list[_Choice]:
    """Return the ways to go on by simple rules: safe cards up, then what turns up a card or plays
    the waste, other cards up, and a deal only when there is nothing else.

    A line may bring a card back from a foundation, and sending that up again must not look like
    progress. So lines that turn up a card or play the waste, which cannot be undone, come before
    all that only send up a card which is not safe; and safe cards stay where they are.
    """
    found = []
    for line in lines:
        here = position
        brought = 0
        for move in line[:-1]:
            if move.source >= FOUNDATION:
                brought += 1 if not is_safe(position, source_card(here, move)) else 100
            here = after(here, move)
        there = after(here, line[-1])
        turned = here.hidden != there.hidden
        final = turned or line[-1].source == WASTE
        higher = sum(there.foundations) > sum(position.foundations)
        if not (final or higher) or brought >= 100:
            continue
        card = source_card(here, line[-1])
        worth = -len(line) - rank(card) / 20
        if line[-1].target == FOUNDATION and is_safe(here, card) and not brought:
            worth += 1000
        elif final:
            worth += 300 + (50 + 3 * here.hidden[line[-1].source] if turned else 0)
        elif brought:
            worth -= 300
        found.append(_Choice(worth, card, line))
    if not found and _may_deal(position, seen):
        found.append(_Choice(0, DEALING, (DEAL,)))
    return sorted(found, key=lambda choice: (-choice.worth, choice.code, choice.line))


def _may_deal(position: Position, seen: frozenset[Card]) -> bool:
    """Say whether dealing on can bring something new, where the waste is turned over.

    It does if it will bring a card to the top of the waste that never was there, or one that can
    be played. Cards are only looked at that were.
    """
    known = set(position.waste + position.stock).difference(hidden_cards(position, seen))
    lengths = set()
    while len(position.waste) not in lengths and (position.stock or position.rules.redeal):
        lengths.add(len(position.waste))
        if not position.stock and not position.waste:
            break
        position = after(position, DEAL)
        if position.waste:
            if position.waste[-1] not in known:
                return True
            if any(line[-1].source == WASTE for line in class_moves(position)):
                return True
    return False


def _tip(position: Position, seen: frozenset[Card], choice: _Choice | None) -> Tip:
    """Put a choice, or that there is none, in the form of a tip."""
    if choice is None:
        if is_won(position):
            return Tip((), ALL_UP)
        return Tip((), DEAD_END if _stuck(position, seen) else LOST_FROM_HERE)
    line = choice.line
    if line == (DEAL,):
        return Tip(line, DEALS)
    here = _played(position, line[:-1])
    there = after(here, line[-1])
    source, target, _ = line[-1]
    card = source_card(here, line[-1])
    if target == FOUNDATION and is_safe(here, card):
        return Tip(line, SAFE_UP, card)
    if source == WASTE:
        return Tip(line, PLAYS_WASTE, card)
    if here.hidden != there.hidden:
        return Tip(line, TURNS_UP, card, source)
    if not there.columns[source]:
        return Tip(line, EMPTIES, card, source)
    free = there.columns[source][-1]
    for other in _wanting(there):
        if fits(position.rules, other, free):
            return Tip(line, FREES, card, free=free, other=other)
    return Tip(line, GOES_UP, card)


def _stuck(position: Position, seen: frozenset[Card]) -> bool:
    """Say whether it is a dead end, if that can be told without looking at hidden cards."""
    hidden = set(hidden_cards(position, seen))
    if position.rules.redeal:
        if hidden.intersection(position.stock + position.waste):
            return False
    elif position.stock:
        return False
    return dead_end(position) is True


def _wanting(position: Position) -> Iterator[Card]:
    """Yield the cards that could use a place: the top of the waste, then the ends of runs that lie
    on face-down cards or on nothing."""
    if position.waste:
        yield position.waste[-1]
    for column, cards in enumerate(position.columns):
        if cards:
            yield cards[-run_length(position, column)]


class Sampler:
    """The tip that takes thought, worked out in pieces."""

    def __init__(
        self, position: Position, seen: Iterable[Card] = (), samples: int = SAMPLES
    ) -> None:
        """Begin. `seen` is as for `instant`; at most so many samples are looked at, and the pains
        taken to choose follow from that number."""
        self._position = position
        self._seen = frozenset(seen)
        self._hidden = hidden_cards(position, self._seen)
        self._choices = _choices(position, self._seen)
        ways = factorial(min(len(self._hidden), 12))
        self._exact = len(self._hidden) < 12 and ways <= samples
        self._count = ways if self._exact else samples
        self._pains = samples
        known = has_classes(position.rules)
        self._nodes = NODES if known else FEW_NODES
        self._most_nodes = MOST_NODES if known else MOST_FEW_NODES
        self._results: list[list[Verdict]] = [[] for _ in self._choices]
        # The first until another is chosen; only where all is known are all of them compared so.
        self._live = list(range(len(self._choices)))[: None if self._exact else 1]
        self._layouts = self._samples()
        self._work = self._decide()
        self.done = False
        """Whether the tip is final."""

    def _samples(self) -> Iterator[Position]:
        """Yield the position with the hidden cards dealt among their places again and again."""
        position, hidden = self._position, set(self._hidden)
        orders: Iterator[Sequence[Card]]
        orders = permutations(self._hidden) if self._exact else self._shuffles()
        for order in orders:
            cards = iter(order)
            columns = tuple(
                tuple(next(cards) if i < down else card for i, card in enumerate(column))
                for column, down in zip(position.columns, position.hidden, strict=True)
            )
            waste, stock = (
                tuple(next(cards) if card in hidden else card for card in pile)
                for pile in (position.waste, position.stock)
            )
            yield position._replace(columns=columns, waste=waste, stock=stock)

    def _shuffles(self) -> Iterator[list[Card]]:
        rng = Random(_sight(self._position, set(self._hidden)))
        while True:
            order = list(self._hidden)
            for last in range(len(order) - 1, 0, -1):
                other = int(rng.random() * (last + 1))
                order[last], order[other] = order[other], order[last]
            yield order

    def _rehearse(self) -> Iterator[int]:
        """Choose by playing each way to the end in the same samples; yield after each game what it
        took in nodes.

        A way that wins where the first one does not has done so by merit or by chance. So it is as
        if there had been `PRIOR` more such games, of which each won as many as its worth says. A
        way is given up when it is two deviations behind, or if nothing comes of the difference.
        """
        choices = [c for c in self._choices if c.worth > self._choices[0].worth - GAP][:REHEARSED]
        unseen = as_bits(self._hidden)
        # For each way how often it alone won, and how often only the first did.
        against = dict.fromkeys(range(1, len(choices)), (0, 0))
        rehearsal = Rehearsal(self._position, unseen)
        layouts = self._samples()
        for game in range(ceil(GAMES * self._pains)):
            if game and game % ROUND == 0:
                against = {
                    number: (more, less)
                    for number, (more, less) in against.items()
                    if (more or less) and less - more <= 2 * sqrt(more + less)
                }
            if not against:
                break
            rehearsal.deal(next(layouts))
            first = rehearsal.wins(choices[0].code)
            yield 4 * UNIT
            for number, (more, less) in against.items():
                won = rehearsal.wins(choices[number].code)
                against[number] = more + (won and not first), less + (first and not won)
                yield 4 * UNIT
        best, merit = 0, 0.0
        for number, (more, less) in against.items():
            better = 1 / (1 + exp(choices[0].worth - choices[number].worth))
            gain = more - less + PRIOR * (2 * better - 1)
            if gain > merit:
                best, merit = number, gain
        self._live = [best]

    def _look_ahead(self) -> Iterator[int]:
        """Choose by what is to be expected; yield after each card tried what it took in nodes.

        What is chosen among are the ways to a move that shows something. Where several are about
        as good, the turns after that are looked at too.
        """
        unseen = as_bits(self._hidden)
        order = [card + 4 for card in next(self._shuffles())]
        outlook = Outlook(self._position, unseen, order)
        ways = sorted(outlook.ways(outlook.table.start, unseen), reverse=True)[:CHOICES]
        if not ways:
            return  # Nothing can be shown any more.
        expected: list[tuple[float, int]] = []
        for number, (_, move, state, _) in enumerate(ways):
            likelihoods = []
            for likelihood in outlook.expected(state, unseen, move):
                yield 2 * UNIT
                if likelihood is not None:
                    likelihoods.append(likelihood)
            expected.append((mean(likelihoods), -number))
        expected = sorted(expected, reverse=True)[:NEAR]
        near = [ways[-number] for worth, number in expected if worth > expected[0][0] - MARGIN]
        yield from self._race(outlook, unseen, near)

    def _race(self, outlook: Outlook, unseen: int, ways: Sequence[Way]) -> Iterator[int]:
        """Choose among ways by what several turns bring, all with the same cards side by side;
        the first is the best by one turn.

        A way is given up when it is `BEHIND` deviations of the mean behind the best; the more of
        all cards have been tried, the less the mean can change.
        """
        numbers = {choice.code: number for number, choice in enumerate(self._choices)}
        self._live = [numbers[ways[0][3]]]
        every = min(ceil(TRIED * self._pains), len(self._hidden))
        further = ceil(FURTHER * self._pains / every)
        runs = [outlook.expected(state, unseen, move, (further, 0)) for _, move, state, _ in ways]
        found: dict[int, list[float]] = {number: [] for number in range(len(ways))}
        for tried in range(1, every + 1):
            # Where all begin with the same move there is nothing to choose.
            if len({ways[number][3] for number in found}) == 1:
                break
            for number, likelihoods in found.items():
                for likelihood in runs[number]:
                    yield 15 * UNIT
                    if likelihood is not None:
                        likelihoods.append(likelihood)
                        break
                else:
                    # It shows nothing, so there is one answer for all cards.
                    likelihoods.append(likelihoods[0])
            best = max(found, key=lambda number: sum(found[number]))
            self._live = [numbers[ways[best][3]]]
            if tried >= FIRST and tried % STRIDE == 0:
                left = 1 - tried / every
                found = {
                    number: likelihoods
                    for number, likelihoods in found.items()
                    if not _behind(found[best], likelihoods, left)
                }

    def _decide(self) -> Iterator[int]:
        """Do the work; yield after each search how many nodes it took."""
        if len(self._choices) > 1 and not self._exact and has_classes(self._position.rules):
            if self._position.rules.draw == 1:
                yield from self._rehearse()
            else:
                yield from self._look_ahead()
        for _ in range(self._count):
            layout = next(self._layouts)
            for number in self._live:
                search = Search(_played(layout, self._choices[number].line))
                yield UNIT
                while not search.ended and search.nodes < self._most_nodes:
                    before = search.nodes
                    search.run(self._nodes)
                    yield search.nodes - before
                self._results[number].append(search.verdict)

    def run(self, nodes: int) -> bool:
        """Work on for about so many nodes of search; return whether the tip is final."""
        for spent in self._work:
            nodes -= spent
            if nodes <= 0:
                return False
        self.done = True
        return True

    @property
    def tip(self) -> Tip:
        """The best tip so far."""
        if not self._choices:
            return _tip(self._position, self._seen, None)
        if self._exact and self.done and all(v == LOST for r in self._results for v in r):
            return Tip((), LOST_FROM_HERE)
        best = max(self._live, key=self._score)
        results = self._results[best]
        return _tip(self._position, self._seen, self._choices[best])._replace(
            won=results.count(WON),
            samples=len(results),
            open=results.count(UNKNOWN),
            exact=self._exact and self.done,
        )

    def _score(self, number: int) -> tuple[float, int]:
        choice, results = self._choices[number], self._results[number]
        share = results.count(WON) / (len(results) or 1)
        # Among equals the outlook decides.
        return share + 1e-6 * (choice.worth - self._choices[0].worth), -number


def _sight(position: Position, hidden: set[Card]) -> str:
    """Return what can be seen as a text, the same however the table is arranged."""
    columns = []
    for column, down in enumerate(position.hidden):
        if down:
            columns.append((column, down, position.columns[column][down]))
    waste = [-1 if card in hidden else card for card in position.waste]
    stock = [-1 if card in hidden else card for card in position.stock]
    return f"{position.rules.draw} {position.foundations} {columns} {waste} {stock}"
