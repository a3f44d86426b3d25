"""The primitives in a page: @noble's, in JavaScript, as `cli/browser/shell/crypto.js` puts them together.

The page's worker registers that file as the module `page_crypto` (`pyodide.registerJsModule`) before any call. What
takes long is done aside, by WebAssembly (`cli/browser/shell/stretch.js`): whoever has an errand done sets `aside`.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

Aside = Callable[[bytes, bytes, int, int], bytes]
aside: Aside | None = None
"""Does scrypt, and gives nothing where there is too little memory; set by `cli.browser.keys`."""


def _call(name: str, *given: bytes | int) -> Any:
    """A function of `crypto.js`; what it throws is a ValueError."""
    import page_crypto
    from pyodide.ffi import JsException, to_js

    try:
        return getattr(page_crypto, name)(*(to_js(one) for one in given))
    except JsException as error:
        raise ValueError(str(error)) from None


def _bytes(name: str, *given: bytes | int) -> bytes:
    got: bytes = _call(name, *given).to_bytes()
    return got


def signing_public(private: bytes) -> bytes:
    """The public half of a signing key."""
    return _bytes("signingPublic", private)


def signer(private: bytes) -> Callable[[bytes], bytes]:
    """What signs with this key."""
    return partial(_bytes, "sign", private)


def verifies(public: bytes, signature: bytes, message: bytes) -> bool:
    """Is this the signature of a message by this key, in the equation without the cofactor?"""
    return bool(_call("verifies", public, signature, message))


def sealing_public(private: bytes) -> bytes:
    """The public half of a key that opens what is sealed."""
    return _bytes("sealingPublic", private)


def require_sealing_public(public: bytes) -> None:
    """Refuse what is no key, and one with whose X25519 half no secret can be agreed on."""
    _call("requireSealingPublic", public)


def seal(public: bytes, plaintext: bytes, info: bytes) -> bytes:
    """Seal to the holder of a key; the same is never sealed alike twice."""
    return _bytes("seal", public, plaintext, info)


def unseal(private: bytes, sealed: bytes, info: bytes) -> bytes:
    """Open what was sealed to this key under this `info`."""
    return _bytes("unseal", private, sealed, info)


def encrypt(key: bytes, nonce: bytes, plaintext: bytes) -> bytes:
    """ChaCha20-Poly1305 (RFC 8439), the tag at the end."""
    return _bytes("encrypt", key, nonce, plaintext)


def decrypt(key: bytes, nonce: bytes, sealed: bytes) -> bytes:
    """What `encrypt` has sealed under this key and nonce."""
    return _bytes("decrypt", key, nonce, sealed)


def scrypt(password: bytes, salt: bytes, work: int, length: int) -> bytes:
    """Bytes from a password, with N = 2^work, r = 8, p = 1 (RFC 7914); MemoryError where there is too little."""
    drawn = aside(password, salt, work, length) if aside is not None else b""
    if not drawn:
        raise MemoryError(f"scrypt with N = 2^{work}")
    return drawn
