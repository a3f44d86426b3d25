"""What organisers say to all who are in a contest, and several of them in one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from adjudicator import registry
from schemas.contests.verification import verify_contest
from schemas.statements.contests import Announce, Disqualify, NameAssistant
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
