"""What stays true in every game however it is played, and that undo and redo are exact."""

from __future__ import annotations

import random

import pytest

from leftsuit import record, session
from leftsuit.cards import card
from leftsuit.notation import parse_move
from leftsuit.position import (
    DEAL,
    IllegalMove,
    Position,
    deal,
    is_won,
    legal_moves,
    play,
    refusal,
)
from leftsuit.record import Record
from leftsuit.rules import ALL_RULES, KLONDIKE, LEFT_SUIT, LEFT_SUIT_DRAW_3, Rules, fits
from leftsuit.session import Session
from tests.games import likely, random_game, won
from tests.table import table

every_rules = pytest.mark.parametrize("rules", ALL_RULES)


def check(position: Position) -> None:
    """Fail unless all 52 cards are there once, and columns are face-down cards under one run."""
    found = [*position.stock, *position.waste]
    for column, hidden in zip(position.columns, position.hidden, strict=True):
        found += column
        # Face-down cards are the first ones of a column, and never all of it.
        assert 0 <= hidden < len(column) or hidden == len(column) == 0
        for i in range(hidden + 1, len(column)):
            assert fits(position.rules, column[i], column[i - 1])
    for suit, height in enumerate(position.foundations):
        found += [card(rank, suit) for rank in range(1, height + 1)]
    assert sorted(found) == list(range(52))


@pytest.mark.parametrize("broken", ["[2S]", "9D 7S", "9D 8D", "8S 9D"])
def test_the_check_finds_what_is_broken(broken: str) -> None:
    with pytest.raises(AssertionError):
        check(table(LEFT_SUIT, broken))


@every_rules
def test_a_hundred_thousand_random_steps(rules: Rules) -> None:
    """A quarter of them under each rule set."""
    source = random.Random(rules.draw)
    steps = 0
    number = 32_000
    undone = redone = turned = 0
    while steps < 25_000:
        number += 1
        game = session.new(rules, number)
        states = [game.start]
        check(game.start)
        for _ in range(150):
            steps += 1
            choice = source.random()
            moves = legal_moves(game.position)
            if choice < 0.15 or not moves:
                if not game.at:
                    break
                game = session.undo(game)
                undone += 1
            elif choice < 0.25 and game.at < len(game.steps):
                game = session.redo(game)
                redone += 1
            else:
                move = likely(moves, source)
                before = game.position
                game = session.do(game, [move])
                if game.at == len(game.steps):
                    states = [*states[: game.at], game.position]
                turned += sum(before.hidden) - sum(game.position.hidden)
                check(game.position)
                assert game.moves == game.at
            assert game.position == states[game.at]
    assert undone > 1000
    assert redone > 200
    assert turned > 1000


@every_rules
def test_every_listed_move_and_no_other_can_be_played(rules: Rules) -> None:
    for number in range(32_001, 32_006):
        game = random_game(rules, number, 60, random.Random(number))
        for step in game.steps:
            for move in legal_moves(step.after):
                assert refusal(step.after, move) is None
                check(play(step.after, move))


@every_rules
def test_undo_all_and_redo_all_pass_the_same_states(rules: Rules) -> None:
    game = random_game(rules, 32_005, 200, random.Random(5), longest=3)
    assert len(game.steps) > 20
    states = [game.start, *(step.after for step in game.steps)]
    back = [game.position]
    for _ in game.steps:
        game = session.undo(game)
        back.append(game.position)
    assert back == states[::-1]
    assert game.at == 0
    assert session.undo(game) == game
    forth = [game.position]
    for _ in game.steps:
        game = session.redo(game)
        forth.append(game.position)
    assert forth == states
    assert session.redo(game) == game


@every_rules
def test_undo_gives_back_the_position_of_each_move(rules: Rules) -> None:
    game = won(rules)
    position = game.start
    replayed = session.new(rules, game.deal)
    for step in game.steps:
        replayed = session.do(replayed, step.moves)
        assert session.undo(replayed).position == position
        position = replayed.position
    assert is_won(position)


@every_rules
def test_a_won_game_can_be_taken_back_and_is_won_again(rules: Rules) -> None:
    game = won(rules)
    assert is_won(game.position)
    assert game.has_been_won
    back = session.undo(game)
    assert not is_won(back.position)
    assert back.has_been_won
    assert session.redo(back) == game
    assert not session.do(session.go_to(game, 0), [DEAL]).has_been_won


@every_rules
def test_restart_is_the_deal_and_can_be_redone(rules: Rules) -> None:
    game = random_game(rules, 7, 30, random.Random(7))
    start = session.go_to(game, 0)
    assert start.position == deal(rules, 7) == session.new(rules, 7).position
    assert start.moves == 0
    assert start.last is None
    assert session.go_to(start, len(game.steps)) == game


