"""A whole game as a file: a signed header, and everything about the game sealed for one host.

The form follows the envelope: DSSE whose payload is the header, plus `sealed`. A game that is archived is sealed under
the master key of the host that made it; one that moves, to the card of the host named in the log's entry `moved`.
"""

import hashlib
from collections.abc import Callable
from typing import Final

import msgspec

from schemas.errors import BadPadding, Malformed, ProtocolError, TooLarge
from schemas.keys.identities import Card, Identity
from schemas.keys.sealing import HYBRID, seal_to, unseal
from schemas.statements import canonical
from schemas.statements.canonical import to_base64url
from schemas.statements.forms import ExportForm
from schemas.statements.payloads import Export
from schemas.statements.statements import Signer, Statement, sign_payload

MASTER_KEY: Final = "master-key"
PAGE: Final = 65_536
"""What is sealed to a card is padded to a multiple of this."""
MAX_BYTES: Final = 1 << 30
UNSEALED: Final = to_base64url(bytes(32))
"""Stands for the digest until there is something sealed."""


class ExportMismatch(ProtocolError):
    """A file in which the sealed part is not the one that was signed."""

    code = "export-mismatch"


class Exported(msgspec.Struct, frozen=True):
    """A header, the statement that signs it, and what was sealed."""

    header: Export
    statement: Statement
    sealed: bytes

    @classmethod
    def parse(cls, raw: bytes) -> "Exported":
        """Read an export: its form, and that the sealed part is the one that the header names.

        The caller MUST verify the statement with the key of the expected host.
        """
        if len(raw) > MAX_BYTES:
            raise TooLarge(f"{len(raw)} bytes where an export has at most {MAX_BYTES}")
        try:
            form = msgspec.convert(canonical.loads(raw, "export"), ExportForm, strict=True)
        except msgspec.ValidationError as error:
            raise Malformed("export", str(error)) from error
        statement, sealed = Statement.from_form(form), canonical.from_base64(form.sealed, "sealed")
        header = statement.read(Export)
        if header.sealed_sha256 != digest(sealed):
            raise ExportMismatch("what is sealed in the export is not what its host signed")
        return cls(header, statement, sealed)

    def to_json(self) -> bytes:
        """The export as it is written to a file: canonical JSON in UTF-8."""
        sealed = {"sealed": canonical.to_base64(self.sealed)}
        return canonical.dumps({**self.statement.to_json_value(), **sealed}, "export")


def seal_export(header: Export, seal: Callable[[bytes], bytes], host: Signer) -> Exported:
    """Seal a game under the `info` of its header and sign; `header` comes without the digest of what is sealed."""
    sealed = seal(header.info())
    whole = msgspec.structs.replace(header, sealed_sha256=digest(sealed))
    return Exported(whole, sign_payload(whole, host), sealed)


def seal_to_host(card: Card, plain: bytes, info: bytes) -> bytes:
    """Seal to the host that a game moves to."""
    padded = plain + b"\x80"
    return seal_to(HYBRID, card.sealing_key, padded + bytes(-len(padded) % PAGE), info)


def unseal_by_host(identity: Identity, exported: Exported) -> bytes:
    """Open what was sealed to this host."""
    private = identity.sealing_private_for(HYBRID)
    text, mark, zeros = unseal(HYBRID, private, exported.sealed, exported.header.info()).rpartition(b"\x80")
    if not mark or zeros.strip(b"\0"):
        raise BadPadding()
    return text


def digest(sealed: bytes) -> str:
    """The digest by which a header names what is sealed."""
    return to_base64url(hashlib.sha256(sealed).digest())
