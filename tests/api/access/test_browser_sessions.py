"""Signing a browser in: one link, once and soon; one cookie, for pages only, until its key is replaced."""

from __future__ import annotations

from pathlib import Path

import pytest

from schemas.keys.identities import Identity
from schemas.statements import payloads
from tests.api.hosts import API, URL, HostUnderTest, Player
from tests.api.pages.form_browsers import OWN, form_token, link_for, signed_in


@pytest.fixture
def game(host: HostUnderTest) -> str:
    return host.started()


@pytest.fixture
def red(host: HostUnderTest, game: str) -> Player:
    return host.seats[game]["red"]


def cookies(host: HostUnderTest) -> int:
    """How many sessions and links the host remembers."""
    return int(host.rows("select count(*) from web_sessions")[0][0])


def test_a_link_signs_one_browser_in_and_leads_to_ones_seat(host: HostUnderTest, game: str, red: Player) -> None:
    link, browser = link_for(host, red), host.app.test_client()
    asked = browser.get(f"{link}?game={game}")
    assert "Sign in as p-red" in asked.text
    assert "Set-Cookie" not in asked.headers
    used = browser.post(link, data={"game": game}, headers=OWN)
    assert (used.status_code, used.headers["Location"]) == (303, f"/games/{game}/seats/red")
    assert "Only you can see this page" in browser.get(used.headers["Location"]).text
    for again in (host.app.test_client(), browser):
        assert again.get(link).status_code == 404
        assert again.post(link, headers=OWN).status_code == 404
        assert "Set-Cookie" not in again.post(link, headers=OWN).headers


def test_looking_at_a_link_does_not_use_it_up(host: HostUnderTest, red: Player) -> None:
    link = link_for(host, red)
    for _ in range(3):
        assert host.client.get(link).status_code == 200
        assert host.client.head(link).status_code == 200
    assert host.app.test_client().post(link, headers=OWN).status_code == 303


def test_a_link_is_good_for_two_minutes(host: HostUnderTest, red: Player) -> None:
    link = link_for(host, red)
    host.clock.forward(seconds=121)
    assert host.client.get(link).status_code == 404
    assert host.client.post(link, headers=OWN).status_code == 404


@pytest.mark.parametrize("game", ["", "none", "//evil.example", "https://evil.example", "../x"])
def test_signing_in_leads_nowhere_else(host: HostUnderTest, game: str) -> None:
    used = host.client.post(link_for(host, host.register("ann")), data={"game": game}, headers=OWN)
    assert used.headers["Location"] == "/"


def test_a_cookie_is_out_of_reach_of_scripts_and_of_other_sites(host: HostUnderTest, red: Player) -> None:
    parts = host.client.post(link_for(host, red), headers=OWN).headers["Set-Cookie"].split("; ")
    assert {"HttpOnly", "Path=/", "SameSite=Strict", "Max-Age=604800"} <= set(parts)
    assert not [part for part in parts if part.startswith("Domain")]
    assert len(parts[0].removeprefix("ostraka=")) == 43


