"""Frames: what a screen shows, as characters and the role each plays. No terminal is involved.

A role says what a cell is for; which colours and attributes that means is the painter's business.
"""

from __future__ import annotations

from collections.abc import Iterable

from leftsuit.values import NamedTuple

PLAIN, TITLE, DIM, BACK, MARK, MESSAGE, KEY = " ", "t", "d", "b", "m", "w", "k"
SUIT_ROLES = "SHDC"
"""The roles of card faces, by suit."""
ROLES = PLAIN + TITLE + DIM + BACK + MARK + MESSAGE + KEY + SUIT_ROLES


class Frame(NamedTuple):
    """A whole screen."""

    rows: tuple[str, ...]
    """The characters, one string a row; every character takes one cell."""
    roles: tuple[str, ...]
    """The role of every cell, one character each, in the same shape."""
    attention: tuple[int, int]
    """Row and column of the cell where the player's attention is."""
    caret: bool = False
    """Whether text is being typed there."""

    def text(self) -> str:
        """Return the characters alone, without blanks at the ends of rows."""
        return "\n".join(row.rstrip() for row in self.rows)


class Picture(NamedTuple):
    """A part of a screen, as characters and their roles in the same shape."""

    rows: tuple[str, ...]
    roles: tuple[str, ...]


class Canvas:
    """A grid to draw on. Whatever falls outside is cut off."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._rows = [" " * width] * height
        self._roles = [PLAIN * width] * height

    def put(self, row: int, column: int, text: str, role: str = PLAIN) -> None:
        """Write text from a cell to the right."""
        if not 0 <= row < self.height:
            return
        if column < 0:
            text, column = text[-column:], 0
        text = text[: max(self.width - column, 0)]
        end = column + len(text)
        old, roles = self._rows[row], self._roles[row]
        self._rows[row] = old[:column] + text + old[end:]
        self._roles[row] = roles[:column] + role * len(text) + roles[end:]

    def put_right(self, row: int, end: int, text: str, role: str = PLAIN) -> None:
        """Write text that ends before the cell `end`."""
        self.put(row, end - len(text), text, role)

    def tile(self, row: int, column: int, texts: Iterable[str], role: str = PLAIN) -> None:
        """Write texts one below the other."""
        for number, text in enumerate(texts, row):
            self.put(number, column, text, role)

    def paste(self, row: int, picture: Picture) -> None:
        """Let a picture as wide as the canvas take the place of the rows from `row` down."""
        end = row + len(picture.rows)
        self._rows[row:end], self._roles[row:end] = picture

    def picture(self) -> Picture:
        """Return what was drawn."""
        return Picture(tuple(self._rows), tuple(self._roles))

    def frame(self, attention: tuple[int, int], *, caret: bool = False) -> Frame:
        """Return what was drawn, as a whole screen."""
        row = min(max(attention[0], 0), max(self.height - 1, 0))
        column = min(max(attention[1], 0), max(self.width - 1, 0))
        return Frame(tuple(self._rows), tuple(self._roles), (row, column), caret)
