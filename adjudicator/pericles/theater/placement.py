"""8.3: markers are placed face down, round and round in Honor Order; decision D16."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from adjudicator.kernel import Answers, Ask, Illegal, One, Unknown, agenda_step, step
from adjudicator.pericles.events import theater as events
from adjudicator.pericles.names import name_of
from adjudicator.pericles.state.decision import PartedDecision, Running
from adjudicator.pericles.state.orders import PlaceOrder
from adjudicator.pericles.state.position import Marker, Pericles, Spot
from adjudicator.pericles.state.theaters import faction_of, spots_in_play
from adjudicator.pericles.state.visibility import as_seen
from adjudicator.pericles.theater.placement_policy import best_spot, next_marker
from adjudicator.pericles.words import COMPATRIOT, FACTIONS, PERSIA, SIDE_OF, FactionName, MarkerKind

Top = Literal["own", "enemy", "none"]


@agenda_step
def place_next(running: Running, at: int) -> None:
    """8.3-A, 8.32-A: the next Faction in Honor Order that holds a marker, from place `at` on; if none does: on."""
    order = running.position.honor_order
    for number in range(at, at + len(order)):
        faction = order[number % len(order)]
        if running.position.markers[faction]:
            running.ask([Ask(faction, PlaceMarker.id)], put_marker, faction=faction, at=number % len(order))
            return


@agenda_step
def put_marker(running: Running, answers: Answers, faction: FactionName, at: int) -> None:
    """8.31-A: the marker goes on top; its kind and owner are told to those who may know them (4.1-E)."""
    position = running.position
    order: PlaceOrder = answers[faction][PlaceMarker.id]
    held = position.markers[faction]
    marker = _marker_of(held, faction, order)
    held.remove(marker)
    placed = msgspec.structs.replace(marker, placer=faction)
    position.theaters[order.theater].queue.append(placed)
    running.emit(events.MarkerPlaced(faction=faction, theater=order.theater))
    knowing = tuple(one for one in FACTIONS if as_seen(position, one, placed, faction) == placed)
    secret = events.MarkerPlacedSecretly(
        faction=faction, theater=order.theater, kind=order.marker, owner=order.owner or faction, only=knowing
    )
    running.emit(secret)
    running.do(step(place_next, at=(at + 1) % len(position.honor_order)))


def _marker_of(held: list[Marker], faction: FactionName, order: PlaceOrder) -> Marker:
    """The marker that an order names."""
    return next(one for one in held if one.kind == order.marker and one.owner == (order.owner or faction))


class Planned(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """20-I: an entry of a placement plan. Used only if the queue of `queue` (left out: of its own theater) is topped
    by `top`; if it is not, the marker goes to `otherwise`, or the entry waits where there is none."""

    marker: MarkerKind
    theater: Spot
    owner: FactionName | None = None
    top: Top | None = None
    queue: Spot | None = None
    otherwise: Spot | None = None

    def __post_init__(self) -> None:
        """A queue without a condition on its top says nothing. ValueError says so."""
        if self.queue is not None and self.top is None:
            raise ValueError("queue goes with top (own, enemy or none): the condition is on the top of that queue")


def markers_in_hand(view: Pericles, ask: Ask) -> list[tuple[MarkerKind, FactionName | None]]:
    """Each kind of marker that is held, a lent one with its owner. ValueError where they are hidden."""
    found: list[tuple[MarkerKind, FactionName | None]] = []
    for one in view.markers[faction_of(ask)]:
        if isinstance(one.kind, Unknown) or isinstance(one.owner, Unknown):
            raise ValueError(f"the markers that {ask.seat} hold are hidden here")
        found.append((one.kind, None if one.owner == ask.seat else one.owner))
    return list(dict.fromkeys(found))


def marker_in_words(marker: tuple[str, FactionName | None]) -> str:
    """A marker; a lent one with its owner (7.51-B)."""
    kind, owner = marker
    return f"{name_of(kind)} of {name_of(owner)}" if owner else name_of(kind)


class PlaceMarker(
    PartedDecision[PlaceOrder],
    id="D16",
    clause="8.3-A",
    choices_stand=False,
    policy="15.4-C4",
    choice=Planned,
    subject="Place a marker",
    ahead=30,
    ahead_words="And your other markers, in this order?",
):
    """D16: asked in Honor Order, one marker at a time; the others see only where it lies."""

    def prompt(self, view: Pericles, ask: Ask) -> str:
        return "Which marker do you place face down, and in which theater?"

    parts = {
        ("marker", "owner"): One(markers_in_hand, words=marker_in_words),
        "theater": One(
            lambda view, ask, marker: spots_in_play(view),
            words=name_of,
            subject="theater",
            asks="In which theater do you place it?",
        ),
    }

    def refusal(self, view: Pericles, ask: Ask, order: PlaceOrder) -> Illegal | None:
        """8.3-A: a marker that is held, in a theater in play or in Persia once it is open."""
        faction = faction_of(ask)
        wanted = (order.marker, order.owner or faction)
        if wanted not in [(one.kind, one.owner) for one in view.markers[faction]]:
            held = ", ".join(_held_in_words(faction, one) for one in view.markers[faction])
            return Illegal(
                "8.3-A", f"you hold no {name_of(order.marker)} marker of {name_of(wanted[1])}; you hold: {held}"
            )
        if order.theater in spots_in_play(view):
            return None
        if order.theater == PERSIA and view.facts.persia_in_play:
            when = "Sparta has a base in Ionia or Alcibiades is in Persia"
            return Illegal("13.1-A", f"nobody may place a marker in Persia until {when}")
        return Illegal("8.3-A", f"{name_of(order.theater)} is not in play; place it in a theater that is")

    def after(self, view: Pericles, ask: Ask, order: PlaceOrder) -> Pericles:
        """The marker lies on top of its queue and leaves the hand."""
        faction = faction_of(ask)
        held = [*view.markers[faction]]
        marker = _marker_of(held, faction, order)
        held.remove(marker)
        there = view.theaters[order.theater]
        queue = [*there.queue, msgspec.structs.replace(marker, placer=faction)]
        theaters = {**view.theaters, order.theater: msgspec.structs.replace(there, queue=queue)}
        return msgspec.structs.replace(view, markers={**view.markers, faction: held}, theaters=theaters)

    def policy(self, view: Pericles, ask: Ask) -> PlaceOrder:
        """15.4-C4 to 15.4-C8: the marker first, then the best theater for it."""
        faction = faction_of(ask)
        kind, owner = next_marker(view, faction)
        spot = best_spot(view, faction, kind)
        return PlaceOrder(marker=kind, theater=spot, owner=None if owner == faction else owner)

    def concerns(self, view: Pericles, ask: Ask, choice: Planned) -> bool:
        """20-I: an entry whose condition does not hold waits, unless it has another theater."""
        return choice.otherwise is not None or _topped(view, faction_of(ask), choice)

    def orders_of(self, view: Pericles, ask: Ask, choice: Planned) -> Iterator[PlaceOrder]:
        """20-I: one entry for each turn; where it may not be placed in the one theater, it may in the other.

        Without an owner it is one's own marker, else a lent one.
        """
        owners = [choice.owner] if choice.owner else [None, COMPATRIOT[faction_of(ask)]]
        spots = [choice.theater] if _topped(view, faction_of(ask), choice) else []
        for spot in (*spots, choice.otherwise):
            if spot is not None:
                yield from (PlaceOrder(marker=choice.marker, theater=spot, owner=owner) for owner in owners)

    def variations(
        self, view: Pericles, ask: Ask, choice: dict[str, Any]
    ) -> list[tuple[str, list[tuple[dict[str, Any], str]]]]:
        """20-I: only on what lies on top there, and another theater for where it may not lie in the first."""
        tops = [(_without(choice, "top", "queue"), "always")]
        tops += [({**_without(choice, "queue"), "top": top}, f"if {words} on top") for top, words in _TOPS.items()]
        others = [(_without(choice, "otherwise"), "it waits")]
        others += [
            ({**choice, "otherwise": spot}, f"in {name_of(spot)}")
            for spot in spots_in_play(view)
            if spot != choice["theater"]
        ]
        return [("Placed there", tops), ("Otherwise", others)]

    def choice_in_words(self, choice: Planned | PlaceOrder) -> str:
        whose = f" of {name_of(choice.owner)}" if choice.owner else ""
        line = f"{name_of(choice.marker)}{whose} in {name_of(choice.theater)}"
        if isinstance(choice, PlaceOrder):
            return line
        if choice.top is not None:
            line += f" if {_TOPS[choice.top]} on top in {name_of(choice.queue or choice.theater)}"
        return f"{line}, otherwise in {name_of(choice.otherwise)}" if choice.otherwise else line


_TOPS: dict[Top, str] = {"own": "a marker of your Side is", "enemy": "an enemy marker is", "none": "no marker is"}


def _without(choice: dict[str, Any], *fields: str) -> dict[str, Any]:
    """A choice without some of what it says."""
    return {name: value for name, value in choice.items() if name not in fields}


def _topped(view: Pericles, faction: FactionName, choice: Planned) -> bool:
    """20-I: whether the condition of an entry holds; the Sides of markers are public (8.3-A)."""
    if choice.top is None:
        return True
    queue = view.theaters[choice.queue or choice.theater].queue
    if not queue:
        return choice.top == "none"
    return choice.top == ("own" if queue[-1].side == SIDE_OF[faction] else "enemy")


def _held_in_words(holder: FactionName, marker: Marker) -> str:
    """A marker in hand, as people read it; a lent one with its owner (7.51-B)."""
    kind = name_of(str(marker.kind))
    return kind if marker.owner == holder else f"{kind} of {marker.owner}"
