"""A title of two questions that lives in the tests: everybody votes at once, then a veiled word of mercy.

It has what the opening of Perikles has not: simultaneous questions, a veiled phase, dice, hidden numbers, an unasked
order. Clauses are its own: B.01 deal, B.02 vote, B.03 mercy, B.04 banishment, B.05 end. Its options give seats to the
rules' bot, for good or from the second round on, let one player hold two seats, and lay a file over its numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from html import escape
from typing import Any

import msgspec

from adjudicator.kernel import (
    UNKNOWN,
    Answers,
    Ask,
    Chance,
    ChapterBegins,
    Event,
    Illegal,
    Malformed,
    Order,
    Position,
    Question,
    Resolution,
    Scenario,
    Setting,
    Title,
    Unknown,
    UnknownName,
    agenda_step,
    gather,
    step,
)
from adjudicator.kernel.hidden.parts import Filed, Hidden
from adjudicator.kernel.rules.rules import bots_for
from adjudicator.kernel.strict_yaml import load

SEATS = ("alpha", "beta", "gamma", "delta", "epsilon")
ROUNDS = 2
_laid: dict[str, int] = {"": ROUNDS}

SETTINGS = {
    **bots_for(SEATS, "B.01"),
    "asleep": Setting("the seat that the bot plays from the second round on", "", ("", *SEATS)),
    "shared": Setting("whether one player may hold several seats", False, (False, True)),
    "components": Setting("the digest of a file that says how many rounds there are", ""),
}


class Numbers(msgspec.Struct, forbid_unknown_fields=True):
    """What a components file says."""

    rounds: int


def add_components(text: str) -> str:
    digest = sha256(text.encode()).hexdigest()
    try:
        _laid[digest] = msgspec.convert(load(text), Numbers, strict=True).rounds
    except msgspec.ValidationError as error:
        raise Malformed(f"components: {error}") from None
    return digest


def require_settings(scenario: str, options: Mapping[str, Any]) -> None:
    if options["components"] not in _laid:
        raise UnknownName("components file", str(options["components"]), sorted(name for name in _laid if name))
    if all(options[seat] == "bot" for seat in SEATS):
        raise Malformed("every seat is a bot's; at least one is a player's")


def sharing(scenario: str, options: Mapping[str, Any], holders: Mapping[str, str]) -> str | None:
    """One player holds one seat, unless they are shared."""
    for seat, player in holders.items():
        both = [other for other in holders if holders[other] == player]
        if len(both) > 1 and not options["shared"]:
            return f"without the option shared one player holds one seat, and {seat} would be one of two of his"
    return None


class Ballot(Position, kw_only=True):
    """Who is still in the city, and each citizen's secret sherd (the merciful need one of 4 or more)."""

    round: int = 0
    citizens: list[str] = []
    sherds: dict[str, int | Unknown] = {}
    votes: dict[str, int] = {}
    notes: dict[str, str] = {}


class Voted(Event, frozen=True, tag="voted", clause="B.02"):
    """B.02."""

    sentence = "{seat} voted against {against}."
    seat: str
    against: str


class SherdDealt(Event, frozen=True, tag="sherd-dealt", clause="B.01"):
    """B.01: to its owner only."""

    sentence = "Your sherd is {sherd}."
    seat: str
    sherd: int


class Banished(Event, frozen=True, tag="banished", clause="B.04"):
    """B.04."""

    sentence = "{seat} is banished."
    seat: str


class Vote(Order, frozen=True, tag="B-1"):
    against: str


class VoteQuestion(
    Question[Ballot, Vote], id="B-1", clause="B.02", default="B.02", subject="Vote", public_options=True
):
    """B.02: everybody at once names somebody else."""

    def prompt(self, view: Ballot, ask: Ask) -> str:
        return "Whom do you vote against?"

    def space(self, view: Ballot, ask: Ask) -> Iterator[Vote]:
        return (Vote(against=seat) for seat in view.seats)

    def refusal(self, view: Ballot, ask: Ask, order: Vote) -> Illegal | None:
        others = [seat for seat in view.citizens if seat != ask.seat]
        return None if order.against in others else Illegal("B.02", f"{order.against} is not one of {others}")

    def default(self, view: Ballot, ask: Ask) -> Vote:
        return next(self.options(view, ask))


class Mercy(Order, frozen=True, tag="B-2"):
    mercy: bool


class MercyQuestion(Question[Ballot, Mercy], id="B-2", clause="B.03", default="B.03"):
    """B.03: every citizen is asked, veiled; only a sherd of 4 or more allows mercy."""

    def prompt(self, view: Ballot, ask: Ask) -> str:
        return "Do you show mercy?"

    def space(self, view: Ballot, ask: Ask) -> Iterator[Mercy]:
        return (Mercy(mercy=mercy) for mercy in (False, True))

    def refusal(self, view: Ballot, ask: Ask, order: Mercy) -> Illegal | None:
        sherd = view.sherds[ask.seat]
        assert not isinstance(sherd, Unknown)
        return Illegal("B.03", "your sherd is below 4: no mercy") if order.mercy and sherd < 4 else None

    def default(self, view: Ballot, ask: Ask) -> Mercy:
        return Mercy(mercy=False)


class Note(Order, frozen=True, tag="B-N"):
    text: str


class NoteQuestion(Question[Ballot, Note], id="B-N", clause="B.05", unasked=True, public_options=True):
    """B.05: a note to oneself, at any time, unasked."""

    def prompt(self, view: Ballot, ask: Ask) -> str:
        return "A note to yourself."

    def space(self, view: Ballot, ask: Ask) -> Iterator[Note]:
        return (Note(text=text) for text in ("remember", "forget"))

    def refusal(self, view: Ballot, ask: Ask, order: Note) -> Illegal | None:
        return (
            None if len(order.text) <= 40 else Illegal("B.05", f"a note has 40 letters at most, not {len(order.text)}")
        )

    def apply(self, resolution: Resolution[Ballot], seat: str, order: Note) -> None:
        resolution.position.notes[seat] = order.text


