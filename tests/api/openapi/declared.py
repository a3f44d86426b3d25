"""A client that holds every answer to the OpenAPI document: a status or a code that is not declared is an error.

So is an answer without the id of its request, and one that says that something was made, and not where.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from flask.testing import FlaskClient
from flask_openapi import OpenAPI
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from api.app import PREFIX

Declared = dict[tuple[str, str], dict[str, set[str]]]
KNOWN: dict[tuple[str, ...], Declared] = {}
OF: dict[tuple[OpenAPI, int], Declared] = {}
"""The same by application, and how many rules it had then."""


class UndeclaredError(AssertionError):
    """The service answers what its OpenAPI document does not say."""


class DeclaredClient(FlaskClient):
    """The test client of an application, which believes its document."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        response = super().open(*args, **kwargs)
        hold(self.application, response)  # type: ignore[arg-type]
        return response


def hold(app: OpenAPI, response: TestResponse) -> None:
    """Raise where an address of the interface answers what it does not declare."""
    if "X-Request-ID" not in response.headers:
        raise UndeclaredError(f"{response.request.path} answers without the id of the request")
    rule = matched(app, response)
    if rule is None or response.request.method == "OPTIONS":
        return
    method = response.request.method.replace("HEAD", "GET").lower()
    statuses = declared(app)[rule, method]
    status = str(response.status_code)
    if status not in statuses:
        raise UndeclaredError(f"{method} {rule} answers {status}, declared are {', '.join(statuses)}")
    if status == "201" and not leads_somewhere(app, response.headers.get("Location", "")):
        raise UndeclaredError(f"{method} {rule} does not say where what it made is")
    code = (response.get_json(silent=True) or {}).get("code") if response.status_code >= 400 else None
    if code is not None and code not in statuses[status]:
        raise UndeclaredError(f"{method} {rule} refuses with {code}, declared are {', '.join(statuses[status])}")


def leads_somewhere(app: OpenAPI, place: str) -> bool:
    """Is there something at an address, for one method or another?"""
    return bool(place and app.url_map.bind("localhost").allowed_methods(urlsplit(place).path))


def matched(app: OpenAPI, response: TestResponse) -> str | None:
    """The rule under the prefix that answered; None where there is none, or not for this method."""
    if not response.request.path.startswith(PREFIX):
        return None
    try:
        rule, _ = app.url_map.bind("localhost").match(
            response.request.path, method=response.request.method, return_rule=True
        )
    except HTTPException:
        return None
    return str(rule.rule)


def declared(app: OpenAPI) -> Declared:
    """The statuses, each with its codes, by rule and method."""
    count = len(list(app.url_map.iter_rules()))
    if (app, count) not in OF:
        rules = tuple(sorted({rule.rule for rule in app.url_map.iter_rules()}))
        if rules not in KNOWN:
            KNOWN[rules] = of_rules(app, rules)
        OF[app, count] = KNOWN[rules]
    return OF[app, count]


def of_rules(app: OpenAPI, rules: tuple[str, ...]) -> Declared:
    """Read the document once for all applications that have the same rules."""
    found: Declared = {}
    for path, item in app.api_doc["paths"].items():
        for method, operation in item.items():
            found[path, method] = {
                status: codes(resolved(app.api_doc, told)) for status, told in operation["responses"].items()
            }
    return {
        (rule, method): statuses for rule in rules for (path, method), statuses in found.items() if plain(rule) == path
    }


def resolved(document: dict[str, Any], told: dict[str, Any]) -> dict[str, Any]:
    """An answer as it is described, wherever that stands."""
    named: dict[str, Any] = document["components"]["responses"]
    return named[told["$ref"].rpartition("/")[2]] if "$ref" in told else told


def codes(told: dict[str, Any]) -> set[str]:
    """The codes of a described refusal."""
    problem = told.get("content", {}).get("application/problem+json")
    return set(problem["schema"]["allOf"][1]["properties"]["code"]["enum"]) if problem else set()


def plain(rule: str) -> str:
    """A rule as the document spells it."""
    return rule.replace("<int:", "{").replace("<", "{").replace(">", "}")
