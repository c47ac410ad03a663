"""The game line by line: what is understood, what is said, and that nothing is lost."""

from __future__ import annotations

import ast
import io
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

import leftsuit
from leftsuit import cli, i18n, keys, orders, plaintable, plainwords, session, spoken, tips
from leftsuit import position as rules_of_play
from leftsuit.faces import Look
from leftsuit.keeping import Keeper
from leftsuit.model import Model, start
from leftsuit.notation import move_text, parse_move
from leftsuit.position import Position
from leftsuit.questions import Loss
from leftsuit.record import Record
from leftsuit.rules import ALL_RULES, KLONDIKE, LEFT_SUIT, LEFT_SUIT_DRAW_3, Rules
from leftsuit.session import Session
from leftsuit.settings import Settings
from leftsuit.solver.search import Search
from leftsuit.solver.verdict import WON
from leftsuit.spoken import Voice
from leftsuit.store import Store
from tests.games import random_game
from tests.keeping import begun, kept, quick_folder
from tests.table import table

ROOT = Path(leftsuit.__file__).parent.parent
CONTROL = ("ackspace", "trl-R", "trl-C", "1")
"""Ends of the names of keys that type no character of a line."""
LOST_DEAL = 41
"""A deal of draw 3 that no play wins."""


def speak_as_kept(language: str) -> None:
    """Speak the language of an option, where nothing else says which."""
    i18n.use(i18n.wanted({}, kept=language))


class Player:
    """Somebody who types lines, with a store behind the game and nothing else around it."""

    def __init__(self, folder: Path, deal: int = 7, rules: Rules = LEFT_SUIT) -> None:
        self.store = Store.open(str(folder))
        self.keeper = Keeper(self.store, lambda _: 123_456)
        model = self.keeper.begin(
            lambda _: True,
            lambda: session.new(rules, deal),
            look=Look(letters=True),
            chosen=Settings(),
        )
        self.table = plaintable.Table(model, self.keeper, Voice(), lambda _: None, speak_as_kept)
        self.greeting = self.table.greeting()

    @property
    def model(self) -> Model:
        return self.table.model

    def put(self, position: Position) -> None:
        """Put a position on the table that a test has made up, and keep nothing of it."""
        game = Session(1, position)
        self.table.model = start(game, look=Look(letters=True), animation=False)._replace(
            spectating=True, sitting=self.model.sitting + 1
        )

    def say(self, line: str) -> str:
        """Type a line; return the answer, its lines joined."""
        return "\n".join(self.table.obey(line))

    def after(self, lines: str) -> str:
        """Type lines with a slash between them; return the answer to the last."""
        return [self.say(line) for line in lines.split("/")][-1]


@pytest.fixture
def folder() -> Iterator[Path]:
    with quick_folder() as path:
        yield path


@pytest.fixture
def player(folder: Path) -> Iterator[Player]:
    it = Player(folder)
    yield it
    it.store.close()


