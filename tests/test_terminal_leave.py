"""How the game ends, stops and comes back, and that the terminal is then as it was before."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import sys
from pathlib import Path

import pytest

from tests.terminal import Play, Terminal, environment, left_on

pytestmark = pytest.mark.terminal

SCREENS = ("", "?", "G 4", "N", "Left Enter", "m 1")
"""Keys to each of the screens of a game in which some cards were dealt."""
INTERNAL = re.compile(r"leftsuit: internal error, \w+ at \w+\.py:\d+:[^\n]*\r\n")


def on_every_screen(tmp_path: Path, end: bytes | signal.Signals, status: int) -> None:
    for number, keys in enumerate(SCREENS):
        with Play(tmp_path / str(number), 7) as play:
            play.press("d d")
            play.press(keys)
            if isinstance(end, bytes):
                play.send(end)
            else:
                os.kill(play.process.pid, end)
            assert play.wait_for_exit() == status
            assert play.complaints() == []
            assert b"Traceback" not in play.raw
            assert play.raw.rpartition(b"\x1b[?1049l")[2].count(b"\n") == 0, "nothing is said"


def test_ctrl_c(tmp_path: Path) -> None:
    on_every_screen(tmp_path, b"\x03", 0)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_signals_that_end_it(tmp_path: Path, number: signal.Signals) -> None:
    on_every_screen(tmp_path, number, 128 + number)


def test_signals_in_too_small_a_window(tmp_path: Path) -> None:
    with Play(tmp_path, 7) as play:
        play.resize(20, 5)
        play.wait_for_picture()
        os.kill(play.process.pid, signal.SIGTERM)
        assert play.wait_for_exit() == 128 + signal.SIGTERM
        assert play.complaints() == []


def hooked(tmp_path: Path, code: str) -> dict[str, str]:
    """Return variables with which Python runs some code before the program."""
    folder = tmp_path / "hook"
    folder.mkdir()
    (folder / "sitecustomize.py").write_text(code)
    return {"PYTHONPATH": os.pathsep.join([str(folder), environment(tmp_path)["PYTHONPATH"]])}


SIGNAL_AT = """
import curses, os, signal

def hook(name):
    before = getattr(curses, name)
    def call(*arguments):
        os.kill(os.getpid(), signal.{number})
        return before(*arguments)
    setattr(curses, name, call)

hook("{place}")
"""


@pytest.mark.parametrize("place", ["initscr", "raw", "curs_set", "endwin"])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_signals_while_the_screen_is_set_up_or_left(
    tmp_path: Path, place: str, number: signal.Signals
) -> None:
    env = hooked(tmp_path, SIGNAL_AT.format(number=number.name, place=place))
    with Terminal(tmp_path, "--deal", "7", env=env) as terminal:
        terminal.send(b"q")
        assert terminal.wait_for_exit() in (0, 128 + number)
        assert terminal.complaints() == []


BROKEN_FRAME = """
import leftsuit.layout

before, calls = leftsuit.layout.frame, 0

def frame(view):
    global calls
    calls += 1
    if calls > {good}:
        raise {error}
    return before(view)

