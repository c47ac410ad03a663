"""What the game costs on a terminal, beside a bare Python curses loop: bytes, processor, memory.

Run by hand, on Linux: ``python tests/bench/terminal.py``. Both programs run over a real
pseudo-terminal of 80x24, with the same Python and in turn, so that a busy machine slows both. Times
are times on the processor, of which Linux counts the nanoseconds. The exit status is 1 if a target
is missed.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import pty
import select
import signal
import struct
import sys
import tempfile
import termios
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT))

from leftsuit import app, rules, session  # noqa: E402
from leftsuit import position as table  # noqa: E402
from leftsuit.faces import Look  # noqa: E402
from leftsuit.model import start  # noqa: E402
from leftsuit.position import Position  # noqa: E402

BARE = (sys.executable, str(HERE / "bare.py"))
# What the installed command does.
ENTRY = "import sys; from leftsuit.cli import main; sys.exit(main())"
WIDTH, HEIGHT = 80, 24
PATIENCE = 20.0
"""Seconds after which a program that does not answer is given up."""
WALK = "llllllljjlkkkhhkhkjjllkllljkk"
"""Steps of the cursor: along the columns, into a run, along the upper row and back."""


def game(deal: int) -> tuple[str, ...]:
    """Return the command that plays a deal."""
    return (sys.executable, "-c", ENTRY, "--no-animation", "--deal", str(deal))


class Program:
    """A program on a pseudo-terminal of its own."""

    def __init__(self, command: Sequence[str], home: str) -> None:
        environment = {
            "PATH": os.environ.get("PATH", os.defpath),
            "TERM": "xterm-256color",
            "LC_ALL": "C.UTF-8",
            "PYTHONPATH": str(ROOT),
            "HOME": home,
        }
        self.pid, self.terminal = pty.fork()
        if not self.pid:
            try:
                fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("4H", HEIGHT, WIDTH, 0, 0))
                os.execve(command[0], command, environment)
            finally:
                os._exit(127)

    def _file(self, name: str) -> str:
        return Path(f"/proc/{self.pid}/{name}").read_text()

    def _waits(self) -> bool:
        state = self._file("stat").rpartition(")")[2].split()[0]
        if state == "Z":
            raise RuntimeError(f"the program has ended: {self.output(0)!r}")
        return state == "S"

    def pauses(self) -> int:
        """Return how often the program has gone to sleep."""
        for line in self._file("status").splitlines():
            if line.startswith("voluntary_ctxt_switches:"):
                return int(line.split()[1])
        raise RuntimeError("this system does not count how often a program sleeps")

    def used(self) -> float:
        """Return the milliseconds that the program has spent on the processor."""
        return int(self._file("schedstat").split()[0]) / 1e6

    def memory(self) -> float:
        """Return the program's proportional share of memory in MiB."""
        for line in self._file("smaps_rollup").splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) / 1024
        raise RuntimeError("this system does not tell the share of memory")

    def output(self, timeout: float) -> bytes:
        """Return what the program writes next, nothing after a silence of `timeout` seconds."""
        if not select.select([self.terminal], [], [], timeout)[0]:
            return b""
        try:
            return os.read(self.terminal, 65536)
        except OSError:  # How Linux reports that no program has the terminal open.
            return b""

    def answer(self, keys: str) -> bytes:
        """Type keys in one go; return what is written until the program waits for the next."""
        before = self.pauses()
        os.write(self.terminal, keys.encode())
        return self.settle(lambda: self.pauses() > before)

    def begin(self) -> bytes:
        """Return the first frame, with all that precedes it."""
        seen = b""
        end = time.monotonic() + PATIENCE
        while not seen and time.monotonic() < end:
            seen = self.output(PATIENCE)
        return seen + self.settle(lambda: True)

    def settle(self, has_begun: object) -> bytes:
        """Return what is written until the program sleeps with nothing left to read."""
        assert callable(has_begun)
        seen = b""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            # In this order: what is written before the program sleeps is read after that is known.
            waits = has_begun() and self._waits()
            data = self.output(0 if waits else 0.002)
            seen += data
            if waits and not data:
                return seen
        raise TimeoutError(f"no end of the answer after {PATIENCE} seconds")

    def stop(self) -> None:
        """End the program."""
        os.close(self.terminal)
        end = time.monotonic() + 2
        while time.monotonic() < end:
            if os.waitpid(self.pid, os.WNOHANG)[0]:
                return
            time.sleep(0.01)
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)


