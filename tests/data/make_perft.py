"""Make ``perft.txt``: how many sequences of moves there are, counted by the naive model alone.

Run ``python -m tests.data.make_perft > tests/data/perft.txt`` from the top of the repository; it
takes about four minutes. The deals come from `pysol_cards`, so nothing of `leftsuit` has a hand in
it.

Each line is ``rules draw deal start: counts``. `start` is ``-`` for the opening, or the moves that
lead to a position in the middle of a game, joined by commas; the counts are of sequences of one
move, two, and so on. The middles are where columns are empty, foundations are well up, or the stock
is used up.
"""

from __future__ import annotations

import random

from pysol_cards.cards import CardRenderer
from pysol_cards.deal_game import Game as Dealt
from pysol_cards.random_base import RandomBase

from tests import naive

OPENINGS, MIDDLES = 20, 8
DEPTH, DEEPEST = 5, 9
MOST = 15_000
"""From a middle, no count goes deeper once there is one as high as this."""
ENOUGH = 4_000
"""Counts go deeper than `DEPTH` while they are lower than this."""


def dealt(name: str, draw: int, number: int) -> naive.Game:
    game = Dealt("thumb_and_pouch", number, RandomBase.DEALS_PYSOLFC)
    layout = game.calc_layout_string(CardRenderer(True))
    stock, *columns = layout.replace("<", "").replace(">", "").splitlines()
    return naive.Game(
        name, draw, [column.split() for column in columns], stock.partition(": ")[2].split()
    )


def middle(game: naive.Game, kind: int, source: random.Random) -> list[str] | None:
    """Play at random until the game is of the kind asked for; None if it never is."""
    moves: list[str] = []
    seen = set()
    for _ in range(150):
        seen.add(game.view())
        up = sum(map(len, game.foundations.values()))
        if len(game.legal()) > 2 and (
            (kind == 0 and [] in game.columns)
            or (kind == 1 and up >= 12)
            or (kind == 2 and not game.stock and up >= 2)
            or (kind == 3 and not game.stock and [] in game.columns and up >= 6)
        ):
            return moves
        legal = sorted(text for text in game.legal() if game.after(text).view() not in seen)
        if not legal:
            return None
        onward = [text for text in legal if text != "D" and text[0] not in "SHC"]
        up_moves = [text for text in onward if text.endswith("F")]
        text = source.choice(up_moves or (onward if source.random() < 0.7 else []) or legal)
        game.play(text)
        moves.append(text)
    return None


def line(name: str, draw: int, number: int, moves: list[str]) -> str:
    game = dealt(name, draw, number)
    for text in moves:
        game.play(text)
    counts: list[int] = []
    while len(counts) < DEEPEST:
        counts.append(naive.count_sequences(game, len(counts) + 1))
        if counts[-1] >= (ENOUGH if len(counts) >= DEPTH else MOST if moves else float("inf")):
            break
    shown = " ".join(map(str, counts))
    return f"{name} {draw} {number} {','.join(moves) or '-'}: {shown}"


def main() -> None:
    print("# Made by `python -m tests.data.make_perft`, which see. Not to be edited.")
    for name in ("left-suit", "klondike"):
        for draw in (1, 3):
            numbers = [1, 31_999, *range(32_001, 32_001 + OPENINGS - 2)]
            for number in numbers:
                print(line(name, draw, number, []), flush=True)
            source = random.Random(draw)
            for place in range(MIDDLES):
                found = None
                while found is None:
                    number = source.randrange(32_001, 10**6)
                    found = middle(dealt(name, draw, number), place % 4, source)
                print(line(name, draw, number, found), flush=True)


if __name__ == "__main__":
    main()
