"""What the keys do: every command of the table, and what it says."""

from __future__ import annotations

import random

import pytest

from leftsuit import app, keys, layout, session, words
from leftsuit.cards import SPADES, card
from leftsuit.layout import Spot
from leftsuit.model import (
    PICK_DEAL,
    PROMPT,
    QUIT,
    REPAINT,
    SUSPEND,
    TABLE,
    Dealt,
    Elapsed,
    Model,
    Resize,
    Tick,
)
from leftsuit.notation import move_text
from leftsuit.position import FOUNDATION, STOCK, WASTE, Move, Position
from leftsuit.questions import Answer, Loss, WhereLost, WinningLine
from leftsuit.rules import ALL_RULES, KLONDIKE, LEFT_SUIT, LEFT_SUIT_DRAW_3, Rules
from tests.play import at, model, opening, paste, picture, press, press_for
from tests.table import after, table

CHOICES = table(LEFT_SUIT, "5D 4S | 6H | 6C | 5H | [KD] 9H | TS", stock="2C")
"""The four of spades fits on the five of hearts, both cards of column 1 on both sixes."""


def made(m: Model) -> list[str]:
    """Return the moves in force, one text a step."""
    return ["+".join(map(move_text, step.moves)) for step in m.game.steps[: m.game.at]]


class TestOneKey:
    def test_a_digit_plays_to_the_best_place_and_names_it(self) -> None:
        m = press(at(CHOICES), "5")
        assert made(m) == ["56"]
        assert m.message == "9♥ → column 6 on 10♠, turns up K♦  (1 of 2, Tab: next)"

    def test_tab_goes_through_every_place_and_back_to_none(self) -> None:
        m = press(at(CHOICES), "1")
        seen = []
        while made(m):
            assert len(m.game.steps) == 1, "each place is the same one step"
            seen += made(m)
            m = press(m, "Tab")
        assert seen == ["12x2", "13x2", "14", "17"]
        assert m.position == CHOICES
        assert m.message == words.TAKEN_BACK
        assert made(press(m, "Tab")) == seen[:1]
        assert made(press(m, "Shift-Tab")) == seen[-1:]

    def test_shift_tab_goes_the_other_way_round(self) -> None:
        m = press(at(CHOICES), "1 Tab Shift-Tab")
        assert made(m) == ["12x2"]
        assert made(press(m, "Shift-Tab")) == []

    def test_tab_after_anything_else_changes_nothing(self) -> None:
        m = press(at(CHOICES), "1 Space Tab")
        assert made(m) == ["12x2", "D"]
        assert m.message == words.NOT_PLAYED

    def test_one_undo_takes_a_play_back_wherever_tab_put_it(self) -> None:
        m = press(at(CHOICES), "1 Tab Tab u")
        assert m.position == CHOICES
        assert press(m, "r").position == press(at(CHOICES), "1 Tab Tab").position

    @pytest.mark.parametrize("key", ["0", "w", "ц"])
    def test_the_waste_has_two_keys_and_one_in_russian(self, key: str) -> None:
        m = press(at(table(LEFT_SUIT, "5D", waste="KC 4S")), key)
        assert made(m) == ["W1"]

    def test_a_key_with_no_place_says_why(self) -> None:
        position = table(LEFT_SUIT, "9C | 5H 4C | KS | AS", waste="9D", up="AS")
        for key, text in {
            "1": "9♣ fits nowhere now: it wants a 10 of another suit",
            "0": "9♦ fits nowhere now: it wants a 10 of another suit",
        }.items():
            full = position._replace(columns=tuple(c or (51,) for c in position.columns))
            m = press(at(full), key)
            assert (made(m), m.message) == ([], text)
        assert press(at(position), "5").message == "Column 5 is empty: it takes any card"
        m = press(at(table(LEFT_SUIT, "9C", stock="AC")), "0")
        assert m.message == "The waste is empty: d deals from the stock"

    def test_the_way_back_is_no_best_place(self) -> None:
        position = table(LEFT_SUIT, "[2C] 9C 8D | [2H] 9H | [3C] KS | [3H] KD | [3S] KC | [AC] QC")
        position = position._replace(
            columns=(*position.columns[:6], (50,)), hidden=(*position.hidden[:6], 0)
        )
        m = press(at(position), "1")
        assert made(m) == ["12"]
        m = press(m, "2")
        assert made(m) == ["12"]
        assert "u does it" in m.message


