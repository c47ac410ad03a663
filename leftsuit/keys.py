"""The keys: one table from key to command to help text, and what keys are called.

A key is named by the character it types, or by a word such as ``Enter``, ``Up`` or ``Ctrl-R``.
"""

from __future__ import annotations

from leftsuit.i18n import N_
from leftsuit.position import WASTE
from leftsuit.values import NamedTuple

PLAY_COLUMN = tuple(f"play {n}" for n in range(1, WASTE + 1))
PLAY_WASTE = "play waste"
NEXT_PLACE, PREVIOUS_PLACE = "next place", "previous place"
DEAL_CARDS = "deal"
SEND_UP = "send up"
MOVE = "move"
UP, DOWN, LEFT, RIGHT = "up", "down", "left", "right"
TAKE, DROP = "take", "drop"
TIP, VERDICT, WINNING_MOVE, WHERE_LOST = "tip", "verdict", "winning move", "where lost"
UNDO, REDO, UNDO_ALL, REDO_ALL = "undo", "redo", "undo all", "redo all"
NEW_DEAL, DEAL_NUMBER = "new deal", "deal number"
STATISTICS, HISTORY, OPTIONS = "statistics", "history", "options"
HELP, REPAINT, SUSPEND, QUIT = "help", "repaint", "suspend", "quit"


class Binding(NamedTuple):
    """A command, the keys that give it, how the help names them, and what it does."""

    command: str
    keys: tuple[str, ...]
    shown: str
    help: str


BINDINGS = (
    *(Binding(PLAY_COLUMN[n - 1], (str(n),), "", "") for n in range(1, WASTE)),
    Binding(PLAY_COLUMN[-1], ("7",), "1 … 7", N_("play from that column to the best place")),
    Binding(PLAY_WASTE, ("0", "w"), "0 w", N_("play the top card of the waste to the best place")),
    Binding(NEXT_PLACE, ("Tab",), "Tab", N_("the last play goes to its next place instead")),
    Binding(PREVIOUS_PLACE, ("Shift-Tab",), "Shift-Tab", N_("the same, the other way round")),
    Binding(DEAL_CARDS, (" ", "d"), N_("Space d"), N_("deal from the stock")),
    Binding(SEND_UP, ("f",), "f", N_("send up every safe card; finish when only that is left")),
    Binding(UNDO, ("u", "Backspace"), "u Backspace", N_("undo")),
    Binding(REDO, ("r", "Ctrl-R"), "r Ctrl-R", N_("redo")),
    Binding(UNDO_ALL, ("U",), "U", N_("undo all: start this deal again (redo stays possible)")),
    Binding(REDO_ALL, ("R",), "R", N_("redo all")),
    Binding(LEFT, ("Left", "h"), "", ""),
    Binding(RIGHT, ("Right", "l"), N_("arrows hjkl"), N_("go from pile to pile")),
    Binding(DOWN, ("Down", "j"), "", ""),
    Binding(UP, ("Up", "k"), N_("Up Down"), N_("in a column: how much of its run to take")),
    Binding(
        TAKE, ("Enter",), "Enter", N_("take the cards, then put them down; on the stock, deal")
    ),
    Binding(DROP, ("Esc",), "Esc", N_("put back what was taken")),
    Binding(MOVE, ("m",), "m", N_("name both piles: m35, mw2, m3f")),
    Binding(TIP, ("t",), "t", N_("a tip from what you can see; t again plays it")),
    Binding(VERDICT, ("v",), "v", N_("can it still be won? shown as long as it is on")),
    Binding(WINNING_MOVE, ("T",), "T", N_("the next move of a proved win; T again goes on")),
    Binding(WHERE_LOST, ("L",), "L", N_("find where a lost game was lost")),
    Binding(NEW_DEAL, ("N",), "N", N_("new deal")),
    Binding(DEAL_NUMBER, ("G",), "G", N_("deal with a number")),
    Binding(HISTORY, ("y",), "y", N_("your games: look at them, take one up again")),
    Binding(STATISTICS, ("s",), "s", N_("statistics")),
    Binding(OPTIONS, ("o",), "o", N_("options: language, suits, colours, cards, the next deal")),
    Binding(HELP, ("?", ",", "F1"), "? F1", N_("this help")),
    Binding(REPAINT, ("Ctrl-L",), "Ctrl-L", N_("repaint the screen")),
    Binding(SUSPEND, ("Ctrl-Z",), "Ctrl-Z", N_("back to the shell; fg comes back")),
    Binding(QUIT, ("q", "Ctrl-C"), "q Ctrl-C", N_("quit")),
)

_BEGINNINGS = "[O]P_^X"
"""What follows ESC in what terminals send. None of these is a command."""

_COMMANDS = {key: binding.command for binding in BINDINGS for key in binding.keys}

LAYOUTS = {
    "Russian": (
        "йцукенгшщзхъфывапролджэячсмитьбюё",
        "qwertyuiop[]asdfghjkl;'zxcvbnm,.`",
    ),
    "Ukrainian": ("їієґ", "]s'\\"),
    "Greek": ("ςερτυθιοπασδφγηξκλζχψωβνμ", "wertyuiopasdfghjklzxcvbnm"),
}
"""Letters of other keyboard layouts, and what the same keys type in the Latin one."""

_SAME_KEY = {
    other: latin
    for letters, places in LAYOUTS.values()
    for other, latin in zip(letters + letters.upper(), places + places.upper(), strict=True)
}


def latin(key: str) -> str:
    """Return the key as the Latin layout would have typed it."""
    return _SAME_KEY.get(key, key)


def command(key: str) -> str | None:
    """Return the command of a key, whichever layout typed it, or None.

    A capital that has no command of its own counts as the small letter: Caps Lock may be on. But
    not where it could be what is left of a longer key, after an ESC that came apart from it.
    """
    key = latin(key)
    found = _COMMANDS.get(key)
    if found is None and len(key) == 1 and key not in _BEGINNINGS:
        return _COMMANDS.get(key.lower())
    return found
