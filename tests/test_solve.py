"""``leftsuit solve``: verdicts, lines, ranges, files that are continued, and the interval."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from leftsuit import record, session, solving
from leftsuit.cli import main
from leftsuit.notation import parse_move
from leftsuit.position import deal, is_won, play
from leftsuit.rules import KLONDIKE, LEFT_SUIT, LEFT_SUIT_DRAW_3
from leftsuit.solver.verdict import LOST, UNKNOWN, WON


def output(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[str, str]:
    """Run a command that must succeed; return what it wrote to both streams."""
    assert main(arguments) == 0
    return capsys.readouterr()


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run a command that must be refused in one line; return that."""
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    return err


def check_line(position: solving.Position, moves: list[str]) -> None:
    """Fail unless the moves win from the position."""
    for text in moves:
        position = play(position, parse_move(text))
    assert is_won(position)


def test_one_deal_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = output(capsys, "solve", "7")
    first, *rest = out.splitlines()
    assert first.startswith("7: won in ")
    check_line(deal(LEFT_SUIT, 7), " ".join(rest).split())


def test_one_deal_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    out, _ = output(capsys, "solve", "41", "--draw", "3", "--json")
    shown = json.loads(out)
    assert list(shown) == ["deal", "rules", "draw", "verdict", "moves", "nodes", "seconds"]
    assert (shown["deal"], shown["draw"], shown["verdict"]) == (41, 3, "lost")
    assert shown["moves"] is None


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("to_file", [True, False])
def test_the_bar_stays_in_sight(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, to_file: bool
) -> None:
    screen = Terminal()
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setattr("sys.stdout", screen)
    out = ["--out", str(tmp_path / "results")] if to_file else []
    main(["solve", "1-30", "--jobs", "1", *out])
    text = screen.getvalue()
    cleared = "\r\x1b[K"
    assert text.count(cleared) == (1 if to_file else 30)
    # Whatever takes it away puts something else there, and it comes back with the next result.
    last, *rest = text.split(cleared)[::-1]
    assert "won 30, lost 0" in last
    assert all("\r[" in part for part in rest)
    assert "[##############################] 30/30" in rest[0] or to_file


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_range_in_order_with_its_share(capsys: pytest.CaptureFixture[str], jobs: str) -> None:
    out, err = output(capsys, "solve", "38-43", "--draw", "3", "--json", "--jobs", jobs)
    results = [json.loads(line) for line in out.splitlines()]
    assert [r["deal"] for r in results] == list(range(38, 44))
    assert [r["verdict"] for r in results] == ["won"] * 3 + ["lost"] + ["won"] * 2
    for r in results:
        if r["moves"] is not None:
            check_line(deal(LEFT_SUIT_DRAW_3, r["deal"]), r["moves"])
    assert "won 5, lost 1, unknown 0; 83.333% can be won" in err


def test_a_range_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    out, err = output(capsys, "solve", "1-3", "--jobs", "1")
    assert [line.split()[1] for line in out.splitlines()] == ["won", "won", "won", "3,"]
    assert err == ""


