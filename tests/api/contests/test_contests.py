"""A contest from its plan to its end, through the host's addresses."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest

from adjudicator import registry
from api.contests import games as contest_games
from api.store.lookups import load_seats
from schemas.contests.verification import verify_contest
from schemas.keys.identities import Identity
from schemas.log.checkpoints import find_checkpoints, read_checkpoint
from schemas.log.contest_entries import Result
from schemas.log.entries import Body
from schemas.record import Record, verify_record
from schemas.statements import payloads
from schemas.statements.contests import (
    Adjudicate,
    AnnulGame,
    Disqualify,
    EndContest,
    KeepApart,
    Lengthen,
    NameAssistant,
    Redraw,
)
from schemas.statements.payloads import Rotation, Terms
from schemas.statements.statements import Statement, sign_payload
from tests.api.contests.contests import Contests
from tests.api.contests.proofs import retold, whole
from tests.api.hosts import HostUnderTest
from tests.titles.ballot import TITLE as BALLOT

ENTRANTS = ("ann", "bob", "cid", "dan", "eve", "fay")


@pytest.fixture
def contests(tmp_path: Path) -> Iterator[Contests]:
    """A host of its own for each: what is left of other contests would be worked on with every step."""
    registry.register(BALLOT)
    host = HostUnderTest(tmp_path)
    yield Contests(host)
    host.close()
    registry._registered.pop(BALLOT.id)


def verified(contests: Contests, game: str) -> list[str]:
    record = Record.from_json(json.dumps(contests.host.json(f"/games/{game}/record")).encode())
    return [str(finding) for finding in verify_record(record, contests.host.host.identity.signing_key)]


def kinds(contests: Contests, contest: str) -> list[str]:
    return [entry["kind"] for entry in contests.log(contest)]


def other_places(body: Body) -> Body:
    """A result whose first and last changed places."""
    if not isinstance(body, Result):
        return body
    worst = max(body.places.values())
    return msgspec.structs.replace(body, places={one: worst + 1 - place for one, place in body.places.items()})


def test_a_contest_goes_from_its_plan_to_its_end_by_itself(contests: Contests) -> None:
    contest = contests.opened("o-end")
    contests.entered(contest, *ENTRANTS)
    shown = contests.close(contest)
    assert shown["status"] == "running"
    [round_] = shown["rounds"]
    assert sorted(player for table in round_["tables"] for player in table["seats"].values()) == sorted(ENTRANTS)
    shown = contests.play(contest)
    assert len(shown["rounds"]) == 2
    shown = contests.play(contest)
    assert shown["status"] == "finished"
    assert sorted(shown["places"]) == sorted(ENTRANTS)
    played = ["closed", "drawn", "result", "result"]
    assert kinds(contests, contest) == ["opened", *["entered"] * 6, *played, *played, "finished"]
    files = whole(contests, contest)
    assert verify_contest(files, contests.host.host.identity.signing_key) == []
    lied = retold(contests, files, other_places)
    found = {one.where for one in verify_contest(lied) if "its places is" in one.message}
    assert found
    assert found < set(files)
    name = next(name for name in files if name.startswith("games/"))
    for at in range(7, len(files[name]), len(files[name]) // 2):
        changed = files[name][:at] + bytes([files[name][at] ^ 1]) + files[name][at + 1 :]
        found = [one for one in verify_contest(files | {name: changed}) if one.accuses]
        assert [one.where for one in found[:1]] == [name], (at, files[name][at - 40 : at + 40])


def test_a_seat_that_falls_vacant_is_offered_to_the_pool_in_turn(contests: Contests) -> None:
    contest = contests.opened("o-pool", rounds=1)
    contests.entered(contest, "ann", "bob", "cid")
    contests.entered(contest, "sam", "sue", "sid", substitute=True)
    [table] = contests.close(contest)["rounds"][0]["tables"]
    game, (seat, *_) = table["game"], table["seats"]
    drawn = {*table["seats"].values()} - {table["seats"][seat]}
    assert contests.host.seat_act(game, seat, payloads.Resign()).status_code == 201
    contests.work()
    asked, vacant_at = [contests.kept_for(game, seat)], contests.host.clock()
    for _ in range(2):
        contests.host.clock.forward(hours=25)
        contests.work()
        asked.append(contests.kept_for(game, seat))
    assert sorted(asked) == ["sam", "sid", "sue"]
    assert contests.host.clock() - vacant_at < timedelta(hours=72)
    offered = contests.host.rows("select text from mails where kind = 'invited' and game = ?", game)
    assert all(f"ostraka game join {game} {seat}" in text for (text,) in offered)
    invited = contests.host.rows("select player from mails where kind = 'invited' and game = ? order by id", game)
    assert [player for (player,) in invited] == asked
    contests.host.clock.forward(hours=25)
    contests.work()
    assert contests.kept_for(game, seat) is None
    contests.entered(contest, "o-pool", substitute=True)
    contests.work()
    assert contests.kept_for(game, seat) == "o-pool", "who comes into the pool later is asked too"
    assert contests.host.substitute(game, seat, "o-pool").status_code == 201
    for act in (AnnulGame(game=game, reason="I lose"), Disqualify(player=min(drawn), reason="I lose")):
        refused = contests.act(contest, act, "o-pool")
        assert refused.get_json()["code"] == "plays-here", "who came in as a substitute plays too"
    contests.known("mia")
    assert contests.act(contest, NameAssistant(player="mia", reason="I play"), "o-pool").status_code == 201
    assert contests.host.json(f"/games/{game}")["organiser"] == "mia"
    shown = contests.play(contest)
    [result] = [entry["body"] for entry in contests.log(contest) if entry["kind"] == "result"]
    assert result["left"] == [table["seats"][seat]]
    assert result["substitutes"] == {"o-pool": table["seats"][seat]}
    assert shown["status"] == "finished"
    assert verify_contest(whole(contests, contest)) == []


def test_a_host_that_fails_in_the_middle_of_a_draw_goes_on_to_the_same_games(
    contests: Contests, monkeypatch: pytest.MonkeyPatch
) -> None:
    contest = contests.opened("o-crash", rounds=1)
    contests.entered(contest, *ENTRANTS)
    create, made = contest_games.TableOfDraw.create, []

    def fail_at_the_second(table: contest_games.TableOfDraw, host: object) -> bool:
        if made:
            raise OSError("killed")
        made.append(table.table.game)
        return create(table, host)  # type: ignore[arg-type]

    monkeypatch.setattr(contest_games.TableOfDraw, "create", fail_at_the_second)
    drawn = contests.close(contest)["rounds"][0]["tables"]
    assert contests.host.get(f"/games/{drawn[1]['game']}").status_code == 404
    monkeypatch.undo()
    contests.host.clock.forward(minutes=1)
    contests.work()
    shown = contests.shown(contest)["rounds"][0]["tables"]
    assert shown == drawn
    for table in shown:
        seats = contests.host.json(f"/games/{table['game']}")["seats"]
        assert {seat["seat"]: seat["player"] for seat in seats} == table["seats"]
    assert kinds(contests, contest).count("drawn") == 1


def test_late_games_end_by_the_plan(contests: Contests) -> None:
    contest = contests.opened("o-late", rounds=1, round_seconds=86_400, late="end", terms=Terms(phase_seconds=604_800))
    contests.entered(contest, "ann", "bob", "cid")
    [table] = contests.close(contest)["rounds"][0]["tables"]
    assert contests.act(contest, Lengthen(round=1, seconds=3600, reason="a strike"), "o-late").status_code == 201
    contests.host.clock.forward(hours=24)
    contests.work()
    assert contests.shown(contest)["status"] == "running"
    contests.host.clock.forward(hours=1)
    contests.work()
    shown = contests.shown(contest)
    assert shown["rounds"][0]["tables"][0]["result"]["outcome"] == "ended"
    assert shown["status"] == "finished"
    assert verified(contests, table["game"]) == []


def test_when_a_rounds_time_is_up_who_decides_is_asked_once_to_adjudicate(contests: Contests) -> None:
    contests.known("max")
    late = {"late": "adjudicate", "round_seconds": 86_400, "rounds": 1, "terms": Terms(phase_seconds=604_800)}
    contest = contests.opened("o-slow", assistant="max", **late)
    contests.entered(contest, *ENTRANTS[:5], "o-slow")
    tables = contests.close(contest)["rounds"][0]["tables"]
    mine, other = sorted(tables, key=lambda table: "o-slow" not in table["seats"].values())
    asked = "select player, text from mails where message_id like ? order by id"
    for _ in range(3):
        contests.late(contest)
    told = dict(contests.host.rows(asked, f"<{contest}.%.late.%"))
    assert sorted(told) == ["max", "o-slow"]
    assert f"ostraka contest act {contest} adjudicate {mine['game']} " in told["max"]
    assert other["game"] not in told["max"]
    [duty] = contests.waiting("max")
    assert duty["line"] in told["max"]
    assert [one["game"] for one in contests.waiting("o-slow")] == [other["game"]]
    assert f"adjudicate {other['game']} {' '.join(sorted(other['seats'].values()))} --reason" in told["o-slow"]
    assert contests.act(contest, Lengthen(round=1, seconds=3600, reason="a strike"), "o-slow").status_code == 201
    contests.work()
    assert len(contests.host.rows(asked, f"<{contest}.%.late.%")) == 2
    with contests.host.host.database.write() as session:  # as if they were a substitute there
        seat = load_seats(session, other["game"])[0]
        seat.player = "o-slow"
        session.add(seat)
    contests.late(contest)
    [*_, (who, text)] = told_again = contests.host.rows(asked, f"<{contest}.%.late.%")
    assert (len(told_again), who, text.count(" --reason TEXT")) == (3, "max", 3)


def test_acts_on_a_contest_reach_into_its_games(contests: Contests) -> None:
    contests.known("max")
    contest = contests.opened("o-acts", rounds=1, assistant="max")
    contests.entered(contest, *ENTRANTS, "gus", "hal", "o-acts")
    tables = contests.close(contest)["rounds"][0]["tables"]
    redraw = Redraw(round=1, reason="two of one club")
    assert contests.act(contest, redraw, "ann").get_json()["code"] == "not-organiser"
    assert contests.act(contest, redraw, "o-acts").status_code == 201
    contests.work()
    drawn = contests.shown(contest)["rounds"][0]
    assert drawn["draw"] == 2
    assert {table["game"] for table in drawn["tables"]}.isdisjoint(table["game"] for table in tables)
    assert contests.host.json(f"/games/{tables[0]['game']}")["reason"] == "annulled by the organiser"

    mine = next(table for table in drawn["tables"] if "o-acts" in table["seats"].values())
    one, other = [table for table in drawn["tables"] if table != mine]
    assert contests.host.json(f"/games/{mine['game']}")["organiser"] == "max"
    places = {player: place for place, player in enumerate(sorted(mine["seats"].values()), start=1)}
    adjudicate = Adjudicate(game=mine["game"], places=places, reason="nobody has answered for weeks")
    assert contests.act(contest, adjudicate, "o-acts").get_json()["code"] == "plays-here"
    assert contests.act(contest, adjudicate, "max").status_code == 201
    assert contests.act(contest, AnnulGame(game=one["game"], reason="a broken rule"), "o-acts").status_code == 201
    out = other["seats"]["alpha"]
    assert contests.act(contest, Disqualify(player=out, reason="two seats"), "o-acts").status_code == 201
    assert contests.host.json(f"/games/{other['game']}")["seats"][0]["player"] is None
    contests.work()
    results = {t["game"]: t["result"] for t in contests.shown(contest)["rounds"][0]["tables"]}
    assert results[mine["game"]]["outcome"] == "adjudicated"
    assert results[mine["game"]]["places"] == places
    assert results[one["game"]]["outcome"] == "annulled"
    assert contests.act(contest, EndContest(reason="summer"), "o-acts").status_code == 201
    contests.work()
    assert contests.shown(contest)["status"] == "finished"
    for game in (tables[0]["game"], mine["game"], one["game"], other["game"]):
        assert verified(contests, game) == [], game
    assert verify_contest(whole(contests, contest)) == []
    told = contests.host.rows("select text from mails where player = 'bob' and message_id like ?", f"<{contest}.%")
    assert [True for (text,) in told if "two of one club" in text] == [True]


def test_an_entrant_may_replace_their_key_before_the_draw(contests: Contests) -> None:
    contest = contests.opened("o-key", rounds=1)
    contests.entered(contest, "ann", "bob", "kit")
    kit, fresh = contests.known("kit"), Identity.generate()
    card = fresh.card("kit").statement.to_form()
    rotation = Rotation(host=contests.host.host.identity.key_id, player=kit.identity.key_id, card=card)
    assert contests.host.post("/players/kit/keys", sign_payload(rotation, kit.identity)).status_code in (200, 201)
    kit.identity = fresh
    [table] = contests.close(contest)["rounds"][0]["tables"]
    contests.play(contest)
    assert verified(contests, table["game"]) == []


def test_an_assistant_that_is_named_later_decides_where_the_organiser_plays(contests: Contests) -> None:
    contest = contests.opened("o-assist", rounds=1)
    contests.entered(contest, "ann", "bob", "o-assist")
    [table] = contests.close(contest)["rounds"][0]["tables"]
    game = table["game"]
    contests.host.players.setdefault("o-assist", contests.known("o-assist"))
    assert contests.host.act(game, payloads.End()).get_json()["code"] == "plays-here"
    out = Disqualify(player="ann", reason="ahead of me")
    assert contests.act(contest, out, "o-assist").get_json()["code"] == "plays-here"
    contests.known("mia")
    assert contests.act(contest, NameAssistant(player="mia", reason="I play"), "o-assist").status_code == 201
    assert contests.host.act(game, payloads.End()).status_code == 201
    contests.work()
    assert contests.shown(contest)["rounds"][0]["tables"][0]["result"]["outcome"] == "ended"
    assert verified(contests, game) == []


def test_with_too_few_entrants_a_contest_ends_and_says_so_to_all(contests: Contests) -> None:
    contest = contests.opened("o-few", fewest=4)
    contests.entered(contest, "ann", "bob", "cid")
    shown = contests.close(contest)
    assert (shown["status"], shown["reason"]) == ("finished", "too few entered: 3 of at least 4")
    told = contests.host.rows("select player, text from mails where message_id like ?", f"<{contest}.%")
    assert {player for player, text in told if "too few entered" in text} == {"ann", "bob", "cid", "o-few"}


def test_a_mini_begins_when_it_is_full(contests: Contests) -> None:
    contest = contests.opened("o-mini", kind="mini", closes_at=None, rounds=1, most=3)
    contests.entered(contest, "ann", "bob", "cid")
    assert contests.enter(contest, "dan").get_json()["code"] == "contest-full"
    contests.work()
    assert contests.shown(contest)["status"] == "running"


def test_who_is_invited_gets_one_mail_and_only_the_organiser_reads_whom(contests: Contests) -> None:
    contest, host = contests.opened("o-invites", name="Cup of Keos"), contests.host
    for handle in ("gustavus", "bob"):
        contests.known(handle)
    contests.entered(contest, "ann")
    for who, status in (
        *(("gustavus", 201), ("new@home.test", 201), ("bob@players.test", 201)),
        *(("gustavus", 200), ("New@home.test", 200), ("ann", 200)),
    ):
        assert contests.invite(contest, who, "o-invites").status_code == status, who
    rows = "select player, address, text from mails where message_id like ? order by id"
    gus, new, bob = host.rows(rows, f"<{contest}.invited.%")
    assert (gus[:2], new[:2], bob[:2]) == (("gustavus", None), (None, "new@home.test"), ("bob", "bob@players.test"))
    assert f"ostraka contest enter {contest} --url http://localhost" in gus[2]
    assert "Anybody may enter until " in gus[2]
    assert "ostraka key new NAME" not in gus[2] + bob[2]
    assert "ostraka key new NAME" in new[2]
    sent = host.json(f"/contests/{contest}/invitations", host.players["o-invites"])["invitations"]
    assert [one["player"] or one["address"] for one in sent] == ["gustavus", "new@home.test", "bob@players.test"]
    assert "gustavus" not in host.get(f"/contests/{contest}").text + host.get(f"/contests/{contest}/log").text


def test_an_invitation_that_cannot_be_is_refused_in_words(contests: Contests) -> None:
    contest = contests.opened("o-refuses", kind="knock-out", advance=1, rounds=1, substitutes=False)
    for who, said, code in (
        ("nobody-of-that-name", {}, "unknown-player"),
        ("ann", {"address": "ann@players.test"}, "wrong-invitation"),
        ("ann", {"contest": "lusab-babad-gutih"}, "wrong-contest"),
    ):
        assert contests.invite(contest, who, "o-refuses", **said).get_json()["code"] == code
    assert contests.invite(contest, "ann@home.test", "o-refuses", number=1).status_code == 201
    assert contests.invite(contest, "bob@home.test", "o-refuses", number=1).get_json()["newest"] == 1
    contests.entered(contest, "ann", "bob", "cid")
    contests.close(contest)
    assert contests.invite(contest, "dan@home.test", "o-refuses").get_json()["code"] == "entering-closed"


def test_what_cannot_be_is_refused_in_words(contests: Contests) -> None:
    host, closed = contests.host, contests.opened("o-words", kind="knock-out", advance=1, rounds=1)
    for said, words in (
        ({"closes_at": None}, "when does entering close"),
        ({"tables": [["alpha", "beta"]]}, "seats"),
        ({"options": {"alpha": "bot"}}, "nobody plays alpha"),
        ({"closes_at": "2020-01-01T00:00:00Z"}, "has passed"),
        ({"closes_at": "2999-12-31T23:59:59Z"}, "entering may stay open for 1098 days at most"),
    ):
        refused = host.post("/contests", contests.plan("o-words", **said))
        assert refused.status_code == 422
        assert words in refused.get_json()["detail"]
    contests.entered(closed, "ann", "bob", "cid")
    assert contests.enter(closed, "ann").get_json()["code"] == "already-entered"
    assert contests.enter(closed, "dan", commitment="A" * 43).get_json()["code"] == "wrong-commitment"
    assert contests.leave(closed, "dan").get_json()["code"] == "not-entered"
    plan = contests.plan("o-words")
    assert host.post("/contests", plan).status_code == 201
    assert host.post("/contests", plan).status_code == 200
    contests.opened("o-words")
    assert host.post("/contests", contests.plan("o-words")).get_json()["code"] == "too-many-contests"
    apart = KeepApart(players=["ann", "ann"], reason="of one club")
    assert contests.act(closed, apart, "o-words").get_json()["code"] == "wrong-act"
    contests.close(closed)
    assert contests.enter(closed, "dan").get_json()["code"] == "entering-closed"
    assert host.get(f"/contests/{closed}/rounds/2").get_json()["code"] == "unknown-round"


def test_who_left_before_the_closing_is_not_drawn(contests: Contests) -> None:
    contest = contests.opened("o-left", rounds=1)
    contests.entered(contest, "ann", "bob", "cid", "dan")
    assert contests.leave(contest, "dan").status_code == 201
    assert contests.close(contest)["rounds"][0]["entrants"] == ["ann", "bob", "cid"]


def test_lists_and_standings_say_what_the_log_tells(contests: Contests) -> None:
    contest = contests.opened("o-list", rounds=1)
    contests.entered(contest, "ann", "bob", "cid")
    contests.close(contest)
    shown = contests.play(contest)
    lines = contests.host.json(f"/contests/{contest}/standings")["lines"]
    assert {line["player"]: line["place"] for line in lines} == shown["places"]
    assert all(line["why"] for line in lines)
    [listed] = contests.host.json("/contests?organiser=o-list")["contests"]
    assert listed["contest"] == contest
    note = read_checkpoint(contests.host.get(f"/contests/{contest}/checkpoint").text)
    log = contests.host.json(f"/contests/{contest}/log")["log"]
    assert (note.log, note.count, note.head) == (contest, len(log), Statement.from_json(log[-1]).digest)
    mails = contests.host.rows("select text from mails where message_id like ? order by id", f"<{contest}.%")
    assert list(find_checkpoints(mails[-1][0])) == [note]
    first = contests.host.json(f"/contests/{contest}/log?limit=2")
    assert (len(first["log"]), first["more"], first["next"]) == (2, True, 1)
    assert contests.host.json(f"/contests/{contest}/rounds/1") == shown["rounds"][0]
    [game] = [table["game"] for table in shown["rounds"][0]["tables"]]
    assert contests.host.json(f"/games/{game}")["contest"] == contest
    for name, words in (("results.csv", game), ("calendar.ics", "entering closes"), ("feed.atom", "Round 1 is drawn")):
        assert words in contests.host.get(f"/contests/{contest}/{name}").text
    tag = contests.host.get(f"/contests/{contest}").headers["ETag"]
    assert contests.host.get(f"/contests/{contest}", **{"If-None-Match": tag}).status_code == 304


def test_nothing_is_put_off_for_ever_and_its_calendar_stays_one(contests: Contests) -> None:
    host, contest = contests.host, contests.opened("o-later")
    later = Lengthen(round=1, seconds=60 * 86_400, reason="no hurry")
    told = [contests.act(contest, later, "o-later") for _ in range(19)]
    assert {answer.status_code for answer in told[:18]} == {201}
    assert (told[18].status_code, told[18].get_json()["code"]) == (422, "wrong-act")
    assert "put anything off by more than 1098 days" in told[18].get_json()["detail"]
    assert " (put off from " in host.client.get(f"/contests/{contest}").text
    calendar = host.get(f"/contests/{contest}/calendar.ics")
    assert (calendar.status_code, calendar.text.count("BEGIN:VEVENT")) == (200, 1)
