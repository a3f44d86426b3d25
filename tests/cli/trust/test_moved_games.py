"""A client follows a game to the host that its own host names, and to no other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cli.client import Client
from cli.errors import Refused, TrustBroken
from cli.home.home import Home
from cli.trust.moved_games import elsewhere, follow, follow_by_letter, require_home
from cli.trust.pins import Pins
from schemas.keys.identities import Identity
from schemas.log.chain import LogEntry, append
from schemas.log.entries import Created, Moved
from schemas.statements.canonical import to_base64url
from schemas.statements.payloads import Game, Terms
from schemas.statements.statements import sign_payload
from tests.cli.conftest import PLAYERS, Table, invoke
from tests.forks import ForkedStage
from tools.demo.chapters import open_host
from tools.demo.stage import Stage

OLD, NEW = "http://old.example", "http://new.example"
HASH = to_base64url(bytes(32))
AT = datetime(2026, 11, 21, 10, tzinfo=UTC)


@pytest.fixture
def hosts() -> tuple[Identity, Identity]:
    return Identity.generate(), Identity.generate()


def log_of(old: Identity, new: Identity, by: Identity | None = None) -> list[LogEntry]:
    """A game opened at one host and moved to another, as somebody says."""
    game = Game(
        nonce=HASH, organiser=old.key_id, host=old.key_id, name="Sherds", title="perikles", scenario="opening",
        seats=["red", "green"], options={}, terms=Terms(phase_seconds=3_600),
    )  # fmt: skip
    opening = Created(statement=sign_payload(game, old).to_form(), commitment=HASH)
    first = append(None, game="g", body=opening, at=AT, host=old)
    card = new.card("host").statement.to_form()
    return [first, append(first, game="g", body=Moved(card=card, url=NEW), at=AT, host=by or old)]


@pytest.fixture
def home(tmp_path: Path, hosts: tuple[Identity, Identity]) -> Home:
    """A player who knows the game at the old host."""
    home, pins = Home(tmp_path / "home"), Pins(Home(tmp_path / "home"), OLD)
    pins.pin_host(to_base64url(hosts[0].signing_key), "Old")
    pins.see_log("g", [to_base64url(log_of(*hosts)[0].hash)], {})
    pins.see_sequence("g", "red", 3, 7, {})
    return home


def meet(home: Home, host: Identity, url: str = NEW) -> None:
    Pins(home, url).pin_host(to_base64url(host.signing_key), "New")


def test_what_was_known_of_a_game_holds_at_the_host_that_it_moved_to(home, hosts):
    old, new = hosts
    meet(home, new)
    follow(home, NEW, "g", log_of(old, new), old.signing_key)
    known = Pins(home, NEW).of_game("g")
    assert (known["sequence of red in phase 3"], known["log"]) == (7, 1)
    assert Pins(home, NEW).before("g") == [old.signing_key]
    assert Pins(home, OLD).of_game("g")["moved"] == {"url": NEW}
    with pytest.raises(TrustBroken, match="goes back"):
        Pins(home, NEW).see_sequence("g", "red", 3, 6, known)


def test_at_the_old_host_the_game_is_no_more_believed(home, hosts):
    old, new = hosts
    meet(home, new)
    follow(home, NEW, "g", log_of(old, new), old.signing_key)
    assert elsewhere(home.hosts(), OLD, "g") == [NEW]
    with pytest.raises(Refused, match=f"has moved on: say --url {NEW}"):
        follow(home, OLD, "g", log_of(old, new), old.signing_key)


def test_a_host_whose_log_does_not_come_from_the_one_that_is_known_is_refused(home, hosts):
    stranger, new = Identity.generate(), hosts[1]
    meet(home, new)
    with pytest.raises(TrustBroken, match="does not say that it came from there"):
        follow(home, NEW, "g", log_of(stranger, new), stranger.signing_key)


def test_a_log_that_is_another_than_the_one_seen_is_refused(home, hosts):
    old, new = hosts
    meet(home, new)
    Pins(home, OLD).see_log("g", [HASH, HASH], {})
    with pytest.raises(TrustBroken, match="was rewritten when it moved"):
        follow(home, NEW, "g", log_of(old, new), old.signing_key)


def moves(log: list[LogEntry]) -> list[object]:
    return [entry.statement.to_json_value() for entry in log if isinstance(entry.body, Moved)]


def test_a_letter_of_the_new_host_brings_the_move_along_for_whoever_has_mail_only(home, hosts):
    old, new = hosts
    assert follow_by_letter(home, "g", moves(log_of(old, new)), new.key_id)
    assert home.hosts()[NEW]["key"] == to_base64url(new.signing_key)
    assert Pins(home, NEW).of_game("g")["sequence of red in phase 3"] == 7
    require_home(home, NEW, "g")


def test_an_old_letter_does_not_lead_back_to_a_host_that_the_game_has_left(home, hosts):
    old, new = hosts
    log = log_of(old, new)
    card = old.card("host").statement.to_form()
    log.append(append(log[-1], game="g", body=Moved(card=card, url=OLD), at=AT, host=new))
    assert follow_by_letter(home, "g", moves(log[:2]), new.key_id)
    assert follow_by_letter(home, "g", moves(log), old.key_id)
    assert not follow_by_letter(home, "g", moves(log[:2]), new.key_id)
    assert elsewhere(home.hosts(), NEW, "g") == [OLD]


def test_whoever_heard_of_neither_move_finds_the_game_where_it_was(home, hosts):
    old, new = hosts
    log = log_of(old, new)
    card = old.card("host").statement.to_form()
    log.append(append(log[-1], game="g", body=Moved(card=card, url=OLD), at=AT, host=new))
    assert follow_by_letter(home, "g", moves(log), old.key_id)
    assert "moved" not in Pins(home, OLD).of_game("g")
    assert not follow_by_letter(home, "g", moves(log[:2]), new.key_id)


def test_a_move_that_the_known_host_did_not_sign_or_that_names_another_is_not_followed(home, hosts):
    old, new = hosts
    thief = Identity.generate()
    assert not follow_by_letter(home, "g", moves(log_of(old, new, by=new)), new.key_id)
    assert not follow_by_letter(home, "g", moves(log_of(old, new)), thief.key_id)
    meet(home, thief, "http://thief.example")
    with pytest.raises(TrustBroken, match=f"is known at {OLD}"):
        require_home(home, "http://thief.example", "g")


def test_a_new_host_with_another_key_than_was_pinned_at_its_address_is_refused(home, hosts):
    old, new = hosts
    meet(home, Identity.generate())
    with pytest.raises(TrustBroken, match="has changed"):
        follow_by_letter(home, "g", moves(log_of(old, new)), new.key_id)


# --- with two real services ----------------------------------------------------------------------------------------


@pytest.fixture
def other(tmp_path: Path, stage: Stage) -> Iterator[Stage]:
    """Another host; when it is gone, the players of all tests forget it."""
    other = ForkedStage(tmp_path)
    try:
        open_host(other)
        yield other
    finally:
        other.stop()
        for who in PLAYERS:
            with stage.home(who).changing_hosts() as known:
                known.pop(other.url, None)
                games = known.get(stage.url, {}).get("games", {})
                for game in [game for game in games if "moved" in games[game]]:
                    del games[game]


def test_a_moved_game_is_played_on_by_the_clients_that_knew_it(table: Table, other: Stage, twist) -> None:
    stage, game = table.stage, table.game
    table.play_one_phase()
    who, seat = table.asked()
    order = table.client(who).questions(game, seat)["questions"][0]["default"]
    table.client(who).log(game)
    card, file = other.root / "card.json", other.root / "game.ostraka"
    card.write_text(other.run(None, "db", "card", "--public-url", other.url, show=False))
    stage.run(None, "db", "export", game, "--to", str(card), "--out", str(file), "--public-url", stage.url, show=False)
    told = other.run(None, "db", "import", str(file), "--public-url", other.url, "--json", show=False)
    assert json.loads(told)["moved"] is True
    with pytest.raises(Refused, match=f"at {other.url}"):
        table.client(who).send(game, seat, [order])
    there = Client(other.url, stage.identity(who), who, stage.home(who))
    receipt = there.send(game, seat, [order])
    assert receipt["game"] == game
    assert stage.home(who).hosts()[stage.url]["games"][game]["moved"] == {"url": other.url}
    shown = invoke(stage, stage.home(who), "log", game, "--url", other.url)
    assert f"to {other.url}" in shown.output
    with pytest.raises(Refused, match="has moved on"):
        table.client(who).game(game)
    twist(rf"{other.url}/api/v1/games/{game}/log$", lambda told: {**told, "host_key": HASH})
    idle = next(each for each in ("thais", "kleon") if each != who)
    lied_to = Client(other.url, stage.identity(idle), idle, stage.home(idle))
    with pytest.raises(TrustBroken, match="log entry 0"):
        lied_to.phase(game)
