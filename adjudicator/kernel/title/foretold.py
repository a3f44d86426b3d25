"""What is certain to come of a seat's orders: the events before anything counts that the seat cannot know.

A phase is closed with the orders of one seat. It stops at a draw, at another seat's answer, where a book or anything
else that another seat has filed in secret is read, and where anybody looks at a hidden value. What was told until then
follows from the view and the orders alone. What steps cannot do without (`Hidden.is_always_read`) is imagined, time and
again: there events have to be the same in each game. Why it stops is found from the same, so it tells nothing hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import Any, Final, Literal, NamedTuple, NoReturn, TypeVar

import msgspec
from msgspec.structs import replace

from adjudicator.kernel.chance import KEY_BYTES, Chance
from adjudicator.kernel.hidden.parts import Filed
from adjudicator.kernel.position.position import Unknown
from adjudicator.kernel.questions.questions import Order
from adjudicator.kernel.run.events import Event
from adjudicator.kernel.run.resolution import Answers, Resolution
from adjudicator.kernel.title.settling import settle
from adjudicator.kernel.title.title import Title

V = TypeVar("V")
IMAGINED: Final = 8
"""How often what is hidden is imagined."""


Why = Literal["", "chance", "others", "hidden"]


class Foretold(NamedTuple):
    """The events, and on what depends what comes after them; empty where nothing does before the next phase."""

    events: list[Event]
    stops: Why


class _Uncertain(Exception):
    """The seat cannot know what comes now."""

    def __init__(self, why: Why) -> None:
        super().__init__(why)
        self.why = why


class _NoDice(Chance):
    def _next(self, label: str) -> NoReturn:
        raise _Uncertain("chance")


class _OfOthers(dict[str, V]):
    """A table by seat in which only what is one seat's may be read."""

    def __init__(self, held: dict[str, V], seat: str) -> None:
        super().__init__(held)
        self._seat = seat

    def _require(self, seat: object) -> None:
        if seat != self._seat:
            raise _Uncertain("others")

    def __getitem__(self, seat: str) -> V:
        self._require(seat)
        return super().__getitem__(seat)

    def __contains__(self, seat: object) -> bool:
        self._require(seat)
        return super().__contains__(seat)

    def get(self, seat: str, default: Any = None) -> Any:
        self._require(seat)
        return super().get(seat, default)

    def pop(self, seat: str, *default: Any) -> Any:
        self._require(seat)
        return super().pop(seat, *default)


class _OwnAnswers(_OfOthers[dict[str, Any]], Answers):
    """The answers of a phase in which others answer too: whoever asks who has answered reads theirs."""

    def _unknown(self, *_: object) -> NoReturn:
        raise _Uncertain("others")

    __iter__ = __len__ = keys = values = items = _unknown


def foretold(title: Title[Any], view: Any, seat: str, orders: Sequence[Order]) -> Foretold:
    """What everybody is told for certain once these orders, which are legal, are carried out.

    It is told whatever the others answer and however dice fall. Only what nobody asked for, such as giving the game up,
    comes first.
    """
    try:
        imagined = [title.imagine(view, seat, chance) for chance in _chances()]
    except ValueError:  # what is drawn first may leave no place for the rest: then nothing is known
        return Foretold([], "hidden")
    told = [_told(title, position, seat, orders) for position in imagined]
    if all(one.events for one in told):
        told.append(_told(title, _in_part(title, view, seat), seat, orders, veil=True))
    events = [events[0] for events in takewhile(_agree, zip(*(one.events for one in told), strict=False))]
    return Foretold(events, _why(told, len(events)))


def _why(told: Sequence[Foretold], number: int) -> Why:
    """On what depends what comes after so many events; where that differs, on what is hidden."""
    ended = [one.stops for one in told if len(one.events) == number]
    return ended[0] if ended and (ended[0] or len(ended) == len(told)) else "hidden"


def _chances() -> list[Chance]:
    return [Chance(bytes([number]) * KEY_BYTES) for number in range(IMAGINED)]


def _in_part(title: Title[Any], view: Any, seat: str) -> Any:
    """The view with what steps cannot do without imagined, and everything else as it is."""
    position = title.copy(view)
    for part in title.hidden:
        if part.is_always_read:
            part.imagine(position, seat, _chances()[0])
    return position


def _agree(events: tuple[Event, ...]) -> bool:
    try:
        return all(event == events[0] for event in events)
    except _Uncertain:
        return False


def _told(title: Title[Any], position: Any, seat: str, orders: Sequence[Order], *, veil: bool = False) -> Foretold:
    """The public events of a closing, as far as it goes."""
    phase = position.phase
    is_alone = not phase.veiled and all(ask.seat == seat for ask in phase.asks)
    position.phase = replace(phase, asks=phase.asked_of(seat))
    filed = ["books", *(part.name for part in title.hidden if isinstance(part, Filed))]
    steps = {name: _watched(step, seat, filed) for name, step in title.steps.items()}
    running = Resolution(position, _NoDice(bytes(KEY_BYTES)), steps, title.bots_now, title)
    stops: Why = ""
    try:
        answers = settle(title, running, {seat: orders})
        if veil:
            running.position = _veiled(running.position)
        if not running.over:
            running.close(answers if is_alone else _OwnAnswers(answers, seat))
    except _Uncertain as found:
        stops = found.why
    except Exception:
        if not veil:
            raise
        stops = "hidden"
    return Foretold(title.events_for(running.events, None), stops)


def _watched(step: Callable[..., None], seat: str, filed: Sequence[str]) -> Callable[..., None]:
    """A step that may read of what is filed only what is the seat's."""

    def run(running: Resolution[Any], *answers: Answers, **args: Any) -> None:
        for name in filed:
            setattr(running.position, name, _OfOthers(getattr(running.position, name), seat))
        step(running, *answers, **args)

    return run


# --- what is hidden -------------------------------------------------------------------------------------------------


class _Veiled(Unknown, frozen=True):
    """A hidden value that nobody can look at."""

    def _unknown(self, *_: object) -> NoReturn:
        raise _Uncertain("hidden")

    __eq__ = __hash__ = __bool__ = __str__ = __format__ = _unknown


def _veiled(value: Any) -> Any:
    """The same with hidden values that nobody can look at."""
    if isinstance(value, Unknown):
        return _Veiled()
    if isinstance(value, list):
        return [_veiled(one) for one in value]
    if isinstance(value, dict):
        return {name: _veiled(one) for name, one in value.items()}
    if isinstance(value, msgspec.Struct):
        old = {name: getattr(value, name) for name in value.__struct_fields__}
        new = {name: _veiled(one) for name, one in old.items()}
        changed = {name: one for name, one in new.items() if one is not old[name]}
        return replace(value, **changed) if changed else value
    return value
