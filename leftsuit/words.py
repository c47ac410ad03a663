"""What the game says: sentences made from cards, moves and positions when they are shown."""

from __future__ import annotations

from collections.abc import Sequence

from leftsuit import position as table
from leftsuit.cards import ACE, SUITS, Card, is_red, rank, suit
from leftsuit.faces import Look, name, suit_sign
from leftsuit.i18n import N_, _, ngettext, pgettext
from leftsuit.position import FOUNDATION, STOCK, WASTE, Move, Position, Refusal
from leftsuit.questions import Loss
from leftsuit.rules import ANY_OTHER_SUIT, Rules
from leftsuit.session import Session
from leftsuit.solver.verdict import LOST, UNKNOWN, WON, Verdict
from leftsuit.values import TYPE_CHECKING

if TYPE_CHECKING:
    from leftsuit.tips import Tip

GAME_NAMES = {"left-suit": N_("Left Suit"), "klondike": N_("Klondike")}
DRAWS = {1: N_("draw 1"), 3: N_("draw 3")}
TURN_OVER = N_("turn")
"""On the place of an empty stock that is refilled by turning the waste over; four letters."""

# What a card waits for, by rank. Many languages change more than the name of the rank here.
_OF_ANOTHER_SUIT = (
    N_("an ace of another suit"),
    N_("a 2 of another suit"),
    N_("a 3 of another suit"),
    N_("a 4 of another suit"),
    N_("a 5 of another suit"),
    N_("a 6 of another suit"),
    N_("a 7 of another suit"),
    N_("an 8 of another suit"),
    N_("a 9 of another suit"),
    N_("a 10 of another suit"),
    N_("a jack of another suit"),
    N_("a queen of another suit"),
    N_("a king of another suit"),
)
_BLACK = (
    N_("a black ace"),
    N_("a black 2"),
    N_("a black 3"),
    N_("a black 4"),
    N_("a black 5"),
    N_("a black 6"),
    N_("a black 7"),
    N_("a black 8"),
    N_("a black 9"),
    N_("a black 10"),
    N_("a black jack"),
    N_("a black queen"),
    N_("a black king"),
)
_RED = (
    N_("a red ace"),
    N_("a red 2"),
    N_("a red 3"),
    N_("a red 4"),
    N_("a red 5"),
    N_("a red 6"),
    N_("a red 7"),
    N_("a red 8"),
    N_("a red 9"),
    N_("a red 10"),
    N_("a red jack"),
    N_("a red queen"),
    N_("a red king"),
)
_MANY_CARDS = 4
"""Runs with more cards than this are named by their ends."""


def title(rules: Rules, deal: int) -> str:
    """Return the headline of a wide screen."""
    game, draw = _(GAME_NAMES[rules.name]), _(DRAWS[rules.draw])
    return f"{game}  {short_title(deal)}  {draw}"


def short_title(deal: int) -> str:
    """Return the headline of a narrow screen."""
    return _("deal {deal}").format(deal=deal)


def moves(number: int) -> str:
    """Return a number of moves."""
    return ngettext("{number} move", "{number} moves", number).format(number=number)


def games(number: int) -> str:
    """Return a number of games."""
    return ngettext("{number} game", "{number} games", number).format(number=number)


def sentence(text: str) -> str:
    """Return a text with a capital at its start."""
    return text[:1].upper() + text[1:]


def progress(number: int, minutes: int | None) -> str:
    """Return how far a game has come: moves, and whole minutes if there is a clock."""
    return f"{moves(number)}{_clock(minutes)}"


def short_progress(number: int, minutes: int | None) -> str:
    """Return the same for where there is no room for nouns."""
    return f"{number}{_clock(minutes)}"


def _clock(minutes: int | None) -> str:
    return "" if minutes is None else "  " + _("{minutes} min").format(minutes=minutes)


