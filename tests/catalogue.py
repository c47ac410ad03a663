"""The catalogues of translations: what the code says, what a .po file has, and the .mo file of it.

After a text has changed, run ``python -m tests.catalogue``: each .po file then has every text of
the code, and none besides; texts without a translation are named. The .mo files are made anew.
"""

from __future__ import annotations

import ast
import struct
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import leftsuit

PACKAGE = Path(leftsuit.__file__).parent
LOCALE = PACKAGE / "locale"


class Message(NamedTuple):
    """A text to be translated."""

    one: str
    many: str | None = None
    """What it is for any other number than one; None for a text without a number."""
    context: str | None = None


class Entry(NamedTuple):
    """A text in a catalogue."""

    message: Message
    texts: tuple[str, ...]
    """The translation: one text, or as many as the language has for numbers."""
    notes: tuple[str, ...] = ()
    """Remarks of the translator."""
    fuzzy: bool = False


class NotALiteral(Exception):
    """A text is marked in a way that hides what it is."""


_MARKS = {
    "_": ("one",),
    "N_": ("one",),
    "NN_": ("one", "many"),
    "NP_": ("context", "one"),
    "pgettext": ("context", "one"),
    "ngettext": ("one", "many"),
}


def messages(source: str) -> Iterator[tuple[int, Message]]:
    """Yield the texts that a file marks for translation, with their lines.

    What is marked elsewhere, and only looked up here, is passed over; a text that is put together
    or chosen within the mark raises `NotALiteral`.
    """
    for node in ast.walk(ast.parse(source)):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
            continue
        parts = _MARKS.get(node.func.id)
        if parts is None:
            continue
        texts = [part.value for part in node.args if isinstance(part, ast.Constant)]
        if len(texts) < len(parts):
            # A constant, an entry of a table, an attribute; nothing with a text in it.
            simple = all(
                isinstance(part, (ast.Name, ast.Attribute, ast.Subscript, ast.BoolOp))
                for part in node.args
            )
            if not simple_after_context(node) and (not simple or node.func.id != "_"):
                raise NotALiteral(f"line {node.lineno}")
            continue
        yield node.lineno, Message(**dict(zip(parts, map(str, texts), strict=False)))


def simple_after_context(node: ast.Call) -> bool:
    """Say whether a call looks a marked text up, in a context that is given as it is."""
    context, *others = node.args
    return (
        isinstance(node.func, ast.Name)
        and node.func.id == "pgettext"
        and isinstance(context, ast.Constant)
        and all(isinstance(part, (ast.Name, ast.Attribute, ast.Subscript)) for part in others)
    )


def in_code() -> dict[Message, list[str]]:
    """Return every text of the package, in the order of files and lines, with its files."""
    found: dict[Message, list[str]] = {}
    for file in sorted(PACKAGE.rglob("*.py")):
        name = file.relative_to(PACKAGE.parent).as_posix()
        for _, message in sorted(messages(file.read_text(encoding="utf-8"))):
            files = found.setdefault(message, [])
            if name not in files:
                files.append(name)
    return found


# Catalogues.


def read(text: str) -> list[Entry]:
    """Return the entries of a .po file; that of the empty text is its header."""
    return [_entry(block) for block in text.split("\n\n") if block.strip()]


def _entry(block: str) -> Entry:
    fields: dict[str, str] = {}
    notes, fuzzy, field = [], False, ""
    for line in block.splitlines():
        if line.startswith("#,"):
            fuzzy = fuzzy or "fuzzy" in line
        elif line.startswith("#~"):
            raise ValueError(f"an entry that is out of use: {line}")
        elif line.startswith("# "):
            notes.append(line[2:])
        elif not line.startswith("#"):
            if not line.startswith('"'):
                field = line.split(" ", 1)[0]
                assert field not in fields, line
                fields[field] = ""
            fields[field] += ast.literal_eval(line.removeprefix(field).strip())
    context, many = fields.pop("msgctxt", None), fields.pop("msgid_plural", None)
    message = Message(fields.pop("msgid"), many, context)
    return Entry(message, tuple(fields.values()), tuple(notes), fuzzy)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def _field(name: str, text: str) -> Iterator[str]:
    lines = text.splitlines(keepends=True)
    if len(lines) > 1:
        yield f'{name} ""'
        yield from map(_quoted, lines)
    else:
        yield f"{name} {_quoted(text)}"


def write(entries: Iterable[Entry], files: dict[Message, list[str]]) -> str:
    """Return the text of a .po file."""
    return "\n".join("\n".join([*_block(each, files), ""]) for each in entries)


def _block(entry: Entry, files: dict[Message, list[str]]) -> Iterator[str]:
    message = entry.message
    yield from (f"# {note}" for note in entry.notes)
    yield from (f"#: {file}" for file in files.get(message, ()))
    if entry.fuzzy:
        yield "#, fuzzy"
    if message.context is not None:
        yield from _field("msgctxt", message.context)
    yield from _field("msgid", message.one)
    if message.many is None:
        yield from _field("msgstr", entry.texts[0])
        return
    yield from _field("msgid_plural", message.many)
    for number, text in enumerate(entry.texts):
        yield from _field(f"msgstr[{number}]", text)


def compiled(entries: Iterable[Entry]) -> bytes:
    """Return the .mo file of a catalogue, in the format that gettext describes: the texts and their
    translations, sorted, each with its length and place. The table for hashing is optional."""
    pairs = []
    for (one, many, context), texts, _, fuzzy in entries:
        if all(texts) and not fuzzy:
            key = one if many is None else f"{one}\0{many}"
            key = key if context is None else f"{context}\x04{key}"
            pairs.append((key.encode(), "\0".join(texts).encode()))
    pairs.sort()
    head, count = 7 * 4, len(pairs)
    place = head + 2 * 8 * count
    tables, data = [b"", b""], b""
    for column in (0, 1):
        for pair in pairs:
            tables[column] += struct.pack("<II", len(pair[column]), place + len(data))
            data += pair[column] + b"\0"
    header = struct.pack("<7I", 0x950412DE, 0, count, head, head + 8 * count, 0, place)
    return header + tables[0] + tables[1] + data


def plural_forms(entries: list[Entry]) -> int:
    """Return how many forms a catalogue says that its language has for numbers."""
    header = entries[0].texts[0]
    return int(header.split("nplurals=")[1].split(";")[0])


def main() -> int:
    """Bring the catalogues up to date; return 1 if a translation is missing."""
    found, missing = in_code(), 0
    for file in sorted(LOCALE.glob("*/LC_MESSAGES/leftsuit.po")):
        header, *entries = read(file.read_text(encoding="utf-8"))
        known = {entry.message: entry for entry in entries}
        forms = plural_forms([header])
        new = [
            known.get(message) or Entry(message, ("",) * (1 if message.many is None else forms))
            for message in found
        ]
        file.write_text(write([header, *new], found), encoding="utf-8")
        file.with_suffix(".mo").write_bytes(compiled([header, *new]))
        for entry in new:
            if not all(entry.texts):
                print(f"{file.parts[-3]}: not translated: {entry.message.one!r}")
                missing = 1
        for message in known:
            if message not in found:
                print(f"{file.parts[-3]}: dropped: {message.one!r}")
    return missing


if __name__ == "__main__":
    sys.exit(main())