class TestOrders:
    @pytest.mark.parametrize(
        ("line", "order"),
        [
            ("3", (plainwords.PLAY, 2)),
            (" PLAY Column 3 ", (plainwords.PLAY, 2)),
            ("w", (plainwords.PLAY, 7)),
            ("0", (plainwords.PLAY, 7)),
            ("was", (plainwords.PLAY, 7)),
            ("m3", (plainwords.PLAY, 2)),
            ("3 5", (plainwords.PLAY, 2, 4)),
            ("35", (plainwords.PLAY, 2, 4)),
            ("m35", (plainwords.PLAY, 2, 4)),
            ("move 3 to column 5", (plainwords.PLAY, 2, 4)),
            ("35x2", (plainwords.PLAY, 2, 4, 2)),
            ("3 5 2", (plainwords.PLAY, 2, 4, 2)),
            ("3 5 x12", (plainwords.PLAY, 2, 4, 12)),
            ("waste 4", (plainwords.PLAY, 7, 3)),
            ("W4", (plainwords.PLAY, 7, 3)),
            ("wf", (plainwords.PLAY, 7, 9)),
            ("3 f", (plainwords.PLAY, 2, 9)),
            ("3 up", (plainwords.PLAY, 2, 9)),
            ("3 found", (plainwords.PLAY, 2, 9)),
            ("up 3", (plainwords.PLAY, 2, 9)),
            ("hearts 4", (plainwords.PLAY, 10, 3)),
            ("h4", (plainwords.PLAY, 10, 3)),
            ("m d 4", (plainwords.PLAY, 11, 3)),
            ("d 4", ("deal number", None, None, None, 4)),
            ("number 1234", ("deal number", None, None, None, 1234)),
            ("G 5", ("deal number", None, None, None, 5)),
            ("d", ("deal",)),
            ("D", ("deal",)),
            ("в", ("deal",)),
            ("ц", (plainwords.PLAY, 7)),
            ("Deal", ("deal",)),
            ("f", ("send up",)),
            ("up", ("send up",)),
            ("u", ("undo",)),
            ("U", ("undo all",)),
            ("undo all", ("undo all",)),
            ("rest", ("undo all",)),
            ("r", ("redo",)),
            ("redo", ("redo",)),
            ("redo all", ("redo all",)),
            ("R", ("redo all",)),
            ("t", ("tip",)),
            ("T", ("winning move",)),
            ("win", ("winning move",)),
            ("L", ("where lost",)),
            ("l", ("look",)),
            ("look the waste", ("look", 7)),
            ("look 3", ("look", 2)),
            ("look up", ("look", 9)),
            ("look st", ("look", 8)),
            ("tab", ("next place",)),
            ("nex", ("next place",)),
            ("shift-tab", ("previous place",)),
            ("?", ("help",)),
            ("help tip", ("help", None, None, None, None, "tip")),
            ("y", ("history",)),
            ("s", ("statistics",)),
            ("N", ("new deal",)),
            ("resume 3", ("resume", None, None, None, 3)),
            ("words off", ("words", None, None, None, None, "off")),
            ("q", ("quit",)),
            ("й", ("quit",)),
        ],
    )
    def test_understood(self, line: str, order: tuple[object, ...]) -> None:
        assert orders.parse(line, KLONDIKE) == orders.Order(*order)  # type: ignore[arg-type]

    @pytest.mark.parametrize(
        ("line", "says"),
        [
            ("foo", "do not know foo"),
            ("x" * 150, "do not know xxxxxxxxxxxxxxxxxxxx..."),
            ("\x1b[A", r"do not know \?\[A"),
            ("re", "redo, restart or resume"),
            ("n", "next, new or number"),
            ("9", "no column 9"),
            ("3 8", "no column 8"),
            ("3 99999999999999999999", "no column 99999999999999999999"),
            ("٣", "Say which column"),
            ("3 zz", "zz is no place"),
            ("m", "Say which column"),
            ("play zz", "Say which column"),
            ("3 5 zz", "Say which column"),
            ("3 5 2 2", "Say which column"),
            ("hearts f", None),
            ("up zz", "Say which column"),
            ("undo 3", "do not know undo 3"),
            ("quit now please", "do not know quit now please"),
            ("deal 0", "Deals go from 1 to 99999999999999999999"),
            ("deal x", "Deals go from 1"),
            ("deal 1 2", "do not know deal 1 2"),
            ("number", "Say a number too"),
            ("resume", "Say the number of a game"),
            ("resume " + "9" * 30, "Say the number of a game"),
            ("look zz", "look tells the table"),
            ("look 8", "no column 8"),
        ],
    )
    def test_not_understood_in_one_line(self, line: str, says: str | None) -> None:
        if says is None:
            assert orders.parse(line, KLONDIKE) is not None, "refused later, by the rules"
            return
        with pytest.raises(orders.NotUnderstood, match=says) as problem:
            orders.parse(line, KLONDIKE)
        assert str(problem.value).isprintable()

    def test_the_keys_of_the_full_screen_do_the_same(self) -> None:
        only_on_a_screen = {keys.LEFT, keys.RIGHT, keys.UP, keys.DOWN, keys.TAKE, keys.DROP}
        only_on_a_screen |= {keys.REPAINT, keys.SUSPEND, keys.MOVE, keys.DEAL_NUMBER}
        played = dict(zip((*keys.PLAY_COLUMN, keys.PLAY_WASTE), range(8), strict=True))
        for binding in keys.BINDINGS:
            for key in binding.keys:
                if binding.command in only_on_a_screen or not key.strip() or key[1:] in CONTROL:
                    continue
                order = orders.parse(key, LEFT_SUIT)
                assert order is not None
                if binding.command in played:
                    assert order == (plainwords.PLAY, played[binding.command], *[None] * 3, "")
                else:
                    assert order == orders.Order(binding.command)

    def test_nothing(self) -> None:
        assert orders.parse(" \t\r\n", LEFT_SUIT) is None

    def test_every_command_has_a_name_of_its_own_and_help(self, player: Player) -> None:
        names = [name for command in plainwords.COMMANDS for name in command.names]
        assert len(set(names)) == len(names)
        in_topics = [command for topic in plainwords.TOPICS.values() for command in topic]
        for command in plainwords.COMMANDS:
            name = command.names[0]
            first = orders.parse(name, LEFT_SUIT) if " " in name else None
            assert orders.command_called(name) == command.command or first is not None
            assert command.command in in_topics
            assert player.say(f"help {name}") == command.help
            assert name.split()[0] in command.help


