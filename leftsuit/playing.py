"""The commands of the table: playing by one key, with the cursor, or with both piles named.

Each takes a model and returns the next one; nothing outside is needed.
"""

from __future__ import annotations

from collections.abc import Sequence

from leftsuit import advice, asking, keys, session, sizes, words
from leftsuit import position as table
from leftsuit.cards import SUITS
from leftsuit.faces import Look
from leftsuit.i18n import _
from leftsuit.layout import Spot
from leftsuit.model import (
    HELP,
    MOVE_FROM,
    MOVE_TO,
    PROMPT,
    TABLE,
    Choice,
    Model,
    Thoughts,
    start,
)
from leftsuit.position import DEAL, FOUNDATION, STOCK, WASTE, IllegalMove, Move, Position
from leftsuit.questions import Answer, CanBeWon, KeepsTheWin, Loss, Ponder, WhereLost, WinningLine
from leftsuit.record import Record
from leftsuit.session import Session
from leftsuit.settings import ON
from leftsuit.solver.verdict import LOST, WON, Verdict
from leftsuit.values import TYPE_CHECKING

if TYPE_CHECKING:
    from leftsuit.tips import Tip


def command(model: Model, name: str) -> Model:
    """Carry out a command of the table that needs nothing from outside."""
    if name == keys.HELP:
        return model._replace(mode=HELP, scroll=0)
    if model.lifted is not None:
        held = _command_in_hand(model, model.lifted, name)
        if held is not None:
            return held
        model = put_back(model)
    if name in (keys.NEXT_PLACE, keys.PREVIOUS_PLACE):
        return _next_place(model, 1 if name == keys.NEXT_PLACE else -1)
    if name == keys.TAKE and model.thoughts.loss is not None:
        return _go_back(model, model.thoughts.loss)
    model = model._replace(played=None, question=None, noted=_without_loss(model.noted))
    if (
        name in _OF_A_GAME
        and table.is_won(model.position)
        and not (name == keys.VERDICT and model.watching)
    ):
        return model._replace(message=_(words.IS_WON))
    if name in (keys.UP, keys.DOWN, keys.LEFT, keys.RIGHT):
        return model._replace(cursor=_moved(model.position, model.cursor, name), message="")
    if name in keys.PLAY_COLUMN:
        return _play(model, keys.PLAY_COLUMN.index(name))
    return _COMMANDS[name](model)


def put_back(model: Model) -> Model:
    """Return the model with nothing in hand and nothing said."""
    return model._replace(lifted=None, message="")


# Moves.


def _do(model: Model, moves: Sequence[Move], message: str, cursor: Spot | None = None) -> Model:
    """Make a step and say so; notice a win and an end."""
    if model.won and not model.game.at:
        # The game that was won stays as it was; its deal from the start is another one, for which
        # what has been asked about the opening is help.
        told = model.watching or model.thoughts.verdict is not None
        model = asking.again(model)._replace(watching=model.watching, helped=told)
    game = session.do(model.game, moves)
    if model.settings.send_up == ON and all(move.source < FOUNDATION for move in moves):
        # A card that is taken back stays until another move is made, or it could not be taken back.
        # What goes up by itself belongs to the move, so that one undo takes both back.
        more = advice.safe_moves(game.position)
        if more:
            message += f"; {words.sent_up(game.position, more, model.look)}"
            game = session.do(model.game, [*moves, *more])
    model = model._replace(game=game, lifted=None, message=message)
    return _arrived(model, cursor)


def _arrived(model: Model, cursor: Spot | None = None) -> Model:
    """Notice what the position just reached means."""
    position = model.position
    model = model._replace(cursor=_settled(position, cursor or model.cursor))
    if table.is_won(position):
        show = model.animation and not model.won
        return model._replace(message="", played=None, won=True, cascade=0 if show else None)
    return model._replace(message=end_of(model.game) or model.message)


def end_of(game: Session) -> str:
    """Say so if no move is left or none can lead on; nothing otherwise."""
    end = advice.end_of(game.position, game.past)
    return _(_ENDS[end]) if end else ""


def landing(position: Position, move: Move) -> Spot:
    """Return where the cursor goes with a move, told from the position before it."""
    if move.target == FOUNDATION:
        return Spot(FOUNDATION + table.source_card(position, move) % 4)
    return Spot(move.target, move.length)


def _make(model: Model, choice: Choice) -> Model:
    """Make the move that a choice means."""
    position, move = model.position, choice.moves[choice.which]
    message = words.played(position, move, model.look, choice.which + 1, len(choice.moves))
    return _do(model._replace(played=choice), [move], message, landing(position, move))


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
        return model._replace(message=_(words.NOT_PLAYED))
    if choice.which >= 0:
        shown, game = model.position, session.undo(model.game)
        model = model._replace(game=game)
        if shown.hidden != game.position.hidden:
            # A card was turned up and is face down again: that was a look at it.
            model = _counting(model)
    # The round of places has one more station, the card back where it was.
    index = (choice.which + 1 + step) % (len(choice.moves) + 1) - 1
    choice = choice._replace(which=index)
    if index < 0:
        cursor = _settled(model.position, choice.source)
        return model._replace(played=choice, cursor=cursor, message=_(words.TAKEN_BACK))
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
        return model._replace(message=_(words.NOTHING_SAFE))
    return _do(model, moves, words.sent_up(position, moves, model.look))