def test_behind_tls_a_cookie_is_for_tls_and_for_this_host_alone(
    host: HostUnderTest, red: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = link_for(host, red)
    monkeypatch.setattr("api.pages.viewer.is_secure", lambda: True)
    monkeypatch.setattr("api.pages.sign_in.is_secure", lambda: True)
    parts = host.client.post(link, headers=OWN).headers["Set-Cookie"].split("; ")
    assert parts[0].startswith("__Host-ostraka=")
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=Strict"} <= set(parts)


def test_of_links_and_cookies_only_hashes_rest(host: HostUnderTest, red: Player) -> None:
    link = link_for(host, red)
    cookie = host.client.post(link, headers=OWN).headers["Set-Cookie"].split(";")[0].removeprefix("ostraka=")
    other = link_for(host, red)
    stored = b"".join(host.files())
    for secret in (link, cookie, other):
        assert secret.rsplit("/")[-1].encode() not in stored


def test_a_cookie_that_was_there_before_is_never_the_session(host: HostUnderTest, game: str, red: Player) -> None:
    """Session fixation: whatever the browser brings, it gets a new cookie, and what it brought opens nothing."""
    planted, browser = "planted-by-somebody-else", host.app.test_client()
    browser.set_cookie("ostraka", planted)
    given = browser.post(link_for(host, red), headers=OWN).headers["Set-Cookie"]
    assert planted not in given
    thief = host.app.test_client()
    thief.set_cookie("ostraka", planted)
    assert thief.get(f"/games/{game}/seats/red").status_code == 401


def test_signing_in_again_ends_the_session_that_the_browser_had(host: HostUnderTest, game: str, red: Player) -> None:
    browser = host.app.test_client()
    first = browser.post(link_for(host, red), headers=OWN).headers["Set-Cookie"].split(";")[0].partition("=")[2]
    green = host.seats[game]["green"]
    assert browser.post(link_for(host, green), headers=OWN).status_code == 303
    assert browser.get(f"/games/{game}/seats/green").status_code == 200
    assert browser.get(f"/games/{game}/seats/red").status_code == 403
    old = host.app.test_client()
    old.set_cookie("ostraka", first)
    assert old.get(f"/games/{game}/seats/red").status_code == 401


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://localhost:81", "http://localhost.evil.example"]
)
def test_no_other_site_signs_anybody_in_or_out(host: HostUnderTest, game: str, red: Player, origin: str) -> None:
    link, foreign = link_for(host, red), {"Origin": origin}
    refused = host.client.post(link, headers=foreign)
    assert refused.status_code == 403
    assert "Set-Cookie" not in refused.headers
    browser = signed_in(host, red)
    token = form_token(browser.get("/"))
    assert browser.post("/sign-out", data={"token": token}, headers=foreign).status_code == 403
    assert browser.get(f"/games/{game}/seats/red").status_code == 200


def test_signing_out_takes_the_form_of_this_very_session(host: HostUnderTest, game: str, red: Player) -> None:
    browser, other = signed_in(host, red), signed_in(host, red)
    for token in ("", "0" * 64, form_token(other.get("/")), "\u00e9"):
        assert browser.post("/sign-out", data={"token": token}, headers=OWN).status_code == 403
    assert browser.post("/sign-out", headers=OWN).status_code == 403
    assert browser.get("/sign-out").status_code == 405
    kept = browser.get_cookie("ostraka")
    left = browser.post("/sign-out", data={"token": form_token(browser.get("/"))}, headers=OWN)
    assert (left.status_code, left.headers["Location"]) == (303, "/")
    assert "Max-Age=0" in left.headers["Set-Cookie"]
    assert kept is not None
    browser.set_cookie("ostraka", kept.value)
    assert browser.get(f"/games/{game}/seats/red").status_code == 401
    assert other.get(f"/games/{game}/seats/red").status_code == 200
    assert host.client.post("/sign-out", data={"token": ""}, headers=OWN).status_code == 403


def test_a_session_ends_after_a_week(host: HostUnderTest, game: str, red: Player) -> None:
    browser = signed_in(host, red)
    host.clock.forward(days=7, seconds=-1)
    assert browser.get(f"/games/{game}/seats/red").status_code == 200
    host.clock.forward(seconds=1)
    assert browser.get(f"/games/{game}/seats/red").status_code == 401


def test_whoever_is_replaced_sees_his_former_seat_no_more(host: HostUnderTest, game: str) -> None:
    former = signed_in(host, host.seats[game]["green"])
    assert former.get(f"/games/{game}/seats/green").status_code == 200
    assert host.act(game, payloads.Vacate(seat="green")).status_code == 201
    assert former.get(f"/games/{game}/seats/green").status_code == 403
    assert host.substitute(game, "green", "new-green").status_code == 201
    for page in ("", "/phases/0", "/phases/0/board.svg", "/press", "/receipts"):
        assert former.get(f"/games/{game}/seats/green{page}").status_code == 403
    assert "seats/green" not in former.get(f"/games/{game}").text
    assert "seats/green" not in former.get("/").text