class TestAnswers:
    def test_a_beginning(self, player: Player) -> None:
        assert player.greeting == ["Left Suit, draw 1, deal 7. Say look or help"]
        said = "queen of diamonds to column 7, turned up the queen of hearts"
        assert player.say("3") == said
        assert player.say("undo") == "taken back: queen of diamonds to column 7"
        assert player.say("redo") == (
            "again: queen of diamonds to column 7, from column 3, turned up the queen of hearts"
        )
        assert player.say("d") == "dealt jack of clubs, 23 left"
        assert player.say("look waste") == "waste jack of clubs"
        assert player.say("waste 3") == "jack of clubs to column 3, the waste is empty"
        assert player.say("undo") == "taken back: jack of clubs to column 3"
        assert player.say("u") == "taken back: the deal"
        assert player.say("restart").startswith("The deal from the start")
        assert player.say("undo").startswith("Nothing to take back")
        assert player.say("redo all") == "All made again, 3 moves"
        assert player.say("redo") == "Nothing was taken back"
        assert player.say("") == ""

    def test_the_table_in_a_few_lines(self, player: Player) -> None:
        lines = player.after("3/d/d/look").splitlines()
        assert lines[:3] == [
            "Left Suit, draw 1, deal 7, 3 moves",
            "Stock 22, waste ace of diamonds, 1 under it",
            "Nothing is up",
        ]
        assert lines[-1] == "Column 7: king of spades, queen of diamonds; 6 face down"
        assert len(lines) == 10
        assert player.after("w/look foundations") == "Up: ace of diamonds"
        assert player.say("look stock") == "Stock 22"

    def test_cards_in_letters(self, player: Player) -> None:
        assert player.say("words off") == "Cards in letters: 10C"
        assert player.say("3") == "QD to column 7, turned up QH"
        assert player.say("look 7") == "Column 7: KS QD; 6 face down"
        assert player.say("words") == "Cards in words: ten of clubs"

    def test_runs_places_and_empty_columns(self, player: Player) -> None:
        runs = "[AS] 7S 6H 5C 4S | 8H | 8C | - | 9S"
        player.put(table(LEFT_SUIT, runs, waste="2C 3D"))
        assert player.say("look 1") == (
            "Column 1: seven of spades, six of hearts, five of clubs, four of spades; 1 face down"
        )
        assert player.say("look").splitlines()[3] == (
            "Column 1: seven of spades down to four of spades, 4 cards; 1 face down"
        )
        carried = "seven of spades and 3 more to column"
        first = player.say("1")
        assert first.startswith(f"{carried} 2, turned up the ace of spades; next for")
        assert player.say("next") == f"{carried} 3, turned up the ace of spades"
        assert player.say("previous") == f"{carried} 2, turned up the ace of spades"
        assert player.say("previous").startswith("back where it was")
        to_empty = "five of clubs and 1 more to empty column 4"
        assert player.say("1 4 2") == to_empty
        assert player.say("2 5") == "eight of hearts to column 5, column 2 is empty"
        assert player.say("2") == "Column 2 is empty; it takes any card"
        assert player.say("w 4") == ("three of diamonds to column 4, the waste shows two of clubs")
        assert player.say("1 4").startswith("Six of hearts does not fit on three of diamonds")

    def test_why_not(self, player: Player) -> None:
        assert player.say("w") == "The waste is empty; deal brings a card"
        assert player.say("4") == ("nine of clubs fits nowhere; it needs a ten of another suit")
        assert player.say("7") == "king of spades fits nowhere; it needs an empty column"
        assert player.say("3 f") == "An empty foundation takes only an ace"
        assert player.say("h4") == "A card that went up stays up"
        assert player.say("33") == "It lies there already"
        assert player.say("f") == "No card is safe to send up"
        assert player.say("next").startswith("next changes")
        assert player.say("3 7 2") == "Not so many cards are face up there"
        assert player.say("back").startswith("back goes")
        assert player.say("more") == "There is no more"
        assert player.model.game.steps == ()

    def test_only_back(self, player: Player) -> None:
        player.put(table(LEFT_SUIT, "[AS] 8H 7S | 8C | KC | KD | KH | KS | JC"))
        player.say("1 2")
        assert player.say("2").startswith("That would only take the last move back")

    def test_klondike(self, player: Player) -> None:
        game = table(KLONDIKE, "[2C] 9H | 5S | - ", waste="QC", up="AS 4H")
        player.put(game)
        assert player.say("hearts 2") == "four of hearts to column 2"
        assert player.say("undo") == "taken back: four of hearts to column 2"
        assert player.after("redo").endswith("from the foundation")
        assert player.say("look up") == "Up: ace of spades, three of hearts"
        assert player.say("1") == "nine of hearts fits nowhere; it needs a black ten"
        assert player.say("3") == "Column 3 is empty; it takes only a king"
        assert player.say("w 3") == "An empty column takes only a king"
        assert player.say("d") == "the waste is turned over, 1 card in the stock"

    def test_the_end_of_a_game(self, player: Player) -> None:
        player.put(table(LEFT_SUIT, "QC | KC | KD", up="KS KH QD JC"))
        said = player.say("up")
        assert said.startswith("sent up queen of clubs, king of ")
        assert said.endswith(". You won in 3 moves, less than a minute")
        for asked in ("tip", "win", "lost", "verdict"):
            assert player.say(asked) == "The game is won; new for another deal"
        player.put(table(LEFT_SUIT, "[AS] 3S | 8H", waste="7H 6C"))
        assert player.say("w").endswith("no part of it fits anywhere") is False
        player.put(table(LEFT_SUIT, "[AS] 9S | 8S | 2D 4S | 7H", waste="5C"))
        assert player.say("2") != ""

    def test_many_cards_sent_up(self, player: Player) -> None:
        player.put(table(LEFT_SUIT, "KS QS JS TS 9S | KD", up="8S KH QD KC"))
        assert "sent up 6 cards, the last one king of" in player.say("f")

    def test_no_moves_and_dead_ends_are_told(self, player: Player) -> None:
        dead = "[3S] 9S 8C | [3H] 9H | [3D] KD | [3C] KC | [2S] KS | [2H] KH | [2D] 5C"
        player.put(table(LEFT_SUIT, dead, waste="AS JH", stock="JC"))
        told = ". A dead end, no move leads on: undo, restart, lost or new"
        assert player.say("d").endswith(told)
        assert player.say("tip") == "tip: undo; a dead end, no move leads on"
        assert player.say("2 1").startswith("Nine of hearts does not fit")
        assert player.say("u") == "taken back: the deal"
        assert player.say("r").endswith(told)
        full = "[AS] 9S | 9H | 9D | 9C | JS | JH | JC"
        player.put(table(LEFT_SUIT, full, stock="3C"))
        assert player.say("d").endswith(
            "the last of the stock. No moves are left: undo, restart, lost or new"
        )


