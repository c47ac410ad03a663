"""The solver against plain exhaustion, against the engine, and against itself."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest

from leftsuit import rules
from leftsuit.cards import Card, suit
from leftsuit.position import (
    DEAL,
    FOUNDATION,
    STOCK,
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
from leftsuit.rules import KLONDIKE, KLONDIKE_DRAW_3, LEFT_SUIT, LEFT_SUIT_DRAW_3, Rules
from leftsuit.solver import descent
from leftsuit.solver.classes import HEAD, STOCK_DOWN, STOCK_UP, State, Table, all_levels
from leftsuit.solver.classes import is_won as class_is_won
from leftsuit.solver.descent import LINE_TASTES, TASTES, Descent
from leftsuit.solver.doom import Doom
from leftsuit.solver.levels import deficits
from leftsuit.solver.lines import Walk
from leftsuit.solver.search import Search, class_moves, dead_end, judge
from leftsuit.solver.verdict import LOST, UNKNOWN, WON
from leftsuit.solver.wander import key_of

pytestmark = pytest.mark.slow

LEFT_SUITS = (LEFT_SUIT, LEFT_SUIT_DRAW_3)
KLONDIKES = (KLONDIKE, KLONDIKE_DRAW_3)
VERDICTS = Path(__file__).parent / "data" / "verdicts.txt"


def small(rng: random.Random, base: Rules, most_ranks: int = 6) -> Position:
    """A small table, somewhere on the way of a player who moves at random."""
    while True:
        ranks, columns = rng.randint(3, most_ranks), rng.randint(2, 5)
        if columns * (columns + 1) // 2 <= 4 * ranks:
            break
    cards = list(range(4 * ranks))
    rng.shuffle(cards)
    position = Position(
        base._replace(ranks=ranks, columns=columns),
        tuple(tuple(cards.pop() for _ in range(n + 1)) for n in range(columns)),
        tuple(range(columns)),
        tuple(cards),
        (),
        (0, 0, 0, 0),
    )
    return wandered(rng, position, rng.choice((0, 0, 5, 10, 20, 40)))


def wandered(rng: random.Random, position: Position, moves: int) -> Position:
    for _ in range(moves):
        legal = legal_moves(position)
        if not legal:
            break
        position = after(position, rng.choice(legal))
    return position


def exhausted(position: Position, most: int) -> bool | None:
    """Whether a position can be won, by trying everything; None beyond so many positions."""
    seen, todo = {position}, [position]
    while todo:
        position = todo.pop()
        if is_won(position):
            return True
        if len(seen) > most:
            return None
        for move in legal_moves(position):
            there = after(position, move)
            if there not in seen:
                seen.add(there)
                todo.append(there)
    return False


def replay(position: Position, line: list[Move]) -> Position:
    for move in line:
        position = play(position, move)
    return position


def compared(bases: tuple[Rules, ...], seed: int, decks: int, most: int) -> Counter[str]:
    """Compare verdicts on small decks; return how many were decided by exhaustion, by verdict."""
    rng = random.Random(seed)
    decided: Counter[str] = Counter()
    for _ in range(decks):
        position = small(rng, rng.choice(bases), 6 if bases == LEFT_SUITS else 5)
        truth = exhausted(position, most)
        search = Search(position)
        verdict = search.run(20_000)
        if verdict == WON:
            assert is_won(replay(position, search.line(0)))
        if truth is not None:
            assert verdict == (WON if truth else LOST), position
            decided[verdict] += 1
    return decided


@pytest.mark.parametrize("seed", range(4))
def test_verdicts_of_small_decks_are_those_of_plain_exhaustion(seed: int) -> None:
    decided = compared(LEFT_SUITS, seed, 500, 1200)
    assert decided[WON] > 100
    assert decided[LOST] > 60


def test_verdicts_stay_the_same_with_many_rounds_and_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small decks seldom need a second round, so here rounds begin with one node."""
    monkeypatch.setattr(descent, "FIRST_ROUND", 1)
    for seed, most_untested in enumerate((0, 0, 1, 3)):
        monkeypatch.setattr(descent, "MOST_UNTESTED", most_untested)
        decided = compared(LEFT_SUITS, 100 + seed, 300, 1200)
        assert decided[WON] > 60
        assert decided[LOST] > 40


def test_klondike_verdicts_of_small_decks_are_those_of_plain_exhaustion() -> None:
    decided = compared(KLONDIKES, 11, 400, 1000)
    assert decided[WON] > 100
    assert decided[LOST] > 15


