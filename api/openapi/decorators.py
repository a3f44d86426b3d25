"""How the addresses stand in the OpenAPI document: what each says of itself is written beside its view.

`@refuses` names the codes that an address may answer, `@takes` the statement that it reads;
`api.openapi.document` makes the document of them.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar, cast

from flask_openapi.blueprint import APIBlueprint
from flask_openapi.models.tag import Tag
from pydantic import BaseModel

from schemas.statements.payloads import Payload

View = TypeVar("View", bound=Callable[..., Any])
REFUSES, TAKES, NOTES = "x-refuses", "x-takes", "x-notes"


def refuses(*codes: str) -> Callable[[View], View]:
    """The codes that a view may answer, beside those that any address may and those of what its path names."""

    def mark(view: View) -> View:
        vars(view)[REFUSES] = list(codes)
        return view

    return mark


def takes(payload: type[Payload]) -> Callable[[View], View]:
    """The payload of the statement that a view takes."""

    def mark(view: View) -> View:
        vars(view)[TAKES] = payload.document
        return view

    return mark


def notes(view: View) -> View:
    """A view whose answer comes with the newest checkpoint of the game's log."""
    vars(view)[NOTES] = True
    return view


class Subject(APIBlueprint):
    """A blueprint that hands on what its views say of themselves."""

    def put_before_flask(self, rule: str, body: type[BaseModel], **options: Any) -> Callable[[View], View]:
        """Document a PUT that never reaches Flask; `body` is described, and not read by a model."""
        schema = {"$ref": f"#/components/schemas/{body.__name__}"}
        taken = {"required": True, "content": {"application/json": {"schema": schema}}}

        def mark(view: View) -> View:
            self._collect_openapi_info(rule, cast(FunctionType, view), method="PUT", request_body=taken, **options)
            return view

        return mark

    def _collect_openapi_info(self, rule: str, func: FunctionType, **options: Any) -> Any:
        """Add codes and statement to the operation; the docstring is its description."""
        marks = {name: vars(func)[name] for name in (REFUSES, TAKES, NOTES) if name in vars(func)}
        options["openapi_extensions"] = {**(options.get("openapi_extensions") or {}), **marks}
        options["description"] = options.get("description") or inspect.getdoc(func)
        return super()._collect_openapi_info(rule, func, **options)


def named_after_view(*, name: str, **_: str) -> str:
    """An operation is called as its view is."""
    return name


def blueprint(subject: str, doc: str | None) -> Subject:
    """A blueprint for one subject, described by the docstring `doc` of its module."""
    tag = Tag(name=subject, description=inspect.cleandoc(doc or ""))
    return Subject(subject, __name__, abp_tags=[tag], operation_id_callback=named_after_view)
