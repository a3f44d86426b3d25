"""What the log of a game says was done in it."""

import pytest

from cli.trust.log_summary import LogSummary
from schemas.keys.identities import Identity
from schemas.statements.payloads import Absence, Act, Join, Replace, Resign, SeatAct, Vacate, Vote
from schemas.statements.statements import sign_payload

ASPASIA, KLEON, NIKIAS = (Identity.generate() for _ in range(3))
HASH = "A" * 43


def entry(kind: str, said, who: Identity) -> dict:
    return {"kind": kind, "body": {"statement": sign_payload(said, who).to_json_value()}}


def joined(seat: str, who: Identity) -> dict:
    me = who.key_id
    said = Join(game="g", seat=seat, player=me, contribution=HASH, host=NIKIAS.key_id, commitment=HASH)
    return entry("joined", said, who)


def of_seat(seat: str, who: Identity, act) -> dict:
    return entry("act", SeatAct(game="g", seat=seat, player=who.key_id, number=1, act=act), who)


def of_organiser(act) -> dict:
    return entry("act", Act(game="g", organiser=ASPASIA.key_id, number=1, act=act), ASPASIA)


def notice(what: str, seats: list[str], vote: str | None = None) -> dict:
    return {"kind": "notice", "body": {"what": what, "phase": 1, "seats": seats, "until": None, "vote": vote}}


FOR, AGAINST = Vote(on="end", yes=True), Vote(on="end", yes=False)
SEATED = [joined("red", ASPASIA), joined("green", KLEON)]
VOTED = [*SEATED, of_seat("red", ASPASIA, AGAINST), of_seat("green", KLEON, FOR)]


def test_votes_are_those_of_the_present_holders():
    assert LogSummary.of(VOTED).under_way() == [{"on": "end", "for": ["green"], "against": ["red"]}]
    assert LogSummary.of([*VOTED, of_seat("green", KLEON, AGAINST)]).under_way() == []
    assert LogSummary.of([*SEATED, of_seat("green", ASPASIA, FOR)]).under_way() == []


@pytest.mark.parametrize(
    "gone",
    [
        of_seat("green", KLEON, Resign()),
        of_organiser(Vacate(seat="green")),
        of_organiser(Replace(seat="green", player="nikias")),
        notice("vacated", ["green"]),
        joined("green", NIKIAS),
        notice("voted", ["green"], "end"),
    ],
    ids=["resigned", "vacated", "replaced", "fell-vacant", "taken", "carried"],
)
def test_a_vote_goes_with_its_holder_or_when_it_has_carried(gone):
    assert LogSummary.of([*VOTED, gone]).under_way() == []


def test_who_ever_held_a_seat_is_known_and_who_holds_it_now():
    doings = LogSummary.of([*SEATED, notice("vacated", ["green"]), joined("green", NIKIAS), notice("missed", ["red"])])
    assert doings.now == {"red": ASPASIA.key_id, "green": NIKIAS.key_id}
    assert doings.ever == {"red": {ASPASIA.key_id}, "green": {KLEON.key_id, NIKIAS.key_id}}


def test_absences_are_kept_in_the_order_in_which_they_were_announced():
    away = [Absence(first="2027-08-01", last="2027-08-09"), Absence(first="2027-07-01", last="2027-07-01")]
    assert LogSummary.of([*SEATED, *(of_seat("green", KLEON, one) for one in away)]).absences == [
        {"seat": "green", "first": "2027-08-01", "last": "2027-08-09"},
        {"seat": "green", "first": "2027-07-01", "last": "2027-07-01"},
    ]


def test_the_absences_of_who_left_a_seat_are_told_no_more():
    away = of_seat("green", KLEON, Absence(first="2027-08-01", last="2027-08-09"))
    assert LogSummary.of([*SEATED, away, of_seat("green", KLEON, Resign())]).absences == []
    mine = of_seat("green", NIKIAS, Absence(first="2027-09-01", last="2027-09-02"))
    told = LogSummary.of([*SEATED, away, of_seat("green", KLEON, Resign()), joined("green", NIKIAS), mine]).absences
    assert told == [{"seat": "green", "first": "2027-09-01", "last": "2027-09-02"}]
