"""draft"""
from __future__ import annotations
from leftsuit.position import Position
from leftsuit.solver.classes import *
WON, LOST, UNKNOWN = "won", "lost", "unknown"

class Search:
    def __init__(self, position: Position) -> None:
        self.table = t = Table(position)
        self.nodes = 0
        root = t.settle(t.start)
        self.path = []
        self.seen = {self.key(root)}
        self.stack = [(root, t.moves(root))]
        self.verdict = WON if is_won(root) else UNKNOWN
    def key(self, s):
        return s.key | s.islands << self.table.key_bits
    def run(self, nodes):
        t = self.table
        stack, seen = self.stack, self.seen
        while self.verdict == UNKNOWN and self.nodes < nodes:
            if not stack:
                self.verdict = LOST
                break
            state, moves = stack[-1]
            if not moves:
                stack.pop()
                continue
            m = moves.pop(0)
            new = t.step(state, m)
            if new is None: continue
            self.nodes += 1
            new = t.settle(new)
            k = self.key(new)
            if k in seen: continue
            seen.add(k)
            if is_won(new): self.verdict = WON
            stack.append((new, t.moves(new)))
        return self.verdict
