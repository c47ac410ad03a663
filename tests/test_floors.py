"""Which file may import which: each floor of the house only from the floors below it.

Files on one floor may import each other, but not in a circle. Only the files named ``tui`` may
touch curses, and nothing beyond the standard library is imported anywhere.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import leftsuit

PACKAGE = Path(leftsuit.__file__).parent

FLOORS = (
    ("values", "cards", "rules", "deals", "position", "notation", "i18n"),
    (
        "solver",
        "advice",
        "tips",
        "judgement",
        "rehearsal",
        "outlook",
        "scales",
        "learned",
        "places",
        "sight",
        "weights1",
        "weights3",
        "difficulty",
    ),
    ("session", "record", "store", "folder", "database", "rescue", "days", "statistics"),
    (
        "app",
        "model",
        "questions",
        "thinking",
        "playing",
        "asking",
        "keeping",
        "settings",
        "optionscreen",
        "picking",
        "past",
        "layout",
        "sizes",
        "keys",
        "words",
        "decode",
        "faces",
        "frame",
        "helptext",
        "plainwords",
        "plaintable",
        "spoken",
        "orders",
        "report",
        "solving",
        "solvecommand",
        "statstext",
        "sharing",
        "svg",
    ),
    ("tui", "incoming", "plain"),
    ("cli", "options", "commands", "output", "__main__"),
)
FLOOR_OF = {name: floor for floor, names in enumerate(FLOORS) for name in names}
CURSES = ("curses", "_curses")


class WrongDoor(Exception):
    """An import that the house does not allow."""


def imports(source: str, names: set[str]) -> Iterator[str]:
    """Yield what a file imports, wherever it does so: ``leftsuit.cards``, ``curses``, ``os``.

    `names` are the files of the package, such as ``cards`` or ``solver.search``, to tell them from
    attributes.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                base = f"leftsuit.{base}".strip(".")
            for alias in node.names:
                whole = f"{base}.{alias.name}"
                yield whole if whole.removeprefix("leftsuit.") in names else base
        elif isinstance(node, ast.Call):
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            if name in ("import_module", "__import__"):
                first = node.args[0] if node.args else None
                if not (isinstance(first, ast.Constant) and isinstance(first.value, str)):
                    raise WrongDoor(f"line {node.lineno} imports what cannot be read here")
                yield first.value


def check(sources: dict[str, str]) -> None:
    """Raise `WrongDoor` for the first import that is not allowed in a house of these files."""
    names = set(sources)
    beside: dict[str, set[str]] = {}
    for name, source in sources.items():
        floor = FLOOR_OF.get(name.partition(".")[0], -1)
        if name != "__init__" and floor < 0:
            raise WrongDoor(f"{name} stands on no floor")
        beside[name] = set()
        for imported in imports(source, names):
            top, _, rest = imported.partition(".")
            if top in CURSES and name != "tui":
                raise WrongDoor(f"{name} imports {imported}")
            if top != "leftsuit":
                if top not in sys.stdlib_module_names:
                    raise WrongDoor(f"{name} imports {imported}")
                continue
            if not rest:
                continue  # the package itself, for its version
            beneath = FLOOR_OF.get(rest.partition(".")[0], 99)
            if name == "__init__" or beneath > floor:
                raise WrongDoor(f"{name} imports {imported}")
            if beneath == floor:
                beside[name].add(rest)
    # Take away files that import nothing beside them, until none is left or a circle is.
    while beside:
        free = [name for name, targets in beside.items() if not targets & set(beside)]
        if not free:
            raise WrongDoor(f"{', '.join(sorted(beside))} import each other in a circle")
        for name in free:
            del beside[name]


def test_the_house() -> None:
    files = sorted(PACKAGE.rglob("*.py"))
    sources = {name_of(file): file.read_text(encoding="utf-8") for file in files}
    assert {"cards", "position", "record", "solver.search"} <= set(sources)
    check(sources)


def name_of(file: Path) -> str:
    """Return the name of a file as it is imported: ``cards``, ``solver.search``, ``solver``."""
    parts = file.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


@pytest.mark.parametrize(
    "sources",
    [
        {"cards": "from leftsuit.session import Session", "session": ""},
        {"cards": "from leftsuit import session", "session": ""},
        {"cards": "from . import session", "session": ""},
        {"cards": "from .session import Session", "session": ""},
        {"cards": "def f():\n    import leftsuit.session", "session": ""},
        {
            "cards": "if True:\n    from leftsuit import (\n        session as s,\n    )",
            "session": "",
        },
        {"cards": "import importlib\nimportlib.import_module('leftsuit.session')", "session": ""},
        {"cards": "import importlib\nimportlib.import_module(name)"},
        {"cards": "__import__('curses')"},
        {"solver": "from leftsuit import record", "record": ""},
        {"session": "import leftsuit.app", "app": ""},
        {"app": "from leftsuit import tui", "tui": ""},
        {"plain": "from leftsuit.cli import main", "cli": ""},
        {"cli": "import curses"},
        {"plain": "def f():\n    from curses import ascii"},
        {"plain": "import _curses"},
        {"cards": "import hypothesis"},
        {"cards": "from leftsuit.nowhere import it"},
        {"helpers": ""},
        {"__init__": "from leftsuit.cards import card", "cards": ""},
        {"cards": "import leftsuit.rules", "rules": "import leftsuit.cards"},
        {"solver.lines": "from leftsuit.session import new", "session": ""},
        {
            "solver.lines": "from leftsuit.solver import b",
            "solver.b": "import leftsuit.solver.lines",
        },
        {
            "app": "from leftsuit import keys",
            "keys": "from leftsuit import layout",
            "layout": "def f():\n    from leftsuit import app",
        },
    ],
)
def test_wrong_doors_are_found(sources: dict[str, str]) -> None:
    with pytest.raises(WrongDoor):
        check(sources)


@pytest.mark.parametrize(
    "sources",
    [
        {"advice": "from leftsuit.solver.search import Search", "solver.search": ""},
        {"session": "from leftsuit import rules as rule_sets", "rules": "import random"},
        {"rules": "from leftsuit.cards import rank", "cards": "from __future__ import annotations"},
        {"tui": "import curses\nimport curses.ascii\nfrom leftsuit import app", "app": ""},
        {"cli": "from leftsuit import __version__\nfrom leftsuit import tui", "tui": ""},
        {"__main__": "from leftsuit.cli import main", "cli": "import leftsuit"},
    ],
)
def test_right_doors_are_open(sources: dict[str, str]) -> None:
    check(sources)
