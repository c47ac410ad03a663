"""What is drawn in real terminals of many sizes: nothing wrong, nothing stale."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from leftsuit import app, layout, sizes, words
from leftsuit.cards import SUIT_LETTERS
from leftsuit.faces import SUIT_SIGNS, Look
from leftsuit.frame import BACK, SUIT_ROLES
from leftsuit.rules import KLONDIKE
from tests.terminal import Cells, Play, Terminal, without_clock

pytestmark = pytest.mark.terminal

COLOUR = re.compile(rb"\x1b\[(?:[0-9;]*;)?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;[0-9;]*)?m")
"""An SGR code that sets a colour."""

RANDOM_KEYS = (
    "1 2 3 4 5 6 7 0 d d d f f u u r U R Tab Tab Shift-Tab m m "
    "Left Right Up Down Left Right Up Down Enter Enter Enter Esc ? G Backspace h j k l"
)


def same_but_clock(one: Cells, other: Cells) -> bool:
    """Compare screens, leaving out the right half of the title, where the clock is."""
    half = len(one[0]) // 2
    return one[1:] == other[1:] and one[0][:half] == other[0][:half]


@pytest.mark.parametrize(
    ("size", "term", "look"),
    [
        ((80, 24), "xterm-256color", Look()),
        ((40, 16), "linux", Look()),
        ((100, 36), "vt100", Look(letters=True, framed=True)),
    ],
)
def test_no_key_leaves_anything_stale(
    tmp_path: Path, size: tuple[int, int], term: str, look: Look
) -> None:
    width, height = size
    source = random.Random(term)
    with Play(tmp_path, 7, width=width, height=height, term=term, look=look) as play:
        for _ in range(100):
            play.press(source.choice(RANDOM_KEYS.split()))
            if term != "vt100":  # which cannot hide its cursor
                caret = layout.frame(app.view(play.model)).caret
                play.wait_for(lambda caret=caret: play.screen.cursor.hidden != caret)
            play.repaint()
            before = play.screen.before_clear
            play.wait_for(lambda before=before: same_but_clock(play.screen.cells(), before))
            assert without_clock(play.text) == without_clock(play.picture())
        assert not play.unknown_codes


SIZES = (
    *((1, 1), (2, 2), (200, 60), (20, 5), (80, 24), (39, 16), (40, 15), (40, 16), (1, 60)),
    *((200, 1), (60, 20), (79, 24), (80, 23), (120, 40), (72, 21), (58, 21), (80, 12), (41, 17)),
)


def test_every_size_at_any_moment(tmp_path: Path) -> None:
    with Play(tmp_path, 7) as play:
        play.press("1 d d Right")
        moves = play.model.game.moves
        assert moves >= 2
        for screen in ("", "?", "G 4", "Left Enter", "m", "N"):
            play.press(screen)
            for width, height in SIZES:
                play.resize(width, height)
                play.wait_for_picture()
            play.resize(80, 24)
            play.wait_for_picture()
            play.press("Esc")
        assert play.model.game.moves == moves
        assert not play.unknown_codes


def test_no_key_but_those_for_leaving_counts_in_too_small_a_window(tmp_path: Path) -> None:
    with Play(tmp_path, 7) as play:
        play.press("d d")
        before = play.text
        play.resize(30, 8)
        play.wait_for_picture()
        play.press("1 2 3 0 d u U N y G 5 Enter f m 3 5 ? Enter Up Left Tab")
        play.paste("12")
        play.repaint()
        play.resize(80, 24)
        play.wait_for_picture()
        assert without_clock(play.text) == without_clock(before)
        play.press("u")
        assert play.model.game.at == 1


@pytest.mark.parametrize(("width", "height"), [(1, 1), (2, 2), (20, 5), (40, 10), (39, 16)])
def test_a_start_in_too_small_a_window(tmp_path: Path, width: int, height: int) -> None:
    with Play(tmp_path, 7, width=width, height=height) as play:
        assert play.text.replace("\n", "")
        play.resize(40, 16)
        play.wait_for_picture()
        play.press("1")
        play.resize(width, height)
        play.wait_for_picture()
        play.send(b"q")
        assert play.wait_for_exit() == 0
        assert play.complaints() == []


def test_the_last_cell_of_the_screen_is_drawn(tmp_path: Path) -> None:
    least = sizes.LEAST_WIDTH, sizes.LEAST_HEIGHT
    width = next(n for n in range(20, 80) if len(words.too_small(*least, n, 1)) == n)
    with Play(tmp_path, 7, width=width, height=1) as play:
        assert play.text[width - 1] == "."


def test_a_storm_of_sizes_ends_well(tmp_path: Path) -> None:
    source = random.Random(5)
    with Play(tmp_path, 7) as play:
        for _ in range(3):
            for _ in range(50):
                play.resize(source.randint(1, 200), source.randint(1, 60))
            play.resize(source.randint(40, 130), source.randint(16, 40))
            play.wait_for_picture()
            play.press("1")
            play.press("d")


def test_help_can_be_read_to_the_end_in_a_short_window(tmp_path: Path) -> None:
    with Play(tmp_path, 7, width=40, height=16) as play:
        play.press("?")
        seen = set(play.text.splitlines())
        while "/" in (title := play.text.splitlines()[0]):
            end, of = re.findall(r"-(\d+)/(\d+)", title)[0]
            if end == of:
                break
            play.press("Down")
            seen |= set(play.text.splitlines())
        everything = app.view(play.model).dialog
        assert everything is not None
        assert {line.strip() for line in everything.lines} <= {line.strip() for line in seen}


def looks_of_suits(play: Play) -> dict[str, set[tuple[str, str]]]:
    """Return the colours of each suit's cards on the screen: (text, ground)."""
    frame = layout.frame(app.view(play.model))
    found: dict[str, set[tuple[str, str]]] = {}
    for y, (text, roles) in enumerate(zip(frame.rows, frame.roles, strict=True)):
        for x, (character, role) in enumerate(zip(text, roles, strict=True)):
            if role in SUIT_ROLES and character in SUIT_SIGNS + SUIT_LETTERS:
                cell = play.screen.buffer[y][x]
                assert cell.data == character
                found.setdefault(role, set()).add((cell.fg, cell.bg))
    return found


