"""What all tries here need: the title of the tests, and one engine for each database, opened again and again."""

from __future__ import annotations

from typing import Any

import pytest
from sqlmodel import create_engine

from api.store import postgresql, sqlite

KEPT: dict[str, Any] = {}


@pytest.fixture(autouse=True)
def kept_engines(ballot: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Engines stay, their connections do not: otherwise most of the time goes into compiling the same SQL."""

    def kept(url: str, **options: Any) -> Any:
        if url not in KEPT:
            KEPT[url] = create_engine(url, **options)
        return KEPT[url]

    for module in (sqlite, postgresql):
        monkeypatch.setattr(module, "create_engine", kept)
