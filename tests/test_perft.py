"""How many sequences of legal moves there are, as the naive model counted them.

The table is `data/perft.txt`; `data/make_perft.py` says what it holds and how it was made.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from leftsuit.notation import move_text
from leftsuit.position import Position, deal, legal_moves, play
from leftsuit.rules import ALL_RULES, NAMES, Rules, find
from tests import naive
from tests.table import after, naive_game, view

TABLE = Path(__file__).parent / "data" / "perft.txt"
CHEAP = 1_500
"""The naive model counts up to here once more."""


class Line(NamedTuple):
    rules: Rules
    deal: int
    moves: str
    counts: list[int]


def lines() -> list[Line]:
    found = []
    for text in TABLE.read_text(encoding="ascii").splitlines():
        if not text.startswith("#"):
            start, counts = text.split(": ")
            name, draw, number, moves = start.split(" ")
            moves = moves.replace(",", " ").strip("-")
            rules = find(name, int(draw))
            found.append(Line(rules, int(number), moves, [int(count) for count in counts.split()]))
    return found


LINES = lines()


def count_sequences(position: Position, depth: int, known: dict[tuple[Position, int], int]) -> int:
    """Return how many sequences of so many legal moves start here; `known` spares repetitions."""
    moves = legal_moves(position)
    if depth == 1:
        return len(moves)
    key = (position, depth)
    if key not in known:
        known[key] = sum(count_sequences(play(position, move), depth - 1, known) for move in moves)
    return known[key]


def ids(line: Line) -> str:
    return f"{line.rules.name}-{line.rules.draw}-{line.deal}"


@pytest.mark.parametrize("line", LINES, ids=ids)
def test_the_engine_counts_as_the_model_did(line: Line) -> None:
    start = after(deal(line.rules, line.deal), line.moves)
    known: dict[tuple[Position, int], int] = {}
    counts = [count_sequences(start, depth + 1, known) for depth in range(len(line.counts))]
    assert counts == line.counts


@pytest.mark.parametrize("line", LINES[::9], ids=ids)
def test_the_model_still_counts_so(line: Line) -> None:
    game = naive_game(line.rules, line.deal)
    for text in line.moves.split():
        game.play(text)
    for depth, count in enumerate(line.counts, 1):
        if count > CHEAP:
            break
        assert naive.count_sequences(game, depth) == count


@pytest.mark.parametrize("rules", ALL_RULES)
def test_the_table_reaches_every_part_of_the_game(rules: Rules) -> None:
    own = [line for line in LINES if line.rules == rules]
    openings = [line for line in own if not line.moves]
    assert len({line.deal for line in openings}) == 20
    assert all(len(line.counts) >= 5 for line in openings)
    middles = [after(deal(rules, line.deal), line.moves) for line in own if line.moves]
    kinds = {move_text(move)[0] for middle in middles for move in legal_moves(middle)}
    assert any(() in middle.columns for middle in middles)
    assert any(sum(middle.foundations) >= 12 for middle in middles)
    assert any(not middle.stock for middle in middles)
    assert ("S" in kinds or "H" in kinds) == rules.take_back
    if rules.redeal:
        turned = [middle for middle in middles if not middle.stock and middle.waste]
        assert any("D" in map(move_text, legal_moves(middle)) for middle in turned)


def test_the_table_is_of_every_rule_set() -> None:
    assert {line.rules.name for line in LINES} == set(NAMES)
    assert {line.rules for line in LINES} == set(ALL_RULES)
    # The model and the engine deal and show a game alike.
    for line in LINES[::7]:
        game = naive_game(line.rules, line.deal)
        assert game.view() == view(deal(line.rules, line.deal))