class TestDeal:
    @pytest.mark.parametrize("key", [" ", "d", "в", "В"])
    def test_deals(self, key: str) -> None:
        m = press(opening(), [key])
        assert made(m) == ["D"]
        assert m.message == "Dealt J♣"
        assert m.cursor == Spot(WASTE)

    def test_at_the_end_of_the_pass_it_says_so_and_is_no_move(self) -> None:
        m = press(opening(), ["d"] * 24)
        assert m.message.endswith("the last of the stock")
        for _ in range(3):
            m = press(m, "d")
        assert m.game.moves == 24
        assert m.message == "The pass through the stock is over"
        shown = picture(m)
        assert "is over" in shown
        assert "lost" not in shown.lower()
        assert press(m, "u").position.stock

    def test_klondike_turns_the_waste_over(self) -> None:
        m = press(opening(rules=KLONDIKE), ["d"] * 25)
        assert m.message == words.dealt(m.position, m.look)
        assert len(m.position.stock) == 24


class TestSendUp:
    def test_sends_every_safe_card_in_one_step(self) -> None:
        m = press(at(table(LEFT_SUIT, "9C 2S | AH AS | 3C", waste="2H", stock="4C")), "f")
        assert made(m) == ["2F+1F+2F+WF"]
        assert m.message == "Sent up A♠ 2♠ A♥ 2♥"
        assert press(m, "u").game.at == 0

    def test_leaves_what_might_be_needed(self) -> None:
        position = table(LEFT_SUIT, "[KH] 4S", up="3S 2H 3C")
        m = press(at(position), "f")
        assert (made(m), m.message) == ([], words.NOTHING_SAFE)

    def test_finishes_when_only_that_is_left(self) -> None:
        position = table(LEFT_SUIT, "KS QH | KH QS | KD", waste="KC QD", up="JS JH JD QC")
        m = press(at(position), "f")
        assert len(made(m)) == 1
        assert "You won!" in picture(m)
        assert press(m, "u").position == position


class TestCursor:
    def test_up_and_down_choose_how_much_of_the_run(self) -> None:
        m = press(at(CHOICES), "Down")
        assert m.cursor == Spot(0, 1)
        assert press(m, "Up").cursor == Spot(0, 2)
        assert press(m, "Up Up").cursor == Spot(STOCK)
        assert press(m, "Up Down").cursor == Spot(0, 1)

    def test_rows_wrap_and_columns_lead_to_the_pile_above(self) -> None:
        m = opening()
        assert press(m, "Left").cursor == Spot(FOUNDATION + 3)
        assert press(m, "Right Right").cursor == Spot(FOUNDATION)
        assert press(m, "Down Left").cursor == Spot(6, 1)
        assert press(m, "j h k").cursor == Spot(FOUNDATION + 3)

    def test_enter_takes_stands_on_the_best_place_and_drops(self) -> None:
        m = press(at(CHOICES), "Down Up Enter")
        assert m.lifted is not None
        assert "column 2 on 6♥?  (1 of 2, Enter)" in m.message
        view = app.view(m)
        assert (view.cursor.pile, view.lifted, view.legal) == (
            1,
            Spot(0, 2),
            {1: None, 2: None},
        )
        assert made(press(m, "Right Enter")) == ["13x2"]
        assert made(press(m, "Right Right Enter")) == ["12x2"]
        assert made(press(m, "3")) == ["13x2"], "a digit names the place"

    def test_esc_puts_back(self) -> None:
        m = press(at(CHOICES), "Down Enter Esc")
        assert (m.lifted, m.game.at, m.message) == (None, 0, words.PUT_BACK)

    def test_a_refused_place_is_explained_and_the_cards_stay_in_hand(self) -> None:
        m = press(at(CHOICES), "Down Enter 6")
        assert m.lifted is not None
        assert m.message == "4♠ does not fit on 10♠: that takes a 9 of another suit"

    def test_another_command_puts_back_first(self) -> None:
        m = press(at(CHOICES), "Down Enter d")
        assert (m.lifted, made(m)) == (None, ["D"])

    def test_enter_on_the_stock_deals(self) -> None:
        assert made(press(opening(), "Enter")) == ["D"]

    def test_a_card_that_went_up_stays_unless_the_rules_say_otherwise(self) -> None:
        position = table(LEFT_SUIT, "3H", up="2S")
        assert press(at(position), "Right Right Enter").message == words.UP_STAYS
        klondike = table(KLONDIKE, "3H", up="2S")
        assert made(press(at(klondike), "Right Right Enter Enter")) == ["S1"]


