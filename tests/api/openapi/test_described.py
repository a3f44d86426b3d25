"""The OpenAPI document leaves nothing unsaid: all that is taken and answered has words and a true example."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import schemathesis

from api.app import PREFIX, described
from api.openapi import examples
from api.openapi.error_codes import CODES, HOST, STATUS_OF
from schemas.statements.payloads import STATEMENTS
from schemas.statements.statements import Statement
from tests.api.openapi.declared import resolved

DOCUMENT: dict[str, Any] = described().api_doc
OPERATIONS = {
    f"{method} {path.removeprefix(PREFIX)}": operation
    for path, item in DOCUMENT["paths"].items()
    for method, operation in item.items()
}
OWN = {name: schema for name, schema in DOCUMENT["components"]["schemas"].items() if not name.startswith("payload.")}
API = Path(__file__).parents[3] / "api"


def fits(value: Any, schema: dict[str, Any]) -> None:
    whole = {**schema, "components": DOCUMENT["components"]}
    jsonschema.Draft202012Validator(whole).validate(value)


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


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_operation_is_described_with_all_that_it_takes(name: str) -> None:
    operation = OPERATIONS[name]
    assert operation["summary"]
    assert operation["description"].endswith(".")
    for parameter in operation.get("parameters", ()):
        assert parameter["description"].endswith("."), parameter["name"]
        assert "example" in parameter, parameter["name"]
        fits(parameter["example"], parameter["schema"])
    body = operation.get("requestBody")
    if body is not None:
        [content] = body["content"].values()
        assert body["description"].endswith(".")
        fits(content["example"], content["schema"])


@pytest.mark.parametrize("name", OPERATIONS)
def test_every_answer_is_described_with_an_example(name: str) -> None:
    answers = {status: resolved(DOCUMENT, told) for status, told in OPERATIONS[name]["responses"].items()}
    assert all(told["description"] for told in answers.values())
    good = [told for status, told in answers.items() if status.startswith("2")]
    [content] = good[-1]["content"].values()
    fits(content["example"], content["schema"])
    for status, told in answers.items():
        if status >= "400":
            [content] = told["content"].values()
            [_, narrowed] = content["schema"]["allOf"]
            assert narrowed["properties"]["code"]["enum"] == list(content["examples"])
            for code in content["examples"]:
                shown = DOCUMENT["components"]["examples"][code]["value"]
                assert f"`{code}`" in told["description"]
                assert (shown["code"], str(shown["status"])) == (code, status)
                fits(shown, content["schema"])


@pytest.mark.parametrize("name", OWN)
def test_every_field_is_described_with_an_example(name: str) -> None:
    assert OWN[name]["description"]
    for field, schema in OWN[name].get("properties", {}).items():
        assert schema.get("description", "").endswith("."), f"{name}.{field} has no description"
        inner = schema.get("items", schema)
        made = "$ref" in inner or any("$ref" in one for one in inner.get("anyOf", ())) or "enum" in schema
        shown = {"examples", "default"} & {*inner, *schema}
        assert made or shown, f"{name}.{field} has no example"
        for example in schema.get("examples", ()):
            fits(example, schema)


def test_both_ways_to_prove_who_asks_are_described() -> None:
    schemes = DOCUMENT["components"]["securitySchemes"]
    assert {"signature", "bearer"} == set(schemes)
    for scheme in schemes.values():
        assert "Example: " in scheme["description"]
    for name, operation in OPERATIONS.items():
        assert bool(operation["security"]) == ("401" in operation["responses"]), name


@pytest.mark.parametrize("payload", [payload for payload in STATEMENTS if payload.document in examples.payloads()])
def test_an_example_of_a_statement_is_signed_and_in_form(payload: Any) -> None:
    statement = Statement.from_json(examples.example(payload.document))
    statement.verify(examples.nobody().signing_key)
    assert statement.read(payload) == examples.payloads()[payload.document]


# --- codes -----------------------------------------------------------------------------------------------------------


def refused() -> Iterator[tuple[int, str]]:
    """Every status and code that the interface's source refuses with; pages and mail speak for themselves."""
    for path in (path for path in API.rglob("*.py") if not {"pages", "mail_in"} & {*path.parts}):
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


def test_every_code_that_an_address_can_refuse_with_is_in_the_document() -> None:
    declared = set(DOCUMENT["components"]["examples"])
    assert {code for _, code in refused()} - declared == set()


# --- the file --------------------------------------------------------------------------------------------------------


def test_the_file_is_what_the_service_says_today() -> None:
    from tools.generate.openapi import FILE

    assert json.loads(FILE.read_text(encoding="utf-8")) == DOCUMENT, "run `make schemas`"
