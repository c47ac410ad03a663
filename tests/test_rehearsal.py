"""Games that are rehearsed are played as tips play them, with no more known than a player sees."""

from __future__ import annotations

import random

import pytest

from leftsuit.cards import Card
from leftsuit.judgement import as_bits, hidden_cards, safe_move
from leftsuit.outlook import Outlook
from leftsuit.position import Position, after, deal, is_won
from leftsuit.rehearsal import Rehearsal
from leftsuit.rules import LEFT_SUIT, LEFT_SUIT_DRAW_3, Rules
from leftsuit.tips import instant, ways
from tests.test_tips import permuted

pytestmark = pytest.mark.slow

BOTH = pytest.mark.parametrize("rules", [LEFT_SUIT, LEFT_SUIT_DRAW_3])


def followed(position: Position, seen: frozenset[Card]) -> bool:
    """Play on by instant tips, each from nothing but the position and what has been seen."""
    while not is_won(position):
        # The tip for one hidden card or none is a proof, which a rehearsal does not look for.
        if len(hidden_cards(position, seen)) <= 1:
            ahead = ways(position, seen)
            line = ahead[0][1] if ahead else ()
        else:
            line = instant(position, seen).moves
        if not line:
            return False
        for move in line:
            position = after(position, move)
            seen |= set(position.waste[-1:])
    return True


def turns(rules: Rules, number: int) -> list[tuple[Position, frozenset[Card]]]:
    """Return positions of a game by tips where there is a choice, with what has been seen."""
    position, seen = deal(rules, number), frozenset[Card]()
    found = []
    while not is_won(position):
        ahead = ways(position, seen)
        if len(ahead) > 1:
            found.append((position, seen))
        if not ahead:
            break
        for move in ahead[0][1]:
            position = after(position, move)
            seen |= set(position.waste[-1:])
    return found


def moves(position: Position, seen: frozenset[Card]) -> list[int]:
    unseen = as_bits(hidden_cards(position, seen))
    outlook = Outlook(position, unseen)
    assert safe_move(outlook.table, outlook.table.start) < 0
    return [move for _, move in sorted(outlook.options(outlook.table.start, unseen), reverse=True)]


@BOTH
def test_a_rehearsal_plays_as_the_tips_do(rules: Rules) -> None:
    rng = random.Random(17)
    outcomes = set()
    for number in range(700, 712):
        position, seen = rng.choice(turns(rules, number)[:20])
        rehearsal = Rehearsal(position, as_bits(hidden_cards(position, seen)))
        best = moves(position, seen)[0]
        for _ in range(2):
            layout = permuted(rng, position, seen)
            rehearsal.deal(layout)
            won = rehearsal.wins(best)
            assert won == followed(layout, seen)
            outcomes.add(won)
    assert outcomes == {True, False}


@BOTH
def test_a_game_that_comes_to_where_another_was_ends_as_if_it_were_played(rules: Rules) -> None:
    rng = random.Random(18)
    compared = differing = 0
    for number in range(760, 782):
        game = turns(rules, number)
        # Where a game is lost, more hangs on a move.
        if followed(*game[-1]) or len(game) < 8:
            continue
        for position, seen in rng.sample(game, 8):
            together, alone = (
                Rehearsal(position, as_bits(hidden_cards(position, seen))) for _ in range(2)
            )
            layout = permuted(rng, position, seen)
            together.deal(layout)
            results = []
            for move in moves(position, seen):
                results.append(together.wins(move))
                alone.deal(layout)
                assert alone.wins(move) == results[-1]
                compared += 1
            differing += len(set(results)) > 1
    assert compared > 20
    assert differing
