"""The record of a finished game over HTTP: put together once, the same bytes for everybody, for ever."""

from __future__ import annotations

import gzip
import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy.exc import OperationalError

from api.reports import record
from schemas.record import Record, verify_record
from tests.api.hosts import HostUnderTest


@pytest.fixture
def finished(host: HostUnderTest) -> tuple[HostUnderTest, str]:
    """A host with a game that is over."""
    game = host.started()
    host.play_on(game)
    return host, game


def test_a_record_is_put_together_once_however_many_ask(
    finished: tuple[HostUnderTest, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    host, game = finished
    compose, composed = record.compose, []

    def counting(*args):  # type: ignore[no-untyped-def]
        composed.append(args)
        return compose(*args)

    monkeypatch.setattr(record, "compose", counting)
    with ThreadPoolExecutor(8) as pool:
        packed = set(pool.map(lambda _: record.packed_record(host.host, game), range(16)))
    assert len(composed) == 1
    assert len(packed) == 1
    assert verify_record(Record.from_json(gzip.decompress(packed.pop()))) == []


def test_a_record_is_for_everybody_to_keep(finished: tuple[HostUnderTest, str]) -> None:
    host, game = finished
    plain = host.get(f"/games/{game}/record")
    zipped = host.get(f"/games/{game}/record", **{"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in plain.headers
    assert zipped.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(zipped.data) == plain.data
    assert plain.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert plain.headers["Vary"] == "Accept-Encoding"
    again = host.get(f"/games/{game}/record", **{"If-None-Match": plain.headers["ETag"]})
    assert again.status_code == 304


def test_a_record_that_cannot_be_kept_is_given_all_the_same(
    finished: tuple[HostUnderTest, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    host, game = finished

    def full() -> None:
        raise OperationalError("insert", {}, Exception("database or disk is full"))

    monkeypatch.setattr(host.host.database, "write", full)
    assert json.loads(host.get(f"/games/{game}/record").data)["game"] == game
