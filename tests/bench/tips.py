"""How good the tips are. Run by hand: ``python -m tests.bench.tips [FIRST LAST] [--draw 1 3]``.

A player who always follows the tip plays deals from first to last. He remembers which cards were
the top of the waste, and knows nothing else that is not in view. Times are CPU time of one process.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from time import process_time

from leftsuit import rules
from leftsuit.cards import Card
from leftsuit.position import Position, after, deal, is_won
from leftsuit.tips import SAMPLES, Sampler, Tip, instant

Teller = Callable[[Position, frozenset[Card]], Tip]


def follow(position: Position, teller: Teller, times: list[float]) -> bool:
    """Play a game by tips; return whether it was won."""
    seen: frozenset[Card] = frozenset()
    while not is_won(position):
        start = process_time()
        tip = teller(position, seen)
        times.append(1000 * (process_time() - start))
        if not tip.moves:
            return False
        for move in tip.moves:
            position = after(position, move)
            seen |= set(position.waste[-1:])
    return True


def sampled(samples: int) -> Teller:
    """Return what tells sampled tips."""

    def tell(position: Position, seen: frozenset[Card]) -> Tip:
        sampler = Sampler(position, seen, samples)
        while not sampler.run(10_000):
            pass
        return sampler.tip

    return tell


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("first", type=int, nargs="?", default=1)
    parser.add_argument("last", type=int, nargs="?", default=500)
    parser.add_argument("--rules", default="left-suit", choices=rules.NAMES)
    parser.add_argument("--draw", type=int, nargs="*", default=list(rules.DRAWS))
    parser.add_argument("--samples", type=int, default=SAMPLES, help="0: instant tips")
    args = parser.parse_args()
    for draw in args.draw:
        base = rules.find(args.rules, draw)
        teller: Teller = sampled(args.samples) if args.samples else instant
        times: list[float] = []
        count = won = 0
        for number in range(args.first, args.last + 1):
            count += 1
            won += follow(deal(base, number), teller, times)
        times.sort()
        print(
            f"{args.rules} draw {draw}, {args.samples} samples: {won} of {count} won,"
            f" {len(times) / count:.1f} tips a game; ms a tip: {sum(times) / len(times):.1f} mean,"
            f" {times[len(times) // 2]:.1f} median, {times[len(times) * 99 // 100]:.1f} 99 %,"
            f" {times[-1]:.1f} worst"
        )
        sys.stdout.flush()


if __name__ == "__main__":
    main()
