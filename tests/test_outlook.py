"""What is looked ahead at follows from what can be seen, and agrees with what comes of it."""

from __future__ import annotations

import random

import pytest

from leftsuit import learned
from leftsuit.judgement import DEALING, as_bits, hidden_cards, seen
from leftsuit.outlook import Outlook, mean
from leftsuit.position import Position, after, deal, legal_moves
from leftsuit.rules import LEFT_SUIT_DRAW_3
from leftsuit.scales import _groups, _head, _level, foundations
from tests.test_tips import permuted

pytestmark = pytest.mark.slow


def strolls() -> list[Position]:
    """Return positions from a few games of draw 3, with the waste as they are."""
    rng = random.Random(12)
    found = []
    for number in range(50, 56):
        position = deal(LEFT_SUIT_DRAW_3, number)
        for _ in range(4):
            for _ in range(4):
                moves = legal_moves(position)
                if moves:
                    position = after(position, rng.choice(moves))
            found.append(position)
    return found


def told(position: Position, cards: tuple[int, ...]) -> list[tuple[int, list[float]]]:
    unseen = as_bits(hidden_cards(position, seen([position])))
    outlook = Outlook(position, unseen)
    start = outlook.table.start
    options = sorted(move for _, move in outlook.options(start, unseen))
    return [(move, list(outlook.expected(start, unseen, move, cards))) for move in options]


def test_every_count_has_its_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    weigh = learned.weighed
    pairs: list[tuple[int, int]] = []

    def weighed(weights: tuple[int, ...], counts: tuple[int, ...]) -> int:
        pairs.append((len(weights), len(counts)))
        return weigh(weights, counts)

    monkeypatch.setattr(learned, "weighed", weighed)
    for function in (_level, _head, foundations, _groups):
        function.cache_clear()
    for position in strolls():
        told(position, (52,))
    network = learned.network(3)
    assert {wide for wide, _ in pairs} > {len(part) for part in (network.heads, network.top)}
    assert all(wide == number for wide, number in pairs)
    assert 0 < network.adding < network.units


@pytest.mark.parametrize("draw", [1, 3])
def test_the_sums_of_all_rows_are_told_apart(draw: int) -> None:
    network = learned.network(draw)
    sides = [1 << learned.SPARE + learned.WIDTH * row for row in range(network.units + 1)]
    for added, taken in ((5, 7), (-5, 7), (5, -7), (-5, -7)):
        total = -3 * sides[0] + added * sides[1] + taken * sides[-1] + 12345
        assert network.odds(total) == (-3 + max(0, added) - max(0, taken)) / 100_000


@pytest.mark.parametrize("cards", [(52,), (3, 2)])
def test_looking_ahead_never_peeks(cards: tuple[int, ...]) -> None:
    rng = random.Random(13)
    for position in strolls():
        other = permuted(rng, position, seen([position]))
        assert told(position, cards) == told(other, cards)


def test_each_card_that_may_come_is_tried_once_and_left_alone() -> None:
    for position in strolls():
        unseen = hidden_cards(position, seen([position]))
        for move, likelihoods in told(position, (52,)):
            assert all(0 <= likelihood <= 1 for likelihood in likelihoods)
            assert len(likelihoods) == len(unseen) if move == DEALING else likelihoods
        # Nothing tried before shows in what comes later.
        outlook = Outlook(position, as_bits(unseen))
        start = outlook.table.start
        for _ in range(2):
            again = [
                mean(list(outlook.expected(start, as_bits(unseen), move)))
                for _, move in sorted(outlook.options(start, as_bits(unseen)), key=lambda o: o[1])
            ]
            first = [mean(likelihoods) for _, likelihoods in told(position, (52,))]
            assert again == pytest.approx(first)
