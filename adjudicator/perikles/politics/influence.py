"""Chapters 1 and 2: lay tiles, and take Influence tiles; decision D-2, a whole player turn in one order (D.02)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

from msgspec import to_builtins
from msgspec.structs import replace

from adjudicator.kernel import Answers, Ask, Chance, Event, Illegal, Question, Resolution, agenda_step, step
from adjudicator.kernel.questions.questions import phrases
from adjudicator.kernel.subjects import count_of
from adjudicator.perikles.components import CITIES, CityName, components, influence_tile
from adjudicator.perikles.events.politics import Assassinated, TileDrawn, TileTaken
from adjudicator.perikles.events.setup import InfluenceTilesLaid, LocationTilesLaid
from adjudicator.perikles.names import CANDIDATES, name_of, names_of
from adjudicator.perikles.politics import candidates
from adjudicator.perikles.politics.first_cubes import fewest_cubes
from adjudicator.perikles.politics.specials import sampled_special, special_uses, use_in_phase_2
from adjudicator.perikles.politics.tile_kinds import TakeChoice, best_by_colour, bundle_with, kind_of_tile, tiles_wanted
from adjudicator.perikles.state.orders import Assassination, Proposal, TakeOrder
from adjudicator.perikles.state.position import Perikles, Place, tell_chapter, temple_in_words

Running = Resolution[Perikles]


@agenda_step
def lay_influence_tiles(running: Running) -> None:
    """S.03, 1.02: shuffle all Influence tiles and lay ten face up; the rest is the deck."""
    position = running.position
    label = "1.02 Influence tiles" if position.turn else "S.03 Influence tiles"
    shuffled = running.chance.shuffle([tile.id for tile in components().influence_tiles], label)
    shown = components().setup.influence_display
    position.influence_display = [*shuffled[:shown]]
    position.influence_deck = [*shuffled[shown:]]
    position.influence_discard = []
    position.tiles = {seat: [] for seat in position.seats}
    running.emit(InfluenceTilesLaid(tiles=shuffled[:shown]))


@agenda_step
def lay_location_tiles(running: Running) -> None:
    """S.04, 1.03: the next seven Location tiles of the deck into slots 1 to 7, in the order drawn (K.02).

    Special tiles are dealt once only (1.04).
    """
    position = running.position
    shown = components().setup.location_display
    drawn = [str(tile) for tile in position.location_deck[:shown]]
    position.locations = [Place(tile) for tile in drawn]
    position.location_deck = position.location_deck[shown:]
    running.emit(LocationTilesLaid(tiles=drawn))


@agenda_step
def take_influence(running: Running) -> None:
    """2.01 to 2.03: from the first player clockwise, one tile each, until every seat has its quota."""
    position = running.position
    position.chapter = 2
    tell_chapter(running, 2)
    quota = components().players.influence_tile_quota[len(position.seats)]  # 2.02
    order = position.clockwise(position.first_player or position.seats[0])
    turns = [seat for _ in range(quota) for seat in order]
    running.do(*(step(ask_for_tile, seat=seat, last=number == len(turns)) for number, seat in enumerate(turns, 1)))


@agenda_step
def ask_for_tile(running: Running, seat: str, last: bool) -> None:
    """2.03: a player turn; passing is not allowed."""
    running.ask([Ask(seat, Take.id)], take_tile, seat=seat, last=last)


@agenda_step
def take_tile(running: Running, answers: Answers, seat: str, last: bool) -> None:
    """2.06: carry out the player turn; then (f, RULING-5) a new tile fills the slot, except in the last of the phase.

    The deck cannot run out (2.14).
    """
    order: TakeOrder = answers[seat][Take.id]
    slot = running.position.influence_display.index(order.tile)
    running.emit(*carry_out(running.position, seat, order))
    if not last:
        drawn = str(running.position.influence_deck.pop(0))  # K.04
        running.position.influence_display[slot] = drawn
        running.emit(TileDrawn(slot=slot + 1, tile=drawn))


def legal_tiles(position: Perikles, seat: str) -> list[str]:
    """2.04, 2.05: the tiles on display that the seat may take, in slot order."""
    display = [tile for tile in position.influence_display if tile]
    taken = [influence_tile(tile).colour for tile in position.tiles[seat]]
    new = [tile for tile in display if influence_tile(tile).colour not in taken]
    return new or display


def carry_out(position: Perikles, seat: str, order: TakeOrder) -> list[Event]:
    """2.06 a to e, cubes before the symbol (2.12, RULING-6), each part checked in the position before it (D.02).

    Raises Illegal and leaves the position half changed: try it on a scratch copy first.
    """
    events: list[Event] = []
    if order.before:
        events += use_in_phase_2(position, seat, order.before)
    events.append(_take(position, seat, order))
    events += _symbol(position, seat, order)
    if order.after:
        events += use_in_phase_2(position, seat, order.after)
    return events


def _take(position: Perikles, seat: str, order: TakeOrder) -> TileTaken:
    """2.06 b and c: the tile lies before the seat (2.13), its cubes in the temple (2.07)."""
    if order.tile not in position.influence_display:
        shown = names_of(tile for tile in position.influence_display if tile)
        raise Illegal("2.03", f"{name_of(order.tile)} is not on display; choose {shown}")
    tile = influence_tile(order.tile)
    if order.tile not in legal_tiles(position, seat):
        may = names_of(legal_tiles(position, seat))
        raise Illegal("2.04", f"you took a tile of {name_of(tile.colour)} this turn; choose {may}")
    city = _city_of_cubes(order, tile.colour)
    position.influence_display[position.influence_display.index(order.tile)] = None
    position.tiles[seat].append(order.tile)
    placed = position.place_cubes(seat, city, tile.shards)
    return TileTaken(seat=seat, tile=order.tile, city=city, cubes=placed)


def _city_of_cubes(order: TakeOrder, colour: str) -> str:
    """2.07: the city of the tile, or any city for an Any City tile, which the order must name."""
    if colour == "any":
        if order.city is None:
            raise Illegal("2.07", "for an Any City tile, name the city that gets its cube")
        return order.city
    if order.city not in (None, colour):
        raise Illegal(
            "2.07", f"the cubes of the {name_of(order.tile)} go to {name_of(colour)}, not to {name_of(order.city)}"
        )
    return colour


def _symbol(position: Perikles, seat: str, order: TakeOrder) -> list[Event]:
    """2.06 d: the Candidate or Assassin symbol; compulsory where it can be carried out."""
    symbol = influence_tile(order.tile).symbol
    if order.candidate and symbol != "candidate":
        raise Illegal("2.09", f"the {name_of(order.tile)} has no Candidate symbol: you cannot propose with it")
    if order.assassinate and symbol != "assassin":
        raise Illegal("2.10", f"the {name_of(order.tile)} has no Assassin symbol: you cannot remove a cube with it")
    if symbol == "candidate":
        return _candidate(position, seat, order)
    return [_assassin(position, seat, order.assassinate)] if symbol == "assassin" else []


def _candidate(position: Perikles, seat: str, order: TakeOrder) -> list[Event]:
    """2.09: propose at once, under 3.03 to 3.07; compulsory if there is any legal proposal."""
    if order.candidate is None:
        if any(candidates.proposals(position, seat)):
            raise Illegal("2.09", f"the {name_of(order.tile)} has the Candidate symbol: propose a candidate")
        return []
    illegal = candidates.proposal_refusal(position, seat, order.candidate.city, order.candidate.colour)
    if illegal:
        raise illegal
    return [candidates.propose(position, seat, order.candidate.city, order.candidate.colour)]


def _assassin(position: Perikles, seat: str, target: Assassination | None) -> Assassinated:
    """2.10: remove one cube of any colour from a temple or candidate space; 2.11: b moves to an empty a."""
    if target is None:
        raise Illegal("2.10", "the tile has the Assassin symbol: name the cube that it removes")
    there = position.cities[target.city]
    if target.place == "temple":
        if not there.temple.get(target.colour):
            raise Illegal("2.10", f"there is no {target.colour} cube in the temple of {name_of(target.city)}")
        there.temple[target.colour] -= 1
    else:
        if getattr(there, target.place) != target.colour:
            holder = getattr(there, target.place) or "nobody"
            raise Illegal(
                "2.10", f"the {CANDIDATES[target.place]} of {name_of(target.city)} is {holder}, not {target.colour}"
            )
        setattr(there, target.place, None)
        if there.a is None:
            there.a, there.b = there.b, None
    return Assassinated(seat=seat, city=target.city, place=target.place, colour=target.colour)


def targets(position: Perikles) -> Iterator[Assassination]:
    """2.10: every cube that may be removed: temples and candidates, in city order."""
    for city in CITIES:
        there = position.cities[city]
        for colour in position.seats:
            if there.temple[colour]:
                yield Assassination(city=city, place="temple", colour=colour)
        for place in ("a", "b"):
            if (candidate := getattr(there, place)) is not None:
                yield Assassination(city=city, place=place, colour=candidate)


def _said(field: str, value: str) -> str:
    return CANDIDATES.get(value, value) if field == "assassinate.place" else name_of(value)


class Take(
    Question[Perikles, TakeOrder],
    id="D-2",
    clause="2.03",
    listed=False,
    default="N.02",
    choice=TakeChoice,
    subject="Take an Influence tile",
    public_options=True,
    ahead=2,
    ahead_words="And the next two tiles?",
):
    """D-2: one bundle: an optional Special tile, the tile with its actions, an optional Special tile.

    `options` lists the bundles without Special tile; `check` takes those with one too, and `sample` draws them.
    """

    field_words = {
        "tile": ("Which Influence tile?", "{}"),
        "city": ("In which city do its cubes go?", "cubes in {}"),
        "candidate.city": ("Propose a candidate in which city?", "candidate in {}"),
        "candidate.colour": ("Whose cube becomes the candidate?", "with the {} cube"),
        "assassinate.city": ("Assassinate in which city?", "in {}"),
        "assassinate.place": ("In the temple, or the first or the second candidate?", "({})"),
        "assassinate.colour": ("Whose cube?", "remove the {} cube"),
        "before": ("Play your Special tile before the Influence tile?", ""),
        "before.tile": ("Which Special tile?", "first play {}"),
        "before.city": ("In which city?", "in {}"),
        "before.moves.colour": ("Whose cube moves?", "a cube of {}"),
        "before.moves.from": ("From which city?", "from {}"),
        "before.moves.to": ("To which city?", "to {}"),
        "after": ("Play your Special tile after the Influence tile?", ""),
        "after.tile": ("Which Special tile?", "then play {}"),
        "after.city": ("In which city?", "in {}"),
        "after.moves.colour": ("Whose cube moves?", "a cube of {}"),
        "after.moves.from": ("From which city?", "from {}"),
        "after.moves.to": ("To which city?", "to {}"),
    }

    def note(self, view: Perikles, ask: Ask, order: TakeOrder, field: str) -> str:
        """The cubes in the temple of a city once those of the tile are there; whose own cube would go."""
        if field == "assassinate.colour":
            return "yours" if order.assassinate and order.assassinate.colour == ask.seat else ""
        wanted = order.candidate or order.assassinate
        if wanted is None or field not in ("candidate.city", "candidate.colour", "assassinate.city"):
            return ""
        tile = influence_tile(order.tile)
        lands = (order.city or tile.colour) == wanted.city
        there = view.temple(wanted.city, {ask.seat: min(tile.shards, view.supply(ask.seat))} if lands else {})
        if field == "candidate.colour":
            return count_of(there[wanted.colour], "cube")
        return temple_in_words(there)

    def prompt(self, view: Perikles, ask: Ask) -> str:
        return (
            "Take an Influence tile, with its cubes and its symbol. You may play a Special tile of phase 2 before or "
            "after it."
        )

    def options(self, view: Perikles, ask: Ask) -> Iterator[TakeOrder]:
        """The legal bundles without Special tile, by slot."""
        position = view.scratch()
        for tile in legal_tiles(position, ask.seat):
            colour = influence_tile(tile).colour
            for city in CITIES if colour == "any" else (None,):
                yield from self._with_symbol(position, ask.seat, TakeOrder(tile=tile, city=city))

    space = options

    def _with_symbol(self, position: Perikles, seat: str, order: TakeOrder) -> Iterator[TakeOrder]:
        """An order completed with every legal use of its tile's symbol, in the position after its cubes."""
        tile = influence_tile(order.tile)
        placed_in = order.city or tile.colour
        cubes = position.place_cubes(seat, placed_in, tile.shards)
        if tile.symbol == "candidate":
            found = [TakeOrder(tile=order.tile, candidate=p) for p in candidates.proposals(position, seat)]
            yield from found or [order]
        elif tile.symbol == "assassin":
            yield from (TakeOrder(tile=order.tile, assassinate=target) for target in targets(position))
        else:
            yield order
        position.cities[placed_in].temple[seat] -= cubes

    def grown(self, view: Perikles, ask: Ask, order: TakeOrder | None) -> Iterator[TakeOrder]:
        """A tile with its actions; then the Special tile. Before the tile, it has the symbol chosen anew (X.03)."""
        if order is None:
            yield from self.options(view, ask)
            return
        position = view.scratch()
        if order.after is None:
            begun = replace(order, candidate=None, assassinate=None) if order.before is None else order
            for use in special_uses(position, ask.seat, order.before):
                yield replace(begun, before=use)
        if order.before is None:
            carry_out(position, ask.seat, replace(order, after=None))
            yield from (replace(order, after=use) for use in special_uses(position, ask.seat, order.after))
        elif not (order.candidate or order.assassinate):
            yield from self._symbol_after_special(position, ask, order)

    def _symbol_after_special(self, position: Perikles, ask: Ask, order: TakeOrder) -> Iterator[TakeOrder]:
        try:
            use_in_phase_2(position, ask.seat, order.before)  # type: ignore[arg-type]
        except Illegal:  # not all of its parts are there yet
            return
        for other in self.options(position, ask):
            if (other.tile, other.city) == (order.tile, order.city) and (other.candidate or other.assassinate):
                yield replace(other, before=order.before)

    def refusal(self, view: Perikles, ask: Ask, order: TakeOrder) -> Illegal | None:
        """The first part of the bundle that is illegal where its turn comes (D.02)."""
        try:
            carry_out(view.scratch(), ask.seat, order)
        except Illegal as illegal:
            return illegal
        return None

    def sample(self, view: Perikles, ask: Ask, chance: Chance, label: str) -> TakeOrder | None:
        """A legal bundle; one time in four with the Special tile, if the seat has one for this phase."""
        special = sampled_special(view, ask.seat, chance, label)
        order = chance.pick(list(self.options(view, ask)), label)
        if special is None or chance.die(4, f"{label} special?") > 1:
            return order
        if chance.die(2, f"{label} before or after") == 2:
            after = replace(order, after=special)
            return order if self.refusal(view, ask, after) else after
        position = view.scratch()
        use_in_phase_2(position, ask.seat, special)
        return replace(chance.pick(list(self.options(position, ask)), f"{label} then"), before=special)

    def orders_of(self, view: Perikles, ask: Ask, choice: TakeChoice) -> Iterator[TakeOrder]:
        """D.03: a bundle with the tiles that fit; or the catch-all, whose actions are those of N.02."""
        if choice.take:
            yield from (bundle_with(choice, tile) for tile in tiles_wanted(view, choice.take))
        for tile in best_by_colour(legal_tiles(view, ask.seat), choice.colours):
            yield default_actions(view, ask.seat, tile)

    def choice_in_words(self, choice: TakeChoice | TakeOrder) -> str:
        """A bundle in the phrases of an order, or the colours one after the other."""
        if isinstance(choice, TakeChoice) and choice.colours:
            ranked = ", else ".join("Any City" if colour == "any" else name_of(colour) for colour in choice.colours)
            return f"a tile with the most cubes: {ranked}"
        plain = to_builtins(choice) | {"question": None, "take": None}
        tile = [choice.take.in_words()] if isinstance(choice, TakeChoice) and choice.take else []
        return ", ".join([*tile, *phrases(plain, self.field_words, _said)])

    def is_standing(self, choice: TakeChoice) -> bool:
        """RULING-28: a catch-all stands; a bundle is used once."""
        return bool(choice.colours)

    def after(self, view: Perikles, ask: Ask, order: TakeOrder) -> Perikles:
        """The slot of the tile is empty: nobody knows what will be drawn."""
        position = view.scratch()
        carry_out(position, ask.seat, order)
        return position

    def choice_of(self, view: Perikles, ask: Ask, order: TakeOrder) -> dict[str, Any]:
        """D.03: the tile by its colour and kind."""
        tile = influence_tile(order.tile)
        plain = super().choice_of(view, ask, order)
        return {"take": {"colour": tile.colour, "kind": kind_of_tile(tile)}} | {
            k: plain[k] for k in plain if k != "tile"
        }

    def otherwise(self, view: Perikles, ask: Ask) -> list[dict[str, Any]]:
        """By colours, those of the cities first where the seat has most cubes."""
        return [{"colours": [*sorted(CITIES, key=lambda city: -view.cities[city].temple[ask.seat]), "any"]}]

    def only_option(self, view: Perikles, ask: Ask) -> TakeOrder | None:
        """RULING-35: None while the seat has a Special tile, which for all that others know could be used here."""
        return super().only_option(view, ask) if view.special[ask.seat].used else None

    def default(self, view: Perikles, ask: Ask) -> TakeOrder:
        """N.02: the legal tile with most shards, ties by lowest slot; no Special tile."""
        tile = max(legal_tiles(view, ask.seat), key=lambda tile: influence_tile(tile).shards)
        return default_actions(view, ask.seat, tile)


