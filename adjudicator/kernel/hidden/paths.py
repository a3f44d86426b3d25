"""Where things lie in a position: paths such as `pools.*.*` or `special.*.tile`, checked when a title is loaded.

The parts of a path are fields (`attacker|defender` are two), keys of a table, or `*`: every key, or every item of a
list. A path is turned, when it is first followed, into an expression of Python, which is as fast as if it were written
by hand: views are made a dozen times for every order. Nothing is changed within: what holds a thing that changes is
replaced, for views share everything else with their position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property
from types import UnionType
from typing import Any, Final, NamedTuple, Union, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

Change = Callable[[Any], Any]
"""From a thing to what lies there instead."""
Up = Callable[[Any], bool]
Tidy = Callable[[list[Any], Any], list[Any]]
"""From things that lie together, and their position, to the order in which they lie."""

UP: Final = 2
"""How deep lies what is asked whether it lies open: a Location, say, in the table of them."""


class _Part(NamedTuple):
    """One part of a path: where it leads from (`field`, `table` or `list`), by which names (none: all)."""

    kind: str
    names: tuple[str, ...]
    gaps: bool  # whether there may be nothing


class Path:
    """A path through the positions of a class. ValueError names the part that is not there, and what is.

    It is followed by the order of the keys, not by that of the table. `up` says of what lies at the second part, say of
    a Location, that it lies open: it is left as it is.
    """

    def __init__(self, position: type, path: str, *, up: Up | None = None, tidy: Tidy | None = None) -> None:
        self._parts, self._up, self._tidy = _parts(position, path), up, tidy

    @cached_property
    def change(self) -> Callable[..., None]:
        """`change(position, change, but_for)` puts other things in the place of those at the path, but for what lies
        under some keys of the table that its field may be."""
        first, *parts = self._parts
        field = f"position.{first.names[0]}"
        changed = _changed(parts, field, "tidy({}, position)" if self._tidy else "{}", up=bool(self._up))
        if first.gaps:
            changed = f"None if {field} is None else {changed}"
        change = f"lambda position, change, but_for=(): setattr(position, {first.names[0]!r}, {changed})"
        made: Callable[..., None] = eval(  # noqa: S307 - made of names that are checked
            change, {"replace": replace, "tidy": self._tidy, "up": self._up}
        )
        return made

    @cached_property
    def things(self) -> Callable[[Any], list[Any]]:
        """`things(position)` are those that lie at the path."""
        made: Callable[[Any], list[Any]] = eval(f"lambda position: [{_things(self._parts)}]")  # noqa: S307 - likewise
        return made

    def lying(self, position: Any) -> Iterator[tuple[str, Any]]:
        """The same, each with the first key on its way, by the order of the keys; what lies open is left out."""
        for keys, thing in self._along(position, 0):
            yield next(iter(keys), ""), thing

    def _along(self, here: Any, depth: int) -> Iterator[tuple[tuple[str, ...], Any]]:
        if here is None or (depth == UP and self._up and self._up(here)):
            return
        if depth == len(self._parts):
            yield (), here
            return
        part = self._parts[depth]
        inner: list[tuple[tuple[str, ...], Any]]
        if part.kind == "table":
            inner = [((key,), here[key]) for key in sorted(here) if not part.names or key in part.names]
        else:
            inner = [
                ((), one) for one in (here if part.kind == "list" else [getattr(here, name) for name in part.names])
            ]
        for keys, there in inner:
            yield from ((keys + more, thing) for more, thing in self._along(there, depth + 1))


def _parts(kind: Any, path: str) -> list[_Part]:
    """The parts of a path through a type, each checked."""
    named, parts = f"path {path!r} of {kind.__name__}", []
    for name in path.split("."):
        origin, names = get_origin(kind), tuple(name.split("|"))
        if origin is list and name == "*":
            part, inner, there = "list", get_args(kind)[0], ["*"]
            names = ()
        elif origin is dict:
            part, inner, there = "table", get_args(kind)[1], list(get_args(get_args(kind)[0]))
            names = () if name == "*" else names
        elif isinstance(kind, type) and issubclass(kind, Struct):
            part, hints, there = "field", _hints(kind), list(kind.__struct_fields__)
            inner = hints.get(names[0])
        else:
            raise ValueError(f"{named}: there is no {name!r} here; there is {kind}")
        if wrong := [one for one in names if there and one not in there]:
            raise ValueError(f"{named}: there is no {wrong[0]!r} here; there is {', '.join(there)}")
        kind = _present(inner)
        parts.append(_Part(part, names, kind is not inner))
    return parts


@cache
def _hints(kind: type[Struct]) -> dict[str, Any]:
    """The types of a struct's fields; finding them out takes a millisecond, and many paths go through one struct."""
    return get_type_hints(kind)


def _present(kind: Any) -> Any:
    """The type of a field that may be `None`, without that."""
    if get_origin(kind) in (Union, UnionType) and type(None) in get_args(kind):
        return Union[tuple(one for one in get_args(kind) if one is not type(None))]  # noqa: UP007 - made at run time
    return kind


def _changed(parts: Sequence[_Part], here: str, row: str, *, up: bool = False, depth: int = 0) -> str:
    """What lies `here` with other things in it, as Python."""
    if not parts:
        return f"change({here})"
    part, rest, inner = parts[0], parts[1:], f"x{depth}"

    def other(there: str, *spared: str) -> str:
        unless = [*spared, *([f"{there} is None"] if part.gaps else []), *([f"up({there})"] if up else [])]
        new = _changed(rest, there, row, depth=depth + 1)
        return f"{there} if {' or '.join(unless)} else {new}" if unless else new

    if part.kind == "field":
        new = (f"{name}={other(f'{here}.{name}')}" for name in part.names)
        return f"replace({here}, {', '.join(new)})"
    if part.kind == "table" and part.names:
        keys = f"key in {part.names!r} if key in {here} and key not in but_for"
        return f"{{**{here}, **{{key: {other(inner)} for {keys} for {inner} in [{here}[key]]}}}}"
    if part.kind == "table":
        return f"{{key: {other(inner, 'key in but_for')} for key in sorted({here}) for {inner} in [{here}[key]]}}"
    items = f"[{other(inner)} for {inner} in {here}]"
    if any(one.kind != "field" for one in rest):
        return items
    items = items if rest or part.gaps else f"[*map(change, {here})]"
    return f"({row.format(items)} if {here} else {here})"


def _things(parts: Sequence[_Part]) -> str:
    """Everything that lies at a path, as the inside of a Python list."""
    loops, here = [], "position"
    for depth, part in enumerate(parts):
        inner = f"x{depth}"
        if part.kind == "field":
            among = f"({' '.join(f'{here}.{name},' for name in part.names)})"
        elif part.kind == "table" and part.names:
            among = f"[{here}[key] for key in {part.names!r} if key in {here}]"
        elif part.kind == "table":
            among = f"[{here}[key] for key in sorted({here})]"
        else:
            among = here
        loops.append(f"for {inner} in {among}{f' if {inner} is not None' if part.gaps else ''}")
        here = inner
    return f"{here} {' '.join(loops)}"
