"""Anything is done to the game in a real terminal, and the screen is always what it has to be.

``python -m tests.fuzz_terminal [LIVES [SEED]]`` is for long runs. In each round keys, bytes that
are no keys, pastes, changes of size and stops follow each other. After each the screen must look as
the same game without a terminal says, and after the round as when it is painted anew. After some
rounds the game ends in some way, and another process takes it up: that is a life.
"""

from __future__ import annotations

import os
import random
import signal
import sys
from pathlib import Path

from leftsuit import app, layout
from leftsuit.decode import Decoder
from leftsuit.model import ASK, TABLE
from leftsuit.rules import ALL_RULES, LEFT_SUIT
from tests.keeping import quick_folder
from tests.resumed import Resumed
from tests.terminal import Play
from tests.test_terminal_screen import same_but_clock

KEYS = (
    *(str(n).encode() for n in range(8)),
    *(b"d", b"d", b" ", b"f", b"u", b"r", b"\x7f", b"\x12", b"\t", b"\x1b[Z", b"\r", b"\r", b"m"),
    *(b"h", b"j", b"k", b"l", b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D", b"\x1bOA", b"\x1bOD"),
    *(b"m3f", b"mw2", b"m17", b"U", b"R", b"?", b"G", b"G12\r", b"G7\rn", b"G9\r", b"n"),
    *(b"\x1b[H", b"\x1b[F", b"\x1b[5~", b"\x1b[6~", b"\x1bOP", b"\x1b[1;5A", b"\x1bOq", b"\x1bOM"),
    *("вцк".encode(), "т".encode(), b"\x1b[200~12\x1b[201~", b"\x1b[200~q\r\x1b[31m\x1b[201~"),
)
MOVES = (
    *(str(n).encode() for n in range(8)),
    b"d",
    b"d",
    b"f",
    b"u",
    b"r",
    b"\t",
    b"\x1b[A",
    b"\r",
)
JUNK = (
    *(b"\x1b[M !!", b"\x1b[<0;5;5m", b"\x1b]11;rgb:0/0/0\x07", b"\x1b[?62;4c", b"\x1b[I", b"\x1b["),
    *(b"\x1bO", b"\x1bP", b"\x1b]", b"\xd0", b"\xff\xfe", b"\xf0\x9f", b"\xc3(", b"\x00", b"\x9b"),
    *(b"\x1b[200~\xff", b"e\xcc\x81", b"\x1b[999999999999999999~", b"\x1b[1;2;3;4;5", b"\x11\x13"),
)
END_OF_JUNK = b"\x1b[201~\x07"
"""Ends a paste, and whatever else has begun."""
SIZES = ((80, 24), (80, 24), (100, 30), (132, 50), (40, 16), (39, 16), (20, 5), (72, 21), (1, 1))
ENDS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGKILL)


class Fuzz:
    """The rounds of one seed."""

    def __init__(self, seed: int, home: Path) -> None:
        self.source = random.Random(seed)
        self.home = home
        rules = self.source.choice((LEFT_SUIT, *ALL_RULES))
        self.play: Play = Play(home, 7, rules=rules)

    def run(self, lives: int) -> None:
        """Begin or take up the game so many times, and leave."""
        for _ in range(lives - 1):
            with self.play as play:
                for _ in range(self.source.randint(1, 15)):
                    self.round()
                self.end()
                model = play.model
            width, height = self.source.choice(((80, 24), (100, 30), (40, 16)))
            self.play = Resumed(self.home, model, width=width, height=height)
        with self.play as play:
            play.send(b"q")
            assert play.wait_for_exit() == 0
            assert play.complaints() == []

    def type(self, data: bytes) -> None:
        """Give both games the same bytes, and see that they were taken in."""
        play, before = self.play, self.play.picture()
        play.send(data)
        play.expect([*Decoder().feed(data)])
        if play.picture() == before:
            # The screen tells nothing, until it is painted anew by the next key.
            play.repaint()
        play.wait_for_picture()

    def burst(self) -> None:
        """Let keys come faster than they are answered."""
        self.type(b"".join(self.source.choices(MOVES, k=self.source.randint(2, 40))))
        # The screen may have looked like this on the way.
        self.play.repaint()
        self.play.wait_for_picture()

    def round(self) -> None:
        """Let some things happen, and look at the screen."""
        source, play = self.source, self.play
        for _ in range(source.randint(1, 8)):
            chance = source.random()
            if play.model.mode == ASK and not play.model.too_small:
                self.type(source.choice((b"y", b"n")))
            elif chance < 0.7:
                self.type(source.choice(KEYS))
            elif chance < 0.75:
                self.burst()
            elif chance < 0.85:
                self.type(b"".join(source.choices(JUNK, k=3)) + END_OF_JUNK)
            elif chance < 0.95:
                play.resize(*source.choice(SIZES))
                play.wait_for_picture()
            else:
                self.stop()
        self.check()

    def stop(self) -> None:
        """Stop the game from outside, or let it try to stop itself, and let it go on."""
        play, pid = self.play, self.play.process.pid
        clears = play.screen.clears
        how = self.source.choice(("Ctrl-Z", "TSTP", "STOP"))
        if how == "Ctrl-Z":
            play.send(b"\x1a")  # Without a shell it goes on at once.
        elif how == "TSTP":
            os.kill(pid, signal.SIGTSTP)
        else:
            os.kill(pid, signal.SIGSTOP)
            os.waitid(os.P_PID, pid, os.WSTOPPED)
            os.kill(pid, signal.SIGCONT)
        play.wait_for(lambda: play.screen.clears > clears)
        play.wait_for_picture()

    def check(self) -> None:
        """Compare the screen with a fresh one."""
        play = self.play
        caret = layout.frame(app.view(play.model)).caret
        play.wait_for(lambda: play.screen.cursor.hidden != caret)
        play.repaint()
        before = play.screen.before_clear
        play.wait_for(lambda: same_but_clock(play.screen.cells(), before))
        play.wait_for_picture()
        assert not play.unknown_codes

    def end(self) -> None:
        """End the game in some way, with at least a move in it: one without is not kept."""
        source, play = self.source, self.play
        if play.model.too_small:
            play.resize(80, 24)
            play.wait_for_picture()
        while play.model.mode != TABLE:
            play.press("Esc")
        if play.model.won or not play.model.game.steps:
            self.type(b"G12\r")
            self.type(b"d")
            play.wait_for_picture()
        play.repaint()  # Before it reads this key it has saved what came before.
        how = source.choice((b"q", b"\x03", "hang up", *ENDS))
        if isinstance(how, bytes):
            play.send(how)
        elif isinstance(how, signal.Signals):
            os.kill(play.process.pid, how)
        else:
            play.hang_up()
        status = play.wait_for_exit()
        if how == signal.SIGKILL:
            assert status == -how
        elif how == "hang up":
            assert status in (0, 128 + signal.SIGHUP)
        else:
            assert status == (0 if isinstance(how, bytes) else 128 + int(how))
            assert play.complaints() == []


def run(lives: int, seed: int) -> None:
    """Play lives with a seed. Whatever goes wrong is an `AssertionError`."""
    with quick_folder() as home:
        try:
            Fuzz(seed, home / "home").run(lives)
        except AssertionError as error:
            raise AssertionError(f"seed {seed}: {error}") from error


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    run(wanted, int(sys.argv[2]) if len(sys.argv) > 2 else 1)
