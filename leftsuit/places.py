"""Where the cards of three neighbouring ranks are, weighed in two layers.

`scales` counts what somebody thought of. Here each card of a rank is looked at together with the
one of its suit in the rank above: where the two are, and how deep; and so are the cards of the rank
below, which want a place on it. All this is weighed in several ways, what exceeds nought of each is
weighed again, and goes into the sums of the network. So it is learned too what matters.
"""

from __future__ import annotations

from leftsuit.cards import KING, SUITS
from leftsuit.learned import Layer
from leftsuit.sight import DEPTH, FIRST, HEADS, KNOWN, UNSEEN

UP, OUT, HEAD, WASTE, HIDDEN = 0, 1, 2, 8, 12
"""Where a card can be: on its foundation; out; a head, a number for each depth to five; known in
the waste, the first of `FIRST` it is among; not seen."""
_PLACES = 13
_ROUGHLY = (0, 1, *[2] * 6, *[3] * 4, 4)
"""For each of them the same without depths."""
_KINDS = 5
"""How many of these there are."""
_DEEPEST = WASTE - HEAD - 1
_SETS = 0, HEADS, UNSEEN, KNOWN, *(start for _, start in FIRST)
_KEPT = 1 << 12
"""How much is kept of one rank before it begins anew."""


class _Where(dict[int, tuple[int, ...]]):
    """Where the cards of one rank are, suit by suit, by what can be seen of them."""

    def __init__(self, rank: int) -> None:
        super().__init__()
        self._rank = rank
        self.mask = sum(15 << start + 4 * rank for start in _SETS) | 0xFFFFF << DEPTH + 20 * rank

    def __missing__(self, sight: int) -> tuple[int, ...]:
        face_up, heads, unseen, known, *first = (
            sight >> start + 4 * self._rank & 15 for start in _SETS
        )
        found = []
        for suit in SUITS:
            bit = 1 << suit
            if heads & bit:
                depth = (sight >> DEPTH + 5 * (4 * self._rank + suit) & 31) - 1
                found.append(HEAD + min(depth, _DEEPEST))
            elif face_up & bit:
                found.append(OUT)
            elif unseen & bit:
                found.append(HIDDEN)
            elif known & bit:
                found.append(WASTE + sum(not cards & bit for cards in first))
            else:
                found.append(UP)
        if len(self) >= _KEPT:
            self.clear()
        places = self[sight] = tuple(found)
        return places


_WHERE = [_Where(rank) for rank in range(KING + 2)]


class Places(dict[int, int]):
    """What counts in the places of one rank, by what can be seen of them."""

    def __init__(self, layer: Layer, rank: int) -> None:
        """Prepare for a rank, from 1."""
        super().__init__()
        self._layer, self._rank = layer, rank
        self._below, self._own, self._above = _WHERE[rank - 1 : rank + 2]
        self.mask = self._own.mask
        if rank > 1:
            self.mask |= self._below.mask
        if rank < KING:
            self.mask |= self._above.mask

    def __missing__(self, sight: int) -> int:
        layer, rank = self._layer, self._rank
        inputs = layer.inputs
        total = layer.ranks[rank - 1]
        own, above = self._own, self._above
        # Above the kings all are up.
        for place, over in zip(own[sight & own.mask], above[sight & above.mask], strict=True):
            total += inputs[_KINDS * place + _ROUGHLY[over]]
        if rank > 1:
            for place in self._below[sight & self._below.mask]:
                total += inputs[_KINDS * _PLACES + place]
        if len(self) >= _KEPT:
            self.clear()
        weighed = self[sight] = layer.outcome(total)
        return weighed
