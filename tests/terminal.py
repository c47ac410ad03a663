"""Programs in a real pseudo-terminal, with a second terminal emulator looking at what they draw."""

from __future__ import annotations

import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

import pyte

import leftsuit
from leftsuit import app, i18n, layout, session
from leftsuit.decode import Paste
from leftsuit.faces import Look
from leftsuit.model import RECOLOUR, SPEAK, Coloured, Event, Model, Resize, start
from leftsuit.rules import LEFT_SUIT, Rules
from leftsuit.settings import OFF

ROOT = Path(leftsuit.__file__).parent.parent
DEADLINE = 60
"""Seconds after which something that must happen has not happened. Nothing waits so long in a
program that works."""

Self = TypeVar("Self", bound="Terminal")
Cells = tuple[tuple[Any, ...], ...]
"""What every cell of a screen shows: character, colours and attributes."""


class Screen(pyte.Screen):
    """A terminal's screen that notices when it is cleared, and knows some codes more than pyte."""

    def __init__(self, columns: int, lines: int) -> None:
        self.clears = 0
        self.before_clear: Cells = ()
        self.unknown: list[str] = []
        super().__init__(columns, lines)

    def cells(self) -> Cells:
        """Return what every cell shows."""
        rows = (self.buffer[y] for y in range(self.lines))
        return tuple(tuple(row[x] for x in range(self.columns)) for row in rows)

    def text(self) -> str:
        """Return the characters, without blanks at the ends of rows."""
        return "\n".join(row.rstrip() for row in self.display)

    def erase_in_display(self, how: int = 0, *args: Any, **kwargs: Any) -> None:
        whole = how == 2 or (how == 0 and (self.cursor.x, self.cursor.y) == (0, 0))
        if whole:
            self.before_clear = self.cells()
        super().erase_in_display(how, *args, **kwargs)
        self.clears += whole

    def debug(self, *args: Any, **kwargs: Any) -> None:
        self.unknown.append(f"{args}{kwargs}")

    def restore_cursor(self) -> None:
        """Put the cursor back where it was saved, be it outside the margins, as terminals do."""
        margins, self.margins = self.margins, None
        super().restore_cursor()
        self.margins = margins

    def repeat_character(self, count: int = 1) -> None:
        """Draw the character left of the cursor again."""
        self.draw(self.buffer[self.cursor.y][self.cursor.x - 1].data * (count or 1))

    def back_tab(self, count: int = 1) -> None:
        """Go to the tab stop before the cursor."""
        for _ in range(count or 1):
            self.cursor.x = max((stop for stop in self.tabstops if stop < self.cursor.x), default=0)

    def scroll(self, count: int, *, up: bool) -> None:
        """Move the lines between the margins, which leaves blank ones behind."""
        place = self.cursor.y
        top, bottom = self.margins or (0, self.lines - 1)
        self.cursor.y = bottom if up else top
        for _ in range(count or 1):
            (self.index if up else self.reverse_index)()
        self.cursor.y = place

    def scroll_up(self, count: int = 1) -> None:
        """Move the lines up."""
        self.scroll(count, up=True)

    def scroll_down(self, count: int = 1) -> None:
        """Move the lines down."""
        self.scroll(count, up=False)

    def draw_nothing(self, *args: Any, **kwargs: Any) -> None:
        """Do as told by a code that changes nothing on the screen."""


class Stream(pyte.ByteStream):
    """Pyte's reader of codes, with those that pyte does not know."""

    # Of those that draw nothing, one keeps the window's title, two switch the number pad.
    csi = {  # noqa: RUF012
        **pyte.ByteStream.csi,
        **{"b": "repeat_character", "Z": "back_tab", "t": "draw_nothing"},
        **{"S": "scroll_up", "T": "scroll_down"},
    }
    escape = {**pyte.ByteStream.escape, "=": "draw_nothing", ">": "draw_nothing"}  # noqa: RUF012
    events = pyte.ByteStream.events | {
        *("repeat_character", "back_tab", "scroll_up", "scroll_down", "draw_nothing")
    }


class Failed(AssertionError):
    """What a test waited for did not come; the text shows the screen."""


