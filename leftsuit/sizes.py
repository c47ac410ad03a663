"""Where things go: the size of cards for each screen, and how a column is fitted into its rows."""

from __future__ import annotations

from leftsuit.position import FOUNDATION, STOCK, WASTE
from leftsuit.values import NamedTuple

LEAST_WIDTH, LEAST_HEIGHT = 40, 16
"""The smallest screen the table is drawn on, in cells."""


class Style(NamedTuple):
    """Sizes for a screen, in cells."""

    width: int
    """Of a card."""
    high: int
    """Of the cards in the upper row."""
    last: int
    """Of the last card in a column, where there is room."""
    strip: int
    """Of what is seen of a card under another, where there is room."""
    pitch: int
    """From one column to the next."""
    left: int
    """Of the first column's left edge."""
    gap: int
    """Blank rows above the upper row."""
    across: int
    """Of the whole screen."""
    bottom: int
    """The row of the message, below the columns."""

    @property
    def table(self) -> int:
        """The row in which the columns begin."""
        return 1 + self.gap + self.high + 1 + self.gap

    @property
    def room(self) -> int:
        """How many rows the columns have."""
        return self.bottom - self.table

    def x(self, slot: int) -> int:
        """Return the left edge of the cards in one of the seven columns."""
        return self.left + slot * self.pitch


# For each size of card: width, height above, height of a last card, strip and gap; then the width
# and height of the smallest screen for it.
_STYLES = (
    ((15, 10, 10, 2, 1), 130, 46),
    ((11, 7, 7, 2, 1), 100, 36),
    ((9, 5, 5, 1, 1), 90, 30),
    ((7, 3, 3, 1, 0), 72, 21),
    ((7, 1, 3, 1, 0), 72, LEAST_HEIGHT),
    ((6, 3, 3, 1, 0), 58, 21),
    ((6, 1, 3, 1, 0), 58, LEAST_HEIGHT),
    ((4, 1, 1, 1, 0), 0, 0),
)


# How much larger a screen is taken to be than it is, where large cards are wished for.
_WIDER, _HIGHER = 10, 8


def style(width: int, height: int, cards: str = "auto") -> Style:
    """Return the sizes that suit a screen, and the wish for ``"small"`` or ``"large"`` cards."""
    wider, higher = (_WIDER, _HIGHER) if cards == "large" else (0, 0)
    sizes = next(
        size
        for size, least, low in _STYLES
        if width + wider >= least
        and height + higher >= low
        and (cards != "small" or size[1] == 1)
        and (cards != "large" or 7 * (size[0] + 2) < width or size[1] == 1)
    )
    card_width, high, last, strip, gap = sizes
    pitch = min((width - 2) // 7, card_width + 5)
    left = max((width - 6 * pitch - card_width) // 2, 1)
    return Style(card_width, high, last, strip, pitch, left, gap, width, height - 2)


def slot(pile: int) -> int:
    """Return the column, counted from 0, in or above which a pile is drawn."""
    if pile >= FOUNDATION:
        return 3 + pile - FOUNDATION
    return {STOCK: 0, WASTE: 1}.get(pile, pile)


class Piece(NamedTuple):
    """A part of a column as it is drawn, from `row` down."""

    row: int
    kind: str
    """``"back"`` for one face-down card, ``"backs"`` for several in one tile, ``"face"``, or
    ``"gap"`` for face-up cards that are squeezed out of sight."""
    number: int
    """Which of the face-up cards it is, from 0; for a tile of several, how many they are."""
    height: int = 1


def fit(hidden: int, shown: int, rows: int, style: Style, focus: int | None) -> list[Piece]:
    """Return how to draw a column of `hidden` face-down and `shown` face-up cards in `rows` rows.

    The last card is cut first, then the strips; then face-down cards share one tile, and only then
    are face-up cards left out, with a mark that counts them. The first and the last face-up card
    stay in sight, and so does the one at index `focus`.
    """
    backs, strip = hidden, style.strip
    if hidden + (shown - 1) * strip + 2 > rows:
        strip = 1
    if hidden + (shown - 1) + 1 > rows and hidden > 1:
        backs = 1
    last = min(style.last, max(rows - backs - (shown - 1) * strip, 1))
    pieces = [Piece(i, "back", i) for i in range(backs)]
    if backs < hidden:
        pieces = [Piece(0, "backs", hidden)]
    room = rows - backs
    row = backs
    for number, kind in _squeezed(shown, room, focus):
        height = 1
        if kind == "face":
            height = last if number == shown - 1 else strip
        pieces.append(Piece(row, kind, number, height))
        row += height
    return pieces


def _squeezed(shown: int, room: int, focus: int | None) -> list[tuple[int, str]]:
    """Return which of the face-up cards are drawn in `room` rows, and the gaps between them."""
    kept = set(range(shown))
    if shown > room:
        kept = {0, shown - 1}
        if focus is not None:
            kept.add(focus)
        # Cards near the focus, then near the end, as long as cards and gaps fit.
        near = sorted(range(shown), key=lambda i: abs(i - (shown - 1 if focus is None else focus)))
        for index in [*near, *range(shown - 1, -1, -1)]:
            if len(_with_gaps(kept | {index}, shown)) <= room:
                kept.add(index)
    return _with_gaps(kept, shown)


def _with_gaps(kept: set[int], shown: int) -> list[tuple[int, str]]:
    drawn: list[tuple[int, str]] = []
    missing = 0
    for index in range(shown):
        if index not in kept:
            missing += 1
            continue
        if missing:
            drawn.append((missing, "gap"))
            missing = 0
        drawn.append((index, "face"))
    return drawn
