"""What can be seen of a class of positions, weighed by the network of `learned`.

What can be seen is counted, the counts are weighed in several ways, what exceeds nought of each is
weighed again, and the sum is the logarithm of the odds to win (`Scales.odds`).

Moves and cards that are tried change little of it, so most of what is weighed has been weighed
before. All that lies on the table is counted by ranks, and what counts in a few neighbouring ranks
is kept by what can be seen of them; so is what counts in the waste, and the rest by the numbers it
follows from. All that can be seen is put in one number, the sight (see `sight`), of which a mask
takes out what belongs to a few ranks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from leftsuit import learned
from leftsuit.learned import Network
from leftsuit.places import Places
from leftsuit.rules import Rules
from leftsuit.sight import (
    DEPTH,
    FIRST,
    HEADS,
    KNOWN,
    LOWEST,
    SET,
    UNSEEN,
    WANTED,
    bits,
)
from leftsuit.solver.classes import BLANK
from leftsuit.solver.levels import CHILD_ON, deficits, gains

SHARE = 256
"""What a share of the unseen cards is counted in, so that all counts are whole numbers."""

_GROUPS = range(1, 4), range(4, 6), range(6, 9), range(9, 12), range(12, 14)
"""The ranks of which what counts is kept together."""

_EDGES = frozenset(number for number, _ in FIRST)
_KEPT = 1 << 11
"""How much is kept of one rank, of one group of ranks or of wastes, before it begins anew."""

_SUIT = 0x0111_1111_1111_1110
"""The bits of one suit."""
_KINGS = 15 << 52
_HIGH = _KINGS | 15 << 48 | 15 << 44
_LOW_RANKS = 3
"""How many ranks from the lowest wanted one on are counted as low."""

# Sums at the lower end of the number in which all rows are summed. The first bits are the known
# cards that fit. Then come how many unseen cards fit, are wanted, low and high; how many heads fit,
# how short of places all are and the heads alone, and how many heads there are; and how many heads
# lie on so many cards, all of them and those that can be moved: three bits for each number.
_FITS, _WANTED, _LOW, _HIGHER, _MOVABLE = 56, 62, 65, 69, 73
_SHORT, _HEADS_SHORT, _HEADS, _DEPTHS, _READY, _END = 76, 82, 85, 88, 112, 136
_ROOM = _MOVABLE - _FITS
_SHARES = (1 << _ROOM) - 1
_CROWD = (1 << _DEPTHS - _MOVABLE) - 1
_DEEP = (1 << _END - _DEPTHS) - 1
_DEEPEST = (_READY - _DEPTHS) // 3 - 1

_ENDS, _RUN, _PARENT, _STUCK = 1 << 56, 1 << 57, 1 << 60, 1 << 62
"""What is told of the top of the waste, in bits that sets of cards leave free."""

assert _END <= learned.SPARE


@lru_cache(maxsize=1 << 15)
def _level(rules: Rules, rank: int, level: int, sets: tuple[int, int, int, int]) -> int:
    """Return what counts in one level, weighed, and beside it what matters for other counts.

    `sets` are the unseen cards, the heads and the known cards of the waste of that rank, and the
    unseen cards of the rank above.
    """
    unseen, heads, known, above = sets
    deficit = deficits(rules.build)
    fits = _fits(rules.build)[level]
    out = level & 15
    hopeless = sum(1 for suit in bits(known & ~fits) if not above & ~(1 << suit))
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
    network = learned.network(rules.draw)
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
        + (heads.bit_count() << _HEADS)
    )


@lru_cache(maxsize=2)
def _fits(build: int) -> tuple[int, ...]:
    """Return for each level the suits of the cards that could come without loss of room."""
    on = gains(build)[CHILD_ON]
    return tuple(sum(1 << suit for suit in range(4) if not on[suit][n]) for n in range(256))


@lru_cache(maxsize=1 << 13)
def _head(  # noqa: PLR0913, PLR0917 (its results are kept)
    draw: int, rank: int, depth: int, fits: bool, possible: int, distance: int
) -> int:
    """Return what counts in one head, weighed, and beside it what matters for other counts.

    `depth` is how many cards lie under the one that turns up, `possible` how many cards of which
    it could come to lie on one may still come, `distance` how far its foundation is from it.
    """
    near = 60 // (depth + 1)
    field = 3 * min(depth, _DEEPEST)
    return (
        learned.weighed(learned.network(draw).heads, (
            1, rank == 13, rank, depth == 0, depth == 1, depth == 2, depth == 3, depth == 4,
            depth >= 5, depth + 1, possible, not (fits or possible), distance == 0, distance == 1,
            distance == 2, near if fits else 0, near, near * possible, fits or distance == 0,
        ))
        + (1 << _DEPTHS + field)
        + (1 << _READY + field if fits or not distance else 0)
    )  # fmt: skip


@lru_cache(maxsize=1 << 13)
def foundations(draw: int, wanted: int) -> tuple[int, int]:
    """Return what counts in the foundations, weighed, and the lowest rank that is wanted, where it
    belongs in a sight."""
    lowest = ((wanted & -wanted).bit_length() - 1) // 4
    ranks = [card >> 2 for card in bits(wanted & ~(-1 << 56))]
    up = sum(rank - 1 for rank in ranks) + 13 * (4 - len(ranks))
    uneven = sum((rank - lowest) ** 2 for rank in ranks)
    counts = up, lowest, uneven
    return learned.weighed(learned.network(draw).foundations, counts), lowest << LOWEST


class _Rank(dict[int, int]):
    """What counts in one rank, by what can be seen of it."""

    def __init__(self, rules: Rules, rank: int) -> None:
        super().__init__()
        self._rules, self._rank = rules, rank
        own = 15 << 4 * rank
        two = own | own << 4
        lower = own | own >> 4 | own >> 8
        self.mask = (
            two | own << HEADS | two << UNSEEN | two << KNOWN | lower << WANTED
            | 15 << LOWEST | 0xFFFFF << DEPTH + 20 * rank
        )  # fmt: skip

    def __missing__(self, sight: int) -> int:
        rank, shift = self._rank, 4 * self._rank
        own = 15 << shift
        face_up, heads, unseen, known, wanted = (
            sight >> start & SET for start in (0, HEADS, UNSEEN, KNOWN, WANTED)
        )
        lowest = sight >> LOWEST & 15
        out = own & face_up & ~heads
        high = own & face_up
        level = out >> shift | face_up >> shift & 240
        whole = unseen | known
        rules = self._rules
        total = _level(
            rules,
            rank,
            level,
            (unseen >> shift & 15, heads >> shift & 15, known >> shift & 15, unseen >> shift + 4),
        )
        fits = _fits(rules.build)[level]
        for card in bits(heads):
            suit = card & 3
            possible = (whole >> shift + 4 & ~(1 << suit)).bit_count()
            mine = wanted >> suit & _SUIT
            # Three where its foundation is further from it, since the wanted card is not in sight.
            distance = (shift - (mine & -mine).bit_length() + 1) >> 2 if mine else 3
            depth = (sight >> DEPTH + 5 * card & 31) - 1
            total += _head(rules.draw, rank, depth, bool(fits >> suit & 1), possible, distance)
        unseen, known = unseen & own, known & own
        following = wanted << 4 & own
        reached = rank < lowest + _LOW_RANKS
        low = reached and rank >= lowest
        counts = (
            (wanted & out).bit_count(), (wanted & heads).bit_count(), (wanted & known).bit_count(),
            (following & unseen).bit_count(), (following & known).bit_count(),
            (following & heads).bit_count(), (whole & own).bit_count() if low else 0,
            (high & _HIGH).bit_count(), (out & _KINGS).bit_count(),
            known.bit_count() if reached else 0, (following & out).bit_count(),
            (high & wanted).bit_count(), (wanted << 8 & out).bit_count(),
            out.bit_count() if reached else 0,
        )  # fmt: skip
        total += learned.weighed(learned.network(rules.draw).cards, counts)
        total += (wanted & unseen).bit_count() << _WANTED
        total += unseen.bit_count() << _LOW if low else 0
        total += (unseen & _HIGH).bit_count() << _HIGHER
        if len(self) >= _KEPT:
            self.clear()
        self[sight] = total
        return total


class _Ranks(dict[int, int]):
    """What counts in a few neighbouring ranks, by what can be seen of them."""

    def __init__(self, rules: Rules, ranks: Iterable[int]) -> None:
        super().__init__()
        layer = learned.network(rules.draw).layer
        parts: list[_Rank | Places] = []
        for rank in ranks:
            parts.append(_Rank(rules, rank))
            if layer:
                parts.append(Places(layer, rank))
        self._parts = [(part.mask, part) for part in parts]
        self.mask = 0
        for part in parts:
            self.mask |= part.mask

    def __missing__(self, sight: int) -> int:
        total = 0
        for mask, part in self._parts:
            total += part[sight & mask]
        if len(self) >= _KEPT:
            self.clear()
        self[sight] = total
        return total


@lru_cache(maxsize=2)
def _groups(rules: Rules) -> list[_Ranks]:
    """Return what counts in all ranks, in groups of neighbouring ones."""
    return [_Ranks(rules, group) for group in _GROUPS]


class _Shares(dict[int, int]):
    """What counts of so many unseen cards, by what of the sums tells it and, from `_ROOM` on, the
    room."""

    def __init__(self, network: Network, hidden: int) -> None:
        super().__init__()
        self._network, self._hidden = network, hidden

    def __missing__(self, key: int) -> int:
        network = self._network
        share = self._hidden or 1
        sums = key << _FITS
        fits = SHARE * (sums >> _FITS & 63) // share
        wanted, low, high = sums >> _WANTED & 7, sums >> _LOW & 15, sums >> _HIGHER & 15
        shares = fits, wanted, SHARE * wanted // share, SHARE * low // share, SHARE * high // share
        total = learned.weighed(network.shares, shares) + self._hidden * network.hidden
        room = key >> _ROOM
        if room < 2:
            total += fits * (network.close if room else network.tight)[0]
        self[key] = total
        return total


class _Crowd(dict[int, int]):
    """What counts in how tight it is with so many cards in the waste, by what of the sums tells it
    and, from `_ROOM` on, the room."""

    def __init__(self, network: Network, waste: int) -> None:
        super().__init__()
        self.network, self._waste = network, waste

    def __missing__(self, key: int) -> int:
        network = self.network
        room, waste = key >> _ROOM, self._waste
        sums = key << _MOVABLE
        movable, heads = sums >> _MOVABLE & 7, sums >> _HEADS & 7
        total = network.movable * movable + network.rooms[room]
        if room == 0:
            short, heads_short = sums >> _SHORT & 63, sums >> _HEADS_SHORT & 7
            total += learned.weighed(network.tight[1:], (movable, short, heads_short, heads, waste))
        else:
            total += SHARE * waste // (room + 1) * network.spread
            if room == 1:
                total += learned.weighed(network.close[1:], (movable, heads))
        self[key] = total
        return total


class _Deep(dict[int, int]):
    """What counts in how deep the heads lie, by what of the sums tells it."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self._network = network

    def __missing__(self, key: int) -> int:
        every, ready = key & (1 << _READY - _DEPTHS) - 1, key >> _READY - _DEPTHS
        deepest = (every.bit_length() + 2) // 3
        least = ((every & -every).bit_length() - 1) // 3 if every else 6
        best = 7 - ((ready & -ready).bit_length() - 1) // 3 if ready else 0
        total = self[key] = learned.weighed(self._network.depths, (deepest, least, best))
        return total


