"""5.10 to 5.15: the order of commitment; decision D-5C, a player turn of phase 5 in one order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from adjudicator.kernel import Answers, Ask, Chance, Illegal, Question, Resolution, agenda_step, step
from adjudicator.kernel.faults import unknown_names
from adjudicator.kernel.subjects import Naming
from adjudicator.perikles.components import components, influence_tile, is_face_down
from adjudicator.perikles.events.war import NothingCommitted, OrderFell, TileUsed
from adjudicator.perikles.names import name_of
from adjudicator.perikles.politics import revolt
from adjudicator.perikles.state.orders import Bundle, CommitOrder, Placement, known_to
from adjudicator.perikles.state.position import Perikles
from adjudicator.perikles.war.commit_growth import grown_commits
from adjudicator.perikles.war.commitment import (
    COUNTERS_WITH_CUBE,
    check_bundle,
    cube_cities,
    legal_placements,
    place_all,
)
from adjudicator.perikles.war.permission import attempt
from adjudicator.perikles.war.strength import counters_against

Running = Resolution[Perikles]


@agenda_step
def commit_forces(running: Running) -> None:
    """5.11: the first committer begins."""
    running.do(step(next_committer, start=running.position.first_committer))


@agenda_step
def next_committer(running: Running, start: str) -> None:
    """5.10 to 5.12, RULING-10: the next player turn; two-shard tiles of all seats before any one-shard tile."""
    position = running.position
    position.refused = []
    for shards in (2, 1):
        for seat in position.clockwise(start):
            held = [tile for tile in position.tiles[seat] if influence_tile(tile).shards == shards]
            if held:
                _use_tile(running, seat, held)
                return
    position.permissions = {}  # 5.42, 5.14


def _use_tile(running: Running, seat: str, held: list[str]) -> None:
    """5.13, 5.15, RULING-11, RULING-37, D.06: a tile is used; who can send and play nothing is not asked."""
    position = running.position
    tile = next(tile.id for tile in components().influence_tiles if tile.id in held)
    position.tiles[seat].remove(tile)
    position.influence_discard.append(tile)
    running.emit(TileUsed(seat=seat, tile=tile))
    running.do(step(next_committer, start=position.after(seat)))
    if _can_answer(position, seat):
        running.ask([Ask(seat, Commit.id)], take_commitment, seat=seat)
    else:
        running.emit(NothingCommitted(seat=seat))


@agenda_step
def take_commitment(running: Running, answers: Answers, seat: str) -> None:
    """5.20, D.10: Slave Revolt before, at once; then the placements, unless the revolt took one of their counters."""
    order: CommitOrder = answers[seat][Commit.id]
    if order.revolt_before:
        gone = revolt.revolt(running, seat, order.revolt_before)
        if gone in [placement.counter for placement in order.placements]:
            running.emit(OrderFell(seat=seat))
            running.do(step(ask_again, seat=seat))
            return
    attempt(running, seat, order)


@agenda_step
def ask_again(running: Running, seat: str) -> None:
    """5.43, D.10: a fresh D-5C in the same player turn; who can send and play nothing any more passes (D.06)."""
    if _can_answer(running.position, seat):
        running.ask([Ask(seat, Commit.id, {"again": True})], take_commitment, seat=seat)
    else:
        running.emit(NothingCommitted(seat=seat))


def _can_answer(position: Perikles, seat: str) -> bool:
    """D.06, V.22: whether a seat has a counter to send, or a tile that, for all that others know, it can play."""
    return bool(position.pool(seat) or (not position.special[seat].used and revolt.sources(position)))


def require_known(view: Perikles, fallback: Bundle) -> None:
    """RULING-29: a fallback names counters and Locations that there are; Illegal tells which there are not."""
    unknown = [*unknown_names(to_builtins(fallback), Bundle, known_to(view.seats))]
    if unknown:
        raise Illegal("5.20", "; ".join(str(fault.inside("fallback")) for fault in unknown))


class Commit(
    Question[Perikles, CommitOrder],
    id="D-5C",
    passing={},
    clause="5.13",
    listed=False,
    default="N.06",
    subject="Commit forces",
    exact=True,
    ahead=2,
    ahead_words="And the next two commitments, unless something comes against you?",
    may_decline=True,
    nothing="commit nothing",
):
    """D-5C: an optional Slave Revolt, up to four placements, a cube, an optional Slave Revolt, an optional fallback.

    `options` lists "nothing" and every single placement; `check` takes whatever is legal, `sample` draws all of it.
    """

    field_words = {
        "placements": ("Commit another counter?", ""),
        "placements.counter": ("Which counter?", "{}"),
        "placements.location": ("To which Location?", "to {}"),
        "placements.side": ("On which side?", "as {}"),
        "cube": ("From which city do you take the cube that pays for more than two?", "paid with a cube in {}"),
        "revolt_before": ("Play the Slave Revolt first?", "Slave Revolt first, from {}"),
        "revolt_after": ("Play the Slave Revolt afterwards?", "Slave Revolt afterwards, from {}"),
        "fallback": ("Say what to do if permission is refused?", ""),
        "fallback.placements.counter": ("If permission is refused: which counter?", "if permission is refused: {}"),
        "fallback.placements.location": ("If permission is refused: to which Location?", "to {}"),
        "fallback.placements.side": ("If permission is refused: on which side?", "as {}"),
        "fallback.cube": ("If permission is refused: from which city do you take the cube?", "paid with a cube in {}"),
        "fallback.revolt_after": ("If permission is refused: Slave Revolt from where?", "Slave Revolt from {}"),
    }

    def prompt(self, view: Perikles, ask: Ask) -> str:
        again = "Your last order was not carried out; commit again. " if ask.args.get("again") else ""
        more = "2 more counters of its city" if view.led_by(ask.seat) else "2 more Persian counters"
        return f"{again}Which forces do you commit? Up to 2 counters; a cube pays for up to {more}."

    def order_in_words(self, view: Perikles, order: CommitOrder, names: Naming) -> str:
        """The same as in a book."""
        return self.choice_in_words(order)

    def choice_in_words(self, choice: CommitOrder) -> str:
        """What is sent, and what if permission is refused."""
        first = (
            [f"Slave Revolt first, from {revolt.source_in_words(choice.revolt_before)}"] if choice.revolt_before else []
        )
        sent = ", ".join([*first, *_said(choice.bundle)]) or self.nothing
        return f"{sent}; if permission is refused: {', '.join(_said(choice.fallback))}" if choice.fallback else sent

    def space(self, view: Perikles, ask: Ask) -> Iterator[CommitOrder]:
        """Nothing, and every single placement that 5.34 allows."""
        yield CommitOrder()
        for placement in legal_placements(view, ask.seat):
            yield CommitOrder(placements=[placement])

    def refusal(self, view: Perikles, ask: Ask, order: CommitOrder) -> Illegal | None:
        """5.34-H, X.08. Permission that is lacking can be asked for (5.43) and is no reason to refuse.

        Of a fallback what can never become legal is refused at once (RULING-29), the rest when its time comes; it may
        stand in an order that needs no permission (RULING-46).
        """
        try:
            if order.fallback:
                require_known(view, order.fallback)
                check_bundle(view, ask.seat, order.fallback)
            position = self.after(view, ask, order)
            if order.revolt_after:
                revolt.check_revolt(position, ask.seat, order.revolt_after)
        except Illegal as illegal:
            return illegal
        return None

    def grown(self, view: Perikles, ask: Ask, order: CommitOrder | None) -> Iterator[CommitOrder]:
        """Nothing to begin with; then part by part."""
        if order is None:
            return iter([CommitOrder()])
        return grown_commits(view, ask.seat, order, lambda grown: self.refusal(view, ask, grown) is None)

    def sample(self, view: Perikles, ask: Ask, chance: Chance, label: str) -> CommitOrder | None:
        """Placements one after the other, each legal after those before; sometimes with revolt, cube or fallback."""
        before = self._sampled_revolt(view, ask, chance, f"{label} before")
        bundle = self._sampled_bundle(view, ask, chance, label, before)
        fallback = self._sampled_bundle(view, ask, chance, f"{label} fallback", None) if bundle.placements else None
        kept = fallback if chance.die(3, f"{label} fallback?") == 1 else None
        order = CommitOrder(
            revolt_before=before, placements=bundle.placements, cube=bundle.cube, revolt_after=None, fallback=kept
        )
        if before is None and (after := self._sampled_revolt(view, ask, chance, f"{label} after")):
            later = CommitOrder(placements=order.placements, cube=order.cube, revolt_after=after, fallback=kept)
            order = later if self.refusal(view, ask, later) is None else order
        return order if self.refusal(view, ask, order) is None else CommitOrder()

    def _sampled_revolt(self, view: Perikles, ask: Ask, chance: Chance, label: str) -> str | None:
        mine = view.special[ask.seat]
        found = revolt.sources(view) if mine.tile == "slave_revolt" and not mine.used else []
        return chance.pick(found, f"{label} revolt") if found and chance.die(4, f"{label} revolt?") == 1 else None

    def _sampled_bundle(self, view: Perikles, ask: Ask, chance: Chance, label: str, revolted: str | None) -> Bundle:
        wanted = chance.die(COUNTERS_WITH_CUBE + 1, f"{label} number") - 1
        placements: list[Placement] = []
        cube = None
        for number in range(1, wanted + 1):
            position = view.scratch_of_forces()
            place_all(position, ask.seat, Bundle(placements=placements, cube=cube))
            found = list(legal_placements(position, ask.seat))
            if not found or (number > 2 and not cube_cities(view, ask.seat)):
                break
            tried = [*placements, chance.pick(found, f"{label} placement")]
            paid = chance.pick(cube_cities(view, ask.seat), f"{label} cube") if number > 2 else None
            order = CommitOrder(revolt_before=revolted, placements=tried, cube=paid)  # type: ignore[arg-type]
            if self.refusal(view, ask, order) is not None:
                break
            placements, cube = tried, order.cube
        return Bundle(placements=placements, cube=cube)

    def only_option(self, view: Perikles, ask: Ask) -> CommitOrder | None:
        """D.06, RULING-35: None while the seat could hold Slave Revolt, for all that others know."""
        playable = not view.special[ask.seat].used and revolt.sources(view)
        return None if playable else super().only_option(view, ask)

    def after(self, view: Perikles, ask: Ask, order: CommitOrder) -> Perikles:
        """With the counters where they are sent, after a Slave Revolt before them. Illegal where that cannot be."""
        position = view.scratch_of_forces()
        if order.revolt_before:
            revolt.check_revolt(position, ask.seat, order.revolt_before)
            _remove_somebody(position, order)
            position.special[ask.seat] = replace(position.special[ask.seat], used=True)
        place_all(position, ask.seat, order.bundle)
        return position

    def brake(self, view: Perikles, ask: Ask) -> dict[str, Any]:
        """RULING-44: as long as nothing more comes against the seat."""
        more = counters_against(view, ask.seat) + 1
        return {"fact": "not", "of": {"fact": "against", "seat": ask.seat, "at_least": more}}

    def default(self, view: Perikles, ask: Ask) -> CommitOrder:
        """N.06: nothing is sent."""
        return CommitOrder()


def _said(bundle: Bundle) -> Iterator[str]:
    """The parts of a bundle in words."""
    for one in bundle.placements:
        yield f"{name_of(one.counter)} to {name_of(one.location)} as {one.side}"
    if bundle.cube:
        yield f"paid with a cube in {name_of(bundle.cube)}"
    if bundle.revolt_after:
        yield f"Slave Revolt afterwards, from {revolt.source_in_words(bundle.revolt_after)}"


def _remove_somebody(position: Perikles, order: CommitOrder) -> None:
    """X.08 foreseen, RULING-30: the hoplite that goes is one that the order does not name, if there is one (D.10)."""
    source = str(order.revolt_before)
    named = [placement.counter for placement in order.placements]
    found = revolt.candidates(position, source)
    spared = [counter for counter in found if is_face_down(counter) or counter not in named]
    if spared:
        revolt.remove(position, source, spared[0])
