"""The rules, line by line, on small tables written as card strings (see `tests.table`)."""

from __future__ import annotations

import pytest

from leftsuit.notation import parse_move
from leftsuit.position import (
    DEAL,
    DOES_NOT_FIT,
    FACE_DOWN,
    FOUNDATION,
    KINGS_ONLY,
    NO_SUCH_PILE,
    NO_TAKING_BACK,
    NOT_ITS_TURN,
    NOTHING_THERE,
    NOTHING_TO_DEAL,
    ONE_AT_A_TIME,
    ONLY_ACES,
    PASS_IS_OVER,
    SAME_PLACE,
    STOCK,
    WASTE,
    WHOLE_COLUMN,
    IllegalMove,
    Move,
    Refusal,
    deal,
    is_won,
    legal_moves,
    play,
    refusal,
    run_length,
    source_card,
)
from leftsuit.rules import (
    ALL_RULES,
    KLONDIKE,
    KLONDIKE_DRAW_3,
    LEFT_SUIT,
    LEFT_SUIT_DRAW_3,
    Rules,
    find,
)
from tests.table import after, cards, table, texts, why

LEFT_SUITS = (LEFT_SUIT, LEFT_SUIT_DRAW_3)
KLONDIKES = (KLONDIKE, KLONDIKE_DRAW_3)
left_suits = pytest.mark.parametrize("rules", LEFT_SUITS)
klondikes = pytest.mark.parametrize("rules", KLONDIKES)
every_rules = pytest.mark.parametrize("rules", ALL_RULES)


# The rule sets


@every_rules
def test_rule_sets_are_found_by_name_and_draw(rules: Rules) -> None:
    assert find(rules.name, rules.draw) is rules


@pytest.mark.parametrize(("name", "draw"), [("left-suit", 2), ("freecell", 1), ("", 1)])
def test_there_are_no_other_rule_sets(name: str, draw: int) -> None:
    with pytest.raises(KeyError):
        find(name, draw)


# Building on a column


@left_suits
@pytest.mark.parametrize("moving", ["8S", "8H", "8C"])
def test_left_suit_builds_in_any_other_suit(rules: Rules, moving: str) -> None:
    start = table(rules, f"KS {moving} | 9D")
    assert after(start, "12") == table(rules, f"KS | 9D {moving}")


@left_suits
def test_left_suit_does_not_build_in_the_same_suit(rules: Rules) -> None:
    assert why(table(rules, "KS 8D | 9D"), "12") == "8D does not fit on 9D"


@klondikes
@pytest.mark.parametrize("moving", ["8S", "8C"])
def test_klondike_builds_in_the_other_colour(rules: Rules, moving: str) -> None:
    start = table(rules, f"KS {moving} | 9D")
    assert after(start, "12") == table(rules, f"KS | 9D {moving}")


@klondikes
@pytest.mark.parametrize("moving", ["8H", "8D"])
def test_klondike_does_not_build_in_the_same_colour(rules: Rules, moving: str) -> None:
    assert why(table(rules, f"KS {moving} | 9D"), "12") == f"{moving} does not fit on 9D"


@every_rules
@pytest.mark.parametrize("moving", ["9S", "TS", "7S", "AS", "KS"])
def test_columns_go_down_by_one_rank(rules: Rules, moving: str) -> None:
    assert why(table(rules, f"[2C] {moving} | 9D"), "12") == f"{moving} does not fit on 9D"


@every_rules
def test_nothing_lies_on_an_ace(rules: Rules) -> None:
    start = table(rules, "AD | 9D", waste="KS", up="QS")
    assert why(start, "W1") == "KS does not fit on AD"
    assert why(start, "21") == "9D does not fit on AD"
    assert {"W1", "21"}.isdisjoint(texts(start))


# Runs


@every_rules
def test_any_tail_of_a_run_moves_as_one(rules: Rules) -> None:
    start = table(rules, "[2S 3S] JS TD 9S 8D | QD | JC | TH | 9C")
    assert run_length(start, 0) == 4
    assert after(start, "12x4") == table(rules, "[2S] 3S | QD JS TD 9S 8D | JC | TH | 9C")
    assert after(start, "13x3") == table(rules, "[2S 3S] JS | QD | JC TD 9S 8D | TH | 9C")
    assert after(start, "14x2") == table(rules, "[2S 3S] JS TD | QD | JC | TH 9S 8D | 9C")
    assert after(start, "15") == table(rules, "[2S 3S] JS TD 9S | QD | JC | TH | 9C 8D")


