"""The outer forms of signed documents as they travel: DSSE's fields, in DSSE's own spelling and base64."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

END = r"(?![\s\S])"
"""The very end of a text for Python, where `$` would let a newline pass."""


def whole(pattern: str) -> str:
    """A pattern for a whole string, as Python reads it; `portable` makes it JSON Schema's."""
    return rf"^(?:{pattern}){END}"


def portable(schema: Any) -> Any:
    """A JSON Schema whose patterns end with `$`, which there means the very end, as RE2 (Go, Rust) can read it too."""
    if isinstance(schema, dict):
        return {
            name: value.removesuffix(END) + "$" if name == "pattern" and str(value).endswith(END) else portable(value)
            for name, value in schema.items()
        }
    return [portable(value) for value in schema] if isinstance(schema, list) else schema


def prepare(*kinds: Any) -> None:
    """Have msgspec build now, while one thread imports, what it needs to read these types.

    It would at their first use, and two threads that are the first at once bring the process down (msgspec 0.22).
    """
    for kind in kinds:
        msgspec.json.Decoder(kind)


KeyId = Annotated[str, Meta(pattern=whole(r"ed25519:[0-9a-f]{32}"))]
Base64 = Annotated[str, Meta(pattern=whole(r"[A-Za-z0-9+/]*={0,2}"))]


class SignatureForm(msgspec.Struct, forbid_unknown_fields=True):
    """Who claims to have signed, and the signature."""

    keyid: KeyId
    sig: Base64


class StatementForm(msgspec.Struct, forbid_unknown_fields=True):
    """A signed document with exactly one signature."""

    payload: Base64
    payloadType: str  # noqa: N815 - DSSE spells it so
    signatures: Annotated[list[SignatureForm], Meta(min_length=1, max_length=1)]


class EnvelopeForm(StatementForm, forbid_unknown_fields=True):
    """A signed header and what is sealed: to the phase, and to the author."""

    body: Base64
    copy: Base64


class ExportForm(StatementForm, forbid_unknown_fields=True):
    """A signed header and a whole game, sealed to one host."""

    sealed: Base64


prepare(StatementForm, EnvelopeForm, ExportForm)
