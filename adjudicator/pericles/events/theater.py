"""Events of the Theater Phase: markers placed and revealed, and what comes of the issues."""

from __future__ import annotations

from adjudicator.kernel import Event


class HonorOrder(Event, frozen=True, tag="honor-order", clause="8.1-A"):
    """8.1-A: the order of play of this Theater Phase."""

    sentence = "The Honor Order of this phase: {order}."

    order: list[str]


class MarkerPlaced(Event, frozen=True, tag="marker-placed", clause="8.3-A"):
    """8.3-A: what all may see of a marker that is placed."""

    sentence = "{faction} place a marker face down in {theater}."

    faction: str
    theater: str


class MarkerPlacedSecretly(Event, frozen=True, tag="marker-placed-secretly", clause="8.3-A"):
    """4.1-C, 4.1-E: its kind and owner, for those who may know them."""

    sentence = "The marker that {faction} placed in {theater}: {kind} of {owner}."
    kinds = {"kind": "issue"}

    faction: str
    theater: str
    kind: str
    owner: str


class NothingToReveal(Event, frozen=True, tag="nothing-to-reveal", clause="8.42-A"):
    """8.42-A: a Faction passes, without penalty."""

    sentence = "{faction} pass: no marker of their Side lies on top of a queue."

    faction: str


class MarkerRevealed(Event, frozen=True, tag="marker-revealed", clause="8.41-A"):
    """8.41-A: a marker is revealed."""

    sentence = "{faction} reveal the marker on top in {theater}: {kind} of {owner}, placed by {placer}."
    kinds = {"kind": "issue"}

    faction: str
    theater: str
    kind: str
    owner: str
    placer: str


class WithoutEffect(Event, frozen=True, tag="without-effect", clause="8.5-B"):
    """8.41-B, 8.5-B, 9.0-B, 13.1-B: an issue that can do nothing where it lies. `why` begins with the clause."""

    sentence = "{kind} of {owner} in {theater} has no effect ({why})."
    kinds = {"kind": "issue"}

    owner: str
    theater: str
    kind: str
    why: str


class Declined(Event, frozen=True, tag="declined", clause="8.5-B"):
    """8.5-B: the owner does not resolve an issue."""

    sentence = "{owner} decline to resolve {kind} in {theater}."
    kinds = {"kind": "issue"}

    owner: str
    theater: str
    kind: str


class Cancelled(Event, frozen=True, tag="issue-cancelled", clause="8.5-D"):
    """8.5-D: the owner lacks the tokens for it."""

    sentence = "{kind} of {owner} in {theater} is cancelled: too few tokens are held, {needed} would be needed."
    kinds = {"kind": "issue"}

    owner: str
    theater: str
    kind: str
    needed: int


class Diplomacy(Event, frozen=True, tag="diplomacy", clause="8.51-A"):
    """8.51-A: T against E."""

    sentence = "Diplomacy of {owner} in {theater}: {own} against {enemy}."

    owner: str
    theater: str
    own: int
    enemy: int


class Courting(Event, frozen=True, tag="courting", clause="8.51-C"):
    """8.51-C: what both commit in a Neutral theater, revealed together."""

    sentence = "{owner} commit {own:token} in {theater}, {opponent} {against}."

    owner: str
    theater: str
    own: int
    opponent: str
    against: int


class CourtingEnds(Event, frozen=True, tag="courting-ends", clause="8.51-C"):
    """8.51-C: the sums with the Battle cards; the owner's must be twice the enemy's."""

    sentence = "The sums in {theater}: {own} of {owner} against {enemy}; twice as much is needed."

    owner: str
    theater: str
    own: int
    enemy: int


class LeagueDone(Event, frozen=True, tag="league", clause="8.52"):
    """8.52: what a League issue does."""

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
    """8.53: what an Oracle gives."""

    sentence = "The Oracle of {owner}: {deed}."

    owner: str
    deed: str

    def wording(self) -> dict[str, str]:
        deeds = {
            "honor": "Honor alone",
            "remove unit": "an enemy League unit is removed",
            "treachery": "Treachery markers are placed",
        }
        return {"deed": deeds[self.deed]}


class ModeChosen(Event, frozen=True, tag="mode-chosen", clause="9.0-C"):
    """9.0-C: what the Commanding General does with a Military issue."""

    sentence = "Military of {general} in {theater}: {mode}."

    general: str
    theater: str
    mode: str

    def wording(self) -> dict[str, str]:
        modes = {"decline": "declined", "build": "a Build", "raid": "a Raid", "expedition": "an Expedition"}
        return {"mode": modes[self.mode]}
