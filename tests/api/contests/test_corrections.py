"""A result of a contest is corrected at a host, by whoever may, and shown, mailed, counted and proved."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from adjudicator import registry
from schemas.contests.verification import verify_contest
from schemas.statements.contests import CorrectResult
from tests.api.contests.contests import Contests
from tests.api.contests.proofs import whole
from tests.api.hosts import HostUnderTest
from tests.titles.ballot import TITLE as BALLOT

ENTRANTS = ("ann", "bob", "cid")


@pytest.fixture(scope="module")
def contests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Contests]:
    registry.register(BALLOT)
    host = HostUnderTest(tmp_path_factory.mktemp("corrections"))
    yield Contests(host)
    host.close()
    registry._registered.pop(BALLOT.id)


def turned(table: dict[str, Any]) -> CorrectResult:
    """With one more at the front than was there, and the first last."""
    last, *others = sorted(table["result"]["places"], key=lambda one: (table["result"]["places"][one], one))
    places = {player: place for place, player in enumerate([*others, last], start=1)}
    return CorrectResult(reason="the rules were wrong", game=table["game"], places=places)


def test_a_correction_is_shown_mailed_counted_and_proved_even_once_the_contest_is_over(contests: Contests) -> None:
    contest = contests.opened("olga", kind="swiss")
    contests.entered(contest, *ENTRANTS)
    contests.close(contest)
    first = contests.play(contest)["rounds"][0]["tables"][0]
    over = contests.play(contest)
    assert over["status"] == "finished"
    rated, before = contests.host.json("/ratings/ballot"), contests.host.json(f"/contests/{contest}/standings")
    act = turned(first)
    refused = contests.act(contest, act, by="ann")
    assert (refused.status_code, refused.get_json()["code"]) == (403, "not-organiser")
    response = contests.act(contest, act)
    assert response.status_code == 201, response.text

    result = contests.shown(contest)["rounds"][0]["tables"][0]["result"]
    assert (result["outcome"], result["places"]) == ("corrected", act.places)
    [told] = result["corrections"]
    assert (told["player"], told["reason"]) == ("olga", "the rules were wrong")
    assert told["places"] == first["result"]["places"]
    assert contests.shown(contest)["rounds"][1]["corrected_since"] == [first["game"]]
    after = contests.host.json(f"/contests/{contest}/standings")
    assert {line["player"]: line["points"] for line in after["lines"]} != {
        line["player"]: line["points"] for line in before["lines"]
    }
    assert contests.shown(contest)["places"] == {line["player"]: line["place"] for line in after["lines"]}
    by_which = contests.host.json(f"/contests/{contest}/standings?drawn=2")
    assert by_which["lines"] == contests.host.json(f"/contests/{contest}/standings?drawn=2&round=1")["lines"]
    assert by_which["lines"] != contests.host.json(f"/contests/{contest}/standings?round=1")["lines"]
    assert contests.host.get(f"/contests/{contest}/standings?drawn=3").status_code == 404
    assert contests.host.json("/ratings/ballot") != rated

    sent = "select player, text from mails where message_id like ? and text like '%corrected a result%' order by player"
    mails = contests.host.rows(sent, f"<{contest}.%")
    assert [player for player, _ in mails] == [*ENTRANTS, "olga"]
    assert "olga corrected a result. Reason: the rules were wrong" in mails[0][1]
    assert "now counts as 1. " in mails[0][1]
    assert "Standings and ratings are counted anew." in mails[0][1]

    page = contests.host.client.get(f"/contests/{contest}").text
    assert "olga corrected it: the rules were wrong" in contests.host.client.get(f"/games/{first['game']}").text
    assert "before it was corrected: 1. " in contests.host.client.get(f"/contests/{contest}/rounds/1").text
    assert f"Since then the result of {first['game']} was corrected; the draw stands." in page
    assert "Reason: <q>the rules were wrong</q>" in page
    assert "by which round 2 was drawn" in contests.host.client.get(f"/contests/{contest}?drawn=2").text

    assert verify_contest(whole(contests, contest), contests.host.host.identity.signing_key) == []
    again = contests.act(contest, act)
    assert (again.status_code, again.get_json()["code"]) == (422, "wrong-act")


def test_where_the_organiser_played_only_the_assistant_corrects(contests: Contests) -> None:
    contests.known("max")
    contest = contests.opened("ann", assistant="max")
    contests.entered(contest, *ENTRANTS)
    contests.close(contest)
    [table] = contests.play(contest)["rounds"][0]["tables"]
    refused = contests.act(contest, turned(table), by="ann")
    assert (refused.status_code, refused.get_json()["code"]) == (403, "plays-here")
    assert contests.act(contest, turned(table), by="max").status_code == 201
    assert contests.shown(contest)["rounds"][0]["tables"][0]["result"]["outcome"] == "corrected"