def bots_now(position: Ballot) -> list[str]:
    asleep = [str(position.options["asleep"])] if position.round >= 2 else []
    return [seat for seat in position.seats if position.options[seat] == "bot" or seat in asleep]


@agenda_step
def deal(running: Resolution[Ballot]) -> None:
    position = running.position
    position.citizens = list(position.seats)
    for seat in position.seats:
        sherd = running.chance.die(6, "B.01 sherd")
        position.sherds[seat] = sherd
        running.emit(SherdDealt(seat=seat, sherd=sherd, only=(seat,)))


@agenda_step
def open_vote(running: Resolution[Ballot]) -> None:
    position = running.position
    position.round += 1
    running.emit(ChapterBegins(chapter=str(position.round), name=f"Round {position.round}"))
    running.ask([Ask(seat, "B-1") for seat in position.citizens], count)


@agenda_step
def count(running: Resolution[Ballot], answers: Answers) -> None:
    position = running.position
    position.votes = dict.fromkeys(position.citizens, 0)
    for seat, given in answers.items():
        position.votes[given["B-1"].against] += 1
        running.emit(Voted(seat=seat, against=given["B-1"].against))
    running.ask([Ask(seat, "B-2") for seat in position.citizens], banish, veiled=True)


@agenda_step
def banish(running: Resolution[Ballot], answers: Answers) -> None:
    position = running.position
    if not any(given["B-2"].mercy for given in answers.values()):
        most = max(position.votes.values())
        seat = running.chance.pick([s for s in position.citizens if position.votes[s] == most], "B.04 tie")
        position.citizens.remove(seat)
        running.emit(Banished(seat=seat))
    rounds = _laid[str(position.options["components"])]
    running.do(step(end if position.round == rounds or len(position.citizens) < 3 else open_vote))


@agenda_step
def end(running: Resolution[Ballot]) -> None:
    citizens = running.position.citizens
    running.finish("B.05", {seat: 1 if seat in citizens else 2 for seat in running.position.seats})


def set_up(**given: Any) -> Ballot:
    return Ballot(**given, agenda=[step(deal), step(open_vote)])


class Sherds(Hidden):
    """B.01: everybody has been dealt a number, and knows it alone."""

    def hide(self, view: Ballot, seat: str | None) -> None:
        view.sherds = {owner: sherd if owner == seat else UNKNOWN for owner, sherd in view.sherds.items()}

    def redeal(self, position: Ballot, seat: str | None, chance: Chance) -> None:
        for owner in position.seats:
            if owner != seat:
                position.sherds[owner] = chance.die(6, "redeal sherd")

    def imagine(self, view: Ballot, seat: str | None, chance: Chance) -> None:
        self.redeal(view, seat, chance)

    def deal_again(self, position: Ballot, chance: Chance) -> None:
        self.redeal(position, None, chance)


class Notes(Filed):
    """B.05."""

    def redeal(self, position: Ballot, seat: str | None, chance: Chance) -> None:
        """Nobody can know who has written one."""
        for owner in position.seats:
            if owner != seat:
                position.notes[owner] = chance.pick(["remember", "forget"], "redeal note")

    def imagine(self, view: Ballot, seat: str | None, chance: Chance) -> None:
        for owner in view.seats:
            if owner != seat and (note := chance.pick([None, "remember", "forget"], "imagine note")):
                view.notes[owner] = note


class Veiled(Hidden):
    """B.03: every citizen is asked."""

    def imagine(self, view: Ballot, seat: str | None, chance: Chance) -> None:
        if view.phase and view.phase.veiled:
            view.phase = msgspec.structs.replace(view.phase, asks=[Ask(citizen, "B-2") for citizen in view.citizens])


def steady(view: Ballot, seat: str, chance: Chance) -> list[Order]:
    asks = view.phase.asked_of(seat) if view.phase else []
    return [TITLE.default(view, seat, ask.question) for ask in asks]


def draw(view: Ballot, seat: str | None, dark: bool = False, shape: str = "wide") -> str:
    fill = "white" if dark else "black"
    there = escape(f"{seat or 'everybody'} sees {', '.join(view.citizens)}")
    return f'<svg xmlns="http://www.w3.org/2000/svg"><text y="20" fill="{fill}">{there}</text></svg>'


_DECLARED = gather(__name__)

TITLE = Title(
    id="ballot",
    name="Ballot",
    about="A title of the tests.",
    version="ballot/1",
    position=Ballot,
    questions=_DECLARED.questions,
    events=_DECLARED.events,
    steps=_DECLARED.steps,
    chapters={"deal": (step(deal), step(open_vote)), "vote": (step(open_vote),)},
    scenarios={"assembly": Scenario("assembly", "Assembly", "Two rounds of banishment.", (3, 4, 5))},
    seat_names=SEATS,
    set_up=set_up,
    hidden=[Sherds(), Notes(Ballot, "notes"), Veiled()],
    invariants=lambda position: None,
    scores=lambda position: {seat: int(seat in position.citizens) for seat in position.seats},
    show=lambda view: f"round {view.round}: {', '.join(view.citizens)}\n",
    draw=draw,
    steady=steady,
    settings=SETTINGS,
    require_settings=require_settings,
    bots_now=bots_now,
    add_components=add_components,
    sharing=sharing,
)
