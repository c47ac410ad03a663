"""A sight: what a player can see, in one number.

The sets of cards that can be seen lie side by side in it, each in 64 bits, the face-up cards first.
A mask takes out what can be seen of a few ranks, and what is weighed of them is kept by that.
"""

from __future__ import annotations

from collections.abc import Iterator

HEADS, UNSEEN, KNOWN, WANTED = 64, 128, 192, 256
"""Where the sets begin: heads, unseen cards, known cards of the waste, cards that are wanted."""
LOWEST = 320
"""Where the lowest rank that is wanted is, in four bits."""
DEPTH = 324
"""Where five bits for each card begin: for a head one more than how many cards lie under the one it
lies on."""
FIRST = (1, 640), (4, 704), (9, 768)
"""Numbers of cards from the top of the waste, and where the set of the known ones begins."""
SET = (1 << 64) - 1


def bits(cards: int) -> Iterator[int]:
    """Yield the bit numbers of a set of cards."""
    while cards:
        yield (cards & -cards).bit_length() - 1
        cards &= cards - 1
