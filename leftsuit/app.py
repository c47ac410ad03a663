"""What the player sees and does, without a terminal: `update` turns a model and an event into the
next model and what is to be done outside; `view` turns a model into what is to be drawn."""

from __future__ import annotations

from collections.abc import Callable

from leftsuit import asking, keys, optionscreen, past, playing, words
from leftsuit import position as table
from leftsuit.decode import Paste
from leftsuit.i18n import _, pgettext
from leftsuit.layout import Dialog, Spot, View
from leftsuit.model import (
    ASK,
    DELETING,
    HELP,
    HISTORY,
    MOVE_FROM,
    MOVE_TO,
    OPTIONS,
    PROMPT,
    QUIT,
    REPAINT,
    STATISTICS,
    SUSPEND,
    TABLE,
    VIEWER,
    AllGames,
    AllStatistics,
    Coloured,
    Dealt,
    Effects,
    Elapsed,
    Event,
    Model,
    Notice,
    OneGame,
    Resize,
    Saved,
    Tick,
)
from leftsuit.position import Move, Position
from leftsuit.questions import Answer, CanBeWon, KeepsTheWin, Question
from leftsuit.session import Session
from leftsuit.settings import ON
from leftsuit.solver.verdict import LOST, Verdict

# How the show after a win goes: the pause between its pictures in seconds, and how many they are.
CASCADE_PAUSE = 0.07
CASCADE_LENGTH = 14


_WIDE = 60
"""Columns from which the key line has room for more than the most wanted keys."""


def wait(model: Model) -> float | None:
    """Return after how many seconds the model wants a `Tick`, None for never."""
    if model.cascade is not None:
        return CASCADE_PAUSE
    if model.mode == VIEWER and model.past.runs:
        return past.PAUSE
    if model.clock_runs and model.settings.clock == ON:
        return 60 - model.seconds % 60
    return None


def wants(model: Model) -> Question | None:
    """Return what the model would like to know now, None for nothing."""
    if model.cascade is not None or model.too_small or model.mode in past.MODES:
        return None
    if model.question is not None:
        return model.question
    if not model.watching or table.is_won(model.position):
        return None
    thoughts, lifted = model.thoughts, model.lifted
    if lifted is not None and (thoughts.keeping is None or thoughts.keeping[0] != lifted.moves):
        return KeepsTheWin(model.position, lifted.moves)
    return CanBeWon(model.position) if thoughts.verdict is None else None


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
    if isinstance(event, Answer):
        return (playing.answered(model, event) if event.question == wants(model) else model), ()
    if isinstance(event, (AllStatistics, AllGames, OneGame)):
        return past.arrived(model, event), ()
    if isinstance(event, Coloured):
        return model._replace(look=model.look._replace(framed=event.framed)), ()
    if isinstance(event, Notice):
        return model._replace(message=event.text), ()
    if isinstance(event, Saved):
        return model._replace(unsaved=not event.ok), ()
    if isinstance(event, Dealt):
        return asking.new_game(model, event.number), ()
    if isinstance(event, Paste):
        if model.mode == PROMPT and not model.too_small:
            for character in event.text.strip():
                model = asking.type_in(model, character)
        return model, ()
    return _key(model, event)


def _tick(model: Model) -> Model:
    if model.cascade is None:
        return past.tick(model) if model.mode == VIEWER else model
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
    if model.mode != TABLE:
        return _SCREENS[model.mode](model, key)
    if command is None:
        return model, ()
    if command == keys.OPTIONS:
        return playing.put_back(model)._replace(mode=OPTIONS), ()
    if command in (keys.STATISTICS, keys.HISTORY):
        return playing.put_back(model), past.ask_for(command)
    if command == keys.NEW_DEAL:
        return asking.leave_for(playing.put_back(model), None)
    return playing.command(model, command), ()


_SCREENS: dict[str, Callable[[Model, str], tuple[Model, Effects]]] = {
    HELP: lambda model, key: (asking.help_key(model, key), ()),
    MOVE_FROM: lambda model, key: (playing.move_key(model, key), ()),
    MOVE_TO: lambda model, key: (playing.move_key(model, key), ()),
    PROMPT: asking.prompt_key,
    ASK: asking.answer,
    OPTIONS: optionscreen.key,
    **dict.fromkeys(past.MODES, past.key),
}
"""What keys do where the table is not all there is."""


# What is shown.


