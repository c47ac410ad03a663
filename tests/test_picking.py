"""Random deals of the wanted kind."""

from __future__ import annotations

import pytest

from leftsuit import deals, difficulty, picking
from leftsuit.position import deal
from leftsuit.rules import KLONDIKE, LEFT_SUIT, LEFT_SUIT_DRAW_3
from leftsuit.solver.search import Search
from leftsuit.solver.verdict import WON

LOST_DEAL = 41


def test_any_deal_will_do_unless_something_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deals, "pick", lambda: LOST_DEAL)
    assert picking.pick(LEFT_SUIT_DRAW_3) == LOST_DEAL
    with pytest.raises(picking.NoneFound):
        picking.pick(LEFT_SUIT_DRAW_3, picking.WINNABLE)


def test_a_lost_deal_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    offered = iter([LOST_DEAL, 56, 7])
    monkeypatch.setattr(deals, "pick", lambda: next(offered))
    assert picking.pick(LEFT_SUIT_DRAW_3, picking.WINNABLE) == 7


@pytest.mark.parametrize("rules", [LEFT_SUIT, KLONDIKE])
def test_deals_are_random_and_short_enough_to_be_told(rules: picking.Rules) -> None:
    numbers = {picking.pick(rules, picking.WINNABLE) for _ in range(3)}
    assert len(numbers) == 3
    assert all(32_000 <= number <= 999_999 for number in numbers)


@pytest.mark.parametrize("wanted", [picking.EASY, picking.HARD])
def test_deals_of_a_difficulty(monkeypatch: pytest.MonkeyPatch, wanted: str) -> None:
    numbers = iter(range(1, 200))
    monkeypatch.setattr(deals, "pick", lambda: next(numbers))
    number = picking.pick(LEFT_SUIT_DRAW_3, wanted)
    assert Search(deal(LEFT_SUIT_DRAW_3, number)).run(100_000) == WON
    assert difficulty.classify(LEFT_SUIT_DRAW_3, number) == wanted, "it is as hard as it was"
