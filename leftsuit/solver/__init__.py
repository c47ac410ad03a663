"""The solver: proves whether a position can still be won, and shows how.

`Search` is one proof, run in pieces; `judge` asks about each legal move; `class_moves` and
`dead_end` need no hidden card. How it works is told and proved in `levels` and `classes`, and in
`wander` for the rule sets to which those do not apply.
"""

from __future__ import annotations

from leftsuit.solver.search import Search, class_moves, dead_end, judge
from leftsuit.solver.verdict import LOST, UNKNOWN, WON, Verdict

__all__ = ["LOST", "UNKNOWN", "WON", "Search", "Verdict", "class_moves", "dead_end", "judge"]
