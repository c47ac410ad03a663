"""What players show each other of a game: a line about it, and a picture of a position in it."""

from __future__ import annotations

from collections.abc import Sequence

from leftsuit import app, layout, session, words
from leftsuit.cards import SUITS, Card, card
from leftsuit.faces import Look, name
from leftsuit.frame import Frame
from leftsuit.i18n import N_, _, ngettext
from leftsuit.model import start
from leftsuit.position import DEAL, Position
from leftsuit.record import LEFT, WON, Record
from leftsuit.rules import Rules
from leftsuit.session import Session
from leftsuit.statstext import clock
from leftsuit.values import NamedTuple

# What is said, apart from how it is put together.
ENDED = {WON: N_("won in {moves}"), LEFT: N_("left after {moves}")}
GOING_ON = N_("{moves} so far")
WITH_HELP = N_("with help")
NOTHING = N_("empty")
STOCK_HAS = N_("Stock: {cards}.")
WASTE_HAS = N_("Waste: {cards}.")
FOUNDATIONS_HAVE = N_("Foundations: {cards}.")
COLUMN_HAS = N_("Column {number}: {cards}.")


class NoSuchMove(ValueError):
    """The game has not so many moves. The text of the error is for the player."""

    def __init__(self, moves: int) -> None:
        super().__init__(_("the game has {moves}").format(moves=words.moves(moves)))


class Shown(NamedTuple):
    """A position to be drawn, and the same in words."""

    frame: Frame
    title: str
    description: str


def line(record: Record) -> str:
    """Return a line about a game, without anything but ASCII in English.

    The moves are those in force, or all of them up to the win.
    """
    game = record.game
    moves = _until_the_win(game) if record.result == WON else game.moves
    template = ENDED.get(record.result, GOING_ON)
    result = _(template).format(moves=words.moves(moves))
    undos = ngettext("{number} undo", "{number} undos", record.undos).format(number=record.undos)
    parts = [_of(game.rules, game.deal) + f": {result}", clock(record.seconds), undos]
    return ", ".join(parts + [_(WITH_HELP)] * record.helped)


def _until_the_win(game: Session) -> int:
    before = [step for step in game.steps if not step.won]
    return sum(len(step.moves) for step in game.steps[: len(before) + 1])


def _of(rules: Rules, deal: int) -> str:
    game, draw = _(words.GAME_NAMES[rules.name]), _(words.DRAWS[rules.draw])
    return f"{game}, {draw}, {words.short_title(deal)}"


def shown(record: Record, move: int | None, size: tuple[int, int], look: Look) -> Shown:
    """Return the screen of a game as it is after some of its moves, by default where the player
    stands. The size is columns and rows.

    Moves that were taken back can be shown, too. Raises `NoSuchMove`.
    """
    steps = [[move] for step in record.game.steps for move in step.moves]
    here = record.game.moves
    at = here if move is None else move
    if not 0 <= at <= len(steps):
        raise NoSuchMove(len(steps))
    game = session.new(record.game.rules, record.game.deal)
    game = session.go_to(session.follow(game, steps), at)
    model = start(game, look=look, animation=False, width=size[0], height=size[1])
    if at:
        model = model._replace(message=_last_move(game, look))
    # No record tells how much time had passed at the other moves.
    known = at == here or (game.steps[at - 1].won if at else False)
    view = app.view(model._replace(seconds=float(record.seconds)))
    if not known:
        view = view._replace(minutes=None)
    title = f"{_of(game.rules, game.deal)}, {words.moves(at)}"
    return Shown(layout.frame(view), title, described(game.position, look))


def _last_move(game: Session, look: Look) -> str:
    (move,) = game.steps[game.at - 1].moves
    if move == DEAL:
        return words.dealt(game.position, look)
    return words.played(session.undo(game).position, move, look)


def described(position: Position, look: Look) -> str:
    """Return what lies where, as far as it can be seen, in sentences."""
    nothing = _(NOTHING)
    stock, waste, left = nothing, nothing, len(position.stock)
    if left:
        stock = ngettext("{number} card", "{number} cards", left).format(number=left)
    if position.waste:
        waste, under = name(position.waste[-1], look), len(position.waste) - 1
        if under:
            on = ngettext("{card} on {number} card", "{card} on {number} cards", under)
            waste = on.format(card=waste, number=under)
    up = [card(rank, s) for s in SUITS if (rank := position.foundations[s])]
    parts = [
        _(STOCK_HAS).format(cards=stock),
        _(WASTE_HAS).format(cards=waste),
        _(FOUNDATIONS_HAVE).format(cards=_names(up, look) or nothing),
    ]
    columns = zip(position.columns, position.hidden, strict=True)
    for number, (cards, hidden) in enumerate(columns, 1):
        seen = _names(cards[hidden:], look)
        if hidden:
            down = ngettext("{number} card face down", "{number} cards face down", hidden)
            seen = f"{down.format(number=hidden)}, {seen}"
        parts.append(_(COLUMN_HAS).format(number=number, cards=seen or nothing))
    return " ".join(parts)


def _names(cards: Sequence[Card], look: Look) -> str:
    return " ".join(name(each, look) for each in cards)
