"""Two languages: the catalogue is whole, the right language is chosen, and everything fits."""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import re
import string
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from leftsuit import (
    app,
    cli,
    i18n,
    keys,
    layout,
    options,
    orders,
    past,
    plainwords,
    session,
    words,
)
from leftsuit.faces import Look
from leftsuit.i18n import RUSSIAN, ngettext
from leftsuit.model import (
    ASK,
    DELETING,
    HELP,
    HISTORY,
    MOVE_TO,
    OPTIONS,
    PROMPT,
    STATISTICS,
    TABLE,
    VIEWER,
    AllGames,
    AllStatistics,
    Model,
    OneGame,
    Resize,
)
from leftsuit.notation import parse_move
from leftsuit.position import STOCK, WASTE
from leftsuit.questions import Loss
from leftsuit.record import OPEN, Record
from leftsuit.rules import ALL_RULES, KLONDIKE, LEFT_SUIT, Rules
from leftsuit.solver.verdict import LOST, UNKNOWN, WON, Verdict
from tests import catalogue, games
from tests.catalogue import Message
from tests.keeping import quick_folder
from tests.play import model, opening, picture, press, think
from tests.terminal import Terminal, environment
from tests.test_keys import BOUND
from tests.test_pictures import SCREENS, kept_games
from tests.test_plain import Player

FILES = sorted(catalogue.LOCALE.glob("*/LC_MESSAGES/leftsuit.po"))
in_both = pytest.mark.parametrize("language", i18n.LANGUAGES)


@pytest.fixture
def _russian() -> None:
    i18n.use(RUSSIAN)


in_russian = pytest.mark.usefixtures("_russian")


class TestCatalogue:
    @pytest.fixture(params=FILES, ids=lambda file: file.parts[-3])
    def file(self, request: pytest.FixtureRequest) -> Path:
        found: Path = request.param
        return found

    @pytest.fixture
    def entries(self, file: Path) -> list[catalogue.Entry]:
        """Return what is in a catalogue besides its header."""
        return catalogue.read(file.read_text(encoding="utf-8"))[1:]

    def test_there_is_one_for_every_language_but_english(self) -> None:
        assert [file.parts[-3] for file in FILES] == sorted(set(i18n.LANGUAGES) - {i18n.ENGLISH})

    def test_it_has_every_text_and_none_besides(self, entries: list[catalogue.Entry]) -> None:
        there = [entry.message for entry in entries]
        assert len(there) == len(set(there))
        found = set(catalogue.in_code())
        assert found - set(there) == set(), "not translated; run python -m tests.catalogue"
        assert set(there) - found == set(), "not used; run python -m tests.catalogue"
        assert len(found) > 200

    def test_every_form_is_there_and_none_is_a_guess(
        self, file: Path, entries: list[catalogue.Entry]
    ) -> None:
        forms = catalogue.plural_forms(catalogue.read(file.read_text(encoding="utf-8")))
        for entry in entries:
            assert len(entry.texts) == (1 if entry.message.many is None else forms), entry
            assert all(entry.texts), entry
            assert not entry.fuzzy, entry

    def test_blanks_and_edges_are_the_same(self, entries: list[catalogue.Entry]) -> None:
        for entry in entries:
            one, many, _ = entry.message
            wanted = blanks(many or one)
            assert set(blanks(one)) <= set(wanted), "one can go without a number"
            for text in entry.texts:
                assert blanks(text) == wanted, entry
                for edge in (text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]):
                    assert edge in (entry.message.one[:1], entry.message.one[-1:], ""), entry

    def test_every_terminal_with_the_letters_can_show_it(
        self, entries: list[catalogue.Entry]
    ) -> None:
        """The dash is shown only with the signs of the suits, and those only in UTF-8."""
        for entry in entries:
            for text in entry.texts:
                for codeset in ("koi8-r", "koi8-u", "cp1251", "cp866", "iso8859-5"):
                    assert text == "—" or text.encode(codeset), entry

    def test_the_compiled_file_is_made_of_it(self, file: Path) -> None:
        entries = catalogue.read(file.read_text(encoding="utf-8"))
        assert file.with_suffix(".mo").read_bytes() == catalogue.compiled(entries)
        text = file.read_text(encoding="utf-8")
        assert text == catalogue.write(entries, catalogue.in_code()), "python -m tests.catalogue"

    def test_the_tool_finds_what_is_marked(self) -> None:
        source = (
            "N_('a')\n_('b {c}').format(c=1)\nngettext('d', 'e', 2)\npgettext('f', 'g')\n_(words.H)"
        )
        assert [message for _, message in sorted(catalogue.messages(source))] == [
            Message("a"),
            Message("b {c}"),
            Message("d", "e"),
            Message("g", None, "f"),
        ]

    @pytest.mark.parametrize(
        "source", ["_(f'a{b}')", "_('a' + b)", "_('a' if b else 'c')", "ngettext(a, b, 1)", "N_(a)"]
    )
    def test_the_tool_refuses_what_it_cannot_read(self, source: str) -> None:
        with pytest.raises(catalogue.NotALiteral):
            list(catalogue.messages(source))


