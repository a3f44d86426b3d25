"""The titles that are installed here: each distribution names its own under the entry-point group `ostraka.titles`.

    [project.entry-points."ostraka.titles"]
    polis = "ostraka_polis:TITLE"
    "polis.1" = "ostraka_polis.first:TITLE"

The name is the title's id; older rules of the same title stand beside it with a suffix of their own. A host plays the
newest version of a title only; the older ones verify past phases.
"""

from __future__ import annotations

import threading
from functools import cache
from importlib.metadata import EntryPoint
from typing import Any, Final

from adjudicator.index import installed
from adjudicator.kernel import OstrakaError, Title, UnknownName
from adjudicator.kernel.rules.upgrades import number_of

_LOADING: Final = threading.Lock()
_registered: dict[str, dict[str, Title[Any]]] = {}
"""By title, its rules by version."""


class TitleBroken(OstrakaError):
    """A title is installed and cannot be used; the message names its entry point and what is wrong with it."""


def titles() -> tuple[str, ...]:
    """The ids of all titles, by name."""
    return tuple(sorted({name.partition(".")[0] for name in _installed()} | _registered.keys()))


def title(name: str) -> Title[Any]:
    """A title by its id, in its newest version; its rules are loaded when first asked for."""
    versions = _versions(name)
    if not versions:
        raise UnknownName("title", name, titles())
    return versions[max(versions, key=number_of)]


def rules_of(version: str) -> Title[Any] | None:
    """The rules of just this version (`perikles/1`); None where they are not installed."""
    return _versions(version.partition("/")[0]).get(version)


def register(new: Title[Any]) -> None:
    """Make the rules of a title known, beside other versions of the same title."""
    _registered.setdefault(new.id, {})[new.version] = new


def _versions(name: str) -> dict[str, Title[Any]]:
    if name not in _registered:
        with _LOADING:
            if name not in _registered:
                _load(name)
    return _registered.get(name, {})


def _load(name: str) -> None:
    found = [_loaded(entry, name) for known, entry in _installed().items() if known.partition(".")[0] == name]
    for rules in found:
        rules.prepare()
    if found:
        _registered[name] = {rules.version: rules for rules in found}


def _loaded(entry: EntryPoint, name: str) -> Title[Any]:
    where = f"the title {entry.name} ({entry.value})"
    try:
        loaded = entry.load()
    except Exception as error:
        raise TitleBroken(f"{where} cannot be loaded: {error or type(error).__name__}") from error
    if not isinstance(loaded, Title):
        raise TitleBroken(f"{where} is a {type(loaded).__name__}; wanted is an adjudicator.kernel.Title")
    if loaded.id != name:
        raise TitleBroken(f"{where} calls itself {loaded.id}; its entry point has to be named {loaded.id}")
    return loaded


@cache
def _installed() -> dict[str, EntryPoint]:
    """The entry points of titles by name."""
    found: dict[str, EntryPoint] = {}
    for entry in installed():
        known = found.setdefault(entry.name, entry)
        if known.value != entry.value:
            raise TitleBroken(f"two titles are called {entry.name}: {known.value} and {entry.value}; uninstall one")
    return found
