"""Understanding a line: from what was typed to an order, or to the sentence that says why not."""

from __future__ import annotations

import re
import unicodedata

from leftsuit import deals, i18n, keys
from leftsuit import plainwords as w
from leftsuit.cards import SUITS
from leftsuit.position import FOUNDATION, STOCK, WASTE
from leftsuit.rules import Rules
from leftsuit.values import NamedTuple

_JOINED = re.compile(r"m?([1-9w0shdc])([1-9f])(?:x?([1-9][0-9]?))?", re.ASCII)
_NAMED = re.compile(r"m([1-9w0])", re.ASCII)
_LENGTH = re.compile(r"x?([1-9][0-9]?)", re.ASCII)
_SHOWN = 20
"""How much of a line is repeated to whoever typed it."""


class NotUnderstood(ValueError):
    """The line is no order; the text says what to type instead."""


class Order(NamedTuple):
    """Something to be done."""

    command: str
    """A command of `plainwords.COMMANDS`, or `plainwords.PLAY`."""
    pile: int | None = None
    """The pile to play from or to look at."""
    target: int | None = None
    """The pile to play to; None for the best place."""
    length: int | None = None
    """How many cards to play, None for as many as fit; or how many steps of a game to view."""
    number: int | None = None
    """The number of a deal or of a game."""
    word: str = ""
    """What else was said."""


def parse(text: str, rules: Rules) -> Order | None:
    """Return what a line orders, None for an empty one. Raises `NotUnderstood`.

    >>> from leftsuit.rules import LEFT_SUIT
    >>> parse("35x2", LEFT_SUIT) == parse("play 3 to column 5 2", LEFT_SUIT)
    True
    >>> parse("de", LEFT_SUIT).command, parse("DEAL 12", LEFT_SUIT).number
    ('deal', 12)
    """
    words = _words(text)
    if not words:
        return None
    try:
        return _order(words, rules)
    except NotUnderstood:
        # Who has set a language that he cannot read still knows what commands are called.
        for language in i18n.LANGUAGES:
            with i18n.heard_in(language):
                try:
                    return _order(words, rules)
                except NotUnderstood:
                    continue
        raise


def _order(words: list[str], rules: Rules) -> Order:
    """Return what words order, by the names of the language that is spoken."""
    tokens = [_token(word) for word in words]
    kept = [i for i in range(len(tokens)) if len(tokens) == 1 or not _fills(words, tokens, i)]
    said, tokens = [words[i] for i in kept], [tokens[i] for i in kept]
    move = _move(said, tokens, rules)
    if move is not None:
        return move
    command, rest = _command(said[0], tokens[0]), tokens[1:]
    if command in (keys.UNDO, keys.REDO) and rest and rest[0] in w.heard(w.ALL_NAMES):
        return Order(keys.UNDO_ALL if command == keys.UNDO else keys.REDO_ALL)
    if command in (keys.DEAL_NUMBER, keys.DEAL_CARDS):
        if len(rest) == 1:
            return Order(keys.DEAL_NUMBER, number=_deal_number(rest[0]))
        if command == keys.DEAL_NUMBER:
            raise NotUnderstood(w.fill(w.WHICH_NUMBER))
    if command in _NUMBERED and (rest or command != keys.OPTIONS):
        numbers = [int(word) for word in rest if _is_number(word)]
        if len(numbers) != len(rest) or not 0 < len(rest) <= 1 + (command == w.VIEW):
            raise NotUnderstood(w.fill(_NUMBERED[command]))
        return Order(command, number=numbers[0], length=next(iter(numbers[1:]), None))
    if command == w.LOOK and len(rest) == 1:
        return Order(w.LOOK, pile=_pile(rest[0], rules))
    if command == keys.SEND_UP and len(rest) == 1:
        # "up 3" is another way to say "3 up".
        source = _source(rest[0], rules)
        if source is None:
            raise NotUnderstood(w.fill(w.WHICH_PILE))
        return Order(w.PLAY, source, FOUNDATION)
    if rest and command not in (keys.HELP, keys.VERDICT, w.WORDS):
        raise NotUnderstood(w.fill(w.UNKNOWN_COMMAND, what=shown(" ".join(said))))
    about = said[:1] if command == keys.HELP and topic_called(tokens[0]) else said[1:]
    return Order(command, word=" ".join(about))


