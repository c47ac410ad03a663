"""Reading keys through curses, as on Windows, and bytes with pauses, as everywhere else."""

from __future__ import annotations

import curses
import os
import random
import signal
from collections.abc import Iterator

import pytest

from leftsuit import frame, incoming, tui
from leftsuit.decode import Paste
from leftsuit.keeping import Keeper
from leftsuit.store import Store
from leftsuit.tui import PosixInput, WindowsInput
from tests.play import opening


class Window:
    """Gives keys as a curses window does."""

    def __init__(self, *values: int | str) -> None:
        self.values = list(values)
        self.timeouts: list[int] = []
        self.keypads: list[bool] = []

    def keypad(self, on: bool) -> None:
        self.keypads.append(on)

    def timeout(self, milliseconds: int) -> None:
        self.timeouts.append(milliseconds)

    def get_wch(self) -> int | str:
        if not self.values:
            raise curses.error("no input")
        return self.values.pop(0)


def keys_of(*values: int | str) -> list[str | Paste]:
    window = Window(*values)
    source = WindowsInput(window)  # type: ignore[arg-type]
    assert window.keypads == [True]
    found: list[str | Paste] = []
    while window.values:
        keys, signals = source.read(None)
        assert signals == set()
        found += keys
    return found


@pytest.mark.parametrize("event", [curses.KEY_RESIZE, chr(curses.KEY_RESIZE)])
def test_a_new_size_is_no_key(event: int | str) -> None:
    assert keys_of(event) == []
    assert keys_of("d", event, "u") == ["d", "u"]


def test_letters_and_control_characters() -> None:
    assert keys_of(*"dUж♠7 ?") == list("dUж♠7 ?")
    assert keys_of("\r", "\n", "\t", "\x08", "\x7f") == [
        *("Enter", "Enter", "Tab", "Backspace", "Backspace")
    ]
    assert keys_of("\x03", "\x0c", "\x12") == ["Ctrl-C", "Ctrl-L", "Ctrl-R"]


def test_esc_is_a_key_at_once() -> None:
    assert keys_of("\x1b", "d") == ["Esc", "d"]
    assert keys_of("\x1b", "\x1b") == ["Esc", "Esc"]


def test_named_keys() -> None:
    named = {
        **{"KEY_UP": "Up", "KEY_DOWN": "Down", "KEY_LEFT": "Left", "KEY_RIGHT": "Right"},
        **{"KEY_ENTER": "Enter", "KEY_BACKSPACE": "Backspace", "KEY_BTAB": "Shift-Tab"},
        **{"KEY_PPAGE": "PageUp", "KEY_NPAGE": "PageDown", "KEY_HOME": "Home", "KEY_END": "End"},
        **{"KEY_F1": "F1", "KEY_DC": "Delete"},
    }
    for name, key in named.items():
        assert keys_of(getattr(curses, name)) == [key]


@pytest.mark.parametrize(
    "value", [curses.KEY_F2, curses.KEY_MOUSE, curses.KEY_SUSPEND, 0x7FFF, 99999, -1]
)
def test_other_numbers_are_nothing(value: int) -> None:
    assert keys_of("d", value, "u") == ["d", "u"]


def test_half_a_character_is_nothing() -> None:
    assert keys_of("d", "\ud83c", "\udca1", "u") == ["d", "u"]


def test_waiting_ends_without_a_key() -> None:
    window = Window()
    source = WindowsInput(window)  # type: ignore[arg-type]
    assert source.read(None) == ([], set())
    assert source.read(0.07) == ([], set())
    assert window.timeouts == [-1, 70]


class Painted(Window):
    """A window that is painted on too, and has another size after the first key."""

    def __init__(self, *values: int | str) -> None:
        super().__init__(*values)
        self.cleared: list[tuple[int, int]] = []

    def getmaxyx(self) -> tuple[int, int]:
        return (24, 80) if len(self.values) > 1 else (30, 100)

    def clearok(self, _on: bool) -> None:
        self.cleared.append(self.getmaxyx())

    def addstr(self, y: int, x: int, text: str, _attributes: int) -> None:
        height, width = self.getmaxyx()
        assert y < height
        assert x + len(text) <= width

    def erase(self) -> None:
        """Nothing is there yet."""

    refresh = erase

    def move(self, y: int, x: int) -> None:
        """Take notice of the cursor."""


@pytest.mark.parametrize("event", [curses.KEY_RESIZE, chr(curses.KEY_RESIZE), "d"])
def test_a_new_size_is_drawn_with_or_without_an_event(
    monkeypatch: pytest.MonkeyPatch, event: int | str
) -> None:
    monkeypatch.setattr(tui, "WINDOWS", True)
    monkeypatch.setattr(curses, "resize_term", lambda _height, _width: None)
    monkeypatch.setattr(curses, "curs_set", lambda _visible: None)
    window = Painted(event, "q")
    painter = tui.Painter(window, dict.fromkeys(frame.ROLES, 0))  # type: ignore[arg-type]
    source = WindowsInput(window)  # type: ignore[arg-type]
    keeper = Keeper(Store(None, None))
    game = tui._Game(window, painter, source, opening(), keeper)  # type: ignore[arg-type]
    assert game.run() == 0
    assert window.cleared == [(30, 100)]
    assert (game._model.width, game._model.height) == (100, 30)
    assert game._model.game.moves == (event == "d")


