"""8.4, 8.5: markers are revealed from the tops of the queues and resolved by their owners; decisions D17 and D18.

What a revealed marker does is in the step of its kind, `resolve_<kind>`; its arguments are public by then.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import msgspec

from adjudicator.kernel import Answers, Ask, One, Unknown, YesNo, agenda_step, forward, step
from adjudicator.pericles.events import theater as events
from adjudicator.pericles.names import name_of
from adjudicator.pericles.state.decision import PartedDecision, Running
from adjudicator.pericles.state.orders import ResolveOrder, RevealOrder
from adjudicator.pericles.state.position import Pericles, Spot, Status
from adjudicator.pericles.state.theaters import about, decides, faction_of, side_asked, spot_of, spots_in_play
from adjudicator.pericles.words import PERSIA, SIDE_OF, FactionName, MarkerKind, SideName

RESOLVE = {
    "military": forward("resolve_military"),
    "league": forward("resolve_league"),
    "diplomatic": forward("resolve_diplomatic"),
    "oracle": forward("resolve_oracle"),
}


def tops(position: Pericles, side: SideName) -> list[Spot]:
    """8.41-A: the queues on top of which a marker of a Side lies."""
    spots = [(spot, position.theaters[spot].queue) for spot in spots_in_play(position)]
    return [spot for spot, queue in spots if queue and queue[-1].side == side]


@agenda_step
def reveal_next(running: Running, at: int) -> None:
    """8.41-A, 8.42-A, 8.42-B: the next Faction in Honor Order, from place `at` on, that can reveal a marker; or on."""
    position, order = running.position, running.position.honor_order
    if not any(position.theaters[spot].queue for spot in spots_in_play(position)):
        return
    for number in range(at, at + len(order)):
        faction = order[number % len(order)]
        own = tops(position, SIDE_OF[faction])
        if own:
            running.do(step(reveal_next, at=(number + 1) % len(order)))
            _let_reveal(running, faction, own)
            return
        running.emit(events.NothingToReveal(faction=faction))


def _let_reveal(running: Running, faction: FactionName, own: list[Spot]) -> None:
    """20-C: a Faction with one queue to choose is not asked: public facts leave it nothing else."""
    if len(own) > 1:
        running.ask([Ask(faction, Reveal.id)], take_reveal, faction=faction)
    else:
        reveal(running, faction, own[0])


@agenda_step
def take_reveal(running: Running, answers: Answers, faction: FactionName) -> None:
    """8.41-A: the queue that the Faction chose."""
    reveal(running, faction, answers[faction][Reveal.id].theater)


def reveal(running: Running, faction: FactionName, theater: Spot) -> None:
    """8.41-A: the owner resolves it at once; 8.5-A: the marker returns to its Faction, out of sight."""
    marker = running.position.theaters[theater].queue.pop()
    kind, owner = marker.kind, marker.owner
    if isinstance(kind, Unknown) or isinstance(owner, Unknown):
        raise ValueError(f"the marker on top in {theater} is hidden here")
    placer = str(marker.placer)
    running.emit(events.MarkerRevealed(faction=faction, theater=theater, kind=kind, owner=owner, placer=placer))
    idle = _idle(kind, owner, theater)
    if idle:
        without_effect(running, theater, kind, owner, idle)
    else:
        running.do(step(RESOLVE[kind], theater=theater, owner=owner))


def _idle(kind: MarkerKind, owner: FactionName, theater: Spot) -> str | None:
    """8.41-B, 13.1-B: why a marker does nothing wherever it lies, or in Persia."""
    if kind == "rumor":
        return "8.41-B: a Rumor"
    if theater == PERSIA and (kind != "league" or SIDE_OF[owner] != "sparta"):
        return "13.1-B: only Spartan League issues work in Persia"
    return None


def without_effect(running: Running, theater: Spot, kind: str, owner: FactionName, why: str) -> None:
    """8.5-B: nothing is asked of an issue that can have no effect where it lies."""
    running.emit(events.WithoutEffect(theater=theater, kind=kind, owner=owner, why=why))


def ask_owner(theater: Spot, kind: MarkerKind, owner: FactionName, *further: str) -> list[Ask]:
    """8.5-B: D18, and with it, in one message, what the owner decides if he resolves the issue."""
    return [Ask(owner, question, about(theater, kind)) for question in (Resolve.id, *further)]


def declined(running: Running, answers: Mapping[str, Any], theater: Spot, kind: MarkerKind, owner: FactionName) -> bool:
    """8.5-B: whether the owner declines, which is told."""
    if answers[owner][Resolve.id].resolve:
        return False
    running.emit(events.Declined(theater=theater, kind=kind, owner=owner))
    return True


class Ranked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a book says to D17: theaters, the first of which that can be revealed is."""

    theaters: Annotated[list[Spot], msgspec.Meta(min_length=1)]


