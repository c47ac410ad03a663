"""draft"""
from __future__ import annotations
from leftsuit.position import Position
from leftsuit.solver.classes import *
WON, LOST, UNKNOWN = "won", "lost", "unknown"
import random
PH = [dict(), dict(room=40), dict(stock=45), dict(base=100), dict(waste=20), dict(depth=5), dict(room=10), dict(stock=15,waste=25)]
FIRST=100
class Search:
    def __init__(self, position: Position) -> None:
        self.table = t = Table(position)
        self.nodes = 0
        self.root = root = t.settle(t.start)
        self.path = []
        self.seen = set()
        self.phase = 0
        self.verdict = WON if is_won(root) else UNKNOWN
        self.start()
    def start(self):
        i = self.phase
        self.phase += 1
        self.end = self.nodes + int(FIRST * 1.2 ** i)
        self.weights = Weights(self.table, **PH[i % len(PH)])
        self.seen.add(self.key(self.root))
        self.stack = [(self.root, self.table.ranked_moves(self.root, self.weights))]
    def key(self, s):
        return s.key | s.islands << self.table.key_bits
    def run(self, nodes):
        t = self.table
        while self.verdict == UNKNOWN and self.nodes < nodes:
            stack, seen = self.stack, self.seen
            weights=self.weights
            while stack:
                state, moves = stack[-1]
                if not moves:
                    stack.pop()
                    continue
                m = moves.pop() & 255
                new = t.step(state, m)
                if new is None: continue
                new = t.settle(new)
                k = self.key(new)
                if k in seen: continue
                self.nodes += 1
                seen.add(k)
                stack.append((new, t.ranked_moves(new,weights)))
                if is_won(new):
                    self.verdict = WON
                    break
                if self.nodes>self.end:
                    break
            else:
                self.verdict = LOST
            if self.verdict == UNKNOWN:
                for s, _ in stack: seen.discard(self.key(s))
                self.start()
        return self.verdict
