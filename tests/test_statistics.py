"""Statistics: what counts, what each figure means, and how they look."""

from __future__ import annotations

import json
import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leftsuit import record, statstext
from leftsuit import rules as rule_sets
from leftsuit.record import LEFT, OPEN, WON, Summary
from leftsuit.statistics import LAST, Figures, Statistics, of, spread

fixed = settings(max_examples=150, deadline=None, derandomize=True, database=None)

NOTHING = Figures("left-suit", 1)


def game(  # noqa: PLR0913
    result: str = WON,
    *,
    rules: str = "left-suit",
    draw: int = 1,
    seconds: int = 60,
    moves: int = 120,
    helped: bool = False,
    undos: int = 0,
) -> Summary:
    return Summary(1, rules, draw, 7, result, seconds, "", helped, undos, moves)


def figures(*in_order: Summary) -> Figures:
    """Return the figures of games given from the first to the last."""
    return of(reversed(in_order), "left-suit", 1).figures[0]


def test_no_games() -> None:
    assert figures() == NOTHING
    assert NOTHING.share is NOTHING.best_time is NOTHING.median_time is NOTHING.fewest_moves is None


def test_games_that_can_go_on_do_not_count() -> None:
    assert figures(game(OPEN), game(OPEN)) == NOTHING._replace(going_on=2)


def test_what_counts() -> None:
    found = figures(
        game(LEFT, seconds=1, moves=2),
        game(WON, seconds=300, moves=130, undos=2),
        game(WON, seconds=100, moves=140, helped=True),
        game(OPEN, seconds=1, moves=1),
        game(WON, seconds=200, moves=150),
        game(LEFT),
        game(WON, seconds=401, moves=160, helped=True, undos=1),
    )
    assert found == Figures(
        "left-suit",
        1,
        games=6,
        won=4,
        going_on=1,
        streak=1,
        longest_streak=3,
        times=(100, 200, 300, 401),
        fewest_moves=130,
        won_without_undo=2,
        won_without_help=2,
        last=(False, True, True, True, False, True),
    )
    assert found.share == 4 / 6
    assert (found.best_time, found.median_time) == (100, 250)


def test_figures_of_each_kind_are_apart() -> None:
    kinds = [(rules.name, rules.draw) for rules in rule_sets.ALL_RULES]
    games = [
        game(rules=name, draw=draw, seconds=n)
        for n, (name, draw) in enumerate(kinds, 1)
        for _ in range(n)
    ]
    found = of(games)
    assert [(each.rules, each.draw, each.won) for each in found.figures] == [
        (*kind, n) for n, kind in enumerate(kinds, 1)
    ]
    for name, draw in kinds:
        [one] = of(games, name, draw).figures
        assert one in found.figures
    assert len(of(games, "klondike").figures) == len(of(games, draw=3).figures) == 2


def test_games_that_cannot_be_read_count_nowhere() -> None:
    found = of([record.unreadable(3), game(), record.unreadable(4)], "left-suit", 1)
    assert found == Statistics((figures(game()),), 2)


@given(st.lists(st.sampled_from([WON, LEFT, OPEN]), max_size=200))
@fixed
def test_streaks(results: list[str]) -> None:
    found = figures(*map(game, results))
    text = "".join({WON: "w", LEFT: "l", OPEN: ""}[result] for result in results)
    runs = [len(run) for run in text.split("l")]
    assert (found.streak, found.longest_streak) == (runs[-1], max(runs))
    assert found.games == len(text)
    assert found.last == tuple(letter == "w" for letter in text)[-LAST:]


@given(st.lists(st.integers(0, 10**12 - 1) | st.integers(0, 3000), max_size=100))
@fixed
def test_the_spread_has_every_time_once(times: list[int]) -> None:
    times.sort()
    bars = spread(times)
    assert sum(bar.times for bar in bars) == len(times)
    assert len(bars) <= 8
    assert [bar.end for bar in bars[:-1]] == [bar.start for bar in bars[1:]]
    for bar in bars:
        inside = [t for t in times if t >= bar.start and (bar.end is None or t < bar.end)]
        assert bar.times == len(inside)
        assert bar.end is not None or bar is bars[-1]


def test_one_long_game_does_not_hide_the_others() -> None:
    times = [*range(300, 700, 10), 40_000]
    bars = spread(times)
    assert len(bars) > 4
    assert bars[-1].end is None
    assert bars[-1].times == 1


# As text

GAMES = [
    game(random.Random(n).choice([WON, WON, LEFT]), seconds=200 + n * 37 % 900, undos=n % 3)
    for n in range(80)
]


@pytest.mark.parametrize("width", [38, 78])
@pytest.mark.parametrize("ascii_only", [True, False])
@pytest.mark.parametrize(
    "games",
    [
        [],
        [record.unreadable(1)],
        [game(OPEN)],
        [game(LEFT)],
        [game()],
        GAMES,
        GAMES + [game(seconds=10**12 - 1, moves=100_000)] * 3000,
        [game(rules=rules.name, draw=rules.draw) for rules in rule_sets.ALL_RULES],
    ],
)
def test_the_text_fits(games: list[Summary], width: int, ascii_only: bool) -> None:
    lines = statstext.statistics(of(games), width, ascii_only=ascii_only)
    assert max(map(len, lines)) <= width
    assert all(line.isprintable() for line in lines)
    assert not ascii_only or all(line.isascii() for line in lines)
    assert lines[0] != ""
    assert lines[-1] != ""


