"""Answers: JSON with an ETag that is the hash of the very bytes sent; gzip and the request's id on them.

Whoever sees the length of a compressed answer learns something of what is in it, where they can have text of their own
put beside a secret (BREACH): press, for one, beside what others wrote. So an answer to a request that brings
credentials of any kind is never compressed, whatever its address; without credentials there is no secret in it.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import secrets
from typing import Any, Final

import structlog
from flask import Response, request
from pydantic import BaseModel

from schemas.statements.statements import Statement

JSON = "application/json"
LEAST_COMPRESSED: Final = 1_024
"""Bytes: shorter answers stay as they are."""
LEVEL: Final = 3
COMPRESSED: Final = frozenset({
    "application/json", "image/svg+xml", "text/css", "text/html", "text/javascript", "application/javascript",
})  # fmt: skip
CREDENTIALS: Final = ("Authorization", "Signature", "Signature-Input", "Cookie")
REQUEST_ID: Final = "X-Request-ID"
ACCEPTED_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}")
"""What is taken from a proxy: nothing that could end a line of a log, or make it long."""


def answer(value: BaseModel | dict[str, Any], *, private: bool = False) -> Response:
    """A JSON answer with the model's fields in their order; 304 if the request brings the ETag of the same bytes."""
    return answer_bytes(encoded(value), private=private)


def answer_taken(value: BaseModel, new: bool, place: str, *, private: bool = False) -> Response:
    """The answer to what was sent: 201 with the address of what it made, or 200 if the same was taken before."""
    response = tagged(encoded(value), 201 if new else 200, private=private)
    if new:
        response.headers["Location"] = place
    return response


def encoded(value: BaseModel | dict[str, Any]) -> bytes:
    """The JSON of an answer."""
    fields = value.model_dump(by_alias=True) if isinstance(value, BaseModel) else value
    return json.dumps(fields, ensure_ascii=False).encode()


def answer_bytes(body: bytes, status: int = 200, *, private: bool = False) -> Response:
    """An answer that is JSON already."""
    response = tagged(body, status, private=private)
    response.make_conditional(request)
    return response


def answer_text(text: str, mimetype: str = "text/plain") -> Response:
    """An answer that is text, for everybody."""
    response = tagged(text.encode(), mimetype=mimetype)
    response.make_conditional(request)
    return response


def tagged(body: bytes, status: int = 200, *, private: bool = False, mimetype: str = JSON) -> Response:
    """An answer with its ETag, whatever the request brings."""
    response = Response(body, status, mimetype=mimetype)
    response.set_etag(hashlib.sha256(body).hexdigest())
    response.headers["Cache-Control"] = "private, no-cache" if private else "no-cache"
    return response


def answer_packed(packed: bytes) -> Response:
    """An answer that never changes, for everybody to keep: gzipped JSON, as it is to those who take it so."""
    taken = takes_gzip()
    response = Response(packed if taken else gzip.decompress(packed), mimetype=JSON)
    if taken:
        response.headers["Content-Encoding"] = "gzip"
    response.set_etag(hashlib.sha256(packed).hexdigest(), weak=True)
    response.headers["Vary"] = "Accept-Encoding"
    response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
    response.make_conditional(request)
    return response


def statement_form(statement: bytes) -> dict[str, Any]:
    """A stored statement as part of an answer, its fields in canonical order."""
    return Statement.parse(statement, len(statement)).to_json_value()


def compress(response: Response) -> Response:
    """Gzip an answer that everybody may have; its ETag is weak then, since it stands for other bytes."""
    if not is_public(response):
        return response
    response.vary.add("Accept-Encoding")
    if not takes_gzip() or "Content-Encoding" in response.headers:
        return response
    if response.status_code == 200 and (response.content_length or 0) >= LEAST_COMPRESSED:
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


def new_id() -> str:
    """An id that tells nothing: neither when, nor after how many others, the request came."""
    return secrets.token_hex(8)


def give_id(brought: str, peer: str, proxies: str) -> None:
    """Take the id that one of the host's proxies brings, else make one; every line logged meanwhile has it."""
    taken = brought and peer in {proxy.strip() for proxy in proxies.split(",")} and ACCEPTED_ID.fullmatch(brought)
    structlog.contextvars.clear_contextvars()
    structlog.contextvars.bind_contextvars(request_id=brought if taken else new_id())


def this_id() -> str | None:
    """The id of the request that is being answered."""
    return structlog.contextvars.get_contextvars().get("request_id")


def tell_id(response: Response) -> Response:
    """Put the id into the answer."""
    response.headers[REQUEST_ID] = this_id() or new_id()
    return response


def forget_id(_error: BaseException | None = None) -> None:
    """The request is over: what its thread logs next is of another."""
    structlog.contextvars.clear_contextvars()
