"""The three answers of the solver."""

from __future__ import annotations

from leftsuit.values import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Final, Literal, TypeAlias

    Verdict: TypeAlias = Literal["won", "lost", "unknown"]
else:
    Verdict = str
"""`WON`: there is a line of moves to the win. `LOST`: there is none, and that is proved.
`UNKNOWN`: neither has been proved yet."""

WON: Final = "won"
LOST: Final = "lost"
UNKNOWN: Final = "unknown"
