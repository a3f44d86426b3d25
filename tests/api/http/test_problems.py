"""Whatever goes wrong is answered with a problem document, and none of them echoes what came in."""

from __future__ import annotations

import json
from typing import Any

import psycopg
import pytest
from sqlalchemy.exc import OperationalError

from api.games import envelopes
from api.referee import lobby
from api.views.games import MOST_BYTES
from tests.api.hosts import API, HostUnderTest
from tests.api.openapi.declared import resolved

PLANTED = "kerameikos"
STATEMENT: dict[str, Any] = {"payload": "", "payloadType": "", "signatures": [{"keyid": "", "sig": ""}]}


def check(response: Any, status: int, code: str) -> dict[str, Any]:
    document = response.get_json()
    assert response.mimetype == "application/problem+json"
    assert (response.status_code, document["status"], document["code"]) == (status, status, code)
    assert document["type"] == f"urn:ostraka:problem:{code}"
    assert document["title"]
    assert document["detail"]
    return document


def test_an_unknown_address_is_a_problem(standing: HostUnderTest) -> None:
    check(standing.client.get(f"{API}/{PLANTED}"), 404, "not-found")
    assert PLANTED not in standing.client.get(f"{API}/{PLANTED}").text


def test_an_unknown_page_is_a_page(standing: HostUnderTest) -> None:
    response = standing.client.get(f"/{PLANTED}")
    assert (response.status_code, response.mimetype) == (404, "text/html")
    assert PLANTED not in response.text


def test_a_method_that_is_not_taken_is_a_problem_that_names_those_that_are(standing: HostUnderTest) -> None:
    response = standing.client.delete(f"{API}/games")
    check(response, 405, "method-not-allowed")
    assert {"GET", "POST"} <= set(response.headers["Allow"].split(", "))


@pytest.mark.parametrize("content_type", ["text/plain", "multipart/form-data; boundary=x", "application/xml", ""])
def test_a_body_that_is_no_json_is_refused_unread(standing: HostUnderTest, content_type: str) -> None:
    response = standing.client.post(f"{API}/games", data=b"{}", content_type=content_type)
    check(response, 415, "unsupported-media-type")


def test_a_body_beyond_the_limit_is_refused(standing: HostUnderTest) -> None:
    check(standing.post("/players", b"[" * 65_537), 413, "body-too-large")
    check(standing.post("/games", b"[" * (MOST_BYTES + 1)), 413, "body-too-large")


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b'"{}"',
        b"\xff\xfe",
        b"[" * 20_000,
        b'{"payload": 1, "payloadType": [], "signatures": {}}',
        b'{"payload": "a", "payloadType": "b", "signatures": []}',
        json.dumps({"payload": "", "payloadType": "", "signatures": [{"keyid": "", "sig": ""}], PLANTED: 1}).encode(),
        json.dumps({"payload": PLANTED + "!", "payloadType": PLANTED, "signatures": []}).encode(),
        json.dumps(json.dumps({"payload": "", "payloadType": "", "signatures": []})).encode(),
    ],
)
@pytest.mark.parametrize("path", ["/games", "/players", "/games/x/joins", "/games/x/start"])
def test_a_body_that_does_not_fit_is_refused_without_an_echo(standing: HostUnderTest, path: str, body: bytes) -> None:
    before = standing.dump()
    response = standing.post(path, body)
    document = check(response, 422, "invalid-request")
    assert document["errors"]
    assert PLANTED not in response.text
    assert standing.dump() == before


@pytest.mark.parametrize(
    ("ask", "place", "named", "meant"),
    [
        (
            lambda host: host.get("/games?limt=5"),
            "",
            ["limit", "after", "status", "title", "player", "organiser"],
            "limit",
        ),
        (lambda host: host.get(f"/games?{PLANTED}=5"), "", ["limit", "after"], None),
        (lambda host: host.post("/players", {"card": STATEMENT, "e-mail": "x"}), "", ["card", "email"], "email"),
        (
            lambda host: host.post("/players", {"card": STATEMENT | {"sig": ""}}),
            "card",
            ["payload", "signatures"],
            None,
        ),
        (
            lambda host: host.post("/games/x/joins", STATEMENT | {"signatures": [{"keyid": "", "sig": "", "key": ""}]}),
            "signatures/0",
            ["keyid", "sig"],
            "keyid",
        ),
    ],
)
def test_of_an_unknown_field_those_that_there_are_are_named_and_the_one_that_was_meant(
    standing: HostUnderTest, ask: Any, place: str, named: list[str], meant: str | None
) -> None:
    response = ask(standing)
    [error] = check(response, 422, "invalid-request")["errors"]
    assert (error["at"], error["kind"]) == (place, "extra_forbidden")
    assert set(named) <= set(error["fields"])
    assert all(field in error["detail"] for field in named)
    assert (f"perhaps {meant} was meant" in error["detail"]) == (meant is not None)
    assert "limt" not in response.text
    assert PLANTED not in response.text


def test_of_very_many_places_that_do_not_fit_the_first_fifty_are_told_and_how_many_there_are(
    standing: HostUnderTest,
) -> None:
    response = standing.post("/games/x/joins", STATEMENT | {f"f{number}": 0 for number in range(60)})
    problem = check(response, 422, "invalid-request")
    assert len(problem["errors"]) == 50
    assert problem["detail"].endswith("the first 50 of 60.")


