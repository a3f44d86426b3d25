"""Receipts and press that came by mail: compared with what was sealed here, and shown as their authors signed them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import msgspec

from cli.client.press import card_from, signer_of, verified_press
from cli.errors import Refused, proving
from cli.home.kept_envelopes import envelope_in
from cli.mail.letters import pinned_host
from cli.trust.checkpoints import Checkpoints
from cli.trust.pins import Pins
from schemas.documents.receipts import verify_receipt
from schemas.statements.canonical import to_base64
from schemas.statements.payloads import Receipt
from schemas.statements.statements import Statement

if TYPE_CHECKING:
    from cli.home.home import Home
    from cli.trust.host_proofs import Host
    from schemas.log.checkpoints import Checkpoint
    from schemas.statements.payloads import Letter


def take_receipt(home: Home, raw: bytes) -> dict[str, Any]:
    """Verify a receipt, and keep it if its envelope is known; what it proves is remembered in any case."""
    statement = Statement.parse(raw)
    receipt = statement.read(Receipt)
    url, host = pinned_host(home, statement.key_id)
    place = (receipt.game, receipt.seat, receipt.phase, receipt.sequence)
    path, sealed = home.receipt_path(*place), home.sealed_path(*place)
    envelope = envelope_in(path) or envelope_in(sealed)
    with proving(f"The receipt for envelope {receipt.sequence} of {receipt.seat} in phase {receipt.phase}"):
        statement.verify(host.key)
        if envelope is not None:
            verify_receipt(statement, envelope, host.key)
    if envelope is not None:
        home.keep_receipt(path, statement.to_json_value(), json.loads(envelope.to_json()))
        sealed.unlink(missing_ok=True)
    Pins(home, url).raise_to(receipt.game, {f"sequence of {receipt.seat} in phase {receipt.phase}": receipt.sequence})
    return {"kind": "receipt", **receipt.to_body(), "file": str(path) if envelope is not None else None}


def take_note(home: Home, found: Checkpoint, road: str) -> dict[str, Any]:
    """Compare a checkpoint that came by mail with those known of its game; its key has to be that of a host met."""
    url, _ = pinned_host(home, found.key_id)
    Checkpoints(home, found.log).take(found, road, Pins(home, url).of_game(found.log))
    return {"kind": "checkpoint", "game": found.log, "entries": found.count, "head": to_base64(found.head)}


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
