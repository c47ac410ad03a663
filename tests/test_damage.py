"""Files that are damaged, foreign or newer, and disks that take nothing: the game goes on."""

from __future__ import annotations

import os
import pickle
import random
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leftsuit import database, folder, rescue
from leftsuit.store import FAILED, SAVED, SPLIT, Store
from tests.keeping import begun, file_of, is_whole, kept, quick_folder, sql

pytestmark = pytest.mark.slow

GAMES = 150
FLIPS = int(os.environ.get("LEFTSUIT_FLIPS", "60"))


@pytest.fixture
def where() -> Iterator[Path]:
    with quick_folder() as path:
        yield path


@pytest.fixture(scope="module")
def full() -> Iterator[Path]:
    """A folder with many games in it, to be copied."""
    with quick_folder() as path:
        fill(path)
        yield path


def fill(where: Path, games: int = GAMES) -> None:
    with Store.open(str(where)) as store:
        for number in range(1, games + 1):
            kept(store, begun(40 + number % 70, seconds=number))
        store.keep_setting("language", "ru")


def aside(where: Path) -> list[Path]:
    return sorted(where.glob("leftsuit-damaged-*.db"))


def play_on(where: Path) -> int:
    """Do all that a player may; return how many games there were that can be read."""
    with Store.open(str(where)) as store:
        store.newest_open()
        count = sum(game.readable for game in store.games())
        place = kept(store, begun(3))
        place = kept(store, begun(4), place)
        assert store.problem is None
        found = store.newest_open()
        assert found is not None
        assert found.record == begun(4)
        assert sum(game.readable for game in store.games()) == count + 1
        assert store.keep_setting("draw", "3")
        assert store.settings()["draw"] == "3"
        assert len(list(store.games())) == len({game.id for game in store.games()})
    assert is_whole(where)
    return count


# Damaged files

DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "a page of zeros": lambda _: bytes(4096),
    "some zeros": lambda _: bytes(10),
    "all zeros": lambda whole: bytes(len(whole)),
    "the first half": lambda whole: whole[: len(whole) // 2],
    "the last page missing": lambda whole: whole[:-4096],
    "the first page": lambda whole: whole[:4096],
    "half of the head": lambda whole: whole[:50],
    "the second half": lambda whole: whole[len(whole) // 2 :],
    "zeros in the second half": lambda whole: whole[: len(whole) // 2].ljust(len(whole), b"\0"),
    "zeros in the first half": lambda whole: whole[len(whole) // 2 :].rjust(len(whole), b"\0"),
    "JSON": lambda _: b"[]",
    "much of a kind": lambda _: b"[" * 50_000_000,
    "objects": lambda _: pickle.dumps({"games": [1, 2, 3]}),
    "noise": lambda whole: random.Random(1).randbytes(len(whole)),
    "the name of the format": lambda _: b"SQLite format 3\0",
}


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_file_is_kept_and_replaced(where: Path, full: Path, name: str) -> None:
    whole = file_of(full).read_bytes()
    damaged = DAMAGES[name](whole)
    file_of(where).write_bytes(damaged)
    with Store.open(str(where)) as store:
        assert store.problem is None
        found = [game.seconds for game in store.games()]
        assert store.notice is not None
        assert store.notice.isascii()
        assert store.notice.isprintable()
        # What was read is in the old order, without a game twice.
        assert found == sorted(set(found), reverse=True)
        recovered = {"the first half": 25, "the last page": 130, "zeros in the second": 25}
        least = next((n for start, n in recovered.items() if name.startswith(start)), 0)
        assert len(found) >= least
        assert all(game.readable for game in store.games())
    assert [path.read_bytes() for path in aside(where)] == [damaged]
    assert play_on(where) == len(found)
    assert len(aside(where)) == 1


def test_an_empty_file_is_a_new_one(where: Path) -> None:
    file_of(where).write_bytes(b"")
    with Store.open(str(where)) as store:
        assert (store.problem, store.notice) == (None, None)
    assert play_on(where) == 0
    assert aside(where) == []


def test_nothing_that_was_kept_is_overwritten(where: Path) -> None:
    contents = [bytes([number]) * 5000 for number in range(4)]
    for damaged in contents:
        file_of(where).write_bytes(damaged)
        assert play_on(where) == 0
    assert sorted(path.read_bytes() for path in aside(where)) == contents
    assert len(list(where.iterdir())) == 1 + len(contents)


def test_without_links_a_copy_is_kept(where: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr(rescue.os, "link", refuse)
    test_nothing_that_was_kept_is_overwritten(where)


def test_any_page_can_be_lost(full: Path) -> None:
    whole = file_of(full).read_bytes()
    pages, lost, settings_lost = len(whole) // 4096, {}, 0
    for page in range(pages):
        with quick_folder() as where:
            start = page * 4096
            damaged = whole[:start] + bytes(4096) + whole[start + 4096 :]
            file_of(where).write_bytes(damaged)
            lost[page] = GAMES - play_on(where)
            assert len(aside(where)) <= 1
            with Store.open(str(where)) as store:
                settings_lost += "language" not in store.settings()
    # The first page has the names of the tables, and the second the tree of the games. Of the
    # others each takes with it just the games that lie on it.
    assert lost.pop(0) == lost.pop(1) == GAMES
    assert sum(lost.values()) == GAMES
    assert settings_lost == 2


@given(st.data())
@settings(max_examples=FLIPS, deadline=None, derandomize=FLIPS == 60, database=None)
def test_changed_bytes(full: Path, data: st.DataObject) -> None:
    """Wherever they are, nothing is raised, and no game comes out that is not one."""
    whole = bytearray(file_of(full).read_bytes())
    for _ in range(data.draw(st.integers(1, 30))):
        place = data.draw(st.integers(0, len(whole) - 1) | st.integers(0, 4300))
        whole[place] = data.draw(st.integers(0, 255))
    with quick_folder() as where:
        file_of(where).write_bytes(whole)
        with Store.open(str(where)) as store:
            for game in store.games():
                if game.readable:
                    found = store.read(game.id)
                    assert found is None or found.record.game.moves == game.moves
            outcome = store.save(None, begun(3))
            assert outcome.what == (SAVED if store.problem is None else FAILED)
            assert store.why in (None, folder.NEWER)


def test_damage_that_comes_in_mid_game(where: Path) -> None:
    fill(where, 5)
    with Store.open(str(where)) as store:
        place = kept(store, begun(10))
        with file_of(where).open("r+b") as file:
            file.write(bytes(8192))
        outcome = store.save(place, begun(11))
        assert outcome.what == SPLIT
        kept(store, begun(12), outcome.place)
        assert store.notice is not None
    assert play_on(where) == 1


def test_a_place_outlives_a_rescue(where: Path) -> None:
    fill(where, 5)
    with Store.open(str(where)) as store:
        place = kept(store, begun(10))
        whole = file_of(where).read_bytes()
        with file_of(where).open("r+b") as file:
            file.truncate(len(whole) - 5000)
        kept(store, begun(11), place)
        assert len(list(store.games())) == 6
        assert len(aside(where)) == 1


@pytest.mark.parametrize("end", ["-journal", "-wal"])
def test_what_sqlite_left_beside_a_damaged_file_does_not_spoil_the_next(
    where: Path, end: str
) -> None:
    file_of(where).write_bytes(b"x" * 10_000)
    beside = file_of(where).with_name(folder.FILE_NAME + end)
    beside.write_bytes(b"y" * 10_000)
    assert play_on(where) == 0
    assert not beside.exists()


def test_two_copies_find_the_damage_at_once(where: Path) -> None:
    fill(where, 10)
    with file_of(where).open("r+b") as file:
        file.truncate(4096 * 5)
    program = """if True:
        import sys
        from leftsuit.store import Store
        from tests.keeping import begun, kept
        sys.stdin.readline()
        with Store.open(sys.argv[1]) as store:
            kept(store, begun(100))
    """
    copies = [
        subprocess.Popen([sys.executable, "-c", program, str(where)], stdin=subprocess.PIPE)
        for _ in range(3)
    ]
    for copy in copies:
        assert copy.stdin is not None
        copy.stdin.write(b"\n")
        copy.stdin.close()
    assert [copy.wait(60) for copy in copies] == [0, 0, 0]
    with Store.open(str(where)) as store:
        assert [game.moves for game in store.games()][:3] == [100, 100, 100]
    assert len(aside(where)) == 1


# Files of others, and of other releases


@pytest.mark.parametrize(
    "statements",
    [
        "DROP TABLE games",
        "DROP TABLE settings",
        "DROP TABLE games; DROP TABLE settings",
        "DROP TABLE games; CREATE TABLE games (id INTEGER PRIMARY KEY, name TEXT)",
        "DROP TABLE games; CREATE VIEW games AS SELECT 1 AS id",
        "ALTER TABLE games RENAME COLUMN steps TO moves",
        "CREATE TRIGGER t AFTER UPDATE ON games BEGIN DELETE FROM games; END",
        "CREATE VIEW v AS SELECT * FROM games",
        "PRAGMA application_id = 0",
        "PRAGMA application_id = 7; PRAGMA user_version = 9; DROP TABLE games",
        "PRAGMA user_version = 0",
        "PRAGMA user_version = -3",
    ],
)
def test_a_file_of_another_shape_is_kept_and_replaced(where: Path, statements: str) -> None:
    fill(where, 3)
    for statement in statements.split("; ") if "TRIGGER" not in statements else [statements]:
        sql(where, statement)
    changed = file_of(where).read_bytes()
    expected = 0 if "TABLE games" in statements else 3
    assert play_on(where) == expected
    assert [path.read_bytes() for path in aside(where)] == [changed]


def test_a_newer_file_is_left_alone(where: Path) -> None:
    fill(where, 3)
    sql(where, "ALTER TABLE games ADD COLUMN later TEXT")
    sql(where, f"PRAGMA user_version = {database.VERSION + 1}")
    newer = file_of(where).read_bytes()
    with Store.open(str(where)) as store:
        assert store.problem == f"Games are not being saved: {folder.NEWER}."
        assert store.newest_open() is store.newest() is None
        assert list(store.games()) == []
        assert store.save(None, begun(3)) == (FAILED, None)
        assert not store.keep_setting("language", "ru")
        assert not store.delete(1)
        assert store.notice is None
    assert file_of(where).read_bytes() == newer
    assert len(list(where.iterdir())) == 1


# Files of every version so far, as the release that made it would: by its own statements.
OLD_FILES = {
    1: """
        CREATE TABLE games (id INTEGER PRIMARY KEY AUTOINCREMENT, revision INTEGER NOT NULL,
            rules TEXT NOT NULL, draw INTEGER NOT NULL, deal TEXT NOT NULL, started TEXT NOT NULL,
            result TEXT NOT NULL, seconds INTEGER NOT NULL, helped TEXT NOT NULL,
            undos INTEGER NOT NULL, at INTEGER NOT NULL, steps TEXT NOT NULL, checked INTEGER);
        CREATE UNIQUE INDEX games_by_revision ON games (revision);
        CREATE INDEX open_games ON games (revision) WHERE result = 'open';
        CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
        INSERT INTO games VALUES (4, 17, 'left-suit', 1, '20261129', '2026-11-29T18:04:31Z',
            'open', 724, 'no', 2, 3, 'D 63 D+D 52 D', NULL);
        INSERT INTO games VALUES (7, 12, 'klondike', 3, '99999999999999999999', '', 'left', 5,
            'yes', 0, 1, 'D', NULL);
        INSERT INTO settings VALUES ('language', 'ru');
        PRAGMA application_id = 0x4C535554;
        PRAGMA user_version = 1;
    """,
}


@pytest.mark.parametrize("version", OLD_FILES)
def test_a_file_of_an_earlier_release_is_brought_up_to_date(where: Path, version: int) -> None:
    with closing(sqlite3.connect(file_of(where))) as connection:
        connection.executescript(OLD_FILES[version])
    with Store.open(str(where)) as store:
        assert (store.problem, store.notice) == (None, None)
        assert [(game.id, game.result, game.moves, game.deal) for game in store.games()] == [
            (4, "open", 4, 20261129),
            (7, "left", 1, 10**20 - 1),
        ]
        found = store.newest_open()
        assert found is not None
        assert found.record.seconds == 724
        assert found.record.undos == 2
        assert store.settings() == {"language": "ru"}
        kept(store, found.record._replace(seconds=800), found.place)
    assert sql(where, "PRAGMA user_version") == [(database.VERSION,)]
    assert is_whole(where)


def test_there_is_a_file_of_every_version() -> None:
    assert set(OLD_FILES) == set(range(1, database.VERSION + 1))


def test_a_migration_that_fails_changes_nothing(
    where: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(where, 3)
    before = file_of(where).read_bytes()
    with monkeypatch.context() as later:
        steps = (*database.MIGRATIONS, "ALTER TABLE games ADD COLUMN a; SELECT nothing FROM games;")
        later.setattr(database, "MIGRATIONS", tuple(step.replace("; ", ";\n") for step in steps))
        later.setattr(database, "VERSION", len(steps))
        with Store.open(str(where)) as store:
            assert store.why == folder.DISK_ERROR
    assert file_of(where).read_bytes() == before
    assert play_on(where) == 3


def test_a_migration(where: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the machinery itself, as there is but one version yet."""
    fill(where, 3)
    steps = (*database.MIGRATIONS, "ALTER TABLE settings ADD COLUMN note TEXT;\n")
    monkeypatch.setattr(database, "MIGRATIONS", steps)
    monkeypatch.setattr(database, "VERSION", len(steps))
    assert play_on(where) == 3
    assert sql(where, "PRAGMA user_version") == [(len(steps),)]
    assert sql(where, "SELECT value, note FROM settings") == [("ru", None), ("3", None)]


# Places and disks where nothing can be kept


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("/etc/passwd/x", folder.NO_FOLDER),
        ("/proc/nope/x", folder.NO_FOLDER),
        ("/dev/null/x", folder.NO_FOLDER),
        ("/proc", folder.READ_ONLY),
    ],
)
@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs /proc")
def test_folders_that_cannot_be(path: str, why: str) -> None:
    with Store.open(path) as store:
        assert store.why == why
        assert store.newest_open() is None
        assert store.save(None, begun(3)) == (FAILED, None)
        assert store.problem == f"Games are not being saved: {why}."


def test_no_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folder, "data_folder", lambda *_: None)
    with Store.open() as store:
        assert store.why == folder.NO_HOME
        assert store.save(None, begun(3)) == (FAILED, None)


def test_something_else_of_that_name(where: Path) -> None:
    file_of(where).mkdir()
    with Store.open(str(where)) as store:
        assert store.why == folder.CANNOT_OPEN
        assert store.save(None, begun(3)) == (FAILED, None)
    assert file_of(where).is_dir()


def in_process(program: str, where: Path) -> str:
    """Run a program that may spoil its process, and return what it printed."""
    head = "import os, resource, sys\nfrom leftsuit import database, folder, rescue\n"
    head += "from leftsuit.store import Store\nfrom tests.keeping import *\nwhere = sys.argv[1]\n"
    done = subprocess.run(
        [sys.executable, "-c", head + program, str(where)],
        check=True,
        timeout=60,
        stdout=subprocess.PIPE,
        text=True,
    )
    return done.stdout.strip()


_NOBODY = """
if not os.getuid():
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
"""


@pytest.mark.parametrize(
    ("folder_mode", "file_mode"), [(0o555, 0o444), (0o777, 0o444), (0o555, 0o666)]
)
def test_a_folder_or_file_that_is_read_only(where: Path, folder_mode: int, file_mode: int) -> None:
    fill(where, 3)
    file_of(where).chmod(file_mode)
    where.chmod(folder_mode)
    program = f"""{_NOBODY}
with Store.open(where) as store:
    assert store.why == folder.READ_ONLY, store.why
    found = store.newest_open()
    assert found.record == begun(43, seconds=3)
    assert len(list(store.games())) == 3
    assert store.save(found.place, begun(44)) == ("failed", found.place)
    print(store.why)
"""
    assert in_process(program, where) in (folder.READ_ONLY, folder.CANNOT_OPEN)
    where.chmod(0o700)
    file_of(where).chmod(0o600)
    assert play_on(where) == 3


@pytest.mark.parametrize("room", [0, 100, 4096, 12_000, 20_000, 28_672, 30_000])
@pytest.mark.parametrize("games", [0, 3, 12])
def test_a_disk_without_room(where: Path, games: int, room: int) -> None:
    """Made by a limit on the length of files."""
    if games:
        fill(where, games)
    program = f"""
most = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
resource.setrlimit(resource.RLIMIT_FSIZE, ({room}, most))
with Store.open(where) as store:
    place, failed = None, 0
    for steps in range(1, 60):
        outcome = store.save(place, begun(steps))
        place = outcome.place
        failed += outcome.what == "failed"
        assert (outcome.what == "failed") == (store.problem is not None)
        assert store.why in (None, folder.FULL, folder.DISK_ERROR, folder.CANNOT_OPEN), store.why
        assert not store.notice, store.notice
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    kept(store, begun(60), place)
    assert store.problem is None
    print(failed)
"""
    failed = int(in_process(program, where))
    assert failed == 59 or room > 20_000, failed
    assert play_on(where) == games + 1
    assert aside(where) == []


def test_a_python_without_sqlite(where: Path) -> None:
    program = """
for name in ("_sqlite3", "sqlite3", "sqlite3.dbapi2", "leftsuit.database", "leftsuit.rescue"):
    sys.modules[name] = None
with Store.open(where) as store:
    assert store.save(None, begun(3)) == ("failed", None)
    assert store.newest_open() is None and not list(store.games()) and not store.settings()
    print(store.problem)
"""
    problem = f"Games are not being saved: {folder.NO_SQLITE}."
    assert in_process(program, where) == problem


def test_another_program_that_holds_the_file(where: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "PATIENCE", 0.01)
    fill(where, 3)
    with Store.open(str(where)) as store:
        place = kept(store, begun(3))
        with closing(sqlite3.connect(file_of(where), isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            assert store.save(place, begun(4)) == (FAILED, place)
            assert store.why == folder.BUSY
            assert store.newest_open() is None
            other.execute("COMMIT")
        kept(store, begun(4), place)
        assert store.problem is None
    assert aside(where) == []


def test_nothing_is_kept_aside_for_an_error_that_says_nothing_of_the_file() -> None:
    for text in ("interrupted", "out of memory", "near 'x': syntax error", "disk I/O error"):
        assert database._reason(sqlite3.OperationalError(text)) == folder.DISK_ERROR


def test_a_copy_of_the_file_is_enough(where: Path, full: Path) -> None:
    shutil.copy(file_of(full), file_of(where))
    assert play_on(where) == GAMES
