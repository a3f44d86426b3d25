"""Events of 5.2: Political cards dealt and set aside."""

from adjudicator.kernel import Event


class EntourageDiscarded(Event, frozen=True, tag="entourage-discarded", clause="5.21-A"):
    # 5.21-A, 6.31-C
    """Cards of an Entourage that are discarded, open to all (4.1-A)."""

    sentence = "{faction} discard {cards} from their Entourage ({why})."

    faction: str
    cards: list[str]
    why: str


class CardsDealt(Event, frozen=True, tag="cards-dealt", clause="5.21-C"):
    # 5.21-C, 5.22
    """How many cards a Faction was dealt; then it took its Leader."""

    sentence = "{faction} are dealt {dealt:card} and hold {held} with their Leader."

    faction: str
    dealt: int
    held: int


class HandDealt(Event, frozen=True, tag="hand-dealt", clause="5.22-C"):
    """The whole hand, for its Faction alone."""

    sentence = "The hand of {faction}: {cards}."

    faction: str
    cards: list[str]


class EntourageSet(Event, frozen=True, tag="entourage-set", clause="5.23-A"):
    sentence = "{faction} set aside {number:card} as their Entourage."

    faction: str
    number: int


class EntourageKnown(Event, frozen=True, tag="entourage-known", clause="5.23-A"):
    """Which cards, for the Faction alone."""

    sentence = "The Entourage of {faction}: {cards}."

    faction: str
    cards: list[str]
