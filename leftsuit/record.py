"""The record of a game as text: what is kept of a game, and all that is kept.

A record is a few lines of ``name: value`` and then the moves, in the notation of `notation`::

    leftsuit game 1
    rules: left-suit
    draw: 1
    deal: 20261129
    result: open
    seconds: 724
    at: 3
    moves:
    D 35x2 3F+WF D

The moves of one step are joined by ``+``; `at` counts the steps in force, so that what was taken
back can be redone. No position is ever stored: it follows from the rest, and reading a record
replays and checks every move.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from leftsuit import deals, notation, session
from leftsuit import rules as rule_sets
from leftsuit.position import IllegalMove, Move
from leftsuit.session import Session

OPEN, WON, LEFT = "open", "won", "left"
"""Results: the game can go on, it was won, it was left for another deal."""

VERSION = 1
MAX_BYTES = 1_000_000
"""Longer texts are refused unread: an honest game takes a few hundred bytes."""
MAX_MOVES = 100_000
_TITLE = "leftsuit game "
_FIELDS = ("rules", "draw", "deal", "result", "seconds", "at", "moves")
_NUMBER = re.compile(r"0|[1-9][0-9]{0,11}", re.ASCII)
_STEPS_A_LINE = 20


class Record(NamedTuple):
    """A game with what is known of it besides its moves."""

    game: Session
    result: str = OPEN
    seconds: int = 0
    """Time played, in whole seconds."""


class BadRecord(ValueError):
    """The text is no record. `line` is a line that is wrong, counted from 1.

    The text of the error is a sentence in which nothing of the record is quoted but printable
    ASCII, so that it can be shown as it is.
    """

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why


def write(record: Record) -> str:
    """Return the text of a record."""
    game, result, seconds = record
    steps = ["+".join(map(notation.move_text, step.moves)) for step in game.steps]
    lines = [
        f"{_TITLE}{VERSION}",
        f"rules: {game.rules.name}",
        f"draw: {game.rules.draw}",
        f"deal: {game.deal}",
        f"result: {result}",
        f"seconds: {seconds}",
        f"at: {game.at}",
        "moves:",
    ]
    lines += [" ".join(steps[i : i + _STEPS_A_LINE]) for i in range(0, len(steps), _STEPS_A_LINE)]
    return "\n".join(lines) + "\n"


def read(text: str) -> Record:
    """Return the record that a text holds, with every move checked.

    Raises `BadRecord`; a text with anything wrong in it is refused as a whole.
    """
    if len(text) > MAX_BYTES:
        raise BadRecord(1, "the text is too long for a record")
    lines = _lines(text)
    values = _fields(lines)
    rules_line, draw_line, deal_line, result_line, _, at_line, moves_line = range(2, 9)
    if values["rules"] not in rule_sets.NAMES:
        raise BadRecord(rules_line, "no such rules")
    if values["draw"] not in map(str, rule_sets.DRAWS):
        raise BadRecord(draw_line, "no such draw")
    rules = rule_sets.find(values["rules"], int(values["draw"]))
    try:
        game = session.new(rules, deals.parse(values["deal"]))
    except deals.BadDealNumber:
        raise BadRecord(deal_line, "no deal number") from None
    if values["result"] not in (OPEN, WON, LEFT):
        raise BadRecord(result_line, "no such result")
    game = _replayed(game, lines[moves_line:], moves_line)
    if int(values["at"]) > len(game.steps):
        raise BadRecord(at_line, "there are not so many steps")
    if (values["result"] == WON) != game.has_been_won:
        raise BadRecord(result_line, "the moves say otherwise")
    game = session.go_to(game, int(values["at"]))
    return Record(game, values["result"], int(values["seconds"]))


def _lines(text: str) -> list[str]:
    """Return the lines of a text in which no line is cut off and no byte is out of place."""
    if not text.startswith(_TITLE):
        raise BadRecord(1, "not the record of a game")
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    for number, line in enumerate(lines, 1):
        if not (line.isascii() and line.isprintable()):
            raise BadRecord(number, "only plain ASCII can stand in a record")
    if lines.pop():
        # The cut may have gone through a move and left another that can be played as well.
        raise BadRecord(len(lines) + 1, "the line is cut off, it does not end")
    return lines


def _fields(lines: list[str]) -> dict[str, str]:
    version = lines[0][len(_TITLE) :]
    if not _NUMBER.fullmatch(version) or version == "0":
        raise BadRecord(1, "no such version")
    if int(version) > VERSION:
        raise BadRecord(1, f"written by a newer release (version {version})")
    values = {}
    for number, name in enumerate(_FIELDS, 2):
        line = lines[number - 1] if number <= len(lines) else ""
        found, colon, value = line.partition(":")
        if found != name or not colon:
            raise BadRecord(number, f"'{name}:' is missing")
        values[name] = value.strip(" ")
        if name in ("seconds", "at") and not _NUMBER.fullmatch(values[name]):
            raise BadRecord(number, "no number")
    if values["moves"]:
        raise BadRecord(len(_FIELDS) + 1, "the moves start on the next line")
    return values


def _replayed(game: Session, lines: list[str], before: int) -> Session:
    number = before

    def steps() -> Iterator[list[Move]]:
        nonlocal number
        left = MAX_MOVES
        for number, line in enumerate(lines, before + 1):
            for step in line.split():
                moves = [notation.parse_move(text) for text in step.split("+")]
                left -= len(moves)
                if left < 0:
                    raise BadRecord(number, f"more than {MAX_MOVES} moves")
                yield moves

    try:
        return session.follow(game, steps())
    except notation.NotAMove as error:
        raise BadRecord(number, f"not a move: '{str(error)[:20]}'") from None
    except IllegalMove as error:
        illegal = notation.move_text(error.move)
        raise BadRecord(number, f"{illegal} is not legal there") from None
