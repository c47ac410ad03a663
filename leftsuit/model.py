"""What the interface knows, what can happen to it, and what it asks of the outside."""

from __future__ import annotations

from leftsuit import sizes, words
from leftsuit.decode import Paste
from leftsuit.faces import Look
from leftsuit.i18n import _
from leftsuit.layout import Spot
from leftsuit.position import STOCK, Move, Position
from leftsuit.questions import Answer, Loss, Ponder, WhereLost, WinningLine
from leftsuit.record import Record, Summary
from leftsuit.session import Session
from leftsuit.settings import Settings
from leftsuit.solver.verdict import Verdict
from leftsuit.values import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from typing import TypeAlias

    from leftsuit.statistics import Statistics
    from leftsuit.tips import Tip

# What an update asks the outside to do.
QUIT, REPAINT, SUSPEND, PICK_DEAL = "quit", "repaint", "suspend", "pick deal"
KEEP_SETTING, RECOLOUR, SPEAK = "keep setting", "recolour", "speak"
STATISTICS_OF_ALL, ALL_GAMES, ONE_GAME, TAKE_UP, DELETE = (
    "statistics",
    "games",
    "game",
    "up",
    "delete",
)


class Fetch(NamedTuple):
    """Something is wanted of the store: one of the words above, and for most of them a game."""

    what: str
    game: int = 0


Effects: TypeAlias = tuple[str | Fetch, ...]

# What the keys mean at the moment.
TABLE, HELP, PROMPT, ASK, MOVE_FROM, MOVE_TO = "table", "help", "prompt", "ask", "from", "to"
OPTIONS = "options"
STATISTICS, HISTORY, DELETING, VIEWER = "statistics", "history", "deleting", "viewer"


OUT_OF_SIGHT = (HELP, OPTIONS, STATISTICS, HISTORY, DELETING, VIEWER)
"""Where the game on the table is not to be seen, and its clock stands still."""


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


class AllStatistics(NamedTuple):
    """The figures over all games."""

    found: Statistics


class AllGames(NamedTuple):
    """The games that are kept, the one played last first."""

    games: tuple[Summary, ...]
    on_table: int = 0
    """The number of the one that is played now, 0 if it is not kept."""


class OneGame(NamedTuple):
    """A game that is kept, to be looked at or to be taken up again."""

    number: int
    record: Record
    taken_up: bool = False


class Coloured(NamedTuple):
    """The colours were set anew."""

    framed: bool
    """Whether cards have to be framed, for want of colours."""


class Notice(NamedTuple):
    """Something the player should be told."""

    text: str


class Saved(NamedTuple):
    """Whether what was to be saved is on the disk."""

    ok: bool


class Tick(NamedTuple):
    """The time that `wait` named is over."""


Kept: TypeAlias = AllStatistics | AllGames | OneGame
"""What the store answers."""
_Outside: TypeAlias = Resize | Elapsed | Dealt | Coloured | Notice | Saved | Tick
Event: TypeAlias = str | Paste | Kept | Answer | _Outside
"""Something that happened; a string is a key."""


class Thoughts(NamedTuple):
    """What has been found out about one position."""

    position: Position
    verdict: Verdict | None = None
    """Whether it can be won; None while that is not asked or not answered."""
    keeping: tuple[tuple[Move, ...], tuple[Verdict, ...]] | None = None
    """Moves, and for each whether it keeps the win."""
    line: tuple[Move, ...] = ()
    """Moves that win from here."""
    loss: Loss | None = None
    tip: Tip | None = None
    """What the player was advised to do."""


class Past(NamedTuple):
    """What is looked at of the games that are kept."""

    statistics: Statistics | None = None
    games: tuple[Summary, ...] = ()
    row: int = 0
    """The game in the list that is meant."""
    on_table: int = 0
    """The number of the game that is played now, 0 if it is not kept."""
    number: int = 0
    """The game in the viewer; 0 for one that comes from a file."""
    record: Record | None = None
    runs: bool = False
    """Whether the viewer goes on by itself."""


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
    leaving: bool = False
    """Whether the program is about to end."""
    sitting: int = 0
    """Counts the games that were on this table one after the other."""
    undos: int = 0
    """How many times something was taken back in this game."""
    seconds: float = 0.0
    """Time played; it stands still before the first move and after the first win."""
    won: bool = False
    """Whether this game has been won, even if that was taken back since."""
    helped: bool = False
    """Whether the player was told anything that only the hidden cards tell."""
    watching: bool = False
    """Whether the verdict is shown and follows each move."""
    question: Ponder | WinningLine | WhereLost | None = None
    """What the player asked and has not been told yet."""
    noted: Thoughts | None = None
    settings: Settings = Settings()
    row: int = 0
    """The option that is meant."""
    only_letters: bool = False
    """Whether the terminal has no signs for the suits, whatever is set."""
    past: Past = Past()
    spectating: bool = False
    """Whether there is no game of the player's own on the table, only one to be looked at."""
    unsaved: bool = False
    """Whether moves have been made that could not be saved."""
    keeps_before: bool = False
    """Whether the game before this one can still go on: it was put aside, not left."""

    @property
    def position(self) -> Position:
        """The position on the table."""
        return self.game.position

    @property
    def thoughts(self) -> Thoughts:
        """What has been found out about the position on the table."""
        position = self.position
        if self.noted is None or self.noted.position != position:
            return Thoughts(position)
        return self.noted

    @property
    def too_small(self) -> bool:
        """Whether the screen has no room for the table."""
        return self.width < sizes.LEAST_WIDTH or self.height < sizes.LEAST_HEIGHT

    @property
    def clock_runs(self) -> bool:
        """Whether time counts now."""
        hidden = self.too_small or self.mode in OUT_OF_SIGHT
        return bool(self.game.steps) and not hidden and not self.won


def start(
    game: Session, *, look: Look, animation: bool, width: int = 80, height: int = 24
) -> Model:
    """Return the model of a game as it is first shown."""
    return Model(
        game, width, height, look, animation, message=_(words.WELCOME), won=game.has_been_won
    )
