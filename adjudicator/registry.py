"""The titles that this house knows. A new title is one new folder and one line here."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from adjudicator.kernel import Title, UnknownName

_FOLDERS = ("perikles", "pericles")
_registered: dict[str, Title[Any]] = {}


def titles() -> tuple[str, ...]:
    """The ids of all titles."""
    return (*_FOLDERS, *(name for name in _registered if name not in _FOLDERS))


def title(name: str) -> Title[Any]:
    """A title by its id; its rules are loaded when first asked for."""
    if name not in titles():
        raise UnknownName("title", name, titles())
    if name not in _registered:
        register(import_module(f"adjudicator.{name}").TITLE)
    return _registered[name]


def register(new: Title[Any]) -> None:
    """Make a title known under its id."""
    _registered[new.id] = new
