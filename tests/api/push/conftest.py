"""A host that pushes, and a push service."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.api.push.services import PushingHost, PushService, serving


@pytest.fixture
def service() -> Iterator[PushService]:
    with serving() as made:
        yield made


@pytest.fixture
def host(tmp_path: Path, founded: Path) -> Iterator[PushingHost]:
    (tmp_path / "host.db").write_bytes(founded.read_bytes())
    made = PushingHost(tmp_path)
    yield made
    made.close()
