"""What the player can set: one table of options, their values, and what they are called."""

from __future__ import annotations

from collections.abc import Mapping

from leftsuit import rules as rule_sets
from leftsuit.i18n import N_
from leftsuit.rules import Rules
from leftsuit.values import NamedTuple

ON, OFF = "on", "off"


class Settings(NamedTuple):
    """The values in force, by the names under which they are kept."""

    language: str = "auto"
    suits: str = "signs"
    colours: str = "4"
    cards: str = "auto"
    send_up: str = OFF
    clock: str = ON
    animation: str = ON
    next_game: str = "left-suit 1"

    @property
    def next_rules(self) -> Rules:
        """The rule set of the next deal."""
        name, draw = self.next_game.split()
        return rule_sets.find(name, int(draw))

    def playing(self, rules: Rules) -> Settings:
        """Return the settings with another rule set for the next deal."""
        return self._replace(next_game=f"{rules.name} {rules.draw}")


class Option(NamedTuple):
    """One line of the screen of options; its texts are in English."""

    name: str
    title: str
    values: tuple[tuple[str, str], ...]
    """Each value as it is kept, and as it is shown."""


_SWITCH = ((ON, N_("on")), (OFF, N_("off")))
OPTIONS = (
    Option(
        "language",
        N_("Language"),
        (("auto", N_("as the system")), ("en", "English"), ("ru", N_("Russian"))),
    ),
    Option("suits", N_("Suits"), (("signs", N_("signs")), ("letters", N_("letters")))),
    Option("colours", N_("Suit colours"), (("4", N_("four")), ("2", N_("two")), ("0", N_("none")))),
    Option(
        "cards",
        N_("Card size"),
        (("auto", N_("auto")), ("small", N_("small")), ("large", N_("large"))),
    ),
    Option("send_up", N_("Safe cards up"), _SWITCH),
    Option("clock", N_("Clock"), _SWITCH),
    Option("animation", N_("Show after a win"), _SWITCH),
    Option(
        "next_game",
        N_("Next deal"),
        (
            ("left-suit 1", N_("Left Suit, draw 1")),
            ("left-suit 3", N_("Left Suit, draw 3")),
            ("klondike 1", N_("Klondike, draw 1")),
            ("klondike 3", N_("Klondike, draw 3")),
        ),
    ),
)


def read(kept: Mapping[str, str]) -> Settings:
    """Return the settings that were kept; what has no meaning here counts as not set."""
    known = {
        option.name: kept[option.name]
        for option in OPTIONS
        if kept.get(option.name) in dict(option.values)
    }
    return Settings(**known)


def changed(settings: Settings, option: Option, step: int) -> Settings:
    """Return the settings with the next value of an option, or the previous with a step of -1."""
    values = [value for value, _ in option.values]
    place = values.index(getattr(settings, option.name))
    return settings._replace(**{option.name: values[(place + step) % len(values)]})


def shown(settings: Settings, option: Option) -> str:
    """Return the value of an option as it is shown."""
    return dict(option.values)[getattr(settings, option.name)]