def all_suits(play: Play) -> dict[str, tuple[str, str]]:
    """Deal until cards of all suits lie open; return the one look of each suit."""
    while len(looks := looks_of_suits(play)) < 4:
        play.press("d")
    assert all(len(look) == 1 for look in looks.values())
    return {suit: look.pop() for suit, look in looks.items()}


@pytest.mark.parametrize(
    ("term", "letters"),
    [
        *((term, False) for term in ("xterm-256color", "tmux-256color")),
        *((term, False) for term in ("xterm", "linux", "screen", "rxvt")),
        ("ansi", True),
    ],
)
def test_four_suits_in_four_colours(tmp_path: Path, term: str, letters: bool) -> None:
    with Play(tmp_path, 7, term=term, look=Look(letters)) as play:
        looks = all_suits(play)
        if "256" in term:
            assert looks == {
                "S": ("000000", "e4e4e4"),
                "H": ("d70000", "e4e4e4"),
                "D": ("005fd7", "e4e4e4"),
                "C": ("008700", "e4e4e4"),
            }
        else:
            colours = {"S": "black", "H": "red", "D": "blue", "C": "green"}
            assert looks == {suit: (colour, "white") for suit, colour in colours.items()}
        assert b"38;2" not in play.raw
        assert b"48;2" not in play.raw


def test_only_cards_have_a_ground(tmp_path: Path) -> None:
    for number, term in enumerate(("xterm-256color", "xterm", "linux")):
        with Play(tmp_path / str(number), 7, term=term) as play:
            play.press("d 1 Right Up Enter")
            frame = layout.frame(app.view(play.model))
            for y, roles in enumerate(frame.roles):
                for x, role in enumerate(roles):
                    cell = play.screen.buffer[y][x]
                    if role not in SUIT_ROLES + BACK:
                        assert (cell.bg, cell.reverse) == ("default", False)
                        assert cell.fg == "default", "text in the terminal's own colour"


@pytest.mark.parametrize("term", ["xterm-256color", "xterm"])
def test_two_colours(tmp_path: Path, term: str) -> None:
    with Play(tmp_path, 7, "--color", "2", term=term) as play:
        looks = all_suits(play)
        assert looks["S"] == looks["C"]
        assert looks["H"] == looks["D"]
        assert looks["S"] != looks["H"]


