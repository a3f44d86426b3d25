"""CORS: pages of any origin may read the API, as everybody may, or with a bearer token; never with cookies."""

from __future__ import annotations

from typing import Final

from flask import Response, request

ALLOWED: Final = {
    "Access-Control-Allow-Methods": "GET",
    "Access-Control-Allow-Headers": "Authorization, If-None-Match",
    "Access-Control-Max-Age": "86400",
}
EXPOSED: Final = "ETag, Ostraka-Checkpoint, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-ID"


def share(response: Response) -> Response:
    """Let pages of other origins read an answer of the API; what they may send, a preflight (OPTIONS) is told."""
    if request.path.startswith("/api/") and request.method in ("GET", "OPTIONS"):
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Access-Control-Expose-Headers"] = EXPOSED
        if request.method == "OPTIONS":
            response.headers.update(ALLOWED)
    return response
