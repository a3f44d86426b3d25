"""Writes `cli/client/answers.py`, what a host answers as types, from the OpenAPI document: part of `make schemas`."""

from __future__ import annotations

import json
import keyword
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from schemas.statements.payloads import Receipt
from tools.generate import openapi

FILE: Final = Path(__file__).parents[2] / "cli" / "client" / "answers.py"
WANTED: Final = (
    "GameSummary", "PhaseAnswer", "Questions", "View", "Scene", "PublicPhaseReport", "PhaseReport", "CourseAnswer",
    "PublicFeed", "OwnFeed", "PlayerFeed", "WaitingSeat", "PressTaken", "SentInvitation", "PlayerKey",
    "PreferencesAnswer", "KeptKeyAnswer", "Token", "MadeToken", "Webhook", "Delivery", "DeliveryBody", "Devices",
    "Receipt",
)  # fmt: skip
HEAD: Final = '''"""What a host answers, as types. Made from the OpenAPI document by `make schemas`."""

from __future__ import annotations

from typing import Any, TypedDict
'''
STATEMENT: Final = "StatementBody"
PLAIN: Final = {"string": "str", "integer": "int", "boolean": "bool", "null": "None", "number": "float"}


def main() -> None:
    """Write the file."""
    FILE.write_text(text(), encoding="utf-8")


def text() -> str:
    """The types of the wanted answers and of what is in them, the inner ones first."""
    schemas = json.loads(openapi.text())["components"]["schemas"]
    schemas |= msgspec.json.schema_components([Receipt])[1]
    found: dict[str, None] = {}
    for name in WANTED:
        for inner in (*within(name, schemas), name):
            found.setdefault(inner)
    return HEAD + "".join(described(name, schemas[name]) for name in found)


def within(name: str, schemas: dict[str, Any]) -> Iterator[str]:
    """The answers that an answer holds, the inner ones first."""
    for inner in referred(schemas[name].get("properties", {})):
        yield from within(inner, schemas)
        yield inner


def referred(node: Any) -> Iterator[str]:
    """The schemas to which a part leads, but for signed statements, which stay as they are."""
    if isinstance(node, dict) and "$ref" in node:
        name = node["$ref"].rpartition("/")[2]
        yield from () if name == STATEMENT else (name,)
    elif isinstance(node, dict | list):
        for part in node.values() if isinstance(node, dict) else node:
            yield from referred(part)


def described(name: str, schema: dict[str, Any]) -> str:
    """One answer as a type."""
    fields = {field: spelled(part) for field, part in schema["properties"].items()}
    said = " ".join(schema["description"].split())
    if any(map(keyword.iskeyword, fields)):
        inside = "".join(f'        "{field}": {kind},\n' for field, kind in fields.items())
        return f'\n\n{name} = TypedDict(\n    "{name}",\n    {{\n{inside}    }},\n)\n"""{said}"""\n'
    inside = "".join(f"    {field}: {kind}\n" for field, kind in fields.items())
    return f'\n\nclass {name}(TypedDict):\n    """{said}"""\n\n{inside}'


def spelled(schema: dict[str, Any]) -> str:
    """The type of a field."""
    if "$ref" in schema:
        name = str(schema["$ref"].rpartition("/")[2])
        return "dict[str, Any]" if name == STATEMENT else name
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(spelled(one) for one in schema["anyOf"]))
    kind = schema.get("type")
    if isinstance(kind, list):
        return " | ".join(PLAIN[one] for one in kind)
    if kind == "array":
        return f"list[{spelled(schema['items'])}]" if "items" in schema else "list[Any]"
    if kind == "object":
        inner = schema.get("additionalProperties")
        return f"dict[str, {spelled(inner) if isinstance(inner, dict) and inner else 'Any'}]"
    if kind is None and "enum" in schema:
        return " | ".join(dict.fromkeys("None" if one is None else type(one).__name__ for one in schema["enum"]))
    return PLAIN[kind] if kind else "Any"


if __name__ == "__main__":
    main()
