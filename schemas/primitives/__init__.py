"""All that `schemas` and `cli` know of a crypto library: bytes in, bytes out.

`adjudicator.kernel.keystream` has what the rules need. A computer has `cryptography`; Python in a page has none, and
calls JavaScript: both do the same, to the byte. Signatures are Ed25519's (RFC 8032), by a private key of 32 bytes. What
is sealed is HPKE's (RFC 9180, base mode, HKDF-SHA-256, ChaCha20-Poly1305), `enc` before the ciphertext. The length of a
key says what it is of:

           private                            public
    X25519  32                                 32
    X-Wing  64, ML-KEM-768's seed; 32, X25519  1,184, ML-KEM-768; 32, X25519 (as other libraries take it)

What is no key, and what does not open, is a ValueError.
"""

import hmac
import sys

if sys.platform == "emscripten":
    from schemas.primitives.page import (
        decrypt,
        encrypt,
        require_sealing_public,
        scrypt,
        seal,
        sealing_public,
        signer,
        signing_public,
        unseal,
        verifies,
    )
else:
    from schemas.primitives.computer import (
        decrypt,
        encrypt,
        require_sealing_public,
        scrypt,
        seal,
        sealing_public,
        signer,
        signing_public,
        unseal,
        verifies,
    )

__all__ = [
    "decrypt",
    "encrypt",
    "hkdf",
    "require_sealing_public",
    "scrypt",
    "seal",
    "sealing_public",
    "signer",
    "signing_public",
    "unseal",
    "verifies",
]


def hkdf(secret: bytes, length: int, salt: bytes, info: bytes) -> bytes:
    """HKDF with SHA-256 (RFC 5869), of which Python has all the parts."""
    key = hmac.digest(salt, secret, "sha256")
    drawn = block = hmac.digest(key, info + b"\x01", "sha256")
    while len(drawn) < length:
        block = hmac.digest(key, block + info + bytes([len(drawn) // 32 + 1]), "sha256")
        drawn += block
    return drawn[:length]
