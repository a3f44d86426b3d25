"""Events of the Assembly: cards, the Strategy Board and the Hostages (5.2, 5.3, 7.3), the debates (6)."""

from adjudicator.kernel import Event
from adjudicator.pericles.events.common import Caused, OfFaction
from adjudicator.pericles.names import space_of


class IssueSelected(Event, frozen=True, tag="issue-selected", clause="6.11-A"):
    sentence = "Debate {number} of {side}: {faction:choose} {issue} on {where}."

    number: int
    side: str
    faction: str
    issue: str
    space: int
    where: str

    def wording(self) -> dict[str, str]:
        return {"where": space_of(self.where)}


class CardPlayed(OfFaction, frozen=True, tag="card-played", clause="6.12-A"):
    # 6.12-A, 6.12-B
    """A card revealed in a debate, with the bonus of its aligned line."""

    sentence = "{faction:play} {card} with a bonus of {bonus}: total {total}."

    faction: str
    card: str
    value: int
    bonus: int
    total: int


class StockShared(Event, frozen=True, tag="stock-shared", clause="6.22-A"):
    """The Stock does not cover the awards of a debate."""

    sentence = "The Stock of {side} holds {stock:token}, too few for both awards: they are shared."

    side: str
    stock: int


class BrainTrustUsed(OfFaction, frozen=True, tag="brain-trust-used", clause="6.31-A"):
    sentence = "{faction:use} their Brain Trust and draw{faction.s} {card}: total {total}."

    faction: str
    card: str
    value: int
    total: int


class BrainTrustKept(OfFaction, frozen=True, tag="brain-trust-kept", clause="6.31-A"):
    sentence = "{faction:do not} use their Brain Trust."

    faction: str


class DebateTied(Event, frozen=True, tag="debate-tied", clause="6.13-A"):
    sentence = "The debate of {side} is tied at {total}: {issue} does not move."

    side: str
    issue: str
    total: int


class DebateWon(OfFaction, frozen=True, tag="debate-won", clause="6.13-A"):
    # 6.13-A, 6.13-B
    sentence = "{faction:win} the debate by {difference}: {issue} moves to {where}."

    faction: str
    issue: str
    difference: int
    space: int
    where: str

    def wording(self) -> dict[str, str]:
        return {"where": space_of(self.where)}


class WarPeaceStopped(OfFaction, frozen=True, tag="war-peace-stopped", clause="6.14-A"):
    sentence = "{faction:stop} War/Peace at the centre."

    faction: str


class IssueCaptured(OfFaction, frozen=True, tag="issue-captured", clause="6.15-A"):
    sentence = "{faction:capture} {issue}: it is won and not debated again this turn."

    faction: str
    issue: str


class IssuesWon(Event, frozen=True, tag="issues-won", clause="6.16-A"):
    sentence = "{faction:have} won {issues}."

    faction: str
    issues: list[str]


class IssuesReturned(Event, frozen=True, tag="issues-returned", clause="6.16-A"):
    sentence = "On the centre of {side} and won by nobody: {issues}."

    side: str
    issues: list[str]


class BoardFilled(Event, frozen=True, tag="board-filled", clause="5.31-A"):
    sentence = "The Strategy Board of {side} takes {tokens:token} from the Stock and holds {total}."

    side: str
    tokens: int
    total: int


class BoardEmptied(Event, frozen=True, tag="board-emptied", clause="7.3-B"):
    sentence = "The Strategy Board of {side} returns {tokens:token} to its Stock."

    side: str
    tokens: int


class HostagesSpent(Event, frozen=True, tag="hostages-spent", clause="5.33-A"):
    sentence = "{faction:spend} the Hostages of {side}."

    faction: str
    side: str


class HostagesKept(Event, frozen=True, tag="hostages-kept", clause="5.33-A"):
    sentence = "{faction:keep} the Hostages of {side}."

    faction: str
    side: str


class EntourageDiscarded(Caused, frozen=True, tag="entourage-discarded", clause="5.21-A"):
    # 5.21-A, 6.31-C
    """Cards of an Entourage that are discarded, open to all (4.1-A)."""

    sentence = "{faction:discard} {cards} from their Entourage ({why})."

    faction: str
    cards: list[str]
    why: str


class CardsDealt(Event, frozen=True, tag="cards-dealt", clause="5.21-C"):
    # 5.21-C, 5.22
    """How many cards a Faction was dealt; then it took its Leader."""

    sentence = "{faction:are} dealt {dealt:card} and hold{faction.s} {held} with their Leader."

    faction: str
    dealt: int
    held: int


class HandDealt(Event, frozen=True, tag="hand-dealt", clause="5.22-C"):
    """The whole hand, for its Faction alone."""

    sentence = "The hand of {faction}: {cards}."

    faction: str
    cards: list[str]


class EntourageSet(Event, frozen=True, tag="entourage-set", clause="5.23-A"):
    sentence = "{faction:set aside} {number:card} as their Entourage."

    faction: str
    number: int


class EntourageKnown(Event, frozen=True, tag="entourage-known", clause="5.23-A"):
    """Which cards, for the Faction alone."""

    sentence = "The Entourage of {faction}: {cards}."

    faction: str
    cards: list[str]
