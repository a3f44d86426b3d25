"""A whole game as a file: a signed header, and everything about the game, sealed under its host's master key.

The form follows the envelope: DSSE whose payload is the header, plus `sealed`.
"""

import hashlib
from collections.abc import Callable
from typing import Final

import msgspec

from schemas.errors import Malformed, ProtocolError, TooLarge
from schemas.statements import canonical
from schemas.statements.canonical import to_base64url
from schemas.statements.forms import ExportForm
from schemas.statements.payloads import Export
from schemas.statements.statements import Signer, Statement, sign_payload

MASTER_KEY: Final = "master-key"
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
            raise TooLarge(f"{len(raw)} bytes; an export has at most {MAX_BYTES}")
        try:
            form = msgspec.convert(canonical.loads(raw, "export"), ExportForm, strict=True)
        except msgspec.ValidationError as error:
            raise Malformed("export", str(error)) from error
        statement, sealed = Statement.from_form(form), canonical.from_base64(form.sealed, "sealed")
        header = statement.read(Export)
        if header.sealed_sha256 != digest(sealed):
            raise ExportMismatch("the sealed part of the export is not what its host signed")
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


def digest(sealed: bytes) -> str:
    """The digest by which a header names what is sealed."""
    return to_base64url(hashlib.sha256(sealed).digest())
