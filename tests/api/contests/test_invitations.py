"""Invitations to a contest: listed with what became of them, taken back; and who hears that it is cancelled."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from adjudicator import registry
from schemas.statements.contests import EndContest
from tests.api.contests.contests import Contests
from tests.api.hosts import HostUnderTest
from tests.api.pages.form_browsers import signed_in
from tests.titles.ballot import TITLE as BALLOT


@pytest.fixture(scope="module")
def contests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Contests]:
    registry.register(BALLOT)
    contests = Contests(HostUnderTest(tmp_path_factory.mktemp("contest-invitations")))
    yield contests
    contests.host.close()
    registry._registered.pop(BALLOT.id)


def listed(contests: Contests, contest: str, organiser: str = "olga") -> dict[str, str]:
    sent = contests.host.json(f"/contests/{contest}/invitations", contests.known(organiser))["invitations"]
    return {one["player"] or one["address"]: one["status"] for one in sent}


def invited(contests: Contests, contest: str, *who: str, by: str = "olga") -> None:
    for one in who:
        if "@" not in one:
            contests.known(one)
        assert contests.invite(contest, one, by).status_code == 201


def mails_to(contests: Contests, contest: str, part: str) -> list[tuple[str | None, str | None, str]]:
    rows = "select player, address, status from mails where message_id like ? order by id"
    return contests.host.rows(rows, f"<{contest}.{part}.%")


def test_the_organiser_sees_who_has_not_come_and_nothing_of_who_came_by_an_address(contests: Contests) -> None:
    contest, host = contests.opened(), contests.host
    invited(contests, contest, "ann", "bob", "gustavus", "new@home.test", "wrong@home.test", "eve@players.test")
    contests.known("eve")
    contests.entered(contest, "ann", "bob", "eve")
    assert contests.leave(contest, "bob").status_code == 201
    host.mails_went_out()
    host.rows("update mails set status = 'bounced' where address = 'wrong@home.test'")
    assert listed(contests, contest) == {
        "ann": "entered",
        "bob": "out",
        "gustavus": "waiting",
        "new@home.test": "unknown",
        "wrong@home.test": "returned",
        "eve@players.test": "unknown",
    }
    page = signed_in(host, contests.known("olga")).get(f"/contests/{contest}").text
    assert "<li>gustavus: has not come yet</li>" in page
    assert f"ostraka contest invite {contest} --withdraw WHO" in page
    for reader in (signed_in(host, contests.known("ann")), host.client):
        assert "gustavus" not in reader.get(f"/contests/{contest}").text


def test_in_an_anonymous_contest_nobody_learns_who_came(contests: Contests) -> None:
    contest = contests.opened("o-veiled", anonymous=True)
    invited(contests, contest, "ann", "bob", by="o-veiled")
    assert listed(contests, contest, "o-veiled") == {"ann": "unknown", "bob": "unknown"}


def test_what_is_taken_back_is_not_mailed_admits_nobody_and_can_be_sent_once_more(contests: Contests) -> None:
    contest, host = contests.opened("o-wrong"), contests.host
    invited(contests, contest, "dan", "typo@hoem.test", by="o-wrong")
    assert contests.invite(contest, "ann", "o-wrong", withdrawn=True).get_json()["code"] == "unknown-invitation"
    for who in ("dan", "Typo@hoem.test"):
        assert contests.invite(contest, who, "o-wrong", withdrawn=True).status_code == 201
        assert contests.invite(contest, who, "o-wrong", withdrawn=True).status_code == 404
    assert listed(contests, contest, "o-wrong") == {}
    assert {status for *_, status in mails_to(contests, contest, "invited")} == {"outdated"}
    assert host.rows("select withdrawn from invitations where place = ?", contest) == [(1,)]
    invited(contests, contest, "dan", by="o-wrong")
    assert listed(contests, contest, "o-wrong") == {"dan": "waiting"}
    assert contests.invite(contest, "ann", "ann", withdrawn=True).get_json()["code"] == "not-organiser"


def test_a_private_contest_is_hidden_again_from_who_has_not_entered(contests: Contests) -> None:
    contest, host = contests.opened("o-private", private=True, assistant=contests.known("gus") and "gus"), contests.host
    invited(contests, contest, "hal", "ida", "gus", by="o-private")
    host.reader = contests.known("ida")
    contests.entered(contest, "ida")
    host.reader = None
    for who in ("hal", "ida", "gus"):
        assert contests.invite(contest, who, "o-private", withdrawn=True).status_code == 201
    seen = {who: host.get(f"/contests/{contest}", contests.known(who)).status_code for who in ("hal", "ida", "gus")}
    assert seen == {"hal": 404, "ida": 200, "gus": 200}


def test_who_was_sent_an_invitation_and_has_not_come_hears_that_the_contest_is_cancelled(contests: Contests) -> None:
    contest, host = contests.opened("o-ends"), contests.host
    invited(contests, contest, "jim", "kay", "lea", "new@home.test", by="o-ends")
    host.mails_went_out()
    invited(contests, contest, "mia", by="o-ends")  # whose mail has not gone
    contests.entered(contest, "kay")
    assert contests.invite(contest, "lea", "o-ends", withdrawn=True).status_code == 201
    assert contests.act(contest, EndContest(reason="the hall burnt down"), "o-ends").status_code == 201
    contests.work()
    told = mails_to(contests, contest, "cancelled")
    assert [one[:2] for one in told] == [("jim", None), (None, "new@home.test")]
    [(text,)] = host.rows(
        "select text from mails where message_id like ? and player = 'jim'", f"<{contest}.cancelled.%"
    )
    assert "You were invited, and nobody can enter any more." in text
    assert "The contest is over: " in text
    assert "the hall burnt down" in text


def test_a_contest_that_ends_as_planned_says_nothing_to_who_did_not_come(contests: Contests) -> None:
    contest = contests.opened("o-plans", rounds=1)
    invited(contests, contest, "jim", by="o-plans")
    contests.host.mails_went_out()
    contests.entered(contest, "ann", "bob", "cid")
    contests.close(contest)
    contests.play(contest)
    assert contests.shown(contest)["status"] == "finished"
    assert mails_to(contests, contest, "cancelled") == []
