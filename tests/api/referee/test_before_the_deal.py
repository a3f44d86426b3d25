"""Before the deal: seats that are left, taken away and given, how many one player holds, and games that begin full."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.kernel import Chance
from schemas.keys.chance import phase_key
from schemas.log.chain import substance, verify_chain
from schemas.record import Record, verify_record
from schemas.statements.payloads import Leave, Replace, Resign, Vacate
from schemas.statements.statements import Statement
from tests.api.hosts import HostUnderTest, Player

SEATS = ("red", "green", "black")


@pytest.fixture
def people(host: HostUnderTest) -> list[Player]:
    return [host.register(name, f"{name}@players.test") for name in ("ann", "bob", "cleo", "dio")]


def code_of(response: Any) -> tuple[int, str]:
    return response.status_code, response.get_json().get("code")


def join(host: HostUnderTest, player: Player, game: dict[str, Any], seat: str) -> Any:
    joined = host.post(f"/games/{game['game']}/joins", host.join_statement(player, game, seat))
    if joined.status_code == 201:
        host.seats.setdefault(game["game"], {})[seat] = player
    return joined


def holders(host: HostUnderTest, game: dict[str, Any]) -> list[str | None]:
    return [seat["player"] for seat in host.json(f"/games/{game['game']}")["seats"]]


def log_of(host: HostUnderTest, game: str) -> list[Any]:
    found = [Statement.from_json(entry) for entry in host.json(f"/games/{game}/log")["log"]]
    return verify_chain(found, host.host.identity.signing_key, game)


def played(host: HostUnderTest, game: str) -> Record:
    host.play_on(game)
    return Record.from_json(host.get(f"/games/{game}/record").data)


def test_a_join_taken_back_frees_the_seat_and_stays_in_log_and_dice(host: HostUnderTest, people: list[Player]) -> None:
    ann, bob, cleo, dio = people
    opened = host.open_game(ann, SEATS, start="full")
    game, first = opened["game"], host.join_statement(bob, opened, "red")
    assert host.post(f"/games/{game}/joins", first).status_code == 201
    host.seats[game] = {"red": bob}
    assert host.seat_act(game, "red", Leave()).status_code == 201
    assert holders(host, opened) == [None, None, None]
    assert code_of(host.post(f"/games/{game}/joins", first)) == (409, "join-used")
    for player, seat in ((bob, "green"), (cleo, "red"), (dio, "black")):
        assert join(host, player, opened, seat).status_code == 201
    log = log_of(host, game)
    assert [entry.kind for entry in log] == ["created", "joined", "act", "joined", "joined", "joined", "dealt"]
    key = phase_key(host.chance_secret(game), substance(log[:6]), game, 0)
    begun = host.title(game).begin(scenario="opening", seats=list(SEATS), options={}, chance=Chance(key))
    assert host.archive(game).title.encode(host.position(game)) == host.archive(game).title.encode(begun.position)
    assert code_of(host.seat_act(game, "red", Leave())) == (409, "already-started")
    assert verify_record(played(host, game)) == []


def test_a_full_game_begins_by_itself_and_says_since_when(host: HostUnderTest, people: list[Player]) -> None:
    opened = host.open_game(people[0], SEATS, start="full")
    assert (opened["start"], opened["started_at"], opened["over_at"]) == ("full", None, None)
    refused = host.post(f"/games/{opened['game']}/start", host.start_statement(people[0], opened["game"]))
    assert code_of(refused) == (409, "seats-empty")
    host.clock.forward(hours=1)
    summary = [join(host, player, opened, seat).get_json() for player, seat in zip(people, SEATS, strict=False)][-1]
    assert (summary["status"], summary["started_at"]) == ("running", "2026-05-01T13:00:00Z")
    assert verify_record(played(host, opened["game"])) == []
    assert host.json(f"/games/{opened['game']}")["over_at"] == "2026-05-01T13:00:00Z"


def test_one_player_holds_one_seat_unless_the_organiser_says_otherwise(
    host: HostUnderTest, people: list[Player]
) -> None:
    ann = people[0]
    alone = host.open_game(ann, SEATS)
    assert join(host, ann, alone, "red").status_code == 201
    refused = join(host, ann, alone, "green")
    assert code_of(refused) == (409, "enough-seats")
    assert refused.get_json()["detail"] == "One player may hold one seat in this game, and ann holds red."
    two = host.open_game(ann, SEATS, seats_a_player=2)
    assert [join(host, ann, two, seat).status_code for seat in SEATS] == [201, 201, 409]


def test_the_organiser_takes_seats_away_and_reserves_them(host: HostUnderTest, people: list[Player]) -> None:
    ann, bob, cleo, _ = people
    opened = host.open_game(ann, SEATS)
    for player, seat in ((bob, "red"), (cleo, "green")):
        join(host, player, opened, seat)
    assert host.act(opened["game"], Vacate(seat="red"), by=ann).status_code == 201
    assert host.act(opened["game"], Replace(seat="green", player="dio"), by=ann).status_code == 201
    assert holders(host, opened) == [None, None, None]
    assert code_of(join(host, cleo, opened, "green")) == (409, "seat-kept")
    assert code_of(host.seat_act(opened["game"], "red", Resign(), by=bob)) == (403, "not-your-seat")
    host.work()
    told = host.rows("select subject from mails where kind = 'organiser' order by id")
    assert any("took seat Red" in subject for (subject,) in told)