def blanks(text: str) -> list[str]:
    """Return the blanks of a text, of either kind."""
    named = [name for _, name, _, _ in string.Formatter().parse(text) if name is not None]
    return sorted(named + re.findall(r"%(?:\(\w+\))?[sdr]", text))


# Which language.


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ("", "en"),
        ("LANG=ru_RU.UTF-8", "ru"),
        ("LANG=ru", "ru"),
        ("LANG=ru_UA.KOI8-U@x", "ru"),
        ("LANG=RU_ru", "ru"),
        ("LANG=C", "en"),
        ("LANG=POSIX LANGUAGE=ru", "en"),
        ("LANG=C.UTF-8", "en"),
        ("LANG=C.UTF-8 LANGUAGE=ru", "ru"),
        ("LANGUAGE=ru", "ru"),
        ("LANG=xx_YY.UTF-8", "en"),
        ("LANG=russian", "en"),
        ("LC_CTYPE=ru_RU.UTF-8 LANG=C.UTF-8", "en"),
        ("LC_CTYPE=ru_RU.UTF-8", "en"),
        ("LC_MESSAGES=ru_RU.UTF-8 LANG=en_GB.UTF-8", "ru"),
        ("LC_ALL=en_GB.UTF-8 LC_MESSAGES=ru_RU.UTF-8 LANG=ru_RU.UTF-8", "en"),
        ("LC_ALL= LANG=ru_RU.UTF-8", "ru"),
        ("LANGUAGE=en_GB:en LANG=ru_RU.UTF-8", "en"),
        ("LANGUAGE=uk:ru:en LANG=uk_UA.UTF-8", "ru"),
        ("LANGUAGE=uk:en:ru LANG=uk_UA.UTF-8", "en"),
        ("LANGUAGE=uk LANG=ru_RU.UTF-8", "en"),
        ("LANGUAGE=uk:C:ru LANG=uk_UA.UTF-8", "en"),
        ("LANGUAGE=:ru LANG=uk_UA.UTF-8", "ru"),
    ],
)
def test_the_environment_chooses(environ: str, language: str) -> None:
    given = dict(pair.split("=", 1) for pair in environ.split())
    assert i18n.wanted(given) == language


def test_what_is_asked_for_goes_before_what_is_kept_and_that_before_the_environment() -> None:
    environ = {"LANGUAGE": "en_GB:en", "LC_ALL": "en_GB.UTF-8"}
    assert i18n.wanted(environ, "ru", "en") == "ru"
    assert i18n.wanted(environ, "", "ru") == "ru"
    assert i18n.wanted(environ, "", "auto") == "en"
    assert i18n.wanted(environ, "xx", "ru") == "ru"
    assert i18n.wanted({"LANG": "ru_RU.UTF-8"}, "en", "ru") == "en"


