"""What commands say: lines that arrive, and one line for whatever goes wrong."""

from __future__ import annotations

import os
import sys


class Failure(Exception):
    """The command cannot be carried out; the text is the one line that says why."""


class CannotWrite(Exception):
    """The output could not be written; the text says why."""


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
        raise CannotWrite(error.strerror) from None


def complain(text: str) -> None:
    """Print one line on the error output, made of printable characters that it can show."""
    if sys.stderr is None:
        return
    line = " ".join(f"leftsuit: {text}".split())
    plain = "".join(c if c.isprintable() else "?" for c in line)
    encoding = sys.stderr.encoding or "ascii"
    print(plain.encode(encoding, "replace").decode(encoding), file=sys.stderr)