def _undo(model: Model) -> Model:
    step = model.game.last
    if step is None:
        return model._replace(message=_(words.NOTHING_TO_UNDO))
    game = session.undo(model.game)
    message = words.undone(game.position, step.moves, model.look)
    return _went(_counting(model), game, message, step.moves)


def _counting(model: Model) -> Model:
    """Count one more time that something was taken back."""
    return model._replace(undos=model.undos + 1)


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
        return model._replace(message=_(words.NOTHING_TO_REDO))
    moves = game.last.moves
    message = words.redone(before, moves, model.look)
    cursor = landing(before, moves[0]) if len(moves) == 1 else None
    return _arrived(model._replace(game=game, message=message), cursor)


def _undo_all(model: Model) -> Model:
    if not model.game.at:
        return model._replace(message=_(words.NOTHING_TO_UNDO))
    return _went(_counting(model), session.go_to(model.game, 0), _(words.STARTED_AGAIN))


def _redo_all(model: Model) -> Model:
    end = len(model.game.steps)
    if model.game.at == end:
        return model._replace(message=_(words.NOTHING_TO_REDO))
    game = session.go_to(model.game, end)
    return _arrived(model._replace(game=game, message=_(words.REDONE_ALL)))


# Questions to the solver. The answers come later, as events of their own.


def _tip(model: Model) -> Model:
    """Give a tip at once, and think about a better one; the second time, follow it."""
    # Most games are played without; what it takes is loaded when it is asked for.
    from leftsuit import judgement, tips  # noqa: PLC0415

    known = model.thoughts.tip
    if known is not None and known.moves:
        return _follow_tip(model, known)
    seen = judgement.seen(model.game.past)
    tip = tips.instant(model.position, seen)
    model = _advised(model, tip)
    return model._replace(question=Ponder(model.position, seen)) if tip.moves else model


def _advised(model: Model, tip: Tip) -> Model:
    """Say a tip, and show the cards it begins with."""
    position, cursor = model.position, model.cursor
    if tip.moves:
        move = tip.moves[0]
        cursor = _settled(position, Spot(move.source, move.length))
    message = words.tip(position, tip, model.look, model.width - 1)
    return model._replace(noted=model.thoughts._replace(tip=tip), cursor=cursor, message=message)


def _follow_tip(model: Model, tip: Tip) -> Model:
    """Make the first move of a tip; the rest of it is the tip for the position it leads to."""
    position, move = model.position, tip.moves[0]
    if move == DEAL:
        return _deal(model)
    message = words.played(position, move, model.look)
    model = _do(model, [move], message, landing(position, move))
    rest = tip._replace(moves=tip.moves[1:])
    if not rest.moves or model.position != table.after(position, move):
        # What went up by itself may have been in the rest, or under it.
        return model
    return model._replace(
        noted=Thoughts(model.position, tip=rest), message=f"{message}  {_(words.TIP_GOES_ON)}"
    )


def _watch(model: Model) -> Model:
    on = not model.watching
    message = _(words.VERDICT_ON) if on else _(words.VERDICT_OFF)
    if len(message) >= model.width:
        # In two rows it would leave no room for what it tells of.
        message = _(words.VERDICT_ON_SHORT)
    return model._replace(watching=on, helped=model.helped or on, message=message)


def _winning_move(model: Model) -> Model:
    if model.thoughts.line:
        return _follow_line(model, model.thoughts.line)
    question = WinningLine(model.position)
    return model._replace(question=question, helped=True, message=_(words.THINKING))


def _follow_line(model: Model, line: tuple[Move, ...]) -> Model:
    """Make the first move of a line that wins, and keep the rest for the next time."""
    position, move = model.position, line[0]
    message = words.winning_move(position, move, len(line), model.look)
    model = _do(model, [move], message, landing(position, move))
    # Safe cards that went up by themselves keep the win, but not the line: it is found anew.
    rest = line[1:] if model.position == table.after(position, move) else ()
    return model._replace(noted=Thoughts(model.position, WON, line=rest), helped=True)


def _where_lost(model: Model) -> Model:
    question = WhereLost(session.go_to(model.game, model.game.at))
    return model._replace(question=question, helped=True, message=_(words.THINKING))


def _go_back(model: Model, loss: Loss) -> Model:
    """Go to the last position that could be won; redo keeps the rest."""
    if loss.could is None:
        return model._replace(noted=_without_loss(model.noted), message="")
    return _went(_counting(model), session.go_to(model.game, loss.could), _(words.BEFORE_THE_LOSS))


