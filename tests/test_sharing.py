"""The line and the picture that players show to others."""

from __future__ import annotations

import errno
import io
import os
import random
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest

from leftsuit import app, frame, layout, record, session, sharing, svg
from leftsuit.faces import Look
from leftsuit.frame import Canvas, Frame
from leftsuit.model import Resize
from leftsuit.notation import parse_move
from leftsuit.record import LEFT, WON, Record
from leftsuit.rules import ALL_RULES, KLONDIKE_DRAW_3, LEFT_SUIT
from leftsuit.store import Store
from tests.games import likely, won
from tests.keeping import begun, kept, quick_folder
from tests.play import model
from tests.table import table
from tests.test_kept_games import printed, refused
from tests.test_pictures import LOOKS, SCREENS, SIZES

Output = pytest.CaptureFixture[str]
SVG = "{http://www.w3.org/2000/svg}"
CELL = (svg.CELL_WIDTH, svg.CELL_HEIGHT)


def played(moves: str, deal: int = 7) -> Record:
    """Return a game after steps such as ``D 35 3F+WF``."""
    steps = [list(map(parse_move, step.split("+"))) for step in moves.split()]
    return Record(session.follow(session.new(LEFT_SUIT, deal), steps))


def drawn(shown: Frame, colours: int = 4) -> ElementTree.Element:
    return ElementTree.fromstring(svg.svg([shown], "a title", "some words", colours=colours))


# The line.


def test_the_line_of_a_won_game() -> None:
    text = sharing.line(Record(won(LEFT_SUIT), WON, 754))
    assert text == "Left Suit, draw 1, deal 32111: won in 117 moves, 12:34, 0 undos"


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (played("D"), "Left Suit, draw 1, deal 7: 1 move so far, 0:00, 0 undos"),
        (
            played("D W3 D D")._replace(result=LEFT, seconds=3605, undos=1, helped=True),
            "Left Suit, draw 1, deal 7: left after 4 moves, 1:00:05, 1 undo, with help",
        ),
        (
            Record(session.new(KLONDIKE_DRAW_3, 10**20 - 1)),
            f"Klondike, draw 3, deal {'9' * 20}: 0 moves so far, 0:00, 0 undos",
        ),
    ],
)
def test_the_line_of_others(game: Record, text: str) -> None:
    assert sharing.line(game) == text
    assert text.isascii()
    assert text.isprintable()


def test_moves_up_to_the_win_count_wherever_the_player_stands() -> None:
    game = won(LEFT_SUIT)
    for at in (0, 50, 117):
        assert "won in 117 moves" in sharing.line(Record(session.go_to(game, at), WON))
    joined = [
        [m for s in game.steps[:60] for m in s.moves],
        [m for s in game.steps[60:] for m in s.moves],
    ]
    in_two = session.follow(session.new(LEFT_SUIT, game.deal), joined)
    assert "won in 117 moves" in sharing.line(Record(in_two, WON))
    taken_back = session.go_to(game, 100)
    assert "100 moves so far" in sharing.line(Record(taken_back))


# What is drawn.


def test_the_screen_is_that_of_the_game() -> None:
    game = played("D W3 D D 37x2")
    shown = sharing.shown(game._replace(seconds=150), None, (80, 24), Look())
    m = model(game.game)._replace(seconds=150, message="Q♦ J♣ → column 7 on K♠, turns up Q♥")
    expected = layout.frame(app.view(m)).rows
    assert shown.frame.rows == expected
    assert "5 moves  2 min" in shown.frame.rows[0]
    assert shown.title == "Left Suit, draw 1, deal 7, 5 moves"


def test_every_move_can_be_shown() -> None:
    game = session.undo(won(LEFT_SUIT))
    position, moves = game.start, [move for step in game.steps for move in step.moves]
    for number, move in enumerate([None, *moves]):
        if move is not None:
            position = session.table.play(position, move)
        shown = sharing.shown(Record(game, seconds=600), number, (80, 24), Look())
        assert shown.description == sharing.described(position, Look())
        top = shown.frame.rows[0]
        assert re.search(rf"\b{number} moves?\b", top)
        # Only where the player stands and at the win is it known how much time had passed.
        assert (" min" in top) == (number in (116, 117)), number