@contextmanager
def running(command: Sequence[str], home: str) -> Iterator[Program]:
    """Run a program on a terminal for as long as the context lasts."""
    program = Program(command, home)
    try:
        yield program
    finally:
        program.stop()


class Script(NamedTuple):
    """The keys of a whole game, and how many moves they make."""

    deal: int
    keys: str
    moves: int


def _left(position: Position) -> int:
    """Return how far a position is from a win, roughly."""
    in_play = len(position.stock) + len(position.waste) - sum(position.foundations)
    return 3 * sum(position.hidden) + in_play


def script(deal: int = 10) -> Script:
    """Return the game of a player who takes the first key that leads on, or else deals."""
    model = start(
        session.new(rules.LEFT_SUIT, deal),
        look=Look(),
        animation=False,
        width=WIDTH,
        height=HEIGHT,
    )
    keys, seen = "", {model.position}
    while not table.is_won(model.position):
        # The deal comes before other moves that are new, but after those that lead on.
        tried = {key: app.update(model, key)[0] for key in "df01234567"}
        new = [key for key in tried if tried[key].position not in seen]
        if not new:
            raise RuntimeError(f"simple play does not win deal {deal}")
        left = _left(model.position)
        key = next((key for key in new if _left(tried[key].position) < left), new[0])
        model, keys = tried[key], keys + key
        seen.add(model.position)
    return Script(deal, keys, model.game.moves)


class Row(NamedTuple):
    """A line of the result."""

    name: str
    ours: float
    bare: float | None = None
    most: float | None = None
    """The highest value that meets the target."""
    most_ratio: float | None = None
    """The highest multiple of the bare loop's value that meets the target."""
    digits: int = 0

    @property
    def missed(self) -> bool:
        """Whether the target is missed."""
        if self.most is not None:
            return self.ours > self.most
        if self.most_ratio is not None and self.bare:
            return self.ours > self.most_ratio * self.bare
        return False

    def text(self) -> str:
        """Return the line as it is printed."""
        bare = ratio = target = ""
        if self.bare is not None:
            bare = f"{self.bare:.{self.digits}f}"
            ratio = f"{self.ours / self.bare:.2f} x" if self.bare else ""
        if self.most is not None:
            target = f"<= {self.most:,.0f}"
        elif self.most_ratio is not None:
            target = f"<= {self.most_ratio:g} x"
        verdict = "MISSED" if self.missed else "met" if target else ""
        ours = f"{self.ours:,.{self.digits}f}"
        return f"{self.name:<40}{ours:>9}{bare:>9}{ratio:>9}  {target:<9} {verdict}".rstrip()


def sizes(program: Program, keys: str) -> list[int]:
    """Return how many bytes the program answers to each of the keys."""
    return [len(program.answer(key)) for key in keys]


def bytes_of_keys(home: str, played: Script) -> list[Row]:
    """Measure the bytes of the first frame, of each kind of key and of a whole game."""
    rows = []
    with running(BARE, home) as bare:
        bare_first, bare_key = len(bare.begin()), median(sizes(bare, "l" * len(WALK)))
    with running(game(played.deal), home) as program:
        rows.append(Row("bytes: first frame", len(program.begin()), bare_first, most=3500))
        walk = sizes(program, WALK * 2)
        deals = sizes(program, "d" * 20)
        program.answer("U")
    kinds: dict[str, list[int]] = {"play": [], "undo": [], "redo": []}
    whole = 0
    with running(game(played.deal), home) as program:
        program.begin()
        for number, key in enumerate(played.keys):
            size = len(program.answer(key))
            whole += size
            if key == "d":
                deals.append(size)
            elif key != "f":
                kinds["play"].append(size)
                kinds["undo"] += sizes(program, "u")
                kinds["redo"] += sizes(program, "r")
            if number % 10 == 0:
                walk += sizes(program, WALK)
    rows += [
        Row("bytes: cursor key, median", median(walk), bare_key, most=100),
        Row("bytes: cursor key, most", max(walk), most=100),
        Row("bytes: deal, median", median(deals), most=250),
        Row("bytes: deal, most", max(deals), most=250),
    ]
    for kind, measured in kinds.items():
        rows.append(Row(f"bytes: {kind}, median", median(measured)))
        rows.append(Row(f"bytes: {kind}, most", max(measured)))
    rows.append(Row(f"bytes: a won game of {played.moves} moves", whole))
    rows.append(Row("bytes: that game, per move", whole / played.moves))
    return rows


