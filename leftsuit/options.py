"""What may stand on the command line.

Only a command line that says something brings this file in: it takes longer to prepare than a game.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from leftsuit import __version__, deals, picking, sizes
from leftsuit import rules as rule_sets
from leftsuit.output import Failure, output
from leftsuit.values import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import NoReturn


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, and whose help ends as quietly as any other output."""

    def error(self, message: str) -> NoReturn:
        raise Failure(message)

    def _print_message(self, message: str, file: object = None) -> None:  # noqa: ARG002
        output(message.rstrip("\n"))


def _deal_number(text: str) -> int:
    try:
        return deals.parse(text)
    except deals.BadDealNumber as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _game_number(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) < 20:
        return int(text)
    raise argparse.ArgumentTypeError("games have numbers, see leftsuit history")


def _add_rules(parser: argparse.ArgumentParser, *, again: bool = False) -> None:
    """Add the options of a rule set; `again` after a command, where what stood before counts."""
    names, draws = rule_sets.NAMES, rule_sets.DRAWS
    name, draw = (argparse.SUPPRESS, argparse.SUPPRESS) if again else (None, None)
    parser.add_argument("--rules", choices=names, default=name, help="the rule set")
    parser.add_argument(
        "--draw", type=int, choices=draws, default=draw, help="cards dealt at a time"
    )


