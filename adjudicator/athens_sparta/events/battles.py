"""Events of Combat Phases: contacts, declarations, fire, retreats, storms, attrition, sack (5, 6)."""

from adjudicator.athens_sparta.names import block_name
from adjudicator.kernel import Event
from adjudicator.kernel.run.events import Masked
from adjudicator.kernel.subjects import count_of, listed

OVER_ALL = 7
"""More than a die shows."""


def rolled(dice: list[int]) -> str:
    """What dice show: `6, 3 and 6`."""
    return listed([*map(str, dice)])


def lowest(dice: list[int], number: int) -> list[bool]:
    """Which dice are so many of the lowest."""
    most = sorted(dice)[number - 1] if number else 0
    return [die <= most for die in dice]


def hits_said(hits: int) -> str:
    """`no hit`, `2 hits`."""
    return count_of(hits, "hit") if hits else "no hit"


class ContactsFound(Event, frozen=True, tag="contacts-found", clause="12.1-C"):
    """`places`: the hexes of contacts."""

    sentence = "There is contact in {places}."
    places: list[str]


class BattleBegins(Event, frozen=True, tag="battle-begins", clause="5.0-B"):
    sentence = "Battle in {place}: {side} attacks."
    place: str
    side: str


class RoundBegins(Event, frozen=True, tag="round-begins", clause="5.1-A"):
    sentence = "{place}: combat round {number}."
    place: str
    number: int


class BlocksWithdrew(Masked, frozen=True, tag="blocks-withdrew", clause="5.0-G"):
    """`blocks` are known to their owner alone (2.2-A)."""

    private = ("blocks",)
    sentence = "{place}: {side} withdraws {number:block} into the city{which}."
    place: str
    side: str
    number: int
    blocks: list[str] | None = None

    def wording(self) -> dict[str, str]:
        return {"which": f": {listed([*map(block_name, self.blocks)])}" if self.blocks else ""}


class BlocksSallied(Event, frozen=True, tag="blocks-sallied", clause="5.56-A"):
    sentence = "{place}: {side} sallies with {blocks}."
    place: str
    side: str
    blocks: list[str]


class StraitGuarded(Event, frozen=True, tag="strait-guarded", clause="1.5-D"):
    sentence = "{place}: enemy ships hold the strait against {blocks} of {side}."
    place: str
    side: str
    blocks: list[str]


class CoastalDeclared(Event, frozen=True, tag="coastal-declared", clause="6.2-A"):
    sentence = "{place}: {side} fights along the coast with {blocks}."
    place: str
    side: str
    blocks: list[str]


class StormBegins(Event, frozen=True, tag="storm-begins", clause="5.54-A"):
    sentence = "{place}: {side} storms the city with {blocks}{how}."
    place: str
    side: str
    blocks: list[str]
    betrayal: bool = False

    def wording(self) -> dict[str, str]:
        return {"how": "; the gates are betrayed" if self.betrayal else ""}


class BlockFired(Event, frozen=True, tag="block-fired", clause="2.1-B"):
    sentence = "{place}: {block} of {side} rolls {rolled}: {hit}{why}."
    place: str
    side: str
    block: str
    dice: list[int]
    hits: int
    pursuit: bool = False

    @property
    def lit(self) -> list[bool]:
        """Which dice hit: those up to the rating do, so they are the lowest."""
        return lowest(self.dice, self.hits)

    @property
    def rated(self) -> str:
        """The block, with the highest die that hit and the lowest that did not: its rating lies between."""
        dice = sorted(self.dice)
        hit, missed = [0, *dice[: self.hits]], [*dice[self.hits :], OVER_ALL]
        return f"{self.block}:{hit[-1]}:{missed[0]}"

    def wording(self) -> dict[str, str]:
        why = " in pursuit" if self.pursuit else ""
        return {"rolled": rolled(self.dice), "hit": hits_said(self.hits), "why": why}


class HalfHit(Event, frozen=True, tag="half-hit", clause="5.53-A"):
    sentence = "{place}: {block} of {side} takes a half-hit."
    place: str
    side: str
    block: str


class BlockLeft(Masked, frozen=True, tag="block-left", clause="5.3-A"):
    masked = ("block",)
    sentence = "{place}: {block} of {side} {how} to {to}."
    place: str
    side: str
    block: str
    to: str
    regroup: bool = False

    def wording(self) -> dict[str, str]:
        return {"how": "regroups" if self.regroup else "retreats"}


class BattleEnds(Event, frozen=True, tag="battle-ends", clause="5.1-D"):
    sentence = "The battle in {place} is over."
    place: str


class AttritionRolled(Event, frozen=True, tag="attrition-rolled", clause="5.59-A"):
    """The dice of one group, in block-id order."""

    sentence = "Attrition in {place}: {side} rolls {rolled}; {least} or more is a hit."
    place: str
    side: str
    dice: list[int]
    least: int

    @property
    def lit(self) -> list[bool]:
        """Which dice hit."""
        return [die >= self.least for die in self.dice]

    def wording(self) -> dict[str, str]:
        return {"rolled": rolled(self.dice)}


class CitySacked(Event, frozen=True, tag="city-sacked", clause="5.58-A"):
    sentence = "{side} sacks {city} and gets {pp} PP for {side.its} blocks there."
    side: str
    city: str
    pp: int


class StepGained(Event, frozen=True, tag="step-gained", clause="5.58-A"):
    sentence = "{place}: {block} of {side} gains a step and now has {left}."
    side: str
    place: str
    block: str
    left: int
