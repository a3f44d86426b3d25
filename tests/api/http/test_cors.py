"""What pages of other origins may do: read, as ever; with `serve --cors` send what is signed and read each answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from api.app import BODY_LIMIT
from api.games import envelopes
from api.http.rate_limits import OFF
from api.referee import lobby
from schemas.envelopes import MAX_BYTES
from tests.api.hosts import API, HostUnderTest

ORIGIN = {"Origin": "https://play.example"}
SIGNED = "authorization,content-digest,content-type,if-none-match,signature,signature-input"


@pytest.fixture
def open_host(host: HostUnderTest) -> HostUnderTest:
    """A host that was started with --cors."""
    return opened(host)


def opened(host: HostUnderTest) -> HostUnderTest:
    host.close()
    host.config = replace(host.config, cors=True)
    host.open()
    return host


def preflight(host: HostUnderTest, path: str, method: str) -> TestResponse:
    """What a browser asks before it sends what is signed."""
    asked = {"Access-Control-Request-Method": method, "Access-Control-Request-Headers": SIGNED}
    return host.client.options(API + path, headers=ORIGIN | asked)


def words(response: TestResponse, name: str) -> set[str]:
    return {word.strip().lower() for word in response.headers.get(f"Access-Control-Allow-{name}", "").split(",")}


def may_read(response: TestResponse, status: int, code: str | None = None) -> None:
    """May a page of another origin read this answer, and the headers that a client looks at?"""
    assert response.status_code == status, response.text
    assert code is None or response.get_json()["code"] == code
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    exposed = response.headers["Access-Control-Expose-Headers"].split(", ")
    assert {"Date", "ETag", "Retry-After", "X-Request-ID", "Ostraka-Checkpoint", "Location"} <= set(exposed)
    assert "Access-Control-Allow-Credentials" not in response.headers


PLACES = [
    ("/players", "POST"),
    ("/players/p-red/waiting", "GET"),
    ("/players/p-red/tokens/abc", "DELETE"),
    ("/games/GAME/phases/1/envelopes/red", "PUT"),
    ("/games/GAME/seats/red/questions", "GET"),
]


@pytest.mark.parametrize(("path", "method"), PLACES)
def test_a_preflight_lets_a_signed_request_in(open_host: HostUnderTest, path: str, method: str) -> None:
    answer = preflight(open_host, path, method)
    may_read(answer, 200)
    assert words(answer, "Methods") == {"get", "put", "post", "delete"}
    assert set(SIGNED.split(",")) == words(answer, "Headers")
    assert int(answer.headers["Access-Control-Max-Age"]) >= 7200


@pytest.mark.parametrize(("path", "method"), PLACES)
def test_without_the_option_it_lets_only_reads_in(standing: HostUnderTest, path: str, method: str) -> None:
    answer = preflight(standing, path, method)
    assert words(answer, "Methods") == {"get"}
    assert words(answer, "Headers") == {"authorization", "if-none-match"}


def test_a_seat_is_played_from_another_origin(open_host: HostUnderTest) -> None:
    host = open_host
    card = {"card": host.register("p-new").identity.card("p-new").statement.to_json_value()}
    may_read(host.post("/players", card), 200)
    game = host.started()
    red = host.seats[game]["red"]
    may_read(host.get(f"/games/{game}/seats/red/questions", red, **ORIGIN), 200)
    sent = host.send(game, "red", [], "draft")
    may_read(sent, 201)
    assert sent.headers["ETag"]
    may_read(host.put(host.envelope(game, "red", [], sequence=1, by=host.seats[game]["green"]), game, 1, "red"), 403)
    made = host.ask("POST", "/players/p-red/tokens", red, {"name": "t", "scopes": ["seats"]})
    may_read(made, 201)
    may_read(host.ask("DELETE", f"/players/p-red/tokens/{made.get_json()['token']}", red), 200)


def refusals(host: HostUnderTest) -> Iterator[tuple[int, TestResponse]]:
    """Answers to what the host refuses, one of each kind, before Flask and behind it."""
    envelope = f"{API}/games/lusab-babad-gutih/phases/1/envelopes/red"
    kind: dict[str, Any] = {"content_type": "application/json"}
    yield 404, host.client.get(f"{API}/nowhere")
    yield 404, host.post("/nowhere", b"{}")
    yield 405, host.client.delete(f"{API}/titles")
    yield 401, host.get("/players/p-red/waiting")
    yield 413, host.post("/players", b" " * (BODY_LIMIT + 1))
    yield 415, host.client.post(f"{API}/players", data=b"x", content_type="text/plain")
    yield 422, host.post("/players", b"{}")
    yield 404, host.client.put(envelope.replace("/1/", "/01/"), data=b"{}", **kind)
    yield 413, host.client.put(envelope, data=b" " * (MAX_BYTES + 1), **kind)
    yield 415, host.client.put(envelope, data=b"x", content_type="text/plain")
    yield 404, host.client.put(envelope, data=b"{}", **kind)


def test_every_refusal_can_be_read(open_host: HostUnderTest) -> None:
    open_host.register("p-red")
    for status, answer in refusals(open_host):
        may_read(answer, status)


def test_without_the_option_no_answer_to_what_was_sent_can_be(host: HostUnderTest) -> None:
    host.register("p-red")
    for _, answer in refusals(host):
        shared = "Access-Control-Allow-Origin" in answer.headers
        assert shared == (answer.request.method == "GET"), answer.request
    game = host.started()
    assert "Access-Control-Allow-Origin" not in host.send(game, "red", [], "draft").headers


def test_a_fault_of_the_host_can_be_read(open_host: HostUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError

    host = open_host
    game = host.started()
    sealed = host.envelope(game, "red", [])
    monkeypatch.setattr(lobby, "require_playable", fail)
    may_read(host.post("/games", host.game_statement(host.players["p-red"], ("red", "green"))), 500, "internal-error")
    monkeypatch.setattr(envelopes, "desk_of", fail)
    may_read(host.put(sealed, game, 1, "red"), 500, "internal-error")


def test_so_can_the_word_that_too_much_was_asked(tmp_path: Path) -> None:
    host = opened(HostUnderTest(tmp_path, limits=replace(OFF, requests=1)))
    game = "lusab-babad-gutih"
    for _ in range(10):
        assert host.get("/").status_code == 200
    may_read(host.get("/"), 429, "too-many-requests")
    may_read(host.put(b"{}", game, 1, "red"), 429, "too-many-requests")
    may_read(preflight(host, f"/games/{game}/phases/1/envelopes/red", "PUT"), 429, "too-many-requests")
    host.close()


def test_pages_of_the_host_are_for_no_other_origin(open_host: HostUnderTest) -> None:
    for path in ("/", "/sign-in", "/openapi/openapi.json", "/healthz"):
        for answer in (open_host.client.get(path, headers=ORIGIN), open_host.client.options(path, headers=ORIGIN)):
            assert not any(name.startswith("Access-Control-") for name, _ in answer.headers), path
