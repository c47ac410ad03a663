"""What the README shows is true."""

from __future__ import annotations

from pathlib import Path

from leftsuit import keys, record

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")


def blocks() -> list[str]:
    """Return the texts between fences."""
    return [block.split("\n", 1)[1] for block in README.split("```")[1::2]]


def test_the_record_is_one() -> None:
    (text,) = [block for block in blocks() if block.startswith("leftsuit game")]
    read = record.read(text)
    assert record.write(read) == text
    assert read.game.deal == 7


def test_every_key_of_the_table_is_named() -> None:
    for binding in keys.BINDINGS:
        for name in binding.shown.split():
            if name not in ("F1", "Ctrl-L", "Ctrl-Z", "…"):
                assert name in README, name
