"""Deciding deals by the heap: verdicts for ranges of deal numbers, on all cores.

Results are values that become lines of text or JSON; a file of results can be continued.
"""

from __future__ import annotations

import json
import math
import multiprocessing
import os
import signal
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from leftsuit import position as table
from leftsuit import rules as rule_sets
from leftsuit.i18n import _, ngettext, pgettext
from leftsuit.notation import move_text
from leftsuit.position import Position
from leftsuit.rules import Rules
from leftsuit.solver.search import Search
from leftsuit.solver.verdict import LOST, UNKNOWN, WON, Verdict
from leftsuit.values import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from typing import Any

_PIECE = 500
"""Nodes searched between two looks at the clock."""
_CONFIDENCE = 1.959964
"""Standard deviations on either side that hold 95 % of a normal distribution."""


class Result(NamedTuple):
    """What was found out about one deal, or about a position in it."""

    deal: int
    rules: str
    draw: int
    verdict: Verdict
    moves: list[str] | None
    """The texts of moves that win, None where there is no win or no line was asked for."""
    nodes: int
    seconds: float
    """Processor time."""

    def json(self) -> str:
        """Return the result as one line of JSON."""
        return json.dumps(self._asdict())

    def text(self) -> str:
        """Return the result as one line for people."""
        verdict = {
            WON: pgettext("a deal", "won"),
            LOST: pgettext("a deal", "lost"),
            UNKNOWN: pgettext("a deal", "unknown"),
        }[self.verdict]
        if self.moves is not None:
            number = len(self.moves)
            verdict = ngettext(
                "{verdict} in {number} move", "{verdict} in {number} moves", number
            ).format(verdict=verdict, number=number)
        nodes = ngettext("{number} node", "{number} nodes", self.nodes).format(number=self.nodes)
        seconds = _("{seconds} s").format(seconds=f"{self.seconds:.3f}")
        return f"{self.deal}: {verdict}  ({nodes}, {seconds})"


class BadResults(ValueError):
    """A file holds something else than results of the same rule set."""


def decide(position: Position, deal: int, limit: float, tries: int) -> Result:
    """Return the verdict on a position of a deal, searched for at most `limit` seconds.

    A line is looked for `tries` times, and the shortest taken; with 0 there is none.
    """
    start = time.process_time()
    search = Search(position)
    while not search.ended and time.process_time() - start < limit:
        search.run(_PIECE)
    seconds = time.process_time() - start
    moves = None
    if search.verdict == WON and tries:
        moves = [move_text(move) for move in search.line(tries)]
    rules = position.rules
    return Result(
        deal, rules.name, rules.draw, search.verdict, moves, search.nodes, round(seconds, 6)
    )


class Task(NamedTuple):
    """One deal to be decided."""

    rules: Rules
    deal: int
    limit: float
    tries: int


def _run(task: Task) -> Result:
    if _parent and os.getppid() != _parent:
        # Nobody is there any more who could want the result.
        os._exit(1)
    return decide(table.deal(task.rules, task.deal), task.deal, task.limit, task.tries)


_parent = 0
"""In a worker: the process it works for."""


def _begin_work(parent: int) -> None:
    """Prepare a worker. The keyboard interrupts the parent alone, which then ends its children."""
    global _parent  # noqa: PLW0603 (of this process alone)
    _parent = parent if os.getppid() == parent else 0
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _workers(jobs: int) -> Iterator[Any]:
    method = "fork" if "fork" in multiprocessing.get_all_start_methods() else None
    pool = multiprocessing.get_context(method).Pool(jobs, _begin_work, (os.getpid(),))
    try:
        yield pool
        pool.close()
    finally:
        pool.terminate()
        pool.join()


def decide_all(tasks: list[Task], jobs: int) -> Iterator[Result]:
    """Yield the results of many deals in their order, worked on by `jobs` processes."""
    if jobs == 1 or len(tasks) <= 1:
        yield from map(_run, tasks)
        return
    with _workers(min(jobs, len(tasks))) as pool:
        # Results come in chunks: small ones, so that none is long in coming.
        chunk = max(min(len(tasks) // (jobs * 8), 4), 1)
        yield from pool.imap(_run, tasks, chunk)


def cores() -> int:
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Tally(NamedTuple):
    """How many deals had each verdict."""

    won: int = 0
    lost: int = 0
    unknown: int = 0

    def plus(self, verdict: Verdict) -> Tally:
        """Return the tally with one more deal."""
        name = {WON: "won", LOST: "lost", UNKNOWN: "unknown"}[verdict]
        return self._replace(**{name: getattr(self, name) + 1})

    @property
    def deals(self) -> int:
        """How many deals were counted."""
        return sum(self)

    def text(self) -> str:
        """Return the tally, with the share that can be won and its 95 % interval."""
        counts = _("won {won}, lost {lost}, unknown {unknown}").format(
            won=self.won, lost=self.lost, unknown=self.unknown
        )
        if not self.deals:
            return counts
        # What is not known may be either: the interval has to hold for both.
        low = wilson(self.won, self.deals)[0]
        high = wilson(self.won + self.unknown, self.deals)[1]
        return _("{counts}; {share} can be won (95% interval {low} to {high})").format(
            counts=counts,
            share=f"{self.won / self.deals:.3%}",
            low=f"{low:.3%}",
            high=f"{high:.3%}",
        )


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of a share, by Wilson's score method (1927).

    Raises `ZeroDivisionError` without trials.
    """
    z = _CONFIDENCE
    share = successes / trials
    middle = share + z * z / (2 * trials)
    spread = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    return max((middle - spread) / scale, 0.0), min((middle + spread) / scale, 1.0)


def read_results(lines: Iterable[str], rules: Rules) -> Iterator[Result]:
    """Yield the results of a file written before. Raises `BadResults`."""
    for number, line in enumerate(lines, 1):
        try:
            values = json.loads(line)
            result = Result(**values)
            same = rule_sets.find(result.rules, result.draw) == rules
            if not (same and result.verdict in (WON, LOST, UNKNOWN) and result.deal >= 1):
                raise ValueError
        except (ValueError, TypeError, KeyError):
            raise BadResults(
                _("line {number} is no result under these rules").format(number=number)
            ) from None
        yield result
