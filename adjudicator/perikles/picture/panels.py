"""What lies beside the board: heading, strip of the seats, seats, pools, permissions, dead pile."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.kernel import Unknown
from adjudicator.kernel.subjects import count_of, subject
from adjudicator.perikles.components import components, force_of, influence_tile, location_tile, of_kind
from adjudicator.perikles.names import name_of
from adjudicator.perikles.picture.cities import colour_of, signs_of
from adjudicator.perikles.picture.layout import counters_in_words, named, things
from adjudicator.perikles.picture.locations import KINDS, asked_for
from adjudicator.perikles.state.position import FORCES, Perikles
from adjudicator.perikles.state.scoring import cube_points, location_points, scores, statue_points
from adjudicator.pictures.measures import width_of
from adjudicator.pictures.shapes import SIGN, SPACE, Card, Flow, Frame
from adjudicator.pictures.told import awaited, enumerated, whose

PHASES = (
    "setup",
    "tiles",
    "take Influence tiles",
    "propose candidates",
    "elections",
    "commit forces",
    "battles",
    "end",
)
_GAP = 6
_HEIGHT = {"wide": 50, "tall": 34}


def stage(view: Perikles) -> str:
    """Turn and phase, as the rules number them."""
    if view.outcome is not None:
        return "The game is over"
    if not view.turn:
        return "Setup"
    return f"Turn {view.turn} of {components().turns}, phase {view.chapter}: {PHASES[view.chapter]}"


def ranked(view: Perikles) -> list[tuple[str, int]]:
    """E.09: the seats with their places, best first; none while the game goes on."""
    places = view.outcome.places if view.outcome else {}
    return sorted(((seat, places[seat]) for seat in view.seats if seat in places), key=lambda each: each[1])


def heading(view: Perikles, seat: str | None, frame: Frame) -> Card:
    """Stage; first player and first committer; who is asked, or who has won; whose view it is."""
    text = f"{stage(view)}. {_standing(view)}"
    card = Card(f"{game_said(view)} The board {whose(seat)}.", 4)
    flow = frame.flow(card, 4).prose(f"{text} The board {whose(seat)}.", "firm")
    card.bottom = flow.bottom
    return card


def game_said(view: Perikles) -> str:
    """Scenario, stage, and how the game stands."""
    last = f" after turn {view.turn}, {PHASES[view.chapter]}" if view.outcome and view.turn else ""
    return f"Perikles, {view.scenario}: {stage(view)}{last}. {_standing(view)}"


def _standing(view: Perikles) -> str:
    """Who is first, who is asked or who has won."""
    first = f"First player {view.first_player}. " if view.first_player else ""
    first += f"First committer {view.first_committer}. " if view.first_committer else ""
    if view.outcome is not None:
        return first + enumerated(f"{place}. {who}" for who, place in ranked(view)) + "."
    if awaited(view):
        return f"{first}Asked now: {enumerated(awaited(view))}."
    if view.phase is None:
        return first
    own = [ask.seat for ask in view.phase.asks]  # in a veiled phase a seat knows of itself alone
    if own:
        return f"{first}{enumerated(own)} is asked; whether others are is not shown."
    return f"{first}The game waits; for whom is not shown."


def strip(view: Perikles, seat: str | None, frame: Frame, top: int) -> list[Card]:
    """A box a seat with its score; on wide pictures its cubes in supply and its Special tile, too."""
    width = (frame.inner - _GAP * (len(view.seats) - 1)) // len(view.seats)
    return [
        _seat(view, owner, owner == seat, frame, frame.edge + number * (width + _GAP), top, width)
        for number, owner in enumerate(view.seats)
    ]


def _seat(view: Perikles, owner: str, mine: bool, frame: Frame, x: int, top: int, width: int) -> Card:
    points, height = scores(view)[owner], _HEIGHT[frame.shape]
    card = Card(f"{owner}: {points} VP, {_in_short(view, owner)}", top, subject=subject("seat", owner))
    card.told = "unsaid"
    card.bottom = top + height
    card.box(x, top, width, height, "mine" if mine else "card")
    if owner in awaited(view):
        card.box(x + 1, top + 1, width - 2, height - 2, "asked")
    if frame.shape == "tall":
        card.sign(owner, x + 19, top + height // 2)
        card.words(str(points), x + width - 8, top + height // 2, "lead", "end")
        return card
    card.sign(owner, x + 22, top + height // 2)
    card.words(owner, x + 44, top + 16, "place")
    card.words("VP", x + width - 8, top + 16, "mini", "end")
    card.words(str(points), x + width - 12 - width_of("VP", "mini"), top + 15, "lead", "end")
    card.words(_in_short(view, owner), x + 44, top + 36, "mini")
    return card


def _in_short(view: Perikles, owner: str) -> str:
    special = view.special.get(owner)
    if special is None:
        tile = "no tile yet"
    elif special.used:
        tile = "tile used"
    else:
        tile = "tile hidden" if isinstance(special.tile, Unknown) else "tile unused"
    return f"{count_of(view.supply(owner), 'cube')}, {tile}"


# --- the seats --------------------------------------------------------------------------------------------------------


def seats(view: Perikles, seat: str | None, frame: Frame, top: int) -> list[Card]:
    """A card a seat, in the order of play."""
    cards: list[Card] = []
    for owner in view.seats:
        cards.append(_in_full(view, owner, owner == seat, frame, top))
        top = cards[-1].bottom + 4
    return cards


def _in_full(view: Perikles, owner: str, mine: bool, frame: Frame, top: int) -> Card:
    card = Card(_label(view, owner), top, subject=subject("seat", owner))
    flow = frame.flow(card, top + 4, 8).sign(owner).words(owner, "place")
    if mine:
        flow.words("(you)", "weak")
    card.words(f"{scores(view)[owner]} VP", frame.width - frame.edge - 8, flow.y, "place", "end")
    leads = [_leads(view, owner)] if _leads(view, owner) else []
    flow.line().prose("; ".join([*leads, _points(view, owner), f"supply {view.supply(owner)}"]), "line").gap(12)
    flow.keep(200).words("Special tile", "weak")
    _add_special(flow, view, owner)
    held = view.tiles.get(owner, [])
    if held:
        flow.line().words("Tiles", "weak")
    for tile in held:
        colour, signs = colour_of(influence_tile(tile)), signs_of(influence_tile(tile))
        flow.keep(width_of(colour, "line") + SPACE + SIGN * len(signs))
        with card.thing(subject("tile", tile), name_of(tile)):
            flow.words(colour, "line").sign(*signs).gap(8)
    if won := view.locations_won.get(owner):
        flow = flow if held and frame.shape == "wide" else flow.line()
        flow.words("Won", "weak").prose(_won(won), "line")
    card.bottom = flow.bottom + 4
    return card.framed("mine" if mine else "card", frame)


def _add_special(flow: Flow, view: Perikles, owner: str) -> None:
    special = view.special.get(owner)
    if special is None or isinstance(special.tile, Unknown):
        flow.words(special_of(view, owner), "line")
        return
    with flow.card.thing(subject("tile", special.tile), name_of(special.tile)):
        flow.words(special_of(view, owner), "line")


def _leads(view: Perikles, owner: str) -> str:
    """4.07, 4.08: what it leads this turn; nothing outside the chapters in which anybody leads."""
    if led := view.led_by(owner):
        return f"Leads {named(led)}"
    return "Leads Persia" if view.chapter in (5, 6) and view.outcome is None else ""


def _points(view: Perikles, owner: str) -> str:
    """E.03: the parts of its score."""
    parts = (location_points(view, owner), statue_points(view, owner), cube_points(view, owner))
    return "Locations {}, Statues {}, cubes {}".format(*parts)


def special_of(view: Perikles, owner: str) -> str:
    """X.01, V.01: its Special tile as far as the viewer may know it."""
    special = view.special.get(owner)
    if special is None:
        return "not dealt yet"
    if isinstance(special.tile, Unknown):
        return "face down"
    return f"{name_of(special.tile)}, {'used' if special.used else 'unused'}"


def _won(tiles: list[str]) -> str:
    return enumerated(f"{location_tile(tile).name} {location_tile(tile).vp}" for tile in tiles)


def _label(view: Perikles, owner: str) -> str:
    """What a screen reader says for the card."""
    held = map(name_of, view.tiles.get(owner, []))
    parts = [
        f"{owner}: {scores(view)[owner]} VP ({_points(view, owner)})",
        _leads(view, owner),
        f"{count_of(view.supply(owner), 'cube')} in supply",
        f"Special tile {special_of(view, owner)}",
        f"Influence tiles: {enumerated(held)}",
        f"Locations won: {_won(view.locations_won.get(owner, []))}",
    ]
    return "; ".join(part for part in parts if part)


# --- beside the board -------------------------------------------------------------------------------------------------


_COUNTERS = 96


def pools(view: Perikles, frame: Frame, top: int) -> list[Card]:
    """5.01: the pool of each force, with its owners."""
    cards = []
    for force in (force for force in FORCES if force in view.pools):
        card = _line(force, view.pools[force], view.owners(force), "pool", frame, top)
        cards.append(card)
        top = card.bottom + 4
    if view.revolted:
        cards.append(_revolted(view.revolted, frame, top))
    return cards


def _revolted(counter: str, frame: Frame, top: int) -> Card:
    # X.08
    card = Card(f"Revolted, back in Sparta's Military box: {counters_in_words([counter])}", top)
    flow = frame.flow(card, top, 8).words("Revolted, in Sparta's Military box", "weak")
    flow.counters("hoplite-round", things([counter], "revolted"))
    card.bottom = flow.bottom
    return card


def dead_pile(view: Perikles, frame: Frame, top: int) -> list[Card]:
    """6.34: the dead by force; they lie face up."""
    cards: list[Card] = []
    for force in FORCES:
        dead = [counter for counter in view.dead_pile if force_of(counter) == force]
        if dead:
            cards.append(_line(force, dead, [], "", frame, top))
            top = cards[-1].bottom + 4
    return cards


def _line(force: str, counters: list[str], owners: list[str], where: str, frame: Frame, top: int) -> Card:
    owned = f" of {enumerated(owners)}" if owners else ""
    card = Card(f"{name_of(force)}{owned}: {counters_in_words(counters)}", top, subject=subject("city", force))
    flow = frame.flow(card, top + 3, 8).words(name_of(force), "firm")
    flow.x = flow.left + 66
    flow.sign(*(f"{owner}-small" for owner in owners))
    flow.x = max(flow.x, flow.left + _COUNTERS)
    flow.indent = flow.x - flow.left
    for kind in KINDS:
        if there := of_kind(counters, kind):
            flow.counters(f"{kind}-round", things(there, where)).gap(14)
    if not counters:
        flow.words("empty", "weak")
    card.bottom = flow.bottom + 3
    return card.framed("card", frame)


def permissions(view: Perikles, frame: Frame, top: int) -> list[Card]:
    """5.40, V.11: a line a Location that is asked about."""
    cards: list[Card] = []
    for _, place in view.places():
        if said := asked_for(view, place):
            card = _listed(name_of(place.tile), said, frame, cards[-1].bottom if cards else top)
            card.subject, card.told = subject("place", place.tile), "unsaid"
            cards.append(card)
    return cards


def out_of_the_game(view: Perikles, frame: Frame, top: int) -> list[Card]:
    """6.03, 6.41, 6.42: the Location tiles that no side took."""
    return [_listed("Nobody took", [named(view.locations_out)], frame, top)] if view.locations_out else []


def _listed(word: str, things: Iterable[str], frame: Frame, top: int) -> Card:
    card = Card(f"{word}: {'; '.join(things)}", top)
    flow = frame.flow(card, top, 8).words(f"{word}:", "firm").prose("; ".join(things), "line")
    card.bottom = flow.bottom
    return card
