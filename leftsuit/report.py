"""Deals and games as text for people and as JSON for programs."""

from __future__ import annotations

import json

from leftsuit import position as table
from leftsuit.cards import SUIT_LETTERS, card
from leftsuit.notation import card_text
from leftsuit.position import Position
from leftsuit.record import Record
from leftsuit.rules import Rules


def _cards(cards: tuple[int, ...]) -> list[str]:
    return [card_text(each) for each in cards]


def deal(rules: Rules, number: int, *, as_json: bool) -> str:
    """Return the opening of a deal: columns from the bottom card, the stock from its next card."""
    position = table.deal(rules, number)
    columns, stock = [_cards(column) for column in position.columns], _cards(position.stock)
    if as_json:
        values = {"rules": rules.name, "draw": rules.draw, "deal": number}
        return json.dumps(values | {"columns": columns, "stock": stock})
    lines = [f"{rules.name}, draw {rules.draw}, deal {number}"]
    lines += [f"{n}: {' '.join(column)}" for n, column in enumerate(columns, 1)]
    return "\n".join([*lines, f"stock: {' '.join(stock)}"])


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
    rules = position.rules
    lines = [
        f"{rules.name}, draw {rules.draw}, deal {record.game.deal}",
        f"{status(position)} after {record.game.moves} moves",
    ]
    for n, (cards, face_down) in enumerate(zip(position.columns, position.hidden, strict=True), 1):
        shown = [
            f"({card_text(c)})" if index < face_down else card_text(c)
            for index, c in enumerate(cards)
        ]
        lines.append(f"{n}: {' '.join(shown)}".rstrip())
    up = [card_text(card(rank, s)) for s, rank in enumerate(position.foundations) if rank]
    lines.append(f"foundations: {' '.join(up)}".rstrip())
    lines.append(f"waste: {' '.join(_cards(position.waste))}".rstrip())
    lines.append(f"stock: {' '.join(_cards(position.stock))}".rstrip())
    return "\n".join(lines)
