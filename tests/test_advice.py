"""The best place, safe cards and dead ends: the order, the proof and the certainty."""

from __future__ import annotations

import random

import pytest

from leftsuit import advice
from leftsuit.notation import move_text, parse_move
from leftsuit.position import (
    DEAL,
    FOUNDATION,
    WASTE,
    Move,
    after,
    deal,
    legal_moves,
    source_card,
)
from leftsuit.rules import ALL_RULES, KLONDIKE, KLONDIKE_DRAW_3, LEFT_SUIT, Rules
from tests.small import can_be_won, deal_small, reachable, stroll
from tests.table import table

pytestmark = pytest.mark.slow


def order(position: advice.Position, source: int, last: str = "") -> str:
    """Return the places of a pile, best first, as move texts."""
    moves = advice.places(position, source, [parse_move(text) for text in last.split()])
    return " ".join(map(move_text, moves))


class TestBestPlace:
    @pytest.mark.parametrize(
        ("columns", "up", "source", "expected"),
        [
            ("[KS] 2H | 3C | 3D", "AH", 0, "1F 12 13 14 15 16 17"),
            ("[KS] 5H | 6C", "4H", 0, "12 1F 13 14 15 16 17"),
            ("[KS] 4H | 5C", "3H 2S 2D 2C", 0, "12 1F 13 14 15 16 17"),
            ("4H | 5C", "3H 2S 2D 2C", 0, "1F 12"),
            ("6H 5C | 7C | 6D", "", 0, "12x2 13 14 15 16 17"),
            ("6H | 7C | 8D 7S", "5H", 0, "13 12 1F"),
            ("[KS] 9H 8C | QC", "", 0, "13x2 14x2 15x2 16x2 17x2 13 14 15 16 17"),
        ],
    )
    def test_order(self, columns: str, up: str, source: int, expected: str) -> None:
        assert order(table(LEFT_SUIT, columns, up=up), source) == expected

    def test_the_waste_goes_to_a_column_before_an_unsafe_foundation(self) -> None:
        position = table(LEFT_SUIT, "6C | 9S | 6D 6H", waste="5H", up="4H")
        assert order(position, WASTE).split()[:2] == ["W1", "WF"]

    def test_the_way_back_comes_last(self) -> None:
        position = table(LEFT_SUIT, "6C 5H | 6D | 6S")
        assert order(position, 0).split()[:2] == ["12", "13"]
        assert order(position, 0, last="21").split()[-1] == "12"
        assert order(position, 0, last="21 D").split()[0] == "12"

    def test_every_legal_move_of_a_pile_is_a_place(self) -> None:
        rng = random.Random(4)
        for rules in ALL_RULES:
            position = deal(rules, 77)
            for _ in range(200):
                legal = legal_moves(position)
                for source in {move.source for move in legal}:
                    places = advice.places(position, source)
                    assert set(places) == {move for move in legal if move.source == source}
                if not legal:
                    break
                position = after(position, rng.choice(legal))


SMALL = [
    *(LEFT_SUIT._replace(columns=c, ranks=r, draw=d) for c, r in ((3, 3), (4, 3)) for d in (1, 3)),
    *(rules._replace(columns=3, ranks=3) for rules in (KLONDIKE, KLONDIKE_DRAW_3)),
    LEFT_SUIT._replace(columns=3, ranks=4),
]


@pytest.mark.parametrize("rules", SMALL, ids=lambda r: f"{r.name}-{r.draw}-{r.columns}x{r.ranks}")
def test_sending_up_a_safe_card_never_costs_a_win(rules: Rules) -> None:
    rng = random.Random(f"{rules}")
    tried = 0
    for _ in range(150):
        position = stroll(rng, deal_small(rng, rules), rng.randrange(8))
        moves = advice.safe_moves(position)
        if not moves:
            continue
        tried += 1
        won = can_be_won(position)
        for move in moves:
            assert advice.is_safe(position, source_card(position, move))
            position = after(position, move)
            assert can_be_won(position) == won
    assert tried > 20


def test_a_card_that_is_not_safe_can_cost_a_win() -> None:
    """The rule is not wider than it may be: one rank more and wins are lost."""
    rng = random.Random(5)
    rules = LEFT_SUIT._replace(columns=3, ranks=4)
    costly = 0
    for _ in range(400):
        position = stroll(rng, deal_small(rng, rules), rng.randrange(12))
        for move in legal_moves(position):
            if move.target == FOUNDATION and not advice.is_safe(
                position, source_card(position, move)
            ):
                costly += can_be_won(position) and not can_be_won(after(position, move))
    assert costly


def test_klondike_draw_3_leaves_its_waste_alone() -> None:
    position = table(KLONDIKE_DRAW_3, "KS", waste="AS")
    assert advice.safe_moves(position) == []
    assert advice.safe_moves(position._replace(rules=KLONDIKE)) == [Move(WASTE, FOUNDATION)]


