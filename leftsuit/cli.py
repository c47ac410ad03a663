"""The door: ``leftsuit`` plays; with a command it prints, checks or computes."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from leftsuit import picking, session
from leftsuit import rules as rule_sets
from leftsuit.output import CannotWrite, Failure, complain, output

if TYPE_CHECKING:
    import argparse

    from leftsuit.record import Record
    from leftsuit.rules import Rules
    from leftsuit.session import Session

USAGE_ERROR = 2
INTERRUPTED = 130

_NO_SCREEN = "; leftsuit --plain needs no screen"
_NONE_FOUND = "no such deal was found; try again, or without the wish"


class Plain(NamedTuple):
    """What counts for a game when the command line says nothing."""

    new: bool = False
    deal: int | None = None
    rules: str | None = None
    draw: int | None = None
    ascii: bool = False
    color: str | None = None
    no_animation: bool = False
    plain: bool = False
    wanted: str = picking.ANY


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out a command line and return its exit status; whatever goes wrong is one line.

    Raises `SystemExit` after ``--help`` and ``--version``.
    """
    try:
        arguments = sys.argv[1:] if arguments is None else arguments
        if not arguments:
            return _play(Plain())
        # Whoever just plays does not wait for what only a longer command line needs.
        from leftsuit import options  # noqa: PLC0415

        wanted = options.parse(arguments)
        if wanted.command == "play":
            return _play(wanted)
        from leftsuit.commands import COMMANDS, read_record  # noqa: PLC0415

        printed = wanted.command != "replay" or wanted.print or wanted.json or wanted.plain
        if not printed and _on_a_terminal():
            return _play(wanted, read_record(wanted.file))
        COMMANDS[wanted.command](wanted)
        return 0
    except Failure as failure:
        complain(str(failure))
        return USAGE_ERROR
    except KeyboardInterrupt:
        return INTERRUPTED
    except CannotWrite as error:
        complain(f"cannot write the output: {error}")
        return 1
    except Exception as error:
        complain(_where(error))
        return 1


def _where(error: Exception) -> str:
    """Name an error that should not happen, and the place in our code that it came from."""
    trace, place = error.__traceback__, ""
    while trace is not None:
        name = os.path.basename(trace.tb_frame.f_code.co_filename)
        place, trace = f"{name}:{trace.tb_lineno}", trace.tb_next
    return f"internal error, {type(error).__name__} at {place}: {error}"


def _on_a_terminal() -> bool:
    return bool(sys.stdin and sys.stdin.isatty() and sys.stdout and sys.stdout.isatty())


def _play(options: argparse.Namespace | Plain, shown: Record | None = None) -> int:
    """Play, or show the game of a record."""
    if options.plain:
        return _play_plain(options)
    if not _on_a_terminal():
        raise Failure(f"the game needs a terminal for its input and its output{_NO_SCREEN}")
    try:
        from leftsuit import tui  # noqa: PLC0415 (curses is for playing only)
    except ImportError as error:
        raise Failure(_no_curses(error)) from None
    from leftsuit import past  # noqa: PLC0415
    from leftsuit.faces import Look  # noqa: PLC0415
    from leftsuit.keeping import Keeper  # noqa: PLC0415
    from leftsuit.model import Model, start  # noqa: PLC0415
    from leftsuit.store import Store  # noqa: PLC0415

    pick = functools.partial(picking.pick, wanted=options.wanted)
    wishes = tui.Wishes(
        options.ascii,
        {"4": 4, "2": 2, "none": 0, None: None}[options.color],
        not options.no_animation,
    )
    with Store.open() as store:
        keeper = Keeper(store, pick)

        def make(look: Look, animation: bool, width: int, height: int) -> Model:
            if shown is not None:
                model = start(shown.game, look=look, animation=animation)
                return past.spectate(model._replace(width=width, height=height), shown)
            model = keeper.begin(_wanted_game(options, pick), look=look, animation=animation)
            return model._replace(width=width, height=height)

        try:
            return tui.play(make, wishes, keeper)
        except tui.CannotPlay as error:
            raise Failure(f"{error}{_NO_SCREEN}") from None
        except picking.NoneFound:
            raise Failure(_NONE_FOUND) from None


def _play_plain(options: argparse.Namespace | Plain) -> int:
    """Play line by line."""
    if sys.stdout is None:
        return 0  # Nobody will ever hear a word.
    from leftsuit import plain  # noqa: PLC0415
    from leftsuit.faces import Look  # noqa: PLC0415
    from leftsuit.keeping import Keeper  # noqa: PLC0415
    from leftsuit.store import Store  # noqa: PLC0415

    pick = functools.partial(picking.pick, wanted=options.wanted)
    outside = plain.Outside(
        sys.stdin.buffer if sys.stdin else None,
        functools.partial(output, end=""),
        prompting=bool(sys.stdin and sys.stdin.isatty()),
        encoding="ascii" if options.ascii else sys.stdout.encoding or "ascii",
    )
    with Store.open() as store:
        keeper = Keeper(store, pick)
        try:
            wanted = _wanted_game(options, pick)
            model = keeper.begin(wanted, look=Look(letters=True), animation=False)
            return plain.play(model, keeper, store, outside)
        except picking.NoneFound:
            raise Failure(_NONE_FOUND) from None


def _wanted_game(
    options: argparse.Namespace | Plain, pick: Callable[[Rules], int]
) -> Callable[[Record | None], Session | None]:
    """Return what decides between a game that can be taken up again, for which it returns None,
    and a new one."""

    def choose(kept: Record | None) -> Session | None:
        if kept is not None and not options.new and options.deal is None:
            rules = kept.game.rules
            asked = (options.rules or rules.name, options.draw or rules.draw)
            if asked == (rules.name, rules.draw):
                return None
        rules = rule_sets.find(
            options.rules or rule_sets.NAMES[0], options.draw or rule_sets.DRAWS[0]
        )
        return session.new(rules, pick(rules) if options.deal is None else options.deal)

    return choose


def _no_curses(error: ImportError) -> str:
    advice = (
        "python -m pip install windows-curses"
        if sys.platform == "win32"
        else "use a Python that was built with curses"
    )
    missing = error.name or "curses"
    return f"the module {missing} is missing, so there is no screen: {advice}{_NO_SCREEN}"
