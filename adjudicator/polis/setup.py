"""4, 12, 15: scenarios and the options of a game; sides, and the set-up of the standard game and the scenarios."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.kernel import Answers, Ask, Illegal, Question, Resolution, Scenario, Setting, agenda_step, step
from adjudicator.kernel.rules.components_files import COMPONENTS
from adjudicator.polis.components import box
from adjudicator.polis.components.model import SetupFacts
from adjudicator.polis.events.rounds import SidesDrawn
from adjudicator.polis.rounds.turns import begin_round
from adjudicator.polis.state.orders import WishOrder
from adjudicator.polis.state.position import City, Player, Polis
from adjudicator.polis.words import ENEMY, GOODS, MARKET_GOODS, POLEIS, REGIONS, SIDES, SideName

DRAWN = "_drawn"
SEATS = ("sparta", "athens")
DRAWN_SEATS = ("alpha", "beta")
_SUMMARIES = {
    "standard": "The whole game: rounds 3, 4, 5α and 5β (4).",
    "corinthian_war": "One round of type 5, without events and projects (12.1).",
    "second_war": "Rounds 5α and 5β (12.2).",
}
_ANSWERS = {"standard": 30, "corinthian_war": 9, "second_war": 12}


def _scenarios() -> dict[str, Scenario]:
    """Each twice: with the seats named by their sides, and with sides wished for and drawn (4-F, RULING-52)."""
    found = {}
    for id, setup in box().components.setups.items():
        found[id] = Scenario(id, setup.name, _SUMMARIES[id], (2,), SEATS, _ANSWERS[id])
    for id, setup in box().components.setups.items():
        summary = f"{_SUMMARIES[id]} Players can wish for a side; otherwise the sides are drawn (4-F)."
        found[id + DRAWN] = Scenario(id + DRAWN, f"{setup.name}, sides drawn", summary, (2,), DRAWN_SEATS, _ANSWERS[id])
    return found


SCENARIOS: Mapping[str, Scenario] = _scenarios()
SETTINGS: Mapping[str, Setting] = {
    "end_sheets": Setting(
        "Whether both sides decide on feeding, growth and Phoros together, or in turn (15.2-A)",
        "together",
        ("together", "in turn"),
    ),
    "components": COMPONENTS,
}


# --- the set-up -------------------------------------------------------------------------------------------------------

Running = Resolution[Polis]


def set_up(**given: Any) -> Polis:
    """The table before anything is on it."""
    position = Polis(**given)
    steps = [lay_out, shuffle_decks, begin_round]
    position.agenda = [*map(step, [ask_sides, *steps] if position.scenario.endswith(DRAWN) else steps)]
    return position


class SideQuestion(
    Question[Polis, WishOrder],
    id="D1",
    clause="4-F",
    default="4-F",
    subject="Wish for a side",
    public_options=True,
    may_decline=True,
):
    """D1."""

    field_words = {"side": ("Which side?", "{}")}

    def prompt(self, view: Polis, ask: Ask) -> str:
        return "Which side do you want to play? If your wishes clash, the sides are drawn."

    def space(self, view: Polis, ask: Ask) -> Iterator[WishOrder]:
        yield WishOrder()
        yield from (WishOrder(side=side) for side in SIDES)

    def refusal(self, view: Polis, ask: Ask, order: WishOrder) -> Illegal | None:
        return None

    def order_in_words(self, view: Polis, order: WishOrder, names: Any) -> str:
        return self.choice_in_words(order)

    def choice_in_words(self, choice: WishOrder) -> str:
        return f"wish for {choice.side.capitalize()}" if choice.side else "wish for neither side"


@agenda_step
def ask_sides(running: Running) -> None:
    """4-F, RULING-52: both are asked, in secret."""
    running.ask([Ask(seat, SideQuestion.id) for seat in running.position.seats], draw_sides)


@agenda_step
def draw_sides(running: Running, answers: Answers) -> None:
    """4-F, RULING-28, RULING-45: wishes that do not clash are granted; otherwise chance decides."""
    position = running.position
    one, other = position.seats
    wishes: dict[str, SideName | None] = {seat: answers.of(seat, SideQuestion.id).side for seat in position.seats}
    mine, theirs = wishes[one], wishes[other]
    if mine == theirs:
        mine = running.chance.pick(SIDES, "4-F sides")
    elif mine is None and theirs is not None:
        mine = ENEMY[theirs]
    first: SideName = mine or "sparta"
    position.players = {first: one, ENEMY[first]: other}
    running.emit(SidesDrawn(sparta=position.seat("sparta"), athens=position.seat("athens")))


def setup_of(position: Polis) -> SetupFacts:
    """4, 12: the printed set-up of the scenario."""
    return position.box.components.setups[position.scenario.removesuffix(DRAWN)]


@agenda_step
def lay_out(running: Running) -> None:
    """4-A to 4-D, 12-A, 12.1-B, 12.1-C, 12.2-C, 12.2-D, RULING-1, RULING-23: everything that lies open.

    12.1-D, 12.2-E: the side that begins follows from it (5-C).
    """
    position, setup = running.position, setup_of(running.position)
    column = position.box.components.market_value.start_column
    position.markers = dict.fromkeys(MARKET_GOODS, column)
    position.rounds = [*setup.rounds]
    position.poleis = {name: City(None, position.box.poleis[name].base) for name in POLEIS}
    position.units = {region: dict.fromkeys(SIDES, 0) for region in REGIONS}
    for side in SIDES:
        facts = setup.side(side)
        stock = {good: facts.goods[good] for good in GOODS}
        position.sides[side] = Player(facts.prestige, stock, facts.merchants, facts.proxenos)
        for name, population in facts.poleis.items():
            position.poleis[name] = City(side, population)
        for region, number in (*facts.hoplites.items(), *facts.galleys.items()):
            position.units[region][side] = number


@agenda_step
def shuffle_decks(running: Running) -> None:
    """4-E, 12.2-A, 12.2-B: the projects of the scenario, and the event deck of each of its rounds."""
    position, setup = running.position, setup_of(running.position)
    position.project_deck = [*running.chance.shuffle(setup.projects, "4-E projects")]
    for name in setup.rounds if setup.events else ():
        deck = position.box.rounds[name].event_deck
        cards = [card for card, event in position.box.events.items() if event.deck == deck]
        position.event_decks[deck] = [*running.chance.shuffle(cards, f"4-E events {deck}")]