@every_rules
def test_a_new_move_drops_what_could_be_redone(rules: Rules) -> None:
    game = random_game(rules, 32_010, 10, random.Random(1))
    back = session.undo(session.undo(session.undo(game)))
    made = session.do(back, [DEAL])
    assert len(made.steps) == made.at == back.at + 1
    assert made.steps[: back.at] == game.steps[: back.at]
    assert session.redo(made) == made
    assert session.undo(made).position == back.position


@every_rules
def test_the_move_that_was_taken_back_drops_nothing(rules: Rules) -> None:
    """So a restart by mistake, gone on from as if nothing had been, costs nothing."""
    game = random_game(rules, 32_010, 10, random.Random(1))
    made = session.go_to(game, 0)
    for step in game.steps[:-1]:
        made = session.do(made, step.moves)
        assert made == session.go_to(game, made.at)
    other = session.go_to(game, 0)
    for end in range(1, len(game.steps)):
        other = session.follow(other, [step.moves for step in game.steps[other.at : end]])
        assert session.go_to(other, len(game.steps)) == game


def test_a_refused_move_drops_nothing() -> None:
    game = session.undo(session.follow(session.new(LEFT_SUIT, 20261129), [[DEAL], [DEAL]]))
    with pytest.raises(IllegalMove):
        session.do(game, [DEAL, parse_move("12")])
    assert len(game.steps) == 2
    assert session.do(game, []) == game


@every_rules
def test_a_step_of_several_moves_is_one_undo(rules: Rules) -> None:
    opening = session.new(rules, 20261129)
    moves = [DEAL, parse_move("63"), DEAL]
    game = session.do(opening, moves)
    assert game.at == 1
    assert game.moves == 3
    assert game.last is not None
    assert game.last.moves == tuple(moves)
    back = session.undo(game)
    assert back.position == opening.position
    assert back.moves == 0
    assert session.redo(back) == game


def test_a_move_that_turns_a_card_up_is_one_undo() -> None:
    opening = session.new(LEFT_SUIT, 20261129)
    game = session.do(opening, [parse_move("63")])
    assert game.position.hidden == (0, 1, 2, 3, 4, 4, 6)
    assert session.undo(game).position.hidden == (0, 1, 2, 3, 4, 5, 6)
    assert game.moves == 1


@pytest.mark.parametrize("played", [0, 1, 2])
def test_deals_of_three_are_taken_back_in_order(played: int) -> None:
    """At all eight deals, also with cards of the waste played in between."""
    game = session.new(LEFT_SUIT_DRAW_3, 32_003)
    for _ in range(8):
        before = game.position
        dealt = session.do(game, [DEAL])
        assert dealt.position.waste == before.waste + before.stock[:3]
        back = session.undo(dealt)
        assert back.position == before
        assert session.do(back, [DEAL]) == dealt == session.redo(back)
        game = dealt
        for _ in range(played):
            moves = [move for move in legal_moves(game.position) if move.source == 7]
            game = session.do(game, moves[:1])
    assert game.position.stock == ()


def test_the_pass_is_over_and_one_undo_brings_back_the_last_deal() -> None:
    game = session.new(LEFT_SUIT, 32_003)
    for _ in range(24):
        game = session.do(game, [DEAL])
    for _ in range(3):
        with pytest.raises(IllegalMove):
            session.do(game, [DEAL])
    assert game.moves == 24
    assert len(session.undo(game).position.stock) == 1


def test_the_waste_turned_over_is_taken_back() -> None:
    game = session.follow(session.new(KLONDIKE, 1), [[DEAL]] * 24)
    turned = session.do(game, [DEAL])
    assert turned.position == turned.start
    assert session.undo(turned).position == game.position


@pytest.mark.parametrize("at", [-1, 3, 99])
def test_there_is_no_place_outside_the_game(at: int) -> None:
    game = session.follow(session.new(KLONDIKE, 1), [[DEAL]] * 2)
    with pytest.raises(IndexError):
        session.go_to(game, at)


def reread(game: Session) -> Session:
    return record.read(record.write(Record(game, record.OPEN))).game


@every_rules
def test_a_game_read_again_has_the_same_moves(rules: Rules) -> None:
    """At each state of a walk with undo and redo, as a game fresh from its record."""
    source = random.Random(11)
    game = session.new(rules, 32_011)
    for _ in range(120):
        choice = source.random()
        moves = legal_moves(game.position)
        if choice < 0.15 or not moves:
            game = session.undo(game)
        elif choice < 0.3:
            game = session.redo(game)
        else:
            game = session.do(game, [likely(moves, source)])
        fresh = reread(game)
        assert fresh == game
        assert legal_moves(fresh.position) == legal_moves(game.position)
    assert len(game.steps) > 20