def too_small(least_width: int, least_height: int, width: int, height: int) -> str:
    """Return the line that asks for a larger window, in a form that fits the width."""
    needed, here = f"{least_width}x{least_height}", f"{width}x{height}"
    for text in (
        _("The table needs {needed}; this window is {here}.").format(needed=needed, here=here),
        _("need {needed}").format(needed=needed),
    ):
        if len(text) <= width:
            return text
    return needed


def pass_is_over(width: int, height: int) -> list[str]:
    """Return what stands in the place of a stock that is used up, of at most that size."""
    if height >= 3 and width >= 7:
        return [word.center(width) for word in _("the\npass\nis over").split("\n")]
    return [(_("0 left") if width >= 6 else " 0").ljust(width)]


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
        return _("its foundation")
    cards, column = position.columns[move.target], move.target + 1
    if not cards:
        return _("empty column {column}").format(column=column)
    return _("column {column} on {card}").format(column=column, card=name(cards[-1], look))


def played(position: Position, move: Move, look: Look, number: int = 1, of: int = 1) -> str:
    """Say what a move did, told from the position before it."""
    arrow = "->" if look.letters else "→"
    text = f"{moving(position, move, look)} {arrow} {place(position, move, look)}"
    turned = turned_up(position, move)
    if turned is not None:
        text = _("{move}, turns up {card}").format(move=text, card=name(turned, look))
    if of > 1:
        text += "  " + _("({number} of {of}, Tab: next)").format(number=number, of=of)
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
        return _("The waste is turned over: a new pass begins")
    text = _("Dealt {card}") if position.stock else _("Dealt {card}, the last of the stock")
    return text.format(card=name(position.waste[-1], look))


def made(position: Position, moves: Sequence[Move], look: Look) -> str:
    """Name the moves of a step, told from the position before them."""
    if moves[0].source == STOCK:
        return _("dealing from the stock")
    number = len(moves)
    if number == 1:
        return played(position, moves[0], look)
    return ngettext("{number} card sent up", "{number} cards sent up", number).format(number=number)


def undone(position: Position, moves: Sequence[Move], look: Look) -> str:
    """Say which step was taken back."""
    return _("Taken back: {step}").format(step=made(position, moves, look))


def redone(position: Position, moves: Sequence[Move], look: Look) -> str:
    """Say which step was made again."""
    return _("Again: {step}").format(step=made(position, moves, look))


def step_made(position: Position, moves: Sequence[Move], look: Look) -> str:
    """Say which step was made, for the viewer of a game."""
    return sentence(made(position, moves, look))


def step_of(at: int, steps: int, *, short: bool = False) -> str:
    """Say where in a game the viewer stands; with `short` in figures alone."""
    if short:
        return f"{at}/{steps}"
    return _("step {at} of {steps}").format(at=at, steps=steps)


def sent_up(position: Position, moves: Sequence[Move], look: Look) -> str:
    """Say which cards went up, told from the position before."""
    cards = []
    for move in moves:
        cards.append(table.source_card(position, move))
        position = table.after(position, move)
    number = len(cards)
    if number > _MANY_CARDS:
        return ngettext("Sent up {number} card", "Sent up {number} cards", number).format(
            number=number
        )
    return _("Sent up {cards}").format(cards=" ".join(name(card, look) for card in cards))


def _partner(rules: Rules, card: Card, rank: int) -> str:
    """Name the cards of a rank that go together with a card in a column."""
    if rules.build == ANY_OTHER_SUIT:
        return _(_OF_ANOTHER_SUIT[rank - 1])
    return _((_BLACK if is_red(suit(card)) else _RED)[rank - 1])


