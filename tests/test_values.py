"""Our named tuples against those of the standard library."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import typing
from pathlib import Path

import pytest

from leftsuit import values


class Ours(values.NamedTuple):
    """Three fields."""

    one: int
    two: str = "b"
    three: tuple[int, ...] = ()

    @property
    def twice(self) -> int:
        """Return double the first field."""
        return 2 * self.one


class Theirs(typing.NamedTuple):
    """The same."""

    one: int
    two: str = "b"
    three: tuple[int, ...] = ()


CASES: list[tuple[tuple[object, ...], dict[str, object]]] = [
    ((1,), {}),
    ((1, "x"), {}),
    ((1, "x", (2,)), {}),
    ((), {"one": 1}),
    ((1,), {"three": (5,)}),
    ((), {"three": (5,), "two": "y", "one": 9}),
]


@pytest.mark.parametrize(("given", "named"), CASES)
def test_made_alike(given: tuple[object, ...], named: dict[str, object]) -> None:
    ours, theirs = Ours(*given, **named), Theirs(*given, **named)  # type: ignore[arg-type]
    assert ours == theirs == tuple(theirs)
    assert hash(ours) == hash(theirs)
    assert (ours.one, ours.two, ours.three) == (theirs.one, theirs.two, theirs.three)
    assert repr(ours) == repr(theirs).replace("Theirs", "Ours")
    assert ours._asdict() == theirs._asdict()
    assert ours._replace(two="z") == theirs._replace(two="z")
    assert ours.twice == 2 * theirs.one
    assert pickle.loads(pickle.dumps(ours)) == copy.deepcopy(ours) == ours
    one, *_ = ours
    assert one == ours[0]


@pytest.mark.parametrize(
    ("given", "named"),
    [((), {}), ((1, 2, 3, 4), {}), ((1,), {"one": 1}), ((1,), {"four": 4}), ((), {"two": "x"})],
)
def test_refused_alike(given: tuple[object, ...], named: dict[str, object]) -> None:
    for kind in (Ours, Theirs):
        with pytest.raises(TypeError):
            kind(*given, **named)  # type: ignore[arg-type]


def test_values_do_not_change() -> None:
    ours = Ours(1)
    with pytest.raises(AttributeError):
        ours.one = 2  # type: ignore[misc]
    with pytest.raises(ValueError, match="four"):
        ours._replace(four=4)  # type: ignore[call-arg]
    assert Ours.__match_args__ == Theirs.__match_args__
    assert Ours._fields == Theirs._fields


def test_a_plain_start_brings_in_no_slow_module() -> None:
    """They would take longer to load than all of the game."""
    slow = "typing re argparse json locale textwrap shutil calendar dataclasses logging"
    code = (
        "import sys\n"
        "before = set(sys.modules)\n"
        "import curses, sqlite3\n"
        "ground = set(sys.modules)\n"
        "import leftsuit.cli, leftsuit.tui, leftsuit.keeping, leftsuit.database\n"
        f"print(*sorted((set(sys.modules) - ground) & set({slow.split()!r})))"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[1],
    )
    assert done.stdout.strip() == ""
