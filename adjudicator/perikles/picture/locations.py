"""The seven Location slots: the tile, then both sides with their counters, permissions, and the battle."""

from __future__ import annotations

from adjudicator.kernel.subjects import count_of, subject
from adjudicator.perikles.components import Kind
from adjudicator.perikles.names import name_of, words
from adjudicator.perikles.picture.labels import counters_in_words, named, things
from adjudicator.perikles.state.counters import force_of, of_kind
from adjudicator.perikles.state.orders import SideName
from adjudicator.perikles.state.position import PERSIA, Battle, Perikles, Place, Side
from adjudicator.perikles.war.strength import column, fighters, intrinsic, strength, targets
from adjudicator.pictures.shapes import INNER, LINE, MARGIN, PADDING, SIGN, WIDTH, Card, Flow
from adjudicator.pictures.wording import enumerated

KINDS: tuple[Kind, Kind] = ("hoplite", "trireme")
_SIDES: tuple[tuple[SideName, str, str], ...] = (("attacker", "Attack", "rebels"), ("defender", "Defence", "militia"))
_COLUMN = INNER // 2
_ROUND = 60


def locations(view: Perikles, top: int) -> list[Card]:
    """A card a Location; the empty slots together in a line."""
    cards: list[Card] = []
    for slot, place in view.places():
        fought = view.battle if view.battle and view.battle.slot == slot else None
        cards.append(_location(view, slot, place, fought, top))
        top = cards[-1].bottom + 8
    empty = [slot for slot, place in enumerate(view.locations, 1) if place is None]
    if empty:
        cards.append(_empty(empty, top))
        top = cards[-1].bottom
    return [*cards, _legend(top)] if any(view.places()) else cards


def _legend(top: int) -> Card:
    card = Card("", top)
    flow = Flow(card, MARGIN, top, INNER)
    for kind in KINDS:
        flow.sign(f"{kind}-small").words(kind, "faint").gap()
    flow.words("? face down", "faint")
    card.bottom = flow.bottom
    return card


def _empty(slots: list[int], top: int) -> Card:
    text = f"{'Slots' if len(slots) > 1 else 'Slot'} {enumerated(slots)}: empty"
    card = Card(text, top)
    flow = Flow(card, MARGIN, top, INNER).words(text, "faint")
    card.bottom = flow.bottom
    return card


def _location(view: Perikles, slot: int, place: Place, battle: Battle | None, top: int) -> Card:
    card = Card(_label(view, slot, place, battle), top, subject=subject("place", place.tile))
    _add_tile(card, slot, place, top + 6)
    card.bottom = top + LINE + 12
    if battle:
        _add_battle(card, place, battle)
    _add_sides(card, view, place)
    _add_permissions(card, view, place)
    return card.framed("battle" if battle else "card")


