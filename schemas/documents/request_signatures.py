"""Requests signed by RFC 9421, the signer's side: what a player's client and a host's courier send.

All that is covered is known beforehand and stands once in the request, so the signature's base is a line for each. Who
verifies has to read what strangers write, and does so with `http_message_signatures`.
"""

import re
from collections.abc import Mapping
from datetime import datetime
from hashlib import sha256
from typing import Final

from schemas.statements.canonical import to_base64
from schemas.statements.statements import Signer

LABEL: Final = "pyhms"
"""By what `Signature-Input` and `Signature` belong together; it is not signed."""
_ADDRESS: Final = re.compile(r"(https?)://(?:[^/?#@]*@)?([^/?#]+)([^?#]*)(\?[^#]*)?(?:#.*)?", re.IGNORECASE | re.DOTALL)


def content_digest(body: bytes) -> str:
    """The field `Content-Digest` of a body (RFC 9530)."""
    return f"sha-256=:{to_base64(sha256(body).digest())}:"


def target_uri(url: str) -> str:
    """An address as `@target-uri` has it (2.2.2), as it is written, without user or fragment."""
    found = _ADDRESS.fullmatch(url)
    if found is None:
        raise ValueError(f"{url!r} is not an http address")
    return f"{found[1]}://{found[2]}{found[3] or '/'}{found[4] or ''}"


def signature_fields(
    covered: Mapping[str, str], signer: Signer, *, created: datetime, tag: str, nonce: str | None = None
) -> dict[str, str]:
    """The two fields that carry a signature over these components, each with its value, in this order (2.5)."""
    once = "" if nonce is None else f';nonce="{nonce}"'
    names = " ".join(f'"{name}"' for name in covered)
    told = f'({names});created={int(created.timestamp())};keyid="{signer.key_id}";alg="ed25519"{once};tag="{tag}"'
    base = "\n".join([*(f'"{name}": {value}' for name, value in covered.items()), f'"@signature-params": {told}'])
    signature = to_base64(signer.sign(base.encode("ascii")))
    return {"Signature-Input": f"{LABEL}={told}", "Signature": f"{LABEL}=:{signature}:"}
