"""The envelope as it travels: a DSSE statement whose payload is the header, plus `body` and `copy`."""

from typing import Final

import msgspec

from schemas.errors import Malformed, TooLarge, UnknownFormat, UnknownSuite
from schemas.keys.sealing import SUITES
from schemas.statements import canonical
from schemas.statements.forms import EnvelopeForm
from schemas.statements.payloads import Header
from schemas.statements.statements import Statement

FORMAT: Final = 1
MAX_BYTES = 196_608
"""Holds body and copy of the largest size class in either suite."""


class Envelope(msgspec.Struct, frozen=True):
    """A header, the statement that signs it, and the two sealed texts."""

    header: Header
    statement: Statement
    body: bytes
    copy: bytes

    @classmethod
    def parse(cls, raw: bytes, max_bytes: int = MAX_BYTES) -> "Envelope":
        """Read an envelope: form, format and suite only. No signature and no digest is checked: that is `accept`'s."""
        if len(raw) > max_bytes:
            raise TooLarge(f"{len(raw)} bytes; an envelope has at most {max_bytes}")
        try:
            form = msgspec.convert(canonical.loads(raw, "envelope"), EnvelopeForm, strict=True)
        except msgspec.ValidationError as error:
            raise Malformed("envelope", str(error)) from error
        body = canonical.from_base64(form.body, "body")
        copy = canonical.from_base64(form.copy, "copy")
        statement = Statement.from_form(form)
        return cls(_header(statement), statement, body, copy)

    @property
    def digest(self) -> bytes:
        """SHA-256 of the header's bytes: what receipts and cuts name. It fixes body and copy through their digests."""
        return self.statement.digest

    def to_json(self) -> bytes:
        """The envelope as it is sent and stored: canonical JSON in UTF-8."""
        sealed = {"body": canonical.to_base64(self.body), "copy": canonical.to_base64(self.copy)}
        return canonical.dumps({**self.statement.to_json_value(), **sealed}, "envelope")


def _header(statement: Statement) -> Header:
    """The header, after a look at what another format would change: an old reader must say why it refuses a new one."""
    body = statement.content
    if type(body.get("format")) is int and body["format"] != FORMAT:
        raise UnknownFormat(f"the header has format {body['format']}; this version knows only format {FORMAT}")
    if isinstance(body.get("suite"), str) and body["suite"] not in SUITES:
        raise UnknownSuite(f"sealed in suite {body['suite'][:40]!r}; expected {' or '.join(SUITES)}")
    statement.require_kind(Header)
    return Header.from_body(body)
