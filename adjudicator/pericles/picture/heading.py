"""The head of the picture: the state of the game, the seats it waits for, the viewer, and what holds this turn."""

from __future__ import annotations

from adjudicator.pericles.picture.labels import capital, known, place_name
from adjudicator.pericles.state.position import Expedition, Pericles
from adjudicator.pericles.words import FACTIONS, SIDES
from adjudicator.pictures.shapes import INNER, MARGIN, PADDING, Card, Flow
from adjudicator.pictures.wording import awaited, enumerated, whose


def stage(view: Pericles) -> str:
    """The turn and its years."""
    if view.outcome is not None:
        return "The game is over"
    years = view.box.components.turn_dates.get(view.turn)
    return f"Turn {view.turn}" + (f", {years} BC" if years else "")


def standing(view: Pericles) -> str:
    """Who has won, or who is asked."""
    if view.outcome is not None:
        places = sorted((view.outcome.places[f], FACTIONS.index(f)) for f in FACTIONS if f in view.outcome.places)
        return enumerated(f"{place}. {FACTIONS[number]}" for place, number in places)
    if awaited(view):
        return f"Asked now: {enumerated(awaited(view))}"
    return "The game waits; for whom is not shown." if view.phase else ""


def conditions(view: Pericles) -> list[str]:
    """What the rules ask about again and again: War or Peace, Plague, Alcibiades, the Persian War, the State Ship."""
    said = ["War" if view.war else "Peace", "Post-Plague" if view.post_plague else "Pre-Plague"]
    if view.facts.kind == "full":
        said.append("the Persian War lasts" if view.persian_war else "Peace of Callias made")
        said.append("Persia open" if view.persia_open else "Persia closed")
    if view.facts.kind != "political":
        said.append("State Ship ready" if view.state_ship else "State Ship used")
    return [
        *said,
        f"Alcibiades in {place_name(view.alcibiades)}" if view.alcibiades == "persia" else "Alcibiades in Athens",
    ]


def heading(view: Pericles, seat: str | None, top: int) -> Card:
    """Name, scenario, turn, viewer, Honor of the four; who is asked, or who has won; the conditions."""
    scenario = f"{view.scenario} {view.facts.name}"
    parts = [f"{stage(view)}, {whose(seat)}", scenario, enumerated(conditions(view)), _honor(view), standing(view)]
    card = Card(". ".join(part.rstrip(".") for part in parts if part) + ".", top)
    card.words("Pericles", MARGIN, top + 26, "head")
    flow = Flow(card, MARGIN, top + 56, INNER).prose(scenario).line()
    flow.words(stage(view), "strong").words(f"The board {whose(seat)}").line()
    flow.prose(capital(enumerated(conditions(view)))).line()
    _add_honor(flow, view)
    if view.honor_order:
        flow.prose(f"Honor Order: {enumerated(view.honor_order)}").line()
    flow.prose(standing(view), "strong")
    card.bottom = flow.bottom
    return card


def _add_honor(flow: Flow, view: Pericles) -> None:
    """Who governs is crowned (3.2-C)."""
    flow.words("Honor")
    for faction in view.factions:
        if view.governs(faction):
            flow.sign("governs")
        flow.words(f"{faction} {view.honor[faction]}", "strong").gap(12)
    flow.line()


def _honor(view: Pericles) -> str:
    """1-C: the Honor of every Faction."""
    said = []
    for faction in view.factions:
        governs = " (Controlling)" if view.governs(faction) else ""
        said.append(f"{faction} {view.honor[faction]}{governs}")
    return f"Honor: {enumerated(said)}"


def expedition(view: Pericles, top: int) -> list[Card]:
    """9.3: the Military issue that is being resolved."""
    if view.expedition is None:
        return []
    lines = _expedition_lines(view, view.expedition)
    card = Card("; ".join(lines), top)
    flow = Flow(card, MARGIN + PADDING, top + 4, INNER - 2 * PADDING)
    for number, text in enumerate(lines):
        if number:
            flow.line()
        flow.prose(text, "plain" if number else "strong")
    card.bottom = flow.bottom + 4
    return [card.framed()]


def _expedition_lines(view: Pericles, under_way: Expedition) -> list[str]:
    lines = [f"Expedition to {place_name(under_way.theater)}, Commanding General {under_way.general}"]
    sent = [f"{faction} {known(view.committed[faction])}" for faction in view.factions]
    lines.append(f"Tokens committed: {enumerated(sent)}" + (", State Ship" if under_way.state_ship else ""))
    if under_way.kind:
        totals = [f"{place_name(side)} {under_way.totals[side]}" for side in SIDES if side in under_way.totals]
        winner = f"; {place_name(under_way.winner)} won by {under_way.differential}" if under_way.winner else ""
        lines.append(f"Battle {under_way.battles}, {under_way.kind}: {enumerated(totals, 'no totals yet')}{winner}")
    return lines