class Pile:
    """What is known of a waste, and what counts in it."""

    __slots__ = "crowd", "known", "order", "places", "played", "second", "sight", "top", "total"

    def __init__(self, places: int, order: Sequence[int], crowd: _Crowd) -> None:
        """Count what counts whatever can be played.

        `places` are where its cards lie, as bits, `order` has the cards from the top, `BLANK`
        where they are not known, and `crowd` is what counts with so many.
        """
        self.places, self.order, self.crowd = places, order, crowd
        top, second = (*order[:2], -1, -1)[:2]
        self.top = -1 if top == BLANK else top
        """The card on top; -1 if it is not known or there is none."""
        self.second = second
        """The one under it; -1 if there is none."""
        self.played: dict[int, int] = {}
        """What counts in what can be played, weighed, by what it follows from."""
        known = strange = upside = steps = 0
        nearer: list[int] = []
        highest = [0, 0, 0, 0]
        previous = -1
        for over, card in enumerate(order):
            if over in _EDGES:
                nearer.append(known)
            if card == BLANK:
                strange += 1
                previous = -1
                continue
            known |= 1 << card
            suit, rank = card & 3, card >> 2
            # Known cards under a higher one of their suit, and under one they could be put on.
            upside += highest[suit] > rank
            highest[suit] = max(highest[suit], rank)
            steps += previous >= 0 and previous >> 2 == rank + 1 and previous & 3 != suit
            previous = card
        waste = len(order)
        counts = waste, waste * waste, strange, upside, steps, top == BLANK
        self.total = learned.weighed(crowd.network.waste, counts)
        self.known = known
        self.sight = known << KNOWN
        """The known cards where they belong in a sight."""
        nearer += [known] * (len(FIRST) - len(nearer))
        for cards, (_, start) in zip(nearer, FIRST, strict=True):
            self.sight |= cards << start


