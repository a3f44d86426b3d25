"""Answers are sent gzipped to those who take it so, if they hold only what everybody may know.

Whoever sees the length of a compressed answer learns something of what is in it, where they can have text of their own
put beside a secret (BREACH): press, for one, beside what others wrote. So an answer to a request that brings
credentials of any kind is never compressed, whatever its address; without credentials there is no secret in it.
"""

from __future__ import annotations

import gzip
from typing import Final

from flask import Response, request

LEAST: Final = 1_024
"""Bytes: shorter answers stay as they are."""
LEVEL: Final = 3
COMPRESSED: Final = frozenset({
    "application/json", "image/svg+xml", "text/css", "text/html", "text/javascript", "application/javascript",
})  # fmt: skip
CREDENTIALS: Final = ("Authorization", "Signature", "Signature-Input", "Cookie")


def compress(response: Response) -> Response:
    """Gzip an answer that everybody may have; its ETag is weak then, since it stands for other bytes."""
    if not is_public(response):
        return response
    response.vary.add("Accept-Encoding")
    if not takes_gzip() or "Content-Encoding" in response.headers:
        return response
    if response.status_code == 200 and (response.content_length or 0) >= LEAST:
        response.set_data(gzip.compress(response.get_data(), LEVEL, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
    if "Content-Encoding" in response.headers or response.status_code == 304:
        tag, _ = response.get_etag()
        if tag is not None:
            response.set_etag(tag, weak=True)
    return response


def is_public(response: Response) -> bool:
    """Is it a read without credentials, answered with what anybody may keep?"""
    return (
        request.method in ("GET", "HEAD")
        and response.status_code in (200, 304)
        and (response.mimetype in COMPRESSED or response.status_code == 304)
        and not any(name in request.headers for name in CREDENTIALS)
        and "Set-Cookie" not in response.headers
        and not response.direct_passthrough
        and not response.cache_control.private
        and not response.cache_control.no_store
    )


def takes_gzip() -> bool:
    """Does the caller say that they can read gzip?"""
    return request.accept_encodings.quality("gzip") > 0
