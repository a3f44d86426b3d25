"""Pages of other origins read what is public, or what a token may; they send nothing, and no cookie goes with them."""

from __future__ import annotations

from tests.api.hosts import HostUnderTest


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
