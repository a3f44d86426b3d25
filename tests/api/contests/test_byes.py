"""Rounds that entrants ask to sit out: not drawn, worth what the plan says, taken back until the draw."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from adjudicator import registry
from schemas.contests.verification import verify_contest
from tests.api.contests.contests import Contests
from tests.api.contests.proofs import whole
from tests.api.hosts import HostUnderTest
from tests.titles.ballot import TITLE as BALLOT


@pytest.fixture(scope="module")
def contests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Contests]:
    registry.register(BALLOT)
    contests = Contests(HostUnderTest(tmp_path_factory.mktemp("byes")))
    yield contests
    contests.host.close()
    registry._registered.pop(BALLOT.id)


def refused(contests: Contests, contest: str, who: str, number: int, **said: bool) -> str:
    answer = contests.bye(contest, who, number, **said)
    assert (answer.status_code, answer.get_json()["code"]) == (409, "bye-refused")
    return str(answer.get_json()["detail"])


def test_who_asked_sits_out_is_paid_by_the_plan_and_may_take_it_back(contests: Contests) -> None:
    contest, host = contests.opened(rounds=2, asked_byes=1, asked_worth="half"), contests.host
    contests.entered(contest, "ann", "bob", "cid", "dan")
    contests.entered(contest, "sue", substitute=True)
    assert contests.bye(contest, "ann", 1).status_code == 201
    assert "you have named so many" in refused(contests, contest, "ann", 2)
    assert contests.bye(contest, "ann", 1, withdrawn=True).status_code == 201
    assert "you have not asked to sit out round 1" in refused(contests, contest, "ann", 1, withdrawn=True)
    assert contests.bye(contest, "dan", 1).status_code == 201
    assert contests.shown(contest)["byes"] == [{"round": 1, "player": "dan"}]
    assert "wait as a substitute" in refused(contests, contest, "sue", 1)
    assert "has 2 rounds" in refused(contests, contest, "bob", 3)
    told = host.rows("select player from mails where subject like '%dan sits out round 1%' order by player")
    assert [who for (who,) in told] == ["dan", "olga"]
    [first] = contests.close(contest)["rounds"]
    assert (first["asked"], first["byes"]) == (["dan"], [])
    assert sorted(first["tables"][0]["seats"].values()) == ["ann", "bob", "cid"]
    assert "round 1 is drawn" in refused(contests, contest, "bob", 1)
    page = host.client.get(f"/contests/{contest}").text
    assert "Sitting out as they asked: <a" in page
    contests.play(contest)
    lines = {line["player"]: line for line in host.json(f"/contests/{contest}/standings?round=1")["lines"]}
    assert lines["dan"]["points"] == 360
    assert "Sat out as they asked: 1, worth half a win by the plan, 6 points." in lines["dan"]["why"]
    contests.play(contest)
    assert contests.shown(contest)["status"] == "finished"
    assert verify_contest(whole(contests, contest), host.host.identity.signing_key) == []


def test_where_too_few_would_be_left_all_are_drawn_and_without_a_plan_for_it_nobody_asks(contests: Contests) -> None:
    contest = contests.opened("o-few", rounds=1, asked_byes=1)
    contests.entered(contest, "ann", "bob", "cid")
    assert contests.bye(contest, "ann", 1).status_code == 201
    [first] = contests.close(contest)["rounds"]
    assert (first["asked"], len(first["tables"])) == ([], 1)
    plain = contests.opened("o-none")
    contests.entered(plain, "ann")
    assert "lets nobody sit out" in refused(contests, plain, "ann", 1)
