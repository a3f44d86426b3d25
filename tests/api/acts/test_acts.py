"""Acts: of organisers, of seats, votes, games reopened."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import pytest

from api.games.replay import replay_game
from api.store.lookups import load_game
from schemas.log.chain import verify_chain
from schemas.record import Record, verify_record
from schemas.statements import payloads
from schemas.statements.statements import Statement
from tests.api.hosts import HostUnderTest


def deadline(host: HostUnderTest, game: str) -> datetime:
    return datetime.fromisoformat(host.phase(game)["deadline"])


def code(response: object) -> str:
    return str(response.get_json()["code"])  # type: ignore[attr-defined]


def test_a_pause_stops_the_cut_and_moves_the_deadline(host: HostUnderTest) -> None:
    game = host.started()
    before = deadline(host, game)
    assert host.act(game, payloads.Pause()).get_json()["paused_at"] is not None
    host.clock.forward(days=3)
    host.work()
    assert host.phase(game)["phase"] == 1
    assert host.act(game, payloads.Resume()).get_json()["paused_at"] is None
    assert (deadline(host, game) - before).days == 3
    host.clock.forward(hours=25)
    host.work()
    assert host.phase(game)["phase"] == 2


def test_an_extension_moves_the_deadline(host: HostUnderTest) -> None:
    game = host.started()
    before = deadline(host, game)
    host.act(game, payloads.Extend(seconds=3600))
    assert (deadline(host, game) - before).seconds == 3600


def test_no_phase_is_put_off_for_longer_than_three_years(host: HostUnderTest) -> None:
    game = host.started()
    answers = [host.act(game, payloads.Extend(seconds=60 * 86_400)) for _ in range(19)]
    assert [answer.status_code for answer in answers] == [201] * 18 + [422]
    assert code(answers[-1]) == "wrong-deadline"


def test_a_length_of_time_is_told_in_words_in_the_mail_of_the_act_and_in_the_news(host: HostUnderTest) -> None:
    game = host.started()
    host.act(game, payloads.Extend(seconds=90_000))
    told = "put the deadline off by 1 day and 1 hour of working time"
    texts = [text for (text,) in host.rows("select text from mails where kind = 'organiser'")]
    assert [told in text and "The open phase now runs until Sunday 3 May" in text for text in texts] == [True] * 4
    host.mails_went_out()
    host.play_on(game, 1)
    assert any(told in text for (text,) in host.rows("select text from mails where kind = 'orders-wanted'"))


def test_numbers_rise_and_the_same_act_again_changes_nothing(host: HostUnderTest) -> None:
    game = host.started()
    assert host.act(game, payloads.Extend(seconds=60), number=5).status_code == 201
    moved, entries = deadline(host, game), len(host.json(f"/games/{game}/log")["log"])
    assert host.act(game, payloads.Extend(seconds=60), number=5).status_code == 200
    older = host.act(game, payloads.Pause(), number=5)
    assert (older.status_code, code(older)) == (409, "number-not-newer")
    assert (deadline(host, game), len(host.json(f"/games/{game}/log")["log"])) == (moved, entries)
    assert len(host.json(f"/games/{game}/acts")["acts"]) == 1


def test_only_the_organiser_and_the_holder_act(host: HostUnderTest) -> None:
    game = host.started()
    green = host.seats[game]["green"]
    assert code(host.act(game, payloads.Pause(), by=green)) == "not-organiser"
    assert code(host.seat_act(game, "black", payloads.Resign(), by=green)) == "not-your-seat"
    assert host.json(f"/games/{game}")["paused_at"] is None


def test_everybody_is_told_of_an_act(host: HostUnderTest) -> None:
    game = host.started()
    host.act(game, payloads.Extend(seconds=3600, reason="A feast of Apollo."))
    mails = host.rows("select player, text from mails where kind = 'organiser' order by player")
    assert [player for player, _ in mails] == ["p-black", "p-green", "p-orange", "p-red"]
    assert all("A feast of Apollo." in text for _, text in mails)


def test_a_reminder_goes_out_at_once(host: HostUnderTest) -> None:
    game = host.started()
    host.mails_went_out()
    for _ in range(2):
        assert host.act(game, payloads.Remind()).status_code == 201
    asked = host.phase(game)["asked"][0]["seat"]
    mails = host.rows("select player, text from mails where kind = 'reminder'")
    assert [player for player, _ in mails] == [f"p-{asked}"] * 2
    for _, text in mails:
        assert "    ostraka table the-long-war\n" in text
        assert "still waiting for you. You have until " in text


def test_a_replaced_seat_is_kept_for_one_player(host: HostUnderTest) -> None:
    game = host.started()
    host.register("ann", email="ann@players.test")
    former = host.seats[game]["green"]
    assert host.act(game, payloads.Replace(seat="green", player="ann")).status_code == 201
    lost = "select player from mails where text like '%So you do not hold seat green any more.%'"
    assert host.rows(lost) == [("p-green",)]
    kept = "select player from mails where kind = 'invited' and text like '%Seat green is reserved for you.%'"
    assert host.rows(kept) == [("ann",)]
    assert code(host.substitute(game, "green", "bob")) == "seat-kept"
    assert host.substitute(game, "green", "ann").status_code == 201
    assert host.get(f"/games/{game}/seats/green/view", former).status_code == 403
    assert host.get(f"/games/{game}/seats/green/view", host.players["ann"]).status_code == 200


def test_who_resigns_makes_room(host: HostUnderTest) -> None:
    game = host.started()
    assert code(host.substitute(game, "black", "ann")) == "seat-taken"
    assert host.seat_act(game, "black", payloads.Resign()).status_code == 201
    assert host.substitute(game, "black", "ann").status_code == 201


def test_absences_are_announced_ahead_and_within_the_terms(host: HostUnderTest) -> None:
    game = host.started(terms={"absence_days": 3})
    seat, before = host.phase(game)["asked"][0]["seat"], deadline(host, game)
    today = payloads.Absence(first="2026-05-01", last="2026-05-02")
    assert code(host.seat_act(game, seat, today)) == "wrong-absence"
    assert host.seat_act(game, seat, payloads.Absence(first="2026-05-02", last="2026-05-03")).status_code == 201
    assert (deadline(host, game) - before).days == 2
    more = payloads.Absence(first="2026-05-05", last="2026-05-06")
    assert code(host.seat_act(game, seat, more)) == "too-long-absent"


def test_a_game_ends_by_its_scores_or_without_places(host: HostUnderTest) -> None:
    game = host.started()
    host.play_on(game, 2)
    over = host.act(game, payloads.End()).get_json()
    ranks = sorted(over["places"].values())
    assert (over["status"], ranks[0], over["reason"]) == ("over", 1, "ended by the organiser")
    for seat, place in over["places"].items():
        assert place == 1 + sum(score > over["scores"][seat] for score in over["scores"].values())
    assert code(host.act(game, payloads.Pause())) == "game-over"
    assert host.rows("select count(*) from phases where private_key is not null") == [(0,)]
    annulled = host.act(host.started(), payloads.Annul()).get_json()
    assert (annulled["status"], annulled["places"]) == ("over", {})


def test_a_game_that_has_not_begun_can_only_be_ended(host: HostUnderTest) -> None:
    ann = host.register("ann")
    game = host.open_game(ann, ("red", "green", "black"))["game"]
    assert code(host.act(game, payloads.Pause())) == "not-started"
    assert host.act(game, payloads.Annul()).get_json()["status"] == "over"
    for address in ("record", "view", "report", "phase"):
        refused = host.get(f"/games/{game}/{address}")
        assert code(refused) == "never-started"
        assert "no record. Its log is all there is" in refused.get_json()["detail"]
    assert [entry["kind"] for entry in log(host, game)] == ["created", "act", "over"]


def log(host: HostUnderTest, game: str) -> list[dict[str, Any]]:
    """The bodies of the log's entries, chain and signatures proved."""
    statements = [Statement.from_json(one) for one in host.json(f"/games/{game}/log")["log"]]
    return [entry.statement.body for entry in verify_chain(statements, host.host.identity.signing_key, game)]