@every_rules
def test_a_run_keeps_its_order(rules: Rules) -> None:
    start = table(rules, "[2S] JS TD 9S | QD")
    assert after(start, "12x3").columns[1] == cards("QD JS TD 9S")


@every_rules
def test_only_the_first_card_of_a_run_has_to_fit(rules: Rules) -> None:
    start = table(rules, "[2S] TD 9S 8D | 9C")
    assert why(start, "12x2") == "9S does not fit on 9C"
    assert why(start, "12x3") == "TD does not fit on 9C"
    assert why(start, "12") is None


@every_rules
def test_face_down_cards_do_not_move(rules: Rules) -> None:
    start = table(rules, "[JC TD] 9S 8D | JS")
    assert refusal(start, parse_move("12x3")) == Refusal(FACE_DOWN)
    assert refusal(start, parse_move("12x5")) == Refusal(FACE_DOWN)
    assert refusal(start, Move(0, 1, 0)) == Refusal(FACE_DOWN)
    assert refusal(start, Move(0, 1, -1)) == Refusal(FACE_DOWN)


@every_rules
def test_thirteen_cards_can_move(rules: Rules) -> None:
    run = "KS QD JS TD 9S 8D 7S 6D 5S 4D 3S 2D AS"
    start = table(rules, f"[2C] {run} | - | 3H")
    assert after(start, "12x13") == table(rules, f"2C | {run} | 3H")


# Turning up


@every_rules
def test_the_next_card_turns_up_in_the_same_move(rules: Rules) -> None:
    assert after(table(rules, "[2S 3S] 8S | 9D"), "12") == table(rules, "[2S] 3S | 9D 8S")
    assert after(table(rules, "[2S 3S] AS"), "1F") == table(rules, "[2S] 3S", up="AS")


@every_rules
def test_nothing_turns_up_while_a_face_up_card_stays(rules: Rules) -> None:
    start = table(rules, "[2S 3S] TC 9D 8S | 9H")
    assert after(start, "12") == table(rules, "[2S 3S] TC 9D | 9H 8S")


@every_rules
def test_a_column_may_become_empty(rules: Rules) -> None:
    moved = after(table(rules, "8S | 9D"), "12")
    assert moved == table(rules, "- | 9D 8S")
    assert moved.hidden == (0,) * 7
    assert refusal(moved, parse_move("12")) == Refusal(NOTHING_THERE)
    assert refusal(moved, parse_move("1F")) == Refusal(NOTHING_THERE)


# Empty columns


@left_suits
def test_an_empty_column_takes_any_card_or_run(rules: Rules) -> None:
    start = table(rules, "[2S] 5S 4D 3S | - | [KC] QC", waste="7H")
    assert {"12", "12x2", "12x3", "W2", "32"} <= texts(start)
    assert after(start, "12x2") == table(rules, "[2S] 5S | 4D 3S | [KC] QC", waste="7H")
    assert after(start, "W2") == table(rules, "[2S] 5S 4D 3S | 7H | [KC] QC")


@klondikes
def test_an_empty_column_takes_only_kings(rules: Rules) -> None:
    rest = "3C | 5C | 9C | 9S"
    start = table(rules, f"[2S] KS QD JS | - | [KC] QC | {rest}", waste="7H", up="KH")
    assert texts(start) == {"12x3", "H2", "D"}
    for move in ("12", "12x2", "32", "W2"):
        refused = refusal(start, parse_move(move))
        assert refused is not None
        assert refused.why == KINGS_ONLY
    moved = table(rules, f"2S | KS QD JS | [KC] QC | {rest}", waste="7H", up="KH")
    assert after(start, "12x3") == moved


@klondikes
def test_an_empty_column_takes_the_king_of_the_waste(rules: Rules) -> None:
    assert after(table(rules, "AS", waste="2D KH"), "W7").columns[6] == cards("KH")


@every_rules
def test_a_whole_column_does_not_move_into_an_empty_one(rules: Rules) -> None:
    start = table(rules, "KS QD | - | [2S] KD")
    assert refusal(start, parse_move("12x2")) == Refusal(WHOLE_COLUMN, cards("KS")[0])
    assert "12x2" not in texts(start)
    assert refusal(table(rules, "KS"), parse_move("12")) == Refusal(WHOLE_COLUMN, cards("KS")[0])
    assert texts(table(rules, "KS")) == set()
    # What turns up a card is no whole column.
    assert after(start, "34") == table(rules, "KS QD | - | 2S | KD")


