"""A whole game of Perikles by mail, from the invitations to the end, through real SMTP and IMAP servers."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from structlog.testing import capture_logs

from adjudicator.kernel import Chance
from adjudicator.perikles.position import Perikles
from schemas.canonical import from_base64url
from schemas.chance import phase_key
from schemas.log import substance, verify_chain
from schemas.record import Record, verify_record
from schemas.statements import Statement
from tests.api.correspondents import (
    PERIKLES,
    ByCommand,
    ByMail,
    Person,
    Substitute,
    commands_in,
    kind_of,
    phase_of,
    text_of,
)
from tests.api.posthouses import PostHouse

ASKING = ("orders-wanted", "reminder")
MOST_ASKING = 8
WAR_AT_HAND = ("D-S1", "D-2", "D-3", "D-5A", "D-5B", "D-5E", "D-6S", "D-6A", "D-6B")
TERMS = ("--deadline", "3d", "--grace", "12h", "--reminder", "1d", "--excused", "2", "--excused-back", "40")


@dataclass
class Evening:
    """The four who are invited, who comes later, and the house."""

    house: PostHouse
    organiser: ByCommand
    people: dict[str, Person]
    game: str = ""
    faults: list[Any] = field(default_factory=list)


def invited(house: PostHouse) -> Evening:
    """Everybody registers; the organiser opens a game and invites; who is invited does as the mail says."""
    organiser = ByCommand("aspasia", house, book=WAR_AT_HAND)
    sleeper = ByCommand("thais", house, book=WAR_AT_HAND, most_answers=1)
    kleon = ByMail("kleon", house, booked=("D-2", "D-5A", "D-5B", "D-5E", "D-6S", "D-6A", "D-6B"))
    nikias = ByMail("nikias", house, booked=("D-3", *WAR_AT_HAND[3:], "D-5C"), renewed=True, attaches=True)
    people = {one.name: one for one in (organiser, kleon, nikias, sleeper, Substitute("phryne", house))}
    for one in people.values():
        one.register()
    opening = ("perikles", "--scenario", "standard", "--seats", "4", "--name", "The long war")
    game = organiser.online("game", "create", *opening, *TERMS).strip()
    organiser.online("game", "join", game, "red")
    organiser.seat, organiser.game = "red", game
    for who, seat in {"kleon": "green", "nikias": "black", "thais": "orange"}.items():
        organiser.online("game", "invite", game, who, "--seat", seat)
    house.send_out()
    for one in people.values():
        one.read()
    return Evening(house, organiser, people, game)


def play(evening: Evening) -> None:
    """From the deal to the end. When a seat falls vacant, the organiser invites another to it."""
    house, organiser = evening.house, evening.organiser
    organiser.online("game", "start", evening.game)
    organiser.file_book()
    evening.people["thais"].file_book()
    for _ in range(1_000):
        house.send_out()
        busy = [one.name for one in evening.people.values() if one.read()]
        house.take_in()
        if organiser.of_kind("over"):
            return
        vacant = [mail for mail in organiser.of_kind("nmr") if "is vacant now" in text_of(mail)]
        if vacant and not evening.people["phryne"].seat and not evening.people["phryne"].of_kind("invited"):
            organiser.online("game", "invite", evening.game, "phryne", "--seat", "orange")
            busy.append("aspasia")
        house.pass_time(bool(busy))
    pytest.fail("the game does not end")


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    """A game that was played to its end."""
    with pytest.MonkeyPatch.context() as monkeypatch, capture_logs() as logged:
        house = PostHouse(tmp_path_factory.mktemp("by-mail"), monkeypatch)
        try:
            evening = invited(house)
            play(evening)
            evening.faults = [entry for entry in logged if entry["event"] == "fault"]
            yield evening
        finally:
            print(*(entry for entry in logged if entry["event"] == "fault"), sep="\n")
            house.stop()


@pytest.fixture(scope="module")
def record(evening: Evening) -> Record:
    """The record of it."""
    return Record.from_json(json.dumps(evening.house.json(f"/games/{evening.game}/record")).encode())


def host_key(evening: Evening) -> bytes:
    """The house's public key."""
    return evening.house.house.identity.signing_key


def positions(evening: Evening, record: Record) -> dict[int, Perikles]:
    """The positions of the game by the number of the phase that led to them, as the kernel alone plays it again.

    What was carried out is sent, whether it came from an envelope or a book; there are no books.
    """
    statements = [Statement.from_form(each) for each in record.log]
    log = verify_chain(statements, host_key(evening), record.game)
    secret = from_base64url(record.secret, "secret")

    def dice(phase: int, kind: str) -> Chance:
        index = next(e.index for e in log if e.kind == kind and (not phase or e.body.phase == phase))
        return Chance(phase_key(secret, substance(log[: index + 1]), record.game, phase))

    found = {0: PERIKLES.begin(scenario=record.scenario, seats=record.seats, chance=dice(0, "started")).position}
    for phase in record.phases:
        sent: dict[str, list[Any]] = {}
        for order in phase.orders:
            if order.source != "default":
                sent.setdefault(order.seat, []).extend(PERIKLES.decode_orders([order.order]))
        found[phase.phase] = PERIKLES.resolve(found[phase.phase - 1], sent, dice(phase.phase, "cut")).position
    return found


