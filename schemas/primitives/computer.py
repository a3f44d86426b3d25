"""The primitives on a computer: `cryptography`'s, HPKE included."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.mlkem import MLKEM768PrivateKey, MLKEM768PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hpke import (
    AEAD,
    KDF,
    KEM,
    MLKEM768X25519PrivateKey,
    MLKEM768X25519PublicKey,
    Suite,
)
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

_X25519: Final = 32
_LIGHT: Final = Suite(KEM.X25519, KDF.HKDF_SHA256, AEAD.CHACHA20_POLY1305)
_HYBRID: Final = Suite(KEM.MLKEM768_X25519, KDF.HKDF_SHA256, AEAD.CHACHA20_POLY1305)
_PROBE: Final = X25519PrivateKey.from_private_bytes(bytes(range(32)))
"""Agrees on a secret with every key but those of small order (RFC 7748 6.1, RFC 9180 7.1.4)."""


def signing_public(private: bytes) -> bytes:
    """The public half of a signing key."""
    return Ed25519PrivateKey.from_private_bytes(private).public_key().public_bytes_raw()


def signer(private: bytes) -> Callable[[bytes], bytes]:
    """What signs with this key."""
    return Ed25519PrivateKey.from_private_bytes(private).sign


def verifies(public: bytes, signature: bytes, message: bytes) -> bool:
    """Is this the signature of a message by this key, in the equation without the cofactor?"""
    try:
        _verifying(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


@lru_cache(maxsize=1024)
def _verifying(public: bytes) -> Ed25519PublicKey:
    return Ed25519PublicKey.from_public_bytes(public)


def sealing_public(private: bytes) -> bytes:
    """The public half of a key that opens what is sealed."""
    light = X25519PrivateKey.from_private_bytes(private[-_X25519:]).public_key().public_bytes_raw()
    if len(private) == _X25519:
        return light
    return MLKEM768PrivateKey.from_seed_bytes(private[:-_X25519]).public_key().public_bytes_raw() + light


def require_sealing_public(public: bytes) -> None:
    """Refuse what is no key, and one with whose X25519 half no secret can be agreed on."""
    _sealing(public)


def seal(public: bytes, plaintext: bytes, info: bytes) -> bytes:
    """Seal to the holder of a key; the same is never sealed alike twice."""
    return (_LIGHT if len(public) == _X25519 else _HYBRID).encrypt(plaintext, _sealing(public), info=info)


def _sealing(public: bytes) -> X25519PublicKey | MLKEM768X25519PublicKey:
    light = X25519PublicKey.from_public_bytes(public[-_X25519:])
    _PROBE.exchange(light)
    if len(public) == _X25519:
        return light
    return MLKEM768X25519PublicKey(MLKEM768PublicKey.from_public_bytes(public[:-_X25519]), light)


def unseal(private: bytes, sealed: bytes, info: bytes) -> bytes:
    """Open what was sealed to this key under this `info`."""
    try:
        light = X25519PrivateKey.from_private_bytes(private[-_X25519:])
        if len(private) == _X25519:
            return _LIGHT.decrypt(sealed, light, info=info)
        heavy = MLKEM768PrivateKey.from_seed_bytes(private[:-_X25519])
        return _HYBRID.decrypt(sealed, MLKEM768X25519PrivateKey(heavy, light), info=info)
    except InvalidTag:
        raise ValueError("it does not open with this key under this info") from None


def encrypt(key: bytes, nonce: bytes, plaintext: bytes) -> bytes:
    """ChaCha20-Poly1305 (RFC 8439), the tag at the end."""
    return ChaCha20Poly1305(key).encrypt(nonce, plaintext, None)


def decrypt(key: bytes, nonce: bytes, sealed: bytes) -> bytes:
    """What `encrypt` has sealed under this key and nonce."""
    try:
        return ChaCha20Poly1305(key).decrypt(nonce, sealed, None)
    except InvalidTag:
        raise ValueError("it does not open with this key and nonce") from None


def scrypt(password: bytes, salt: bytes, work: int, length: int) -> bytes:
    """Bytes from a password, with N = 2^work, r = 8, p = 1 (RFC 7914); MemoryError where there is too little."""
    return Scrypt(salt, length, 2**work, 8, 1).derive(password)
