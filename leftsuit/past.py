"""The screens of what was: statistics, the list of games, and the viewer of one game."""

from __future__ import annotations

from leftsuit import asking, keys, playing, record, session, words
from leftsuit import position as table
from leftsuit.i18n import _, pgettext
from leftsuit.layout import Dialog
from leftsuit.model import (
    ALL_GAMES,
    DELETE,
    DELETING,
    HISTORY,
    ONE_GAME,
    QUIT,
    STATISTICS,
    STATISTICS_OF_ALL,
    TABLE,
    TAKE_UP,
    VIEWER,
    AllGames,
    AllStatistics,
    Effects,
    Fetch,
    Model,
    OneGame,
    Past,
)
from leftsuit.record import LEFT, OPEN
from leftsuit.session import Session
from leftsuit.sizes import LEAST_WIDTH

MODES = (STATISTICS, HISTORY, DELETING, VIEWER)
PAUSE = 0.5
"""Seconds between two steps of the viewer when it goes on by itself."""


def ask_for(command: str) -> Effects:
    """Return what opens the screen of a command."""
    return (Fetch(STATISTICS_OF_ALL if command == keys.STATISTICS else ALL_GAMES),)


def arrived(model: Model, event: AllStatistics | AllGames | OneGame) -> Model:
    """Show what the store answered."""
    past = model.past
    if isinstance(event, AllStatistics):
        return model._replace(mode=STATISTICS, scroll=0, past=Past(statistics=event.found))
    if isinstance(event, AllGames):
        row = max(min(past.row, len(event.games) - 1), 0)
        return model._replace(mode=HISTORY, past=_listed(event, row), message="")
    if event.taken_up:
        return _on_the_table(model, event.record)._replace(keeps_before=True)
    past = past._replace(number=event.number, record=event.record, runs=False)
    return model._replace(mode=VIEWER, past=past, message="")


def _listed(event: AllGames, row: int) -> Past:
    return Past(games=event.games, row=row, on_table=event.on_table)


def spectate(model: Model, kept: record.Record) -> Model:
    """Return the viewer of a game that comes from a file."""
    past = Past(record=kept._replace(game=session.go_to(kept.game, 0)))
    return model._replace(mode=VIEWER, past=past, spectating=True, message="")


def _on_the_table(model: Model, kept: record.Record) -> Model:
    """Return the model with another game on the table, the one before put aside."""
    new = playing.take_up(kept, look=model.look, animation=model.animation)
    return asking.onto(model, new)._replace(keeps_before=True)


def key(model: Model, name: str) -> tuple[Model, Effects]:
    """Carry out a key on one of these screens."""
    if model.mode == STATISTICS:
        lines = statistics_dialog(model).lines
        return asking.scrolled(model, name, len(lines)) or model._replace(mode=TABLE), ()
    if model.mode == HISTORY:
        return _list_key(model, name)
    if model.mode == DELETING:
        model = model._replace(mode=HISTORY, message="")
        sure = name in asking.YES
        return model, (Fetch(DELETE, model.past.games[model.past.row].id),) if sure else ()
    return _viewer_key(model, name)


def _list_key(model: Model, name: str) -> tuple[Model, Effects]:
    past, count = model.past, len(model.past.games)
    step = asking.step_of(model, name, count)
    if step is not None:
        row = max(min(past.row + step, count - 1), 0)
        return model._replace(past=past._replace(row=row), message=""), ()
    if not count or name not in ("Enter", "Delete", *_DELETE):
        return model._replace(mode=TABLE, message=""), ()
    game = past.games[past.row]
    if name != "Enter":
        if game.id == past.on_table:
            return model._replace(message=_(words.ON_THE_TABLE)), ()
        return model._replace(mode=DELETING, message=_(words.ASK_DELETE)), ()
    if not game.readable:
        return model._replace(message=_(words.UNREADABLE_GAME)), ()
    return model, (Fetch(ONE_GAME, game.id),)


_DELETE = ("x", "X", "ч", "Ч")


