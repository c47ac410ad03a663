"""What the game says line by line: the templates, the names of cards and commands, the help.

Only words are here; `spoken` makes sentences of them and `orders` understands commands by them.
Every text that is said goes through `fill` or `counted`, the whole sentence at once.
"""

from __future__ import annotations

from leftsuit import keys
from leftsuit.cards import SUIT_LETTERS, Card, rank, suit
from leftsuit.faces import RANKS
from leftsuit.record import LEFT, OPEN, WON
from leftsuit.solver import verdict as verdicts
from leftsuit.values import NamedTuple


def fill(template: str, **values: object) -> str:
    """Return a template with its blanks filled."""
    return template.format(**values)


def counted(forms: tuple[str, str], count: int) -> str:
    """Return a number with its noun; the forms are those for one and for many."""
    return forms[count != 1].format(count=count)


# Cards.

RANK_WORDS = (
    *("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("jack", "queen", "king"),
)
A_RANK = (
    *("an ace", "a two", "a three", "a four", "a five", "a six", "a seven", "an eight", "a nine"),
    *("a ten", "a jack", "a queen", "a king"),
)
A_BLACK_RANK = tuple(f"a black {name}" for name in RANK_WORDS)
A_RED_RANK = tuple(f"a red {name}" for name in RANK_WORDS)
SUIT_WORDS = ("spades", "hearts", "diamonds", "clubs")
CARD = "{rank} of {suit}"


def card_name(card: Card, *, in_words: bool) -> str:
    """Return the name of a card.

    >>> card_name(20, in_words=True), card_name(39, in_words=False)
    ('six of spades', '10C')
    """
    if not in_words:
        return RANKS[rank(card) - 1] + SUIT_LETTERS[suit(card)]
    return fill(CARD, rank=RANK_WORDS[rank(card) - 1], suit=SUIT_WORDS[suit(card)])


# Moves: what went where, and what came of it, in parts with a comma between them.

AND_MORE = "{card} and {count} more"
TO_COLUMN = "{cards} to column {column}"
TO_EMPTY = "{cards} to empty column {column}"
TO_FOUNDATION = "{cards} to the foundation"
FROM_COLUMN = "from column {column}"
FROM_WASTE = "from the waste"
FROM_FOUNDATION = "from the foundation"
TURNED_UP = "turned up the {card}"
TURNED_UP_MANY = "turned up {cards}"
COLUMNS_EMPTY = ("column {columns} is empty", "columns {columns} are empty")
WASTE_NOW = "the waste shows {card}"
WASTE_EMPTY = "the waste is empty"
OTHER_PLACES = ("next for {count} other place", "next for {count} other places")
DEALT = "dealt {card}"
LEFT_IN_STOCK = "{count} left"
LAST_OF_STOCK = "the last of the stock"
TURNED_OVER = (
    "the waste is turned over, {count} card in the stock",
    "the waste is turned over, {count} cards in the stock",
)
SENT_UP = "sent up {cards}"
SENT_UP_MANY = "sent up {count} cards, the last one {card}"
THE_DEAL = "the deal"
TAKEN_BACK = "taken back: {what}"
AGAIN = "again: {what}"
BACK_WHERE_IT_WAS = "back where it was; next for the first place again"
TO_THE_WIN = ("{count} move to the win", "{count} moves to the win")
TIP_GOES_ON = "tip again for the next move of the tip"

# Why not.

WASTE_IS_EMPTY = "The waste is empty"
WASTE_IS_EMPTY_DEAL = "The waste is empty; deal brings a card"
COLUMN_IS_EMPTY = "Column {column} is empty; it takes any card"
COLUMN_IS_EMPTY_KING = "Column {column} is empty; it takes only a king"
NO_PART_FITS = "{first} to {last}: no part of it fits anywhere"
FITS_NOWHERE = "{card} fits nowhere; it needs {wanted}"
AN_EMPTY_COLUMN = "an empty column"
ITS_FOUNDATION = "its foundation"
OF_ANOTHER_SUIT = "{rank} of another suit"
TAKES = "{why}; that takes {wanted}"
ONLY_BACK = "That would only take the last move back; undo does it"
NOTHING_SAFE = "No card is safe to send up"
NOT_PLAYED = "next changes the place of the card just played; nothing was just played"
NOTHING_TO_UNDO = "Nothing to take back: this is how the cards were dealt"
NOTHING_TO_REDO = "Nothing was taken back"
STARTED_AGAIN = "The deal from the start; redo all brings the moves back"
REDONE_ALL = ("All made again, {count} move", "All made again, {count} moves")

# The end of a game.

NO_MOVES = "No moves are left: undo, restart, lost or new"
DEAD_END = "A dead end, no move leads on: undo, restart, lost or new"
YOU_WON = "You won in {moves}, {time}"
IS_WON = "The game is won; new for another deal"

# Help from the game.

TIP = "tip: {move}, {why}"
TIP_DEAL = "tip: nothing is better than dealing"
TIP_TURN_OVER = "tip: turn the waste over"
NO_TIP_USELESS = "tip: undo; nothing useful is left, no move leads to a win"
NO_TIP_DEAD_END = "tip: undo; a dead end, no move leads on"
IN_MOVES = ("{why} in {count} move", "{why} in {count} moves")
TIP_TURNS_UP = "turns up a card in column {column}"
TIP_SAFE_UP = "it is safe up there"
TIP_GOES_UP = "{card} goes up"
TIP_EMPTIES = "empties column {column}"
TIP_PLAYS_WASTE = "brings {card} into play"
TIP_FREES = "frees {free} for {other}"
TIP_ODDS = "wins {won} of {samples} ways the hidden cards can lie"
TIP_ODDS_EXACT = "wins {won} of all {samples} ways the hidden cards can lie"
TIP_AGAIN = "tip again plays it"
VERDICTS = {
    verdicts.WON: "can be won",
    verdicts.LOST: "lost",
    verdicts.UNKNOWN: "not known if it can be won",
}
VERDICT_ON = "verdict on, which counts as help: {verdict}"
VERDICT_OFF = "verdict off"
NOT_KNOWN = "Whether this can be won is not known"
CANNOT_BE_WON = "This cannot be won any more; lost finds where it was lost"
STILL_WINNABLE = "This can still be won"
NEVER_WINNABLE = "This deal cannot be won at all"
LOST_AT_OR_BEFORE = "Lost with move {last} or before; more is not known"
LOST_BETWEEN = "Could be won after move {first}, and no more after move {last}; back goes there"
LOST_WITH = "Lost with move {last}, {what}; back goes before it"
NO_LOSS = "back goes where a lost game could still be won; say lost first"
BEFORE_THE_LOSS = "After move {count}, where it can still be won; redo makes the moves again"
AT_THE_START = "At the start, where it can still be won; redo makes the moves again"

# The table.

GAME = "{game}, draw {draw}, deal {deal}"
MOVES = ("{count} move", "{count} moves")
MINUTES = ("{count} minute", "{count} minutes")
LESS_THAN_A_MINUTE = "less than a minute"
STOCK = "Stock {count}"
STOCK_EMPTY = "Stock empty"
WASTE = "waste {card}"
WASTE_UNDER = "waste {card}, {count} under it"
WASTE_NONE = "waste empty"
FOUNDATIONS = "Up: {tops}"
FOUNDATIONS_NONE = "Nothing is up"
COLUMN = "Column {column}: {cards}"
EMPTY = "empty"
RUN_ENDS = "{first} down to {last}, {count} cards"
AND_FACE_DOWN = "{cards}; {count} face down"

# Games.

GOES_ON = "Your game goes on. {game}, {moves}"
WELCOME = "{game}. Say look or help"
ASK_LEAVE = "Leave this game for another deal? y or n"
ASK_AGAIN = "Say y or n: leave this game for another deal?"
GOING_ON = "The game goes on"
BAD_NUMBER = "Deals go from 1 to {last}"
WHICH_NUMBER = "Say a number too, such as number 1234"
KEPT = "The game is kept; leftsuit goes on with it"
GOODBYE = "Goodbye"
NO_GAMES = "No game has been kept yet"
HISTORY_LINE = "{id}: {game}, {result}, {moves}"
HISTORY_LINE_BEGUN = "{id}: {game}, {result}, {moves}, begun {day}"
UNREADABLE = "{id}: cannot be read"
RESULTS = {WON: "won", LEFT: "left", OPEN: "can go on"}
WHICH_GAME = "Say the number of a game too, such as resume 3; history lists them"
NO_SUCH_GAME = "There is no game {number}; history lists them"
GAME_WAS_WON = "Game {number} was won; deal {deal} plays its deal again"
NO_STATISTICS = "No game was won or left yet"
STATS_KIND = "{game}, draw {draw}: won {won} of {games}, {share} percent"
STATS_TIMES = "Shortest win {best}, median {median}, fewest moves {fewest}"
STATS_STREAKS = "Wins since a game was left {streak}, most in a row {longest}"
STATS_HONEST = "Won without undo {undo}, without help {help}"
STATS_GOING_ON = ("{count} more game can go on", "{count} more games can go on")
STATS_UNREADABLE = ("{count} game cannot be read", "{count} games cannot be read")

# Talking.

UNKNOWN_COMMAND = "I do not know {what}. Say help for the commands"
SEVERAL = "{what} can be {names}. Say more of it"
OR = "{names} or {name}"
NO_SUCH_COLUMN = "There is no column {number}; columns go from 1 to {last}"
WHICH_PILE = "Say which column, such as 3, or 3 5, or waste 4"
NOT_A_PILE = "{what} is no place for a card; say a column from 1 to {last}, or f"
LOOK_AT_WHAT = "look tells the table; look 3, look waste, look stock or look up a part of it"
TOO_LONG = "That line is too long"
NOT_TEXT = "That line is not text in {encoding}"
OPTION = "{number}: {title}, {value}"
OPTION_NOW = "{title}, {value}"
CHANGE_AN_OPTION = "Say options and a number for the next value, such as options 1"
WORDS_ON = "Cards in words: {card}"
WORDS_OFF = "Cards in letters: {card}"
MORE = ("{count} line more: say more", "{count} lines more: say more")
NO_MORE = "There is no more"
THINKING = "thinking"

# What commands are called. A command that has a key in the table of keys answers to the key too.

PLAY = "play"
LOOK, BACK, RESUME, WORDS, MORE_LINES = "look", "back", "resume", "words", "more"


class Command(NamedTuple):
    """A command, its names (the first one is the one that is told), and a line of help."""

    command: str
    names: tuple[str, ...]
    help: str


COMMANDS = (
    Command(keys.NEXT_PLACE, ("next", "tab"), "next: the card just played goes to its next place"),
    Command(keys.PREVIOUS_PLACE, ("previous", "shift-tab"), "previous: the same the other way"),
    Command(keys.DEAL_CARDS, ("deal",), "deal or d: deal from the stock"),
    Command(keys.SEND_UP, ("up",), "up or f: send up every safe card, or finish"),
    Command(keys.UNDO, ("undo",), "undo or u: take the last step back"),
    Command(keys.REDO, ("redo",), "redo or r: make it again"),
    Command(keys.UNDO_ALL, ("restart",), "restart or U: this deal from its start"),
    Command(keys.REDO_ALL, ("redo all",), "redo all or R: make all steps again"),
    Command(keys.TIP, ("tip",), "tip or t: a tip from what you can see; again plays it"),
    Command(
        keys.VERDICT,
        ("verdict",),
        "verdict or v: on or off; each answer says if the game can be won",
    ),
    Command(keys.WINNING_MOVE, ("win",), "win or T: make the next move of a proved win"),
    Command(keys.WHERE_LOST, ("lost",), "lost or L: find where a lost game was lost"),
    Command(BACK, ("back", "enter"), "back: after lost, go where it could still be won"),
    Command(LOOK, ("look", "l"), "look: the table; look 3, look waste, look up: a part of it"),
    Command(keys.NEW_DEAL, ("new",), "new or N: another deal"),
    Command(keys.DEAL_NUMBER, ("number",), "deal 1234 or number 1234: the deal of that number"),
    Command(keys.STATISTICS, ("stats", "statistics"), "stats or s: your statistics"),
    Command(keys.HISTORY, ("history",), "history or y: your games and their numbers"),
    Command(RESUME, ("resume",), "resume 3: take game 3 of the history up again"),
    Command(keys.OPTIONS, ("options",), "options or o: what can be set; options 1: its next value"),
    Command(WORDS, ("words",), "words off: cards as 6C and 10H; words on: six of clubs"),
    Command(MORE_LINES, ("more",), "more: the rest of a long answer"),
    Command(keys.HELP, ("help",), "help: this; help tip, help playing: about something"),
    Command(keys.QUIT, ("quit", "exit"), "quit or q: leave, the game is kept"),
)

YES = ("y", "yes", "д", "да")
"""By meaning, never by place: the key of Y types the first letter of the Russian no."""
NO = ("n", "no", "н", "нет")
WASTE_NAMES = ("waste", "w", "0")
FOUNDATION_NAMES = ("foundation", "foundations", "up", "f")
STOCK_NAMES = ("stock",)
ALL_NAMES = ("all",)
ON_NAMES, OFF_NAMES = ("on",), ("off",)
PLAY_NAMES = ("play", "move", "m")
"""Before the piles of a move, where they need not be said."""
FILLERS = ("column", "to", "from", "the")
"""Words without which a command means the same."""

# Help.

HELP = (
    "3 plays column 3 to its best place, waste the waste, deal deals, look tells the table",
    "undo takes back, tip advises, quit leaves; names can be cut short where they stay clear",
    "Say help and: playing, looking, undoing, advice, games, talking, rules, or a command",
)
HELP_PLAYING = (
    "3: column 3 to its best place; w or waste: the same for the top card of the waste",
    "3 5 or 35: from column 3 to 5; 35x2: two cards; waste 4: to column 4; 3 f: up",
)
HELP_BACK_FROM_FOUNDATION = "hearts 4 or h4: the top heart back to column 4"
TOPICS = {
    "playing": (keys.NEXT_PLACE, keys.PREVIOUS_PLACE, keys.DEAL_CARDS, keys.SEND_UP),
    "looking": (LOOK, WORDS),
    "undoing": (keys.UNDO, keys.REDO, keys.UNDO_ALL, keys.REDO_ALL),
    "advice": (keys.TIP, keys.VERDICT, keys.WINNING_MOVE, keys.WHERE_LOST, BACK),
    "games": (keys.NEW_DEAL, keys.DEAL_NUMBER, keys.STATISTICS, keys.HISTORY, RESUME),
    "talking": (keys.HELP, MORE_LINES, WORDS, keys.OPTIONS, keys.QUIT),
    "rules": (),
}
PLAYING, RULES = "playing", "rules"
NO_SUCH_TOPIC = "No help on {what}; say help for the topics"
RULES_AIM = "Bring each suit up to its foundation, from the ace to the king"
RULES_OTHER_SUIT = "In a column a card goes on the next higher one of any other suit"
RULES_OTHER_COLOUR = "In a column a card goes on the next higher one of the other colour"
RULES_RUN = "A run of such cards, or its end, moves as one"
RULES_ANY = "An empty column takes any card or run"
RULES_KING = "An empty column takes only a king, or a run that a king heads"
RULES_DEAL = (
    "The stock deals {count} card at a time to the waste; its top card can be played",
    "The stock deals {count} cards at a time to the waste; its top card can be played",
)
RULES_ONCE = "The stock is dealt once; a card that went up stays up"
RULES_REDEAL = "Then the waste is turned over; the top card up there may come back to a column"
