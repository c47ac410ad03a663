"""The full screen: the only room that knows curses.

It reads bytes, paints frames and carries out what `app.update` asks for; it decides nothing. Bytes
are decoded by `decode`, not by curses, so a key that a slow line cuts in pieces stays one key.
"""

from __future__ import annotations

import contextlib
import curses
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator

from leftsuit import app, frame, i18n, layout
from leftsuit.decode import Decoder, Paste
from leftsuit.faces import Look
from leftsuit.frame import Frame
from leftsuit.i18n import _
from leftsuit.incoming import WINDOWS, HangUp, PosixInput, input_encoding, is_utf8, prepare_locale
from leftsuit.layout import View
from leftsuit.model import (
    KEEP_SETTING,
    PICK_DEAL,
    QUIT,
    RECOLOUR,
    REPAINT,
    SPEAK,
    SUSPEND,
    Coloured,
    Dealt,
    Elapsed,
    Event,
    Fetch,
    Model,
    Notice,
    Resize,
    Saved,
    Tick,
)
from leftsuit.values import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from leftsuit.keeping import Keeper
    from leftsuit.thinking import Thinker


class CannotPlay(Exception):
    """There is no terminal here that the table can be drawn on; the text says why."""


class Wishes(NamedTuple):
    """What the player asked for on the command line."""

    letters: bool = False
    colours: int | None = None
    """4, 2 or 0 colours for the suits; None for what suits the terminal."""


# The terminal's type and what it can show.

_KIN_OF_XTERM = ("xterm", "alacritty", "contour", "foot", "ghostty", "kitty", "rio", "wezterm")
"""Terminals that understand what xterm does, for hosts that have no description of them."""
_ADVICE = "TERM=xterm-256color"
_NO_SUIT_SIGNS = ("vt", "ansi")
"""Beginnings of terminal types whose hardware has no suit signs."""


def _terminal_type() -> str:
    """Return the name of a usable description of this terminal. Raises `CannotPlay`."""
    name = os.environ.get("TERM", "")
    if not name:
        raise CannotPlay(
            _("TERM is not set, so there is no way to draw; try {advice}").format(advice=_ADVICE)
        )
    shown = "".join(c if c.isascii() and c.isprintable() else "?" for c in name[:40])
    fallbacks = ["xterm-256color", "xterm"] if name.startswith(_KIN_OF_XTERM) else []
    for candidate in [name, *fallbacks]:
        try:
            curses.setupterm(candidate, sys.__stdout__.fileno() if sys.__stdout__ else 1)
        except (curses.error, UnicodeEncodeError):
            continue  # The latter: the name has bytes that are no text.
        if not curses.tigetstr("cup"):
            raise CannotPlay(
                _("the terminal type TERM={type} cannot place the cursor").format(type=shown)
            )
        return candidate
    raise CannotPlay(
        _("unknown terminal type TERM={type}; try {advice}").format(type=shown, advice=_ADVICE)
    )


# Colours.

_FOUR, _TWO, _NONE = 4, 2, 0
_BLACK, _RED, _GREEN, _BLUE, _WHITE = 0, 1, 2, 4, 7


def _attributes(colours: int) -> dict[str, int]:
    """Return what each role looks like. Cards have a ground of their own, so that they read the
    same on a dark and on a light terminal; nothing else has."""
    bold = curses.A_BOLD
    looks = dict.fromkeys(frame.ROLES, curses.A_NORMAL)
    looks |= {frame.TITLE: bold, frame.KEY: bold, frame.MARK: bold}
    if not colours:
        return looks
    if curses.COLORS >= 256:
        ground, back = 254, (110, 24)
        inks = {4: (16, 160, 26, 28), 2: (16, 160, 160, 16)}[colours]
        looks[frame.DIM] = curses.A_DIM
    else:
        ground, back = _WHITE, (_WHITE, _BLUE)
        inks = {4: (_BLACK, _RED, _BLUE, _GREEN), 2: (_BLACK, _RED, _RED, _BLACK)}[colours]
    for suit, ink in enumerate(inks):
        curses.init_pair(1 + suit, ink, ground)
        looks[frame.SUIT_ROLES[suit]] = curses.color_pair(1 + suit)
    curses.init_pair(5, *back)
    looks[frame.BACK] = curses.color_pair(5)
    return looks


