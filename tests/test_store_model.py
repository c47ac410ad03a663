"""The store against a dictionary: two copies do anything in any order, and both agree on all."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from leftsuit import session
from leftsuit.record import LEFT, OPEN, WON, Record
from leftsuit.session import Session
from leftsuit.store import NOTHING, SAVED, SPLIT, Place, Store
from tests.games import won
from tests.keeping import begun, is_whole, quick_folder

GAME = won(begun(1).game.rules)
END = len(GAME.steps)
copies = st.integers(0, 1)


@dataclass
class Row:
    """What the model knows of a row."""

    record: Record
    revision: int


@dataclass
class Copy:
    """What a copy of the game has in hand."""

    record: Record
    place: Place | None = None
    kept: tuple[int, int] | None = None
    """Steps and the place in them as last saved."""
    seen: int = 0
    """The revision that it saw last."""


class Stores(RuleBasedStateMachine):
    """Two copies of the game on one folder."""

    def __init__(self) -> None:
        super().__init__()
        self.stack = contextlib.ExitStack()
        self.where = self.stack.enter_context(quick_folder())
        self.stores = [Store.open(str(self.where)) for _ in range(2)]
        self.copies = [Copy(begun(0)), Copy(begun(0))]
        self.rows: dict[int, Row] = {}
        self.revision = 0
        self.ids: set[int] = set()

    def teardown(self) -> None:
        assert is_whole(self.where)
        for store in self.stores:
            store.close()
        self.stack.close()

    def save(self, which: int, result: str = OPEN) -> None:
        copy = self.copies[which]
        outcome = self.stores[which].save(copy.place, copy.record._replace(result=result))
        game = copy.record.game
        state = (len(game.steps), game.at)
        if copy.place is None:
            expected = SAVED if game.steps else NOTHING
        elif copy.place.won:
            expected = NOTHING
        else:
            row = self.rows.get(copy.place.id)
            there = row is not None and row.record.result != WON
            if there and row is not None:
                theirs = (len(row.record.game.steps), row.record.game.at)
                there = row.revision == copy.seen or theirs == copy.kept
            expected = SAVED if there else NOTHING if state == copy.kept else SPLIT
        assert outcome.what == expected
        if expected == NOTHING:
            assert outcome.place == copy.place
            return
        assert outcome.place is not None
        number = outcome.place.id
        if copy.place is None or expected == SPLIT:
            assert number not in self.ids
            self.ids.add(number)
        else:
            assert number == copy.place.id
        self.revision += 1
        result = WON if game.has_been_won else result
        self.rows[number] = Row(copy.record._replace(result=result), self.revision)
        copy.place, copy.kept, copy.seen = outcome.place, state, self.revision

    @rule(which=copies)
    def begin(self, which: int) -> None:
        self.copies[which] = Copy(begun(0))

    @rule(which=copies, steps=st.integers(1, 4), seconds=st.integers(0, 9))
    def go_on(self, which: int, steps: int, seconds: int) -> None:
        copy = self.copies[which]
        for _ in range(steps):
            game = copy.record.game
            if game.at == END:
                break
            game = session.do(game, GAME.steps[game.at].moves)
            copy.record = copy.record._replace(game=game, seconds=copy.record.seconds + seconds)
            self.save(which)

    @rule(which=copies, back=st.integers(1, 3))
    def undo_or_redo(self, which: int, back: int) -> None:
        copy = self.copies[which]
        game = session.go_to(copy.record.game, max(copy.record.game.at - back, 0))
        copy.record = copy.record._replace(game=game, undos=copy.record.undos + 1)
        self.save(which)

    @rule(which=copies)
    def nothing_but_time(self, which: int) -> None:
        copy = self.copies[which]
        copy.record = copy.record._replace(seconds=copy.record.seconds + 60)
        self.save(which)

    @rule(which=copies)
    def win(self, which: int) -> None:
        copy = self.copies[which]
        game = Session(GAME.deal, GAME.start, GAME.steps, END)
        copy.record = copy.record._replace(game=game)
        self.save(which)

    @rule(which=copies)
    def leave(self, which: int) -> None:
        self.save(which, LEFT)
        self.copies[which] = Copy(begun(0))

    @rule(which=copies)
    def resume(self, which: int) -> None:
        found = self.stores[which].newest_open()
        going_on = [(row.revision, key) for key, row in self.rows.items() if row.record[1] == OPEN]
        assert (found is None) == (not going_on)
        if found is not None:
            self.take_up(which, found.record, found.place, max(going_on)[1])

    @rule(which=copies, data=st.data())
    def open_one(self, which: int, data: Any) -> None:
        if self.rows:
            number = data.draw(st.sampled_from(sorted(self.rows)))
            found = self.stores[which].read(number)
            assert found is not None
            self.take_up(which, found.record, found.place, number)

    def take_up(self, which: int, record: Record, place: Place, number: int) -> None:
        row = self.rows[number]
        assert place.id == number
        assert record == row.record
        state = (len(record.game.steps), record.game.at)
        self.copies[which] = Copy(record._replace(result=OPEN), place, state, row.revision)

    @rule(which=copies, number=st.integers(1, 12))
    def delete(self, which: int, number: int) -> None:
        assert self.stores[which].delete(number) == (self.rows.pop(number, None) is not None)
        self.revision = max((row.revision for row in self.rows.values()), default=0)

    @rule(which=copies)
    def reopen(self, which: int) -> None:
        self.stores[which].close()
        self.stores[which] = Store.open(str(self.where))

    @invariant()
    def all_is_there(self) -> None:
        expected = sorted(self.rows.items(), key=lambda item: -item[1].revision)
        for store in self.stores:
            assert (store.problem, store.notice) == (None, None)
            found = list(store.games())
            assert [game.id for game in found] == [number for number, _ in expected]
            for game, (_, row) in zip(found, expected, strict=True):
                record = row.record
                assert game.readable
                assert (game.result, game.seconds, game.undos) == (
                    *(record.result, record.seconds, record.undos),
                )
                at = len(record.game.steps) if record.result == WON else record.game.at
                assert game.moves == at


Stores.TestCase.settings = settings(
    max_examples=100, stateful_step_count=30, deadline=None, derandomize=True, database=None
)
TestStores = Stores.TestCase
