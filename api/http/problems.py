"""Errors as RFC 9457 problem documents: a stable kebab-case code, what was wrong, and what would be right.

Nothing that came in with a request is echoed. Of an internal fault the log gets the type of the exception and where it
was raised, and the answer only `internal-error`.
"""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Any, NoReturn

import structlog
from flask import Response
from flask.json.provider import DefaultJSONProvider
from pydantic import BaseModel, Field
from werkzeug.exceptions import HTTPException

from api.http.answers import this_id


class ConfigurationError(Exception):
    """The host cannot start as it was told to."""


MEDIA_TYPE = "application/problem+json"
LOG = structlog.get_logger("ostraka.api")

CODES = {
    400: ("bad-request", "The request could not be read as HTTP with a JSON body."),
    404: ("not-found", "There is nothing at this address; /openapi/openapi.json lists all addresses."),
    405: ("method-not-allowed", "This address does not accept that method; the Allow header lists those that it does."),
    413: ("body-too-large", "The body is larger than this address accepts."),
    415: ("unsupported-media-type", "The body must be JSON, with Content-Type: application/json."),
}


class ProblemDocument(BaseModel):
    """What was wrong, where, and what would be right (RFC 9457)."""

    type: str = Field(description="The code as a URI.")
    title: str = Field(description="The code in words.")
    status: int = Field(description="The HTTP status of the answer.")
    code: str = Field(description="What a program acts on; a code never changes its meaning.")
    detail: str = Field(description="What a person reads; the wording may change.")
    errors: list[dict[str, Any]] | None = Field(
        None, description="Of `invalid-request`: every place in the request that does not fit."
    )
    newest: int | None = Field(
        None, description="Of `number-not-newer`: the highest number taken from this signer; the next must be above it."
    )
    request_id: str | None = Field(
        None,
        description="Of `internal-error`: the id of the request, by which the operator finds it in the host's log.",
    )


class Problem(Exception):
    """A request that is refused, with a code that a program can act on and words for a person.

    `members` are the optional fields of the problem document.
    """

    def __init__(
        self, status: int, code: str, detail: str, *, headers: dict[str, str] | None = None, **members: Any
    ) -> None:
        super().__init__(f"{code}: {detail}")
        self.status = status
        self.code = code
        self.detail = detail
        self.headers = headers or {}
        self.members = members

    def document(self) -> ProblemDocument:
        """The answer: a problem document of RFC 9457."""
        return ProblemDocument(
            type=f"urn:ostraka:problem:{self.code}",
            title=self.code.replace("-", " ").capitalize(),
            status=self.status,
            code=self.code,
            detail=self.detail,
            **self.members,
        )

    def response(self) -> Response:
        """The problem document as an answer."""
        body = json.dumps(self.document().model_dump(exclude_none=True))
        return Response(body, self.status, headers=self.headers, mimetype=MEDIA_TYPE)


def refuse(status: int, code: str, detail: str) -> NoReturn:
    """End the request with a problem document; `detail` says what was wrong, and what would be right."""
    raise Problem(status, code, detail)


def refuse_as(status: int) -> NoReturn:
    """Refuse with what any address says at this status."""
    refuse(status, *CODES[status])


def from_http(error: HTTPException) -> Response:
    """What Flask and Werkzeug refuse, in our form; an answer that is ready already passes."""
    if isinstance(error.response, Response):
        return error.response
    status = error.code or 500
    phrase = HTTPStatus(status).phrase
    code, detail = CODES.get(status, (phrase.lower().replace(" ", "-"), f"{phrase}."))
    kept = {name: value for name, value in error.get_headers() if name.lower() in ("allow", "retry-after")}
    return Problem(status, code, detail, headers=kept).response()


def from_fault(error: Exception) -> Response:
    """A fault of ours: logged by type and place, answered without a word of it."""
    LOG.error("fault", **fault(error))
    detail = "The host failed; its log says where. Nothing was changed."
    return Problem(500, "internal-error", detail, request_id=this_id()).response()


def fault(error: BaseException) -> dict[str, Any]:
    """What the log may say of an exception: its type and where it was raised, never its message."""
    places = []
    trace = error.__traceback__
    while trace is not None:
        places.append(f"{trace.tb_frame.f_code.co_filename.rsplit('/', 1)[-1]}:{trace.tb_lineno}")
        trace = trace.tb_next
    return {"exception": type(error).__name__, "at": places[-6:]}


class StrictJSON(DefaultJSONProvider):
    """Reads request bodies; one that is nested too deep is bad JSON like any other."""

    sort_keys = False

    def loads(self, s: str | bytes, **kwargs: Any) -> Any:
        """Read JSON; raises ValueError."""
        try:
            return super().loads(s, **kwargs)
        except RecursionError:
            raise ValueError("nested too deep") from None