def test_a_game_that_was_ended_before_it_began_neither_begins_nor_takes_anybody(host: HostUnderTest) -> None:
    ann, bob = host.register("ann"), host.register("bob")
    summary = host.open_game(ann, ("red", "green", "black"))
    game = summary["game"]
    for player, seat in ((ann, "red"), (bob, "green")):
        assert host.post(f"/games/{game}/joins", host.join_statement(player, summary, seat)).status_code == 201
    over = host.act(game, payloads.End()).get_json()
    assert (over["status"], over["places"], over["scores"]) == ("over", {}, {})
    assert code(host.post(f"/games/{game}/start", host.start_statement(ann, game))) == "never-started"
    assert code(host.post(f"/games/{game}/joins", host.join_statement(bob, summary, "black"))) == "game-over"
    assert [entry["kind"] for entry in log(host, game)] == ["created", "joined", "joined", "act", "over"]


@pytest.mark.parametrize("act", [payloads.End(), payloads.Annul()])
def test_the_record_of_a_game_with_acts_holds(host: HostUnderTest, act: payloads.Acts) -> None:
    game = host.started()
    host.play_on(game, 2)
    host.act(game, payloads.Replace(seat="green", player=host.register("ann").handle))
    host.substitute(game, "green", "ann")
    host.play_on(game, 2)
    host.act(game, act)
    record = Record.from_json(json.dumps(host.json(f"/games/{game}/record")).encode())
    assert verify_record(record, host.host.identity.signing_key) == []


def vote(host: HostUnderTest, game: str, seat: str, on: str, yes: bool = True) -> int:
    act = payloads.Vote(on=on, yes=yes)  # type: ignore[arg-type]
    return host.seat_act(game, seat, act).status_code


def paused(host: HostUnderTest, game: str) -> bool:
    return host.json(f"/games/{game}")["paused_at"] is not None


def test_more_than_half_of_the_held_seats_pause_a_game(host: HostUnderTest) -> None:
    game = host.started()
    for seat in ("red", "green"):
        assert vote(host, game, seat, "pause") == 201
    assert not paused(host, game)
    vote(host, game, "orange", "pause")
    assert paused(host, game)
    assert vote(host, game, "black", "pause") == 409


