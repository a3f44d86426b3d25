"""What was made from sealed rows, for whoever asks for the same next. (Short: several rooms keep something.)"""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

T = TypeVar("T")


class Kept(Generic[T]):
    """So many results, each under the digest of the sealed bytes it came from; the least wanted is given up."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._found: OrderedDict[bytes, T] = OrderedDict()
        self._lock = Lock()

    def of(self, made_from: bytes, make: Callable[[], T]) -> T:
        """The result for these bytes, made unless it was made before."""
        key = hashlib.sha256(made_from).digest()
        with self._lock:
            if key in self._found:
                self._found.move_to_end(key)
                return self._found[key]
        made = make()
        with self._lock:
            self._found[key] = made
            while len(self._found) > self.most:
                self._found.popitem(last=False)
        return made
