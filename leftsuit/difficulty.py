"""How hard a deal is for a player who sees what players see.

The measure is the share of games won, out of some on the same deal, by a fair player who is less
than sure of himself: he goes by judgement, but each time he weighs the moves he misweighs each a
little, another way in every game. A deal that he wins nearly always forgives mistakes; one that he
rarely wins needs care or luck. Which shares count as easy or hard is set so that about a quarter
of all deals are easy, and a quarter hard. (In Klondike the player is a simple one who never wins
many deals: two fifths in draw 1 and three quarters in draw 3; these are the hard ones.) The games
follow from the deal, so a deal always is of the same class. Whether it can be won at all is another
question, for the solver.
"""

from __future__ import annotations

from random import Random

from leftsuit.judgement import Judge, as_bits, hidden_cards
from leftsuit.position import (
    DEAL,
    FOUNDATION,
    STOCK,
    WASTE,
    Move,
    Position,
    after,
    deal,
    is_won,
    legal_moves,
    run_length,
)
from leftsuit.rules import Rules
from leftsuit.solver.search import has_classes
from leftsuit.values import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Final

EASY: Final = "easy"
MEDIUM: Final = "medium"
HARD: Final = "hard"

GAMES = 40
"""How many games are played on a deal."""
NOISE = 1.5
"""By how much the player misweighs moves, on the scale of `judgement`."""
_SIMPLE_NOISE = 3
"""The same for the player where there are no classes, on the scale of `_simple_worth`."""

_BOUNDS = {
    ("left-suit", 1): (0.6, 0.95),
    ("left-suit", 3): (0.08, 0.45),
    ("klondike", 1): (0, 0.9),
    ("klondike", 3): (0, 0.3),
}
"""For each rule set: the share won up to which a deal is hard, and that from which it is easy."""


def share_won(rules: Rules, number: int, games: int = GAMES) -> float:
    """Return the share of so many games that the unsure player wins on a deal."""
    position = deal(rules, number)
    rng = Random(number)
    if has_classes(rules):
        judge = Judge(position)
        hidden = as_bits(hidden_cards(position))
        won = sum(judge.plays_on(hidden, rng, NOISE) for _ in range(games))
    else:
        won = sum(_plays_simply(position, rng) for _ in range(games))
    return won / games


def classify(rules: Rules, number: int) -> str:
    """Return the class of a deal. This takes about a tenth of a second."""
    share = share_won(rules, number)
    hard, easy = _BOUNDS[rules.name, rules.draw]
    if share <= hard:
        return HARD
    return EASY if share >= easy else MEDIUM


def _plays_simply(position: Position, rng: Random) -> bool:
    """Say whether a player wins who takes progress as it comes, where there are no classes.

    He only makes moves that turn up a card, send one up, play the waste or empty a column for a
    king, and deals until a whole pass brings nothing.
    """
    idle = 0
    while not is_won(position) and idle <= len(position.stock) + len(position.waste) + 1:
        best: tuple[float, Move] | None = None
        for move in legal_moves(position):
            worth = _simple_worth(position, move)
            if worth:
                worth += rng.gauss(0, _SIMPLE_NOISE)
                if best is None or worth > best[0]:
                    best = worth, move
        if best is not None:
            idle = 0
            position = after(position, best[1])
        elif position.stock or position.waste:
            idle += 1
            position = after(position, DEAL)
        else:
            break
    return is_won(position)


def _simple_worth(position: Position, move: Move) -> float:
    source, target, length = move
    if source == STOCK or source >= FOUNDATION:
        return 0
    if target == FOUNDATION:
        return 6
    if source == WASTE:
        return 2
    down = position.hidden[source]
    if length < run_length(position, source):
        return 0
    if down:
        return 4 + down / 3
    # It only empties a column, unless it is a king that lies well there.
    return 1 if position.columns[target] else 0