def test_a_vote_stands_until_the_seat_votes_again(host: HostUnderTest) -> None:
    game = host.started()
    vote(host, game, "red", "pause")
    vote(host, game, "red", "pause", yes=False)
    vote(host, game, "green", "pause")
    vote(host, game, "black", "pause")
    assert not paused(host, game)
    vote(host, game, "red", "pause")
    assert paused(host, game)


def test_votes_that_carried_are_used_up(host: HostUnderTest) -> None:
    game = host.started()
    opened = host.phase(game)["deadline"]
    for seat in ("red", "green", "black"):
        vote(host, game, seat, "extend")
    extended = host.phase(game)["deadline"]
    assert extended > opened
    vote(host, game, "red", "extend")
    assert host.phase(game)["deadline"] == extended


def test_votes_of_seats_that_fell_vacant_do_not_count(host: HostUnderTest) -> None:
    game = host.started()
    for seat in ("red", "green"):
        vote(host, game, seat, "pause")
    host.seat_act(game, "green", payloads.Resign())
    host.substitute(game, "green", "ann")
    vote(host, game, "black", "pause")
    assert not paused(host, game)


def test_all_seats_end_a_game(host: HostUnderTest) -> None:
    game = host.started()
    for seat in ("red", "green", "black"):
        vote(host, game, seat, "end")
    assert host.json(f"/games/{game}")["status"] == "running"
    vote(host, game, "orange", "end")
    summary = host.json(f"/games/{game}")
    assert (summary["status"], summary["reason"]) == ("over", "ended by the players")


def test_a_rollback_reopens_the_phase_under_a_new_number_and_key(host: HostUnderTest) -> None:
    game = host.started()
    first = host.phase(game)
    host.play_on(game, 2)
    assert host.act(game, payloads.Rollback(phase=1)).status_code == 201
    again = host.phase(game)
    assert (again["phase"], again["asked"]) == (4, first["asked"])
    assert again["key"] != first["key"]
    assert host.rows("select private_key from phases where number = 3") == [(None,)]
    told = host.json(f"/games/{game}/report?after=2")["phases"]
    assert [(one["phase"], [event["event"] for event in one["events"]]) for one in told] == [(3, ["reopened"])]


def test_nothing_more_is_taken_for_a_void_phase(host: HostUnderTest) -> None:
    game = host.started()
    host.play_on(game, 1)
    seat = host.asked(game)[0]
    late = host.envelope(game, seat, host.default(game, seat))
    host.act(game, payloads.Rollback(phase=1))
    refused = host.put(late, game, 2, seat)
    assert (refused.status_code, refused.get_json()["code"]) == (409, "phase-closed")


def test_a_rollback_changes_nothing_but_decks_that_nobody_has_seen(host: HostUnderTest) -> None:
    game = host.started()
    before = host.position(game)
    host.play_on(game, 1)
    host.act(game, payloads.Rollback(phase=1))
    after = host.position(game)
    title = host.title(game)
    assert title.encode(title.view(after, None)) != title.encode(after)
    changed = [name for name in after.__struct_fields__ if getattr(after, name) != getattr(before, name)]
    assert set(changed) <= {"phase", "phases", "influence_deck", "location_deck", "undealt_specials"}
    for name in set(changed) - {"phase", "phases"}:
        assert getattr(title.view(after, None), name) == getattr(title.view(before, None), name)


def test_only_a_resolved_phase_can_be_gone_back_to(host: HostUnderTest) -> None:
    game = host.started()
    assert host.act(game, payloads.Rollback(phase=1)).get_json()["code"] == "not-resolved"
    assert host.act(game, payloads.Rollback(phase=9)).get_json()["code"] == "unknown-phase"
    assert host.phase(game)["phase"] == 1
    assert host.json(f"/games/{game}/acts")["acts"] == []


def test_an_amendment_that_says_nothing_or_nonsense_changes_nothing(host: HostUnderTest) -> None:
    game = host.started()
    assert host.act(game, payloads.Amend()).get_json()["code"] == "nothing-amended"
    assert host.act(game, payloads.Amend(changes={"atlantis": 1})).get_json()["code"] == "cannot-amend"
    assert host.phase(game)["phase"] == 1


def test_the_record_of_a_game_rolled_back_amended_and_with_a_substitute_holds(host: HostUnderTest) -> None:
    game = host.started()
    host.play_on(game, 3)
    host.act(game, payloads.Rollback(phase=2))
    host.play_on(game, 1)
    assert host.act(game, payloads.Amend(redeal=True)).status_code == 201
    host.act(game, payloads.Replace(seat="green", player=host.register("ann").handle))
    host.substitute(game, "green", "ann")
    host.play_on(game)
    assert host.json(f"/games/{game}")["status"] == "over"
    record = Record.from_json(json.dumps(host.json(f"/games/{game}/record")).encode())
    assert verify_record(record, host.host.identity.signing_key) == []
    with host.host.database.read() as session:
        assert replay_game(host.host, session, load_game(session, game)).differs is None
