"""Components files of a title: its own one, and those that owners of the boxed game lay over it, by their digests."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from importlib.resources import files
from typing import Final, Generic, TypeVar

import msgspec

from adjudicator.kernel.errors import Malformed, UnknownName
from adjudicator.kernel.strict_yaml import load

OURS: Final = ""  # the digest that stands for a title's own file
B = TypeVar("B")
C = TypeVar("C")


class ComponentsFiles(Generic[C, B]):
    """The files by their digests, each read once.

    `kind` is the struct that a file states, `made` what is looked up in it; `require_sound(components, name)` and
    `require_same(theirs, ours, name)` raise Malformed.
    """

    def __init__(
        self,
        package: str,
        file: str,
        kind: type[C],
        made: Callable[[C], B],
        require_sound: Callable[[C, str], None],
        require_same: Callable[[C, C, str], None],
    ) -> None:
        self._package, self._file, self._kind, self._made = package, file, kind, made
        self._require_sound, self._require_same = require_sound, require_same
        self.known: dict[str, B] = {}

    def box(self, digest: str = OURS) -> B:
        """The components that a digest names. UnknownName where they were not laid."""
        if (known := self.known.get(digest)) is not None:
            return known
        if digest != OURS:
            raise UnknownName("components file", digest, sorted(name for name in self.known if name))
        self.known[OURS] = self._made(self._ours())
        return self.known[OURS]

    def add(self, text: str) -> str:
        """Make a components file known; its digest. Malformed says what is wrong with it, and where."""
        digest = sha256(text.encode()).hexdigest()
        if digest not in self.known:
            theirs = self.read(text, "components")
            self._require_same(theirs, self._ours(), "components")
            self.known[digest] = self._made(theirs)
        return digest

    def read(self, text: str, name: str) -> C:
        """The components that a file states. Malformed names the path that is wrong and what belongs there."""
        try:
            components = msgspec.convert(load(text), self._kind, strict=True)
        except msgspec.ValidationError as error:
            raise Malformed(f"{name}: {error}") from None
        self._require_sound(components, name)
        return components

    def _ours(self) -> C:
        return self.read(files(self._package).joinpath(self._file).read_text(encoding="utf-8"), self._file)