def test_moves_made_by_one_key_can_be_shown_one_by_one() -> None:
    game = played("D W3 D D")
    joined = played("D+W3 D+D")
    for number in range(5):
        assert sharing.shown(joined, number, (60, 20), Look()) == sharing.shown(
            game, number, (60, 20), Look()
        )


@pytest.mark.parametrize("number", [-1, 5, 10**9])
def test_no_other_move_can_be_shown(number: int) -> None:
    with pytest.raises(sharing.NoSuchMove, match="the game has 4 moves"):
        sharing.shown(played("D W3 D D"), number, (80, 24), Look())


def test_what_happened_last_is_told() -> None:
    game = played("D W3 D D 37x2")

    def message(number: int) -> str:
        return sharing.shown(game, number, (80, 24), Look(letters=True)).frame.rows[-2].strip()

    assert message(0) == "Press ? for help"
    assert message(1).startswith("Dealt ")
    assert message(2) == "JC -> column 3 on QD"
    assert message(5) == "QD JC -> column 7 on KS, turns up QH"


def test_a_table_in_words() -> None:
    position = table(
        LEFT_SUIT, "[5C 4S] 9H 8C | [2D] TC | - | QD", stock="KH QS", waste="JH TS 9C", up="3S AH"
    )
    assert sharing.described(position, Look(letters=True)) == (
        "Stock: 2 cards. Waste: 9C on 2 cards. Foundations: 3S AH. "
        "Column 1: 2 cards face down, 9H 8C. Column 2: 1 card face down, 10C. Column 3: empty. "
        "Column 4: QD. Column 5: empty. Column 6: empty. Column 7: empty."
    )
    bare = table(LEFT_SUIT, "KC", waste="QC", up="KS KH KD JC")
    assert sharing.described(bare, Look()).startswith(
        "Stock: empty. Waste: Q♣. Foundations: K♠ K♥ K♦ J♣. Column 1: K♣."
    )


def test_hidden_cards_are_not_told() -> None:
    one = table(LEFT_SUIT, "[5C 4S] 9H | KC", stock="KH QS")
    other = table(LEFT_SUIT, "[KH QS] 9H | KC", stock="4S 5C")
    assert sharing.described(one, Look()) == sharing.described(other, Look())


# The picture.


def frames() -> Iterator[tuple[str, Frame]]:
    for look_name, look in LOOKS.items():
        for screen, make in SCREENS.items():
            m = make(look)
            for size in SIZES:
                m, _ = app.update(m, Resize(*size))
                yield f"{screen}, {look_name}, {size}", layout.frame(app.view(m))


def test_all_screens_are_small_and_sound() -> None:
    for name, shown in frames():
        for colours in (4, 2, 0):
            text = svg.svg([shown], name, "<& words>", colours=colours)
            assert text.isascii(), name
            assert len(text) < 30_000, (name, len(text))
            root = ElementTree.fromstring(text)
            assert root.tag == SVG + "svg"
            assert root.get("role") == "img"
            named = {child.get("id"): child.text for child in root}
            assert [named[i] for i in str(root.get("aria-labelledby")).split()] == [
                name,
                "<& words>",
            ]
            assert "http" not in text.replace('xmlns="http://www.w3.org/2000/svg"', "")


WRITTEN_AS_LINES = "░▁─│╭╮╰╯"


def test_every_character_is_in_its_cell() -> None:
    """What was written can be read back from where it stands."""
    for name, shown in frames():
        width, height = len(shown.rows[0]), len(shown.rows)
        cells = [[" "] * width for _ in range(height)]
        root = drawn(shown)
        for text in root.iter(SVG + "text"):
            content = text.text or ""
            column, left = divmod(int(str(text.get("x"))), CELL[0])
            row, baseline = divmod(int(str(text.get("y"))), CELL[1])
            assert (left, text.get("textLength")) == (0, str(len(content) * CELL[0])), name
            assert 0 < baseline < CELL[1]
            for place, character in enumerate(content, column):
                assert cells[row][place] == " ", name
                cells[row][place] = character
        expected = [re.sub(f"[{WRITTEN_AS_LINES}]", " ", row) for row in shown.rows]
        assert ["".join(row) for row in cells] == expected, name


