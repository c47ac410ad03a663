"""The app driven by keys, without a terminal."""

from __future__ import annotations

from collections.abc import Iterable

from leftsuit import app, layout, session
from leftsuit.decode import Paste
from leftsuit.faces import Look
from leftsuit.model import Event, Model, start
from leftsuit.position import Position
from leftsuit.rules import LEFT_SUIT, Rules
from leftsuit.session import Session
from leftsuit.thinking import Thinker


def opening(deal: int = 7, rules: Rules = LEFT_SUIT) -> Model:
    """Return a deal as the app first shows it, at 80 by 24 and without animation."""
    return model(session.new(rules, deal))


def at(position: Position) -> Model:
    """Return the app at a position that a test has made up."""
    return model(Session(1, position))


def model(
    game: Session,
    width: int = 80,
    height: int = 24,
    *,
    look: Look | None = None,
    animation: bool = False,
) -> Model:
    """Return the app with a game."""
    m = start(game, look=look or Look(), animation=animation, width=width, height=height)
    return m._replace(settings=m.settings.playing(game.rules))


def press(model: Model, keys: str | Iterable[Event]) -> Model:
    """Return the model after keys, given as names with blanks between them; `Space` is one."""
    return press_for(model, keys)[0]


def press_for(model: Model, keys: str | Iterable[Event]) -> tuple[Model, list[str]]:
    """Return the model after keys, and the effects they had."""
    events = keys.split() if isinstance(keys, str) else keys
    effects: list[str] = []
    for event in events:
        model, more = app.update(model, " " if event == "Space" else event)
        effects += more
    return model, effects


def paste(text: str) -> list[Event]:
    """Return the events of pasted text."""
    return [Paste(text)]


def picture(model: Model) -> str:
    """Return the text of what is on the screen."""
    return layout.frame(app.view(model)).text()


def think(model: Model, pieces: int = 100_000) -> Model:
    """Return the model after all it wants to know has been answered."""
    thinker = Thinker()
    for _ in range(pieces):
        if not thinker.ask(app.wants(model)):
            return model
        answer = thinker.work(0)
        if answer is not None:
            model, _ = app.update(model, answer)
    raise AssertionError("no end of thinking")
