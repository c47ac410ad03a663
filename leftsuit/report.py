"""Deals and games as text for people and as JSON for programs."""

from __future__ import annotations

import json

from leftsuit import position as table
from leftsuit import words
from leftsuit.cards import SUIT_LETTERS, card
from leftsuit.i18n import N_, _, ngettext, pgettext
from leftsuit.notation import card_text
from leftsuit.position import Position
from leftsuit.record import Record
from leftsuit.rules import Rules

_NAMES = {"left-suit": N_("left-suit"), "klondike": N_("klondike")}


def _headline(rules: Rules, number: int) -> str:
    """Name a deal and the rules it is dealt under."""
    return ", ".join([_(_NAMES[rules.name]), _(words.DRAWS[rules.draw]), words.short_title(number)])


def _pile(name: str, cards: list[str]) -> str:
    return f"{name}: {' '.join(cards)}".rstrip()


def _cards(cards: tuple[int, ...]) -> list[str]:
    return [card_text(each) for each in cards]


def deal(rules: Rules, number: int, *, as_json: bool) -> str:
    """Return the opening of a deal: columns from the bottom card, the stock from its next card."""
    position = table.deal(rules, number)
    columns, stock = [_cards(column) for column in position.columns], _cards(position.stock)
    if as_json:
        values = {"rules": rules.name, "draw": rules.draw, "deal": number}
        return json.dumps(values | {"columns": columns, "stock": stock})
    lines = [_pile(str(n), column) for n, column in enumerate(columns, 1)]
    return "\n".join([_headline(rules, number), *lines, _pile(_("stock"), stock)])


def status(position: Position) -> str:
    """Return ``won``, ``no moves`` or ``in play``."""
    if table.is_won(position):
        return "won"
    return "in play" if table.legal_moves(position) else "no moves"


def game(record: Record, *, as_json: bool) -> str:
    """Return the position in which the player of a record stands.

    As text a face-down card is in parentheses; in JSON each card has its own object.
    """
    position = record.game.position
    tops = dict(zip(SUIT_LETTERS, position.foundations, strict=True))
    if as_json:
        columns = [
            [
                {"card": card_text(each), "face_up": index >= face_down}
                for index, each in enumerate(cards)
            ]
            for cards, face_down in zip(position.columns, position.hidden, strict=True)
        ]
        return json.dumps(
            {
                "rules": position.rules.name,
                "draw": position.rules.draw,
                "deal": record.game.deal,
                "columns": columns,
                "waste": _cards(position.waste),
                "stock": _cards(position.stock),
                "foundations": tops,
                "status": status(position),
                "moves": record.game.moves,
            }
        )
    lines = [
        _headline(position.rules, record.game.deal),
        _how_far(status(position), record.game.moves),
    ]
    for n, (cards, face_down) in enumerate(zip(position.columns, position.hidden, strict=True), 1):
        shown = [
            f"({card_text(c)})" if index < face_down else card_text(c)
            for index, c in enumerate(cards)
        ]
        lines.append(_pile(str(n), shown))
    up = [card_text(card(rank, s)) for s, rank in enumerate(position.foundations) if rank]
    lines.append(_pile(_("foundations"), up))
    lines.append(_pile(_("waste"), _cards(position.waste)))
    lines.append(_pile(_("stock"), _cards(position.stock)))
    return "\n".join(lines)


def _how_far(status: str, number: int) -> str:
    """Say how a game stands after a number of moves."""
    shown = {
        "won": pgettext("a game", "won"),
        "no moves": _("no moves"),
        "in play": _("in play"),
    }[status]
    return ngettext("{status} after {number} move", "{status} after {number} moves", number).format(
        status=shown, number=number
    )
