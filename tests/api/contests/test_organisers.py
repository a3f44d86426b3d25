"""What organisers say to all who are in a contest, and several of them in one."""

from __future__ import annotations

import json
from collections.abc import Iterator

import msgspec
import pytest

from adjudicator import registry
from api.referee.resolution import tell_stopped
from schemas.contests.story import moment
from schemas.contests.verification import verify_contest
from schemas.log.chain import LogEntry, append
from schemas.log.entries import Acted
from schemas.record import Record, verify_record
from schemas.statements import payloads
from schemas.statements.contests import (
    Adjudicate,
    Announce,
    DismissOrganiser,
    Disqualify,
    NameAssistant,
    NameOrganiser,
)
from schemas.statements.statements import Statement, sign_payload
from tests.api.contests.contests import Contests
from tests.api.contests.proofs import whole
from tests.api.hosts import HostUnderTest
from tests.titles.ballot import TITLE as BALLOT

HALL = "The hall opens at six.\n<b>Bring</b> your own dice."


@pytest.fixture(scope="module")
def contests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Contests]:
    registry.register(BALLOT)
    contests = Contests(HostUnderTest(tmp_path_factory.mktemp("organisers")))
    yield contests
    contests.host.close()
    registry._registered.pop(BALLOT.id)


def got(contests: Contests, contest: str, subject: str) -> dict[str, str]:
    """By player, the text of their mail about a contest with this in its subject."""
    rows = "select player, text from mails where message_id like ? and subject like ? order by id"
    return dict(contests.host.rows(rows, f"<{contest}.%", f"%{subject}%"))


def test_a_word_goes_to_all_who_are_in_and_to_nobody_who_left_and_stands_for_everybody_to_read(
    contests: Contests,
) -> None:
    contest, host = contests.opened(rounds=1), contests.host
    contests.entered(contest, "ann", "bob", "cid", "dan", "eve")
    contests.entered(contest, "sue", substitute=True)
    assert contests.leave(contest, "dan").status_code == 201
    assert contests.act(contest, Disqualify(player="eve", reason="puppets")).status_code == 201
    assert contests.act(contest, Announce(text=HALL)).status_code == 201
    mails = got(contests, contest, "olga writes to all")
    assert set(mails) == {"olga", "ann", "bob", "cid", "sue"}
    assert "The hall opens at six.\n" in mails["ann"]
    assert "<b>Bring</b> your own dice." in mails["ann"]
    [word] = contests.shown(contest)["words"]
    assert (word["player"], word["text"]) == ("olga", HALL)
    page = host.client.get(f"/contests/{contest}").text
    assert "The hall opens at six.\n&lt;b&gt;Bring&lt;/b&gt; your own dice." in page
    assert "olga writes to all" in host.get(f"/contests/{contest}/feed.atom").text
    contests.close(contest)
    contests.play(contest)
    assert contests.act(contest, Announce(text="Thank you.")).get_json()["code"] == "contest-over"
    assert verify_contest(whole(contests, contest), host.host.identity.signing_key) == []


def test_only_the_organiser_writes_to_all_and_not_without_end(contests: Contests) -> None:
    contest = contests.opened("o-loud")
    contests.entered(contest, "ann")
    contests.known("gus")
    assert contests.act(contest, NameAssistant(player="gus", reason="I play"), "o-loud").status_code == 201
    for other in ("gus", "ann"):
        assert contests.act(contest, Announce(text="Hear me"), other).get_json()["code"] == "not-organiser"
    for n in range(5):
        assert contests.act(contest, Announce(text=f"Word {n}"), "o-loud").status_code == 201
    refused = contests.act(contest, Announce(text="Word 5"), "o-loud")
    assert (refused.status_code, refused.get_json()["code"]) == (429, "too-much-press")
    assert int(refused.headers["Retry-After"]) > 80_000
    assert len(contests.shown(contest)["words"]) == 5
    contests.host.clock.forward(hours=25)
    assert contests.act(contest, Announce(text="Word 5"), "o-loud").status_code == 201