def test_a_repeated_key_is_refused(host: HostUnderTest) -> None:
    ann = host.register("ann")
    raw = host.game_statement(ann, ("red", "green", "black")).to_json()
    doubled = raw.replace(b'{"payload":', b'{"payload":"e30=","payload":', 1)
    check(host.post("/games", doubled), 422, "malformed")


@pytest.mark.parametrize("path", ["/games/%00", "/games/%ff", "/games/" + "x" * 5000, "/players/UPPER", "/titles/a b"])
def test_an_address_that_cannot_be_is_a_problem(standing: HostUnderTest, path: str) -> None:
    check(standing.get(path), 422, "invalid-request")


@pytest.mark.parametrize("query", ["after=x", "after=-2", "after=1e400", "after=" + "9" * 400, "since=1"])
def test_a_query_that_does_not_fit_is_a_problem(standing: HostUnderTest, query: str) -> None:
    game = next(iter(standing.seats))
    check(standing.get(f"/games/{game}/report?{query}"), 422, "invalid-request")


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/games/nowhere", "unknown-game"),
        ("/players/nobody", "unknown-player"),
        ("/titles/diplomacy", "unknown-title"),
        ("/games/nowhere/phase", "unknown-game"),
        ("/games/nowhere/record", "unknown-game"),
        ("/games/nowhere/seats/red/view", "unknown-game"),
    ],
)
def test_what_does_not_exist_has_a_code_of_its_own(standing: HostUnderTest, path: str, code: str) -> None:
    check(standing.get(path), 404, code)


def test_a_game_that_has_not_begun_has_no_board(host: HostUnderTest) -> None:
    game = host.open_game(host.register("ann"), ("red", "green", "black"))["game"]
    for path in ("phase", "view", "report", "record", "seats/red/view", "seats/red/report", "seats/red/questions"):
        check(host.get(f"/games/{game}/{path}"), 409, "not-started")


def test_a_fault_of_ours_is_answered_without_a_word_of_it(host: HostUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError(PLANTED)

    monkeypatch.setattr(lobby, "require_playable", fail)
    ann = host.register("ann")
    response = host.post("/games", host.game_statement(ann, ("red", "green", "black")))
    check(response, 500, "internal-error")
    assert PLANTED not in response.text


def test_a_database_that_is_gone_is_said_to_be_and_when_to_ask_again(
    host: HostUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> None:
        raise psycopg.OperationalError(PLANTED)

    def fail_wrapped(*_: Any) -> None:
        raise OperationalError(PLANTED, {}, psycopg.OperationalError(PLANTED))

    game, ann = host.started(), host.register("ann")
    seat = host.asked(game)[0]
    envelope = host.envelope(game, seat, host.default(game, seat))
    monkeypatch.setattr(envelopes, "look_up", fail)
    monkeypatch.setattr(lobby, "require_playable", fail_wrapped)
    for response in (
        host.put(envelope, game, 1, seat),
        host.post("/games", host.game_statement(ann, ("red", "green", "black"))),
    ):
        check(response, 503, "not-ready")
        assert response.headers["Retry-After"] == "1"
        assert PLANTED not in response.text


def test_a_statement_of_another_kind_is_refused(host: HostUnderTest) -> None:
    ann = host.register("ann")
    check(host.post("/games", host.start_statement(ann, "x")), 422, "wrong-kind")


def test_every_address_documents_its_problems(standing: HostUnderTest) -> None:
    document = standing.client.get("/openapi/openapi.json").get_json()
    assert document["openapi"] == "3.1.0"
    for path, item in document["paths"].items():
        for method, operation in item.items():
            problems = {status for status in operation["responses"] if status >= "400"}
            assert problems >= {"400", "405", "500"}, (path, method)
            assert problems >= {"413", "415", "422"} or "requestBody" not in operation, (path, method)
            assert problems >= {"404", "422"} or "{" not in path, (path, method)
            for status in problems:
                told = resolved(document, operation["responses"][status])
                assert list(told["content"]) == ["application/problem+json"], (path, status)


def test_an_answer_that_has_not_changed_is_not_sent_again(host: HostUnderTest) -> None:
    game = host.started()
    player = host.seats[game]["red"]
    for path, reader in (
        (f"/games/{game}", None),
        (f"/games/{game}/phase", None),
        (f"/games/{game}/view", None),
        (f"/games/{game}/log", None),
        (f"/games/{game}/seats/red/view", player),
        (f"/games/{game}/seats/red/questions", player),
        (f"/games/{game}/seats/red/report", player),
    ):
        first = host.get(path, reader)
        again = host.get(path, reader, **{"If-None-Match": first.headers["ETag"]})
        assert (first.status_code, again.status_code, again.data) == (200, 304, b""), path
    host.play_on(game, 1)
    assert host.get(f"/games/{game}/view", None, **{"If-None-Match": first.headers["ETag"]}).status_code == 200


def test_what_is_ones_own_is_not_kept_by_caches_on_the_way(host: HostUnderTest) -> None:
    game = host.started()
    own = host.get(f"/games/{game}/seats/red/view", host.seats[game]["red"])
    assert own.headers["Cache-Control"] == "private, no-cache"
