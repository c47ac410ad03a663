"""Days as deal numbers: 20261129 is the 29th of November 2026, and the deal of that day.

The day is that of the clock on the wall, so that it changes at midnight where the player is.
"""

from __future__ import annotations

import time
from collections.abc import Iterable


def today() -> int:
    """Return the local date as a number, YYYYMMDD."""
    return _number(time.localtime())


def day_of(started: str) -> int | None:
    """Return the local date of a time in UTC as a record tells it, None where it tells none."""
    import calendar  # noqa: PLC0415 (slow to import, and not needed to play)

    try:
        utc = calendar.timegm(time.strptime(started, "%Y-%m-%dT%H:%M:%SZ"))
        return _number(time.localtime(utc))
    except (ValueError, OverflowError, OSError):
        return None


def _number(day: time.struct_time) -> int:
    return (day.tm_year * 100 + day.tm_mon) * 100 + day.tm_mday


def streaks(days: Iterable[int], today: int) -> tuple[int, int]:
    """Return how many of the days follow each other up to today, and the most that ever did.

    The day that is not over yet breaks nothing: the former number counts up to yesterday, too.

    >>> streaks([20261227, 20261230, 20261231, 20270101], 20270102)
    (3, 3)
    >>> streaks([20270101], 20270103)
    (0, 1)
    """
    from datetime import date  # noqa: PLC0415 (as above)

    def ordinal(day: int) -> int:
        return date(day // 10_000, day // 100 % 100, day % 100).toordinal()

    last, streak, longest = 0, 0, 0
    now = ordinal(min(today, 9999_12_31))  # Where a calendar ends, whatever the clock says.
    for day in sorted({ordinal(each) for each in days}):
        streak = streak + 1 if day == last + 1 else 1
        last, longest = day, max(longest, streak)
    return (streak if streak and last in (now - 1, now) else 0), longest
