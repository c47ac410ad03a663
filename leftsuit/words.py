"""What the game says: sentences made from cards, moves and positions when they are shown."""

from __future__ import annotations

from collections.abc import Sequence

from leftsuit import position as table
from leftsuit.cards import ACE, SUITS, Card, is_red, rank, suit
from leftsuit.faces import Look, name, suit_sign
from leftsuit.position import FOUNDATION, STOCK, WASTE, Move, Position, Refusal
from leftsuit.questions import Loss
from leftsuit.rules import ANY_OTHER_SUIT, Rules
from leftsuit.session import Session
from leftsuit.solver.verdict import LOST, UNKNOWN, WON, Verdict
from leftsuit.values import TYPE_CHECKING

if TYPE_CHECKING:
    from leftsuit.tips import Tip

GAME_NAMES = {"left-suit": "Left Suit", "klondike": "Klondike"}
TURN_OVER = "turn"
"""On the place of an empty stock that is refilled by turning the waste over; four letters."""

_RANKS = (
    *("an ace", "a 2", "a 3", "a 4", "a 5", "a 6", "a 7", "an 8", "a 9", "a 10"),
    *("a jack", "a queen", "a king"),
)
_MANY_CARDS = 4
"""Runs with more cards than this are named by their ends."""


def title(rules: Rules, deal: int) -> str:
    """Return the headline of a wide screen."""
    return f"{GAME_NAMES[rules.name]}  deal {deal}  draw {rules.draw}"


def short_title(deal: int) -> str:
    """Return the headline of a narrow screen."""
    return f"deal {deal}"


def counted(number: int, one: str, many: str) -> str:
    """Return a number with its noun."""
    return f"{number} {one if number == 1 else many}"


def sentence(text: str) -> str:
    """Return a text with a capital at its start."""
    return text[:1].upper() + text[1:]


def progress(moves: int, minutes: int | None) -> str:
    """Return how far a game has come: moves, and whole minutes if there is a clock."""
    return f"{counted(moves, 'move', 'moves')}{_clock(minutes)}"


def short_progress(moves: int, minutes: int | None) -> str:
    """Return the same for where there is no room for nouns."""
    return f"{moves}{_clock(minutes)}"


def _clock(minutes: int | None) -> str:
    return "" if minutes is None else f"  {minutes} min"


def too_small(least_width: int, least_height: int, width: int, height: int) -> str:
    """Return the line that asks for a larger window, in a form that fits the width."""
    needed = f"{least_width}x{least_height}"
    for text in (f"The table needs {needed}; this window is {width}x{height}.", f"need {needed}"):
        if len(text) <= width:
            return text
    return needed


def pass_is_over(width: int, height: int) -> list[str]:
    """Return what stands in the place of a stock that is used up, of at most that size."""
    if height >= 3 and width >= 7:
        return [word.center(width) for word in ("the", "pass", "is over")]
    return [("0 left" if width >= 6 else " 0").ljust(width)]


def run(cards: Sequence[Card], look: Look) -> str:
    """Name the cards of a run as they lie, the first one first."""
    if len(cards) > _MANY_CARDS:
        dots = "..." if look.letters else "…"
        return f"{name(cards[0], look)} {dots} {name(cards[-1], look)}"
    return " ".join(name(card, look) for card in cards)


def moving(position: Position, move: Move, look: Look) -> str:
    """Name the cards that a move would carry."""
    if move.source < WASTE:
        return run(position.columns[move.source][-move.length :], look)
    return name(table.source_card(position, move), look)


def place(position: Position, move: Move, look: Look) -> str:
    """Name the place that a move goes to."""
    if move.target == FOUNDATION:
        return "its foundation"
    column = position.columns[move.target]
    if not column:
        return f"column {move.target + 1}, which is empty"
    return f"column {move.target + 1} on {name(column[-1], look)}"


