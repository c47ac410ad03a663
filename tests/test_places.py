"""What is learned of the places of cards is weighed as the weights say."""

from __future__ import annotations

import random

import pytest

from leftsuit import learned, weights3
from leftsuit.cards import KING, Card, card
from leftsuit.judgement import as_bits, hidden_cards, seen
from leftsuit.outlook import Outlook
from leftsuit.places import _ABOVE, _WHERE, HEAD, HIDDEN, OUT, UP, WASTE, Places
from leftsuit.position import FOUNDATION, Position, after, deal, legal_moves
from leftsuit.rules import LEFT_SUIT_DRAW_3


def games() -> list[tuple[Position, frozenset[Card]]]:
    """Return the positions of a few games, with the cards that were seen of the waste."""
    rng = random.Random(21)
    found = []
    for number in range(70, 78):
        position = deal(LEFT_SUIT_DRAW_3, number)
        game = [position]
        for _ in range(60):
            moves = legal_moves(position)
            if not moves:
                break
            # Deals and moves up now and then, so that all places occur.
            up = [move for move in moves if move.target == FOUNDATION]
            position = after(position, rng.choice(up if up and rng.random() < 0.5 else moves))
            game.append(position)
            found.append((position, seen(game)))
    return found


def expected_place(position: Position, known: frozenset[Card], number: Card) -> int:
    """Return where a card is, as its player would say."""
    if number in hidden_cards(position, known):
        return HIDDEN
    if number in position.waste:
        over = len(position.waste) - 1 - position.waste.index(number)
        return WASTE + (0 if over < 1 else 1 if over < 4 else 2 if over < 9 else 3)
    for cards, down in zip(position.columns, position.hidden, strict=True):
        if number in cards:
            is_head = down and cards.index(number) == down
            return HEAD + min(down - 1, 5) if is_head else OUT
    return UP


def sight_of(position: Position, known: frozenset[Card]) -> int:
    unseen = as_bits(hidden_cards(position, known))
    outlook = Outlook(position, unseen)
    start = outlook.table.start
    pile = outlook._scales.pile((1 << len(position.waste)) - 1, 0)
    return outlook._sight(start, unseen) | pile.sight


def test_every_card_is_found_where_it_is() -> None:
    found = set()
    for position, known in games():
        sight = sight_of(position, known)
        for rank in range(1, KING + 1):
            where = _WHERE[rank]
            places = [expected_place(position, known, card(rank, suit)) for suit in range(4)]
            assert list(where[sight & where.mask]) == places
            above = _ABOVE[rank]
            assert list(above[sight & above.mask]) == [roughly(place) for place in places]
            found.update(places)
    assert found >= {UP, OUT, HEAD, HEAD + 1, HEAD + 2, HEAD + 3, WASTE, WASTE + 1, HIDDEN}
    assert WASTE + 2 in found


def numbers(text: str) -> list[list[int]]:
    return [[int(number) for number in row.split()] for row in text.split(";")]


def roughly(place: int) -> int:
    return {UP: 0, OUT: 1, HIDDEN: 4}.get(place, 2 if place < WASTE else 3)


def test_places_are_weighed_twice() -> None:
    first, second = numbers(weights3.FIRST), numbers(weights3.SECOND)
    assert len(first) == len(second)
    assert {len(row) for row in first} == {13 * 5 + 13 + KING}
    network = learned.network(3)
    assert {len(row) for row in second} == {network.units}
    layer = network.layer
    assert layer is not None
    parts = [Places(layer, rank) for rank in range(1, KING + 1)]
    for position, known in games()[::9]:
        sight = sight_of(position, known)
        where = [UP] * 4 + [expected_place(position, known, number) for number in range(52)]
        where += [UP] * 4
        for rank, part in enumerate(parts, 1):
            total = [0] * network.units
            for weights, outcome in zip(first, second, strict=True):
                way = weights[13 * 5 + 13 + rank - 1]
                for suit in range(4):
                    below, own, above = (where[4 * (rank + i) + suit] for i in (-1, 0, 1))
                    way += weights[5 * own + roughly(above)]
                    way += weights[13 * 5 + below] if rank > 1 else 0
                counted = (max(0, way) + learned.COARSE // 2) // learned.COARSE
                for unit in range(network.units):
                    total[unit] += counted * outcome[unit]
            packed = sum(
                number << learned.SPARE + learned.WIDTH * (unit + 1)
                for unit, number in enumerate(total)
            )
            assert part[sight & part.mask] == packed


@pytest.mark.parametrize("draw", [1, 3])
def test_only_what_was_learned_is_weighed(draw: int) -> None:
    assert (learned.network(draw).layer is None) == (draw == 1)
