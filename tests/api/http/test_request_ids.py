"""Every answer has the id of its request; where the host failed, log and problem name the same."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any

import pytest
import structlog

from api.host.json_logs import configure
from api.referee import lobby
from tests.api.hosts import API, HostUnderTest

PROXY = {"REMOTE_ADDR": "127.0.0.1"}
STRANGER = {"REMOTE_ADDR": "192.0.2.7"}


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """What the host logs."""
    stream = io.StringIO()
    configure(stream)
    yield stream
    structlog.reset_defaults()


def logged(lines: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in lines.getvalue().splitlines()]


@pytest.mark.parametrize("path", [f"{API}/", f"{API}/games/nowhere", f"{API}/x", "/", "/x", "/openapi/openapi.json"])
def test_every_answer_has_an_id_of_its_own_which_the_log_names(
    standing: HostUnderTest, lines: io.StringIO, path: str
) -> None:
    ids = [standing.client.get(path).headers["X-Request-ID"] for _ in range(2)]
    assert len(set(ids)) == 2
    assert [line["request_id"] for line in logged(lines) if line["event"] == "request"] == ids


def test_a_fault_is_found_in_the_log_by_the_id_that_its_answer_has(
    host: HostUnderTest, lines: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr(lobby, "require_playable", fail)
    ann = host.register("ann")
    response = host.post("/games", host.game_statement(ann, ("red", "green", "black")))
    named = response.headers["X-Request-ID"]
    assert response.get_json()["request_id"] == named
    assert [line["request_id"] for line in logged(lines) if line["event"] == "fault"] == [named]
    assert "request_id" not in host.get("/games/nowhere").get_json()


@pytest.mark.parametrize("brought", ["0af7651916cd43dd8448eb211c80319c", "b9c7c989-9318-4c2f-b0b2-6b0d6f3b5c11"])
def test_a_proxys_id_is_taken_and_nobody_elses(standing: HostUnderTest, brought: str) -> None:
    def given(peer: dict[str, str]) -> str:
        headers = {"X-Request-ID": brought}
        return standing.client.get(f"{API}/", environ_overrides=peer, headers=headers).headers["X-Request-ID"]

    assert given(PROXY) == brought
    assert given(STRANGER) != brought


@pytest.mark.parametrize(
    "brought", ["", "short", "x" * 65, 'a"b}{"level', "eight two", "-begins-with-it", "naïve-naïve"]
)
def test_an_id_that_could_bend_a_line_of_the_log_is_not_taken(standing: HostUnderTest, brought: str) -> None:
    headers = {"X-Request-ID": brought}
    given = standing.client.get(f"{API}/", environ_overrides=PROXY, headers=headers).headers["X-Request-ID"]
    assert given != brought
    assert len(given) == 16