class TestNamedMoves:
    @pytest.mark.parametrize(
        ("typed", "step"),
        [("m 1 4", "14"), ("m 1 2", "12x2"), ("m 1 7", "17"), ("ь 1 3", "13x2")],
    )
    def test_the_target_decides_how_many_cards_move(self, typed: str, step: str) -> None:
        assert made(press(at(CHOICES), typed)) == [step]

    def test_from_the_waste_to_a_foundation_and_back(self) -> None:
        m = press(at(table(KLONDIKE, "3H", waste="AS 2S", up="AS")), "m w f")
        assert made(m) == ["WF"]
        assert made(press(m, "m s 1")) == ["WF", "S1"]

    def test_refusals(self) -> None:
        m = at(CHOICES)
        assert press(m, "m 1 6").message.startswith("4♠ does not fit on 10♠")
        assert press(m, "m 1 1").message == "It lies there already"
        assert press(m, "m 7 1").message == "There is no card there"
        assert press(m, "m 9").message == words.NO_PILE
        assert press(m, "m 1 Esc").message == words.GOING_ON
        assert press(m, "m s").message == words.NO_PILE, "no taking back in Left Suit"
        assert press(m, "m 2 7").message.startswith("Moving a whole column")
        for keys_pressed in ("m 1 6", "m 1 1", "m 9", "m 2 7"):
            assert press(m, keys_pressed).game == m.game


class TestUndo:
    def test_walks_of_undo_and_redo(self) -> None:
        m = press(opening(), "d d d 1 2 3 4 5 6 7 0 f d 0")
        end = m.game
        m = press(m, "U")
        assert m.position == session.new(LEFT_SUIT, 7).position
        m = press(m, "R")
        assert m.game == end
        m = press(m, ["u"] * 50)
        assert m.game.at == 0
        assert m.message == words.NOTHING_TO_UNDO
        m = press(m, ["r"] * 50)
        assert m.game == end
        assert m.message == words.NOTHING_TO_REDO

    def test_says_what_it_took_back(self) -> None:
        m = press(at(CHOICES), "5 u")
        assert m.message == "Taken back: 9♥ → column 6 on 10♠, turns up K♦"
        assert press(m, "r").message.startswith("Again: 9♥")


class TestOtherDeals:
    def test_nothing_is_asked_before_the_first_move(self) -> None:
        _, effects = press_for(opening(), "N")
        assert effects == [PICK_DEAL]
        assert press(opening(), "G 1 2 Enter").game == session.new(LEFT_SUIT, 12)

    @pytest.mark.parametrize("start", ["N", "G 1 2 Enter"])
    @pytest.mark.parametrize("answer", ["Enter", "Esc", "Space", "N", "n", "н", "Н", "т", "Tab"])
    def test_the_question_means_no_unless_told_yes(self, start: str, answer: str) -> None:
        m = press(opening(), "d")
        asked = press(m, start)
        assert asked.message == words.ASK_LEAVE
        after_answer, effects = press_for(asked, answer)
        assert (after_answer.game, effects) == (m.game, [])
        assert after_answer.mode == TABLE

    @pytest.mark.parametrize("answer", ["y", "Y", "д", "Д"])
    def test_yes(self, answer: str) -> None:
        m, effects = press_for(press(opening(), "d N"), answer)
        assert effects == [PICK_DEAL]
        m, _ = app.update(m, Dealt(55_555))
        assert m.game == session.new(LEFT_SUIT, 55_555)
        assert press(opening(), ["d", "G", "9", "Enter", answer]).game.deal == 9

    def test_the_prompt_edits_and_refuses(self) -> None:
        m = press(opening(), "d G 1 2 Backspace 3")
        assert "Deal number: 13" in picture(m)
        for junk in ("0", "x", "-1", "1_0", "٣"):
            m = press(opening(), ["d", "G", *junk, "Enter"])
            assert m.mode == PROMPT
            assert m.message == "Deals go from 1 to 99999999999999999999"
            assert m.message in picture(m)
        assert press(m, "Esc").game.at == 1
        assert press(opening(), "d G Enter").mode == TABLE

    def test_a_paste_fills_the_prompt_and_does_nothing_elsewhere(self) -> None:
        m = opening()
        assert press(m, paste("ddd7f\nN\nq")) == m
        m = press(m, ["G", *paste(" 20261129\n"), "Enter"])
        assert m.game.deal == 20261129

    def test_the_rules_stay(self) -> None:
        m = press(opening(rules=LEFT_SUIT_DRAW_3), "G 5 Enter")
        assert m.game.rules == LEFT_SUIT_DRAW_3


