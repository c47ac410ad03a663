"""``leftsuit solve``: what is asked for, where the results go, how far it has come."""

from __future__ import annotations

import os
import re
import sys
import textwrap
import time
from collections.abc import Callable

from leftsuit import deals, solving
from leftsuit import position as table
from leftsuit.i18n import _
from leftsuit.position import Position
from leftsuit.record import Record
from leftsuit.rules import Rules
from leftsuit.solving import Result, Tally, Task
from leftsuit.values import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from typing import IO

_RANGE = re.compile(r"([0-9]+)(?:-([0-9]+))?", re.ASCII)
_LINE_TRIES = 6
"""How hard a short line is looked for where one deal is asked about."""
MOST = 10_000_000
"""Deals that one call takes at most."""


class CannotSolve(ValueError):
    """The request or its file makes no sense; the text says why."""


class Wishes(NamedTuple):
    """How to solve, and what to write."""

    limit: float
    jobs: int
    as_json: bool
    out: str | None


def deal_range(text: str) -> range | None:
    """Return the deals that a text such as ``7`` or ``1-100`` names, None if it names none.

    Raises `deals.BadDealNumber` for numbers that no deal has, `CannotSolve` for an empty range.
    """
    match = _RANGE.fullmatch(text)
    if match is None:
        return None
    first = deals.parse(match[1])
    last = deals.parse(match[2]) if match[2] else first
    if not 0 <= last - first < MOST:
        raise CannotSolve(_("a range goes up, over at most {number} deals").format(number=MOST))
    return range(first, last + 1)


def solve_record(record: Record, wishes: Wishes, say: Callable[[str], None]) -> None:
    """Decide the position in which the player of a record stands."""
    _solve_one(record.game.position, record.game.deal, wishes, say)


def _solve_one(position: Position, deal: int, wishes: Wishes, say: Callable[[str], None]) -> None:
    result = solving.decide(position, deal, wishes.limit, _LINE_TRIES)
    if wishes.as_json:
        say(result.json())
        return
    say(result.text())
    if result.moves:
        say(textwrap.fill(" ".join(result.moves), 78))


def solve_range(numbers: range, rules: Rules, wishes: Wishes, say: Callable[[str], None]) -> None:
    """Decide a range of deals, and say at the end how many can be won.

    Raises `CannotSolve` if the file to go on with is none, `OSError` if it cannot be written and
    `KeyboardInterrupt`, after the tally, when the keyboard ends it.
    """
    if wishes.out is not None:
        with _opened(wishes.out) as file:
            _claim(file)
            done = _continue(file, rules)
            _solve_all(numbers, rules, wishes, say, (file, done))
    elif len(numbers) == 1:
        _solve_one(table.deal(rules, numbers[0]), numbers[0], wishes, say)
    else:
        _solve_all(numbers, rules, wishes, say, None)


def _opened(path: str) -> IO[bytes]:
    return open(path, "r+b" if os.path.exists(path) else "w+b")


def _claim(file: IO[bytes]) -> None:
    """Keep other runs from writing to the same file, where the system has locks."""
    try:
        import fcntl  # noqa: PLC0415 (there is none on Windows)

        # A lock of this kind is not handed down to the workers, who may outlive this process.
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        raise CannotSolve(_("another run is writing to the file of results")) from None
    except (ImportError, OSError):
        return


def _continue(file: IO[bytes], rules: Rules) -> dict[int, Result]:
    """Read what a file has, cut off a last line that was not finished, and stand at its end."""
    data = file.read()
    whole = data.rfind(b"\n") + 1
    try:
        lines = data[:whole].decode("ascii").splitlines()
        results = list(solving.read_results(lines, rules))
    except (UnicodeDecodeError, solving.BadResults) as error:
        raise CannotSolve(
            _("the file of results cannot be continued: {why}").format(why=error)
        ) from None
    if whole == 0 and data and not data.startswith(b"{"):
        raise CannotSolve(_("the file of results cannot be continued: it is something else"))
    file.seek(whole)
    file.truncate()
    return {result.deal: result for result in results}


def _solve_all(
    numbers: range,
    rules: Rules,
    wishes: Wishes,
    say: Callable[[str], None],
    kept: tuple[IO[bytes], dict[int, Result]] | None,
) -> None:
    done = kept[1] if kept else {}
    tally = Tally()
    for number in numbers:
        if number in done:
            tally = tally.plus(done[number].verdict)
    tries = 1 if wishes.as_json or kept else 0
    tasks = [Task(rules, n, wishes.limit, tries) for n in numbers if n not in done]
    bar = _Bar(len(numbers), sys.stderr)
    try:
        for result in solving.decide_all(tasks, wishes.jobs):
            tally = tally.plus(result.verdict)
            if kept:
                kept[0].write(result.json().encode("ascii") + b"\n")
                kept[0].flush()
            else:
                bar.clear()
                say(result.json() if wishes.as_json else result.text())
            bar.show(tally)
    finally:
        bar.clear()
        if wishes.as_json and not kept:
            print(tally.text(), file=sys.stderr)
        else:
            say(tally.text())


class _Bar:
    """A line on a terminal that says how far the work has come; nothing anywhere else."""

    def __init__(self, total: int, stream: IO[str] | None) -> None:
        self._total, self._stream = total, stream
        self._on = stream is not None and stream.isatty()
        self._shown = False
        self._next = 0.0

    def show(self, tally: Tally) -> None:
        now = time.monotonic()
        if not self._on or self._stream is None or (self._shown and now < self._next):
            return
        self._next = now + 0.2
        part = tally.deals / self._total
        bar = ("#" * int(part * 30)).ljust(30, ".")
        counts = f"{tally.deals}/{self._total}  " + _("{lost} lost, {unknown} unknown").format(
            lost=tally.lost, unknown=tally.unknown
        )
        try:
            width = os.get_terminal_size(self._stream.fileno()).columns
        except (OSError, ValueError):
            width = 80
        self._stream.write("\r" + f"[{bar}] {counts}"[: max(width - 1, 1)])
        self._stream.flush()
        self._shown = True

    def clear(self) -> None:
        if self._shown and self._stream is not None:
            self._stream.write("\r\x1b[K")
            self._shown = False
