"""ChaCha20's keystream: all that the rules know of a crypto library.

A computer has `cryptography`; Python in a page has none, and calls `cli/browser/shell/crypto.js`, which the page's
worker registers as the module `page_crypto`. The other half of this seam is `schemas.primitives`.
"""

import sys
from collections.abc import Callable

AHEAD = 256  # bytes that a page fetches at once, four blocks: a die takes four bytes


def _on_a_computer(key: bytes) -> Callable[[bytes], bytes]:
    from cryptography.hazmat.primitives.ciphers import Cipher, algorithms  # most commands draw nothing

    return Cipher(algorithms.ChaCha20(key, bytes(16)), None).encryptor().update


def _in_a_page(key: bytes) -> Callable[[bytes], bytes]:
    import page_crypto
    from pyodide.ffi import to_js

    left, block = b"", 0

    def take(zeros: bytes) -> bytes:
        nonlocal left, block
        while len(left) < len(zeros):
            left += page_crypto.keystream(to_js(key), block, AHEAD).to_bytes()
            block += AHEAD // 64
        taken, left = left[: len(zeros)], left[len(zeros) :]
        return taken

    return take


keystream = _in_a_page if sys.platform == "emscripten" else _on_a_computer
"""By its key, what gives the next bytes of a stream for as many zeros: ChaCha20, nonce 0, from the first block on."""
