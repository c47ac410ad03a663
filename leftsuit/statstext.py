"""Statistics and the history as text for people and as JSON for programs."""

from __future__ import annotations

import json
import time

from leftsuit import words
from leftsuit.i18n import N_, _, ngettext, pgettext
from leftsuit.record import LEFT, OPEN, WON, Summary
from leftsuit.statistics import Figures, Statistics, spread

NO_GAMES = N_("No game was won or left yet.")
UNREADABLE = N_("cannot be read")
_DASH = "-"
_WIDEST = 60
"""Beyond this width the eye loses the line from a label to its figure."""


def clock(seconds: int | None) -> str:
    """Return a time as minutes and seconds, or with hours; a dash for None.

    >>> clock(65), clock(3605), clock(None)
    ('1:05', '1:00:05', '-')
    """
    if seconds is None:
        return _DASH
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    if hours > 9999:
        return _("{hours} h").format(hours=hours)  # Nobody plays so long, but a record can say so.
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def statistics(found: Statistics, width: int, *, ascii_only: bool) -> list[str]:
    """Return the lines of all figures with a game in them, none longer than the width (from 38).

    With `ascii_only` the charts are made of ASCII.
    """
    lines: list[str] = []
    for figures in found.figures:
        if figures.games or figures.going_on:
            lines += [*_figures(figures, min(width, _WIDEST), ascii_only), ""]
    if not lines:
        lines = [_(NO_GAMES), ""]
    if found.unreadable:
        games = words.games(found.unreadable)
        lines += [_("Cannot be read, not counted: {games}").format(games=games), ""]
    return lines[:-1]


def _figures(figures: Figures, width: int, ascii_only: bool) -> list[str]:
    share = _DASH if figures.share is None else f"{percent(figures.share)} %"
    fewest = _DASH if figures.fewest_moves is None else str(figures.fewest_moves)
    table = [
        (_("Games won or left"), str(figures.games)),
        (_("Games won"), str(figures.won)),
        (_("Share of them won"), share),
        (_("Wins since a game was left"), str(figures.streak)),
        (_("Most wins in a row"), str(figures.longest_streak)),
        (_("Shortest time of a win"), clock(figures.best_time)),
        (_("Median time of the wins"), clock(figures.median_time)),
        (_("Fewest moves of a win"), fewest),
        (_("Won without undo"), str(figures.won_without_undo)),
        (_("Won without help"), str(figures.won_without_help)),
        (_("Not counted, can go on"), str(figures.going_on)),
    ]
    if figures.days_won:
        table += [
            (_("Daily deals won"), str(figures.days_won)),
            (_("Days in a row, up to now"), str(figures.daily_streak)),
            (_("Most days in a row"), str(figures.longest_daily_streak)),
        ]
    lines = [f"{_(words.GAME_NAMES[figures.rules])}, {_(words.DRAWS[figures.draw])}"]
    lines += [f"  {label}{figure:>{width - 2 - len(label)}}" for label, figure in table]
    full, empty = ("#", ".") if ascii_only else ("■", "·")
    if figures.last:
        shown = figures.last[-(width - 2) :]
        legend = _("The last games: {full} won, {empty} left").format(full=full, empty=empty)
        lines.append(f"  {legend}")
        lines.append("  " + "".join(full if won else empty for won in shown))
    if figures.times:
        lines.append("  " + _("Wins by time in minutes"))
        lines += [f"  {line}" for line in _bars(figures.times, width - 2, full)]
    return lines


def percent(share: float) -> int:
    """Return a share in percent, such that only all is 100 and only nothing is 0."""
    return round(share * 100) if share in (0, 1) else min(max(round(share * 100), 1), 99)


def _bars(times: tuple[int, ...], width: int, full: str) -> list[str]:
    bars = spread(times)
    labels = [
        f"{bar.start // 60}+" if bar.end is None else f"{bar.start // 60}-{bar.end // 60}"
        for bar in bars
    ]
    margin = max(map(len, labels))
    most = max(bar.times for bar in bars)
    room = width - margin - len(str(most)) - 2
    lines = []
    for label, bar in zip(labels, bars, strict=True):
        # A bar tells how many as it is, as long as there is room for the longest.
        length = bar.times if most <= room else -(-bar.times * room // most)
        drawn = f"{full * length} " if length else ""
        lines.append(f"{label:>{margin}} {drawn}{bar.times}")
    return lines


def statistics_json(found: Statistics) -> str:
    """Return the same figures as JSON; what cannot be told is null."""
    sets = [
        {
            "rules": each.rules,
            "draw": each.draw,
            "games": each.games,
            "won": each.won,
            "share": each.share,
            "going_on": each.going_on,
            "streak": each.streak,
            "longest_streak": each.longest_streak,
            "best_seconds": each.best_time,
            "median_seconds": each.median_time,
            "fewest_moves": each.fewest_moves,
            "won_without_undo": each.won_without_undo,
            "won_without_help": each.won_without_help,
            "last": [WON if won else LEFT for won in each.last],
            "days_won": each.days_won,
            "daily_streak": each.daily_streak,
            "longest_daily_streak": each.longest_daily_streak,
        }
        for each in found.figures
    ]
    return json.dumps({"statistics": sets, "unreadable": found.unreadable})


# The history.


def history_line(game: Summary) -> str:
    """Return a line about a game, of at most 76 characters for all but absurd figures."""
    if not game.readable:
        return f"{game.id:>6}  {_(UNREADABLE)}"
    # Of each kind of entry the longest makes the width.
    names = max(len(_(name)) for name in words.GAME_NAMES.values()) + 2
    results = max(len(_result(result)) for result in (WON, LEFT, OPEN))
    kind = f"{_(words.GAME_NAMES[game.rules])} {game.draw}"
    moves = ngettext("{number} move", "{number} moves", game.moves)
    moves = moves.format(number=f"{game.moves:>4}").ljust(10)
    return (
        f"{game.id:>6}  {_begun(game.started):16}  {kind:{names}}  {_result(game.result):{results}}"
        f"  {moves}  {clock(game.seconds):>7}  {game.deal}"
    )


def _result(result: str) -> str:
    """Return what became of a game."""
    if result == OPEN:
        return _("can go on")
    return pgettext("a game", "won") if result == WON else pgettext("a game", "left")


def history_row(game: Summary, width: int) -> str:
    """Return a line about a game for a screen of that width, from 36 cells on."""
    line = history_line(game)[8:]
    if len(line) <= width or not game.readable:
        return line[:width]
    day = _begun(game.started)[2:10]
    return f"{day:8} {_result(game.result):9} {game.moves:>3} {game.deal}"[:width]


def _begun(started: str) -> str:
    """Return when a game was begun by the clock on the wall here, as far as that can be told."""
    if not started:
        return ""
    import calendar  # noqa: PLC0415 (slow to import, and not needed to play)

    try:
        utc = calendar.timegm(time.strptime(started, "%Y-%m-%dT%H:%M:%SZ"))
        return time.strftime("%Y-%m-%d %H:%M", time.localtime(utc))
    except (ValueError, OverflowError, OSError):
        return started[:16].replace("T", " ")


def history_json(game: Summary) -> str:
    """Return a game of the history as JSON; times are in UTC."""
    if not game.readable:
        return json.dumps({"id": game.id, "readable": False})
    return json.dumps(game._asdict())
