"""The verdict, the winning move, judged places and the place of the loss, as players meet them."""

from __future__ import annotations

import pytest

from leftsuit import app, i18n, layout, session, words
from leftsuit.faces import Look
from leftsuit.model import Resize
from leftsuit.position import is_won
from leftsuit.questions import Answer, CanBeWon, Loss, Ponder, WhereLost
from leftsuit.rules import ALL_RULES, KLONDIKE, LEFT_SUIT, LEFT_SUIT_DRAW_3, Rules
from leftsuit.solver.search import Search
from leftsuit.solver.verdict import LOST, UNKNOWN, WON
from leftsuit.thinking import Thinker
from tests.play import at, model, opening, picture, press, think
from tests.table import table

LOST_DEAL = 41
"""A deal of draw 3 that no play wins."""
KNIFE_EDGE = table(
    LEFT_SUIT._replace(columns=7),
    "[2S] KS | [AS] QH | KD | KC | KH | 9H | JC",
    waste="JS",
    stock="QC",
)


def test_the_verdict_follows_each_move_and_is_help() -> None:
    m = press(opening(), "v")
    assert m.helped
    assert picture(m).splitlines()[-1].endswith("thinking")
    m = think(m)
    assert picture(m).splitlines()[-1].endswith("winnable")
    m = press(m, "d")
    assert picture(m).splitlines()[-1].endswith("thinking")
    assert picture(think(m)).splitlines()[-1].endswith("winnable")
    m = press(think(m), "v")
    assert app.wants(m) is None
    assert "winnable" not in picture(m)
    assert m.helped, "what was told stays told"


def test_the_corner_of_the_key_line_leaves_every_row_as_wide_as_the_screen() -> None:
    for width in (40, 57, 80, 111):
        for m in (press(opening(), [Resize(width, 24), "v"]), press(at(KNIFE_EDGE), "v Down")):
            frame = layout.frame(app.view(m))
            assert {*map(len, frame.rows), *map(len, frame.roles)} == {m.width}
            # On a narrow screen the message may have the row to itself.
            assert frame.rows[-1].endswith("thinking ") or m.width < 80


def test_a_lost_deal_is_called_lost_and_L_says_it_always_was() -> None:
    m = think(press(opening(LOST_DEAL, LEFT_SUIT_DRAW_3), "v"))
    last = picture(m).splitlines()[-1]
    assert last.endswith("lost")
    assert "where lost" not in last, "no move has lost it"
    assert think(press(m, "L")).message == words.NEVER_WINNABLE
    m = think(press(m, "d"))
    assert "L where lost" in picture(m).splitlines()[-1]
    assert think(press(m, "T")).message == words.CANNOT_BE_WON


def test_the_winning_move_plays_a_proved_line_to_the_end() -> None:
    m = opening(20261129)
    for _ in range(200):
        m = think(press(m, "T"))
        if is_won(m.position):
            break
    assert is_won(m.position)
    assert m.helped
    assert m.game.at == len(m.game.steps)
    assert "You won!" in picture(m)


def test_the_line_is_thought_of_once_and_dropped_when_play_leaves_it() -> None:
    m = think(press(opening(), "T"))
    assert app.wants(press(m, "T")) is None
    assert app.wants(press(m, "u T")) is not None


def test_asking_for_a_win_that_is_not_there() -> None:
    m = think(press(opening(LOST_DEAL, LEFT_SUIT_DRAW_3), "T"))
    assert (m.message, m.game.at) == (words.NEVER_WINNABLE, 0)


def test_a_question_is_dropped_by_the_next_command_and_late_answers_change_nothing() -> None:
    m = press(opening(), "T")
    question = app.wants(m)
    assert question is not None
    m = press(m, "d")
    assert app.wants(m) is None
    late, _ = app.update(m, Answer(question, ()))
    assert late == m


class TestWhereLost:
    def lost_game(self) -> tuple[session.Session, int]:
        """Return a game that throws its win away, and the step that does it."""
        game = session.new(LEFT_SUIT_DRAW_3, 7)
        m = model(game)
        for number in range(1, 9):
            m = press(m, "d")
            search = Search(m.position)
            while not search.ended:
                search.run(1000)
            if search.verdict == LOST:
                return m.game, number
        raise AssertionError("dealing the stock away costs nothing here")

    def test_names_the_move_and_goes_before_it(self) -> None:
        game, number = self.lost_game()
        m = model(session.Session(game.deal, game.start, game.steps, game.at))
        m = press(m, "d d")
        m = think(press(m, "L"))
        assert m.helped
        expected = (
            f"It could be won until move {number}: dealing from the stock lost it. Enter goes back."
        )
        assert m.message == expected
        back = press(m, "Enter")
        assert back.game.at == number - 1
        assert back.game.steps == m.game.steps
        assert back.message == words.BEFORE_THE_LOSS
        assert press(back, "R").game == m.game
        assert press(m, "Down").thoughts.loss is None
        assert press(m, "Down Enter").game.at != number - 1

    def test_a_game_that_is_not_lost(self) -> None:
        assert think(press(opening(), "d L")).message == words.STILL_WINNABLE

    def test_unknown_positions_leave_a_gap_that_is_told(self) -> None:
        game = press(opening(), "d d d d").game
        assert words.loss(game, Loss(1, 3), Look()) == (
            "It could be won after move 1, and no more after 3. Enter goes back."
        )
        assert words.loss(game, Loss(None, 2), Look()).startswith("It was lost with move 2")
        assert words.loss(game, Loss(None, None), Look()) == words.NOT_KNOWN