def cost(bare: Program, program: Program, keys: str) -> tuple[float, float]:
    """Return the processor time of a key in ms in the game and in the bare loop.

    The keys are typed when the one before is answered, in turns to the one and the other: both
    then find the processor and its caches equally cold.
    """
    before = program.used(), bare.used()
    for key in keys:
        bare.answer("l")
        program.answer(key)
    return (program.used() - before[0]) / len(keys), (bare.used() - before[1]) / len(keys)


def time_of_keys(home: str, played: Script, count: int) -> list[Row]:
    """Measure the processor time of a key."""
    half = played.keys[: len(played.keys) // 2]
    with running(BARE, home) as bare, running(game(played.deal), home) as program:
        bare.begin()
        program.begin()
        for key in half:
            program.answer(key)
        steps = [cost(bare, program, WALK) for _ in range(max(count // len(WALK), 1))]
        games = []
        for _ in range(5):
            program.answer("U")
            games.append(cost(bare, program, played.keys))
    return [
        Row(
            name, median(ours for ours, _ in pairs), median(bare for _, bare in pairs), most_ratio=6
        )._replace(digits=3)
        for name, pairs in (("ms: cursor key", steps), ("ms: key of the won game", games))
    ]


def time_to_start(home: str, deal: int, starts: int) -> Row:
    """Measure the processor time from the start to the first frame."""
    ours, floor = [], []
    for _ in range(starts):
        for command, times in ((BARE, floor), (game(deal), ours)):
            with running(command, home) as program:
                program.begin()
                times.append(program.used())
    return Row("ms: start to first frame", median(ours), median(floor), most_ratio=1.5, digits=1)


def at_rest(home: str, played: Script, seconds: float) -> list[Row]:
    """Measure what happens while nothing does, with a game begun, and the memory."""
    with running(BARE, home) as bare, running(game(played.deal), home) as program:
        bare.begin()
        program.begin()
        for key in played.keys[:20]:
            program.answer(key)
        before = bare.pauses(), program.pauses()
        time.sleep(seconds)
        idle = program.pauses() - before[1], bare.pauses() - before[0]
        written = len(program.output(0)), len(bare.output(0))
        for key in played.keys[20:] + "U":
            program.answer(key)
        # Read together, since what both share is counted half to each.
        memory = program.memory(), bare.memory()
    return [
        Row(f"wake-ups in {seconds:g} s of silence", idle[0], idle[1], most=0),
        Row(f"bytes in {seconds:g} s of silence", written[0], written[1], most=0),
        Row("MiB of memory (PSS)", memory[0], memory[1], most_ratio=1.3, digits=2),
    ]


def main() -> int:
    """Measure, print the table, and say whether every target is met."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--keys", type=int, default=500, help="cursor keys whose time is taken")
    parser.add_argument("--starts", type=int, default=15, help="starts whose time is taken")
    parser.add_argument("--silence", type=float, default=5.0, help="seconds of silence")
    options = parser.parse_args()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    played = script()
    with tempfile.TemporaryDirectory() as home:
        for command in (BARE, game(played.deal)):
            with running(command, home) as program:  # Python keeps what it compiles.
                program.begin()
        rows = [
            *bytes_of_keys(home, played),
            *time_of_keys(home, played, options.keys),
            time_to_start(home, played.deal, options.starts),
            *at_rest(home, played, options.silence),
        ]
    print(f"{'80x24, xterm-256color':<40}{'game':>9}{'bare':>9}{'ratio':>9}  target")
    for row in rows:
        print(row.text())
    return int(any(row.missed for row in rows))


if __name__ == "__main__":
    sys.exit(main())
