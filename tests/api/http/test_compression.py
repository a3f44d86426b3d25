"""What everybody may know is sent gzipped to those who take it so; what is answered to credentials never is."""

from __future__ import annotations

import gzip
import hashlib
import json

import pytest

from api.http.compression import LEAST
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
    assert (len(short.data) < LEAST, "Content-Encoding" in short.headers) == (True, False)


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
            assert (answer.status_code, len(answer.data) > LEAST) == (200, True), what
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
