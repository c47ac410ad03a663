"""How likely a win is from what a player can see, and the moves after which it is likeliest.

`Outlook.options` says how likely a careful player wins after each move, from what is in view. It
asks a small neural network (`scales`), whose weights are in `learned`. In draw 1 the network tells
only which moves are better and by how much, as it would be told of two games with the same cards.

In draw 3 `Outlook.expected` looks one turn further, or more. Where a move shows a card that nobody
has seen, each of the unseen cards is tried in that place, one after the other, and the best answer
to each is looked for. The mean over these cards is what the move is worth. This is the expectimax
search of Michie (1966). Further on only the answer that seems best is followed: the best of several
is often the one that is misjudged most. And of what a further turn shows only the difference to
what could be seen before is asked for, which some of the cards tell well enough, if they are the
same for all moves that are compared. So a card is never used before it is seen, as happens to those
who solve samples with open cards; and nothing is left to chance: the same sight always gives the
same answer.

What comes of a move that shows nothing can be seen too. So such moves are no turns: they are
followed to the next that does show something, and the ways to those are compared (`Outlook.ways`).
Where looking ahead ends, too, only those are weighed: a sight that is about to change is a bad one
to judge by (quiescence, as Turing and Shannon had it for chess). It tells the network where a game
is stuck once the stock has been dealt.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from math import exp, inf

from leftsuit import learned
from leftsuit.judgement import DEALING, safe_move
from leftsuit.position import Position
from leftsuit.scales import Scales, foundations
from leftsuit.sight import DEPTH, HEADS, UNSEEN, WANTED, bits
from leftsuit.solver.classes import (
    BLANK,
    HEAD,
    STOCK_DOWN,
    STOCK_UP,
    UP,
    State,
    Table,
    all_levels,
    gains_by_card,
    is_won,
)
from leftsuit.values import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from typing import TypeAlias

QUIET = 4
"""How many moves that show nothing are followed one after the other."""


def mean(likelihoods: Sequence[float]) -> float:
    """Return the mean; there is at least one."""
    return sum(likelihoods) / len(likelihoods)


def _likelihood(odds: float) -> float:
    """Return how likely something is from the logarithm of its odds."""
    return 1 / (1 + exp(-odds))


Way: TypeAlias = "tuple[float, int, State, int]"
"""A move that shows something: the logarithm of the odds to win after it, its number, the class in
which it is made, and the number of the first of the moves that lead there, or its own."""


class _Turn(NamedTuple):
    """A move that may show a card."""

    move: int
    after: State
    """The class after it; but before it, where a head makes way for the card."""
    head: int
    """The head that makes way, or -1."""
    top: int
    """The place in the waste that comes to the top, if it is not seen, or -1."""


class Outlook:
    """Looks ahead from one position."""

    def __init__(self, position: Position, unseen: int, order: Iterable[int] = ()) -> None:
        """Prepare for a position. Only rule sets with classes will do.

        `unseen` are the cards whose place the player does not know, as bits; they are forgotten.
        `order` has the same cards as bit numbers in the order in which to try them.
        """
        self._order = list(order) or list(bits(unseen))
        rules = position.rules
        self.table = Table(position, blind=True)
        self._cards = self.table.cards
        for place, card in enumerate(self._cards):
            if unseen >> card & 1:
                self._cards[place] = BLANK
        self._draw = rules.draw
        self._gain_of = gains_by_card(rules.build)
        self._scales = Scales(rules, self._cards)
        self._network = learned.network(rules.draw)
        self._shown = 0
        """Which cards are tried in the waste, where."""
        self._deep = 0
        """How deep the heads lie, as a sight has it; those too that are tried as turned up."""
        for card in bits(self.table.start[2]):
            self._deep |= self.table.depth[card] + 1 << DEPTH + 5 * card
        self._kept: dict[tuple[int, int, int, int, int, int], float] = {}

    def options(  # noqa: PLR0915
        self, state: State, unseen: int, quiet: list[int] | None = None
    ) -> list[tuple[float, int]]:
        """Return each move of a class with the logarithm of the odds to win after it.

        `unseen` are the cards whose place the player does not know, as bits. A card that the move
        shows counts as unseen. Moves that show nothing are put in `quiet` instead, if it is given.
        """
        _, face_up, heads, wanted, stock, dealt, room, islands = state
        below = stock & ((1 << dealt) - 1)
        left = len(self._cards) - dealt
        shown, gain_of, step = self._shown, self._gain_of, self.table.step
        depth, turned = self.table.depth, self._network.turned
        scales = self._scales
        odds, shares = scales.odds, scales.shares(unseen.bit_count())
        pile = scales.pile(below, shown)
        levels = all_levels(face_up ^ heads, face_up)
        total, lowest = foundations(self._draw, wanted)
        sight = self._sight(state, unseen) | lowest
        dealing = self._network.stock
        staying = total + dealing[left]
        found: list[tuple[float, int]] = []
        # What takes no more room than there is can be done, unless the islands are against it.
        todo = face_up & wanted
        while todo:
            card = (todo & -todo).bit_length() - 1
            todo &= todo - 1
            _, parent, _, _, _, bares = gain_of[card]
            if room + bares[levels[parent]] >= 0 and not (
                islands and step(state, UP + card) is None
            ):
                if quiet is not None and not heads >> card & 1:
                    quiet.append(UP + card)
                else:
                    found.append((self._odds_after_up(state, unseen, UP + card), UP + card))
        todo = heads
        while todo:
            bit = todo & -todo
            todo ^= bit
            card = bit.bit_length() - 1
            child, _, on, _, _, _ = gain_of[card]
            after = room + on[levels[child]]
            if after < 0 or (islands and step(state, HEAD + card) is None):
                continue
            seen = sight ^ bit << HEADS
            likely = odds(seen, wanted, pile, after, shares, staying + turned[depth[card]])
            found.append((likely, HEAD + card))
        if below:
            place = below.bit_length() - 1
            card = self._cards[place]
            bit = 1 << card
            move = STOCK_UP + place
            aside = None if quiet is None or self._shows(state, move) else quiet
            if wanted & bit:
                if aside is not None:
                    aside.append(move)
                else:
                    found.append((self._odds_after_up(state, unseen, move), move))
            child, parent, on, comes, _, _ = gain_of[card]
            after = room + on[levels[child]]
            if after >= 0 and not (islands and step(state, STOCK_DOWN + place) is None):
                if aside is not None:
                    aside.append(STOCK_DOWN + place)
                else:
                    after += comes[levels[parent]]
                    fewer = scales.pile(below ^ 1 << place, shown & ~(63 << 6 * place))
                    likely = odds(sight | bit, wanted, fewer, after, shares, staying)
                    found.append((likely, STOCK_DOWN + place))
        if left:
            number = min(left, self._draw)
            more = scales.pile(below | ((1 << number) - 1) << dealt, shown)
            total += dealing[left - number]
            found.append((odds(sight, wanted, more, room, shares, total), DEALING))
        return found

    def _odds_after_up(self, state: State, unseen: int, move: int) -> float:
        """Return the logarithm of the odds to win after a move that sends up a card."""
        _, face_up, heads, wanted, stock, dealt, room, _ = state
        scales, shown = self._scales, self._shown
        below = stock & ((1 << dealt) - 1)
        card = self._cards[move & 63] if move >= STOCK_UP else move
        bit = 1 << card
        wanted ^= 17 * bit
        total, lowest = foundations(self._draw, wanted)
        total += self._network.stock[len(self._cards) - dealt]
        sight = (self._sight(state, unseen) ^ 17 * bit << WANTED) | lowest
        if move >= STOCK_UP:
            place = move & 63
            below ^= 1 << place
            shown &= ~(63 << 6 * place)
        else:
            child, parent, _, _, goes, bares = self._gain_of[card]
            levels = all_levels(face_up ^ heads, face_up)
            room += bares[levels[parent]]
            sight ^= bit
            if heads & bit:
                sight ^= bit << HEADS
                total += self._network.turned[self.table.depth[card]]
            else:
                room += goes[levels[child]]
        shares = scales.shares(unseen.bit_count())
        return scales.odds(sight, wanted, scales.pile(below, shown), room, shares, total)

    def _sight(self, state: State, unseen: int) -> int:
        """Return what can be seen of the table, as `scales` wants it."""
        _, face_up, heads, wanted, _, _, _, _ = state
        return face_up | heads << HEADS | unseen << UNSEEN | wanted << WANTED | self._deep

    def expected(
        self, state: State, unseen: int, move: int, plan: tuple[int, ...] = ()
    ) -> Iterator[float | None]:
        """Yield how likely a win is after a move, for each card that it may show in turn; once, if
        it shows none that is unseen.

        `plan` tells how the turns after this one are looked at, as in `_further`. Where there are
        any, None is yielded now and then, to let something else be done.
        """
        turn = self._turn(state, move)
        if not self._shows_any(turn):
            yield (yield from self._further(turn.after, unseen, plan))
            return
        for number, card in enumerate(self._unseen_in_order(unseen)):
            after = self._show(turn, card)
            start = _next_start(0, number, plan)
            likelihood = yield from self._further(after, unseen ^ 1 << card, plan, start)
            self._hide(turn, card)
            yield likelihood

    def _further(
        self, state: State, unseen: int, plan: tuple[int, ...], start: int = 0
    ) -> Generator[None, None, float]:
        """Return how likely a win is, as far as can be seen; or, with a plan, with what the way
        shows that seems best.

        The plan has a number for each turn that is looked at. All unseen cards are tried there, and
        of so many, from the one with the number `start` on, it is seen how much the turns after
        that change what can be seen by then. The mean of that is added to the mean of all: since
        it does not vary much, a few cards will do (multilevel Monte Carlo, Giles 2008).
        """
        if not plan:
            return self._at_sight(state, unseen)
        state, move = self._settled(state)
        if is_won(state):
            return 1.0
        if move < 0:
            ways = self.ways(state, unseen)
            if not ways:
                return 0.0
            _, move, state, _ = max(ways)
        turn = self._turn(state, move)
        looked, *rest = plan
        if not self._shows_any(turn):
            return (yield from self._further(turn.after, unseen, tuple(rest), start))
        cards = self._unseen_in_order(unseen)
        looked = min(looked, len(cards))
        total = change = 0.0
        for number, card in enumerate(cards):
            after = self._show(turn, card)
            left = unseen ^ 1 << card
            likelihood = self._at_sight(after, left)
            total += likelihood
            if (number - start) % len(cards) < looked:
                begin = _next_start(start, number, rest)
                change += (yield from self._further(after, left, tuple(rest), begin)) - likelihood
            self._hide(turn, card)
        yield
        return total / len(cards) + (change / looked if looked else 0)

    def _unseen_in_order(self, unseen: int) -> list[int]:
        """Return the cards to try one after the other."""
        return [card for card in self._order if unseen >> card & 1]

    def _turn(self, state: State, move: int) -> _Turn:
        """Prepare for what a move may show."""
        if move == DEALING:
            dealt = min(state[5] + self._draw, len(self._cards))
            return _Turn(move, (*state[:5], dealt, *state[6:]), -1, dealt - 1)
        if move < STOCK_UP and state[2] >> (move & 63) & 1:
            return _Turn(move, state, move & 63, -1)
        after = self.table.step(state, move)
        assert after is not None
        top = _top(after)
        return _Turn(move, after, -1, top if top >= 0 and self._cards[top] == BLANK else -1)

    def _shows_any(self, turn: _Turn) -> bool:
        """Say whether an unseen card is shown."""
        return turn.head >= 0 or turn.top >= 0

    def _show(self, turn: _Turn, card: int) -> State:
        """Try a card that is shown; return the class after that. `_hide` takes it back."""
        if turn.head < 0:
            self._cards[turn.top] = card
            self._shown ^= card << 6 * turn.top
            return turn.after
        table, head = self.table, turn.head
        depth = table.depth[head]
        table.under[head] = card
        table.stays_head[head] = depth > 0
        after = table.step(turn.after, turn.move)
        table.under[head] = BLANK
        table.stays_head[head] = True
        # A card that turns up takes no more room than the one that lay on it.
        assert after is not None
        table.under[card], table.depth[card] = BLANK, depth - 1
        table.stays_head[card], table.turn_key[card] = True, 0
        self._deep ^= depth << DEPTH + 5 * card
        return after

    def _hide(self, turn: _Turn, card: int) -> None:
        if turn.head < 0:
            self._cards[turn.top] = BLANK
            self._shown ^= card << 6 * turn.top
        else:
            self._deep ^= self.table.depth[turn.head] << DEPTH + 5 * card

    def ways(self, state: State, unseen: int) -> list[Way]:
        """Return the ways to a move that shows something, with at most `QUIET` moves before it
        that show nothing."""
        found: list[Way] = []
        been = {state}
        todo: list[tuple[State, int | None, int]] = [(state, None, QUIET)]
        for here, begun, steps in todo:
            quiet: list[int] = []
            for odds, move in self.options(here, unseen, quiet if steps else None):
                found.append((odds, move, here, move if begun is None else begun))
            for move in quiet:
                after = self.table.step(here, move)
                assert after is not None
                first = move if begun is None else begun
                there, safe = self._settled(after)
                if safe >= 0:
                    found.append((self._odds_after_up(there, unseen, safe), safe, there, first))
                elif is_won(there):
                    found.append((inf, move, here, first))
                elif there not in been:
                    been.add(there)
                    todo.append((there, first, steps - 1))
        return found

    def _at_sight(self, state: State, unseen: int, steps: int = QUIET) -> float:
        """Return how likely a win is with the move of a class that seems best.

        At most so many moves that show nothing are followed, one after the other.
        """
        # Where the same cards have come in another order.
        _, _, _, _, stock, dealt, _, islands = state
        key = self._sight(state, unseen), stock, dealt, islands, self._shown, steps
        kept = self._kept.get(key)
        if kept is not None:
            return kept
        state, safe = self._settled(state)
        if safe >= 0:
            likelihood = _likelihood(self._odds_after_up(state, unseen, safe))
        elif is_won(state):
            likelihood = 1.0
        else:
            quiet: list[int] = []
            options = self.options(state, unseen, quiet if steps else None)
            likelihood = _likelihood(max(options)[0]) if options else 0.0
            for move in quiet:
                after = self.table.step(state, move)
                assert after is not None
                likelihood = max(likelihood, self._at_sight(after, unseen, steps - 1))
        self._kept[key] = likelihood
        return likelihood

    def _settled(self, state: State) -> tuple[State, int]:
        """Return the class after all safe cards that can be seen have gone up, and the move that
        would send up another and shows one that is not seen, or -1."""
        while not is_won(state) and (move := safe_move(self.table, state)) >= 0:
            if self._shows(state, move):
                return state, move
            after = self.table.step(state, move)
            assert after is not None
            state = after
        return state, -1

    def _shows(self, state: State, move: int) -> bool:
        """Say whether a move that sends up a card shows an unseen one."""
        if move < STOCK_UP:
            return bool(state[2] >> move & 1)
        below = (state[4] & ((1 << state[5]) - 1)) ^ 1 << (move & 63)
        return bool(below) and self._cards[below.bit_length() - 1] == BLANK


def _top(state: State) -> int:
    """Return the place of the top of the waste, or -1."""
    return (state[4] & ((1 << state[5]) - 1)).bit_length() - 1


def _next_start(start: int, number: int, plan: Sequence[int]) -> int:
    """Return which card is the first to be looked at further after a card with some number.

    So all cards come about as often, however few are looked at each time.
    """
    return start + 1 + number * (plan[0] if plan and plan[0] else 1)
