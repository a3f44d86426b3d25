"""Write the JSON Schemas of `schemas/json/` from the classes that read the wire, and titles as JSON: `make schemas`."""

import json
from pathlib import Path
from typing import Any

import msgspec

import adjudicator
from adjudicator import index
from adjudicator.kernel.rules.components_files import as_json
from adjudicator.registry import title
from cli.look.title import title_summary
from schemas.documents.webhook_deliveries import DeliveryBody
from schemas.log.contest_entries import CONTEST_BODIES
from schemas.log.entries import BODIES
from schemas.record import Record
from schemas.statements.contests import CONTEST_STATEMENTS
from schemas.statements.forms import EnvelopeForm, ExportForm, StatementForm, portable
from schemas.statements.payloads import STATEMENTS
from tools.generate.title_schemas import title_schemas

FOLDER = Path(__file__).parents[2] / "schemas" / "json"
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def main() -> None:
    """Write all schemas; files that no class claims are removed."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.schema.json"):
        old.unlink()
    for name, schema in written().items():
        (FOLDER / name).write_text(text_of(schema), encoding="utf-8")
    index.FILE.write_text(text_of(index_of_titles()), encoding="utf-8")
    for file in components_files():
        file.with_suffix(".json").write_bytes(as_json(file))


def index_of_titles() -> dict[str, Any]:
    """What lists say of the titles of this distribution, by entry point."""
    own = dict(place for place in index.installed() if place[1].startswith("adjudicator."))
    rules = {place: title(name) for name, place in own.items()}
    return {place: {**title_summary(one), **index.told_of(one)} for place, one in rules.items()}


def components_files() -> list[Path]:
    """The components of the titles of this distribution, in YAML."""
    return sorted(Path(adjudicator.__file__).parent.glob("*/components/*.yaml"))


def written() -> dict[str, dict[str, Any]]:
    """Every schema by the name of its file: what crosses the wire, and what is sealed to a title."""
    of_titles = {f"{name}.schema.json": {"$schema": DIALECT, **schema} for name, schema in title_schemas().items()}
    return {name: portable(schema) for name, schema in (all_schemas() | of_titles).items()}


def all_schemas() -> dict[str, dict[str, Any]]:
    """Every schema by the name of its file: outer forms, payloads, bodies of log entries, the record."""
    kinds: dict[str, type] = {"statement": StatementForm, "envelope": EnvelopeForm}
    kinds |= {"export": ExportForm, "record": Record, "delivery": DeliveryBody}
    kinds |= {f"payload-{payload.document}": payload for payload in (*STATEMENTS, *CONTEST_STATEMENTS)}
    kinds |= {f"log-body-{kind}": body for kind, body in BODIES.items()}
    kinds |= {f"contest-log-body-{kind}": body for kind, body in CONTEST_BODIES.items()}
    return {f"{name}.schema.json": {"$schema": DIALECT, **msgspec.json.schema(kind)} for name, kind in kinds.items()}


def text_of(schema: dict[str, Any]) -> str:
    """A schema as its file holds it."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    main()
