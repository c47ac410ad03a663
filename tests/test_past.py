"""Statistics, the list of games and the viewer, with a real store behind them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from leftsuit import app, cli, deals, folder, past, record, session, words
from leftsuit.decode import Paste
from leftsuit.faces import Look
from leftsuit.keeping import Keeper
from leftsuit.model import (
    HISTORY,
    PROMPT,
    QUIT,
    TABLE,
    VIEWER,
    Dealt,
    Event,
    Fetch,
    Model,
    OneGame,
    Resize,
    Saved,
    Tick,
    start,
)
from leftsuit.position import DEAL, WASTE, Move, legal_moves
from leftsuit.rules import LEFT_SUIT
from leftsuit.session import Session
from leftsuit.settings import Settings
from leftsuit.store import FAILED, Outcome, Store
from tests import games
from tests.play import model, opening, picture, press
from tests.table import table
from tests.test_plain import Player

ONE_TO_GO = table(LEFT_SUIT, "KC", up="KS KH KD QC")


class Desk:
    """A player at a table, with everything but the terminal."""

    def __init__(self, folder: Path, deal: int = 7) -> None:
        self.store = Store.open(str(folder))
        self.keeper = Keeper(self.store)
        self.model = self.keeper.begin(
            lambda _: True,
            lambda: session.new(LEFT_SUIT, deal),
            look=Look(),
            chosen=Settings(animation="off"),
        )
        self.said: list[str] = []
        self.effects: list[object] = []
        self._keep()

    def _keep(self) -> None:
        said = self.keeper.keep(self.model)
        if said:
            self.said.append(said)

    def happens(self, event: Event) -> None:
        """Let something happen, as the screen would."""
        self.model, effects = app.update(self.model, event)
        for effect in effects:
            self.effects.append(effect)
            if isinstance(effect, Fetch):
                self.happens(self.keeper.fetch(effect, self.model))
            elif effect == "pick deal":
                self.happens(Dealt(123_456))

    def press(self, keys: str) -> Model:
        """Press keys, with a save after each."""
        for key in keys.split():
            self.happens(" " if key == "Space" else key)
            self._keep()
        return self.model

    def put(self, game: Session) -> None:
        """Put a game on the table that a test has made up."""
        self.model = self.model._replace(game=game, sitting=self.model.sitting + 1)
        self._keep()

    def leave(self) -> None:
        """End the program."""
        self.keeper.keep(self.model._replace(leaving=True))
        self.store.close()

    def results(self) -> list[str]:
        """Return the results in the store, the game played last first."""
        return [game.result for game in self.store.games()]


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    it = Desk(tmp_path)
    yield it
    it.store.close()


def test_the_game_goes_on_with_undo_and_redo_and_time(desk: Desk, tmp_path: Path) -> None:
    desk.press("d d d u")
    desk.model = desk.model._replace(seconds=95.4)
    desk.leave()
    again = Desk(tmp_path)
    assert again.model.game == desk.model.game
    assert (again.model.seconds, again.model.undos) == (95, 1)
    assert again.model.message == words.TAKEN_UP
    again.press("d")
    assert [g.moves for g in again.store.games()] == [3], "it is still the same row"
    again.leave()


def test_that_no_move_is_left_is_said_again(desk: Desk, tmp_path: Path) -> None:
    game = session.new(LEFT_SUIT, 489)
    for move in [DEAL] * 4 + [Move(WASTE, 3)] + [DEAL] * 20:
        game = session.do(game, [move])
    assert not legal_moves(game.position)
    desk.put(game)
    desk.leave()
    again = Desk(tmp_path)
    assert again.model.message == words.NO_MOVES
    assert again.press("y Enter Enter").message == words.NO_MOVES
    again.leave()


def test_a_deal_without_a_move_is_there_again(desk: Desk, tmp_path: Path) -> None:
    desk.press("d d N y")
    assert desk.model.game.deal == 123_456
    desk.leave()
    again = Desk(tmp_path)
    assert (again.model.game.deal, again.model.game.steps) == (123_456, ())
    assert again.results() == ["left"]
    again.press("d u y Down Enter Enter")
    again.leave()
    last = Desk(tmp_path)
    assert last.model.game.deal == 7, "it was on the table last"
    last.leave()


def test_a_deal_that_is_not_wanted_hides_no_game(desk: Desk, tmp_path: Path) -> None:
    desk.press("d d y Enter Enter")
    desk.leave()
    two = Store.open(str(tmp_path))
    two.keep_setting("opening", f"{two.last_change()} left-suit 3 8")
    two.close()
    for options, deal, steps in (
        (cli.Plain(), 8, 0),
        (cli.Plain(draw=1), 7, 2),
        (cli.Plain(wanted="easy"), 7, 2),
        (cli.Plain(rules="klondike"), 99, 0),
    ):
        with Store.open(str(tmp_path)) as store:
            made = Keeper(store).begin(
                cli._goes_on(options, None),
                lambda: session.new(LEFT_SUIT, 99),
                look=Look(),
                chosen=Settings(),
            )
        assert (made.game.deal, len(made.game.steps)) == (deal, steps)


def test_what_was_told_about_a_deal_is_not_forgotten(desk: Desk, tmp_path: Path) -> None:
    desk.press("v v")
    desk.leave()
    again = Desk(tmp_path)
    assert (again.model.game.steps, again.model.helped) == ((), True)
    again.press("d")
    assert [game.helped for game in again.store.games()] == [True]
    again.leave()


def test_a_deal_is_not_there_again_after_a_move_elsewhere(desk: Desk, tmp_path: Path) -> None:
    desk.leave()
    two = Store.open(str(tmp_path))
    game = session.do(session.new(LEFT_SUIT, 5), [DEAL])
    two.save(None, record.Record(game))
    two.close()
    again = Desk(tmp_path)
    assert again.model.game == game
    again.leave()


def test_who_wants_an_easy_deal_gets_one_unless_a_game_was_begun() -> None:
    goes_on = cli._goes_on(cli.Plain(wanted="easy"), None)
    game = session.new(LEFT_SUIT, 5)
    assert not goes_on(record.Record(game))
    assert goes_on(record.Record(session.do(game, [DEAL])))


@pytest.mark.parametrize("text", ["", "0", "0 left-suit 1 0", "0 left-suit 2 7", "0 left-suit 1 x"])
def test_what_is_no_deal_is_no_deal(tmp_path: Path, text: str) -> None:
    with Store.open(str(tmp_path)) as store:
        store.keep_setting("opening", text)
    again = Desk(tmp_path, deal=8)
    assert again.model.game.deal == 8
    again.leave()


def test_games_without_a_move_leave_no_trace(desk: Desk) -> None:
    desk.press("? Esc N N s Esc y Esc")
    assert desk.results() == []


def test_a_game_left_for_another_counts_and_the_list_shows_it(desk: Desk) -> None:
    desk.press("d d N y")
    assert desk.model.game.deal == 123_456
    desk.press("d y")
    assert desk.results() == ["open", "left"]
    shown = picture(desk.model)
    assert desk.model.mode == HISTORY
    assert "can go on" in shown
    assert "left" in shown
    assert ">" in shown.splitlines()[1]


def test_statistics(desk: Desk) -> None:
    desk.press("s")
    assert "No game was won or left yet." in picture(desk.model)
    desk.press("Esc d N y s")
    assert "Games won or left" in picture(desk.model)
    assert desk.press("Esc").mode == TABLE


class TestViewer:
    def open_left_game(self, desk: Desk) -> Model:
        desk.press("d 7 d d N y d y Down Enter")
        assert desk.model.mode == VIEWER
        return desk.model

    def test_steps_through_the_game(self, desk: Desk) -> None:
        self.open_left_game(desk)
        own = desk.model.game
        assert "step 3 of 3" in picture(desk.model)
        desk.press("Home")
        assert "step 0 of 3" in picture(desk.model)
        desk.press("Right l")
        assert "step 2 of 3" in picture(desk.model)
        desk.press("Left h h h h End Right")
        assert "step 3 of 3" in picture(desk.model)
        desk.press("Esc Esc")
        assert (desk.model.mode, desk.model.game) == (TABLE, own)

    def test_runs_by_itself(self, desk: Desk) -> None:
        self.open_left_game(desk)
        desk.press("Space")
        for n in range(3):
            assert app.wait(desk.model) == past.PAUSE
            assert f"step {n} of 3" in picture(desk.model)
            desk.happens(Tick())
        assert app.wait(desk.model) is None
        assert "step 3 of 3" in picture(desk.model)

    def test_a_left_game_is_taken_up_as_a_new_one(self, desk: Desk) -> None:
        self.open_left_game(desk)
        desk.press("Left p")
        assert desk.model.mode == TABLE
        assert desk.model.game.deal == 7
        assert len(desk.model.game.steps) == 2
        assert desk.results() == ["open", "open", "left"], "the one put aside can go on"
        desk.press("d")
        assert [g.moves for g in desk.store.games()] == [3, 1, 3]

    def test_from_its_start_it_is_the_deal_again(self, desk: Desk) -> None:
        self.open_left_game(desk)
        desk.press("Home p")
        assert desk.model.game == session.new(LEFT_SUIT, 7)

    def test_a_game_put_aside_is_resumed(self, desk: Desk) -> None:
        self.open_left_game(desk)
        desk.press("Left p d y")
        assert desk.results() == ["open", "open", "left"]
        desk.press("Down Enter Enter")
        assert desk.model.game.deal == 123_456
        desk.press("d")
        assert [g.deal for g in desk.store.games()] == [123_456, 7, 7]
        assert [g.moves for g in desk.store.games()] == [2, 3, 3]

    def test_the_verdict_is_off_in_a_game_that_is_resumed(self, desk: Desk) -> None:
        """It is help, and has to be asked for in each game."""
        desk.press("d d N y d v y Down")
        assert [game.helped for game in desk.store.games()] == [True, False]
        desk.press("Enter Enter")
        assert not desk.model.watching
        assert not desk.model.helped
        assert [game.helped for game in desk.store.games()] == [True, False]
        desk.press("v N y")
        assert not desk.model.watching
        assert not desk.model.helped

    def test_a_game_that_was_left_goes_on_and_is_won_as_one_game(self, desk: Desk) -> None:
        desk.press("d d N y d y Down Enter Enter")
        assert (desk.model.game.deal, desk.results()) == (7, ["open", "left"])
        desk.press("d")
        assert sorted(desk.results()) == ["open", "open"]
        assert next(game.moves for game in desk.store.games()) == 3

    def test_what_is_played_on_from_the_middle_of_a_game_counts_as_helped(self, desk: Desk) -> None:
        desk.press("d d d y Enter Left p d")
        assert desk.model.helped
        assert [game.helped for game in desk.store.games()] == [True, False]
        desk.press("y Enter Left p")
        assert desk.model.message == words.PLAYED_ON
        desk.press("y Enter U p d")
        assert not desk.model.helped, "from the opening it is a fresh game"

    def test_the_game_on_the_table_is_resumed_where_it_is(self, desk: Desk) -> None:
        desk.press("d d y Enter Left Enter")
        assert desk.model.game.at == 2
        desk.press("d")
        assert [g.moves for g in desk.store.games()] == [3]

    def test_a_won_game_cannot_be_won_again_from_its_end(self, desk: Desk) -> None:
        desk.put(Session(7, ONE_TO_GO))
        won = record.Record(session.do(desk.model.game, [legal_moves(ONE_TO_GO)[0]]))
        desk.happens(OneGame(3, won._replace(result="won")))
        assert desk.press("p").message == words.WON_HERE

    def test_small_screens(self, desk: Desk) -> None:
        self.open_left_game(desk)
        desk.happens(Resize(40, 16))
        assert picture(desk.model).splitlines()[-1].endswith(" 3/3")
        assert "Esc back" in picture(desk.model)
        desk.press("Esc")
        assert all(len(line) <= 40 for line in picture(desk.model).splitlines())


def test_deleting_asks_and_spares_the_game_on_the_table(desk: Desk) -> None:
    desk.press("d N y d y Down x n")
    assert desk.results() == ["open", "left"]
    desk.press("x Enter")
    assert desk.results() == ["open", "left"]
    desk.press("x y")
    assert desk.results() == ["open"]
    desk.press("x")
    assert words.ON_THE_TABLE in picture(desk.model), "it is not even asked"
    desk.press("y")
    assert desk.results() == ["open"]


def test_a_win_is_kept_at_once_and_stays(desk: Desk) -> None:
    desk.put(Session(7, ONE_TO_GO))
    # The store replays deals, and this one was made up: what is asked of it is seen here.
    saved: list[record.Record] = []
    desk.store.save = lambda place, game: saved.append(game) or _Saved(place)  # type: ignore[assignment, func-returns-value]
    desk.press("1")
    assert saved[-1].result == "won"


class _Saved:
    what = "saved"

    def __init__(self, place: object) -> None:
        self.place = place


def test_a_second_copy_goes_on_by_itself_and_says_so(desk: Desk, tmp_path: Path) -> None:
    desk.press("d d")
    other = Desk(tmp_path)
    other.press("d")
    assert other.said == []
    desk.press("3 d")
    assert desk.said == [words.SPLIT]
    assert len(desk.results()) == 2
    other.press("d")
    assert other.said == []
    other.leave()


def test_a_store_that_cannot_be_used_is_told_once(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    desk = Desk(file / "below")
    desk.press("d d d")
    assert len(desk.said) == 1
    assert "not being saved" in desk.said[0]
    assert desk.model.game.moves == 3
    desk.press("y Esc s Esc")
    assert desk.model.mode == TABLE


def test_a_record_from_a_file_is_only_looked_at(desk: Desk) -> None:
    kept = record.Record(session.do(session.new(LEFT_SUIT, 9), [DEAL]))
    desk.model = past.spectate(start(kept.game, look=Look(), animation=False), kept)
    desk.press("Right Left Enter")
    assert desk.results() == []
    assert "Enter" not in picture(desk.model).splitlines()[-1]
    desk.press("End p d")
    assert desk.results() == ["open"]
    desk.model = past.spectate(desk.model, kept)
    desk.press("Esc")
    assert desk.effects[-1] == QUIT


def test_the_deal_of_a_won_game_played_again_is_a_game_of_its_own(desk: Desk) -> None:
    won = games.won(LEFT_SUIT)
    desk.put(won._replace(at=116))
    desk.press("f")
    assert desk.model.won
    assert desk.results() == ["won"]
    desk.press("U d")
    assert (desk.model.won, desk.model.game.moves, desk.model.seconds) == (False, 1, 0)
    assert desk.model.game.deal == won.deal
    assert desk.results() == ["open", "won"]
    assert [game.moves for game in desk.store.games()] == [1, 117]
    desk.press("N y")
    assert desk.results() == ["left", "won"]


def test_a_win_that_is_taken_back_a_little_stays_the_same_game(desk: Desk) -> None:
    won = games.won(LEFT_SUIT)
    desk.put(won._replace(at=116))
    desk.press("f u u f")
    assert desk.results() == ["won"]


def test_moves_that_cannot_be_saved_are_marked_as_long_as_it_lasts(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Store, "save", lambda *_: Outcome(FAILED, None))
    desk.press("d")
    desk.happens(Saved(not desk.keeper.unsaved))
    for keys in ("", "d", "?", "Esc d", "v"):
        desk.press(keys)
        if desk.model.mode == TABLE:
            assert words.NOT_SAVED in picture(desk.model).splitlines()[-1]
    desk.happens(Resize(40, 16))
    desk.press("d")
    assert words.NOT_SAVED in picture(desk.model)
    monkeypatch.undo()
    desk.press("d")
    assert not desk.keeper.unsaved
    desk.happens(Saved(not desk.keeper.unsaved))
    assert words.NOT_SAVED not in picture(desk.model)


def test_games_that_cannot_be_read_are_not_said_to_be_none(desk: Desk) -> None:
    desk.store.why = folder.DISK_ERROR
    for key in ("y", "s"):
        desk.press(key)
        assert desk.model.mode == TABLE
        assert desk.model.message == desk.store.problem


def test_nor_line_by_line(tmp_path: Path) -> None:
    player = Player(tmp_path)
    player.store.why = folder.DISK_ERROR
    for line in ("history", "stats", "resume 1", "view 1", "delete 1"):
        assert player.say(line) == player.store.problem
    player.store.close()


def test_a_look_under_a_card_by_tab_counts_as_an_undo() -> None:
    m = press(opening(), "2")
    assert m.game.last is not None
    assert m.position.hidden[1] == 0, "a card was turned up"
    assert press(m, "Tab").undos == 1
    # Where nothing was turned up there was nothing to see.
    m = press(model(Session(1, table(LEFT_SUIT, "5D 4S | 6H | 6C | 5H", stock="2C"))), "1 Tab")
    assert m.undos == 0


def test_a_number_that_is_too_long_is_not_cut_to_another() -> None:
    m = press(opening(), ["G", Paste("9" * 24), "Enter"])
    assert (m.mode, m.game.deal) == (PROMPT, 7)
    m = press(opening(), ["G", Paste(str(deals.LAST)), "Enter"])
    assert m.game.deal == deals.LAST