@every_rules
def test_a_whole_column_moves_onto_a_card(rules: Rules) -> None:
    assert after(table(rules, "QD JS | KC"), "12x2") == table(rules, "- | KC QD JS")


# Foundations


@every_rules
@pytest.mark.parametrize("suit", "SHDC")
def test_foundations_go_up_in_suit(rules: Rules, suit: str) -> None:
    start = table(rules, f"3{suit} 2{suit} A{suit}")  # no run, but the foundation does not ask
    assert after(start, "1F 1F 1F") == table(rules, "", up=f"3{suit}")


@every_rules
def test_each_suit_has_its_own_foundation(rules: Rules) -> None:
    start = table(rules, "AH | 3S | 2H | 2S", up="AS")
    assert after(start, "1F") == table(rules, "- | 3S | 2H | 2S", up="AS AH")
    assert after(start, "4F 2F") == table(rules, "AH | - | 2H", up="3S")
    assert refusal(start, parse_move("2F")) == Refusal(NOT_ITS_TURN, cards("3S")[0])
    assert refusal(start, parse_move("3F")) == Refusal(ONLY_ACES, cards("2H")[0])
    assert why(start, "2F") == "3S cannot go up yet"


@every_rules
def test_a_card_that_is_up_already_takes_no_second(rules: Rules) -> None:
    start = table(rules, "KS | AS", up="KS")
    assert refusal(start, parse_move("1F")) == Refusal(NOT_ITS_TURN, cards("KS")[0])
    assert refusal(start, parse_move("2F")) == Refusal(NOT_ITS_TURN, cards("AS")[0])


@every_rules
def test_only_the_last_card_of_a_column_goes_up(rules: Rules) -> None:
    start = table(rules, "2D AS", up="AD")
    assert refusal(start, Move(0, FOUNDATION, 2)) == Refusal(ONE_AT_A_TIME)
    assert texts(start) == {"1F", *(f"1{n}" for n in "234567" if not rules.kings_only)}


@every_rules
def test_the_waste_goes_up(rules: Rules) -> None:
    start = table(rules, "KS", waste="2S AS")
    assert after(start, "WF WF") == table(rules, "KS", up="2S")
    assert why(table(rules, "KS", waste="AS 2S"), "WF") == "an empty foundation takes only an ace"


@every_rules
def test_nothing_moves_from_foundation_to_foundation(rules: Rules) -> None:
    start = table(rules, "KS", up="AH")
    moves = [Move(FOUNDATION + 1, target) for target in range(FOUNDATION, FOUNDATION + 4)] + [
        Move(FOUNDATION + 1, WASTE),
        Move(FOUNDATION + 1, STOCK),
    ]
    for move in moves:
        assert move not in legal_moves(start)
        with pytest.raises(IllegalMove):
            play(start, move)


@left_suits
def test_a_card_that_went_up_stays_up(rules: Rules) -> None:
    start = table(rules, "2S", up="AH")
    assert refusal(start, parse_move("H1")) == Refusal(NO_TAKING_BACK)
    assert texts(start) == set()


@klondikes
def test_klondike_takes_back_onto_a_column(rules: Rules) -> None:
    start = table(rules, "6S | 6D | KC", up="5H 5C")
    assert texts(start) == {"H1", "C2"}
    assert after(start, "H1") == table(rules, "6S 5H | 6D | KC", up="4H 5C")
    assert after(start, "H1 C2") == table(rules, "6S 5H | 6D 5C | KC", up="4H 4C")
    assert after(start, "H1 1F") == start
    assert why(start, "H2") == "5H does not fit on 6D"
    assert why(start, "H4") == KINGS_ONLY
    assert refusal(start, parse_move("S1")) == Refusal(NOTHING_THERE)


@klondikes
def test_klondike_takes_back_a_king_and_an_ace(rules: Rules) -> None:
    start = table(rules, "2S", up="AH KD")
    assert texts(start) == {"H1", *(f"D{n}" for n in "234567")}
    assert after(start, "H1 D2") == table(rules, "2S AH | KD", up="QD")


# The waste and the stock


@every_rules
def test_only_the_top_of_the_waste_plays_and_the_next_one_then_does(rules: Rules) -> None:
    start = table(rules, "9D | TD | 5H", waste="4S 9S 8S")
    assert "W1" in texts(start)
    assert "W2" not in texts(start)
    played = after(start, "W1")
    assert played == table(rules, "9D 8S | TD | 5H", waste="4S 9S")
    assert texts(played) >= {"W2"}
    assert after(played, "W2 W3") == table(rules, "9D 8S | TD 9S | 5H 4S")


