"""The titles that are installed here: each distribution names its own under the entry-point group `ostraka.titles`.

    [project.entry-points."ostraka.titles"]
    polis = "ostraka_polis:TITLE"
    "polis.1" = "ostraka_polis.first:TITLE"

The name is the title's id; older rules of the same title stand beside it with a suffix of their own. A host plays the
newest version of a title only; the older ones verify past phases. Other distributions may bring older rules of a title
of this one, and never take its place.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any, Final

from adjudicator.index import installed, own
from adjudicator.kernel import KERNEL, OstrakaError, Title, UnknownName
from adjudicator.kernel.rules.upgrades import number_of

_LOADING: Final = threading.Lock()
_registered: dict[str, dict[str, Title[Any]]] = {}
"""By title, its rules by version."""


class TitleBroken(OstrakaError):
    """A title is installed and cannot be used; the message names its entry point and what is wrong with it."""


def titles() -> tuple[str, ...]:
    """The ids of all titles, by name."""
    return tuple(sorted({name.partition(".")[0] for name in _installed()} | _registered.keys()))


def is_title(name: str | None) -> bool:
    """Is there a title of that id?"""
    return name in own() or name in titles()


def title(name: str) -> Title[Any]:
    """A title by its id, in its newest version; its rules are loaded when first asked for."""
    versions = _versions(name)
    if not versions:
        raise UnknownName("title", name, titles())
    return versions[max(versions, key=number_of)]


def rules_of(version: str) -> Title[Any] | None:
    """The rules of just this version (`perikles/1`); None where they are not installed."""
    name = version.partition("/")[0]
    return _versions(name).get(version) or _older(name).get(version)


def register(new: Title[Any]) -> None:
    """Make the rules of a title known, beside other versions of the same title."""
    _registered.setdefault(new.id, {})[new.version] = new


def _versions(name: str) -> dict[str, Title[Any]]:
    if name not in _registered:
        with _LOADING:
            if name not in _registered and (found := _load({name: own()[name]} if name in own() else _places(name))):
                _registered[name] = found
    return _registered.get(name, {})


@cache
def _older(name: str) -> dict[str, Title[Any]]:
    """Of a title of this distribution, the rules that other distributions bring."""
    with _LOADING:
        return _load({entry: place for entry, place in _places(name).items() if entry != name})


def _places(name: str) -> dict[str, str]:
    return {entry: place for entry, place in _installed().items() if entry.partition(".")[0] == name}


def _load(places: Mapping[str, str]) -> dict[str, Title[Any]]:
    found = [_loaded(entry, place) for entry, place in places.items()]
    for rules in found:
        rules.prepare()
    return {rules.version: rules for rules in found}


def _loaded(entry: str, place: str) -> Title[Any]:
    where, name = f"the title {entry} ({place})", entry.partition(".")[0]
    module, _, attribute = place.partition(":")
    try:
        loaded = getattr(import_module(module), attribute)
    except Exception as error:
        raise TitleBroken(f"{where} cannot be loaded: {error or type(error).__name__}") from error
    if not isinstance(loaded, Title):
        raise TitleBroken(f"{where} is a {type(loaded).__name__}; wanted is an adjudicator.kernel.Title")
    if loaded.id != name:
        raise TitleBroken(f"{where} calls itself {loaded.id}; its entry point has to be named {loaded.id}")
    if loaded.kernel != KERNEL:
        needs = "newer" if loaded.kernel > KERNEL else "older"
        raise TitleBroken(
            f"{where} is written for kernel {loaded.kernel}, and this program has kernel {KERNEL}: it needs a {needs} "
            "release of ostraka"
        )
    return loaded


@cache
def _installed() -> dict[str, str]:
    """Where titles are, by the name of their entry point."""
    found: dict[str, str] = {}
    for name, place in installed():
        if found.setdefault(name, place) != place:
            raise TitleBroken(f"two titles are called {name}: {found[name]} and {place}; uninstall one")
    return found
