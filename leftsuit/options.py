"""What may stand on the command line.

Only a command line that says something brings this file in: it takes longer to prepare than a game.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from leftsuit import __version__, deals, i18n, picking, sizes
from leftsuit import rules as rule_sets
from leftsuit.i18n import N_, _
from leftsuit.output import Failure, output
from leftsuit.values import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any, NoReturn

_OF_ARGPARSE = (
    N_("usage: "),
    N_("options"),
    N_("positional arguments"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("expected at least one argument"),
    N_("expected at most one argument"),
    N_("expected one argument"),
    N_("ignored explicit argument %r"),
    N_("not allowed with argument %s"),
    N_("invalid %(type)s value: %(value)r"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
    N_("the following arguments are required: %s"),
    N_("unknown parser %(parser_name)r (choices: %(choices)s)"),
    N_("unrecognized arguments: %s"),
)
"""What argparse says of itself; it asks gettext for a translation."""


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, and whose help ends as quietly as any other output."""

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_abbrev=False, add_help=False, exit_on_error=False, **options)
        self.add_argument("-h", "--help", action="help", help=_("show this help message and exit"))

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
    raise argparse.ArgumentTypeError(_("games have numbers, see leftsuit history"))


def _add_rules(parser: argparse.ArgumentParser, *, again: bool = False) -> None:
    """Add the options of a rule set; `again` after a command, where what stood before counts."""
    names, draws = rule_sets.NAMES, rule_sets.DRAWS
    name, draw = (argparse.SUPPRESS, argparse.SUPPRESS) if again else (None, None)
    parser.add_argument("--rules", choices=names, default=name, help=_("the rule set"))
    parser.add_argument(
        "--draw", type=int, choices=draws, default=draw, help=_("cards dealt at a time")
    )


