"""What the interface may want to know of the solver: questions and answers, as values."""

from __future__ import annotations

from leftsuit.cards import Card
from leftsuit.position import Move, Position
from leftsuit.session import Session
from leftsuit.values import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from typing import Any, TypeAlias


class CanBeWon(NamedTuple):
    """Whether a position can still be won; the answer is a verdict."""

    position: Position


class KeepsTheWin(NamedTuple):
    """Whether each of some moves keeps the win; the answer is a tuple of verdicts."""

    position: Position
    moves: tuple[Move, ...]


class WinningLine(NamedTuple):
    """The moves that win from a position; the answer is a tuple of moves, empty if there are
    none, or None if that is not known."""

    position: Position


class WhereLost(NamedTuple):
    """Where in a game the win was lost; the answer is a `Loss`."""

    game: Session


class Ponder(NamedTuple):
    """What is worth doing, found out by dealing the hidden cards many times; the answer is a tip.

    `seen` are the cards that have been the top of the waste so far.
    """

    position: Position
    seen: frozenset[Card]


Question: TypeAlias = Ponder | CanBeWon | KeepsTheWin | WinningLine | WhereLost


class Loss(NamedTuple):
    """Between which two steps of a game the win was lost."""

    could: int | None
    """The last step after which the game is known to have been winnable; None if there is none."""
    lost: int | None
    """The first step after which it is known to be lost; None if there is none."""


class Answer(NamedTuple):
    """What was found out."""

    question: Question
    value: Any