class Paper(Window):
    """A window that keeps what is painted: characters with their attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.cells: dict[tuple[int, int], tuple[str, int]] = {}
        self.painted = 0

    def erase(self) -> None:
        self.cells.clear()

    def addstr(self, y: int, x: int, text: str, attributes: int) -> None:
        self.painted += len(text)
        for n, character in enumerate(text):
            self.cells[y, x + n] = character, attributes

    def refresh(self) -> None:
        """It is seen at once."""

    def move(self, y: int, x: int) -> None:
        """Take notice of the cursor."""


def test_only_what_differs_is_painted_and_all_of_it() -> None:
    source = random.Random(1)
    paper = Paper()
    looks = {role: ord(role) for role in frame.ROLES}
    painter = tui.Painter(paper, looks)  # type: ignore[arg-type]
    before: frame.Frame | None = None
    for _ in range(300):
        size = (3, 9) if source.random() < 0.9 else (4, 7)
        rows, roles = (
            tuple("".join(source.choices(letters, (8, 1, 1), k=size[1])) for _ in range(size[0]))
            for letters in (" a7", " SH")
        )
        new = frame.Frame(rows, roles, (0, 0))
        paper.painted = 0
        painter.paint(new)
        cells = {(y, x) for y in range(size[0]) for x in range(size[1])}
        for y, x in cells:
            assert paper.cells.get((y, x), (" ", ord(" "))) == (rows[y][x], ord(roles[y][x]))
        if before is not None and len(before.rows) == size[0]:
            differ = [
                (y, x)
                for y, x in cells
                if (before.rows[y][x], before.roles[y][x]) != (rows[y][x], roles[y][x])
            ]
            assert paper.painted == len(differ)
        before = new


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[PosixInput, int]]:
    """Return an input that reads a pipe, and the pipe's other end."""
    monkeypatch.setenv("ESCDELAY", "0")
    reader, writer = os.pipe()
    source = PosixInput("utf-8")
    source.fd = reader
    try:
        yield source, writer
    finally:
        source.close()
        os.close(reader)
        os.close(writer)


def test_esc_alone_is_a_key_after_a_pause(line: tuple[PosixInput, int]) -> None:
    source, writer = line
    os.write(writer, b"d\x1b")
    assert source.read(None) == (["d"], set())
    assert source.read(None) == (["Esc"], set())
    os.write(writer, b"[Bd\x1b[")
    assert source.read(None) == (["Down", "d"], set())
    # After one more pause it waits for the rest of the key, and no longer for a pause.
    assert source.read(None) == ([], set())
    os.write(writer, b"A")
    assert source.read(None) == (["Up"], set())


def test_a_long_pause_keeps_a_key_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ESCDELAY", "5000")
    reader, writer = os.pipe()
    source = PosixInput("utf-8")
    source.fd = reader
    try:
        for byte in b"\x1b[B":
            os.write(writer, bytes([byte]))
            keys, _ = source.read(None)
        assert keys == ["Down"]
        os.write(writer, b"\x1b")
        assert source.read(None) == ([], set())
        assert source.read(0) == ([], set()), "no pause yet"
    finally:
        source.close()
        os.close(reader)
        os.close(writer)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        *(("", 0.025), ("0", 0.0), ("100", 0.1), ("1000", 1.0), ("99999", 5.0)),
        *(("-5", 0.025), ("x", 0.025), ("٣", 0.025), ("1" * 400, 0.025)),
    ],
)
def test_the_pause_is_the_users(monkeypatch: pytest.MonkeyPatch, text: str, seconds: float) -> None:
    monkeypatch.setenv("ESCDELAY", text)
    assert incoming._escape_delay() == seconds


def test_signals_come_with_the_keys_and_are_given_back(line: tuple[PosixInput, int]) -> None:
    source, writer = line
    os.write(writer, b"d")
    signal.raise_signal(signal.SIGWINCH)
    signal.raise_signal(signal.SIGTERM)
    assert source.read(None) == (["d"], {signal.SIGWINCH, signal.SIGTERM})


@pytest.mark.parametrize("name", [os.devnull, os.curdir], ids=["end", "error"])
def test_input_that_ends_or_fails_is_a_hang_up(line: tuple[PosixInput, int], name: str) -> None:
    source, _ = line
    source.fd = os.open(name, os.O_RDONLY)
    try:
        with pytest.raises(incoming.HangUp):
            source.read(None)
    finally:
        os.close(source.fd)


def test_handlers_are_given_back() -> None:
    def own(*_: object) -> None:
        raise AssertionError

    before = {n: signal.signal(n, own) for n in (signal.SIGTERM, signal.SIGWINCH)}
    try:
        source = PosixInput("utf-8")
        assert signal.getsignal(signal.SIGTERM) is not own
        source.close()
        assert signal.getsignal(signal.SIGTERM) is own
        assert signal.getsignal(signal.SIGWINCH) is own
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def test_a_hang_up_that_is_ignored_stays_ignored() -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        source = PosixInput("utf-8")
        assert signal.getsignal(signal.SIGHUP) == signal.SIG_IGN
        source.close()
    finally:
        signal.signal(signal.SIGHUP, before)


@pytest.mark.parametrize("error", [curses.error("no console"), SystemExit(1)])
def test_a_screen_that_cannot_be_set_up_is_told_in_a_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: BaseException
) -> None:
    def initscr() -> None:
        raise error

    monkeypatch.setattr(tui, "WINDOWS", True)
    monkeypatch.setattr(curses, "initscr", initscr)
    with pytest.raises(tui.CannotPlay, match="curses does not work here"), tui._screen():
        pass
    # Where the program ends in there without a word, this is all that is seen.
    assert capsys.readouterr().err == "If no cards appear, curses does not work here.\n"
