"""The options of a game: typed with `game create`, shown with `game show`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cli.errors import Misuse

if TYPE_CHECKING:
    from adjudicator.kernel import Setting, Title

Value = str | int | bool


def parse_options(rules: Title[Any], given: Sequence[str]) -> dict[str, Value]:
    """Options typed as NAME=VALUE; Misuse says what may be chosen."""
    found: dict[str, Value] = {}
    for one in given:
        name, equals, typed = one.partition("=")
        if not equals or name not in rules.settings:
            known = ", ".join(rules.settings) or "none"
            raise Misuse(f"--option {one}: write NAME=VALUE; the options of {rules.name} are: {known}.")
        if name in found:
            raise Misuse(f"--option {one}: {name} is given twice; it is already {as_typed(found[name])}.")
        found[name] = parse_value(name, rules.settings[name], typed)
    return found


def parse_value(name: str, setting: Setting, typed: str) -> Value:
    """A value as the rules have it."""
    if not setting.values:
        return typed
    for allowed in setting.values:
        if as_typed(allowed) == typed:
            return allowed
    raise Misuse(f"--option {name}={typed}: choose one of {', '.join(map(as_typed, setting.values))}.")


def as_typed(chosen: Value) -> str:
    """A value as it is typed."""
    return str(chosen).lower() if isinstance(chosen, bool) else str(chosen)


def options_in_words(rules: Title[Any], options: Mapping[str, Value]) -> Iterator[str]:
    """Each setting of a title with its value in a game, and whether that is the default."""
    for name, setting in rules.settings.items():
        default = "" if name in options else " (the default)"
        yield f"{name}: {as_typed(options.get(name, setting.default)) or 'none'}{default}; {setting.summary}"


def settings_in_words(rules: Title[Any], options: Mapping[str, Value]) -> Iterator[str]:
    """The same for who types no options: what each is about, and its value; a text that was not chosen is left out."""
    for name, setting in rules.settings.items():
        chosen = options.get(name, setting.default)
        if setting.values or chosen:
            yield f"{setting.summary[:1].upper()}{setting.summary[1:]}: {value_in_words(chosen)}."


def value_in_words(chosen: Value) -> str:
    """A value as people say it."""
    return ("yes" if chosen else "no") if isinstance(chosen, bool) else str(chosen)


def settings_as_data(rules: Title[Any]) -> list[dict[str, Any]]:
    """The settings of a title as plain data."""
    return [
        {"option": name, "summary": one.summary, "values": list(one.values), "default": one.default}
        for name, one in rules.settings.items()
    ]