def played(position: Position, move: Move, look: Look, number: int = 1, of: int = 1) -> str:
    """Say what a move did, told from the position before it."""
    arrow = "->" if look.letters else "→"
    text = f"{moving(position, move, look)} {arrow} {place(position, move, look)}"
    turned = turned_up(position, move)
    if turned is not None:
        text += f", turns up {name(turned, look)}"
    if of > 1:
        text += f"  ({number} of {of}, Tab: next)"
    return text


def turned_up(position: Position, move: Move) -> Card | None:
    """Return the card that a move turns up, told from the position before it."""
    if move.source >= WASTE:
        return None
    cards, face_down = position.columns[move.source], position.hidden[move.source]
    return cards[face_down - 1] if face_down and move.length == len(cards) - face_down else None


def dealt(position: Position, look: Look) -> str:
    """Say what a deal brought, told from the position after it."""
    if not position.waste:
        return "The waste is turned over: a new pass begins"
    left = len(position.stock)
    text = f"Dealt {name(position.waste[-1], look)}"
    return text if left else f"{text}, the last of the stock"


def made(position: Position, moves: Sequence[Move], look: Look) -> str:
    """Name the moves of a step, told from the position before them."""
    if moves[0].source == STOCK:
        return "the deal"
    if len(moves) == 1:
        return played(position, moves[0], look)
    return f"{len(moves)} cards sent up"


def undone(position: Position, moves: Sequence[Move], look: Look) -> str:
    """Say which step was taken back."""
    return f"Taken back: {made(position, moves, look)}"


def redone(position: Position, moves: Sequence[Move], look: Look, before: str = "Again: ") -> str:
    """Say which step was made again."""
    return sentence(f"{before}{made(position, moves, look)}")


def step_of(at: int, steps: int) -> str:
    """Say where in a game the viewer stands."""
    return f"step {at} of {steps}"


def sent_up(position: Position, moves: Sequence[Move], look: Look) -> str:
    """Say which cards went up, told from the position before."""
    cards = []
    for move in moves:
        cards.append(table.source_card(position, move))
        position = table.after(position, move)
    if len(cards) > _MANY_CARDS:
        return f"Sent up {len(cards)} cards"
    return "Sent up " + " ".join(name(card, look) for card in cards)


def _partner(rules: Rules, card: Card, rank: int) -> str:
    """Name the cards of a rank that go together with a card in a column."""
    if rules.build == ANY_OTHER_SUIT:
        return f"{_RANKS[rank - 1]} of another suit"
    colour = "black" if is_red(suit(card)) else "red"
    return f"a {colour} {_RANKS[rank - 1].split()[1]}"


def nowhere(position: Position, source: int, look: Look) -> str:
    """Say why nothing can be played from a pile."""
    rules = position.rules
    if source == WASTE and not position.waste:
        return (
            "The waste is empty: d deals from the stock"
            if position.stock
            else ("The waste is empty")
        )
    if source == WASTE:
        cards: tuple[Card, ...] = position.waste[-1:]
    else:
        cards = position.columns[source][position.hidden[source] :]
        if not cards:
            takes = "only a king" if rules.kings_only else "any card"
            return f"Column {source + 1} is empty: it takes {takes}"
    if len(cards) > 1:
        return f"{run(cards, look)}: no part of it fits anywhere now"
    card = cards[0]
    if rank(card) == rules.ranks:
        wanted = "an empty column"
    elif rank(card) == ACE:
        wanted = "its foundation"
    else:
        wanted = _partner(rules, card, rank(card) + 1)
    return f"{name(card, look)} fits nowhere now: it wants {wanted}"


def refused(position: Position, refusal: Refusal, look: Look) -> str:
    """Say why a move is not legal, as a sentence."""
    text = refusal.why.format(
        card="" if refusal.card is None else name(refusal.card, look),
        on="" if refusal.on is None else name(refusal.on, look),
    )
    text = sentence(text)
    if refusal.why == table.DOES_NOT_FIT and refusal.on is not None and rank(refusal.on) > ACE:
        wanted = _partner(position.rules, refusal.on, rank(refusal.on) - 1)
        text += f": that takes {wanted}"
    return text


