"""The command line: ``leftsuit`` plays; its sub-commands print, check and compute."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from leftsuit import deals
from leftsuit import rules as rule_sets
from leftsuit.rules import Rules

if TYPE_CHECKING:
    import argparse

USAGE_ERROR = 2
INTERRUPTED = 130


class Failure(Exception):
    """The command cannot be carried out; the text is the one line that says why."""


class _CannotWrite(Exception):
    """The output could not be written; the text says why."""


class _Plain(NamedTuple):
    """What counts for a game when the command line says nothing."""

    deal: int | None = None
    rules: str = rule_sets.NAMES[0]
    draw: int = rule_sets.DRAWS[0]
    ascii: bool = False
    color: str | None = None
    no_animation: bool = False


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    from leftsuit import options  # noqa: PLC0415 (see there)

    try:
        return options.parse(arguments, _output)
    except options.BadOptions as error:
        raise Failure(str(error)) from None


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out a command line and return its exit status; whatever goes wrong is one line.

    Raises `SystemExit` after ``--help`` and ``--version``.
    """
    try:
        if not (sys.argv[1:] if arguments is None else arguments):
            return _play(_Plain())
        options = _options(arguments)
        if options.command == "deal":
            return _print_deal(options)
        if options.command == "replay":
            return _replay(options)
        return _play(options)
    except Failure as failure:
        _complain(str(failure))
        return USAGE_ERROR
    except KeyboardInterrupt:
        return INTERRUPTED
    except _CannotWrite as error:
        _complain(f"cannot write the output: {error}")
        return 1
    except Exception as error:
        _complain(_where(error))
        return 1


def _output(text: str) -> None:
    """Print a text and see that it arrives. Raises `_CannotWrite`.

    A reader that went away, or was never there, has seen enough: that is no error.
    """
    if sys.stdout is None:
        return
    try:
        print(text, flush=True)
    except OSError as error:
        # Nothing more may be written, not even at exit, where Python would complain once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        if not isinstance(error, BrokenPipeError):
            raise _CannotWrite(error.strerror) from None


def _complain(text: str) -> None:
    if sys.stderr is None:
        return
    line = " ".join(f"leftsuit: {text}".split())
    plain = "".join(c if c.isprintable() else "?" for c in line)
    encoding = sys.stderr.encoding or "ascii"
    print(plain.encode(encoding, "replace").decode(encoding), file=sys.stderr)


def _where(error: Exception) -> str:
    """Name an error that should not happen, and the place in our code that it came from."""
    trace, place = error.__traceback__, ""
    while trace is not None:
        name = os.path.basename(trace.tb_frame.f_code.co_filename)
        place, trace = f"{name}:{trace.tb_lineno}", trace.tb_next
    return f"internal error, {type(error).__name__} at {place}: {error}"


def _rules(options: argparse.Namespace | _Plain) -> Rules:
    return rule_sets.find(options.rules, options.draw)


def _play(options: argparse.Namespace | _Plain) -> int:
    if not (sys.stdin and sys.stdin.isatty() and sys.stdout and sys.stdout.isatty()):
        raise Failure("the game needs a terminal for its input and its output")
    try:
        from leftsuit import tui  # noqa: PLC0415 (curses is for playing only)
    except ImportError as error:
        raise Failure(_no_curses(error)) from None
    from leftsuit import session  # noqa: PLC0415
    from leftsuit.faces import Look  # noqa: PLC0415
    from leftsuit.model import Model, start  # noqa: PLC0415

    number = options.deal if options.deal is not None else deals.pick()
    game = session.new(_rules(options), number)
    colours = {"4": 4, "2": 2, "none": 0, None: None}[options.color]
    wishes = tui.Wishes(options.ascii, colours, not options.no_animation)

    def make(look: Look, animation: bool, width: int, height: int) -> Model:
        return start(game, look=look, animation=animation, width=width, height=height)

    try:
        return tui.play(make, wishes)
    except tui.CannotPlay as error:
        raise Failure(str(error)) from None


def _no_curses(error: ImportError) -> str:
    advice = (
        "python -m pip install windows-curses"
        if sys.platform == "win32"
        else "use a Python that was built with curses"
    )
    return f"the module {error.name or 'curses'} is missing, so there is no screen: {advice}"


def _print_deal(options: argparse.Namespace) -> int:
    from leftsuit import report  # noqa: PLC0415

    _output(report.deal(_rules(options), options.deal_number, as_json=options.json))
    return 0


def _replay(options: argparse.Namespace) -> int:
    from leftsuit import record, report  # noqa: PLC0415

    try:
        if options.file == "-":
            data = sys.stdin.buffer.read(record.MAX_BYTES + 1)
        else:
            with open(options.file, "rb") as file:
                data = file.read(record.MAX_BYTES + 1)
        text = data.decode("utf-8")
    except OSError as error:
        raise Failure(f"cannot read the record: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Failure("the record is not text in UTF-8") from None
    try:
        game = record.read(text)
    except record.BadRecord as error:
        raise Failure(str(error)) from None
    _output(report.game(game, as_json=options.json))
    return 0