def test_every_place_of_cards_in_hand_is_judged() -> None:
    m = think(press(at(KNIFE_EDGE), "v"))
    m = think(press(m, "Right Enter"))
    assert m.lifted is not None
    verdicts = dict(zip(*m.thoughts.keeping, strict=True))  # type: ignore[misc]
    assert set(verdicts) == set(m.lifted.moves)
    for move, verdict in verdicts.items():
        after = app.table.after(m.position, move)
        search = Search(after)
        search.run(100_000)
        assert verdict == search.verdict
        assert app.view(m).legal[move.target] == verdict
    assert "the win" in m.message or "loses it" in m.message


def test_signs_of_judged_places() -> None:
    m = press(at(table(LEFT_SUIT, "4S | 5H | 5D | 5C | KD", waste="QC")), "v Down Enter")
    keeping = (m.lifted.moves, (WON, LOST, UNKNOWN))  # type: ignore[union-attr]
    m = m._replace(noted=m.thoughts._replace(keeping=keeping))
    row = next(line for line in picture(m).splitlines() if "5♥" in line)
    assert [row[row.index(c) - 2] for c in ("5♥", "5♦", "5♣")] == [">", "x", "?"]


def test_no_thought_while_nothing_can_be_seen_of_it() -> None:
    m = press(opening(), "v")
    assert app.wants(m) == CanBeWon(m.position)
    assert app.wants(press(m, [Resize(20, 5)])) is None
    assert app.wants(press(opening(), "d")) is None


def test_klondike_is_judged_too() -> None:
    m = press(opening(7, KLONDIKE), "v")
    thinker = Thinker()
    thinker.ask(app.wants(m))
    for _ in range(50):
        answer = thinker.work(0)
        if answer is not None:
            assert answer.value in (WON, LOST, UNKNOWN)
            break


def test_a_new_question_drops_the_old_one() -> None:
    thinker = Thinker()
    game = opening().game
    assert thinker.ask(WhereLost(game))
    assert not thinker.ask(None)
    assert thinker.work(1) is None
    assert thinker.ask(CanBeWon(game.position))
    answers = [thinker.work(0) for _ in range(1000)]
    assert [a for a in answers if a is not None] == [Answer(CanBeWon(game.position), WON)]


@pytest.mark.parametrize("keys", ["v", "T", "L", "v T L u r d 7 Tab"])
def test_the_keys_work_on_every_screen(keys: str) -> None:
    for rules in (LEFT_SUIT, KLONDIKE):
        m = press(model(session.new(rules, 5), 40, 16), keys)
        assert picture(m)


class TestTip:
    def test_says_the_move_and_why_at_once_and_better_after_thought(self) -> None:
        m = press(opening(20261129), "t")
        assert m.message.endswith(". t: do it")
        assert not m.helped, "a tip knows no more than the player does"
        assert isinstance(app.wants(m), Ponder)
        m = think(m)
        assert "(wins 39 of 40)" in m.message
        wide = think(press(model(session.new(LEFT_SUIT, 20261129), 120, 40), "t"))
        assert "of 40 ways the hidden cards can lie" in wide.message
        narrow = think(press(model(session.new(LEFT_SUIT, 20261129), 40, 16), "t"))
        assert "39 of 40" in narrow.message
        assert len(narrow.message) < 40
        assert app.wants(m) is None

    def test_t_again_does_it_and_a_player_who_follows_tips_comes_to_an_end(self) -> None:
        m = opening(20261129)
        for _ in range(400):
            before = m
            m = press(m, "t")
            if m.game == before.game and m.thoughts.tip is not None and not m.thoughts.tip.moves:
                break
            if is_won(m.position):
                break
        assert is_won(m.position)
        assert m.game.at == len(m.game.steps)

    def test_the_cursor_shows_where_the_tip_begins(self) -> None:
        m = press(opening(20261129), "t")
        assert m.thoughts.tip is not None
        move = m.thoughts.tip.moves[0]
        assert app.view(m).cursor == (move.source, move.length)

    def test_nothing_useful_is_said_plainly(self) -> None:
        dead = table(
            LEFT_SUIT,
            "[3S] 9S 8C | [3H] 9H | [3D] KD | [3C] KC | [2S] KS | [2H] KH | [2D] 5C",
            waste="JC",
        )
        m = press(at(dead), "t")
        assert m.message.startswith("A dead end")
        assert press(m, "t").game == m.game

    def test_a_tip_is_dropped_by_the_next_move(self) -> None:
        m = press(opening(20261129), "t d")
        assert m.thoughts.tip is None
        assert app.wants(m) is None

    @pytest.mark.parametrize("rules", ALL_RULES)
    def test_every_kind_of_tip_can_be_said(self, rules: Rules) -> None:
        for look in (Look(), Look(letters=True)):
            m = model(session.new(rules, 99), look=look)
            for _ in range(120):
                m = press(m, "t")
                assert m.message or is_won(m.position)
                assert m.message.isascii() or not look.letters


@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.parametrize("size", [(40, 16), (58, 20), (60, 20), (80, 24)])
def test_the_verdict_is_in_sight_as_soon_as_it_is_known(
    language: str, size: tuple[int, int]
) -> None:
    i18n.use(language)
    m = think(press(opening(), [Resize(*size), "d", "v"]))
    assert i18n._(words.VERDICTS[WON]) in picture(m).splitlines()[-1]


@pytest.mark.parametrize("key", ["t", "T", "L"])
def test_a_won_game_needs_no_help(key: str) -> None:
    m = press(at(table(LEFT_SUIT, "KC", up="KS KH KD QC")), ["1", key])
    assert (m.message, m.helped, app.wants(m)) == (words.IS_WON, False, None)
