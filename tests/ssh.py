"""A real OpenSSH server on a port of this machine's own, and games played over it."""

from __future__ import annotations

import getpass
import os
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import pytest

from leftsuit import session
from leftsuit.faces import Look
from leftsuit.model import Model, start
from leftsuit.rules import LEFT_SUIT
from tests.terminal import DEADLINE, ROOT, Play, Terminal

LOCAL = "127.0.0.1"
_PATH = os.pathsep.join([os.environ.get("PATH", os.defpath), "/usr/sbin", "/usr/local/sbin"])


def program(name: str) -> str:
    """Return the path of a program of OpenSSH; skip the test if it is missing."""
    found = shutil.which(name, path=_PATH)
    if found is None:
        pytest.skip(f"{name} is not there")
    return found


def make_key(path: Path) -> str:
    """Make a key that nothing protects, and return its public half."""
    command = [
        program("ssh-keygen"),
        "-q",
        "-t",
        "ed25519",
        "-N",
        "",
        "-C",
        "test",
        "-f",
        str(path),
    ]
    subprocess.run(command, check=True, timeout=DEADLINE, stdin=subprocess.DEVNULL)
    return path.with_suffix(".pub").read_text().strip()


def alive() -> dict[int, tuple[int, str]]:
    """Return parent and command of every process that runs or could."""
    command = ["ps", "-A", "-o", "pid=,ppid=,stat=,args="]
    listed = subprocess.run(command, check=True, capture_output=True, text=True, timeout=DEADLINE)
    found = {}
    for line in listed.stdout.splitlines():
        pid, parent, state, *arguments = line.split(None, 3)
        if not state.startswith("Z"):
            found[int(pid)] = int(parent), "".join(arguments)
    return found


def wait_until(condition: Callable[[], object], what: str) -> None:
    """Wait until something holds that no terminal tells of."""
    deadline = time.monotonic() + DEADLINE
    while not condition():
        assert time.monotonic() < deadline, f"in vain: {what}"
        time.sleep(0.05)