def _add_tile(card: Card, slot: int, place: Place, top: int) -> None:
    """Slot, name and city; the rounds in order and the VP at the right."""
    tile, line = place.printed, top + LINE // 2
    card.box(MARGIN + PADDING, line - 18, 36, 36, "slot")
    card.words(str(slot), MARGIN + PADDING + 18, line, "badge", "middle")
    flow = Flow(card, MARGIN + PADDING + 46, top, 420).words(tile.name, "name")
    flow.words(f"of {name_of(tile.city)}", "faint")
    right = WIDTH - MARGIN - PADDING
    card.words(f"{tile.vp} VP", right, line, "name", "end")
    for place_of, kind in enumerate(reversed(tile.rounds)):
        card.sign(f"{kind}-small", right - 112 - place_of * _ROUND, line)
        if place_of:
            card.sign("then", right - 112 - place_of * _ROUND + _ROUND // 2, line)


def _add_sides(card: Card, view: Perikles, place: Place) -> None:
    """Attack at the left, defence at the right."""
    top = card.bottom
    bottoms = []
    for number, (name, word, force) in enumerate(_SIDES):
        x = MARGIN + PADDING + number * _COLUMN
        flow = Flow(card, x, top, _COLUMN - 2 * PADDING)
        spot = subject("spot", place.tile, name)
        with card.thing(spot, words(view, spot)):
            card.box(x - 4, top + 2, _COLUMN - 2 * PADDING + 4, LINE - 4, "target")
            _add_side(flow.words(word, "strong"), view, place, name, force)
        bottoms.append(flow.bottom)
    card.bottom = max(bottoms) + 6
    card.box(MARGIN + _COLUMN, top, 2, card.bottom - top - 6, "rule")


def _add_side(flow: Flow, view: Perikles, place: Place, name: SideName, force: str) -> None:
    side = place.side(name)
    if side.main:
        flow.words("main").sign(side.main)
    elif not side.counters and place.printed.intrinsic.side != name:
        flow.words("nobody", "faint")
    if place.printed.intrinsic.side == name:
        _add_intrinsic(flow.line(), place, force)
    _add_counters(flow, view, place, name)


def _add_intrinsic(flow: Flow, place: Place, force: str) -> None:
    flow.words(f"{force} 1 in")
    for kind in place.printed.intrinsic.types:
        flow.sign(f"{kind}-small")


def _add_counters(flow: Flow, view: Perikles, place: Place, name: SideName) -> None:
    """C.12: main hoplites, main triremes, then the allied ones, by force and by the seat that sent them."""
    side = place.side(name)
    for rank in ("main", "allied"):
        groups = _groups(view, side, rank)
        if groups and rank == "allied":
            flow.line().words("allied", "faint")
        for (seat, force), counters in groups.items():
            flow.line()
            if seat not in (side.main, PERSIA):
                flow.sign(seat)
            flow.words(name_of(force))
            flow.indent = SIGN
            for kind in KINDS:
                flow.counters(kind, things(of_kind(counters, kind), f"{place.tile}:{name}"))
            flow.indent = 0


def _groups(view: Perikles, side: Side, rank: str) -> dict[tuple[str, str], list[str]]:
    """The counters of the main or of the allied boxes (5.31, 5.51) by sender and force."""
    team = view.team(side.main) if side.main else []
    groups: dict[tuple[str, str], list[str]] = {}
    senders = [*view.seats, PERSIA]
    for placed in sorted(side.counters, key=lambda p: (senders.index(p.seat), p.counter)):
        if (placed.seat in team) == (rank == "main"):
            groups.setdefault((placed.seat, force_of(placed.counter)), []).append(placed.counter)
    return groups


def _permissions(view: Perikles, place: Place) -> list[str]:
    """5.40, V.11: who may defend, and who asks to."""
    lines = []
    if leave := view.permissions.get(place.tile):
        lines.append(f"May defend: {named(leave)}")
    for request in view.requests:
        if request.location == place.tile:
            asked = (count_of(request.hoplites, "hoplite"), count_of(request.triremes, "trireme"))
            lines.append(f"{request.seat} asks to defend with {name_of(request.force)}: {' and '.join(asked)}")
    return lines


def _add_permissions(card: Card, view: Perikles, place: Place) -> None:
    for text in _permissions(view, place):
        flow = Flow(card, MARGIN + PADDING, card.bottom, INNER - 2 * PADDING).prose(text)
        card.bottom = flow.bottom + 4


# --- the battle ---------------------------------------------------------------------------------------------------


def _add_battle(card: Card, place: Place, battle: Battle) -> None:
    """The round, the tokens of both sides, and how they stand in the combat table."""
    flow = Flow(card, MARGIN + PADDING, card.bottom, INNER - 2 * PADDING)
    flow.words(f"Battle, {_round(place, battle)}", "strong").line()
    for side, word, _ in _SIDES:
        flow.words(f"{word} tokens").sign(*["token"] * battle.tokens(side), *["no-token"] * (2 - battle.tokens(side)))
        flow.gap(24)
    for text in _odds(place, battle):
        flow.line().prose(text)
    card.bottom = flow.bottom + 4


def _round(place: Place, battle: Battle) -> str:
    rounds = place.printed.rounds
    return f"round {battle.round + 1} of {len(rounds)}: {rounds[battle.round]}s"


def _odds(place: Place, battle: Battle) -> list[str]:
    """6.20 to 6.23 in words, where the round is fought."""
    kind = place.printed.rounds[battle.round]
    there = [fighters(place, side, kind) or intrinsic(place, side, kind) for side in ("attacker", "defender")]
    if not all(there):
        return []
    attack, defence = (strength(place, side, kind, battle.doubled) for side in ("attacker", "defender"))
    needed = targets(column(attack, defence))
    odds = f"{attack} against {defence}, column {needed.column}: attack needs {needed.attacker}, "
    return [odds + f"defence {needed.defender}", *(f"{name_of(force)} is doubled" for force in battle.doubled)]


def _label(view: Perikles, slot: int, place: Place, battle: Battle | None) -> str:
    """What a screen reader says for the card."""
    tile = place.printed
    parts = [f"Slot {slot}, {tile.name} of {name_of(tile.city)}, {tile.vp} VP, rounds {', '.join(tile.rounds)}"]
    if battle:
        tokens = f"tokens {battle.attacker_tokens} to {battle.defender_tokens}"
        parts += [f"battle, {_round(place, battle)}", tokens, *_odds(place, battle)]
    for name, word, force in _SIDES:
        side = place.side(name)
        if tile.intrinsic.side == name:
            parts.append(f"{word}: {force} of strength 1 for {', '.join(tile.intrinsic.types)}")
        if side.main:
            parts.append(f"{word}: main {side.main}")
        for rank in ("main", "allied"):
            for (seat, of), counters in _groups(view, side, rank).items():
                parts.append(f"{word}, {rank}: {seat} with {name_of(of)} {counters_in_words(counters)}")
    return "; ".join([*parts, *_permissions(view, place)])
