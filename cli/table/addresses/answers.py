"""Answers to requests: pages, and refusals as pages."""

from __future__ import annotations

from typing import Any, Final

from flask import Response, request
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as AnyResponse

from cli.errors import TrustBroken
from cli.table.guard import COOKIE, Guard, same
from cli.table.rendering import templates

MANY: Final = 12  # choices, from which on a field narrows them


def page(name: str, guard: Guard, code: int = 200, /, **facts: Any) -> Response:
    """A page."""
    inside = guard.cookie is not None and same(request.cookies.get(COOKIE, ""), guard.cookie)
    text = templates().get_template(f"{name}.html").render(root=guard.home, many=MANY, inside=inside, **facts)
    return Response(text, code, mimetype="text/html")


def refused(error: HTTPException, guard: Guard) -> AnyResponse:
    """A refusal as a page."""
    if error.code is not None and error.code < 400:
        return error.get_response()
    heading = "Not here" if error.code in (403, 404, 421) else error.name
    return page(
        "closed", guard, error.code or 500, heading=heading, lied=False, why=str(error.description or error.name)
    )


def failed(error: Exception, guard: Guard) -> AnyResponse:
    """What the client library refuses or does not believe: only that is shown, and nothing can be sent."""
    broken = isinstance(error, TrustBroken)
    heading = "The host cannot be believed" if broken else "That could not be done"
    return page("closed", guard, 409, heading=heading, lied=broken, why=str(error))


def number(field_name: str) -> int | None:
    """A whole number of the form or the query; None where there is none."""
    text = request.values.get(field_name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else None
