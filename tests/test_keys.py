"""The key table agrees with itself, and with every keyboard."""

from __future__ import annotations

import pytest

from leftsuit import helptext, keys
from leftsuit.decode import _STRINGS, Decoder
from leftsuit.faces import Look
from leftsuit.rules import LEFT_SUIT

BOUND = [key for binding in keys.BINDINGS for key in binding.keys]
COMMANDS = {
    *keys.PLAY_COLUMN,
    *(
        value
        for name, value in vars(keys).items()
        if name.isupper() and isinstance(value, str) and not name.startswith("_")
    ),
}
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def test_every_command_is_bound_once() -> None:
    bound = [binding.command for binding in keys.BINDINGS]
    assert sorted(bound) == sorted(COMMANDS)
    assert {keys.PLAY_COLUMN[6], keys.DEAL_CARDS, keys.UNDO_ALL, keys.QUIT} <= COMMANDS


def test_no_key_is_bound_twice() -> None:
    assert len(BOUND) == len(set(BOUND))
    for binding in keys.BINDINGS:
        for key in binding.keys:
            assert keys.command(key) == binding.command


def test_no_command_is_the_beginning_of_what_terminals_send() -> None:
    """After Esc these begin a sequence, so a hasty Esc and such a command would be lost."""
    for beginning in ("[", "O", *_STRINGS):
        assert keys.command(beginning) is None


NAMED = {
    "Space": (" ",),
    "arrows": ("Up", "Down", "Left", "Right"),
    "hjkl": tuple("hjkl"),
    "…": tuple("23456"),
}
"""What some words of the help stand for."""


def test_the_help_names_every_key() -> None:
    """Apart from those that are on the same key as one that is named."""
    shown: list[str] = []
    for binding in keys.BINDINGS:
        for word in binding.shown.split():
            shown += NAMED.get(word, (word,))
    assert set(BOUND) - set(shown) <= {","}, "the comma is the question mark's Russian neighbour"
    assert set(shown) <= set(BOUND)


@pytest.mark.parametrize("look", [Look(), Look(letters=True)])
def test_the_help_has_every_entry_and_fits(look: Look) -> None:
    for width in (38, 60, 118):
        lines = helptext.lines(LEFT_SUIT, width, look)
        assert max(map(len, lines)) <= width
        text = " ".join(" ".join(lines).split())
        for binding in keys.BINDINGS:
            if binding.help:
                first = binding.help.split()[0]
                shown = binding.shown.replace("…", "-") if look.letters else binding.shown
                assert f"{shown} {first}" in text
        assert text.isascii() or not look.letters
        assert "--ascii" in text, "who cannot tell suits apart finds the way there"
        assert "--color" in text


@pytest.mark.parametrize("name", keys.LAYOUTS)
def test_letters_of_other_layouts_are_the_keys_they_lie_on(name: str) -> None:
    letters, places = keys.LAYOUTS[name]
    for letter, latin in zip(letters, places, strict=True):
        assert keys.latin(letter) == latin
        assert keys.command(letter) == keys.command(latin)
        if latin.isalpha():
            assert keys.latin(letter.upper()) == latin.upper() or letter.upper() in "Σ"
            assert keys.command(letter.upper()) == keys.command(keys.latin(letter.upper()))


def test_every_letter_command_has_its_key_in_russian_and_greek() -> None:
    for name, missing in (("Russian", ""), ("Greek", "q")):
        letters, places = keys.LAYOUTS[name]
        capitals = {keys.latin(letter.upper()) for letter in letters}
        for latin in LETTERS:
            if latin in BOUND and latin not in missing:
                assert latin in places
            if latin.upper() in BOUND:
                assert latin.upper() in capitals


def test_every_command_has_a_way_in_any_layout() -> None:
    """In Greek the key of q types a semicolon, and Ctrl-C is there."""
    for name, (letters, _) in keys.LAYOUTS.items():
        typed = letters + (keys.LAYOUTS["Russian"][0] if name == "Ukrainian" else "")
        reachable = {keys.command(letter) for letter in typed + typed.upper()}
        # What every keyboard can send: digits, blank, and keys that type nothing.
        always = {k for k in BOUND if len(k) > 1 or k.isdigit() or k == " "}
        reachable |= {keys.command(key) for key in always}
        assert reachable >= COMMANDS


def test_caps_lock_changes_only_commands_that_have_a_capital() -> None:
    for letter in LETTERS:
        if letter.upper() not in BOUND and letter.upper() not in ("O", *_STRINGS):
            assert keys.command(letter.upper()) == keys.command(letter)


def test_no_two_layouts_disagree_about_a_letter() -> None:
    seen: dict[str, str] = {}
    for letters, places in keys.LAYOUTS.values():
        for letter, latin in zip(letters, places, strict=True):
            assert seen.setdefault(letter, latin) == latin
    # The two small sigmas lie on two keys and have one capital, on the key of the second.
    assert keys.latin("Σ") == "S"


def test_every_key_is_one_that_the_decoder_names() -> None:
    sent = {
        **{"Tab": b"\t", "Shift-Tab": b"\x1b[Z", "Backspace": b"\x7f", "Ctrl-R": b"\x12"},
        **{"Left": b"\x1b[D", "Right": b"\x1b[C", "Down": b"\x1b[B", "Up": b"\x1b[A"},
        **{"Enter": b"\r", "Esc": b"\x1b", "F1": b"\x1bOP", "Ctrl-L": b"\x0c"},
        **{"Ctrl-Z": b"\x1a", "Ctrl-C": b"\x03"},
    }
    for key in BOUND:
        decoder = Decoder()
        data = key.encode() if len(key) == 1 else sent[key]
        assert decoder.feed(data) + decoder.silence() == [key]
