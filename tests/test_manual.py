"""The manual pages: they say what the tables of keys and options say, and can be shown."""

from __future__ import annotations

import argparse
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

import leftsuit
from leftsuit import i18n, keys, options

FOLDER = Path(leftsuit.__file__).parent / "man"
PAGES = {"en": FOLDER / "leftsuit.6", "ru": FOLDER / "ru" / "leftsuit.6"}
HEADINGS = {
    "en": ("KEYS", "OPTIONS", "COMMANDS", "ENVIRONMENT", "EXIT STATUS", "EXAMPLES"),
    "ru": ("КЛАВИШИ", "ПАРАМЕТРЫ", "КОМАНДЫ", "ОКРУЖЕНИЕ", "КОД ЗАВЕРШЕНИЯ", "ПРИМЕРЫ"),
}
in_both = pytest.mark.parametrize("language", PAGES)


class Entry(NamedTuple):
    """Something that is explained, and the explanation."""

    name: str
    text: str


class Part(NamedTuple):
    """A part of a page below a heading."""

    heading: str
    text: str
    entries: tuple[Entry, ...]


def words(line: str) -> str:
    """Return the text of a line in roff, without its fonts."""
    fonts = re.fullmatch(r"\.(B|I|BI|BR|IR|RI|SH|SS) (.*)", line)
    if fonts:
        macro, rest = fonts[1], fonts[2]
        pieces = re.findall(r'"[^"]*"|\S+', rest)
        line = ("" if len(macro) == 2 and macro[0] != "S" else " ").join(
            piece.strip('"') for piece in pieces
        )
    for escaped, plain in ((r"\-", "-"), (r"\(em", "—"), (r"\(ti", "~"), ("\\ ", " ")):
        line = line.replace(escaped, plain)
    assert "\\" not in line, line
    return line


def parts(language: str) -> list[Part]:
    """Return the parts of a page, one for each heading of either kind."""
    found = []
    source = PAGES[language].read_text(encoding="utf-8")
    for block in re.split(r"^(?=\.S[HS] )", source, flags=re.MULTILINE)[1:]:
        heading, _, rest = block.partition("\n")
        text, *entries = rest.split(".TP\n")
        made = []
        for entry in entries:
            name, _, explained = entry.split(".PP\n")[0].partition("\n")
            made.append(Entry(words(name), flow(explained)))
        found.append(Part(words(heading), flow(text), tuple(made)))
    return found


def flow(text: str) -> str:
    lines = [line for line in text.splitlines() if line not in (".PP", ".br")]
    return " ".join(map(words, lines))


def part(language: str, heading: str) -> Part:
    (found,) = [each for each in parts(language) if each.heading == heading]
    return found


def parsers() -> dict[str, argparse.ArgumentParser]:
    """Return the parsers of the commands by their names, and that of the game itself."""
    root = options.command_line()
    found = {"": root}
    for action in root._actions:
        if isinstance(action, argparse._SubParsersAction):
            found |= action.choices
    return found


def takes(action: argparse.Action) -> str:
    """Return an option as the page is to name it."""
    name = ", ".join(action.option_strings)
    if action.nargs == 0:
        return name
    value = "|".join(map(str, action.choices)) if action.choices else str(action.metavar)
    return f"{name} {value}"


@in_both
def test_every_key_is_explained(language: str) -> None:
    entries = part(language, HEADINGS[language][0]).entries
    shown = [binding for binding in keys.BINDINGS if binding.help]
    i18n.use(language)
    assert [(entry.name.replace("...", "…"), entry.text) for entry in entries] == [
        (i18n._(each.shown), i18n._(each.help)) for each in shown
    ]


@in_both
def test_every_option_is_explained(language: str) -> None:
    i18n.use(language)
    for command, parser in parsers().items():
        actions = [action for action in parser._actions if action.option_strings]
        if command:
            takes_first = [takes_of(a) for a in parser._actions if not a.option_strings]
            found = part(language, " ".join(["leftsuit", command, *takes_first]))
            # What every command takes is explained once, among the options.
            actions = [action for action in actions if action.dest not in ("help", "lang")]
        else:
            found = part(language, HEADINGS[language][1])
        assert [entry.name for entry in found.entries] == [takes(a) for a in actions]
        assert all(entry.text.endswith(".") for entry in found.entries)
        assert found.text.endswith(".") or not command


def takes_of(action: argparse.Action) -> str:
    """Return what a command takes besides options, as the page is to name it."""
    return f"[{action.metavar}]" if action.nargs == "?" else str(action.metavar)


@in_both
def test_no_command_is_explained_that_is_not_there(language: str) -> None:
    found = {p.heading.split()[1] for p in parts(language) if p.heading.startswith("leftsuit ")}
    assert found == set(parsers()) - {""}


@in_both
def test_environment(language: str) -> None:
    entries = part(language, HEADINGS[language][3]).entries
    named = {name for entry in entries for name in entry.name.split()}
    sources = [file.read_text(encoding="utf-8") for file in FOLDER.parent.rglob("*.py")]
    asked = r'environ(?:\.get\(|\[)"([A-Z_]+)"|"(LANG|LC_[A-Z]+|LANGUAGE)"'
    used = {name for text in sources for pair in re.findall(asked, text) for name in pair if name}
    # What the system sets by itself is not the player's business.
    assert used - {"HOME", "USERPROFILE", "LOCALAPPDATA"} == named
    assert "%LOCALAPPDATA%" in " ".join(entry.text for entry in entries)


@in_both
def test_the_examples_are_command_lines(language: str) -> None:
    entries = part(language, HEADINGS[language][5]).entries
    assert len(entries) >= 4
    for entry in entries:
        program, *arguments = shlex.split(entry.name)
        assert program == "leftsuit"
        options.parse(arguments)


def test_both_pages_have_the_same_parts() -> None:
    english, russian = parts("en"), parts("ru")
    assert len(english) == len(russian)
    for one, other in zip(english, russian, strict=True):
        assert len(one.entries) == len(other.entries)
        assert bool(one.text) == bool(other.text)


@in_both
def test_the_version_is_this_one(language: str) -> None:
    source = PAGES[language].read_text(encoding="utf-8")
    (title,) = re.findall(r"^\.TH LEFTSUIT 6 \d{4}-\d\d-\d\d \"([^\"]+)\"", source, re.MULTILINE)
    assert title == f"Left Suit {leftsuit.__version__}"


@pytest.mark.slow
@in_both
@pytest.mark.parametrize("width", ["60", "80"])
def test_it_can_be_shown(language: str, width: str) -> None:
    if shutil.which("man") is None:
        pytest.skip("there is no man here")
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "MANWIDTH": width}
    shown = subprocess.run(
        ["man", "--warnings=w", "-E", "UTF-8", "-P", "cat", "-l", str(PAGES[language])],
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=60,
    )
    assert shown.stderr == ""
    text = " ".join(re.sub(r".\x08", "", shown.stdout).split())
    for each in parts(language):
        assert " ".join([each.heading, *each.text.split()]) in text
        for entry in each.entries:
            assert " ".join([*entry.name.split(), *entry.text.split()]) in text
