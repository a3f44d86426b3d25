"""6.31: the Brain Trust of a Faction that showed its Leader alone (D8)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from adjudicator.kernel import Answers, Ask, YesNo, agenda_step
from adjudicator.pericles.assembly.played_cards import debate_of, debaters
from adjudicator.pericles.assembly.political_cards import known
from adjudicator.pericles.events.assembly import BrainTrustKept, BrainTrustUsed, EntourageDiscarded
from adjudicator.pericles.state.decision import PartedDecision, Running
from adjudicator.pericles.state.orders import BrainTrustOrder
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.state.theaters import faction_of
from adjudicator.pericles.words import COMPATRIOT, SIDE_OF, FactionName


@agenda_step
def offer_brain_trusts(running: Running) -> None:
    """6.31-A, 6.31-B, RULING-17: after both cards are seen; both Sides in one phase."""
    position = running.position
    asks = [Ask(faction, UseBrainTrust.id) for faction in debaters(position) if may_use(position, faction)]
    if asks:
        running.ask(asks, draw_from_entourage)


def may_use(position: Pericles, faction: FactionName) -> bool:
    """6.31-A: its Leader shown, its Compatriot's not; RULING-17: an Entourage."""
    cards, leaders = debate_of(position).cards, position.box.leaders
    other = COMPATRIOT[faction]
    alone = cards[faction] == leaders[faction] and cards[other] != leaders[other]
    return alone and bool(position.entourages[faction])


@agenda_step
def draw_from_entourage(running: Running, answers: Answers) -> None:
    """6.31-A: one card at random; its value is added, its lines are not."""
    for faction in debaters(running.position):
        order: BrainTrustOrder | None = answers.get(faction, {}).get(UseBrainTrust.id)
        if order and order.use:
            draw(running, faction)
        elif order:
            running.emit(BrainTrustKept(faction=faction))


def draw(running: Running, faction: FactionName) -> None:
    """6.31-A; 5.22-A reads next turn that it was used."""
    position = running.position
    debate = debate_of(position)
    card = running.chance.pick(sorted(known(position.entourages[faction])), f"6.31 Brain Trust {faction}")
    value = position.box.cards[card].value
    debate.entourage_card[faction] = card
    debate.totals[faction] += value
    position.brain_trust[faction] = True
    running.emit(BrainTrustUsed(faction=faction, card=card, value=value, total=debate.totals[faction]))


def discard_used(running: Running, faction: FactionName) -> None:
    """6.31-C: after the debate the whole Entourage is shown and discarded."""
    position = running.position
    if faction in debate_of(position).entourage_card:
        shown = sorted(known(position.entourages[faction]))
        position.entourages[faction] = []
        position.discards[SIDE_OF[faction]] += shown
        running.emit(EntourageDiscarded(faction=faction, cards=shown, why="6.31-C"))


def margin(view: Pericles, faction: FactionName) -> int:
    """By how much the total of a Faction is above its Compatriot's."""
    totals = debate_of(view).totals
    return totals[faction] - totals[COMPATRIOT[faction]]


class BrainTrustChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a book says to D8: whether to use it, where one's total less the Compatriot's lies within these bounds."""

    use: bool
    at_least: int | None = None
    at_most: int | None = None

    def __post_init__(self) -> None:
        """Bounds between which something lies. ValueError says so."""
        if self.at_least is not None and self.at_most is not None and self.at_least > self.at_most:
            raise ValueError(f"nothing is at least {self.at_least} and at most {self.at_most}")

    def in_words(self) -> str:
        said = "use it" if self.use else "keep it"
        least = [] if self.at_least is None else [f"{self.at_least} or more"]
        most = [] if self.at_most is None else [f"{self.at_most} or less"]
        bounds = " and ".join([*least, *most])
        return f"{said} if your total less your Compatriot's is {bounds}" if bounds else said


class UseBrainTrust(
    PartedDecision[BrainTrustOrder],
    id="D8",
    passing={"use": False},
    clause="6.31-A",
    policy="15.4-B6",
    choice=BrainTrustChoice,
    subject="Decide whether to use the Brain Trust",
    public_options=True,
):
    """D8: asked of a Faction that alone has shown its Leader."""

    def prompt(self, view: Pericles, ask: Ask) -> str:
        faction = faction_of(ask)
        totals = debate_of(view).totals
        mine, theirs = totals[faction], totals[COMPATRIOT[faction]]
        return f"Your total is {mine} against {theirs}. Use the Brain Trust: add a random card of your Entourage?"

    parts = {"use": YesNo(yes="use it", no="keep it")}

    def policy(self, view: Pericles, ask: Ask) -> BrainTrustOrder:
        return BrainTrustOrder(use=margin(view, faction_of(ask)) <= 0)

    def concerns(self, view: Pericles, ask: Ask, choice: BrainTrustChoice) -> bool:
        """Whether the margin lies within the bounds."""
        now = margin(view, faction_of(ask))
        above = choice.at_least is None or now >= choice.at_least
        return above and (choice.at_most is None or now <= choice.at_most)

    def orders_of(self, view: Pericles, ask: Ask, choice: BrainTrustChoice) -> Iterator[BrainTrustOrder]:
        """The order without its bounds."""
        yield BrainTrustOrder(use=choice.use)