def boxes(root: ElementTree.Element, kind: str) -> set[tuple[int, int]]:
    """Return the cells under the grounds of a kind; none is covered twice."""
    found = set[tuple[int, int]]()
    for rect in root.iter(SVG + "rect"):
        x, y, width, height = (int(str(rect.get(n))) for n in ("x", "y", "width", "height"))
        if rect.get("class") == kind:
            for row in range(y // CELL[1], (y + height) // CELL[1]):
                for column in range(x // CELL[0], (x + width) // CELL[0]):
                    assert (row, column) not in found
                    found.add((row, column))
    return found


def test_the_grounds_are_where_the_roles_are() -> None:
    for name, shown in frames():
        root = drawn(shown)
        for kind, roles in (("c", frame.SUIT_ROLES), ("b", frame.BACK)):
            expected = {
                (row, column)
                for row, line in enumerate(shown.roles)
                for column, role in enumerate(line)
                if role in roles
            }
            assert boxes(root, kind) == expected, name
        assert not list(drawn(shown, 0).iter(SVG + "rect"))


def test_suits_are_written_in_their_roles() -> None:
    for name, shown in frames():
        root = drawn(shown)
        for group in root.iter(SVG + "g"):
            role = str(group.get("class"))
            for text in group.iter(SVG + "text"):
                row = int(str(text.get("y"))) // CELL[1]
                column = int(str(text.get("x"))) // CELL[0]
                found = {
                    shown.roles[row][column + n] for n, c in enumerate(text.text or "") if c != " "
                }
                assert found == {role if role != "p" else " "}, name


def ends(path: str) -> list[tuple[float, float, float, float]]:
    """Return where each stroke of a path begins and ends."""
    strokes = []
    for part in filter(None, path.split("M")):
        match = re.fullmatch(r"(\S+) (\S+?)(?:h(\S+)|v(\S+)|q0 (\S+) (\S+) (\S+))", part)
        assert match, part
        x, y = float(match[1]), float(match[2])
        dx = float(match[3] or match[6] or 0)
        dy = float(match[4] or match[7] or 0)
        strokes.append((x, y, x + dx, y + dy))
    return strokes


def test_frames_are_closed() -> None:
    """Each stroke of a frame ends where another one begins."""
    canvas = Canvas(12, 5)
    canvas.tile(1, 2, ["╭───╮", "│   │", "╰───╯"])
    (path,) = drawn(canvas.frame((0, 0))).iter(SVG + "path")
    points = [(x, y) for a, b, c, d in ends(str(path.get("d"))) for x, y in ((a, b), (c, d))]
    assert len(points) == 2 * 8
    assert all(points.count(point) == 2 for point in points)


def brightness(colour: str) -> float:
    """Return the relative luminance of a colour, as WCAG 2 defines it."""
    digits = colour[1:]
    if len(digits) == 3:
        digits = "".join(2 * digit for digit in digits)
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((brightness(one), brightness(other)))
    return (high + 0.05) / (low + 0.05)


def test_everything_stands_out_on_light_and_dark_pages() -> None:
    assert contrast("#fff", "#000") == pytest.approx(21)
    for inks in svg.INKS.values():
        assert all(contrast(ink, svg.CARD_GROUND) >= 4.5 for ink in inks)
    assert contrast(svg.BACK_INK, svg.BACK_GROUND) >= 4.5
    light, dark = ("#fff", "#f6f8fa"), ("#000", "#0d1117", "#1e1e1e")
    assert all(contrast(svg.INK_ON_LIGHT, page) >= 4.5 for page in light)
    assert all(contrast(svg.INK_ON_DARK, page) >= 4.5 for page in dark)
    # Where the reader tells the wrong thing or nothing, it is still there to be read.
    for ink in (svg.INK, svg.INK_ON_LIGHT, svg.INK_ON_DARK):
        assert all(contrast(ink, page) >= 2.9 for page in light + dark)
    for page in light + dark:
        assert contrast(svg.CARD_GROUND, page) > 1.15
        assert contrast(svg.BACK_GROUND, page) > 1.15


def test_what_cannot_stand_in_xml_is_not_there() -> None:
    canvas = Canvas(12, 1)
    canvas.put(0, 0, "a<b>&\x1b\0\udc80c")
    root = drawn(canvas.frame((0, 0)))
    assert "".join(text.text or "" for text in root.iter(SVG + "text")) == "a<b>&???c"


def test_random_games_are_drawn() -> None:
    source = random.Random(20261129)
    for rules in ALL_RULES:
        game = session.new(rules, source.randrange(1, 10**6))
        for _ in range(60):
            moves = session.table.legal_moves(game.position)
            if moves:
                game = session.do(game, [likely(moves, source)])
        size = (source.randrange(40, 150), source.randrange(16, 60))
        shown = sharing.shown(Record(game), None, size, Look())
        root = drawn(shown.frame)
        assert root.get("width") == str(size[0] * CELL[0] + 18)
        assert root.get("height") == str(size[1] * CELL[1] + 18)


# The commands.


@pytest.fixture
def where(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Games 1 and 2: one won, and the last one, which can go on."""
    with quick_folder() as path:
        monkeypatch.setenv("LEFTSUIT_HOME", str(path))
        with Store.open(str(path)) as store:
            kept(store, begun(-1, seconds=300))
            kept(store, begun(20))
        yield path


def test_share(where: Path, capsys: Output) -> None:
    game = where / "game.txt"
    game.write_text(record.write(played("D W3")), encoding="utf-8")
    assert "20 moves so far" in printed(capsys, "share")
    assert printed(capsys, "share", "1") == (
        "Left Suit, draw 1, deal 32111: won in 117 moves, 5:00, 0 undos\n"
    )
    for arguments in ([str(game)], ["--record", str(game)]):
        assert "deal 7: 2 moves so far" in printed(capsys, "share", *arguments)
    assert refused(capsys, "share", "3").endswith("there is no game 3, see leftsuit history\n")
    assert "cannot read the record" in refused(capsys, "share", "3.txt")
    refused(capsys, "share", "1", "--record", str(game))
    refused(capsys, "share", "٣")


def test_share_without_games(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    with quick_folder() as path:
        monkeypatch.setenv("LEFTSUIT_HOME", str(path))
        assert "there is no game yet" in refused(capsys, "share")


def test_picture(where: Path, capsys: Output) -> None:
    file = where / "win.svg"
    assert printed(capsys, "picture", "1", "-o", str(file)) == ""
    game = Record(won(LEFT_SUIT), WON, 300)
    shown = sharing.shown(game, None, (80, 24), Look())
    assert file.read_bytes().decode() == svg.svg([shown.frame], shown.title, shown.description)
    assert "You won!" in file.read_text(encoding="ascii")
    assert printed(capsys, "picture", "1", "-o", "-") == file.read_text(encoding="ascii")


def test_a_picture_of_any_size_look_and_move(where: Path, capsys: Output) -> None:
    assert where
    text = printed(capsys, "picture", "1", "--move", "3", "--size", "40x16", "-o", "-")
    assert 'width="378" height="306"' in text
    assert "3 moves" in text
    letters = printed(capsys, "picture", "--ascii", "--color", "none", "-o", "-")
    assert "&#" not in letters
    assert "<rect" not in letters
    assert letters == printed(capsys, "--ascii", "--color", "none", "picture", "-o", "-")
    two = printed(capsys, "picture", "--color", "2", "--output", "-")
    assert svg.INKS[4][2] not in two


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("-o",),
        ("-o", "-", "--size", "39x16"),
        ("-o", "-", "--size", "80"),
        ("-o", "-", "--size", "80x"),
        ("-o", "-", "--size", "80x501"),
        ("-o", "-", "--size", "٨٠x24"),
        ("-o", "-", "--size", "80x24x3"),
        ("-o", "-", "--move", "-1"),
        ("-o", "-", "--move", "21"),
        ("-o", "-", "--move", "x"),
        ("-o", "-", "--move", "3-"),
        ("-o", "-", "--move", "5-3"),
        ("-o", "-", "--move", "0-21"),
        ("-o", "-", "--move", "0-999999999"),
        ("-o", "-", "--move", "9" * 400),
        ("-o", "/nowhere/at/all.svg"),
        ("-o", "/"),
        ("3", "-o", "-"),
    ],
)
def test_what_cannot_be_drawn(where: Path, capsys: Output, arguments: tuple[str, ...]) -> None:
    assert where
    refused(capsys, "picture", *arguments)


def test_nothing_is_written_if_there_is_no_such_move(where: Path, capsys: Output) -> None:
    file = where / "kept.svg"
    file.write_text("before", encoding="ascii")
    assert "the game has 117 moves" in refused(
        capsys, "picture", "1", "--move", "118", "-o", str(file)
    )
    assert file.read_text(encoding="ascii") == "before"


def pieces(text: str, percent: float = 0) -> set[str]:
    """Return what is seen of a picture when so much of its time has passed."""
    visible: dict[str, bool] = {}
    for name, steps in re.findall(r"@keyframes (f\d+)\{(.*?\})\}", text):
        states = re.findall(r"([\d.]+)%\{visibility:(\w+)\}", steps)
        visible[name] = [how for at, how in states if float(at) <= percent][-1] == "visible"
    found, classes = set[str](), [""]
    for line in text.splitlines():
        group = re.fullmatch(r'<g class="(.*)">', line)
        if group is not None:
            classes = group[1].split()
        elif line == "</g>":
            classes = [""]
        elif line.startswith(("<rect", "<text", "<path")) and all(
            visible.get(name, True) for name in classes
        ):
            found.add(f"{next((c for c in classes if c not in visible), '')} {line}")
    return found


@pytest.mark.parametrize("look", LOOKS)
def test_a_moving_picture_is_all_its_pictures_one_after_the_other(look: str) -> None:
    game = Record(won(LEFT_SUIT), WON, 300)
    numbers = (0, 1, 30, 31, 32, 80, 117)
    colours = 0 if LOOKS[look].framed else 4
    shown = [sharing.shown(game, at, (80, 24), LOOKS[look]).frame for at in numbers]
    moving = svg.svg(shown, "t", "d", colours=colours)
    assert moving.isascii()
    assert ElementTree.fromstring(moving).tag == SVG + "svg"
    total = len(shown) - 1 + svg.LAST_FRAMES
    for number, one in enumerate(shown):
        still = pieces(svg.svg([one], "t", "d", colours=colours))
        assert pieces(moving, 100 * (number + 0.5) / total) == still
    assert pieces(moving, 100) == pieces(svg.svg([shown[-1]], "t", "d", colours=colours))
    # Where nothing moves, what is not in the last frame is hidden.
    hidden = set(re.findall(r"\.(f\d+)\{visibility:hidden;animation", moving))
    last = {name for name, steps in re.findall(r"@keyframes (f\d+)\{(.*?\})\}", moving)
            if steps.endswith("visible}")}  # fmt: skip
    assert hidden.isdisjoint(last)
    assert hidden | last == set(re.findall(r"@keyframes (f\d+)", moving))
    assert "prefers-reduced-motion" in moving


def test_a_moving_picture_by_the_command(where: Path, capsys: Output) -> None:
    assert where
    text = printed(capsys, "picture", "1", "--move", "0-3", "-o", "-")
    assert "3 moves</title>" in text
    assert text.count("@keyframes") > 3
    assert "@keyframes" not in printed(capsys, "picture", "1", "--move", "3-3", "-o", "-")
    assert len(printed(capsys, "picture", "1", "--move", "0-117", "-o", "-")) < 200_000


def test_a_record_from_standard_input(capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    text = record.write(played("D W3")).encode()
    for arguments in (["-"], ["--record", "-"]):
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(text)))
        assert "2 moves" in printed(capsys, "picture", *arguments, "-o", "-")


def test_a_picture_that_cannot_be_written_leaves_the_one_there(
    where: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = where / "kept.svg"
    file.write_text("before", encoding="ascii")

    def no_room(*_: object) -> None:
        raise OSError(errno.ENOSPC, "no room")

    monkeypatch.setattr(os, "replace", no_room)
    assert "cannot write the picture" in refused(capsys, "picture", "1", "-o", str(file))
    assert file.read_text(encoding="ascii") == "before"
    assert list(where.glob("*.part")) == []


def test_a_picture_written_to_what_is_no_file(where: Path, capsys: Output) -> None:
    assert where
    assert printed(capsys, "picture", "1", "-o", os.devnull) == ""
    assert not Path(os.devnull).is_file()


def test_a_record_that_an_editor_has_marked(where: Path, capsys: Output) -> None:
    file = where / "marked.txt"
    file.write_bytes(b"\xef\xbb\xbf" + record.write(played("D W3")).encode())
    assert "2 moves so far" in printed(capsys, "share", str(file))