def asking(evening: Evening, turns: Mapping[int, int]) -> Counter[tuple[str, int]]:
    """How many mails wanted something of each player in each game turn, by what came into the mailboxes."""
    return Counter(
        (name, turns[phase_of(mail)])
        for name, one in evening.people.items()
        for mail in one.mails
        if kind_of(mail) in ASKING
    )


def notices(evening: Evening) -> list[tuple[str, list[str]]]:
    """The house's own steps, as they stand in the log."""
    bodies = [Statement.from_json(value).body for value in evening.house.json(f"/games/{evening.game}/log")["log"]]
    return [(one["body"]["what"], one["body"]["seats"]) for one in bodies if one["kind"] == "notice"]


def test_the_record_holds_from_the_first_signature_to_the_last_die(evening: Evening, record: Record) -> None:
    assert verify_record(record, host_key(evening)) == []
    [command] = [line for line in commands_in(evening.organiser.mails[-1]) if "replay" in line]
    assert "the same orders and dice lead to the same bytes" in evening.organiser.obey(command)


def test_the_kernel_alone_comes_to_the_same_scores_and_places_which_everybody_is_told(
    evening: Evening, record: Record
) -> None:
    last = list(positions(evening, record).values())[-1]
    summary = evening.house.json(f"/games/{evening.game}")
    assert last.phase is None
    assert summary["scores"] == PERIKLES.scores(last)
    assert summary["places"] == last.outcome.places
    for name in ("aspasia", "kleon", "nikias", "phryne"):
        [over] = evening.people[name].of_kind("over")
        for seat, place in last.outcome.places.items():
            assert f"  {place}. {seat} ({summary['scores'][seat]})" in text_of(over).splitlines()


def test_nobody_gets_more_than_eight_mails_in_a_game_turn_that_want_something(evening: Evening, record: Record) -> None:
    turns = {phase + 1: position.turn for phase, position in positions(evening, record).items()}
    counted = asking(evening, turns)
    assert {name for name, _ in counted} == set(evening.people)
    assert max(counted.values()) <= MOST_ASKING, counted


def test_who_plays_by_mail_sent_every_envelope_by_mail_and_has_its_receipt(evening: Evening, record: Record) -> None:
    for name in ("kleon", "nikias"):
        one = evening.people[name]
        assert isinstance(one, ByMail)
        held = sorted((one.home.root / "receipts" / evening.game).iterdir())
        assert len(held) == one.sealed
        assert list((one.home.root / "sealed" / evening.game).iterdir()) == []
        assert len(one.of_kind("receipt")) == len(one.of_kind("orders-wanted"))
        assert {tuple(commands_in(mail)) for mail in one.of_kind("receipt")} == {("ostraka open receipts.ostraka",)}
        counted = [order.source for phase in record.phases for order in phase.orders if order.seat == one.seat]
        assert set(counted) == {"envelope", "book"}


def test_who_goes_missing_is_reminded_missed_and_vacated_and_another_plays_on(evening: Evening, record: Record) -> None:
    sleeper, substitute = evening.people["thais"], evening.people["phryne"]
    assert notices(evening) == [("overdue", ["orange"]), ("missed", ["orange"])] * 3 + [("vacated", ["orange"])]
    assert len(sleeper.of_kind("reminder")) == 3
    everything = "".join(map(text_of, evening.organiser.mails))
    assert len(re.findall(r"^  Phase \d+: no orders came from orange\.$", everything, re.MULTILINE)) == 3
    assert len(sleeper.of_kind("over")) == 0
    [seat] = [seat for seat in evening.house.json(f"/games/{evening.game}")["seats"] if seat["seat"] == "orange"]
    assert seat["player"] == "phryne"
    assert len(substitute.of_kind("orders-wanted")) >= 1
    sources = [order.source for phase in record.phases for order in phase.orders if order.seat == "orange"]
    assert sources.count("default") == 3
    others = [order.source for phase in record.phases for order in phase.orders if order.seat != "orange"]
    assert "default" not in others


def test_every_mail_arrived_once_and_nothing_went_wrong(evening: Evening) -> None:
    assert evening.faults == []
    assert evening.house.rows("select distinct status from mails") == [("sent",)]
    [(written,)] = evening.house.rows("select count(*) from mails")
    arrived = [str(mail["Message-ID"]) for one in evening.people.values() for mail in one.mails]
    assert len(arrived) == len(set(arrived)) == written
    for name in ("aspasia", "kleon", "nikias"):
        kinds = Counter(map(kind_of, evening.people[name].mails))
        assert (kinds["started"], kinds["over"], kinds["reminder"]) == (1, 1, 0)
