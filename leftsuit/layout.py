"""The table as a picture: from what is to be shown and the size of the screen to a frame.

Everything is computed from the view alone. A face-down card is drawn without looking at it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from leftsuit import words
from leftsuit.cards import SUITS, Card, card, suit
from leftsuit.faces import Look, back, face, place, suit_sign
from leftsuit.frame import (
    BACK,
    DIM,
    KEY,
    MARK,
    MESSAGE,
    SUIT_ROLES,
    TITLE,
    Canvas,
    Frame,
    Picture,
)
from leftsuit.i18n import _
from leftsuit.position import FOUNDATION, STOCK, WASTE, Position
from leftsuit.sizes import LEAST_HEIGHT, LEAST_WIDTH, Style, fit, slot, style
from leftsuit.solver.verdict import LOST, UNKNOWN, WON, Verdict
from leftsuit.values import NamedTuple

CURSOR, EXTENT, LIFTED = ">", "|", "*"
"""Signs left of a card: the cursor, the rest of what it would take, cards in hand."""
LEGAL_SIGNS = {None: "+", WON: "+", LOST: "x", UNKNOWN: "?"}
"""Signs left of a place for the cards in hand, by what is known of the win there."""


class Spot(NamedTuple):
    """A pile, and how many cards from its end are meant; 0 in an empty pile."""

    pile: int
    length: int = 1


class Dialog(NamedTuple):
    """Text over the whole screen, which can be longer than the screen is high."""

    title: str
    lines: tuple[str, ...]
    first: int = 0
    """The first line shown; too high a number shows the end."""
    marked: int | None = None
    """The line that a cursor stands on, if there is one; it is always in sight."""
    over: bool = False
    """Whether it is a box with the table in sight around it."""


class View(NamedTuple):
    """All that a frame is made from."""

    width: int
    height: int
    position: Position
    deal: int
    moves: int
    minutes: int | None = None
    """Whole minutes played, None where no clock is shown."""
    look: Look = Look()
    cards: str = "auto"
    """The size of the cards: ``"auto"``, ``"small"`` or ``"large"``."""
    cursor: Spot = Spot(STOCK)
    lifted: Spot | None = None
    legal: Mapping[int, Verdict | None] = {}
    """The piles that take the cards in hand, with what is known of the win there."""
    message: str = ""
    keys: tuple[tuple[str, str], ...] = ()
    """What the key line names: keys and what they do."""
    corner: str = ""
    """What stands at the right end of the key line."""
    prompt: str | None = None
    """A question and what was typed so far, where text is asked for."""
    dialog: Dialog | None = None
    panel: tuple[str, ...] = ()
    """Lines shown in the middle of the empty table after a win."""
    cascade: int | None = None
    """How far the show after a win has come, None when there is none."""


def frame(view: View) -> Frame:
    """Return the picture of a view."""
    canvas = Canvas(view.width, view.height)
    if view.width < LEAST_WIDTH or view.height < LEAST_HEIGHT:
        text = words.too_small(LEAST_WIDTH, LEAST_HEIGHT, view.width, view.height)
        canvas.put(0, 0, text)
        return canvas.frame((0, 0))
    if view.dialog is not None and not view.dialog.over:
        return _draw_dialog(canvas, view, view.dialog)
    return _Table(canvas, view).draw()


def dialog_rows(height: int) -> int:
    """Return how many lines of a dialog a screen of that height shows."""
    return max(height - 3, 1)


def _draw_dialog(canvas: Canvas, view: View, dialog: Dialog) -> Frame:
    rows = dialog_rows(view.height)
    first = dialog.first
    if dialog.marked is not None:
        first = dialog.marked - rows // 2
    first = max(min(first, len(dialog.lines) - rows), 0)
    canvas.put(0, 1, dialog.title, TITLE)
    for row, line in enumerate(dialog.lines[first : first + rows]):
        marked = first + row == dialog.marked
        canvas.put(
            1 + row, 1, line if dialog.marked is None else f"{CURSOR if marked else ' '} {line}"
        )
    bottom = view.height - 1
    if len(dialog.lines) > rows:
        seen = f"{first + 1}-{min(first + rows, len(dialog.lines))}/{len(dialog.lines)}"
        canvas.put_right(0, view.width - 1, seen, DIM)
    _draw_keys(canvas, bottom, view.keys, view.width)
    return canvas.frame((1 + (dialog.marked or first) - first, 1))


def _draw_keys(canvas: Canvas, row: int, keys: tuple[tuple[str, str], ...], room: int) -> None:
    canvas.paste(row, _key_line(canvas.width, keys, room))


# From one key to the next most of the table stays, and the parts that are dear to draw depend on
# little. So they are remembered, without the cursor and the other marks, which go on top.


@lru_cache(maxsize=8)
def _key_line(width: int, keys: tuple[tuple[str, str], ...], room: int) -> Picture:
    canvas, column = Canvas(width, 1), 1
    for key, meaning in keys:
        if column + len(key) + 1 + len(meaning) > room:
            break
        canvas.put(0, column, key, KEY)
        # Blanks belong to the words beside them: each change of looks costs a terminal 15 bytes.
        canvas.put(0, column + len(key), f" {meaning}  ", DIM)
        column += len(key) + len(meaning) + 3
    return canvas.picture()


def _draw_face(canvas: Canvas, row: int, column: int, card: Card, rows: list[str]) -> None:
    canvas.tile(row, column, rows, SUIT_ROLES[suit(card)])


@lru_cache(maxsize=8)
def _title(style: Style, choices: tuple[tuple[str, str], ...]) -> Picture:
    """Draw the first of some titles, each a text on the left and one on the right, that fits."""
    canvas, left, right = Canvas(style.across, 1), style.left, style.x(WASTE - 1) + style.width
    room = right - left - 2
    fitting = (texts for texts in choices if len(texts[0]) + len(texts[1]) <= room)
    name, done = next(fitting, choices[-1])
    canvas.put(0, left, name, TITLE)
    canvas.put_right(0, right, done, DIM)
    return canvas.picture()


def _draw_high_face(canvas: Canvas, column: int, card: Card, style: Style, look: Look) -> None:
    """Draw a card of the upper row, where one card often takes the place of another."""
    for row, text in enumerate(face(card, style.width, style.high, look), style.gap):
        # Bare rows look the same on every card; in the same role they are not sent again.
        canvas.put(row, column, text, SUIT_ROLES[suit(card) if text.strip() else 0])


class _High(NamedTuple):
    """What is seen above the columns."""

    stock: int
    """How many cards are in it."""
    turns: bool
    """Whether an empty stock can be filled again."""
    gone: tuple[str, ...]
    """What stands in the place of an empty stock: one word where it can be filled again."""
    top: tuple[Card, ...]
    """The top card of the waste, if there is one."""
    under: int
    """How many cards lie under the top card of the waste."""
    foundations: tuple[int, ...]


@lru_cache(maxsize=8)
def _high_picture(high: _High, style: Style, look: Look) -> Picture:
    """Draw the rows between the title and the columns, with the numbers of the columns."""
    canvas = Canvas(style.across, style.table - 1)
    top, size = style.gap, (style.width, style.high)
    beside, lowest = style.width, top + style.high - 1
    x = style.x(slot(STOCK))
    if high.stock:
        canvas.tile(top, x, back(*size, look, str(high.stock)), BACK)
    elif high.turns:
        canvas.tile(top, x, place(*size, look, high.gone[0]), DIM)
    else:
        canvas.tile(top + (style.high - len(high.gone)) // 2, x, high.gone, DIM)
    if style.high > 1 and (high.stock or high.turns):
        canvas.put(lowest, x + beside, " d", KEY)
    x = style.x(slot(WASTE))
    if not high.top:
        canvas.tile(top, x, place(*size, look), DIM)
    else:
        _draw_high_face(canvas, x, high.top[0], style, look)
        if high.under:
            # Beside the card, in the gap before the third column.
            canvas.put(top + (style.high - 1) // 2, x + beside, f" +{high.under}", DIM)
        if style.high > 1:
            canvas.put(lowest, x + beside, " 0", KEY)
    for s in SUITS:
        x, rank = style.x(slot(FOUNDATION + s)), high.foundations[s]
        if rank:
            _draw_high_face(canvas, x, card(rank, s), style, look)
        else:
            canvas.tile(top, x, place(*size, look, suit_sign(s, look)), DIM)
    for column in range(WASTE):
        middle = style.x(column) + (style.width - 1) // 2
        canvas.put(lowest + 1, middle, str(column + 1), KEY)
    return canvas.picture()


class _Column(NamedTuple):
    """What is seen of a column: how many cards lie face down, and the others."""

    hidden: int
    shown: tuple[Card, ...]


@lru_cache(maxsize=32)
def _column_picture(
    column: _Column, focus: int | None, style: Style, look: Look
) -> tuple[Picture, tuple[tuple[int, int], ...]]:
    """Draw a column as wide as a card; also return the cards in sight, by number and row."""
    width, height, shown = style.width, style.room, column.shown
    canvas = Canvas(width, height)
    if not shown:
        canvas.tile(0, 0, place(width, min(style.last, height), look), DIM)
        return canvas.picture(), ()
    seen = []
    for row, kind, number, high in fit(column.hidden, len(shown), height, style, focus):
        if kind == "face":
            seen.append((number, row))
            full = max(style.last, high)
            _draw_face(canvas, row, 0, shown[number], face(shown[number], width, high, look, full))
        elif kind == "gap":
            dots = "..." if look.letters else "···"
            canvas.put(row, 0, f"{dots}{number}"[:width], DIM)
        else:
            label = str(number) if kind == "backs" else ""
            canvas.tile(row, 0, back(width, 1, look, label), BACK)
    return canvas.picture(), tuple(seen)


class _Columns(NamedTuple):
    """The columns as drawn, and for each the cards in sight, by number and row."""

    picture: Picture
    seen: tuple[tuple[tuple[int, int], ...], ...]


@lru_cache(maxsize=4)
def _columns_picture(
    columns: tuple[_Column, ...], focus: Spot | None, style: Style, look: Look
) -> _Columns:
    """Draw the columns; the card at `focus` stays in sight."""
    pictures, seen = [], []
    for pile, column in enumerate(columns):
        number = None
        if focus is not None and focus.pile == pile:
            number = len(column.shown) - focus.length
        picture, cards = _column_picture(column, number, style, look)
        pictures.append(picture)
        seen.append(cards)
    between, left = " " * (style.pitch - style.width), " " * style.left
    rows, roles = (
        tuple(
            [(left + between.join(parts)).ljust(style.across) for parts in zip(*grid, strict=True)]
        )
        for grid in zip(*pictures, strict=True)
    )
    return _Columns(Picture(rows, roles), tuple(seen))


class _Table:
    """The drawing of one table."""

    def __init__(self, canvas: Canvas, view: View) -> None:
        self.canvas, self.view = canvas, view
        self.style = style(view.width, view.height, view.cards)
        self.attention = (self.style.bottom, 1)

    def draw(self) -> Frame:
        view = self.view
        self._pictures()
        if view.cascade is not None:
            self._cascade(view.cascade)
        elif view.dialog is not None:
            self._over(view.dialog)
        elif view.panel:
            self._panel()
        return self._messages()

    def _mark(self, row: int, pile: int, *, lifted: bool = False) -> None:
        """Draw the sign of a pile's last card or place, if it has one."""
        view = self.view
        sign = ""
        if pile == view.cursor.pile:
            sign = CURSOR
            self.attention = (row, self.style.x(slot(pile)) + 1)
        elif lifted:
            sign = LIFTED
        elif pile in view.legal:
            sign = LEGAL_SIGNS[view.legal[pile]]
        if sign:
            self.canvas.put(row, self.style.x(slot(pile)) - 1, sign, MARK)

    def _pictures(self) -> None:
        """Draw everything but the two lowest rows, and the marks on it."""
        view, style = self.view, self.style
        rules, columns, hidden, stock, waste, foundations = view.position
        self.canvas.paste(0, _title(style, self._titles()))
        turns, gone = rules.redeal and bool(waste), tuple[str, ...]()
        if turns:
            gone = (_(words.TURN_OVER),)
        elif not stock:
            gone = tuple(words.pass_is_over(style.width, style.high))
        under = max(len(waste) - 1, 0)
        high = _High(len(stock), turns, gone, waste[-1:], under, foundations)
        self.canvas.paste(1, _high_picture(high, style, view.look))
        seen = tuple([_Column(n, cards[n:]) for cards, n in zip(columns, hidden, strict=True)])
        focus = None
        if view.cursor.pile < WASTE and view.cursor.length:
            column = seen[view.cursor.pile]
            # Only where cards are squeezed does it matter which the cursor is on.
            if len(column.shown) >= style.room:
                focus = Spot(view.cursor.pile, self._taken(view.cursor.pile))
        below = _columns_picture(seen, focus, style, view.look)
        self.canvas.paste(style.table, below.picture)
        marked = {view.cursor.pile, *view.legal}
        if view.lifted is not None:
            marked.add(view.lifted.pile)
        for pile in marked:
            if pile < WASTE:
                self._mark_column(pile, below.seen[pile])
            else:
                lifted = view.lifted is not None and view.lifted.pile == pile
                self._mark(1 + style.gap, pile, lifted=lifted)

    def _titles(self) -> tuple[tuple[str, str], ...]:
        """Return what the title may be, the best first: its left and its right side."""
        view = self.view
        short, done = words.short_title(view.deal), words.progress(view.moves, view.minutes)
        less = words.short_progress(view.moves, view.minutes)
        return (
            (words.title(view.position.rules, view.deal), done),
            (short, done),
            (short, less),
            (str(view.deal), less),
        )

    def _taken(self, column: int) -> int:
        """Return how many cards of a column are in hand or would be taken."""
        if self.view.lifted is not None and self.view.lifted.pile == column:
            return self.view.lifted.length
        return self.view.cursor.length if self.view.cursor.pile == column else 0

    def _mark_column(self, column: int, seen: tuple[tuple[int, int], ...]) -> None:
        """Mark the cards of a column that are taken, or the place where it ends."""
        view, top, x = self.view, self.style.table, self.style.x(column)
        taken = self._taken(column)
        if not taken or not seen:
            self._mark(top + (seen[-1][1] if seen else 0), column)
            return
        lifted = view.lifted is not None and view.lifted.pile == column
        here = view.cursor.pile == column and view.cursor.length > 0
        shown = seen[-1][0] + 1
        for number, row in seen:
            from_end = shown - number
            if from_end <= taken:
                sign = LIFTED if lifted else CURSOR if from_end == taken else EXTENT
                self.canvas.put(top + row, x - 1, sign, MARK)
            if here and from_end == taken:
                self.attention = (top + row, x + 1)

    def _cascade(self, stage: int) -> None:
        """Draw the cards that have tumbled off the foundations so far."""
        view, style = self.view, self.style
        top, floor = style.table - 1, style.bottom - 1
        for step in range(stage + 1):
            for s in SUITS:
                drop = (step * (s + 2)) % (2 * (floor - top))
                row = top + (drop if drop <= floor - top else 2 * (floor - top) - drop)
                x = style.x(slot(FOUNDATION + s)) - step * (style.pitch // 3 + s)
                rank = view.position.rules.ranks - step % view.position.rules.ranks
                if x > 0 and row < style.bottom:
                    rows = face(card(rank, s), style.width, 1, view.look)
                    _draw_face(self.canvas, row, x, card(rank, s), rows)

    def _panel(self) -> None:
        lines = self.view.panel
        width = max(map(len, lines)) + 6
        self._box([line.center(width - 2) for line in lines])

    def _box(self, lines: Sequence[str]) -> tuple[int, int]:
        """Draw lines of one length in a box amid the columns; return where the first begins."""
        view, width = self.view, len(lines[0]) + 2
        rows = place(width, len(lines) + 2, view.look)
        row = self.style.table + max((self.style.room - len(rows)) // 2, 0)
        column = (view.width - width) // 2
        self.canvas.tile(row, column, rows, TITLE)
        self.canvas.tile(row + 1, column + 1, list(lines), TITLE)
        return row + 1, column + 1

    def _over(self, dialog: Dialog) -> None:
        """Draw a dialog that leaves the table in sight."""
        longest = max(map(len, (dialog.title, *dialog.lines)))
        # At the right blanks are left out before the edges of the box are.
        width = max(min(longest + 4, self.view.width - 2), longest + 2)
        lines = [f"  {line}".ljust(width) for line in dialog.lines]
        row, column = self._box([dialog.title.center(width), *lines])
        if dialog.marked is not None:
            self.attention = (row + 1 + dialog.marked, column)
            self.canvas.put(*self.attention, CURSOR, MARK)

    def _messages(self) -> Frame:
        """Draw the two lowest rows: what happened, and the keys that make sense now."""
        view, bottom = self.view, self.style.bottom
        room = view.width - 1
        first, rest = view.message, ""
        if view.prompt is not None:
            # The end is where the typing is.
            first, rest = view.prompt[-(room - 1) :], view.message
            self.attention = (bottom, 1 + len(first))
        elif len(first) > room:
            # The key line gives way to the second half of a long message.
            cut = first.rfind(" ", 0, room + 1)
            first, rest = first[:cut], first[cut + 1 :]
        self.canvas.put(bottom, 1, first, MESSAGE)
        if rest:
            self.canvas.put(bottom + 1, 1, rest, MESSAGE)
            if len(rest) + 3 + len(view.corner) <= view.width:
                self.canvas.put_right(bottom + 1, view.width - 1, view.corner, TITLE)
        else:
            self._key_line(bottom + 1)
        return self.canvas.frame(self.attention, caret=view.prompt is not None)

    def _key_line(self, row: int) -> None:
        """Draw the keys, as far as the corner leaves room for them."""
        view = self.view
        room = view.width - len(view.corner) - (2 if view.corner else 0)
        _draw_keys(self.canvas, row, view.keys, room)
        self.canvas.put_right(row, view.width - 1, view.corner, TITLE)
