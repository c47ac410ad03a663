"""A game in progress: the deal, the steps taken, and where in them the player stands.

A step is what one undo takes back: usually one move, several when one key made them. Sessions are
values; every function here returns a new one.
"""

from __future__ import annotations

from collections.abc import Iterable

from leftsuit import position as table
from leftsuit.position import Move, Position
from leftsuit.rules import Rules
from leftsuit.values import NamedTuple


class Opening(NamedTuple):
    """What a game begins with."""

    rules: Rules
    deal: int


class Step(NamedTuple):
    """Moves that are made and taken back together, and the position after them."""

    moves: tuple[Move, ...]
    after: Position
    won: bool
    """Whether the game was won in this step or in one before. The screen asks at every key."""


class Session(NamedTuple):
    """A game in progress."""

    deal: int
    start: Position
    steps: tuple[Step, ...] = ()
    """Every step made, those taken back included."""
    at: int = 0
    """How many of the steps are in force; the rest can be redone."""

    @property
    def rules(self) -> Rules:
        """The rule set the deal was dealt under."""
        return self.start.rules

    @property
    def position(self) -> Position:
        """The position the player sees."""
        return self.steps[self.at - 1].after if self.at else self.start

    @property
    def moves(self) -> int:
        """How many moves are in force."""
        return sum(len(step.moves) for step in self.steps[: self.at])

    @property
    def last(self) -> Step | None:
        """The step that undo would take back."""
        return self.steps[self.at - 1] if self.at else None

    @property
    def past(self) -> tuple[Position, ...]:
        """The positions from the opening to the one that the player sees."""
        return self.start, *(step.after for step in self.steps[: self.at])

    @property
    def has_been_won(self) -> bool:
        """Whether the game was won in any step, even if that was taken back since."""
        return self.steps[-1].won if self.steps else False


def new(rules: Rules, deal: int) -> Session:
    """Return a game at its opening. Raises `deals.BadDealNumber`."""
    return Session(deal, table.deal(rules, deal))


def do(session: Session, moves: Iterable[Move]) -> Session:
    """Return the session after one more step; steps that could be redone are dropped, unless it is
    the next of them: then it is redone, and the others stay.

    Raises `position.IllegalMove`; a step without moves is no step and changes nothing.
    """
    return follow(session, [moves])


def follow(session: Session, steps: Iterable[Iterable[Move]]) -> Session:
    """Return the session after several more steps, as `do` makes them one by one."""
    made, rest = list(session.steps[: session.at]), session.steps[session.at :]
    position = session.position
    won = made[-1].won if made else False
    for step in steps:
        moves = tuple(step)
        for move in moves:
            position = table.play(position, move)
        if moves:
            won = won or table.is_won(position)
            made.append(Step(moves, position, won))
            rest = rest[1:] if rest and rest[0].moves == moves else ()
    if len(made) == session.at:
        return session
    return session._replace(steps=(*made, *rest), at=len(made))


def undo(session: Session) -> Session:
    """Return the session one step back, or the same at the opening."""
    return session._replace(at=max(session.at - 1, 0))


def redo(session: Session) -> Session:
    """Return the session one step on, or the same where nothing was taken back."""
    return session._replace(at=min(session.at + 1, len(session.steps)))


def go_to(session: Session, at: int) -> Session:
    """Return the session with the first `at` steps in force. Raises `IndexError`."""
    if not 0 <= at <= len(session.steps):
        raise IndexError(at)
    return session._replace(at=at)
