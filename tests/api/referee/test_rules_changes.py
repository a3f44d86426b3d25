"""Rules that change under running games: the host is opened again with newer rules, as after an update."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from adjudicator import registry
from adjudicator.kernel import OtherRules, Title, Upgrade
from api.commands.db import halted_games
from api.games.open_phase import load_open_phase
from api.games.replay import replay_all
from api.http.problems import ConfigurationError
from api.referee import rules_changes
from api.referee.resolution import cut
from api.referee.rules_changes import change_rules, require_rules, retry
from api.store.lookups import load_game, title_of, unresolved_phase
from api.transfer.archives import archive
from api.transfer.restoring import restore
from schemas.documents.game_exports import Exported
from schemas.record import Record, verify_record
from schemas.statements import payloads
from schemas.statements.statements import Statement
from tests.api.booked import book_envelope
from tests.api.hosts import HostUnderTest
from tests.api.transfer.again import founded_again
from tests.titles import ballot, ballot_2

SEATS = ("alpha", "beta", "gamma", "delta")
OLD, NEW = ballot.TITLE, ballot_2.TITLE
DIFFERS = "What differs: Mercy takes a sherd of 5 (it was 4). Nobody writes notes."
VOTE = [{"question": "B-1", "choose": [{"against": "gamma"}]}]
NOTE = [{"question": "B-N", "choose": [{"text": "remember"}]}]
LONG = [{"question": "B-N", "choose": [{"text": "too long " * 9}]}]
"""A note that is never legal, and so never used up."""


def install(*titles: Title[Any]) -> None:
    """A release that has these rules of the ballot, and no others."""
    registry._registered.pop("ballot", None)
    for title in titles:
        registry.register(title)


@pytest.fixture(autouse=True)
def _first_the_older_rules() -> Iterator[None]:
    install(OLD)
    yield
    registry._registered.pop("ballot", None)


def begun(host: HostUnderTest, **options: Any) -> str:
    return host.started(SEATS, title="ballot", scenario="assembly", **options)


def updated(host: HostUnderTest, *titles: Title[Any]) -> None:
    """The host is stopped, and a release with these rules starts."""
    install(*titles or (NEW,))
    host.close()
    host.open()
    change_rules(host.host)


def log_of(host: HostUnderTest, game: str) -> list[dict[str, Any]]:
    return [Statement.from_json(entry).body for entry in host.json(f"/games/{game}/log")["log"]]


def findings(host: HostUnderTest, game: str) -> list[tuple[str, int | None]]:
    record = Record.from_json(host.get(f"/games/{game}/record").data)
    return [(one.code, one.phase) for one in verify_record(record, host.host.identity.signing_key)]


def mails(host: HostUnderTest) -> list[tuple[str, str, str]]:
    return host.rows("select player, subject, text from mails where kind = 'organiser' order by id")


def test_the_open_phase_is_void_and_asked_anew_under_the_new_rules(host: HostUnderTest) -> None:
    game = begun(host)
    first = host.phase(game)
    late = host.envelope(game, "alpha", host.default(game, "alpha"))
    assert host.send(game, "beta", host.default(game, "beta")).status_code == 201
    updated(host)
    again = host.phase(game)
    assert (again["phase"], again["version"], again["asked"]) == (2, "ballot/2", first["asked"])
    assert Statement.from_json(again["key"]).body["version"] == "ballot/2"
    assert again["key"] != first["key"]
    assert host.rows("select status, private_key from phases where number = 1") == [("void", None)]
    assert host.questions(game, "beta")["sequence"] == 0
    refused = host.put(late, game, 1, "alpha")
    assert (refused.status_code, refused.get_json()["code"]) == (409, "phase-closed")
    stale = host.envelope(game, "alpha", host.default(game, "alpha"), version="ballot/1")
    assert host.put(stale, game, 2, "alpha").get_json()["code"] == "wrong-version"


def test_the_log_names_both_versions_and_both_positions(host: HostUnderTest) -> None:
    game = begun(host)
    updated(host)
    entry = log_of(host, game)[-1]
    assert entry["kind"] == "rules-changed"
    assert {**entry["body"], "position": ""} == {
        **{"phase": 1, "number": 2, "from": "ballot/1", "to": "ballot/2", "position": ""},
        "before": log_of(host, game)[-2]["body"]["position"],
    }


def test_everybody_is_told_what_differs_by_mail_report_and_feed(host: HostUnderTest) -> None:
    game = begun(host)
    player = host.players["p-alpha"]
    for one in host.players.values():
        host.prefer(one, 1, muted=["organiser"])
    updated(host)
    told = [(to, subject, DIFFERS in " ".join(text.split())) for to, subject, text in mails(host)]
    assert told == [
        (f"p-{seat}", f"The long war: the rules changed to ballot/2 ({seat}, Ballot)", True) for seat in SEATS
    ]
    (phase,) = host.json(f"/games/{game}/report?after=0")["phases"]
    (event,) = phase["events"]
    assert (event["event"], event["older"], event["newer"]) == ("rules-changed", "ballot/1", "ballot/2")
    assert DIFFERS in event["sentence"]
    items = host.json(f"/games/{game}/seats/alpha/feed", player)["items"]
    assert [(item["kind"], item["phase"]) for item in items[-2:]] == [("rules-changed", 1), ("phase", 2)]
    assert DIFFERS in items[-2]["sentence"]
    assert items[-1]["asked"] == ["B-1"]


def test_the_game_is_played_on_by_the_new_rules_and_its_record_is_proved(host: HostUnderTest) -> None:
    game = begun(host)
    host.play_on(game, 2)
    updated(host)
    host.play_on(game)
    assert host.json(f"/games/{game}")["version"] == "ballot/2"
    assert findings(host, game) == [("not-recomputed", 0)]
    install(OLD, NEW)
    assert findings(host, game) == []
    assert [str(one) for one in replay_all(host.host)] == [f"{game}: 5 phases, the same bytes"]


def test_a_replay_says_which_phases_it_has_no_rules_for(host: HostUnderTest) -> None:
    game = begun(host)
    host.play_on(game, 2)
    updated(host)
    host.play_on(game)
    (replayed,) = replay_all(host.host)
    assert replayed.differs is None
    assert replayed.not_replayed is not None
    assert "the setup and phases 1 to 2: not recomputed, because the rules ballot/1" in replayed.not_replayed


def test_a_veiled_phase_is_asked_anew_and_nobody_named(host: HostUnderTest) -> None:
    game = begun(host)
    host.play_on(game, 1)
    host.send(game, "alpha", host.default(game, "alpha"))
    updated(host)
    phase = host.phase(game)
    assert (phase["phase"], phase["veiled"], phase["asked"]) == (3, True, [])
    assert host.asked(game) == list(SEATS)
    host.play_on(game)
    assert findings(host, game) == [("not-recomputed", 0)]


def test_books_stand_that_the_new_rules_can_read_and_the_owners_of_others_are_told(host: HostUnderTest) -> None:
    game = begun(host)
    for seat, entries in (("alpha", 2 * VOTE), ("beta", LONG)):
        host.put(book_envelope(host, game, seat, entries), game, 0, seat)
    host.send(game, "beta", host.default(game, "beta"))
    host.send(game, "gamma", host.default(game, "gamma"))
    host.send(game, "delta", host.default(game, "delta"))
    host.work()  # alpha's book votes; the veiled phase is open
    late = book_envelope(host, game, "gamma", [*NOTE])
    assert host.put(late, game, 0, "gamma").status_code == 201  # in force from the next cut on only
    updated(host)
    told = {
        seat: host.json(f"/games/{game}/seats/{seat}/report?after=1", host.seats[game][seat])["phases"][-1]["fallen"]
        for seat in SEATS
    }
    assert (told["alpha"], told["gamma"]) == ([], [])
    ((question, clause, message),) = [one.values() for one in told["beta"]]
    assert (question, clause) == ("book", "rules-changed")
    assert "the new rules cannot read it" in message
    assert list(host.position(game).books) == ["alpha"]
    host.play_on(game, 1)
    fallen = host.json(f"/games/{game}/seats/gamma/report?after=2", host.seats[game]["gamma"])["phases"][-1]["fallen"]
    assert [one["question"] for one in fallen] == ["book"]
    replaced = book_envelope(host, game, "beta", [*VOTE])
    assert host.put(replaced, game, 0, "beta").status_code == 201
    host.play_on(game)
    install(OLD, NEW)
    assert findings(host, game) == []


def test_a_phase_that_was_cut_when_the_old_release_stopped_is_void_too(host: HostUnderTest) -> None:
    game = begun(host)
    for seat in SEATS[:2]:
        host.send(game, seat, host.default(game, seat))
    host.clock.forward(days=9)
    assert cut(host.host, game)
    updated(host)
    assert [entry["kind"] for entry in log_of(host, game)][-3:] == ["cut", "notice", "rules-changed"]
    assert host.phase(game)["phase"] == 2
    host.play_on(game)
    install(OLD, NEW)
    assert findings(host, game) == []


def test_a_paused_game_stays_paused(host: HostUnderTest) -> None:
    game = begun(host)
    assert host.act(game, payloads.Pause()).status_code == 201
    updated(host)
    host.clock.forward(days=90)
    host.work()
    assert host.phase(game)["phase"] == 2
    assert host.json(f"/games/{game}")["paused_at"] is not None
    assert host.act(game, payloads.Resume()).status_code == 201
    host.play_on(game)
    assert findings(host, game) == [("not-recomputed", 0)]


def test_an_organiser_can_go_back_to_a_phase_of_the_old_rules_by_the_new(host: HostUnderTest) -> None:
    game = begun(host)
    host.play_on(game, 1)
    updated(host)
    assert host.act(game, payloads.Rollback(phase=1)).status_code == 201
    assert (host.phase(game)["phase"], host.position(game).version) == (4, "ballot/2")
    host.play_on(game)
    install(OLD, NEW)
    assert findings(host, game) == []


def test_a_host_that_is_stopped_between_two_games_goes_on_with_the_rest(
    host: HostUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [begun(host), begun(host)]
    announce, told = rules_changes.announce, []

    def stopped(*given: Any) -> None:
        told.append(given)
        if len(told) == 2:
            raise KeyboardInterrupt
        announce(*given)

    monkeypatch.setattr(rules_changes, "announce", stopped)
    with pytest.raises(KeyboardInterrupt):
        updated(host)
    assert sorted(host.rows("select version from games")) == [("ballot/1",), ("ballot/2",)]
    assert sorted(log_of(host, game)[-1]["kind"] for game in games) == ["dealt", "rules-changed"]
    monkeypatch.undo()
    updated(host)
    assert [log_of(host, game)[-1]["kind"] for game in games] == ["rules-changed", "rules-changed"]
    assert [len([e for e in log_of(host, game) if e["kind"] == "rules-changed"]) for game in games] == [1, 1]


def test_of_phases_of_older_rules_there_are_the_boards_before_and_after_them(host: HostUnderTest) -> None:
    def ends() -> set[tuple[int, int]]:
        found = host.json(f"/games/{game}/scenes?limit=50")["scenes"]
        return {(one[end]["phase"], one[end]["told"]) for one in found for end in ("before", "after")}

    game = begun(host)
    host.play_on(game, 3)
    exact = ends()
    updated(host)
    told = {one["phase"]: len(one["events"]) for one in host.json(f"/games/{game}/report")["phases"]}
    assert all(number in (0, told[phase]) for phase, number in ends())
    assert not all(number in (0, told[phase]) for phase, number in exact)
    for phase, number in ends():
        assert host.get(f"/games/{game}/view?phase={phase}&told={number}").status_code == 200


def test_a_release_without_the_rules_of_a_running_game_does_not_serve(host: HostUnderTest) -> None:
    game = begun(host)
    for titles in ((replace(NEW, upgrades={}),), (replace(NEW, version="ballot/3"),), ()):
        install(*titles)
        for refuse in (change_rules, require_rules):
            with pytest.raises(ConfigurationError, match=f"{game} under ballot/1"):
                refuse(host.host)
    install(replace(OLD, version="ballot/2"))
    assert log_of(host, game)[-1]["kind"] == "dealt"


def test_a_game_of_newer_rules_than_this_release_knows_is_left_alone(host: HostUnderTest) -> None:
    game = begun(host)
    updated(host)
    install(OLD)
    with pytest.raises(ConfigurationError, match=f"{game} under ballot/2"):
        change_rules(host.host)
    refused = host.get(f"/games/{game}/phase")  # a process of the old release that still runs
    assert (refused.status_code, refused.get_json()["code"]) == (409, "other-rules")
    with host.host.database.read() as session, pytest.raises(OtherRules):
        title_of(session, load_game(session, game))


def unreadable(plain: dict[str, Any]) -> dict[str, Any]:
    """A way to the newer rules that fails for some games, as if nobody had thought of them."""
    if plain["options"].get("shared"):
        raise IndexError
    return dict(NEW.upgrades["ballot/1"].position(plain))


BROKEN = replace(NEW, upgrades={"ballot/1": replace(NEW.upgrades["ballot/1"], position=unreadable)})


@pytest.fixture
def aside(host: HostUnderTest) -> tuple[str, str]:
    """A game that an update cannot carry over, and another, after that update."""
    game = host.begin(SEATS, None, title="ballot", scenario="assembly", options={"shared": True})
    other = host.begin(SEATS, None, title="ballot", scenario="assembly")
    updated(host, BROKEN)
    return game, other


def test_a_game_that_cannot_be_carried_over_is_set_aside_and_the_host_starts(
    host: HostUnderTest, aside: tuple[str, str]
) -> None:
    game, other = aside
    assert host.phase(other)["version"] == "ballot/2"
    host.play_on(other)
    assert host.json(f"/games/{other}")["status"] == "over"
    host.clock.forward(days=90)
    host.work()
    summary = host.json(f"/games/{game}")
    assert (summary["version"], summary["stopped"], summary["status"]) == ("ballot/1", True, "running")
    assert log_of(host, game)[-1]["kind"] == "dealt"
    waiting = host.json("/players/p-beta/waiting", host.players["p-beta"])["games"]
    assert [one["stopped"] for one in waiting if one["game"] == game] == [True]
    assert any(game in line for line in halted_games(host.host))
    refused = host.get(f"/games/{game}/phase")
    assert (refused.status_code, refused.get_json()["code"]) == (409, "other-rules")
    assert host.client.get("/").status_code == 200
    assert host.client.get(f"/games/{game}").status_code in (200, 409)
    assert len(host.json("/games")["games"]) == 2
    told = host.rows("select player, subject from mails where game = ? and subject like '%cannot be%'", game)
    assert told == [("p-alpha", "The long war: phase 1 cannot be resolved (Ballot)")]


@pytest.mark.parametrize("how", ["the next start", "the operator"])
def test_a_game_that_was_set_aside_is_carried_over_later(host: HostUnderTest, aside: tuple[str, str], how: str) -> None:
    game, _ = aside
    updated(host, BROKEN)
    assert host.json(f"/games/{game}")["stopped"] is True
    assert len(host.rows("select 1 from mails where game = ? and subject like '%cannot be%'", game)) == 1
    install(NEW)
    if how == "the operator":
        assert retry(host.host, game) is True
    else:
        updated(host)
    assert host.phase(game)["version"] == "ballot/2"
    assert host.json(f"/games/{game}")["stopped"] is False
    host.play_on(game)
    install(OLD, NEW)
    assert findings(host, game) == []


def test_a_game_that_was_set_aside_can_be_annulled(host: HostUnderTest, aside: tuple[str, str]) -> None:
    game, _ = aside
    assert host.act(game, payloads.Annul()).status_code == 201
    assert (host.json(f"/games/{game}")["status"], host.json(f"/games/{game}")["stopped"]) == ("over", False)
    updated(host)
    assert log_of(host, game)[-1]["kind"] == "over"


def test_an_upgrade_that_the_rules_cannot_go_on_from_changes_nothing(host: HostUnderTest) -> None:
    game = begun(host)
    updated(host, replace(NEW, upgrades={"ballot/1": Upgrade((), lambda plain: plain)}))
    assert log_of(host, game)[-1]["kind"] == "dealt"
    install(OLD)
    with host.host.database.read() as session:
        found = load_game(session, game)
        row = unresolved_phase(session, game)
        assert row is not None
        assert load_open_phase(host.host, session, found, row).position.version == "ballot/1"


def test_a_game_that_is_over_stays_under_its_rules_and_can_be_looked_at(host: HostUnderTest) -> None:
    game = begun(host)
    host.play_on(game)
    updated(host)
    assert host.json(f"/games/{game}")["version"] == "ballot/1"
    assert host.json(f"/games/{game}/view")["view"]["version"] == "ballot/2"
    assert findings(host, game) == [("not-recomputed", 0)]
    install()
    assert host.get(f"/games/{game}/log").status_code == 200


def test_a_game_archived_under_older_rules_goes_on_under_newer_ones(host: HostUnderTest, tmp_path: Path) -> None:
    game = begun(host)
    host.play_on(game, 1)
    exported = Exported.parse(archive(host.host, game))
    install(NEW)
    again = founded_again(tmp_path, host, exported)
    back = restore(again.host, exported)
    assert back.not_replayed is not None
    assert "ballot/1" in back.not_replayed
    assert [entry["kind"] for entry in log_of(again, game)][-2:] == ["resolved", "rules-changed"]
    again.play_on(game)
    install(OLD, NEW)
    record = Record.from_json(again.get(f"/games/{game}/record").data)
    assert verify_record(record, again.host.identity.signing_key) == []
    assert json.loads(record.to_json())["version"] == "ballot/1"
    assert [phase.phase for phase in record.phases if phase.position is not msgspec.UNSET] == [2]
    again.close()
