"""What commands say: lines that arrive, and one line for whatever goes wrong."""

from __future__ import annotations

import os
import sys

from leftsuit.i18n import N_, _


class Failure(Exception):
    """The command cannot be carried out; the text is the one line that says why."""


class CannotWrite(Exception):
    """The output could not be written; the text says why."""


_SYSTEM = (
    N_("Broken pipe"),
    N_("Device or resource busy"),
    N_("Disk quota exceeded"),
    N_("File name too long"),
    N_("File too large"),
    N_("Input/output error"),
    N_("Invalid argument"),
    N_("Is a directory"),
    N_("No such device"),
    N_("No such device or address"),
    N_("No such file or directory"),
    N_("No space left on device"),
    N_("Not a directory"),
    N_("Operation not permitted"),
    N_("Permission denied"),
    N_("Read-only file system"),
    N_("Too many levels of symbolic links"),
    N_("Too many open files"),
)
"""What systems say of files, in English whatever the locale, as long as nobody sets that."""


def reason(error: OSError) -> str:
    """Return what the system says is wrong."""
    return _(error.strerror or "") or type(error).__name__


def output(text: str, end: str = "\n") -> None:
    """Print a text and see that it arrives. Raises `CannotWrite`.

    A reader that was never there has seen enough, and so has one that went away: that is no error,
    but the end of the command (`SystemExit`).
    """
    if sys.stdout is None:
        return
    try:
        print(text, end=end, flush=True)
    except OSError as error:
        # Nothing more may be written, not even at exit, where Python would complain once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        if isinstance(error, BrokenPipeError):
            raise SystemExit(0) from None
        raise CannotWrite(reason(error)) from None


def complain(text: str) -> None:
    """Print one line on the error output, made of printable characters that it can show."""
    if sys.stderr is None:
        return
    line = " ".join(f"leftsuit: {text}".split())
    plain = "".join(c if c.isprintable() else "?" for c in line)
    encoding = sys.stderr.encoding or "ascii"
    print(plain.encode(encoding, "replace").decode(encoding), file=sys.stderr)
