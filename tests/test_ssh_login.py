"""The game as a login of its own, set up as the README says: there is nothing else to be had."""

from __future__ import annotations

import os
import re
import shlex
import socket
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from leftsuit.faces import Look
from leftsuit.playing import take_up
from leftsuit.record import Record
from leftsuit.store import Store
from tests.keeping import begun, kept
from tests.resumed import kept_in
from tests.ssh import LOCAL, Login, Server
from tests.terminal import ROOT, Terminal

pytestmark = [pytest.mark.terminal, pytest.mark.slow]

# Stands for the installed command. It notes what Python is asked to write or to start.
COMMAND = """
import os, sys
sys.path.insert(0, {root!r})
sys.dont_write_bytecode = True  # What is installed is compiled already.
log = open({log!r}, "a", buffering=1)

def watch(event, arguments):
    if event == "open":
        path, _, flags = arguments
        if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND):
            print("write", path, file=log)
    elif event in ("os.mkdir", "os.rename", "os.link", "os.symlink", "sqlite3.connect"):
        print("write", arguments[1 if event in ("os.rename", "os.link") else 0], file=log)
    elif event.startswith(("os.exec", "os.fork", "os.spawn", "os.posix_spawn", "os.system")) or (
        event.startswith(("subprocess", "pty", "socket"))
    ):
        print("start", event, file=log)

sys.addaudithook(watch)
from leftsuit.cli import main
sys.exit(main())
"""


def hostile(evil: Path, pwned: Path) -> dict[str, str]:
    """Return what a client may send that means something to a program on the way."""
    code = f"open({str(pwned)!r}, 'w').close()"
    evil.mkdir()
    for name in ("sitecustomize", "usercustomize", "curses", "startup"):
        (evil / f"{name}.py").write_text(code)
    for name in ("78/xterm-256color", "x/xterm-256color"):
        (evil / name).parent.mkdir()
        (evil / name).write_bytes(b"\x1a\x01" + bytes(100))
    for name in ("env", "leftsuit", "python3"):
        (evil / name).write_text(f"#!/bin/sh\n: >{pwned}\n")
        (evil / name).chmod(0o755)
    return {
        "LEFTSUIT_HOME": str(evil / "home"),
        "HOME": str(evil),
        "PATH": str(evil),
        "XDG_DATA_HOME": str(evil / "data"),
        "PYTHONPATH": str(evil),
        "PYTHONHOME": str(evil),
        "PYTHONSTARTUP": str(evil / "startup.py"),
        "PYTHONINSPECT": "1",
        "PYTHONVERBOSE": "1",
        "PYTHONPYCACHEPREFIX": str(evil),
        "TERMINFO": str(evil),
        "TERMINFO_DIRS": str(evil),
        "ESCDELAY": "9" * 30,
        "LINES": "1",
        "COLUMNS": "99999",
        "NO_COLOR": "1",
        "LC_ALL": "ru_RU.KOI8-R",
        "LANGUAGE": "../../..",
        "SQLITE_TMPDIR": str(evil),
    }


class Host(Server):
    """A server on which a login is a game, by a key or by the server's settings."""

    def __init__(self, where: Path, way: str) -> None:
        self.way, self.audit = way, where / "audit"
        self.hostile = hostile(where / "evil", where / "pwned")
        readme = (ROOT / "README.md").read_text(encoding="utf-8")
        if way == "key":
            self.folder = where / "players" / "ann"
            found = re.search(r'^(\S*command=.*") ssh-ed25519 AAAA', readme, re.M)
        else:
            self.folder = where / "home" / "leftsuit"
            found = re.search(r"^( +ForceCommand .*(?:\n +.+)*)", readme, re.M)
        assert found is not None
        self.folder.parent.mkdir(exist_ok=True, parents=True)
        lines = found[1].replace("/usr/local/bin/leftsuit", str(where / "leftsuit"))
        lines = lines.replace("/srv/leftsuit", str(where / "players"))
        assert lines.count(str(where)) == 1 + (way == "key")
        super().__init__(
            where,
            f"AcceptEnv {' '.join(self.hostile)} LANG",
            "Subsystem sftp internal-sftp",
            *(lines.splitlines() if way == "settings" else []),
            key_options=lines if way == "key" else "",
        )
        (where / "leftsuit.py").write_text(COMMAND.format(root=str(ROOT), log=str(self.audit)))
        words = shlex.join([sys.executable, str(where / "leftsuit.py")])
        (where / "leftsuit").write_text(f'#!/bin/sh\nexec {words} "$@"\n')
        (where / "leftsuit").chmod(0o755)

    def tree(self) -> dict[str, tuple[int, int, int]]:
        """Return what there is, but for the player's folder and what the test itself writes."""
        ours = [self.folder, self.audit, self.where / "log", self.where / "client"]
        found = {}
        for path in self.where.rglob("*"):
            if not any(path == one or one in path.parents for one in ours):
                status = path.lstat()
                # A folder's time changes with what is in it, which is listed anyway.
                changes = not stat.S_ISDIR(status.st_mode)
                found[str(path)] = (
                    status.st_mode,
                    status.st_size * changes,
                    status.st_mtime_ns * changes,
                )
        return found

    def begun(self) -> Record:
        """Let a game be under way in the player's folder, and return it."""
        with Store.open(str(self.folder)) as store:
            kept(store, begun(20))
        return begun(20)

    def check(self, before: dict[str, tuple[int, int, int]]) -> None:
        """Fail if anything was written outside the player's folder, or anything was started."""
        assert self.tree() == before
        for line in self.audit.read_text().splitlines():
            what, _, path = line.partition(" ")
            assert what == "write", line
            assert Path(path) == self.folder or self.folder in Path(path).parents, line


