"""What is on every answer: gzip where nothing is secret, CORS, the request's id."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
from collections.abc import Iterator
from typing import Any

import pytest
import structlog

from api.host.json_logs import configure
from api.http.answers import LEAST_COMPRESSED
from api.referee import lobby
from tests.api.hosts import API, HostUnderTest
from tests.api.pages.form_browsers import signed_in

GZIP = {"Accept-Encoding": "gzip, deflate"}


@pytest.fixture
def game(host: HostUnderTest) -> str:
    started = host.started()
    host.play_on(started, 3)
    return str(started)


def paths(game: str) -> list[str]:
    """Large answers for everybody."""
    return [f"{API}/games/{game}/log", f"{API}/games/{game}/report", f"{API}/games/{game}/view", f"{API}/titles",
            "/openapi/openapi.json", f"/games/{game}/log", "/pages.css", f"/games/{game}/board.svg"]  # fmt: skip


def test_public_answers_are_gzipped_for_those_who_take_it_so(host: HostUnderTest, game: str) -> None:
    for path in paths(game):
        plain = host.app.test_client().get(path)
        packed = host.app.test_client().get(path, headers=GZIP)
        assert (plain.status_code, "Content-Encoding" in plain.headers) == (200, False), path
        assert packed.headers["Content-Encoding"] == "gzip", path
        assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data) / 2, path
        if "/games/" not in path or path.startswith(API):
            assert gzip.decompress(packed.data) == plain.data
        for answer in (plain, packed):
            assert "Accept-Encoding" in answer.headers["Vary"], path
        refused = host.app.test_client().get(path, headers={"Accept-Encoding": "gzip;q=0, identity"})
        assert "Content-Encoding" not in refused.headers


def test_a_gzipped_answer_has_a_weak_etag_by_which_it_is_not_sent_again(host: HostUnderTest, game: str) -> None:
    path = f"/games/{game}/log"
    plain, packed = host.get(path), host.get(path, **GZIP)
    digest = hashlib.sha256(plain.data).hexdigest()
    assert (plain.headers["ETag"], packed.headers["ETag"]) == (f'"{digest}"', f'W/"{digest}"')
    for tag in (plain.headers["ETag"], packed.headers["ETag"]):
        for encoding in (GZIP, {}):
            again = host.get(path, **{"If-None-Match": tag, **encoding})
            assert (again.status_code, again.data) == (304, b"")
            assert "Content-Encoding" not in again.headers
            assert "Accept-Encoding" in again.headers["Vary"]


def test_head_says_of_a_gzipped_answer_what_get_does(host: HostUnderTest, game: str) -> None:
    for path in paths(game)[:3]:
        got, head = host.client.get(path, headers=GZIP), host.client.head(path, headers=GZIP)
        assert head.data == b""
        for name in ("Content-Length", "Content-Encoding", "ETag", "Vary", "Content-Type"):
            assert head.headers.get(name) == got.headers.get(name), (path, name)


def test_short_answers_stay_as_they_are(host: HostUnderTest) -> None:
    short = host.get("/players/nobody", **GZIP)
    assert (len(short.data) < LEAST_COMPRESSED, "Content-Encoding" in short.headers) == (True, False)


def test_no_answer_to_credentials_is_compressed_whatever_it_holds(host: HostUnderTest, game: str) -> None:
    for _ in range(8):
        host.write_press(game, "red", ["green"], "x" * 500)
    player = host.seats[game]["green"]
    token = host.ask("POST", f"/players/{player.handle}/tokens", player, {"name": "t", "scopes": ["seats"]}).get_json()
    bearer = {"Authorization": f"Bearer {token['secret']}"}
    for what in ("press", "report", "view", "questions", "feed"):
        for answer in (
            host.get(f"/games/{game}/seats/green/{what}", player, **GZIP),
            host.get(f"/games/{game}/seats/green/{what}", None, **GZIP, **bearer),
        ):
            assert (answer.status_code, len(answer.data) > LEAST_COMPRESSED) == (200, True), what
            assert "Content-Encoding" not in answer.headers
            assert answer.get_data(as_text=True) == json.dumps(answer.get_json(), ensure_ascii=False)
    assert "Content-Encoding" not in host.get(f"/games/{game}/log", None, **GZIP, **bearer).headers
    browser = signed_in(host, player)
    for page in (f"/games/{game}/seats/green", f"/games/{game}/seats/green/press", f"/games/{game}"):
        answer = browser.get(page, headers=GZIP)
        assert (answer.status_code, "Content-Encoding" in answer.headers) == (200, False), page


def test_the_record_of_a_finished_game_stays_packed_once(host: HostUnderTest) -> None:
    game = host.started()
    host.play_on(game)
    packed = host.get(f"/games/{game}/record", **GZIP)
    assert json.loads(gzip.decompress(packed.data)) == host.get(f"/games/{game}/record").get_json()


def test_a_page_of_another_origin_may_read_with_a_token(host: HostUnderTest) -> None:
    asked = {"Origin": "https://ladder.example", "Access-Control-Request-Headers": "authorization"}
    preflight = host.client.options("/api/v1/games", headers={**asked, "Access-Control-Request-Method": "GET"})
    assert preflight.status_code == 200
    assert preflight.headers["Access-Control-Allow-Origin"] == "*"
    assert "Authorization" in preflight.headers["Access-Control-Allow-Headers"]
    assert preflight.headers["Access-Control-Allow-Methods"] == "GET"
    for path in ("/games", "/games/no-such-game"):
        read = host.get(path, Origin="https://ladder.example")
        assert read.headers["Access-Control-Allow-Origin"] == "*"
        assert "ETag" in read.headers["Access-Control-Expose-Headers"]
        assert "Access-Control-Allow-Credentials" not in read.headers


def test_the_hosts_own_pages_and_writes_are_for_no_other_origin(host: HostUnderTest) -> None:
    assert "Access-Control-Allow-Origin" not in host.client.get("/").headers
    assert "Access-Control-Allow-Origin" not in host.post("/players", b"{}").headers


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