def _viewer_key(model: Model, name: str) -> tuple[Model, Effects]:
    past, kept = model.past, model.past.record
    assert kept is not None
    command, game = keys.command(name), kept.game
    at = {
        keys.LEFT: game.at - 1,
        keys.UNDO: game.at - 1,
        keys.RIGHT: game.at + 1,
        keys.REDO: game.at + 1,
        keys.UNDO_ALL: 0,
        keys.REDO_ALL: len(game.steps),
    }.get(command or "", {"Home": 0, "End": len(game.steps)}.get(name, -2))
    if at != -2:
        return _at(model, at)._replace(past=_at(model, at).past._replace(runs=False)), ()
    if name == " ":
        if not past.runs and game.at == len(game.steps):
            model = _at(model, 0)
        return model._replace(past=model.past._replace(runs=not past.runs)), ()
    if name == "Enter" and kept.result in (OPEN, LEFT) and past.number:
        return model, (Fetch(TAKE_UP, past.number),)
    if keys.latin(name) in ("p", "P"):
        if table.is_won(game.position):
            return model._replace(message=_(words.WON_HERE)), ()
        new = _on_the_table(model, record.as_new(kept, game.at, ""))
        if new.message == _(words.TAKEN_UP):
            new = new._replace(message=_(words.PLAYED_ON) if game.at else _(words.WELCOME))
        return new, ()
    if name == "Esc" or command in (keys.HISTORY, keys.QUIT):
        if model.spectating:
            return model, (QUIT,)
        return model._replace(mode=HISTORY, message="", past=past._replace(record=None)), ()
    return model, ()


def _at(model: Model, at: int) -> Model:
    """Return the viewer after another number of steps."""
    kept = model.past.record
    assert kept is not None
    old = kept.game
    game = session.go_to(old, min(max(at, 0), len(old.steps)))
    message = ""
    if game.at == old.at + 1:
        message = words.step_made(old.position, game.steps[old.at].moves, model.look)
    past = model.past._replace(record=kept._replace(game=game))
    return model._replace(past=past, message=message)


def tick(model: Model) -> Model:
    """Go one step on in the viewer."""
    kept = model.past.record
    if kept is None or not model.past.runs:
        return model
    model = _at(model, kept.game.at + 1)
    ended = model.past.record is not None and model.past.record.game.at == len(kept.game.steps)
    return model._replace(past=model.past._replace(runs=not ended))


# What is shown.


def viewed(model: Model) -> Session | None:
    """Return the game that is looked at instead of the one on the table, if there is one."""
    kept = model.past.record
    return kept.game if model.mode == VIEWER and kept is not None else None


def statistics_dialog(model: Model) -> Dialog:
    """Return the figures over all games."""
    from leftsuit import statstext  # noqa: PLC0415 (only who looks back needs it)

    found = model.past.statistics
    width = max(model.width, LEAST_WIDTH) - 2
    lines = statstext.statistics(found, width, ascii_only=model.look.letters) if found else []
    return Dialog(_(words.STATISTICS_TITLE), tuple(lines), model.scroll)


def history_dialog(model: Model) -> Dialog:
    """Return the list of games."""
    from leftsuit import statstext  # noqa: PLC0415 (only who looks back needs it)

    past, width = model.past, max(model.width, LEAST_WIDTH) - 4
    lines = tuple(statstext.history_row(game, width) for game in past.games)
    title = (
        _(words.ASK_DELETE) if model.mode == DELETING else model.message or _(words.HISTORY_TITLE)
    )
    return Dialog(title, lines or (_(words.NO_GAMES),), 0, past.row if past.games else None)


def key_line(model: Model) -> tuple[tuple[str, str], ...]:
    """Return the keys that make sense on the screen."""
    past, back = model.past, ("Esc", _("back"))
    if model.mode == STATISTICS:
        return ((_("Up Down"), _("scroll")), back)
    if model.mode == DELETING:
        return ((pgettext("answer", "y"), _("delete it")), (pgettext("answer", "n"), _("keep it")))
    if model.mode == HISTORY:
        if not past.games:
            return (back,)
        return (("Enter", _("look")), ("x", _("delete")), back)
    goes_on = past.record is not None and past.record.result in (OPEN, LEFT) and past.number > 0
    return (
        (_("Left Right"), _("step")),
        ("Esc", _("quit")) if model.spectating else back,
        *((("Enter", _("go on")),) if goes_on else ()),
        ("p", _("play here")),
        (_("Space"), _("run")),
    )
