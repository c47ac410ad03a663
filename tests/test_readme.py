"""What the README shows is true."""

from __future__ import annotations

import re
from pathlib import Path

from leftsuit import keys, options, record, session
from leftsuit.rules import LEFT_SUIT
from tests.play import model, picture, press
from tests.test_pictures import MIDGAME

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def blocks() -> list[str]:
    """Return the texts between fences."""
    return [block.split("\n", 1)[1] for block in README.split("```")[1::2]]


def test_the_picture_is_one_of_the_game() -> None:
    m = press(model(session.new(LEFT_SUIT, 20261129)), MIDGAME)._replace(seconds=150)
    rows = [row for row in picture(m).splitlines() if row]
    assert blocks()[0].splitlines() == rows


def test_the_record_is_one() -> None:
    (text,) = [block for block in blocks() if block.startswith("leftsuit game")]
    read = record.read(text)
    assert record.write(read) == text
    assert read.game.deal == 7


def test_every_key_is_in_the_table() -> None:
    table = README[README.index("| key |") : README.index("The keys work on")]
    named = set(re.findall(r"`([^`]+)`|(Ctrl-.|Backspace|F1|arrows)", table))
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
