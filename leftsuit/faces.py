"""Card faces, backs and empty places, as rows of text of a given size."""

from __future__ import annotations

from leftsuit.cards import SUIT_LETTERS, Card, rank, suit
from leftsuit.values import NamedTuple

SUIT_SIGNS = "♠♥♦♣"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


class Look(NamedTuple):
    """How cards are to be drawn."""

    letters: bool = False
    """Suits as letters and nothing but ASCII, for terminals that cannot show the signs."""
    framed: bool = False
    """Cards drawn with edges, where no colour sets them off from the ground."""


def name(card: Card, look: Look) -> str:
    """Return a card's name as the player reads it, such as ``10♥``."""
    return RANKS[rank(card) - 1] + suit_sign(suit(card), look)


def suit_sign(suit: int, look: Look) -> str:
    """Return the sign of a suit."""
    return (SUIT_LETTERS if look.letters else SUIT_SIGNS)[suit]


# Where the pips of each rank stand: column (left, middle, right) and height in sixths from the top.
_LEFT_RIGHT = {n: [(side, h) for side in (0, 2) for h in hs] for n, hs in {
    4: (0, 6), 6: (0, 3, 6), 8: (0, 2, 4, 6)}.items()}  # fmt: skip
_PIPS = {
    1: [(1, 3)],
    2: [(1, 0), (1, 6)],
    3: [(1, 0), (1, 3), (1, 6)],
    4: _LEFT_RIGHT[4],
    5: [*_LEFT_RIGHT[4], (1, 3)],
    6: _LEFT_RIGHT[6],
    7: [*_LEFT_RIGHT[6], (1, 1)],
    8: [*_LEFT_RIGHT[6], (1, 1), (1, 5)],
    9: [*_LEFT_RIGHT[8], (1, 3)],
    10: [*_LEFT_RIGHT[8], (1, 1), (1, 5)],
}
_LEAST_FOR_PIPS = (11, 7)
"""Width and height from which a card shows its pips."""


def face(card: Card, width: int, height: int, look: Look, full: int = 0) -> list[str]:
    """Return the rows of a face-up card.

    Only the first `height` rows of a card that is `full` rows high are drawn, the part that a card
    lying on it leaves bare. A cell after the suit stays blank: some fonts draw the signs too wide.
    """
    full = max(full, height)
    name_here = name(card, look)
    if width < 5:
        return [f"{name_here:>3}".ljust(width)]
    corner = " " + name_here
    rows = [corner.ljust(width)]
    if height > 1:
        rows += [" " * width] * (full - 2)
        rows.append((name_here + " ").rjust(width))
        if (width, full) >= _LEAST_FOR_PIPS and full >= _LEAST_FOR_PIPS[1]:
            _pip(rows, card, look)
        elif full >= 5:
            middle = full // 2
            sign = suit_sign(suit(card), look)
            rows[middle] = sign.center(width)
    if look.framed:
        side = "|" if look.letters else "│"
        edged = [side + row[1:-1] + side for row in rows]
        edged[0] = "[" + corner.ljust(width - 2) + "]"
        if len(rows) > 1:
            edged[-1] = "[" + (name_here + " ").rjust(width - 2) + "]"
        rows = edged
    return rows[:height]


def _pip(rows: list[str], card: Card, look: Look) -> None:
    """Put the pips of a card on its rows."""
    sign = suit_sign(suit(card), look)
    width, inner = len(rows[0]), len(rows) - 3
    if rank(card) > 10:
        letter = RANKS[rank(card) - 1]
        middle = len(rows) // 2
        rows[middle] = f"{sign} {letter} {sign}".center(width)
        return
    cells = [list(row) for row in rows]
    for side, sixth in _PIPS[rank(card)]:
        row = 1 + round(inner * sixth / 6)
        column = width // 2 + (side - 1) * ((width - 5) // 2)
        cells[row][column] = sign
    rows[:] = ["".join(row) for row in cells]


def back(width: int, height: int, look: Look, label: str = "") -> list[str]:
    """Return the rows of a face-down card, with a label in its middle."""
    fill = ":" if look.letters else "░"
    rows = [fill * width for _ in range(height)]
    if height == 1 and not look.framed:
        # Cards on a ground of their own need a line to tell one from the next.
        rows = [("_" if look.letters else "▁") * width]
    if label:
        middle = (height - 1) // 2
        if len(label) + 2 <= width:
            label = f" {label} "
        left = (width - len(label)) // 2
        end = left + len(label)
        rows[middle] = rows[middle][:left] + label + rows[middle][end:]
    return rows


def place(width: int, height: int, look: Look, label: str = "") -> list[str]:
    """Return the rows of an empty place, with a label in its middle."""
    if height == 1:
        if width < 6:
            return [(label if len(label) == width else f" {label or '.'}").ljust(width)]
        return ["(" + label.center(width - 2) + ")"]
    if look.letters:
        top = bottom = "+" + "-" * (width - 2) + "+"
        side = "|"
    else:
        line = "─" * (width - 2)
        top, bottom, side = f"╭{line}╮", f"╰{line}╯", "│"
    rows = [top, *[side + " " * (width - 2) + side] * (height - 2), bottom]
    if label and height > 2:
        rows[height // 2] = side + label.center(width - 2) + side
    return rows
