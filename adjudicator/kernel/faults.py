"""Everything that is wrong with plain data at once, in its author's words.

msgspec decides whether data fits a type, and stops at the first thing that does not. `convert` asks it, and where it
refuses looks through the data itself, for every fault.

Names that come with a game's components (hexes, blocks, cards) are a type by their sort, `name_of_a("hex")`; `convert`
is told which there are, and refuses any other.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import Any, Final

import msgspec
from msgspec import inspect

from adjudicator.kernel.errors import MOST_FAULTS, UNFIT, Fault, Malformed

MOST_LISTED: Final = 40
MOST_SHOWN: Final = 60
FEWEST_MEANT: Final = 4
"""Letters of a word that is so near to another that the other may be meant."""
Known = Mapping[str, Collection[str]]
"""By sort, the names that there are. Of a sort that is not here every name is taken."""
NOT_CHECKED: Final[Known] = {}
_PATH = re.compile(r" - at `(?:key in )?\$([^`]*)`")


def convert(plain: Any, kind: Any, *within: str | int, known: Known = NOT_CHECKED) -> Any:
    """The plain data as a type. Malformed with every fault, each seen from `within`."""
    try:
        value = msgspec.convert(plain, kind)
    except UNFIT as error:
        try:
            found = list(islice(_faults(plain, _type(kind), known), MOST_FAULTS + 1))
        except RecursionError as too_deep:
            found = [_as_refused(too_deep)]
        raise Malformed(faults=[fault.inside(*within) for fault in found or [_as_refused(error)]]) from None
    if known and (unknown := list(unknown_names(plain, kind, known))):
        raise Malformed(faults=[fault.inside(*within) for fault in unknown])
    return value


def name_of_a(sort: str) -> msgspec.Meta:
    """Marks a text as a name of this sort: `Annotated[str, name_of_a("hex")]`."""
    return msgspec.Meta(extra_json_schema={"title": sort})


def unknown_names(plain: Any, kind: Any, known: Known) -> Iterator[Fault]:
    """The names in plain data of this type that there are not. The data fits the type."""
    return _unknown(plain, _type(kind), known)


def _unknown(plain: Any, wanted: inspect.Type, known: Known) -> Iterator[Fault]:
    if isinstance(wanted, inspect.Metadata):
        yield from _unknown_name(plain, wanted, known)
    elif isinstance(wanted, inspect.StructType) and isinstance(plain, Mapping):
        for field in wanted.fields:
            if field.encode_name in plain and _holds_names(field.type):
                inner = _unknown(plain[field.encode_name], field.type, known)
                yield from (fault.inside(field.encode_name) for fault in inner)
    elif isinstance(wanted, inspect.ListType | inspect.VarTupleType) and isinstance(plain, list | tuple):
        for number, value in enumerate(plain):
            yield from (fault.inside(number) for fault in _unknown(value, wanted.item_type, known))
    elif isinstance(wanted, inspect.DictType) and isinstance(plain, Mapping):
        for name, value in plain.items():
            yield from _unknown(name, wanted.key_type, known)
            yield from (fault.inside(str(name)) for fault in _unknown(value, wanted.value_type, known))
    elif isinstance(wanted, inspect.UnionType):
        meant = [one for one in wanted.types if _may_be(plain, one)]
        found = [list(_unknown(plain, one, known)) for one in meant]
        yield from min(found, key=len, default=[])


def _may_be(plain: Any, wanted: inspect.Type) -> bool:
    """Whether this alternative of a union is meant by data that fits one of them."""
    if isinstance(wanted, inspect.StructType) and wanted.tag is not None:
        return isinstance(plain, Mapping) and plain.get(str(wanted.tag_field)) == wanted.tag
    return _fits(plain, wanted)


def _unknown_name(plain: Any, wanted: inspect.Metadata, known: Known) -> Iterator[Fault]:
    sort = sort_of(wanted)
    names = known.get(sort)
    if names is not None and isinstance(plain, str) and plain not in names:
        yield Fault((), f"there is no {sort} {_shown(plain)}; {_right(plain, sorted(names), fewest=1)}")


def sort_of(wanted: inspect.Metadata) -> str:
    """The sort of a name; empty for a type that is not one of names."""
    return str((wanted.extra_json_schema or {}).get("title", ""))


def _holds_names(wanted: inspect.Type, within: tuple[Any, ...] = ()) -> bool:
    """Whether data of a type can name something that comes with components."""
    if isinstance(wanted, inspect.Metadata):
        return True
    if isinstance(wanted, inspect.StructType):
        return wanted.cls not in within and any(_holds_names(f.type, (*within, wanted.cls)) for f in wanted.fields)
    inner = [getattr(wanted, name) for name in ("item_type", "key_type", "value_type") if hasattr(wanted, name)]
    return any(_holds_names(one, within) for one in (*inner, *getattr(wanted, "types", ())))


@cache
def _type(kind: Any) -> inspect.Type:
    return inspect.type_info(kind)


def _as_refused(error: Exception) -> Fault:
    """What a type refuses by a rule of its own, or what is nested too deep."""
    text = str(error)
    path = _PATH.search(text)
    where = [int(part) if part.isdigit() else part for part in re.findall(r"\w+", path[1])] if path else []
    if isinstance(error, RecursionError):
        text = "it is nested too deep"
    elif isinstance(error, UnicodeEncodeError):
        text = "there is half a character in it"
    return Fault(tuple(where), _PATH.sub("", text))


def _faults(plain: Any, wanted: inspect.Type, known: Known) -> Iterator[Fault]:
    if isinstance(wanted, inspect.Metadata):
        fits = _fits(plain, wanted)
        yield from _unknown_name(plain, wanted, known) if fits else _faults(plain, wanted.type, known)
    elif isinstance(wanted, inspect.UnionType):
        yield from _of_union(plain, wanted, known)
    elif isinstance(wanted, inspect.StructType):
        yield from _of_struct(plain, wanted, known)
    elif isinstance(wanted, inspect.LiteralType):
        if not any(plain == value and type(plain) is type(value) for value in wanted.values):
            yield Fault((), f"{_shown(plain)} is not known here; {_right(plain, wanted.values)}")
    elif isinstance(wanted, inspect.ListType | inspect.VarTupleType):
        yield from _of_list(plain, wanted, known)
    elif isinstance(wanted, inspect.DictType):
        yield from _of_dict(plain, wanted, known)
    elif not _fits(plain, wanted):
        yield Fault((), f"{_shown(plain)} is not {type_in_words(wanted)}")


def _of_union(plain: Any, wanted: inspect.UnionType, known: Known) -> Iterator[Fault]:
    """None where one alternative fits; else the faults of the one that is meant: by its tag, or by its shape."""
    tagged = [one for one in wanted.types if isinstance(one, inspect.StructType) and one.tag is not None]
    if tagged and (isinstance(plain, Mapping) or len(tagged) == len(wanted.types)):
        yield from _of_tagged(plain, tagged, known)
        return
    found = [(one, list(islice(_faults(plain, one, known), MOST_FAULTS))) for one in wanted.types]
    if any(not faults for _, faults in found):
        return
    alike = [faults for one, faults in found if isinstance(one, _SHAPES.get(type(plain), ()))]
    yield from (
        alike[0] if alike else [Fault((), f"{_shown(plain)} is not {either([type_in_words(one) for one, _ in found])}")]
    )


def _of_tagged(plain: Any, tagged: Sequence[inspect.StructType], known: Known) -> Iterator[Fault]:
    field = str(tagged[0].tag_field)
    tags = [str(one.tag) for one in tagged]
    if not isinstance(plain, Mapping):
        yield Fault((), f"{_shown(plain)} does not name its {field}; {_right(None, tags)}")
    elif field not in plain:
        yield Fault((), f"its {field} is missing; {_right(None, tags)}")
    elif plain[field] not in tags:
        noun = _NOUNS.get(field, field)
        said = _shown(plain[field])
        wrong = f"there is no {noun} {said}" if isinstance(plain[field], str) else f"{said} is no {noun}"
        yield Fault((), f"{wrong}; {_right(plain[field], tags)}")
    else:
        yield from _of_struct(plain, tagged[tags.index(plain[field])], known)


def _of_struct(plain: Any, wanted: inspect.StructType, known: Known) -> Iterator[Fault]:
    fields = {field.encode_name: field for field in wanted.fields}
    if not isinstance(plain, Mapping):
        yield Fault((), f"{_shown(plain)} does not belong here: {_fields(fields)}")
        return
    before = 0
    for name, value in plain.items():
        if name in fields:
            for fault in _faults(value, fields[name].type, known):
                before += 1
                yield fault.inside(name)
        elif wanted.forbid_unknown_fields and name != wanted.tag_field:
            before += 1
            yield Fault((), f"{_shown(name)} is not known here; {_fields(fields)}")
    for name, field in fields.items():
        if field.required and name not in plain:
            before += 1
            yield Fault((), f"{name} is missing ({type_in_words(field.type)})")
    if not before and not _fits(plain, wanted):
        yield _refusal(plain, wanted.cls)


def _of_list(plain: Any, wanted: inspect.ListType | inspect.VarTupleType, known: Known) -> Iterator[Fault]:
    if not isinstance(plain, list | tuple):
        yield Fault((), f"{_shown(plain)} is not a list")
        return
    for number, value in enumerate(plain):
        yield from (fault.inside(number) for fault in _faults(value, wanted.item_type, known))
    if len(plain) < (wanted.min_length or 0):
        yield Fault((), f"the list needs at least {wanted.min_length}, not {len(plain)}")
    if wanted.max_length is not None and len(plain) > wanted.max_length:
        yield Fault((), f"the list has room for {wanted.max_length}, not {len(plain)}")


def _of_dict(plain: Any, wanted: inspect.DictType, known: Known) -> Iterator[Fault]:
    if not isinstance(plain, Mapping):
        yield Fault((), f"{_shown(plain)} is not {type_in_words(wanted)}")
        return
    for name, value in plain.items():
        yield from _faults(name, wanted.key_type, known)
        yield from (fault.inside(str(name)) for fault in _faults(value, wanted.value_type, known))


def _fits(plain: Any, wanted: inspect.Type) -> bool:
    if isinstance(wanted, inspect.Metadata):
        return _fits(plain, wanted.type)
    if isinstance(wanted, inspect.LiteralType):
        return any(plain == value and type(plain) is type(value) for value in wanted.values)
    kind: Any = wanted.cls if isinstance(wanted, inspect.StructType) else _PLAIN.get(type(wanted), Any)
    least, most = getattr(wanted, "ge", None), getattr(wanted, "le", None)
    try:
        value = msgspec.convert(plain, kind)
    except UNFIT:
        return False
    return (least is None or value >= least) and (most is None or value <= most)


def _refusal(plain: Any, kind: type) -> Fault:
    """What a struct refuses by a rule of its own."""
    try:
        msgspec.convert(plain, kind)
    except UNFIT as error:
        return _as_refused(error)
    return Fault((), "it does not fit")


_PLAIN: dict[type, Any] = {
    inspect.IntType: int, inspect.BoolType: bool, inspect.StrType: str, inspect.NoneType: None,
}  # fmt: skip
_SHAPES: dict[type, tuple[type, ...]] = {
    dict: (inspect.StructType, inspect.DictType),
    list: (inspect.ListType, inspect.VarTupleType),
    str: (inspect.LiteralType,),
    int: (inspect.IntType,),
}
_NOUNS = {"of": "quantity"}  # where a tag does not name its own kind
_NAMES: dict[type, str] = {
    inspect.IntType: "a whole number",
    inspect.BoolType: "true or false",
    inspect.StrType: "a text",
    inspect.NoneType: "nothing (null)",
    inspect.ListType: "a list",
    inspect.VarTupleType: "a list",
    inspect.DictType: "a group of named values",
}


def type_in_words(wanted: inspect.Type) -> str:
    """What fits a type, to stand after "is"."""
    if isinstance(wanted, inspect.Metadata):
        return f"the name of a {sort_of(wanted)}" if sort_of(wanted) else type_in_words(wanted.type)
    if isinstance(wanted, inspect.IntType) and wanted.ge is not None:
        return f"a whole number{f', {wanted.ge} or more' if wanted.le is None else f' from {wanted.ge} to {wanted.le}'}"
    if isinstance(wanted, inspect.LiteralType):
        return either([str(value) for value in wanted.values])
    if isinstance(wanted, inspect.StructType):
        return f"a group of named values ({', '.join(field.encode_name for field in wanted.fields)})"
    return _NAMES.get(type(wanted), "what belongs here")


def _fields(fields: Mapping[str, inspect.Field]) -> str:
    return f"it may hold {', '.join(fields)}" if fields else "it holds nothing else"


def _right(plain: Any, allowed: Sequence[Any], fewest: int = FEWEST_MEANT) -> str:
    """What can be chosen: every word, or of very many the nearest."""
    from difflib import get_close_matches

    words = [str(word) for word in allowed]
    near = get_close_matches(str(plain), words, n=3) if len(str(plain)) >= fewest else []
    if len(words) > MOST_LISTED:
        return f"did you mean {either(near)}?" if near else f"there are {len(words)} to choose from"
    hint = f" (did you mean {near[0]}?)" if near and len(words) > len(near) + 1 else ""
    return f"choose {either(words)}{hint}"


def either(words: Sequence[str]) -> str:
    """Words of which one is right: `a, b or c`."""
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _shown(plain: Any) -> str:
    """A value as it is cited: short, and never whole structures."""
    if isinstance(plain, Mapping):
        return "a group of named values"
    if isinstance(plain, list | tuple):
        return "a list"
    if isinstance(plain, bool):
        return "true" if plain else "false"
    if plain is None:
        return "nothing (null)"
    shown = repr(plain)
    return shown if len(shown) <= MOST_SHOWN else f"{shown[:MOST_SHOWN]}…"