def default_actions(view: Perikles, seat: str, tile: str) -> TakeOrder:
    """N.02: a tile with its default actions."""
    printed = influence_tile(tile)
    position = view.scratch()
    city: CityName | None = fewest_cubes(position, seat) if printed.colour == "any" else None
    position.place_cubes(seat, city or printed.colour, printed.shards)
    if printed.symbol == "candidate":
        own = candidates.proposal_refusal(position, seat, printed.colour, seat) is None
        legal = any(candidates.proposals(position, seat))
        home = Proposal(city=_city(printed.colour), colour=seat)
        return TakeOrder(
            tile=tile, candidate=home if own else candidates.default_proposal(position, seat) if legal else None
        )
    if printed.symbol == "assassin":
        return TakeOrder(tile=tile, assassinate=_default_target(position, seat, _city(printed.colour)))
    return TakeOrder(tile=tile, city=city)


def _city(name: str) -> CityName:
    return get_args(CityName)[CITIES.index(name)]  # type: ignore[no-any-return]


def _default_target(position: Perikles, seat: str, home: CityName) -> Assassination:
    """N.02: an opposing temple cube, the tile's city first; else an opposing candidate; else an own temple cube."""
    rivals = position.clockwise(seat)[1:]
    for city in (home, *CITIES):
        temple = position.cities[city].temple
        most = max(rivals, key=lambda colour: temple[colour])
        if temple[most]:
            return Assassination(city=city, place="temple", colour=most)
    legal = list(targets(position))
    opposing = [target for target in legal if target.colour != seat]
    own = [target for target in legal if target.place == "temple"]
    return (opposing or own or legal)[0]
