"""The deal of the day: which it is, how it is played, and the days that follow each other."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leftsuit import cli, days, session, statstext
from leftsuit.faces import Look
from leftsuit.model import Model
from leftsuit.record import LEFT, OPEN, WON, Record, Summary
from leftsuit.rules import KLONDIKE_DRAW_3, LEFT_SUIT
from leftsuit.statistics import Figures, of
from leftsuit.store import Store
from tests.games import random
from tests.keeping import kept, quick_folder

fixed = settings(max_examples=200, deadline=None, derandomize=True, database=None)
SetZone = Callable[[str], None]


@pytest.fixture
def zone(monkeypatch: pytest.MonkeyPatch) -> Iterator[SetZone]:
    """Give what sets the time zone, until the test ends."""

    def set_zone(name: str) -> None:
        monkeypatch.setenv("TZ", name)
        time.tzset()

    yield set_zone
    monkeypatch.undo()
    time.tzset()


def number(day: date) -> int:
    return int(day.strftime("%Y%m%d"))


def test_today_is_the_local_date(zone: SetZone, monkeypatch: pytest.MonkeyPatch) -> None:
    # In UTC it is 23:30 on the 31st of December.
    monkeypatch.setattr(days.time, "localtime", lambda t=1798759800.0, real=time.localtime: real(t))
    for name, day in (("UTC", 20261231), ("UTC-1", 20270101), ("UTC+5", 20261231)):
        zone(name)
        assert days.today() == day


def test_the_day_of_a_game_is_the_local_one(zone: SetZone) -> None:
    for name, day in (("UTC", 20261129), ("UTC-3", 20261130), ("UTC+11", 20261129)):
        zone(name)
        assert days.day_of("2026-11-29T21:04:31Z") == day
    zone("UTC+3")
    assert days.day_of("2027-01-01T02:59:59Z") == 20261231


@pytest.mark.parametrize("text", ["", "never", "2026-11-31T00:00:00Z", "0000-01-01T00:00:00Z"])
def test_no_day(text: str) -> None:
    assert days.day_of(text) is None


@fixed
@given(st.sets(st.integers(0, 40)), st.integers(0, 42))
def test_streaks(won: set[int], now: int) -> None:
    first = date(2026, 12, 10)
    current, longest = days.streaks(
        [number(first + timedelta(day)) for day in won], number(first + timedelta(now))
    )
    # Day by day, as one would count on the fingers.
    end = now if now in won else now - 1
    expected = 0
    while end - expected in won and max(won) in (now, now - 1):
        expected += 1
    assert current == expected
    runs = [0]
    for day in range(42):
        runs.append(runs[-1] + 1 if day in won else 0)
    assert longest == max(runs)


def test_streaks_go_over_the_ends_of_months_and_years() -> None:
    assert days.streaks([20280228, 20280229, 20280301], 20280301) == (3, 3)
    assert days.streaks([20270228, 20270301, 20261231, 20270101], 20270302) == (2, 2)
    assert days.streaks([], 20270302) == (0, 0)
    assert days.streaks([20270302], 10_000_01_01) == (0, 1)


def game(deal: int, started: str, result: str = WON, draw: int = 1) -> Summary:
    return Summary(1, "left-suit", draw, deal, result, 60, started, False, 0, 120)


def figures(today: int, *in_order: Summary) -> Figures:
    """Return the figures of games given from the first to the last."""
    return of(reversed(in_order), "left-suit", 1, today).figures[0]


def noon(day: int) -> str:
    text = str(day)
    return f"{text[:4]}-{text[4:6]}-{text[6:]}T12:00:00Z"


def test_days_won_count(zone: SetZone) -> None:
    zone("UTC")
    three = [game(day, noon(day)) for day in (20261127, 20261128, 20261129)]
    found = figures(20261129, *three)
    assert (found.days_won, found.daily_streak, found.longest_daily_streak) == (3, 3, 3)
    assert figures(20261130, *three).daily_streak == 3
    found = figures(20261201, *three)
    assert (found.days_won, found.daily_streak, found.longest_daily_streak) == (3, 0, 3)
    # A day won twice is one day, and a loss after the win takes nothing away.
    again = [*three, three[-1], game(20261129, noon(20261129), LEFT)]
    assert figures(20261129, *again).daily_streak == 3
    assert figures(20261129, *again).streak == 0


@pytest.mark.parametrize(
    "other",
    [
        game(20261128, noon(20261129)),
        game(20261128, "2026-11-29T00:00:00Z"),
        game(20261128, noon(20261128), LEFT),
        game(20261128, noon(20261128), OPEN),
        game(20261128, ""),
        game(20261128, noon(20261128), draw=3),
        game(20261328, "2026-11-28T12:00:00Z"),
        game(128, noon(20261128)),
    ],
)
def test_what_is_no_daily_win(zone: SetZone, other: Summary) -> None:
    zone("UTC")
    two = [game(day, noon(day)) for day in (20261127, 20261129)]
    found = figures(20261129, two[0], other, two[1])
    assert (found.days_won, found.daily_streak, found.longest_daily_streak) == (2, 1, 1)


def test_the_days_are_in_the_text_only_if_there_are_any(zone: SetZone) -> None:
    zone("UTC")
    plain = "\n".join(statstext.statistics(of([game(7, "")]), 38, ascii_only=True))
    assert "aily" not in plain
    games = [game(day, noon(day)) for day in (20261129, 20261128, 20261120)]
    lines = statstext.statistics(of(games, today=20261130), 38, ascii_only=True)
    shown = dict(line.strip().rsplit(maxsplit=1) for line in lines if "ay" in line or "ai" in line)
    assert shown["Daily deals won"] == "3"
    assert shown["Days in a row, up to now"] == "2"
    assert shown["Most days in a row"] == "2"
    assert max(map(len, lines)) <= 38


# Playing it.

TODAY = 20261129


@pytest.fixture
def where(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with quick_folder() as path:
        monkeypatch.setenv("LEFTSUIT_HOME", str(path))
        yield path


@pytest.fixture
def begin(where: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Model]:
    """Give what starts the game with a command line, and returns what is on the screen first."""
    assert where
    shown: list[Model] = []

    def play(make: Callable[..., Model], *_: object) -> int:
        shown.append(make(Look(), 80, 24))
        return 0

    def start(*arguments: str) -> Model:
        assert cli.main(arguments) == 0
        return shown[-1]

    monkeypatch.setattr(cli, "_on_a_terminal", lambda: True)
    monkeypatch.setattr("leftsuit.tui.play", play)
    monkeypatch.setattr(cli, "days", SimpleNamespace(today=lambda: TODAY))
    return start


def some_moves(deal: int, rules: session.Rules = LEFT_SUIT) -> Record:
    """Return a game of a deal after a few moves."""
    source = random.Random(1)
    game = session.new(rules, deal)
    for _ in range(5):
        game = session.do(game, [source.choice(session.table.legal_moves(game.position))])
    return Record(game, seconds=7)


def test_it_is_the_deal_of_the_date(begin: Callable[..., Model]) -> None:
    m = begin("--daily")
    assert (m.game.deal, m.game.rules, m.game.steps) == (TODAY, LEFT_SUIT, ())
    m = begin("--daily", "--rules", "klondike", "--draw", "3")
    assert (m.game.deal, m.game.rules) == (TODAY, KLONDIKE_DRAW_3)


def test_it_is_taken_up_again(where: Path, begin: Callable[..., Model]) -> None:
    with Store.open(str(where)) as store:
        kept(store, some_moves(TODAY))
        kept(store, some_moves(TODAY, KLONDIKE_DRAW_3))
        kept(store, some_moves(TODAY - 1))
        kept(store, some_moves(32_111))
    m = begin("--daily")
    assert (m.game.deal, m.game.rules, m.game.at, m.seconds) == (TODAY, LEFT_SUIT, 5, 7.0)
    assert begin("--daily", "--new").game.steps == ()
    # Without the option the game played last goes on, as ever.
    assert begin().game.deal == 32_111


def test_one_that_has_ended_is_not_taken_up(where: Path, begin: Callable[..., Model]) -> None:
    with Store.open(str(where)) as store:
        place = kept(store, some_moves(TODAY))
        store.leave(place, some_moves(TODAY))
        kept(store, some_moves(TODAY - 1))
    m = begin("--daily")
    assert (m.game.deal, m.game.steps) == (TODAY, ())


def test_it_is_one_deal(begin: Callable[..., Model], capsys: pytest.CaptureFixture[str]) -> None:
    assert begin
    assert cli.main(["--daily", "--deal", "7"]) == 2
    assert "not allowed with" in capsys.readouterr().err
