"""Letters: what a host tells one seat alone, signed by the host and sealed to the seat's player.

A letter travels as JSON `{format, to, suite, body}`: `to` is the id of the player's signing key, `body` the signed
statement, padded to a size class and sealed to the player's sealing key. HPKE's `info` is the canonical `{format, to,
suite}`, so that a letter opens for nobody else and as nothing else. Who reads one MUST have it verified with the pinned
key of the host; `open_letter` does.
"""

from typing import Final, Literal

import msgspec

from schemas import canonical
from schemas.errors import BadPadding, Malformed, TooLarge, UnknownSigner
from schemas.forms import Base64
from schemas.keys import Card, Identity
from schemas.payloads import KeyId, Letter, SuiteName
from schemas.sealing import HYBRID, pad, seal_to, unpad, unseal
from schemas.statements import Statement

FORMAT: Final = 1
SIZE_CLASSES: Final = (4_096, 16_384, 65_536, 262_144, 1_048_576)
MAX_BYTES: Final = 1_500_000
"""Holds a sealed letter of the largest size class."""


class LetterForm(msgspec.Struct, forbid_unknown_fields=True):
    """A sealed letter as it travels."""

    format: Literal[1]
    to: KeyId
    suite: SuiteName
    body: Base64

    def info(self) -> bytes:
        """HPKE's `info`: everything but what is sealed."""
        return canonical.dumps({"format": self.format, "to": self.to, "suite": self.suite}, "letter")


def seal_letter(statement: Statement, card: Card) -> bytes:
    """Seal a signed letter to the player that it names."""
    named = statement.read(Letter).player
    if named != card.key_id:
        raise ValueError(f"the letter is for {named}, and the card is of {card.key_id}")
    form = LetterForm(format=FORMAT, to=named, suite=HYBRID, body="")
    padded = pad(statement.to_json(), SIZE_CLASSES, "letter")
    form.body = canonical.to_base64(seal_to(form.suite, card.sealing_key, padded, form.info()))
    return canonical.dumps(msgspec.to_builtins(form), "letter")


def unseal_letter(raw: bytes, identity: Identity) -> Statement:
    """Open a sealed letter; nothing that it says is verified yet. The caller MUST verify what comes out.

    (1) of a size that a letter can have, in form, of a known format
    (2) for this player
    (3) opens with his key, and is padded as it must be
    (4) holds a signed letter, which names the same player
    """
    form = _form(raw)  # (1)
    if form.to != identity.key_id:  # (2)
        raise UnknownSigner(f"the letter is for {form.to}, and your key is {identity.key_id}")
    sealed = canonical.from_base64(form.body, "body")
    padded = unseal(form.suite, identity.sealing_private_for(form.suite), sealed, form.info())  # (3)
    try:
        statement = Statement.parse(unpad(padded, SIZE_CLASSES), SIZE_CLASSES[-1])  # (4)
    except BadPadding:
        raise BadPadding("the letter is not padded with 0x80 and zeros to its size class") from None
    if statement.read(Letter).player != form.to:
        raise UnknownSigner(f"the letter was sealed to {form.to}, and inside it is for another player")
    return statement


def open_letter(raw: bytes, identity: Identity, host_public: bytes) -> Letter:
    """Open a sealed letter and check that it is signed with the pinned key of the host."""
    statement = unseal_letter(raw, identity)
    statement.verify(host_public)
    return statement.read(Letter)


def _form(raw: bytes) -> LetterForm:
    if len(raw) > MAX_BYTES:
        raise TooLarge(f"{len(raw)} bytes where a letter has at most {MAX_BYTES}")
    try:
        return msgspec.convert(canonical.loads(raw, "letter"), LetterForm, strict=True)
    except msgspec.ValidationError as error:
        raise Malformed("letter", str(error)) from error
