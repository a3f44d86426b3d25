"""Chance: the only source of randomness. Labelled draws, unbiased, reproducible from a 32-byte key.

Every draw has its own stream: HKDF-SHA256 of the key with the draw's label and ordinal (how many draws of that label
came before it in the same resolution, counted from 1) keys ChaCha20, whose bytes are taken by rejection sampling. So a
draw never depends on which other draws were made, and a test can force one by its label and ordinal.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeVar

from adjudicator.kernel.errors import Malformed
from adjudicator.kernel.keystream import keystream

KEY_BYTES: Final = 32
FOUR: Final = bytes(4)
T = TypeVar("T")
Forced = Mapping[str, Mapping[int, Any]]


class Chance:
    """The draws of one resolution. `forced` sets draws by label and ordinal: {"S.07 first player": {1: "red"}}."""

    def __init__(self, key: bytes, forced: Forced | None = None) -> None:
        if len(key) != KEY_BYTES:
            raise ValueError(f"a chance key has {KEY_BYTES} bytes, not {len(key)}")
        self._key = key
        self._forced = {
            (label, n): value for label, by_ordinal in (forced or {}).items() for n, value in by_ordinal.items()
        }
        self._ordinals: dict[str, int] = {}

    @property
    def unused(self) -> list[str]:
        """The forced draws that were never asked for, as `label · ordinal`."""
        return [f"{label} · {ordinal}" for label, ordinal in self._forced]

    def die(self, sides: int, label: str) -> int:
        """One die with faces 1 to `sides`."""
        ordinal, forced = self._next(label)
        if forced is None:
            return 1 + self._stream(label, ordinal).below(sides)
        if not isinstance(forced, int) or not 1 <= forced <= sides:
            raise Malformed(f"forced {label} · {ordinal} is {forced!r}; a die of {sides} shows 1 to {sides}")
        return forced

    def pick(self, items: Sequence[T], label: str) -> T:
        """One of the items, uniformly. Forced by the item itself or by its index, counted from 0."""
        ordinal, forced = self._next(label)
        if forced is None:
            return items[self._stream(label, ordinal).below(len(items))]
        if forced in items:
            return items[items.index(forced)]
        if isinstance(forced, int) and 0 <= forced < len(items):
            return items[forced]
        raise Malformed(f"forced {label} · {ordinal} is {forced!r}; there are {list(items)} (or an index from 0)")

    def shuffle(self, items: Sequence[T], label: str) -> list[T]:
        """All items in random order. Forced by the list of those that come first; chance orders the rest."""
        ordinal, forced = self._next(label)
        left = list(items)
        first = [self._take(left, item, label) for item in forced or ()]
        if len(left) < 2:
            return first + left
        stream = self._stream(label, ordinal)
        for last in range(len(left) - 1, 0, -1):  # Fisher-Yates
            other = stream.below(last + 1)
            left[last], left[other] = left[other], left[last]
        return first + left

    @staticmethod
    def _take(left: list[T], item: T, label: str) -> T:
        if item not in left:
            raise Malformed(f"forced {label} names {item!r}, which is not (or no longer) among {left}")
        return left.pop(left.index(item))

    def _next(self, label: str) -> tuple[int, Any]:
        ordinal = self._ordinals[label] = self._ordinals.get(label, 0) + 1
        return ordinal, self._forced.pop((label, ordinal), None)

    def _stream(self, label: str, ordinal: int) -> _Stream:
        info = f"ostraka draw/1|{label}|{ordinal}".encode()
        return _Stream(hmac.digest(self._key, info + b"\x01", "sha256"))  # the first block of HKDF-Expand


class _Stream:
    """Uniform whole numbers from a key."""

    def __init__(self, key: bytes) -> None:
        self._take = keystream(key)

    def below(self, n: int) -> int:
        """A number from 0 to n-1: four bytes at a time, thrown away where they would favour small numbers."""
        limit = 2**32 // n * n
        while (value := int.from_bytes(self._take(FOUR), "big")) >= limit:
            pass
        return value % n
