"""6.12, 6.2: the cards of a debate: played in secret (D7), revealed together, their awards received."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

import msgspec

from adjudicator.kernel import Answers, Ask, One, agenda_step
from adjudicator.pericles.assembly.political_cards import known
from adjudicator.pericles.assembly.strategy_board import yield_of
from adjudicator.pericles.events.assembly import CardPlayed, StockShared
from adjudicator.pericles.names import card_name, name_of
from adjudicator.pericles.state import ledger
from adjudicator.pericles.state.card_lines import award_of, bonus_of, total_of
from adjudicator.pericles.state.decision import PartedDecision, Running
from adjudicator.pericles.state.orders import CardOrder
from adjudicator.pericles.state.position import Debate, Pericles
from adjudicator.pericles.state.theaters import faction_of
from adjudicator.pericles.state.tracks import space_name
from adjudicator.pericles.words import FACTIONS_OF, SIDE_OF, CardName, FactionName, IssueKind, SideName

RICH_YIELD = 4  # 15.4-B5


def debate_of(position: Pericles) -> Debate:
    """The debate that is open."""
    if position.debate is None:
        raise ValueError("no debate is open")
    return position.debate


def debaters(position: Pericles) -> list[FactionName]:
    """The Factions of the Sides that have something to debate."""
    selected = debate_of(position).selected
    return [faction for side in position.sides if side in selected for faction in FACTIONS_OF[side]]


def issue_of(position: Pericles, side: SideName) -> IssueKind:
    """The kind of the issue that a Side debates."""
    return position.tracks[side][debate_of(position).selected[side]].kind


def selects(position: Pericles, faction: FactionName) -> bool:
    """6.11-A: whether a Faction selected the issue of this debate."""
    return position.governs(faction) == bool(debate_of(position).number % 2)


@agenda_step
def ask_for_cards(running: Running) -> None:
    """6.12-A: all Factions at once; the cards are secret until all are in."""
    asks = [Ask(faction, PlayCard.id) for faction in debaters(running.position)]
    if asks:
        running.ask(asks, reveal_cards)


@agenda_step
def reveal_cards(running: Running, answers: Answers) -> None:
    """6.12-B, 6.21-A: totals without a Brain Trust; then the awards, for winners and losers alike."""
    position = running.position
    debate = debate_of(position)
    for faction in debaters(position):
        order: CardOrder = answers[faction][PlayCard.id]
        issue = issue_of(position, SIDE_OF[faction])
        position.hands[faction] = [card for card in position.hands[faction] if card != order.card]
        debate.cards[faction] = order.card
        debate.totals[faction] = total_of(position, faction, order.card, issue)
        played = CardPlayed(
            faction=faction,
            card=order.card,
            value=position.box.cards[order.card].value,
            bonus=bonus_of(position, faction, order.card, issue),
            total=debate.totals[faction],
        )
        running.emit(played)
    for side in position.sides:
        if side in debate.selected:
            give_awards(running, side)


def give_awards(running: Running, side: SideName) -> None:
    """6.21-A; 6.22-A where the Stock does not cover both."""
    position = running.position
    cards, issue = debate_of(position).cards, issue_of(position, side)
    due = {faction: award_of(position, faction, cards[faction], issue) for faction in FACTIONS_OF[side]}
    if position.stock[side] < sum(due.values()):
        running.emit(StockShared(side=side, stock=position.stock[side]))
    shares = shared(position, side, due)
    for faction in position.governing_first(side):
        ledger.receive(running, faction, shares[faction], "6.21-A")


def shared(position: Pericles, side: SideName, due: dict[FactionName, int]) -> dict[FactionName, int]:
    """6.22-A: one token at a time, the Controlling Faction first, until awards or Stock are used up."""
    left, shares = position.stock[side], dict.fromkeys(due, 0)
    while wanting := [faction for faction in position.governing_first(side) if shares[faction] < due[faction]][:left]:
        for faction in wanting:
            shares[faction] += 1
        left -= len(wanting)
    return shares


# --- D7 -----------------------------------------------------------------------------------------------------------


class SheetCards(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """20-H: a ranked list of cards; those that are not in the hand any more are skipped.

    For one kind of issue, for debates that the Faction selected itself or not, for one debate; left out: for all.
    """

    cards: Annotated[list[CardName], msgspec.Meta(min_length=1)]
    issue: IssueKind | None = None
    own: bool | None = None
    debate: Annotated[int, msgspec.Meta(ge=1, le=6)] | None = None

    def in_words(self) -> str:
        issue = f" on {name_of(self.issue)}" if self.issue else ""
        own = {None: "", True: " that you selected", False: " that your Compatriot selected"}[self.own]
        which = "every debate" if self.debate is None else f"debate {self.debate}"
        return f"{', else '.join(map(card_name, self.cards))} in {which}{issue}{own}"


def hand_of(view: Pericles, ask: Ask) -> list[str]:
    """The hand of the Faction that is asked."""
    return known(view.hands[faction_of(ask)])


def total_with(view: Pericles, ask: Ask, card: str) -> str:
    """6.12-B: what a card would come to in this debate."""
    faction = faction_of(ask)
    return f"total {total_of(view, faction, card, issue_of(view, SIDE_OF[faction]))}"


def best_total(view: Pericles, faction: FactionName, issue: IssueKind) -> int:
    """15.4-B4: the highest total that a Faction's cards give, the Leader only where 15.4-B5 lets it be played."""
    totals = [total_of(view, faction, card, issue) for card in to_be_played(view, faction)]
    return max(totals, default=0)


