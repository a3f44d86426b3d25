"""Who takes a seat that falls vacant in a contest, and who decides where the organiser plays: served, and proved."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlmodel import select

from adjudicator import registry
from api.contests import substitutes
from api.mail_out.outdated import is_outdated
from api.store.models import OFFER, MailRow
from schemas.contests.verification import verify_contest
from schemas.statements import payloads
from schemas.statements.contests import AnnulGame, Disqualify, NameAssistant
from schemas.statements.statements import sign_payload
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


def refused(contests: Contests, game: str, seat: str, handle: str) -> str:
    """Why somebody cannot take a seat."""
    answer = contests.host.substitute(game, seat, handle)
    assert (answer.status_code, answer.get_json()["code"]) == (409, "not-offered"), answer.text
    return str(answer.get_json()["detail"]).partition(": ")[2]


def accused(contests: Contests, contest: str) -> list[str]:
    return [str(one) for one in verify_contest(whole(contests, contest), contests.host.host.identity.signing_key)]


def begun(contests: Contests, organiser: str, *others: str, **said: object) -> tuple[str, str, str]:
    """A contest of one round, a game of it and another one; `alpha` of the first has resigned."""
    contest = contests.opened(organiser, rounds=1, **said)
    contests.entered(contest, *SIX)
    if others:
        contests.entered(contest, *others, substitute=True)
    one, other = (table["game"] for table in contests.close(contest)["rounds"][0]["tables"])
    assert contests.host.seat_act(one, "alpha", payloads.Resign()).status_code == 201
    contests.work()
    return contest, one, other


def test_without_substitutes_only_who_is_named_by_the_organiser_takes_a_vacant_seat(contests: Contests) -> None:
    contest, game, other = begun(contests, "o-none", substitutes=False)
    seats = contests.shown(contest)["rounds"][0]["tables"]
    gone, elsewhere = seats[0]["seats"]["alpha"], seats[1]["seats"]["alpha"]
    by_plan = "the contest's plan has no substitutes; its organiser can give the seat to somebody."
    assert [refused(contests, game, "alpha", one) for one in ("stranger", gone)] == [by_plan] * 2
    assert refused(contests, game, "alpha", elsewhere) == f"{elsewhere} is in another game of this round."
    told = contests.host.rows("select text from mails where player = 'o-none' and message_id like ?", f"<{contest}.%")
    assert any(f"ostraka game replace {game} alpha PLAYER" in text for (text,) in told)
    [duty] = contests.shown(contest)["duties"]
    assert (duty["player"], duty["line"]) == ("o-none", f"ostraka game replace {game} alpha PLAYER --reason TEXT")
    assert contests.waiting("o-none") == [duty]
    assert str(duty["what"]).startswith(f"seat Alpha in {game} is vacant")
    page = contests.host.client.get(f"/contests/{contest}").text
    assert f"<code>{duty['line']}</code>" in page
    assert "nobody (Alpha is vacant)" in page
    assert "<b>Alpha</b> <small>free (vacant since" in contests.host.client.get(f"/games/{game}").text
    free = contests.host.json("/games?free_for=stranger")["games"] + contests.host.json("/games?vacant=true")["games"]
    assert game not in {one["game"] for one in free}
    named = payloads.Replace(seat="alpha", player="stranger", reason="they asked")
    assert contests.host.act(game, named).status_code == 201
    assert contests.waiting("o-none") == []
    assert contests.host.substitute(game, "alpha", "stranger").status_code == 201
    assert contests.act(contest, Disqualify(player=elsewhere, reason="puppets"), "o-none").status_code == 201
    contests.work()
    assert refused(contests, other, "alpha", elsewhere) == f"{elsewhere} is disqualified in this contest."
    assert contests.host.act(other, payloads.Replace(seat="alpha", player=gone)).status_code == 201
    assert refused(contests, other, "alpha", gone) == f"{gone} is in another game of this round."
    assert contests.host.act(other, payloads.Replace(seat="alpha", player="newcomer")).status_code == 404
    contests.known("newcomer")
    assert contests.host.act(other, payloads.Replace(seat="alpha", player="newcomer")).status_code == 201
    assert contests.host.substitute(other, "alpha", "newcomer").status_code == 201
    assert contests.play(contest)["status"] == "finished"
    results = {body["game"]: body for body in (e["body"] for e in contests.log(contest) if e["kind"] == "result")}
    assert results[game]["substitutes"] == {"stranger": gone}
    assert results[other]["left"] == [elsewhere]
    assert accused(contests, contest) == []


def test_who_gave_up_a_seat_is_given_that_one_again_and_none_that_they_played_against(contests: Contests) -> None:
    contest, game, _ = begun(contests, "o-both", substitutes=False)
    gone = contests.shown(contest)["rounds"][0]["tables"][0]["seats"]["alpha"]
    assert contests.host.act(game, payloads.Replace(seat="beta", player=gone)).status_code == 201
    assert refused(contests, game, "beta", gone) == f"{gone} was drawn to another seat of this table."
    assert contests.host.act(game, payloads.Replace(seat="alpha", player=gone)).status_code == 201
    assert contests.host.substitute(game, "alpha", gone).status_code == 201


def test_when_all_of_the_pool_were_asked_each_of_them_may_take_the_seat_and_nobody_else(contests: Contests) -> None:
    contest, game, _ = begun(contests, "o-asked", "sam", "sue")
    assert contests.shown(contest)["duties"] == []
    for _ in range(3):
        contests.host.clock.forward(hours=25)
        contests.work()
    assert contests.kept_for(game, "alpha") is None
    waiting = "only substitutes of the contest are offered its vacant seats."
    assert refused(contests, game, "alpha", "walter") == waiting
    yours = {who: [duty["line"] for duty in contests.waiting(who)] for who in ("sam", "sue", "walter")}
    line = f"ostraka game join {game} alpha"
    assert yours == {"sam": [line], "sue": [line], "walter": []}
    assert contests.leave(contest, "sue").status_code == 201
    assert refused(contests, game, "alpha", "sue") == waiting
    assert contests.host.substitute(game, "alpha", "sam").status_code == 201
    assert contests.play(contest)["status"] == "finished"
    assert accused(contests, contest) == []


def test_a_seat_that_falls_vacant_again_is_offered_again_but_not_to_whoever_just_lost_it(contests: Contests) -> None:
    contest, game, _ = begun(contests, "o-again", "sam", "sue")
    first = contests.kept_for(game, "alpha")
    assert first in ("sam", "sue")
    assert contests.host.substitute(game, "alpha", first).status_code == 201
    assert contests.host.seat_act(game, "alpha", payloads.Resign()).status_code == 201
    contests.work()
    assert contests.kept_for(game, "alpha") == ({"sam", "sue"} - {first}).pop()
    offers = contests.host.rows("select player from mails where subject like '%seat alpha is offered to you%'")
    assert {one for (one,) in offers} == {"sam", "sue"}
    assert contests.host.rows("select faults from contests where id = ?", contest) == [(0,)]


def test_who_lost_a_seat_takes_it_back_only_if_the_organiser_names_them(contests: Contests) -> None:
    contest, game, _ = begun(contests, "o-back", "sam", "sue")
    first = str(contests.kept_for(game, "alpha"))
    assert contests.host.substitute(game, "alpha", first).status_code == 201
    assert contests.host.seat_act(game, "alpha", payloads.Resign()).status_code == 201
    for _ in range(2):
        contests.work()
        contests.host.clock.forward(hours=25)
    contests.work()
    assert contests.kept_for(game, "alpha") is None, "all were asked"
    [other] = {"sam", "sue"} - {first}
    told = [who for who in (first, other) for duty in contests.waiting(who) if duty["contest"] == contest]
    assert told == [other]
    assert refused(contests, game, "alpha", first) == f"{first} has taken a seat of this game before, and lost it."
    assert contests.host.act(game, payloads.Replace(seat="alpha", player=first)).status_code == 201
    assert contests.host.substitute(game, "alpha", first).status_code == 201
    assert contests.host.seat_act(game, "alpha", payloads.Resign()).status_code == 201
    assert refused(contests, game, "alpha", first) == f"{first} has taken a seat of this game before, and lost it."


def vacant(contests: Contests, organiser: str, *pool: str) -> tuple[str, list[tuple[str, str]]]:
    """A contest with a vacant seat in each of its two games, the first of them first offered."""
    contest, one, other = begun(contests, organiser, *pool)
    assert contests.host.seat_act(other, "alpha", payloads.Resign()).status_code == 201
    contests.work()
    return contest, [(one, "alpha"), (other, "alpha")]


def test_nobody_is_offered_two_seats_at_once_and_a_seat_waits_for_whoever_takes_or_lets_go_another(
    contests: Contests,
) -> None:
    contest, (one, other) = vacant(contests, "o-two", "sam")
    assert [contests.kept_for(*seat) for seat in (one, other)] == ["sam", None]
    assert contests.shown(contest)["duties"] == [], "a seat that waits for a substitute waits for nobody else"
    contests.host.clock.forward(hours=25)
    contests.work()
    assert [contests.kept_for(*seat) for seat in (one, other)] == [None, "sam"]
    contest, (one, other) = vacant(contests, "o-one", "sam")
    assert contests.host.substitute(*one, "sam").status_code == 201
    contests.work()
    assert contests.kept_for(*other) == "sam"
    assert contests.leave(contest, "sam").status_code == 201
    contests.work()
    assert contests.kept_for(*other) is None
    assert [duty["game"] for duty in contests.waiting("o-one")] == [other[0]]


def test_a_seat_waits_no_longer_for_somebody_whose_offer_the_organiser_has_ended(contests: Contests) -> None:
    _, (one, other) = vacant(contests, "o-ends", "sam")
    assert contests.host.act(one[0], payloads.Replace(seat="alpha", player="ann")).status_code == 201
    contests.host.clock.forward(hours=1)
    contests.work()
    assert contests.kept_for(*other) == "sam"


def test_who_takes_another_seat_has_no_offer_any_more_and_the_next_of_the_pool_has(contests: Contests) -> None:
    _, (one, other) = vacant(contests, "o-next", "sam", "sue", "sid")
    first, second = contests.kept_for(*one), contests.kept_for(*other)
    assert len({first, second}) == 2
    assert contests.host.act(one[0], payloads.Replace(seat="alpha", player=str(second))).status_code == 201
    assert contests.host.substitute(*one, str(second)).status_code == 201
    contests.work()
    assert (third := str(contests.kept_for(*other))) in {"sam", "sue", "sid"} - {second}
    assert true_offers(contests, other[0]) == [third]
    assert contests.host.act(other[0], payloads.Replace(seat="alpha", player=third)).status_code == 201
    assert true_offers(contests, other[0]) == [], "whom the organiser names has more time than the offer says"


def true_offers(contests: Contests, game: str) -> list[str | None]:
    """To whom a mail goes that offers a seat of a game."""
    with contests.host.host.database.read() as session:
        offers = session.exec(select(MailRow).where(MailRow.game == game, MailRow.true_while == OFFER)).all()
        return [mail.player for mail in offers if not is_outdated(session, mail)]


def test_an_organiser_who_frees_a_vacant_seat_once_more_is_not_told_twice_and_the_contest_goes_on(
    contests: Contests,
) -> None:
    contest, game, _ = begun(contests, "o-free")
    contests.known("pat")
    assert contests.host.act(game, payloads.Replace(seat="alpha", player="pat")).status_code == 201
    assert contests.host.act(game, payloads.Vacate(seat="alpha")).status_code == 201
    contests.work()
    told = contests.host.rows("select subject from mails where player = 'o-free' and subject like '%is vacant'")
    assert len(told) == 1
    assert contests.host.rows("select faults from contests where id = ?", contest) == [(0,)]


def test_whom_the_organiser_names_is_not_passed_over_for_the_pool(contests: Contests) -> None:
    _, game, _ = begun(contests, "o-word", "sam", "sue")
    contests.known("pat")
    assert contests.host.act(game, payloads.Replace(seat="alpha", player="pat")).status_code == 201
    contests.host.clock.forward(hours=25)
    contests.work()
    assert contests.kept_for(game, "alpha") == "pat"
    invitation = payloads.Invitation(
        game=game,
        organiser=contests.known("o-word").identity.key_id,
        number=contests.host.next_number(),
        player="pat",
        address=None,
        seat="alpha",
    )
    answer = contests.host.post(
        f"/games/{game}/invitations", sign_payload(invitation, contests.known("o-word").identity)
    )
    assert answer.get_json()["code"] == "no-free-seat"


@pytest.mark.parametrize("has_pool", [True, False])
def test_a_host_that_seats_whom_nobody_offered_a_seat_is_found_out(
    contests: Contests, monkeypatch: pytest.MonkeyPatch, has_pool: bool
) -> None:
    contest, game, _ = begun(contests, f"o-lies-{has_pool}".lower(), substitutes=has_pool)
    with monkeypatch.context() as lying:
        lying.setattr(substitutes, "seat_refused", lambda *_, **__: None)
        assert contests.host.substitute(game, "alpha", "crony").status_code == 201
    contests.play(contest)
    why = "only substitutes of the contest are offered its vacant seats"
    if not has_pool:
        why = "the contest's plan has no substitutes; its organiser can give the seat to somebody"
    found = accused(contests, contest)
    assert found == [f"games/{game}.json: crony took seat 'alpha', but could not: {why}"]


def test_an_assistant_named_before_the_games_were_dealt_decides_and_a_later_one_after_them(contests: Contests) -> None:
    contest = contests.opened("o-names", rounds=2)
    contests.entered(contest, *SIX[:5], "o-names")
    for handle in ("mia", "max"):
        contests.known(handle)
    assert contests.act(contest, NameAssistant(player="mia", reason="I play"), "o-names").status_code == 201
    contests.close(contest)

    def mine() -> str:
        tables = contests.shown(contest)["rounds"][-1]["tables"]
        return next(str(table["game"]) for table in tables if "o-names" in table["seats"].values())

    assert contests.act(contest, AnnulGame(game=mine(), reason="a power cut"), "mia").status_code == 201
    contests.play(contest)
    assert contests.act(contest, NameAssistant(player="max", reason="mia is away"), "o-names").status_code == 201
    for by, status in (("mia", 403), ("max", 201)):
        assert contests.act(contest, AnnulGame(game=mine(), reason="again"), by).status_code == status
    assert contests.play(contest)["status"] == "finished"
    assert accused(contests, contest) == []


def test_an_organiser_who_comes_in_as_a_substitute_hands_the_game_over_to_the_assistant(contests: Contests) -> None:
    contests.known("max")
    contest, game, _ = begun(contests, "o-comes", "o-comes")
    assert contests.act(contest, NameAssistant(player="max", reason="I may play"), "o-comes").status_code == 201
    assert contests.host.substitute(game, "alpha", "o-comes").status_code == 201
    assert contests.host.json(f"/games/{game}")["organiser"] == "max"
    assert contests.host.act(game, payloads.End(reason="it is late")).status_code == 201
    assert contests.play(contest)["status"] == "finished"
    assert accused(contests, contest) == []


def test_who_gave_up_a_seat_is_told_so_and_is_drawn_again_once_they_have_entered_again(contests: Contests) -> None:
    contest = contests.opened("o-shows", rounds=3, no_shows=1)
    contests.entered(contest, *SIX)
    game = contests.close(contest)["rounds"][0]["tables"][0]
    gone = game["seats"]["alpha"]
    assert contests.host.seat_act(game["game"], "alpha", payloads.Resign()).status_code == 201
    contests.known("stand-in")
    named = payloads.Replace(seat="alpha", player="stand-in", reason="they asked")
    assert contests.host.act(game["game"], named).status_code == 201
    assert contests.host.substitute(game["game"], "alpha", "stand-in").status_code == 201
    second = contests.play(contest)["rounds"][1]
    assert gone not in second["entrants"]
    [duty] = contests.waiting(gone)
    assert duty["line"] == f"ostraka contest enter {contest}"
    mails = contests.host.rows("select text from mails where message_id like ?", f"<{contest}.{gone}.rests.%")
    assert [duty["line"] in text for (text,) in mails] == [True]
    assert contests.enter(contest, gone).status_code == 201
    assert contests.enter(contest, gone).get_json()["code"] == "already-entered"
    assert contests.waiting(gone) == []
    assert contests.enter(contest, "late").status_code == 201
    told = contests.host.rows("select player, subject from mails where subject like '%is back' or subject like '%late'")
    assert sorted(told) == [("o-shows", f"Cup of Samos: {who}") for who in (f"{gone} is back", "late enters late")]
    assert gone in contests.play(contest)["rounds"][2]["entrants"]
    contests.play(contest)
    assert accused(contests, contest) == []


def test_where_organiser_and_assistant_both_play_nobody_decides_until_another_is_named(contests: Contests) -> None:
    for handle in ("ann", "max"):
        contests.known(handle)
    contest = contests.opened("o-both", rounds=1, assistant="ann", substitutes=False)
    contests.entered(contest, "ann", "bob", "o-both")
    [table] = contests.close(contest)["rounds"][0]["tables"]
    seat = next(seat for seat, player in table["seats"].items() if player == "bob")
    assert contests.host.seat_act(table["game"], seat, payloads.Resign()).status_code == 201
    contests.work()
    annul = AnnulGame(game=table["game"], reason="a power cut")
    assert [contests.act(contest, annul, by).get_json()["code"] for by in ("o-both", "ann")] == ["plays-here"] * 2
    [duty] = contests.shown(contest)["duties"]
    named = f"ostraka contest act {contest} assistant PLAYER --reason TEXT"
    assert (duty["player"], duty["line"]) == ("o-both", named)
    assert contests.act(contest, NameAssistant(player="max", reason="we play"), "o-both").status_code == 201
    assert [one["player"] for one in contests.shown(contest)["duties"]] == ["max"]
    assert contests.act(contest, annul, "max").status_code == 201
    contests.work()
    assert accused(contests, contest) == []
