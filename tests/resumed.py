"""Games that are left and taken up again, each time by a new process."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from leftsuit.faces import Look
from leftsuit.model import Model
from leftsuit.playing import take_up
from leftsuit.record import Record
from leftsuit.store import Store
from tests.terminal import Play, Terminal


def kept_in(where: Path) -> Record:
    """Return the game that is kept in a folder and can go on."""
    with Store.open(str(where), create=False) as store:
        found = store.newest_open()
        assert store.problem is None
        assert store.notice is None
    assert found is not None
    return found.record


def again(where: Path, before: Model, look: Look | None = None) -> Model:
    """Return what a start finds after the game was left with `before`: the same game."""
    record = kept_in(where)
    assert record.game == before.game
    assert (record.undos, record.helped) == (before.undos, before.helped)
    found = take_up(record, look=look or Look(), animation=False)
    # The next deal is of the same kind.
    return found._replace(settings=found.settings.playing(found.game.rules))


class Resumed(Play):
    """A game that is taken up again in a terminal, and the same without one."""

    def __init__(self, home: Path, before: Model, *arguments: str, **options: Any) -> None:
        self.model = again(home / "leftsuit", before)
        Terminal.__init__(self, home, "--no-animation", *arguments, **options)
        self.model = self.model._replace(width=self.screen.columns, height=self.screen.lines)
