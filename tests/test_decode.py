"""The decoder: every form of a key, what is swallowed, and that cuts in the line change nothing."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leftsuit.decode import MAX_PASTE, Decoder, Paste

Keys = list[str | Paste]


def decoded(data: bytes, encoding: str = "utf-8") -> Keys:
    """Return the keys of bytes that arrive at once and are followed by silence."""
    decoder = Decoder(encoding)
    return decoder.feed(data) + decoder.silence()


def in_bits(data: bytes) -> Keys:
    """Return the keys of bytes that arrive one by one, with silence only at the end."""
    decoder = Decoder()
    keys = [key for byte in data for key in decoder.feed(bytes([byte]))]
    return keys + decoder.silence()


ARROWS = {"A": "Up", "B": "Down", "C": "Right", "D": "Left", "H": "Home", "F": "End"}
FORMS = {
    **{f"\x1b{kind}{final}": key for kind in "[O" for final, key in ARROWS.items()},
    **{f"\x1b[1;{n}{final}": key for n in "2358" for final, key in ARROWS.items()},
    **{f"\x1bO{chr(ord('p') + n)}": str(n) for n in range(10)},
    **{f"\x1b[{n}~": key for n, key in {1: "Home", 4: "End", 7: "Home", 8: "End"}.items()},
    **{"\x1b[3~": "Delete", "\x1b[2~": "Insert", "\x1b[5~": "PageUp", "\x1b[6~": "PageDown"},
    **{"\x1b[3;5~": "Delete", "\x1bOP": "F1", "\x1b[11~": "F1", "\x1b[[A": "F1"},
    **{"\r": "Enter", "\n": "Enter", "\x1bOM": "Enter", "\t": "Tab", "\x1b[Z": "Shift-Tab"},
    **{"\x7f": "Backspace", "\x08": "Backspace", "\x1b": "Esc"},
    **{"\x03": "Ctrl-C", "\x0c": "Ctrl-L", "\x12": "Ctrl-R", "\x1a": "Ctrl-Z", "\x13": "Ctrl-S"},
    **{character: character for character in " aZ7?жЖ♠漢"},
}

SWALLOWED = (
    # Mouse reports, old and new.
    *("\x1b[M !!", "\x1b[M#dd", "\x1b[<64;10;10M", "\x1b[<0;5;5m", "\x1b[32;10;10M"),
    # Focus, device attributes, cursor and status reports.
    *("\x1b[I", "\x1b[O", "\x1b[?62;4c", "\x1b[>0;276;0c", "\x1b[5;10R", "\x1b[0n", "\x1b[?1;2$y"),
    # Strings: colours, settings, pictures, names.
    *(
        "\x1b]11;rgb:0/0/0\x07",
        "\x1b]11;rgb:0/0/0\x1b\\",
        "\x1bP1$r0 q\x1b\\",
        "\x1b_Gi=1;OK\x1b\\",
    ),
    *("\x1b^q\x1b\\", "\x1bXq\x1b\\", "\x1bP>|xterm(1)\x1b\\"),
    # Function keys of consoles and terminals, and keys with every detail.
    *("\x1b[[B", "\x1b[[E", "\x1b[15~", "\x1b[24;2~", "\x1bOQ", "\x1bOS", "\x1b[1;2P", "\x1b[P"),
    *("\x1bO5P", "\x1bO1;5Q", "\x1bOj", "\x1bOk", "\x1bOl", "\x1bOm", "\x1bOn", "\x1bOo", "\x1bOX"),
    *("\x1b[97;5u", "\x1b[27;5;117~", "\x1b[117;1:3u", "\x1b[?1u", "\x1b[201~", "\x1b[99;99;99X"),
)


@pytest.mark.parametrize("form", FORMS)
def test_forms_of_keys(form: str) -> None:
    for decode in (decoded, in_bits):
        assert decode(form.encode()) == [FORMS[form]]
        # And between other keys.
        assert decode(f"u{form}d".encode()) == ["u", FORMS[form], "d"]


@pytest.mark.parametrize("sequence", SWALLOWED)
def test_what_has_no_meaning_is_swallowed_whole(sequence: str) -> None:
    assert decoded(sequence.encode()) == []
    assert in_bits(sequence.encode()) == []
    assert decoded(f"u{sequence}d".encode()) == ["u", "d"]
    assert in_bits(f"u{sequence}d".encode()) == ["u", "d"]


@pytest.mark.parametrize("data", [b"\xff", b"\xc3(", b"\xe2\x99", b"\x80\x81", b"\xed\xa0\x80"])
def test_broken_characters_are_left_out(data: bytes) -> None:
    keys = decoded(b"u" + data + b"d")
    assert keys[0] == "u"
    assert keys[-1] == "d"
    assert all(key in ("u", "(", "d") for key in keys)


def test_characters_in_bits() -> None:
    assert in_bits("яЯ♠漢".encode()) == ["я", "Я", "♠", "漢"]


def test_old_mouse_reports_from_far_off_are_no_characters() -> None:
    assert decoded(b"\x1b[M \xb3\x9cd\x1b[M!\xc3!d") == ["d", "d"]


def test_other_encodings() -> None:
    assert decoded("вг".encode("koi8-r"), "koi8-r") == ["в", "г"]
    assert decoded("é".encode("latin-1"), "latin-1") == ["é"]


@pytest.mark.parametrize("control", ["\x00", "\x1c", "\x1f", "\x85", "\u200e", "\u2028"])
def test_what_types_nothing_is_never_a_letter(control: str) -> None:
    assert all(str(key).startswith("Ctrl-") for key in decoded(control.encode()))


class TestSilence:
    def test_esc_is_a_key_only_after_silence(self) -> None:
        decoder = Decoder()
        assert decoder.feed(b"\x1b") == []
        assert decoder.waiting
        assert decoder.silence() == ["Esc"]
        assert not decoder.waiting
        assert decoder.silence() == []

    @pytest.mark.parametrize("rest", ["[B", "OB", "[1;5B"])
    def test_the_rest_of_a_key_that_came_apart_is_still_that_key(self, rest: str) -> None:
        for cut in range(len(rest)):
            decoder = Decoder()
            keys = decoder.feed(b"\x1b") + decoder.silence()
            for part in (rest[:cut], rest[cut:]):
                keys += decoder.feed(part.encode()) + decoder.silence()
            assert keys == ["Esc", "Down"]
            assert decoder.feed(b"d") == ["d"]

    @pytest.mark.parametrize("start", ["\x1b[", "\x1bO", "\x1b[1", "\x1b[1;"])
    def test_a_longer_beginning_waits_for_its_rest(self, start: str) -> None:
        decoder = Decoder()
        assert decoder.feed(start.encode()) + decoder.silence() + decoder.silence() == []
        assert decoder.feed(b"Bd") == ["Down", "d"]

    def test_esc_and_then_a_letter_are_two_keys(self) -> None:
        decoder = Decoder()
        keys = decoder.feed(b"\x1b") + decoder.silence() + decoder.feed(b"d") + decoder.feed(b"[B")
        assert keys == ["Esc", "d", "[", "B"]
        assert decoded(b"\x1bd") == ["Esc", "d"]
        assert decoded(b"\x1b\x1b") == ["Esc", "Esc"]
        assert decoded(b"\x1b\x1b[A") == ["Esc", "Up"]

    @pytest.mark.parametrize("start", ["\x1b]11;", "\x1bP", "\x1b_", "\x1b^", "\x1bX"])
    def test_a_string_without_an_end_is_given_up(self, start: str) -> None:
        decoder = Decoder()
        assert decoder.feed(start.encode()) + decoder.silence() == []
        assert decoder.feed(b"d") == ["d"]

    @pytest.mark.parametrize("start", ["\x1b[", "\x1b[12", "\x1bO", "\x1b[12;", "\x1b]0;", "\x1bP"])
    def test_control_keys_end_what_was_begun(self, start: str) -> None:
        assert decoded(start.encode() + b"\x03") == ["Ctrl-C"]
        assert decoded(start.encode() + b"\x1b[Ad") == ["Up", "d"]


class TestPaste:
    def test_marked_text(self) -> None:
        data = b"u\x1b[200~dd\nN\x1b[A\x07\x1b[201~d"
        expected = ["u", Paste("dd\nN\x1b[A\x07"), "d"]
        assert decoded(data) == expected
        assert in_bits(data) == expected

    def test_nothing_comes_before_its_end(self) -> None:
        decoder = Decoder()
        assert decoder.feed(b"\x1b[200~Nyq") + decoder.silence() == []
        assert decoder.feed(b"UU\x1b[20") + decoder.silence() == []
        assert decoder.feed(b"1~u") == [Paste("NyqUU"), "u"]

    def test_ctrl_c_ends_one_whose_mark_is_lost(self) -> None:
        assert decoded(b"\x1b[200~Ny\x03d") == [Paste("Ny"), "Ctrl-C", "d"]
        assert in_bits(b"\x1b[200~Ny\x03d") == [Paste("Ny"), "Ctrl-C", "d"]

    def test_two_in_a_row(self) -> None:
        data = b"\x1b[200~a\x1b[201~\x1b[200~b\x1b[201~"
        assert decoded(data) == in_bits(data) == [Paste("a"), Paste("b")]

    def test_a_huge_one_is_cut_and_swallowed(self) -> None:
        decoder = Decoder()
        assert decoder.feed(b"\x1b[200~") == []
        for _ in range(500):
            assert decoder.feed(b"d" * 10_000) == []
            assert bounded(decoder)
        assert decoder.feed(b"\x1b[201~u") == [Paste("d" * MAX_PASTE), "u"]


def bounded(decoder: Decoder) -> bool:
    """Say whether a decoder keeps little, whatever came."""
    kept = sum(len(value) for value in vars(decoder).values() if isinstance(value, str))
    return kept < 2 * MAX_PASTE


@pytest.mark.parametrize("start", [b"\x1b[", b"\x1b[<", b"\x1b]0;", b"\x1bP", b"\x1b_"])
def test_endless_sequences_are_swallowed_in_little_room(start: bytes) -> None:
    decoder = Decoder()
    keys = decoder.feed(start)
    for _ in range(200):
        keys += decoder.feed(b"1;5" * 1000)
        assert bounded(decoder)
    keys += decoder.feed(b"\x07" if start[1:] in (b"]0;", b"P", b"_") else b"X")
    assert keys == []
    assert decoder.feed(b"d") == ["d"]


PIECES = st.one_of(
    st.sampled_from([*FORMS, *SWALLOWED]).map(str.encode),
    st.sampled_from([b"\x1b", b"\x1b[", b"\x1bO", b"\x1b]", b"\x1bP", b"\x1b[200~", b"\x1b[201~"]),
    st.sampled_from([b"\x1b[M", b"\x1b\\", b"\x07", b"\x03", b"[", b"O", b"~", b";", b"\x9b"]),
    st.text(max_size=4).map(lambda text: text.encode("utf-8", "ignore")),
    st.binary(max_size=4),
    st.integers(1, 600).map(lambda n: b"7" * n),
)


fixed = settings(max_examples=500, derandomize=True, deadline=None, database=None)


@fixed
@given(st.lists(PIECES, max_size=12).map(b"".join), st.lists(st.integers(0, 400), max_size=30))
def test_cuts_change_nothing(data: bytes, cuts: list[int]) -> None:
    whole = Decoder()
    expected = whole.feed(data)
    decoder, keys = Decoder(), []
    edges = [0, *sorted(cut for cut in cuts if cut < len(data)), len(data)]
    for start, end in pairwise(edges):
        keys += decoder.feed(data[start:end])
        assert bounded(decoder)
    assert keys == expected
    assert decoder.silence() == whole.silence()


@fixed
@given(st.lists(PIECES, max_size=12))
def test_nothing_makes_it_fail_or_name_what_is_no_key(pieces: list[bytes]) -> None:
    decoder = Decoder()
    for piece in pieces:
        for key in decoder.feed(piece) + decoder.silence():
            assert isinstance(key, Paste) or key.isprintable()
    # A paste without an end, and then the beginning of a key, are all that can be left.
    keys = decoder.feed(b"\x03") + decoder.silence() + decoder.feed(b"\x03") + decoder.feed(b"d")
    assert keys[-1] == "d"


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
@pytest.mark.parametrize("form", [form for form in FORMS if form[1:2] in ("[", "O")])
def test_keys_of_terminals_set_to_eight_bits(form: str, encoding: str) -> None:
    begun = {"[": b"\x9b", "O": b"\x8f"}[form[1]]
    decoder = Decoder(encoding)
    found = decoder.feed(begun + form[2:].encode() + b"d")
    assert found == [FORMS[form], "d"]
