"""What the player sees and does, without a terminal: `update` turns a model and an event into the
next model and what is to be done outside; `view` turns a model into what is to be drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from leftsuit import advice, deals, helptext, keys, layout, session, words
from leftsuit import position as table
from leftsuit.cards import SUITS
from leftsuit.decode import Paste
from leftsuit.faces import Look
from leftsuit.layout import Dialog, Spot, View
from leftsuit.position import DEAL, FOUNDATION, STOCK, WASTE, IllegalMove, Move, Position
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


# How the show after a win goes: the pause between its pictures in seconds, and how many they are.
CASCADE_PAUSE = 0.07
CASCADE_LENGTH = 14


def wait(model: Model) -> float | None:
    """Return after how many seconds the model wants a `Tick`, None for never."""
    if model.cascade is not None:
        return CASCADE_PAUSE
    if model.clock_runs:
        return 60 - model.seconds % 60
    return None


def update(model: Model, event: Event) -> tuple[Model, Effects]:
    """Return the model after an event, and what is to be done outside."""
    if isinstance(event, Elapsed):
        if model.clock_runs:
            model = model._replace(seconds=model.seconds + max(event.seconds, 0.0))
        return model, ()
    if isinstance(event, Resize):
        return model._replace(width=event.width, height=event.height), ()
    if isinstance(event, Tick):
        return _tick(model), ()
    if isinstance(event, Dealt):
        return _new_game(model, event.number), ()
    if isinstance(event, Paste):
        if model.mode == PROMPT and not model.too_small:
            for character in event.text.strip():
                model = _type(model, character)
        return model, ()
    return _key(model, event)


def _tick(model: Model) -> Model:
    if model.cascade is None:
        return model
    stage = model.cascade + 1
    return model._replace(cascade=stage if stage < CASCADE_LENGTH else None)


def _key(model: Model, key: str) -> tuple[Model, Effects]:
    # Whatever is shown after a win ends with the first key, which then does what it always does.
    model = model._replace(cascade=None)
    command = keys.command(key)
    if key == "Ctrl-C" or (command == keys.QUIT and (model.mode == TABLE or model.too_small)):
        return model, (QUIT,)
    if command in (keys.REPAINT, keys.SUSPEND):
        return model, (REPAINT if command == keys.REPAINT else SUSPEND,)
    if model.too_small:
        return model, ()
    if model.mode == HELP:
        return _help_key(model, key), ()
    if model.mode == PROMPT:
        return _prompt_key(model, key)
    if model.mode == ASK:
        return _answer(model, key)
    if model.mode in (MOVE_FROM, MOVE_TO):
        return _move_key(model, key), ()
    if command is None:
        return model, ()
    if command == keys.NEW_DEAL:
        return _leave_for(_hands_empty(model), None)
    return _command(model, command), ()


def _command(model: Model, command: str) -> Model:
    """Carry out a command of the table that needs nothing from outside."""
    if command == keys.HELP:
        return model._replace(mode=HELP, scroll=0)
    if model.lifted is not None:
        held = _command_in_hand(model, model.lifted, command)
        if held is not None:
            return held
        model = _hands_empty(model)
    if command in (keys.NEXT_PLACE, keys.PREVIOUS_PLACE):
        return _next_place(model, 1 if command == keys.NEXT_PLACE else -1)
    model = model._replace(played=None)
    if command in (keys.UP, keys.DOWN, keys.LEFT, keys.RIGHT):
        return model._replace(cursor=_moved(model.position, model.cursor, command), message="")
    if command in keys.PLAY_COLUMN:
        return _play(model, keys.PLAY_COLUMN.index(command))
    return _COMMANDS[command](model)


def _hands_empty(model: Model) -> Model:
    return model._replace(lifted=None, message="")


# Moves.


def _do(model: Model, moves: Sequence[Move], message: str, cursor: Spot | None = None) -> Model:
    """Make a step and say so; notice a win and an end."""
    had_won = model.game.has_been_won
    game = session.do(model.game, moves)
    model = model._replace(game=game, lifted=None, message=message)
    return _arrived(model, had_won, cursor)


def _arrived(model: Model, had_won: bool, cursor: Spot | None = None) -> Model:
    """Notice what the position just reached means."""
    position = model.position
    model = model._replace(cursor=_settled(position, cursor or model.cursor))
    if table.is_won(position):
        show = model.animation and not had_won
        return model._replace(message="", played=None, cascade=0 if show else None)
    if not table.legal_moves(position):
        return model._replace(message=words.NO_MOVES)
    if advice.is_dead_end(position):
        return model._replace(message=words.DEAD_END)
    return model


def _landing(position: Position, move: Move) -> Spot:
    """Return where the cursor goes with a move, told from the position before it."""
    if move.target == FOUNDATION:
        return Spot(FOUNDATION + table.source_card(position, move) % 4)
    return Spot(move.target, move.length)


def _make(model: Model, choice: Choice) -> Model:
    """Make the move that a choice means."""
    position, move = model.position, choice.moves[choice.which]
    message = words.played(position, move, model.look, choice.which + 1, len(choice.moves))
    return _do(model._replace(played=choice), [move], message, _landing(position, move))


def _last_moves(model: Model) -> tuple[Move, ...]:
    return model.game.last.moves if model.game.last else ()


def _play(model: Model, source: int) -> Model:
    last = _last_moves(model)
    moves = advice.places(model.position, source, last)
    if not moves:
        return model._replace(message=words.nowhere(model.position, source, model.look))
    if len(moves) == 1 and advice.is_reversal(moves[0], last):
        return model._replace(message=words.only_back(model.look))
    return _make(model, Choice(Spot(source), tuple(moves)))


def _next_place(model: Model, step: int) -> Model:
    choice = model.played
    if choice is None:
        return model._replace(message=words.NOT_PLAYED)
    if choice.which >= 0:
        model = model._replace(game=session.undo(model.game))
    # The round of places has one more station, the card back where it was.
    index = (choice.which + 1 + step) % (len(choice.moves) + 1) - 1
    choice = choice._replace(which=index)
    if index < 0:
        cursor = _settled(model.position, choice.source)
        return model._replace(played=choice, cursor=cursor, message=words.TAKEN_BACK)
    return _make(model, choice)


def _deal(model: Model) -> Model:
    refused = table.refusal(model.position, DEAL)
    if refused is not None:
        return model._replace(message=words.refused(model.position, refused, model.look))
    after = table.after(model.position, DEAL)
    return _do(model, [DEAL], words.dealt(after, model.look), Spot(WASTE))


def _send_up(model: Model) -> Model:
    position = model.position
    moves = advice.finishing_moves(position) or advice.safe_moves(position)
    if not moves:
        return model._replace(message=words.NOTHING_SAFE)
    return _do(model, moves, words.sent_up(position, moves, model.look))


def _undo(model: Model) -> Model:
    step = model.game.last
    if step is None:
        return model._replace(message=words.NOTHING_TO_UNDO)
    game = session.undo(model.game)
    message = words.undone(game.position, step.moves, model.look)
    return _went(model, game, message, step.moves)


def _went(model: Model, game: Session, message: str, moves: Sequence[Move] = ()) -> Model:
    """Show another place in the same game after going back."""
    cursor = model.cursor
    if len(moves) == 1:
        cursor = Spot(moves[0].source, moves[0].length)
    cursor = _settled(game.position, cursor)
    return model._replace(game=game, message=message, cursor=cursor)


def _redo(model: Model) -> Model:
    before, game = model.game.position, session.redo(model.game)
    if game.at == model.game.at or game.last is None:
        return model._replace(message=words.NOTHING_TO_REDO)
    moves = game.last.moves
    message = words.redone(before, moves, model.look)
    cursor = _landing(before, moves[0]) if len(moves) == 1 else None
    return _arrived(model._replace(game=game, message=message), True, cursor)


def _undo_all(model: Model) -> Model:
    if not model.game.at:
        return model._replace(message=words.NOTHING_TO_UNDO)
    return _went(model, session.go_to(model.game, 0), words.STARTED_AGAIN)


def _redo_all(model: Model) -> Model:
    end = len(model.game.steps)
    if model.game.at == end:
        return model._replace(message=words.NOTHING_TO_REDO)
    game = session.go_to(model.game, end)
    return _arrived(model._replace(game=game, message=words.REDONE_ALL), True)


# The cursor, and cards in hand.

_HIGH_ROW = (STOCK, WASTE, *(FOUNDATION + s for s in SUITS))


def _settled(position: Position, spot: Spot) -> Spot:
    """Return the spot with a length that its pile has."""
    if spot.pile >= WASTE:
        return Spot(spot.pile)
    face_up = table.run_length(position, spot.pile)
    return Spot(spot.pile, max(min(spot.length, face_up), min(face_up, 1)))


def _moved(position: Position, cursor: Spot, command: str) -> Spot:
    pile, length = cursor
    if pile >= WASTE:
        place = _HIGH_ROW.index(pile)
        if command in (keys.LEFT, keys.RIGHT):
            step = 1 if command == keys.RIGHT else -1
            return Spot(_HIGH_ROW[(place + step) % len(_HIGH_ROW)])
        if command == keys.UP:
            return cursor
        return _settled(position, Spot(layout.slot(pile)))
    if command in (keys.LEFT, keys.RIGHT):
        step = 1 if command == keys.RIGHT else -1
        return _settled(position, Spot((pile + step) % len(position.columns)))
    if command == keys.DOWN:
        return _settled(position, Spot(pile, length - 1))
    if length < table.run_length(position, pile):
        return Spot(pile, length + 1)
    return Spot(_HIGH_ROW[max(pile - 1, 0)])


def _take(model: Model) -> Model:
    pile, length = model.cursor
    if pile == STOCK:
        return _deal(model)
    position = model.position
    places = advice.places(position, pile, _last_moves(model))
    moves = tuple(move for move in places if move.length == length)
    if moves:
        return _hold(model, Choice(model.cursor, moves))
    if pile >= FOUNDATION:
        empty = not position.foundations[pile - FOUNDATION]
        stays = not position.rules.take_back and not empty
        return model._replace(message=words.UP_STAYS if stays else words.NO_CARDS_HERE)
    if places:
        return model._replace(
            message=words.not_so_many(position, Move(pile, pile, length), model.look)
        )
    return model._replace(message=words.nowhere(position, pile, model.look))


def _hold(model: Model, choice: Choice) -> Model:
    """Show the cards in hand over the place that a choice means."""
    move = choice.moves[choice.which]
    number, of = choice.which + 1, len(choice.moves)
    message = words.in_hand(model.position, move, number, of, model.look)
    return model._replace(lifted=choice, message=message)


def _command_in_hand(model: Model, choice: Choice, command: str) -> Model | None:
    """Carry out a command that means something for cards in hand, None for any other."""
    moves, index = choice.moves, choice.which
    if command == keys.TAKE:
        return _make(model, choice)
    if command == keys.DROP:
        return _hands_empty(model)._replace(message=words.PUT_BACK)
    if command in (keys.RIGHT, keys.LEFT, keys.DOWN, keys.UP, keys.NEXT_PLACE, keys.PREVIOUS_PLACE):
        # Over the places from left to right, the foundation last: it lies above the others.
        order = sorted(range(len(moves)), key=lambda i: moves[i].target)
        step = 1 if command in (keys.RIGHT, keys.DOWN, keys.NEXT_PLACE) else -1
        index = order[(order.index(index) + step) % len(order)]
        return _hold(model, choice._replace(which=index))
    if command in keys.PLAY_COLUMN or command == keys.SEND_UP:
        up = command == keys.SEND_UP
        target = FOUNDATION if up else keys.PLAY_COLUMN.index(command)
        if target == choice.source.pile:
            return _hands_empty(model)._replace(message=words.PUT_BACK)
        move = Move(choice.source.pile, target, choice.source.length)
        if move in moves:
            return _make(model, choice._replace(which=moves.index(move)))
        refused = table.refusal(model.position, move)
        if refused is not None:
            return model._replace(message=words.refused(model.position, refused, model.look))
    return None


def _drop(model: Model) -> Model:
    return model._replace(message="")


# A move with both piles named.


def _move(model: Model) -> Model:
    asking = words.MOVE_FROM_UP if model.position.rules.take_back else words.MOVE_FROM
    return model._replace(mode=MOVE_FROM, typed="", message=asking)


def _move_key(model: Model, key: str) -> Model:
    key = keys.latin(key).lower()
    if key == "esc":
        return model._replace(mode=TABLE, message=words.GOING_ON)
    if model.mode == MOVE_FROM:
        letters = "shdc" if model.position.rules.take_back else ""
        if key in tuple("1234567w0" + letters):
            return model._replace(mode=MOVE_TO, typed=key, message=words.MOVE_TO)
        return model._replace(mode=TABLE, message=words.NO_PILE)
    model = model._replace(mode=TABLE)
    start, position = model.typed, model.position
    if start in "w0":
        source = WASTE
    elif start in "shdc":
        source = FOUNDATION + "shdc".index(start)
    else:
        source = int(start) - 1
    if key not in tuple("1234567f"):
        return model._replace(message=words.NO_PILE)
    target = FOUNDATION if key == "f" else int(key) - 1
    places = advice.places(position, source)
    # The longest run first: in an empty column every length fits, elsewhere only one does.
    moves = sorted((m for m in places if m.target == target), key=lambda m: -m.length)
    if moves:
        return _make(model, Choice(Spot(source), tuple(moves)))
    try:
        table.play(position, Move(source, target))
    except IllegalMove as error:
        return model._replace(message=words.refused(position, error.refusal, model.look))
    raise AssertionError(start + key)


# Help, prompt, question.


def _help_key(model: Model, key: str) -> Model:
    command, page = keys.command(key), layout.dialog_rows(model.height)
    last = max(len(_help(model).lines) - page, 0)
    steps = {keys.DOWN: 1, keys.UP: -1, keys.DEAL_CARDS: page}
    pages = {"PageDown": page, "PageUp": -page, "Home": -last, "End": last}
    if key in pages:
        step = pages[key]
    elif command in steps:
        step = steps[command]
    else:
        return model._replace(mode=TABLE)
    return model._replace(scroll=min(max(min(model.scroll, last) + step, 0), last))


def _help(model: Model) -> Dialog:
    # Below the least width none of it is shown.
    width = max(model.width, layout.LEAST_WIDTH) - 2
    lines = helptext.lines(model.position.rules, width, model.look)
    return Dialog(words.HELP_TITLE, lines, model.scroll)


def _ask_number(model: Model) -> Model:
    return model._replace(mode=PROMPT, typed="", message="")


def _type(model: Model, character: str) -> Model:
    if len(character) == 1 and len(model.typed) < len(str(deals.LAST)):
        # No number has such a character, and what is shown must take one cell on every terminal.
        if not (character.isascii() and character.isprintable()):
            character = "?"
        return model._replace(typed=model.typed + character, message="")
    return model


def _prompt_key(model: Model, key: str) -> tuple[Model, Effects]:
    if key == "Backspace":
        return model._replace(typed=model.typed[:-1], message=""), ()
    if key == "Esc" or (key == "Enter" and not model.typed):
        return model._replace(mode=TABLE, message=words.GOING_ON), ()
    if key != "Enter":
        return _type(model, key), ()
    try:
        number = deals.parse(model.typed)
    except deals.BadDealNumber as error:
        return model._replace(message=words.sentence(str(error))), ()
    return _leave_for(model, number)


def _leave_for(model: Model, number: int | None) -> tuple[Model, Effects]:
    """Go to another deal, after a question if a game would be left unfinished."""
    if model.game.steps and not model.game.has_been_won:
        return model._replace(mode=ASK, next_deal=number, message=words.ASK_LEAVE), ()
    return _go_to_deal(model, number)


def _go_to_deal(model: Model, number: int | None) -> tuple[Model, Effects]:
    if number is None:
        return model._replace(mode=TABLE), (PICK_DEAL,)
    return _new_game(model, number), ()


def _answer(model: Model, key: str) -> tuple[Model, Effects]:
    # By meaning, never by place: the key of Y types the first letter of the Russian no.
    if key in tuple("yYдД"):
        return _go_to_deal(model, model.next_deal)
    return model._replace(mode=TABLE, message=words.GOING_ON), ()


def _new_game(model: Model, number: int) -> Model:
    game = session.new(model.game.rules, number)
    return start(
        game,
        look=model.look,
        animation=model.animation,
        width=model.width,
        height=model.height,
    )


_COMMANDS = {
    keys.PLAY_WASTE: lambda model: _play(model, WASTE),
    keys.DEAL_CARDS: _deal,
    keys.SEND_UP: _send_up,
    keys.UNDO: _undo,
    keys.REDO: _redo,
    keys.UNDO_ALL: _undo_all,
    keys.REDO_ALL: _redo_all,
    keys.TAKE: _take,
    keys.DROP: _drop,
    keys.MOVE: _move,
    keys.DEAL_NUMBER: _ask_number,
}


# What is shown.


def view(model: Model) -> View:
    """Return what the table, or what lies over it, is to show."""
    game, position = model.game, model.position
    cursor, lifted, legal = model.cursor, None, frozenset[int]()
    if model.lifted is not None:
        lifted = model.lifted.source
        piles = [_pile_of(position, move) for move in model.lifted.moves]
        cursor, legal = Spot(piles[model.lifted.which], 0), frozenset(piles)
    return View(
        model.width,
        model.height,
        position,
        game.deal,
        game.moves,
        minutes=int(model.seconds // 60) if game.steps else None,
        look=model.look,
        cursor=cursor,
        lifted=lifted,
        legal=legal,
        message=model.message,
        keys=_key_line(model),
        prompt=f"{words.ASK_NUMBER} {model.typed}" if model.mode == PROMPT else None,
        dialog=_help(model) if model.mode == HELP else None,
        panel=_figures(model) if table.is_won(position) else (),
        cascade=model.cascade,
    )


def _pile_of(position: Position, move: Move) -> int:
    """Return the pile a move ends on, with the suit for a foundation."""
    return _landing(position, move).pile


def _figures(model: Model) -> tuple[str, ...]:
    return words.won(model.game.moves, int(model.seconds // 60), model.game.deal, model.look)


def _key_line(model: Model) -> tuple[tuple[str, str], ...]:
    """Return the keys that make sense now, the most wanted first: a narrow screen shows fewer."""
    if model.mode == HELP:
        return (("Up Down", "scroll"), ("Esc", "back"))
    if model.mode == PROMPT:
        return (("Enter", "deal"), ("Esc", "back"))
    if model.mode == ASK:
        return (("y", "leave it"), ("n", "go on"))
    if model.mode in (MOVE_FROM, MOVE_TO):
        return (("Esc", "back"),)
    if model.lifted is not None:
        return (("Enter", "put down"), ("arrows", "other place"), ("Esc", "back"))
    position, game = model.position, model.game
    playing = not table.is_won(position)
    can_deal = bool(position.stock or (position.rules.redeal and position.waste))
    shown = (
        (True, "?", "help"),
        (playing, "1-7", "play"),
        (playing and can_deal, "d", "deal"),
        (game.at > 0, "u", "undo"),
        (playing, "f", "up"),
        (playing and bool(position.waste), "0", "waste"),
        (game.at < len(game.steps), "r", "redo"),
        (True, "N", "new"),
        (True, "q", "quit"),
    )
    return tuple((key, meaning) for fits, key, meaning in shown if fits)
