"""The OpenAPI document describes everything that is taken and answered."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis

from api.app import PREFIX, described
from api.openapi.document import payload_schemas
from api.openapi.error_codes import CODES, HOST, STATUS_OF
from tests.api.openapi.declared import resolved

DOCUMENT: dict[str, Any] = described().api_doc
OPERATIONS = {
    f"{method} {path.removeprefix(PREFIX)}": operation
    for path, item in DOCUMENT["paths"].items()
    for method, operation in item.items()
}
OF_PAYLOADS = payload_schemas()
OWN = {name: schema for name, schema in DOCUMENT["components"]["schemas"].items() if name not in OF_PAYLOADS}
API = Path(__file__).parents[3] / "api"


def references(node: Any) -> Iterator[str]:
    """Wherever a part of the document refers to."""
    for part in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from references(part)
    if isinstance(node, dict) and isinstance(node.get("$ref"), str):
        yield node["$ref"]


def test_the_document_is_openapi_3_1_and_every_reference_leads_somewhere() -> None:
    schemathesis.openapi.from_dict(DOCUMENT).validate()
    assert DOCUMENT["openapi"] == "3.1.0"
    for reference in set(references(DOCUMENT)):
        place: Any = DOCUMENT
        for part in reference.removeprefix("#/").split("/"):
            place = place[part]


def test_no_two_names_become_one_in_generated_code() -> None:
    """Go calls what makes a `Token` `NewToken`; a file is written for each tag of requests, and of webhooks."""
    schemas = set(DOCUMENT["components"]["schemas"])
    assert [name for name in schemas if name.removeprefix("New") in schemas - {name}] == []
    assert len({name.casefold() for name in schemas}) == len(schemas)
    sent = {tag for item in DOCUMENT["webhooks"].values() for one in item.values() for tag in one["tags"]}
    asked = {tag for operation in OPERATIONS.values() for tag in operation["tags"]}
    assert not sent & asked
    assert {tag["name"] for tag in DOCUMENT["tags"]} == sent | asked


def test_what_can_only_be_true_is_no_list_of_choices() -> None:
    """Of such a list generated code makes names, and `true` is none."""
    assert re.findall(r'"enum": \[(?:true|false)', json.dumps(DOCUMENT)) == []


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_operation_says_what_it_does_takes_and_answers(name: str) -> None:
    operation = OPERATIONS[name]
    assert operation["summary"]
    assert operation["tags"] != ["default"]
    assert operation["description"].endswith(".")
    for parameter in operation.get("parameters", ()):
        assert parameter["description"].endswith("."), parameter["name"]
    assert operation.get("requestBody", {"description": "."})["description"].endswith(".")
    answers = {status: resolved(DOCUMENT, answer) for status, answer in operation["responses"].items()}
    assert {"200", "201", "204"} & set(answers)
    assert all(answer["description"] for answer in answers.values())
    for status, answer in answers.items():
        if status >= "400":
            [content] = answer["content"].values()
            [_, narrowed] = content["schema"]["allOf"]
            for code in narrowed["properties"]["code"]["enum"]:
                assert f"`{code}`" in answer["description"]
                assert str(CODES[code].status) == status


def test_every_operation_has_an_id_of_its_own() -> None:
    assert len({operation["operationId"] for operation in OPERATIONS.values()}) == len(OPERATIONS) > 30


@pytest.mark.parametrize("name", OWN)
def test_every_field_is_described(name: str) -> None:
    assert OWN[name]["description"]
    for field, schema in OWN[name].get("properties", {}).items():
        assert schema.get("description", "").endswith("."), f"{name}.{field} has no description"


def test_both_ways_to_prove_who_asks_are_described() -> None:
    schemes = DOCUMENT["components"]["securitySchemes"]
    assert {"signature", "bearer"} == set(schemes)
    for scheme in schemes.values():
        assert "Example: " in scheme["description"]
    for name, operation in OPERATIONS.items():
        assert bool(operation["security"]) == ("401" in operation["responses"]), name


# --- codes -----------------------------------------------------------------------------------------------------------


def refused() -> Iterator[tuple[int, str]]:
    """Every status and code that the interface's source refuses with; pages and mail speak for themselves."""
    for path in (path for path in API.rglob("*.py") if not {"pages", "mail_in"} & {*path.relative_to(API).parts}):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and called(node) in ("refuse", "Problem") and len(node.args) > 1:
                status, code = node.args[:2]
                if isinstance(status, ast.Constant) and isinstance(code, ast.Constant):
                    yield status.value, code.value


def called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def test_every_code_of_the_source_means_something_and_keeps_its_status() -> None:
    found = set(refused())
    assert len(found) > 50
    assert {code: {status} for status, code in found} == {code: {CODES[code].status} for _, code in found}


def test_no_code_is_described_that_nothing_refuses_with() -> None:
    made = {code for _, code in refused()} | {"invalid-request"}
    texts = "".join(path.read_text() for path in API.rglob("*.py") if path.name != "error_codes.py")
    assert {code for code in HOST if code not in made and f'"{code}"' not in texts} == set()
    assert set(STATUS_OF) <= set(CODES)


def codes_in(responses: dict[str, Any]) -> Iterator[str]:
    """The codes of the problems that an operation may answer."""
    for status, answer in responses.items():
        if status >= "400":
            [content] = resolved(DOCUMENT, answer)["content"].values()
            yield from content["schema"]["allOf"][1]["properties"]["code"]["enum"]


def test_every_code_that_an_address_can_refuse_with_is_in_the_document() -> None:
    declared = {code for operation in OPERATIONS.values() for code in codes_in(operation["responses"])}
    assert {code for _, code in refused()} - declared == set()


# --- the file --------------------------------------------------------------------------------------------------------


def test_the_file_is_what_the_service_says_today() -> None:
    from tools.generate.openapi import FILE

    assert json.loads(FILE.read_text(encoding="utf-8")) == DOCUMENT, "run `make schemas`"
