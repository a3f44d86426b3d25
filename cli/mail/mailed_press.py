"""Press that came in a letter: the host's word that it is press of the game, and each author's own signature."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from cli.client.press import card_from, signer_of, verified_press
from cli.errors import Refused

if TYPE_CHECKING:
    from cli.trust.host_proofs import Host
    from schemas.statements.payloads import Letter

KIND = "press"


class Sent(msgspec.Struct, frozen=True):
    """A message with its number for the reader's seat."""

    number: int
    at: str
    author: str
    statement: dict[str, Any]


class Body(msgspec.Struct, frozen=True):
    """What a letter with press says; what later versions say besides is passed over."""

    name: str
    messages: list[Sent]
    cards: dict[str, dict[str, Any]]


class PressLetter(msgspec.Struct, frozen=True):
    """A letter with press that was verified, and the host that wrote it, under its pinned address."""

    letter: Letter
    host: Host
    url: str

    def as_data(self) -> dict[str, Any]:
        """The letter as data; it is not kept, because the mail keeps it."""
        what = {field: getattr(self.letter, field) for field in ("game", "seat", "phase", "at")}
        from_host = {"about": KIND, "host": self.host.name, "url": self.url}
        return {"kind": "letter", **what, **from_host, "body": self.body(), "newest": False, "file": None}

    def body(self) -> dict[str, Any]:
        """The name of the game, and each message as its author signed it."""
        try:
            body = msgspec.convert(self.letter.body, Body)
        except msgspec.ValidationError as error:
            raise Refused(f"This program cannot read press of that form ({error}): install a newer one.") from None
        return {"name": body.name, "messages": [self.message(body, one) for one in body.messages]}

    def message(self, body: Body, one: Sent) -> dict[str, Any]:
        """One message, with what its author signed."""
        what = f"Message {one.number} of {one.author}"
        signer = signer_of(what, one.statement)
        if signer not in body.cards:
            raise Refused(f"{what} came without its author's card.")
        press = verified_press(what, self.letter.game, one.statement, card_from(one.author, body.cards[signer]))
        said = {"from": press.seat, "author": one.author, "to": press.to, "text": press.text}
        return {"number": one.number, "at": one.at, **said}