class TestAdvice:
    def test_a_tip_and_again(self, player: Player) -> None:
        tip = player.say("tip")
        assert re.fullmatch(
            r"tip: .* to column \d, from column \d, turns up a card in column \d; "
            r"wins \d+ of 40 ways the hidden cards can lie; tip again plays it",
            tip,
        )
        done = player.say("t")
        assert done.startswith(tip.removeprefix("tip: ").split(", turns")[0])
        assert player.model.game.moves == 1
        assert not player.model.helped

    def test_the_verdict_follows_until_it_is_off(self, player: Player) -> None:
        assert player.say("verdict") == "verdict on, which counts as help: can be won"
        assert player.say("verdict on") == "verdict on, which counts as help: can be won"
        assert player.say("d") == "dealt jack of clubs, 23 left; can be won"
        assert player.say("v") == "verdict off"
        assert player.say("d") == "dealt ace of diamonds, 22 left"
        assert player.model.helped

    def test_a_win_by_winning_moves(self, player: Player) -> None:
        first = player.say("win")
        assert re.search(r"; \d+ moves to the win$", first)
        for _ in range(200):
            said = player.say("T")
            if "You won" in said:
                break
        assert "You won in " in said
        assert [game.result for game in player.store.games()] == ["won"]

    def test_a_lost_deal(self, folder: Path) -> None:
        player = Player(folder, LOST_DEAL, LEFT_SUIT_DRAW_3)
        assert player.say("L") == "This deal cannot be won at all"
        assert player.say("T") == "This deal cannot be won at all"
        assert player.after("d/T").startswith("This cannot be won any more")
        player.store.close()

    def test_where_it_was_lost_and_back(self, player: Player) -> None:
        assert player.say("lost") == "This can still be won"
        player.store.close()

    def test_a_game_that_dealing_loses(self, folder: Path) -> None:
        player = Player(folder, 7, LEFT_SUIT_DRAW_3)
        player.say("verdict")
        for number in range(1, 9):  # noqa: B007 (used after the loop)
            if player.say("d").endswith("; lost"):
                break
        told = f"Lost with move {number}, the deal; back goes before it"
        assert player.say("lost") == told
        player.say("d")
        assert player.say("lost") == told
        assert player.say("look stock") != ""
        back = f"After move {number - 1}, where it can still be won; redo makes the moves again"
        assert player.say("back") == f"{back}; can be won"
        assert player.say("back").startswith("back goes where")
        assert player.say("redo").endswith("; lost")
        player.store.close()

    def test_gaps_in_what_is_known_are_told(self, player: Player) -> None:
        player.after("d/d/d/d")
        game, voice = player.model.game, Voice()
        assert voice.loss(game, Loss(1, 3)).startswith("Could be won after move 1, and no more")
        assert voice.loss(game, Loss(None, 2)).startswith("Lost with move 2 or before")
        assert voice.loss(game, Loss(None, None)) == plainwords.NOT_KNOWN

    @pytest.mark.parametrize("rules", ALL_RULES)
    def test_every_kind_of_tip_can_be_said(self, rules: Rules) -> None:
        source = random.Random(3)
        said = set()
        for deal in range(1, 60):
            position = random_game(rules, deal, source.randrange(150), source).position
            tip = tips.instant(position)
            if tip.reason != tips.ALL_UP:
                text = Voice().tip(position, tip)
                assert text.startswith("tip: ")
                said.add(tip.reason)
        assert len(said) >= 4