class TestEnds:
    WON_BUT_ONE = table(LEFT_SUIT, "KC", up="KS KH KD QC")

    @pytest.mark.parametrize("route", ["1", "f", "m 1 f", "Down Enter Enter", "1 u r", "1 U R"])
    def test_a_win_is_noticed_by_every_route(self, route: str) -> None:
        m = press(at(self.WON_BUT_ONE), route)
        assert "You won!" in picture(m)
        assert words.NO_MOVES not in picture(m)

    def test_the_show_runs_once_and_any_key_ends_it_and_counts(self) -> None:
        m = model(session.Session(1, self.WON_BUT_ONE), animation=True)
        m = press(m, "1")
        assert m.cascade == 0
        assert app.wait(m) == app.CASCADE_PAUSE
        assert "You won!" not in picture(m)
        for _ in range(app.CASCADE_LENGTH):
            layout.frame(app.view(m))
            m, _ = app.update(m, Tick())
        assert m.cascade is None
        assert "You won!" in picture(m)
        assert press(m, "u r").cascade is None
        m = press(press(model(session.Session(1, self.WON_BUT_ONE), animation=True), "1"), "u")
        assert (m.cascade, m.game.at) == (None, 0)

    def test_after_a_win_nothing_is_asked(self) -> None:
        _, effects = press_for(at(self.WON_BUT_ONE), "1 N")
        assert effects == [PICK_DEAL]

    @pytest.mark.parametrize("keys", ["1", "0", "d", "f", "v", "t", "T", "L"])
    def test_after_a_win_keys_say_that_it_is_won(self, keys: str) -> None:
        m = press(at(self.WON_BUT_ONE), f"1 {keys}")
        assert m.message == words.IS_WON
        assert not m.watching

    def test_what_was_told_of_a_deal_that_was_won_is_help_for_it(self) -> None:
        won = press(at(self.WON_BUT_ONE), "1 Esc")
        assert not press(won, "U 1").helped
        again = press(won, "U v 1")
        assert (again.sitting, again.helped, again.watching) == (won.sitting + 1, True, True)
        m = press(won, "U L")
        lost = Answer(WhereLost(session.go_to(m.game, 0)), Loss(0, None))
        assert press(m, [lost, "1"]).helped
        m = press(won, "U T")
        line = Answer(WinningLine(m.position), (Move(0, FOUNDATION),))
        m = press(m, [line])
        assert (m.sitting, m.helped) == (won.sitting + 1, True)

    def test_a_card_that_is_taken_back_stays(self) -> None:
        position = table(KLONDIKE, "[KH] 3H | KC", up="2S 2H 2D 2C", waste="KS")
        m = press(at(position), "")
        m = m._replace(settings=m.settings._replace(send_up="on"))
        taken = press(m, "m s 1")
        assert made(taken) == ["S1"]
        assert taken.position.columns[0][-1] == card(2, SPADES)
        later = press(taken, "0").position
        assert card(2, SPADES) not in [c for cards in later.columns for c in cards]

    STUCK = table(LEFT_SUIT, "KS | KH | KD | KC | QS | QH | QD JS", waste="QC TS", stock="9S")

    def test_no_moves_are_said_at_once_and_again_by_redo(self) -> None:
        m = press(at(self.STUCK), "d")
        assert m.message != words.NO_MOVES, "queens fit on kings"
        position = table(
            LEFT_SUIT, "5S | 5H | 5D | 5C | 9S | 9H | 9D", waste="9C KS", stock="KH", up="2S 2H"
        )
        m = press(at(position), "d")
        assert m.message == words.NO_MOVES
        assert press(m, "u").message != words.NO_MOVES
        assert press(m, "u r").message == words.NO_MOVES
        assert press(m, "U R").message == words.NO_MOVES

    def test_a_dead_end_is_no_lack_of_moves(self) -> None:
        position = table(
            LEFT_SUIT,
            "[3S] 9S 8C | [3H] 9H | [3D] KD | [3C] KC | [2S] KS | [2H] KH | [2D] 5C",
            waste="AS JH",
            stock="JC",
        )
        m = press(at(position), "d")
        assert m.message == words.DEAD_END
        assert made(press(m, "m 1 2")) == ["D", "12"], "the game goes on"


