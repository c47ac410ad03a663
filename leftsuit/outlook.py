"""How likely a win is from what a player can see, and the moves after which it is likeliest.

`Outlook.options` says how likely a careful player wins after each move, from what is in view. It
is a small neural network: what can be seen is counted (`Outlook.odds`), the counts are weighed
in several ways, what exceeds nought of each is weighed again, and the sum is the logarithm of the
odds. The weights are in `learned`, where it says what they were learned from. What counts in one
level, in one head or in the foundations is weighed once and kept, since most of it is the same
after most moves.

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

ANSWERS = 3
"""How many answers are looked at further."""

SHARE = 256
"""What a share of the unseen cards is counted in, so that all counts are whole numbers."""

_RANKS = range(1, 14)
_SUIT = 0x0111_1111_1111_1110
"""The bits of one suit."""
_KINGS = 15 << 52
_HIGH = _KINGS | 15 << 48 | 15 << 44
_UNSEEN, _HEADS, _KNOWN, _PARENTS = 64, 128, 192, 256
"""Where in what is seen of all levels sets of cards begin; the cards that are out come first."""
_LEVEL = 15 | 255 << _UNSEEN | 15 << _HEADS | 15 << _KNOWN | 240 << _PARENTS
"""What matters for the first level: of the rank above the unseen cards too."""
_FITS, _MOVABLE, _SHORT, _HEADS_SHORT = 56, 64, 72, 80
"""Where in the sum of the levels other sums begin; the known cards that fit come first."""


@lru_cache(maxsize=1 << 15)
def _level(build: int, rank: int, key: int) -> int:
    """Return what counts in one level, weighed, and beside it what matters for other counts."""
    deficit, on = deficits(build), gains(build)[CHILD_ON]
    unseen, heads, known = key >> _UNSEEN & 15, key >> _HEADS & 15, key >> _KNOWN & 15
    above = key >> _UNSEEN + 4 & 15 if rank < 13 else 0
    out = key & 15
    level = out | key >> _PARENTS & 240
    fits = sum(1 << suit for suit in range(4) if on[suit][level] == 0)
    hopeless = sum(1 for suit in _bits(known & ~fits) if not above & ~(1 << suit))
    # The unseen cards, the heads and the known waste still want a place.
    wanting = unseen | heads | known
    number = wanting.bit_count()
    now = deficit[level]
    short = deficit[level | wanting] - now
    heads_short = deficit[level | heads] - now
    bare = max(0, (level >> 4).bit_count() - out.bit_count())
    kind = [0] * 14
    if number:
        kind[number * (number + 1) // 2 + short - 1] = 1
    network = learned.network()
    counts = (
        *kind,
        (known & fits).bit_count(), short, heads_short, deficit[level | known] - now, bare,
        min(bare, unseen.bit_count()), now, now if 10 <= rank < 13 else 0, hopeless,
        out.bit_count(),
    )  # fmt: skip
    ranks = (
        unseen.bit_count(), heads.bit_count(), known.bit_count(), out.bit_count(),
        short,
    )  # fmt: skip
    return (
        learned.weighed(network.levels, counts)
        + learned.weighed(network.ranks[rank], ranks)
        + ((known & fits) << 4 * rank)
        + ((unseen & fits).bit_count() << _FITS)
        + ((heads & fits).bit_count() << _MOVABLE)
        + (short << _SHORT)
        + (heads_short << _HEADS_SHORT)
    )


@lru_cache(maxsize=1 << 13)
def _head(rank: int, depth: int, fits: bool, possible: int, distance: int) -> int:
    """Return what counts in one head, weighed.

    `depth` is how many cards lie under the one that turns up, `possible` how many cards of which
    it could come to lie on one may still come, `distance` how far its foundation is from it.
    """
    near = 60 // (depth + 1)
    return learned.weighed(learned.network().heads, (
        1, rank == 13, rank, depth == 0, depth == 1, depth == 2, depth == 3, depth == 4,
        depth >= 5, depth + 1, possible, not (fits or possible), distance == 0, distance == 1,
        distance == 2, near if fits else 0, near, near * possible, fits or distance == 0,
    ))  # fmt: skip


@lru_cache(maxsize=1 << 13)
def _foundations(wanted: int) -> tuple[int, int]:
    """Return what counts in the foundations, weighed, and the lowest rank that is wanted."""
    lowest = ((wanted & -wanted).bit_length() - 1) // 4
    ranks = [card >> 2 for card in _bits(wanted & ~(-1 << 56))]
    up = sum(rank - 1 for rank in ranks) + 13 * (4 - len(ranks))
    uneven = sum((rank - lowest) ** 2 for rank in ranks)
    return learned.weighed(learned.network().foundations, (up, lowest, uneven)), lowest


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
        self._network = learned.network()
        self._levels: list[tuple[int, int, dict[int, int]]]
        self._levels = [(rank, 4 * rank, {}) for rank in _RANKS]
        self._wastes: dict[tuple[int, int, int], tuple[int, int, int, int]] = {}
        self._shown = self._turned = 0
        """Which cards are tried in the waste, where; which as turned up, and on how many others."""
        self._kept: dict[tuple[tuple[int, ...], int, int, int], float] = {}

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
                self._turned ^= depth + 1 << 5 * card
                likelihood = self._best(after, unseen ^ 1 << card, cards[1:])
                self._turned ^= depth + 1 << 5 * card
                yield likelihood
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
            self._cards[top] = card
            self._shown ^= card << 6 * top
            likelihood = self._best(state, unseen ^ 1 << card, cards[1:])
            self._cards[top] = BLANK
            self._shown ^= card << 6 * top
            yield likelihood

    def _best(self, state: State, unseen: int, cards: tuple[int, ...]) -> float:
        """Return how likely a win is with the best move of a class, as far as can be seen, or as
        far as the few best are looked at further."""
        if cards:
            return self._weigh(state, unseen, cards)
        # Where the same cards have come in another order.
        key = state[1:], unseen, self._shown, self._turned
        kept = self._kept.get(key)
        if kept is None:
            kept = self._kept[key] = self._weigh(state, unseen, cards)
        return kept

    def _weigh(self, state: State, unseen: int, cards: tuple[int, ...]) -> float:
        """Return what `_best` is asked for."""
        while not is_won(state):
            move = safe_move(self.table, state)
            if move < 0:
                options = self.options(state, unseen)
                if not options:
                    return 0
                if not cards:
                    return _likelihood(max(options)[0])
                options.sort(reverse=True)
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

    def odds(  # noqa: PLR0913, PLR0915, PLR0917 (called for each move that is weighed)
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
        network = self._network
        cards, depths, child_on = self._cards, self.table.depth, self._gains[CHILD_ON]
        out = face_up ^ heads
        known, strange, upside, steps = self._waste(below, unseen)
        hidden = unseen.bit_count()
        whole = unseen | known
        total, lowest = _foundations(wanted)
        # The levels.
        sight = out | unseen << _UNSEEN | heads << _HEADS | known << _KNOWN | face_up << _PARENTS
        for rank, shift, kept in self._levels:
            key = sight >> shift & _LEVEL
            level = kept.get(key)
            if level is None:
                level = kept[key] = _level(self._build, rank, key)
            total += level
        # The heads, and how many cards lie under them.
        depth_of_all = depth_of_ready = 0
        todo = heads
        while todo:
            card = (todo & -todo).bit_length() - 1
            todo &= todo - 1
            suit, shift, depth = card & 3, card & ~3, depths[card]
            possible = (whole >> shift + 4 & 15 & ~(1 << suit)).bit_count() if shift < 52 else 0
            own = wanted >> suit & _SUIT
            distance = (shift - (own & -own).bit_length() + 1) >> 2
            fits = child_on[suit][(out >> shift & 15) | (face_up >> shift & 240)] == 0
            total += _head(card >> 2, depth, fits, possible, min(distance, 3))
            depth_of_all |= 1 << depth
            if fits or not distance:
                depth_of_ready |= 1 << depth
        playable = total & known
        # The top of the waste.
        waste = below.bit_count()
        count = heads.bit_count()
        top_fits = top_up = top_unseen = top_stuck = top_misfit = 0
        top_rank = top_parents = run = run_ends = second = second_stuck = first = buried = ready = 0
        if below:
            card = cards[below.bit_length() - 1]
            if card == BLANK:
                top_unseen = 1
            else:
                suit, shift = card & 3, card & ~3
                top_rank = card >> 2
                top_fits = playable >> card & 1
                top_up = wanted >> card & 1
                if not top_fits:
                    top_misfit = 1
                    if shift < 52:
                        top_parents = (unseen >> shift + 4 & 15 & ~(1 << suit)).bit_count()
                    top_stuck = 1 if not (room or top_up) else 0
                if top_fits or top_up:
                    run, run_ends = self._run(face_up, heads, wanted, below)
            buried = sum([self._above(below, card) for card in _bits(wanted & known)])
            ready = playable | wanted & known
            if waste > 1:
                card = cards[(below ^ 1 << below.bit_length() - 1).bit_length() - 1]
                if card != BLANK:
                    second = ready >> card & 1
                    second_stuck = 1 - second
            if ready:
                rest = below
                while not ready >> cards[rest.bit_length() - 1] & 1:
                    rest ^= 1 << rest.bit_length() - 1
                first = 60 // (waste - rest.bit_count() + 1)
        following = (wanted & ~(-1 << 52)) << 4
        reach = (1 << 4 * lowest + 12) - 1
        low = reach & ~((1 << 4 * lowest) - 1) & ~(-1 << 56)
        share = hidden or 1
        fits_share = SHARE * (total >> _FITS & 255) // share
        movable = total >> _MOVABLE & 255
        wanted_unseen = (wanted & unseen).bit_count()
        counts = [
            waste, waste * waste, left == 0, left, left * left, fits_share, movable,
            top_fits, top_up, top_unseen, run >= 2, run >= 3, max(0, run - 3), run_ends, top_stuck,
            top_rank, top_parents, top_misfit,
            (wanted & out).bit_count(), (wanted & heads).bit_count(), wanted_unseen,
            (wanted & known).bit_count(), buried, (following & unseen).bit_count(),
            (following & known).bit_count(), (following & heads).bit_count(),
            hidden, strange, SHARE * wanted_unseen // share, upside, steps,
            (whole & low).bit_count(), (face_up & _HIGH).bit_count(), (out & _KINGS).bit_count(),
            (known & reach).bit_count(), (wanted << 4 & out).bit_count(),
            (face_up & wanted).bit_count(), (wanted << 8 & out).bit_count(),
            SHARE * (unseen & low).bit_count() // share,
            SHARE * (unseen & _HIGH).bit_count() // share,
            (out & reach).bit_count(), depth_of_all.bit_length(),
            (depth_of_all & -depth_of_all).bit_length() - 1 if heads else 6,
            8 - (depth_of_ready & -depth_of_ready).bit_length() if depth_of_ready else 0,
            second, second_stuck, ready.bit_count(), first,
        ]  # fmt: skip
        total += learned.weighed(network.counts, counts) + network.rooms[room]
        if under >= 0:
            total += network.turned[under]
        if room == 0:
            short, heads_short = total >> _SHORT & 255, total >> _HEADS_SHORT & 255
            counts = [fits_share, movable, short, heads_short, count, waste]
            total += learned.weighed(network.tight, counts)
        else:
            total += SHARE * waste // (room + 1) * network.spread
            if room == 1:
                total += learned.weighed(network.close, (fits_share, movable, count))
        return network.odds(total)

    def _waste(self, below: int, unseen: int) -> tuple[int, int, int, int]:
        """Return of the waste: the known cards as bits, how many are not known, how many known
        ones lie under a higher one of their suit, and how many under one they could be put on."""
        key = below, unseen, self._shown
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