def _colours(wish: int | None) -> int:
    """Return how many colours the suits have: the wish, as far as the terminal can meet it."""
    if wish is None:
        wish = _NONE if os.environ.get("NO_COLOR") else _FOUR
    if not wish or not curses.has_colors():
        return _NONE
    try:
        curses.start_color()
        # Not every terminal can go back to its own colours; they are used where nothing is said.
        with contextlib.suppress(curses.error):
            curses.use_default_colors()
        curses.init_pair(1, _BLACK, _WHITE)
    except (curses.error, ValueError):
        return _NONE
    return wish if curses.COLORS >= 8 and curses.COLOR_PAIRS > 5 else _NONE


class Painter:
    """Paints frames, and of each only what differs from the one before."""

    def __init__(self, window: curses.window, looks: dict[str, int]) -> None:
        self._window, self._looks = window, looks
        self._last: Frame | None = None
        self._caret: bool | None = False

    @property
    def stale(self) -> bool:
        """Whether the next frame has to be painted whole."""
        return self._last is None

    def recolour(self, looks: dict[str, int]) -> None:
        """Give every role another look."""
        self._looks = looks
        self.forget()

    def forget(self) -> None:
        """Let the next frame be painted whole, whatever is on the screen."""
        self._last = self._caret = None
        self._window.clearok(True)

    def paint(self, new: Frame) -> None:
        """Bring a frame to the screen."""
        old = self._last
        if old is None or len(old.rows) != len(new.rows) or len(old.rows[0]) != len(new.rows[0]):
            self._window.erase()
            old = None
        for y, (text, roles) in enumerate(zip(new.rows, new.roles, strict=True)):
            if old is None:
                self._paint_row(y, text, roles, " " * len(text), " " * len(text))
            elif text != old.rows[y] or roles != old.roles[y]:
                self._paint_row(y, text, roles, old.rows[y], old.roles[y])
        self._last = new
        if new.caret != self._caret:
            self._caret = new.caret
            _show_cursor(new.caret)
        with contextlib.suppress(curses.error):
            self._window.move(*new.attention)
        self._window.refresh()

    def _paint_row(self, y: int, text: str, roles: str, old_text: str, old_roles: str) -> None:
        x = min(_in_common(text, old_text), _in_common(roles, old_roles))
        while text[x:] != old_text[x:] or roles[x:] != old_roles[x:]:
            while text[x] == old_text[x] and roles[x] == old_roles[x]:
                x += 1
            start, role = x, roles[x]
            while roles[x : x + 1] == role and (text[x] != old_text[x] or role != old_roles[x]):
                x += 1
            # Writing the last cell of the screen raises an error after the cell is written.
            with contextlib.suppress(curses.error):
                self._window.addstr(y, start, text[start:x], self._looks[role])


def _in_common(one: str, other: str) -> int:
    """Return how many characters two texts of a length have in common at their beginning."""
    low, high = 0, len(one)
    while low < high:
        middle = (low + high + 1) // 2
        if one.startswith(other[low:middle], low):
            low = middle
        else:
            high = middle - 1
    return low


def _show_cursor(visible: bool) -> None:
    # Many terminals cannot hide the cursor. That is no reason not to play.
    with contextlib.suppress(curses.error):
        curses.curs_set(1 if visible else 0)


# What comes in.

_PASTE_ON, _PASTE_OFF = b"\x1b[?2004h", b"\x1b[?2004l"


