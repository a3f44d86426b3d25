"""What nobody may learn from notices: neither who gets one, nor the push service, nor whoever has the database."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from adjudicator import registry
from schemas.statements.payloads import Remind
from tests.api.hosts import HostUnderTest
from tests.api.push.services import Browser, PushingHost, PushService
from tests.api.secrecy.masks import PEOPLE, alias_of, anonymous_game, marks
from tests.api.secrecy.test_alike import MERCY_PHASE
from tests.titles.ballot import TITLE as BALLOT

SEATS = ("alpha", "beta", "gamma", "delta")


@pytest.fixture
def host(tmp_path: Path) -> Iterator[PushingHost]:
    registry.register(BALLOT)
    made = PushingHost(tmp_path)
    yield made
    made.close()
    registry._registered.pop(BALLOT.id)


def begun(host: HostUnderTest) -> str:
    """A game before its veiled phase."""
    game = host.started(SEATS, title="ballot", scenario="assembly")
    host.play_on(game, MERCY_PHASE - 2)
    return game


def test_of_a_veiled_phase_every_seat_is_told_the_same_asked_or_not(host: PushingHost, service: PushService) -> None:
    game = begun(host)
    browsers = {seat: Browser(f"/{seat}") for seat in SEATS}
    for seat, browser in browsers.items():
        host.add(f"p-{seat}", browser, service)
    host.push()
    service.got.clear()
    host.play_on(game, 1)
    assert host.phase(game)["veiled"] is True
    assert len(host.asked(game)) < len(SEATS)
    host.push()
    asked = host.asked(game)[0]
    assert host.send(game, asked, host.default(game, asked)).status_code == 201
    host.act(game, Remind())
    host.push()
    own = ("Authorization", "Topic")
    told = {
        seat: [
            (browser.read(one), len(one.body), {name: said for name, said in one.headers.items() if name not in own})
            for one in service.to(browser)
        ]
        for seat, browser in browsers.items()
    }
    assert [one["words"].partition(",")[0] for one, *_ in told["alpha"]] == [
        "perhaps your turn",
        "still perhaps your turn",
    ]
    assert all(told[seat] == told["alpha"] for seat in SEATS)
    columns = (
        "kind, phase, words, slot, mutes, rank, true_while, asks, until, left, status, attempts, next_try, created_at"
    )
    rows = host.rows(f"select {columns} from pushes where phase = ? order by kind, id", MERCY_PHASE)
    assert len(rows) == 2 * len(SEATS)
    assert len({*rows}) == 2


def test_who_wants_no_notices_of_veiled_phases_gets_none_whether_or_not_they_are_asked(
    host: PushingHost, service: PushService
) -> None:
    game = begun(host)
    browsers = {seat: Browser(f"/{seat}") for seat in SEATS}
    for seat, browser in browsers.items():
        host.add(f"p-{seat}", browser, service, muted=["veiled"] if seat != "delta" else [])
    host.push()
    service.got.clear()
    host.play_on(game, 1)
    host.push()
    assert {one.path for one in service.got} == {"/delta"}
    assert len({*host.asked(game)} & {"alpha", "beta", "gamma"}) in (2, 3)


def test_an_alias_is_told_on_its_holders_devices_and_no_row_or_log_line_tells_whose_they_are(
    host: PushingHost, service: PushService, capsys: pytest.CaptureFixture[str]
) -> None:
    for handle in ("olga", "rival", *PEOPLE):
        host.register(handle, email=f"{handle}@players.test")
    browsers = {handle: Browser(f"/{handle}") for handle in PEOPLE}
    devices = [host.add(handle, browser, service) for handle, browser in browsers.items()]
    game = anonymous_game(host)
    host.push()
    assert {one.path for one in service.got} == {f"/{handle}" for handle in PEOPLE}
    for handle, browser in browsers.items():
        told = [browser.read(one) for one in service.to(browser)]
        assert told[0]["open"] == f"games/{game}"
        assert not [mark for mark in marks(host, handle) if mark in str(told).encode()]
    service.away = True
    host.play_on(game, 1)
    host.push()
    rows = str(host.rows("select * from pushes"))
    assert "'due'" in rows
    names = [mark.decode() for handle in PEOPLE for mark in marks(host, handle)]
    assert [name for name in (*names, *devices) if name in rows + capsys.readouterr().out] == []
    alias = alias_of(host, host.players[PEOPLE[0]], game)
    body = Browser("/alias").subscription(service) | {"name": "alias"}
    refused = host.ask("POST", f"/players/{alias.handle}/push", alias, body)
    assert (refused.status_code, refused.get_json()["code"]) == (403, "not-by-alias")


def test_what_is_hidden_changes_nothing_that_is_pushed(tmp_path: Path, service: PushService) -> None:
    """The same game twice, but for the orders that were sent and the chance that was drawn."""
    lengths = []
    for number, word in enumerate(("short", "long")):
        registry.register(BALLOT)
        host = PushingHost(tmp_path / word) if (tmp_path / word).mkdir() is None else None
        assert host is not None
        game = begun(host)
        browser = Browser(f"/{number}")
        host.add("p-alpha", browser, service)
        host.write_press(game, "beta", ["alpha"], "a" if word == "short" else "b" * 5_000)
        host.push()
        told = service.to(browser)
        lengths.append(
            [(browser.read(one)["words"], len(one.body), one.headers["TTL"], one.headers["Urgency"]) for one in told]
        )
        host.close()
        registry._registered.pop(BALLOT.id)
    assert lengths[0] == lengths[1] != []