class Terminal:
    """A program in a terminal of its own: ``python -m leftsuit`` unless told otherwise.

    It runs in a fresh home, is fed keys with `send`, and is killed at the end of the ``with``
    block, should it still be there. Nothing here sleeps: `wait_for` watches the screen.
    """

    def __init__(  # noqa: PLR0913
        self,
        home: Path,
        *arguments: str,
        width: int = 80,
        height: int = 24,
        term: str | None = "xterm-256color",
        env: Mapping[str, str] | None = None,
        program: tuple[str, ...] = (sys.executable, "-m", "leftsuit"),
        shell: str = 'exec "$@"',
        encoding: str = "utf-8",
    ) -> None:
        home.mkdir(parents=True, exist_ok=True)
        self.raw = b""
        self.status: int | None = None
        self.more_to_kill: list[int] = []
        self.screen = Screen(width, height)
        self._stream = Stream(self.screen)
        self._encoding = encoding
        self.master, self.slave = os.openpty()
        self._set_size(width, height)
        self.before = termios.tcgetattr(self.slave)
        variables = environment(home) | dict(env or {})
        if term is not None:
            variables["TERM"] = term
        # The shell opens the terminal in a session of its own, which makes it the controlling one.
        self.process = subprocess.Popen(
            [
                *("/bin/sh", "-c", f'exec 0<>"$0" 1>&0 2>&1; {shell}', os.ttyname(self.slave)),
                *(*program, *arguments),
            ],
            env=variables,
            cwd=home,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for pid in (self.process.pid, *self.more_to_kill):
            try:
                os.killpg(pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                continue
        self.process.wait()
        self.hang_up()
        if self.slave >= 0:
            os.close(self.slave)

    def _set_size(self, width: int, height: int) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def resize(self, width: int, height: int) -> None:
        """Give the terminal's window another size, in cells."""
        self.read(0)
        self.screen.resize(height, width)
        self._set_size(width, height)

    def send(self, data: bytes) -> None:
        """Type bytes, reading what comes meanwhile so that neither side blocks."""
        while data:
            _, ready, _ = select.select([], [self.master], [], 0.1)
            if ready:
                data = data[os.write(self.master, data[:1024]) :]
            self.read(0)

    def read(self, timeout: float) -> bool:
        """Take in some output, waiting up to so many seconds for it; say whether there was any."""
        ready, _, _ = select.select([self.master], [], [], timeout)
        if not ready:
            return False
        try:
            data = os.read(self.master, 65536)
        except OSError:
            return False  # Nobody holds the other end any more.
        self.raw += data
        if self._encoding == "utf-8":
            self._stream.feed(data)
        else:
            # One byte is one character then.
            pyte.Stream.feed(self._stream, data.decode(self._encoding))
        return bool(data)

    @property
    def text(self) -> str:
        """The characters on the screen."""
        return self.screen.text()

    def wait_for(self, what: str | Callable[[], bool]) -> None:
        """Wait until a text is on the screen, or a condition holds. Raises `Failed`."""
        if isinstance(what, str):
            wanted = what
            self.wait_for(lambda: wanted in self.text)
            return
        deadline = time.monotonic() + DEADLINE
        while not what():
            gone = self.process.poll() is not None
            if not self.read(0 if gone else 0.2) and gone:
                raise Failed(f"the program ended with {self.process.returncode}\n{self.shown}")
            if time.monotonic() > deadline:
                raise Failed(f"waited in vain\n{self.shown}")

    @property
    def shown(self) -> str:
        """The screen with a frame around it, for messages."""
        line = "-" * self.screen.columns
        return f"{line}\n{self.text}\n{line}"

    def wait_for_exit(self) -> int:
        """Wait for the end of the program and return its status; negative for a signal."""
        deadline = time.monotonic() + DEADLINE
        while self.process.poll() is None:
            if self.master >= 0:
                self.read(0.02)
            else:
                time.sleep(0.02)
            if time.monotonic() > deadline:
                raise Failed(f"it does not end\n{self.shown}")
        while self.master >= 0 and self.read(0):
            pass
        self.status = self.process.returncode
        return self.status

    def hang_up(self) -> None:
        """Close the terminal's window."""
        if self.master >= 0:
            os.close(self.master)
            self.master = -1

    @property
    def unknown_codes(self) -> list[str]:
        """Codes that the emulator did not understand, so that its picture may be wrong."""
        return self.screen.unknown

    def complaints(self) -> list[str]:
        """Return what is not with the terminal as it was before the program."""
        found = []
        if termios.tcgetattr(self.slave) != self.before:
            found.append("the line has other settings")
        return found + left_on(self.raw)


def left_on(raw: bytes) -> list[str]:
    """Return what a program's output has switched and not switched back."""
    modes = {}
    for numbers, state in re.findall(rb"\x1b\[\?([0-9;]+)([hl])", raw):
        modes |= dict.fromkeys(numbers.decode().split(";"), state)
    found = [f"mode {n} is on" for n in ("1049", "1047", "47", "2004", "1") if modes.get(n) == b"h"]
    if modes.get("25") == b"l":
        found.append("the cursor is hidden")
    if raw.rfind(b"\x1b=") > raw.rfind(b"\x1b>"):
        found.append("the number pad is in application mode")
    return found


def environment(home: Path) -> dict[str, str]:
    """Return the variables of a program with a fresh home and nothing of the caller's wishes."""
    folders = ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME")
    return {
        "PATH": os.environ.get("PATH", os.defpath),
        "HOME": str(home),
        "LEFTSUIT_HOME": str(home / "leftsuit"),
        **{name: str(home / name.lower()) for name in folders},
        "LANG": "C.UTF-8",
        "PYTHONPATH": str(ROOT),
        "PYTHONWARNINGS": "error",
    }


KEYS = {
    "Up": b"\x1b[A",
    "Down": b"\x1b[B",
    "Right": b"\x1b[C",
    "Left": b"\x1b[D",
    "Tab": b"\t",
    "Shift-Tab": b"\x1b[Z",
    "Enter": b"\r",
    "Backspace": b"\x7f",
    "Esc": b"\x1b",
    "Space": b" ",
    "Ctrl-R": b"\x12",
    "Home": b"\x1b[H",
    "End": b"\x1b[F",
    "PageUp": b"\x1b[5~",
    "PageDown": b"\x1b[6~",
}
"""What a terminal sends for the keys that are more than a character."""


def typed(keys: str) -> bytes:
    """Return the bytes of keys, given as names with blanks between them."""
    return b"".join(KEYS.get(key, key.encode()) for key in keys.split())


class Play(Terminal):
    """A game in a terminal, and the same game without one: both must always look the same."""

    def __init__(
        self,
        home: Path,
        deal: int,
        *arguments: str,
        rules: Rules = LEFT_SUIT,
        look: Look | None = None,
        animation: bool = False,
        **options: Any,
    ) -> None:
        chosen = ["--deal", str(deal), "--rules", rules.name, "--draw", str(rules.draw)]
        if not animation:
            chosen.append("--no-animation")
        super().__init__(home, *chosen, *arguments, **options)
        self.model: Model = start(
            session.new(rules, deal),
            look=look or Look(),
            animation=animation,
            width=self.screen.columns,
            height=self.screen.lines,
        )
        # The next deal is of the same kind.
        settings = self.model.settings.playing(rules)
        if not animation:
            settings = settings._replace(animation=OFF)
        self.model = self.model._replace(settings=settings)

    def __enter__(self: Self) -> Self:
        super().__enter__()
        try:
            self.wait_for_picture()
        except BaseException as error:
            self.__exit__(type(error), error, error.__traceback__)
            raise
        return self

    def expect(self, keys: str | list[Event]) -> None:
        """Let only the game without a terminal take keys (or events)."""
        for key in keys.split() if isinstance(keys, str) else keys:
            self.model, effects = app.update(self.model, " " if key == "Space" else key)
            if SPEAK in effects:
                i18n.use(i18n.wanted({}, kept=self.model.settings.language))
            if RECOLOUR in effects:
                framed = self.model.settings.colours == "0"
                self.model, _ = app.update(self.model, Coloured(framed))

    def press(self, keys: str) -> None:
        """Give both games the same keys, all at once, and wait until they look the same."""
        self.expect(keys)
        self.send(typed(keys))
        self.wait_for_picture()

    def paste(self, text: str) -> None:
        """Paste text as terminals mark it."""
        self.expect([Paste(text)])
        self.send(b"\x1b[200~" + text.encode() + b"\x1b[201~")

    def resize(self, width: int, height: int) -> None:
        super().resize(width, height)
        self.expect([Resize(width, height)])

    def picture(self) -> str:
        """Return what has to be on the screen."""
        return layout.frame(app.view(self.model)).text()

    def wait_for_picture(self) -> None:
        """Wait until the screen is as it has to be; the clock may differ."""
        try:
            self.wait_for(lambda: without_clock(self.text) == without_clock(self.picture()))
        except Failed as error:
            raise Failed(f"{error}\nexpected\n{self.picture()}") from None

    def repaint(self) -> None:
        """Have the screen painted anew, and wait until that begins."""
        clears = self.screen.clears
        self.send(b"\x0c")
        self.wait_for(lambda: self.screen.clears > clears)

    def mark(self) -> None:
        """Press two keys that say something new and change nothing else, and wait for it.

        Whatever was sent before has been dealt with then.
        """
        self.press("m")
        self.press("m")


def without_clock(text: str) -> str:
    """Return a screen's text as it is in the first minute."""
    return re.sub(r"\d+ min", "0 min", text)