def test_a_session_ends_with_the_key_that_asked_for_it(host: HostUnderTest, game: str, red: Player) -> None:
    browser, link = signed_in(host, red), link_for(host, red)
    new = Identity.generate().card("p-red")
    with host.host.database.write() as session:
        from sqlmodel import select

        from api.store.models import Player as Row

        row = session.exec(select(Row).where(Row.handle == "p-red")).one()
        row.key_id, row.card = new.key_id, new.statement.to_json()
        session.add(row)
    assert browser.get(f"/games/{game}/seats/red").status_code == 401
    assert host.client.get(link).status_code == 404


def test_a_key_that_speaks_no_more_in_one_game_shows_that_game_no_more(
    host: HostUnderTest, game: str, red: Player
) -> None:
    from api.store.models import GameKeyRow

    other, browser = host.started(), signed_in(host, red)
    new = Identity.generate().card("p-red")
    with host.host.database.write() as session:
        spoken = {"game": game, "player": "p-red", "key_id": new.key_id, "card": new.statement.to_json()}
        session.add(GameKeyRow(**spoken, at=host.clock()))
    assert browser.get(f"/games/{game}/seats/red").status_code == 403
    assert browser.get(f"/games/{other}/seats/red").status_code == 200
    assert f"/games/{game}/seats/red" not in browser.get("/").text


def test_a_cookie_opens_no_address_of_the_api(host: HostUnderTest, game: str, red: Player) -> None:
    browser = signed_in(host, red)
    for path in (f"/games/{game}/seats/red/view", f"/games/{game}/seats/red/questions", "/players/p-red/waiting"):
        assert browser.get(API + path).status_code == 401
    assert browser.post(f"{API}/players/p-red/sessions", json={}).status_code == 401


def test_only_the_player_gets_a_link_and_only_by_a_request_signed_for_it(
    host: HostUnderTest, game: str, red: Player
) -> None:
    path = "/players/p-red/sessions"
    assert host.post(path, {}).status_code == 401
    assert host.ask("POST", path, host.seats[game]["green"], {}).status_code == 403
    assert host.ask("POST", path, red, {"game": "x"}).status_code == 422
    headers = red.headers(API + path, host.clock, method="POST", body=b"{}")
    sent = {"data": b"{}", "headers": headers, "content_type": "application/json"}
    assert host.client.post(API + path, **sent).status_code == 201
    assert host.client.post(API + path, **sent).status_code == 401
    assert cookies(host) == 1


def test_a_player_has_so_many_sessions_and_no_more(host: HostUnderTest, game: str, red: Player) -> None:
    first = signed_in(host, red)
    for _ in range(20):
        newest = link_for(host, red)
    assert cookies(host) == 20
    assert first.get(f"/games/{game}/seats/red").status_code == 401
    assert host.client.get(newest).status_code == 200
    host.clock.forward(days=8)
    link_for(host, red)
    assert cookies(host) == 1


def test_a_link_leads_to_the_hosts_own_address(host: HostUnderTest, red: Player) -> None:
    told = host.ask("POST", "/players/p-red/sessions", red, {}).get_json()
    assert told["url"].startswith(f"{URL}/sign-in/")
    assert told["expires_at"] == "2026-05-01T12:02:00Z"


def test_no_log_line_names_a_link_or_a_cookie(
    host: HostUnderTest, red: Player, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    link = link_for(host, red)
    cookie = host.client.post(link, headers=OWN).headers["Set-Cookie"].split(";")[0].removeprefix("ostraka=")
    told = capsys.readouterr()
    for secret in (link.rsplit("/")[-1], cookie):
        assert secret not in told.out + told.err


def test_the_first_page_tells_what_waits_for_ones_seats_and_for_nobody_elses(host: HostUnderTest, game: str) -> None:
    seat = host.asked(game)[0]
    other = next(each for each in host.seats[game] if each != seat)
    asked, idle = (signed_in(host, host.seats[game][each]).get("/").text for each in (seat, other))
    assert "Place a free cube (D-S1): nothing sent yet" in asked
    assert f"/seats/{seat}" not in idle
    assert "D-S1" not in idle
    host.send(game, seat, host.default(game, seat), "draft")
    assert "Place a free cube (D-S1): draft sent" in signed_in(host, host.seats[game][seat]).get("/").text
    assert "Your seats" not in host.client.get("/").text
