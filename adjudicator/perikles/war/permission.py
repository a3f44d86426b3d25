"""5.40 to 5.46: permission to defend. Decisions D-5D (at any time) and D-5E (on request); an order that waits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from adjudicator.kernel import Answers, Ask, Illegal, One, Parted, Parts, Resolution, YesNo, agenda_step, forward, step
from adjudicator.kernel.errors import Fault
from adjudicator.kernel.faults import Known
from adjudicator.kernel.subjects import count_of
from adjudicator.perikles.components import force_of, kind_of
from adjudicator.perikles.events import war
from adjudicator.perikles.names import name_of, no_seat
from adjudicator.perikles.politics import revolt
from adjudicator.perikles.state.orders import (
    Answer,
    AnswerChoice,
    AnswerOrder,
    AnswerRule,
    Bundle,
    CommitOrder,
    PermitOrder,
    Placement,
)
from adjudicator.perikles.state.position import FORCES, Perikles, Request
from adjudicator.perikles.war.commitment import place_all

Running = Resolution[Perikles]
ASK_AGAIN = forward("ask_again")  # the step of a fresh D-5C (5.43)


def attempt(running: Running, seat: str, order: CommitOrder) -> None:
    """5.43: carry an order out, or ask for what leave it lacks and let it wait; an illegal one falls.

    So does a fallback, which is checked only now (RULING-29).
    """
    position = running.position
    try:
        lacking = _lacking(position.scratch_of_forces(), seat, order.bundle)
    except Illegal:
        _fall(running, seat, None)
        return
    if not lacking:
        _carry_out(running, seat, order.bundle)
        return
    position.waiting = {seat: order}
    position.requests = _requests(seat, lacking)
    running.emit(*(_asked(request) for request in position.requests))
    leaders = [name for name in position.seats if _requests_to(position, name)]
    running.ask([Ask(leader, Permission.id) for leader in leaders], take_answers, seat=seat)


def _lacking(scratch: Perikles, seat: str, bundle: Bundle) -> list[Placement]:
    """The placements that lack only a permission; Illegal also where the Slave Revolt after them cannot be played."""
    lacking = place_all(scratch, seat, bundle)
    if bundle.revolt_after:
        revolt.check_revolt(scratch, seat, bundle.revolt_after)
    return lacking


def _requests(seat: str, lacking: list[Placement]) -> list[Request]:
    """5.43-B: one request for each (Location, force), with the number and type of its counters (V.11)."""
    pairs = list(dict.fromkeys((p.location, force_of(p.counter)) for p in lacking))
    return [
        Request(
            location,
            force,
            seat,
            *(
                sum((p.location, force_of(p.counter), kind_of(p.counter)) == (location, force, kind) for p in lacking)
                for kind in ("hoplite", "trireme")
            ),
        )
        for location, force in pairs
    ]


def _asked(request: Request) -> war.PermissionAsked:
    return war.PermissionAsked(
        seat=request.seat,
        force=request.force,
        location=request.location,
        hoplites=request.hoplites,
        triremes=request.triremes,
    )


def _requests_to(position: Perikles, leader: str) -> list[Request]:
    return [request for request in position.requests if position.leader_at(request.location) == leader]


@agenda_step
def take_answers(running: Running, answers: Answers, seat: str) -> None:
    """5.43-B, 5.43-C: the answers together; the order is carried out if all are granted, else it falls."""
    position = running.position
    refused = False
    for leader, given in answers.items():
        for answer in given[Permission.id].answers:
            if answer.grant:
                _permit(running, leader, answer.location, answer.force)
            else:
                refused = True
                position.refused.append(f"{answer.location} {answer.force}")
                running.emit(war.PermissionRefused(force=answer.force, location=answer.location))
    order = position.waiting.pop(seat)
    position.requests = []
    if refused:
        _fall(running, seat, order.fallback)
    else:
        _carry_out(running, seat, order.bundle)
        _settle_later(running)


def _fall(running: Running, seat: str, fallback: Bundle | None) -> None:
    """5.43-E: nothing is spent. What waited takes effect (5.43-D); then the fallback (D.07) or a fresh question."""
    running.emit(war.OrderFell(seat=seat))
    _settle_later(running)
    if fallback is None:
        running.do(step(ASK_AGAIN, seat=seat))
    else:
        order = CommitOrder(placements=fallback.placements, cube=fallback.cube, revolt_after=fallback.revolt_after)
        attempt(running, seat, order)


def _carry_out(running: Running, seat: str, bundle: Bundle) -> None:
    """5.24, 5.60: the counters are placed; what all may know of them is told, and the rest to their owners."""
    position = running.position
    place_all(position, seat, bundle)
    for placed in bundle.placements:
        force, kind = force_of(placed.counter), kind_of(placed.counter)
        running.emit(war.Committed(seat=seat, force=force, kind=kind, location=placed.location, side=placed.side))
        owners = tuple(position.owners(force))
        running.emit(war.CommittedFaceUp(counter=placed.counter, location=placed.location, only=owners))
    if not bundle.placements:
        running.emit(war.NothingCommitted(seat=seat))
    if bundle.cube:
        position.cities[bundle.cube].temple[seat] -= 1
        running.emit(war.CubeSpent(seat=seat, city=bundle.cube))
    if bundle.revolt_after:
        revolt.revolt(running, seat, bundle.revolt_after)


# --- permission at any time ---------------------------------------------------------------------------------------


def permit_refusal(position: Perikles, seat: str, order: PermitOrder) -> Illegal | None:
    """5.40, 5.41: why a seat may not give or withdraw this permission now."""
    place = position.place(order.location)
    if position.chapter != 5 or place is None:
        return Illegal("5.41", f"{name_of(order.location)} is not on display while forces are committed")
    if position.leader_at(order.location) != seat:
        return Illegal("5.40", f"you do not lead {name_of(place.printed.city)}, the city of {name_of(order.location)}")
    if (order.force is None) == (order.seat is None):
        return Illegal("5.41", "name either a force or a seat")
    if order.seat is not None and order.seat not in position.seats:
        return Illegal("5.41", no_seat(order.seat, position.seats))
    if not forces_concerned(position, seat, order):
        return Illegal("5.41", _why_not(position, seat, order))
    return None


def forces_concerned(position: Perikles, seat: str, order: PermitOrder) -> list[str]:
    """5.41, D.07, RULING-33: the forces that a gift or withdrawal can concern at this moment."""
    place, city = position.place(order.location), position.leader_at(order.location)
    if place is None or city is None:
        return []
    named = [order.force] if order.force else position.forces_of(str(order.seat))
    return [force for force in named if force in FORCES and _concerned(position, seat, order, force)]


def _concerned(position: Perikles, seat: str, order: PermitOrder, force: str) -> bool:
    place = position.place(order.location)
    if place is None or force in position.forces_of(seat) or not position.owners(force):
        return False
    if order.permit:
        return position.relation(force, place.printed.city) != "war"
    return force in position.permissions.get(order.location, []) and force not in place.defender.forces()


def _why_not(position: Perikles, seat: str, order: PermitOrder) -> str:
    place, force = position.place(order.location), order.force
    where, city = name_of(order.location), name_of(place.printed.city) if place else ""
    if force is None:
        kept = f"may be let defend {where}" if order.permit else f"has a permission for {where} to take back"
        return f"no force of {order.seat} {kept}"
    if force not in FORCES:
        return f"there is no city {force!r}; the cities are {', '.join(map(name_of, FORCES))}"
    if not order.permit and force in position.permissions.get(order.location, []):
        return f"{name_of(force)} defends {where} already: its permission stays"
    if not order.permit:
        return f"{name_of(force)} has no permission for {where} to take back"
    if position.relation(force, str(place and place.printed.city)) == "war":
        return f"{name_of(force)} is at war with {city} and cannot defend {where}"
    return f"{name_of(force)} is led by you or by nobody: it needs no permission from you"


def _permit(running: Running, seat: str, location: str, force: str) -> None:
    forces = running.position.permissions.setdefault(location, [])
    if force not in forces:
        forces.append(force)
        forces.sort(key=FORCES.index)
    running.emit(war.Permitted(seat=seat, location=location, force=force))


def _give_or_withdraw(running: Running, seat: str, order: PermitOrder) -> None:
    for force in forces_concerned(running.position, seat, order):
        if order.permit:
            _permit(running, seat, order.location, force)
        else:
            running.position.permissions[order.location].remove(force)
            running.emit(war.PermissionWithdrawn(seat=seat, location=order.location, force=force))


def _settle_later(running: Running) -> None:
    """5.43-D, RULING-25, RULING-34: gifts and withdrawals that came while an order waited, checked now."""
    later, running.position.later_permissions = running.position.later_permissions, {}
    for seat in running.position.seats:
        for order in later.get(seat, []):
            illegal = permit_refusal(running.position, seat, order)
            if illegal:
                running.emit(war.PermissionFell(location=order.location, why=illegal.message, only=(seat,)))
            else:
                _give_or_withdraw(running, seat, order)


def permit_refused_now(view: Perikles, seat: str, order: PermitOrder) -> Illegal | None:
    """5.43-D: while an order waits, whatever concerns a Location that the seat leads may be sent."""
    if view.requests and view.place(order.location) and view.leader_at(order.location) == seat:
        return None
    return permit_refusal(view, seat, order)


def permits_open(view: Perikles, ask: Ask, location: str, force: str) -> list[bool]:
    """Whether permission may be given, or withdrawn."""
    orders = [PermitOrder(location=location, force=force, permit=permit) for permit in (True, False)]
    return [order.permit for order in orders if permit_refused_now(view, ask.seat, order) is None]


def forces_to_permit(view: Perikles, ask: Ask, location: str) -> list[str]:
    """The forces whose permission for a Location can be changed."""
    return [force for force in FORCES if permits_open(view, ask, location, force)]


def locations_led(view: Perikles, ask: Ask) -> list[str]:
    """The Locations of cities that the seat leads, where any can."""
    led = [place.tile for _, place in view.places() if view.leader_at(place.tile) == ask.seat]
    return [location for location in led if forces_to_permit(view, ask, location)]


def force_in_words(force: str | None) -> str:
    """A force, where one is named."""
    return name_of(force) if force else ""


class Permit(
    Parted[Perikles, PermitOrder],
    id="D-5D",
    clause="5.41",
    listed=False,
    default="N.07",
    unasked=True,
    side_by_side=True,
    subject="Give or take back permission to defend",
    public_options=True,
):
    """D-5D: permission given or withdrawn at any time in phase 5; never asked."""

    def prompt(self, view: Perikles, ask: Ask) -> str:
        return "Permit a force to defend a Location of your city, or take that permission back."

    parts = {
        "location": One(locations_led, words=name_of, subject="place"),
        "force": One(forces_to_permit, words=force_in_words, asks="Which force?"),
        "permit": YesNo(permits_open, yes="may defend", no="may not defend", asks="May it defend there?"),
    }

    def choice_in_words(self, choice: PermitOrder) -> str:
        """D.07: one for a seat is for whatever forces it has."""
        who = f"every force of {choice.seat}" if choice.seat else force_in_words(choice.force)
        return f"{who} {self.parts['permit'].described(choice.permit)} {name_of(choice.location)}"

    def refusal(self, view: Perikles, ask: Ask, order: PermitOrder) -> Illegal | None:
        """5.40, 5.41; while an order waits it is checked when its moment comes (5.43-D)."""
        return permit_refused_now(view, ask.seat, order)

    def faults(self, said: PermitOrder, known: Known) -> list[Fault]:
        """5.41."""
        both = (said.force is None) == (said.seat is None)
        return [Fault((), "name either a force or a seat")] if both else []

    def apply(self, running: Running, seat: str, order: PermitOrder) -> None:
        """At the cut, before the orders of the phase (RULING-40, RULING-42); later while one waits (5.43-D)."""
        if running.position.requests:
            running.position.later_permissions.setdefault(seat, []).append(order)
        else:
            _give_or_withdraw(running, seat, order)


def _rule_for(request: Request, choice: AnswerChoice) -> AnswerRule | None:
    for rule in choice.rules:
        wanted = ((rule.force, request.force), (rule.seat, request.seat), (rule.location, request.location))
        if all(one in (None, other) for one, other in wanted):
            return rule
    return None


def request_in_words(request: Request) -> str:
    """Whose force asks to defend where, with how many counters."""
    counters = ((request.hoplites, "hoplite"), (request.triremes, "trireme"))
    number = " and ".join(count_of(n, kind) for n, kind in counters if n)
    return f"{number} of {name_of(request.force)} ({request.seat}) at {name_of(request.location)}"


def _asked_by(rule: AnswerRule) -> str:
    """What a rule of a book is for: `Athens of red at Pylos`, `everything`."""
    who = " of ".join(name_of(one) for one in (rule.force, rule.seat) if one)
    where = f" at {name_of(rule.location)}" if rule.location else ""
    return f"{who or 'everything'}{where}"


@cache
def granting(request: Request) -> YesNo:
    """Whether a request is granted."""
    return YesNo(yes="grant it", no="refuse it", asks=f"May {request_in_words(request)} defend?")


class Permission(
    Parted[Perikles, AnswerOrder],
    id="D-5E",
    clause="5.43",
    default="N.07",
    choice=AnswerChoice,
    choices_stand=True,
    subject="Answer a request to defend",
    public_options=True,
):
    """D-5E: each request to the seat is granted or refused (5.43-B)."""

    def prompt(self, view: Perikles, ask: Ask) -> str:
        asked = "; ".join(map(request_in_words, _requests_to(view, ask.seat)))
        return f"Which of these forces may defend? {asked}."

    def parts_of(self, view: Perikles, ask: Ask) -> Parts:
        return {
            f"answers {number}": granting(request) for number, request in enumerate(_requests_to(view, ask.seat), 1)
        }

    def maker(self, view: Perikles, ask: Ask) -> Callable[..., AnswerOrder]:
        """The answers, in the order of the requests."""
        asked = [(request.location, request.force) for request in _requests_to(view, ask.seat)]
        return lambda *granted: AnswerOrder(
            [
                Answer(location=place, force=force, grant=grant)
                for (place, force), grant in zip(asked, granted, strict=True)
            ]
        )

    def refusal(self, view: Perikles, ask: Ask, order: AnswerOrder) -> Illegal | None:
        """5.43-B: one answer to each request, none to anything else."""
        requests = _requests_to(view, ask.seat)
        asked = sorted((request.location, request.force) for request in requests)
        if asked == sorted((answer.location, answer.force) for answer in order.answers):
            return None
        said = ", ".join(f"{name_of(request.force)} at {name_of(request.location)}" for request in requests)
        return Illegal("5.43-B", f"answer each request once, and no other: {said}")

    def choice_in_words(self, choice: AnswerChoice | AnswerOrder) -> str:
        """The answers, or the rules of a book."""
        said = {True: "grant", False: "refuse"}
        if isinstance(choice, AnswerChoice):
            return "; ".join(f"{said[rule.grant]} {_asked_by(rule)}" for rule in choice.rules)
        return ", ".join(f"{said[a.grant]} {name_of(a.force)} at {name_of(a.location)}" for a in choice.answers)

    def choice_of(self, view: Perikles, ask: Ask, order: AnswerOrder) -> dict[str, Any]:
        """D.11: a rule for each answer; what is not asked now is refused."""
        rules = [{"grant": one.grant, "force": one.force, "location": one.location} for one in order.answers]
        return {"rules": [*rules, {"grant": False}]}

    def orders_of(self, view: Perikles, ask: Ask, choice: AnswerChoice) -> Iterator[AnswerOrder]:
        """D.11: to each request the first rule that fits; no order where a request finds none."""
        found = [(request, _rule_for(request, choice)) for request in _requests_to(view, ask.seat)]
        answers = [Answer(location=r.location, force=r.force, grant=rule.grant) for r, rule in found if rule]
        if len(answers) == len(found):
            yield AnswerOrder(answers=answers)

    def default(self, view: Perikles, ask: Ask) -> AnswerOrder:
        """N.07: all requests are refused."""
        asked = _requests_to(view, ask.seat)
        return AnswerOrder(answers=[Answer(location=r.location, force=r.force, grant=False) for r in asked])