def test_verdicts_hold_for_any_mixture_of_rules() -> None:
    mixtures = tuple(
        LEFT_SUIT._replace(draw=draw, redeal=redeal, build=build, kings_only=kings, take_back=back)
        for draw in (1, 2, 3)
        for redeal in (False, True)
        for build in (rules.ANY_OTHER_SUIT, rules.OTHER_COLOUR)
        for kings in (False, True)
        for back in (False, True)
    )
    decided = compared(mixtures, 12, 400, 1000)
    assert decided[WON] > 100
    assert decided[LOST] > 50


# --- the packed classes and the engine ---


def view(table: Table, state: State) -> tuple[object, ...]:
    """What a class says about cards; how far the stock is dealt is put off in classes."""
    _, face_up, heads, wanted, stock, _, room, _ = state
    left = [card for place, card in enumerate(table.cards) if stock >> place & 1]
    return face_up, heads, wanted, left, room


def within(state: State, other: State) -> bool:
    """Whether the islands of the first class are among those of the second."""
    few, many = state[7], state[7] and other[7]
    while few or many:
        if many & 0xFFF and (not few & 0xFFF or few & ~many & 0xFFF):
            return False
        few, many = few >> 12, many >> 12
    return True


def agree(position: Position, table: Table, state: State) -> None:
    """Check that a position belongs to a class."""
    mine = Table(position)
    assert view(mine, mine.start) == view(table, state)
    assert state[7] == 0 or within(mine.start, state)


def packed(position: Position, table: Table, move: Move) -> int:
    """Return the class move that an engine move makes, or -1 if it makes none."""
    source, target, length = move
    if source == STOCK:
        return -1
    card = source_card(position, move)
    if source == WASTE:
        place = len(table.cards) - len(position.stock) - 1
        while table.cards[place] != card + 4:
            place -= 1
        return (STOCK_UP if target == FOUNDATION else STOCK_DOWN) + place
    if target == FOUNDATION:
        return card + 4
    turns = (
        position.hidden[source]
        and length == len(position.columns[source]) - position.hidden[source]
    )
    return HEAD + card + 4 if turns else -1


