"""The language of everything the player reads: English, or another that there is a catalogue for.

English is what stands in the code. A text is marked where it is written, with `N_`, and translated
where it is shown, with `_`, so that another language takes effect at once. Catalogues are those of
gettext; they are read from beside this file, so a checkout has them as an installed package does.

>>> ngettext("{number} card", "{number} cards", 2).format(number=2)
'2 cards'
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping, Sequence

from leftsuit.values import TYPE_CHECKING

if TYPE_CHECKING:
    # At run time only where another language than English is spoken: it takes time.
    from gettext import NullTranslations

ENGLISH, RUSSIAN = "en", "ru"
LANGUAGES = (ENGLISH, RUSSIAN)
"""The languages there are, by their codes."""

_DOMAIN = "leftsuit"
_FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "locale")
_LETTERS = {RUSSIAN: "абвгдеёжзийклмнопрстуфхцчшщъыьэюяАБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"}
"""What an encoding must have for a language other than English to be shown in it."""
_VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
_UNTRANSLATED = ("C", "POSIX")


class _Spoken:
    """What is spoken now."""

    wish = ENGLISH
    language = ENGLISH
    codeset = "utf-8"
    catalogue: NullTranslations | None = None


def N_(message: str) -> str:
    """Mark a text for translation, and return it as it is."""
    return message


def NN_(one: str, many: str) -> tuple[str, str]:
    """Mark a text that goes with a number; it is for `ngettext`."""
    return one, many


def NP_(context: str, message: str) -> str:  # noqa: ARG001
    """Mark a text whose translation depends on where it stands; it is for `pgettext`."""
    return message


def _(message: str) -> str:
    """Return a text in the language that is spoken."""
    if _Spoken.catalogue is None or not message:
        return message
    return _Spoken.catalogue.gettext(message)


def pgettext(context: str, message: str) -> str:
    """Return a text whose translation depends on where it stands."""
    if _Spoken.catalogue is None:
        return message
    return _Spoken.catalogue.pgettext(context, message)


def ngettext(one: str, many: str, number: int) -> str:
    """Return the one of two texts, or of as many as the language needs, that goes with a number."""
    if _Spoken.catalogue is None:
        return one if number == 1 else many
    return _Spoken.catalogue.ngettext(one, many, number)


def language() -> str:
    """Return the code of the language that is spoken."""
    return _Spoken.language


def use(wish: str) -> None:
    """Speak a language from now on, English where the other has no catalogue or cannot be shown."""
    if wish != _Spoken.wish:
        _Spoken.wish = wish
        _speak()


@contextlib.contextmanager
def heard_in(language: str) -> Iterator[None]:
    """Understand names in a language as long as this lasts, whether or not it can be shown."""
    before = _Spoken.catalogue
    _Spoken.catalogue = None if language == ENGLISH else _read(language)
    try:
        yield
    finally:
        _Spoken.catalogue = before


def show_in(codeset: str) -> None:
    """Say in which encoding the words are shown; it may be one that lacks the letters."""
    if codeset != _Spoken.codeset:
        _Spoken.codeset = codeset
        _speak()


def _speak() -> None:
    wish, catalogue = _Spoken.wish, None
    if wish in _LETTERS and can_be_shown(wish, _Spoken.codeset):
        catalogue = _read(wish)
    _Spoken.language = ENGLISH if catalogue is None else wish
    _Spoken.catalogue = catalogue


def can_be_shown(language: str, codeset: str) -> bool:
    """Say whether an encoding has the letters of a language.

    >>> can_be_shown("ru", "koi8-r"), can_be_shown("ru", "latin-1"), can_be_shown("en", "ascii")
    (True, False, True)
    """
    try:
        _LETTERS.get(language, "").encode(codeset)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def wanted(environ: Mapping[str, str], asked: str = "", kept: str = "") -> str:
    """Return the language to speak: the one asked for on the command line, else the one kept as
    an option of the game, else what the environment says, in the order that gettext goes by.

    Nothing has to be installed for it. As in gettext, LANGUAGE is a list and counts for nothing
    where the locale is the plain one, and the character type (LC_CTYPE) has no say.

    >>> wanted({"LANGUAGE": "uk:ru:en", "LANG": "uk_UA.UTF-8"})
    'ru'
    >>> wanted({"LC_ALL": "C", "LANGUAGE": "ru"}), wanted({"LC_CTYPE": "ru_RU.UTF-8"})
    ('en', 'en')
    """
    for wish in (asked, kept):
        if wish in LANGUAGES:
            return wish
    locale = next((environ[name] for name in _VARIABLES if environ.get(name)), "")
    if locale in _UNTRANSLATED:
        return ENGLISH
    for name in (environ.get("LANGUAGE") or locale).split(":"):
        code = _code(name)
        if code in LANGUAGES:
            return code
        if name in _UNTRANSLATED:
            break
    return ENGLISH


def _code(name: str) -> str:
    """Return the language of a locale such as ``ru_RU.KOI8-R@euro``."""
    for mark in "@._-":
        name = name.partition(mark)[0]
    return name.lower()


def asked_for(arguments: Sequence[str]) -> str:
    """Return the language that a command line asks for, empty if none; that it is one, and that
    all else is right, is for the parser to see, which has to speak by then.

    >>> asked_for(["deal", "7", "--lang", "ru"]), asked_for(["--lang=en"]), asked_for(["--lang"])
    ('ru', 'en', '')
    """
    found = ""
    for argument, following in zip(arguments, [*arguments[1:], ""], strict=False):
        if argument == "--":
            break
        if argument == "--lang":
            found = following
        elif argument.startswith("--lang="):
            found = argument.partition("=")[2]
    return found


def _read(language: str) -> NullTranslations | None:
    """Return a catalogue, None where it is missing or broken: that is no reason not to play."""
    from gettext import GNUTranslations  # noqa: PLC0415

    try:
        with open(_file(language), "rb") as file:
            return GNUTranslations(file)
    except Exception:  # There is no end to what a broken file can lead to.
        return None


def _file(language: str) -> str:
    return os.path.join(_FOLDER, language, "LC_MESSAGES", f"{_DOMAIN}.mo")


@contextlib.contextmanager
def spoken_by_python() -> Iterator[None]:
    """Let what asks `gettext` itself speak the language, as argparse does for its own words.

    It finds catalogues by the environment and by a domain that counts for the whole process, so
    both are changed for as long as this lasts.
    """
    if _Spoken.catalogue is None:
        yield
        return
    import gettext  # noqa: PLC0415

    domain, before = gettext.textdomain(), os.environ.get("LANGUAGE")
    folder = gettext.bindtextdomain(_DOMAIN)
    gettext.bindtextdomain(_DOMAIN, _FOLDER)
    gettext.textdomain(_DOMAIN)
    os.environ["LANGUAGE"] = _Spoken.language
    try:
        yield
    finally:
        gettext.textdomain(domain)
        gettext.bindtextdomain(_DOMAIN, folder)
        if before is None:
            del os.environ["LANGUAGE"]
        else:
            os.environ["LANGUAGE"] = before
