"""What the things in the box do, in a sentence or two with the clause, for whoever points at one. (Short: data.)"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

MOST = 200
"""Characters of what is said of a thing."""


class Does(msgspec.Struct, frozen=True):
    """What one kind of thing is called, what it does, and the clause that says so.

    `words`: how questions name it, so that the word itself explains it there.
    """

    name: str
    says: str
    clause: str
    words: tuple[str, ...] = ()


class Help(msgspec.Struct, frozen=True):
    """The kinds of things of a title, in the order in which one reads of them.

    `kind_of(view, subject)` names the kind of a subject, as its reader knows it; "" where there is nothing to say.
    """

    kinds: Mapping[str, Does]
    kind_of: Callable[[Any, str], str] = lambda _view, _subject: ""

    def of(self, view: Any, subject: str) -> Does | None:
        """What a thing does, or a kind that is named by itself (`help:merchant`)."""
        kind, _, name = subject.partition(":")
        return self.kinds.get(name if kind == "help" else self.kind_of(view, subject))