def only_back(look: Look) -> str:
    """Say that the only move would take back the one before."""
    dash = "-" if look.letters else "–"
    return f"That would only take the last move back {dash} u does it"


def in_hand(
    position: Position, moves: Sequence[Move], which: int, look: Look, verdict: Verdict | None
) -> str:
    """Say where the cards in hand would go, and what that means for the win if it is known."""
    move = moves[which]
    win = "" if verdict is None else f" {KEEPING[verdict]}."
    where = f"{moving(position, move, look)} to {place(position, move, look)}?{win}"
    return f"{where}  ({which + 1} of {len(moves)}, Enter)"


def tip(position: Position, tip: Tip, look: Look, room: int) -> str:
    """Say what is worth doing and why, in as many words as fit into one row of `room` cells."""
    if not tip.moves:
        return NO_TIP[tip.reason]
    move = tip.moves[0]
    if move == table.DEAL:
        what, why = DEAL_TIP[bool(position.stock)], ""
    else:
        arrow = "->" if look.letters else "→"
        what = f"{moving(position, move, look)} {arrow} {place(position, move, look)}"
        why = f": {_why(tip, look)}"
        if len(tip.moves) > 1:
            why += f" in {len(tip.moves)} moves"
    texts = [f"{what}{why}"]
    if tip.samples:
        all_of, odds = "all " if tip.exact else "", f"{tip.won} of {tip.samples}"
        wins = f"wins in {tip.won} of {all_of}{tip.samples} ways"
        texts = [
            f"{what}{why} ({wins} the hidden cards can lie)",
            f"{what}{why} ({wins})",
            f"{what}{why} ({odds})",
            f"{what} ({wins})",
            f"{what} ({odds})",
        ]
    for text in texts:
        if len(text) + len(DO_IT) <= room:
            return text + DO_IT
    return next((text for text in texts if len(text) <= room), texts[-1])


def _why(tip: Tip, look: Look) -> str:
    """Say what a tip is good for."""
    card = "" if tip.card is None else name(tip.card, look)
    column = 0 if tip.column is None else tip.column + 1
    reason = {
        "turns up": f"turns up a card in column {column}",
        "goes up safely": "it is safe up there",
        "goes up": f"{card} goes up",
        "empties": f"empties column {column}",
        "plays the waste": f"brings {card} into play",
    }.get(tip.reason)
    if reason is not None:
        return reason
    free, other = (name(each, look) for each in (tip.free, tip.other) if each is not None)
    return f"frees {free} for {other}"


def winning_move(position: Position, move: Move, left: int, look: Look) -> str:
    """Say which move of a proved win was made; `left` counts it and those after it."""
    if move.source == STOCK:
        done = dealt(table.after(position, move), look)
    else:
        done = played(position, move, look)
    return f"{done}  ({counted(left - 1, 'move', 'moves')} to the win, T: next)"


def loss(game: Session, loss: Loss, look: Look) -> str:
    """Say where a game was lost."""
    could, lost = loss
    if lost is None:
        return NOT_KNOWN if could is None else STILL_WINNABLE
    if lost == 0:
        return NEVER_WINNABLE
    last = sum(len(step.moves) for step in game.steps[: lost - 1]) + 1
    if could is None:
        return f"It was lost with move {last}, or before: that is not known."
    if could < lost - 1:
        first = sum(len(step.moves) for step in game.steps[:could])
        return f"It could be won after move {first}, and no more after {last}. Enter goes back."
    step = game.steps[lost - 1]
    before = game.steps[could - 1].after if could else game.start
    what = made(before, step.moves, look)
    return f"It could be won until move {last}: {what} lost it. Enter goes back."


