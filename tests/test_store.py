"""The store: what is saved comes back, copies do not spoil each other, and games count once."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from leftsuit import folder, record, session, statistics, store
from leftsuit.position import DEAL
from leftsuit.record import LEFT, OPEN, WON, BadRecord, Record
from leftsuit.rules import ALL_RULES, KLONDIKE, LEFT_SUIT, Rules
from leftsuit.store import FAILED, NOTHING, SAVED, SPLIT, Store
from tests.games import won
from tests.keeping import begun, file_of, is_whole, kept, placed, quick_folder, sql


@pytest.fixture
def where() -> Iterator[Path]:
    with quick_folder() as path:
        yield path


@pytest.fixture
def ours(where: Path) -> Iterator[Store]:
    with Store.open(str(where)) as opened:
        yield opened


def results(store: Store) -> list[str]:
    return [game.result for game in store.games()]


# Saving and reading


@pytest.mark.parametrize("rules", ALL_RULES)
def test_what_was_saved_comes_back(where: Path, rules: Rules) -> None:
    game = session.go_to(begun(30, rules=rules).game, 17)
    whole = Record(game, OPEN, 724, "2026-11-29T18:04:31Z", True, 13)
    with Store.open(str(where)) as first:
        assert first.problem is None
        place = kept(first, whole)
    with Store.open(str(where)) as second:
        found = second.newest_open()
        assert found == store.Found(place, whole)
        assert second.read(place.id) == second.newest() == found
    assert is_whole(where)


def test_every_move_undo_and_redo_is_kept(where: Path, ours: Store) -> None:
    game, place = begun(0).game, None
    for number, step in enumerate(won(LEFT_SUIT).steps[:12], 1):
        game = session.do(game, step.moves)
        for now in (game, session.undo(game), game):
            place = kept(ours, Record(now, seconds=number), place)
            with Store.open(str(where)) as other:
                found = other.newest_open()
            assert found is not None
            assert found.record == Record(now, seconds=number)
    assert len(list(ours.games())) == 1


def test_a_game_without_a_move_leaves_no_row(where: Path, ours: Store) -> None:
    for _ in range(5):
        assert ours.save(None, begun(0)) == (NOTHING, None)
        assert ours.leave(None, begun(0)) == (NOTHING, None)
    assert sql(where, "SELECT count(*) FROM games") == [(0,)]


def test_moves_that_were_all_taken_back_are_kept(ours: Store) -> None:
    whole = begun(3)._replace(game=session.go_to(begun(3).game, 0))
    kept(ours, whole)
    found = ours.newest_open()
    assert found is not None
    assert found.record == whole


@pytest.mark.parametrize("deal", [1, 2**63, 10**20 - 1])
def test_every_deal_can_be_kept(ours: Store, deal: int) -> None:
    whole = Record(session.do(session.new(KLONDIKE, deal), [DEAL]))
    found = ours.read(kept(ours, whole).id)
    assert found is not None
    assert found.record == whole
    assert next(ours.games()).deal == deal


@pytest.mark.parametrize("number", [-1, 0, 2, 2**63, 10**30])
def test_games_that_are_not_there(ours: Store, number: int) -> None:
    kept(ours, begun(1))
    assert ours.read(number) is None
    assert not ours.delete(number)
    assert ours.problem is None


def test_the_file_is_for_the_player_alone(where: Path) -> None:
    below = where / "a" / "b"
    with Store.open(str(below)) as ours:
        kept(ours, begun(1))
    assert file_of(below).stat().st_mode & 0o077 == 0
    assert [path.name for path in below.iterdir()] == [folder.FILE_NAME]


def test_reading_alone_makes_nothing(where: Path) -> None:
    with Store.open(str(where / "a"), create=False) as ours:
        assert list(ours.games()) == []
        assert ours.newest() is ours.newest_open() is ours.problem is None
        assert ours.settings() == {}
    assert not (where / "a").exists()


def test_commits_wait_for_the_disk(ours: Store) -> None:
    kept(ours, begun(1))
    database = ours._database
    assert database is not None
    [extra] = database.run(lambda c: c.execute("PRAGMA synchronous").fetchone())
    [journal] = database.run(lambda c: c.execute("PRAGMA journal_mode").fetchone())
    assert (extra, journal) == (3, "delete")


def test_a_write_ahead_log_is_ended(where: Path, ours: Store) -> None:
    place = kept(ours, begun(1))
    ours.close()
    assert sql(where, "PRAGMA journal_mode=WAL") == [("wal",)]
    kept(ours, begun(2), place)
    ours.close()
    assert sql(where, "PRAGMA journal_mode") == [("delete",)]


# Which game goes on


def test_the_game_played_last_goes_on(ours: Store) -> None:
    first, second = kept(ours, begun(3)), kept(ours, begun(5))
    assert placed_open(ours) == second.id
    first = kept(ours, begun(4), first)
    assert placed_open(ours) == first.id
    ours.leave(first, begun(4))
    assert placed_open(ours) == second.id
    ours.save(second, begun(-1))
    assert ours.newest_open() is None
    assert results(ours) == [WON, LEFT]


def placed_open(store: Store) -> int:
    found = store.newest_open()
    assert found is not None
    return found.place.id


def test_a_game_that_was_left_can_be_taken_up_and_won(ours: Store) -> None:
    place = kept(ours, begun(10))
    place = placed(ours.leave(place, begun(10)))
    assert results(ours) == [LEFT]
    place = kept(ours, begun(11), place)
    assert results(ours) == [OPEN]
    kept(ours, begun(-1), place)
    assert results(ours) == [WON]
    figures = statistics.of(ours.games(), "left-suit", 1).figures[0]
    assert (figures.games, figures.won, figures.going_on) == (1, 1, 0)


def test_the_moves_tell_whether_a_game_is_won(ours: Store) -> None:
    place = kept(ours, begun(-1, result=OPEN))
    assert place.won
    other = kept(ours, begun(4, result=WON))
    assert not other.won
    assert placed(ours.leave(None, begun(-1))).won
    assert results(ours) == [WON, OPEN, WON]


def test_after_a_win_nothing_changes(where: Path, ours: Store) -> None:
    place = kept(ours, begun(-1, seconds=60))
    before = sql(where, "SELECT * FROM games")
    game = session.go_to(begun(-1).game, 40)
    for now in (game, session.go_to(game, 0), session.do(game, won(LEFT_SUIT).steps[40].moves)):
        assert ours.save(place, Record(now, OPEN, 99, "", True, 7)) == (NOTHING, place)
        assert ours.leave(place, Record(now)) == (NOTHING, place)
    assert ours.save(place, begun(-1, seconds=99)) == (NOTHING, place)
    assert sql(where, "SELECT * FROM games") == before


def test_restarting_and_winning_again_is_one_game(ours: Store) -> None:
    for _ in range(5):
        place = kept(ours, begun(3))
        place = kept(ours, begun(3)._replace(game=session.go_to(begun(3).game, 0)), place)
        place = kept(ours, begun(-1), place)
        for steps in (3, -1):
            place = placed(ours.save(place, begun(steps)))
    figures = statistics.of(ours.games(), "left-suit", 1).figures[0]
    assert (figures.games, figures.won, figures.longest_streak) == (5, 5, 5)


# Two copies at once


def test_the_copy_that_comes_second_goes_on_alone(where: Path, ours: Store) -> None:
    place = kept(ours, begun(5))
    with Store.open(str(where)) as theirs:
        found = theirs.newest_open()
        assert found is not None
        assert found.place == place
        place = kept(ours, begun(6), place)
        what, split = theirs.save(found.place, begun(7))
        assert what == SPLIT
        assert split is not None
        assert split.id != place.id
        # From here on each has its own.
        for steps in (8, 9):
            place = kept(ours, begun(steps), place)
            split = kept(theirs, begun(steps + 10), split)
        kept(ours, begun(-1), place)
        kept(theirs, begun(-1), split)
    assert results(ours) == [WON, WON]


def test_a_copy_that_has_done_nothing_new_leaves_no_second_game(where: Path, ours: Store) -> None:
    place = kept(ours, begun(5))
    with Store.open(str(where)) as theirs:
        kept(theirs, begun(7), place)
    assert ours.save(place, begun(5, seconds=50)) == (NOTHING, place)
    assert ours.leave(place, begun(5)) == (NOTHING, place)
    assert results(ours) == [OPEN]


@pytest.mark.parametrize("change", ["time", "left"])
def test_a_copy_that_made_no_move_has_not_moved_on(where: Path, ours: Store, change: str) -> None:
    place = kept(ours, begun(5))
    with Store.open(str(where)) as theirs:
        if change == "time":
            kept(theirs, begun(5, seconds=50), place)
        else:
            assert theirs.leave(place, begun(5)).what == SAVED
    kept(ours, begun(6), place)
    assert results(ours) == [OPEN]


def test_a_game_won_by_a_copy_stays_won(where: Path, ours: Store) -> None:
    place = kept(ours, begun(5))
    with Store.open(str(where)) as theirs:
        kept(theirs, begun(-1), place)
    assert ours.save(place, begun(6)).what == SPLIT
    assert results(ours) == [OPEN, WON]


def test_a_deleted_game_is_not_written_over_another(where: Path, ours: Store) -> None:
    place = kept(ours, begun(5))
    with Store.open(str(where)) as theirs:
        assert theirs.delete(place.id)
        assert not theirs.delete(place.id)
        other = kept(theirs, begun(2, rules=KLONDIKE))
        assert other.id != place.id
    what, split = ours.save(place, begun(6))
    assert what == SPLIT
    assert split is not None
    assert split.id not in (place.id, other.id)
    assert len(results(ours)) == 2


def test_a_file_that_is_put_in_another_place_is_made_anew(where: Path, ours: Store) -> None:
    place = kept(ours, begun(5))
    file_of(where).rename(where / "elsewhere")
    assert ours.save(place, begun(6)).what == SPLIT
    assert results(ours) == [OPEN]
    assert (where / "elsewhere").exists()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_forked_copy_opens_the_file_anew(where: Path) -> None:
    program = """if True:
        import os, sys
        from leftsuit.store import Store
        from tests.keeping import begun, kept
        with Store.open(sys.argv[1]) as store:
            place = kept(store, begun(5))
            child = os.fork()
            if not child:
                os._exit(len(list(store.games())) != 1 or store.save(place, begun(7))[0] != "saved")
            assert os.waitpid(child, 0)[1] == 0
            assert store.save(place, begun(6))[0] == "split"
            assert [game.moves for game in store.games()] == [6, 7]
    """
    subprocess.run([sys.executable, "-c", program, str(where)], check=True, timeout=60)


@pytest.mark.skipif(not os.path.isdir("/proc/self/fd"), reason="needs /proc")
def test_handles_are_closed(where: Path) -> None:
    """Those of a closed store, and every one in a program that is started."""
    program = """if True:
        import os, subprocess, sys
        from leftsuit.store import Store
        from tests.keeping import begun, kept
        def held(list_them="import os; print([os.path.realpath(f'/proc/self/fd/{n}') "
                           "for n in range(3, 64) if os.path.exists(f'/proc/self/fd/{n}')])"):
            return sys.argv[1] in subprocess.check_output(
                [sys.executable, "-c", list_them], close_fds=False, text=True)
        def open_here():
            return [n for n in os.listdir("/proc/self/fd")
                    if sys.argv[1] in os.path.realpath(f"/proc/self/fd/{n}")]
        with Store.open(sys.argv[1]) as store:
            kept(store, begun(1))
            assert open_here() and not held()
        assert not open_here()
    """
    subprocess.run([sys.executable, "-c", program, str(where)], check=True, timeout=60)


# What cannot be trusted


@pytest.mark.parametrize(
    "change",
    [
        "steps = 'D D E'",
        "steps = 'D 17x9'",
        "steps = ''",
        "steps = CAST(x'00ff1b5b' AS TEXT)",
        "steps = x'4420'",
        "steps = steps || char(27) || '[2J'",
        "steps = replace(hex(zeroblob(600000)), '0', 'D ')",
        "at = 99",
        "at = -1",
        "at = 1.5",
        "at = 'x'",
        "result = 'won'",
        "result = 'lost'",
        "rules = 'freecell'",
        "rules = char(27) || '[2J'",
        "draw = 2",
        "deal = '0'",
        "deal = '1e3'",
        "seconds = -5",
        "seconds = 'long'",
        "seconds = 9223372036854775807",
        "started = 'yesterday'",
        "started = char(7)",
        "helped = 'maybe'",
        "undos = -1",
    ],
)
def test_a_row_that_is_not_right_is_kept_and_shown_as_unreadable(
    where: Path, ours: Store, change: str
) -> None:
    good, bad = kept(ours, begun(5)), kept(ours, begun(6))
    sql(where, f"UPDATE games SET {change} WHERE id = ?", bad.id)
    before = sql(where, "SELECT * FROM games WHERE id = ?", bad.id)[0][:-1]
    for _ in range(2):
        with Store.open(str(where)) as fresh:
            assert record.unreadable(bad.id) in fresh.games()
            found = {game.id: game.readable for game in fresh.games()}
            assert found == {good.id: True, bad.id: False}
            with pytest.raises(BadRecord) as caught:
                fresh.read(bad.id)
            assert str(caught.value).isascii()
            assert str(caught.value).isprintable()
            assert placed_open(fresh) == good.id
            assert fresh.problem is None
            assert statistics.of(fresh.games()).unreadable == 1
    assert sql(where, "SELECT * FROM games WHERE id = ?", bad.id)[0][:-1] == before


def test_a_mark_does_not_make_nonsense_printable(where: Path, ours: Store) -> None:
    """Even if someone computes it."""
    place = kept(ours, begun(5))
    sql(where, "UPDATE games SET started = char(27) || '[2J'")
    row = sql(where, f"SELECT {', '.join((*record.FIELDS, 'steps'))} FROM games")[0]
    mark = store.verdict(tuple(map(str, row)), good=True)
    sql(where, "UPDATE games SET checked = ?", mark)
    assert list(ours.games()) == [record.unreadable(place.id)]


def test_rows_are_replayed_once(where: Path, ours: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    for steps in range(1, 121):
        kept(ours, begun(min(steps, 117)))
    sql(where, "UPDATE games SET checked = NULL WHERE id % 2")
    sql(where, "UPDATE games SET seconds = 5 WHERE id = 2")
    replays = []
    honest = store._record
    monkeypatch.setattr(store, "_record", lambda row: replays.append(row.id) or honest(row))
    games = ours.games()
    next(games)
    assert 0 < len(replays) <= store._AT_ONCE
    assert len(list(games)) == 119
    assert sorted(replays) == sorted([2, *range(1, 121, 2)])
    replays.clear()
    with Store.open(str(where)) as fresh:
        assert len(list(fresh.games())) == 120
    assert not replays


def test_revisions_that_are_none(where: Path, ours: Store) -> None:
    for value in ("'last'", "9223372036854775807"):
        place = kept(ours, begun(5))
        sql(where, f"UPDATE games SET revision = {value} WHERE id = ?", place.id)
        kept(ours, begun(6))
        assert len(results(ours)) % 2 == 0
    assert ours.problem is None
    assert [row for (row,) in sql(where, "SELECT revision FROM games ORDER BY id")] == [1, 2, 3, 4]


# Settings


def test_settings(where: Path, ours: Store) -> None:
    assert ours.settings() == {}
    assert ours.keep_setting("language", "ru")
    assert ours.keep_setting("language", "en")
    assert ours.keep_setting("ключ", "значение\n\x00")
    sql(where, "INSERT INTO settings VALUES ('later', '1')")
    assert ours.keep_setting("odd", "\ud800")
    with Store.open(str(where)) as fresh:
        assert fresh.settings() == {
            "language": "en",
            "ключ": "значение\n\x00",
            "later": "1",
            "odd": "?",
        }


def test_a_save_that_fails_is_tried_again(where: Path, ours: Store) -> None:
    place = kept(ours, begun(5))
    file = file_of(where)
    file.rename(where / "kept")
    file.mkdir()
    assert ours.save(place, begun(6)) == (FAILED, place)
    assert ours.problem == f"Games are not being saved: {folder.CANNOT_OPEN}."
    file.rmdir()
    (where / "kept").rename(file)
    kept(ours, begun(7), place)
    assert ours.problem is None
    assert [game.moves for game in ours.games()] == [7]
