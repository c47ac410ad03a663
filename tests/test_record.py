"""Records: written and read again without loss, and refused whole if anything is wrong."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from leftsuit import record, session
from leftsuit.notation import parse_move
from leftsuit.position import DEAL
from leftsuit.record import LEFT, MAX_BYTES, OPEN, WON, BadRecord, Record, read, write
from leftsuit.rules import ALL_RULES, KLONDIKE, LEFT_SUIT, Rules
from tests.games import random_game, won

every_rules = pytest.mark.parametrize("rules", ALL_RULES)
fixed = settings(
    max_examples=150,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)

GOOD = """\
leftsuit game 1
rules: left-suit
draw: 1
deal: 20261129
started: 2026-11-29T18:04:31Z
result: open
seconds: 724
helped: yes
undos: 2
at: 3
moves:
D 63 D+D
52 D
"""


def changed(line: int, new: str | None) -> str:
    """Return the good record with one line (counted from 1) replaced or, for None, left out."""
    lines = GOOD.splitlines()
    lines[line - 1 : line] = [] if new is None else [new]
    return "\n".join(lines) + "\n"


def refused(text: str) -> BadRecord:
    with pytest.raises(BadRecord) as caught:
        read(text)
    error = caught.value
    assert str(error) == f"line {error.line}: {error.why}"
    assert str(error).isascii()
    assert str(error).isprintable()
    assert len(str(error)) < 100
    return error


# Writing and reading


def steps(text: str) -> list[list[str]]:
    return [step.split("+") for step in text.split()]


def test_a_record_is_readable() -> None:
    game = session.new(LEFT_SUIT, 20261129)
    made = [[parse_move(move) for move in step] for step in steps("D 63 D+D 52 D")]
    game = session.go_to(session.follow(game, made), 3)
    found = read(GOOD)
    assert found == Record(game, OPEN, 724, "2026-11-29T18:04:31Z", True, 2)
    assert found.game.position == game.position
    assert found.game.moves == 4
    assert write(found) == GOOD.replace("\n52", " 52")


@every_rules
@pytest.mark.parametrize("length", [0, 1, 19, 20, 21, 200])
def test_reading_gives_back_what_was_written(rules: Rules, length: int) -> None:
    source = random.Random(length)
    game = random_game(rules, 32_000 + length, length, source, longest=4)
    for at in {0, 1, len(game.steps) // 2, len(game.steps)}:
        if at > len(game.steps):
            continue
        for result, seconds in ((OPEN, 0), (LEFT, 10**12 - 1)):
            whole = Record(session.go_to(game, at), result, seconds)
            text = write(whole)
            assert read(text) == whole
            assert write(read(text)) == text
            assert text.isascii()
            assert max(map(len, text.splitlines())) < 500


@every_rules
def test_a_won_game_is_written_as_won(rules: Rules) -> None:
    game = won(rules)
    for at in (0, len(game.steps) - 1, len(game.steps)):
        whole = Record(session.go_to(game, at), WON, 60)
        assert read(write(whole)) == whole


@pytest.mark.parametrize("deal", [1, 31_999, 32_000, 10**20 - 1])
def test_every_deal_can_be_written(deal: int) -> None:
    whole = Record(session.new(KLONDIKE, deal))
    assert read(write(whole)) == whole


def test_lines_may_end_as_on_windows() -> None:
    assert read(GOOD.replace("\n", "\r\n")) == read(GOOD)


@pytest.mark.parametrize(
    "started", ["", "2028-02-29T00:00:00Z", "2000-02-29T23:59:60Z", "0001-01-01T00:00:00Z"]
)
def test_when_a_game_was_started(started: str) -> None:
    whole = read(changed(5, f"started: {started}"))
    assert whole.started == started
    assert read(write(whole)) == whole
    assert " \n" not in write(whole)


def test_now() -> None:
    whole = Record(session.new(LEFT_SUIT, 7), started=record.now())
    assert whole.started
    assert read(write(whole)) == whole


def test_a_clock_beyond_reason_tells_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record.time, "gmtime", lambda: (12026, 11, 29, 18, 4, 31, 6, 333, 0))
    assert record.now() == ""


@pytest.mark.parametrize(("seconds", "kept"), [(-5, 0), (10**12, 10**12 - 1), (10**30, 10**12 - 1)])
def test_times_out_of_bounds_are_written_as_the_nearest(seconds: int, kept: int) -> None:
    assert read(write(read(GOOD)._replace(seconds=seconds))).seconds == kept


# Games taken up again


def test_a_game_taken_up_again_keeps_what_it_cost() -> None:
    old = read(GOOD)
    new = record.as_new(old, 2, "2027-01-01T00:00:00Z")
    assert new.game == session.follow(
        session.new(LEFT_SUIT, 20261129), [step.moves for step in old.game.steps[:2]]
    )
    assert new[1:] == (OPEN, 724 * 2 // 5, "2027-01-01T00:00:00Z", True, 3)
    assert record.as_new(old, 5, "").undos == 2
    assert read(write(new)) == new
    with pytest.raises(IndexError):
        record.as_new(old, 6, "")


def test_from_the_opening_it_is_a_fresh_game() -> None:
    new = record.as_new(read(GOOD), 0, "")
    assert new == Record(session.new(LEFT_SUIT, 20261129))


@every_rules
def test_a_won_game_taken_up_before_its_end_can_go_on(rules: Rules) -> None:
    old = Record(won(rules), WON, 60)
    assert record.as_new(old, len(old.game.steps) - 1, "").result == OPEN
    assert record.as_new(old, len(old.game.steps), "").result == WON


def test_a_summary_tells_the_moves_up_to_the_win() -> None:
    game = won(LEFT_SUIT)
    whole = Record(session.go_to(game, 10), WON, 60, "", True, 4)
    found = record.summary_of(5, record.values(whole), record.steps_text(game.steps))
    assert found == record.Summary(
        *(5, "left-suit", 1, 32111, WON, 60, "", True, 4, len(game.steps))
    )
    whole = read(GOOD)
    steps = record.steps_text(whole.game.steps)
    assert record.summary_of(1, record.values(whole), steps).moves == whole.game.moves == 4


# Moves spread over lines


def test_moves_may_be_spread_over_lines_at_will() -> None:
    spread = GOOD.replace("D 63 D+D\n52 D\n", "\n\n  D\n63   D+D 52 D  \n\n")
    assert read(spread) == read(GOOD)


# Refusing


@pytest.mark.parametrize(
    ("line", "new"),
    [
        (1, None),
        (1, ""),
        (1, "leftsuit game"),
        (1, "leftsuit game "),
        (1, "leftsuit game 0"),
        (1, "leftsuit game 01"),
        (1, "leftsuit game -1"),
        (1, "leftsuit game 1.5"),
        (1, "leftsuit game one"),
        (1, "leftsuit game 1 "),
        (1, "leftsuit game 2"),
        (1, "leftsuit game 999999999999999999999999"),
        (1, " leftsuit game 1"),
        (1, "LEFTSUIT GAME 1"),
        (1, "\ufeffleftsuit game 1"),
        (2, None),
        (2, "rules left-suit"),
        (2, "rules:"),
        (2, "rules: freecell"),
        (2, "rules: Left-Suit"),
        (2, "draw: 1"),
        (2, ""),
        (3, None),
        (3, "draw: 2"),
        (3, "draw: 01"),
        (3, "draw: one"),
        (3, "draw:"),
        (4, None),
        (4, "deal: 0"),
        (4, "deal: -1"),
        (4, "deal:"),
        (4, "deal: 1e3"),
        (4, "deal: 100000000000000000000"),
        (4, "deal: " + "9" * 5000),
        (5, None),
        (5, "started: yesterday"),
        (5, "started: 2026-11-29"),
        (5, "started: 2026-11-29 18:04:31Z"),
        (5, "started: 2026-11-29T18:04:31"),
        (5, "started: 2026-11-29T18:04:31+00:00"),
        (5, "started: 0000-11-29T18:04:31Z"),
        (5, "started: 2026-13-29T18:04:31Z"),
        (5, "started: 2026-11-00T18:04:31Z"),
        (5, "started: 2026-11-31T18:04:31Z"),
        (5, "started: 2026-02-29T18:04:31Z"),
        (5, "started: 2100-02-29T18:04:31Z"),
        (5, "started: 2026-11-29T24:04:31Z"),
        (5, "started: 2026-11-29T18:60:31Z"),
        (5, "started: 2026-11-29T18:04:61Z"),
        (6, None),
        (6, "result: lost"),
        (6, "result:"),
        (6, "result: won"),
        (7, None),
        (7, "seconds: -1"),
        (7, "seconds: 1.5"),
        (7, "seconds: 007"),
        (7, "seconds:"),
        (7, "seconds: 9999999999999"),
        (7, "seconds: " + "9" * 5000),
        (8, None),
        (8, "helped:"),
        (8, "helped: Yes"),
        (8, "helped: 1"),
        (9, None),
        (9, "undos:"),
        (9, "undos: -1"),
        (9, "undos: 1000000000000"),
        (10, None),
        (10, "at: 6"),
        (10, "at: 99999"),
        (10, "at: -1"),
        (10, "at: three"),
        (10, "at:"),
        (11, None),
        (11, "moves"),
        (11, "moves: D"),
        (12, "D 63 63"),
        (12, "D 63 D+63"),
        (12, "D WF"),
        (12, "D 17x2"),
        (12, "D H4"),
        (12, "D 63 D++D"),
        (12, "D 63 D+ D"),
        (12, "D 63 +D"),
        (12, "D 63 d"),
        (12, "D, 63, D"),
        (12, "D 63x1 D"),
        (13, "52 52"),
        (13, "52 E"),
        (13, "52 D " + "D" * 5000),
        (13, "52 35x99"),
        (13, "# the end"),
    ],
)
def test_a_record_with_a_wrong_line_is_refused(line: int, new: str | None) -> None:
    assert refused(changed(line, new)).line == line


@pytest.mark.parametrize(
    "character", ["\x00", "\x07", "\x08", "\t", "\x0b", "\x0c", "\r", "\x1b", "\x1c", "\x1f"]
)
def test_control_characters_are_refused(character: str) -> None:
    for line, old in enumerate(GOOD.splitlines(), 1):
        assert refused(changed(line, character + old)).line == line
        if character == "\r":
            assert read(changed(line, old + character)) == read(GOOD)
        else:
            assert refused(changed(line, old + character)).line == line


@pytest.mark.parametrize(
    "character", ["\x7f", "\x85", "\x9b", "\xa0", "\u2028", "\u3000", "é", "\ud800"]
)
def test_what_is_not_ascii_is_refused(character: str) -> None:
    for line, old in enumerate(GOOD.splitlines(), 1):
        assert refused(changed(line, old + character)).line == line


@pytest.mark.parametrize(
    "sequence", ["\x1b[2J", "\x1b]0;title\x07", "\x9b31m", "\x1bP", "\r\x1b[K", "\u202e", "\x00"]
)
def test_errors_quote_no_escape_sequences(sequence: str) -> None:
    for line in range(1, 14):
        old = GOOD.splitlines()[line - 1]
        for new in (sequence + old, old + sequence, sequence, f"{old} {sequence} D"):
            assert refused(changed(line, new)).line == line


def test_a_newer_record_is_called_so() -> None:
    assert "newer" in refused(changed(1, "leftsuit game 2")).why
    # Whatever else has changed by then.
    assert "newer" in refused("leftsuit game 3\nall is different\n").why


@pytest.mark.parametrize("text", ["", "\n", "\n" + GOOD, "\x00" * 512, "{}", "SQLite format 3\x00"])
def test_what_is_no_record(text: str) -> None:
    assert refused(text).line == 1


def test_zeros_over_the_end_are_refused() -> None:
    """As some file systems leave them after a power failure."""
    for cut in range(1, len(GOOD)):
        zeros = GOOD[:cut] + "\x00" * (len(GOOD) - cut)
        assert refused(zeros).line == GOOD.count("\n", 0, cut) + 1


@every_rules
def test_a_record_cut_off_anywhere_is_refused(rules: Rules) -> None:
    """As long as the player stands at the end of the moves; others may lose what was undone."""
    game = random_game(rules, 32_021, 45, random.Random(3), longest=3)
    text = write(Record(game, OPEN))
    assert read(text).game == game
    for cut in range(len(text)):
        refused(text[:cut])


def test_a_shorter_last_move_is_not_taken_for_the_whole() -> None:
    """``3F+WF`` cut to ``3F`` could be played as well."""
    game = session.do(session.new(LEFT_SUIT, 20261129), [DEAL, parse_move("63")])
    text = write(Record(game))
    assert text.endswith("D+63\n")
    assert refused(text[: -len("+63\n")]).line == 12


def test_lines_left_out_or_doubled_are_refused() -> None:
    lines = GOOD.splitlines()
    for i in range(11):
        refused("\n".join(lines[:i] + lines[i + 1 :]) + "\n")
        refused("\n".join([*lines[: i + 1], *lines[i:]]) + "\n")


def test_the_result_has_to_be_that_of_the_moves() -> None:
    game = won(LEFT_SUIT)
    assert refused(write(Record(game, OPEN))).line == 6
    assert refused(write(Record(game, LEFT))).line == 6
    short = session.follow(
        session.new(LEFT_SUIT, game.deal), [step.moves for step in game.steps[:-1]]
    )
    assert refused(write(Record(short, WON))).line == 6


def test_the_text_has_a_limit() -> None:
    padding = " " * (MAX_BYTES - len(GOOD) - 1) + "\n"
    assert read(GOOD + padding) == read(GOOD)
    assert refused(GOOD + " " + padding).line == 1


def test_so_do_the_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    assert record.MAX_MOVES >= 10_000
    monkeypatch.setattr(record, "MAX_MOVES", 2_000)

    def dealt(moves: int, joint: str) -> str:
        start = write(Record(session.new(KLONDIKE, 1)))
        return start + "\n".join([joint.join(["D"] * 100)] * (moves // 100)) + "\n"

    for joint in (" ", "+"):
        assert read(dealt(2_000, joint)).game.steps
        assert refused(dealt(2_100, joint)).line == 12 + 20


@given(st.text())
@fixed
def test_no_text_does_worse_than_be_refused(text: str) -> None:
    refused(text)
    refused("leftsuit game 1\n" + text)


@given(
    place=st.integers(0, len(GOOD)),
    dropped=st.integers(0, 12),
    added=st.text("DWF1234567x+ \n:SHC", max_size=4) | st.text(max_size=4),
)
@fixed
def test_a_damaged_record_is_refused_or_a_whole_game(place: int, dropped: int, added: str) -> None:
    text = GOOD[:place] + added + GOOD[place + dropped :]
    try:
        found = read(text)
    except BadRecord:
        refused(text)
    else:
        assert read(write(found)) == found


@given(
    st.lists(
        st.lists(st.sampled_from(["D", "63", "52", "WF"]), min_size=1, max_size=3), max_size=8
    ),
    st.integers(0, 8),
)
@fixed
def test_moves_are_checked_one_by_one(made: list[list[str]], at: int) -> None:
    """A record is read just when the session would have made the same steps."""
    text = GOOD[: GOOD.index("at: ")] + f"at: {at}\nmoves:\n"
    text += "\n".join("+".join(step) for step in made) + "\n"
    game = session.new(LEFT_SUIT, 20261129)
    wrong = None
    for number, step in enumerate(made):
        try:
            game = session.do(game, map(parse_move, step))
        except session.table.IllegalMove:
            wrong = 12 + number
            break
    if wrong is None and at > len(made):
        wrong = 10
    if wrong is None:
        assert read(text).game == session.go_to(game, at)
    else:
        assert refused(text).line == wrong


def test_reading_changes_nothing_of_a_record_in_hand() -> None:
    whole = read(GOOD)
    refused(changed(13, "52 52"))
    assert read(GOOD) == whole
