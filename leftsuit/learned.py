"""What the network has learned by which `scales` weighs: its weights.

There is one network for each draw. Its weights are in `weights1` and `weights3`, where it says what
they were learned from.

The numbers are in units of 1/100,000. The first row has a weight for each count of `scales`, and
at its end the base: these are added as they are. The other rows likewise have weights and a bias,
one row for each unit; what a unit exceeds nought by is added for the first of them, and taken off
for the rest.

The sums of all rows are kept side by side in one whole number, each in `WIDTH` bits: so one
multiplication weighs a count for all of them. The lowest `SPARE` bits are left for other sums.

In draw 3 more comes into the rows: what `places` weighs in a layer before them (`Layer`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import islice
from operator import mul
from struct import Struct

from leftsuit import weights1, weights3
from leftsuit.cards import KING
from leftsuit.values import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from typing import TypeAlias

_Weights: TypeAlias = "tuple[int, ...]"

WIDTH = 30
"""Bits for the sum of one row. None comes near the half of what they can hold, and a number of one
digit divides a long one fastest: Python's digits have as many bits."""
SPARE = 5 * WIDTH
"""Bits at the lower end that are not for the rows."""
COARSE = 3000
"""In what the sums of `places` are counted when they are weighed again."""
ROOM = 14
"""For how many numbers of columns there are weights, from nought."""

_MIDDLE = 1 << 31
"""What each sum of a layer is more than it counts for, so that none is less than nought."""
_ROUNDED = _MIDDLE - COARSE // 2
_HALF = 1 << WIDTH - 1
_ROUND = (1 << WIDTH) - 1
"""The remainder of a division by it is the sum of all rows, since what lies one row further up
leaves the same remainder as in the row itself."""


class Layer:
    """The weights of `places`: what is weighed there, and how that is weighed for the network."""

    def __init__(self, first: str, second: str) -> None:
        """Read the weights.

        `first` has a row for each way to weigh, in units of 1/100,000: a weight for each input,
        then one for each rank. `second` has a row for each of them, with the weight that it has in
        each row of the network but the first.
        """
        rows = [[int(number) for number in part.split()] for part in first.split(";")]
        packed = [
            sum(number << 32 * row for row, number in enumerate(column))
            for column in zip(*rows, strict=True)
        ]
        self.inputs = tuple(packed[:-KING])
        """For each input how much the sums change."""
        self._size = 4 * len(rows)
        self._apart = Struct(f"<{len(rows)}I").unpack
        middle = sum(_MIDDLE << 32 * row for row in range(len(rows)))
        self.ranks = tuple(start + middle for start in packed[-KING:])
        """For each rank what they begin with, `_MIDDLE` included."""
        self._weights = [_side_by_side([0, *map(int, part.split())]) for part in second.split(";")]

    def outcome(self, total: int) -> int:
        """Return what sums, weighed, add to the sums of the network."""
        result = 0
        sums = self._apart(total.to_bytes(self._size, "little"))
        for number, weights in zip(sums, self._weights, strict=True):
            if number > _MIDDLE:
                result += (number - _ROUNDED) // COARSE * weights
        return result


class Network(NamedTuple):
    """The weights: how much the sums of all rows change with a count."""

    levels: _Weights
    """What counts in each level, the same for all."""
    ranks: tuple[_Weights, ...]
    """For each rank what counts in its level alone; none for nought."""
    heads: _Weights
    """What counts for each head."""
    foundations: _Weights
    """What counts in the foundations."""
    tight: _Weights
    """What counts more where there is no room."""
    close: _Weights
    """What counts more where there is room for one card."""
    spread: int
    """For how many cards of the waste there are for each place."""
    rooms: _Weights
    """For each number of columns that there is room for; with the biases."""
    turned: _Weights
    """For each number of cards under one that is just turned up."""
    waste: _Weights
    """What counts in the waste but for its top and the cards that can be played."""
    stock: _Weights
    """For each number of cards that are to be dealt."""
    top: _Weights
    """For the top of the waste and for what can be played from it."""
    cards: _Weights
    """What is counted of each rank."""
    hidden: int
    """For each unseen card."""
    shares: _Weights
    """For the unseen cards that are wanted, and for shares of the unseen cards."""
    movable: int
    """For each head that can be put on a card without loss of room."""
    depths: _Weights
    """For how many cards lie under the heads."""
    units: int
    """How many rows there are after the first."""
    adding: int
    """How many of these are added; they come first."""
    layer: Layer | None
    """The weights of `places`, if they are weighed."""
    odds: Callable[[int], float]
    """Returns the logarithm of the odds by the sums of all rows."""


def _side_by_side(column: Iterable[int]) -> int:
    """Return one number for each row in one."""
    return sum(number << SPARE + WIDTH * row for row, number in enumerate(column))


def _reader(units: int, adding: int) -> Callable[[int], float]:
    """Return what reads the sums of all rows."""
    sides = [1 << SPARE + WIDTH * row for row in range(units + 1)]
    # This makes them more than nought; the first bit of each then tells its sign.
    middle = sum(sides) * _HALF
    signs = sum(sides[1:]) * _HALF
    first = sides[0] * _ROUND
    taken = sum(sides[1 + adding :]) * (_HALF - 1)
    excess = -(units - adding) * (_HALF - 1) % _ROUND

    def odds(total: int) -> float:
        total += middle
        over = total & signs
        # What exceeds nought of each row. To take it off is to add how much less it is than a
        # fixed number, which is all bits but the first.
        total = total & (over - (over >> WIDTH - 1) | first) ^ taken
        return ((total + excess) % _ROUND - _HALF) / 100_000

    return odds


def weighed(weights: Iterable[int], counts: Iterable[int]) -> int:
    """Return the sums of all rows for some counts with their weights."""
    total: int = sum(map(mul, weights, counts))
    return total


@lru_cache(maxsize=2)
def network(draw: int) -> Network:
    """Return the weights for so many cards a deal."""
    text, adding = (
        (weights1.TEXT, weights1.ADDING) if draw == 1 else (weights3.TEXT, weights3.ADDING)
    )
    rows = [[int(number) for number in part.split()] for part in text.split(";")]
    units = len(rows) - 1
    weights = iter([_side_by_side(column) for column in zip(*rows, strict=True)])

    def take(number: int) -> _Weights:
        return tuple(islice(weights, number))

    levels = take(24)
    ranks = (), *(take(5) for _ in range(13))
    heads, foundations, tight, close = map(take, (19, 3, 6, 3))
    (spread,) = take(1)
    rooms = take(5)
    turned, *others = weights
    *counts, bias = others

    def pick(*numbers: int) -> _Weights:
        return tuple(counts[number] for number in numbers)

    return Network(
        levels,
        ranks,
        heads,
        foundations,
        tight,
        close,
        spread,
        tuple(bias + sum(rooms[:room]) for room in range(ROOM)),
        tuple(
            turned + (heads[2 + min(down, 6)] + down * heads[9] if down else 0)
            for down in range(ROOM)
        ),
        pick(0, 1, 27, 29, 30, 9),
        tuple(weighed(pick(2, 3, 4), (left == 0, left, left * left)) for left in range(53)),
        pick(7, 8, 10, 11, 12, 13, 14, 15, 16, 17, 22, 44, 45, 46, 47),
        pick(18, 19, 21, 23, 24, 25, 31, 32, 33, 34, 35, 36, 37, 40),
        counts[26],
        pick(5, 20, 28, 38, 39),
        counts[6],
        pick(41, 42, 43),
        units,
        adding,
        None if draw == 1 else Layer(weights3.FIRST, weights3.SECOND),
        _reader(units, adding),
    )
