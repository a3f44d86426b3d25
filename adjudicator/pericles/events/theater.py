"""Events of the Theater Phase: markers placed and revealed, and what comes of the issues."""

from adjudicator.kernel import Event
from adjudicator.kernel.run.events import Pattern
from adjudicator.pericles.events.common import Caused


class HonorOrder(Event, frozen=True, tag="honor-order", clause="8.1-A"):
    sentence = "The Honor Order of this phase: {order}."

    order: list[str]


class MarkerPlaced(Event, frozen=True, tag="marker-placed", clause="8.3-A"):
    sentence = "{faction:place} a marker face down in {theater}."

    faction: str
    theater: str


class MarkerPlacedSecretly(Event, frozen=True, tag="marker-placed-secretly", clause="8.3-A"):
    # 4.1-C, 4.1-E
    """Its kind and owner, for those who may know them."""

    sentence = "The marker that {faction} placed in {theater} is {kind}{lent}."
    kinds = {"kind": "issue"}

    faction: str
    theater: str
    kind: str
    owner: str

    def wording(self) -> dict[str, str]:
        return {"lent": Pattern(" of {owner}") if self.owner != self.faction else ""}


class NothingToReveal(Event, frozen=True, tag="nothing-to-reveal", clause="8.42-A"):
    sentence = "{faction:pass}: no marker of their Side is on top of a queue."

    faction: str


class MarkerRevealed(Event, frozen=True, tag="marker-revealed", clause="8.41-A"):
    sentence = "{faction:reveal} the top marker in {theater}: {kind} of {owner}{placed}."
    kinds = {"kind": "issue"}

    faction: str
    theater: str
    kind: str
    owner: str
    placer: str

    def wording(self) -> dict[str, str]:
        return {"placed": Pattern(", placed by {placer}") if self.placer != self.owner else ""}


class WithoutEffect(Caused, frozen=True, tag="without-effect", clause="8.5-B"):
    # 8.41-B, 8.5-B, 9.0-B, 13.1-B
    """An issue that can do nothing where it lies. `why` begins with the clause."""

    sentence = "{kind} of {owner} in {theater} has no effect ({why})."
    kinds = {"kind": "issue"}

    owner: str
    theater: str
    kind: str
    why: str


class Declined(Event, frozen=True, tag="declined", clause="8.5-B"):
    sentence = "{owner:decline} to resolve {kind} in {theater}."
    kinds = {"kind": "issue"}

    owner: str
    theater: str
    kind: str


class Cancelled(Event, frozen=True, tag="issue-cancelled", clause="8.5-D"):
    sentence = "{kind} of {owner} in {theater} is cancelled: it needs {needed:token}, and they hold fewer."
    kinds = {"kind": "issue"}

    owner: str
    theater: str
    kind: str
    needed: int


class Diplomacy(Event, frozen=True, tag="diplomacy", clause="8.51-A"):
    sentence = "Diplomacy of {owner} in {theater}: {own} against {enemy}."

    owner: str
    theater: str
    own: int
    enemy: int


class Courting(Event, frozen=True, tag="courting", clause="8.51-C"):
    sentence = "{owner:commit} {own:token} in {theater}, {opponent} {against}."

    owner: str
    theater: str
    own: int
    opponent: str
    against: int


class CourtingEnds(Event, frozen=True, tag="courting-ends", clause="8.51-C"):
    """The sums with the Battle cards; the owner's must be twice the enemy's."""

    sentence = "The totals in {theater}: {own} for {owner}, {enemy} against; twice as much is needed."

    owner: str
    theater: str
    own: int
    enemy: int


class LeagueDone(Event, frozen=True, tag="league", clause="8.52"):
    sentence = "League of {owner} in {theater}: {deed}."

    owner: str
    theater: str
    deed: str

    def wording(self) -> dict[str, str]:
        deeds = {
            "build base": "a League base is built",
            "convert base": "a League base becomes a City-State base",
            "build units": "units are built",
            "remove treachery": "a Treachery marker is removed",
        }
        return {"deed": deeds[self.deed]}


class OracleSpeaks(Event, frozen=True, tag="oracle", clause="8.53"):
    sentence = "The Oracle of {owner} {gives}."

    owner: str
    deed: str

    def wording(self) -> dict[str, str]:
        deeds = {
            "honor": "gives Honor alone",
            "remove unit": "removes an enemy League unit",
            "treachery": "places Treachery markers",
        }
        return {"gives": deeds[self.deed]}


class ModeChosen(Event, frozen=True, tag="mode-chosen", clause="9.0-C"):
    sentence = "Military of {general} in {theater}: {mode}."

    general: str
    theater: str
    mode: str

    def wording(self) -> dict[str, str]:
        modes = {"decline": "declined", "build": "a Build", "raid": "a Raid", "expedition": "an Expedition"}
        return {"mode": modes[self.mode]}
