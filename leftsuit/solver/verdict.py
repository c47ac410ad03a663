"""The three answers of the solver."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

Verdict: TypeAlias = Literal["won", "lost", "unknown"]
"""`WON`: there is a line of moves to the win. `LOST`: there is none, all has been tried.
`UNKNOWN`: neither has been proved yet."""

WON: Final = "won"
LOST: Final = "lost"
UNKNOWN: Final = "unknown"