def nowhere(position: Position, source: int, look: Look) -> str:
    """Say why nothing can be played from a pile."""
    rules = position.rules
    if source == WASTE and not position.waste:
        if position.stock:
            return _("The waste is empty: d deals from the stock")
        return _("The waste is empty")
    if source == WASTE:
        cards: tuple[Card, ...] = position.waste[-1:]
    else:
        cards = position.columns[source][position.hidden[source] :]
        if not cards:
            text = (
                _("Column {column} is empty: it takes only a king")
                if rules.kings_only
                else _("Column {column} is empty: it takes any card")
            )
            return text.format(column=source + 1)
    if len(cards) > 1:
        return _("{cards}: no part of it fits anywhere now").format(cards=run(cards, look))
    card = cards[0]
    if rank(card) == rules.ranks:
        wanted = pgettext("it wants", "an empty column")
    elif rank(card) == ACE:
        wanted = pgettext("it wants", "its foundation")
    else:
        wanted = _partner(rules, card, rank(card) + 1)
    return _("{card} fits nowhere now: it wants {wanted}").format(
        card=name(card, look), wanted=wanted
    )


def refused(position: Position, refusal: Refusal, look: Look) -> str:
    """Say why a move is not legal, as a sentence."""
    text = _(refusal.why).format(
        card="" if refusal.card is None else name(refusal.card, look),
        on="" if refusal.on is None else name(refusal.on, look),
    )
    text = sentence(text)
    if refusal.why == table.DOES_NOT_FIT and refusal.on is not None and rank(refusal.on) > ACE:
        wanted = _partner(position.rules, refusal.on, rank(refusal.on) - 1)
        return _("{refusal}: that takes {wanted}").format(refusal=text, wanted=wanted)
    return text


def only_back(look: Look) -> str:
    """Say that the only move would take back the one before."""
    dash = "-" if look.letters else _("–")
    return _("That would only take the last move back {dash} u does it").format(dash=dash)


def in_hand(
    position: Position, moves: Sequence[Move], which: int, look: Look, verdict: Verdict | None
) -> str:
    """Say where the cards in hand would go, and what that means for the win if it is known."""
    move = moves[which]
    text = _to(position, move).format(
        cards=moving(position, move, look),
        column=move.target + 1,
        card="" if move.target == FOUNDATION else run(position.columns[move.target][-1:], look),
    )
    if verdict is not None:
        text += f" {_(KEEPING[verdict])}."
    return text + "  " + _("({number} of {of}, Enter)").format(number=which + 1, of=len(moves))


def _to(position: Position, move: Move) -> str:
    """Return the question whether cards are to go where a move goes, with blanks."""
    if move.target == FOUNDATION:
        return _("{cards} to its foundation?")
    if not position.columns[move.target]:
        return _("{cards} to empty column {column}?")
    return _("{cards} to column {column} on {card}?")


def tip(position: Position, tip: Tip, look: Look, room: int) -> str:
    """Say what is worth doing and why, in as many words as fit into one row of `room` cells."""
    if not tip.moves:
        return _(NO_TIP[tip.reason])
    move = tip.moves[0]
    if move == table.DEAL:
        what = whole = _(DEAL_TIP[bool(position.stock)])
    else:
        arrow = "->" if look.letters else "→"
        what = f"{moving(position, move, look)} {arrow} {place(position, move, look)}"
        whole = f"{what}: {_why(tip, look)}"
    do_it = _(DO_IT)
    texts = [whole + do_it, whole, what + do_it, what]
    if tip.won or (tip.samples and not tip.open):
        odds, wins, all_of_it = (f" ({text})" for text in _wins(tip))
        texts = [
            *(whole + text + do_it for text in (all_of_it, wins, odds)),
            *(whole + text for text in (wins, odds)),
            *(what + text + do_it for text in (wins, odds)),
            what + odds,
            whole,
            what,
        ]
    return next((text for text in texts if len(text) <= room), texts[-1])


