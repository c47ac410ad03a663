"""Where games are kept on each system, and what can be in the way of keeping them."""

from __future__ import annotations

import ntpath
import os
import posixpath
from collections.abc import Callable, Mapping

from leftsuit.i18n import N_

FILE_NAME = "leftsuit.db"

# Why games cannot be kept, or not be read. `Store.problem` makes a sentence of it.
NO_HOME = N_("there is no home folder")
NO_FOLDER = N_("their folder cannot be made")
CANNOT_OPEN = N_("their file cannot be opened")
READ_ONLY = N_("their file or folder is read-only")
FULL = N_("the disk is full")
DISK_ERROR = N_("the disk reports an error")
BUSY = N_("another program holds their file")
NEWER = N_("a newer release has written their file")
DAMAGED = N_("their file is damaged and cannot be replaced")
NO_SQLITE = N_("this Python lacks the module sqlite3")


class Trouble(Exception):
    """Games cannot be kept or read; `why` is one of the reasons above."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


def _passwd_home() -> str:
    """Return the home folder that the user database names, empty if it names none."""
    try:
        import pwd  # noqa: PLC0415 (there is none on Windows)

        return pwd.getpwuid(os.getuid()).pw_dir
    except (ImportError, KeyError):
        return ""


def data_folder(
    environ: Mapping[str, str], platform: str, passwd_home: Callable[[], str] = _passwd_home
) -> str | None:
    """Return the folder that games are kept in, None where the system names no place for it.

    `platform` is `sys.platform`. LEFTSUIT_HOME comes first everywhere; on Linux and its like the
    XDG base directory specification is followed, which says to ignore a relative path.

    >>> data_folder({"HOME": "/home/ann"}, "linux")
    '/home/ann/.local/share/leftsuit'
    >>> data_folder({"HOME": "/home/ann", "XDG_DATA_HOME": "/data"}, "linux")
    '/data/leftsuit'
    >>> data_folder({"HOME": "/Users/ann"}, "darwin")
    '/Users/ann/Library/Application Support/leftsuit'
    >>> data_folder({"LOCALAPPDATA": "C:\\\\Ann"}, "win32")
    'C:\\\\Ann\\\\leftsuit'
    """
    if environ.get("LEFTSUIT_HOME"):
        return environ["LEFTSUIT_HOME"]
    if platform == "win32":
        local = environ.get("LOCALAPPDATA", "")
        if not local and environ.get("USERPROFILE"):
            local = ntpath.join(environ["USERPROFILE"], "AppData", "Local")
        return ntpath.join(local, "leftsuit") if local else None
    xdg = environ.get("XDG_DATA_HOME", "")
    if platform != "darwin" and posixpath.isabs(xdg):
        return posixpath.join(xdg, "leftsuit")
    home = environ.get("HOME", "")
    if not posixpath.isabs(home):
        home = passwd_home()
    if not posixpath.isabs(home):
        return None
    where = ("Library", "Application Support") if platform == "darwin" else (".local", "share")
    return posixpath.join(home, *where, "leftsuit")


def make(folder: str) -> None:
    """Make a folder that only the player can enter, and those above it. Raises `OSError`."""
    missing = []
    while folder and not os.path.isdir(folder):
        missing.append(folder)
        above = os.path.dirname(folder)
        if above == folder:
            break
        folder = above
    for each in reversed(missing):
        try:
            os.mkdir(each, 0o700)
        except FileExistsError:
            # Made by another copy in the meantime, or a file is in the way.
            if not os.path.isdir(each):
                raise
