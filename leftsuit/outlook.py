"""How likely a win is from what a player can see, and the moves after which it is likeliest.

`Outlook.options` says how likely a careful player wins after each move, from what is in view. It
is a small neural network: what can be seen is counted (`Outlook._counts`), the counts are weighed
in several ways, what exceeds nought of each is weighed again, and the sum is the logarithm of the
odds. The weights are in `learned`, where it says what they were learned from.

`Outlook.expected` looks one turn further, or two. Where a move shows a card that nobody has seen,
each of the unseen cards is tried in that place, one after the other, and the best answer to each
is looked for. The mean over these cards is what the move is worth. This is the expectimax search
of Michie (1966). To look two turns ahead some of the cards will do, for the move and for its
answers, if they are the same for all moves that are compared. So a card is never used before it is
seen, as happens to those who solve samples with open cards; and nothing is left to chance: the
same sight always gives the same answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import exp

from leftsuit import learned
from leftsuit.judgement import DEALING, safe_move
from leftsuit.position import Position
from leftsuit.solver.classes import BLANK, HEAD, STOCK_DOWN, STOCK_UP, UP, State, Table, is_won
from leftsuit.solver.levels import CHILD_ON, deficits, gains
from leftsuit.values import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import TypeAlias

ANSWERS = 3
"""How many answers are looked at further."""

_SHIFTS = tuple(range(4, 56, 4))
_SUIT = 0x0111_1111_1111_1110
"""The bits of one suit."""
_KINGS = 15 << 52
_HIGH = _KINGS | 15 << 48 | 15 << 44

_Level: TypeAlias = "tuple[int, int, int, int, int, int, int, int, int, int]"


@lru_cache(maxsize=1 << 15)
def _level(build: int, key: int) -> _Level:
    """Return what counts in one level.

    The key has four bits each for the children, the parents, and the cards of that rank that are
    unseen, heads, or known to be in the waste: these three still want a place. The answer is: how
    many unseen cards and how many heads could come without loss of room; 1 + the kind of the level
    by how many want a place and how much room that would take, or 0 where none does; how much room
    all that want a place would take, the heads alone, the known waste alone; how many parents are
    bare; how many unseen cards they could serve; the deficit.
    """
    deficit, on = deficits(build), gains(build)[CHILD_ON]
    level, unseen, heads, known = key & 255, key >> 8 & 15, key >> 12 & 15, key >> 16
    fits = sum(1 << suit for suit in range(4) if on[suit][level] == 0)
    wanting = unseen | heads | known
    number = wanting.bit_count()
    now = deficit[level]
    short = deficit[level | wanting] - now
    bare = max(0, (level >> 4).bit_count() - (level & 15).bit_count())
    return (
        (unseen & fits).bit_count(),
        (heads & fits).bit_count(),
        (known & fits).bit_count(),
        number * (number + 1) // 2 + short if number else 0,
        short,
        deficit[level | heads] - now,
        deficit[level | known] - now,
        bare,
        min(bare, unseen.bit_count()),
        now,
    )


def mean(likelihoods: Sequence[float]) -> float:
    """Return the mean; there is at least one."""
    return sum(likelihoods) / len(likelihoods)


def _likelihood(odds: float) -> float:
    """Return how likely something is from the logarithm of its odds."""
    return 1 / (1 + exp(-odds))


class Outlook:
    """Looks ahead from one position."""

    def __init__(self, position: Position, unseen: int, order: Iterable[int] = ()) -> None:
        """Prepare for a position. Only rule sets with classes will do.

        `unseen` are the cards whose place the player does not know, as bits; they are forgotten.
        `order` has the same cards as bit numbers in the order in which to try them.
        """
        self._order = list(order) or list(_bits(unseen))
        rules = position.rules
        self.table = Table(position, blind=True)
        self._cards = self.table.cards
        for place, card in enumerate(self._cards):
            if unseen >> card & 1:
                self._cards[place] = BLANK
        self._draw = rules.draw
        self._build = rules.build
        self._gains = gains(rules.build)
        self._network = network = learned.network()
        self._last: tuple[list[float], list[float]]
        self._last = [0.0] * len(network.columns), list(network.biases)
        self._levels: dict[int, _Level] = {}
        self._wastes: dict[tuple[int, int], tuple[int, int, int, int]] = {}

    def options(self, state: State, unseen: int) -> list[tuple[float, int]]:  # noqa: PLR0915
        """Return each move of a class with the logarithm of the odds to win after it.

        `unseen` are the cards whose place the player does not know, as bits. A card that the move
        shows counts as unseen.
        """
        _, face_up, heads, wanted, stock, dealt, room, _ = state
        child_on, _, child_goes, parent_comes, parent_goes = self._gains
        out = face_up ^ heads
        below = stock & ((1 << dealt) - 1)
        left = len(self._cards) - dealt
        depth, step, odds = self.table.depth, self.table.step, self.odds
        found: list[tuple[float, int]] = []
        todo = face_up & wanted
        while todo:
            bit = todo & -todo
            todo ^= bit
            card = bit.bit_length() - 1
            suit, shift = card & 3, card & ~3
            after = room + parent_goes[suit][_at(out, face_up, shift - 4)]
            under = -1
            if heads & bit:
                under = depth[card]
            elif after >= 0:
                after += child_goes[suit][_at(out, face_up, shift)]
            if after < 0 or (not room and step(state, UP + card) is None):
                continue
            rest = face_up ^ bit, heads & ~bit, wanted ^ 17 * bit
            found.append((odds(*rest, below, left, after, unseen, under), UP + card))
        todo = heads
        while todo:
            bit = todo & -todo
            todo ^= bit
            card = bit.bit_length() - 1
            after = room + child_on[card & 3][_at(out, face_up, card & ~3)]
            if after < 0 or (not room and step(state, HEAD + card) is None):
                continue
            rest = face_up, heads ^ bit, wanted
            found.append((odds(*rest, below, left, after, unseen, depth[card]), HEAD + card))
        if below:
            place = below.bit_length() - 1
            card = self._cards[place]
            suit, shift = card & 3, card & ~3
            bit, fewer = 1 << card, below ^ 1 << place
            if wanted & bit:
                rest = face_up, heads, wanted ^ 17 * bit
                found.append((odds(*rest, fewer, left, room, unseen, -1), STOCK_UP + place))
            after = room + child_on[suit][_at(out, face_up, shift)]
            if after >= 0 and (room or step(state, STOCK_DOWN + place) is not None):
                after += parent_comes[suit][_at(out, face_up, shift - 4)]
                rest = face_up | bit, heads, wanted
                found.append((odds(*rest, fewer, left, after, unseen, -1), STOCK_DOWN + place))
        if left:
            number = min(left, self._draw)
            more = below | ((1 << number) - 1) << dealt
            rest = face_up, heads, wanted
            found.append((odds(*rest, more, left - number, room, unseen, -1), DEALING))
        return found

    def expected(
        self, state: State, unseen: int, move: int, cards: tuple[int, ...] = (52,)
    ) -> Iterator[float]:
        """Yield how likely a win is after a move, for each card that it may show in turn; once, if
        it shows none that is unseen.

        `cards` are how many cards are tried at most: those that this move shows; then, if a second
        number is given, those that each of the best answers shows.
        """
        table = self.table
        if move == DEALING:
            dealt = min(state[5] + self._draw, len(self._cards))
            dealer = (*state[:5], dealt, *state[6:])
            yield from self._with_top(dealer, unseen, dealt - 1, cards)
        elif move < STOCK_UP and state[2] >> (move & 63) & 1:
            head = move & 63
            depth = table.depth[head]
            for card in self._tried(unseen, cards):
                table.under[head] = card
                table.stays_head[head] = depth > 0
                after = table.step(state, move)
                table.under[head] = BLANK
                table.stays_head[head] = True
                # A card that turns up takes no more room than the one that lay on it.
                assert after is not None
                table.under[card], table.depth[card] = BLANK, depth - 1
                table.stays_head[card], table.turn_key[card] = True, 0
                yield self._best(after, unseen ^ 1 << card, cards[1:])
        else:
            after = table.step(state, move)
            assert after is not None
            top = _top(after)
            if top >= 0 and self._cards[top] == BLANK:
                yield from self._with_top(after, unseen, top, cards)
            else:
                yield self._best(after, unseen, cards[1:])

    def _tried(self, unseen: int, cards: tuple[int, ...]) -> list[int]:
        """Return the cards to try. For the answers they are taken from the other end."""
        order = self._order if len(cards) > 1 else self._order[::-1]
        return [card for card in order if unseen >> card & 1][: cards[0]]

    def _with_top(
        self, state: State, unseen: int, top: int, cards: tuple[int, ...]
    ) -> Iterator[float]:
        """Yield how likely a win is for each unseen card in one place, the top of the waste."""
        for card in self._tried(unseen, cards):
            self._put(top, card)
            likelihood = self._best(state, unseen ^ 1 << card, cards[1:])
            self._put(top, BLANK)
            yield likelihood

    def _put(self, place: int, card: int) -> None:
        """Put a card in a place of waste and stock, to try it there."""
        self._cards[place] = card
        self._wastes.clear()

    def _best(self, state: State, unseen: int, cards: tuple[int, ...]) -> float:
        """Return how likely a win is with the best move of a class, as far as can be seen, or as
        far as the few best are looked at further."""
        while not is_won(state):
            move = safe_move(self.table, state)
            if move < 0:
                options = sorted(self.options(state, unseen), reverse=True)
                if not options:
                    return 0
                if not cards:
                    return _likelihood(options[0][0])
                return max(
                    mean(list(self.expected(state, unseen, move, cards)))
                    for _, move in options[:ANSWERS]
                )
            if self._shows(state, move):
                return _likelihood(
                    next(odds for odds, other in self.options(state, unseen) if other == move)
                )
            after = self.table.step(state, move)
            assert after is not None
            state = after
        return 1

    def _shows(self, state: State, move: int) -> bool:
        """Say whether a move that sends up a card shows an unseen one."""
        if move < STOCK_UP:
            return bool(state[2] >> move & 1)
        below = (state[4] & ((1 << state[5]) - 1)) ^ 1 << (move & 63)
        return bool(below) and self._cards[below.bit_length() - 1] == BLANK

    def odds(  # noqa: PLR0913, PLR0917 (called for each move that is weighed)
        self,
        face_up: int,
        heads: int,
        wanted: int,
        below: int,
        left: int,
        room: int,
        unseen: int,
        under: int,
    ) -> float:
        """Return the logarithm of the odds to win.

        `below` are the places of the waste, `left` is how many cards are to be dealt, `under` how
        many lie face down under a card that is just turned up, or -1.
        """
        counts = self._counts(face_up, heads, wanted, below, left, room, unseen, under)
        columns, _, adding = self._network
        before, sums = self._last
        # Most counts are as they were when the last move was weighed.
        for column, now, then in zip(columns, counts, before, strict=True):
            if now != then:
                change = now - then
                sums = [total + change * weight for total, weight in zip(sums, column, strict=True)]
        self._last = counts, sums
        odds = sums[0]
        for total in sums[1 : adding + 1]:
            if total > 0:
                odds += total
        for total in sums[adding + 1 :]:
            if total > 0:
                odds -= total
        return odds

    def _counts(  # noqa: PLR0913, PLR0915, PLR0917
        self,
        face_up: int,
        heads: int,
        wanted: int,
        below: int,
        left: int,
        room: int,
        unseen: int,
        under: int,
    ) -> list[float]:
        """Return what can be seen, as numbers, in the order of the weights."""
        cards, depth, build, levels = self._cards, self.table.depth, self._build, self._levels
        out = face_up ^ heads
        known, strange, upside, steps = self._waste(below, unseen)
        share = 1 / (unseen.bit_count() or 1)
        # The levels.
        fits = movable = playable = short = heads_short = waste_short = 0
        bare = useful = deficit = high_deficit = 0
        kinds = [0] * 15
        for shift in _SHIFTS:
            key = (
                (out >> shift & 15)
                | (face_up >> shift & 240)
                | (unseen >> shift & 15) << 8
                | (heads >> shift & 15) << 12
                | (known >> shift & 15) << 16
            )
            level = levels.get(key)
            if level is None:
                level = levels[key] = _level(build, key)
            a, b, c, kind, d, e, f, g, h, i = level
            fits += a
            movable += b
            playable += c
            kinds[kind] += 1
            short += d
            heads_short += e
            waste_short += f
            bare += g
            useful += h
            deficit += i
            if 40 <= shift < 52:
                high_deficit += i
        # The heads, and how many cards lie under them.
        columns = [0] * 7
        down = deepest = ranks = parents = dead = 0
        near = [0, 0, 0]
        whole = unseen | known
        todo = heads
        while todo:
            card = (todo & -todo).bit_length() - 1
            todo &= todo - 1
            suit, shift = card & 3, card & ~3
            number = depth[card] + 1
            columns[min(number, 6)] += 1
            down += number
            deepest = max(deepest, number)
            ranks += card >> 2
            others = 15 & ~(1 << suit)
            possible = (whole >> shift + 4 & others).bit_count() if shift < 52 else 0
            parents += possible
            if not possible and self._gains[CHILD_ON][suit][_at(out, face_up, shift)]:
                dead += 1
            own = wanted >> suit & _SUIT
            distance = (card >> 2) - (((own & -own).bit_length() - 1) // 4 if own else 14)
            if 0 <= distance < 3:
                near[distance] += 1
        if under > 0:
            columns[min(under, 6)] += 1
            down += under
        # The foundations, and where the cards they want lie.
        lowest = ((wanted & -wanted).bit_length() - 1) // 4
        up = uneven = buried = 0
        todo = wanted & ~(-1 << 56)
        gone = 13 * (4 - todo.bit_count())
        while todo:
            card = (todo & -todo).bit_length() - 1
            todo &= todo - 1
            height = (card >> 2) - 1
            up += height
            uneven += (height + 1 - lowest) ** 2
            if known >> card & 1:
                buried += self._above(below, card)
        following = (wanted & ~(-1 << 52)) << 4
        near_out = (wanted << 4 & out).bit_count()
        # The top of the waste.
        top_fits = top_up = top_unseen = top_stuck = top_misfit = 0
        top_rank = top_parents = run = 0
        run_ends = 0
        if below:
            card = cards[below.bit_length() - 1]
            if card == BLANK:
                top_unseen = 1
            else:
                suit, shift = card & 3, card & ~3
                top_rank = card >> 2
                top_fits = 0 if self._gains[CHILD_ON][suit][_at(out, face_up, shift)] else 1
                top_up = wanted >> card & 1
                if not top_fits:
                    top_misfit = 1
                    if shift < 52:
                        top_parents = (unseen >> shift + 4 & 15 & ~(1 << suit)).bit_count()
                top_stuck = 1 if not (room or top_fits or top_up) else 0
                run, run_ends = self._run(face_up, heads, wanted, below)
        waste = below.bit_count()
        hidden = unseen.bit_count()
        count = heads.bit_count()
        tight, close = room == 0, room == 1
        low = (1 << 4 * lowest + 12) - 1 & ~((1 << 4 * lowest) - 1) & ~(-1 << 56)
        unseen_low = (unseen & low).bit_count()
        part = left / 24
        return [
            1 if under >= 0 else 0, *columns[1:],
            room >= 1, room >= 2, room >= 3, room >= 4, room >= 5,
            waste, waste * waste,
            fits * share, fits * share * tight, fits * share * close,
            movable, movable * tight, movable * close,
            top_fits, top_up, top_unseen, run >= 2, run >= 3, max(0, run - 3), run_ends, top_stuck,
            count, (heads & _KINGS).bit_count(), ranks,
            up + gone, lowest, uneven,
            (wanted & out).bit_count(), (wanted & heads).bit_count(),
            (wanted & unseen).bit_count(), (wanted & known).bit_count(), buried,
            (following & unseen).bit_count(), (following & known).bit_count(),
            (following & heads).bit_count(),
            hidden, strange, (wanted & unseen).bit_count() * share,
            heads_short, waste_short, bare, short, upside, steps,
            short * tight, heads_short * tight, count * tight,
            waste / (room + 1) if room else 0, waste * tight, count * close, left == 0,
            *kinds[1:],
            (whole & low).bit_count(), (face_up & _HIGH).bit_count(), out.bit_count(),
            (out & _KINGS).bit_count(), part * part,
            (known & ((1 << 4 * lowest + 12) - 1)).bit_count(),
            parents, dead, *near,
            playable, self._hopeless(out, face_up, known, unseen),
            top_rank, top_parents, useful, near_out, deficit, high_deficit,
            (face_up & wanted).bit_count(), (wanted << 8 & out).bit_count(),
            unseen_low * share, (unseen & _HIGH).bit_count() * share,
            (out & ((1 << 4 * lowest + 12) - 1)).bit_count(),
            down, deepest, top_misfit, part,
        ]  # fmt: skip

    def _waste(self, below: int, unseen: int) -> tuple[int, int, int, int]:
        """Return of the waste: the known cards as bits, how many are not known, how many known
        ones lie under a higher one of their suit, and how many under one they could be put on."""
        key = below, unseen
        kept = self._wastes.get(key)
        if kept is not None:
            return kept
        known = strange = upside = steps = 0
        highest = [0, 0, 0, 0]
        previous = -1
        todo = below
        while todo:
            place = todo.bit_length() - 1
            todo ^= 1 << place
            card = self._cards[place]
            if card == BLANK:
                strange += 1
                previous = -1
                continue
            known |= 1 << card
            suit, rank = card & 3, card >> 2
            upside += highest[suit] > rank
            highest[suit] = max(highest[suit], rank)
            steps += previous >= 0 and previous >> 2 == rank + 1 and previous & 3 != suit
            previous = card
        kept = self._wastes[key] = known, strange, upside, steps
        return kept

    def _above(self, below: int, card: int) -> int:
        """Return how many cards of the waste lie on a known one."""
        above = 0
        while self._cards[below.bit_length() - 1] != card:
            below ^= 1 << below.bit_length() - 1
            above += 1
        return above

    def _run(self, face_up: int, heads: int, wanted: int, below: int) -> tuple[int, bool]:
        """Return how many cards of the waste, at most six, can be played one after the other
        without loss of room, and whether that lays bare an unseen one."""
        child_on = self._gains[CHILD_ON]
        run = 0
        while below and run < 6:
            place = below.bit_length() - 1
            card = self._cards[place]
            bit = 1 << card
            if card == BLANK:
                break
            if wanted & bit:
                wanted ^= 17 * bit
            elif child_on[card & 3][_at(face_up & ~heads, face_up, card & ~3)] == 0:
                face_up |= bit
            else:
                break
            run += 1
            below ^= 1 << place
        ends = bool(run and below and self._cards[below.bit_length() - 1] == BLANK)
        return run, ends

    def _hopeless(self, out: int, face_up: int, known: int, unseen: int) -> int:
        """Return how many known cards of the waste fit nowhere, and on no unseen card either."""
        child_on = self._gains[CHILD_ON]
        found = 0
        while known:
            card = (known & -known).bit_length() - 1
            known &= known - 1
            suit, shift = card & 3, card & ~3
            if child_on[suit][_at(out, face_up, shift)]:
                found += shift == 52 or not unseen >> shift + 4 & 15 & ~(1 << suit)
        return found


def _at(out: int, face_up: int, shift: int) -> int:
    """Return the level whose children are at that bit."""
    return (out >> shift & 15) | (face_up >> shift & 240)


def _bits(cards: int) -> Iterator[int]:
    """Yield the bit numbers of a set of cards."""
    while cards:
        yield (cards & -cards).bit_length() - 1
        cards &= cards - 1


def _top(state: State) -> int:
    """Return the place of the top of the waste, or -1."""
    return (state[4] & ((1 << state[5]) - 1)).bit_length() - 1
