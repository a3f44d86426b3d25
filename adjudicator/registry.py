"""The titles that this host knows. A new title is one new folder and one line here.

A host plays the newest version of a title only; older ones that are registered beside it verify past phases.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from adjudicator.kernel import Title, UnknownName
from adjudicator.kernel.title.upgrades import number_of

_FOLDERS = ("perikles", "pericles")
_registered: dict[str, dict[str, Title[Any]]] = {}
"""By title, its rules by version."""


def titles() -> tuple[str, ...]:
    """The ids of all titles."""
    return (*_FOLDERS, *(name for name in _registered if name not in _FOLDERS))


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
    if name in _FOLDERS and name not in _registered:
        register(import_module(f"adjudicator.{name}").TITLE)
    return _registered.get(name, {})
