"""Figures over many games, for each rule set and draw apart.

A game counts once it has a move and was won or left for another deal; while it can go on it does
not. Playing a deal again from its start is still the same game.

A day's deal is won by a game of the deal whose number is the date, such as 20261129, that was begun
on that date by the local clock and is won, be it later. When a game was won is not known, only when
it was begun; in which time zone the player was then is not known either, so the one that holds now
counts. A game of such a deal that was begun on any other day counts like every other game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from leftsuit import days
from leftsuit import rules as rule_sets
from leftsuit.record import OPEN, WON, Summary
from leftsuit.values import NamedTuple

LAST = 60
"""How many of the last games are remembered one by one."""
_DIGITS = len("20261129")


class Figures(NamedTuple):
    """The figures of one rule set and draw. All times are in seconds."""

    rules: str
    draw: int
    games: int = 0
    """Games that were won or left."""
    won: int = 0
    going_on: int = 0
    """Games that can go on, which count nowhere else."""
    streak: int = 0
    """Wins since the last game that was left."""
    longest_streak: int = 0
    times: tuple[int, ...] = ()
    """The time of each win, the shortest first."""
    fewest_moves: int | None = None
    """Moves up to the win, those taken back not counted."""
    won_without_undo: int = 0
    won_without_help: int = 0
    last: tuple[bool, ...] = ()
    """Of the last games whether each was won, the latest one at the end."""
    days_won: int = 0
    """Days whose deal was won."""
    daily_streak: int = 0
    """How many of them follow each other up to today, or to yesterday while today's is not won."""
    longest_daily_streak: int = 0

    @property
    def share(self) -> float | None:
        """Wins among the games, from 0 to 1, or None where there are no games."""
        return self.won / self.games if self.games else None

    @property
    def best_time(self) -> int | None:
        """The shortest time of a win, or None."""
        return self.times[0] if self.times else None

    @property
    def median_time(self) -> int | None:
        """The time that half of the wins took at most, or None. Between two times it is their
        mean, without the fraction."""
        count = len(self.times)
        if not count:
            return None
        return (self.times[(count - 1) // 2] + self.times[count // 2]) // 2


class Statistics(NamedTuple):
    """The figures of every rule set and draw that was asked for."""

    figures: tuple[Figures, ...]
    unreadable: int
    """Games that cannot be read and count nowhere."""


def of(
    games: Iterable[Summary],
    rules: str | None = None,
    draw: int | None = None,
    today: int | None = None,
) -> Statistics:
    """Return the figures over games that come in the order of a store, the last one first.

    With `rules` or `draw`, only figures of that kind are there. `today` is a date such as
    20261129, by default that of the clock.
    """
    today = days.today() if today is None else today
    kinds: dict[tuple[str, int], list[Summary]] = {
        (each.name, each.draw): []
        for each in rule_sets.ALL_RULES
        if rules in (None, each.name) and draw in (None, each.draw)
    }
    unreadable = 0
    for game in games:
        if not game.readable:
            unreadable += 1
        elif (game.rules, game.draw) in kinds:
            kinds[game.rules, game.draw].append(game)
    return Statistics(
        tuple(_figures(name, draw, found, today) for (name, draw), found in kinds.items()),
        unreadable,
    )


def _figures(rules: str, draw: int, games: Sequence[Summary], today: int) -> Figures:
    counted = [game for game in reversed(games) if game.result != OPEN]
    wins = [game for game in counted if game.result == WON]
    streak = longest = 0
    for game in counted:
        streak = streak + 1 if game.result == WON else 0
        longest = max(longest, streak)
    won_days = {game.deal for game in wins if _is_daily(game)}
    daily_streak, longest_daily = days.streaks(won_days, today)
    return Figures(
        rules,
        draw,
        len(counted),
        len(wins),
        len(games) - len(counted),
        streak,
        longest,
        tuple(sorted(game.seconds for game in wins)),
        min((game.moves for game in wins), default=None),
        sum(not game.undos for game in wins),
        sum(not game.helped for game in wins),
        tuple(game.result == WON for game in counted[-LAST:]),
        len(won_days),
        daily_streak,
        longest_daily,
    )


def _is_daily(game: Summary) -> bool:
    """Say whether a game is one of the deal of the day on which it was begun."""
    return len(str(game.deal)) == _DIGITS and days.day_of(game.started) == game.deal


class Bar(NamedTuple):
    """How many times lie from `start` to below `end`, in seconds; None is no end."""

    start: int
    end: int | None
    times: int


_WIDTHS = (60, 120, 180, 300, 600, 900, 1800, 3600, 7200, 21600, 86400)
_MOST_BARS = 8


def spread(times: Sequence[int]) -> tuple[Bar, ...]:
    """Return the spread of times, the shortest first: up to eight bars of one width, the last of
    them without an end if that keeps the others telling.

    >>> spread([130, 250, 260, 300])
    (Bar(start=120, end=180, times=1), Bar(start=180, end=240, times=0), \
Bar(start=240, end=300, times=2), Bar(start=300, end=360, times=1))
    """
    if not times:
        return ()
    # Nine of ten times decide on the width, so that a game left on overnight does not.
    usual = times[(len(times) - 1) * 9 // 10]
    for width in _WIDTHS:
        first = times[0] // width
        if usual // width - first < _MOST_BARS - 1:
            break
    else:
        first = times[0] // width
    bars = min(times[-1] // width - first + 1, _MOST_BARS)
    counts = [0] * bars
    for time in times:
        counts[min(time // width - first, bars - 1)] += 1
    open_ended = times[-1] // width - first >= bars
    return tuple(
        Bar(
            (first + n) * width,
            None if open_ended and n == bars - 1 else (first + n + 1) * width,
            count,
        )
        for n, count in enumerate(counts)
    )
