"""The command line: ``leftsuit`` plays; its sub-commands print, check and compute."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NoReturn

from leftsuit import __version__, deals
from leftsuit import rules as rule_sets
from leftsuit.rules import Rules

if TYPE_CHECKING:
    from leftsuit.record import Record
    from leftsuit.session import Session
    from leftsuit.store import Store

USAGE_ERROR = 2
INTERRUPTED = 130


class Failure(Exception):
    """The command cannot be carried out; the text is the one line that says why."""


class _CannotWrite(Exception):
    """The output could not be written; the text says why."""


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, and whose help ends as quietly as any other output."""

    def error(self, message: str) -> NoReturn:
        raise Failure(message)

    def _print_message(self, message: str, file: object = None) -> None:  # noqa: ARG002
        _output(message.rstrip("\n"))


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


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="leftsuit",
        description="Left Suit, a solitaire for the terminal. Press ? in the game for its keys.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"leftsuit {__version__}")
    parser.add_argument(
        "--new", action="store_true", help="a new deal, even if a game can be taken up again"
    )
    parser.add_argument("--deal", type=_deal_number, metavar="N", help="play the deal number N")
    _add_rules(parser)
    parser.add_argument(
        "--ascii", action="store_true", help="suits as letters, and nothing but ASCII"
    )
    parser.add_argument(
        "--color", choices=("4", "2", "none"), help="colours of the suits (default: 4)"
    )
    parser.add_argument("--no-animation", action="store_true", help="no moving cards after a win")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=_Parser)
    deal = commands.add_parser("deal", help="print a deal", allow_abbrev=False)
    deal.add_argument("deal_number", type=_deal_number, metavar="N")
    _add_rules(deal, again=True)
    deal.add_argument("--json", action="store_true", help="as JSON")
    deal.set_defaults(run=_print_deal)
    replay = commands.add_parser(
        "replay", help="check the record of a game and show where it ends", allow_abbrev=False
    )
    replay.add_argument("file", metavar="FILE", help="the record, - for standard input")
    replay.add_argument("--json", action="store_true", help="as JSON")
    replay.set_defaults(run=_replay)
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
    solve.set_defaults(run=_solve)
    _add_kept_games(commands)
    parser.set_defaults(run=_play)
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
    stats.set_defaults(run=_stats)
    history = commands.add_parser(
        "history", help="list your games, the one played last first", allow_abbrev=False
    )
    history.add_argument("--json", action="store_true", help="as JSON, one game a line")
    history.set_defaults(run=_history)
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
    export.set_defaults(run=_export)


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out a command line and return its exit status; whatever goes wrong is one line.

    Raises `SystemExit` after ``--help`` and ``--version``.
    """
    try:
        options = _parser().parse_args(arguments)
        run: Callable[[argparse.Namespace], int] = options.run
        return run(options)
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

    A reader that was never there has seen enough, and so has one that went away: that is no error,
    but the end of the command (`SystemExit`).
    """
    if sys.stdout is None:
        return
    try:
        print(text, flush=True)
    except OSError as error:
        # Nothing more may be written, not even at exit, where Python would complain once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        if isinstance(error, BrokenPipeError):
            raise SystemExit(0) from None
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


def _rules(options: argparse.Namespace) -> Rules:
    return rule_sets.find(options.rules or rule_sets.NAMES[0], options.draw or rule_sets.DRAWS[0])


def _play(options: argparse.Namespace) -> int:
    if not (sys.stdin and sys.stdin.isatty() and sys.stdout and sys.stdout.isatty()):
        raise Failure("the game needs a terminal for its input and its output")
    try:
        from leftsuit import tui  # noqa: PLC0415 (curses is for playing only)
    except ImportError as error:
        raise Failure(_no_curses(error)) from None
    from leftsuit.faces import Look  # noqa: PLC0415
    from leftsuit.keeping import Keeper  # noqa: PLC0415
    from leftsuit.model import Model  # noqa: PLC0415
    from leftsuit.store import Store  # noqa: PLC0415

    wanted = _wanted_game(options)
    colours = {"4": 4, "2": 2, "none": 0, None: None}[options.color]
    wishes = tui.Wishes(options.ascii, colours, not options.no_animation)
    with Store.open() as store:
        keeper = Keeper(store)

        def make(look: Look, animation: bool, width: int, height: int) -> Model:
            model = keeper.begin(wanted, look=look, animation=animation)
            return model._replace(width=width, height=height)

        try:
            return tui.play(make, wishes, keeper.keep)
        except tui.CannotPlay as error:
            raise Failure(str(error)) from None