@pytest.mark.parametrize(
    ("codeset", "language"),
    [
        *(("utf-8", "ru"), ("UTF-8", "ru"), ("KOI8-R", "ru"), ("CP1251", "ru"), ("koi8-u", "ru")),
        *(("ANSI_X3.4-1968", "en"), ("ISO-8859-1", "en"), ("no such", "en"), ("iso8859-5", "ru")),
    ],
)
def test_a_terminal_without_the_letters_gets_english(codeset: str, language: str) -> None:
    i18n.use(RUSSIAN)
    i18n.show_in(codeset)
    assert i18n.language() == language
    assert words.moves(2) == {"en": "2 moves", "ru": "2 хода"}[language]
    i18n.use(i18n.ENGLISH)
    i18n.use(RUSSIAN)
    assert i18n.language() == language
    i18n.show_in("utf-8")
    assert i18n.language() == "ru"


def damaged() -> Iterator[bytes | None]:
    """Yield what may stand in the place of a catalogue; None for nothing."""
    whole = Path(i18n._file(RUSSIAN)).read_bytes()
    yield None
    yield b""
    yield b"\x00" * 100
    yield from (whole[:length] for length in range(0, len(whole), len(whole) // 9 + 1))
    yield whole[:12] + b"\xff" * 16 + whole[28:]
    yield whole.replace(b"nplurals=3; plural=", b"nplurals=3; plural!")
    yield whole.replace(b"charset=UTF-8", b"charset=UTF-9")


def test_without_a_catalogue_there_is_english(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for number, data in enumerate(damaged()):
        monkeypatch.setattr(i18n, "_FOLDER", str(tmp_path / str(number)))
        if data is not None:
            file = Path(i18n._file(RUSSIAN))
            file.parent.mkdir(parents=True)
            file.write_bytes(data)
        i18n.use(RUSSIAN)
        assert (i18n.language(), words.moves(2)) == ("en", "2 moves")
        i18n.use(i18n.ENGLISH)


def test_english_loads_nothing() -> None:
    code = (
        "import sys; from leftsuit import app, cli, i18n; i18n.use('en'); "
        "assert 'gettext' not in sys.modules; i18n.use('ru'); assert i18n.language() == 'ru'"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


# Numbers.

VERDICTS: tuple[Verdict | None, ...] = (None, WON, LOST, UNKNOWN)
ONE, FEW, MANY = (1, 21, 101, 121), (2, 4, 22), (0, 5, 11, 12, 14, 25, 111, 112)


@in_russian
def test_numbers_take_the_form_that_goes_with_them() -> None:
    for numbers, forms in (
        (ONE, ("ход", "партия", "карта", "минута")),
        (FEW, ("хода", "партии", "карты", "минуты")),
        (MANY, ("ходов", "партий", "карт", "минут")),
    ):
        for n in numbers:
            moves, games, cards, minutes = (f"{n} {noun}" for noun in forms)
            assert words.moves(n) == moves
            assert words.games(n) == games
            assert words.progress(n, 5) == f"{moves}  5 мин"
            assert words.won(n, n, 7, Look())[2].startswith(f"{moves}, ")
            if n:
                assert words.won(1, n, 7, Look())[2] == f"1 ход, {minutes}"
            shown = ngettext("{number} card", "{number} cards", n).format(number=n)
            assert shown == cards
    assert words.won(5, 0, 7, Look())[2] == "5 ходов, меньше минуты"


# Screens.

ALLOWED = {
    *("Enter", "Esc", "Tab", "Shift-Tab", "Backspace", "Ctrl-R", "Ctrl-L", "Ctrl-Z", "Ctrl-C"),
    *("hjkl", "fg", "mw2", "m35", "m3f", "--ascii", "--color", "none", "English"),
}
"""What is the same in every language, besides single letters: keys, ranks, suits, options."""


def foreign(text: str) -> set[str]:
    """Return the words of a Russian text that are English, or pieces of nothing."""
    found = re.findall(
        r"[\w-]*[A-Za-z][\w-]*", re.sub(r"\b(F\d+|10[SHDC]|[A2-9JQK][SHDC])\b", "", text)
    )
    return {word for word in found if word not in ALLOWED and len(word) > 1}


def tour() -> Iterator[tuple[str, Model]]:
    """Yield models on all screens, with a name for each."""
    yield from ((name, make(Look())) for name, make in SCREENS.items())
    m = press(opening(), "d 7")
    for number, key in enumerate(sorted({*BOUND, "x"})):
        yield f"key {number} {key!r}", press(m, [key])
        yield (
            f"key {number} {key!r}, in Klondike",
            press(opening(7, KLONDIKE), [key, "Esc", "d", key]),
        )
    for key in ("t", "v", "T", "L"):
        yield f"{key}, thought about", think(press(m, key))
    yield "in hand, thought about", think(press(opening(), "v Right Right Down Enter"))
    stats, found = kept_games()
    yield "statistics", app.update(m, AllStatistics(stats))[0]
    listed = app.update(m, AllGames(found))[0]
    yield "history", listed
    yield "unreadable", press(listed, "End Enter")
    yield "deleting", press(listed, "x")
    yield "viewer", press(app.update(m, OneGame(1, kept_record()))[0], "Right Right")
    yield "viewer of a file", past.spectate(m, kept_record())
    yield "options with the verdict on", think(press(m, "v o"))
    yield "no history", app.update(m, AllGames(()))[0]
    source = random.Random(20261129)
    for rules in ALL_RULES:
        walker = opening(31, rules)
        for _ in range(120):
            walker = press(walker, [source.choice("12345670dfurURtm")])
            yield f"a walk in {rules.name}", walker


def kept_record() -> Record:
    """Return a game that can go on."""
    return Record(games.won(LEFT_SUIT)._replace(at=20), OPEN, 100)


def unbroken(m: Model) -> bool:
    """Say whether all of the message is on the screen."""
    rows = layout.frame(app.view(m)).rows
    shown = " ".join(" ".join(rows[-2:]).split())
    if m.mode in (HISTORY, DELETING):
        shown = rows[0]
    return " ".join(m.message.split()) in shown


@pytest.mark.parametrize("size", [(40, 16), (60, 20), (80, 24)])
@in_both
def test_no_message_is_cut_off(language: str, size: tuple[int, int]) -> None:
    i18n.use(language)
    for name, at_80 in tour():
        m = press(at_80, [Resize(*size)])
        if m.mode in (TABLE, ASK, PROMPT, MOVE_TO, HISTORY, DELETING):
            # Tips are made for the screen they are asked on, and can be longer on another.
            assert unbroken(m) or at_80.thoughts.tip, (name, m.message)


@pytest.mark.parametrize("size", [(40, 16), (80, 24)])
@in_both
def test_no_constant_message_is_cut_off(language: str, size: tuple[int, int]) -> None:
    i18n.use(language)
    marked = (value for name, value in vars(words).items() if name.isupper() and name[0] != "_")
    for value in marked:
        for text in value.values() if isinstance(value, dict) else (value,):
            if isinstance(text, str):
                m = press(opening(), [Resize(*size)])._replace(message=i18n._(text))
                assert unbroken(m), m.message
    for text in (words.ASK_DELETE, words.UNREADABLE_GAME, words.GAME_IS_GONE, words.ON_THE_TABLE):
        m = app.update(opening(), AllGames(kept_games()[1]))[0]
        m = press(m, [Resize(*size)])._replace(message=i18n._(text))
        assert unbroken(m), m.message


def test_a_long_tip_is_made_for_a_narrow_screen() -> None:
    i18n.use(RUSSIAN)
    for deal in range(1, 20):
        m = press(model(session.new(LEFT_SUIT, deal), 40, 16), "d t")
        assert unbroken(m), m.message


@in_both
def test_where_a_game_was_lost_is_told_in_two_rows(language: str) -> None:
    """The longest there is: a long run, and a card turned up."""
    i18n.use(language)
    deal, steps = games.WON["left-suit", 1]
    game = session.follow(
        session.new(LEFT_SUIT, deal), [[parse_move(move)] for move in steps.split()]
    )
    for at in range(1, len(game.steps)):
        text = words.loss(game, Loss(at - 1, at), Look(), 40)
        m = press(opening(), [Resize(40, 16)])._replace(message=text)
        assert unbroken(m), text
        assert str(at) in text
        move = game.steps[at].moves[0]
        before = session.go_to(game, at).position
        if move.source < STOCK:
            for verdict in VERDICTS:
                text = words.in_hand(before, (move,) * 7, 3, Look(), verdict)
                assert words.fits(text, 40), text
            text = words.played(before, move, Look(), 3, 7)
            assert words.fits(text, 40), text
        text = words.winning_move(before, move, 122, Look())
        assert words.fits(text, 40), text


@pytest.mark.parametrize("size", [(40, 16), (58, 21), (80, 24)])
@in_both
def test_no_key_is_cut_off(language: str, size: tuple[int, int]) -> None:
    """The key line names as many keys as there is room for, each with all of what it does."""
    i18n.use(language)
    for name, at_80 in tour():
        m = press(at_80, [Resize(*size)])._replace(message="")
        view = app.view(m)
        row = layout.frame(view).rows[-1]
        if view.prompt is not None or (m.mode == TABLE and view.cascade is not None):
            continue
        named = row[1 : size[0] - len(view.corner) - 1 if view.corner else size[0]].rstrip()
        entries = [f"{key} {meaning}" for key, meaning in view.keys]
        whole = ["  ".join(entries[:count]) for count in range(len(entries) + 1)]
        assert named in whole, name
        count = whole.index(named)
        assert count >= min(2, len(entries)), name
        if m.mode in (ASK, DELETING, HELP, HISTORY, STATISTICS):
            assert count == len(entries), name
        if m.mode in (OPTIONS, VIEWER):
            assert "Esc" in row, "there is always a way back in sight"


@in_both
def test_the_title_never_runs_into_what_stands_at_its_right(language: str) -> None:
    i18n.use(language)
    for width in (40, 58, 60, 72, 80, 130):
        for deal in (7, 123_456, 20261129, 10**20 - 1):
            m = model(session.new(LEFT_SUIT, deal), width, 24)
            m = press(m, ["d"] * 24)._replace(seconds=60 * 111)
            row = layout.frame(app.view(m)).rows[0]
            assert re.search(rf"\b{deal}\b", row)
            assert re.search(r" 24\b.* 111 \w+ *$", row)


@pytest.mark.parametrize("size", [(40, 16), (80, 24), (120, 40)])
@in_russian
def test_nothing_is_left_in_english(size: tuple[int, int]) -> None:
    for name, at_80 in tour():
        m = press(at_80, [Resize(*size)])
        frame = layout.frame(app.view(m))
        assert {len(row) for row in frame.rows} == {size[0]}
        assert foreign(m.message) == set(), (name, m.message)
        dialog = app.view(m).dialog
        shown = "\n".join(dialog.lines) if dialog else frame.text()
        assert foreign(shown) == set(), name


@in_russian
def test_letters_of_suits_stay_and_nothing_else_goes_beyond_ascii_and_russian() -> None:
    for name, make in SCREENS.items():
        text = picture(make(Look(letters=True, framed=True)))
        assert re.fullmatch(r"[\x20-\x7e\nа-яА-ЯёЁ]*", text), name
    m = press(model(session.new(LEFT_SUIT, 7), look=Look(letters=True)), "d m 1 2")
    assert m.message == "5C не ложится на JH: туда нужна десятка другой масти"


def test_another_language_takes_effect_at_once() -> None:
    m = press(opening(), "o")
    before = picture(m)
    assert "Options" in before
    assert "Left Suit" in before
    i18n.use(RUSSIAN)
    after = picture(m)
    assert "Настройки" in after
    assert "Левая масть" in after
    i18n.use(i18n.ENGLISH)
    assert picture(m) == before


# A game in Russian.

CYRILLIC = {latin: letter for letter, latin in zip(*keys.LAYOUTS["Russian"], strict=True)}


@in_russian
def test_a_game_is_won_with_russian_letters_alone() -> None:
    deal, steps = games.WON["left-suit", 1]
    m = model(session.new(LEFT_SUIT, deal), 40, 16)
    for text in steps.split():
        move = parse_move(text)
        if move.source == STOCK:
            typed = "d"
        else:
            source = "w" if move.source == WASTE else text[0]
            typed = f"m{source}{text[1].lower()}"
        m = press(m, [CYRILLIC.get(key, key) for key in typed])
        assert "Такой стопки нет" not in m.message
    assert m.won
    shown = picture(m)
    assert "Победа!" in shown
    assert "117 ходов, меньше минуты" in shown
    asked = press(m, [CYRILLIC["u"], CYRILLIC["n"].upper()])
    assert asked.mode == TABLE, "a game that was won is left without a question"


@in_russian
def test_no_is_never_yes() -> None:
    m = press(opening(), ["d", CYRILLIC["n"].upper()])
    assert m.mode == ASK
    assert "д/y: да" in m.message
    for letter in "нНтТ":
        assert press(m, letter).game is m.game
        assert press(m, letter).mode == TABLE
    for letter in "дД":
        assert "PICK" not in press(m, letter).message
        assert press(m, letter).mode == TABLE


# The command line.


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return what a command line says, wherever it says it."""
    with contextlib.suppress(SystemExit):
        cli.main(arguments)
    captured = capsys.readouterr()
    return captured.out + captured.err


NAMES = {"leftsuit", "JSON", "SVG", "ASCII", "Python", "int", "klondike", "history", "record"}


def test_help_is_in_russian_for_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    (sub,) = (
        a for a in options.command_line()._actions if isinstance(a, argparse._SubParsersAction)
    )
    for command in ([], *([name] for name in sub.choices)):
        text = said(capsys, *command, "--lang", "ru", "--help")
        assert text.startswith("использование: leftsuit ")
        text = re.sub(r"\{[^}]*\}|(?<![\w-])--?[a-z-]+", "", text)
        left = set(re.findall(r"[A-Za-z]{2,}", text)) - NAMES - set(sub.choices)
        assert left == set(), (command, text)


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ("--draw 7", "аргумент --draw: недопустимое значение: 7 "),
        ("--draw x", "аргумент --draw: недопустимое значение (нужно int): 'x'"),
        ("--deal", "аргумент --deal: нужно одно значение"),
        ("--deal 0", "аргумент --deal: номера от 1 до 9"),
        ("--deal 1 --daily", "аргумент --daily: нельзя вместе с аргументом --deal"),
        ("--foo", "неизвестные аргументы: --foo"),
        ("foo", "аргумент КОМАНДА: "),
        ("solve", "не хватает аргументов: N|N-M|ФАЙЛ"),
        ("deal 7 --json=4", "аргумент --json: лишнее значение '4'"),
        ("export x", "у партий есть номера"),
        ("export 77", "партии 77 нет"),
        ("replay /nowhere", "не удаётся прочитать запись /nowhere: нет такого файла или папки"),
        ("replay /", "не удаётся прочитать запись /: это папка"),
        ("solve 9-1", "диапазон идёт по возрастанию"),
        ("deal 7", "Левая масть, по одной, расклад 7"),
        ("", "для игры нужен терминал"),
    ],
)
def test_everything_else_that_is_said_is_too(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    arguments: str,
    text: str,
) -> None:
    monkeypatch.setenv("LEFTSUIT_HOME", str(tmp_path))
    monkeypatch.setenv("LANGUAGE", "uk:ru:en")
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(name, "")
    assert text in said(capsys, *arguments.split())
    assert os.environ["LANGUAGE"] == "uk:ru:en", "what argparse needs is put back"


def test_the_option_beats_the_environment_both_ways(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "en_GB:en")
    assert "параметры" in said(capsys, "--lang", "ru", "--help")
    assert "options" in said(capsys, "--help")
    monkeypatch.setenv("LANGUAGE", "ru")
    monkeypatch.setenv("LC_ALL", "ru_RU.UTF-8")
    assert "options" in said(capsys, "--lang=en", "--help")
    assert "параметры" in said(capsys, "--help")
    assert "--lang" in said(capsys, "--lang", "xx")


# Line by line.


@pytest.fixture
def player() -> Iterator[Player]:
    i18n.use(RUSSIAN)
    with quick_folder() as folder:
        it = Player(folder)
        yield it
        it.store.close()


class TestPlain:
    def test_what_is_said(self, player: Player) -> None:
        name = "Левая масть, по одной, расклад 7"
        assert player.greeting == [f"{name}. Команды: смотреть, справка"]
        assert player.say("3") == "дама бубен в столбец 7, открыто: дама червей"
        assert player.say("3 на 5").startswith("Дама червей не ложится на пятёрку червей; ")
        assert player.say("открыть") == "из колоды валет треф, осталось 23"
        assert player.say("отменить") == "отменено: сдача из колоды"
        assert player.say("нов") == "Бросить эту партию ради другой? д или н"
        assert player.say("н") == "Игра продолжается"
        assert player.model.game.deal == 7
        assert player.after("новый/да") == "Левая масть, по одной, расклад 123456"

    @pytest.mark.parametrize(
        ("said", "meant"),
        [
            *(
                ("столбец 3", "3"),
                ("ход 3", "3"),
                ("сброс", "w"),
                ("3 на 5", "35"),
                ("3 в 5", "35"),
            ),
            *(("сыграть 3 в столбец 5 2", "35x2"), ("3 вверх", "3f"), ("вверх 3", "3f")),
            *(
                ("сброс в 4", "w4"),
                ("червы 4", "h4"),
                ("в 4", "d 4"),
                ("ь в 4", "m d 4"),
            ),
            *(("ОТКРЫТЬ", "d"), ("отм", "u"), ("вернуть всё", "R"), ("вернуть все", "R")),
            *(("номер 5", "number 5"), ("открыть 5", "d 5"), ("смотреть сброс", "look waste")),
            *(("стол колода", "look stock"), ("доиграть 3", "resume 3"), ("deal", "d")),
        ],
    )
    @in_russian
    def test_what_is_understood(self, said: str, meant: str) -> None:
        assert orders.parse(said, KLONDIKE) == orders.parse(meant, KLONDIKE)

    def test_every_command_has_a_russian_name_of_its_own_and_help(self, player: Player) -> None:
        names = []
        for command in plainwords.COMMANDS:
            own = plainwords.heard(command.names)[len(command.names) :]
            names += own
            assert player.say(f"справка {own[0]}") == i18n._(command.help)
            assert own[0] in i18n._(command.help)
            for name in own:
                if " " not in name:
                    assert orders.command_called(name) == command.command
        assert len(set(names)) == len(names)
        shown = player.say("справка")
        for topic in plainwords.TOPICS:
            (name,) = plainwords.heard((topic,))[1:]
            assert name in shown
            assert len(player.say(f"справка {name}")) > 40

    @pytest.mark.parametrize("rules", ALL_RULES)
    @in_russian
    def test_every_answer_is_in_russian(self, rules: Rules) -> None:
        source = random.Random(rules.name + str(rules.draw))
        lines = ["1", "2", "3", "4", "5", "6", "7", "w", "d", "f", "u", "r", "12", "21", "35", "53"]
        lines += ["3f", "wf", "w4", "дальше", "обратно", "смотреть", "сначала", "вернуть всё", "s"]
        lines += ["справка", "ещё", "слова", "новый", "д", "н", "h4", "назад", "стол 3", "нет", "y"]
        lines += ["открыть 5", "настройки", "доиграть 77", "99", "3 99", "подсказка", "чепуха"]
        with quick_folder() as folder:
            player = Player(folder, 7, rules)
            for _ in range(400):
                line = source.choice(lines)
                said = player.table.obey(line)
                assert said, line
                for each in said:
                    assert foreign(each) - {"leftsuit", "35x2"} == set(), (line, each)
                    assert re.fullmatch(r"[\x20-\x7eа-яА-ЯёЁ]*", each), each
                    assert len(each) <= 180, each
            player.store.close()


# Real terminals.


@pytest.mark.terminal
@pytest.mark.parametrize(
    ("env", "text"),
    [
        ({"LANG": "ru_RU.UTF-8"}, "Справка: клавиша ?"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "uk:ru"}, "Справка: клавиша ?"),
        ({"LC_ALL": "C", "LANGUAGE": "ru"}, "Press ? for help"),
        ({"LC_CTYPE": "ru_RU.UTF-8"}, "Press ? for help"),
    ],
)
def test_in_a_terminal(tmp_path: Path, env: dict[str, str], text: str) -> None:
    with Terminal(tmp_path, "--deal", "7", env=env, width=40, height=16) as terminal:
        terminal.wait_for(text)
        terminal.send("й".encode())
        assert terminal.wait_for_exit() == 0
        assert terminal.complaints() == []


@pytest.mark.terminal
@pytest.mark.parametrize(
    ("env", "text"),
    [({"LANG": "ru_RU.UTF-8"}, "из колоды валет треф"), ({"LC_ALL": "C"}, "dealt jack of clubs")],
)
def test_line_by_line_in_a_pipe(tmp_path: Path, env: dict[str, str], text: str) -> None:
    command = [sys.executable, "-m", "leftsuit", "--plain", "--deal", "7", "--ascii"]
    if "LC_ALL" in env:
        command += ["--lang", "ru"]
    done = subprocess.run(
        command,
        input="открыть\nd\n".encode(),
        env=environment(tmp_path) | env,
        capture_output=True,
        check=True,
        timeout=60,
    )
    assert text in done.stdout.decode()
    assert done.stderr == b""


@pytest.mark.terminal
def test_where_the_letters_are_missing_the_option_gives_english(tmp_path: Path) -> None:
    with Terminal(tmp_path, "--lang", "ru", "--deal", "7", env={"LC_ALL": "C"}) as terminal:
        terminal.wait_for("Press ? for help")
        terminal.send(b"o")
        terminal.wait_for("Language")
        terminal.send(b"q")
        terminal.send(b"q")
        assert terminal.wait_for_exit() == 0


@pytest.mark.terminal
def test_the_language_is_changed_in_the_game_and_kept(tmp_path: Path) -> None:
    with Terminal(tmp_path, "--deal", "7") as terminal:
        terminal.wait_for("Press ? for help")
        terminal.send(b"o\x1b[D")
        terminal.wait_for("Настройки")
        terminal.wait_for("Русский")
        terminal.send(b"\x1bd")
        terminal.wait_for("Из колоды: J♣")
        terminal.send(b"q")
        assert terminal.wait_for_exit() == 0
    with Terminal(tmp_path, env={"LANGUAGE": "en"}) as terminal:
        terminal.wait_for("Партия продолжается")
        terminal.send(b"q")
        assert terminal.wait_for_exit() == 0
    with Terminal(tmp_path, "--lang", "en") as terminal:
        terminal.wait_for("Your game goes on")
        terminal.send(b"q")
        assert terminal.wait_for_exit() == 0
