"""Each kind of contest on a host, from its plan to its proof, where the next round hangs on the one before."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from adjudicator import registry
from schemas.contests.verification import verify_contest
from schemas.documents.components_files import digest_of
from schemas.statements.contests import Adjudicate
from tests.api.contests.contests import Contests
from tests.api.contests.proofs import whole
from tests.api.hosts import HostUnderTest
from tests.titles.ballot import TITLE as BALLOT

SIX = ("ann", "bob", "cid", "dan", "eve", "fay")


@pytest.fixture
def contests(tmp_path: Path) -> Iterator[Contests]:
    """A host with the title of votes."""
    registry.register(BALLOT)
    host = HostUnderTest(tmp_path)
    yield Contests(host)
    host.close()
    registry._registered.pop(BALLOT.id)


def decide(contests: Contests, contest: str) -> None:
    """End every game of the newest round as the alphabet has it."""
    organiser = contests.shown(contest)["organiser"]
    for table in contests.shown(contest)["rounds"][-1]["tables"]:
        places = {player: place for place, player in enumerate(sorted(table["seats"].values()), start=1)}
        act = Adjudicate(game=table["game"], places=places, reason="in a hurry")
        assert contests.act(contest, act, organiser).status_code == 201
    contests.work()


def require_proved(contests: Contests, contest: str) -> dict[str, Any]:
    """The contest is finished, and its files prove it."""
    shown = contests.shown(contest)
    assert shown["status"] == "finished"
    assert sorted(shown["places"]) == sorted(SIX)
    assert verify_contest(whole(contests, contest), contests.host.host.identity.signing_key) == []
    return shown


def test_the_last_table_of_a_cup_decides(contests: Contests) -> None:
    contest = contests.opened("o-cup", kind="cup", rounds=2, swiss_rounds=1, advance=1)
    contests.entered(contest, *SIX)
    contests.close(contest)
    decide(contests, contest)
    decide(contests, contest)
    shown = require_proved(contests, contest)
    first, last = shown["rounds"]
    [table] = last["tables"]
    assert len(first["tables"]) == 2
    assert {one for one in SIX if shown["places"][one] <= 3} == set(table["seats"].values())
    assert {one: shown["places"][one] for one in table["seats"].values()} == table["result"]["places"]


def test_two_of_a_knock_out_play_both_sides_and_the_scores_of_both_games_decide_a_tie(contests: Contests) -> None:
    about = {"title": "polis", "scenario": "corinthian_war", "tables": [["athens", "sparta"]]}
    refused = contests.host.post("/contests", contests.plan("o-sides", kind="knock-out", advance=1, both_sides=True))
    assert "both_sides: a match over both sides is between two, and this plan has tables of 3" in refused.text
    contest = contests.opened("o-sides", kind="knock-out", rounds=2, advance=1, both_sides=True, tied="score", **about)
    contests.entered(contest, *SIX[:4])
    first = contests.close(contest)["rounds"][0]["tables"]
    assert [sorted(table["seats"].values()) for table in first[::2]] == [
        sorted(table["seats"].values()) for table in first[1::2]
    ]
    assert first[0]["seats"]["athens"] == first[1]["seats"]["sparta"]
    assert "points of both are added" in contests.host.client.get(f"/contests/{contest}").text
    decide(contests, contest)
    assert set(contests.shown(contest)["rounds"][1]["entrants"]) == {
        min(table["seats"].values()) for table in first[::2]
    }
    decide(contests, contest)
    assert contests.shown(contest)["places"]["ann"] == 1
    assert "ann won the match 24 to 0" in contests.host.client.get(f"/contests/{contest}/rounds/2").text
    assert verify_contest(whole(contests, contest), contests.host.host.identity.signing_key) == []


def test_two_play_polis_at_each_table_of_a_knock_out(contests: Contests) -> None:
    about = {"title": "polis", "scenario": "corinthian_war", "tables": [["athens", "sparta"]]}
    contest = contests.opened("o-polis", kind="knock-out", rounds=2, advance=1, **about)
    contests.entered(contest, *SIX[:4])
    contests.close(contest)
    decide(contests, contest)
    decide(contests, contest)
    shown = contests.shown(contest)
    assert [len(one["tables"]) for one in shown["rounds"]] == [2, 1]
    assert shown["places"]["ann"] == 1
    assert verify_contest(whole(contests, contest), contests.host.host.identity.signing_key) == []


def test_in_a_league_who_is_last_above_and_first_below_change_divisions(contests: Contests) -> None:
    contest = contests.opened("o-league", kind="league", advance=1, seeds="list", seed_list=list(SIX))
    contests.entered(contest, *SIX)
    contests.close(contest)
    contests.entered(contest, "gus")
    told = contests.host.rows("select text from mails where player = 'o-league' and message_id like ?", f"<{contest}.%")
    assert any("gus is in from round 2 on." in text for (text,) in told)
    assert contests.leave(contest, "gus").status_code == 201
    decide(contests, contest)
    assert contests.enter(contest, "gus").get_json()["code"] == "entering-closed"
    lines = contests.host.json(f"/contests/{contest}/standings")["lines"]
    first = [line["player"] for line in lines if line["division"] == 1]
    assert (sorted(first), len(lines)) == (["ann", "bob", "dan"], 6)
    assert "(division 2)" in contests.host.client.get(f"/contests/{contest}").text
    decide(contests, contest)
    shown = require_proved(contests, contest)
    divisions = [[sorted(table["seats"].values()) for table in one["tables"]] for one in shown["rounds"]]
    assert divisions == [[["ann", "bob", "cid"], ["dan", "eve", "fay"]], [["ann", "bob", "dan"], ["cid", "eve", "fay"]]]


def test_games_of_a_contest_are_played_with_the_components_file_of_its_organiser(contests: Contests) -> None:
    file, host = "rounds: 1\n", contests.host
    plan = contests.plan("o-file", rounds=1, options={"components": digest_of(file)})
    refused = host.post("/contests", plan)
    assert (refused.status_code, refused.get_json()["code"]) == (422, "wrong-components")
    contest = host.post("/contests", plan.to_json_value() | {"components": file}).get_json()["contest"]
    contests.entered(contest, *SIX[:3])
    [table] = contests.close(contest)["rounds"][0]["tables"]
    assert host.json(f"/games/{table['game']}/components")["components"] == file
    assert contests.play(contest)["status"] == "finished"
    assert verify_contest(whole(contests, contest), host.host.identity.signing_key) == []


def test_where_one_is_wanting_at_a_table_the_bot_of_the_rules_sits_and_takes_nobodys_place(contests: Contests) -> None:
    five, host = SIX[:5], contests.host
    contest = contests.opened("o-odd", rounds=1, odd="bot")
    contests.entered(contest, *five)
    [round_] = contests.close(contest)["rounds"]
    assert round_["byes"] == []
    [pair] = [table for table in round_["tables"] if len(table["seats"]) == 2]
    seats = {seat["seat"]: seat for seat in host.json(f"/games/{pair['game']}")["seats"]}
    [bot] = set(seats) - set(pair["seats"])
    assert seats[bot]["unmanned"]
    act = Adjudicate(game=pair["game"], places=dict.fromkeys(pair["seats"].values(), 1), reason="in a hurry")
    assert contests.act(contest, act, "o-odd").status_code == 201
    shown = contests.play(contest)
    [result] = [one["result"] for one in shown["rounds"][0]["tables"] if one["game"] == pair["game"]]
    assert result["places"] == dict.fromkeys(pair["seats"].values(), 1)
    assert shown["status"] == "finished"
    assert sorted(shown["places"]) == sorted(five)
    assert verify_contest(whole(contests, contest), host.host.identity.signing_key) == []


def test_a_substitute_fills_in_where_one_is_wanting_is_told_so_and_takes_nobodys_place(contests: Contests) -> None:
    five, host = SIX[:5], contests.host
    contest = contests.opened("o-fill", odd="fill-in")
    contests.entered(contest, *five)
    contests.entered(contest, "gus", substitute=True)
    [round_] = contests.close(contest)["rounds"]
    assert round_["byes"] == []
    [filled] = [table for table in round_["tables"] if table["fill_ins"]]
    assert filled["fill_ins"] == ["gus"]
    told = host.rows("select text from mails where player = 'gus' and message_id like ?", f"<{contest}.%")
    assert any(f"The game is {filled['game']}" in text and "brings no points" in text for (text,) in told)
    assert host.client.get(f"/contests/{contest}/rounds/1").text.count(", fills in)") == 1
    pair = sorted(set(filled["seats"].values()) - {"gus"})
    three = Adjudicate(game=filled["game"], places=dict.fromkeys([*pair, "gus"], 1), reason="in a hurry")
    refused = contests.act(contest, three, "o-fill")
    assert refused.get_json()["detail"] == f"Each of {' and '.join(pair)} needs a place, and nobody else."
    act = Adjudicate(game=filled["game"], places=dict.fromkeys(pair, 1), reason="in a hurry")
    assert contests.act(contest, act, "o-fill").status_code == 201
    second = contests.play(contest)["rounds"][1]
    [filled] = [table for table in second["tables"] if table["fill_ins"]]
    shown = contests.play(contest)
    [result] = [one["result"] for one in shown["rounds"][1]["tables"] if one["game"] == filled["game"]]
    assert sorted(result["places"]) == sorted(set(filled["seats"].values()) - {"gus"})
    assert sorted(shown["places"]) == sorted(five)
    assert verify_contest(whole(contests, contest), host.host.identity.signing_key) == []


def test_on_a_ladder_who_challenged_sit_together_and_one_challenge_a_round_may_be_declined(contests: Contests) -> None:
    plan = {"kind": "ladder", "rounds": 2, "advance": 4, "seeds": "list", "seed_list": list(SIX)}
    contest = contests.opened("o-ladder", **plan)
    contests.entered(contest, *SIX)
    refused = contests.challenge(contest, "bob", "ann")
    assert refused.get_json()["code"] == "challenge-refused"
    assert "nobody is on the ladder yet" in refused.get_json()["detail"]
    contests.close(contest)
    for player, opponent, declined, status in (
        *(("eve", "bob", False, 201), ("fay", "bob", False, 201), ("bob", "eve", True, 201)),
        *(("bob", "fay", True, 409), ("ann", "bob", False, 409), ("zoe", "ann", False, 409)),
    ):
        assert contests.challenge(contest, player, opponent, declined=declined).status_code == status, (
            player,
            opponent,
        )
    challenges = contests.shown(contest)["challenges"]
    assert [(one["challenger"], one["declined"]) for one in challenges] == [("eve", True), ("fay", False)]
    page = re.sub(r"<[^>]+>", "", contests.host.client.get(f"/contests/{contest}").text)
    assert "eve has challenged bob, who declined.\nfay has challenged bob.\n" in page
    told = contests.host.rows("select player, text from mails where message_id like ? order by id", f"<{contest}.%")
    assert {player for player, _ in told} == {"bob", "eve", "fay"}
    assert f"ostraka contest challenge {contest} eve --decline" in told[0][1]
    decide(contests, contest)
    tables = [set(table["seats"].values()) for table in contests.shown(contest)["rounds"][1]["tables"]]
    assert any({"bob", "fay"} <= table for table in tables), tables
    decide(contests, contest)
    require_proved(contests, contest)


@pytest.mark.parametrize("kind", ["league", "ladder"])
def test_league_and_ladder_are_shown_before_their_first_round_and_without_one(contests: Contests, kind: str) -> None:
    contest = contests.opened(f"o-early-{kind}", kind=kind, advance={"league": 1, "ladder": 2}[kind])

    def require_shown(*players: str) -> None:
        lines = contests.host.json(f"/contests/{contest}/standings")["lines"]
        assert [(line["place"], line["player"]) for line in lines] == [(1, player) for player in players]
        for path in ("", "/results.csv", "/feed.atom"):
            assert contests.host.get(f"/contests/{contest}{path}").status_code == 200
        page = contests.host.client.get(f"/contests/{contest}")
        assert page.status_code == 200
        assert all(player in page.text for player in players)

    require_shown()
    contests.entered(contest, "ann", "bob", "cid")
    require_shown("ann", "bob", "cid")
    assert contests.leave(contest, "cid").status_code == 201
    assert contests.close(contest)["reason"] == "too few entered: 2 of at least 3"
    require_shown("ann", "bob")
