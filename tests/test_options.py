"""The screen of options: every change is seen at once, kept, and harmless."""

from __future__ import annotations

from pathlib import Path

import pytest

from leftsuit import app, layout, settings, sizes, words
from leftsuit.model import KEEP_SETTING, OPTIONS, RECOLOUR, TABLE, Resize
from leftsuit.position import is_won
from leftsuit.rules import KLONDIKE_DRAW_3, LEFT_SUIT
from leftsuit.settings import Settings
from tests.play import at, opening, picture, press, press_for, think
from tests.table import table
from tests.test_past import Desk

NAMES = [option.name for option in settings.OPTIONS]


def to(name: str) -> str:
    """Return the keys that open the screen and go to an option."""
    return "o" + " Down" * NAMES.index(name)


def test_opening_looking_and_leaving_changes_nothing() -> None:
    m = press(opening(), "d d")
    shown = press(m, "o")
    assert shown.mode == OPTIONS
    assert words.OPTIONS_TITLE in picture(shown)
    assert "J♣" in picture(press(m, "u o")) or "▁" in picture(shown), "the table is in sight"
    assert press(shown, "Down Up Esc")._replace(message="") == m._replace(message="", row=0)


@pytest.mark.parametrize("size", [(40, 16), (60, 20), (80, 24), (200, 60)])
def test_it_fits(size: tuple[int, int]) -> None:
    text = picture(press(opening(), [Resize(*size), "o"]))
    for option in settings.OPTIONS:
        assert f"{option.title} " in text
        assert settings.shown(Settings(), option) in text


def test_every_value_of_every_option_can_be_reached_and_left() -> None:
    for option in settings.OPTIONS:
        m = press(opening(), to(option.name))
        seen = []
        for key in ["Right"] * len(option.values):
            m, effects = press_for(m, key)
            assert KEEP_SETTING in effects
            seen.append(getattr(m.settings, option.name))
            assert layout.frame(app.view(m)).rows
        assert sorted(seen) == sorted(value for value, _ in option.values)
        assert m.settings == Settings()
        assert press(m, "Left Right").settings == Settings()
        assert press(m, "Enter Left").settings == Settings()


def test_letters_are_seen_at_once_behind_the_screen() -> None:
    m = press(opening(), to("suits") + " Right")
    assert "♣" not in picture(m)
    assert picture(press(m, "Left")) == picture(press(opening(), to("suits")))


def test_a_terminal_without_signs_stays_with_letters() -> None:
    m = opening()._replace(only_letters=True)
    m = press(m._replace(look=m.look._replace(letters=True)), to("suits") + " Right Right")
    assert m.look.letters


def test_colours_are_set_anew() -> None:
    assert RECOLOUR in press_for(opening(), to("colours") + " Right")[1]
    assert RECOLOUR not in press_for(opening(), to("clock") + " Right")[1]


def test_the_clock_can_be_hidden() -> None:
    m = press(opening(), "d")
    assert "0 min" in picture(m)
    assert app.wait(m) is not None
    m = press(m, to("clock") + " Right Esc")
    assert "min" not in picture(m).splitlines()[0]
    assert app.wait(m) is None


def test_sizes() -> None:
    for width, height in ((40, 16), (80, 24), (120, 40), (200, 60)):
        small, auto, large = (
            sizes.style(width, height, cards) for cards in ("small", "auto", "large")
        )
        assert small.high == 1
        assert small.width <= auto.width <= large.width
        assert large.pitch >= large.width
    assert sizes.style(80, 24, "large").width > sizes.style(80, 24).width


class TestSendUpByItself:
    POSITION = table(LEFT_SUIT, "KS AH | [2H] 3C | 4D", stock="AC")

    def test_belongs_to_the_move_and_is_one_undo(self) -> None:
        m = press(at(self.POSITION), to("send_up") + " Right Esc 2")
        assert m.position.foundations == (0, 2, 0, 0)
        assert len(m.game.steps) == 1
        assert "Sent up" in m.message
        back = press(m, "u")
        assert back.position == self.POSITION, "what was taken back does not go up again"
        assert press(back, "Down Left Right").position == self.POSITION

    @pytest.mark.parametrize("deal", [7, 8, 9])
    def test_a_line_that_wins_is_found_anew_after_it(self, deal: int) -> None:
        m = press(opening(deal), to("send_up") + " Right Esc")
        for _ in range(200):
            m = think(press(m, "T"))
            if is_won(m.position):
                break
        assert is_won(m.position)
        assert any(len(step.moves) > 1 for step in m.game.steps)

    def test_a_tip_ends_with_it(self) -> None:
        m = press(opening(9), to("send_up") + " Right Esc")
        for _ in range(300):
            m = press(m, "t")
            tip = m.thoughts.tip
            if is_won(m.position) or (tip is not None and not tip.moves):
                break
        assert any(len(step.moves) > 1 for step in m.game.steps)
        assert is_won(m.position) or (tip is not None and not tip.moves)

    def test_is_off_unless_it_is_set(self) -> None:
        assert press(at(self.POSITION), "2").position.foundations == (0, 0, 0, 0)


def test_the_next_deal_is_of_the_kind_that_is_set() -> None:
    m = press(opening(), to("next_game") + " Left Esc G 5 Enter")
    assert m.mode == TABLE
    assert m.game.rules == KLONDIKE_DRAW_3
    assert m.settings.next_rules == KLONDIKE_DRAW_3


def test_what_is_set_is_kept_and_what_has_no_meaning_is_not_used(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.press(to("clock") + " Right Esc")
    desk.press("o" + " Up" * len(NAMES) + " Down" * NAMES.index("suits") + " Right")
    desk.keeper.keep_settings(desk.model)
    desk.store.keep_setting("colours", "nonsense")
    desk.store.keep_setting("of a later release", "x")
    kept = desk.store.settings()
    assert settings.read(kept) == Settings(clock="off", suits="letters")
    assert kept["of a later release"] == "x"
    assert "animation" not in kept, "what the command line says for one run is not kept"
    desk.store.close()
