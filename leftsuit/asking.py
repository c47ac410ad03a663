"""Help, the prompt for a deal number, and the question before a game is left."""

from __future__ import annotations

from leftsuit import deals, keys, layout, session, sizes, words
from leftsuit.i18n import _
from leftsuit.layout import Dialog
from leftsuit.model import ASK, PICK_DEAL, TABLE, Effects, Model, start

YES = tuple("yYдД")
"""By meaning, never by place: the key of Y types the first letter of the Russian no."""


def help_key(model: Model, key: str) -> Model:
    """Scroll the help, or close it with any key that does not scroll."""
    return scrolled(model, key, len(help_dialog(model).lines)) or model._replace(mode=TABLE)


def step_of(model: Model, key: str, count: int) -> int | None:
    """Return how many lines a key goes down in a list of so many; None if it goes nowhere."""
    command, page = keys.command(key), layout.dialog_rows(model.height)
    steps = {keys.DOWN: 1, keys.UP: -1, keys.DEAL_CARDS: page}
    pages = {"PageDown": page, "PageUp": -page, "Home": -count, "End": count}
    return pages[key] if key in pages else steps.get(command or "")


def scrolled(model: Model, key: str, count: int) -> Model | None:
    """Return the model after a key that scrolls so many lines, None if it is another key."""
    step = step_of(model, key, count)
    if step is None:
        return None
    last = max(count - layout.dialog_rows(model.height), 0)
    return model._replace(scroll=min(max(min(model.scroll, last) + step, 0), last))


def help_dialog(model: Model) -> Dialog:
    """Return the help for the game on the table and the width of the screen."""
    from leftsuit import helptext  # noqa: PLC0415 (wrapping text takes long to import)

    # Below the least width none of it is shown.
    width = max(model.width, sizes.LEAST_WIDTH) - 2
    lines = helptext.lines(model.position.rules, width, model.look)
    return Dialog(_(words.HELP_TITLE), lines, model.scroll)


def type_in(model: Model, character: str) -> Model:
    """Take a character into the prompt, if there is room."""
    # One more than any number has: what is longer must not become a number by being cut.
    if len(character) == 1 and len(model.typed) <= len(str(deals.LAST)):
        # No number has such a character, and what is shown must take one cell on every terminal.
        if not (character.isascii() and character.isprintable()):
            character = "?"
        return model._replace(typed=model.typed + character, message="")
    return model


def prompt_key(model: Model, key: str) -> tuple[Model, Effects]:
    """Edit, refuse, leave or accept what is typed."""
    if key in ("Ctrl-U", "Ctrl-W"):
        return model._replace(typed="", message=""), ()
    if key == "Backspace":
        return model._replace(typed=model.typed[:-1], message=""), ()
    if key == "Esc" or (key == "Enter" and not model.typed):
        return model._replace(mode=TABLE, message=_(words.GOING_ON)), ()
    if key != "Enter":
        return type_in(model, key), ()
    try:
        number = deals.parse(model.typed)
    except deals.BadDealNumber as error:
        return model._replace(message=words.sentence(str(error))), ()
    return leave_for(model, number)


def leave_for(model: Model, number: int | None) -> tuple[Model, Effects]:
    """Go to another deal, after a question if a game would be left unfinished."""
    if model.game.steps and not model.won:
        return model._replace(mode=ASK, next_deal=number, message=_(words.ASK_LEAVE)), ()
    return _go_to(model, number)


def _go_to(model: Model, number: int | None) -> tuple[Model, Effects]:
    if number is None:
        return model._replace(mode=TABLE), (PICK_DEAL,)
    return new_game(model, number), ()


def answer(model: Model, key: str) -> tuple[Model, Effects]:
    """Leave for the other deal on a yes, and stay on anything else."""
    if key in YES:
        return _go_to(model, model.next_deal)
    return model._replace(mode=TABLE, message=_(words.GOING_ON)), ()


def new_game(model: Model, number: int) -> Model:
    """Return the model at the opening of a deal, under the rules that are set for it."""
    game = session.new(model.settings.next_rules, number)
    return onto(model, start(game, look=model.look, animation=model.animation))


def again(model: Model) -> Model:
    """Return the model at the opening of the same deal, as another game."""
    game = session.Session(model.game.deal, model.game.start)
    return onto(model, start(game, look=model.look, animation=model.animation))


def onto(model: Model, new: Model) -> Model:
    """Return the model of another game on the same table, under the same settings.

    The verdict is off then: it is help, and help has to be asked for in each game.
    """
    return new._replace(
        width=model.width,
        height=model.height,
        settings=model.settings,
        only_letters=model.only_letters,
        sitting=model.sitting + 1,
    )
