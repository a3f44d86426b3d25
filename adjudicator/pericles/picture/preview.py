"""What an order would change on the board, before it is sent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import singledispatch
from itertools import pairwise
from typing import Any

from adjudicator.kernel import Ask, Preview
from adjudicator.kernel.subjects import count_of, subject
from adjudicator.pericles.names import in_short
from adjudicator.pericles.picture.counters import LETTERS, sign_of
from adjudicator.pericles.picture.layout import text_on
from adjudicator.pericles.state import orders
from adjudicator.pericles.state.expedition import battle, on_expedition
from adjudicator.pericles.state.position import Pericles, Spot
from adjudicator.pericles.state.theaters import side_asked, spot_of
from adjudicator.pericles.state.tracks import hostage_space, placed_in_words
from adjudicator.pericles.words import (
    CITY_STATE,
    CITY_STATE_BASE,
    ENEMY,
    HOME,
    HUNDRED,
    LEAGUE_BASE,
    PieceName,
    SideName,
    opposite,
)

_LEAGUES: Mapping[SideName, str] = {"athens": "delian", "sparta": "peloponnesian"}


@singledispatch
def preview(order: object, view: Pericles, ask: Ask) -> Preview:
    """The pieces, markers and tokens that an order would put on the map or take from it."""
    return Preview()


def put(found: Preview, spot: Spot, pieces: Mapping[Any, int]) -> Preview:
    """So many pieces of each class come to a theater."""
    for piece, number in pieces.items():
        shown = "300" if piece == HUNDRED else f"+{number}"
        found.add(
            subject("theater", spot), piece, shown if number else "", int(number > 0), kind=text_on(piece), room=38
        )
    return found


def taken(found: Preview, view: Pericles, gone: Mapping[tuple[Spot, PieceName], int]) -> Preview:
    """So many pieces of each class leave a theater."""
    for (spot, piece), number in gone.items():
        found.take(subject("piece", f"{piece}@{spot}"), view.theaters[spot].count(piece) - number)
    return found


def moved(view: Pericles, moves: Iterable[tuple[Any, Spot, Spot, int]]) -> Preview:
    """Units by class from one theater to another, so many at a time."""
    gone, come = Counter[tuple[Spot, PieceName]](), dict[Spot, Counter[PieceName]]()
    for unit, origin, target, number in moves:
        if origin == target:
            continue
        gone[origin, unit] += number
        come.setdefault(target, Counter())[unit] += number
    found = taken(Preview(), view, gone)
    for target, pieces in come.items():
        put(found, target, pieces)
    return found


@preview.register
def _(order: orders.MoveOrder, view: Pericles, ask: Ask) -> Preview:
    found = moved(view, ((move.unit, move.path[0], move.path[-1], 1) for move in order.moves))
    for one, other in (each for move in order.moves for each in pairwise(move.path)):
        found.lit += [subject("way", f"{one}-{other}"), subject("way", f"{other}-{one}")]
    return found


@preview.register(orders.RelocateOrder)
@preview.register(orders.RedeployOrder)
def _(order: orders.RelocateOrder | orders.RedeployOrder, view: Pericles, ask: Ask) -> Preview:
    found = moved(view, ((one.unit, one.origin, one.target, one.count) for one in order.moves))
    return _given_up(found, view, order.eliminated if isinstance(order, orders.RedeployOrder) else [])


@preview.register(orders.GiveUpOrder)
@preview.register(orders.MaintainOrder)
def _(order: orders.GiveUpOrder | orders.MaintainOrder, view: Pericles, ask: Ask) -> Preview:
    return _given_up(Preview(), view, order.units)


def _given_up(found: Preview, view: Pericles, units: Iterable[orders.Standing]) -> Preview:
    gone = Counter[tuple[Spot, PieceName]]()
    for one in units:
        gone[one.theater, one.unit] += one.count
    return taken(found, view, gone)


@preview.register(orders.LossOrder)
@preview.register(orders.WinnerLossOrder)
def _(order: orders.LossOrder | orders.WinnerLossOrder, view: Pericles, ask: Ask) -> Preview:
    return _lost(view, order.units)


@preview.register
def _(order: orders.BaseLossOrder, view: Pericles, ask: Ask) -> Preview:
    return _lost(view, order.bases)


def _lost(view: Pericles, pieces: Mapping[Any, int]) -> Preview:
    spot = view.expedition.theater if view.expedition else None
    return taken(Preview(), view, {(spot, piece): number for piece, number in pieces.items()}) if spot else Preview()


@preview.register
def _(order: orders.CitizenshipOrder, view: Pericles, ask: Ask) -> Preview:
    found = put(Preview(), HOME["athens"], {"athenian_naval": order.naval, "athenian_land": order.land})
    if order.theater is None:
        return found
    return put(taken(found, view, {(order.theater, "delian_base"): 1}), order.theater, {"athenian_base": 1})


@preview.register
def _(order: orders.ColonyOrder, view: Pericles, ask: Ask) -> Preview:
    if order.theater is None:
        return Preview()
    base = int(view.may_build_base(order.theater, "delian_base"))
    units = {"delian_base": base, "delian_naval": order.naval, "delian_land": order.land}
    return put(Preview(), order.theater, units)


@preview.register
def _(order: orders.KrypteiaOrder, view: Pericles, ask: Ask) -> Preview:
    found = Preview()
    for theater, number in order.removed.items():
        _less_treachery(found, view, theater, "athens", number)
    return found


@preview.register
def _(order: orders.QuietOrder, view: Pericles, ask: Ask) -> Preview:
    found = Preview()
    for side, number in order.removed.items():
        _less_treachery(found, view, spot_of(ask), side, number)
    return found


def _less_treachery(found: Preview, view: Pericles, spot: Spot, side: SideName, number: int) -> None:
    found.take(subject("treachery", f"{side}@{spot}"), view.theaters[spot].treachery.get(side, 0) - number)


@preview.register
def _(order: orders.AgogeOrder, view: Pericles, ask: Ask) -> Preview:
    return put(Preview(), HOME["sparta"], {"spartan_land": order.land, HUNDRED: int(order.hundred)})


@preview.register
def _(order: orders.BuildOrder, view: Pericles, ask: Ask) -> Preview:
    side = side_asked(ask)
    city, gold = CITY_STATE[side], order.gold
    units = {f"{city}_naval": order.naval, f"{city}_land": order.land, HUNDRED: int(order.hundred)}
    found = put(Preview(), HOME[side], units)
    put(found, HOME["sparta"], {"spartan_naval": gold.spartan_naval, "peloponnesian_land": gold.peloponnesian_land})
    for theater, number in gold.peloponnesian_naval.items():
        put(found, theater, {"peloponnesian_naval": number})
    return found


@preview.register
def _(order: orders.LeagueOrder, view: Pericles, ask: Ask) -> Preview:
    side, spot = side_asked(ask), spot_of(ask)
    league, found = _LEAGUES[side], Preview()
    if order.do == "build units":
        put(found, spot, {f"{league}_naval": order.naval, f"{league}_land": order.land, "argive_land": order.argive})
    elif order.do == "remove treachery" and order.side:
        _less_treachery(found, view, spot, order.side, 1)
    elif order.do == "build base":
        put(found, spot, {LEAGUE_BASE[side] if spot != "persia" else "persian_base": 1})
    elif order.do == "convert base":
        put(taken(found, view, {(spot, LEAGUE_BASE[side]): 1}), spot, {CITY_STATE_BASE[side]: 1})
    return found


@preview.register
def _(order: orders.OracleOrder, view: Pericles, ask: Ask) -> Preview:
    found = Preview()
    if order.do == "remove unit" and order.unit and order.theater:
        taken(found, view, {(order.theater, order.unit): 1})
    for theater in order.theaters:
        found.add(subject("theater", theater), f"treachery-{side_asked(ask)}", "+1", kind="pale")
    return found


@preview.register
def _(order: orders.PlaceOrder, view: Pericles, ask: Ask) -> Preview:
    found = Preview()
    lent = f"/{sign_of(str(order.owner))}" if order.owner not in (None, ask.seat) else ""
    text = f"{LETTERS[order.marker]} {sign_of(ask.seat)}{lent}"
    found.add(subject("theater", order.theater), text=text, kind="tag", room=52)
    return found


@preview.register(orders.DiplomacyOrder)
@preview.register(orders.CourtOrder)
@preview.register(orders.OpposeOrder)
@preview.register(orders.CommandOrder)
@preview.register(orders.SupportOrder)
@preview.register(orders.ResistOrder)
def _(order: Any, view: Pericles, ask: Ask) -> Preview:
    """Tokens at the mark: where they are committed."""
    found, expedition = Preview(), view.expedition
    spot = ask.args.get("theater") or (expedition.theater if expedition else None)
    if spot:
        found.add(subject("theater", spot), text=count_of(order.tokens, "token"), kind="tag", room=78)
    return found


@preview.register
def _(order: orders.CalliasOrder, view: Pericles, ask: Ask) -> Preview:
    gone: dict[tuple[Spot, PieceName], int] = {(order.theater, "athenian_naval"): 1} if order.theater else {}
    return taken(Preview(), view, gone)


@preview.register
def _(order: orders.SelectOrder, view: Pericles, ask: Ask) -> Preview:
    return Preview(lit=[subject("issue", f"{order.issue}@{side_asked(ask)}", order.space)])


@preview.register
def _(order: orders.HostageOrder, view: Pericles, ask: Ask) -> Preview:
    other = ENEMY[side_asked(ask)]
    return _issue_goes(other, hostage_space(view, other)) if order.spend else Preview()


@preview.register
def _(order: orders.StopOrder, view: Pericles, ask: Ask) -> Preview:
    return _issue_goes(side_asked(ask), 0) if order.stop else Preview()


def _issue_goes(side: SideName, space: int) -> Preview:
    """War/Peace goes to a space of a track."""
    found = Preview()
    found.add(subject("track", side), text=placed_in_words(side, "war_peace", space), kind="tag", room=150)
    return found


@preview.register
def _(order: orders.BrainTrustOrder, view: Pericles, ask: Ask) -> Preview:
    found = Preview()
    if order.use:
        found.add(subject("track", side_asked(ask)), text=f"{in_short(ask.seat)} + a random card", kind="tag", room=150)
    return found


@preview.register
def _(order: orders.StateShipOrder, view: Pericles, ask: Ask) -> Preview:
    return _at_the_battle(view, "State Ship +1", 96) if order.use else Preview()


@preview.register
def _(order: orders.SecondBattleOrder, view: Pericles, ask: Ask) -> Preview:
    return _at_the_battle(view, f"{opposite(battle(view)[1])} battle", 96) if order.fight else Preview()


def _at_the_battle(view: Pericles, text: str, room: int) -> Preview:
    found = Preview()
    found.add(subject("theater", on_expedition(view).theater), text=text, kind="tag", room=room)
    return found


@preview.register
def _(order: orders.ResolveOrder, view: Pericles, ask: Ask) -> Preview:
    return Preview(lit=[subject("theater", spot_of(ask))] if order.resolve else [])


@preview.register
def _(order: orders.RevealOrder, view: Pericles, ask: Ask) -> Preview:
    return Preview(lit=[subject("marker", order.theater, 1)])
