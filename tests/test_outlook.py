"""What is looked ahead at follows from what can be seen, and agrees with what comes of it."""

from __future__ import annotations

import random
from collections.abc import Iterable
from math import exp

import pytest

from leftsuit import learned, outlook, tips
from leftsuit.cards import Card
from leftsuit.judgement import DEALING, as_bits, hidden_cards, seen
from leftsuit.outlook import QUIET, Outlook, mean
from leftsuit.position import Position, after, deal, legal_moves
from leftsuit.rules import LEFT_SUIT_DRAW_3
from leftsuit.scales import _groups, _head, _level, foundations
from leftsuit.sight import bits
from leftsuit.solver.classes import STOCK_UP, State, is_won
from tests.test_tips import permuted

pytestmark = pytest.mark.slow


def strolls() -> list[Position]:
    """Return positions from a few games of draw 3, with the waste as they are."""
    rng = random.Random(12)
    found = []
    for number in range(50, 56):
        position = deal(LEFT_SUIT_DRAW_3, number)
        for _ in range(4):
            for _ in range(4):
                moves = legal_moves(position)
                if moves:
                    position = after(position, rng.choice(moves))
            found.append(position)
    return found


def told(position: Position, plan: tuple[int, ...] = ()) -> list[tuple[int, list[float | None]]]:
    unseen = as_bits(hidden_cards(position, seen([position])))
    outlook = Outlook(position, unseen)
    start = outlook.table.start
    options = sorted(move for _, move in outlook.options(start, unseen))
    return [(move, list(outlook.expected(start, unseen, move, plan))) for move in options]


def test_every_count_has_its_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    weigh = learned.weighed
    pairs: list[tuple[int, int]] = []

    def weighed(weights: tuple[int, ...], counts: tuple[int, ...]) -> int:
        pairs.append((len(weights), len(counts)))
        return weigh(weights, counts)

    monkeypatch.setattr(learned, "weighed", weighed)
    for function in (_level, _head, foundations, _groups):
        function.cache_clear()
    for position in strolls():
        told(position)
    network = learned.network(3)
    assert {wide for wide, _ in pairs} > {len(part) for part in (network.heads, network.top)}
    assert all(wide == number for wide, number in pairs)
    assert 0 < network.adding < network.units


@pytest.mark.parametrize("draw", [1, 3])
def test_the_sums_of_all_rows_are_told_apart(draw: int) -> None:
    network = learned.network(draw)
    sides = [1 << learned.SPARE + learned.WIDTH * row for row in range(network.units + 1)]
    for added, taken in ((5, 7), (-5, 7), (5, -7), (-5, -7)):
        total = -3 * sides[0] + added * sides[1] + taken * sides[-1] + 12345
        assert network.odds(total) == (-3 + max(0, added) - max(0, taken)) / 100_000


@pytest.mark.parametrize("plan", [(), (1, 0)])
def test_looking_ahead_never_peeks(plan: tuple[int, ...]) -> None:
    rng = random.Random(13)
    for position in strolls():
        other = permuted(rng, position, seen([position]))
        assert told(position, plan) == told(other, plan)


def plainly(looker: Outlook, state: State, unseen: int, turns: int) -> float:
    """Return how likely a win is with all cards tried on so many turns, and no differences."""
    if not turns:
        return looker._at_sight(state, unseen)
    state, move = looker._settled(state)
    if is_won(state):
        return 1.0
    if move < 0:
        ways = looker.ways(state, unseen)
        if not ways:
            return 0.0
        _, move, state, _ = max(ways)
    turn = looker._turn(state, move)
    if not looker._shows_any(turn):
        return plainly(looker, turn.after, unseen, turns - 1)
    found = []
    for card in bits(unseen):
        then = looker._show(turn, card)
        found.append(plainly(looker, then, unseen ^ 1 << card, turns - 1))
        looker._hide(turn, card)
    return mean(found)


