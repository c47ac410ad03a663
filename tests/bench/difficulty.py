"""What the classes of difficulty mean: how often other players win a deal of each.

Run by hand: ``python -m tests.bench.difficulty [FIRST LAST [DRAW]]``. The careless player misweighs
moves three times as much as the one by whom the deals are judged. The careful one follows the
instant tips. The casual one shares nothing with either: he goes by rules of thumb.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter, defaultdict

from leftsuit import difficulty, tips
from leftsuit import position as table
from leftsuit import rules as rule_sets
from leftsuit.judgement import Judge, as_bits, hidden_cards, seen
from leftsuit.solver.search import Search
from leftsuit.solver.verdict import WON

TRIES = 4
PLAYERS = ("careless", "careful", "casual")
FORGETFUL = 0.1
"""How often the casual player overlooks a move."""


def casual_move(position: table.Position, luck: random.Random) -> table.Move | None:
    """Return the move of a player who knows the rules and some rules of thumb.

    An ace or a two goes up, then a card is turned up where most lie under it, then the waste is
    played, then another card goes up if nothing else is to be done; else he deals. Now and then he
    overlooks a move. He moves only whole runs, and never without one of these ends.
    """
    best: tuple[float, table.Move] | None = None
    for move in table.legal_moves(position):
        source, target, length = move
        if source == table.STOCK:
            worth = 1.0
        elif target == table.FOUNDATION:
            low = table.source_card(position, move) >> 2 <= min(position.foundations) + 1
            worth = 9 if low else 0.5
        elif source == table.WASTE:
            # He would rather not fill an empty column.
            worth = 3 if position.columns[target] else 1.5
        elif position.hidden[source] and length == table.run_length(position, source):
            worth = (5 if position.columns[target] else 2) + position.hidden[source] / 10
        elif position.columns[target] and length == table.run_length(position, source):
            worth = 2.5  # It empties a column.
        else:
            continue
        if luck.random() >= FORGETFUL and (best is None or worth > best[0]):
            best = worth, move
    return best[1] if best else None


def casual_win(position: table.Position, luck: random.Random) -> bool:
    """Say whether the casual player wins."""
    overlooked = 0
    while not table.is_won(position) and overlooked < 10:
        move = casual_move(position, luck)
        overlooked = overlooked + 1 if move is None else 0
        if move is not None:
            position = table.after(position, move)
    return table.is_won(position)


def wins(player: str, opening: table.Position, number: int) -> float:
    """Return the share of games on a deal that a player wins."""
    if player == "casual":
        luck = random.Random(f"{player} {number}")
        return sum(casual_win(opening, luck) for _ in range(TRIES)) / TRIES
    if player == "careless":
        judge, hidden = Judge(opening), as_bits(hidden_cards(opening))
        luck = random.Random(f"{player} {number}")
        won = sum(judge.plays_on(hidden, luck, 3 * difficulty.NOISE) for _ in range(TRIES))
        return won / TRIES
    position, tops = opening, [opening]
    for _ in range(400):
        tip = tips.instant(position, seen(tops))
        if not tip.moves:
            break
        for move in tip.moves:
            position = table.after(position, move)
            tops.append(position)
    return float(table.is_won(position))


def main() -> None:
    """Print the table."""
    first, last, draw = ([int(word) for word in sys.argv[1:]] + [1, 200, 1][len(sys.argv) - 1 :])[
        :3
    ]
    rules = rule_sets.find("left-suit", draw)
    deals, won, spent = Counter[str](), defaultdict[tuple[str, str], float](float), 0.0
    for number in range(first, last + 1):
        opening = table.deal(rules, number)
        if Search(opening).run(20_000) != WON:
            continue
        start = time.process_time()
        kind = difficulty.classify(rules, number)
        spent += time.process_time() - start
        deals[kind] += 1
        for player in PLAYERS:
            won[kind, player] += wins(player, opening, number)
    print(f"deals {first} to {last}, draw {draw}; {spent / deals.total():.3f} s to judge one")
    for kind in (difficulty.EASY, difficulty.MEDIUM, difficulty.HARD):
        shares = [
            f"{player} wins {won[kind, player] / (deals[kind] or 1):6.1%}" for player in PLAYERS
        ]
        print(f"{kind:7} {deals[kind]:5} deals   {', '.join(shares)}")


if __name__ == "__main__":
    main()