def _wanted_game(options: argparse.Namespace) -> Callable[[Record | None], Session | None]:
    """Return what decides between a game that can be taken up again, for which it returns None,
    and a new one."""

    def choose(kept: Record | None) -> Session | None:
        from leftsuit import session  # noqa: PLC0415

        if kept is not None and not options.new and options.deal is None:
            rules = kept.game.rules
            asked = (options.rules or rules.name, options.draw or rules.draw)
            if asked == (rules.name, rules.draw):
                return None
        number = deals.pick() if options.deal is None else options.deal
        return session.new(_rules(options), number)

    return choose


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
    from leftsuit import report  # noqa: PLC0415

    _output(report.game(_read_record(options.file), as_json=options.json))
    return 0


def _solve(options: argparse.Namespace) -> int:
    from leftsuit import solvecommand, solving  # noqa: PLC0415

    jobs = options.jobs or solving.cores()
    wishes = solvecommand.Wishes(options.limit, jobs, options.json, options.out)
    try:
        numbers = solvecommand.deal_range(options.what)
        if numbers is not None:
            solvecommand.solve_range(numbers, _rules(options), wishes, _output)
        elif options.out is not None:
            raise Failure("--out is for ranges of deals")
        else:
            solvecommand.solve_record(_read_record(options.what), wishes, _output)
    except deals.BadDealNumber as error:
        raise Failure(str(error)) from None
    except solvecommand.CannotSolve as error:
        raise Failure(str(error)) from None
    except OSError as error:
        raise Failure(f"cannot use the file of results: {error.strerror}") from None
    return 0


def _read_record(path: str) -> Record:
    """Read a record from a file or, for ``-``, from standard input. Raises `Failure`."""
    from leftsuit import record  # noqa: PLC0415

    try:
        if path == "-":
            data = sys.stdin.buffer.read(record.MAX_BYTES + 1)
        else:
            with open(path, "rb") as file:
                data = file.read(record.MAX_BYTES + 1)
        text = data.decode("utf-8")
    except OSError as error:
        raise Failure(f"cannot read the record: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Failure("the record is not text in UTF-8") from None
    try:
        return record.read(text)
    except record.BadRecord as error:
        raise Failure(str(error)) from None


@contextlib.contextmanager
def _kept_games() -> Iterator[Store]:
    """Give the store for reading, and tell afterwards what was wrong with it."""
    from leftsuit.folder import READ_ONLY  # noqa: PLC0415
    from leftsuit.store import Store  # noqa: PLC0415

    with Store.open(create=False) as store:
        yield store
        if store.notice:
            _complain(store.notice)
        if store.why not in (None, READ_ONLY):
            raise Failure(f"your games cannot be read: {store.why}")


def _stats(options: argparse.Namespace) -> int:
    import shutil  # noqa: PLC0415

    from leftsuit import statistics, statstext  # noqa: PLC0415

    rules, draw = options.rules, options.draw
    with _kept_games() as store:
        found = statistics.of(store.games(rules, draw), rules, draw)
    if options.json:
        _output(statstext.statistics_json(found))
    else:
        width = max(shutil.get_terminal_size((80, 24)).columns - 2, 38)
        plain = not _takes("■·", sys.stdout.encoding or "ascii")
        _output("\n".join(statstext.statistics(found, width, ascii_only=plain)))
    return 0


def _takes(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _history(options: argparse.Namespace) -> int:
    from leftsuit import statstext  # noqa: PLC0415

    line = statstext.history_json if options.json else statstext.history_line
    with _kept_games() as store:
        for game in store.games():
            _output(line(game))
    return 0


def _export(options: argparse.Namespace) -> int:
    from leftsuit import record  # noqa: PLC0415

    with _kept_games() as store:
        try:
            found = store.newest() if options.game is None else store.read(options.game)
        except record.BadRecord as error:
            raise Failure(f"that game cannot be read: {error}") from None
    if found is None:
        here = "yet" if options.game is None else f"{options.game}, see leftsuit history"
        raise Failure(f"there is no game {here}")
    _output(record.write(found.record).rstrip("\n"))
    return 0