class Server:
    """An OpenSSH server with keys and settings of its own, that lets the present user in.

    Logins find the folder `home` as their home, and nothing of the real one. Everything that was
    started over it is gone at the end of the ``with`` block, or the block fails.
    """

    def __init__(self, where: Path, *settings: str, key_options: str = "") -> None:
        self.where, self.home = where, where / "home"
        self.home.mkdir(exist_ok=True)
        self.seen: set[int] = set()
        public = make_key(where / "host_key"), make_key(where / "user_key")
        (where / "authorized_keys").write_text(f"{key_options} {public[1]}\n".lstrip())
        self._settings = (
            f"ListenAddress {LOCAL}",
            f"HostKey {where / 'host_key'}",
            f"AuthorizedKeysFile {where / 'authorized_keys'}",
            f"PidFile {where / 'pid'}",
            "AuthenticationMethods publickey",
            # The real home and its ~/.ssh have no part in this, whoever they belong to.
            f"SetEnv HOME={self.home}",
            "PermitUserRC no",
            "StrictModes no",
            "UsePAM no",
            "PrintMotd no",
            "PrintLastLog no",
            "LogLevel VERBOSE",
            *settings,
        )
        for _ in range(5):
            if self._listens():
                break
        else:
            raise AssertionError(f"no server\n{self.log}")
        known = f"[{LOCAL}]:{self.port} {public[0]}\n"
        (where / "known_hosts").write_text(known)

    def _listens(self) -> bool:
        """Start the server; return whether it has got the port."""
        with socket.socket() as free:
            free.bind((LOCAL, 0))
            self.port = free.getsockname()[1]
        config = self.where / "sshd_config"
        config.write_text("\n".join([f"Port {self.port}", *self._settings]) + "\n")
        self._make_empty_folder(config)
        with (self.where / "log").open("wb") as log:
            self.process = subprocess.Popen(
                [program("sshd"), "-D", "-e", "-f", str(config)],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        wait_until(
            lambda: self.process.poll() is not None or "Server listening" in self.log,
            "the server",
        )
        return self.process.poll() is None

    @staticmethod
    def _make_empty_folder(config: Path) -> None:
        """Make the folder that a server run by root wants, which the system makes at its start."""
        test = [program("sshd"), "-t", "-f", str(config)]
        done = subprocess.run(test, capture_output=True, text=True, timeout=DEADLINE, check=False)
        missing = done.stderr.partition("Missing privilege separation directory: ")[2].strip()
        if missing and os.getuid() == 0:
            Path(missing).mkdir(mode=0o755, parents=True, exist_ok=True)

    @property
    def log(self) -> str:
        """What the server has said."""
        return (self.where / "log").read_text(errors="replace")

    @property
    def games(self) -> Path:
        """The folder in which logins that just play have their games."""
        return self.home / "games"

    def ssh(self, *options: str, command: Iterable[str] = ()) -> tuple[str, ...]:
        """Return the command that logs in, whatever the user's own settings are."""
        settings = {
            "IdentityFile": self.where / "user_key",
            "IdentitiesOnly": "yes",
            "IdentityAgent": "none",
            "UserKnownHostsFile": self.where / "known_hosts",
            "GlobalKnownHostsFile": "/dev/null",
            "BatchMode": "yes",
            "LogLevel": "ERROR",
        }
        given = [f"-o{name}={value}" for name, value in settings.items()]
        user = f"{getpass.getuser()}@{LOCAL}"
        return (
            *(program("ssh"), "-F", "/dev/null", "-p", str(self.port), *options, *given, user),
            *command,
        )

    def play(self, *arguments: str) -> str:
        """Return the command that plays on the server."""
        setting = {"PYTHONPATH": ROOT, "PYTHONWARNINGS": "error", "LEFTSUIT_HOME": self.games}
        variables = [f"{name}={value}" for name, value in setting.items()]
        words = ["env", *variables, sys.executable, "-m", "leftsuit", "--no-animation", *arguments]
        return "exec " + shlex.join(words)

    def run(
        self, *options: str, command: Iterable[str] = (), **variables: str
    ) -> subprocess.CompletedProcess[bytes]:
        """Log in without a terminal."""
        return subprocess.run(
            self.ssh("-T", *options, command=command),
            env={"PATH": os.environ.get("PATH", os.defpath), **variables},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=DEADLINE,
            check=False,
        )

    def below(self) -> dict[int, str]:
        """Return the commands of what runs because somebody logged in."""
        running = alive()
        found, waiting = dict[int, str](), [self.process.pid]
        while waiting:
            parent = waiting.pop()
            for pid, (above, arguments) in running.items():
                if above == parent:
                    found[pid] = arguments
                    waiting.append(pid)
        self.seen |= set(found)
        return found

    def workers(self) -> list[int]:
        """Return the server's own processes, one or two for each login."""
        return [pid for pid, arguments in self.below().items() if arguments.startswith("sshd")]

    def wait_until_idle(self) -> None:
        """Wait until nothing is left of any login, even what is no child of the server now."""
        wait_until(lambda: not (set(self.below()) | (self.seen & set(alive()))), "the end of all")

    def __enter__(self) -> Server:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is None:
                self.wait_until_idle()
        finally:
            left = self.seen | set(self.below()) if self.process.poll() is None else self.seen
            for pid in (self.process.pid, *(left & set(alive()))):
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    continue
            self.process.wait()


class Login(Play):
    """A game that is played over the line."""

    def __init__(  # noqa: PLR0913
        self,
        server: Server,
        model: Model,
        *options: str,
        command: Iterable[str] = (),
        width: int = 80,
        height: int = 24,
        term: str = "xterm-256color",
        env: Mapping[str, str] | None = None,
    ) -> None:
        Terminal.__init__(
            self,
            server.where / "client",
            program=server.ssh("-tt", *options, command=command),
            width=width,
            height=height,
            term=term,
            env=env,
        )
        self.server = server
        self.model = model._replace(width=width, height=height)

    def __enter__(self) -> Login:
        super().__enter__()
        self.server.below()  # Remember what the login has started.
        return self


def fresh(deal: int = 7, look: Look | None = None) -> Model:
    """Return the game that a first login finds."""
    return start(session.new(LEFT_SUIT, deal), look=look or Look(), animation=False)
