"""The game over a real SSH line: it is cut in every way, and the next login goes on."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from leftsuit.faces import Look
from tests.resumed import again
from tests.ssh import Login, Server, fresh
from tests.terminal import Terminal

pytestmark = [pytest.mark.terminal, pytest.mark.slow]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path, "AcceptEnv LANG LC_*") as running:
        yield running


def kill_the_client(login: Login) -> None:
    os.kill(login.process.pid, signal.SIGKILL)


def kill_the_server_process(login: Login) -> None:
    for pid in login.server.workers():
        os.kill(pid, signal.SIGKILL)


def freeze_the_client(login: Login) -> None:
    """The line is silent; the server gives it up, as it does after a while."""
    os.kill(login.process.pid, signal.SIGSTOP)
    os.waitid(os.P_PID, login.process.pid, os.WSTOPPED)
    kill_the_server_process(login)


def close_the_window(login: Login) -> None:
    login.hang_up()


CUTS = (
    (kill_the_client, (100, 30), "screen-256color", Look()),
    (kill_the_server_process, (40, 16), "vt100", Look(letters=True, framed=True)),
    (freeze_the_client, (132, 50), "xterm-kitty", Look()),
    (close_the_window, (60, 20), "linux", Look()),
)


@pytest.mark.parametrize(("cut", "size", "term", "look"), CUTS)
def test_a_line_that_is_cut(
    server: Server, cut: Callable[[Login], None], size: tuple[int, int], term: str, look: Look
) -> None:
    with Login(server, fresh(), command=[server.play("--deal", "7")]) as login:
        login.press("d d 2 d u 3 d d u u U r r r r")
        before = login.model
        assert 0 < before.game.at < len(before.game.steps)
        cut(login)
        # Whatever the cut was, nothing goes on behind it; a client that is frozen stays so.
        server.wait_until_idle()
    found = again(server.games, before, look)
    assert found.undos == before.undos
    command = [server.play()]
    width, height = size
    with Login(server, found, command=command, width=width, height=height, term=term) as login:
        login.press("u u r r r u")
        login.press("U R d")
        login.send(b"q")
        assert login.wait_for_exit() == 0
        assert login.complaints() == []
        before = login.model
    assert again(server.games, before).game.at == before.game.at


def test_a_frozen_line_does_not_hold_the_game(server: Server) -> None:
    """The next login goes on at once; the one before learns of it when it comes back."""
    play = [server.play("--deal", "7")]
    with Login(server, fresh(), command=play) as frozen:
        frozen.press("d d 2")
        first = server.workers()
        os.kill(frozen.process.pid, signal.SIGSTOP)
        with Login(server, again(server.games, frozen.model), command=[server.play()]) as login:
            login.press("d d u")
            login.send(b"q")
            assert login.wait_for_exit() == 0
            newest = login.model
        os.kill(frozen.process.pid, signal.SIGCONT)
        frozen.wait_for_picture()
        for pid in first:
            os.kill(pid, signal.SIGKILL)
        server.wait_until_idle()
    assert again(server.games, newest).game.at == newest.game.at


@pytest.mark.parametrize(
    ("name", "look"), [("xx_YY.UTF-8", Look()), ("xx_YY.KOI8-R", Look(letters=True))]
)
def test_a_locale_that_the_server_lacks(server: Server, name: str, look: Look) -> None:
    env, options = {"LC_ALL": name}, ["-o", "SendEnv=LC_ALL"]
    play = [server.play("--deal", "7")]
    with Login(server, fresh(look=look), *options, command=play, env=env) as login:
        login.press("d 2 u r")
        login.send("в".encode())  # Where d is on a Russian keyboard.
        login.expect("d")
        login.wait_for_picture()
        login.send(b"q")
        assert login.wait_for_exit() == 0
        assert login.complaints() == []


@pytest.mark.parametrize("term", ["xterm-of-the-future"])
def test_a_terminal_of_the_xterm_kind_that_the_server_lacks(server: Server, term: str) -> None:
    with Login(server, fresh(), command=[server.play("--deal", "7")], term=term) as login:
        login.press("d 2 Left Right u r")
        login.send(b"q")
        assert login.wait_for_exit() == 0
        assert login.complaints() == []


@pytest.mark.parametrize("term", ["nosuchterm", "dumb", "\x1b[2Jodd\x07"])
def test_a_terminal_that_the_server_lacks(server: Server, term: str) -> None:
    with Terminal(
        server.where / "client", program=server.ssh("-tt", command=[server.play()]), term=term
    ) as terminal:
        assert terminal.wait_for_exit() == 2
        said = terminal.raw.decode()
        assert said.startswith("leftsuit: ")
        assert said.endswith("\r\n")
        assert said[:-2].isprintable()
        assert "TERM=" in said
        assert terminal.complaints() == []
