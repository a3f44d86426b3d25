"""The entries of a book as they are stored with a position."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One standing order to one question: `when` it applies; `choose`, ranked, or one of the other ways to answer.

    `times`: how many answers it has left; `until`: the period at whose end it falls, one of the title's. One that is
    used up keeps its place, empty, so that the others keep their numbers.
    """

    question: str
    when: dict[str, Any] | None = None
    times: Annotated[int, msgspec.Meta(ge=1, le=100)] | None = None
    until: str | None = None
    choose: list[dict[str, Any]] = []
    only_option: bool = False
    default: bool = False
    passes: bool = msgspec.field(default=False, name="pass")
    ask_me: bool = False

    @property
    def ways(self) -> int:
        """How many ways to answer it states: one, or none when it is used up."""
        return bool(self.choose) + self.only_option + self.default + self.passes + self.ask_me


Book = list[Entry]
