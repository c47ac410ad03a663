"""The help: the keys, from the key table, and the rules in short."""

from __future__ import annotations

import textwrap

from leftsuit import keys
from leftsuit.faces import Look
from leftsuit.i18n import N_, _, ngettext
from leftsuit.rules import ANY_OTHER_SUIT, Rules

_KEY_WIDTH = 13


def lines(rules: Rules, width: int, look: Look) -> tuple[str, ...]:
    """Return the help for a rule set, in lines of at most `width` cells."""
    shown = [_("Keys"), ""]
    for binding in keys.BINDINGS:
        if binding.help:
            keys_shown = _(binding.shown)
            if look.letters:
                keys_shown = keys_shown.replace("…", "-")
            shown += _entry(keys_shown, _(binding.help), width)
    sections = (
        (_("Rules"), _rules(rules)),
        (_("Help from the game"), list(map(_, _HELP))),
        (_("Signs"), list(map(_, _SIGNS))),
    )
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
    up = _(
        "Bring all 52 cards to the four foundations, each from the ace up to the king in its suit."
    )
    stays = (
        _("The top card of a foundation may go back to a column.")
        if rules.take_back
        else _("A card that went up stays up.")
    )
    build = (
        _("In the columns a card goes on the next higher one of any other suit.")
        if rules.build == ANY_OTHER_SUIT
        else _("In the columns a card goes on the next higher one of the other colour.")
    )
    run = _("A run of such cards, or its end, moves as one.")
    empty = (
        _("An empty column takes only a king, or a run that a king heads.")
        if rules.kings_only
        else _("An empty column takes any card or run.")
    )
    turns = _("A card that comes to lie open at the end of a column turns up by itself.")
    stock = ngettext(
        "The stock deals one card at a time to the waste, whose top card can be played.",
        "The stock deals {number} cards at a time to the waste, whose top card can be played.",
        rules.draw,
    ).format(number=rules.draw)
    again = (
        _("When it is empty, the waste is turned over and dealt again.")
        if rules.redeal
        else _("There is one pass through the stock and no other.")
    )
    return [f"{up} {stays}", f"{build} {run} {empty} {turns}", f"{stock} {again}"]


_HELP = [
    N_(
        "A tip looks only at what you can see. After a moment's thought it also says in how many "
        "of 40 random ways in which the hidden cards can lie the game can be won after it."
    ),
    N_(
        "The verdict (v), the winning move (T) and the place of the loss (L) know the hidden "
        "cards: they are proved, and they count as help."
    ),
]
_SIGNS = [
    N_(
        "> is the cursor, | the rest of the run it would take. With cards in hand, * marks them, "
        "+ the places that take them, and > the place they would go to."
    ),
    N_(
        "While the verdict is on, a place for the cards in hand is marked x if it loses the win, "
        "and ? if that is not known."
    ),
    N_(
        "In the upper row: how many cards are left in the stock, and how many lie under the top "
        "card of the waste."
    ),
    N_(
        "Where a column has no room for all its cards, a number on a back says how many of them "
        "lie face down, and a number after dots how many of its run are not shown."
    ),
    N_(
        "If the suits are hard to tell apart, start the game with --ascii for letters, or with "
        "--color 4, 2 or none."
    ),
]