class _EndedWhileStopped(Exception):
    """A signal to end came while the game was stopped and the terminal was the shell's."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


_NAMED = {
    "KEY_UP": "Up",
    "KEY_DOWN": "Down",
    "KEY_LEFT": "Left",
    "KEY_RIGHT": "Right",
    "KEY_HOME": "Home",
    "KEY_END": "End",
    "KEY_PPAGE": "PageUp",
    "KEY_NPAGE": "PageDown",
    "KEY_BACKSPACE": "Backspace",
    "KEY_DC": "Delete",
    "KEY_ENTER": "Enter",
    "KEY_BTAB": "Shift-Tab",
    "KEY_F1": "F1",
}
"""Keys that curses names, where it reads them."""


class WindowsInput:
    """Keys as curses names them, where there are neither bytes to read nor signals."""

    def __init__(self, window: curses.window) -> None:
        self._window = window
        self._decoder = Decoder()
        self._names = {
            getattr(curses, name): key for name, key in _NAMED.items() if hasattr(curses, name)
        }
        window.keypad(True)

    def signals(self) -> set[int]:
        """Return no signals: there are none here."""
        return set()

    def read(self, timeout: float | None) -> tuple[list[str | Paste], set[int]]:
        """Return what was typed, as `PosixInput.read` does. A change of size is no key."""
        self._window.timeout(-1 if timeout is None else int(timeout * 1000))
        try:
            value = self._window.get_wch()
        except curses.error:
            return [], set()
        # The event of a new size comes as a number or, from some releases, as a character.
        number = value if isinstance(value, int) else ord(value)
        if number == curses.KEY_RESIZE:
            return [], set()
        if number in self._names:
            return [self._names[number]], set()
        if isinstance(value, str):
            data = value.encode(errors="ignore")
            return self._decoder.feed(data) or self._decoder.silence(), set()
        return [], set()


# Playing.

_THINKING = 0.02
"""Seconds of thought between two looks at the keyboard."""


def play(make: Callable[[Look, int, int], Model], wishes: Wishes, keeper: Keeper) -> int:
    """Play on this terminal until the player leaves; return the status to exit with.

    `make` gets the look of the cards and the screen's width and height, and returns the model to
    begin with. The games are saved by `keeper`. Raises `CannotPlay` before anything is drawn.
    """
    codeset = prepare_locale()
    i18n.show_in(codeset)
    if not WINDOWS:
        name = os.environ["TERM"] = _terminal_type()
        for variable in ("LINES", "COLUMNS"):
            os.environ.pop(variable, None)  # Left by a shell, they would freeze the size.
    else:
        name = ""
    letters = wishes.letters or not is_utf8(codeset) or name.startswith(_NO_SUIT_SIGNS)
    try:
        with contextlib.ExitStack() as stack:
            source: PosixInput | WindowsInput | None = None
            if not WINDOWS:
                # Before the screen is set up and until it is given back: a signal in between would
                # otherwise end the program and leave the terminal as it is.
                source = PosixInput(input_encoding(codeset))
                stack.callback(source.close)
            window = stack.enter_context(_screen())
            colours = _colours(wishes.colours)
            painter = Painter(window, _attributes(colours))
            look = Look(letters, framed=not colours)
            model = make(look, *_size(window))
            model = model._replace(only_letters=letters and not wishes.letters)
            game = _Game(window, painter, source or WindowsInput(window), model, keeper)
            return game.run()
    except _EndedWhileStopped as end:
        return end.status


@contextlib.contextmanager
def _screen() -> Iterator[curses.window]:
    """Set the terminal up, and leave it as it was, whatever happens."""
    if WINDOWS:
        # Some builds of curses end the program there without a word; else the screen covers this.
        print(_("If no cards appear, curses does not work here."), file=sys.stderr, flush=True)
    try:
        window = curses.initscr()
    except (curses.error, SystemExit) as error:
        raise CannotPlay(_("curses does not work here ({why})").format(why=error)) from None
    try:
        curses.raw()
        curses.noecho()
        curses.nonl()
        _show_cursor(False)
        _tell(_PASTE_ON)
        yield window
    except _EndedWhileStopped:
        raise  # The terminal was given back before.
    except BaseException:
        _give_back()
        raise
    else:
        _give_back()


def _give_back() -> None:
    """Leave the terminal to the shell as it was."""
    _tell(_PASTE_OFF)
    _show_cursor(True)
    with contextlib.suppress(curses.error):
        curses.endwin()
        if not WINDOWS and not curses.tigetstr("rmcup"):
            # The table stays where it is, and the shell would write over its last row.
            with contextlib.suppress(OSError):
                os.write(_output(), b"\r\n")


def _output() -> int:
    return sys.__stdout__.fileno() if sys.__stdout__ else 1


def _tell(code: bytes) -> None:
    """Send a code that curses does not know, where the terminal is one that takes it."""
    if os.environ.get("TERM", "").startswith((*_KIN_OF_XTERM, "screen", "tmux", "rxvt", "putty")):
        with contextlib.suppress(OSError):
            os.write(_output(), code)


def _size(window: curses.window) -> tuple[int, int]:
    """Return the width and height of the terminal, with curses told of it."""
    if WINDOWS:
        curses.resize_term(0, 0)
    else:
        try:
            width, height = os.get_terminal_size(sys.__stdout__.fileno() if sys.__stdout__ else 1)
        except OSError:
            width = height = 0
        if width > 0 and height > 0 and (height, width) != window.getmaxyx():
            curses.resizeterm(height, width)
    height, width = window.getmaxyx()
    return width, height


def _ending(signals: set[int]) -> int | None:
    """Return the status to exit with if one of the signals ends the game."""
    for number in (signal.SIGHUP, signal.SIGTERM, signal.SIGQUIT, signal.SIGINT):
        if number in signals:
            return 128 + number
    return None


class _Game:
    """The loop of one game: wait, update, paint."""

    def __init__(
        self,
        window: curses.window,
        painter: Painter,
        source: PosixInput | WindowsInput,
        model: Model,
        keeper: Keeper,
    ) -> None:
        self._window, self._painter, self._source = window, painter, source
        self._model, self._keeper = model, keeper
        self._shown: View | None = None
        self._thinker: Thinker | None = None
        self._now = time.monotonic()
        self._status: int | None = None

    def run(self) -> int:
        """Play, and return the status to exit with."""
        try:
            return self._run()
        finally:
            # Whatever ended it, the time played counts up to here.
            self._keeper.keep(self._model._replace(leaving=True))

    def _run(self) -> int:
        while self._status is None:
            self._show()
            # On a slow disk the player sees the answer first, and the next key waits.
            if self._save():
                self._show()
            thinking = self._ask()
            timeout = app.wait(self._model)
            try:
                keys, signals = self._source.read(0 if thinking is not None else timeout)
            except HangUp:
                return 0
            self._time_passes(signals, timeout)
            self._obey(signals)
            for number, key in enumerate(keys):
                if self._status is not None:
                    break
                if number:
                    # Of keys that come together, each is kept before the next one counts: that one
                    # may leave the game, or ask the store for it.
                    self._save()
                self._happens(key)
            if thinking is not None and not keys and self._status is None:
                answer = thinking.work(_THINKING)
                if answer is not None:
                    self._happens(answer)
        return self._status

    def _save(self) -> bool:
        """Save what is new; return whether the player has been told something of it."""
        notice = self._keeper.keep(self._model)
        other = self._keeper.unsaved != self._model.unsaved
        if other:
            self._happens(Saved(not self._keeper.unsaved))
        if notice:
            self._happens(Notice(notice))
        return other or bool(notice)

    def _show(self) -> None:
        """Paint the model, unless that is what the screen shows already."""
        view = app.view(self._model)
        if view != self._shown or self._painter.stale:
            self._painter.paint(layout.frame(view))
            self._shown = view

    def _ask(self) -> Thinker | None:
        """Return the thinker if there is anything to think about."""
        question = app.wants(self._model)
        if self._thinker is None:
            if question is None:
                return None
            # Most games are played without the solver; it is loaded when it is asked.
            from leftsuit.thinking import Thinker  # noqa: PLC0415

            self._thinker = Thinker()
        return self._thinker if self._thinker.ask(question) else None

    def _time_passes(self, signals: set[int], timeout: float | None) -> None:
        now = time.monotonic()
        passed, self._now = now - self._now, now
        if not WINDOWS and signal.SIGCONT in signals:
            return  # The game was stopped: that time does not count.
        self._happens(Elapsed(passed))
        if timeout is not None and passed >= timeout:
            self._happens(Tick())

    def _obey(self, signals: set[int]) -> None:
        if WINDOWS:
            self._fit()
            return
        self._status = _ending(signals)
        if self._status is not None:
            return
        if signal.SIGCONT in signals:
            curses.reset_prog_mode()
            self._painter.forget()
        if signal.SIGTSTP in signals:
            self._suspend()
        if signal.SIGWINCH in signals or signal.SIGCONT in signals:
            self._fit()

    def _fit(self) -> None:
        """Take notice of the size that the terminal has now."""
        size = _size(self._window)
        if size != (self._model.width, self._model.height):
            self._painter.forget()
            self._happens(Resize(*size))

    def _happens(self, event: Event) -> None:
        self._model, effects = app.update(self._model, event)
        for effect in effects:
            if effect == QUIT:
                self._status = 0
            elif effect == REPAINT:
                self._painter.forget()
                self._fit()
            elif isinstance(effect, Fetch):
                self._happens(self._keeper.fetch(effect, self._model))
            elif effect == KEEP_SETTING:
                self._keeper.keep_settings(self._model)
            elif effect == SPEAK:
                i18n.use(i18n.wanted(os.environ, kept=self._model.settings.language))
            elif effect == RECOLOUR:
                colours = _colours(int(self._model.settings.colours))
                self._painter.recolour(_attributes(colours))
                self._happens(Coloured(not colours))
            elif effect == PICK_DEAL:
                self._happens(Dealt(self._keeper.pick(self._model.settings.next_rules)))
            elif effect == SUSPEND and not WINDOWS:
                self._suspend()

    def _suspend(self) -> None:
        """Give the terminal back and stop, as Ctrl-Z does; go on when the shell says so."""
        _give_back()
        handler = signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        # The whole group stops, as if the terminal had sent the signal. Without a shell to come
        # back to, the system ignores it, and the game goes on at once.
        os.killpg(os.getpgrp(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, handler)
        status = _ending(self._source.signals())
        if status is not None:
            raise _EndedWhileStopped(status)
        curses.reset_prog_mode()
        _tell(_PASTE_ON)
        self._painter.forget()
        self._now = time.monotonic()
        self._fit()
