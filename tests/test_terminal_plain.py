"""The game line by line on a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from leftsuit import plainwords
from tests.terminal import Terminal

pytestmark = pytest.mark.terminal


@pytest.mark.parametrize("term", ["dumb", None, "xterm-256color"])
def test_a_prompt_a_line_and_no_codes(tmp_path: Path, term: str | None) -> None:
    with Terminal(tmp_path, "--plain", "--deal", "7", term=term) as terminal:
        terminal.wait_for("\n>")
        terminal.send(b"3\r")
        terminal.wait_for("queen of diamonds to column 7, turned up the queen of hearts\n>")
        terminal.send(b"quit\r")
        assert terminal.wait_for_exit() == 0
        lines = terminal.raw.decode("ascii").splitlines()
        assert lines == [
            "Left Suit, draw 1, deal 7. Say look or help",
            "> 3",
            "queen of diamonds to column 7, turned up the queen of hearts",
            "> quit",
            plainwords.KEPT,
        ]
        assert terminal.complaints() == []


@pytest.mark.parametrize(("key", "status"), [(b"\x03", 130), (b"\x04", 0)])
def test_leaving_by_a_key(tmp_path: Path, key: bytes, status: int) -> None:
    with Terminal(tmp_path, "--plain", "--deal", "7", term="dumb") as terminal:
        terminal.wait_for("\n>")
        terminal.send(b"d\r")
        terminal.wait_for("23 left\n>")
        terminal.send(key)
        assert terminal.wait_for_exit() == status
        assert terminal.raw.endswith(f"\r\n{plainwords.KEPT}\r\n".encode())
    with Terminal(tmp_path, "--plain", term="dumb") as terminal:
        terminal.wait_for("Your game goes on. Left Suit, draw 1, deal 7, 1 move")


def test_a_terminal_that_goes_away(tmp_path: Path) -> None:
    with Terminal(tmp_path, "--plain", "--deal", "7", term="dumb") as terminal:
        terminal.wait_for("\n>")
        terminal.send(b"d\r")
        terminal.wait_for("23 left\n>")
        terminal.hang_up()
        assert terminal.process.wait(60) in (129, -1)
    with Terminal(tmp_path, "--plain", term="dumb") as terminal:
        terminal.wait_for("Your game goes on. Left Suit, draw 1, deal 7, 1 move")


def test_the_full_screen_says_that_there_is_a_way_without(tmp_path: Path) -> None:
    with Terminal(tmp_path, term="dumb") as terminal:
        assert terminal.wait_for_exit() == 2
        line = terminal.raw.decode()
        assert line.endswith("; leftsuit --plain needs no screen\r\n")
        assert line.count("\n") == 1
