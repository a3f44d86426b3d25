"""Write the OpenAPI document to `schemas/json/openapi.json`: `make schemas`. No running host is needed."""

from __future__ import annotations

import json
from pathlib import Path

from api.app import described

FILE = Path(__file__).parents[2] / "schemas" / "json" / "openapi.json"


def main() -> None:
    """Write the OpenAPI document of the service into `FILE`."""
    FILE.write_text(text(), encoding="utf-8")


def text() -> str:
    """The document as its file holds it."""
    return json.dumps(described().api_doc, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    main()