class TestGames:
    def test_another_deal_is_asked_about_once_there_is_a_move(self, player: Player) -> None:
        assert player.say("deal 9") == "Left Suit, draw 1, deal 9"
        player.say("d")
        assert player.say("deal 1234").startswith("Leave this game")
        assert player.say("3").startswith("Say y or n")
        assert player.say("foo").startswith("Say y or n")
        assert player.say("н") == "The game goes on", "the Russian no, on the key of Y"
        assert player.model.game.deal == 9
        assert player.after("number 1234/д") == "Left Suit, draw 1, deal 1234"
        assert player.after("d/new/YES") == "Left Suit, draw 1, deal 123456"
        assert [game.result for game in player.store.games()] == ["left", "left"]

    def test_statistics_and_history(self, player: Player) -> None:
        assert player.say("stats") == "No game was won or left yet"
        assert player.say("history") == "No game has been kept yet"
        kept(player.store, begun(-1, result="won", seconds=125))
        player.after("d/new/y")
        assert player.say("stats").splitlines() == [
            "Left Suit, draw 1: won 1 of 2, 50 percent",
            "Shortest win 2:05, median 2:05, fewest moves 117",
            "Wins since a game was left 0, most in a row 1",
            "Won without undo 1, without help 1",
        ]
        lines = player.say("history").splitlines()
        assert re.match(
            r"2: Left Suit, draw 1, deal 7, left, 1 move, begun \d{4}-\d\d-\d\d$", lines[0]
        )
        assert lines[1] == "1: Left Suit, draw 1, deal 32111, won, 117 moves"
        for _ in range(8):
            player.after("d/new/y")
        lines = player.say("history").splitlines()
        assert len(lines) == plaintable.PAGE + 1
        assert lines[-1] == "2 lines more: say more"
        assert len(player.say("more").splitlines()) == 2

    def test_games_are_taken_up_again(self, player: Player) -> None:
        kept(player.store, begun(-1, result="won"))
        kept(player.store, begun(5))
        player.after("3/d")
        assert player.say("resume 2") == (
            "Your game goes on. Left Suit, draw 1, deal 32111, 5 moves"
        )
        assert player.say("resume 3").endswith("deal 7, 2 moves")
        assert player.say("resume 1") == "Game 1 was won; deal 32111 plays its deal again"
        assert player.say("resume 99") == "There is no game 99; history lists them"
        player.after("new/y/d/resume 3")
        assert player.model.game.deal == 7
        assert {game.result for game in player.store.games()} == {"won", "open", "left"}

    def test_the_game_goes_on_next_time(self, player: Player, folder: Path) -> None:
        player.after("3/d/d/undo/verdict")
        again = Player(folder)
        assert again.greeting == ["Your game goes on. Left Suit, draw 1, deal 7, 2 moves"]
        assert again.model.game == player.model.game
        assert (again.model.undos, again.model.helped) == (1, True)
        again.store.close()

    def test_options(self, player: Player) -> None:
        assert player.say("options").splitlines() == [
            "1: Language, as the system",
            "2: Safe cards up, off",
            "3: Next deal, Left Suit, draw 1",
            plainwords.CHANGE_AN_OPTION,
        ]
        assert player.say("options 2") == "Safe cards up, on"
        assert player.say("o 3") == "Next deal, Left Suit, draw 3"
        for wrong in ("options 0", "options 4", "options 1 2"):
            assert player.say(wrong) == plainwords.CHANGE_AN_OPTION
        assert player.say("options x") == plainwords.CHANGE_AN_OPTION
        assert player.say("new") == "Left Suit, draw 3, deal 123456"
        kept_ = player.store.settings()
        assert (kept_["send_up"], kept_["next_game"]) == ("on", "left-suit 3")

    def test_another_language_is_spoken_at_once(self, player: Player) -> None:
        assert player.say("options 1") == "Language, English"
        assert player.say("options 1") == "Язык, Русский"
        assert player.say("просм 9") == "Партии 9 нет; номера покажет история"
        assert player.store.settings()["language"] == "ru"
        assert player.say("настройки 1") == "Language, as the system"

    def test_a_game_of_the_history_is_looked_at(self, player: Player) -> None:
        kept(player.store, begun(-1, result="won"))
        player.after("3/d")
        said = player.say("view 1 16").splitlines()
        assert said[0] == "1: Left Suit, draw 1, deal 32111, won, 117 moves"
        assert said[1].startswith("After step 16 of 117: dealt ")
        game = session.go_to(begun(-1).game, 16)
        assert said[2:] == Voice().whole_table(game.position)
        assert "After step 117 of 117: king of" in player.say("view 1")
        assert player.say("view 1 0").splitlines()[1] == "After step 0 of 117"
        assert player.say("vi 1 118") == "That game has only 117 steps"
        assert player.say("view 9") == "There is no game 9; history lists them"
        for wrong in ("view", "view x", "view 1 2 3"):
            assert player.say(wrong) == plainwords.WHICH_TO_VIEW
        assert player.say("u").startswith("taken back"), "the game on the table is the same"

    def test_a_game_is_deleted_after_a_question(self, player: Player) -> None:
        kept(player.store, begun(-1, result="won"))
        kept(player.store, begun(5))
        player.after("3/d")
        assert player.say("delete") == plainwords.WHICH_TO_DELETE
        assert player.say("delete 9") == "There is no game 9; history lists them"
        asked = "Delete this game for ever? y or n. 1: Left Suit, draw 1, deal 32111, won"
        assert player.say("delete 1").startswith(asked)
        assert player.say("d") == "Say y or n: delete the game for ever?"
        for no in ("n", "н", "нет"):
            player.say("delete 1")
            assert player.say(no) == "The game is kept"
        assert {game.id for game in player.store.games()} == {1, 2, 3}
        assert player.after("delete 1/y") == "The game is deleted"
        assert {game.id for game in player.store.games()} == {2, 3}
        assert "on the table" in player.say("delete 3")
        assert player.say("u") == "taken back: the deal"
        assert {game.id for game in player.store.games()} == {2, 3}

    def test_what_goes_up_by_itself_is_told_with_the_move(self, player: Player) -> None:
        player.say("options 2")
        send_up = player.model.settings
        player.put(table(LEFT_SUIT, "[KS AH] 8C | 9D | 2H | JC | QC", stock="AS"))
        player.table.model = player.model._replace(settings=send_up)
        assert player.say("1 2") == (
            "eight of clubs to column 2, turned up the ace of hearts, sent up ace of hearts, "
            "two of hearts, turned up the king of spades, column 3 is empty"
        )
        assert player.say("undo") == (
            "taken back: eight of clubs to column 2, sent up ace of hearts, two of hearts"
        )
        assert player.say("redo").startswith(
            "again: eight of clubs to column 2, from column 1, turned up the ace of hearts"
        )
        assert player.say("d").startswith(
            "dealt ace of spades, the last of the stock, sent up ace of spades, the waste is empty"
        )
        assert player.say("u") == "taken back: the deal, sent up ace of spades"

    def test_what_cannot_be_saved_is_told(self, folder: Path) -> None:
        (folder / "file").write_text("")
        player = Player(folder / "file" / "below")
        assert "not being saved" in player.greeting[1] or "not being saved" in player.say("d")


