"""The command line, in the same process: output, errors, exit status."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from leftsuit import __version__, record, session
from leftsuit.cli import main
from leftsuit.notation import parse_move
from leftsuit.rules import KLONDIKE_DRAW_3, LEFT_SUIT


def failed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Run a command that must fail; return its one line."""
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("leftsuit: ")
    assert err.count("\n") == 1
    return err


class TestDeal:
    def test_text(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["deal", "20261129"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[0] == "left-suit, draw 1, deal 20261129"
        assert lines[3] == "3: 6S 3C 3H"
        assert lines[8].startswith("stock: 8D KC TS")

    def test_json(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["deal", "1", "--rules", "klondike", "--draw", "3", "--json"]) == 0
        shown = json.loads(capsys.readouterr().out)
        assert list(shown) == ["rules", "draw", "deal", "columns", "stock"]
        assert (shown["rules"], shown["draw"], shown["deal"]) == ("klondike", 3, 1)
        assert shown["columns"][1] == ["7H", "TS"]
        assert shown["stock"][:2] == ["4H", "AC"]

    def test_a_number_too_large_for_a_json_reader_is_still_exact(
        self, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["deal", "12345678901234567890", "--json"]) == 0
        assert '"deal": 12345678901234567890' in capsys.readouterr().out

    @pytest.mark.parametrize(
        "number", ["0", "-1", "", "abc", "1e3", "1_000", "٣", "NaN", "9" * 400, str(10**20)]
    )
    @pytest.mark.parametrize("arguments", [("deal",), ("--deal",)])
    def test_anything_else_is_one_line(
        self, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], number: str
    ) -> None:
        text = failed(capsys, *arguments, number)
        assert "deals go from 1 to 99999999999999999999" in text or number == "-1"


@pytest.mark.parametrize(
    "arguments",
    [
        ("--nonsense",),
        ("--draw", "2"),
        ("--rules", "spider"),
        ("--color", "16"),
        ("nonsense",),
        ("deal",),
        ("replay",),
        ("replay", "/nowhere/at/all"),
        ("replay", "/"),
        ("--dea", "5"),
    ],
)
def test_usage_errors_are_one_line(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    failed(capsys, *arguments)


def test_version_and_help(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments, text in ((["--version"], f"leftsuit {__version__}\n"), (["--help"], "--deal N")):
        with pytest.raises(SystemExit) as leaving:
            main(arguments)
        assert leaving.value.code == 0
        assert text in capsys.readouterr().out


def test_without_a_terminal_there_is_no_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert "terminal" in failed(capsys)


def test_an_error_of_ours_is_one_line_and_status_1(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("a\nb \x1b[2J")

    monkeypatch.setattr("leftsuit.report.deal", broken)
    assert main(["deal", "1"]) == 1
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "\x1b" not in err


def moves(text: str) -> list[list[record.Move]]:
    """Return steps of one move each."""
    return [[parse_move(move)] for move in text.split()]


class TestReplay:
    def written(self, folder: Path, game: session.Session) -> str:
        file = folder / "game.txt"
        file.write_text(record.write(record.Record(game)), encoding="utf-8")
        return str(file)

    def test_json(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        game = session.follow(session.new(LEFT_SUIT, 7), moves("D W3 D"))
        file = self.written(tmp_path, session.go_to(game, 2))
        assert main(["replay", file, "--json"]) == 0
        shown = json.loads(capsys.readouterr().out)
        assert shown["columns"][2][-1] == {"card": "JC", "face_up": True}
        assert shown["moves"] == 2
        assert shown["status"] == "in play"
        assert shown["foundations"] == {"S": 0, "H": 0, "D": 0, "C": 0}
        assert shown["waste"] == []
        assert len(shown["stock"]) == 23
        faces = [card["face_up"] for card in shown["columns"][3]]
        assert faces == [False, False, False, True]

    def test_text(self, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
        game = session.follow(session.new(KLONDIKE_DRAW_3, 7), moves("D D"))
        assert main(["replay", self.written(tmp_path, game)]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[0] == "klondike, draw 3, deal 7"
        assert lines[1] == "in play after 2 moves"
        assert lines[3] == "2: (8H) JH"

    def test_a_bad_record_is_refused_with_its_line(
        self, capsys: pytest.CaptureFixture[str], tmp_path: Path
    ) -> None:
        game = session.follow(session.new(LEFT_SUIT, 7), moves("D D"))
        text = record.write(record.Record(game)).replace("D D", "D 3F \x1b[2J")
        file = tmp_path / "bad.txt"
        file.write_text(text, encoding="utf-8")
        shown = failed(capsys, "replay", str(file))
        assert "line" in shown
        assert "\x1b" not in shown

    @pytest.mark.parametrize(
        "data", [b"", b"\0" * 4096, b"\xff\xfe\x00", b"[]", b"[" * 1_500_000, b"\x80\x04K\x01."]
    )
    def test_what_is_no_record(
        self, capsys: pytest.CaptureFixture[str], tmp_path: Path, data: bytes
    ) -> None:
        file = tmp_path / "bad.txt"
        file.write_bytes(data)
        failed(capsys, "replay", str(file))


def test_a_python_that_is_too_old_is_told_so_from_a_checkout() -> None:
    pretend = "import runpy, sys; sys.version_info = (3, 9, 18); runpy.run_module('leftsuit')"
    pretend = pretend.replace("'leftsuit'", "'leftsuit', run_name='__main__'")
    done = subprocess.run(
        [sys.executable, "-c", pretend], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "leftsuit: Python 3.10 or later is needed\n"
