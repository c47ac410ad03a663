"""Keys that are read together, as on a slow line: each counts and is kept as if it came alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from leftsuit.record import LEFT, OPEN, WON
from leftsuit.store import Store
from tests.keeping import begun, kept
from tests.resumed import kept_in
from tests.terminal import Terminal

pytestmark = pytest.mark.terminal


def results(where: Path) -> list[tuple[str, int]]:
    """Return result and moves of each game that is kept, the one played last first."""
    with Store.open(str(where)) as store:
        return [(game.result, game.moves) for game in store.games()]


def played(tmp_path: Path, steps: int, keys: bytes, *, wait: str) -> Path:
    """Go on with a game that has so many steps, type all keys at once, and leave."""
    where = tmp_path / "leftsuit"
    if steps:
        with Store.open(str(where)) as store:
            kept(store, begun(steps))
    with Terminal(tmp_path, "--no-animation", *([] if steps else ["--deal", "7"])) as terminal:
        terminal.wait_for("q quit")
        terminal.send(keys)
        terminal.wait_for(wait)
        terminal.send(b"q")
        assert terminal.wait_for_exit() == 0
    return where


def test_a_move_and_the_same_game_taken_up_again(tmp_path: Path) -> None:
    where = played(tmp_path, 0, b"ddy\r\r", wait="Your game goes on")
    assert kept_in(where).game.at == 2


def test_a_move_and_another_deal(tmp_path: Path) -> None:
    where = played(tmp_path, 0, b"ddG9\ryd", wait="deal 9")
    assert results(where) == [(OPEN, 1), (LEFT, 2)]


def test_a_win_and_another_deal(tmp_path: Path) -> None:
    where = played(tmp_path, 100, b"fG9\rd", wait="deal 9")
    assert results(where) == [(OPEN, 1), (WON, 115)]


def test_a_win_that_is_taken_back_at_once(tmp_path: Path) -> None:
    where = played(tmp_path, 100, b"fuU", wait="from the start")
    assert results(where) == [(WON, 115)]
