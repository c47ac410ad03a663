"""What the README shows is true."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from leftsuit import cli, i18n, keys, options, orders, record, session, spoken
from leftsuit.position import Move
from leftsuit.rules import LEFT_SUIT
from tests.play import model, picture, press
from tests.table import table
from tests.test_pictures import MIDGAME

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
GAME = ".pictures/game.txt"
"""The record of the game that the pictures are of."""


def blocks() -> list[str]:
    """Return the texts between fences."""
    return [block.split("\n", 1)[1] for block in README.split("```")[1::2]]


def test_the_picture_is_one_of_the_game() -> None:
    m = press(model(session.new(LEFT_SUIT, 20261129)), MIDGAME)._replace(seconds=150)
    rows = [row for row in picture(m).splitlines() if row]
    assert blocks()[0].splitlines() == rows


def test_pictures_are_what_their_commands_make(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    (commands,) = [block for block in blocks() if block.startswith("leftsuit picture")]
    made = set[str]()
    for line in commands.splitlines():
        program, *arguments, output = shlex.split(line)
        assert (program, arguments[-1]) == ("leftsuit", "-o")
        drawn = tmp_path / Path(output).name
        assert cli.main([*arguments, str(drawn)]) == 0
        assert drawn.read_bytes() == Path(output).read_bytes(), line
        made.add(output)
    shown = dict(re.findall(r"!\[([^\]]+)\]\(([^)]+)\)", README))
    assert set(shown.values()) == made
    assert {f".pictures/{file.name}" for file in Path(".pictures").iterdir()} == made | {GAME}
    assert capsys.readouterr() == ("", "")


def test_the_line_about_a_game_is_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    assert cli.main(["share", GAME]) == 0
    assert capsys.readouterr().out in blocks()


def test_the_record_is_one() -> None:
    (text,) = [block for block in blocks() if block.startswith("leftsuit game")]
    read = record.read(text)
    assert record.write(read) == text
    assert read.game.deal == 7


def test_every_key_is_in_the_table() -> None:
    rows = README[README.index("| key |") : README.index("The keys work on")]
    named = set(re.findall(r"`([^`]+)`|(Ctrl-.|Backspace|F1|arrows)", rows))
    names = {name for pair in named for name in pair if name} | {"Up", "Down"}
    for binding in keys.BINDINGS:
        for name in binding.shown.split():
            assert name == "…" or name in names, name


def test_every_option_and_command_is_named() -> None:
    parser_text = Path(options.__file__).read_text(encoding="utf-8")
    for option in set(re.findall(r'"(--[a-z-]+)"', parser_text)) - {
        "--help",
        "--print",
        "--version",
    }:
        assert f"`{option}" in README, option
    for command in re.findall(r'commands\.add_parser\(\s*"([a-z]+)"', parser_text):
        assert f"leftsuit {command}" in README, command


# The section in Russian.


def russian_part() -> str:
    return README[README.index("## По-русски") :]


def test_every_key_is_in_the_russian_table() -> None:
    part = russian_part()
    rows = part[part.index("| клавиша |") : part.index("Карта *безопасна*")]
    i18n.use(i18n.RUSSIAN)
    for binding in keys.BINDINGS:
        for name in i18n._(binding.shown).split():
            assert name in rows, name


def test_the_options_of_a_game_are_in_the_russian_part() -> None:
    parser_text = Path(options.__file__).read_text(encoding="utf-8")
    game_options = parser_text[: parser_text.index("commands = ")]
    found = set(re.findall(r'"(--[a-z-]+)"', game_options)) - {"--help", "--version", "--print"}
    assert len(found) > 10
    for option in found:
        assert f"`{option}" in russian_part(), option


def test_what_the_russian_part_says_of_the_game_without_a_screen() -> None:
    i18n.use(i18n.RUSSIAN)
    part = russian_part()
    section = part[part.index("### Без экрана") : part.index("### Честная помощь")]
    said = [line for line in re.findall(r"`([^`]+)`", section) if "leftsuit" not in line]
    lines = [line for line in said if not line.startswith("--")]
    assert len(lines) > 12
    for line in lines:
        assert orders.parse(line, LEFT_SUIT) is not None
    position = table(LEFT_SUIT, "[QH] 6C | 3S | 4S | 5S | 7D")
    answer = spoken.Voice().step(position, [Move(0, 4, 1)])
    assert f"«{answer}»" in section.replace("\n", " ")
