"""Small tables, and a plain search of everything that can come of one."""

from __future__ import annotations

import random
from collections.abc import Iterator

from leftsuit.position import Position, after, is_won, legal_moves
from leftsuit.rules import Rules


def key(position: Position) -> tuple[object, ...]:
    """Return what makes a position: the order of the columns does not."""
    columns = sorted(zip(position.columns, position.hidden, strict=True))
    return (tuple(columns), position.stock, position.waste, position.foundations)


def deal_small(rng: random.Random, rules: Rules) -> Position:
    """Return a random opening of a small deck: staggered columns and some cards in the stock."""
    cards = list(range(4 * rules.ranks))
    rng.shuffle(cards)
    stock = rng.randrange(len(cards) // 2 + 1)
    columns: list[list[int]] = [[] for _ in range(rules.columns)]
    for number, card in enumerate(cards[stock:]):
        columns[number % rules.columns].append(card)
    rng.shuffle(columns)
    return Position(
        rules,
        tuple(map(tuple, columns)),
        tuple(max(len(column) - 1, 0) for column in columns),
        tuple(cards[:stock]),
        (),
        (0, 0, 0, 0),
    )


def stroll(rng: random.Random, position: Position, moves: int) -> Position:
    """Return a position some random moves on."""
    for _ in range(moves):
        legal = legal_moves(position)
        if not legal:
            break
        position = after(position, rng.choice(legal))
    return position


def reachable(position: Position) -> Iterator[Position]:
    """Yield every position that can come of one, each once, itself first."""
    seen = {key(position)}
    waiting = [position]
    while waiting:
        here = waiting.pop()
        yield here
        for move in legal_moves(here):
            there = after(here, move)
            if key(there) not in seen:
                seen.add(key(there))
                waiting.append(there)


def can_be_won(position: Position) -> bool:
    """Say whether any sequence of moves wins: plain exhaustion, nothing left out."""
    return any(map(is_won, reachable(position)))
