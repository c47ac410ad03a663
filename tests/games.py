"""Whole games for tests: random ones, and one that is won under each rule set."""

from __future__ import annotations

import random

from leftsuit import session
from leftsuit.notation import parse_move
from leftsuit.position import FOUNDATION, STOCK, Move, legal_moves
from leftsuit.rules import Rules
from leftsuit.session import Session

# Found by playing many deals at random.
WON = {
    ("left-suit", 1): (
        32111,
        "73 71 74 27 D W5 D D D W1 1F D WF D D D D D W4 54x2 35x2 D D 43x3 54x3 5F D WF D W4 "
        "74x2 7F 37x4 3F 4F 63 4F 54 42x2 D W6 76x5 27 2F WF 65x6 W4 D D 14x2 61 D D W3 D WF "
        "4F 4F 7F 7F 47x6 7F 5F 7F 5F 4F 5F 56x4 65x5 6F 2F 7F 62 7F 5F W5 D 51x3 W7 W6 WF 6F "
        "D WF 32 43 D D WF W6 13x4 W1 WF WF 1F 7F 3F 6F 4F W1 35x2 WF 3F 2F 1F 7F 5F 7F 6F 5F "
        "W4 4F 5F 5F 3F 3F 2F",
    ),
    ("left-suit", 3): (
        32271,
        "71 2F 74 65 4F D W7 W4 D WF WF 4F W7 47 64 W4 75x2 D D WF D 57x2 76x2 D W7 WF D WF D "
        "W2 42x3 42 WF 3F 52x2 6F 7F 7F W1 2F 67x2 52 5F 5F 75x3 5F 73 71 2F 63 6F 37x2 27x5 "
        "76x7 23x2 72 7F 5F 63x5 37x8 5F 7F 5F 1F 7F WF 72x5 2F 2F W3 W7 W5 WF 14x3 W1 WF WF "
        "W1 WF 4F 4F 5F 4F 6F WF 1F 3F 2F 4F 3F 2F 7F 6F 2F 1F 2F 6F 7F",
    ),
    ("klondike", 1): (
        32251,
        "73 D D D D WF 4F D D D D D WF D D W5 D D WF W5 D WF D D W3 23 D WF 12 W1 S6 D 6F W2 "
        "D D WF 3F 3F W4 34x2 3F 6F 6F 37 53x3 52 5F 4F 2F D W1 71x2 D WF 7F 73 72 W2 WF 5F "
        "65 67 W6 W1 W7 41x3 47 4F 2F 1F W4 64x2 76x4 7F 1F 5F 2F 2F 6F 5F W5 65x4 W4 23x2 15 "
        "1F 4F D WF 5F 51 5F D WF 3F 3F 1F 1F 1F 3F 4F 5F 4F 3F 5F 5F 3F 3F 1F 4F 1F",
    ),
    ("klondike", 3): (
        32289,
        "34 64 4F 54 D 23 46x3 6F 5F 57 32x2 3F 73x2 23x3 72 74 64x3 62 D WF 5F 37x4 D 73x4 D "
        "WF 4F D 4F D D W1 41x3 47 37x3 D D D WF D D WF W3 W7 WF D W7 W2 W7 26 D 47 74x9 7F "
        "5F 76 1F 7F 4F W5 WF 65x3 63 16x3 C4 D 4F W1 WF D WF WF 6F 4F W2 4F 6F WF 6F 4F 1F "
        "6F 4F 1F WF WF 5F WF WF WF 4F 3F 4F 2F 2F 5F 3F 5F 3F 2F 4F 5F 4F 3F",
    ),
}


def won(rules: Rules) -> Session:
    """Return a won game, one move a step."""
    deal, moves = WON[rules.name, rules.draw]
    steps = [[parse_move(text)] for text in moves.split()]
    return session.follow(session.new(rules, deal), steps)


def likely(moves: list[Move], source: random.Random) -> Move:
    """Pick a move such that games get somewhere: up if possible, deals and returns rarely."""
    up = [move for move in moves if move.target == FOUNDATION]
    if up and source.random() < 0.9:
        return source.choice(up)
    onward = [move for move in moves if move.source < STOCK]
    return source.choice(onward if onward and source.random() < 0.7 else moves)


def random_game(
    rules: Rules, deal: int, steps: int, source: random.Random, longest: int = 1
) -> Session:
    """Return a game of up to so many steps, each of one to `longest` moves."""
    game = session.new(rules, deal)
    for _ in range(steps):
        made: list[Move] = []
        position = game.position
        for _ in range(source.randint(1, longest)):
            moves = legal_moves(position)
            if not moves:
                break
            made.append(likely(moves, source))
            position = session.table.play(position, made[-1])
        game = session.do(game, made)
    return game