_NUMBERED = {
    w.RESUME: w.WHICH_GAME,
    w.VIEW: w.WHICH_TO_VIEW,
    w.DELETE: w.WHICH_TO_DELETE,
    keys.OPTIONS: w.CHANGE_AN_OPTION,
}
"""Commands that want a number, and what is said where it is missing."""


def _is_number(word: str) -> bool:
    """Say whether a word is a number that the store can look for."""
    return word.isascii() and word.isdigit() and len(word) < 19


def shown(text: str) -> str:
    """Return the beginning of what was typed, made fit to be repeated."""
    text = text[:_SHOWN] + ("..." if len(text) > _SHOWN else "")
    return "".join(c if c.isprintable() else "?" for c in text)


def command_called(name: str) -> str | None:
    """Return the command of that name, cut short or not, or None. Raises `NotUnderstood`."""
    found = {}
    for each in w.COMMANDS:
        known = w.heard(each.names)
        if name in known:
            return each.command
        # What destroys has to be said in full.
        if each.command != w.DELETE and any(
            word.startswith(name) and " " not in word for word in known
        ):
            found[each.command] = known[len(each.names)]
    if len(found) > 1:
        names = list(found.values())
        several = w.fill(w.OR, names=", ".join(names[:-1]), name=names[-1])
        raise NotUnderstood(w.fill(w.SEVERAL, what=shown(name), names=several))
    return next(iter(found), None)


def topic_called(name: str) -> str | None:
    """Return the topic of the help of that name, or None."""
    return next((topic for topic in w.TOPICS if name in w.heard((topic,))), None)


def is_on(word: str, *, now: bool) -> bool:
    """Say whether a word means on; if it does not mean off either, it means the other than now."""
    return word in w.heard(w.ON_NAMES) or (word not in w.heard(w.OFF_NAMES) and not now)


def is_yes(text: str) -> bool | None:
    """Say whether an answer means yes or no; None if it is neither."""
    answer = text.strip().casefold()
    return True if answer in w.YES else False if answer in w.NO else None


def _words(text: str) -> list[str]:
    """Return the words of a line, without what cannot be seen or heard of them."""
    composed = unicodedata.normalize("NFC", text)
    visible = "".join(c for c in composed if unicodedata.category(c) != "Cf")
    return [word.strip(_MARKS) or word for word in visible.split()]


_MARKS = ".;:!«»“”„\"'()"
"""Marks around a word that change nothing."""


def _token(word: str) -> str:
    """Return a word in small letters. A letter alone counts by its place on the keyboard, and so do
    the letters of a move in one word, but for the х that looks like the x between numbers."""
    if len(word) == 1:
        return keys.latin(word).casefold()
    word = word.casefold()
    latin = "".join("x" if letter in "х×" else keys.latin(letter) for letter in word)
    is_move = any(form.fullmatch(latin) for form in (_JOINED, _NAMED, _LENGTH))
    return latin if is_move else word


def _is(token: str, names: tuple[str, ...]) -> bool:
    """Say whether a word is one of some names, or the beginning of the first of them, or of what
    the language calls that."""
    known = w.heard(names)
    beginnings = (names[0], *known[len(names) :])
    return token in known or (len(token) > 1 and any(name.startswith(token) for name in beginnings))


def _fills(said: list[str], tokens: list[str], place: int) -> bool:
    """Say whether a word changes nothing. In Russian a letter does so, too: after a column, where
    no key can be meant."""
    if any(tokens[place] in w.heard((filler,)) for filler in w.FILLERS):
        return True
    letter = said[place].casefold()
    if letter == "с":  # At the beginning a suit could be meant, but not with two piles after it.
        return place + 2 < len(said) and place < 2
    between = 0 < place < len(said) - 1
    return letter in ("в", "к") and between and not _names_suit(tokens[place - 1])