def test_further_organisers_decide_what_the_first_does_and_stand_in_the_log_with_what_they_did(
    contests: Contests,
) -> None:
    for handle in ("bert", "cleo"):
        contests.known(handle)
    terms = {"round_seconds": 86_400 * 30, "late": "adjudicate", "private": True, "substitutes": False}
    contest, host = contests.opened("olga-two", rounds=1, organisers=["bert"], **terms), contests.host
    host.reader = contests.known("bert")
    for handle in ("ann", "bob"):
        contests.known(handle)
        assert contests.invite(contest, handle, "bert").status_code == 201
    assert host.json(f"/contests/{contest}/invitations", contests.known("bert"))["invitations"]
    contests.entered(contest, "olga-two", "ann", "bob")
    assert contests.act(contest, Announce(text="Welcome."), "bert").status_code == 201
    assert contests.act(contest, NameOrganiser(player="cleo", reason="Help"), "bert").status_code == 403
    assert contests.act(contest, NameOrganiser(player="cleo", reason="Help"), "olga-two").status_code == 201
    again = contests.act(contest, NameOrganiser(player="cleo", reason="Help"), "olga-two")
    assert "cleo organises the contest already" in again.get_json()["detail"]
    game = contests.close(contest)["rounds"][0]["tables"][0]["game"]
    assert host.json(f"/games/{game}")["organiser"] == "bert"  # the first plays in it
    assert contests.shown(contest)["organisers"] == ["olga-two", "bert", "cleo"]
    seats = {player: seat for seat, player in contests.shown(contest)["rounds"][0]["tables"][0]["seats"].items()}
    own = payloads.Vacate(seat=seats["ann"], reason="silent")
    assert host.act(game, own, by=contests.known("olga-two")).status_code == 403
    assert host.act(game, own, by=contests.known("cleo")).status_code == 201
    named = payloads.Replace(seat=seats["ann"], player="bert", reason="rather than nobody")
    assert host.act(game, named, by=contests.known("cleo")).status_code == 201
    assert host.substitute(game, seats["ann"], "bert").status_code == 201
    assert host.json(f"/games/{game}")["organiser"] == "cleo"  # now bert plays too
    contests.late(contest)
    assert {one["player"] for one in contests.shown(contest)["duties"]} == {"cleo"}
    places = {"ann": 1, "bob": 2, "olga-two": 3}
    word = Adjudicate(game=game, places=places, reason="by the board")
    refused = contests.act(contest, word, "bert")
    assert (refused.get_json()["code"], "cleo can" in refused.get_json()["detail"]) == ("plays-here", True)
    assert contests.act(contest, word, "cleo").status_code == 201
    contests.work()
    assert contests.shown(contest)["status"] == "finished"
    assert verify_contest(whole(contests, contest), host.host.identity.signing_key) == []
    host.reader = None


def test_an_organiser_is_dismissed_by_the_first_or_leaves_and_decides_nothing_more(contests: Contests) -> None:
    for handle in ("bert", "cleo"):
        contests.known(handle)
    contest, host = contests.opened("o-first", rounds=1, organisers=["bert", "cleo"]), contests.host
    contests.entered(contest, "ann", "bob", "cid")
    game = contests.close(contest)["rounds"][0]["tables"][0]["game"]
    away = {who: DismissOrganiser(player=who, reason="no time") for who in ("bert", "cleo", "o-first")}
    assert contests.act(contest, away["cleo"], "bert").status_code == 403
    assert contests.act(contest, away["o-first"], "o-first").get_json()["code"] == "wrong-act"
    assert contests.act(contest, away["bert"], "bert").status_code == 201
    assert host.act(game, payloads.Pause(reason="rain"), by=contests.known("cleo")).status_code == 201
    assert contests.act(contest, away["cleo"], "o-first").status_code == 201
    for who in ("bert", "cleo"):
        assert contests.act(contest, Announce(text="I am here"), who).get_json()["code"] == "not-organiser"
        assert host.act(game, payloads.Resume(reason="sun"), by=contests.known(who)).status_code == 403
    assert host.act(game, payloads.Resume(reason="sun"), by=contests.known("o-first")).status_code == 201
    page = host.client.get(f"/contests/{contest}").text
    assert "bert organises the contest no more. Reason: <q>no time</q>" in page
    contests.play(contest)
    assert verify_contest(whole(contests, contest), host.host.identity.signing_key) == []
    record = Record.from_json(json.dumps(host.json(f"/games/{game}/record")).encode())
    assert acts_found(signed_anew(contests, record, "o-first")) == []
    for who in ("bert", "cleo"):
        key = contests.known(who).identity.key_id
        [found] = acts_found(signed_anew(contests, record, who))
        assert f"its signer is {key!r}" in found, found


