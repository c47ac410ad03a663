"""What the interface knows, what can happen to it, and what it asks of the outside."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from leftsuit import layout, words
from leftsuit.decode import Paste
from leftsuit.faces import Look
from leftsuit.layout import Spot
from leftsuit.position import STOCK, Move, Position
from leftsuit.session import Session

# What an update asks the outside to do.
QUIT, REPAINT, SUSPEND, PICK_DEAL = "quit", "repaint", "suspend", "pick deal"
Effects: TypeAlias = tuple[str, ...]

# What the keys mean at the moment.
TABLE, HELP, PROMPT, ASK, MOVE_FROM, MOVE_TO = "table", "help", "prompt", "ask", "from", "to"


class Resize(NamedTuple):
    """The screen has another size, in cells."""

    width: int
    height: int


class Elapsed(NamedTuple):
    """Time went by while the game was in sight, in seconds."""

    seconds: float


class Dealt(NamedTuple):
    """The number of the random deal that was asked for."""

    number: int


class Tick(NamedTuple):
    """The time that `wait` named is over."""


Event: TypeAlias = str | Paste | Resize | Elapsed | Dealt | Tick
"""Something that happened; a string is a key."""


class Choice(NamedTuple):
    """The places that a pile's cards can go to, and which of them is meant."""

    source: Spot
    moves: tuple[Move, ...]
    which: int = 0
    """-1 where the play was taken back."""


class Model(NamedTuple):
    """Everything that the interface knows."""

    game: Session
    width: int = 80
    height: int = 24
    look: Look = Look()
    animation: bool = True
    mode: str = TABLE
    cursor: Spot = Spot(STOCK)
    lifted: Choice | None = None
    """Cards in hand, and where they would go."""
    played: Choice | None = None
    """The last play, while Tab can still change its place."""
    message: str = ""
    typed: str = ""
    """What was typed in the prompt, or the first pile of an explicit move."""
    next_deal: int | None = None
    """The deal that waits for a yes, or None for a random one."""
    scroll: int = 0
    cascade: int | None = None
    seconds: float = 0.0
    """Time played; it stands still before the first move and after the first win."""

    @property
    def position(self) -> Position:
        """The position on the table."""
        return self.game.position

    @property
    def too_small(self) -> bool:
        """Whether the screen has no room for the table."""
        return self.width < layout.LEAST_WIDTH or self.height < layout.LEAST_HEIGHT

    @property
    def clock_runs(self) -> bool:
        """Whether time counts now."""
        hidden = self.too_small or self.mode == HELP
        return bool(self.game.steps) and not hidden and not self.game.has_been_won


def start(game: Session, *, look: Look, animation: bool, width: int, height: int) -> Model:
    """Return the model of a game as it is first shown."""
    return Model(game, width, height, look, animation, message=words.WELCOME)
