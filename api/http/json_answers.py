"""Answers: JSON with an ETag that is the hash of the very bytes sent, so that it gives away nothing they do not."""

from __future__ import annotations

import gzip
import hashlib
import json
from typing import Any

from flask import Response, request
from pydantic import BaseModel

from api.http.compression import takes_gzip
from schemas.statements.statements import Statement

JSON = "application/json"


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
