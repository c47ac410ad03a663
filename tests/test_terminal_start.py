"""How the game starts, or says in one line why it cannot."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from leftsuit import __version__, i18n
from leftsuit.faces import Look
from tests.terminal import Play, Terminal, environment

pytestmark = pytest.mark.terminal

UNICODE, LETTERS = Look(), Look(letters=True)
FRAMED = Look(letters=True, framed=True)


@pytest.mark.parametrize(
    ("term", "look"),
    [
        *((term, UNICODE) for term in ("xterm-256color", "xterm", "screen", "tmux-256color")),
        ("putty", UNICODE),
        *((term, UNICODE) for term in ("linux", "rxvt")),
        ("xterm-mono", Look(framed=True)),
        ("xterm-color", UNICODE),
        *((term, FRAMED) for term in ("vt100", "vt102", "vt220")),
        ("ansi", LETTERS),
        # Types that a host may not know, of terminals that do what xterm does.
        ("xterm-kitty", UNICODE),
        ("xterm-ghostty", UNICODE),
        ("xterm-of-the-future", UNICODE),
        (os.fsdecode(b"xterm-\xff"), UNICODE),
    ],
)
def test_terminals_to_play_on(tmp_path: Path, term: str, look: Look) -> None:
    with Play(tmp_path, 7, term=term, look=look) as play:
        for key in ("d", "2", "Right", "Enter", "Esc", "3", "d", "u", "r", "G"):
            play.press(key)
        play.press("1 2 Backspace Esc")
        play.send(b"q")
        assert play.wait_for_exit() == 0
        assert play.complaints() == []
        assert not play.unknown_codes
        # Lines are characters: the terminal's own set of them is lost on PuTTY, where UTF-8 is on.
        assert b"\x1b(0" not in play.raw
        assert b"\x0e" not in play.raw
        assert (b"\x1b[?2004h" in play.raw) == term.startswith(
            ("xterm", "screen", "tmux", "rxvt", "putty")
        )


@pytest.mark.parametrize(
    ("term", "names"),
    [
        (None, "TERM is not set"),
        ("", "TERM is not set"),
        ("dumb", "TERM=dumb cannot place the cursor"),
        ("unknown", "TERM=unknown"),
        ("nosuchterm", "unknown terminal type TERM=nosuchterm"),
        ("no/such\x1b[31mé", "TERM=no/such?[31m?"),
        (os.fsdecode(b"no\xff\xfe"), "TERM=no??;"),
        ("n" * 100_000, f"TERM={'n' * 40};"),
    ],
)
def test_terminals_that_cannot_show_the_table(tmp_path: Path, term: str | None, names: str) -> None:
    with Terminal(tmp_path, "--deal", "7", term=term) as terminal:
        assert terminal.wait_for_exit() == 2
        line = terminal.raw.decode()
        assert line.startswith("leftsuit: ")
        assert line.endswith("\r\n")
        assert names in line
        assert line.count("\n") == 1
        assert "\x1b" not in line
        assert terminal.complaints() == []


def run(
    home: Path, *arguments: str, shell: str = "", **variables: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the program without a terminal, or a shell command with it as ``"$@"``."""
    program = [sys.executable, "-m", "leftsuit", *arguments]
    if shell:
        program = ["/bin/sh", "-c", shell, "sh", *program]
    return subprocess.run(
        program,
        env=environment(home) | {"TERM": "xterm-256color"} | variables,
        cwd=home,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        start_new_session=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("shell", ["", 'printf "" | "$@"', 'echo q | "$@"', '"$@" <&-'])
def test_without_any_terminal(tmp_path: Path, shell: str) -> None:
    done = run(tmp_path, shell=shell)
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.startswith(b"leftsuit: the game needs a terminal")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize(
    "shell",
    ['"$@" </dev/null', '"$@" >out', '"$@" | cat >out', '"$@" </dev/null >out', '"$@" <&- >&-'],
)
def test_with_half_a_terminal(tmp_path: Path, shell: str) -> None:
    """Input or output is something else, while the other one and the errors are a terminal."""
    keep = f'{shell}; echo "status $?"'
    with Terminal(tmp_path, shell=keep) as terminal:
        terminal.wait_for("status")
        assert terminal.wait_for_exit() == 0
        lines = terminal.raw.decode().splitlines()
        assert "the game needs a terminal" in lines[0]
        assert lines[1] in ("status 2", "status 0" if "|" in shell else "status 2")
        assert len(lines) == 2
        out = tmp_path / "out"
        assert not out.exists() or out.read_bytes() == b""
        assert terminal.complaints() == []


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8", "koi8-r"])
def test_help_in_any_encoding(tmp_path: Path, encoding: str) -> None:
    done = run(tmp_path, "--help", PYTHONIOENCODING=encoding)
    assert done.returncode == 0
    assert done.stderr == b""
    assert b"--deal" in done.stdout


@pytest.mark.parametrize("arguments", [("--help",), ("--version",), ("deal", "5")])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_readers_that_have_seen_enough(
    tmp_path: Path, arguments: tuple[str, ...], unbuffered: str
) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "leftsuit", *arguments],
            env=environment(tmp_path) | {"PYTHONUNBUFFERED": unbuffered},
            stdout=writer,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
    finally:
        os.close(writer)
    assert done.returncode == 0
    assert done.stderr == b""


