"""What lies beside the map: heading, strip of the sides, battle, projects, both sides in full."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack

from adjudicator.kernel import Unknown
from adjudicator.kernel.subjects import count_of, subject
from adjudicator.pictures.measures import width_of
from adjudicator.pictures.shapes import Card, Frame
from adjudicator.pictures.told import awaited, whose
from adjudicator.polis.names import card_name, name_of, units_in, words
from adjudicator.polis.picture.layout import LETTERS
from adjudicator.polis.picture.wording import (
    assault_said,
    cards_said,
    prestige_said,
    project_said,
    side_said,
    stock_said,
    turn_said,
)
from adjudicator.polis.state.position import Battle, Polis, branch_of, round_said
from adjudicator.polis.words import GOODS, POLEIS, SIDES, PolisName, ProjectName, SideName


def heading(view: Polis, seat: str | None, frame: Frame) -> Card:
    """The first lines of the picture."""
    stage = f"round {view.round}" if view.round else "set-up"  # the font of pictures has no Greek letters
    title, said = f"Polis, {stage}", _said(view)
    card = Card(f"{game_said(view)} The board {whose(seat and seat.capitalize())}.", 4)
    flow = frame.flow(card, 4)
    with ExitStack() as things:
        if view.event:
            event = subject("event", view.event)
            things.enter_context(card.thing(event, words(view, event)))
        flow.prose(f"{title}. {said}", "firm")
    card.bottom = flow.prose(f"The board {whose(seat and seat.capitalize())}.", "weak").bottom
    return card


def game_said(view: Polis) -> str:
    """The round as it is printed, how the game stands, and what was done last."""
    turn = f" {turn_said(view)}" if view.outcome is not None and view.sides else ""
    return f"Polis, {round_said(view.round)}: {_said(view)}{turn}"


def _said(view: Polis) -> str:
    """How the game stands, and who is asked."""
    if view.outcome is not None:
        return f"The game is over: {view.outcome.in_words()}."
    turn = turn_said(view) if view.sides else "The sides are not drawn yet."
    asked = ", ".join(map(str.capitalize, awaited(view)))
    return f"{turn[0].upper()}{turn[1:]}{f' Asked now: {asked}.' if asked else ''}"


def strip(view: Polis, frame: Frame, top: int) -> list[Card]:
    """A box a side: Prestige, goods, merchants in port."""
    width = (frame.inner - 6) // 2
    return [_side(view, side, frame, frame.edge + n * (width + 6), top, width) for n, side in enumerate(SIDES)]


def _side(view: Polis, side: SideName, frame: Frame, x: int, top: int, width: int) -> Card:
    player, wide = view.sides[side], frame.shape == "wide"
    card = Card(f"{name_of(side)} in short: {stock_said(view, side)}", top, subject=subject("seat", view.seat(side)))
    card.told = "unsaid"
    card.bottom = top + (52 if wide else 98)
    card.box(x, top, width, card.bottom - top, f"at-{side}")
    if view.seat(side) in awaited(view):
        card.box(x + 1, top + 1, width - 2, card.bottom - top - 2, "asked")
    card.words(name_of(side), x + 10, top + 16, "place")
    merchants = f"{count_of(player.port, 'merchant')} in port"
    card.words(merchants, x + (110 if wide else 10), top + (16 if wide else 36), "mini")
    card.words(f"Prestige {player.prestige}", x + width - 10, top + 16, "firm", "end")
    across = len(GOODS) if wide else 3
    step = (width - 16) // across
    for number, good in enumerate(GOODS):
        row, column = divmod(number, across)
        left, line = x + 10 + column * step, top + (37 if wide else 60) + row * 22
        label = good if wide else LETTERS[good]
        card.words(label, left, line, "mini")
        card.words(str(player.stock[good]), left + width_of(label, "mini") + 4, line, "firm")
    return card


# --- the battle in course ---------------------------------------------------------------------------------------------


GAP = 6
HEIGHT = 30


def battle(view: Polis, frame: Frame, top: int) -> list[Card]:
    """8: one card for the assault, then the cards that were laid, both hands, the discards."""
    fought = view.battle
    if fought is None or not fought.hands:
        return []
    there = [(side, units_in(fought.region, view.count(side, fought.region))) for side in SIDES]
    units = ", ".join(f"{name_of(side)} {number}" for side, number in there)
    sums = ", ".join(f"{name_of(side)} {number:+d}" for side, number in sorted(fought.sums.items(), reverse=True))
    won = f" Prestige from this battle: {sums}." if sums else ""
    text = f"{assault_said(view)}. {units}.{won} {count_of(len(fought.pile), 'card')} in the pile."
    head = Card(text, top)
    head.bottom = frame.flow(head, top, 8).prose(text, "firm").bottom + 4
    cards = [head]
    rows: list[tuple[str, Sequence[object]]] = [("Laid", fought.laid)]
    rows += [(f"Hand of {name_of(side)}", fought.hands[side]) for side in SIDES]
    for title, held in [*rows, ("Discards", fought.discards)]:
        if held:
            cards.append(_row(view, fought, title, held, frame, cards[-1].bottom))
    return cards


def _row(view: Polis, fought: Battle, title: str, held: Sequence[object], frame: Frame, top: int) -> Card:
    card = Card(f"{title}: {cards_said(view, held)}", top)
    columns = 5 if frame.shape == "wide" else 2
    width = (frame.inner - GAP * (columns - 1)) // columns
    card.words(title, frame.edge + 8, top + 12, "mini")
    top += 24
    for number, one in enumerate(held):
        row, column = divmod(number, columns)
        _add_card(card, view, fought, one, frame.edge + column * (width + GAP), top + row * (HEIGHT + GAP), width)
    card.bottom = top + -(-len(held) // columns) * (HEIGHT + GAP) + 2
    return card


def _add_card(card: Card, view: Polis, fought: Battle, one: object, x: int, y: int, width: int) -> None:
    if isinstance(one, Unknown):
        card.box(x, y, width, HEIGHT, "back")
        card.words("?", x + width // 2, y + HEIGHT // 2, "line", "middle")
        return
    with card.thing(subject("card", str(one)), card_name(view.box, str(one), branch_of(fought.region))):
        card.box(x, y, width, HEIGHT, "card")
        card.words(card_name(view.box, str(one), branch_of(fought.region)), x + 8, y + HEIGHT // 2, "line")


# --- the projects on display, and where others are in progress or finished --------------------------------------------


PROJECTS_GAP = 8
PROJECTS_HEIGHT = 70


def projects(view: Polis, frame: Frame, top: int) -> list[Card]:
    """7.4: a card a project on display; then, in a line, those that were begun."""
    cards = [_project(view, project, number, frame, top) for number, project in enumerate(view.display)]
    begun = [f"{view.box.poleis[polis].name}: {', '.join(said)}" for polis in POLEIS if (said := _begun(view, polis))]
    if begun:
        line = Card("; ".join(begun), max((card.bottom for card in cards), default=top - 6) + 6)
        line.bottom = frame.flow(line, line.top, 8).prose(f"{'; '.join(begun)}.").bottom
        cards.append(line)
    return cards


def _begun(view: Polis, polis: PolisName) -> list[str]:
    city, facts = view.poleis[polis], view.box.projects
    begun = [f"{facts[city.project].name} in progress"] if city.project else []
    return [*begun, *(facts[project].name for project in city.finished)]


def _project(view: Polis, project: ProjectName, number: int, frame: Frame, top: int) -> Card:
    columns = 4 if frame.shape == "wide" else 1
    row, column = divmod(number, columns)
    width = (frame.inner - PROJECTS_GAP * (columns - 1)) // columns
    x, y, facts = (
        frame.edge + column * (width + PROJECTS_GAP),
        top + row * (PROJECTS_HEIGHT + PROJECTS_GAP),
        view.box.projects[project],
    )
    card = Card(project_said(view, project), y, subject=subject("project", project))
    card.box(x, y, width, PROJECTS_HEIGHT, "card")
    card.words(facts.name, x + 10, y + 16, "place")
    card.words(", ".join(f"{number} {good}" for good, number in facts.cost.items()), x + 10, y + 37, "line")
    card.words(f"{facts.kind}: {prestige_said(view, project)}", x + 10, y + 56, "mini")
    card.bottom = y + PROJECTS_HEIGHT
    return card


# --- what stands on the goods boards beside prestige and stocks -------------------------------------------------------


def sides(view: Polis, frame: Frame, top: int) -> list[Card]:
    """A card a side."""
    cards: list[Card] = []
    for side in SIDES:
        cards.append(_in_full(view, side, frame, cards[-1].bottom + 4 if cards else top))
    return cards


def _in_full(view: Polis, side: SideName, frame: Frame, top: int) -> Card:
    said = f"{name_of(side)}: {stock_said(view, side)}; {side_said(view, side)}"
    card = Card(said, top, subject=subject("seat", view.seat(side)))
    card.bottom = frame.flow(card, top + 3, 8).prose(f"{name_of(side)}: {side_said(view, side)}").bottom + 3
    return card.framed(f"at-{side}", frame)