class TestHelp:
    def test_topics(self, player: Player) -> None:
        assert player.say("help").count("\n") == 2
        for topic in plainwords.TOPICS:
            assert topic in player.say("help")
            assert 1 <= player.say(f"help {topic}").count("\n") < plaintable.PAGE
        assert player.say("help zz").startswith("No help on zz")
        assert player.say("help ?") == player.say("help help")
        assert "any other suit" in player.say("help rules")
        assert player.say("rules") == player.say("help rules")

    @pytest.mark.parametrize("rules", ALL_RULES)
    def test_rules(self, rules: Rules) -> None:
        told = spoken.rules_told(rules)
        assert any("king" in line for line in told[1:]) == rules.kings_only
        assert any("dealt once" in line for line in told) != rules.redeal
        assert (plainwords.HELP_BACK_FROM_FOUNDATION in spoken.topic("playing", rules)) == (
            rules.take_back
        )

    def test_every_template_is_used(self) -> None:
        tree = ast.parse(Path(plainwords.__file__).read_text(encoding="utf-8"))
        names = {
            target.id
            for node in tree.body
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        }
        sources = [path.read_text(encoding="utf-8") for path in ROOT.glob("leftsuit/*.py")]
        used = Counter(word for source in sources for word in re.findall(r"\w+", source))
        assert [name for name in names if used[name] < 2] == []


@pytest.mark.parametrize("rules", ALL_RULES)
def test_answers_are_short_plain_and_come_for_everything(rules: Rules, folder: Path) -> None:
    source = random.Random(rules.name + str(rules.draw))
    player = Player(folder, 7, rules)
    lines = ["1", "2", "3", "4", "5", "6", "7", "w", "d", "f", "u", "r", "12", "21", "35", "53"]
    lines += ["3f", "wf", "w4", "next", "previous", "look", "restart", "redo all", "stats", "y"]
    lines += ["help", "more", "words", "new", "y", "n", "h4", "back", "look 3", "deal 5", "no"]
    for _ in range(400):
        line = source.choice(lines)
        said = player.table.obey(line)
        assert said, line
        assert len(said) <= 10, line
        for each in said:
            assert each.isascii(), line
            assert each.isprintable(), line
            assert len(each) <= 160, each
    player.store.close()


@pytest.mark.parametrize("language", i18n.LANGUAGES)
@pytest.mark.parametrize(
    ("line", "meant"),
    [
        # On a Russian layout the letters of a move in one word go by place.
        *(("ц4", "w4"), ("ца", "wf"), ("3а", "3f"), ("ь35", "m35"), ("35ч2", "35x2")),
        *(("35х2", "35x2"), ("3 5 х2", "3 5 2"), ("Ь 3", "m 3")),
        # Little words, marks, and what cannot be seen.
        *(("с 3 на 7", "3 7"), ("3 к 7", "3 7"), ("3 в 7", "3 7"), ("ход с 3 на 7", "3 7")),
        *(("открыть.", "deal"), ("«открыть»", "deal"), ("3.", "3"), ("\u200eоткрыть", "deal")),
        ("настро\u0438\u0306ки 1", "options 1"),
        # In either language the names of the other are understood.
        *(("настройки", "options"), ("просмотр 3 4", "view 3 4"), ("сброс 4", "waste 4")),
    ],
)
def test_what_is_meant_with_a_russian_keyboard(language: str, line: str, meant: str) -> None:
    i18n.use(language)
    assert orders.parse(line, LEFT_SUIT) == orders.parse(meant, LEFT_SUIT)