def test_a_record_from_where_the_player_stands(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    game = session.follow(session.new(LEFT_SUIT, 7), [[parse_move("D")], [parse_move("W3")]])
    game = session.go_to(game, 1)
    file = tmp_path / "game.txt"
    file.write_text(record.write(record.Record(game)), encoding="ascii")
    out, _ = output(capsys, "solve", str(file), "--json")
    check_line(game.position, json.loads(out)["moves"])
    assert "--out" in refused(capsys, "solve", str(file), "--out", "x")


def test_a_limit_that_is_too_short_says_unknown() -> None:
    result = solving.decide(deal(KLONDIKE, 3), 3, 1e-9, 1)
    assert (result.verdict, result.moves) == (UNKNOWN, None)


class TestOut:
    def test_only_one_run_writes_to_a_file(
        self, capsys: pytest.CaptureFixture[str], tmp_path: Path
    ) -> None:
        pytest.importorskip("fcntl", reason="there are no such locks here")
        file = tmp_path / "results"
        arguments = ("solve", "1-3", "--out", str(file), "--jobs", "1")
        file.touch()
        hold = "import fcntl, sys; f = open(sys.argv[1], 'r+'); fcntl.lockf(f, fcntl.LOCK_EX)"
        code = f"{hold}; print(flush=True); sys.stdin.read()"
        other = subprocess.Popen(
            [sys.executable, "-c", code, str(file)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        with other:
            assert other.stdout is not None
            other.stdout.readline()
            assert "another run is writing" in refused(capsys, *arguments)
            assert not file.read_text()
        assert "won 3" in output(capsys, *arguments)[0]
        assert "won 3" in output(capsys, *arguments[:-1], "2")[0], "all is there already"

    def test_goes_on_where_it_ended(
        self, capsys: pytest.CaptureFixture[str], tmp_path: Path
    ) -> None:
        file = tmp_path / "out.jsonl"
        output(capsys, "solve", "1-4", "--out", str(file), "--jobs", "1")
        before = file.read_bytes()
        # The last line was cut off in the middle of being written.
        file.write_bytes(before + b'{"deal": 5, "rules": "le')
        out, _ = output(capsys, "solve", "1-6", "--out", str(file), "--jobs", "1")
        assert out.startswith("won 6, lost 0, unknown 0")
        assert file.read_bytes().startswith(before)
        deals = [json.loads(line)["deal"] for line in file.read_text().splitlines()]
        assert deals == [1, 2, 3, 4, 5, 6]
        output(capsys, "solve", "1-6", "--out", str(file), "--jobs", "1")
        assert len(file.read_text().splitlines()) == 6

    @pytest.mark.parametrize(
        "content", [b"hello\n", b"hello", b"[1]\n", b"\xff\n", b"{}\n", b'{"deal": 1}\n']
    )
    def test_never_writes_into_something_else(
        self, capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes
    ) -> None:
        file = tmp_path / "out"
        file.write_bytes(content)
        assert "cannot be continued" in refused(capsys, "solve", "1-2", "--out", str(file))
        assert file.read_bytes() == content

    def test_results_of_other_rules_are_something_else(
        self, capsys: pytest.CaptureFixture[str], tmp_path: Path
    ) -> None:
        file = str(tmp_path / "out")
        output(capsys, "solve", "1-2", "--out", file, "--jobs", "1")
        refused(capsys, "solve", "1-2", "--draw", "3", "--out", file)

    def test_a_place_that_cannot_be_written(self, capsys: pytest.CaptureFixture[str]) -> None:
        refused(capsys, "solve", "1-2", "--out", "/nowhere/at/all")


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve",),
        ("solve", "0"),
        ("solve", "5-4"),
        ("solve", "1-99999999999"),
        ("solve", "7", "--limit", "0"),
        ("solve", "7", "--limit", "nan"),
        ("solve", "7", "--jobs", "0"),
        ("solve", "no-such-file"),
    ],
)
def test_refusals(capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]) -> None:
    refused(capsys, *arguments)


def test_wilson_against_published_values() -> None:
    """Agresti and Coull's example: no success in 10 trials, and 81 in 263 by Newcombe (1998)."""
    low, high = solving.wilson(0, 10)
    assert low == pytest.approx(0, abs=1e-9)
    assert high == pytest.approx(0.2775, abs=1e-4)
    low, high = solving.wilson(81, 263)
    assert (low, high) == (pytest.approx(0.2553, abs=1e-4), pytest.approx(0.3662, abs=1e-4))


def test_the_interval_holds_whatever_the_unknown_are() -> None:
    tally = solving.Tally()
    for verdict in (WON, WON, LOST, UNKNOWN):
        tally = tally.plus(verdict)
    low, _ = solving.wilson(2, 4)
    _, high = solving.wilson(3, 4)
    assert f"{low:.3%} to {high:.3%}" in tally.text()
    assert solving.Tally().text() == "won 0, lost 0, unknown 0"


def test_ctrl_c_ends_at_once_with_what_is_there(tmp_path: Path) -> None:
    file = tmp_path / "out"
    command = [sys.executable, "-m", "leftsuit", "solve", "1-500000", "--out", str(file)]
    running = subprocess.Popen(
        [*command, "--jobs", "2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        cwd=Path(__file__).parents[1],
    )
    try:
        for _ in range(6000):
            if file.exists() and file.stat().st_size > 20_000:
                break
            if running.poll() is not None:
                break
            try:
                running.wait(0.01)
            except subprocess.TimeoutExpired:
                continue
        os.killpg(running.pid, signal.SIGINT)
        out, err = running.communicate(timeout=60)
    finally:
        running.kill()
    assert running.returncode == 130
    assert out.startswith("won ")
    assert err == ""
    lines = file.read_text().splitlines()
    assert [json.loads(line)["deal"] for line in lines] == list(range(1, len(lines) + 1))
    with pytest.raises(ProcessLookupError):
        os.killpg(running.pid, 0)


def test_a_reader_that_went_away_ends_it() -> None:
    command = f"{sys.executable} -m leftsuit solve 1-500000 --jobs 2 | head -1"
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}"],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        cwd=Path(__file__).parents[1],
    )
    assert done.stdout.startswith("1: won")
    assert done.stderr == ""
