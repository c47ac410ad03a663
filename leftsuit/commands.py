"""The commands beside the game: each prints, checks or computes something and is done.

They raise `Failure`, with the line to say, for whatever they cannot do.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import sys
from collections.abc import Callable, Iterator

from leftsuit import (
    deals,
    record,
    report,
    sharing,
    solvecommand,
    solving,
    statistics,
    statstext,
    svg,
    words,
)
from leftsuit import rules as rule_sets
from leftsuit.faces import Look
from leftsuit.folder import READ_ONLY
from leftsuit.i18n import _
from leftsuit.output import Failure, complain, output, reason
from leftsuit.record import Record
from leftsuit.rules import Rules
from leftsuit.store import Store


def wanted_rules(options: argparse.Namespace) -> Rules:
    """Return the rule set that is asked for, the standard one where nothing is said."""
    return rule_sets.find(options.rules or rule_sets.NAMES[0], options.draw or rule_sets.DRAWS[0])


def deal(options: argparse.Namespace) -> None:
    output(report.deal(wanted_rules(options), options.deal_number, as_json=options.json))


def replay(options: argparse.Namespace) -> None:
    output(report.game(read_record(options.file), as_json=options.json))


def solve(options: argparse.Namespace) -> None:
    jobs = options.jobs or solving.cores()
    wishes = solvecommand.Wishes(options.limit, jobs, options.json, options.out)
    try:
        numbers = solvecommand.deal_range(options.what)
        if numbers is not None:
            solvecommand.solve_range(numbers, wanted_rules(options), wishes, output)
        elif options.out is not None:
            raise Failure(_("--out is for ranges of deals"))
        else:
            solvecommand.solve_record(read_record(options.what), wishes, output)
    except deals.BadDealNumber as error:
        raise Failure(str(error)) from None
    except solvecommand.CannotSolve as error:
        raise Failure(str(error)) from None
    except OSError as error:
        raise Failure(
            _("cannot use the file of results: {why}").format(why=reason(error))
        ) from None


def read_record(path: str) -> Record:
    """Read a record from a file or, for ``-``, from standard input. Raises `Failure`."""
    try:
        if path == "-":
            data = sys.stdin.buffer.read(record.MAX_BYTES + 1)
        else:
            with open(path, "rb") as file:
                data = file.read(record.MAX_BYTES + 1)
        # Some editors mark UTF-8 at its beginning.
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise Failure(
            _("cannot read the record {name}: {why}").format(name=path, why=reason(error))
        ) from None
    except UnicodeDecodeError:
        raise Failure(_("the record is not text in UTF-8")) from None
    try:
        return record.read(text)
    except record.BadRecord as error:
        raise Failure(str(error)) from None


@contextlib.contextmanager
def _kept_games() -> Iterator[Store]:
    """Give the store for reading, and tell afterwards what was wrong with it."""
    with Store.open(create=False) as store:
        yield store
        if store.notice:
            complain(store.notice)
        if store.why is not None and store.why != READ_ONLY:
            raise Failure(_("your games cannot be read: {why}").format(why=_(store.why)))


def stats(options: argparse.Namespace) -> None:
    rules, draw = options.rules, options.draw
    with _kept_games() as store:
        found = statistics.of(store.games(rules, draw), rules, draw)
    if options.json:
        output(statstext.statistics_json(found))
    else:
        width = max(shutil.get_terminal_size((80, 24)).columns - 2, 38)
        plain = not _takes("■·", sys.stdout.encoding or "ascii")
        output("\n".join(statstext.statistics(found, width, ascii_only=plain)))


def _takes(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def history(options: argparse.Namespace) -> None:
    line = statstext.history_json if options.json else statstext.history_line
    with _kept_games() as store:
        none = True
        for game in store.games():
            none = False
            output(line(game))
    if none and not options.json:
        output(_(words.NO_GAMES))


def _kept_game(number: int | None) -> Record:
    """Return a game that is kept, by default the one played last. Raises `Failure`."""
    with _kept_games() as store:
        try:
            found = store.newest() if number is None else store.read(number)
        except record.BadRecord as error:
            raise Failure(_("that game cannot be read: {why}").format(why=error)) from None
    if found is None:
        if number is None:
            raise Failure(_("there is no game yet"))
        raise Failure(_("there is no game {number}, see leftsuit history").format(number=number))
    return found.record


def export(options: argparse.Namespace) -> None:
    output(record.write(_kept_game(options.game)).rstrip("\n"))


def _game_or_record(options: argparse.Namespace) -> Record:
    """Return the game that is meant: all digits are a number, anything else is a file."""
    if options.record is not None:
        return read_record(options.record)
    game = options.game
    if game is None or (game.isascii() and game.isdigit() and len(game) < 20):
        return _kept_game(None if game is None else int(game))
    return read_record(game)


def share(options: argparse.Namespace) -> None:
    output(sharing.line(_game_or_record(options)))


def picture(options: argparse.Namespace) -> None:
    game = _game_or_record(options)
    colours = {"4": 4, "2": 2, "none": 0, None: 4}[options.color]
    look = Look(letters=options.ascii, framed=not colours)
    try:
        shown = [sharing.shown(game, at, options.size, look) for at in options.move or (None,)]
    except sharing.NoSuchMove as error:
        raise Failure(str(error)) from None
    last = shown[-1]
    drawn = svg.svg([each.frame for each in shown], last.title, last.description, colours=colours)
    if options.output == "-":
        output(drawn.rstrip("\n"))
        return
    try:
        _write(options.output, drawn)
    except OSError as error:
        raise Failure(_("cannot write the picture: {why}").format(why=reason(error))) from None


def _write(path: str, text: str) -> None:
    """Write a file whole or leave the one there as it was; what is no file is just written to."""
    if os.path.exists(path) and not os.path.isfile(path):
        with open(path, "w", encoding="ascii", newline="\n") as file:
            file.write(text)
        return
    path = os.path.realpath(path)
    part = f"{path}.{os.getpid()}.part"
    try:
        with open(part, "x", encoding="ascii", newline="\n") as file:
            file.write(text)
        os.replace(part, path)
    except OSError:
        with contextlib.suppress(OSError):
            os.remove(part)
        raise


COMMANDS: dict[str, Callable[[argparse.Namespace], None]] = {
    "deal": deal,
    "replay": replay,
    "solve": solve,
    "stats": stats,
    "history": history,
    "export": export,
    "share": share,
    "picture": picture,
}
