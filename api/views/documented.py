"""How the addresses stand in the OpenAPI document: every one may answer with a problem document."""

from __future__ import annotations

from typing import Any

from flask_openapi.blueprint import APIBlueprint
from flask_openapi.models.tag import Tag
from flask_openapi.types import ResponseDict

from api import problems

PROBLEM: dict[str, Any] = {
    "description": "A problem document (RFC 9457)",
    "content": {
        problems.MEDIA_TYPE: {
            "schema": {
                "type": "object",
                "required": ["type", "title", "status", "code", "detail"],
                "properties": {
                    "type": {"type": "string"},
                    "title": {"type": "string"},
                    "status": {"type": "integer"},
                    "code": {"type": "string"},
                    "detail": {"type": "string"},
                    "errors": {"type": "array", "items": {"type": "object"}},
                },
            }
        }
    },
}
PROBLEM_STATUSES = (400, 401, 403, 404, 405, 409, 413, 415, 422, 500)


def blueprint(subject: str) -> APIBlueprint:
    """A blueprint for one subject."""
    problems_of_all: ResponseDict = dict.fromkeys(PROBLEM_STATUSES, PROBLEM)
    return APIBlueprint(subject, __name__, abp_tags=[Tag(name=subject)], abp_responses=problems_of_all)