leftsuit.layout.frame = frame
"""


@pytest.mark.parametrize("good", [0, 2])
@pytest.mark.parametrize(
    "error", [r"RuntimeError('first\nsecond \x1b[31m')", "RecursionError()", "MemoryError()"]
)
def test_an_error_in_drawing(tmp_path: Path, good: int, error: str) -> None:
    env = hooked(tmp_path, BROKEN_FRAME.format(good=good, error=error))
    with Terminal(tmp_path, "--deal", "7", env=env) as terminal:
        if good:
            terminal.wait_for("q quit")
            terminal.send(b"d")
            terminal.wait_for("Dealt")
            terminal.send(b"d")
        assert terminal.wait_for_exit() == 1
        assert terminal.complaints() == []
        said = terminal.raw.rpartition(b"\x1b[?1049l")[2].partition(b"leftsuit")
        assert INTERNAL.fullmatch((said[1] + said[2]).decode())
        assert b"\x1b[31m" not in said[2]
        assert b"Traceback" not in terminal.raw


@pytest.mark.parametrize("shell", ['exec "$@"', "trap '' HUP; exec \"$@\""])
@pytest.mark.parametrize("keys", ["", "G 4"])
def test_a_terminal_that_is_gone(tmp_path: Path, shell: str, keys: str) -> None:
    with Play(tmp_path, 7, shell=shell) as play:
        play.press("d d")
        play.press(keys)
        play.hang_up()
        # It ends by the signal or by the end of its input, whichever comes first.
        assert play.wait_for_exit() in ((0,) if "trap" in shell else (0, 128 + signal.SIGHUP))


def test_a_terminal_that_is_gone_while_it_is_full(tmp_path: Path) -> None:
    with Play(tmp_path, 7, shell="trap '' HUP; exec \"$@\"") as play:
        # Nobody reads, so the program ends up waiting for room.
        for _ in range(40):
            os.write(play.master, b"\x0c")
        play.hang_up()
        assert play.wait_for_exit() == 0


def test_a_signal_while_the_terminal_is_full(tmp_path: Path) -> None:
    with Play(tmp_path, 7) as play:
        for _ in range(40):
            os.write(play.master, b"\x0c")
        os.kill(play.process.pid, signal.SIGTERM)
        assert play.wait_for_exit() == 128 + signal.SIGTERM
        assert play.complaints() == []


@pytest.mark.parametrize("stop", ["key", "signal"])
def test_ctrl_z_without_a_shell_goes_on(tmp_path: Path, stop: str) -> None:
    with Play(tmp_path, 7) as play:
        play.press("d d")
        for _ in range(2):
            clears = play.screen.clears
            if stop == "key":
                play.send(b"\x1a")
            else:
                os.kill(play.process.pid, signal.SIGTSTP)
            play.wait_for(lambda clears=clears: play.screen.clears > clears)
            play.wait_for_picture()
            play.press("d u Left Right")
        assert play.screen.cursor.hidden
        play.send(b"q")
        assert play.wait_for_exit() == 0
        assert play.complaints() == []


def test_keys_after_ctrl_z_are_kept(tmp_path: Path) -> None:
    with Play(tmp_path, 7) as play:
        play.expect("d d")
        play.send(b"d\x1ad")
        play.wait_for_picture()
        play.send(b"\x1a\x1aq")
        assert play.wait_for_exit() == 0
        assert play.complaints() == []


def test_stopped_from_outside_and_gone_on(tmp_path: Path) -> None:
    with Play(tmp_path, 7) as play:
        play.press("d")
        for width, height in ((80, 24), (100, 30)):
            os.kill(play.process.pid, signal.SIGSTOP)
            os.waitid(os.P_PID, play.process.pid, os.WSTOPPED)
            play.resize(width, height)
            clears = play.screen.clears
            os.kill(play.process.pid, signal.SIGCONT)
            play.wait_for(lambda clears=clears: play.screen.clears > clears)
            play.wait_for_picture()
            play.press("d u")


class Shell(Play):
    """An interactive bash in which the game is played."""

    def __init__(self, home: Path, deal: int) -> None:
        if shutil.which("bash") is None:
            pytest.skip("bash is not there")
        bash = "exec bash --norc --noprofile --noediting -i"
        super().__init__(home, deal, env={"PS1": "READY> "}, shell=bash)
        self.game = f"{sys.executable} -m leftsuit --deal {deal} --no-animation\r".encode()

    def wait_for_picture(self) -> None:
        if self.raw:
            super().wait_for_picture()
        else:
            self.wait_for_prompt()

    def wait_for_prompt(self) -> None:
        """Wait until the shell wants a command."""
        self.wait_for(lambda: self.raw.endswith(b"READY> "))

    def run(self, command: str) -> str:
        """Have the shell carry out a command; return what it printed."""
        start = len(self.raw)
        self.send(f"{command}; echo E''ND\r".encode())
        self.wait_for(lambda: b"END" in self.raw[start:])
        self.wait_for_prompt()
        return self.raw[start:].decode().partition("\n")[2].partition("END")[0].strip()

    def told(self, what: str, start: int) -> bool:
        """Let the shell say what became of its jobs; say whether it has told that by now."""
        self.run("jobs")
        return what.encode() in self.raw[start:]

    def stop(self) -> None:
        """Press Ctrl-Z and come back to the shell."""
        start = len(self.raw)
        self.send(b"\x1a")
        self.wait_for(lambda: b"Stopped" in self.raw[start:])
        self.wait_for_prompt()
        self.more_to_kill = [int(self.run("jobs -p"))]

    def quit(self) -> None:
        """Leave the game and come back to the shell."""
        start = len(self.raw)
        self.send(b"q")
        self.wait_for(lambda: b"1049l" in self.raw[start:])
        self.wait_for_prompt()
        self.more_to_kill = []


def test_ctrl_z_and_fg_in_a_shell(tmp_path: Path) -> None:
    with Shell(tmp_path, 7) as shell:
        sane = shell.run("stty -g")
        assert sane.count(":") > 10
        shell.send(shell.game)
        shell.wait_for_picture()
        shell.press("d d Right")
        for width, height in ((80, 24), (100, 30), (60, 20)):
            shell.stop()
            assert shell.run("stty -g") == sane
            assert left_on(shell.raw) == []
            shell.resize(width, height)
            shell.send(b"fg\r")
            shell.wait_for_picture()
            assert shell.screen.cursor.hidden
            assert "mode 2004 is on" in left_on(shell.raw), "pastes are marked again"
            # Keys are what they were, in both forms.
            shell.press("Left Right d u Down Enter Esc G 1 2 Backspace Esc")
            shell.expect(["в", "Left"])
            shell.send("в".encode() + b"\x1bOD")
            shell.wait_for_picture()
        shell.quit()
        assert shell.run("echo $?; stty -g").split() == ["0", sane]
        shell.send(b"exit\r")
        assert shell.wait_for_exit() == 0
        assert shell.complaints() == []


def test_killed_while_it_is_stopped(tmp_path: Path) -> None:
    """The shell wakes what it kills, in the background, where it must not touch the terminal."""
    with Shell(tmp_path, 7) as shell:
        sane = shell.run("stty -g")
        for number in (signal.SIGTERM, signal.SIGHUP):
            shell.send(shell.game)
            shell.wait_for_picture()
            shell.stop()
            sent = len(shell.raw)
            shell.run(f"kill -{number} %1")
            shell.wait_for(lambda n=number, sent=sent: shell.told(f"Exit {128 + n}", sent))
            assert shell.run("stty -g") == sane
            assert left_on(shell.raw) == []
            shell.more_to_kill = []


def test_the_cursor_of_the_prompt_is_there_after_fg(tmp_path: Path) -> None:
    with Shell(tmp_path, 7) as shell:
        shell.send(shell.game)
        shell.wait_for_picture()
        shell.press("G 1 2")
        shell.stop()
        shell.send(b"fg\r")
        shell.wait_for_picture()
        assert not shell.screen.cursor.hidden
        shell.press("Esc d u")
        assert shell.screen.cursor.hidden
        shell.quit()


def test_in_the_background_it_leaves_the_terminal_to_the_shell(tmp_path: Path) -> None:
    with Shell(tmp_path, 7) as shell:
        sane = shell.run("stty -g")
        shell.send(shell.game)
        shell.wait_for_picture()
        shell.stop()
        shell.run("bg")
        shell.wait_for(lambda: "Stopped" in shell.run("jobs"))
        assert shell.run("stty -g") == sane
        shell.send(b"fg\r")
        shell.wait_for_picture()
        shell.press("d u")
        shell.quit()
        assert shell.run("stty -g") == sane


def test_ctrl_c_outside_the_game(tmp_path: Path) -> None:
    """A command that waits for its input ends with 130 and without a word."""
    pipe = tmp_path / "record"
    os.mkfifo(pipe)
    writers: list[int] = []

    def is_read() -> bool:
        with contextlib.suppress(OSError):
            writers.append(os.open(pipe, os.O_WRONLY | os.O_NONBLOCK))
        return bool(writers)

    try:
        # Python may well be interrupted before it has a hold of the file that it has just opened.
        env = {"PYTHONWARNINGS": ""}
        with Terminal(tmp_path, "replay", str(pipe), env=env) as terminal:
            terminal.wait_for(is_read)
            terminal.send(b"\x03")
            assert terminal.wait_for_exit() == 130
            assert terminal.raw in (b"", b"^C")
    finally:
        for writer in writers:
            os.close(writer)
