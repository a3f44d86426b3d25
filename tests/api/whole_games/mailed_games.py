"""Whole games by mail: who plays what, from the invitations to the end.

Four are invited, two of whom never use the network; the organiser plays with the program; one falls asleep, and another
takes his seat.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import pytest

from adjudicator.kernel import Chance, Title
from adjudicator.registry import title
from schemas.keys.chance import phase_key
from schemas.log.chain import substance, verify_chain
from schemas.record import Record
from schemas.statements.canonical import from_base64url
from schemas.statements.statements import Statement
from tests.api.mail_in.mailed_hosts import MailedHost
from tests.api.whole_games.correspondents import (
    ByBot,
    ByCommand,
    ByMail,
    Habit,
    Person,
    answering,
    kind_of,
    leaving,
    phase_of,
    text_of,
)
from tests.plain_books import athens_sparta, pericles, perikles

ASKING = ("orders-wanted", "reminder")
TERMS = ("--deadline", "3d", "--grace", "12h", "--reminder", "1d", "--excused-back", "40")
ORGANISER, SLEEPER, SUBSTITUTE = "aspasia", "thais", "phryne"


@dataclass(frozen=True)
class Play:
    """What is played: the organiser's seat, those of the others, and how everybody goes about it."""

    rules: Title[Any]
    scenario: str
    seats: Mapping[str, str]
    people: Callable[[MailedHost, Title[Any]], list[Person]]
    turn: Callable[[Any], object] = lambda position: position.turn
    most: int = 8  # mails that want something of one player in a game turn
    excused: int = 2  # deadlines that a player may miss


def people_of_perikles(host: MailedHost, rules: Title[Any]) -> list[Person]:
    """Books for what comes often; one renews his in each war, to rank what he would send."""
    war = ("D-5A", "D-5B", "D-5E", "D-6S", "D-6A", "D-6B")
    plain = Habit(answering(perikles.book, ("D-S1", "D-2", "D-3", *war)))
    kleon = Habit(answering(perikles.book, ("D-2", *war)))
    nikias = Habit(answering(perikles.book, ("D-3", "D-5C", *war)), lambda view: view.chapter >= 5 and _war_of(view))
    return [
        ByCommand(ORGANISER, host, rules, plain),
        ByMail("kleon", host, rules, kleon),
        ByMail("nikias", host, rules, nikias, attaches=True),
        ByCommand(SLEEPER, host, rules, plain, sleeps=lambda view, answered: view.chapter >= 5 and answered >= 1),
        ByBot(SUBSTITUTE, host, rules),
    ]


def _war_of(view: Any) -> tuple[int, int]:
    return view.turn, view.chapter


def people_of_pericles(host: MailedHost, rules: Title[Any]) -> list[Person]:
    """A book for each part of a turn, as docs/books.md shows; the organiser has one for the game."""
    standing = Habit(leaving(pericles.standing, "D4", "D5", "D6"))
    whole = Habit(pericles.book, _part_of)
    by_hand = Habit(leaving(pericles.book, "D6"), _part_of)
    return [
        ByCommand(ORGANISER, host, rules, standing),
        ByMail("kleon", host, rules, by_hand),
        ByMail("nikias", host, rules, whole, attaches=True),
        ByCommand(SLEEPER, host, rules, whole, sleeps=lambda view, _answered: _part_of(view)[1] == 2),
        ByCommand(SUBSTITUTE, host, rules, whole),
    ]


def people_of_polis(host: MailedHost, rules: Title[Any]) -> list[Person]:
    """Doctrines and end sheets for the whole game, turns one by one; one falls asleep once, and another takes over."""
    asked = [name for name, one in rules.questions.items() if not one.unasked and name not in ("D2", "D3")]
    book = Habit(lambda _view, _seat: [{"question": name, "default": True} for name in asked])
    return [
        ByCommand(ORGANISER, host, rules, book),
        ByCommand(SLEEPER, host, rules, book, sleeps=lambda _view, answered: answered >= 3),
        ByMail(SUBSTITUTE, host, rules, book),
    ]


def people_of_athens_sparta(host: MailedHost, rules: Title[Any]) -> list[Person]:
    """A queue of cards with each deal, garrison orders for the game, moves one by one; one falls asleep."""
    book = Habit(lambda view, seat: athens_sparta.standing_orders(rules, view, seat), lambda view: view.olympiad)
    return [
        ByCommand(ORGANISER, host, rules, book),
        ByCommand(SLEEPER, host, rules, book, sleeps=lambda _view, answered: answered >= 3),
        ByMail(SUBSTITUTE, host, rules, book),
    ]


def _part_of(view: Any) -> tuple[int, int]:
    """The part of the turn; in a veiled phase nobody need be asked, and all of those are in the last part."""
    return (view.turn, 2) if view.phase.veiled else pericles.part_of(view)


PLAYS = {
    "perikles": Play(
        title("perikles"),
        "standard",
        {ORGANISER: "red", "kleon": "green", "nikias": "black", SLEEPER: "orange"},
        people_of_perikles,
    ),
    "pericles": Play(
        title("pericles"),
        "14.1.06A",
        {ORGANISER: "AF", "kleon": "DF", "nikias": "EK", SLEEPER: "AK"},
        people_of_pericles,
    ),
    "polis": Play(
        title("polis"),
        "second_war",
        {ORGANISER: "sparta", SLEEPER: "athens"},
        people_of_polis,
        lambda position: position.round,
        most=14,  # a round lasts until both have passed
        excused=0,  # who misses two turns of so few has lost
    ),
    "athens_sparta": Play(
        title("athens_sparta"),
        "war",
        {ORGANISER: "sparta", SLEEPER: "athens"},
        people_of_athens_sparta,
        lambda position: (position.olympiad, position.game_turn),
        excused=0,
    ),
}


