"""The engine and the session against the naive model of the rules, in step with each other."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from leftsuit import session
from leftsuit.notation import move_text, parse_move
from leftsuit.position import IllegalMove, Position, is_won, play, refusal
from leftsuit.rules import ALL_RULES, KLONDIKE, KLONDIKE_DRAW_3, LEFT_SUIT, LEFT_SUIT_DRAW_3, Rules
from leftsuit.session import Session
from tests import naive
from tests.games import won
from tests.table import naive_game, texts, view

MOVES = {text: parse_move(text) for text in naive.EVERY_MOVE}


def likely(legal: set[str], source: random.Random) -> str:
    """Pick a move such that games get somewhere: up if possible, deals and returns rarely."""
    moves = sorted(legal)
    up = [text for text in moves if text.endswith("F")]
    if up and source.random() < 0.9:
        return source.choice(up)
    onward = [text for text in moves if text[0] not in "DSHC"]
    return source.choice(onward if onward and source.random() < 0.7 else moves)


class Game(RuleBasedStateMachine):
    """Moves, legal and not, and taking back, made in a session and in the model alike."""

    rule_set: Rules
    session: Session
    model: naive.History

    @initialize(deal=st.integers(1, 10**6), moves=st.integers(0, 120), seed=st.integers(0, 99))
    def begin(self, deal: int, moves: int, seed: int) -> None:
        """Start somewhere in a game, not always at its opening."""
        source = random.Random(seed)
        self.session = session.new(self.rule_set, deal)
        self.model = naive.History(naive_game(self.rule_set, deal))
        for _ in range(moves):
            legal = self.model.now.legal()
            if not legal:
                break
            self.make(likely(legal, source))

    def make(self, text: str) -> None:
        self.session = session.do(self.session, [MOVES[text]])
        self.model.play(text)

    @precondition(lambda self: self.model.now.legal())
    @rule(data=st.data())
    def any_legal_move(self, data: st.DataObject) -> None:
        self.make(data.draw(st.sampled_from(sorted(self.model.now.legal()))))

    @precondition(lambda self: self.model.now.legal())
    @rule(seed=st.integers(0, 9))
    def a_likely_move(self, seed: int) -> None:
        self.make(likely(self.model.now.legal(), random.Random(seed)))

    @rule(text=st.sampled_from(naive.EVERY_MOVE))
    def any_move(self, text: str) -> None:
        """A move that one refuses is refused by both, and changes nothing."""
        if self.model.now.allows(text):
            self.make(text)
            return
        with pytest.raises(ValueError, match=text):
            self.model.play(text)
        before = self.session
        with pytest.raises(IllegalMove) as caught:
            session.do(self.session, [MOVES[text]])
        assert caught.value.refusal == refusal(before.position, MOVES[text])
        assert self.session == before

    @rule()
    def undo(self) -> None:
        self.session = session.undo(self.session)
        self.model.undo()

    @rule()
    def redo(self) -> None:
        self.session = session.redo(self.session)
        self.model.redo()

    @rule()
    def restart(self) -> None:
        self.session = session.go_to(self.session, 0)
        self.model.restart()

    @rule()
    def redo_all(self) -> None:
        self.session = session.go_to(self.session, len(self.session.steps))
        self.model.at = len(self.model.states) - 1

    @invariant()
    def both_agree(self) -> None:
        game, model = self.session, self.model
        assert view(game.position) == model.now.view()
        assert texts(game.position) == model.now.legal()
        assert is_won(game.position) == model.now.is_won()
        assert game.at == game.moves == model.at
        assert len(game.steps) == len(model.states) - 1


def machine(rules: Rules) -> type[Game]:
    """Return the test that plays by one rule set; it is the same on every run."""

    class OneRuleSet(Game):
        rule_set = rules

    test = OneRuleSet.TestCase
    test.settings = settings(
        max_examples=30,
        stateful_step_count=30,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    return test


TestLeftSuit = machine(LEFT_SUIT)
TestLeftSuitDraw3 = machine(LEFT_SUIT_DRAW_3)
TestKlondike = machine(KLONDIKE)
TestKlondikeDraw3 = machine(KLONDIKE_DRAW_3)


def agree(position: Position, model: naive.Game) -> None:
    """Compare what engine and model make of every move there is."""
    for text in naive.EVERY_MOVE:
        assert (refusal(position, MOVES[text]) is None) == model.allows(text), text
    assert texts(position) == model.legal()
    assert view(position) == model.view()


@pytest.mark.parametrize("rules", ALL_RULES)
def test_whole_games_agree(rules: Rules) -> None:
    """Games played on at random until every kind of move has come up."""
    source = random.Random(1)
    kinds: set[str] = set()
    empty_columns = 0
    for deal in range(32_000, 32_012):
        position, model = session.new(rules, deal).start, naive_game(rules, deal)
        for _ in range(150):
            legal = model.legal()
            assert texts(position) == legal
            if not legal:
                break
            text = likely(legal, source)
            position = play(position, MOVES[text])
            model.play(text)
            assert view(position) == model.view()
            empty_columns += () in position.columns
            kinds.add("".join("n" if letter.isdigit() else letter for letter in text))
        agree(position, model)
    assert kinds >= {"D", "Wn", "WF", "nF", "nn", "nnxn"}
    assert ("Hn" in kinds) == rules.take_back
    assert empty_columns


@pytest.mark.parametrize("rules", ALL_RULES)
def test_won_games_agree_to_the_last_card(rules: Rules) -> None:
    game = won(rules)
    model = naive_game(rules, game.deal)
    for step in game.steps:
        assert not model.is_won()
        for move in step.moves:
            model.play(move_text(move))
        agree(step.after, model)
        assert is_won(step.after) == model.is_won()
    assert model.is_won()


def test_the_model_knows_every_move() -> None:
    assert len(set(naive.EVERY_MOVE)) == len(naive.EVERY_MOVE) == 590
