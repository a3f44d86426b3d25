"""Components files of a title: its own one, and those that owners of the boxed game lay over it, by their digests.

Beside a title's own file (`polis.yaml`) stands what it says as JSON, with its digest (`polis.json`, written by `make
schemas`): to read that takes 1 ms where YAML takes 20 to 60. It counts only while its digest is that of the file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any, Final, Generic, TypeVar

import msgspec

from adjudicator.kernel.errors import Malformed, UnknownName
from adjudicator.kernel.rules.rules import Setting

OURS: Final = ""  # the digest that stands for a title's own file
COMPONENTS: Final = Setting("the digest of a components file laid over ours", OURS)
_READING: Final = Lock()
"""Held by who reads: two threads that are the first to read a type bring the process down (msgspec 0.22)."""
B = TypeVar("B")
C = TypeVar("C")


class Laid(dict[str, B]):
    """What is looked up in the files that are known, by their digests; our own one is read when it is first wanted.

    UnknownName where a file was not laid.
    """

    def __init__(self, ours: Callable[[], B]) -> None:
        super().__init__()
        self._ours = ours

    def __missing__(self, digest: str) -> B:
        if digest != OURS:
            raise UnknownName("components file", digest, sorted(name for name in self if name))
        self[OURS] = self._ours()
        return self[OURS]


class ComponentsFiles(Generic[C, B]):
    """The files by their digests, each read once.

    `kind` is the struct that a file states, `made` what is looked up in it; `require_same(theirs, ours, name)` and then
    `require_sound(components, name)` raise Malformed. That our own file is sound, a test says; no start asks again.
    `former` are paths (`events.*.timing`) at which files of earlier versions say what nothing reads: it is passed over.
    """

    def __init__(
        self,
        file: Path,
        kind: type[C],
        made: Callable[[C], B],
        require_sound: Callable[[C, str], None],
        require_same: Callable[[C, C, str], None],
        former: Sequence[str] = (),
    ) -> None:
        self._file, self._kind, self._made, self._former = file, kind, made, former
        self._require_sound, self._require_same = require_sound, require_same
        self.boxes = Laid(lambda: made(own_components(file, kind)))

    def box(self, digest: str = OURS) -> B:
        """The components that a digest names. UnknownName where they were not laid."""
        return self.boxes[digest]

    def add(self, text: str) -> str:
        """Make a components file known; its digest. Malformed says what is wrong with it, and where."""
        digest = sha256(text.encode()).hexdigest()
        if digest not in self.boxes:
            theirs = stated(text, self._kind, "components", self._former)
            self._require_same(theirs, own_components(self._file, self._kind), "components")
            self._require_sound(theirs, "components")
            self.boxes[digest] = self._made(theirs)
        return digest

    def read(self, text: str, name: str) -> C:
        """The components that a file states. Malformed names the path that is wrong and what belongs there."""
        components = stated(text, self._kind, name, self._former)
        self._require_sound(components, name)
        return components


def incomplete(theirs: object, ours: object, *tables: str) -> list[str]:
    """The tables (by their paths) in which a file has not every key of our own, in words."""
    found = [(table, _at(theirs, table), _at(ours, table)) for table in tables]
    return [
        f"{table}: {', '.join(map(str, missing))} {'is' if len(missing) == 1 else 'are'} missing"
        for table, those, wanted in found
        if (missing := [key for key in wanted if key not in those])
    ]


def _at(box: object, path: str) -> Mapping[object, object]:
    for name in path.split("."):
        box = box[name] if isinstance(box, Mapping) else getattr(box, name)
    if not isinstance(box, Mapping):
        raise TypeError(f"{path} is no table of a components file")
    return box


class _AsJson(msgspec.Struct):
    """What stands beside a title's own file."""

    sha256: str
    components: msgspec.Raw


def own_components(file: Path, kind: type[C]) -> C:
    """What a title's own file states, by the JSON beside it where that is of this very file. Malformed as `stated`."""
    text = file.read_bytes()
    with _READING, suppress(OSError, msgspec.DecodeError):
        written = msgspec.json.decode(file.with_suffix(".json").read_bytes(), type=_AsJson)
        if written.sha256 == sha256(text).hexdigest():
            return msgspec.json.decode(written.components, type=kind)
    return stated(text.decode(), kind, file.name)


def stated(text: str, kind: type[C], name: str, former: Sequence[str] = ()) -> C:
    """What YAML states. Malformed names the path that is wrong and what belongs there."""
    from adjudicator.kernel.strict_yaml import load

    plain = load(text)
    for path in former:
        _pass_over(plain, *path.split("."))
    try:
        with _READING:
            return msgspec.convert(plain, kind, strict=True)
    except msgspec.ValidationError as error:
        raise Malformed(f"{name}: {error}") from None


def _pass_over(plain: Any, first: str, *rest: str) -> None:
    if isinstance(plain, dict):
        for key in [*plain] if first == "*" else [first]:
            if rest:
                _pass_over(plain.get(key), *rest)
            else:
                plain.pop(key, None)


def as_json(file: Path) -> bytes:
    """What belongs beside a title's own file."""
    from adjudicator.kernel.strict_yaml import load

    text = file.read_bytes()
    said: dict[str, Any] = {"sha256": sha256(text).hexdigest(), "components": load(text.decode())}
    return msgspec.json.encode(said) + b"\n"