def test_differences_add_up_to_what_all_cards_tell() -> None:
    open_games = [
        (position, known)
        for position, known in played((83, 96, 126))
        if 8 <= len(hidden_cards(position, known)) <= 11
    ]
    assert len(open_games) > 5
    nearer = further = 0.0
    for position, known in open_games:
        unseen = as_bits(hidden_cards(position, known))
        looker = Outlook(position, unseen)
        start = looker.table.start
        for _, move in looker.options(start, unseen):
            turn = looker._turn(start, move)
            cards = list(bits(unseen)) if looker._shows_any(turn) else [-1]
            true: dict[int, list[float]] = {0: [], 1: [], 2: []}
            for card in cards:
                then, left = turn.after, unseen
                if card >= 0:
                    then, left = looker._show(turn, card), unseen ^ 1 << card
                for turns, found in true.items():
                    found.append(plainly(looker, then, left, turns))
                if card >= 0:
                    looker._hide(turn, card)
            plans: list[tuple[int, ...]] = [(), (0,), (52, 0)]
            for plan, found in zip(plans, true.values(), strict=True):
                assert [
                    likelihood
                    for likelihood in looker.expected(start, unseen, move, plan)
                    if likelihood is not None
                ] == pytest.approx(found)
            some = [
                likelihood
                for likelihood in looker.expected(start, unseen, move, (5, 0))
                if likelihood is not None
            ]
            nearer += abs(mean(some) - mean(true[2]))
            further += abs(mean(true[1]) - mean(true[2]))
    # Half of the cards tell most of the difference.
    assert 0 < nearer < further / 2


def test_all_cards_are_looked_at_further_about_as_often() -> None:
    for plan in ((1, 0), (2, 0), (3, 1, 0)):
        often = [0] * 24
        for number in range(25):
            start = outlook._next_start(0, number, plan)
            for card in range(plan[0]):
                often[(start + card) % 24] += 1
        assert min(often) >= plan[0]
        assert max(often) <= plan[0] + 1


def test_each_card_that_may_come_is_tried_once_and_left_alone() -> None:
    for position in strolls():
        unseen = hidden_cards(position, seen([position]))
        for move, likelihoods in told(position):
            assert all(0 <= likelihood <= 1 for likelihood in likelihoods)
            assert len(likelihoods) == len(unseen) if move == DEALING else likelihoods
        # Nothing tried before shows in what comes later.
        outlook = Outlook(position, as_bits(unseen))
        start = outlook.table.start
        for _ in range(2):
            again = [
                mean(list(outlook.expected(start, as_bits(unseen), move)))
                for _, move in sorted(outlook.options(start, as_bits(unseen)), key=lambda o: o[1])
            ]
            first = [mean(likelihoods) for _, likelihoods in told(position)]
            assert again == pytest.approx(first)


def shows(looker: Outlook, state: State, move: int) -> bool:
    """Say whether a move shows an unseen card."""
    if move == DEALING:
        return True
    if move < STOCK_UP:
        return bool(state[2] >> (move & 63) & 1)
    then = looker.table.step(state, move)
    assert then is not None
    waste = then[4] & ((1 << then[5]) - 1)
    return bool(waste) and looker._cards[waste.bit_length() - 1] == outlook.BLANK


def followed(looker: Outlook, state: State, unseen: int, steps: int) -> float:
    """Return how likely a win is where moves that show nothing are followed, without any notes."""
    settled, safe = looker._settled(state)
    if safe >= 0:
        return 1 / (1 + exp(-looker._odds_after_up(settled, unseen, safe)))
    if is_won(settled):
        return 1.0
    best = 0.0
    for odds, move in looker.options(settled, unseen):
        if not steps or shows(looker, settled, move):
            best = max(best, 1 / (1 + exp(-odds)))
        else:
            then = looker.table.step(settled, move)
            assert then is not None
            best = max(best, followed(looker, then, unseen, steps - 1))
    return best


