"""Every way out of the game, at rest and in the middle of a search: the next start goes on."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from leftsuit.rules import KLONDIKE
from tests.play import opening
from tests.resumed import Resumed, kept_in
from tests.ssh import alive, wait_until
from tests.terminal import ROOT, Play
from tests.test_terminal_leave import Shell

pytestmark = [pytest.mark.terminal, pytest.mark.slow]

HARD_DEAL = 8
"""A deal of Klondike that the solver thinks about for long after the first cards."""
BROKEN = """
import os
import leftsuit.layout

before = leftsuit.layout.frame

def frame(view):
    if os.path.exists({trigger!r}):
        raise RuntimeError("broken")
    return before(view)

leftsuit.layout.frame = frame
"""
IGNORING = "trap '' HUP; exec \"$@\""


def key(data: bytes) -> Callable[[Play], None]:
    return lambda play: play.send(data)


def by_signal(number: int) -> Callable[[Play], None]:
    return lambda play: os.kill(play.process.pid, number)


def hang_up(play: Play) -> None:
    play.hang_up()


def hang_up_while_it_writes(play: Play) -> None:
    for _ in range(40):
        os.write(play.master, b"\x0c")
    play.hang_up()


def hang_up_while_it_is_stopped(play: Play) -> None:
    os.kill(play.process.pid, signal.SIGSTOP)
    os.waitid(os.P_PID, play.process.pid, os.WSTOPPED)
    play.hang_up()
    os.kill(play.process.pid, signal.SIGCONT)


def an_error_in_drawing(play: Play) -> None:
    (play.home / "trigger").touch()
    play.expect("d")
    play.send(b"d")


HUNG_UP = (0, 128 + signal.SIGHUP)
"""It ends by the signal or by the end of its input, whichever comes first."""
WAYS = {
    "q": (key(b"q"), (0,)),
    "Ctrl-C": (key(b"\x03"), (0,)),
    **{
        name: (by_signal(getattr(signal, name)), (128 + getattr(signal, name),))
        for name in ("SIGTERM", "SIGHUP", "SIGINT")
    },
    "SIGKILL": (by_signal(signal.SIGKILL), (-signal.SIGKILL,)),
    "window closed": (hang_up, HUNG_UP),
    "window closed, output waiting": (hang_up_while_it_writes, HUNG_UP),
    "window closed, stopped": (hang_up_while_it_is_stopped, HUNG_UP),
    "window closed, SIGHUP ignored": (hang_up, (0,)),
    "error in drawing": (an_error_in_drawing, (1,)),
}


class Kept(Play):
    """A game that is left."""

    def __init__(self, home: Path, way: str) -> None:
        self.home = home
        hook = home / "hook"
        hook.mkdir(parents=True)
        (hook / "sitecustomize.py").write_text(BROKEN.format(trigger=str(home / "trigger")))
        super().__init__(
            home,
            HARD_DEAL,
            rules=KLONDIKE,
            env={"PYTHONPATH": os.pathsep.join([str(hook), str(ROOT)])},
            shell=IGNORING if "ignored" in way else 'exec "$@"',
        )


@pytest.mark.parametrize("searching", [False, True], ids=["at rest", "searching"])
@pytest.mark.parametrize("way", WAYS)
def test_the_game_is_there_again(tmp_path: Path, way: str, searching: bool) -> None:
    leave, statuses = WAYS[way]
    with Kept(tmp_path, way) as play:
        play.press("d d d u")
        if searching:
            play.press("v")
            play.wait_for("thinking")
        play.repaint()  # Before it reads this key it has saved what came before.
        play.wait_for("thinking" if searching else "Klondike")
        pid = play.process.pid
        assert not [child for child, (parent, _) in alive().items() if parent == pid]
        leave(play)
        assert play.wait_for_exit() in statuses
        if play.master >= 0 and way != "SIGKILL":
            assert play.complaints() == []
    with Resumed(tmp_path, play.model) as found:
        found.press("u r r u u r d")
        found.send(b"q")
        assert found.wait_for_exit() == 0
    assert kept_in(tmp_path / "leftsuit").game == found.model.game


@pytest.mark.parametrize("searching", [False, True], ids=["at rest", "searching"])
def test_stopped_and_never_woken(tmp_path: Path, searching: bool) -> None:
    """Ctrl-Z in a shell, and then the window is closed."""
    with Shell(tmp_path, HARD_DEAL) as shell:
        shell.send(shell.game.replace(b"--deal", b"--rules klondike --deal"))
        shell.model = opening(HARD_DEAL, KLONDIKE)
        shell.wait_for_picture()
        shell.press("d d d u")
        if searching:
            shell.press("v")
            shell.wait_for("thinking")
        shell.stop()
        (game,) = shell.more_to_kill
        assert game in alive()
        shell.hang_up()
        wait_until(lambda: game not in alive(), "the end of the game")
        shell.more_to_kill = []
    with Resumed(tmp_path, shell.model) as found:
        found.press("u r r")
        found.send(b"q")
        assert found.wait_for_exit() == 0