class TestFinish:
    def test_unsafe_cards_go_up_when_they_win_the_game(self) -> None:
        position = table(LEFT_SUIT, "KS QS JS", up="TS KH KD KC")
        assert len(advice.finishing_moves(position)) == 3

    def test_what_lies_under_the_top_of_the_waste_is_not_looked_at_unless_it_was_shown(
        self,
    ) -> None:
        shown = table(LEFT_SUIT, "KS", waste="QS JS", up="TS KH KD KC")
        assert len(advice.finishing_moves(shown)) == 3
        rules = LEFT_SUIT._replace(draw=3)
        for under in ("QS", "9H"):
            here = table(rules, "KS", waste=f"{under} JS", up="TS KH KD KC")
            assert advice.finishing_moves(here) == []
        last = table(rules, "KS QS", waste="JS", up="TS KH KD KC")
        assert len(advice.finishing_moves(last)) == 3

    @pytest.mark.parametrize(
        "position",
        [
            table(LEFT_SUIT, "[KS] QS", up="JS KH KD KC"),
            table(LEFT_SUIT, "KS", stock="QS", up="JS KH KD KC"),
            table(LEFT_SUIT, "QS KS", waste="JS TS", up="9S KH KD KC"),
        ],
    )
    def test_not_while_anything_is_hidden_or_in_the_way(self, position: advice.Position) -> None:
        assert advice.finishing_moves(position) == []


def progress(start: advice.Position, position: advice.Position, move: Move) -> bool:
    """Say whether a move makes progress: written anew from the rules, for comparing."""
    there = after(position, move)
    return (
        move.source == WASTE
        or sum(there.hidden) < sum(position.hidden)
        or any(new > old for new, old in zip(there.foundations, start.foundations, strict=True))
    )


@pytest.mark.parametrize("rules", SMALL, ids=lambda r: f"{r.name}-{r.draw}-{r.columns}x{r.ranks}")
def test_dead_ends_are_those_of_plain_exhaustion(rules: Rules) -> None:
    rng = random.Random(f"dead {rules}")
    found = {True: 0, False: 0}
    for _ in range(300):
        position = stroll(rng, deal_small(rng, rules), 40)
        moved = any(
            progress(position, here, move)
            for here in reachable(position)
            for move in legal_moves(here)
        )
        is_won = min(position.foundations) == rules.ranks
        can_deal = bool(position.stock) and not rules.redeal
        expected = not moved and not is_won and not can_deal
        tops = [position._replace(waste=(card,)) for card in range(52)]
        assert advice.is_dead_end(position, tops) == expected
        found[expected] += 1
    assert min(found.values()) > 5


class TestDeadEnd:
    def test_a_run_can_always_be_parted_over_an_empty_column(self) -> None:
        position = table(LEFT_SUIT, "[2S] KS QH | [2H] KH | [2D] KD | [2C] KC | [3S] 9S | [3H] 9H")
        assert not advice.is_dead_end(position, ()), "9S can go to column 7, and 3S turns up"

    def test_moves_to_and_fro_are_no_way_out(self) -> None:
        position = table(
            LEFT_SUIT,
            "[3S] 9S 8C | [3H] 9H | [3D] KD | [3C] KC | [2S] KS | [2H] KH | [2D] 5C",
            waste="JC",
        )
        assert legal_moves(position)
        assert advice.is_dead_end(position, ())

    def test_not_while_the_stock_can_be_dealt(self) -> None:
        position = table(LEFT_SUIT, "KS | KH | KD | KC | 9S | 9H | 9D", stock="2S")
        assert not advice.is_dead_end(position, ())

    def test_a_win_is_none(self) -> None:
        assert not advice.is_dead_end(table(LEFT_SUIT, up="KS KH KD KC"), ())

    def test_not_before_all_that_can_come_was_seen(self) -> None:
        position = deal(KLONDIKE_DRAW_3, 10)
        past = [position]
        for _ in range(30):
            if advice.is_dead_end(position, past):
                break
            position = after(position, DEAL)
            past.append(position)
        assert advice.is_dead_end(position, past)
        assert not position.stock, "every third card of the stock has been the top by now"
        assert advice.is_dead_end(past[0], past), "and from the opening it would have been one"

    def test_a_search_cut_short_says_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        position = table(
            KLONDIKE,
            "[3S] 9S 8H | [3H] 9C | [3D] KD | [3C] KC | [2S] KS | [2H] KH | [2D] 5C",
            waste="JC",
        )
        assert advice.is_dead_end(position, ())
        monkeypatch.setattr("leftsuit.solver.search.POSITIONS", 1)
        assert not advice.is_dead_end(position, ())
