"""The rules of a title as this host asks them: with a limit of time for every answer."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Any, Final

from adjudicator.kernel import Title
from api.rules.limits import Limit

ASKED: Final = (
    "begin", "resolve", "view", "bot_view", "redeal", "dealt_again", "reshuffle", "asked_of", "offer", "order_of",
    "default", "prompt", "waiting", "refusal", "check", "refusals", "check_book", "book_in_part", "explain_book",
    "foreseen", "form_offers", "form_answers", "own_entries", "book_of_form", "later_view",
    "choice_of", "with_books", "waits_for", "unanswered", "order_in_words", "warnings", "warnings_of_book",
    "events_for", "sentence", "event_to_dict", "words",
)  # fmt: skip
ONE_BY_ONE: Final = ("options", "grown")
DECLARED: Final = ("scores", "show", "draw", "invariants", "bots_now", "steady", "preview")


class GuardedTitle(Title[Any], frozen=True):
    """A title that answers in time, or not at all."""


def _in_time(name: str) -> Callable[..., Any]:
    def asked(self: Title[Any], *args: Any, **named: Any) -> Any:
        return Limit.run(getattr(Title, name), self, *args, **named)

    return asked


def _each_in_time(name: str) -> Callable[..., Any]:
    def asked(self: Title[Any], *args: Any, **named: Any) -> Any:
        return Limit.each(iter(Limit.run(getattr(Title, name), self, *args, **named)))

    return asked


def _declared_in_time(function: Callable[..., Any]) -> Callable[..., Any]:
    def asked(*args: Any, **named: Any) -> Any:
        return Limit.run(function, *args, **named)

    return asked


for _name in ASKED:
    setattr(GuardedTitle, _name, _in_time(_name))
for _name in ONE_BY_ONE:
    setattr(GuardedTitle, _name, _each_in_time(_name))

_GUARDED: Final[dict[int, tuple[Title[Any], Title[Any]]]] = {}
"""By the identity of a title, it and as it is guarded."""
_MAKING: Final = Lock()


def guarded(title: Title[Any]) -> Title[Any]:
    """A title as this host asks it. RulesTooLong from whatever takes too long."""
    if isinstance(title, GuardedTitle):
        return title
    known = _GUARDED.get(id(title))
    if known is None or known[0] is not title:
        with _MAKING:
            declared = {name: getattr(title, name) for name in title.__struct_fields__}
            made = GuardedTitle(**declared | {name: _declared_in_time(declared[name]) for name in DECLARED})
            made.prepare()
            known = _GUARDED[id(title)] = title, made
    return known[1]