@pytest.mark.parametrize("language", i18n.LANGUAGES)
def test_an_answer_to_no_question_does_nothing(language: str, player: Player) -> None:
    """«да» begins like «дальше», which would move the card just played on."""
    i18n.use(language)
    player.say("7")
    game = player.model.game
    for answer in ("да", "yes", "нет", "no"):
        assert player.say(answer) == plainwords.fill(plainwords.NOTHING_ASKED)
        assert player.model.game is game


def test_what_was_typed_is_repeated_as_it_was_typed() -> None:
    i18n.use(i18n.RUSSIAN)
    for line, repeated in (("п", "п"), ("Х", "Х"), ("3 щ", "щ"), ("Кто там", "Кто там")):
        with pytest.raises(orders.NotUnderstood, match=rf"(^|\W){repeated.split()[0]}\b"):
            orders.parse(line, LEFT_SUIT)


def test_deleting_cannot_be_cut_short() -> None:
    assert orders.parse("de", LEFT_SUIT) == orders.parse("deal", LEFT_SUIT)
    for line in ("dele 3", "удал 3"):
        with pytest.raises(orders.NotUnderstood):
            orders.parse(line, LEFT_SUIT)


def test_nothing_that_is_said_of_the_table_depends_on_hidden_cards() -> None:
    source = random.Random(5)
    for deal in range(1, 40):
        rules = ALL_RULES[deal % 4]
        position = random_game(rules, deal, source.randrange(60), source).position
        other = shuffled(position, source)
        voice = Voice()
        assert voice.whole_table(position) == voice.whole_table(other)
        for column in range(7):
            assert voice.column(position, column) == voice.column(other, column)
            assert voice.nowhere(position, column) == voice.nowhere(other, column)
        assert voice.waste(position) == voice.waste(other)


def shuffled(position: Position, source: random.Random) -> Position:
    """Return a position with the cards that nobody sees in another order."""
    cards = [card for column, down in zip(position.columns, position.hidden, strict=True)
             for card in column[:down]]  # fmt: skip
    cards += [*position.stock, *position.waste[:-1]]
    source.shuffle(cards)
    columns = tuple(
        tuple(cards.pop() for _ in range(down)) + column[down:]
        for column, down in zip(position.columns, position.hidden, strict=True)
    )
    waste = tuple(cards.pop() for _ in position.waste[:-1]) + position.waste[-1:]
    return position._replace(columns=columns, stock=tuple(cards), waste=waste)


# The program, fed by a pipe.


def typed(move: str) -> str:
    """Return what to type for a move as the solver prints it: there, no number means one card."""
    return f"{move}x1" if re.fullmatch("[1-7][1-7]", move) else move


def winning_script(deal: int) -> list[str]:
    """Return the lines that win a deal, found by the solver."""
    search = Search(rules_of_play.deal(LEFT_SUIT, deal))
    assert search.run(100_000) == WON
    return [typed(move_text(move)) for move in search.line()]


def run_here(monkeypatch: pytest.MonkeyPatch, home: Path, data: bytes, *arguments: str) -> int:
    """Run the program in this process with that input."""
    monkeypatch.setenv("LEFTSUIT_HOME", str(home))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))
    return cli.main(["--plain", *arguments])


def kept_games(home: Path) -> list[tuple[str, int, int]]:
    with Store.open(str(home)) as store:
        return [(game.result, game.deal, game.moves) for game in store.games()]