def all_ways(looker: Outlook, state: State, unseen: int) -> dict[tuple[int, State], set[int]]:
    """Return each move that can be come to and shows something, with the class in which it is made
    and all moves one can begin with to get there as soon as possible."""
    found: dict[tuple[int, State], set[int]] = {}
    reached: set[State] = set()
    level: dict[State, set[int]] = {state: set()}
    for steps in range(QUIET, -1, -1):
        reached.update(level)
        following: dict[State, set[int]] = {}
        for here, begun in level.items():
            for _, move in looker.options(here, unseen):
                begins = begun or {move}
                if not steps or shows(looker, here, move):
                    found.setdefault((move, here), set()).update(begins)
                    continue
                then = looker.table.step(here, move)
                assert then is not None
                there, safe = looker._settled(then)
                if safe >= 0:
                    found.setdefault((safe, there), set()).update(begins)
                elif there not in reached:
                    following.setdefault(there, set()).update(begins)
        level = following
    return found


def played(numbers: Iterable[int] = range(60, 64)) -> list[tuple[Position, frozenset[Card]]]:
    """Return the positions of a few games by tips, with the cards that were seen."""
    found = []
    for number in numbers:
        position = deal(LEFT_SUIT_DRAW_3, number)
        game = [position]
        while moves := tips.instant(position, seen(game)).moves:
            for move in moves:
                position = after(position, move)
                game.append(position)
            found.append((position, seen(game)))
    return found


def test_moves_that_show_nothing_are_followed() -> None:
    lower = higher = 0
    for position, known in played():
        unseen = as_bits(hidden_cards(position, known))
        looker = Outlook(position, unseen)
        start = looker.table.start
        if is_won(start):
            continue
        told = looker._at_sight(start, unseen)
        assert told == pytest.approx(followed(looker, start, unseen, QUIET))
        at_once = followed(looker, start, unseen, 0)
        lower += told < at_once
        higher += told > at_once
    assert lower
    assert higher


def test_ways_are_given_up_when_they_are_behind_for_certain() -> None:
    rng = random.Random(14)
    noise = [rng.gauss(0, 0.05) for _ in range(12)]
    best = [0.6 + part for part in noise]
    # The same cards are bad for both, so what one is behind by is certain.
    assert tips._behind(best, [part - 0.01 for part in best], 0.7)
    assert not tips._behind(best, best, 0.7)
    assert not tips._behind(best, [part - tips.TRIFLE / 2 for part in best], 0.7)
    # Here it is chance, unless nearly all cards have been tried.
    other = [0.59 + part for part in reversed(noise)]
    gap = sum(a - b for a, b in zip(best, other, strict=True)) / len(best)
    assert gap == pytest.approx(0.01)
    assert not tips._behind(best, other, 0.7)
    assert tips._behind(best, other, 0.0)


def test_giving_up_ways_seldom_changes_the_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    def choices() -> list[tips.Tip]:
        found = []
        for position in strolls()[2:20:3]:
            sampler = tips.Sampler(position, seen([position]), 10)
            while not sampler.run(10_000):
                pass
            found.append(sampler.tip)
        return found

    early = choices()
    monkeypatch.setattr(tips, "_behind", lambda *_: False)
    late = choices()
    assert sum(a.moves == b.moves for a, b in zip(early, late, strict=True)) >= len(late) - 1


def test_ways_lead_to_all_that_can_be_shown() -> None:
    later = 0
    for position, known in played():
        unseen = as_bits(hidden_cards(position, known))
        looker = Outlook(position, unseen)
        start, safe = looker._settled(looker.table.start)
        if is_won(start) or safe >= 0:
            continue
        ways = looker.ways(start, unseen)
        every = all_ways(looker, start, unseen)
        assert {(move, state) for _, move, state, _ in ways} == every.keys()
        for odds, move, state, begun in ways:
            assert begun in every[move, state]
            later += begun != move
            if (odds, move) not in looker.options(state, unseen):
                # A safe card went up before what is shown.
                assert odds == looker._odds_after_up(state, unseen, move)
    assert later
