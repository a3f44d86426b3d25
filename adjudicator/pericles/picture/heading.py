"""The head of the picture: the state of the game, the seats it waits for, the viewer, and what holds this turn."""

from __future__ import annotations

from adjudicator.kernel import Unknown
from adjudicator.kernel.subjects import count_of, subject
from adjudicator.pericles.names import name_of, words
from adjudicator.pericles.picture.counters import add_plaque
from adjudicator.pericles.picture.labels import capital, known, place_name
from adjudicator.pericles.state.position import Expedition, Pericles
from adjudicator.pericles.words import FACTIONS, SIDE_OF, SIDES, FactionName
from adjudicator.pictures.shapes import Card, Frame
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


def heading(view: Pericles, seat: str | None, frame: Frame) -> Card:
    """Scenario, turn, viewer; the conditions; who is asked, or who has won."""
    scenario = f"{view.scenario} {view.facts.name}"
    parts = [f"{stage(view)}, {whose(seat)}", scenario, enumerated(conditions(view)), _honor(view), standing(view)]
    card = Card(". ".join(part.rstrip(".") for part in parts if part) + ".", 4)
    order = f"Honor Order: {enumerated(view.honor_order)}" if view.honor_order else ""
    lines = [stage(view), scenario, standing(view), f"The board {whose(seat)}"]
    flow = frame.flow(card, 4).prose(" ".join(f"{line.rstrip('.')}." for line in lines if line), "firm").line()
    said = [capital(enumerated(conditions(view))), order]
    card.bottom = flow.prose(" ".join(f"{line}." for line in said if line), "weak").bottom
    return card


def strip(view: Pericles, seat: str | None, frame: Frame, top: int) -> list[Card]:
    """A box a Faction with its Honor; on wide pictures tokens, and the markers that are still to be placed."""
    gap, factions = 6, view.factions
    width = (frame.inner - gap * (len(factions) - 1)) // len(factions)
    return [
        _faction(view, faction, faction == seat, frame, frame.edge + number * (width + gap), top, width)
        for number, faction in enumerate(factions)
    ]


def _faction(view: Pericles, faction: FactionName, mine: bool, frame: Frame, x: int, top: int, width: int) -> Card:
    height = 50 if frame.shape == "wide" else 34
    shown = _in_short(view, faction)
    card = Card(f"{words(view, subject('seat', faction))} in short: Honor {view.honor[faction]}, {shown}", top)
    card.subject, card.bottom = subject("seat", faction), top + height
    card.box(x, top, width, height, "mine" if mine else "card")
    if faction in awaited(view):
        card.box(x + 1, top + 1, width - 2, height - 2, "asked")
    line = top + (16 if frame.shape == "wide" else height // 2)
    add_plaque(card, SIDE_OF[faction], x + 5, line - 11, 32, 22)
    card.words(faction, x + 21, line, "pale", "middle")
    if view.governs(faction):
        card.sign("governs", x + 48, line)
    card.words(str(view.honor[faction]), x + width - 8, line, "lead", "end")
    if frame.shape == "wide":
        card.words(capital(name_of(faction).removeprefix("the ")).partition(" (")[0], x + 64, line, "place")
        card.words(shown, x + 8, top + 37, "mini")
    return card


def _in_short(view: Pericles, faction: FactionName) -> str:
    """Tokens behind the shield and committed, markers to be placed."""
    said = [f"tokens {'?' if isinstance(view.shields[faction], Unknown) else view.shields[faction]}"]
    sent = view.committed[faction]
    if sent != 0:
        said[0] += f", sent {'?' if isinstance(sent, Unknown) else sent}"
    if view.markers[faction]:
        said.append(count_of(len(view.markers[faction]), "marker"))
    if view.facts.kind != "theater":
        said.append(count_of(len(view.hands[faction]), "card"))
    return ", ".join(said)


def _honor(view: Pericles) -> str:
    """1-C: the Honor of every Faction."""
    said = []
    for faction in view.factions:
        governs = " (Controlling)" if view.governs(faction) else ""
        said.append(f"{faction} {view.honor[faction]}{governs}")
    return f"Honor: {enumerated(said)}"


def expedition(view: Pericles, frame: Frame, top: int) -> list[Card]:
    """9.3: the Military issue that is being resolved."""
    if view.expedition is None:
        return []
    lines = _expedition_lines(view, view.expedition)
    card = Card("; ".join(lines), top)
    flow = frame.flow(card, top + 3, 8)
    for number, text in enumerate(lines):
        if number:
            flow.line()
        flow.prose(text, "line" if number else "firm")
    card.bottom = flow.bottom + 4
    return [card.framed("card", frame)]


def _expedition_lines(view: Pericles, under_way: Expedition) -> list[str]:
    lines = [f"Expedition to {place_name(under_way.theater)}, Commanding General {under_way.general}"]
    sent = [f"{faction} {known(view.committed[faction])}" for faction in view.factions]
    lines.append(f"Tokens committed: {enumerated(sent)}" + (", State Ship" if under_way.state_ship else ""))
    if under_way.kind:
        totals = [f"{place_name(side)} {under_way.totals[side]}" for side in SIDES if side in under_way.totals]
        winner = f"; {place_name(under_way.winner)} won by {under_way.differential}" if under_way.winner else ""
        lines.append(f"Battle {under_way.battles}, {under_way.kind}: {enumerated(totals, 'no totals yet')}{winner}")
    return lines