class Scales:
    """Weighs what can be seen of the classes that follow from one position."""

    def __init__(self, rules: Rules, cards: Sequence[int]) -> None:
        """Prepare. `cards` are waste and stock, `BLANK` where they are not known. They may change,
        if `pile` is told so."""
        self._cards = cards
        self._child_on = gains(rules.build)[CHILD_ON]
        self._network = network = learned.network(rules.draw)
        one, two, three, four, five = _groups(rules)
        self._parts = (
            one.mask, one, two.mask, two, three.mask, three, four.mask, four, five.mask, five,
            _Deep(network), network.odds,
        )  # fmt: skip
        self._piles: dict[tuple[int, int], Pile] = {}
        self._shares: dict[int, _Shares] = {}
        self._crowds: dict[int, _Crowd] = {}

    def shares(self, hidden: int) -> _Shares:
        """Return what counts of so many unseen cards."""
        kept = self._shares.get(hidden)
        if kept is None:
            kept = self._shares[hidden] = _Shares(self._network, hidden)
        return kept

    def odds(  # noqa: PLR0913, PLR0917 (called for each move that is weighed)
        self, sight: int, wanted: int, pile: Pile, room: int, shares: _Shares, total: int
    ) -> float:
        """Return the logarithm of the odds to win.

        `total` is what counts besides, weighed: of foundations and stock, and of a card that is
        just turned up.
        """
        (
            mask_1, part_1, mask_2, part_2, mask_3, part_3, mask_4, part_4, mask_5, part_5,
            deep, read,
        ) = self._parts  # fmt: skip
        sight |= pile.sight
        total += (
            pile.total
            + part_1[sight & mask_1] + part_2[sight & mask_2]
            + part_3[sight & mask_3] + part_4[sight & mask_4] + part_5[sight & mask_5]
        )  # fmt: skip
        known = pile.known
        if known:
            playable = total & known
            wanted &= known
            flags = 0
            top = pile.top
            if top >= 0:
                if (playable | wanted) >> top & 1:
                    second = pile.second
                    if second == BLANK:
                        flags = _ENDS + _RUN
                    elif second < 0:
                        flags = _RUN
                    else:
                        flags = self._run(sight, pile.places)
                if not playable >> top & 1:
                    shift = top & ~3
                    parents = sight >> shift + UNSEEN + 4 & 15 & ~(1 << (top & 3))
                    flags |= parents.bit_count() * _PARENT
                    if not room:
                        flags |= _STUCK
            key = wanted << 64 | playable | flags
            played = pile.played.get(key)
            if played is None:
                played = pile.played[key] = self._played(pile, playable, wanted, flags)
            total += played
        row = room << _ROOM
        total += (
            shares[total >> _FITS & _SHARES | row]
            + pile.crowd[total >> _MOVABLE & _CROWD | row]
            + deep[total >> _DEPTHS & _DEEP]
        )
        return read(total)

    def _played(self, pile: Pile, playable: int, wanted: int, flags: int) -> int:
        """Return what counts in what can be played of the waste, weighed.

        `wanted` are those cards of it that can go up. `flags` tell of the top of the waste what
        `_run` does, and if it does not fit, on how many unseen cards it would (`_PARENT`), and
        whether there is no room (`_STUCK`).
        """
        top, second, order = pile.top, pile.second, pile.order
        run, parents = flags // _RUN & 7, flags // _PARENT & 3
        ends, stuck = flags & _ENDS > 0, flags & _STUCK > 0
        ready = playable | wanted
        top_known = top >= 0
        second_known = 0 <= second < BLANK
        fits = top_known and playable >> top & 1
        up = top_known and wanted >> top & 1
        return learned.weighed(self._network.top, (
            fits, up, run >= 2, run >= 3, max(0, run - 3), ends, stuck and not up,
            top >> 2 if top_known else 0, parents, top_known and not fits,
            sum(order.index(card) for card in bits(wanted)),
            second_known and ready >> second & 1, second_known and not ready >> second & 1,
            ready.bit_count(),
            60 // (1 + min(order.index(card) for card in bits(ready))) if ready else 0,
        ))  # fmt: skip

    def pile(self, places: int, shown: int) -> Pile:
        """Return what is known of a waste; `shown` is not the same if other cards are known."""
        pile = self._piles.get((places, shown))
        if pile is not None:
            return pile
        order = []
        todo = places
        while todo:
            place = todo.bit_length() - 1
            todo ^= 1 << place
            order.append(self._cards[place])
        waste = len(order)
        crowd = self._crowds.get(waste)
        if crowd is None:
            crowd = self._crowds[waste] = _Crowd(self._network, waste)
        if len(self._piles) >= _KEPT:
            self._piles.clear()
        pile = self._piles[places, shown] = Pile(places, order, crowd)
        return pile

    def _run(self, sight: int, below: int) -> int:
        """Return how many cards of the waste, at most six, can be played one after the other
        without loss of room, in units of `_RUN`, with `_ENDS` if that lays bare an unseen one."""
        face_up, wanted = sight & SET, sight >> WANTED & SET
        heads = sight >> HEADS & SET
        run = 0
        while below and run < 6:
            place = below.bit_length() - 1
            card = self._cards[place]
            bit = 1 << card
            if card == BLANK:
                break
            shift = card & ~3
            level = (face_up & ~heads) >> shift & 15 | face_up >> shift & 240
            if wanted & bit:
                wanted ^= 17 * bit
            elif self._child_on[card & 3][level] == 0:
                face_up |= bit
            else:
                break
            run += 1
            below ^= 1 << place
        ends = bool(run and below and self._cards[below.bit_length() - 1] == BLANK)
        return run * _RUN + ends * _ENDS
