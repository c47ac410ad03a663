"""The screen of options: what is changed is seen at once behind it, and kept."""

from __future__ import annotations

from leftsuit import keys, settings, words
from leftsuit.i18n import _
from leftsuit.layout import Dialog
from leftsuit.model import KEEP_SETTING, RECOLOUR, SPEAK, TABLE, Effects, Model
from leftsuit.settings import OPTIONS, Settings

_FORWARD = ("Enter", " ")


def key(model: Model, name: str) -> tuple[Model, Effects]:
    """Go from option to option, change one, or leave."""
    command = keys.command(name)
    last = len(OPTIONS) - 1
    rows = {keys.DOWN: model.row + 1, keys.UP: model.row - 1}
    if command in rows:
        return model._replace(row=min(max(rows[command], 0), last)), ()
    steps = {keys.RIGHT: 1, keys.LEFT: -1}
    step = 1 if name in _FORWARD else steps.get(command or "")
    if step is None:
        return model._replace(mode=TABLE, message=""), ()
    option = OPTIONS[model.row]
    model = applied(model, settings.changed(model.settings, option, step))
    return model, (KEEP_SETTING, *_AFTERWARDS.get(option.name, ()))


_AFTERWARDS: dict[str, Effects] = {"colours": (RECOLOUR,), "language": (SPEAK,)}
"""What else is to be done outside after a change."""


def applied(model: Model, new: Settings) -> Model:
    """Return the model under other settings."""
    letters = new.suits == "letters" or model.only_letters
    return model._replace(
        settings=new,
        look=model.look._replace(letters=letters),
        animation=new.animation == settings.ON,
    )


def dialog(model: Model) -> Dialog:
    """Return the options with their values."""
    width = max(len(_(option.title)) for option in OPTIONS)
    lines = []
    for option in OPTIONS:
        value = settings.shown(model.settings, option)
        lines.append(f"{_(option.title):<{width}}  {_(value)}")
    return Dialog(_(words.OPTIONS_TITLE), tuple(lines), 0, model.row, over=True)