def _add_looks(parser: argparse.ArgumentParser, *, again: bool = False) -> None:
    """Add the options of what cards look like, `again` as above."""
    letters, colours = (argparse.SUPPRESS, argparse.SUPPRESS) if again else (False, None)
    parser.add_argument(
        "--ascii",
        action="store_true",
        default=letters,
        help=_("suits as letters, and nothing but ASCII"),
    )
    parser.add_argument(
        "--color",
        choices=("4", "2", "none"),
        default=colours,
        help=_("colours of the suits (default: 4)"),
    )


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Return what a command line means; `command` names what is to be done.

    Raises `Failure`, and `SystemExit` after help and version have been printed.
    """
    with i18n.spoken_by_python():
        try:
            return command_line().parse_args(arguments)
        except argparse.ArgumentError as error:
            if error.argument_name is None:
                raise Failure(error.message) from None
            # In so many words, as argparse has no translation for them before Python 3.11.
            values = {"argument_name": error.argument_name, "message": error.message}
            raise Failure(_("argument %(argument_name)s: %(message)s") % values) from None


def command_line() -> argparse.ArgumentParser:
    """Return what reads a command line, in the language that is spoken."""
    parser = _Parser(
        prog="leftsuit",
        description=_("Left Suit, a solitaire for the terminal. Press ? in the game for its keys."),
    )
    parser.add_argument(
        "--version",
        action="version",
        version=f"leftsuit {__version__}",
        help=_("show program's version number and exit"),
    )
    _add_language(parser)
    parser.add_argument(
        "--new", action="store_true", help=_("a new deal, even if a game can be taken up again")
    )
    wanted = parser.add_mutually_exclusive_group()
    for option, kind, meaning in (
        ("--winnable", picking.WINNABLE, _("new deals are proved to have a win")),
        ("--easy", picking.EASY, _("the same, and most players find it")),
        ("--hard", picking.HARD, _("the same, and hardly any player finds it")),
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
    which.add_argument("--deal", type=_deal_number, metavar="N", help=_("play the deal number N"))
    which.add_argument(
        "--daily", action="store_true", help=_("play the deal of the day, the same for everyone")
    )
    _add_rules(parser)
    _add_looks(parser)
    parser.add_argument(
        "--no-animation", action="store_true", help=_("no moving cards after a win")
    )
    parser.add_argument(
        "--plain",
        action="store_true",
        help=_("line by line, for screen readers, Braille lines, pipes and dumb terminals"),
    )
    commands = parser.add_subparsers(
        title=_("commands"), metavar=_("COMMAND"), parser_class=_Parser
    )
    deal = commands.add_parser("deal", help=_("print a deal"))
    deal.add_argument(
        "deal_number", type=_deal_number, metavar="N", help=_("the number of the deal")
    )
    _add_rules(deal, again=True)
    deal.add_argument("--json", action="store_true", help=_("as JSON"))
    _add_language(deal, again=True)
    deal.set_defaults(command="deal")
    replay = commands.add_parser(
        "replay", help=_("check the record of a game, and step through it")
    )
    replay.add_argument("file", metavar=_("FILE"), help=_("the record, - for standard input"))
    replay.add_argument(
        "--print", action="store_true", help=_("print where it ends, instead of opening it")
    )
    replay.add_argument("--json", action="store_true", help=_("print that as JSON"))
    _add_language(replay, again=True)
    replay.set_defaults(command="replay")
    solve = commands.add_parser("solve", help=_("prove which deals can be won"))
    solve.add_argument(
        "what", metavar=_("N|N-M|FILE"), help=_("a deal, a range of deals, or the record of a game")
    )
    _add_rules(solve, again=True)
    solve.add_argument(
        "--limit",
        type=_seconds,
        default=10.0,
        metavar=_("SECONDS"),
        help=_("processor time for each deal (default: 10)"),
    )
    solve.add_argument(
        "--jobs", type=_jobs, metavar="J", help=_("processes at work (default: one a core)")
    )
    solve.add_argument("--json", action="store_true", help=_("one JSON object a line"))
    solve.add_argument(
        "--out", metavar=_("FILE"), help=_("write JSON lines to a file, going on where it ends")
    )
    _add_language(solve, again=True)
    solve.set_defaults(command="solve")
    _add_kept_games(commands)
    parser.set_defaults(command="play")
    return parser


def _add_language(parser: argparse.ArgumentParser, *, again: bool = False) -> None:
    """Add the option of a language, which has been obeyed by now."""
    parser.add_argument(
        "--lang",
        choices=i18n.LANGUAGES,
        default=argparse.SUPPRESS if again else None,
        help=_("the language (default: that of the system)"),
    )


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 < value < 1e6:
        raise argparse.ArgumentTypeError(_("a limit is a number of seconds above 0"))
    return value


def _jobs(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 1000):
        raise argparse.ArgumentTypeError(_("jobs are a number from 1 to 1000"))
    return int(text)


def _add_kept_games(commands: argparse._SubParsersAction[_Parser]) -> None:
    """Add the commands that read what is kept of earlier games."""
    stats = commands.add_parser("stats", help=_("print your statistics"))
    stats.add_argument("--rules", choices=rule_sets.NAMES, help=_("only those of this rule set"))
    stats.add_argument(
        "--draw", type=int, choices=rule_sets.DRAWS, help=_("only those of games with this draw")
    )
    stats.add_argument("--json", action="store_true", help=_("as JSON"))
    _add_language(stats, again=True)
    stats.set_defaults(command="stats")
    history = commands.add_parser("history", help=_("list your games, the one played last first"))
    history.add_argument("--json", action="store_true", help=_("as JSON, one game a line"))
    _add_language(history, again=True)
    history.set_defaults(command="history")
    export = commands.add_parser("export", help=_("print the record of one of your games"))
    export.add_argument(
        "game",
        type=_game_number,
        metavar=_("GAME"),
        nargs="?",
        help=_("its number in the history (default: the game played last)"),
    )
    _add_language(export, again=True)
    export.set_defaults(command="export")
    share = commands.add_parser("share", help=_("print one line about a game, to show to others"))
    _add_game_or_file(share)
    _add_language(share, again=True)
    share.set_defaults(command="share")
    picture = commands.add_parser(
        "picture", help=_("draw a position of a game as a picture in SVG")
    )
    _add_game_or_file(picture)
    picture.add_argument(
        "--move",
        type=_moves,
        metavar="N[-M]",
        help=_("after its first N moves (default: where you stand in it), or moving on to M moves"),
    )
    picture.add_argument(
        "--size",
        type=_size,
        default=(80, 24),
        metavar=_("WxH"),
        help=_("columns and rows of the screen (default: 80x24)"),
    )
    _add_looks(picture, again=True)
    picture.add_argument(
        "-o",
        "--output",
        required=True,
        metavar=_("FILE"),
        help=_("the picture, - for standard output"),
    )
    _add_language(picture, again=True)
    picture.set_defaults(command="picture")


def _add_game_or_file(parser: argparse.ArgumentParser) -> None:
    which = parser.add_mutually_exclusive_group()
    which.add_argument(
        "game",
        metavar=_("GAME|FILE"),
        nargs="?",
        help=_(
            "its number in the history, or the file of its record (default: the game played last)"
        ),
    )
    which.add_argument(
        "--record", metavar=_("FILE"), help=_("the file of its record, - for standard input")
    )


_MOST_FRAMES = 500


def _moves(text: str) -> range:
    """Return the numbers of moves that a picture shows, several for a moving one."""
    first, dash, last = text.partition("-")
    numbers = [first, last] if dash else [first, first]
    if all(part.isascii() and part.isdigit() and len(part) < 10 for part in numbers):
        found = range(int(numbers[0]), int(numbers[1]) + 1)
        if 0 < len(found) <= _MOST_FRAMES:
            return found
    raise argparse.ArgumentTypeError(
        _("it takes N or N-M, counted from 0, the opening, at most {number} pictures").format(
            number=_MOST_FRAMES
        )
    )


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
    raise argparse.ArgumentTypeError(
        _("sizes go from {least} to {most}").format(least=least, most=most)
    )