def _names_suit(token: str) -> bool:
    return len(token) == 1 and not token.isdigit() and token != "w"


def _command(said: str, token: str) -> str:
    """Return the command of a word. As it was said, a letter tells small ones from capitals."""
    known = {each.command for each in w.COMMANDS}
    if len(said) == 1:
        command = keys.command(said)
        if command in known and command is not None:
            return command
    if len(token) > 1 and (token in w.YES or token in w.NO):
        # Cut short, another command would begin like that.
        raise NotUnderstood(w.fill(w.NOTHING_ASKED))
    found = command_called(token)
    if found is None and topic_called(token):
        return keys.HELP
    if found is None:
        raise NotUnderstood(w.fill(w.UNKNOWN_COMMAND, what=shown(said)))
    return found


def _deal_number(token: str) -> int:
    try:
        return deals.parse(token)
    except deals.BadDealNumber:
        raise NotUnderstood(w.fill(w.BAD_NUMBER, last=deals.LAST)) from None


def _move(said: list[str], tokens: list[str], rules: Rules) -> Order | None:
    """Return the move that a line orders, None if it begins otherwise."""
    named = tokens[0] in w.heard(w.PLAY_NAMES)
    if named:
        said, tokens = said[1:], tokens[1:]
    if not tokens:
        raise NotUnderstood(w.fill(w.WHICH_PILE))
    only_from = _NAMED.fullmatch(tokens[0])
    if only_from is not None:
        named, tokens = True, [only_from[1], *tokens[1:]]
    joined = _JOINED.fullmatch(tokens[0])
    if joined is not None and len(tokens) == 1:
        said = tokens = [part for part in joined.groups() if part]
        named = True
    source = _source(tokens[0], rules)
    if source is None:
        # A letter names a foundation only where a move is meant for certain.
        suit = _suit(tokens[0])
        if suit is not None and len(tokens) > 1:
            source = FOUNDATION + suit
        elif named and tokens[0] in "shdc":
            source = FOUNDATION + "shdc".index(tokens[0])
        elif named or tokens[0].isdigit():
            raise NotUnderstood(w.fill(w.WHICH_PILE))
        else:
            return None
    target = _target(said[1], tokens[1], rules) if len(tokens) > 1 else None
    if target is None and source >= FOUNDATION:
        raise NotUnderstood(w.fill(w.WHICH_PILE))
    if len(tokens) < 3:
        return Order(w.PLAY, source, target)
    length = _LENGTH.fullmatch(tokens[2])
    if length is None or len(tokens) > 3:
        raise NotUnderstood(w.fill(w.WHICH_PILE))
    return Order(w.PLAY, source, target, int(length[1]))


def _suit(token: str) -> int | None:
    """Return the suit of a word, None if it names none."""
    found = (s for s in SUITS if token in w.heard((w.SUIT_WORDS[s],)))
    return next(found, None)


def _column(token: str, rules: Rules) -> int | None:
    """Return the column of a number, None if it is no number. Raises `NotUnderstood`."""
    if not (token.isascii() and token.isdigit()):
        return None
    if not 0 < int(token[:9]) <= rules.columns:
        number = shown(token)
        raise NotUnderstood(w.fill(w.NO_SUCH_COLUMN, number=number, last=rules.columns))
    return int(token) - 1


def _source(token: str, rules: Rules) -> int | None:
    return WASTE if _is(token, w.WASTE_NAMES) else _column(token, rules)


def _target(said: str, token: str, rules: Rules) -> int:
    column = _column(token, rules)
    if column is not None:
        return column
    if _is(token, w.FOUNDATION_NAMES):
        return FOUNDATION
    raise NotUnderstood(w.fill(w.NOT_A_PILE, what=shown(said), last=rules.columns))


def _pile(token: str, rules: Rules) -> int:
    """Return the pile to look at."""
    source = _source(token, rules)
    if source is not None:
        return source
    if _is(token, w.FOUNDATION_NAMES):
        return FOUNDATION
    if _is(token, w.STOCK_NAMES):
        return STOCK
    raise NotUnderstood(w.fill(w.LOOK_AT_WHAT))
