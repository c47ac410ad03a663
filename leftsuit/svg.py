"""A screen as a picture in SVG: from a frame to text in pure ASCII.

Cards stand on a ground of their own, as on the screen. Everything else has a colour in the middle
between black and white, which reads on a light page and on a dark one, and moves away from the
page's own ground where the reader tells which it is. Each run of text is as wide as its cells,
whatever the font, and lines, frames and card backs are drawn, so that they join without gaps.

Several frames make a moving picture. Each piece stands in it once, with the frames it is shown in;
where pictures do not move, or the reader wants none that do, the last frame is seen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape

from leftsuit.frame import BACK, KEY, MARK, ROLES, SUIT_ROLES, TITLE, Frame
from leftsuit.values import NamedTuple

CELL_WIDTH, CELL_HEIGHT = 9, 18
"""The size of a cell in pixels."""
_FONT_SIZE = 15  # The letters of most fonts of one width are 0.6 of it wide: one cell.
_BASELINE = 13
_MARGIN = 9

CARD_GROUND, BACK_GROUND, BACK_INK = "#e4e4e4", "#0b4f6c", "#b5d3ea"
INKS = {4: ("#000", "#b80000", "#0050c0", "#006a00"), 2: ("#000", "#b80000", "#b80000", "#000")}
"""The colours of the suits, where there are four of them and where there are two."""
INK, INK_ON_LIGHT, INK_ON_DARK = "#757575", "#666", "#8f8f8f"
"""What is not on a card, where nothing is known of the page, and on a light and a dark one."""
FONTS = "ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,'Liberation Mono','Courier New',monospace"

_GROUND = dict.fromkeys(SUIT_ROLES, "c") | {BACK: "b"}
"""The class of the ground under a cell, by its role."""
_HATCHED, _LOW, _ACROSS, _DOWN = "░", "▁", "─", "│"
_CORNERS = {"╭": (1, 1), "╮": (-1, 1), "╰": (1, -1), "╯": (-1, -1)}
"""Rounded corners, and where their arms point: to the right or the left, down or up."""
_DRAWN = re.compile(f"[{_HATCHED}{_LOW}{_ACROSS}{_DOWN}{''.join(_CORNERS)}]")


class _Ground(NamedTuple):
    """A stretch of cells in one row, from `start` to before `end`, that need a ground."""

    kind: str
    start: int
    end: int


FRAME_SECONDS, LAST_FRAMES = 0.7, 5
"""How long a frame is shown, and how many times as long the last one."""


def svg(frames: Sequence[Frame], title: str, description: str, *, colours: int = 4) -> str:
    """Return the picture of a frame, or a moving one of several, with a title and a description
    for those who cannot see it.

    `colours` is how many the suits have: 4, 2, or 0 for a picture without any.
    """
    height, width = len(frames[0].rows), len(frames[0].rows[0])
    across, down = width * CELL_WIDTH + 2 * _MARGIN, height * CELL_HEIGHT + 2 * _MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="t d"'
        f' width="{across}" height="{down}"'
        f' viewBox="{-_MARGIN} {-_MARGIN} {across} {down}" color="{INK}">',
        f'<title id="t">{_text(title)}</title>',
        f'<desc id="d">{_text(description)}</desc>',
        f"<style>{_style(colours)}{{moving}}</style>",
    ]
    style = len(parts) - 1
    moving: dict[tuple[int, ...], str] = {}
    for name, drawn in _layers(frames, colours).items():
        together: dict[tuple[int, ...], list[str]] = {}
        for piece, numbers in drawn.items():
            together.setdefault(tuple(numbers), []).append(piece)
        for shown, pieces in together.items():
            names = [name] if name else []
            if len(shown) < len(frames):
                names.append(moving.setdefault(shown, f"f{len(moving)}"))
            group = [f'<g class="{" ".join(names)}">', *pieces, "</g>"]
            parts += group if names else pieces
    parts[style] = parts[style].replace("{moving}", _moving(moving, len(frames)))
    parts.append("</svg>")
    return "\n".join(parts).encode("ascii", "xmlcharrefreplace").decode() + "\n"


def _layers(frames: Sequence[Frame], colours: int) -> dict[str, dict[str, list[int]]]:
    """Return what is drawn, each piece with the frames it is in, by classes from back to front."""
    layers: dict[str, dict[str, list[int]]] = {"": {}}
    layers |= {name: {} for name in _CLASSES.values()}
    for number, frame in enumerate(frames):
        if colours:
            for piece in _grounds(frame):
                layers[""].setdefault(piece, []).append(number)
        for role in ROLES:
            for piece in (*_lines(frame, role), *_runs(frame, role)):
                layers[_CLASSES[role]].setdefault(piece, []).append(number)
    return layers


def _moving(names: dict[tuple[int, ...], str], frames: int) -> str:
    """Return the rules for the pieces that are not in all frames."""
    total = frames - 1 + LAST_FRAMES
    rules = []
    for shown, name in names.items():
        states = [number in shown for number in range(frames)]
        steps = "".join(
            f"{100 * number / total:.4g}%{{visibility:{'visible' if state else 'hidden'}}}"
            for number, state in enumerate(states)
            if not number or state != states[number - 1]
        )
        rules.append(
            f"@keyframes {name}{{{steps}}}"
            f".{name}{{{'' if states[-1] else 'visibility:hidden;'}"
            f"animation:{name} {total * FRAME_SECONDS:.4g}s step-end infinite}}"
        )
    if rules:
        rules.append("@media(prefers-reduced-motion:reduce){g{animation:none}}")
    return "".join(rules)


_CLASSES = {role: role if role.isalpha() else "p" for role in ROLES}


def _text(text: str) -> str:
    """Return a text as it can stand in XML."""
    return escape("".join(c if c.isprintable() else "?" for c in text), quote=False)


def _style(colours: int) -> str:
    bold = ",".join(f".{role}" for role in (TITLE, KEY, MARK))
    rules = [
        f"@media(prefers-color-scheme:light){{svg{{color:{INK_ON_LIGHT}}}}}",
        f"@media(prefers-color-scheme:dark){{svg{{color:{INK_ON_DARK}}}}}",
        f"text{{font:{_FONT_SIZE}px {FONTS};fill:currentColor}}",
        f"{bold.replace(',', ' text,')} text{{font-weight:bold}}",
        "path{stroke:currentColor;fill:none}",
        f".h{{stroke-width:{CELL_HEIGHT};stroke-dasharray:1.5 3;opacity:.5}}",
    ]
    if colours:
        rules += [
            f".c{{fill:{CARD_GROUND}}}",
            f"rect.b{{fill:{BACK_GROUND}}}g.b{{color:{BACK_INK}}}",
            *(f".{role}{{color:{i}}}" for role, i in zip(SUIT_ROLES, INKS[colours], strict=True)),
        ]
    return "".join(rules)


def _grounds(frame: Frame) -> Iterator[str]:
    """Yield the grounds: those that lie below each other in one width are one."""
    above: dict[_Ground, int] = {}
    height = len(frame.roles)
    for row in range(height + 1):
        here = set(_grounds_of(frame.roles[row])) if row < height else set[_Ground]()
        for ground in sorted(set(above) - here):
            top = above.pop(ground)
            yield (
                f'<rect class="{ground.kind}" x="{ground.start * CELL_WIDTH}"'
                f' y="{top * CELL_HEIGHT}" width="{(ground.end - ground.start) * CELL_WIDTH}"'
                f' height="{(row - top) * CELL_HEIGHT}" rx="3"/>'
            )
        for ground in here:
            above.setdefault(ground, row)


def _grounds_of(roles: str) -> Iterator[_Ground]:
    kinds = "".join(_GROUND.get(role, " ") for role in roles)
    for found in re.finditer(r"c+|b+", kinds):
        yield _Ground(found.group()[0], found.start(), found.end())


def _pieces(frame: Frame, role: str) -> Iterator[tuple[int, str]]:
    """Yield the rows that a role has a part in, with all that plays another one left blank."""
    for row, (text, roles) in enumerate(zip(frame.rows, frame.roles, strict=True)):
        if role in roles:
            yield row, "".join(c if r == role else " " for c, r in zip(text, roles, strict=True))


def _runs(frame: Frame, role: str) -> Iterator[str]:
    """Yield the texts of a role; they end where more than one cell is blank."""
    for row, text in _pieces(frame, role):
        y = row * CELL_HEIGHT + _BASELINE
        for run in re.finditer(r"\S+(?: \S+)*", _DRAWN.sub(" ", text)):
            x, length = run.start() * CELL_WIDTH, len(run.group()) * CELL_WIDTH
            yield f'<text x="{x}" y="{y}" textLength="{length}">{_text(run.group())}</text>'


def _lines(frame: Frame, role: str) -> Iterator[str]:
    """Yield the paths of what is drawn and not written."""
    thin, hatched = [], []
    for row, text in _pieces(frame, role):
        top = row * CELL_HEIGHT
        for found in re.finditer(f"{_HATCHED}+|{_LOW}+|{_ACROSS}+|{_DRAWN.pattern}", text):
            sign, x, length = found.group()[0], found.start() * CELL_WIDTH, len(found.group())
            if sign == _HATCHED:
                hatched.append(f"M{x} {top + CELL_HEIGHT // 2}h{length * CELL_WIDTH}")
            else:
                thin.append(_line(sign, x, top, length))
    if thin:
        yield f'<path d="{"".join(thin)}"/>'
    if hatched:
        yield f'<path class="h" d="{"".join(hatched)}"/>'


def _line(sign: str, x: int, y: int, length: int) -> str:
    """Return the path of a sign in the cell with its upper left corner there."""
    middle_x, middle_y = x + CELL_WIDTH / 2, y + CELL_HEIGHT // 2
    if sign == _LOW:
        return f"M{x} {y + CELL_HEIGHT - 1}h{length * CELL_WIDTH}"
    if sign == _ACROSS:
        return f"M{x} {middle_y}h{length * CELL_WIDTH}"
    if sign == _DOWN:
        return f"M{middle_x} {y}v{CELL_HEIGHT}"
    right, down = _CORNERS[sign]
    end_x, end_y = CELL_WIDTH / 2 * right, CELL_HEIGHT // 2 * down
    return f"M{middle_x} {middle_y + end_y}q0 {-end_y} {end_x} {-end_y}"
