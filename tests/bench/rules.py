"""How many times a second the engine plays a move and lists the legal ones, in CPU time.

Run ``python -m tests.bench.rules`` from the top of the repository. The aim on one core of a 3 GHz
machine is 200,000 calls of `play` and 20,000 of `legal_moves`.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from time import process_time

from leftsuit.position import Move, Position, legal_moves, play
from leftsuit.rules import ALL_RULES, Rules
from tests.games import random_game

ROUNDS = 7


def situations(rules: Rules) -> list[tuple[Position, Move]]:
    """Return the positions of some games, each with the move that was made there."""
    found = []
    for deal in range(32_001, 32_041):
        game = random_game(rules, deal, 80, random.Random(deal))
        before = game.start
        for step in game.steps:
            found.append((before, step.moves[0]))
            before = step.after
    return found


def a_second(run: Callable[[], int]) -> float:
    """Return the calls a second of the best of a few rounds; `run` returns how many it made."""
    best = 0.0
    for _ in range(ROUNDS):
        start = process_time()
        calls = run()
        best = max(best, calls / (process_time() - start))
    return best


def main() -> None:
    print(f"{'calls a second':<16}{'play':>12}{'legal_moves':>14}")
    for rules in ALL_RULES:
        games = situations(rules)

        def plays(games: list[tuple[Position, Move]] = games) -> int:
            for position, move in games:
                play(position, move)
            return len(games)

        def lists(games: list[tuple[Position, Move]] = games) -> int:
            for position, _ in games:
                legal_moves(position)
            return len(games)

        name = f"{rules.name} {rules.draw}"
        print(f"{name:<16}{a_second(plays):>12,.0f}{a_second(lists):>14,.0f}", flush=True)


if __name__ == "__main__":
    main()