@every_rules
def test_an_empty_waste_has_nothing_to_play(rules: Rules) -> None:
    start = table(rules, "9D", stock="8S")
    assert refusal(start, parse_move("W1")) == Refusal(NOTHING_THERE)
    assert refusal(start, parse_move("WF")) == Refusal(NOTHING_THERE)


@every_rules
@pytest.mark.parametrize("left", range(1, 8))
def test_a_deal_turns_one_or_three_cards_or_what_is_left(rules: Rules, left: int) -> None:
    stock = "2S 3S 4S 5S 6S 7S 8S"[: 3 * left]
    start = table(rules, "KS", stock=stock, waste="9S")
    dealt = play(start, DEAL)
    assert dealt.waste == cards("9S " + stock)[: 1 + rules.draw]
    assert dealt.stock == cards(stock)[rules.draw :]
    assert dealt.waste[-1] == cards(stock)[min(rules.draw, left) - 1]


@left_suits
def test_there_is_one_pass_through_the_stock(rules: Rules) -> None:
    position = table(rules, "KS", stock=" ".join(f"{rank}D" for rank in "23456789TJQK"))
    deals = 12 // rules.draw
    for _ in range(deals):
        assert DEAL in legal_moves(position)
        position = play(position, DEAL)
    assert position.stock == ()
    for _ in range(3):
        assert DEAL not in legal_moves(position)
        assert refusal(position, DEAL) == Refusal(PASS_IS_OVER)
        with pytest.raises(IllegalMove):
            play(position, DEAL)


@klondikes
def test_klondike_turns_the_waste_over(rules: Rules) -> None:
    start = table(rules, "KS", waste="2S 3S 4S 5S")
    turned = play(start, DEAL)
    assert turned == table(rules, "KS", stock="2S 3S 4S 5S")
    assert texts(turned) >= {"D"}
    deals = 4 if rules.draw == 1 else 2
    assert after(turned, "D " * deals) == start


@klondikes
def test_klondike_passes_have_no_limit(rules: Rules) -> None:
    opening = deal(rules, 32_000)
    around = 24 // rules.draw + 1
    position = opening
    for _ in range(5):
        for _ in range(around):
            position = play(position, DEAL)
        assert position == opening


@klondikes
def test_klondike_has_nothing_to_turn_over_without_a_waste(rules: Rules) -> None:
    start = table(rules, "KS")
    assert refusal(start, DEAL) == Refusal(NOTHING_TO_DEAL)
    assert DEAL not in legal_moves(start)


