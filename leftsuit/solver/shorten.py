"""Leaving out moves that do nothing.

A line is rewritten as errands: a card and where it is to go, by the card it is put on. So an errand
keeps its sense when others are left out. Then each errand that only rearranges the table is tried
without; and where a card goes to two places one after the other, it is tried to send it to the
second at once. What remains is played through each time, and kept if it still reaches the end.
"""

from __future__ import annotations

from collections.abc import Sequence

from leftsuit.cards import Card
from leftsuit.position import DEAL, FOUNDATION, STOCK, WASTE, Move, Position, after, source_card
from leftsuit.rules import ACCEPTED, opens_column

Errand = tuple[Card, int]
"""A card, and the card it goes onto, or one of the following."""
_EMPTY, _UP, _DEAL = -1, -2, -3


def _errands(position: Position, line: Sequence[Move]) -> list[Errand]:
    found = []
    for move in line:
        if move.source == STOCK:
            found.append((0, _DEAL))
        elif move.target == FOUNDATION:
            found.append((source_card(position, move), _UP))
        else:
            cards = position.columns[move.target]
            found.append((source_card(position, move), cards[-1] if cards else _EMPTY))
        position = after(position, move)
    return found


def _find(position: Position, card: Card) -> tuple[int, int]:
    """Return the pile where a card can be taken, and how many cards go with it; or -1."""
    if position.waste and position.waste[-1] == card:
        return WASTE, 1
    for column, cards in enumerate(position.columns):
        if card in cards:
            i = cards.index(card)
            if i >= position.hidden[column]:
                return column, len(cards) - i
            break
    return -1, 0


def _move(position: Position, errand: Errand) -> Move | bool | None:
    """Return the move an errand comes to: True if it is done already, None if it cannot be."""
    card, to = errand
    if to == _DEAL:
        return DEAL if position.stock or (position.rules.redeal and position.waste) else None
    source, length = _find(position, card)
    if source < 0:
        return None
    if to == _UP:
        if length == 1 and position.foundations[card & 3] == card >> 2:
            return Move(source, FOUNDATION)
        return None
    if to == _EMPTY:
        if source < WASTE and length == len(position.columns[source]):
            return True
        if not opens_column(position.rules, card):
            return None
        for column, cards in enumerate(position.columns):
            if not cards:
                return Move(source, column, length)
        return None
    if source < WASTE and length < len(position.columns[source]):
        cards = position.columns[source]
        if cards[-length - 1] == to and len(cards) - length > position.hidden[source]:
            return True
    for column, cards in enumerate(position.columns):
        if cards and cards[-1] == to:
            if column != source and ACCEPTED[position.rules.build][to] >> card & 1:
                return Move(source, column, length)
            return None
    return None


class _Play:
    """What came of playing errands: the moves, and the position before each errand."""

    def __init__(self, errands: list[Errand], moves: list[Move], positions: list[Position]) -> None:
        self.errands = errands
        self.moves = moves
        self.positions = positions


def _try(old: _Play, start: int, errands: Sequence[Errand], shift: int) -> _Play | None:
    """Play the old errands up to `start`, then others; return None if that does not work.

    `shift` is how many more errands the old list has between there and where both agree again:
    once the positions are equal too, the rest need not be played.
    """
    position = old.positions[start]
    done = old.errands[:start]
    moves = old.moves[:start]
    positions = old.positions[:start]
    for number, errand in enumerate(errands):
        same = start + number + shift
        if position == old.positions[same] and errands[number:] == old.errands[same:]:
            done += old.errands[same:]
            return _Play(done, moves + old.moves[same:], positions + old.positions[same:])
        move = _move(position, errand)
        if move is None:
            return None
        if isinstance(move, Move):
            done.append(errand)
            moves.append(move)
            positions.append(position)
            position = after(position, move)
    if position.foundations != old.positions[-1].foundations:
        return None
    positions.append(position)
    return _Play(done, moves, positions)


def shorten(position: Position, line: Sequence[Move]) -> list[Move]:
    """Return a line to the same foundations without moves that turn out to do nothing."""
    positions = [position]
    for move in line:
        positions.append(after(positions[-1], move))
    play = _Play(_errands(position, line), list(line), positions)
    for _ in range(3):
        length = len(play.moves)
        i = 0
        while i < len(play.errands):
            play = _without(play, i)
            i += 1
        if len(play.moves) == length:
            break
    return play.moves


def _without(play: _Play, i: int) -> _Play:
    """Try to leave out one errand, or to send its card at once where it goes next."""
    errands = play.errands
    card, to = errands[i]
    if to in (_UP, _DEAL):
        return play
    shorter = _try(play, i, errands[i + 1 :], 1)
    if shorter is None:
        for j in range(i + 1, len(errands)):
            if errands[j][0] == card and errands[j][1] not in (_DEAL, _UP):
                merged = [errands[j], *errands[i + 1 : j], *errands[j + 1 :]]
                shorter = _try(play, i, merged, 1)
                break
    if shorter is not None and len(shorter.moves) < len(play.moves):
        return shorter
    return play