class Reveal(
    PartedDecision[RevealOrder],
    id="D17",
    clause="8.41-A",
    policy="15.4-D1",
    choice=Ranked,
    subject="Reveal a marker",
):
    """D17: asked in Honor Order; only markers on top can be revealed."""

    def prompt(self, view: Pericles, ask: Ask) -> str:
        return "In which theater do you reveal the top marker, one of your Side's?"

    parts = {"theater": One(lambda view, ask: tops(view, side_asked(ask)), words=name_of, subject="theater")}

    def policy(self, view: Pericles, ask: Ask) -> RevealOrder:
        """15.4-D1: what is known to be diplomatic, league, oracle, military; then unknown ones, then Rumors."""
        return RevealOrder(theater=min(tops(view, SIDE_OF[faction_of(ask)]), key=lambda spot: _rank(view, spot)))

    def choice_of(self, view: Pericles, ask: Ask, order: RevealOrder) -> dict[str, Any]:
        return {"theaters": [order.theater]}

    def orders_of(self, view: Pericles, ask: Ask, choice: Ranked) -> Iterator[RevealOrder]:
        """In the order of the list."""
        return (RevealOrder(theater=spot) for spot in choice.theaters)

    def choice_in_words(self, choice: Ranked | RevealOrder) -> str:
        theaters = choice.theaters if isinstance(choice, Ranked) else [choice.theater]
        return ", else ".join(name_of(spot) for spot in theaters)


_REVEALED_FIRST = ("diplomatic", "league", "oracle", "military", "unknown", "rumor")


def _rank(view: Pericles, spot: Spot) -> int:
    """15.4-D1: the place of the top marker of a queue; lower theater numbers come first already."""
    kind = view.theaters[spot].queue[-1].kind
    return _REVEALED_FIRST.index("unknown" if isinstance(kind, Unknown) else kind)


class Resolving(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a book says to D18: for these kinds, theaters and statuses; left out: for all."""

    resolve: bool
    kinds: list[MarkerKind] = []
    theaters: list[Spot] = []
    statuses: list[Status] = []


class Resolve(
    PartedDecision[ResolveOrder],
    id="D18",
    passing={"resolve": False},
    clause="8.5-B",
    policy="15.4-D2",
    choice=Resolving,
    subject="Resolve an issue or decline",
    public_options=True,
):
    """D18: asked of the owner of a marker that has been revealed, unless it is a Military one."""

    def prompt(self, view: Pericles, ask: Ask) -> str:
        phase = view.phase  # what is asked besides follows from public facts; in a veiled phase something always is
        more = phase is not None and (phase.veiled or len(phase.asked_of(ask.seat)) > 1)
        rest = " If you decline, your other answers do not count." if more else ""
        where = name_of(spot_of(ask))
        return f"Your {name_of(ask.args['kind'])} marker in {where} is revealed. Resolve it?{rest}"

    def awaited(self, ask: Ask) -> str:
        return decides(ask, f"whether to resolve their {name_of(ask.args['kind'])} issue")

    parts = {"resolve": YesNo(yes="resolve it", no="decline")}

    def policy(self, view: Pericles, ask: Ask) -> ResolveOrder:
        return ResolveOrder(resolve=True)

    def concerns(self, view: Pericles, ask: Ask, choice: Resolving) -> bool:
        """Section 20: a condition on the kind, the theater or its status."""
        theater = spot_of(ask)
        if choice.kinds and ask.args["kind"] not in choice.kinds:
            return False
        return (not choice.theaters or theater in choice.theaters) and status_fits(view, ask, choice.statuses)

    def orders_of(self, view: Pericles, ask: Ask, choice: Resolving) -> Iterator[ResolveOrder]:
        yield ResolveOrder(resolve=choice.resolve)

    def choice_in_words(self, choice: Resolving | ResolveOrder) -> str:
        if isinstance(choice, ResolveOrder):
            return super().choice_in_words(choice)
        said = "resolve it" if choice.resolve else "decline"
        parts = [*map(name_of, (*choice.kinds, *choice.theaters)), *map(str.capitalize, choice.statuses)]
        return f"{said} ({', '.join(parts)})" if parts else said


def status_fits(view: Pericles, ask: Ask, statuses: list[Status]) -> bool:
    """3.2-A: whether the theater of an issue has one of these statuses (none named: any); Persia has none."""
    if not statuses:
        return True
    theater = spot_of(ask)
    return theater != PERSIA and view.status(theater, SIDE_OF[faction_of(ask)]) in statuses