def test_who_may_act_in_a_game_hears_once_that_nobody_plays_it_and_that_it_has_stopped(contests: Contests) -> None:
    for handle in ("bert", "cleo"):
        contests.known(handle)
    more = {"organisers": ["bert", "cleo"], "substitutes": False}
    contest, host = contests.opened("o-hears", rounds=1, **more), contests.host
    contests.entered(contest, "ann", "bob", "cleo")
    game = contests.close(contest)["rounds"][0]["tables"][0]["game"]

    def told(subject: str) -> list[str]:
        rows = "select player from mails where game = ? and subject like ? order by player"
        return [player for (player,) in host.rows(rows, game, f"%{subject}%")]

    tell_stopped(host.host, game)
    assert told("cannot be resolved") == ["bert", "o-hears"]  # cleo plays
    for seat in host.seats[game]:
        assert host.seat_act(game, seat, payloads.Resign(reason="ill")).status_code == 201
    assert told("nobody holds a seat") == ["bert", "o-hears"]
    assert host.json(f"/games/{game}")["organisers"] == ["o-hears", "bert"]
    for handle, calls in (("o-hears", True), ("bert", True), ("ann", False)):
        listed = host.json(f"/games?calls_for={handle}", contests.known(handle))["games"]
        assert (game in [one["game"] for one in listed]) == calls


def test_a_game_of_a_contest_in_which_all_miss_their_deadlines_is_told_to_who_may_act_in_it(contests: Contests) -> None:
    terms = {"terms": payloads.Terms(phase_seconds=86_400, excused=0), "substitutes": False}
    contest, host = contests.opened("o-idle", rounds=1, organisers=["bert"], **terms), contests.host
    contests.entered(contest, "ann", "bob", "cid")
    game = contests.close(contest)["rounds"][0]["tables"][0]["game"]
    host.mails_went_out()
    host.clock.forward(hours=24)
    host.work()
    told = host.rows("select player from mails where game = ? and subject like '%nobody holds a seat%'", game)
    assert sorted(told) == [("bert",), ("o-idle",)]


def test_where_all_who_organise_a_contest_play_each_is_asked_to_name_somebody_who_fills_a_seat(
    contests: Contests,
) -> None:
    contests.known("bert")
    contest, host = contests.opened("o-plays", rounds=1, organisers=["bert"]), contests.host
    contests.entered(contest, "ann", "bert", "o-plays")
    [table] = contests.close(contest)["rounds"][0]["tables"]
    [seat] = [seat for seat, player in table["seats"].items() if player == "ann"]
    assert host.seat_act(table["game"], seat, payloads.Resign(reason="ill")).status_code == 201
    contests.work()
    mails = got(contests, contest, f"seat {seat.capitalize()} in {table['game']} is vacant")
    assert set(mails) == {"bert", "o-plays"}
    assert all(f"ostraka contest act {contest} assistant PLAYER" in " ".join(text.split()) for text in mails.values())


def signed_anew(contests: Contests, record: Record, who: str) -> Record:
    """The record with another's word that the game goes on, which the host took, and signed its log with it."""
    identity, log = contests.known(who).identity, list[LogEntry]()
    for form in record.log:
        entry = LogEntry.from_statement(Statement.from_form(form))
        body = entry.body
        if isinstance(body, Acted) and (said := Statement.from_form(body.statement)).kind == payloads.Act.document:
            act = said.read(payloads.Act)
            if isinstance(act.act, payloads.Resume):
                act = msgspec.structs.replace(act, organiser=identity.key_id, number=act.number + 1_000)
                body = Acted(statement=sign_payload(act, identity).to_form())
        at, host = moment(entry.entry.at), contests.host.host.identity
        log.append(append(log[-1] if log else None, game=record.game, body=body, at=at, host=host))
    return msgspec.structs.replace(record, log=[entry.statement.to_form() for entry in log])


def acts_found(record: Record) -> list[str]:
    """What is wrong with the acts in a record."""
    return [finding.message for finding in verify_record(record) if finding.message.startswith("act ")]
