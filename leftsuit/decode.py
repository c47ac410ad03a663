"""From the bytes that a terminal sends to keys.

The decoder keeps its own table rather than the terminal's description, because the two disagree so
often over SSH: it takes every form in which common terminals send a key, and swallows whole what it
does not know. It has no clock; the caller says when the line has been silent for a while.
"""

from __future__ import annotations

import codecs

from leftsuit.values import NamedTuple


class Paste(NamedTuple):
    """Text that the terminal marked as pasted."""

    text: str


_CONTROL = {
    "\r": "Enter",
    "\n": "Enter",
    "\t": "Tab",
    "\x7f": "Backspace",
    "\x08": "Backspace",
    "\x00": "Ctrl-Space",
}
_LETTERED = {
    "A": "Up",
    "B": "Down",
    "C": "Right",
    "D": "Left",
    "H": "Home",
    "F": "End",
    "Z": "Shift-Tab",
    "P": "F1",
    "M": "Enter",
}
"""Keys that end in a letter, after ``ESC [`` or ``ESC O``."""
_KEYPAD = {chr(ord("p") + n): str(n) for n in range(10)}
"""The digits of a number pad in application mode, after ``ESC O``."""
_NUMBERED = {
    "1": "Home",
    "2": "Insert",
    "3": "Delete",
    "4": "End",
    "5": "PageUp",
    "6": "PageDown",
    "7": "Home",
    "8": "End",
    "11": "F1",
}
"""Keys that are sent as ``ESC [`` number ``~``."""
_PASTE, _PASTE_END = "200", "\x1b[201~"
_DIGITS = "0123456789"
_STRINGS = "]P_^X"
"""What follows ESC at the start of a string that a terminal sends as an answer."""
_IN_ONE_BYTE = {0x9B: "\x1b[", 0xDC9B: "\x1b[", 0x8F: "\x1bO", 0xDC8F: "\x1bO"}
"""What terminals set to 8 bits begin keys with, as a character or as a byte that is none."""
MAX_PASTE = 4096
"""Characters kept of one paste; the rest is swallowed."""
_MAX_SEQUENCE = 256
"""Characters that a sequence may have to be a key; longer ones are only swallowed."""