@dataclass
class Evening:
    """Those who play, the host, and the game when it is over."""

    play: Play
    host: MailedHost
    people: dict[str, Person]
    game: str = ""
    faults: list[Any] = field(default_factory=list)

    @property
    def organiser(self) -> ByCommand:
        """Who opened the game, and plays too."""
        found = self.people[ORGANISER]
        assert isinstance(found, ByCommand)
        return found

    @property
    def orphaned(self) -> str:
        """The seat that falls vacant."""
        return self.play.seats[SLEEPER]

    @cached_property
    def host_key(self) -> bytes:
        """The host's public key."""
        return self.host.host.identity.signing_key

    @cached_property
    def record(self) -> Record:
        """The record of the game."""
        return Record.from_json(json.dumps(self.host.json(f"/games/{self.game}/record")).encode())

    @cached_property
    def positions(self) -> dict[int, Any]:
        """The positions of the game by the number of the phase that led to them, as the kernel alone plays it again.

        What was carried out is sent, whether it came from an envelope or a book; there are no books.
        """
        record, rules = self.record, self.play.rules
        dice = self._dice()
        begun = rules.begin(scenario=record.scenario, seats=record.seats, options=record.options, chance=dice(0))
        found = {0: begun.position}
        for phase in record.phases:
            sent: dict[str, list[Any]] = {}
            for order in phase.orders:
                if order.source != "default":
                    sent.setdefault(order.seat, []).extend(rules.decode_orders([order.order]))
            found[phase.phase] = rules.resolve(found[phase.phase - 1], sent, dice(phase.phase)).position
        return found

    def _dice(self) -> Callable[[int], Chance]:
        """The dice of each phase, by the log and the secret that was revealed."""
        log = verify_chain([Statement.from_form(each) for each in self.record.log], self.host_key, self.game)
        secret = from_base64url(self.record.secret, "secret")

        def dice(phase: int) -> Chance:
            kind = "cut" if phase else "started"
            index = next(e.index for e in log if e.kind == kind and (not phase or e.body.phase == phase))
            return Chance(phase_key(secret, substance(log[: index + 1]), self.game, phase))

        return dice

    def asked(self) -> Counter[tuple[str, int]]:
        """How many mails wanted something of each player in each game turn, by what came into the mailboxes."""
        turns = {phase + 1: self.play.turn(position) for phase, position in self.positions.items()}
        return Counter(
            (name, turns[phase_of(mail)])
            for name, one in self.people.items()
            for mail in one.mails
            if kind_of(mail) in ASKING
        )

    def notices(self) -> list[tuple[str, list[str]]]:
        """The host's own steps, as they stand in the log."""
        bodies = [Statement.from_json(value).body for value in self.host.json(f"/games/{self.game}/log")["log"]]
        return [(one["body"]["what"], one["body"]["seats"]) for one in bodies if one["kind"] == "notice"]


def invited(play: Play, host: MailedHost) -> Evening:
    """Everybody registers; the organiser opens a game and invites; who is invited does as the mail says."""
    people = {one.name: one for one in play.people(host, play.rules)}
    for one in people.values():
        one.register()
    evening = Evening(play, host, people)
    organiser = evening.organiser
    opening = (play.rules.id, "--scenario", play.scenario, "--seats", str(len(play.seats)), "--name", "The long war")
    terms = (*TERMS, "--excused", str(play.excused))
    evening.game = organiser.game = organiser.online("game", "create", *opening, *terms).strip()
    organiser.seat = play.seats[ORGANISER]
    organiser.online("game", "join", evening.game, organiser.seat)
    for who, seat in play.seats.items():
        if who != ORGANISER:
            organiser.online("game", "invite", evening.game, who, "--seat", seat)
    host.send_out()
    for one in people.values():
        one.read()
    return evening


def play_through(evening: Evening) -> None:
    """From the deal to the end. When a seat falls vacant, the organiser invites another to it."""
    host, organiser, people = evening.host, evening.organiser, evening.people
    organiser.online("game", "start", evening.game)
    for name in (ORGANISER, SLEEPER):
        by_command = people.get(name, organiser)
        assert isinstance(by_command, ByCommand)
        by_command.file_book(by_command.view())
    for _ in range(1_000):
        host.send_out()
        busy = [one.name for one in people.values() if one.read()]
        host.take_in()
        if organiser.of_kind("over"):
            return
        vacant = [mail for mail in organiser.of_kind("nmr") if "is vacant." in text_of(mail)]
        if (
            vacant
            and SUBSTITUTE in people
            and not people[SUBSTITUTE].seat
            and not people[SUBSTITUTE].of_kind("invited")
        ):
            organiser.online("game", "invite", evening.game, SUBSTITUTE, "--seat", evening.orphaned)
            busy.append(ORGANISER)
        host.pass_time(bool(busy))
    pytest.fail("the game does not end")
