"""What may stand on the command line, and what stands there when nothing does.

Only a command line that says something brings this file in: reading it takes longer to prepare
than a game does.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from leftsuit import __version__, deals
from leftsuit import rules as rule_sets


class BadOptions(Exception):
    """The command line makes no sense; the text is the one line that says why."""


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, and whose help goes out by way of `say`."""

    def __init__(self, *, say: Callable[[str], None], **keywords: Any) -> None:
        super().__init__(allow_abbrev=False, **keywords)
        self._say = say

    def error(self, message: str) -> NoReturn:
        raise BadOptions(message)

    def _print_message(self, message: str, file: object = None) -> None:  # noqa: ARG002
        self._say(message.rstrip("\n"))


def _deal_number(text: str) -> int:
    try:
        return deals.parse(text)
    except deals.BadDealNumber as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _add_rules(parser: argparse.ArgumentParser, *, again: bool = False) -> None:
    """Add the options of a rule set; `again` after a command, where what stood before counts."""
    names, draws = rule_sets.NAMES, rule_sets.DRAWS
    name, draw = (argparse.SUPPRESS, argparse.SUPPRESS) if again else (names[0], draws[0])
    parser.add_argument("--rules", choices=names, default=name, help="the rule set")
    parser.add_argument(
        "--draw", type=int, choices=draws, default=draw, help="cards dealt at a time"
    )


def parse(arguments: Sequence[str] | None, say: Callable[[str], None]) -> argparse.Namespace:
    """Return what a command line means; None is the one the program was started with.

    The command is in `command`: ``play``, ``deal`` or ``replay``. Help and version are given to
    `say`, and then `SystemExit` is raised. Raises `BadOptions`.
    """
    parser = _Parser(
        prog="leftsuit",
        description="Left Suit, a solitaire for the terminal. Press ? in the game for its keys.",
        say=say,
    )
    parser.add_argument("--version", action="version", version=f"leftsuit {__version__}")
    parser.add_argument("--deal", type=_deal_number, metavar="N", help="play the deal number N")
    _add_rules(parser)
    parser.add_argument(
        "--ascii", action="store_true", help="suits as letters, and nothing but ASCII"
    )
    parser.add_argument(
        "--color", choices=("4", "2", "none"), help="colours of the suits (default: 4)"
    )
    parser.add_argument("--no-animation", action="store_true", help="no moving cards after a win")
    parser.set_defaults(command="play")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", prog="leftsuit")
    deal = commands.add_parser("deal", help="print a deal", say=say)
    deal.add_argument("deal_number", type=_deal_number, metavar="N")
    _add_rules(deal, again=True)
    deal.add_argument("--json", action="store_true", help="as JSON")
    deal.set_defaults(command="deal")
    replay = commands.add_parser(
        "replay", help="check the record of a game and show where it ends", say=say
    )
    replay.add_argument("file", metavar="FILE", help="the record, - for standard input")
    replay.add_argument("--json", action="store_true", help="as JSON")
    replay.set_defaults(command="replay")
    return parser.parse_args(arguments)