class TestClock:
    def test_starts_with_the_first_move_and_stands_still_out_of_sight(self) -> None:
        minute = [Elapsed(60.0)]
        m = press(opening(), minute)
        assert (m.seconds, app.wait(m)) == (0, None)
        m = press(press(m, "d"), minute)
        assert m.seconds == 60
        assert "1 min" in picture(m)
        assert app.wait(m) == 60
        assert press(press(m, "?"), minute).seconds == 60
        assert press(m, [Resize(30, 8), *minute]).seconds == 60
        assert press(m, [Elapsed(-5.0)]).seconds == 60

    def test_stops_at_the_first_win(self) -> None:
        m = press(at(TestEnds.WON_BUT_ONE), ["1", Elapsed(9.0), "u", Elapsed(9.0)])
        assert m.seconds == 0
        assert app.wait(m) is None


class TestScreens:
    def test_help_scrolls_to_every_line_and_changes_nothing(self) -> None:
        m = press(opening(), [Resize(40, 16), "d", "?"])
        seen: set[str] = set()
        everything = app.view(m).dialog
        assert everything is not None
        for _ in range(200):
            seen |= {line.strip() for line in picture(m).splitlines()}
            m = press(m, "Down")
        assert {line.strip() for line in everything.lines} <= seen
        for key in ("Esc", "?", "q", "Enter"):
            closed, effects = press_for(m, key)
            assert (closed.mode, closed.game, effects) == (TABLE, m.game, [])
        assert press(m, "Home PageDown PageUp").scroll == 0

    def test_help_names_every_key(self) -> None:
        shown = "\n".join(app.view(press(opening(), "?")).dialog.lines)  # type: ignore[union-attr]
        for binding in keys.BINDINGS:
            for name in binding.shown.split():
                assert name in shown

    def test_too_small_a_window_takes_no_keys_but_quit(self) -> None:
        m = press(opening(), ["d", Resize(30, 8)])
        tiny, effects = press_for(m, "d u N 1 7 f U ? G")
        assert (tiny, effects) == (m, [])
        assert "40x16" in picture(m)
        assert press_for(m, "q")[1] == [QUIT]
        assert press_for(m, ["Ctrl-C"])[1] == [QUIT]
        assert press(m, [Resize(80, 24)]) == press(opening(), "d")

    def test_ctrl_c_quits_everywhere(self) -> None:
        for start in ("", "?", "G 1", "d N", "m", "m 1", "Down Enter"):
            assert press_for(press(opening(), start), ["Ctrl-C"])[1] == [QUIT]

    def test_repaint_and_suspend_are_for_the_terminal(self) -> None:
        assert press_for(opening(), ["Ctrl-L", "Ctrl-Z"])[1] == [REPAINT, SUSPEND]


ANY_KEY = [
    *"0123456789wdfuUrRhjklmNGyn?q,цвй \tvtTLsyе",
    *("Tab", "Shift-Tab", "Enter", "Esc", "Up", "Down", "Left", "Right", "Backspace"),
    *("Home", "End", "PageDown", "F1", "Delete", "Ctrl-R", "Ctrl-L", "ж", "Ж", "[", "€"),
]


def sound(position: Position) -> None:
    """Fail unless there are 52 distinct cards and every open part of a column is a run."""
    cards = [c for column in position.columns for c in column]
    cards += [*position.stock, *position.waste]
    up = [4 * (r - 1) + s for s, top in enumerate(position.foundations) for r in range(1, top + 1)]
    assert sorted(cards + up) == list(range(52))


@pytest.mark.parametrize("rules", ALL_RULES)
def test_no_key_ever_spoils_a_game(rules: Rules) -> None:
    rng = random.Random(rules.draw)
    m = model(session.new(rules, 20261129), animation=True)
    for _ in range(1200):
        if rng.random() < 0.02:
            size = rng.choice(
                [(80, 24), (40, 16), (60, 20), (120, 40), (39, 24), (1, 1), (200, 60)]
            )
            m, effects = app.update(m, Resize(*size))
        else:
            m, effects = app.update(m, rng.choice(ANY_KEY))
        if PICK_DEAL in effects:
            m, _ = app.update(m, Dealt(rng.randrange(1, 10**6)))
        frame = layout.frame(app.view(m))
        assert {len(row) for row in (*frame.rows, *frame.roles)} == {m.width}
        assert len(frame.rows) == m.height
        sound(m.position)
    followed = after(m.game.start, " ".join(" ".join(made(m)).replace("+", " ").split()))
    assert followed == m.position
