"""Signed documents: DSSE around a canonical JSON payload, with exactly one Ed25519 signature.

https://github.com/secure-systems-lab/dsse: the signature covers PAE(payload type, payload bytes). The bytes are kept as
they came; parsed JSON is never written again to verify. `Statement.parse` reads and checks the form only: the caller
MUST call `verify` with a trusted key before believing a word.
"""

import hashlib
import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Protocol, TypeVar

import msgspec

from schemas.errors import BadSignature, Malformed, UnknownSigner, WrongKind
from schemas.primitives import verifies
from schemas.statements import canonical
from schemas.statements.forms import SignatureForm, StatementForm
from schemas.statements.payloads import Payload
from schemas.statements.texts import require_typed

MAX_BYTES = 65_536
SIGNATURE_LENGTH = 64
WEAK_KEYS = frozenset(
    bytes.fromhex(key)
    for key in (
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0100000000000000000000000000000000000000000000000000000000000000",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    )
)
"""The points of small order, less the bit of the sign: under such a key anybody can sign, and its owner could deny."""

P = TypeVar("P", bound=Payload)
_TYPE = re.compile(r"application/vnd\.ostraka\.([a-z]+(?:-[a-z]+)*)\+json")


class Signer(Protocol):
    """A holder of a signing key."""

    @property
    def key_id(self) -> str:
        """The id of the public half."""

    def sign(self, message: bytes) -> bytes:
        """The raw 64 bytes of an Ed25519 signature."""


def pae(payload_type: str, payload: bytes) -> bytes:
    """DSSE's pre-authentication encoding: type and bytes with their lengths, so that nothing can slide between them."""
    kind = payload_type.encode("utf-8")
    return b"DSSEv1 %d %s %d %s" % (len(kind), kind, len(payload), payload)


def is_weak(public_key: bytes) -> bool:
    """Is this a point of small order, in whatever encoding?"""
    return public_key[:-1] + bytes([public_key[-1] & 0x7F]) in WEAK_KEYS


def holds(public_key: bytes, signature: bytes, message: bytes) -> bool:
    """Is this the Ed25519 signature (RFC 8032) of a message by the holder of a raw key that is not weak?"""
    return not is_weak(public_key) and verifies(public_key, signature, message)


def key_id(public_key: bytes) -> str:
    """The id of a raw Ed25519 public key: `ed25519:` and 32 hex digits of its SHA-256."""
    return "ed25519:" + hashlib.sha256(public_key).hexdigest()[:32]


def payload_type(kind: str) -> str:
    """The DSSE payload type of a kind of statement."""
    return f"application/vnd.ostraka.{kind}+json"


class Statement(msgspec.Struct, frozen=True, dict=True):
    """One signed document: its kind, the payload bytes as signed, who claims to have signed, and the signature."""

    kind: str
    payload: bytes
    key_id: str
    signature: bytes

    @classmethod
    def parse(cls, raw: bytes, max_bytes: int = MAX_BYTES) -> "Statement":
        """Read a statement from JSON text of at most `max_bytes`."""
        if len(raw) > max_bytes:
            raise Malformed("statement", f"{len(raw)} bytes; at most {max_bytes} are allowed")
        return cls.from_json(canonical.loads(raw, "statement"))

    @classmethod
    def from_json(cls, value: Any) -> "Statement":
        """Read a statement from JSON that is parsed already (one that stands inside another document)."""
        try:
            return cls.from_form(msgspec.convert(value, StatementForm, strict=True))
        except msgspec.ValidationError as error:
            raise Malformed("statement", str(error)) from error

    @classmethod
    def from_form(cls, form: StatementForm) -> "Statement":
        """Read a statement whose outer fields are checked already."""
        signature = canonical.from_base64(form.signatures[0].sig, "signature")
        if len(signature) != SIGNATURE_LENGTH:
            raise Malformed("signature", f"{len(signature)} bytes; expected {SIGNATURE_LENGTH}")
        payload = canonical.from_base64(form.payload, "payload")
        kind = _kind(form.payloadType)
        content = canonical.loads_canonical(payload, kind)
        if not isinstance(content, dict):
            raise Malformed(kind, "the payload is not a JSON object")
        statement = cls(kind, payload, form.signatures[0].keyid, signature)
        vars(statement)["content"] = content
        return statement

    @cached_property
    def content(self) -> Mapping[str, Any]:
        """The payload, parsed once, for reading only."""
        return self.body

    @property
    def body(self) -> dict[str, Any]:
        """The payload, parsed afresh: changing it changes nothing."""
        value: dict[str, Any] = canonical.loads(self.payload, self.kind)
        return value

    @property
    def digest(self) -> bytes:
        """SHA-256 of the payload bytes, by which logs and receipts name the statement."""
        return hashlib.sha256(self.payload).digest()

    def read(self, payload: type[P]) -> P:
        """The payload as one of these kinds; another is refused. Says nothing about the signature."""
        self.require_kind(payload)
        return payload.from_body(self.body)

    def require_kind(self, payload: type[Payload]) -> None:
        """Refuse a statement of another kind."""
        if self.kind != payload.document:
            raise WrongKind(f"a statement of kind {self.kind!r}; expected {payload.document!r}")

    def verify(self, public_key: bytes) -> None:
        """Refuse unless signed by the holder of this raw Ed25519 key."""
        if self.key_id != key_id(public_key):
            raise UnknownSigner(f"signed by {self.key_id}; expected {key_id(public_key)}")
        if is_weak(public_key):
            raise BadSignature(f"the key {self.key_id} is of small order: anybody could have signed with it")
        if not holds(public_key, self.signature, pae(payload_type(self.kind), self.payload)):
            raise BadSignature(f"the signature by {self.key_id} is not valid for this {self.kind}")

    def to_form(self) -> StatementForm:
        """The statement in the form of DSSE: payload, its type, one signature."""
        signature = SignatureForm(keyid=self.key_id, sig=canonical.to_base64(self.signature))
        return StatementForm(canonical.to_base64(self.payload), payload_type(self.kind), [signature])

    def to_json_value(self) -> dict[str, Any]:
        """The statement as plain JSON values, to stand inside another document."""
        value: dict[str, Any] = msgspec.to_builtins(self.to_form())
        return value

    def to_json(self) -> bytes:
        """The statement as it is sent: canonical JSON in UTF-8."""
        return canonical.dumps(self.to_json_value(), "statement")


def sign(kind: str, body: dict[str, Any], signer: Signer) -> Statement:
    """Sign a payload given as plain JSON values."""
    payload = canonical.dumps(body, kind)
    return Statement(kind, payload, signer.key_id, signer.sign(pae(payload_type(kind), payload)))


def sign_payload(payload: Payload, signer: Signer) -> Statement:
    """Sign one of `schemas.statements.payloads`, after checking it against its own fields."""
    body = payload.to_body()
    type(payload).from_body(body)
    if not payload.by_host:
        require_typed(payload.document, body)
    return sign(payload.document, body, signer)


def _kind(type_: str) -> str:
    found = _TYPE.fullmatch(type_)
    if found is None:
        raise Malformed("statement", f"payload type {type_[:80]!r} is not {payload_type('<kind>')}")
    return found[1]
