"""The examples in the documentation of the package are true."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

import leftsuit

# The file that runs the program when it is imported has no examples; the one that draws needs
# curses.
NAMES = sorted(
    path.stem
    for path in Path(leftsuit.__file__).parent.glob("*.py")
    if path.stem not in ("__main__", "tui")
)


@pytest.mark.parametrize("name", NAMES)
def test_examples(name: str) -> None:
    module = leftsuit if name == "__init__" else importlib.import_module(f"leftsuit.{name}")
    assert doctest.testmod(module).failed == 0


def test_there_are_examples() -> None:
    tried = {
        name: doctest.testmod(importlib.import_module(f"leftsuit.{name}")).attempted
        for name in ("rules", "notation")
    }
    assert all(tried.values())
