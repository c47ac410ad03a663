"""Judgement about a position: the best place for a card, what may safely go up, dead ends.

Nothing here looks at a card that the player cannot see.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from leftsuit import position as table
from leftsuit.cards import Card, rank
from leftsuit.position import FOUNDATION, WASTE, Move, Position

NO_MOVES, DEAD_END = "no moves", "dead end"
"""How a game can end other than by a win; moves can still be taken back."""


def places(position: Position, source: int, last: Sequence[Move] = ()) -> list[Move]:
    """Return every legal move from a pile, the best first.

    The order: an ace or a two to its foundation; a place on a card that turns up a hidden card;
    a safe card to its foundation; a place that empties the column; the whole run, or the waste
    card, onto a column; an unsafe card to its foundation; a part of a run; a place in an empty
    column, turning up a card before not. Among equals the longer run built wins, then the lower
    column. A move that only takes back the one in `last`, the moves of the step before, comes
    after all others.
    """
    moves = [move for move in table.legal_moves(position) if move.source == source]
    return sorted(moves, key=lambda move: _worth(position, move, last))


def _worth(position: Position, move: Move, last: Sequence[Move]) -> tuple[int, int, int, int]:
    source, target, length = move
    cards = len(position.columns[source]) if source < WASTE else 0
    face_down = position.hidden[source] if source < WASTE else 0
    whole = source >= WASTE or length == cards - face_down
    built = 0
    if target == FOUNDATION:
        moving = table.source_card(position, move)
        if rank(moving) <= 2:
            kind = 0
        elif not is_safe(position, moving):
            kind = 5
        else:
            kind = 1 if whole and face_down else 2
    elif target < WASTE and position.columns[target]:
        built = table.run_length(position, target) + length
        if not whole:
            kind = 6
        elif face_down:
            kind = 1
        else:
            kind = 3 if source < WASTE else 4
    else:
        kind = 7 if whole and face_down else 8
        built = length
    return (is_reversal(move, last), kind, -built, target)


def is_reversal(move: Move, last: Sequence[Move]) -> bool:
    """Say whether a move only puts back what the moves of the step before carried over."""
    return len(last) == 1 and last[0] == Move(move.target, move.source, move.length)


def is_safe(position: Position, card: Card) -> bool:
    """Say whether a card that can go up may do so without ever costing a win.

    It may if its rank is at most two above the lowest foundation. Proof: let r be the rank. Every
    card below rank r - 1 is up already, so in a column only cards of rank r - 1 could want to lie
    on this card. Such a card has its foundation waiting for it, since all below it are up, and
    carries nothing that is still wanted: what could lie on it has gone up. Take any winning line,
    and send the card up now. Wherever the line puts a card of rank r - 1 on it, send that card up
    instead, and leave out the later moves of both. Each move that is left is still legal: the
    cards that went up early are never under anything else, and taking them away only bares what
    they covered. So the line still wins.

    The proof needs the order of the stock to be as before, which holds for every card in a column,
    and for the waste wherever it is dealt once or card by card; see `may_send_from_waste`.
    """
    return rank(card) <= min(position.foundations) + 2


def may_send_from_waste(position: Position) -> bool:
    """Say whether a safe card may be sent up from the waste too.

    Where the waste is turned over and dealt again several cards at a time, taking a card out of it
    changes which cards come to lie on top in the next pass, so there no card of it counts as safe.
    """
    return not position.rules.redeal or position.rules.draw == 1


def safe_moves(position: Position) -> list[Move]:
    """Return the moves that send up every card that is safe to send, in order."""
    return _send_up(position, only_safe=True)


def finishing_moves(position: Position) -> list[Move]:
    """Return the moves that win by sending cards up and nothing else; none if that cannot be done.

    Only an open position is looked at: with a card face down or in the stock, the answer would
    depend on what the player cannot see. So it would with more than one card in a waste to which
    several are dealt at a time, since those under the top one were not shown.
    """
    unseen = position.rules.draw > 1 and len(position.waste) > 1
    if position.stock or any(position.hidden) or unseen:
        return []
    moves = _send_up(position, only_safe=False)
    left = sum(map(len, position.columns)) + len(position.waste)
    return moves if len(moves) == left else []


def _send_up(position: Position, *, only_safe: bool) -> list[Move]:
    moves: list[Move] = []
    while True:
        for move in table.legal_moves(position):
            if move.target != FOUNDATION:
                continue
            safe = is_safe(position, table.source_card(position, move))
            if move.source == WASTE:
                safe = safe and may_send_from_waste(position)
            if safe or not only_safe:
                break
        else:
            return moves
        moves.append(move)
        position = table.after(position, move)


def end_of(position: Position, past: Iterable[Position]) -> str:
    """Return `NO_MOVES` or `DEAD_END` if that is what there is, an empty text otherwise.

    `past` is as for `is_dead_end`.
    """
    if table.is_won(position):
        return ""
    if not table.legal_moves(position):
        return NO_MOVES
    return DEAD_END if is_dead_end(position, past) else ""


def is_dead_end(position: Position, past: Iterable[Position]) -> bool:
    """Say whether it is certain that no moves can ever lead to progress again.

    Progress is a card on a foundation that is not there now, a card leaving the waste, or a card
    turning up; while cards can be dealt in a game without redeal there is no dead end. Where the
    search behind the answer is cut off, the answer is no: a dead end is never announced falsely.

    `past` are the positions that the game went through. Where the waste is turned over, the answer
    is also no until every card that can come to its top has been there: before, it would tell
    something about the cards of the stock.
    """
    if table.is_won(position) or (position.stock and not position.rules.redeal):
        return False
    if position.rules.redeal and not _pass_was_seen(position, past):
        return False
    from leftsuit.solver.search import dead_end  # noqa: PLC0415 (loaded late in a game only)

    return dead_end(position) is True


def _pass_was_seen(position: Position, past: Iterable[Position]) -> bool:
    """Say whether all that dealing on can bring to the top of the waste has been there before."""
    tops = {here.waste[-1] for here in (*past, position) if here.waste}
    lengths: set[int] = set()
    while (position.stock or position.waste) and len(position.waste) not in lengths:
        lengths.add(len(position.waste))
        position = table.after(position, table.DEAL)
        if position.waste and position.waste[-1] not in tops:
            return False
    return True