def test_a_whole_game_by_pipe(
    monkeypatch: pytest.MonkeyPatch, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = winning_script(9)
    data = "\n".join([*lines, "look", "quit", "d"]).encode()
    assert run_here(monkeypatch, folder, data, "--deal", "9") == 0
    out, err = capsys.readouterr()
    answers = out.splitlines()
    assert err == ""
    assert answers[0] == "Left Suit, draw 1, deal 9. Say look or help"
    assert answers[len(lines)].endswith(f". You won in {len(lines)} moves, less than a minute")
    assert answers[-1] == "Goodbye"
    assert len(answers) == len(lines) + 1 + 10 + 1
    assert ">" not in out
    assert kept_games(folder) == [("won", 9, len(lines))]


def test_a_game_cut_in_the_middle_goes_on(
    monkeypatch: pytest.MonkeyPatch, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = winning_script(10)
    half = len(lines) // 2
    with running(folder, "--deal", "10") as program:
        assert program.stdin is not None
        assert program.stdout is not None
        for number, line in enumerate(lines[:half]):
            write(program.stdin, line)
            if not number:
                program.stdout.readline()  # The greeting.
            assert program.stdout.readline()
        program.kill()
    assert kept_games(folder) == [("open", 10, half)]
    assert run_here(monkeypatch, folder, "\n".join(lines[half:]).encode()) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"Your game goes on. Left Suit, draw 1, deal 10, {half} moves\n")
    assert "You won" in out
    assert kept_games(folder) == [("won", 10, len(lines))]


def write(pipe: IO[bytes], line: str) -> None:
    pipe.write(line.encode() + b"\n")
    pipe.flush()


class running:
    """The program in a process of its own, killed at the end if it is still there."""

    def __init__(self, home: Path, *arguments: str, **variables: str) -> None:
        self._program = subprocess.Popen(
            [sys.executable, "-m", "leftsuit", "--plain", *arguments],
            env=environment(home) | variables,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def __enter__(self) -> subprocess.Popen[bytes]:
        return self._program

    def __exit__(self, *_: object) -> None:
        self._program.kill()
        self._program.communicate()


def environment(home: Path) -> dict[str, str]:
    """Return the environment of a program that keeps its games in a folder."""
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ}
    return kept | {"LEFTSUIT_HOME": str(home), "PYTHONPATH": str(ROOT), "TERM": "dumb"}


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"\xff\xfe\n", "That line is not text in utf-8"),
        (b"\xef\xbb\xbfd\r\n", "dealt jack of clubs, 23 left"),
        (b"d" * 5000 + b"\n", "That line is too long"),
        (b"d" * 5000, "That line is too long"),
        (b"\0\x1b[2J\n", "I do not know ??[2J. Say help for the commands"),
        (b"d", "dealt jack of clubs, 23 left"),
    ],
)
def test_strange_input_is_a_line(
    monkeypatch: pytest.MonkeyPatch,
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    data: bytes,
    says: str,
) -> None:
    assert run_here(monkeypatch, folder, data + b"\nlook stock\n", "--deal", "7") == 0
    answers = capsys.readouterr().out.splitlines()
    assert answers[1] == says or data.endswith(b"d")
    assert answers[-1] in (plainwords.GOODBYE, plainwords.KEPT)
    assert all(line.isprintable() for line in answers)


def test_no_input_at_all(
    monkeypatch: pytest.MonkeyPatch, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_here(monkeypatch, folder, b"", "--deal", "7") == 0
    assert capsys.readouterr().out.splitlines()[1:] == ["Goodbye"]
    monkeypatch.setattr(sys, "stdin", None)
    assert cli.main(["--plain"]) == 0


def test_the_choice_of_words_is_kept(
    monkeypatch: pytest.MonkeyPatch, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run_here(monkeypatch, folder, b"words off\n", "--deal", "7")
    capsys.readouterr()
    run_here(monkeypatch, folder, b"look 1\nwords on\n", "--deal", "7")
    assert "Column 1: 5C" in capsys.readouterr().out
    run_here(monkeypatch, folder, b"look 1\n", "--deal", "7")
    assert "Column 1: five of clubs" in capsys.readouterr().out


def test_in_the_c_locale_and_when_nobody_listens(folder: Path) -> None:
    with running(folder, "--deal", "7", LC_ALL="C") as program:
        out, err = program.communicate("d\nпики\nlook\n".encode(), timeout=60)
    assert (program.returncode, err) == (0, b"")
    assert out.isascii()
    assert out.splitlines()[2] == b"I do not know ????. Say help for the commands"
    with running(folder, "--deal", "8") as program:
        assert program.stdin is not None
        assert program.stdout is not None
        program.stdout.close()
        write(program.stdin, "d")
        assert program.wait(60) == 0
        assert program.stderr is not None
        assert program.stderr.read() == b""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signals_end_it_with_the_game_saved(folder: Path, number: signal.Signals) -> None:
    with running(folder, "--deal", "7") as program:
        assert program.stdin is not None
        assert program.stdout is not None
        program.stdout.readline()
        write(program.stdin, "d")
        program.stdout.readline()
        program.send_signal(number)
        assert program.wait(60) == 128 + number
        assert program.stderr is not None
        assert program.stderr.read() == b""
    assert kept_games(folder) == [("open", 7, 1)]


def test_a_record_is_printed_and_not_opened(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from leftsuit import record  # noqa: PLC0415

    file = tmp_path / "game.txt"
    game = session.do(session.new(LEFT_SUIT, 7), [parse_move("D")])
    file.write_text(record.write(Record(game)), encoding="utf-8")
    monkeypatch.setattr(cli, "_on_a_terminal", lambda: True)
    assert cli.main(["--plain", "replay", str(file)]) == 0
    assert "left-suit, draw 1, deal 7" in capsys.readouterr().out


def test_the_deal_of_the_day_and_an_encoding_without_letters(folder: Path) -> None:
    command = [sys.executable, "-m", "leftsuit", "--plain", "--daily", "--lang", "ru"]
    said, before = [], time.strftime("%Y%m%d")
    for encoding in ("utf-8", "latin-1"):
        variables = environment(folder) | {"PYTHONIOENCODING": encoding}
        done = subprocess.run(
            command, input=b"look\n", env=variables, capture_output=True, timeout=60, check=True
        )
        said.append(done.stdout.decode(encoding))
        assert done.stderr == b""
    today = f"({before}|{time.strftime('%Y%m%d')})"
    assert re.match(rf"Левая масть, по одной, расклад {today}\D", said[0])
    assert re.match(rf"Left Suit, draw 1, deal {today}\D", said[1])
    assert "?" not in said[1]
