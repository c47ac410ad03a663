"""Where games are kept on each system."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest

from leftsuit.folder import data_folder, make


@pytest.mark.parametrize(
    ("platform", "environ", "expected"),
    [
        ("linux", {"HOME": "/home/ann"}, "/home/ann/.local/share/leftsuit"),
        ("linux", {"HOME": "/home/ann", "XDG_DATA_HOME": "/data"}, "/data/leftsuit"),
        ("linux", {"HOME": "/home/ann", "XDG_DATA_HOME": ""}, "/home/ann/.local/share/leftsuit"),
        ("linux", {"HOME": "/home/ann", "XDG_DATA_HOME": "x"}, "/home/ann/.local/share/leftsuit"),
        ("linux", {"HOME": "/home/ann", "XDG_DATA_HOME": "./x"}, "/home/ann/.local/share/leftsuit"),
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data/leftsuit"),
        ("linux", {"HOME": "/"}, "/.local/share/leftsuit"),
        ("linux", {}, "/passwd/.local/share/leftsuit"),
        ("linux", {"HOME": ""}, "/passwd/.local/share/leftsuit"),
        ("linux", {"HOME": "home"}, "/passwd/.local/share/leftsuit"),
        ("freebsd14", {"HOME": "/home/ann"}, "/home/ann/.local/share/leftsuit"),
        ("darwin", {"HOME": "/Users/a"}, "/Users/a/Library/Application Support/leftsuit"),
        (
            "darwin",
            {"HOME": "/Users/a", "XDG_DATA_HOME": "/data"},
            "/Users/a/Library/Application Support/leftsuit",
        ),
        ("win32", {"LOCALAPPDATA": r"C:\Ann\Local"}, r"C:\Ann\Local\leftsuit"),
        ("win32", {"USERPROFILE": r"C:\Ann"}, r"C:\Ann\AppData\Local\leftsuit"),
        ("win32", {"HOME": "/home/ann"}, None),
        ("win32", {"LEFTSUIT_HOME": r"D:\games"}, r"D:\games"),
        ("linux", {"LEFTSUIT_HOME": "/games", "XDG_DATA_HOME": "/data"}, "/games"),
        ("linux", {"LEFTSUIT_HOME": "", "XDG_DATA_HOME": "/data"}, "/data/leftsuit"),
        ("darwin", {"LEFTSUIT_HOME": "/games", "HOME": "/Users/a"}, "/games"),
    ],
)
def test_the_folder(platform: str, environ: dict[str, str], expected: str | None) -> None:
    assert data_folder(environ, platform, lambda: "/passwd") == expected


def test_a_user_without_a_home() -> None:
    assert data_folder({}, "linux", lambda: "") is None
    assert data_folder({}, "darwin", lambda: "") is None


@pytest.mark.skipif(sys.platform == "win32", reason="there is no user database on Windows")
def test_the_user_database_is_asked() -> None:
    import pwd  # noqa: PLC0415

    home = pwd.getpwuid(os.getuid()).pw_dir
    assert data_folder({}, "linux") == f"{home}/.local/share/leftsuit"


def test_folders_are_made_for_the_player_alone(tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        make(str(tmp_path / "a" / "b" / "c"))
        make(str(tmp_path / "a" / "b" / "c"))
    finally:
        os.umask(old)
    for path in (tmp_path / "a", tmp_path / "a" / "b", tmp_path / "a" / "b" / "c"):
        assert stat.S_IMODE(path.stat().st_mode) == 0o700


def test_folders_that_are_there_stay_as_they_are(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    make(str(tmp_path / "a"))
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755


def test_a_file_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("")
    for path in ("a", "a/b", "a/b/c"):
        with pytest.raises(OSError, match="a"):
            make(str(tmp_path / path))