def view(model: Model) -> View:
    """Return what the table, or what lies over it, is to show."""
    viewed = past.viewed(model)
    if viewed is not None:
        return _view_of_past(model, viewed)
    game, position = model.game, model.position
    cursor, lifted, legal = model.cursor, None, dict[int, Verdict | None]()
    if model.lifted is not None:
        lifted = model.lifted.source
        legal = _places(model, model.lifted.moves)
        cursor = Spot(_pile_of(position, model.lifted.moves[model.lifted.which]), 0)
    return View(
        model.width,
        model.height,
        position,
        game.deal,
        game.moves,
        minutes=int(model.seconds // 60) if game.steps and model.settings.clock == ON else None,
        cards=model.settings.cards,
        look=model.look,
        cursor=cursor,
        lifted=lifted,
        legal=legal,
        message=model.message,
        keys=_key_line(model),
        corner=_corner(model),
        prompt=f"{_(words.ASK_NUMBER)} {model.typed}" if model.mode == PROMPT else None,
        dialog=_dialog(model),
        panel=_figures(model) if table.is_won(position) else (),
        cascade=model.cascade,
    )


def _view_of_past(model: Model, game: Session) -> View:
    """Return the table of a game that is looked at."""
    return View(
        model.width,
        model.height,
        game.position,
        game.deal,
        game.moves,
        cards=model.settings.cards,
        look=model.look,
        message=model.message,
        keys=past.key_line(model),
        corner=words.step_of(game.at, len(game.steps), short=model.width < _WIDE),
    )


def _dialog(model: Model) -> Dialog | None:
    """Return what lies over the table."""
    if model.mode == HELP:
        return asking.help_dialog(model)
    if model.mode == OPTIONS:
        return optionscreen.dialog(model)
    if model.mode == STATISTICS:
        return past.statistics_dialog(model)
    return past.history_dialog(model) if model.mode in (HISTORY, DELETING) else None


def _pile_of(position: Position, move: Move) -> int:
    """Return the pile a move ends on, with the suit for a foundation."""
    return playing.landing(position, move).pile


def _places(model: Model, moves: tuple[Move, ...]) -> dict[int, Verdict | None]:
    """Return the piles that moves end on, with what is known of the win there."""
    keeping = model.thoughts.keeping if model.watching else None
    known = {} if keeping is None else dict(zip(*keeping, strict=True))
    return {_pile_of(model.position, move): known.get(move) for move in moves}


def _corner(model: Model) -> str:
    """Return what the corner says: of the win, and of moves that are not saved."""
    known = _known(model)
    if not model.unsaved:
        return known
    unsaved = _(words.NOT_SAVED)
    return f"{unsaved}  {known}" if known and model.width >= _WIDE else unsaved


def _known(model: Model) -> str:
    """Return what is known of the win, where that is to be shown."""
    if not model.watching or model.mode == OPTIONS or table.is_won(model.position):
        return ""
    verdict = model.thoughts.verdict
    return _(words.THINKING) if verdict is None else _(words.VERDICTS[verdict])


def _figures(model: Model) -> tuple[str, ...]:
    return words.won(model.game.moves, int(model.seconds // 60), model.game.deal, model.look)


def _key_line(model: Model) -> tuple[tuple[str, str], ...]:
    """Return the keys that make sense now, the most wanted first: a narrow screen shows fewer."""
    if model.mode in past.MODES:
        return past.key_line(model)
    back = ("Esc", _("back"))
    if model.mode == OPTIONS:
        return ((_("Left Right"), _("change")), back, (_("Up Down"), _("option")))
    if model.mode == HELP:
        return ((_("Up Down"), _("scroll")), back)
    if model.mode == PROMPT:
        return (("Enter", pgettext("a deal by its number", "deal")), back)
    if model.mode == ASK:
        return (
            (pgettext("answer", "y"), _("leave it")),
            (pgettext("answer", "n"), pgettext("answer", "go on")),
        )
    if model.mode in (MOVE_FROM, MOVE_TO):
        return (back,)
    if model.lifted is not None:
        return (("Enter", _("put down")), (_("arrows"), _("other place")), back)
    position, game = model.position, model.game
    playing = not table.is_won(position)
    can_deal = bool(position.stock or (position.rules.redeal and position.waste))
    undo = (game.at > 0, "u", pgettext("key line", "undo"))
    wide = model.width >= _WIDE
    shown = (
        (True, "?", _("help")),
        (playing, "1-7", pgettext("a column", "play")),
        (playing and can_deal, "d", pgettext("from the stock", "deal")),
        *(() if wide else (undo,)),
        (playing, "f", pgettext("to the foundations", "up")),
        (playing, "t", _("tip")),
        (model.thoughts.verdict == LOST and game.at > 0, "L", _("where lost")),
        (True, "N", pgettext("a deal", "new")),
        (True, "q", _("quit")),
        # What comes and goes stands last, so that the rest of the line stays where it is.
        *((undo,) if wide else ()),
        (playing and bool(position.waste), "0", _("waste")),
        (game.at < len(game.steps), "r", pgettext("key line", "redo")),
    )
    return tuple((key, meaning) for fits, key, meaning in shown if fits)
