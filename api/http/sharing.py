"""What pages of other origins may do with the API (CORS): read without a signature, and with `serve --cors` all of it.

Never are credentials of a browser let in (`Access-Control-Allow-Credentials`): a page of another origin has no more
than any program has, which signs what it asks.
"""

from __future__ import annotations

from typing import Final

ROOM: Final = "/api/"
EXPOSED: Final = (
    "Date, ETag, Location, Ostraka-Checkpoint, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-ID"
)
READS: Final = {
    "Access-Control-Allow-Methods": "GET",
    "Access-Control-Allow-Headers": "Authorization, If-None-Match",
    "Access-Control-Max-Age": "86400",
}
ALL: Final = READS | {
    "Access-Control-Allow-Methods": "GET, PUT, POST, DELETE",
    "Access-Control-Allow-Headers": (
        "Authorization, If-None-Match, Content-Type, Content-Digest, Signature, Signature-Input"
    ),
}


def sharing(method: str, path: str, signed: bool) -> dict[str, str]:
    """The headers by which an answer is for all origins; `signed`: also the answer to what was signed or sent."""
    if not path.startswith(ROOM) or not (signed or method in ("GET", "OPTIONS")):
        return {}
    allowed = (ALL if signed else READS) if method == "OPTIONS" else {}
    return {"Access-Control-Allow-Origin": "*", "Access-Control-Expose-Headers": EXPOSED, **allowed}
