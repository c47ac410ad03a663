"""The game line by line, for screen readers, Braille lines, pipes and terminals that cannot draw.

It reads a line, has `plaintable` carry it out and keep the game, and says what came of it.
What is said is made of plain characters; there are no codes for a terminal in it.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Callable, Iterator

from leftsuit import i18n
from leftsuit import plainwords as w
from leftsuit.incoming import input_encoding, prepare_locale
from leftsuit.model import Model
from leftsuit.orders import NotUnderstood
from leftsuit.plaintable import Table
from leftsuit.plainwords import fill
from leftsuit.spoken import Voice
from leftsuit.values import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from typing import BinaryIO

    from leftsuit.keeping import Keeper
    from leftsuit.store import Store

PROMPT = "> "
LONGEST_LINE = 200
"""Bytes; longer lines are not read as commands."""
SETTING = "cards in words"
"""The name of the setting in the store."""
_SILENCE = 2.0
"""Seconds of thought after which somebody at a terminal is told of it."""


class _Ended(BaseException):
    """A signal wants the game to end; nothing but the end of the game may catch it."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class _Signals:
    """Signals that end the game, held back while it is being saved."""

    def __init__(self) -> None:
        self._came: int | None = None
        self._open = False
        self.stopped = False
        """Whether the game was stopped and goes on: that time does not count."""

    @contextlib.contextmanager
    def caught(self) -> Iterator[None]:
        """Catch them, and give them back at the end."""
        old = {}
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) != signal.SIG_IGN:
                old[number] = signal.signal(number, self._end)
        resumed = getattr(signal, "SIGCONT", None)
        if resumed is not None:
            old[resumed] = signal.signal(resumed, self._resumed)
        try:
            yield
        finally:
            for number, handler in old.items():
                signal.signal(number, handler)

    @contextlib.contextmanager
    def let_through(self) -> Iterator[None]:
        """Let a signal end what is done now, with `_Ended`."""
        self._open = True
        try:
            self.check()
            yield
        finally:
            self._open = False

    def check(self) -> None:
        """Raise `_Ended` if a signal came."""
        if self._came is not None:
            raise _Ended(self._came)

    def _end(self, number: int, _: object) -> None:
        self._came = number
        if self._open:
            self.check()

    def _resumed(self, *_: object) -> None:
        self.stopped = True


class _Lines:
    """Lines of text from bytes."""

    def __init__(self, source: BinaryIO | None, encoding: str) -> None:
        self._source, self._encoding = source, encoding

    def read(self) -> str | None:
        """Return the next line, None at the end. Raises `NotUnderstood` if it is no good line."""
        if self._source is None:
            return None
        try:
            line = self._source.readline(LONGEST_LINE + 1)
            if len(line) > LONGEST_LINE:
                while line and not line.endswith(b"\n"):
                    line = self._source.readline(65536)
                raise NotUnderstood(fill(w.TOO_LONG))
        except OSError:
            return None  # The terminal is gone.
        if not line:
            return None
        try:
            return line.decode(self._encoding).removeprefix("\ufeff")
        except UnicodeDecodeError:
            raise NotUnderstood(fill(w.NOT_TEXT, encoding=self._encoding)) from None


def fit(text: str, encoding: str) -> str:
    """Return a text without what is no character to read, and without what cannot be written.

    >>> fit("10\u2663\x1b[2J", "ascii")
    '10??[2J'
    """
    printable = "".join(c if c.isprintable() else "?" for c in text)
    try:
        return printable.encode(encoding, "replace").decode(encoding)
    except LookupError:  # An encoding that only the system knows.
        return fit(text, "ascii")


class Outside(NamedTuple):
    """Where lines come from, and where answers go."""

    source: BinaryIO | None
    write: Callable[[str], None]
    """Puts out a text, line ends and all, and sees that it arrives; whatever it raises ends the
    game, which is saved all the same."""
    prompting: bool
    """Whether somebody sits at a terminal."""
    encoding: str = "ascii"
    """What the output takes; no more is said than the locale knows too."""


def play(model: Model, keeper: Keeper, store: Store, outside: Outside) -> int:
    """Play until the player leaves or the input ends; return the status to exit with."""
    game = _Game(model, keeper, store, outside)
    with game.signals.caught():
        try:
            return game.run()
        except _Ended as end:
            if end.number == signal.SIGINT and outside.prompting:
                game.farewell()
            return 128 + end.number
        finally:
            # Whatever ended it, the time played counts up to here.
            game.table.keep(leaving=True)


class _Game:
    """The loop of one game: read a line, obey, say what came of it."""

    def __init__(self, model: Model, keeper: Keeper, store: Store, outside: Outside) -> None:
        codeset = prepare_locale()
        all_shown = all(i18n.can_be_shown(each, outside.encoding) for each in i18n.LANGUAGES)
        i18n.show_in(codeset if all_shown else outside.encoding)
        self._lines = _Lines(outside.source, input_encoding(codeset))
        self._codeset = codeset
        self._outside, self._store = outside, store
        self._now = time.monotonic()
        self._told = False
        self.signals = _Signals()
        voice = Voice(in_words=store.settings().get(SETTING) != "off")
        self.table = Table(model, keeper, voice, self._breathe, _speak)

    def run(self) -> int:
        """Play, and return the status to exit with."""
        self._say(*self.table.greeting())
        while not self.table.left:
            if self._outside.prompting:
                self._write(PROMPT)
            try:
                with self.signals.let_through():
                    line = self._lines.read()
            except NotUnderstood as problem:
                self._say(str(problem))
                continue
            self._time_passes()
            if line is None:
                self.farewell()
                return 0
            self._obey(line)
        self._say(self._last_word())
        return 0

    def _obey(self, line: str) -> None:
        voice, self._told = self.table.voice, False
        in_words = voice.in_words
        answer = self.table.obey(line)
        if voice.in_words != in_words:
            self._store.keep_setting(SETTING, "on" if voice.in_words else "off")
        self._say(*answer)

    def _time_passes(self) -> None:
        now = time.monotonic()
        passed, self._now = now - self._now, now
        if not self.signals.stopped:
            self.table.time_passes(passed)
        self.signals.stopped = False

    def _breathe(self, seconds: float) -> None:
        """See what goes on outside, after so many seconds of thought."""
        self.signals.check()
        if seconds > _SILENCE and self._outside.prompting and not self._told:
            self._told = True
            self._say(fill(w.THINKING))

    def farewell(self) -> None:
        """Say the last word where no line end has been typed."""
        if self._outside.prompting:
            self._outside.write("\n")
        self._outside.write(self._fit(self._last_word()))

    def _last_word(self) -> str:
        model = self.table.model
        goes_on = model.game.steps and not model.won and self._store.problem is None
        return fill(w.KEPT if goes_on else w.GOODBYE)

    def _say(self, *lines: str) -> None:
        for line in lines:
            self._write(self._fit(line))

    def _fit(self, line: str) -> str:
        """Return a line as it can be written, with its end."""
        return fit(fit(line, self._codeset), self._outside.encoding) + "\n"

    def _write(self, text: str) -> None:
        # Nobody may be reading, and then a signal must still be able to end the game.
        with self.signals.let_through():
            self._outside.write(text)


def _speak(language: str) -> None:
    """Speak the language of an option from now on."""
    i18n.use(i18n.wanted(os.environ, kept=language))
