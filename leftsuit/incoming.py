"""What comes in on a POSIX terminal: bytes and signals, waited for together, and their encoding."""

from __future__ import annotations

import codecs
import contextlib
import os
import select
import signal
import sys
import time

from leftsuit.decode import Decoder, Paste

if sys.platform != "win32":
    # What is behind `locale`, which takes several other modules along.
    import _locale as locale

    _LOCALE_ERROR: type[Exception] = locale.Error  # type: ignore[attr-defined]

WINDOWS = sys.platform == "win32"

_SIGNALS = ("SIGWINCH", "SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT", "SIGTSTP", "SIGCONT")


class HangUp(Exception):
    """The terminal is gone."""


def prepare_locale() -> str:
    """Set the character type for curses; return the name of the terminal's encoding.

    A UTF-8 locale that is not installed, or one in which line characters count as wide, gives way
    to the plain UTF-8 one: the terminal is the same.
    """
    if WINDOWS:
        return "utf-8"
    with contextlib.suppress(_LOCALE_ERROR):
        locale.setlocale(locale.LC_CTYPE, "")
    names = (os.environ.get(name) for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    wanted = next((name for name in names if name), "").lower()
    if is_utf8(wanted.partition(".")[2].partition("@")[0]) or is_utf8(_codeset()):
        with contextlib.suppress(_LOCALE_ERROR):
            locale.setlocale(locale.LC_CTYPE, "C.UTF-8")
    return _codeset()


def _codeset() -> str:
    return locale.nl_langinfo(locale.CODESET)


def is_utf8(codeset: str) -> bool:
    """Say whether the name of an encoding is one of those of UTF-8."""
    return codeset.lower().replace("-", "") == "utf8"


def input_encoding(codeset: str) -> str:
    """Return the encoding of what is typed: in a plain ASCII locale it can still be UTF-8."""
    try:
        name = codecs.lookup(codeset).name
    except LookupError:
        return "utf-8"
    return "utf-8" if name == "ascii" else name


class PosixInput:
    """Bytes and signals, waited for together."""

    def __init__(self, encoding: str) -> None:
        self.fd = sys.__stdin__.fileno() if sys.__stdin__ else 0
        self._decoder = Decoder(encoding)
        self._pause = _escape_delay()
        self._silent, self._last = True, 0.0
        self._wake, self._woken = os.pipe()
        for end in (self._wake, self._woken):
            os.set_blocking(end, False)
        self._handlers = {}
        for name in _SIGNALS:
            number = getattr(signal, name)
            if name == "SIGHUP" and signal.getsignal(number) == signal.SIG_IGN:
                continue  # Started under nohup: the end of input tells of the hang-up as well.
            self._handlers[number] = signal.signal(number, lambda *_: None)
        self._old_wakeup = signal.set_wakeup_fd(self._woken, warn_on_full_buffer=False)

    def close(self) -> None:
        """Give the signals back."""
        signal.set_wakeup_fd(self._old_wakeup)
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        os.close(self._wake)
        os.close(self._woken)

    def signals(self) -> set[int]:
        """Return the signals that came since they were last returned, without waiting."""
        try:
            return set(os.read(self._wake, 256))
        except BlockingIOError:
            return set()

    def read(self, timeout: float | None) -> tuple[list[str | Paste], set[int]]:
        """Return the keys and signals that came, waiting up to `timeout` seconds for the first;
        None waits without end. Raises `HangUp`."""
        pausing = False
        if self._decoder.waiting and not self._silent:
            left = max(self._last + self._pause - time.monotonic(), 0)
            pausing = timeout is None or left <= timeout
            timeout = left if pausing else timeout
        ready, _, _ = select.select([self.fd, self._wake], [], [], timeout)
        signals = self.signals() if self._wake in ready else set()
        if self.fd in ready:
            try:
                data = os.read(self.fd, 4096)
            except BlockingIOError:
                return [], signals  # Another program has read it, or told the line not to wait.
            except OSError:
                raise HangUp from None
            if not data:
                raise HangUp
            self._silent, self._last = False, time.monotonic()
            return self._decoder.feed(data), signals
        if pausing and not ready:
            self._silent = True
            return self._decoder.silence(), signals
        return [], signals


def _escape_delay() -> float:
    """Return the pause in seconds after which ESC alone is the Esc key."""
    text = os.environ.get("ESCDELAY", "")
    if text.isascii() and text.isdigit() and len(text) < 6:
        return min(int(text), 5000) / 1000
    return 0.025
