"""What the game says line by line: the templates, the names of cards and commands, the help.

Only words are here; `spoken` makes sentences of them and `orders` understands commands by them.
Every text that is said goes through `fill` or `counted`, the whole sentence at once.
"""

from __future__ import annotations

from leftsuit import i18n, keys
from leftsuit.cards import SUIT_LETTERS, Card, rank, suit
from leftsuit.faces import RANKS
from leftsuit.i18n import N_, NN_, NP_, pgettext
from leftsuit.record import LEFT, OPEN, WON
from leftsuit.solver import verdict as verdicts
from leftsuit.values import NamedTuple


def fill(template: str, **values: object) -> str:
    """Return a template in the language that is spoken, with its blanks filled."""
    return i18n._(template).format(**values)


def counted(forms: tuple[str, str], count: int, **values: object) -> str:
    """Return a number with its noun; the forms are those for one and for many in English."""
    return i18n.ngettext(*forms, count).format(count=count, **values)


def heard(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return some names, and after them those that the language has for the first of them."""
    return (*names, *pgettext("names", names[0]).split(","))


# Cards.

RANK_WORDS = (
    NP_("rank", "ace"),
    NP_("rank", "two"),
    NP_("rank", "three"),
    NP_("rank", "four"),
    NP_("rank", "five"),
    NP_("rank", "six"),
    NP_("rank", "seven"),
    NP_("rank", "eight"),
    NP_("rank", "nine"),
    NP_("rank", "ten"),
    NP_("rank", "jack"),
    NP_("rank", "queen"),
    NP_("rank", "king"),
)
ON_RANKS = (
    NP_("it goes on the", "ace"),
    NP_("it goes on the", "two"),
    NP_("it goes on the", "three"),
    NP_("it goes on the", "four"),
    NP_("it goes on the", "five"),
    NP_("it goes on the", "six"),
    NP_("it goes on the", "seven"),
    NP_("it goes on the", "eight"),
    NP_("it goes on the", "nine"),
    NP_("it goes on the", "ten"),
    NP_("it goes on the", "jack"),
    NP_("it goes on the", "queen"),
    NP_("it goes on the", "king"),
)
A_RANK_OF_ANOTHER_SUIT = (
    N_("an ace of another suit"),
    N_("a two of another suit"),
    N_("a three of another suit"),
    N_("a four of another suit"),
    N_("a five of another suit"),
    N_("a six of another suit"),
    N_("a seven of another suit"),
    N_("an eight of another suit"),
    N_("a nine of another suit"),
    N_("a ten of another suit"),
    N_("a jack of another suit"),
    N_("a queen of another suit"),
    N_("a king of another suit"),
)
A_BLACK_RANK = (
    N_("a black ace"),
    N_("a black two"),
    N_("a black three"),
    N_("a black four"),
    N_("a black five"),
    N_("a black six"),
    N_("a black seven"),
    N_("a black eight"),
    N_("a black nine"),
    N_("a black ten"),
    N_("a black jack"),
    N_("a black queen"),
    N_("a black king"),
)
A_RED_RANK = (
    N_("a red ace"),
    N_("a red two"),
    N_("a red three"),
    N_("a red four"),
    N_("a red five"),
    N_("a red six"),
    N_("a red seven"),
    N_("a red eight"),
    N_("a red nine"),
    N_("a red ten"),
    N_("a red jack"),
    N_("a red queen"),
    N_("a red king"),
)
SUIT_WORDS = (
    NP_("names", "spades"),
    NP_("names", "hearts"),
    NP_("names", "diamonds"),
    NP_("names", "clubs"),
)
OF_SUITS = (
    NP_("six of", "spades"),
    NP_("six of", "hearts"),
    NP_("six of", "diamonds"),
    NP_("six of", "clubs"),
)
CARD = N_("{rank} of {suit}")


def card_name(card: Card, *, in_words: bool, below: bool = False) -> str:
    """Return the name of a card; with `below` in the form for one that others go on.

    >>> card_name(20, in_words=True), card_name(39, in_words=False)
    ('six of spades', '10C')
    """
    if not in_words:
        return RANKS[rank(card) - 1] + SUIT_LETTERS[suit(card)]
    if below:
        named = pgettext("it goes on the", ON_RANKS[rank(card) - 1])
    else:
        named = pgettext("rank", RANK_WORDS[rank(card) - 1])
    return fill(CARD, rank=named, suit=pgettext("six of", OF_SUITS[suit(card)]))


# Moves: what went where, and what came of it, in parts with a comma between them.

AND_MORE = N_("{card} and {count} more")
TO_COLUMN = N_("{cards} to column {column}")
TO_EMPTY = N_("{cards} to empty column {column}")
TO_FOUNDATION = N_("{cards} to the foundation")
FROM_COLUMN = N_("from column {column}")
FROM_WASTE = N_("from the waste")
FROM_FOUNDATION = N_("from the foundation")
TURNED_UP = N_("turned up the {card}")
TURNED_UP_MANY = N_("turned up {cards}")
COLUMNS_EMPTY = NN_("column {columns} is empty", "columns {columns} are empty")
WASTE_NOW = N_("the waste shows {card}")
WASTE_EMPTY = N_("the waste is empty")
OTHER_PLACES = NN_("next for {count} other place", "next for {count} other places")
DEALT = N_("dealt {card}")
LEFT_IN_STOCK = N_("{count} left")
LAST_OF_STOCK = N_("the last of the stock")
TURNED_OVER = NN_(
    "the waste is turned over, {count} card in the stock",
    "the waste is turned over, {count} cards in the stock",
)
SENT_UP = N_("sent up {cards}")
SENT_UP_MANY = NN_(
    "sent up {count} card, the last one {card}",
    "sent up {count} cards, the last one {card}",
)
THE_DEAL = N_("the deal")
TAKEN_BACK = N_("taken back: {what}")
AGAIN = N_("again: {what}")
BACK_WHERE_IT_WAS = N_("back where it was; next for the first place again")
TO_THE_WIN = NN_("{count} move to the win", "{count} moves to the win")
TIP_GOES_ON = N_("tip again for the next move of the tip")

# Why not.

WASTE_IS_EMPTY = N_("The waste is empty")
WASTE_IS_EMPTY_DEAL = N_("The waste is empty; deal brings a card")
COLUMN_IS_EMPTY = N_("Column {column} is empty; it takes any card")
COLUMN_IS_EMPTY_KING = N_("Column {column} is empty; it takes only a king")
NO_PART_FITS = N_("{first} to {last}: no part of it fits anywhere")
FITS_NOWHERE = N_("{card} fits nowhere; it needs {wanted}")
AN_EMPTY_COLUMN = NP_("it wants", "an empty column")
ITS_FOUNDATION = NP_("it wants", "its foundation")
TAKES = N_("{why}; that takes {wanted}")
ONLY_BACK = N_("That would only take the last move back; undo does it")
NOTHING_SAFE = N_("No card is safe to send up")
NOT_PLAYED = N_("next changes the place of the card just played; nothing was just played")
NOTHING_TO_UNDO = N_("Nothing to take back: this is how the cards were dealt")
NOTHING_TO_REDO = N_("Nothing was taken back")
STARTED_AGAIN = N_("The deal from the start; redo all brings the moves back")
REDONE_ALL = NN_("All made again, {count} move", "All made again, {count} moves")

# The end of a game.

NO_MOVES = N_("No moves are left: undo, restart, lost or new")
DEAD_END = N_("A dead end, no move leads on: undo, restart, lost or new")
YOU_WON = N_("You won in {moves}, {time}")
IS_WON = N_("The game is won; new for another deal")

# Help from the game.

TIP = N_("tip: {move}, {why}")
TIP_DEAL = N_("tip: nothing is better than dealing")
TIP_TURN_OVER = N_("tip: turn the waste over")
NO_TIP_USELESS = N_("tip: undo; nothing useful is left, no move leads to a win")
NO_TIP_DEAD_END = N_("tip: undo; a dead end, no move leads on")
IN_MOVES = NN_("{why} in {count} move", "{why} in {count} moves")
TIP_TURNS_UP = N_("turns up a card in column {column}")
TIP_SAFE_UP = N_("it is safe up there")
TIP_GOES_UP = N_("nothing is better")
TIP_EMPTIES = N_("empties column {column}")
TIP_PLAYS_WASTE = N_("brings it into play")
TIP_FREES = N_("frees {free} for {other}")
TIP_ODDS = NN_(
    "wins {won} of {count} way the hidden cards can lie",
    "wins {won} of {count} ways the hidden cards can lie",
)
TIP_ODDS_EXACT = NN_(
    "wins {won} of all {count} ways the hidden cards can lie",
    "wins {won} of all {count} ways the hidden cards can lie",
)
TIP_ODDS_OPEN = NN_(
    "wins at least {won} of {count} way the hidden cards can lie",
    "wins at least {won} of {count} ways the hidden cards can lie",
)
TIP_SURE = N_("a sure win")
TIP_AGAIN = N_("tip again plays it")
VERDICTS = {
    verdicts.WON: N_("can be won"),
    verdicts.LOST: NP_("a game", "lost"),
    verdicts.UNKNOWN: N_("not known if it can be won"),
}
VERDICT_ON = N_("verdict on, which counts as help: {verdict}")
VERDICT_OFF = N_("verdict off")
NOT_KNOWN = N_("Whether this can be won is not known")
CANNOT_BE_WON = N_("This cannot be won any more; lost finds where it was lost")
STILL_WINNABLE = N_("This can still be won")
NEVER_WINNABLE = N_("This deal cannot be won at all")
LOST_AT_OR_BEFORE = N_("Lost with move {last} or before; more is not known")
LOST_BETWEEN = N_("Could be won after move {first}, and no more after move {last}; back goes there")
LOST_WITH = N_("Lost with move {last}, {what}; back goes before it")
NO_LOSS = N_("back goes where a lost game could still be won; say lost first")
BEFORE_THE_LOSS = N_("After move {count}, where it can still be won; redo makes the moves again")
AT_THE_START = N_("At the start, where it can still be won; redo makes the moves again")

# The table.

GAME = N_("{game}, {draw}, deal {deal}")
MOVES = NN_("{count} move", "{count} moves")
MINUTES = NN_("{count} minute", "{count} minutes")
LESS_THAN_A_MINUTE = N_("less than a minute")
STOCK = N_("Stock {count}")
STOCK_EMPTY = N_("Stock empty")
WASTE = N_("waste {card}")
WASTE_UNDER = N_("waste {card}, {count} under it")
WASTE_NONE = N_("waste empty")
FOUNDATIONS = N_("Up: {tops}")
FOUNDATIONS_NONE = N_("Nothing is up")
COLUMN = N_("Column {column}: {cards}")
EMPTY = N_("empty")
RUN_ENDS = N_("{first} down to {last}, {count} cards")
AND_FACE_DOWN = N_("{cards}; {count} face down")

# Games.

GOES_ON = N_("Your game goes on. {game}, {moves}")
WELCOME = N_("{game}. Say look or help")
ASK_LEAVE = N_("Leave this game for another deal? y or n")
ASK_AGAIN = N_("Say y or n: leave this game for another deal?")
GOING_ON = N_("The game goes on")
BAD_NUMBER = N_("Deals go from 1 to {last}")
WHICH_NUMBER = N_("Say a number too, such as number 1234")
KEPT = N_("The game is kept; leftsuit goes on with it")
GOODBYE = N_("Goodbye")
NO_GAMES = N_("No game has been kept yet")
HISTORY_LINE = N_("{id}: {game}, {result}, {moves}")
HISTORY_LINE_BEGUN = N_("{id}: {game}, {result}, {moves}, begun {day}")
UNREADABLE = N_("{id}: cannot be read")
RESULTS = {WON: NP_("a game", "won"), LEFT: NP_("a game", "left"), OPEN: NP_("a game", "can go on")}
WHICH_GAME = N_("Say the number of a game too, such as resume 3; history lists them")
NO_SUCH_GAME = N_("There is no game {number}; history lists them")
WHICH_TO_VIEW = N_("Say the number of a game too, and after which step: view 3, or view 3 20")
WHICH_TO_DELETE = N_("Say the number of a game too, such as delete 3; history lists them")
AFTER_STEP = N_("After step {step} of {last}")
NOT_SO_MANY_STEPS = NN_("That game has only {count} step", "That game has only {count} steps")
ASK_TO_DELETE = N_("Delete this game for ever? y or n. {game}")
ASK_TO_DELETE_AGAIN = N_("Say y or n: delete the game for ever?")
DELETED = N_("The game is deleted")
NOT_DELETED = N_("The game is kept")
GAME_WAS_WON = N_("Game {number} was won; deal {deal} plays its deal again")
NO_STATISTICS = N_("No game was won or left yet")
STATS_KIND = N_("{game}, {draw}")
STATS_WON = N_("won {won} of {games}, {share} percent")
STATS_TIMES = N_("Shortest win {best}, median {median}, fewest moves {fewest}")
STATS_STREAKS = N_("Wins since a game was left {streak}, most in a row {longest}")
STATS_HONEST = N_("Won without undo {undo}, without help {help}")
STATS_GOING_ON = NN_("{count} game can go on", "{count} games can go on")
STATS_UNREADABLE = NN_("{count} game cannot be read", "{count} games cannot be read")

# Talking.

UNKNOWN_COMMAND = N_("I do not know {what}. Say help for the commands")
SEVERAL = N_("{what} can be {names}. Say more of it")
OR = N_("{names} or {name}")
NOTHING_ASKED = N_("Nothing was asked. Say help for the commands")
NO_SUCH_COLUMN = N_("There is no column {number}; columns go from 1 to {last}")
WHICH_PILE = N_("Say which column, such as 3, or 3 5, or waste 4")
NOT_A_PILE = N_("{what} is no place for a card; say a column from 1 to {last}, or f")
LOOK_AT_WHAT = N_("look tells the table; look 3, look waste, look stock or look up a part of it")
TOO_LONG = N_("That line is too long")
NOT_TEXT = N_("That line is not text in {encoding}")
OPTION = N_("{number}: {title}, {value}")
OPTION_NOW = N_("{title}, {value}")
CHANGE_AN_OPTION = N_("Say options and a number for the next value, such as options 1")
LETTERS_MISSING = N_("The encoding here has no letters for it")
WORDS_ON = N_("Cards in words: {card}")
WORDS_OFF = N_("Cards in letters: {card}")
MORE = NN_("{count} line more: say more", "{count} lines more: say more")
NO_MORE = N_("There is no more")
THINKING = N_("thinking")

# What commands are called. A command that has a key in the table of keys answers to the key too.

PLAY = "play"
LOOK, BACK, WORDS, MORE_LINES = "look", "back", "words", "more"
RESUME, VIEW, DELETE = "resume", "view", "delete"


class Command(NamedTuple):
    """A command, its names (the first one is the one that is told), and a line of help."""

    command: str
    names: tuple[str, ...]
    help: str


COMMANDS = (
    Command(
        keys.NEXT_PLACE,
        (NP_("names", "next"), "tab"),
        N_("next: the card just played goes to its next place"),
    ),
    Command(
        keys.PREVIOUS_PLACE,
        (NP_("names", "previous"), "shift-tab"),
        N_("previous: the same the other way"),
    ),
    Command(keys.DEAL_CARDS, (NP_("names", "deal"),), N_("deal or d: deal from the stock")),
    Command(keys.SEND_UP, (NP_("names", "up"),), N_("up or f: send up every safe card, or finish")),
    Command(keys.UNDO, (NP_("names", "undo"),), N_("undo or u: take the last step back")),
    Command(keys.REDO, (NP_("names", "redo"),), N_("redo or r: make it again")),
    Command(
        keys.UNDO_ALL, (NP_("names", "restart"),), N_("restart or U: this deal from its start")
    ),
    Command(keys.REDO_ALL, (NP_("names", "redo all"),), N_("redo all or R: make all steps again")),
    Command(
        keys.TIP,
        (NP_("names", "tip"),),
        N_("tip or t: a tip from what you can see; again plays it"),
    ),
    Command(
        keys.VERDICT,
        (NP_("names", "verdict"),),
        N_("verdict or v: on or off; each answer says if the game can be won"),
    ),
    Command(
        keys.WINNING_MOVE,
        (NP_("names", "win"),),
        N_("win or T: make the next move of a proved win"),
    ),
    Command(
        keys.WHERE_LOST, (NP_("names", "lost"),), N_("lost or L: find where a lost game was lost")
    ),
    Command(
        BACK,
        (NP_("names", "back"), "enter"),
        N_("back: after lost, go where it could still be won"),
    ),
    Command(
        LOOK,
        (NP_("names", "look"), "l"),
        N_("look: the table; look 3, look waste, look up: a part of it"),
    ),
    Command(keys.NEW_DEAL, (NP_("names", "new"),), N_("new or N: another deal")),
    Command(
        keys.DEAL_NUMBER,
        (NP_("names", "number"),),
        N_("deal 1234 or number 1234: the deal of that number"),
    ),
    Command(
        keys.STATISTICS, (NP_("names", "stats"), "statistics"), N_("stats or s: your statistics")
    ),
    Command(
        keys.HISTORY, (NP_("names", "history"),), N_("history or y: your games and their numbers")
    ),
    Command(RESUME, (NP_("names", "resume"),), N_("resume 3: take game 3 of the history up again")),
    Command(
        VIEW,
        (NP_("names", "view"),),
        N_("view 3: how game 3 of the history lies; view 3 20: after its step 20"),
    ),
    Command(
        DELETE, (NP_("names", "delete"),), N_("delete 3: take game 3 out of the history for ever")
    ),
    Command(
        keys.OPTIONS,
        (NP_("names", "options"),),
        N_("options or o: what can be set; options 1: its next value"),
    ),
    Command(
        WORDS,
        (NP_("names", "words"),),
        N_("words off: cards as 6C and 10H; words on: six of clubs"),
    ),
    Command(MORE_LINES, (NP_("names", "more"),), N_("more: the rest of a long answer")),
    Command(
        keys.HELP,
        (NP_("names", "help"),),
        N_("help: this; help tip, help playing: about something"),
    ),
    Command(keys.QUIT, (NP_("names", "quit"), "exit"), N_("quit or q: leave, the game is kept")),
)

YES = ("y", "yes", "д", "да")
"""By meaning, never by place: the key of Y types the first letter of the Russian no."""
NO = ("n", "no", "н", "нет")
WASTE_NAMES = (NP_("names", "waste"), "w", "0")
FOUNDATION_NAMES = (NP_("names", "foundation"), "foundations", "up", "f")
STOCK_NAMES = (NP_("names", "stock"),)
ALL_NAMES = (NP_("names", "all"),)
ON_NAMES, OFF_NAMES = (NP_("names", "on"),), (NP_("names", "off"),)
PLAY_NAMES = (NP_("names", "play"), "move", "m")
"""Before the piles of a move, where they need not be said."""
FILLERS = (NP_("names", "column"), NP_("names", "to"), NP_("names", "from"), "the")
"""Words without which a command means the same."""

# Help.

HELP = (
    N_("3 plays column 3 to its best place, waste the waste, deal deals, look tells the table"),
    N_("undo takes back, tip advises, quit leaves; names can be cut short where they stay clear"),
    N_("Say help and: playing, looking, undoing, advice, games, talking, rules, or a command"),
)
HELP_PLAYING = (
    N_("3: column 3 to its best place; w or waste: the same for the top card of the waste"),
    N_("3 5 or 35: from column 3 to 5; 35x2: two cards; waste 4: to column 4; 3 f: up"),
)
HELP_BACK_FROM_FOUNDATION = N_("hearts 4 or h4: the top heart back to column 4")
TOPICS = {
    NP_("names", "playing"): (keys.NEXT_PLACE, keys.PREVIOUS_PLACE, keys.DEAL_CARDS, keys.SEND_UP),
    NP_("names", "looking"): (LOOK, WORDS),
    NP_("names", "undoing"): (keys.UNDO, keys.REDO, keys.UNDO_ALL, keys.REDO_ALL),
    NP_("names", "advice"): (keys.TIP, keys.VERDICT, keys.WINNING_MOVE, keys.WHERE_LOST, BACK),
    NP_("names", "games"): (
        *(keys.NEW_DEAL, keys.DEAL_NUMBER, keys.STATISTICS),
        *(keys.HISTORY, RESUME, VIEW, DELETE),
    ),
    NP_("names", "talking"): (keys.HELP, MORE_LINES, WORDS, keys.OPTIONS, keys.QUIT),
    NP_("names", "rules"): (),
}
PLAYING, RULES = "playing", "rules"
NO_SUCH_TOPIC = N_("No help on {what}; say help for the topics")
RULES_AIM = N_("Bring each suit up to its foundation, from the ace to the king")
RULES_OTHER_SUIT = N_("In a column a card goes on the next higher one of any other suit")
RULES_OTHER_COLOUR = N_("In a column a card goes on the next higher one of the other colour")
RULES_RUN = N_("A run of such cards, or its end, moves as one")
RULES_ANY = N_("An empty column takes any card or run")
RULES_KING = N_("An empty column takes only a king, or a run that a king heads")
RULES_DEAL = NN_(
    "The stock deals {count} card at a time to the waste; its top card can be played",
    "The stock deals {count} cards at a time to the waste; its top card can be played",
)
RULES_ONCE = N_("The stock is dealt once; a card that went up stays up")
RULES_REDEAL = N_("Then the waste is turned over; the top card up there may come back to a column")
