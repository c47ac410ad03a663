"""What is built to be installed: what is in it, what it asks for, and that it runs.

Nothing here needs a network, and nothing is left outside the folders of the tests.
"""

from __future__ import annotations

import email.message
import email.parser
import email.policy
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from leftsuit import __version__
from leftsuit.store import Store
from tests.keeping import begun, kept

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "leftsuit"
NAME = f"leftsuit-{__version__}"
INFO = f"{NAME}.dist-info"
SHARED = {
    "share/man/man6/leftsuit.6": PACKAGE / "man/leftsuit.6",
    "share/man/ru/man6/leftsuit.6": PACKAGE / "man/ru/leftsuit.6",
}
NEWEST_TRIED = 14
"""The minor version of the newest Python 3 that wheels for Windows are asked about."""

pytestmark = pytest.mark.slow


class Built(NamedTuple):
    """What was built: the source archive, and the wheel made from it."""

    source: Path
    wheel: Path


def environment(home: Path, **more: str) -> dict[str, str]:
    """Return an environment in which nothing is fetched and nobody's settings count."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "LANG": "C.UTF-8",
        "PIP_NO_INDEX": "1",
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    } | more


def run(home: Path, *command: str | Path, env: Mapping[str, str] | None = None) -> str:
    """Run a command in a folder, which must succeed; return what it prints."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=home,
        env=env or environment(home),
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, (command, done.stdout, done.stderr)
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Build both, as a release would be."""
    folder = tmp_path_factory.mktemp("built")
    run(folder, sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT)
    assert {file.name for file in folder.iterdir()} == {
        f"{NAME}.tar.gz",
        f"{NAME}-py3-none-any.whl",
    }
    return Built(folder / f"{NAME}.tar.gz", folder / f"{NAME}-py3-none-any.whl")


def in_package() -> set[str]:
    """Return the files that the package is made of: Python, its mark of being typed, catalogues."""
    files = [file for file in PACKAGE.rglob("*") if file.is_file()]
    return {
        file.relative_to(ROOT).as_posix()
        for file in files
        if file.suffix in (".py", ".mo") or file.name == "py.typed"
    }


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_the_wheel_has_what_it_needs_and_nothing_else(built: Built) -> None:
    found = contents(built.wheel)
    pages = {f"{NAME}.data/data/{where}": file for where, file in SHARED.items()}
    about = {"METADATA", "WHEEL", "RECORD", "entry_points.txt", "licenses/LICENSE"}
    assert {"leftsuit/py.typed", "leftsuit/solver/search.py"} < in_package()
    assert set(found) == in_package() | set(pages) | {f"{INFO}/{name}" for name in about}
    for name in in_package():
        assert found[name] == (ROOT / name).read_bytes(), name
    for name, file in pages.items():
        assert found[name] == file.read_bytes(), name


def test_the_source_archive_has_all_that_the_tests_need(built: Built) -> None:
    with tarfile.open(built.source) as archive:
        found = {member.name.partition("/")[2] for member in archive.getmembers()}
    tests = {
        file.relative_to(ROOT).as_posix()
        for folder in ("tests", ".pictures")
        for file in (ROOT / folder).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    expected = in_package() | tests | {f.relative_to(ROOT).as_posix() for f in SHARED.values()}
    assert expected | {"README.md", "LICENSE", "pyproject.toml", "PKG-INFO"} <= found
    more = {name for name in found if name.partition("/")[0] not in ("leftsuit", "tests")}
    tops = {name.partition("/")[0] for name in more}
    assert tops == {"README.md", "LICENSE", "pyproject.toml", "PKG-INFO", ".pictures", ".gitignore"}
    assert not [name for name in found if "__pycache__" in name or name.endswith(".pyc")]


def metadata(built: Built) -> email.message.EmailMessage:
    text = contents(built.wheel)[f"{INFO}/METADATA"].decode()
    return email.parser.Parser(policy=email.policy.default).parsestr(text)  # type: ignore[return-value]


def test_what_the_wheel_says_of_itself(built: Built) -> None:
    found = metadata(built)
    assert (found["Name"], found["Version"]) == ("leftsuit", __version__)
    assert found["License-Expression"] == "MIT"
    assert found["Requires-Python"] == ">=3.10"
    assert found["Description-Content-Type"] == "text/markdown"
    assert found.get_payload() == (ROOT / "README.md").read_text(encoding="utf-8")
    assert contents(built.wheel)[f"{INFO}/entry_points.txt"].decode().split() == [
        "[console_scripts]",
        "leftsuit",
        "=",
        "leftsuit.cli:main",
    ]
    wheel = contents(built.wheel)[f"{INFO}/WHEEL"].decode()
    assert "Root-Is-Purelib: true" in wheel
    assert "Tag: py3-none-any" in wheel


def test_only_windows_asks_for_anything(built: Built) -> None:
    from packaging.requirements import Requirement  # noqa: PLC0415 (comes with the test tools)

    needed = [Requirement(text) for text in metadata(built).get_all("Requires-Dist", [])]
    names = set[str]()
    for system, wanted in (
        ("Linux", set[str]()),
        ("Darwin", set[str]()),
        ("FreeBSD", set[str]()),
        ("Windows", {"windows-curses"}),
    ):
        for minor in range(10, NEWEST_TRIED + 1):
            values = {
                "platform_system": system,
                "python_version": f"3.{minor}",
                "python_full_version": f"3.{minor}.0",
                "extra": "",
            }
            found = {n.name for n in needed if n.marker is None or n.marker.evaluate(values)}
            assert found == wanted, (system, minor)
            values["extra"] = "test"
            names |= {n.name for n in needed if n.marker and n.marker.evaluate(values)} - wanted
    assert {"pytest", "build", "hatchling"} <= names


def python_of(venv: Path) -> Path:
    return venv / "bin" / "python"


def installed(folder: Path, wheel: Path) -> Path:
    """Return a new environment with the wheel and nothing else in it."""
    venv = folder / "venv"
    run(folder, sys.executable, "-m", "venv", "--without-pip", venv)
    pip = (sys.executable, "-m", "pip", "--python", python_of(venv), "install", "--no-deps")
    run(folder, *pip, wheel)
    return venv


DEAL_7 = "left-suit, draw 1, deal 7"


def test_the_wheel_runs_when_installed(built: Built, tmp_path: Path) -> None:
    venv = installed(tmp_path, built.wheel)
    program = venv / "bin" / "leftsuit"
    assert run(tmp_path, program, "--version") == f"leftsuit {__version__}\n"
    deal = run(tmp_path, python_of(venv), "-m", "leftsuit", "deal", "7")
    assert deal.splitlines()[0] == DEAL_7
    assert run(tmp_path, program, "deal", "7") == deal
    assert "Левая масть" in run(tmp_path, program, "--lang", "ru", "--help")
    where = "import leftsuit; print(leftsuit.__file__)"
    assert str(venv) in run(tmp_path, python_of(venv), "-c", where)
    for page, file in SHARED.items():
        assert (venv / page).read_bytes() == file.read_bytes()
    # Where a catalogue is missing, English is spoken.
    for catalogue in venv.rglob("leftsuit.mo"):
        catalogue.unlink()
    assert run(tmp_path, program, "--lang", "ru", "--help").startswith("usage: leftsuit")
    # Nothing was kept by just looking.
    assert not list(tmp_path.rglob("leftsuit.db"))


def test_man_finds_the_pages(built: Built, tmp_path: Path) -> None:
    if shutil.which("man") is None:
        pytest.skip("there is no man here")
    venv = installed(tmp_path, built.wheel)
    manuals = (venv / "share" / "man").resolve()
    # To be asked for the Russian one, man needs a Russian locale, which need not be here.
    for where in (manuals, manuals / "ru"):
        found = run(tmp_path, "man", "-M", where, "-w", "6", "leftsuit")
        assert Path(found.strip()) == where / "man6" / "leftsuit.6"


def test_the_source_archive_gives_the_same_wheel(built: Built, tmp_path: Path) -> None:
    pip = (sys.executable, "-m", "pip", "wheel", "--no-build-isolation", "--no-deps")
    run(tmp_path, *pip, "--wheel-dir", tmp_path / "wheels", built.source)
    (wheel,) = (tmp_path / "wheels").iterdir()
    assert wheel.name == built.wheel.name
    assert contents(wheel) == contents(built.wheel)


def test_an_old_python_is_refused_by_pip(built: Built, tmp_path: Path) -> None:
    pip = (sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:")
    command = [*pip, "--python-version", "3.9", "--dest", tmp_path / "none", built.wheel]
    done = subprocess.run(
        [str(part) for part in command],
        cwd=tmp_path,
        env=environment(tmp_path),
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode != 0
    assert "requires a different Python" in done.stderr
    run(tmp_path, *(part if part != "3.9" else "3.10" for part in command))


def pipx(folder: Path, *command: str | Path) -> str:
    """Run pipx with all that it keeps in a folder."""
    env = environment(
        folder,
        PIPX_HOME=str(folder / "pipx"),
        PIPX_BIN_DIR=str(folder / "bin"),
        PIPX_MAN_DIR=str(folder / "man"),
        PIPX_DEFAULT_PYTHON=sys.executable,
        PIPX_DEFAULT_BACKEND="pip",
        # It would look for a newer pip than the one that comes with Python.
        PIPX_DISABLE_SHARED_LIBS_AUTO_UPGRADE="1",
        USE_EMOJI="0",
    )
    return run(folder, sys.executable, "-m", "pipx", *command, env=env)


def test_pipx_installs_it(built: Built, tmp_path: Path) -> None:
    assert "leftsuit" in pipx(tmp_path, "install", built.wheel)
    program = tmp_path / "bin" / "leftsuit"
    assert run(tmp_path, program, "deal", "7").splitlines()[0] == DEAL_7
    page = tmp_path / "man" / "man6" / "leftsuit.6"
    assert page.read_bytes() == SHARED["share/man/man6/leftsuit.6"].read_bytes()
    spec = ("run", "--spec", built.wheel, "leftsuit", "--version")
    assert pipx(tmp_path, *spec) == f"leftsuit {__version__}\n"

    # The games are kept outside, so that they are there after a new installation.
    games = tmp_path / ".local" / "share" / "leftsuit"
    if sysconfig.get_platform().startswith("macosx"):
        games = tmp_path / "Library" / "Application Support" / "leftsuit"
    with Store.open(str(games)) as store:
        kept(store, begun(-1, seconds=300))
    pipx(tmp_path, "reinstall", "leftsuit")
    assert json.loads(run(tmp_path, program, "history", "--json"))["result"] == "won"
    pipx(tmp_path, "uninstall", "leftsuit")
    assert not program.exists()
    assert not page.exists()
    assert list(games.iterdir())