def some_positions(seed: int, count: int) -> list[Position]:
    """Positions of small tables and of whole deals, at all stages of play."""
    rng = random.Random(seed)
    found = [small(rng, rng.choice(LEFT_SUITS)) for _ in range(count)]
    for number in range(1, count // 4):
        position = deal(rng.choice(LEFT_SUITS), number)
        found.append(wandered(rng, position, rng.randint(0, 80)))
    return found


def test_every_packed_move_is_legal() -> None:
    without_room = 0
    for position in some_positions(1, 400):
        table = Table(position)
        for move in table.moves(table.start):
            state = table.step(table.start, move)
            if state is not None:
                line = Walk(table, position, [move], [table.start, state]).moves
                agree(replay(position, line), table, state)
                without_room += state[6] == 0
    assert without_room > 50


def test_every_legal_move_is_packed_or_left_out_by_a_rule() -> None:
    reasons: Counter[str] = Counter()
    for position in some_positions(2, 400):
        table = Table(position)
        for move in legal_moves(position):
            there = after(position, move)
            number = packed(position, table, move)
            if number >= 0:
                assert number in table.moves(table.start)
                state = table.step(table.start, number)
                assert state is not None
                agree(there, table, state)
            elif move == DEAL:
                # Deals are part of the play that needs them: all they reach stays reachable.
                agree(there, table, table.start)
                later = {m for m in Table(there).moves(Table(there).start) if m >= STOCK_UP}
                top = len(position.waste) - 1
                assert later <= {m for m in table.moves(table.start) if m & 63 != top}
            else:
                # Arrangements are one class: what can be taken back changes nothing.
                mine = Table(there)
                assert mine.start[1:] == table.start[1:]
            reasons["move" if number >= 0 else "deal" if move == DEAL else "arrangement"] += 1
    assert min(reasons.values()) > 200
    assert len(reasons) == 3


def test_the_search_tries_every_move_but_those_of_safe_cards() -> None:
    """`Descent` orders moves by itself; it must leave out only what `step` refuses."""
    for position in some_positions(3, 200):
        search = Descent(position, 1 << 20)
        if search.verdict == WON:
            continue
        table = search.table
        state = table.settle(table.start)
        assert table.safe(state) == -1
        tried = {move & 255 for far in (False, True) for move in search._ranked(state, far)} - {63}
        possible = {m for m in table.moves(state) if table.step(state, m) is not None}
        assert possible <= tried <= set(table.moves(state))


@pytest.mark.parametrize("base", LEFT_SUITS)
def test_a_solved_game_stays_equal_in_both(base: Rules) -> None:
    for number in range(1, 21):
        position = deal(base, number)
        table = Table(position)
        state = table.start
        search = Search(position)
        if search.run(20_000) != WON:
            continue
        for move in search.line(0):
            change = packed(position, table, move)
            position = play(position, move)
            if change >= 0:
                following = table.step(state, change)
                assert following is not None
                state = following
            agree(position, table, state)
        assert is_won(position)


def test_keys_tell_classes_apart() -> None:
    rng = random.Random(4)
    for position in some_positions(5, 60):
        table = Table(position)
        state = table.start
        states = {state}
        for _ in range(300):
            following = table.step(state, rng.choice(table.moves(state) or [-1])) if state else None
            state = following or table.start
            states.add(state)
            if not table.moves(state):
                state = table.start
                break
        assert len({(s[0], s[7]) for s in states}) == len(states)


def walk(rng: random.Random, table: Table) -> list[State]:
    """The classes on a way that chance takes until there is no move."""
    states = [table.start]
    while True:
        following = [table.step(states[-1], move) for move in table.moves(states[-1])]
        possible = [state for state in following if state is not None]
        if not possible:
            return states
        states.append(rng.choice(possible))


def test_what_a_move_adds_to_the_key_is_known_before() -> None:
    rng = random.Random(15)
    for position in some_positions(15, 100):
        table = Table(position)
        for state in walk(rng, table):
            for move in table.moves(state):
                added = table.move_key[move]
                if move < HEAD and state[2] >> move & 1:
                    added += table.turn_key[move]
                following = table.step(state, move)
                assert following is None or following[0] == state[0] + added


def test_levels_are_laid_out_by_even_and_odd() -> None:
    rng = random.Random(16)
    for _ in range(100):
        face_up = rng.getrandbits(52) << 4
        out = face_up & rng.getrandbits(56)
        laid = all_levels(out, face_up)
        for number in range(14):
            level = (out >> 4 * number & 15) | (face_up >> 4 * number & 240)
            assert laid[number // 2 + number % 2 * 8] == level


def test_deficits_fall_with_parents_and_rise_by_one_at_most_with_a_child() -> None:
    for build in (rules.ANY_OTHER_SUIT, rules.OTHER_COLOUR):
        deficit = deficits(build)
        for level in range(256):
            for bit in (1, 2, 4, 8):
                assert deficit[level] <= deficit[level | bit] <= deficit[level] + 1
                assert deficit[level | bit << 4] <= deficit[level]


def gets_room(table: Table, start: State, most: int) -> bool:
    """Whether a class with room, or a won one, follows; as far as so many classes show."""
    seen, todo = {start}, [start]
    while todo and len(seen) < most:
        state = todo.pop()
        if state[6] or class_is_won(state):
            return True
        for move in table.moves(state):
            there = table.step(state, move)
            if there is not None and there not in seen:
                seen.add(there)
                todo.append(there)
    return False


def test_a_doomed_class_never_gets_room_and_is_lost() -> None:
    rng = random.Random(17)
    decided: Counter[tuple[bool, bool]] = Counter()
    for position in some_positions(17, 400):
        table = Table(position)
        doom = Doom(table)
        tight = [state for state in walk(rng, table) if state[6] == 0]
        for state in tight[:3] + tight[-2:]:
            doomed, room = doom.doomed(state), gets_room(table, state, 1000)
            assert not (doomed and room)
            decided[doomed, room] += 1
    assert decided[True, False] > decided[False, False] > 0
    assert decided[False, True] > 100


# --- symmetry ---


def renamed(position: Position, suits: tuple[int, ...]) -> Position:
    def new(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(card - suit(card) + suits[suit(card)] for card in cards)

    heights = [0] * 4
    for old, height in enumerate(position.foundations):
        heights[suits[old]] = height
    return position._replace(
        columns=tuple(map(new, position.columns)),
        stock=new(position.stock),
        waste=new(position.waste),
        foundations=tuple(heights),
    )


def shuffled_columns(rng: random.Random, position: Position) -> Position:
    order = list(range(len(position.columns)))
    rng.shuffle(order)
    return position._replace(
        columns=tuple(position.columns[i] for i in order),
        hidden=tuple(position.hidden[i] for i in order),
    )


def test_suits_and_columns_can_be_swapped() -> None:
    rng = random.Random(6)
    lost = 0
    positions = [small(rng, rng.choice(LEFT_SUITS)) for _ in range(150)]
    positions += [deal(LEFT_SUIT_DRAW_3, number) for number in (8, 41, 56, 62, 76)]
    for position in positions:
        verdict = Search(position).run(100_000)
        lost += verdict == LOST
        suits = rng.choice(list(permutations(range(4))))
        for other in (renamed(position, suits), shuffled_columns(rng, position)):
            assert Search(other).run(100_000) == verdict
    assert lost > 20


def test_columns_and_colours_can_be_swapped_in_klondike() -> None:
    rng = random.Random(7)
    for _ in range(60):
        position = small(rng, rng.choice(KLONDIKES), 4)
        verdict = Search(position).run(20_000)
        for other in (renamed(position, (1, 0, 3, 2)), shuffled_columns(rng, position)):
            assert {verdict, Search(other).run(20_000)} in ({WON}, {LOST})


# --- whole deals ---


def test_the_verdicts_of_five_hundred_deals() -> None:
    lines = [line.split() for line in VERDICTS.read_text().splitlines() if line[0] != "#"]
    assert len(lines) == 500
    for name, draw, number, verdict in lines:
        position = deal(rules.find(name, int(draw)), int(number))
        assert Search(position).run(100_000) == verdict, (name, draw, number)


@pytest.mark.parametrize(("base", "most"), [(LEFT_SUIT, 123), (LEFT_SUIT_DRAW_3, 110)])
def test_lines_win_and_can_be_followed(base: Rules, most: int) -> None:
    lengths = []
    for number in range(200, 220):
        position = deal(base, number)
        search = Search(position)
        if search.run(20_000) == WON:
            line = search.line()
            assert is_won(replay(position, line))
            lengths.append(len(line))
            assert len(line) <= len(search.line(0))
    assert sum(lengths) / len(lengths) < most


@pytest.mark.parametrize("base", [LEFT_SUIT, LEFT_SUIT_DRAW_3])
def test_every_first_line_wins(base: Rules) -> None:
    won = 0
    for number in range(1_000_000, 1_000_250):
        position = deal(base, number)
        search = Search(position)
        if search.run(20_000) == WON:
            assert is_won(replay(position, search.line(0)))
            won += 1
    assert won > 230


def test_a_klondike_deal() -> None:
    for number in range(1, 30):
        position = deal(KLONDIKE, number)
        search = Search(position)
        if search.run(1500) == WON:
            assert is_won(replay(position, search.line()))
            return
    raise AssertionError("no deal was won")


# --- running in pieces ---


def test_a_search_in_pieces_is_the_same_search() -> None:
    for base in (LEFT_SUIT_DRAW_3, KLONDIKE):
        for number in (41, 6):
            whole, pieces = Search(deal(base, number)), Search(deal(base, number))
            whole.run(400)
            for _ in range(400):
                if pieces.nodes >= whole.nodes or pieces.run(3) != UNKNOWN:
                    break
            assert abs(pieces.nodes - whole.nodes) < 100
            assert whole.verdict == pieces.run(0) or base is KLONDIKE


def test_no_line_without_a_win() -> None:
    search = Search(deal(LEFT_SUIT_DRAW_3, 41))
    assert search.verdict == UNKNOWN
    assert not search.ended
    with pytest.raises(ValueError, match="unknown"):
        search.line()
    assert search.run(10_000) == LOST
    assert search.ended
    with pytest.raises(ValueError, match="lost"):
        search.line()


@pytest.mark.parametrize("base", [LEFT_SUIT, KLONDIKE])
def test_memory_is_bounded(base: Rules) -> None:
    search = Search(deal(base, 33390), memory=40_000)
    assert search.run(10**6) == UNKNOWN
    assert search.ended
    assert search.nodes < 2000
    assert search.run(10**6) == UNKNOWN


def test_a_won_position_is_won_without_a_move() -> None:
    position = deal(LEFT_SUIT, 1)
    won = position._replace(
        columns=((),) * 7, hidden=(0,) * 7, stock=(), waste=(), foundations=(13,) * 4
    )
    search = Search(won)
    assert search.verdict == WON
    assert search.line() == []
    assert dead_end(won) is False


def test_each_taste_finds_wins() -> None:
    for taste in TASTES + LINE_TASTES:
        won = [
            Descent(deal(LEFT_SUIT, number), 1 << 24, (taste,)).run(200) == WON
            for number in range(1, 21)
        ]
        assert sum(won) > 10


# --- each move judged ---


def test_each_move_is_judged_as_the_position_after_it() -> None:
    rng = random.Random(8)
    both = 0
    positions = [small(rng, rng.choice(LEFT_SUITS)) for _ in range(100)]
    positions += [small(rng, rng.choice(KLONDIKES), 4) for _ in range(50)]
    positions += [wandered(rng, deal(LEFT_SUIT_DRAW_3, n), 40) for n in range(1, 30)]
    for position in positions:
        judged = judge(position, 20_000)
        assert set(judged) == set(legal_moves(position))
        for move, verdict in judged.items():
            assert verdict == Search(after(position, move)).run(20_000)
        both += len(set(judged.values())) == 2
    assert both > 1


# --- what needs no hidden card ---


def progress(before: Position, move: Move, there: Position, heights: tuple[int, ...]) -> bool:
    """Whether a move sends up a card that was not up, plays the waste or turns up a card."""
    up = move.target == FOUNDATION and any(
        now > then for now, then in zip(there.foundations, heights, strict=True)
    )
    return up or move.source == WASTE or there.hidden != before.hidden


def first_progress(position: Position, deals: bool) -> set[tuple[Card, bool]]:
    """Every card that can make progress after moves that make none, and whether it goes up."""
    seen, todo, found = {position}, [position], set()
    for here in todo:
        for move in legal_moves(here):
            there = after(here, move)
            if progress(here, move, there, position.foundations):
                found.add((source_card(here, move), move.target == FOUNDATION))
            elif there not in seen and (deals or move != DEAL):
                seen.add(there)
                todo.append(there)
    return found


def test_class_moves_are_all_progress_that_rearranging_allows() -> None:
    rng = random.Random(9)
    rearranged = 0
    for _ in range(300):
        position = small(rng, rng.choice((*LEFT_SUITS, *KLONDIKES)), 5)
        found = set()
        for line in class_moves(position):
            here = replay(position, line[:-1])
            there = play(here, line[-1])
            assert progress(here, line[-1], there, position.foundations)
            found.add((source_card(here, line[-1]), line[-1].target == FOUNDATION))
            rearranged += len(line) > 1
        assert found == first_progress(position, False), position
    assert rearranged > 50


def test_class_moves_reach_every_class() -> None:
    rng = random.Random(10)
    for _ in range(150):
        position = small(rng, rng.choice(LEFT_SUITS), 5)
        reached = {Table(replay(position, line)).start[1:7] for line in class_moves(position)}
        seen, todo = {key_of(position)}, [position]
        for here in todo:
            for move in legal_moves(here):
                there = after(here, move)
                if progress(here, move, there, position.foundations):
                    assert Table(there).start[1:7] in reached
                elif move != DEAL and key_of(there) not in seen:
                    seen.add(key_of(there))
                    todo.append(there)


def test_dead_ends_are_those_of_plain_exhaustion() -> None:
    rng = random.Random(13)
    ends: Counter[tuple[bool, bool]] = Counter()
    for _ in range(1200):
        position = small(rng, rng.choice((*LEFT_SUITS, *KLONDIKES)), 5)
        if is_won(position) or (position.stock and not position.rules.redeal):
            assert dead_end(position) is False
            continue
        end = dead_end(position)
        assert end is (not first_progress(position, True)), position
        ends[position.rules.redeal, bool(end)] += 1
    assert min(ends.values()) > 5
    assert len(ends) == 4


def test_what_is_hidden_has_no_influence() -> None:
    rng = random.Random(14)
    for number in range(1, 40):
        position = wandered(rng, deal(rng.choice(LEFT_SUITS), number), rng.randint(0, 60))
        places = [(column, i) for column, down in enumerate(position.hidden) for i in range(down)]
        cards = [position.columns[column][i] for column, i in places] + list(position.stock)
        rng.shuffle(cards)
        columns = [list(column) for column in position.columns]
        for column, i in places:
            columns[column][i] = cards.pop()
        other = position._replace(columns=tuple(map(tuple, columns)), stock=tuple(cards))
        assert class_moves(other) == class_moves(position)
        assert dead_end(other) == dead_end(position)
