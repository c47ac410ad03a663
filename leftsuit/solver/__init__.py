"""The solver: proves whether a position can still be won, and shows how.

`Search` is one proof, run in pieces; `judge` asks about each legal move; `class_moves` and
`dead_end` need no hidden card. How it works is told and proved in `levels`, `classes` and `doom`,
and in `wander` for the rule sets to which those do not apply.
"""