def won(moves: int, minutes: int, deal: int, look: Look) -> tuple[str, ...]:
    """Return the lines shown after a win."""
    time = counted(minutes, "minute", "minutes") if minutes else "less than a minute"
    signs = [suit_sign(s, look) for s in SUITS]
    return (
        f"{signs[0]} {signs[1]}  You won!  {signs[2]} {signs[3]}",
        "",
        f"{counted(moves, 'move', 'moves')}, {time}",
        f"deal {deal}",
        "",
        "N  another deal",
        "U  this deal again",
        "u  look back     q  quit",
    )


NO_MOVES = "No moves are left. u: take back, U: start again, L: where lost, N: new deal."
DEAD_END = "A dead end: no move leads on. u: take back, L: where lost, N: new deal."
NO_TIP = {
    "nothing useful": "Nothing useful is left: no move leads to a win. u takes back.",
    "dead end": "A dead end: no move leads on. u takes back.",
}
DEAL_TIP = {True: "Nothing is better than dealing", False: "Turn the waste over"}
DO_IT = ". t: do it"
TIP_GOES_ON = "t: the next move of the tip"
VERDICTS = {WON: "winnable", LOST: "lost", UNKNOWN: "not known"}
KEEPING = {
    WON: "It keeps the win",
    LOST: "It loses the win",
    UNKNOWN: "Not known if it keeps the win",
}
VERDICT_ON = "Whether it can be won is shown below. It knows the hidden cards: that is help."
VERDICT_OFF = "The verdict is off"
THINKING = "thinking"
NOT_KNOWN = "Whether this can be won is not known"
CANNOT_BE_WON = "This cannot be won any more: L finds where it was lost"
STILL_WINNABLE = "This can still be won"
NEVER_WINNABLE = "This deal cannot be won at all"
BEFORE_THE_LOSS = "From here it can still be won; r makes the moves again"
SPLIT = "Another copy of this game has moved on; this one goes on as a game of its own."
TAKEN_UP = "Your game goes on. ? shows the keys, N is a new deal."
NOTHING_TO_UNDO = "This is how the cards were dealt: there is nothing to take back"
NOTHING_TO_REDO = "Nothing was taken back"
STARTED_AGAIN = "The deal from the start; R brings all moves back"
REDONE_ALL = "All moves are made again"
NOTHING_SAFE = "No card is safe to send up now"
NOT_PLAYED = "Tab changes the place of the card just played"
TAKEN_BACK = "Taken back. Tab: the first place again"
PUT_BACK = "Put back"
NO_CARDS_HERE = "There are no cards to take here"
UP_STAYS = "A card that went up stays up"
ASK_LEAVE = "Leave this game for a new deal? (y, or any other key for no)"
GOING_ON = "The game goes on"
ASK_NUMBER = "Deal number:"
MOVE_FROM = "Move from: 1-7, w waste"
MOVE_FROM_UP = "Move from: 1-7, w waste, s h d c foundation"
MOVE_TO = "to: 1-7, f foundation"
NO_PILE = "There is no such pile"
WELCOME = "Press ? for help"
HELP_TITLE = "Help"
OPTIONS_TITLE = "Options"
STATISTICS_TITLE = "Statistics"
HISTORY_TITLE = "Your games, the one played last first"
NO_GAMES = "No game has been kept yet."
ASK_DELETE = "Delete this game for good? (y, or any other key for no)"
UNREADABLE_GAME = "This game cannot be read; it is kept as it is."
ON_THE_TABLE = "This game is on the table: leave it first"
GAME_IS_GONE = "This game is not there any more"
WON_HERE = "The game is won here: go back a step to play on"


def not_so_many(position: Position, move: Move, look: Look) -> str:
    """Say that the cards chosen fit nowhere, though another part of their run does."""
    return f"{moving(position, move, look)} fits nowhere now; another part of the run does"
