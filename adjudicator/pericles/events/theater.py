"""Events of the Theater Phase: markers placed and revealed, and what comes of the issues."""

from __future__ import annotations

from typing import ClassVar

from adjudicator.pericles.events.base import Happening, name_of


class HonorOrder(Happening, frozen=True, tag="honor-order"):
    """8.1-A: the order of play of this Theater Phase."""

    clause: ClassVar[str] = "8.1-A"
    sentence: ClassVar[str] = "The Honor Order of this phase: {order}."

    order: list[str]


class MarkerPlaced(Happening, frozen=True, tag="marker-placed"):
    """8.3-A: what all may see of a marker that is placed."""

    clause: ClassVar[str] = "8.3-A"
    sentence: ClassVar[str] = "{faction} place a marker face down in {theater}."

    faction: str
    theater: str


class MarkerPlacedSecretly(Happening, frozen=True, tag="marker-placed-secretly"):
    """4.1-C, 4.1-E: its kind and owner, for those who may know them."""

    clause: ClassVar[str] = "8.3-A"
    sentence: ClassVar[str] = "The marker that {faction} placed in {theater}: {kind} of {owner}."

    faction: str
    theater: str
    kind: str
    owner: str


class NothingToReveal(Happening, frozen=True, tag="nothing-to-reveal"):
    """8.42-A: a Faction passes, without penalty."""

    clause: ClassVar[str] = "8.42-A"
    sentence: ClassVar[str] = "{faction} pass: no marker of their Side lies on top of a queue."

    faction: str


class MarkerRevealed(Happening, frozen=True, tag="marker-revealed"):
    """8.41-A: a marker is revealed."""

    clause: ClassVar[str] = "8.41-A"
    sentence: ClassVar[str] = "{faction} reveal the marker on top in {theater}: {kind} of {owner}, placed by {placer}."

    faction: str
    theater: str
    kind: str
    owner: str
    placer: str


class WithoutEffect(Happening, frozen=True, tag="without-effect"):
    """8.41-B, 8.5-B, 9.0-B, 13.1-B: an issue that can do nothing where it lies. `why` begins with the clause."""

    clause: ClassVar[str] = "8.5-B"
    sentence: ClassVar[str] = "{kind} of {owner} in {theater} has no effect ({why})."

    owner: str
    theater: str
    kind: str
    why: str


class Declined(Happening, frozen=True, tag="declined"):
    """8.5-B: the owner does not resolve an issue."""

    clause: ClassVar[str] = "8.5-B"
    sentence: ClassVar[str] = "{owner} decline to resolve {kind} in {theater}."

    owner: str
    theater: str
    kind: str


class Cancelled(Happening, frozen=True, tag="issue-cancelled"):
    """8.5-D: the owner lacks the tokens for it."""

    clause: ClassVar[str] = "8.5-D"
    sentence: ClassVar[str] = (
        "{kind} of {owner} in {theater} is cancelled: too few tokens are held, {needed} would be needed."
    )

    owner: str
    theater: str
    kind: str
    needed: int


class Diplomacy(Happening, frozen=True, tag="diplomacy"):
    """8.51-A: T against E."""

    clause: ClassVar[str] = "8.51-A"
    sentence: ClassVar[str] = "Diplomacy of {owner} in {theater}: {own} against {enemy}."

    owner: str
    theater: str
    own: int
    enemy: int


class Courting(Happening, frozen=True, tag="courting"):
    """8.51-C: what both commit in a Neutral theater, revealed together."""

    clause: ClassVar[str] = "8.51-C"
    sentence: ClassVar[str] = "{owner} commit {own:token} in {theater}, {opponent} {against}."

    owner: str
    theater: str
    own: int
    opponent: str
    against: int


class CourtingEnds(Happening, frozen=True, tag="courting-ends"):
    """8.51-C: the sums with the Battle cards; the owner's must be twice the enemy's."""

    clause: ClassVar[str] = "8.51-C"
    sentence: ClassVar[str] = "The sums in {theater}: {own} of {owner} against {enemy}; twice as much is needed."

    owner: str
    theater: str
    own: int
    enemy: int


class LeagueDone(Happening, frozen=True, tag="league"):
    """8.52: what a League issue does."""

    clause: ClassVar[str] = "8.52"
    sentence: ClassVar[str] = "League of {owner} in {theater}: {deed}."

    owner: str
    theater: str
    deed: str

    def told(self) -> str:
        """The deed in words."""
        deeds = {
            "build base": "a League base is built",
            "convert base": "a League base becomes one of the City-State",
            "build units": "units are built",
            "remove treachery": "a Treachery marker is removed",
        }
        return f"League of {name_of(self.owner)} in {name_of(self.theater)}: {deeds[self.deed]}."


class OracleSpeaks(Happening, frozen=True, tag="oracle"):
    """8.53: what an Oracle gives."""

    clause: ClassVar[str] = "8.53"
    sentence: ClassVar[str] = "The Oracle of {owner}: {deed}."

    owner: str
    deed: str

    def told(self) -> str:
        """The deed in words."""
        deeds = {
            "honor": "Honor alone",
            "remove unit": "an enemy League unit is removed",
            "treachery": "Treachery markers are placed",
        }
        return f"The Oracle of {name_of(self.owner)}: {deeds[self.deed]}."


class ModeChosen(Happening, frozen=True, tag="mode-chosen"):
    """9.0-C: what the Commanding General does with a Military issue."""

    clause: ClassVar[str] = "9.0-C"
    sentence: ClassVar[str] = "Military of {general} in {theater}: {mode}."

    general: str
    theater: str
    mode: str

    def told(self) -> str:
        """The mode in words."""
        modes = {"decline": "declined", "build": "a Build", "raid": "a Raid", "expedition": "an Expedition"}
        return f"Military of {name_of(self.general)} in {name_of(self.theater)}: {modes[self.mode]}."


EVENTS = (
    HonorOrder,
    MarkerPlaced,
    MarkerPlacedSecretly,
    NothingToReveal,
    MarkerRevealed,
    WithoutEffect,
    Declined,
    Cancelled,
    Diplomacy,
    Courting,
    CourtingEnds,
    LeagueDone,
    OracleSpeaks,
    ModeChosen,
)
