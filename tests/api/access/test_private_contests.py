"""Private contests: those whom they concern read them and their games; a stranger is answered as if there were none."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import event

from adjudicator import registry
from schemas.contests.verification import verify_contest
from schemas.statements.contests import NameAssistant
from tests.api.access.test_privacy import NO_GAME, addresses, answer
from tests.api.contests.contests import Contests
from tests.api.contests.proofs import whole
from tests.api.hosts import HostUnderTest
from tests.titles.ballot import TITLE as BALLOT

ENTRANTS = ("ann", "bob", "cid")
NAME = "Cup of the hidden"


@pytest.fixture(scope="module")
def contests(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Contests]:
    """A host with a private contest that is over; `sam` was invited and did not enter."""
    registry.register(BALLOT)
    contests = Contests(HostUnderTest(tmp_path_factory.mktemp("private")))
    contests.host.reader = contests.known("olga")
    contests.contest = contests.opened(rounds=1, private=True, name=NAME)
    for handle in (*ENTRANTS, "sam"):
        contests.known(handle)
        assert contests.invite(contests.contest, handle).status_code == 201
    contests.known("stranger")
    contests.entered(contests.contest, *ENTRANTS)
    contests.games = [one["game"] for one in contests.close(contests.contest)["rounds"][0]["tables"]]
    contests.mid_game = shown_to(contests, None), shown_to(contests, "stranger")
    for game in contests.games:
        contests.host.play_on(game)
    contests.work()
    assert contests.shown(contests.contest)["status"] == "finished"
    yield contests
    contests.host.close()
    registry._registered.pop(BALLOT.id)


def shown_to(contests: Contests, handle: str | None) -> list[int]:
    """The status with which each game is answered."""
    who = contests.known(handle) if handle else None
    return [contests.host.get(f"/games/{game}", who).status_code for game in contests.games]


@contextmanager
def asked_of_the_database(host: HostUnderTest) -> Iterator[list[str]]:
    said: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        said.append(statement)

    engine = host.host.database.engine
    event.listen(engine, "before_cursor_execute", note)
    yield said
    event.remove(engine, "before_cursor_execute", note)


@pytest.mark.parametrize("about", ["contest", "game"])
def test_a_stranger_is_answered_by_every_address_as_if_there_were_none_after_the_same_work(contests, about):
    host, asked = contests.host, addresses(contests.host, about)
    real = contests.contest if about == "contest" else contests.games[0]
    if about == "game":  # all of them: test_privacy
        asked = [one for one in asked if one[1] in ("/api/v1/games/GAME", "/games/GAME", "/api/v1/games/GAME/joins")]
    assert len(asked) > 3
    for method, path in asked:
        for who in (None, host.players["stranger"]):
            found = []
            for name in (real, NO_GAME):
                with asked_of_the_database(host) as work:
                    found.append((answer(host, method, path, name, who), work))
            assert found[0] == found[1], f"{method} {path}"
            assert found[0][0][0] >= 400, f"{method} {path}"


def test_its_games_are_hidden_while_they_are_played_and_after(contests):
    assert contests.mid_game == ([404], [404])
    assert shown_to(contests, "stranger") == [404]
    assert [shown_to(contests, one) for one in ("sam", "olga", *ENTRANTS)] == [[200]] * 5


def test_lists_ratings_figures_feeds_and_pages_do_not_betray_it(contests):
    host = contests.host
    for who in (None, host.players["stranger"]):
        assert host.get("/contests?organiser=olga", who).get_json()["contests"] == []
        assert host.get("/games?player=ann", who).get_json()["games"] == []
    for who in (None, host.players["ann"]):  # who may see it is told no other numbers
        assert host.get("/ratings/ballot", who).get_json()["ratings"] == []
        assert host.get("/players/ann/figures", who).get_json()["games"] == 0
    for path in ("/", "/contests", "/players/ann", "/ratings/ballot"):
        assert NAME not in (text := host.client.get(path).text), path
        assert contests.contest not in text
    assert [one["contest"] for one in host.json("/contests", host.players["sam"])["contests"]] == [contests.contest]


def test_whom_it_concerns_proves_it_and_nobody_keeps_it(contests):
    read = contests.host.get(f"/contests/{contests.contest}", contests.host.players["sam"])
    assert (read.status_code, read.headers["Cache-Control"]) == (200, "private, no-cache")
    assert verify_contest(whole(contests, contests.contest)) == []


def test_who_is_not_invited_enters_no_private_contest_and_addresses_are_not_invited(contests):
    contest = contests.opened(rounds=1, private=True)
    assert contests.enter(contest, "stranger").get_json()["code"] == "unknown-contest"
    assert contests.invite(contest, "who@example.org").get_json()["code"] == "wrong-invitation"
    assert contests.host.get(f"/contests/{contest}", contests.known("helper")).status_code == 404
    assert contests.act(contest, NameAssistant(reason="I play", player="helper")).status_code == 201
    assert contests.enter(contest, "helper").status_code == 201
