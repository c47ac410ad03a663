"""What is typed at real terminals: every form of a key, keys in bits and in heaps, whole games."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from leftsuit import position as table
from leftsuit import words
from leftsuit.model import ASK, TABLE
from leftsuit.notation import move_text, parse_move
from leftsuit.position import FOUNDATION, STOCK, WASTE
from leftsuit.rules import KLONDIKE
from tests.games import WON
from tests.play import think
from tests.terminal import Play, typed, without_clock

pytestmark = pytest.mark.terminal

RANDOM_KEYS = (
    "1 2 3 4 5 6 7 0 d d d f f u u r U R Tab Tab Shift-Tab m m "
    "Left Right Up Down Left Right Up Down Enter Enter Enter Esc ? G Backspace h j k l"
)


def test_every_form_of_the_arrow_keys(tmp_path: Path) -> None:
    with Play(tmp_path, 7) as play:
        for start in (b"\x1b[", b"\x1bO", b"\x1b[1;5", b"\x1b[1;2"):
            for final in "CCBCADDB":
                play.expect({"A": "Up", "B": "Down", "C": "Right", "D": "Left"}[final])
                play.send(start + final.encode())
                play.wait_for_picture()


SWALLOWED = (
    *(b"\x1b[M !!", b"\x1b[<64;10;10M", b"\x1b[<0;5;5m", b"\x1b[32;10;10M"),
    *(b"\x1b[I", b"\x1b[O", b"\x1b[?62;4c", b"\x1b[>0;276;0c", b"\x1b[5;10R", b"\x1b[0n"),
    *(
        b"\x1b]11;rgb:0/0/0\x07",
        b"\x1b]11;rgb:0/0/0\x1b\\",
        b"\x1bP1$r0 q\x1b\\",
        b"\x1b_Gi=1;OK\x1b\\",
    ),
    *(b"\x1b[H", b"\x1b[F", b"\x1b[1~", b"\x1b[4~", b"\x1b[5~", b"\x1b[6~", b"\x1b[2~", b"\x1b[3~"),
    *(b"\x1b[[B", b"\x1b[[E", b"\x1b[15~", b"\x1b[24;2~", b"\x1bOQ", b"\x1bOS", b"\x1bO5P"),
    *(b"\x1bOj", b"\x1bOk", b"\x1bOl", b"\x1bOm", b"\x1bOn", b"\x1bOo", b"\x1bOX"),
    *(b"\x1b[97;5u", b"\x1b[27;5;117~", b"\x1b[117u", b"\x00", b"\x13", b"\x11", b"\x1c", b"\xff"),
)
"""What has no meaning in play, though all of it holds characters that are commands."""


def test_what_has_no_meaning_is_swallowed_whole(tmp_path: Path) -> None:
    with Play(tmp_path, 7) as play:
        play.press("d d u")
        for sequence in SWALLOWED:
            play.send(sequence)
            play.press("l")
            play.press("h")
        play.send(b"".join(SWALLOWED))
        play.mark()
        assert (len(play.model.game.steps), play.model.game.at) == (2, 1)


def test_number_pads_in_application_mode(tmp_path: Path) -> None:
    with Play(tmp_path, 7) as play:
        play.press("d d")
        for digit, letter in enumerate(b"pqrstuvwxy"):
            play.expect(str(digit))
            play.send(b"\x1bO" + bytes([letter]))
            play.wait_for_picture()
        play.press("G")
        play.expect("1 2 Enter")
        play.send(b"\x1bOq\x1bOr\x1bOM")
        play.wait_for_picture()
        assert play.model.mode == ASK
        assert play.model.next_deal == 12


@pytest.mark.parametrize("enter", [b"\r", b"\n", b"\x1bOM"])
def test_every_form_of_enter(tmp_path: Path, enter: bytes) -> None:
    with Play(tmp_path, 7) as play:
        # On the stock it deals; then it takes and drops; then it ends the prompt.
        for before, after in (("", "Dealt"), ("Right", ""), ("Esc G 9 9", "Leave this game")):
            play.press(before)
            play.expect("Enter")
            play.send(enter)
            play.wait_for_picture()
            assert after in play.text
        play.press("y")
        assert play.model.game.deal == 99


def test_every_form_of_backspace(tmp_path: Path) -> None:
    with Play(tmp_path, 7) as play:
        play.press("G 1 2")
        for key, what in (
            (b"\x7f", "Backspace"),
            (b"3", "3"),
            (b"\x08", "Backspace"),
            (b"4", "4"),
            (b"\x1b[3~", ""),
        ):
            play.send(key)
            play.expect(what)
            play.wait_for_picture()
        assert play.model.typed == "14"
        play.press("Enter")
        assert play.model.game.deal == 14


@pytest.mark.parametrize("rest", [b"OB", b"[B", b"[1;5B"])
def test_an_arrow_key_that_comes_apart_only_drops_a_selection(tmp_path: Path, rest: bytes) -> None:
    with Play(tmp_path, 7) as play:
        play.press("d d d Right")
        steps = len(play.model.game.steps)
        places = ("m", "G 5", "N", "?", "o", "Right Enter", "Left Enter Right")
        for before, mode in zip(places, [TABLE] * len(places), strict=True):
            play.press(before)
            # Esc alone shows after a pause; only then does the rest of the key come.
            play.press("Esc")
            assert play.model.mode == mode
            play.expect("Down")
            for byte in rest:
                play.send(bytes([byte]))
            play.wait_for_picture()
        assert len(play.model.game.steps) == steps


def test_esc_alone_puts_back_what_was_taken(tmp_path: Path) -> None:
    with Play(tmp_path, 7) as play:
        for column in range(7):
            if play.model.lifted is None:
                play.press("Down Enter" if not column else "Right Enter")
            if play.model.lifted is not None:
                play.press("Esc")
                assert words.PUT_BACK in play.text
        assert not play.model.game.steps


@pytest.mark.parametrize("seed", [1, 2])
def test_keys_in_a_heap_do_what_they_do_one_by_one(tmp_path: Path, seed: int) -> None:
    source = random.Random(seed)
    keys = " ".join(source.choices(RANDOM_KEYS.split(), k=500))
    screens = []
    with Play(tmp_path, 7) as play:
        play.press(keys)
        screens.append(play.text)
    with Play(tmp_path, 7) as play:
        for key in keys.split():
            play.send(typed(key))
        play.expect(keys)
        play.wait_for_picture()
        screens.append(play.text)
    assert without_clock(screens[0]) == without_clock(screens[1])


@pytest.mark.parametrize(
    "keys",
    ["вввг", "ВВВГ", "dвгк", "ддфлвв", "рплошщв", "ддд", "δδθρ", "Д", "ёъхжэб"],
)
def test_letters_of_other_layouts(tmp_path: Path, keys: str) -> None:
    with Play(tmp_path, 7) as play:
        play.expect(" ".join(keys))
        play.model = think(play.model)
        play.send(typed(" ".join(keys)))
        play.wait_for_picture()
        play.mark()


def test_cyrillic_letters_are_commands(tmp_path: Path) -> None:
    with Play(tmp_path, 7) as play:
        play.press("в в в г")
        assert (len(play.model.game.steps), play.model.game.at) == (3, 2)
        play.press("к")
        play.press("Г")
        assert play.model.game.at == 0
        play.press("К")
        assert play.model.game.at == 3
        # The key of Y types the first letter of the Russian no.
        for no in "нНтТnN":
            play.press(f"П 5 Enter {no}")
            assert (play.model.game.deal, play.model.mode) == (7, TABLE)
        play.press("П 5 Enter д")
        assert play.model.game.deal == 5
        play.send("й".encode())
        assert play.wait_for_exit() == 0


def test_letters_cut_in_half(tmp_path: Path) -> None:
    with Play(tmp_path, 7) as play:
        for letter in "ввг":
            for byte in letter.encode():
                play.send(bytes([byte]))
                play.send(b"")
            play.expect(letter)
            play.wait_for_picture()
        assert play.model.game.at == 1


def test_questions_mean_no(tmp_path: Path) -> None:
    with Play(tmp_path, 7) as play:
        play.press("d d u")
        for question in ("N", "G 5 Enter"):
            for answer in ("Enter", "Esc", "Space", question.split()[0], "n", "Tab", "1", "q"):
                play.press(question)
                assert words.ASK_LEAVE in play.text
                play.press(answer)
                assert words.GOING_ON in play.text
        for leaving in ("Esc", "Enter"):
            play.press("G")
            play.press(leaving)
            assert words.GOING_ON in play.text
        assert play.model.game.deal == 7
        assert (len(play.model.game.steps), play.model.game.at) == (2, 1)


def test_a_restart_by_mistake_costs_nothing(tmp_path: Path) -> None:
    with Play(tmp_path, 7) as play:
        play.press("d d 2 d")
        before = play.model.game
        for key in ("Enter", "Esc", "Space", "U", "n"):
            play.press("U")
            play.press(key)
            play.press("Esc R")
            assert play.model.game == before
        # Who goes on without noticing makes the same moves again.
        play.press("U d d 2")
        assert play.model.game.steps == before.steps
        play.press("R")
        assert play.model.game == before


def test_every_pile_can_be_taken_from_and_left_and_the_game_won(tmp_path: Path) -> None:
    """Enter and Esc on each pile, empty or not, at several moments of a game that is then won."""
    deal, line = WON["left-suit", 1]
    with Play(tmp_path, deal) as play:
        for number, text in enumerate(line.split()):
            if number % 23 == 0:
                game = play.model.game
                for _ in range(13):
                    stock = play.model.cursor.pile == STOCK
                    play.press("Right" if stock else "Enter Esc Right")
                assert play.model.game == game
            move = parse_move(text)
            source = "w" if move.source == WASTE else text[0]
            target = "f" if move.target == FOUNDATION else str(move.target + 1)
            play.press("d" if text == "D" else f"m {source} {target}")
        assert "You won!" in play.text


TEXT = "N y\nG5\ny\r UUq dd77 \x1b[A [201~ Nу"


def test_pasted_text_does_nothing_in_play(tmp_path: Path) -> None:
    with Play(tmp_path, 7) as play:
        play.press("d Right")
        before = play.text
        play.paste(TEXT)
        play.paste("d" * 100_000)
        play.press("Left")
        play.press("Right")
        assert without_clock(play.text) == without_clock(before)
        play.press("?")
        play.paste(TEXT)
        play.press("Down Esc N")
        play.paste("y")
        play.press("Enter")
        assert play.model.game.at == 1


def test_pasted_text_fills_the_prompt(tmp_path: Path) -> None:
    with Play(tmp_path, 7) as play:
        play.press("G")
        play.paste(" 20261129\n")
        play.wait_for_picture()
        assert "Deal number: 20261129" in play.text
        play.press("Enter")
        assert "deal 20261129" in play.text


def test_a_paste_without_an_end_is_ended_by_ctrl_c(tmp_path: Path) -> None:
    with Play(tmp_path, 7) as play:
        play.send(b"\x1b[200~dddd")
        play.send(b"\x03")
        assert play.wait_for_exit() == 0
        assert play.complaints() == []


def test_flow_control_loses_and_doubles_nothing(tmp_path: Path) -> None:
    with Play(tmp_path, 7) as play:
        play.expect("d d")
        play.send(b"\x13dd\x11")
        play.wait_for_picture()
        assert play.model.game.at == 2


# Found by playing many deals by random keys, each to its best place.
ONE_KEY_WIN = (
    32027,
    "fd07dd0dddddd0ddddddd0d2d07d0ddf707d02444657f0667623d7155f6f3077170d010050010f",
)


def test_a_game_is_won_by_one_key_a_move(tmp_path: Path) -> None:
    with Play(tmp_path, ONE_KEY_WIN[0]) as play:
        for key in ONE_KEY_WIN[1]:
            play.press(key)
        assert "You won!" in play.text
        assert table.is_won(play.model.position)


def test_a_game_is_won_by_named_moves_in_one_heap(tmp_path: Path) -> None:
    deal, line = WON["klondike", 1]
    keys = []
    for text in line.split():
        move = parse_move(text)
        pile = "0" if text[0] == "W" else text[0].lower()
        target = "f" if move.target == FOUNDATION else str(move.target + 1)
        keys.append("d" if text == "D" else f"m {pile} {target}")
    with Play(tmp_path, deal, rules=KLONDIKE) as play:
        play.press(" ".join(keys))
        made = "".join(move_text(step.moves[0]) for step in play.model.game.steps)
        assert made == line.replace(" ", ""), "the target settles how many cards move"
        assert "You won!" in play.text
        for key in ("U", "R", "u", "r"):
            play.press(key)
        assert "You won!" in play.text
        play.send(b"N")
        play.wait_for(lambda: "0 moves" in play.text and "You won!" not in play.text)


def test_the_show_after_a_win_is_short_and_ends_by_itself(tmp_path: Path) -> None:
    deal, keys = ONE_KEY_WIN
    sent = []
    for animation in (False, True):
        with Play(tmp_path, deal, animation=animation) as play:
            play.send(keys.encode())
            play.wait_for("You won!")
            sent.append(len(play.raw))
    assert sent[0] + 500 < sent[1] < sent[0] + 12_000


def test_a_key_ends_the_show_and_counts(tmp_path: Path) -> None:
    deal, keys = ONE_KEY_WIN
    with Play(tmp_path, deal, animation=True) as play:
        play.send(keys.encode())
        play.expect(list(keys))
        play.press("u")
        assert "Taken back" in play.text
        play.press("r")
        assert "You won!" in play.text, "it is shown once"


@pytest.mark.parametrize(
    ("deal", "keys", "says"),
    [
        (489, "dddd0dddddddddddddddddddd", words.NO_MOVES),
        (944, "2ddddddddddddd7ddddddddddd", words.DEAD_END),
    ],
    ids=["no moves", "dead end"],
)
def test_a_game_ends_without_a_win(tmp_path: Path, deal: int, keys: str, says: str) -> None:
    said = says.partition(".")[0]
    with Play(tmp_path, deal) as play:
        for key in keys[:-1]:
            play.press(key)
            assert said not in play.text
        for key in (keys[-1], "r"):
            play.press(key)
            assert said in play.text
            play.press("u")
            assert said not in play.text