def _without_loss(noted: Thoughts | None) -> Thoughts | None:
    return noted if noted is None or noted.loss is None else noted._replace(loss=None)


def answered(model: Model, answer: Answer) -> Model:
    """Take in what the thinker found out."""
    question, value = answer
    if isinstance(question, CanBeWon):
        return model._replace(noted=model.thoughts._replace(verdict=value))
    if isinstance(question, KeepsTheWin):
        noted = model.thoughts._replace(keeping=(question.moves, value))
        model = model._replace(noted=noted)
        return model if model.lifted is None else _hold(model, model.lifted)
    model = model._replace(question=None)
    if isinstance(question, Ponder):
        return _advised(model, value)
    if isinstance(question, WinningLine):
        if value:
            return _follow_line(model, value)
        never = _(words.CANNOT_BE_WON) if model.game.at else _(words.NEVER_WINNABLE)
        return model._replace(message=_(words.NOT_KNOWN) if value is None else never)
    message = words.loss(question.game, value, model.look, model.width)
    found = value if value.lost is not None and value.could is not None else None
    thoughts = model.thoughts._replace(loss=found)
    if value.lost is not None:
        thoughts = thoughts._replace(verdict=LOST)
    elif value.could is not None:
        thoughts = thoughts._replace(verdict=WON)
    return model._replace(noted=thoughts, message=message)


def take_up(record: Record, *, look: Look, animation: bool) -> Model:
    """Return the model of a game that is taken up again, the clock and all; if no move leads on,
    that is said again."""
    return start(record.game, look=look, animation=animation)._replace(
        seconds=float(record.seconds),
        helped=record.helped,
        undos=record.undos,
        message=end_of(record.game) or _(words.TAKEN_UP),
    )


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
        return _settled(position, Spot(sizes.slot(pile)))
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
        return model._replace(message=_(words.UP_STAYS) if stays else _(words.NO_CARDS_HERE))
    if places:
        return model._replace(
            message=words.not_so_many(position, Move(pile, pile, length), model.look)
        )
    return model._replace(message=words.nowhere(position, pile, model.look))


def _hold(model: Model, choice: Choice) -> Model:
    """Show the cards in hand over the place that a choice means."""
    move = choice.moves[choice.which]
    known = _keeps(model, move)
    message = words.in_hand(model.position, choice.moves, choice.which, model.look, known)
    return model._replace(lifted=choice, message=message)


def _keeps(model: Model, move: Move) -> Verdict | None:
    """Return what is known of the win after a move, None if nothing was asked."""
    if not model.watching or model.thoughts.keeping is None:
        return None
    return dict(zip(*model.thoughts.keeping, strict=True)).get(move)


def _command_in_hand(model: Model, choice: Choice, command: str) -> Model | None:
    """Carry out a command that means something for cards in hand, None for any other."""
    moves, index = choice.moves, choice.which
    if command == keys.TAKE:
        return _make(model, choice)
    if command == keys.DROP:
        return put_back(model)._replace(message=_(words.PUT_BACK))
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
            return put_back(model)._replace(message=_(words.PUT_BACK))
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
    asking = _(words.MOVE_FROM_UP) if model.position.rules.take_back else _(words.MOVE_FROM)
    return model._replace(mode=MOVE_FROM, typed="", message=asking)


def move_key(model: Model, key: str) -> Model:
    """Take one of the two keys that name the piles of a move."""
    key = keys.latin(key).lower()
    if key == "esc":
        return model._replace(mode=TABLE, message=_(words.GOING_ON))
    if model.mode == MOVE_FROM:
        letters = "shdc" if model.position.rules.take_back else ""
        if key in tuple("1234567w0" + letters):
            return model._replace(mode=MOVE_TO, typed=key, message=_(words.MOVE_TO))
        return model._replace(mode=TABLE, message=_(words.NO_PILE))
    model = model._replace(mode=TABLE)
    first, position = model.typed, model.position
    if first in "w0":
        source = WASTE
    elif first in "shdc":
        source = FOUNDATION + "shdc".index(first)
    else:
        source = int(first) - 1
    if key not in tuple("1234567f"):
        return model._replace(message=_(words.NO_PILE))
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
    raise AssertionError(first + key)


def _ask_number(model: Model) -> Model:
    return model._replace(mode=PROMPT, typed="", message="")


_ENDS = {advice.NO_MOVES: words.NO_MOVES, advice.DEAD_END: words.DEAD_END}

_OF_A_GAME = {
    *keys.PLAY_COLUMN,
    keys.PLAY_WASTE,
    keys.DEAL_CARDS,
    keys.SEND_UP,
    keys.TIP,
    keys.VERDICT,
    keys.WINNING_MOVE,
    keys.WHERE_LOST,
}
"""What there is no use for once the game is won."""

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
    keys.TIP: _tip,
    keys.VERDICT: _watch,
    keys.WINNING_MOVE: _winning_move,
    keys.WHERE_LOST: _where_lost,
    keys.DEAL_NUMBER: _ask_number,
}
