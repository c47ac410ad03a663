"""The door: ``leftsuit`` plays; with a command it prints, checks or computes."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Sequence

from leftsuit import days, i18n, picking, session, settings
from leftsuit import rules as rule_sets
from leftsuit.i18n import N_, _
from leftsuit.output import CannotWrite, Failure, complain, output
from leftsuit.session import Opening, Session
from leftsuit.values import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import argparse

    from leftsuit.keeping import Keeper
    from leftsuit.record import Record
    from leftsuit.rules import Rules
    from leftsuit.settings import Settings
    from leftsuit.store import Store

USAGE_ERROR = 2
INTERRUPTED = 130

_NO_SCREEN = N_("; leftsuit --plain needs no screen")
_NONE_FOUND = N_("no such deal was found; try again, or without the wish")


class Plain(NamedTuple):
    """What counts for a game when the command line says nothing."""

    new: bool = False
    deal: int | None = None
    daily: bool = False
    rules: str | None = None
    draw: int | None = None
    lang: str | None = None
    ascii: bool = False
    color: str | None = None
    no_animation: bool = False
    plain: bool = False
    wanted: str = picking.ANY


def main(arguments: Sequence[str] | None = None) -> int:
    """Carry out a command line and return its exit status; whatever goes wrong is one line.

    Raises `SystemExit` after ``--help`` and ``--version``.
    """
    try:
        arguments = sys.argv[1:] if arguments is None else arguments
        _speak(i18n.wanted(os.environ, i18n.asked_for(arguments)))
        if not arguments:
            return _play(Plain())
        # Whoever just plays does not wait for what only a longer command line needs.
        from leftsuit import options  # noqa: PLC0415

        wanted = options.parse(arguments)
        if wanted.command == "play":
            return _play(wanted)
        from leftsuit.commands import COMMANDS, read_record  # noqa: PLC0415

        printed = wanted.command != "replay" or wanted.print or wanted.json or wanted.plain
        if not printed and _on_a_terminal():
            return _play(wanted, read_record(wanted.file))
        COMMANDS[wanted.command](wanted)
        return 0
    except Failure as failure:
        complain(str(failure))
        return USAGE_ERROR
    except KeyboardInterrupt:
        return INTERRUPTED
    except CannotWrite as error:
        complain(_("cannot write the output: {why}").format(why=error))
        return 1
    except Exception as error:
        complain(_where(error))
        return 1


def _where(error: Exception) -> str:
    """Name an error that should not happen, and the place in our code that it came from."""
    trace, place = error.__traceback__, ""
    while trace is not None:
        name = os.path.basename(trace.tb_frame.f_code.co_filename)
        place, trace = f"{name}:{trace.tb_lineno}", trace.tb_next
    return _("internal error, {name} at {place}: {text}").format(
        name=type(error).__name__, place=place, text=error
    )


def _speak(wish: str) -> None:
    """Speak a language from now on, as far as it can be shown."""
    if wish != i18n.ENGLISH:
        if sys.stdout is not None and sys.stdout.isatty():
            # On a terminal what counts is its own encoding, even where Python writes another one.
            from leftsuit.incoming import prepare_locale  # noqa: PLC0415

            i18n.show_in(prepare_locale())
        else:
            i18n.show_in(getattr(sys.stdout, "encoding", None) or "utf-8")
    i18n.use(wish)


def _on_a_terminal() -> bool:
    return bool(sys.stdin and sys.stdin.isatty() and sys.stdout and sys.stdout.isatty())


def _play(options: argparse.Namespace | Plain, shown: Record | None = None) -> int:
    """Play, or show the game of a record."""
    if options.plain:
        return _play_plain(options)
    if not _on_a_terminal():
        raise Failure(_("the game needs a terminal for its input and its output") + _(_NO_SCREEN))
    try:
        from leftsuit import tui  # noqa: PLC0415 (curses is for playing only)
    except ImportError as error:
        raise Failure(_no_curses(error)) from None
    from leftsuit import past  # noqa: PLC0415
    from leftsuit.faces import Look  # noqa: PLC0415
    from leftsuit.keeping import Keeper  # noqa: PLC0415
    from leftsuit.model import Model, start  # noqa: PLC0415
    from leftsuit.store import Store  # noqa: PLC0415

    pick, daily = functools.partial(picking.pick, wanted=options.wanted), _daily(options)
    with Store.open() as store:
        keeper = Keeper(store, pick)
        chosen = _chosen(options, settings.read(store.settings()))
        _speak(i18n.wanted(os.environ, kept=chosen.language))
        # Colours that nobody has chosen depend on the terminal.
        colours = None if chosen.colours == "4" and not options.color else int(chosen.colours)
        wishes = tui.Wishes(chosen.suits == "letters", colours)

        def make(look: Look, width: int, height: int) -> Model:
            if shown is not None:
                animation = chosen.animation == settings.ON
                model = start(shown.game, look=look, animation=animation)
                model = model._replace(settings=chosen)
                return past.spectate(model._replace(width=width, height=height), shown)
            goes_on, new = _goes_on(options, daily), _new_game(options, chosen, pick, daily)
            model = keeper.begin(goes_on, new, look=look, chosen=chosen, only=daily)
            return model._replace(width=width, height=height)

        try:
            return _at_the_end(tui.play(make, wishes, keeper), keeper, store)
        except tui.CannotPlay as error:
            raise Failure(str(error) + _(_NO_SCREEN)) from None
        except picking.NoneFound:
            raise Failure(_(_NONE_FOUND)) from None


def _play_plain(options: argparse.Namespace | Plain) -> int:
    """Play line by line."""
    if sys.stdout is None:
        return 0  # Nobody will ever hear a word.
    from leftsuit import plain  # noqa: PLC0415
    from leftsuit.faces import Look  # noqa: PLC0415
    from leftsuit.keeping import Keeper  # noqa: PLC0415
    from leftsuit.store import Store  # noqa: PLC0415

    pick, daily = functools.partial(picking.pick, wanted=options.wanted), _daily(options)
    outside = plain.Outside(
        sys.stdin.buffer if sys.stdin else None,
        functools.partial(output, end=""),
        prompting=bool(sys.stdin and sys.stdin.isatty()),
        encoding=sys.stdout.encoding or "ascii",
    )
    with Store.open() as store:
        keeper = Keeper(store, pick)
        chosen = _chosen(options, settings.read(store.settings()))
        _speak(i18n.wanted(os.environ, kept=chosen.language))
        if options.ascii and i18n.language() == i18n.ENGLISH:
            outside = outside._replace(encoding="ascii")
        try:
            goes_on, new = _goes_on(options, daily), _new_game(options, chosen, pick, daily)
            look = Look(letters=True)
            model = keeper.begin(goes_on, new, look=look, chosen=chosen, only=daily)
            return _at_the_end(plain.play(model, keeper, store, outside), keeper, store)
        except picking.NoneFound:
            raise Failure(_(_NONE_FOUND)) from None


def _at_the_end(status: int, keeper: Keeper, store: Store) -> int:
    """Return the status to exit with; say so if the last moves are lost."""
    if keeper.unsaved and store.problem:
        complain(store.problem)
    return status


def _chosen(options: argparse.Namespace | Plain, kept: Settings) -> Settings:
    """Return the settings for this run: what the command line says goes before what is kept."""
    rules = kept.next_rules
    asked = rule_sets.find(options.rules or rules.name, options.draw or rules.draw)
    chosen = kept.playing(asked)
    if options.lang:
        chosen = chosen._replace(language=options.lang)
    if options.ascii:
        chosen = chosen._replace(suits="letters")
    if options.color:
        chosen = chosen._replace(colours={"none": "0"}.get(options.color, options.color))
    if options.no_animation:
        chosen = chosen._replace(animation=settings.OFF)
    return chosen


def _goes_on(
    options: argparse.Namespace | Plain, daily: Opening | None
) -> Callable[[Record], bool]:
    """Return what says whether a game that was begun is wanted, or a deal without a move.

    With `daily` it is asked about games of that opening only.
    """

    def check(kept: Record) -> bool:
        if options.new or options.deal is not None:
            return False
        if daily is None and options.wanted != picking.ANY and not kept.game.steps:
            return False
        rules = kept.game.rules
        asked = (options.rules or rules.name, options.draw or rules.draw)
        return daily is not None or asked == (rules.name, rules.draw)

    return check


def _new_game(
    options: argparse.Namespace | Plain,
    chosen: Settings,
    pick: Callable[[Rules], int],
    daily: Opening | None,
) -> Callable[[], Session]:
    """Return what makes the new game that is wanted."""

    def make() -> Session:
        if daily is not None:
            return session.new(*daily)
        rules = chosen.next_rules
        return session.new(rules, pick(rules) if options.deal is None else options.deal)

    return make


def _daily(options: argparse.Namespace | Plain) -> Opening | None:
    """Return the deal of the day if it is asked for: the same for everyone, but for the rule set
    where that is asked for too."""
    if not options.daily:
        return None
    name, draw = options.rules or rule_sets.NAMES[0], options.draw or rule_sets.DRAWS[0]
    return Opening(rule_sets.find(name, draw), days.today())


def _no_curses(error: ImportError) -> str:
    advice = (
        "python -m pip install windows-curses"
        if sys.platform == "win32"
        else _("use a Python that was built with curses")
    )
    text = _("the module {name} is missing, so there is no screen: {advice}").format(
        name=error.name or "curses", advice=advice
    )
    return text + _(_NO_SCREEN)
