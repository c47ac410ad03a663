"""One deal, won by the same moves in every way there is to play it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from leftsuit import i18n, keys
from leftsuit.faces import Look
from leftsuit.notation import move_text
from leftsuit.position import FOUNDATION, STOCK, WASTE
from leftsuit.record import WON
from leftsuit.rules import LEFT_SUIT
from leftsuit.session import Session
from leftsuit.store import Store
from tests import games
from tests.ssh import Login, Server, fresh
from tests.terminal import Play, Terminal, environment

RUSSIAN = "ru"
ON_THE_SAME_KEY = {latin: letter for letter, latin in zip(*keys.LAYOUTS["Russian"], strict=True)}
"""Which Russian letter a key types, by its Latin one."""
LETTERS = Look(letters=True)


@pytest.fixture(scope="module")
def won() -> Session:
    return games.won(LEFT_SUIT)


@pytest.fixture
def in_russian() -> None:
    """Let this process say what the program has to show, too, in Russian."""
    i18n.use(RUSSIAN)


def strokes(game: Session, *, cyrillic: bool = False) -> list[str]:
    """Return the keys of each move: both piles named, or a deal."""
    found = []
    for step in game.steps:
        (move,) = step.moves
        if move.source == STOCK:
            typed = "d"
        else:
            source = "w" if move.source == WASTE else str(move.source + 1)
            target = "f" if move.target == FOUNDATION else str(move.target + 1)
            typed = f"m{source}{target}"
        found.append("".join(ON_THE_SAME_KEY.get(key, key) if cyrillic else key for key in typed))
    return found


def spoken(game: Session, *, russian: bool = False) -> list[str]:
    """Return each move as a line for the game without a screen."""
    deal, waste, up = ("открыть", "сброс", "наверх") if russian else ("deal", "waste", "f")
    found = []
    for step in game.steps:
        (move,) = step.moves
        if move.source == STOCK:
            found.append(deal)
            continue
        source = waste if move.source == WASTE else str(move.source + 1)
        target = up if move.target == FOUNDATION else str(move.target + 1)
        length = f" {move.length}" if move.length > 1 else ""
        found.append(f"{source} {target}{length}")
    return found


def kept(folder: Path) -> list[tuple[str, int, list[str]]]:
    """Return result, deal and moves of every game that is kept in a folder."""
    with Store.open(str(folder), create=False) as store:
        records = [store.read(each.id) for each in store.games()]
    return [
        (
            found.record.result,
            found.record.game.deal,
            [move_text(move) for step in found.record.game.steps for move in step.moves],
        )
        for found in records
        if found is not None
    ]


def the_win(game: Session) -> list[tuple[str, int, list[str]]]:
    """Return what has to be kept."""
    return [(WON, game.deal, [move_text(move) for step in game.steps for move in step.moves])]


def play_to_the_end(play: Play, typed: list[str]) -> None:
    """Press the keys of each move, and look at the screen after each; leave after the win."""
    for strokes_of_one in typed:
        play.press(" ".join(strokes_of_one))
    assert play.model.won
    play.send(b"q")
    assert play.wait_for_exit() == 0
    assert play.complaints() == []
    assert play.unknown_codes == []


@pytest.mark.terminal
class TestOnAScreen:
    @pytest.mark.usefixtures("in_russian")
    def test_in_russian_with_cyrillic_keys_alone(self, tmp_path: Path, won: Session) -> None:
        typed = strokes(won, cyrillic=True)
        assert not any(key.isascii() and key.isalpha() for one in typed for key in one)
        with Play(tmp_path, won.deal, "--lang", RUSSIAN) as play:
            for one in typed:
                play.press(" ".join(one))
            assert "Победа!" in play.text
            play.send(ON_THE_SAME_KEY["q"].encode())
            assert play.wait_for_exit() == 0
        assert kept(tmp_path / "leftsuit") == the_win(won)

    @pytest.mark.parametrize("language", ["en", RUSSIAN])
    def test_on_the_smallest_screen(self, tmp_path: Path, won: Session, language: str) -> None:
        i18n.use(language)
        options = ("--lang", language)
        with Play(tmp_path, won.deal, *options, width=40, height=16) as play:
            play_to_the_end(play, strokes(won))
        assert kept(tmp_path / "leftsuit") == the_win(won)

    def test_in_ascii_on_a_vt100(self, tmp_path: Path, won: Session) -> None:
        look = Look(letters=True, framed=True)
        with Play(tmp_path, won.deal, "--ascii", look=look, term="vt100") as play:
            play_to_the_end(play, strokes(won))
            assert max(play.raw) < 128
        assert kept(tmp_path / "leftsuit") == the_win(won)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path, "AcceptEnv LANG LC_*") as running:
        yield running


@pytest.mark.terminal
@pytest.mark.slow
def test_over_ssh(server: Server, won: Session) -> None:
    command = [server.play("--deal", str(won.deal))]
    with Login(server, fresh(won.deal), command=command) as login:
        play_to_the_end(login, strokes(won))
    assert kept(server.games) == the_win(won)


@pytest.mark.parametrize("language", ["en", RUSSIAN])
def test_without_a_screen(tmp_path: Path, won: Session, language: str) -> None:
    lines = spoken(won, russian=language == RUSSIAN)
    words = ["--plain", "--lang", language, "--deal", str(won.deal)]
    done = subprocess.run(
        [sys.executable, "-m", "leftsuit", *words],
        input="\n".join(lines).encode(),
        env=environment(tmp_path),
        capture_output=True,
        timeout=120,
        check=False,
    )
    answers = done.stdout.decode().splitlines()
    assert (done.returncode, done.stderr) == (0, b"")
    assert len(answers) == len(lines) + 2, "an answer a line, a greeting and a farewell"
    won_in = "Победа: 117 ходов" if language == RUSSIAN else "You won in 117 moves"
    assert won_in in answers[-2]
    assert kept(tmp_path / "leftsuit") == the_win(won)


@pytest.mark.terminal
def test_without_a_screen_on_a_dumb_terminal(tmp_path: Path, won: Session) -> None:
    with Terminal(tmp_path, "--plain", "--deal", str(won.deal), term="dumb") as terminal:
        terminal.wait_for("\n>")
        for line in spoken(won):
            count = terminal.raw.count(b"\n> ")
            terminal.send(line.encode() + b"\r")
            terminal.wait_for(lambda seen=count: terminal.raw.count(b"\n> ") > seen)
        assert b"You won in 117 moves" in terminal.raw
        assert b"\x1b" not in terminal.raw
        terminal.send(b"quit\r")
        assert terminal.wait_for_exit() == 0
    assert kept(tmp_path / "leftsuit") == the_win(won)