def _wins(tip: Tip) -> tuple[str, str, str]:
    """Say how often a tip wins: in a few words, in short and in full."""
    won, count = tip.won, tip.samples
    if tip.exact and won == count == 1:
        sure = _("a sure win")
        return sure, sure, sure
    if tip.exact and not tip.open:
        short = ngettext(
            "wins in {won} of all {samples} ways", "wins in {won} of all {samples} ways", count
        )
        full = ngettext(
            "wins in {won} of all {samples} ways the hidden cards can lie",
            "wins in {won} of all {samples} ways the hidden cards can lie",
            count,
        )
    elif tip.open:
        short = ngettext(
            "wins in at least {won} of {samples} ways",
            "wins in at least {won} of {samples} ways",
            count,
        )
        full = ngettext(
            "wins in at least {won} of {samples} ways the hidden cards can lie",
            "wins in at least {won} of {samples} ways the hidden cards can lie",
            count,
        )
    else:
        short = ngettext(
            "wins in {won} of {samples} ways", "wins in {won} of {samples} ways", count
        )
        full = ngettext(
            "wins in {won} of {samples} ways the hidden cards can lie",
            "wins in {won} of {samples} ways the hidden cards can lie",
            count,
        )
    odds = _("wins at least {won} of {samples}") if tip.open else _("wins {won} of {samples}")
    few, short, full = (text.format(won=won, samples=count) for text in (odds, short, full))
    return few, short, full


_REASONS = {
    "turns up": N_("turns up a card in column {column}"),
    "goes up safely": N_("it is safe up there"),
    "goes up": N_("nothing is better"),
    "empties": N_("empties column {column}"),
    "plays the waste": N_("brings it into play"),
    "frees": N_("frees {free} for {other}"),
}


def _why(tip: Tip, look: Look) -> str:
    """Say what a tip is good for."""
    card, free, other = (
        "" if each is None else name(each, look) for each in (tip.card, tip.free, tip.other)
    )
    column = 0 if tip.column is None else tip.column + 1
    text = _(_REASONS[tip.reason]).format(card=card, column=column, free=free, other=other)
    number = len(tip.moves)
    if number == 1:
        return text
    return ngettext("{reason} in {number} move", "{reason} in {number} moves", number).format(
        reason=text, number=number
    )


def winning_move(position: Position, move: Move, left: int, look: Look) -> str:
    """Say which move of a proved win was made; `left` counts it and those after it."""
    if move.source == STOCK:
        done = dealt(table.after(position, move), look)
    else:
        done = played(position, move, look)
    return ngettext(
        "{done}  ({number} move to go, T: next)",
        "{done}  ({number} moves to go, T: next)",
        left - 1,
    ).format(done=done, number=left - 1)


def fits(text: str, width: int) -> bool:
    """Say whether a message fits into the two lowest rows of a screen, as they are broken there."""
    room = width - 1
    return len(text) <= room or len(text) - text.rfind(" ", 0, room + 1) - 1 <= room


def loss(game: Session, loss: Loss, look: Look, width: int = 80) -> str:
    """Say where a game was lost, in the more words the more fit on the screen."""
    could, lost = loss
    if lost is None:
        return _(NOT_KNOWN) if could is None else _(STILL_WINNABLE)
    if lost == 0:
        return _(NEVER_WINNABLE)
    last = sum(len(step.moves) for step in game.steps[: lost - 1]) + 1
    if could is None:
        return _("It was lost with move {last}, or before: that is not known.").format(last=last)
    if could < lost - 1:
        first = sum(len(step.moves) for step in game.steps[:could])
        return _(
            "It could be won after move {first}, and no more after {last}. Enter goes back."
        ).format(first=first, last=last)
    step = game.steps[lost - 1]
    before = game.steps[could - 1].after if could else game.start
    text = _("It could be won until move {last}: {what} lost it. Enter goes back.").format(
        last=last, what=made(before, step.moves, look)
    )
    if fits(text, width):
        return text
    return _("It could be won until move {last}. Enter goes back.").format(last=last)


def won(number: int, minutes: int, deal: int, look: Look) -> tuple[str, ...]:
    """Return the lines shown after a win, with the number of moves."""
    time = _("less than a minute")
    if minutes:
        time = ngettext("{number} minute", "{number} minutes", minutes).format(number=minutes)
    signs = [suit_sign(s, look) for s in SUITS]
    you_won = _("You won!")
    return (
        f"{signs[0]} {signs[1]}  {you_won}  {signs[2]} {signs[3]}",
        "",
        f"{moves(number)}, {time}",
        short_title(deal),
        "",
        _("N  another deal"),
        _("U  this deal again"),
        _("u  look back     q  quit"),
    )


