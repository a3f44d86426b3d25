"""What goes to a push service: a body that only the device opens (RFC 8291), and who sends it (RFC 8292).

Built on `cryptography` alone. The usual library, pywebpush, brings aiohttp with seven packages more, and connects by
itself: then a request could go to another address than the one that was looked at (`api.webhooks.sending`).
"""

from __future__ import annotations

import json
import os
from datetime import datetime, timedelta
from typing import Annotated, Final

import msgspec
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from api.host.push_key import CURVE, PushKey
from schemas.statements.canonical import from_base64url, to_base64url

RECORD: Final = 4096
"""Bytes that every push service takes."""
LONGEST: Final = RECORD - 103
"""Bytes of text in them: all but the header (86), the tag (16) and what ends the text (1)."""
VALID: Final = timedelta(hours=12)


class Subscription(msgspec.Struct, frozen=True):
    """Where a device is reached, and what its notices are sealed to, as its browser says it."""

    endpoint: str
    p256dh: Annotated[str, msgspec.Meta(max_length=87)]
    auth: Annotated[str, msgspec.Meta(max_length=22)]

    def point(self) -> ec.EllipticCurvePublicKey:
        """The device's public key; ValueError where that is no point of the curve."""
        return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, from_base64url(self.p256dh, "p256dh", 65))

    def secret(self) -> bytes:
        """What the device and the host alone know."""
        return from_base64url(self.auth, "auth", 16)


def encrypted(text: bytes, to: Subscription) -> bytes:
    """A body for a device. Whatever the text, it is of the same length."""
    if len(text) > LONGEST:
        raise ValueError(f"a notice has {len(text)} bytes; at most {LONGEST} go into one")
    own, salt, theirs = PushKey.generate(), os.urandom(16), from_base64url(to.p256dh, "p256dh", 65)
    shared = own.private.exchange(ec.ECDH(), to.point())
    secret = derived(to.secret(), shared, b"WebPush: info\0" + theirs + own.public, 32)
    key = derived(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
    nonce = derived(salt, secret, b"Content-Encoding: nonce\0", 12)
    sealed = AESGCM(key).encrypt(nonce, text + b"\x02" + bytes(LONGEST - len(text)), None)
    return salt + RECORD.to_bytes(4, "big") + bytes([len(own.public)]) + own.public + sealed


def derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    """Key material from a secret."""
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def vapid(origin: str, key: PushKey, contact: str, now: datetime) -> str:
    """The header Authorization: which host sends, and whom its operator can be asked at; for this push service only."""
    claims = {"aud": origin, "exp": int((now + VALID).timestamp()), "sub": f"mailto:{contact}"}
    head = ".".join(to_base64url(json.dumps(one).encode()) for one in ({"typ": "JWT", "alg": "ES256"}, claims))
    r, s = decode_dss_signature(key.private.sign(head.encode(), ec.ECDSA(hashes.SHA256())))
    token = f"{head}.{to_base64url(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}"
    return f"vapid t={token}, k={to_base64url(key.public)}"
