"""How fast the solver is. Run by hand: ``python tests/bench/solver.py [FIRST LAST] [--draw 1 3]``.

Times are CPU time of one process. `nodes` counts classes of positions that were looked at.
"""

from __future__ import annotations

import argparse
import random
import resource
import sys
from collections import Counter
from collections.abc import Iterable
from time import process_time

from leftsuit import rules
from leftsuit.position import FOUNDATION, Position, after, deal, is_won, legal_moves
from leftsuit.solver.search import Search, judge
from leftsuit.solver.verdict import UNKNOWN, WON

PIECE = 1000
SHARES = (0.5, 0.95, 0.99, 0.999, 1.0)


def at(values: list[float], share: float) -> float:
    """Return the value that so large a share of all values does not exceed."""
    return sorted(values)[max(0, -int(-share * len(values) // 1) - 1)]


def row(name: str, values: list[float], digits: int) -> None:
    if values:
        print(f"  {name:22}", *(f"{at(values, share):10.{digits}f}" for share in SHARES))


def solve(position: Position, limit: float) -> tuple[Search, float]:
    """Search until there is a verdict or so many seconds have gone."""
    start = process_time()
    search = Search(position)
    while search.run(PIECE) == UNKNOWN and not search.ended and process_time() - start < limit:
        pass
    return search, process_time() - start


def measure(name: str, positions: Iterable[Position], limit: float, lines: int) -> None:
    """Solve all positions and print what it took; find lines for the first so many wins."""
    verdicts: Counter[str] = Counter()
    times: dict[str, list[float]] = {"won": [], "lost": [], "unknown": []}
    nodes: list[float] = []
    lengths: list[float] = []
    short: list[float] = []
    walks: list[float] = []
    for position in positions:
        search, seconds = solve(position, limit)
        verdicts[search.verdict] += 1
        times[search.verdict].append(1000 * seconds)
        nodes.append(search.nodes)
        if search.verdict == WON and len(lengths) < lines:
            short.append(len(search.line(0)))
            start = process_time()
            lengths.append(len(search.line()))
            walks.append(1000 * (process_time() - start))
    print(f"{name}: {sum(verdicts.values())} positions, {dict(verdicts)}")
    print(f"  {'':22}", *(f"{'worst' if s == 1 else f'{s:.1%}':>10}" for s in SHARES))
    row("ms", [t for each in times.values() for t in each], 2)
    for verdict, each in times.items():
        row(f"ms, {verdict}", each, 2)
    row("nodes", nodes, 0)
    if lengths:
        row("ms for a line", walks, 1)
        mean, quick = sum(lengths) / len(lengths), sum(short) / len(short)
        print(f"  moves in a line: {mean:.1f} on average, {quick:.1f} from the first win alone")
    print(f"  peak memory of the process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss} kB")
    sys.stdout.flush()


def clumsy(position: Position, rng: random.Random) -> list[Position]:
    """Every position of a game by a player who sends up what can go up, most of the time, and
    else plays any legal move, dealing less often than not."""
    game = [position]
    for _ in range(300):
        moves = legal_moves(position)
        if not moves or is_won(position):
            break
        up = [move for move in moves if move.target == FOUNDATION]
        move = rng.choice(up) if up and rng.random() < 0.7 else rng.choice(moves)
        position = after(position, move)
        game.append(position)
    return game


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("first", type=int, nargs="?", default=1)
    parser.add_argument("last", type=int, nargs="?", default=1000)
    parser.add_argument("--rules", default="left-suit", choices=rules.NAMES)
    parser.add_argument("--draw", type=int, nargs="*", default=list(rules.DRAWS))
    parser.add_argument("--limit", type=float, default=10, help="seconds for each position")
    parser.add_argument("--lines", type=int, default=100, help="how many lines to make")
    parser.add_argument("--games", type=int, default=0, help="games of a clumsy player")
    parser.add_argument("--judged", type=int, default=0, help="positions to judge each move of")
    args = parser.parse_args()
    for draw in args.draw:
        base = rules.find(args.rules, draw)
        name = f"{args.rules} draw {draw}"
        deals = range(args.first, args.last + 1)
        measure(name, (deal(base, number) for number in deals), args.limit, args.lines)
        rng = random.Random(draw)
        games = [clumsy(deal(base, args.first + n), rng) for n in range(args.games)]
        if games:
            played = (position for game in games for position in game)
            measure(f"{name}, clumsy games", played, args.limit, 0)
        if args.judged:
            taken = []
            for n in range(args.judged):
                game = clumsy(deal(base, args.first + n), rng)
                position = rng.choice(game)
                start = process_time()
                judge(position, 10_000)
                taken.append(1000 * (process_time() - start))
            row("ms to judge all moves", taken, 2)


if __name__ == "__main__":
    main()