def test_the_head_of_the_help(tmp_path: Path) -> None:
    done = run(tmp_path, "--help", shell='"$@" | head -1')
    assert done.returncode == 0
    assert done.stdout.startswith(b"usage: leftsuit")
    assert done.stderr == b""


@pytest.mark.parametrize("arguments", [("--help",), ("--version",), ("deal", "5")])
def test_output_that_cannot_be_written(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    if not os.path.exists("/dev/full"):
        pytest.skip("this system has no /dev/full")
    done = run(tmp_path, *arguments, shell='"$@" >/dev/full')
    assert done.returncode == 1
    assert done.stderr.startswith(b"leftsuit: cannot write the output: ")
    assert done.stderr.count(b"\n") == 1


def test_closed_output_and_errors(tmp_path: Path) -> None:
    assert run(tmp_path, "deal", "5", shell='"$@" >&-').returncode == 0
    assert run(tmp_path, "--bogus", shell='"$@" 2>&-').returncode == 2


@pytest.fixture
def no_curses(tmp_path: Path) -> dict[str, str]:
    """Return variables for a Python that was built without curses."""
    (tmp_path / "hook").mkdir()
    hook = tmp_path / "hook" / "sitecustomize.py"
    hook.write_text("import sys\nsys.modules['_curses'] = None\n")
    path = environment(tmp_path)["PYTHONPATH"]
    return {"PYTHONPATH": os.pathsep.join([str(hook.parent), path])}


def test_python_without_curses(tmp_path: Path, no_curses: dict[str, str]) -> None:
    with Terminal(tmp_path, "--deal", "7", env=no_curses) as terminal:
        assert terminal.wait_for_exit() == 2
        line = terminal.raw.decode()
        assert line.startswith("leftsuit: the module _curses is missing")
        assert "a Python that was built with curses" in line
        assert line.count("\n") == 1
    done = run(tmp_path, "--version", **no_curses)
    assert (done.returncode, done.stdout) == (0, f"leftsuit {__version__}\n".encode())
    assert run(tmp_path, "--help", **no_curses).returncode == 0
    assert run(tmp_path, "deal", "5", **no_curses).returncode == 0


@pytest.mark.parametrize("name", ["xx_YY.UTF-8", "xx_YY.utf8", "de_XX.UTF-8@euro"])
def test_a_utf8_locale_that_is_not_installed(tmp_path: Path, name: str) -> None:
    with Play(tmp_path, 7, env={"LC_ALL": name}) as play:
        play.press("d 1")
        assert "♥" in play.text
    for argument in ("--version", "--help"):
        done = run(tmp_path, argument, LC_ALL=name)
        assert done.returncode == 0
        assert done.stderr == b""


@pytest.mark.parametrize("name", ["xx_YY", "xx_YY.KOI8-R", "C", "POSIX"])
def test_a_locale_without_suits(tmp_path: Path, name: str) -> None:
    with Play(tmp_path, 7, env={"LC_ALL": name}, look=LETTERS) as play:
        play.press("d 1")
        assert play.raw.isascii()


def compiled_locale(folder: Path, source: str, charset: str, name: str) -> dict[str, str]:
    """Compile a locale; return the variables to use it with."""
    if shutil.which("localedef") is None:
        pytest.skip("localedef is not there to make a locale")
    folder.mkdir()
    command = ["localedef", "-i", source, "-f", charset, str(folder / name)]
    done = subprocess.run(command, capture_output=True, timeout=60, check=False)
    if not (folder / name / "LC_CTYPE").exists():
        pytest.skip(f"localedef cannot make {name}: {done.stderr.decode()[:200]}")
    return {"LOCPATH": str(folder), "LC_ALL": name}


def test_an_8_bit_locale(tmp_path: Path) -> None:
    variables = compiled_locale(tmp_path / "locales", "ru_RU", "KOI8-R", "ru_RU.KOI8-R")
    variables |= {"LANGUAGE": "en"}
    with Play(tmp_path, 7, term="vt220", env=variables, look=FRAMED) as play:
        play.press("d 1")
        play.expect("d й")
        play.send("в".encode("koi8-r"))
        play.wait_for("Dealt")
        play.send("й".encode("koi8-r"))
        assert play.wait_for_exit() == 0
        assert play.raw.isascii()
        assert play.complaints() == []


def test_russian_in_an_8_bit_locale(tmp_path: Path) -> None:
    variables = compiled_locale(tmp_path / "locales", "ru_RU", "KOI8-R", "ru_RU.KOI8-R")
    i18n.use(i18n.RUSSIAN)
    with Play(tmp_path, 7, term="vt220", env=variables, look=FRAMED, encoding="koi8-r") as play:
        assert "Левая масть" in play.text
        for key in "вгкь":
            play.expect(key)
            play.send(key.encode("koi8-r"))
            play.wait_for_picture()
        play.press("Esc")
        play.press("?")
        play.send("йй".encode("koi8-r"))
        assert play.wait_for_exit() == 0
        assert play.complaints() == []
        with pytest.raises(UnicodeDecodeError):
            play.raw.decode()


@pytest.mark.parametrize("name", ["ja_JP", "zh_CN"])
def test_line_characters_are_narrow_in_the_far_east(tmp_path: Path, name: str) -> None:
    variables = compiled_locale(tmp_path / "locales", name, "UTF-8", f"{name}.UTF-8")
    drawn = []
    for env in ({}, variables):
        with Play(tmp_path, 7, env=env) as play:
            play.press("d 1 Right Enter")
            play.send(b"q")
            assert play.wait_for_exit() == 0
            drawn.append(play.raw)
    assert drawn[0] == drawn[1]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        *(
            (("--deal", number), "deals go from 1 to 99999999999999999999")
            for number in ("0", "-1", "", "abc", "1e3", "1_000", "٣", "NaN", "9" * 400, "1.0")
        ),
        (("deal", "0"), "deals go from 1 to 99999999999999999999"),
        (("--color", "3"), "--color"),
        (("--draw", "2"), "--draw"),
        (("--rules", "spider"), "--rules"),
        (("--bogus",), "--bogus"),
        (("--dea=5",), "--dea"),
        (("bogus",), "bogus"),
        (("replay", "no such file"), "cannot read the record"),
        (("deal",), "N"),
    ],
)
def test_mistakes_are_one_line(tmp_path: Path, arguments: tuple[str, ...], says: str) -> None:
    done = run(tmp_path, *arguments, PYTHONIOENCODING="ascii")
    assert done.returncode == 2
    assert done.stdout == b""
    text = done.stderr.decode("ascii")
    assert text.startswith("leftsuit: ")
    assert text.count("\n") == 1
    assert says in text


def test_options_before_a_command_count(tmp_path: Path) -> None:
    before = run(tmp_path, "--rules", "klondike", "--draw", "3", "deal", "5").stdout
    after = run(tmp_path, "deal", "5", "--rules", "klondike", "--draw", "3").stdout
    assert before == after
    assert b"klondike, draw 3" in after


def test_keys_typed_while_it_starts_are_not_lost(tmp_path: Path) -> None:
    terminal = Play(tmp_path, 7)
    terminal.send(b"ddd")
    terminal.expect("d d d")
    with terminal as play:
        assert play.model.game.moves == 3


def test_sizes_left_in_the_environment_are_not_believed(tmp_path: Path) -> None:
    with Play(tmp_path, 7, env={"LINES": "10", "COLUMNS": "20"}) as play:
        play.press("d")
        play.resize(60, 20)
        play.wait_for_picture()
