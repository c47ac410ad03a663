"""The rules of the game written a second time, plainly and slowly, to hold the engine against.

Nothing here comes from `leftsuit`. A card is its text, ``TH`` when it lies face up and ``th`` when
it lies face down; a column is a list of such texts from its bottom card to its last. Moves are
texts: ``D``, ``W3``, ``WF``, ``3F``, ``35``, ``35x4``, ``H4``. A game is dealt by its caller.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias

RANKS = "A23456789TJQK"
SUITS = "SHDC"
COLUMNS = "1234567"

View: TypeAlias = tuple[
    tuple[tuple[str, ...], ...], tuple[str, ...], tuple[str, ...], tuple[str, ...]
]
"""Columns, stock, waste and the top cards of the foundations, to compare games by."""


def every_move_text() -> list[str]:
    """Return the text of every move there can ever be."""
    texts = ["D", "WF"]
    texts += [f"W{column}" for column in COLUMNS]
    texts += [f"{column}F" for column in COLUMNS]
    texts += [f"{suit}{column}" for suit in SUITS for column in COLUMNS]
    for source in COLUMNS:
        for target in COLUMNS:
            if source != target:
                texts.append(source + target)
                texts += [f"{source}{target}x{length}" for length in range(2, 14)]
    return texts


EVERY_MOVE = every_move_text()
SHORT_MOVES = [text for text in EVERY_MOVE if len(text) <= 2]


def rank(card: str) -> int:
    return RANKS.index(card[0].upper()) + 1


def suit(card: str) -> str:
    return card[1].upper()


def colour(card: str) -> str:
    return "red" if suit(card) in ("H", "D") else "black"


class Game:
    """One game: piles that change as it is played."""

    def __init__(
        self, name: str, draw: int, columns: Sequence[Sequence[str]], stock: Sequence[str]
    ) -> None:
        """Lay out a deal: all cards as ``TH``; the last one of each column lies face up."""
        self.klondike = name == "klondike"
        self.draw = draw
        self.columns = [[*(c.lower() for c in column[:-1]), column[-1]] for column in columns]
        self.stock = list(stock)
        self.waste: list[str] = []
        self.foundations: dict[str, list[str]] = {suit: [] for suit in SUITS}

    def copy(self) -> Game:
        other = Game.__new__(Game)
        other.klondike = self.klondike
        other.draw = self.draw
        other.columns = [list(column) for column in self.columns]
        other.stock = list(self.stock)
        other.waste = list(self.waste)
        other.foundations = {suit: list(cards) for suit, cards in self.foundations.items()}
        return other

    def view(self) -> View:
        return (
            tuple(tuple(column) for column in self.columns),
            tuple(self.stock),
            tuple(self.waste),
            tuple(cards[-1] for cards in self.foundations.values() if cards),
        )

    def is_won(self) -> bool:
        return all(len(cards) == 13 for cards in self.foundations.values())

    def builds(self, card: str, on: str) -> bool:
        """Say whether a card may lie on another in a column."""
        if rank(card) != rank(on) - 1:
            return False
        if self.klondike:
            return colour(card) != colour(on)
        return suit(card) != suit(on)

    def column_takes(self, column: list[str], card: str) -> bool:
        if column:
            return self.builds(card, column[-1])
        return rank(card) == 13 or not self.klondike

    def foundation_takes(self, card: str) -> bool:
        return len(self.foundations[suit(card)]) == rank(card) - 1

    def allows(self, text: str) -> bool:
        """Say whether a move, given as a well-formed text, is legal now."""
        if text == "D":
            if self.stock:
                return True
            return self.klondike and len(self.waste) > 0
        source, target = text[0], text[1]
        length = int(text[3:] or "1")
        if source == "W":
            moving = self.waste[-1:]
        elif source in SUITS:
            moving = self.foundations[source][-1:] if self.klondike else []
        else:
            column = self.columns[int(source) - 1]
            if length > len(column):
                return False
            moving = column[-length:]
        if not moving or any(card.islower() for card in moving):
            return False
        if target == "F":
            return self.foundation_takes(moving[0])
        for upper, lower in pairwise(moving):
            if not self.builds(lower, upper):
                return False
        target_column = self.columns[int(target) - 1]
        if source in COLUMNS and not target_column and length == len(column):
            return False
        return self.column_takes(target_column, moving[0])

    def legal(self) -> set[str]:
        """Return the texts of all legal moves."""
        candidates = list(SHORT_MOVES)
        for source, column in zip(COLUMNS, self.columns, strict=True):
            face_up = sum(card.isupper() for card in column)
            for length in range(2, face_up + 1):
                candidates += [f"{source}{target}x{length}" for target in COLUMNS]
        return {text for text in candidates if text[0] != text[1:2] and self.allows(text)}

    def play(self, text: str) -> None:
        """Make a legal move."""
        if not self.allows(text):
            raise ValueError(text)
        if text == "D":
            if not self.stock:
                self.stock = self.waste
                self.waste = []
                return
            for _ in range(self.draw):
                if self.stock:
                    self.waste.append(self.stock.pop(0))
            return
        source, target = text[0], text[1]
        length = int(text[3:] or "1")
        if source == "W":
            pile = self.waste
        elif source in SUITS:
            pile = self.foundations[source]
        else:
            pile = self.columns[int(source) - 1]
        moving = [pile.pop() for _ in range(length)]
        moving.reverse()
        if source in COLUMNS and pile:
            pile[-1] = pile[-1].upper()
        if target == "F":
            self.foundations[suit(moving[0])] += moving
        else:
            self.columns[int(target) - 1] += moving

    def after(self, text: str) -> Game:
        """Return a second game in which the move has been made."""
        game = self.copy()
        game.play(text)
        return game


class History:
    """A game that can be taken back: every state it has been in, in full."""

    def __init__(self, start: Game) -> None:
        self.states = [start]
        self.texts: list[str] = []
        self.at = 0

    @property
    def now(self) -> Game:
        return self.states[self.at]

    def play(self, text: str) -> None:
        state = self.now.after(text)
        # The move that was taken back last is made again, and those behind it stay.
        if self.texts[self.at : self.at + 1] != [text]:
            self.states = [*self.states[: self.at + 1], state]
            self.texts = [*self.texts[: self.at], text]
        self.at += 1

    def undo(self) -> None:
        if self.at > 0:
            self.at -= 1

    def redo(self) -> None:
        if self.at < len(self.states) - 1:
            self.at += 1

    def restart(self) -> None:
        self.at = 0


def count_sequences(game: Game, depth: int) -> int:
    """Return how many sequences of that many legal moves start from here."""
    if depth == 0:
        return 1
    moves = game.legal()
    if depth == 1:
        return len(moves)
    return sum(count_sequences(game.after(text), depth - 1) for text in moves)
