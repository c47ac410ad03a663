"""Nothing shown or advised depends on a card that the player cannot see."""

from __future__ import annotations

import random

import pytest

from leftsuit import advice, app, layout
from leftsuit.position import Position, after, deal, legal_moves
from leftsuit.rules import ALL_RULES, Rules
from leftsuit.session import Session
from tests.play import at, model

pytestmark = pytest.mark.slow


def permuted(rng: random.Random, position: Position) -> Position:
    """Return the position with the cards that cannot be seen shuffled among their places."""
    unseen = [
        c for cards, n in zip(position.columns, position.hidden, strict=True) for c in cards[:n]
    ]
    unseen += position.stock
    rng.shuffle(unseen)
    columns = []
    for cards, n in zip(position.columns, position.hidden, strict=True):
        columns.append((*unseen[:n], *cards[n:]))
        del unseen[:n]
    return position._replace(columns=tuple(columns), stock=tuple(unseen))


@pytest.mark.parametrize("rules", ALL_RULES)
def test_frames_and_advice_see_what_the_player_sees(rules: Rules) -> None:
    rng = random.Random(9)
    position = deal(rules, 424242)
    for _ in range(150):
        other = permuted(rng, position)
        for size in ((40, 16), (80, 24), (120, 40)):
            one, two = (
                layout.frame(app.view(model(Session(1, p), *size))) for p in (position, other)
            )
            assert one == two
        for source in range(14):
            assert advice.places(position, source) == advice.places(other, source)
        assert advice.finishing_moves(position) == advice.finishing_moves(other)
        assert advice.safe_moves(position)[:1] == advice.safe_moves(other)[:1]
        if not position.stock:
            assert advice.is_dead_end(position, ()) == advice.is_dead_end(other, ())
        legal = legal_moves(position)
        if not legal:
            break
        position = after(position, rng.choice(legal))


def test_what_a_key_says_before_it_moves_is_the_same() -> None:
    rng = random.Random(10)
    position = deal(ALL_RULES[0], 5)
    for key in "1234567":
        texts = set()
        for _ in range(5):
            held, _ = app.update(
                at(permuted(rng, position))._replace(cursor=layout.Spot(int(key) - 1, 1)), "Enter"
            )
            texts.add(held.message)
        assert len(texts) == 1
