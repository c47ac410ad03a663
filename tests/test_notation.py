"""Cards and moves as text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leftsuit.cards import ACE, CLUBS, HEARTS, KING, SPADES, card, is_red, rank, suit
from leftsuit.notation import (
    NotACard,
    NotAMove,
    card_text,
    move_text,
    parse_card,
    parse_move,
)
from leftsuit.position import DEAL, FOUNDATION, WASTE, Move
from tests import naive

fixed = settings(max_examples=300, derandomize=True, deadline=None, database=None)


def test_every_card() -> None:
    found = {parse_card(r + s): r + s for r in "A23456789TJQK" for s in "SHDC"}
    assert sorted(found) == list(range(52))
    for number, text in found.items():
        assert card_text(number) == text
        assert card(rank(number), suit(number)) == number
        assert naive.rank(text) == rank(number)
        assert (naive.colour(text) == "red") == is_red(suit(number))


def test_some_cards() -> None:
    assert parse_card("AS") == card(ACE, SPADES)
    assert parse_card("TH") == card(10, HEARTS)
    assert parse_card("KC") == card(KING, CLUBS)


@pytest.mark.parametrize("text", ["", "A", "S", "SA", "10H", "1H", "as", "A♠", "AS ", " AS", "ASS"])
def test_what_is_no_card(text: str) -> None:
    with pytest.raises(NotACard):
        parse_card(text)


@given(st.text(max_size=3) | st.text(naive.RANKS + naive.SUITS, max_size=3))
@fixed
def test_any_text_is_a_card_by_its_only_name_or_none(text: str) -> None:
    try:
        found = parse_card(text)
    except NotACard:
        return
    assert card_text(found) == text


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("D", DEAL),
        ("W3", Move(WASTE, 2)),
        ("WF", Move(WASTE, FOUNDATION)),
        ("3F", Move(2, FOUNDATION)),
        ("35", Move(2, 4)),
        ("35x4", Move(2, 4, 4)),
        ("71x13", Move(6, 0, 13)),
        ("S1", Move(FOUNDATION, 0)),
        ("H4", Move(FOUNDATION + 1, 3)),
        ("D4", Move(FOUNDATION + 2, 3)),
        ("C7", Move(FOUNDATION + 3, 6)),
    ],
)
def test_moves_by_name(text: str, move: Move) -> None:
    assert parse_move(text) == move
    assert move_text(move) == text


def every_move() -> list[Move]:
    columns = range(7)
    moves = [DEAL, *(Move(source, FOUNDATION) for source in (*columns, WASTE))]
    moves += [Move(WASTE, target) for target in columns]
    moves += [Move(FOUNDATION + s, target) for s in range(4) for target in columns]
    moves += [
        Move(source, target, length)
        for source in columns
        for target in columns
        if source != target
        for length in range(1, 14)
    ]
    return moves


def test_every_move_has_one_text() -> None:
    moves = every_move()
    written = [move_text(move) for move in moves]
    assert [parse_move(text) for text in written] == moves
    assert sorted(written) == sorted(naive.EVERY_MOVE)
    assert len(set(written)) == len(moves)
    assert all(text.isascii() and text.isprintable() and " " not in text for text in written)


JUNK = [
    *("", " ", "d", "DD", "D ", " D", "D\n", "\nD", "D\x00", "\x1b[A"),
    *("W", "W0", "W8", "W9", "w3", "wf", "Wf", "WW", "WD", "W3x2", "WFx2", "W3 "),
    *("F", "0F", "8F", "3f", "3Fx2", "33F", "F3", "FF", "SF", "HF", "HH", "DF", "CF"),
    *("3", "33", "33x2", "03", "30", "08", "88", "353", "3 5", "35 ", "3-5", "35\n"),
    *("35x", "35x0", "35x1", "35x01", "35x04", "35x14", "35x20", "35x100", "35X4", "35x-2"),
    *("35x4x4", "x4", "5x4", "H0", "H8", "h4", "H4x2", "X4", "４５", "٣5", "35x٤", "3♠"),
]


@pytest.mark.parametrize("text", JUNK)
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(NotAMove):
        parse_move(text)


@given(st.text() | st.text("1234567890WFSHDCx+ ", max_size=6))
@fixed
def test_any_text_is_a_move_by_its_only_name_or_none(text: str) -> None:
    try:
        move = parse_move(text)
    except NotAMove:
        assert text not in naive.EVERY_MOVE
    else:
        assert move_text(move) == text
        assert text in naive.EVERY_MOVE
