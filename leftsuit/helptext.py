"""The help: the keys, from the key table, and the rules in short."""

from __future__ import annotations

import textwrap

from leftsuit import keys
from leftsuit.faces import Look
from leftsuit.rules import ANY_OTHER_SUIT, Rules

_KEY_WIDTH = 13


def lines(rules: Rules, width: int, look: Look) -> tuple[str, ...]:
    """Return the help for a rule set, in lines of at most `width` cells."""
    shown = ["Keys", ""]
    for binding in keys.BINDINGS:
        if binding.help:
            keys_shown = binding.shown.replace("…", "-") if look.letters else binding.shown
            shown += _entry(keys_shown, binding.help, width)
    sections = (("Rules", _rules(rules)), ("Help from the game", _HELP), ("Signs", _SIGNS))
    for heading, paragraphs in sections:
        shown += ["", heading, ""]
        for paragraph in paragraphs:
            shown += textwrap.wrap(paragraph, width)
    return tuple(shown)


def _entry(keys_shown: str, meaning: str, width: int) -> list[str]:
    wrapped = textwrap.wrap(meaning, width - _KEY_WIDTH)
    first, *more = wrapped
    return [f"{keys_shown:<{_KEY_WIDTH}}{first}", *(" " * _KEY_WIDTH + line for line in more)]


def _rules(rules: Rules) -> list[str]:
    build = "of any other suit" if rules.build == ANY_OTHER_SUIT else "of the other colour"
    empty = "only a king, or a run that a king heads" if rules.kings_only else "any card or run"
    cards = "one card" if rules.draw == 1 else f"{rules.draw} cards"
    again = (
        "When it is empty, the waste is turned over and dealt again."
        if rules.redeal
        else "There is one pass through the stock and no other."
    )
    stays = (
        "The top card of a foundation may go back to a column."
        if rules.take_back
        else "A card that went up stays up."
    )
    return [
        "Bring all 52 cards to the four foundations, each from the ace up to the king in its suit. "
        + stays,
        f"In the columns a card goes on the next higher one {build}. A run of such cards, or its "
        f"end, moves as one. An empty column takes {empty}. A card that comes to lie open at the "
        "end of a column turns up by itself.",
        f"The stock deals {cards} at a time to the waste, whose top card can be played. {again}",
    ]


_HELP = [
    "A tip looks only at what you can see. After a moment's thought it also says in how many of 40 "
    "random ways in which the hidden cards can lie the game can be won after it.",
    "The verdict (v), the winning move (T) and the place of the loss (L) know the hidden cards: "
    "they are proved, and they count as help.",
]
_SIGNS = [
    "> is the cursor, | the rest of the run it would take. With cards in hand, * marks them, "
    "+ the places that take them, and > the place they would go to.",
    "While the verdict is on, a place for the cards in hand is marked x if it loses the win, and "
    "? if that is not known.",
    "In the upper row: how many cards are left in the stock, and how many lie under the top card "
    "of the waste.",
    "If the suits are hard to tell apart, start the game with --ascii for letters, or with "
    "--color 4, 2 or none.",
]
