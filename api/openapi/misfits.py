"""Requests that do not fit what an address takes: all places at once, up to fifty, without an echo of what came.

Not even the name of an unknown field is repeated. The fields that there are, are named instead, with the one that was
probably meant.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from functools import cache
from typing import Any, Final, get_args

from flask import Response
from pydantic import BaseModel, ValidationError

from api.http.problems import Problem
from api.openapi import requests

HOME: Final = requests.__name__
UNKNOWN: Final = "extra_forbidden"
MOST: Final = 50
"""Places of one request that are told."""
LONGEST: Final = 64
"""Characters of an unknown name that are compared with those that there are."""


def from_validation(error: ValidationError) -> Response:
    """A body, path or query that does not fit its schema."""
    found = json.loads(error.json(include_url=False, include_input=False, include_context=False))
    errors = [misfit(item, error.title) for item in found[:MOST]]
    which = "each of them" if len(found) <= MOST else f"the first {MOST} of {len(found)}"
    detail = f"The request has fields that do not fit; `errors` lists {which}."
    return Problem(422, "invalid-request", detail, errors=errors).response()


def misfit(item: dict[str, Any], model: str) -> dict[str, Any]:
    """Where something does not fit, and why; of an unknown field, what there is where it stands."""
    *outer, last = item["loc"] or [""]
    if item["type"] != UNKNOWN:
        return {"at": joined(item["loc"]), "detail": item["msg"], "kind": item["type"]}
    known = known_fields(model, outer)
    meant = get_close_matches(str(last)[:LONGEST], known, 1)
    hint = f", perhaps {meant[0]} was meant" if meant else ""
    there = f"those that there are: {', '.join(known)}" if known else "there are none"
    return {"at": joined(outer), "detail": f"An unknown field{hint}; {there}.", "kind": UNKNOWN, "fields": known}


def joined(place: Sequence[str | int]) -> str:
    """A place in a request."""
    return "/".join(str(part) for part in place)


def known_fields(model: str, outer: Sequence[str | int]) -> list[str]:
    """The fields that a request of a model may have at a place."""
    kind = model_named(model)
    for name in (part for part in outer if isinstance(part, str)):
        kind = next(models_in(kind.model_fields[name].annotation), None) if kind else None
    return [field.alias or name for name, field in kind.model_fields.items()] if kind else []


@cache  # a body may have ten thousand unknown fields
def model_named(name: str) -> type[BaseModel] | None:
    """The model of requests that has a name."""
    return next((one for one in descendants(BaseModel) if (one.__name__, one.__module__) == (name, HOME)), None)


def descendants(base: type[BaseModel]) -> Iterator[type[BaseModel]]:
    """The models derived from one."""
    for kind in base.__subclasses__():
        yield kind
        yield from descendants(kind)


def models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    """The models that a field may hold, also in a list."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from models_in(part)
