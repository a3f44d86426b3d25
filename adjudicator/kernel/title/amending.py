"""Amendments that a game can live with: what they leave as it is, and the game tried a little further.

Who replays a record does not ask this again: what was taken stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from itertools import islice
from typing import Any, Final, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from adjudicator.kernel.chance import KEY_BYTES, Chance
from adjudicator.kernel.errors import Malformed, OstrakaError
from adjudicator.kernel.position.position import Position
from adjudicator.kernel.title.reopening import amended, named
from adjudicator.kernel.title.title import Sent, Title

P = TypeVar("P", bound=Position)
PHASES: Final = 8
"""So many are tried with default answers alone, and as many again with bots."""
DRAWN_EVERY: Final = 4
OPTIONS: Final = 20


def require_lasting(title: Title[P], before: P, changes: Mapping[str, Any]) -> None:
    """Refuse an amendment by which a game would stop sooner or later: Malformed names the place.

    A table keeps its entries (but for `Rules.open_tables`), a text is a name of the game, and from the amended position
    the game goes on for some phases, with every question asked and every board drawn. What is hidden is dealt anew for
    that: a refusal tells nothing of it.
    """
    try:
        after = amended(title, before, changes)
        _require_kept(title, before, after, changes)
        require_playable(title, title.redeal(after, None, Chance(bytes(KEY_BYTES))))
    except Malformed:
        raise
    except Exception as error:
        why = f": {error}" if isinstance(error, ValueError | OstrakaError) else ""
        raise Malformed(f"{named(changes)}: the game cannot go on like this{why}") from None


def _require_kept(title: Title[P], before: P, after: P, changes: Mapping[str, Any]) -> None:
    was, now = title.view(before, None), title.view(after, None)
    names = _names_of(title.position) | _texts(msgspec.to_builtins(was))
    wrong = [
        fault for field in now.__struct_fields__ if field not in Position.__struct_fields__
        for fault in _lost(getattr(was, field), getattr(now, field), field, _Kept(title.open_tables, names))
    ]  # fmt: skip
    if wrong:
        raise Malformed(f"{named(changes)}: {'; '.join(wrong)}")


def require_playable(title: Title[P], position: P) -> None:
    """Try a position: whatever the rules raise on the way from it is raised."""
    _try_on(title, position, bots=False)
    _try_on(title, position, bots=True)


def _try_on(title: Title[P], position: P, *, bots: bool) -> None:
    for number in range(PHASES):
        if position.phase is None:
            break
        title.invariants(position)
        for viewer in (None, *position.seats):
            _look(title, position, viewer, draw=number % DRAWN_EVERY == 0)
        sent: Sent = {seat: _orders(title, position, seat) for seat in position.seats} if bots else {}
        position = title.resolve(position, sent, Chance(bytes([number]) * KEY_BYTES)).position
    for viewer in (None, *position.seats):
        _look(title, position, viewer, draw=True)


def _look(title: Title[P], position: P, viewer: str | None, *, draw: bool) -> None:
    """Whatever a page or a letter shows somebody."""
    view = title.view(position, viewer)
    title.waiting(view)
    if draw:
        title.draw(view, viewer)
        title.show(view)
    if viewer is not None:
        for ask in title.asked_of(view, viewer):
            title.prompt(view, viewer, ask.name)
            title.default(view, viewer, ask.name)
            title.offer(view, viewer, ask.name)
            for order in islice(title.options(view, viewer, ask.name), OPTIONS):
                title.order_in_words(view, viewer, order)


def _orders(title: Title[P], position: P, seat: str) -> Sequence[Any]:
    if position.phase is None or not position.phase.asked_of(seat):
        return []
    return title.steady(title.bot_view(position, seat), seat, Chance(bytes([position.phases % 256]) * KEY_BYTES))


class _Kept(msgspec.Struct, frozen=True):
    """What an amendment keeps to."""

    open_tables: Sequence[str]
    names: frozenset[str]

    def knows(self, word: str) -> bool:
        """Is it a name of this game, or several with spaces between them?"""
        return word in self.names or all(part in self.names for part in word.split(" "))


def _lost(was: Any, now: Any, at: str, kept: _Kept) -> Iterator[str]:
    """What is wrong with a changed value, place by place."""
    if was == now:
        return
    if isinstance(was, Mapping) and isinstance(now, Mapping):
        yield from _lost_of_table(was, now, at, kept)
    elif isinstance(was, msgspec.Struct) and type(was) is type(now):
        for field in was.__struct_fields__:
            yield from _lost(getattr(was, field), getattr(now, field), f"{at}.{field}", kept)
    elif isinstance(was, list | tuple) and isinstance(now, list | tuple) and len(was) == len(now):
        for number, (one, other) in enumerate(zip(was, now, strict=True)):
            yield from _lost(one, other, f"{at}.{number}", kept)
    else:
        unknown = sorted(word for word in _texts(msgspec.to_builtins(now)) if not kept.knows(word))
        yield from (f"{at}: {word!r} is no name of this game that could stand there" for word in unknown)


def _lost_of_table(was: Mapping[Any, Any], now: Mapping[Any, Any], at: str, kept: _Kept) -> Iterator[str]:
    gone, come = [key for key in was if key not in now], [key for key in now if key not in was]
    if (gone or come) and not any(fnmatchcase(at, table) for table in kept.open_tables):
        yield f"{at} keeps its entries, {', '.join(sorted(map(str, was))) or 'none'}: set the values in it"
        return
    yield from (f"{at}: {key!r} is no name of this game" for key in come if not kept.knows(str(key)))
    for key, value in now.items():
        if key in was:
            yield from _lost(was[key], value, f"{at}.{key}", kept)
        else:
            yield from _lost(None, value, f"{at}.{key}", kept)


def _texts(plain: Any) -> frozenset[str]:
    """All texts in plain data, keys too."""
    if isinstance(plain, str):
        return frozenset([plain])
    if isinstance(plain, Mapping):
        return frozenset().union(map(str, plain), *map(_texts, plain.values()))
    return frozenset().union(*map(_texts, plain)) if isinstance(plain, Sequence) else frozenset()


def _names_of(kind: Any, seen: list[Any] | None = None) -> frozenset[str]:
    """The words that the types of a position name one by one."""
    seen = [] if seen is None else seen
    if kind in seen:
        return frozenset()
    seen.append(kind)
    if get_origin(kind) is Literal:
        return frozenset(word for word in get_args(kind) if isinstance(word, str))
    inner = list(get_args(kind))
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        inner += get_type_hints(kind).values()
    return frozenset().union(*(_names_of(one, seen) for one in inner))