class Decoder:
    """Turns bytes into key names and pastes, however the line cuts them up.

    After a lone Esc a ``[`` or ``O`` still counts as the rest of an arrow key that came apart. A
    control key, such as Ctrl-C, ends whatever has begun.
    """

    def __init__(self, encoding: str = "utf-8") -> None:
        self._characters = codecs.getincrementaldecoder(encoding)("surrogateescape")
        self._pending = ""
        self._after_escape = False
        self._paste: str | None = None

    @property
    def waiting(self) -> bool:
        """Whether a sequence has begun and its end has not come."""
        return bool(self._pending)

    def feed(self, data: bytes) -> list[str | Paste]:
        """Return the keys that these bytes complete."""
        text = self._pending + self._characters.decode(data).translate(_IN_ONE_BYTE)
        if self._after_escape and text:
            self._after_escape = False
            if text[0] in "[O":
                text = "\x1b" + text
        keys: list[str | Paste] = []
        start = 0
        while start < len(text):
            if self._paste is None:
                end = self._sequence(text, start, keys)
            else:
                end = self._pasted(text, start, keys)
            if end is None:
                break
            start = end
        self._pending = self._shortened(text[start:])
        return keys

    def _shortened(self, pending: str) -> str:
        """Return of a sequence that is too long for a key what is needed to find its end."""
        if self._paste is not None or len(pending) <= _MAX_SEQUENCE:
            return pending
        if pending[1] == "[":
            return "\x1b[?"
        return pending[:2] + ("\x1b" if pending[-1] == "\x1b" else "")

    def silence(self) -> list[str | Paste]:
        """Return what a pause makes of a sequence that has begun: a lone ESC is the Esc key.

        The start of a longer sequence is kept, since its rest may still be under way; only an
        answer string is given up.
        """
        if self._pending == "\x1b":
            self._pending = ""
            self._after_escape = True
            return ["Esc"]
        if self._pending[:1] == "\x1b" and self._pending[1:2] in tuple(_STRINGS):
            self._pending = ""
        return []

    def _sequence(self, text: str, start: int, keys: list[str | Paste]) -> int | None:
        """Decode one key at `start`; return where the next begins, None if more is needed."""
        if text[start] == "\x1b":
            return self._escape(text, start, keys)
        key = self._plain(text[start])
        if key:
            keys.append(key)
        return start + 1

    def _pasted(self, text: str, start: int, keys: list[str | Paste]) -> int | None:
        """Take in pasted text. Ctrl-C ends it too, should the closing mark be lost."""
        ends = {text.find(_PASTE_END, start): len(_PASTE_END), text.find("\x03", start): 0}
        ends.pop(-1, None)
        # Without an end, its beginning may be all that has come of it.
        end = min(ends) if ends else max(start, len(text) - len(_PASTE_END) + 1)
        paste = ((self._paste or "") + text[start:end])[:MAX_PASTE]
        if not ends:
            self._paste = paste
            return end if end > start else None
        self._paste = None
        keys.append(Paste(paste))
        return end + ends[end]

    @staticmethod
    def _plain(character: str) -> str | None:
        if character in _CONTROL:
            return _CONTROL[character]
        if character < " ":
            return f"Ctrl-{chr(ord(character) + 64)}"
        return character if character.isprintable() else None

    def _escape(self, text: str, start: int, keys: list[str | Paste]) -> int | None:
        if start + 1 == len(text):
            return None
        kind = text[start + 1]
        if kind == "[":
            return self._csi(text, start, keys)
        if kind == "O":
            return self._ss3(text, start, keys)
        if kind in _STRINGS:
            return _end_of_string(text, start)
        # Two keys typed one after the other, or Alt and a key, which counts as the same.
        keys.append("Esc")
        return start + 1

    @staticmethod
    def _ss3(text: str, start: int, keys: list[str | Paste]) -> int | None:
        end = start + 2
        # Some terminals tell here of Shift and Ctrl: a digit, or two and a semicolon.
        for optional in (_DIGITS, ";", _DIGITS):
            if end < len(text) and text[end] in optional:
                end += 1
        if end == len(text):
            return None
        final = text[end]
        if not " " <= final <= "~":
            return end
        key = _LETTERED.get(final) or _KEYPAD.get(final)
        if key and end == start + 2:
            keys.append(key)
        return end + 1

    def _csi(self, text: str, start: int, keys: list[str | Paste]) -> int | None:
        end = start + 2
        while end < len(text) and " " <= text[end] <= "?":
            end += 1
        if end == len(text):
            return None
        final, parameters = text[end], text[start + 2 : end]
        if final == "[" and not parameters:
            # The Linux console's function keys: one more letter.
            if text[end + 1 : end + 2] == "A":
                keys.append("F1")
            return _over(text, end + 1, 1)
        if final == "M" and not parameters:
            # An old mouse report: three more characters.
            return _over(text, end + 1, 3)
        if not "@" <= final <= "~":
            return end
        if len(parameters) > _MAX_SEQUENCE - 2:
            return end + 1
        number = parameters.partition(";")[0]
        if final == "~" and number == _PASTE:
            self._paste = ""
            return end + 1
        key = _NUMBERED.get(number) if final == "~" else _LETTERED.get(final)
        if final in "MP" or not all(c in _DIGITS + ";" for c in parameters):
            key = None
        if key:
            keys.append(key)
        return end + 1


def _over(text: str, start: int, count: int) -> int | None:
    """Return where so many characters end, or the control key before; None if more is needed."""
    for end in range(start, start + count):
        if end == len(text):
            return None
        if text[end] < " ":
            return end
    return start + count


def _end_of_string(text: str, start: int) -> int | None:
    for end in range(start + 2, len(text)):
        if text[end] == "\x07":
            return end + 1
        if text[end] == "\x1b":
            if end + 1 == len(text):
                return None
            return end + 2 if text[end + 1] == "\\" else end
        if text[end] < " ":
            return end
    return None
