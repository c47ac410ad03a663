"""What the player can set: one table of options, their values, and what they are called."""

from __future__ import annotations

from collections.abc import Mapping

from leftsuit import rules as rule_sets
from leftsuit.rules import Rules
from leftsuit.values import NamedTuple

ON, OFF = "on", "off"


class Settings(NamedTuple):
    """The values in force, by the names under which they are kept."""

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
    """One line of the screen of options."""

    name: str
    title: str
    values: tuple[tuple[str, str], ...]
    """Each value as it is kept, and as it is shown."""


_SWITCH = ((ON, "on"), (OFF, "off"))
OPTIONS = (
    Option("suits", "Suits", (("signs", "signs"), ("letters", "letters"))),
    Option("colours", "Suit colours", (("4", "four"), ("2", "two"), ("0", "none"))),
    Option("cards", "Card size", (("auto", "auto"), ("small", "small"), ("large", "large"))),
    Option("send_up", "Safe cards up", _SWITCH),
    Option("clock", "Clock", _SWITCH),
    Option("animation", "Show after a win", _SWITCH),
    Option(
        "next_game",
        "Next deal",
        tuple(
            (f"{rules.name} {rules.draw}", f"{title}, draw {rules.draw}")
            for rules in rule_sets.ALL_RULES
            for title in ({"left-suit": "Left Suit", "klondike": "Klondike"}[rules.name],)
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
