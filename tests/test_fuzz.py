"""The fuzzer for a while, with and without faults for it to find."""

from __future__ import annotations

import itertools
import os
from typing import Any

import pytest

from leftsuit import app, keeping, layout, playing, session, tui
from leftsuit.session import Session
from tests import fuzz, fuzz_terminal

EVENTS = int(os.environ.get("LEFTSUIT_FUZZ", "20000"))
PARTS = 4
LIVES = int(os.environ.get("LEFTSUIT_FUZZ_LIVES", "14"))
"""How often the game in a terminal is begun or taken up again."""

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("part", range(PARTS))
def test_anything_may_happen(part: int) -> None:
    counts = fuzz.run(EVENTS // PARTS, 1 + part * 1_000_000)
    for name in ("answers", "begun", "left for another", "rivals", "taken up again", "won"):
        assert counts[name], f"it never came to this: {name}"


@pytest.mark.terminal
@pytest.mark.parametrize("seed", [1, 2])
def test_anything_may_happen_in_a_terminal(seed: int) -> None:
    fuzz_terminal.run(LIVES // 2, seed)


def found(monkeypatch: pytest.MonkeyPatch, where: Any, name: str, fault: Any) -> None:
    """Fail unless a fault is found."""
    monkeypatch.setattr(where, name, fault)
    with pytest.raises(AssertionError, match="chapter 1, event"):
        fuzz.run(2 * fuzz.CHAPTER, 1)


def test_a_lost_card_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    play = session.table.play

    def fault(position: Any, move: Any) -> Any:
        after = play(position, move)
        return after._replace(waste=after.waste[:-1]) if len(after.waste) > 4 else after

    found(monkeypatch, session.table, "play", fault)


def test_an_undo_of_too_much_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def fault(game: Session) -> Session:
        return game._replace(at=game.at - 2)

    found(monkeypatch, playing.session, "undo", fault)


def test_a_move_that_is_not_saved_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def fault(one: Any, other: Any) -> bool:
        return len(one.game.steps) == len(other.game.steps)

    found(monkeypatch, keeping, "_same", fault)


def test_a_row_that_is_too_short_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = layout.frame

    def fault(view: Any) -> Any:
        frame = whole(view)
        return frame._replace(rows=(*frame.rows[:-1], frame.rows[-1].rstrip()))

    found(monkeypatch, fuzz, "_frame", fault)


def test_a_cell_that_is_not_painted_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    in_common = tui._in_common
    found(monkeypatch, tui, "_in_common", lambda one, other: in_common(one, other) + 1)


def test_a_key_after_which_nothing_is_saved_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    save, calls = tui._Game._save, itertools.count()
    found(monkeypatch, tui._Game, "_save", lambda game: next(calls) % 10 != 0 and save(game))


def test_an_error_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def fault(*_: Any) -> Any:
        raise RecursionError

    found(monkeypatch, app.asking, "type_in", fault)
