"""The Locations: the tile, then both sides with their counters as targets; the battle that is being fought."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack

import msgspec

from adjudicator.kernel.subjects import count_of, subject
from adjudicator.perikles.components import Kind, force_of, of_kind
from adjudicator.perikles.names import name_of, words
from adjudicator.perikles.picture.layout import CARD, Point, code_of, counters_in_words, label_of, named, things
from adjudicator.perikles.state.orders import SideName
from adjudicator.perikles.state.position import PERSIA, Battle, Perikles, Place, Side
from adjudicator.perikles.war.strength import column, fighters, intrinsic, strength, targets
from adjudicator.pictures.measures import width_of
from adjudicator.pictures.shapes import Card, Counter, Frame

KINDS: tuple[Kind, Kind] = ("hoplite", "trireme")
_SIDES: tuple[tuple[SideName, str, str], ...] = (("attacker", "Attack", "rebels"), ("defender", "Defence", "militia"))
_ROW = 25
_CHIP = 40
_MARK = 22
_REST = 42  # the room of `and 3`


class Chip(msgspec.Struct, frozen=True):
    """Counters drawn as one: what stands on it, how many there are, and which they are; or the mark of a seat."""

    sign: str
    text: str = ""
    counters: tuple[Counter, ...] = ()

    @property
    def times(self) -> str:
        """How many, where there are several."""
        return f"×{len(self.counters)}" if len(self.counters) > 1 else ""

    @property
    def width(self) -> int:
        """The room that it needs."""
        if not self.counters:
            return _MARK
        return _CHIP + 3 + (width_of(self.times, "firm") + 3 if self.times else 0)


def locations(view: Perikles, frame: Frame, top: int) -> list[Card]:
    """For a phone: a card a Location, one below the other."""
    return [
        location(view, slot, place, Point(frame.edge, top + number * (CARD[1] + 6)), frame.inner)
        for number, (slot, place) in enumerate(view.places())
    ]


def location(view: Perikles, slot: int, place: Place, at: Point, width: int) -> Card:
    """Slot, name, city with its leader, VP, rounds in order; then two rows: attack and defence."""
    fought = view.battle if view.battle and view.battle.slot == slot else None
    card = Card(_label(view, slot, place, fought), at.y, subject=subject("place", place.tile))
    card.bottom = at.y + CARD[1]
    card.box(at.x, at.y, width, CARD[1], "battle" if fought else "card")
    _add_tile(card, view, slot, place, at, width)
    _add_rounds(card, place, fought, at.x + width - 9, at.y + 42)
    for row, (side, word, _) in enumerate(_SIDES):
        spot, top = subject("spot", place.tile, side), at.y + 55 + row * 27
        with card.thing(spot, words(view, spot)):
            card.box(at.x + 4, top, width - 8, _ROW, side, 4)
            card.words(word[:3], at.x + 10, top + 13, "row-name")
            _add_side(card, view, place, side, fought, Point(at.x + 42, top + 13), width - 50)
            card.ghosts(at.x + width - 52, top + 12)
    return card


def _add_tile(card: Card, view: Perikles, slot: int, place: Place, at: Point, width: int) -> None:
    tile, leader = place.printed, view.cities[place.printed.city].leader
    card.box(at.x + 7, at.y + 7, 22, 22, "slot", 4)
    card.words(str(slot), at.x + 18, at.y + 18, "badge-number", "middle")
    card.words(tile.name, at.x + 36, at.y + 18, "place")
    card.words(f"{tile.vp} VP", at.x + width - 9, at.y + 18, "firm", "end")
    text = f"of {name_of(tile.city)}"
    card.words(text, at.x + 9, at.y + 42, "mini")
    if leader:
        card.sign(f"{leader}-small", at.x + 9 + width_of(text, "mini") + 14, at.y + 42)


def _add_rounds(card: Card, place: Place, fought: Battle | None, right: int, line: int) -> None:
    """6.10: the rounds in their order; the one that is being fought is underlined."""
    for back, kind in enumerate(reversed(place.printed.rounds)):
        x = right - 14 - back * 44
        card.sign(f"{kind}-small", x, line)
        if back:
            card.sign("then", x + 22, line)
        if fought and len(place.printed.rounds) - 1 - back == fought.round:
            card.box(x - 13, line + 10, 26, 3, "slot", 1)


# --- a side ----------------------------------------------------------------------------------------------------------


def _add_side(
    card: Card, view: Perikles, place: Place, name: SideName, fought: Battle | None, at: Point, width: int
) -> None:
    """The main player, what the Location brings, then the counters by sender; allied ones behind their senders' marks.
    Where there is no room, equal types stand together, then the rest is only counted; the battle or the panel tells
    them all."""
    side, x = place.side(name), at.x
    right = at.x + width
    if fought:
        right -= 28
        for number in range(2):
            full = number < fought.tokens(name)
            card.sign("token" if full else "no-token", right + 8 + 13 * number, at.y)
    if side.main:
        card.sign(f"{side.main}-small", x + 9, at.y)
        x += _MARK
    if place.printed.intrinsic.side == name:
        for kind in place.printed.intrinsic.types:
            card.sign(f"{kind}-local", x + 15, at.y)
            card.words("+1", x + 15, at.y, "chip", "middle")
            x += 33
    elif not side.counters and not side.main:
        card.words("nobody", x, at.y, "mini")
    _add_chips(card, fitting_chips(view, place, name, right - x), x, at.y)


def _add_chips(card: Card, chips: Sequence[Chip], x: int, line: int) -> None:
    for chip in chips:
        if not chip.counters and chip.text:
            card.words(chip.text, x, line, "mini")
        elif not chip.counters:
            card.sign(chip.sign, x + 9, line)
        with ExitStack() as within:
            for one, title in dict.fromkeys((one.subject, one.title) for one in chip.counters):
                within.enter_context(card.thing(one, title))
            if chip.counters:
                card.sign(chip.sign, x + _CHIP // 2, line)
                card.words(chip.text, x + _CHIP // 2, line, "chip", "middle")
            if chip.times:
                card.words(chip.times, x + _CHIP + 3, line, "firm")
        x += chip.width


def fitting_chips(view: Perikles, place: Place, name: SideName, room: int) -> list[Chip]:
    """The counters of a side in so much room: by sender and strength, then without strengths, then without senders."""
    for by_strength, by_sender in ((True, True), (False, True), (False, False)):
        chips = _chips(view, place, name, by_strength, by_sender)
        if sum(chip.width for chip in chips) <= room:
            return chips
    shown = chips
    while shown and sum(chip.width for chip in shown) > room - _REST:
        shown = shown[:-1]
    rest = sum(len(chip.counters) for chip in chips[len(shown) :])
    return [*shown, Chip("", f"and {rest}")]


def _chips(view: Perikles, place: Place, name: SideName, by_strength: bool, by_sender: bool) -> list[Chip]:
    side, chips = place.side(name), list[Chip]()
    together: dict[str, dict[tuple[str, str, str], list[str]]] = {}
    for (seat, force), counters in groups(view, side):
        heaps = together.setdefault(seat if by_sender else "", {})
        for kind in KINDS:
            for counter in sorted(of_kind(counters, kind), key=label_of):
                heaps.setdefault((force, kind, label_of(counter) if by_strength else ""), []).append(counter)
    for seat, heaps in together.items():
        if seat and seat not in (side.main, PERSIA):
            chips.append(Chip(f"{seat}-small"))
        for (force, branch, label), counters in heaps.items():
            chips.append(
                Chip(f"{branch}-chip", code_of(force) + label, tuple(things(counters, f"{place.tile}:{name}")))
            )
    return chips


def groups(view: Perikles, side: Side) -> list[tuple[tuple[str, str], list[str]]]:
    """C.12, 5.31, 5.51: the counters by sender and force, those of the main boxes first."""
    team = view.team(side.main) if side.main else []
    found: dict[tuple[bool, str, str], list[str]] = {}
    senders = [*view.seats, PERSIA]
    for placed in sorted(side.counters, key=lambda p: (p.seat not in team, senders.index(p.seat), p.counter)):
        found.setdefault((placed.seat in team, placed.seat, force_of(placed.counter)), []).append(placed.counter)
    return [((seat, force), counters) for (_, seat, force), counters in found.items()]


# --- the battle ---------------------------------------------------------------------------------------------------


def battle(view: Perikles, frame: Frame, top: int) -> list[Card]:
    """6.10 to 6.25: the round, both sides in full, the odds."""
    if view.battle is None or (place := view.locations[view.battle.slot - 1]) is None:
        return []
    fought = view.battle
    said = [f"{name_of(place.tile)}, {_round(place, fought)}", f"tokens {_tokens(fought)}", *_odds(place, fought)]
    card = Card("; ".join(said), top, subject=subject("place", place.tile), told="unsaid")
    flow = frame.flow(card, top + 3, 8).prose(f"{'. '.join(each[:1].upper() + each[1:] for each in said)}.", "line")
    for line in _in_full(view, place):
        flow.line().prose(line, "line")
    card.bottom = flow.bottom + 3
    return [card.framed("battle", frame)]


def _tokens(fought: Battle) -> str:
    return f"{fought.attacker_tokens} to {fought.defender_tokens}"


def _in_full(view: Perikles, place: Place) -> list[str]:
    """Every counter of both sides with its sender."""
    lines = []
    for name, word, local in _SIDES:
        side, parts = place.side(name), list[str]()
        if place.printed.intrinsic.side == name:
            parts.append(f"{local} of strength 1 for {', '.join(place.printed.intrinsic.types)}")
        if side.main:
            parts.append(f"main {side.main}")
        for (seat, force), counters in groups(view, side):
            parts.append(f"{seat} with {name_of(force)} {counters_in_words(counters)}")
        lines += [f"{word}: {'; '.join(parts)}"] if parts else []
    return lines


def _round(place: Place, fought: Battle) -> str:
    rounds = place.printed.rounds
    return f"round {fought.round + 1} of {len(rounds)}: {rounds[fought.round]}s"


def _odds(place: Place, fought: Battle) -> list[str]:
    """6.20 to 6.23 in words, where the round is fought."""
    kind = place.printed.rounds[fought.round]
    there = [fighters(place, side, kind) or intrinsic(place, side, kind) for side in ("attacker", "defender")]
    if not all(there):
        return []
    attack, defence = (strength(place, side, kind, fought.doubled) for side in ("attacker", "defender"))
    needed = targets(column(attack, defence))
    odds = f"{attack} against {defence}, column {needed.column}: attack needs {needed.attacker}, "
    return [odds + f"defence {needed.defender}", *(f"{name_of(force)} is doubled" for force in fought.doubled)]


def _label(view: Perikles, slot: int, place: Place, fought: Battle | None) -> str:
    """What a screen reader says for the card."""
    tile = place.printed
    parts = [f"{tile.name} of {name_of(tile.city)}: slot {slot}, {tile.vp} VP, rounds {', '.join(tile.rounds)}"]
    if fought:
        parts += [f"battle, {_round(place, fought)}", f"tokens {_tokens(fought)}", *_odds(place, fought)]
    return "; ".join([*parts, *_in_full(view, place), *asked_for(view, place)])


def asked_for(view: Perikles, place: Place) -> list[str]:
    """5.40, V.11: who may defend, and who asks to."""
    lines = []
    if leave := view.permissions.get(place.tile):
        lines.append(f"May defend: {named(leave)}")
    for request in view.requests:
        if request.location == place.tile:
            asked = (count_of(request.hoplites, "hoplite"), count_of(request.triremes, "trireme"))
            lines.append(f"{request.seat} asks to defend with {name_of(request.force)}: {' and '.join(asked)}")
    return lines
