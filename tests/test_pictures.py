"""Whole screens as text, compared with the pictures kept in ``tests/pictures``.

To take the screens as they are now, run the tests with LEFTSUIT_PICTURES=write, and look at what
has changed before it is kept.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from leftsuit import app, i18n, layout, session, statistics
from leftsuit.faces import SUIT_SIGNS, Look, name
from leftsuit.model import AllGames, AllStatistics, Model, Resize, Tick
from leftsuit.position import Position
from leftsuit.record import LEFT, OPEN, WON, Summary, unreadable
from leftsuit.rules import KLONDIKE_DRAW_3, LEFT_SUIT
from leftsuit.session import Session
from leftsuit.statistics import Statistics
from tests.play import model, press
from tests.table import table

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parent / "pictures"
SIZES = ((40, 16), (60, 20), (80, 24), (120, 40))
LOOKS = {"signs": Look(), "letters": Look(letters=True), "framed": Look(letters=True, framed=True)}

WORST = table(
    LEFT_SUIT,
    "5C 4S | | [2D] TC | QD | [3D 4D] 9H | [6D] JC | "
    "[KD QC JD TD 9D 8D] KS QH JS TH 9S 8H 7S 6H 5S 4H 3S 2H AS",
    stock="KH QS",
    waste="JH TS 9C 8S 7H 6S",
    up="AH AD",
)
"""The longest column there can be: six cards face down and a whole run from king to ace."""
DEAD = table(
    LEFT_SUIT,
    "[3S] 9S 8C | [3H] 9H | [3D] KD | [3C] KC | [2S] KS | [2H] KH | [2D] 5C",
    waste="AS JH",
    stock="JC",
)
ONE_TO_GO = table(LEFT_SUIT, "KC", up="KS KH KD QC")
MIDGAME = "d d d 7 5 6 2 d 0 d 0 d 0 d 0 3 d d 0 4 1 2 d 0"


def game(keys: str, deal: int = 7, *, start: Position | None = None) -> Callable[[Look], Model]:
    """Return how to make the screen after some keys in a deal, or from a position made up."""
    first = session.new(LEFT_SUIT, deal) if start is None else Session(deal, start)
    return lambda look: press(model(first, look=look), keys)


def show(look: Look) -> Model:
    """Return the screen in the middle of the show after a win."""
    m = press(model(Session(31, ONE_TO_GO), look=look, animation=True), "1")
    for _ in range(9):
        m, _ = app.update(m, Tick())
    return m


def klondike(look: Look) -> Model:
    """Return the screen of a stock that can be dealt again."""
    return press(model(session.new(KLONDIKE_DRAW_3, 7), look=look), ["d"] * 8)


SCREENS = {
    "opening": game("", 20261129),
    "midgame": game(MIDGAME, 20261129),
    "worst column": game("Right", start=WORST),
    "worst column, cursor deep": game("Left Down" + " Up" * 6, start=WORST),
    "in hand": game("Down Right Right Right Right Enter", start=WORST),
    "help": game("?"),
    "prompt": game("d G 0 Enter"),
    "question": game("d N"),
    "refusal": game("d 7 0 m 1 2"),
    "dead end": game("d", 31, start=DEAD),
    "pass is over": game("d " * 24),
    "win": game("1", 31, start=ONE_TO_GO),
    "win, the show": show,
    "klondike": klondike,
}


def kept_games() -> tuple[Statistics, tuple[Summary, ...]]:
    """Return the figures and the list of some games that were kept."""
    kinds = [("left-suit", 1), ("left-suit", 1), ("left-suit", 3), ("klondike", 1), ("klondike", 3)]
    games = tuple(
        Summary(
            30 - n,
            *kinds[n % 5],
            (2661 * n + 7) % 999_999 or 7,
            (WON, LEFT, WON, OPEN)[n % 4],
            154 + 37 * n,
            f"2026-11-{28 - n % 28:02}T{n % 24:02}:05:00Z",
            n % 7 == 0,
            n % 3,
            81 + n,
        )
        for n in range(29)
    )
    games += (unreadable(1),)
    return statistics.of(games), games


RUSSIAN = {
    **{name: SCREENS[name] for name in ("opening", "midgame", "help", "prompt", "question")},
    **{name: SCREENS[name] for name in ("refusal", "dead end", "pass is over", "win", "klondike")},
    "in hand": SCREENS["in hand"],
    "options": game("o"),
    "statistics": lambda look: app.update(game("")(look), AllStatistics(kept_games()[0]))[0],
    "history": lambda look: app.update(game("")(look), AllGames(kept_games()[1]))[0],
}
"""The screens that are looked at in Russian, too."""


def picture_of(m: Model, width: int, height: int) -> str:
    """Return one screen in an edge that shows its size."""
    m, _ = app.update(m, Resize(width, height))
    frame = layout.frame(app.view(m))
    rows = [f"|{row}|" for row in frame.rows]
    edge = f"+{'-' * width}+"
    return "\n".join([f"{width}x{height}", edge, *rows, edge, ""])


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("screen", SCREENS)
def test_screen(screen: str, look: str) -> None:
    compare(SCREENS[screen](LOOKS[look]), f"{screen}, {look}")


@pytest.mark.parametrize("screen", RUSSIAN)
def test_screen_in_russian(screen: str, monkeypatch: pytest.MonkeyPatch) -> None:
    i18n.use(i18n.RUSSIAN)
    if not hasattr(time, "tzset"):
        pytest.skip("the time zone cannot be set here")
    monkeypatch.setenv("TZ", "UTC0")
    time.tzset()
    try:
        compare(RUSSIAN[screen](Look()), f"{screen}, russian")
    finally:
        monkeypatch.undo()
        time.tzset()


def compare(m: Model, name: str) -> None:
    """Compare a screen in all sizes with the picture of it that is kept."""
    shown = "\n".join(picture_of(m, *size) for size in SIZES)
    file = FOLDER / f"{name}.txt"
    if os.environ.get("LEFTSUIT_PICTURES") == "write":
        file.write_text(shown, encoding="utf-8")
    assert shown == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("screen", SCREENS)
def test_a_cell_is_spared_behind_every_suit(screen: str, size: tuple[int, int]) -> None:
    """Some fonts draw a suit wider than a cell: it must not cover anything."""
    m, _ = app.update(SCREENS[screen](Look()), Resize(*size))
    for row in layout.frame(app.view(m)).rows[:-2]:
        for place in (place for place, cell in enumerate(row) if cell in SUIT_SIGNS):
            behind = row[place + 1 : place + 2]
            assert behind in ("", " ", "│"), row


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("size", SIZES)
def test_every_card_of_a_long_run_shows_rank_and_suit(look: str, size: tuple[int, int]) -> None:
    m, _ = app.update(game("Right", start=WORST)(LOOKS[look]), Resize(*size))
    column = max(range(7), key=lambda n: len(m.position.columns[n]))
    run = m.position.columns[column][m.position.hidden[column] :]
    assert len(run) > 6
    text = "\n".join(layout.frame(app.view(m)).rows)
    names = [name(card, m.look) for card in run]
    seen = [each for each in names if re.search(rf"(?<!\d){each}", text)]
    # On a low screen some are out of sight, and how many is told.
    told = re.search(r"(?:···|\.\.\.) ?(\d+)", text)
    assert len(names) - len(seen) == (int(told[1]) if told else 0)
    assert seen[0] == names[0]
    assert seen[-1] == names[-1]