def test_the_option_of_colours_is_seen_on_the_cards(tmp_path: Path) -> None:
    """From four colours to two to none and back, without a start in between."""
    with Play(tmp_path, 7) as play:
        found = []
        for keys in ("o Down Down Right Esc", "o Right Esc", "o Right Esc"):
            play.press(keys)
            found.append(play.picture().count("[") > 10)
            if not found[-1]:
                looks = all_suits(play)
                assert len(set(looks.values())) == (2 if len(found) == 1 else 4)
        assert found == [False, True, False], "without colours cards are framed"


@pytest.mark.parametrize(
    ("arguments", "variables", "coloured"),
    [
        (("--color", "none"), {}, False),
        ((), {"NO_COLOR": "1"}, False),
        ((), {"NO_COLOR": ""}, True),
        (("--color", "4"), {"NO_COLOR": "1"}, True),
    ],
)
def test_colour_is_a_wish(
    tmp_path: Path, arguments: tuple[str, ...], variables: dict[str, str], coloured: bool
) -> None:
    look = Look(framed=not coloured)
    with Play(tmp_path, 7, *arguments, env=variables, look=look) as play:
        play.press("1 d Right Enter")
        assert bool(COLOUR.search(play.raw)) == coloured


@pytest.mark.parametrize(
    ("arguments", "term", "variables"),
    [
        (("--ascii",), "xterm-256color", {}),
        ((), "xterm-256color", {"LC_ALL": "C"}),
        ((), "xterm-256color", {"LC_ALL": "POSIX"}),
        ((), "vt220", {}),
    ],
)
def test_letters_for_suits_and_no_byte_above_ascii(
    tmp_path: Path, arguments: tuple[str, ...], term: str, variables: dict[str, str]
) -> None:
    look = Look(letters=True, framed=term == "vt220")
    with Play(tmp_path, 7, *arguments, term=term, env=variables, look=look) as play:
        for keys in (
            "1 2 d d 0 f u",
            "?",
            "PageDown",
            "q Left Enter Right Esc G ж 漢 ♠ é 7",
            "Esc",
        ):
            play.press(keys)
        play.press("1 2 3 4 5 6 7 0 m 1 2 m w f N")
        assert play.raw.isascii()
        assert b"\x0e" not in play.raw
        assert any(f" {rank}{suit}" in play.text for rank in "5J" for suit in "SHDC")


def test_only_plain_characters_are_sent(tmp_path: Path) -> None:
    with Play(tmp_path, 7, "--rules", "klondike", rules=KLONDIKE) as play:
        for keys in ("1 2 d d 0 f u", "?", "PageDown", "q", "Left Enter Right Esc G"):
            play.press(keys)
        sent = play.raw.decode()
        assert "\ufe0f" not in sent
        assert not re.search("[\U0001f0a0-\U0001f0ff]", sent)
        assert "\x1b(0" not in sent
        assert "\x0e" not in sent
        assert all(sign in sent for sign in SUIT_SIGNS)


def test_nothing_is_sent_while_nothing_changes(tmp_path: Path) -> None:
    sent = []
    for noise in (b"", b"%\x1b[I\x1b[<0;5;5m"):
        with Play(tmp_path, 7) as play:
            play.press("d")
            play.mark()
            for _ in range(5):
                play.send(noise)
            play.press("d")
            play.send(b"q")
            assert play.wait_for_exit() == 0
            sent.append(play.raw)
    assert sent[0] == sent[1], "keys without a meaning wake the program, and paint nothing"


def test_typed_text_keeps_to_its_cells(tmp_path: Path) -> None:
    with Play(tmp_path, 7) as play:
        play.press("G")
        play.paste("漢字\n1\t2\x1b[31m\x7f3\u0301")
        play.wait_for_picture()
        typed = play.model.typed
        assert all(" " <= character <= "~" for character in typed)
        play.press("Esc")


def test_a_terminal_that_does_not_know_its_size(tmp_path: Path) -> None:
    with Terminal(
        tmp_path, "--deal", "7", width=80, height=24, shell='stty rows 0 cols 0; exec "$@"'
    ) as t:
        t.wait_for("q quit")
        assert "deal 7" in t.text


def test_the_verdict_comes_and_goes(tmp_path: Path) -> None:
    with Play(tmp_path, 7) as play:
        play.press("d")
        for _ in range(3):
            play.send(b"v")
            play.wait_for("winnable")
            play.send(b"v")
            play.wait_for(lambda: words.VERDICT_OFF in play.text and "winnable" not in play.text)
        play.expect(["v", "v"])
        play.press("u d")