NO_MOVES = N_("No moves left. u: take back, U: start again, L: where lost, N: new deal.")
DEAD_END = N_("A dead end: no move leads on. u: take back, L: where lost, N: new deal.")
NO_TIP = {
    "nothing useful": N_("Nothing useful is left: no move leads to a win. u takes back."),
    "dead end": N_("A dead end: no move leads on. u takes back."),
}
DEAL_TIP = {True: N_("Nothing is better than dealing"), False: N_("Turn the waste over")}
DO_IT = N_(". t: do it")
TIP_GOES_ON = N_("t: the next move of the tip")
VERDICTS = {WON: N_("winnable"), LOST: N_("lost"), UNKNOWN: N_("not known")}
KEEPING = {
    WON: N_("It keeps the win"),
    LOST: N_("It loses the win"),
    UNKNOWN: N_("It may lose the win"),
}
VERDICT_ON = N_("Whether it can be won is shown below. It knows the hidden cards: that is help")
VERDICT_ON_SHORT = N_("It is shown below, and counts as help")
NOT_SAVED = N_("not saved")
VERDICT_OFF = N_("The verdict is off")
THINKING = N_("thinking")
NOT_KNOWN = N_("Whether this can be won is not known")
CANNOT_BE_WON = N_("This cannot be won any more: L finds where it was lost")
IS_WON = N_("The game is won: N for another deal")
STILL_WINNABLE = N_("This can still be won")
NEVER_WINNABLE = N_("This deal cannot be won at all")
BEFORE_THE_LOSS = N_("From here it can still be won; r makes the moves again")
SPLIT = N_("Another copy of this game has moved on; this one goes on as a game of its own.")
TAKEN_UP = N_("Your game goes on. ? shows the keys, N is a new deal.")
PLAYED_ON = N_("A new game from here on. It counts as helped")
NOTHING_TO_UNDO = N_("This is how the cards were dealt: there is nothing to take back")
NOTHING_TO_REDO = N_("Nothing was taken back")
STARTED_AGAIN = N_("The deal from the start; R brings all moves back")
REDONE_ALL = N_("All moves are made again")
NOTHING_SAFE = N_("No card is safe to send up now")
NOT_PLAYED = N_("Tab is for a card played by 1-7, 0 or m")
TAKEN_BACK = N_("Taken back. Tab: the first place again")
PUT_BACK = N_("Put back")
NO_CARDS_HERE = N_("There are no cards to take here")
UP_STAYS = N_("A card that went up stays up")
ASK_LEAVE = N_("Leave this game for a new deal? (y, or any other key for no)")
GOING_ON = N_("The game goes on")
ASK_NUMBER = N_("Deal number:")
MOVE_FROM = N_("Move from: 1-7, w waste")
MOVE_FROM_UP = N_("Move from: 1-7, w waste, s h d c foundation")
MOVE_TO = N_("to: 1-7, f foundation")
NO_PILE = N_("Say 1-7 or w, then 1-7 or f")
WELCOME = N_("Press ? for help")
HELP_TITLE = N_("Help")
OPTIONS_TITLE = N_("Options")
STATISTICS_TITLE = N_("Statistics")
HISTORY_TITLE = N_("Your games, the last one first")
NO_GAMES = N_("No game has been kept yet.")
ASK_DELETE = N_("Delete it for good? (y: yes)")
UNREADABLE_GAME = N_("This game cannot be read")
ON_THE_TABLE = N_("This game is on the table now")
GAME_IS_GONE = N_("This game is not there any more")
WON_HERE = N_("The game is won here: go back a step to play on")


def not_so_many(position: Position, move: Move, look: Look) -> str:
    """Say that the cards chosen fit nowhere, though another part of their run does."""
    cards = moving(position, move, look)
    return _("{cards} fits nowhere now; another part of the run does").format(cards=cards)
