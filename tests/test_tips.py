"""Tips are legal, never peek, come to an end, and say what is so."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import islice, permutations

import pytest

from leftsuit import tips, words
from leftsuit.cards import CLUBS, DIAMONDS, HEARTS, SPADES, Card, card
from leftsuit.faces import Look
from leftsuit.judgement import Judge, as_bits, hidden_cards, seen
from leftsuit.position import (
    DEAL,
    FOUNDATION,
    WASTE,
    Move,
    Position,
    after,
    deal,
    is_won,
    legal_moves,
    play,
    source_card,
)
from leftsuit.rules import ALL_RULES, KLONDIKE, LEFT_SUIT, LEFT_SUIT_DRAW_3, Rules
from leftsuit.solver.search import Search
from leftsuit.solver.verdict import LOST, WON
from leftsuit.spoken import Voice
from leftsuit.tips import Sampler, Tip, instant
from tests.small import deal_small, stroll

pytestmark = pytest.mark.slow

Teller = Callable[[Position, frozenset[Card]], Tip]
SUITABLE = (LEFT_SUIT, LEFT_SUIT_DRAW_3)


def sampled(position: Position, known: frozenset[Card]) -> Tip:
    sampler = Sampler(position, known, samples=3)
    assert sampler.run(1_000_000)
    return sampler.tip


def permuted(rng: random.Random, position: Position, known: frozenset[Card]) -> Position:
    """Return the position with all cards the player does not know shuffled among their places."""
    hidden = hidden_cards(position, known)
    order = list(hidden)
    rng.shuffle(order)
    new = dict(zip(hidden, order, strict=True))
    columns = tuple(
        tuple(new.get(c, c) if i < down else c for i, c in enumerate(cards))
        for cards, down in zip(position.columns, position.hidden, strict=True)
    )
    stock = tuple(new.get(c, c) for c in position.stock)
    waste = tuple(new.get(c, c) for c in position.waste)
    return position._replace(columns=columns, stock=stock, waste=waste)


def progress(before: Position, now: Position) -> bool:
    """Say whether a card was turned up, sent up or played from the waste."""
    loose, fewer = (len(p.stock) + len(p.waste) + sum(p.hidden) for p in (before, now))
    return fewer < loose or sum(now.foundations) > sum(before.foundations)


def walk(
    position: Position, teller: Teller, whole: bool = True
) -> Iterator[tuple[Position, frozenset[Card], Tip]]:
    """Yield what a player who follows tips sees, and the tips; `whole` or only their first moves.

    Fails if that does not come to an end.
    """
    known = seen([position])
    for _ in range(600):
        tip = teller(position, known)
        yield position, known, tip
        if not tip.moves:
            return
        for move in tip.moves if whole else tip.moves[:1]:
            position = play(position, move)
            known |= seen([position])
    raise AssertionError("tips go on and on")


@pytest.mark.parametrize("teller", [instant, sampled])
@pytest.mark.parametrize("rules", ALL_RULES)
def test_tips_never_peek(rules: Rules, teller: Teller) -> None:
    rng = random.Random(3)
    for number in (11, 12) if rules in SUITABLE else (11,):
        game = walk(deal(rules, number), teller)
        for position, known, tip in islice(game, 600 if rules in SUITABLE else 25):
            assert teller(permuted(rng, position, known), known) == tip
        # One who joins in the middle of a game knows less.
        position = stroll(rng, deal(rules, number), 40)
        nothing: frozenset[Card] = frozenset()
        assert teller(position, nothing) == teller(permuted(rng, position, nothing), nothing)


def test_what_counts_as_hidden() -> None:
    position = after(deal(LEFT_SUIT_DRAW_3, 5), DEAL)
    assert set(position.waste[:2]) <= set(hidden_cards(position))
    assert position.waste[2] not in hidden_cards(position)
    assert len(hidden_cards(position)) == 21 + 21 + 2
    assert len(hidden_cards(position, position.waste)) == 21 + 21
    twice = after(after(deal(LEFT_SUIT, 5), DEAL), DEAL)
    assert len(hidden_cards(twice)) == 21 + 22


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize("teller", [instant, sampled])
@pytest.mark.parametrize("rules", ALL_RULES)
def test_following_tips_ends(rules: Rules, teller: Teller, whole: bool) -> None:
    rng = random.Random(4)
    small = rules._replace(columns=4, ranks=6)
    starts = [
        stroll(rng, deal_small(rng, small), 5 * (number % 3))
        for number in range(40 if rules in SUITABLE else 5)
    ]
    if rules in SUITABLE:
        starts += [stroll(rng, deal(rules, 100 + number), 30 * number) for number in range(3)]
    for position in starts:
        for here, _, tip in walk(position, teller, whole):
            there = here
            for move in tip.moves:
                there = play(there, move)
            if tip.moves and tip.moves != (DEAL,):
                assert DEAL not in tip.moves
                assert progress(here, there)
            assert not tip.moves or whole or tip.moves[0] in legal_moves(here)


@pytest.mark.parametrize("rules", SUITABLE)
def test_the_way_cards_are_arranged_changes_no_tip(rules: Rules) -> None:
    rng = random.Random(5)
    count = 0
    for number in range(5):
        position = stroll(rng, deal(rules, 300 + number), 60)
        for here, known, tip in walk(position, instant):
            for there in [play(here, move) for move in legal_moves(here)]:
                same = there.hidden == here.hidden and there.foundations == here.foundations
                if same and there.waste == here.waste and there.stock == here.stock:
                    other = instant(there, known)
                    assert other.card == tip.card
                    assert sampled(there, known).card == sampled(here, known).card
                    count += 1
                    break
    assert count > 25


@pytest.mark.parametrize("rules", ALL_RULES)
def test_reasons_are_true(rules: Rules) -> None:
    told = set()
    for number in range(8 if rules in SUITABLE else 1):
        # Where there are no classes, tips take their time.
        most = None if rules in SUITABLE else 20
        for position, _, tip in islice(walk(deal(rules, 700 + number), instant), most):
            told.add(tip.reason)
            if not tip.moves:
                continue
            before = position
            for move in tip.moves[:-1]:
                before = after(before, move)
            move = tip.moves[-1]
            now = after(before, move)
            if tip.reason == tips.DEALS:
                assert tip.moves == (DEAL,)
                continue
            assert tip.card == source_card(before, move)
            up = move.target == FOUNDATION
            assert up == (tip.reason not in (tips.TURNS_UP, tips.PLAYS_WASTE)) or tip.reason in (
                tips.TURNS_UP,
                tips.PLAYS_WASTE,
            )
            if tip.reason == tips.SAFE_UP:
                assert (tip.card >> 2) + 1 <= min(before.foundations) + 2
            elif tip.reason == tips.TURNS_UP:
                assert tip.column is not None
                assert now.hidden[tip.column] == before.hidden[tip.column] - 1
            elif tip.reason == tips.PLAYS_WASTE:
                assert move.source == WASTE
            elif tip.reason == tips.EMPTIES:
                assert tip.column is not None
                assert now.columns[tip.column] == ()
                assert before.columns[tip.column]
            elif tip.reason == tips.FREES:
                assert tip.free is not None
                assert tip.other is not None
                assert now.columns[move.source][-1] == tip.free
                assert tip.free >> 2 == (tip.other >> 2) + 1
                assert tip.other not in hidden_cards(now)
            else:
                assert tip.reason == tips.GOES_UP
    assert {tips.TURNS_UP, tips.PLAYS_WASTE, tips.DEALS, tips.SAFE_UP} <= told


@pytest.mark.parametrize("rules", ALL_RULES)
def test_a_sampled_tip_is_worked_out_in_pieces(rules: Rules) -> None:
    position = after(deal(rules, 8), DEAL)
    whole = Sampler(position, samples=5)
    assert whole.run(10_000_000)
    assert whole.done
    pieces = Sampler(position, samples=5)
    assert pieces.tip.samples == 0
    assert pieces.tip.moves == instant(position).moves
    counts = []
    for _ in range(10_000):
        if pieces.run(1):
            break
        counts.append(pieces.tip.samples)
        assert pieces.tip.won <= pieces.tip.samples
    assert pieces.done
    assert pieces.tip == whole.tip
    assert len(counts) >= 5
    assert counts[-1] >= 4


def endgame(rules: Rules, hidden: int) -> Iterator[Position]:
    """Yield positions with at most so many cards that are not known, from games of a clumsy
    player."""
    rng = random.Random(6)
    for number in range(1000, 1120):
        position = deal(rules, number)
        for _ in range(150):
            if is_won(position) or not legal_moves(position):
                break
            if not position.stock and 0 < len(hidden_cards(position)) <= hidden:
                yield position
                break
            position = after(position, rng.choice(legal_moves(position)))


def test_with_few_cards_hidden_all_their_ways_are_tried() -> None:
    found = set()
    for position in endgame(LEFT_SUIT, 3):
        sampler = Sampler(position)
        assert sampler.run(10_000_000)
        tip = sampler.tip
        won = 0
        hidden = hidden_cards(position)
        ways = list(permutations(hidden))
        for way in ways:
            new = dict(zip(hidden, way, strict=True))
            columns = tuple(
                tuple(new.get(c, c) if i < down else c for i, c in enumerate(cards))
                for cards, down in zip(position.columns, position.hidden, strict=True)
            )
            there = position._replace(columns=columns)
            verdicts = {Search(there).run(100_000)}
            for move in tip.moves:
                there = after(there, move)
            if tip.moves:
                won += Search(there).run(100_000) == WON
            else:
                assert verdicts == {LOST}
        found.add(tip.reason)
        if tip.moves:
            assert tip.exact
            assert (tip.won, tip.samples) == (won, len(ways))
    assert len(found) >= 3


def test_with_nothing_hidden_the_instant_tip_wins_what_can_be_won() -> None:
    wins = 0
    for start in endgame(LEFT_SUIT, 1):
        can = Search(start).run(100_000)
        for position, _, tip in walk(start, instant):
            if not tip.moves:
                assert is_won(position) == (can == WON)
                assert can == WON or tip.reason in (tips.LOST_FROM_HERE, tips.DEAD_END)
        wins += can == WON
    assert wins


def stuck(rules: Rules) -> Position:
    """Return a position without any progress left."""
    columns: list[tuple[int, ...]] = [
        (card(1, SPADES), card(13, HEARTS)),
        (card(1, HEARTS), card(13, SPADES)),
        (card(1, DIAMONDS), card(13, CLUBS)),
        (card(1, CLUBS), card(13, DIAMONDS)),
        (card(2, SPADES), card(9, HEARTS)),
        (card(2, HEARTS), card(9, SPADES)),
        (card(2, CLUBS), card(9, DIAMONDS)),
    ]
    used = {c for column in columns for c in column}
    rest = [c for c in range(52) if c not in used]
    rest.remove(card(9, CLUBS))
    return Position(
        rules,
        (*columns[:6], (*rest, *columns[6])),
        (1, 1, 1, 1, 1, 1, len(rest) + 1),
        (),
        (card(9, CLUBS),),
        (0, 0, 0, 0),
    )


@pytest.mark.parametrize("rules", ALL_RULES)
def test_a_dead_end_is_called_so(rules: Rules) -> None:
    position = stuck(rules)
    for teller in (instant, sampled):
        assert teller(position, frozenset()) == Tip((), tips.DEAD_END)


def test_a_won_game_needs_no_tip() -> None:
    position = Position(LEFT_SUIT, ((),) * 7, (0,) * 7, (), (), (13,) * 4)
    for teller in (instant, sampled):
        assert teller(position, frozenset()) == Tip((), tips.ALL_UP)


def test_a_tip_for_a_place_made_free() -> None:
    # 3♠ goes up from 4♥, which the 3♦ in the waste then takes.
    position = Position(
        LEFT_SUIT,
        ((card(4, HEARTS), card(3, SPADES)), *((card(13, s),) for s in range(4)), (), ()),
        (0,) * 7,
        (),
        (card(3, DIAMONDS),),
        (2, 0, 0, 0),
    )
    here = position
    line = (Move(0, FOUNDATION),)
    tip = tips._tip(here, frozenset(), tips._Choice(0, 0, line))
    assert tip == Tip(line, tips.FREES, card(3, SPADES), None, card(4, HEARTS), card(3, DIAMONDS))


@pytest.mark.parametrize(("rules", "least"), [(LEFT_SUIT, 48), (LEFT_SUIT_DRAW_3, 24)])
def test_the_judgement_is_any_good(rules: Rules, least: int) -> None:
    # On average it wins 93 and 60 of a hundred.
    won = 0
    for number in range(90_000, 90_060):
        position = deal(rules, number)
        won += Judge(position).plays_on(as_bits(hidden_cards(position)))
    assert won >= least


@pytest.mark.parametrize(("rules", "least"), [(LEFT_SUIT, 53), (LEFT_SUIT_DRAW_3, 28)])
def test_who_follows_tips_wins(rules: Rules, least: int) -> None:
    # On average they win 94 and 62 of a hundred.
    won = 0
    for number in range(90_000, 90_060):
        *_, (position, _, _) = walk(deal(rules, number), instant)
        won += is_won(position)
    assert won >= least


@pytest.mark.parametrize(
    ("won", "count", "undecided", "exact", "said", "spoken"),
    [
        (37, 40, 0, False, "wins in 37 of 40 ways", "wins 37 of 40 ways"),
        (0, 40, 0, False, "wins in 0 of 40 ways", "wins 0 of 40 ways"),
        (9, 40, 5, False, "wins in at least 9 of 40 ways", "wins at least 9 of 40 ways"),
        (0, 40, 40, False, "", ""),
        (5, 6, 0, True, "wins in 5 of all 6 ways", "wins 5 of all 6 ways"),
        (6, 6, 0, True, "wins in 6 of all 6 ways", "wins 6 of all 6 ways"),
        (5, 6, 1, True, "wins in at least 5 of 6 ways", "wins at least 5 of 6 ways"),
        (1, 1, 0, True, "a sure win", "a sure win"),
    ],
)
def test_what_is_said_of_samples_is_true(  # noqa: PLR0913, PLR0917
    won: int, count: int, undecided: int, exact: bool, said: str, spoken: str
) -> None:
    position = deal(LEFT_SUIT, 7)
    tip = instant(position)._replace(won=won, samples=count, open=undecided, exact=exact)
    look = Look()
    for room in (40, 60, 79, 200):
        text = words.tip(position, tip, look, room)
        assert len(text) <= room
        assert bool(said) or "win" not in text
        assert ("at least" in text) == ("win" in text and undecided > 0)
    assert said in words.tip(position, tip, look, 200)
    assert spoken in Voice().tip(position, tip)
    assert ("win" in Voice().tip(position, tip)) == bool(spoken)


def test_in_klondike_a_sample_that_is_not_decided_is_not_called_lost() -> None:
    sampler = Sampler(deal(KLONDIKE, 1), samples=4)
    while not sampler.run(1_000):
        pass
    tip = sampler.tip
    assert (tip.samples, tip.exact) == (4, False)
    assert tip.won + tip.open <= 4
    assert tip.open > 0
