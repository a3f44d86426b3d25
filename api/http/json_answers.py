"""Answers: JSON with an ETag that is the hash of the very bytes sent, so that it tells nothing they do not."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from flask import Response, request

from schemas.statements.statements import Statement

JSON = "application/json"


def answer(value: Any, status: int = 200, *, private: bool = False) -> Response:
    """A JSON answer; asked again with its ETag while nothing has changed, 304."""
    return answer_bytes(json.dumps(value, ensure_ascii=False).encode(), status, private=private)


def answer_bytes(body: bytes, status: int = 200, *, private: bool = False) -> Response:
    """An answer that is JSON already."""
    response = Response(body, status, mimetype=JSON)
    response.set_etag(hashlib.sha256(body).hexdigest())
    response.headers["Cache-Control"] = "private, no-cache" if private else "no-cache"
    response.make_conditional(request)
    return response


def shown(statement: bytes) -> dict[str, Any]:
    """A stored statement, to stand inside an answer."""
    return Statement.parse(statement, len(statement)).to_json_value()
