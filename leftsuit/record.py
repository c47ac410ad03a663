"""The record of a game as text: what is kept of a game, and all that is kept.

A record is a few lines of ``name: value`` and then the moves, in the notation of `notation`::

    leftsuit game 1
    rules: left-suit
    draw: 1
    deal: 20261129
    started: 2026-11-29T18:04:31Z
    result: open
    seconds: 724
    helped: no
    undos: 2
    at: 3
    moves:
    D 35x2 3F+WF D

`started` is in UTC and empty where it is not known; `helped` tells whether the program showed the
way, `undos` how many times something was taken back. The moves of one step are joined by ``+``;
`at` counts the steps in force, so that what was taken back can be redone. No position is ever
stored: it follows from the rest, and reading a record replays and checks every move.

>>> steps_text(session.new(rule_sets.LEFT_SUIT, 7).steps)
''
>>> [list(map(notation.move_text, step)) for step in parse_steps("D 3F+WF")]
[['D'], ['3F', 'WF']]
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping

from leftsuit import deals, notation, session
from leftsuit import rules as rule_sets
from leftsuit.i18n import _
from leftsuit.position import IllegalMove, Move
from leftsuit.session import Session, Step
from leftsuit.values import NamedTuple

OPEN, WON, LEFT = "open", "won", "left"
"""Results: the game can go on, it was won, it was left for another deal."""

VERSION = 1
MAX_BYTES = 1_000_000
"""Longer texts are refused unread: an honest game takes a few hundred bytes."""
MAX_MOVES = 100_000
_TITLE = "leftsuit game "
FIELDS = ("rules", "draw", "deal", "started", "result", "seconds", "helped", "undos", "at")
"""What a record says besides the moves, in the order in which it does so."""
_LINE_OF = {name: number for number, name in enumerate((*FIELDS, "moves"), 2)}
_NUMBERS = ("seconds", "undos", "at")
_MOST = 10**12 - 1
_STARTED = "0000-00-00T00:00:00Z"
"""How a time looks, with 0 for any digit."""
_YES, _NO = "yes", "no"
_STEPS_A_LINE = 20


class Record(NamedTuple):
    """A game with what is known of it besides its moves."""

    game: Session
    result: str = OPEN
    seconds: int = 0
    """Time played, in whole seconds."""
    started: str = ""
    """When the game was begun, as `now` tells it, or empty where that is not known."""
    helped: bool = False
    """Whether the program showed the way at any time."""
    undos: int = 0
    """How many times something was taken back."""


class Summary(NamedTuple):
    """What can be said of a kept game without replaying it."""

    id: int
    rules: str
    draw: int
    deal: int
    result: str
    seconds: int
    started: str
    helped: bool
    undos: int
    moves: int
    """Moves in force, or all of them up to the win."""
    readable: bool = True
    """Whether a replay found every move to be legal; if not, nothing else here means anything."""


def unreadable(number: int) -> Summary:
    """Return what can be said of a game that cannot be read."""
    return Summary(number, "", 0, 0, "", 0, "", False, 0, 0, False)


class BadRecord(ValueError):
    """The text is no record. `line` is a line that is wrong, counted from 1.

    The text of the error is a sentence in which nothing of the record is quoted but printable
    ASCII, so that it can be shown as it is.
    """

    def __init__(self, line: int, why: str) -> None:
        super().__init__(_("line {line}: {why}").format(line=line, why=why))
        self.line = line
        self.why = why


def now() -> str:
    """Return the present time as a record tells it, empty where the clock is beyond all reason."""
    text = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    return text if _is_time(text) else ""


def as_new(record: Record, at: int, started: str) -> Record:
    """Return a new game that takes another one up after its first `at` steps.

    The steps before are its own, and with them the undos and their share of the time; going back
    to a place where the other went on counts as an undo. Whoever saw the other game knows what its
    cards showed, so that counts as help. From the opening it is a fresh game of the same deal.
    Raises `IndexError`.
    """
    old = session.go_to(record.game, at)
    if not at:
        return Record(Session(old.deal, old.start), started=started)
    game = old._replace(steps=old.steps[:at])
    undos = record.undos + (at < len(old.steps))
    result = WON if game.has_been_won else OPEN
    seconds = record.seconds * at // len(old.steps)
    return Record(game, result, seconds, started, helped=True, undos=undos)


def steps_text(steps: Iterable[Step]) -> str:
    """Return steps as text, as they stand in a record."""
    return " ".join(["+".join(map(notation.move_text, step.moves)) for step in steps])


def step_lines(text: str) -> list[str]:
    """Break the text of steps into lines that are easy on the eye."""
    steps = text.split()
    return [" ".join(steps[i : i + _STEPS_A_LINE]) for i in range(0, len(steps), _STEPS_A_LINE)]


def parse_steps(text: str) -> Iterator[list[Move]]:
    """Yield the moves of each step that a text holds, legal or not. Raises `notation.NotAMove`."""
    for step in text.split():
        yield [notation.parse_move(move) for move in step.split("+")]


def values(record: Record) -> dict[str, str]:
    """Return what a record says besides the moves, each of `FIELDS` as text."""
    game, result, seconds, started, helped, undos = record
    rules, yes = game.rules, _YES if helped else _NO
    seconds, undos = (min(max(number, 0), _MOST) for number in (seconds, undos))
    found = (rules.name, rules.draw, game.deal, started, result, seconds, yes, undos, game.at)
    return dict(zip(FIELDS, map(str, found), strict=True))


def write(record: Record) -> str:
    """Return the text of a record."""
    lines = [f"{_TITLE}{VERSION}"]
    lines += [f"{name}: {value}".rstrip() for name, value in values(record).items()]
    lines += ["moves:", *step_lines(steps_text(record.game.steps))]
    return "\n".join(lines) + "\n"


def read(text: str) -> Record:
    """Return the record that a text holds, with every move checked.

    Raises `BadRecord`; a text with anything wrong in it is refused as a whole.
    """
    if len(text) > MAX_BYTES:
        raise BadRecord(1, _("the text is too long for a record"))
    lines = _lines(text)
    return from_values(_fields(lines), lines[_LINE_OF["moves"] :])


def from_values(values: Mapping[str, str], lines: Iterable[str]) -> Record:
    """Return the record of such values and lines of moves, with every move checked.

    Raises `BadRecord`, with the line that would be wrong in the text of the record.
    """
    check_values(values)
    rules = rule_sets.find(values["rules"], int(values["draw"]))
    game = session.new(rules, deals.parse(values["deal"]))
    game = _replayed(game, lines, _LINE_OF["moves"])
    if int(values["at"]) > len(game.steps):
        raise BadRecord(_LINE_OF["at"], _("there are not so many steps"))
    if (values["result"] == WON) != game.has_been_won:
        raise BadRecord(_LINE_OF["result"], _("the moves say otherwise"))
    return Record(
        session.go_to(game, int(values["at"])),
        values["result"],
        int(values["seconds"]),
        values["started"],
        values["helped"] == _YES,
        int(values["undos"]),
    )


def summary_of(number: int, values: Mapping[str, str], steps: str) -> Summary:
    """Return the summary of values whose moves are known to be legal. Raises `BadRecord`."""
    check_values(values)
    made = steps.split()
    if values["result"] != WON:
        del made[int(values["at"]) :]
    return Summary(
        number,
        values["rules"],
        int(values["draw"]),
        int(values["deal"]),
        values["result"],
        int(values["seconds"]),
        values["started"],
        values["helped"] == _YES,
        int(values["undos"]),
        len(made) + " ".join(made).count("+"),
    )


def check_values(values: Mapping[str, str]) -> None:
    """Raise `BadRecord` if any of the values cannot stand in a record."""
    if values["rules"] not in rule_sets.NAMES:
        raise BadRecord(_LINE_OF["rules"], _("no such rules"))
    if values["draw"] not in map(str, rule_sets.DRAWS):
        raise BadRecord(_LINE_OF["draw"], _("no such draw"))
    try:
        deals.parse(values["deal"])
    except deals.BadDealNumber:
        raise BadRecord(_LINE_OF["deal"], _("no deal number")) from None
    if values["started"] and not _is_time(values["started"]):
        raise BadRecord(_LINE_OF["started"], _("no time, such as 2026-11-29T18:04:31Z"))
    if values["result"] not in (OPEN, WON, LEFT):
        raise BadRecord(_LINE_OF["result"], _("no such result"))
    for name in _NUMBERS:
        if not _is_number(values[name]):
            raise BadRecord(_LINE_OF[name], _("no number"))
    if values["helped"] not in (_YES, _NO):
        raise BadRecord(_LINE_OF["helped"], _("neither {yes} nor {no}").format(yes=_YES, no=_NO))


def _is_number(text: str) -> bool:
    """Say whether a text is a whole number as we write it, of at most twelve digits."""
    return text.isascii() and text.isdigit() and len(text) <= 12 and text == str(int(text))


def _is_time(text: str) -> bool:
    if not text.isascii() or "".join("0" if c.isdigit() else c for c in text) != _STARTED:
        return False
    year, month, day = int(text[:4]), int(text[5:7]), int(text[8:10])
    hour, minute, second = int(text[11:13]), int(text[14:16]), int(text[17:19])
    if not (year and 1 <= month <= 12 and hour < 24 and minute < 60 and second <= 60):
        return False
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    days = (31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    return 1 <= day <= days[month - 1]


def _lines(text: str) -> list[str]:
    """Return the lines of a text in which no line is cut off and no byte is out of place."""
    if not text.startswith(_TITLE):
        raise BadRecord(1, _("not the record of a game"))
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    for number, line in enumerate(lines, 1):
        if not (line.isascii() and line.isprintable()):
            raise BadRecord(number, _("only plain ASCII can stand in a record"))
    if lines.pop():
        # The cut may have gone through a move and left another that can be played as well.
        raise BadRecord(len(lines) + 1, _("the line is cut off, it does not end"))
    return lines


def _fields(lines: list[str]) -> dict[str, str]:
    version = lines[0][len(_TITLE) :]
    if not _is_number(version) or version == "0":
        raise BadRecord(1, _("no such version"))
    if int(version) > VERSION:
        raise BadRecord(
            1, _("written by a newer release (version {version})").format(version=version)
        )
    values = {}
    for name, number in _LINE_OF.items():
        line = lines[number - 1] if number <= len(lines) else ""
        found, colon, value = line.partition(":")
        if found != name or not colon:
            raise BadRecord(number, _("'{name}:' is missing").format(name=name))
        values[name] = value.strip(" ")
    if values["moves"]:
        raise BadRecord(_LINE_OF["moves"], _("the moves start on the next line"))
    return values


def _replayed(game: Session, lines: Iterable[str], before: int) -> Session:
    number = before

    def steps() -> Iterator[list[Move]]:
        nonlocal number
        left = MAX_MOVES
        for number, line in enumerate(lines, before + 1):
            for moves in parse_steps(line):
                left -= len(moves)
                if left < 0:
                    raise BadRecord(number, _("more than {number} moves").format(number=MAX_MOVES))
                yield moves

    try:
        return session.follow(game, steps())
    except notation.NotAMove as error:
        quoted = ascii(str(error)[:20])
        raise BadRecord(number, _("not a move: {quoted}").format(quoted=quoted)) from None
    except IllegalMove as error:
        illegal = notation.move_text(error.move)
        raise BadRecord(number, _("{move} is not legal there").format(move=illegal)) from None