@every_rules
def test_twenty_four_cards_come_out_in_the_order_of_the_stock(rules: Rules) -> None:
    position = deal(rules, 20261129)
    stock = position.stock
    for _ in range(24 // rules.draw):
        position = play(position, DEAL)
        dealt = len(position.waste)
        assert position.waste == stock[:dealt]
        assert position.stock == stock[dealt:]
    assert position.waste == stock
    assert position.stock == ()


@every_rules
def test_the_waste_can_be_played_down_to_nothing(rules: Rules) -> None:
    """With three cards a deal too, each next card is there to be played, down to the last."""
    position = table(rules, "KS | 9D | TD | 5H", stock="4S 9S 8S")
    position = after(position, "D " * (3 // rules.draw))
    for move, left in (("W2", 2), ("W3", 1), ("W4", 0)):
        position = after(position, move)
        assert len(position.waste) == left
    assert position == table(rules, "KS | 9D 8S | TD 9S | 5H 4S")


# What is no move at all


@every_rules
def test_nothing_goes_onto_the_waste_or_the_stock(rules: Rules) -> None:
    start = table(rules, "KS | 9D 8S", stock="2S", waste="3S", up="AS")
    for source in (0, 1, WASTE, STOCK, FOUNDATION):
        for target in (WASTE, STOCK):
            move = Move(source, target)
            if move != DEAL:
                assert refusal(start, move) is not None
                assert move not in legal_moves(start)


@every_rules
def test_a_run_onto_itself_is_no_move(rules: Rules) -> None:
    start = table(rules, "9D 8S")
    for length in (1, 2):
        refused = refusal(start, Move(0, 0, length))
        assert refused is not None
        assert refused.why == SAME_PLACE


@every_rules
@pytest.mark.parametrize(
    "move",
    [
        Move(-1, 0),
        Move(0, -1),
        Move(13, 0),
        Move(0, 13),
        Move(0, 10),
        Move(STOCK, 0),
        Move(STOCK, FOUNDATION),
        Move(STOCK, WASTE, 2),
        Move(99, 99),
    ],
)
def test_there_are_no_other_piles(rules: Rules, move: Move) -> None:
    refused = refusal(table(rules, "KS | 9D 8S", stock="2S", waste="3S", up="AS"), move)
    assert refused is not None
    assert refused.why == NO_SUCH_PILE


@every_rules
@pytest.mark.parametrize("source", [WASTE, FOUNDATION])
def test_several_cards_move_only_between_columns(rules: Rules, source: int) -> None:
    start = table(rules, "4D", waste="4S 3S", up="3S")
    for length in (0, 2, -1):
        assert refusal(start, Move(source, 0, length)) == Refusal(ONE_AT_A_TIME)


@every_rules
def test_a_refused_move_says_what_did_not_fit_where(rules: Rules) -> None:
    start = table(rules, "[2S] 7S | 9C")
    with pytest.raises(IllegalMove) as caught:
        play(start, parse_move("12"))
    seven, nine = cards("7S 9C")
    assert caught.value.move == Move(0, 1)
    assert caught.value.refusal == Refusal(DOES_NOT_FIT, seven, nine)
    assert start == table(rules, "[2S] 7S | 9C")


@every_rules
def test_the_card_that_would_lie_on_the_target(rules: Rules) -> None:
    start = table(rules, "[2S] 9D 8S | TC", stock="4D 5D", waste="6C 7C", up="3H")
    for move, card in (("12x2", "9D"), ("12", "8S"), ("1F", "8S"), ("W2", "7C"), ("D", "4D")):
        assert source_card(start, parse_move(move)) == cards(card)[0]
    assert source_card(start, parse_move("H1")) == cards("3H")[0]


# The whole list of moves


def test_every_legal_move_of_a_left_suit_table() -> None:
    start = table(
        LEFT_SUIT,
        "[2C] 9D 8S 7H | TS | - | AC | 8D | [KH 5S] 2D | 8C",
        stock="QS",
        waste="9H",
        up="AD",
    )
    assert texts(start) == {
        *("4F", "6F"),
        *("12x3", "13", "13x2", "13x3", "15", "17"),
        *("46", "63"),
        *("W2", "W3"),
        "D",
    }


def test_every_legal_move_of_a_klondike_table() -> None:
    start = table(
        KLONDIKE,
        "[2C] 9D 8S 7H | TS | - | AC | 8D | [5S] KH | 8C",
        waste="9H",
        up="AD 7S",
    )
    assert texts(start) == {"4F", "12x3", "17", "63", "W2", "S5", "D"}


def test_the_first_moves_of_a_deal() -> None:
    assert texts(deal(LEFT_SUIT, 20261129)) == {"52", "63", "D"}


# The end of a game


@every_rules
def test_a_game_is_won_when_all_cards_are_up(rules: Rules) -> None:
    start = table(rules, "KC", up="KS KH KD QC")
    assert not is_won(start)
    assert is_won(after(start, "1F"))
    assert not is_won(deal(rules, 1))


@left_suits
def test_nothing_is_left_to_do_after_a_win(rules: Rules) -> None:
    assert legal_moves(table(rules, up="KS KH KD KC")) == []


@left_suits
def test_a_game_can_end_without_moves(rules: Rules) -> None:
    stuck = table(rules, "[2S] KS | KH | KD | KC | 9S | [2H] 9H | 9D", waste="3C 5C")
    assert legal_moves(stuck) == []
    assert not is_won(stuck)


@left_suits
def test_a_game_with_cards_in_the_stock_has_a_move(rules: Rules) -> None:
    stuck = table(rules, "[2S] KS | KH | KD | KC | 9S | [2H] 9H | 9D", stock="4C", waste="3C 5C")
    assert texts(stuck) == {"D"}


# Smaller tables, which can be searched to the end


def test_a_small_table_has_its_own_king() -> None:
    small = KLONDIKE._replace(columns=3, ranks=4)
    start = table(small, "[2S] 4S | - | [2D] 3D")
    assert texts(start) == {"12", "31"}
    assert is_won(table(small, up="4S 4H 4D 4C"))
    assert not is_won(table(small, "4C", up="4S 4H 4D 3C"))
    refused = refusal(start, parse_move("14"))
    assert refused is not None
    assert refused.why == NO_SUCH_PILE