def to_be_played(view: Pericles, faction: FactionName) -> list[str]:
    """15.4-B5: the hand without a Leader that yields four tokens as seventh card, while there are other cards."""
    hand, leader = known(view.hands[faction]), view.box.leaders[faction]
    others = [card for card in hand if card != leader]
    return others if others and yield_of(view, leader) == RICH_YIELD else hand


class PlayCard(
    PartedDecision[CardOrder],
    id="D7",
    clause="6.12-A",
    policy="15.4-B5",
    choice=SheetCards,
    subject="Play a card in a debate",
):
    """D7: asked of both Factions of a Side at once and secret until both are in."""

    def prompt(self, view: Pericles, ask: Ask) -> str:
        side = SIDE_OF[faction_of(ask)]
        issue = view.tracks[side][debate_of(view).selected[side]]
        place = space_name(side, issue.space)
        return f"Which card do you play on {name_of(issue.kind)} ({place}) in debate {debate_of(view).number}?"

    parts = {"card": One(hand_of, words=card_name, subject="card", note=total_with)}

    def policy(self, view: Pericles, ask: Ask) -> CardOrder:
        faction = faction_of(ask)
        issue = issue_of(view, SIDE_OF[faction])
        sign = -1 if selects(view, faction) else 1

        def rank(card: str) -> tuple[int, int, str]:
            return sign * total_of(view, faction, card, issue), view.box.cards[card].value, card

        return CardOrder(card=min(to_be_played(view, faction), key=rank))

    def concerns(self, view: Pericles, ask: Ask, choice: SheetCards) -> bool:
        """Whether the list is for this debate."""
        faction = faction_of(ask)
        return (
            choice.issue in (None, issue_of(view, SIDE_OF[faction]))
            and choice.own in (None, selects(view, faction))
            and choice.debate in (None, debate_of(view).number)
        )

    def choice_of(self, view: Pericles, ask: Ask, order: CardOrder) -> dict[str, Any]:
        """The card, in every debate."""
        return {"cards": [order.card]}

    def orders_of(self, view: Pericles, ask: Ask, choice: SheetCards) -> Iterator[CardOrder]:
        """The cards of the list that are in the hand."""
        yield from (CardOrder(card=card) for card in choice.cards if card in hand_of(view, ask))
