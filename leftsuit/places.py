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
_ROUGH_SETS = 0, HEADS, UNSEEN, KNOWN
_KEPT = 1 << 12
"""How much is kept of one rank before it begins anew."""


class _Where(dict[int, tuple[int, ...]]):
    """Where the cards of one rank are, suit by suit, by what can be seen of them."""

    def __init__(self, rank: int, roughly: bool) -> None:
        """Prepare for a rank; `roughly` leaves out all depths."""
        super().__init__()
        self._rank, self._roughly = rank, roughly
        self.mask = sum(15 << start + 4 * rank for start in _ROUGH_SETS)
        if not roughly:
            self.mask |= 0xFFFFF << DEPTH + 20 * rank
            self.mask |= sum(15 << start + 4 * rank for _, start in FIRST)

    def __missing__(self, sight: int) -> tuple[int, ...]:
        shift = 4 * self._rank
        face_up, heads, unseen, known = (sight >> start + shift & 15 for start in _ROUGH_SETS)
        first = [sight >> start + shift & 15 for _, start in FIRST]
        found = []
        for suit in SUITS:
            bit = 1 << suit
            if heads & bit:
                depth = (sight >> DEPTH + 5 * (shift + suit) & 31) - 1
                found.append(HEAD + max(0, min(depth, _DEEPEST)))
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
        places = tuple(_ROUGHLY[place] for place in found) if self._roughly else tuple(found)
        self[sight] = places
        return places


_WHERE = [_Where(rank, roughly=False) for rank in range(KING + 1)]
_ABOVE = [_Where(rank, roughly=True) for rank in range(KING + 2)]


class Places(dict[int, int]):
    """What counts in the places of one rank, by what can be seen of them."""

    def __init__(self, layer: Layer, rank: int) -> None:
        """Prepare for a rank, from 1."""
        super().__init__()
        self._layer, self._rank = layer, rank
        self._below, self._own, self._above = _WHERE[rank - 1], _WHERE[rank], _ABOVE[rank + 1]
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
            total += inputs[_KINDS * place + over]
        if rank > 1:
            for place in self._below[sight & self._below.mask]:
                total += inputs[_KINDS * _PLACES + place]
        if len(self) >= _KEPT:
            self.clear()
        weighed = self[sight] = layer.outcome(total)
        return weighed
