"""Positions, orders and events of a title as bytes and as plain data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, Generic, TypeVar, Union

import msgspec

from adjudicator.kernel.errors import Malformed, OtherRules
from adjudicator.kernel.faults import convert
from adjudicator.kernel.position.position import Position
from adjudicator.kernel.questions.questions import Order
from adjudicator.kernel.rules.rules import Rules
from adjudicator.kernel.rules.upgrades import differences, upgraded
from adjudicator.kernel.run.events import KERNEL_EVENTS, Event
from adjudicator.kernel.run.resolution import order_to_dict

P = TypeVar("P", bound=Position)
_SORTED = msgspec.json.Encoder(order="sorted")


class Codec(Rules[P], frozen=True):
    """A title's rules, and its data in and out. The same position gives the same bytes everywhere."""

    def prepare(self) -> None:
        """Build what reads positions, events and orders now, while one thread does: msgspec would at their first use,
        and two threads that are the first at once bring the process down (msgspec 0.22)."""
        for kind in (self._codec.order_list, _Label):
            msgspec.json.Decoder(kind)

    @cached_property
    def _codec(self) -> _Codec[P]:
        return _Codec(self)

    def copy(self, position: P) -> P:
        """A position that shares nothing with this one that can be changed."""
        return self._codec.unpack.decode(self._codec.pack.encode(position))

    def packed(self, position: P) -> Callable[[], P]:
        """A position kept as it is now: what unpacks a copy of it whenever it is called."""
        return partial(self._codec.unpack.decode, self._codec.pack.encode(position))

    def encode(self, position: P) -> bytes:
        """A position as JSON with sorted keys: the same position gives the same bytes everywhere."""
        return _SORTED.encode(position)

    def decode(self, data: bytes) -> P:
        """A position from its bytes. OtherRules when it is of another version: `upgraded` reads older ones."""
        try:
            position: P = self._codec.position.decode(data)
        except msgspec.ValidationError:
            self._require_version(msgspec.json.decode(data, type=_Label).version)
            raise
        self._require_version(position.version)
        return position

    def convert(self, plain: object) -> P:
        """A position from plain data. Malformed names the path that is wrong; OtherRules as with `decode`."""
        if isinstance(plain, Mapping) and isinstance(plain.get("version"), str):
            self._require_version(plain["version"])
        position: P = convert(plain, self.position, "position")
        return position

    def _require_version(self, version: str) -> None:
        if version != self.version:
            raise OtherRules(version, self.version)

    def upgraded(self, data: bytes) -> P:
        """A position from its bytes, of these rules or of older ones. OtherRules where no upgrade leads here."""
        if msgspec.json.decode(data, type=_Label).version == self.version:
            return self.decode(data)
        return self.convert(upgraded(self.upgrades, msgspec.json.decode(data), self.version))

    def differences(self, since: str) -> list[str]:
        """What differs between an older version of these rules and this one, in sentences."""
        return differences(self.upgrades, since, self.version)

    def encode_events(self, events: Sequence[Event]) -> bytes:
        """Events as JSON with sorted keys."""
        return _SORTED.encode(list(events))

    def decode_events(self, data: bytes) -> list[Event]:
        """Events from what `encode_events` wrote."""
        events: list[Event] = self._codec.events.decode(data)
        return events

    def decode_orders(self, data: bytes | Sequence[object]) -> list[Order]:
        """Orders from the wire (JSON bytes or a list of objects). Malformed tells everything that is wrong."""
        if isinstance(data, bytes):
            try:
                data = msgspec.json.decode(data)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                raise Malformed(f"orders are not JSON: {error}") from None
        if not isinstance(data, list | tuple):
            raise Malformed("orders are a list, each beginning with its question")
        orders: list[Order] = convert(data, self._codec.order_list, "order")
        return orders

    def encode_orders(self, orders: Sequence[Order]) -> bytes:
        """Orders as JSON with sorted keys."""
        return _SORTED.encode(list(orders))

    def order_to_dict(self, order: Order) -> dict[str, Any]:
        """An order as it crosses the wire."""
        return order_to_dict(order)

    def order_schema(self, question: str) -> dict[str, Any]:
        """The JSON Schema of the orders to a question."""
        return msgspec.json.schema(self.question(question).order)


def without_books(stored: bytes) -> bytes:
    """The bytes of a position, of whatever rules, as they are where no seat has a book."""
    plain = msgspec.json.decode(stored)
    return _SORTED.encode({**plain, "books": {}}) if plain.get("books") else stored


class _Label(msgspec.Struct):
    """The one field of a stored position that every version has."""

    version: str


class _Codec(Generic[P]):
    """The encoders and decoders of one title, made once."""

    def __init__(self, rules: Rules[P]) -> None:
        self.position = msgspec.json.Decoder(rules.position)
        self.pack = msgspec.msgpack.Encoder()
        self.unpack = msgspec.msgpack.Decoder(rules.position)
        self.events: msgspec.json.Decoder[Any] = msgspec.json.Decoder(_list_of(*KERNEL_EVENTS, *rules.events))
        self.order_list = _list_of(*(question.order for question in rules.questions.values()))


def _list_of(*kinds: type) -> Any:
    """The type of a list whose items are of these kinds, told apart by their tags."""
    return list[Union[kinds]]  # type: ignore[valid-type] # noqa: UP007 - made at run time
