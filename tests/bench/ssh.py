"""What a game costs on an SSH line: bytes at the player's terminal, and on the wire.

Run by hand: ``python tests/bench/ssh.py``. A won game is played key by key on a plain
pseudo-terminal, and over a real OpenSSH server on this machine, without compression. The bytes on
the wire are what the client counts in both directions, less those of a login that only leaves; it
does not count the 16 bytes with which each packet is checked, nor what TCP adds.
"""

from __future__ import annotations

import re
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1]), str(HERE)]

from terminal import Script, script  # noqa: E402

from tests.ssh import Login, Server, fresh  # noqa: E402
from tests.terminal import Play  # noqa: E402


class Cost(NamedTuple):
    """Bytes at the player's terminal."""

    first: int
    """Of the first picture, with all that precedes it."""
    game: int
    """Of the answers to the keys of the whole game."""


def played(play: Play, game: Script) -> Cost:
    """Play a game key by key, and leave."""
    play.repaint()
    play.wait_for_picture()
    first = play.raw.rindex(b"\x1b[H\x1b[2J")
    before = len(play.raw)
    for key in game.keys:
        play.press("Space" if key == " " else key)
    end = len(play.raw)
    play.send(b"q")
    if play.wait_for_exit() != 0:
        raise RuntimeError(play.shown)
    return Cost(first, end - before)


def on_the_wire(log: Path) -> tuple[int, int]:
    """Return how many bytes a client has sent and received, as it says at its end."""
    found = re.search(r"Transferred: sent (\d+), received (\d+) bytes", log.read_text())
    if found is None:
        raise RuntimeError("the client does not say how much it has transferred")
    return int(found[1]), int(found[2])


def main() -> None:
    """Measure, and print the table."""
    game = script()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        with Play(home / "plain", game.deal) as play:
            plain = played(play, game)
        (home / "server").mkdir()
        with Server(home / "server") as server:

            def login(name: str, keys: Script) -> tuple[Cost, tuple[int, int]]:
                log = home / name
                options = (f"-E{log}", "-oLogLevel=DEBUG1", "-oCompression=no")
                command = [server.play("--new", "--deal", str(game.deal))]
                with Login(server, fresh(game.deal), *options, command=command) as over:
                    cost = played(over, keys)
                return cost, on_the_wire(log)

            empty, idle = login("empty", game._replace(keys=""))
            ssh, wire = login("game", game)
    sent, received = wire[0] - idle[0], wire[1] - idle[1]
    print(f"{'80x24, xterm-256color':<46}{'plain':>9}{'ssh':>9}")
    rows = (
        ("bytes: first picture", plain.first, empty.first),
        (f"bytes: a won game, {len(game.keys)} keys, {game.moves} moves", plain.game, ssh.game),
        ("bytes: per move", plain.game / game.moves, ssh.game / game.moves),
    )
    for name, one, other in rows:
        print(f"{name:<46}{one:>9,.0f}{other:>9,.0f}")
    print(f"{'wire: a login that only leaves, both ways':<46}{'':>9}{sum(idle):>9,}")
    print(f"{'wire: that game, to the player':<46}{'':>9}{received:>9,}")
    print(f"{'wire: that game, to the server':<46}{'':>9}{sent:>9,}")


if __name__ == "__main__":
    main()