def test_the_text() -> None:
    lines = statstext.statistics(of(reversed(GAMES[:9])), 38, ascii_only=True)
    assert "\n".join(lines) == TEXT.strip("\n")


TEXT = """
Left Suit, draw 1
  Games won or left                  9
  Games won                          7
  Share of them won               78 %
  Wins since a game was left         2
  Most wins in a row                 5
  Shortest time of a win          3:20
  Median time of the wins         5:11
  Fewest moves of a win            120
  Won without undo                   2
  Won without help                   7
  Not counted, can go on             0
  The last games: # won, . left
  #####..##
  Wins by time in minutes
  3-4 ## 2
  4-5 # 1
  5-6 ## 2
  6-7 0
  7-8 # 1
  8-9 # 1
"""


@pytest.mark.parametrize(
    ("won", "games", "text"),
    [(0, 1, "0 %"), (1, 1, "100 %"), (1, 300, "1 %"), (299, 300, "99 %"), (2, 3, "67 %")],
)
def test_only_all_is_a_hundred_percent(won: int, games: int, text: str) -> None:
    found = of([*[game(LEFT)] * (games - won), *[game()] * won])
    lines = statstext.statistics(found, 38, ascii_only=True)
    assert next(line for line in lines if "Share" in line).endswith(f" {text}")


def test_what_cannot_be_told_is_a_dash() -> None:
    lines = statstext.statistics(of([game(LEFT), game(OPEN)]), 38, ascii_only=True)
    dashes = [line.split("  ")[1] for line in lines if line.endswith(" -")]
    assert dashes == ["Shortest time of a win", "Median time of the wins", "Fewest moves of a win"]
    assert next(line for line in lines if "Share" in line).endswith(" 0 %")
    lines = statstext.statistics(of([game(OPEN)]), 38, ascii_only=True)
    assert next(line for line in lines if "Share" in line).endswith(" -")


def test_the_last_games_fit_by_leaving_out_the_first() -> None:
    lines = statstext.statistics(of([*[game(LEFT)] * 100, *[game()] * 30]), 38, ascii_only=True)
    assert "  " + "." * 36 in lines
    lines = statstext.statistics(of([*[game(LEFT)] * 10, *[game()] * 30]), 38, ascii_only=True)
    assert "  " + "#" * 26 + "." * 10 in lines


def test_bars_are_in_proportion() -> None:
    times = [game(seconds=90)] * 200 + [game(seconds=150)] * 100 + [game(seconds=400)]
    lines = statstext.statistics(of(times), 38, ascii_only=True)
    found = {
        re.split(" +", line)[1]: line.count("#") for line in lines if re.search(r"\d-\d", line)
    }
    assert found["1-2"] == 2 * found["2-3"]
    assert found["6-7"] == 1
    assert found["3-4"] == 0


def test_statistics_as_json() -> None:
    found = json.loads(statstext.statistics_json(of([game(), game(LEFT), record.unreadable(1)])))
    assert found["unreadable"] == 1
    assert len(found["statistics"]) == 4
    assert found["statistics"][0] == {
        "rules": "left-suit",
        "draw": 1,
        "games": 2,
        "won": 1,
        "share": 0.5,
        "going_on": 0,
        "streak": 1,
        "longest_streak": 1,
        "best_seconds": 60,
        "median_seconds": 60,
        "fewest_moves": 120,
        "won_without_undo": 1,
        "won_without_help": 1,
        "last": [LEFT, WON],
        "days_won": 0,
        "daily_streak": 0,
        "longest_daily_streak": 0,
    }
    assert found["statistics"][1]["share"] is None


# The history


def test_lines_of_the_history(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "UTC-3")
    statstext.time.tzset()
    try:
        line = statstext.history_line(
            game(LEFT, moves=23, seconds=61)._replace(id=12, started="2026-11-29T22:04:31Z")
        )
        assert line == ("    12  2026-11-30 01:04  Left Suit 1  left         23 moves     1:01  7")
    finally:
        monkeypatch.undo()
        statstext.time.tzset()
    line = " ".join(statstext.history_line(game(OPEN)).split())
    assert line == "1 Left Suit 1 can go on 120 moves 1:00 7"
    assert statstext.history_line(record.unreadable(5)) == "     5  cannot be read"


@pytest.mark.parametrize("started", ["", "0001-01-01T00:00:00Z", "9999-12-31T23:59:60Z"])
@pytest.mark.parametrize("seconds", [0, 10**12 - 1])
def test_absurd_games_have_a_line_too(started: str, seconds: int) -> None:
    line = statstext.history_line(
        game(seconds=seconds)._replace(started=started, deal=10**20 - 1, id=2**63 - 1)
    )
    assert line.isascii()
    assert line.isprintable()


def test_the_history_as_json() -> None:
    found = json.loads(statstext.history_json(game()))
    assert found["result"] == WON
    assert found["readable"] is True
    assert json.loads(statstext.history_json(record.unreadable(5))) == {"id": 5, "readable": False}