@pytest.fixture(params=["key", "settings"])
def host(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Host]:
    host = Host(tmp_path, request.param)
    with host:
        yield host


def sent(variables: dict[str, str]) -> str:
    """Return the option that has the client send variables."""
    return f"-oSetEnv={' '.join(f'{name}={value}' for name, value in variables.items())}"


def test_a_login_is_a_game_whatever_is_asked_for(host: Host) -> None:
    asked = f"touch {host.where / 'pwned'}; exec /bin/sh -i; leftsuit --deal 3"
    model = take_up(host.begun(), look=Look(), animation=False)
    before = host.tree()
    with Login(host, model, sent(host.hostile), "-A", command=[asked]) as login:
        login.press("d 2 Left Right u r")
        for keys in ("d u", "r"):
            clears = login.screen.clears
            login.send(b"\x1a")
            login.wait_for(lambda clears=clears: login.screen.clears > clears)
            login.wait_for_picture()
            login.press(keys)
        login.send(b"\x1c\x04\x1d\x00:!sh \x1b[200~touch pwned\r\x1b[201~q")
        assert login.wait_for_exit() == 0
        assert login.complaints() == []
        assert login.raw.rpartition(b"\x1b[?1049l")[2].count(b"\n") == 0, "nothing comes after it"
    host.wait_until_idle()
    host.check(before)
    assert kept_in(host.folder).game.at > 20


def test_the_first_login(host: Host) -> None:
    """The folder is made, and is the player's alone."""
    before = host.tree()
    with Terminal(host.where / "client", program=host.ssh("-tt")) as terminal:
        terminal.wait_for("q quit")
        terminal.send(b"dq")
        assert terminal.wait_for_exit() == 0
    assert kept_in(host.folder).game.at == 1
    assert stat.S_IMODE(host.folder.stat().st_mode) == 0o700
    host.check(before)


def test_nothing_but_a_terminal_can_be_had(host: Host) -> None:
    """No shell without a terminal, no files, no tunnels."""
    before = host.tree()
    needs = b"leftsuit: the game needs a terminal for its input and its output"
    touch = f"touch {host.where / 'pwned'}"
    for options, command in (((), ()), ((), (touch,)), (("-s",), ("sftp",))):
        done = host.run(*options, command=command)
        # Clients show no errors of what they take for a file server.
        assert (done.returncode, done.stdout) == (2, b"")
        assert done.stderr.startswith(b"" if options else needs)
        assert done.stderr.count(b"\n") == (0 if options else 1)
    here = f"{LOCAL}:{host.port}"
    with socket.socket() as free:
        free.bind((LOCAL, 0))
        there = f"{LOCAL}:{free.getsockname()[1]}:{here}"
    for options in (("-W", here), ("-oExitOnForwardFailure=yes", "-R", there)):
        done = host.run(*options)
        assert (done.returncode, done.stdout) == (255, b"")
    host.wait_until_idle()
    host.check(before)
    assert not host.folder.exists()


ODD_TYPES = (
    b"xterm-256color; touch pwned",
    b"$(touch pwned)",
    b"`touch pwned`",
    b'" touch pwned; "',
    b"xterm-256color\ntouch pwned\n",
    b"--split-string=touch pwned",
    b"../../../../etc/passwd",
    b"/dev/tty",
    b"hex:1a01",
    b"%s%n%1000000d*?[a]",
    b"\x1b]0;title\x07\x1b[2J",
    b"\xff\xfe\xc3",
    b"x" * 30_000,
    b"",
)


def test_odd_terminal_types(host: Host) -> None:
    """They are played on as if they were plain, or refused in one line of plain text."""
    host.begun()
    before = host.tree()
    for odd in ODD_TYPES:
        if host.way == "settings" and not odd.startswith((b"$", b'"')):
            continue  # Only the quotes around it differ between the ways.
        term = os.fsdecode(odd)
        with Terminal(host.where / "client", program=host.ssh("-tt"), term=term) as terminal:
            terminal.wait_for(lambda t=terminal: b"\n" in t.raw or "q quit" in t.text)
            if "q quit" in terminal.text:
                assert odd.startswith(b"x")
                terminal.send(b"q")
                assert terminal.wait_for_exit() == 0
            else:
                assert terminal.wait_for_exit() == 2
                said = terminal.raw.decode("ascii")
                assert said.startswith("leftsuit: ")
                assert said.endswith("\r\n")
                assert said[:-2].isprintable()
                assert "TERM" in said
            assert terminal.complaints() == []
    host.wait_until_idle()
    host.check(before)
