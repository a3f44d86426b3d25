"""What things do: the words for a bubble, and which words of a question are explained."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from adjudicator.kernel import Title
from adjudicator.kernel.rules.help import Does
from cli.table.rendering import HELP


class Helping(msgspec.Struct, frozen=True):
    """What a title explains, as one reader knows its things."""

    rules: Title[Any]
    view: Any

    @property
    def kinds(self) -> Mapping[str, Does]:
        """Everything that is explained."""
        return self.rules.help().kinds

    def of(self, subject: str) -> Does | None:
        """What one thing does."""
        try:
            return self.rules.help().of(self.view, subject)
        except (KeyError, ValueError, IndexError, AttributeError):  # there is no such thing
            return None

    def said(self, subjects: Iterable[str]) -> str:
        """What things do, a line for each kind of them."""
        found = {one.name: one for one in map(self.of, subjects) if one}
        return "\n".join(f"{one.name}: {one.says} ({one.clause})" for one in found.values())

    @property
    def words(self) -> dict[str, str]:
        """The words that are explained wherever a question has them, by what they are asked for."""
        return {word: f"{HELP}{kind}" for kind, one in self.kinds.items() for word in one.words}
