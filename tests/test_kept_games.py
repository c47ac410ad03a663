"""The commands that read kept games: stats, history, export; and replay of what was exported."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from leftsuit import cli, record
from leftsuit.record import LEFT
from leftsuit.rules import KLONDIKE_DRAW_3
from leftsuit.store import Store
from tests.keeping import begun, file_of, kept, quick_folder, sql


@pytest.fixture
def where(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with quick_folder() as path:
        monkeypatch.setenv("LEFTSUIT_HOME", str(path / "games"))
        yield path / "games"


@pytest.fixture
def some(where: Path) -> Path:
    """Games 1 to 4: one won, one left, one of another kind, one that can go on."""
    with Store.open(str(where)) as store:
        kept(store, begun(-1, seconds=300)._replace(started="2026-11-29T18:04:31Z"))
        kept(store, begun(10, result=LEFT))
        kept(store, begun(-1, rules=KLONDIKE_DRAW_3))
        kept(store, begun(20))
    return where


with_some = pytest.mark.usefixtures("some")
Output = pytest.CaptureFixture[str]


def printed(capsys: Output, *arguments: str) -> str:
    assert cli.main(arguments) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def refused(capsys: Output, *arguments: str) -> str:
    """Return the one line that a command is refused with."""
    assert cli.main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("leftsuit: ")
    assert err.count("\n") == 1
    assert err[:-1].isprintable()
    return err


@with_some
def test_stats(capsys: Output) -> None:
    out = printed(capsys, "stats")
    assert out.startswith("Left Suit, draw 1\n  Games won or left  ")
    assert "\n\nKlondike, draw 3\n" in out
    assert "Left Suit" not in printed(capsys, "stats", "--rules", "klondike")
    assert "Klondike" not in printed(capsys, "stats", "--draw", "1")


@with_some
def test_stats_as_json(capsys: Output) -> None:
    found = json.loads(printed(capsys, "stats", "--json"))
    assert [(each["games"], each["won"]) for each in found["statistics"]] == [
        (2, 1),
        (0, 0),
        (0, 0),
        (1, 1),
    ]
    found = json.loads(printed(capsys, "stats", "--json", "--rules", "left-suit", "--draw", "1"))
    assert [each["best_seconds"] for each in found["statistics"]] == [300]


@with_some
def test_history(capsys: Output) -> None:
    lines = printed(capsys, "history").splitlines()
    assert [int(line.split()[0]) for line in lines] == [4, 3, 2, 1]
    found = [json.loads(line) for line in printed(capsys, "history", "--json").splitlines()]
    assert [game["result"] for game in found] == ["open", "won", "left", "won"]
    assert found[-1]["started"] == "2026-11-29T18:04:31Z"


@with_some
def test_export(capsys: Output) -> None:
    assert record.read(printed(capsys, "export")) == begun(20)
    assert record.read(printed(capsys, "export", "2")) == begun(10, result=LEFT)


@with_some
def test_what_is_exported_can_be_replayed(
    capsys: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = printed(capsys, "export", "1")
    (tmp_path / "game").write_text(text)
    assert "won after 117 moves" in printed(capsys, "replay", str(tmp_path / "game"))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert json.loads(printed(capsys, "replay", "--json", "-"))["status"] == "won"


def test_without_games(capsys: Output, where: Path) -> None:
    assert printed(capsys, "stats").endswith(" yet.\n")
    assert printed(capsys, "history") == "No game has been kept yet.\n"
    assert printed(capsys, "history", "--json") == ""
    assert "no game yet" in refused(capsys, "export")
    assert not where.exists()


@with_some
@pytest.mark.parametrize(
    "game", ["5", "0", "9" * 19, "-1", "x", "1.5", "", "٣", "\x1b[2J", "9" * 99]
)
def test_games_that_are_not_there(capsys: Output, game: str) -> None:
    refused(capsys, "export", game)


@with_some
def test_wrong_options(capsys: Output) -> None:
    for arguments in (
        ["stats", "--draw", "2"],
        ["stats", "--rules", "\x1b[2J"],
        ["history", "5"],
        ["export", "1", "2"],
        ["export", "--all"],
    ):
        refused(capsys, *arguments)


def test_an_unreadable_game(capsys: Output, some: Path) -> None:
    sql(some, "UPDATE games SET steps = steps || char(27) || '[2J' || char(7) WHERE id = 4")
    sql(some, "UPDATE games SET started = char(27) || ']0;x' WHERE id = 3")
    assert "cannot be read" in refused(capsys, "export")
    assert "cannot be read" in refused(capsys, "export", "3")
    for arguments in (["history"], ["history", "--json"], ["stats"], ["stats", "--json"]):
        out = printed(capsys, *arguments)
        assert all(line.isprintable() for line in out.splitlines())
    assert printed(capsys, "history").count("cannot be read") == 2
    assert "Cannot be read, not counted: 2 games" in printed(capsys, "stats")


def test_a_newer_file(capsys: Output, some: Path) -> None:
    sql(some, "PRAGMA user_version = 99")
    for command in ("stats", "history", "export"):
        assert cli.main([command]) == 2
        assert "newer release" in capsys.readouterr().err


def test_a_damaged_file(capsys: Output, some: Path) -> None:
    file_of(some).write_bytes(bytes(4096))
    assert cli.main(["history"]) == 0
    out, err = capsys.readouterr()
    assert out == "No game has been kept yet.\n"
    assert err.startswith("leftsuit: The file of your games was damaged: it is kept as ")
    assert err.count("\n") == 1
    assert printed(capsys, "history") == "No game has been kept yet.\n"


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8", "koi8-r"])
def test_every_encoding(some: Path, encoding: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "leftsuit", "stats"],
        env={"PYTHONIOENCODING": encoding, "LEFTSUIT_HOME": str(some), "COLUMNS": "40"},
        capture_output=True,
        timeout=60,
        check=True,
        cwd=Path(__file__).parents[1],
    )
    assert done.stderr == b""
    text = done.stdout.decode(encoding)
    assert max(map(len, text.splitlines())) == 38
    assert ("■" in text) == (encoding in ("utf-8", "koi8-r"))