def _add_looks(parser: argparse.ArgumentParser, *, again: bool = False) -> None:
    """Add the options of what cards look like, `again` as above."""
    letters, colours = (argparse.SUPPRESS, argparse.SUPPRESS) if again else (False, None)
    parser.add_argument(
        "--ascii",
        action="store_true",
        default=letters,
        help="suits as letters, and nothing but ASCII",
    )
    parser.add_argument(
        "--color",
        choices=("4", "2", "none"),
        default=colours,
        help="colours of the suits (default: 4)",
    )


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Return what a command line means; `command` names what is to be done.

    Raises `Failure`, and `SystemExit` after help and version have been printed.
    """
    return command_line().parse_args(arguments)


def command_line() -> argparse.ArgumentParser:
    """Return what reads a command line."""
    parser = _Parser(
        prog="leftsuit",
        description="Left Suit, a solitaire for the terminal. Press ? in the game for its keys.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"leftsuit {__version__}")
    parser.add_argument(
        "--new", action="store_true", help="a new deal, even if a game can be taken up again"
    )
    wanted = parser.add_mutually_exclusive_group()
    for option, kind, meaning in (
        ("--winnable", picking.WINNABLE, "new deals are proved to have a win"),
        ("--easy", picking.EASY, "the same, and most players find it"),
        ("--hard", picking.HARD, "the same, and hardly any player finds it"),
    ):
        wanted.add_argument(
            option,
            action="store_const",
            dest="wanted",
            const=kind,
            default=picking.ANY,
            help=meaning,
        )
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--deal", type=_deal_number, metavar="N", help="play the deal number N")
    which.add_argument(
        "--daily", action="store_true", help="play the deal of the day, the same for everyone"
    )
    _add_rules(parser)
    _add_looks(parser)
    parser.add_argument("--no-animation", action="store_true", help="no moving cards after a win")
    parser.add_argument(
        "--plain",
        action="store_true",
        help="line by line, for screen readers, Braille lines, pipes and dumb terminals",
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Parser)
    deal = commands.add_parser("deal", help="print a deal", allow_abbrev=False)
    deal.add_argument("deal_number", type=_deal_number, metavar="N")
    _add_rules(deal, again=True)
    deal.add_argument("--json", action="store_true", help="as JSON")
    deal.set_defaults(command="deal")
    replay = commands.add_parser(
        "replay", help="check the record of a game, and step through it", allow_abbrev=False
    )
    replay.add_argument("file", metavar="FILE", help="the record, - for standard input")
    replay.add_argument(
        "--print", action="store_true", help="print where it ends, instead of opening it"
    )
    replay.add_argument("--json", action="store_true", help="print that as JSON")
    replay.set_defaults(command="replay")
    solve = commands.add_parser("solve", help="prove which deals can be won", allow_abbrev=False)
    solve.add_argument(
        "what", metavar="N|N-M|FILE", help="a deal, a range of deals, or the record of a game"
    )
    _add_rules(solve, again=True)
    solve.add_argument(
        "--limit",
        type=_seconds,
        default=10.0,
        metavar="SECONDS",
        help="processor time for each deal (default: 10)",
    )
    solve.add_argument(
        "--jobs", type=_jobs, metavar="J", help="processes at work (default: one a core)"
    )
    solve.add_argument("--json", action="store_true", help="one JSON object a line")
    solve.add_argument(
        "--out", metavar="FILE", help="write JSON lines to a file, going on where it ends"
    )
    solve.set_defaults(command="solve")
    _add_kept_games(commands)
    parser.set_defaults(command="play")
    return parser


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 < value < 1e6:
        raise argparse.ArgumentTypeError("a limit is a number of seconds above 0")
    return value


def _jobs(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 1000):
        raise argparse.ArgumentTypeError("jobs are a number from 1 to 1000")
    return int(text)


def _add_kept_games(commands: argparse._SubParsersAction[_Parser]) -> None:
    """Add the commands that read what is kept of earlier games."""
    stats = commands.add_parser("stats", help="print your statistics", allow_abbrev=False)
    stats.add_argument("--rules", choices=rule_sets.NAMES, help="only those of this rule set")
    stats.add_argument(
        "--draw", type=int, choices=rule_sets.DRAWS, help="only those of games with this draw"
    )
    stats.add_argument("--json", action="store_true", help="as JSON")
    stats.set_defaults(command="stats")
    history = commands.add_parser(
        "history", help="list your games, the one played last first", allow_abbrev=False
    )
    history.add_argument("--json", action="store_true", help="as JSON, one game a line")
    history.set_defaults(command="history")
    export = commands.add_parser(
        "export", help="print the record of one of your games", allow_abbrev=False
    )
    export.add_argument(
        "game",
        type=_game_number,
        metavar="GAME",
        nargs="?",
        help="its number in the history (default: the game played last)",
    )
    export.set_defaults(command="export")
    share = commands.add_parser(
        "share", help="print one line about a game, to show to others", allow_abbrev=False
    )
    _add_game_or_file(share)
    share.set_defaults(command="share")
    picture = commands.add_parser(
        "picture", help="draw a position of a game as a picture in SVG", allow_abbrev=False
    )
    _add_game_or_file(picture)
    picture.add_argument(
        "--move",
        type=_move_number,
        metavar="N",
        help="after its first N moves (default: where you stand in it)",
    )
    picture.add_argument(
        "--size",
        type=_size,
        default=(80, 24),
        metavar="WxH",
        help="columns and rows of the screen (default: 80x24)",
    )
    _add_looks(picture, again=True)
    picture.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="FILE",
        help="the picture, - for standard output",
    )
    picture.set_defaults(command="picture")


def _add_game_or_file(parser: argparse.ArgumentParser) -> None:
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "game",
        metavar="GAME|FILE",
        nargs="?",
        help="its number in the history, or the file of its record (default: the game played last)",
    )
    which.add_argument(
        "--record", metavar="FILE", help="the file of its record, - for standard input"
    )


def _move_number(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) < 10:
        return int(text)
    raise argparse.ArgumentTypeError("moves are counted from 0, the opening")


_MOST_CELLS = 500


def _size(text: str) -> tuple[int, int]:
    parts = text.split("x")
    if len(parts) == 2 and all(p.isascii() and p.isdigit() and len(p) < 4 for p in parts):
        width, height = map(int, parts)
        if (
            sizes.LEAST_WIDTH <= width <= _MOST_CELLS
            and sizes.LEAST_HEIGHT <= height <= _MOST_CELLS
        ):
            return width, height
    least, most = f"{sizes.LEAST_WIDTH}x{sizes.LEAST_HEIGHT}", f"{_MOST_CELLS}x{_MOST_CELLS}"
    raise argparse.ArgumentTypeError(f"sizes go from {least} to {most}")
