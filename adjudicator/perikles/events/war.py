"""Events of chapter 5 and of Slave Revolt."""

from __future__ import annotations

from typing import ClassVar

from adjudicator.perikles.events.base import Happening, named


class FirstCommitter(Happening, frozen=True, tag="first-committer"):
    """5.03."""

    clause: ClassVar[str] = "5.03"
    sentence: ClassVar[str] = "{seat} commits first."

    seat: str


class Recovered(Happening, frozen=True, tag="recovered"):
    """5.04: public, since the dead pile lies face up."""

    clause: ClassVar[str] = "5.04"
    sentence: ClassVar[str] = "{seat} took back {counter} from the dead pile."

    seat: str
    counter: str


class TileUsed(Happening, frozen=True, tag="tile-used"):
    """5.13."""

    clause: ClassVar[str] = "5.13"
    sentence: ClassVar[str] = "{seat} uses {tile}."

    seat: str
    tile: str


class Committed(Happening, frozen=True, tag="committed"):
    """5.60: what all may know of a counter that is placed."""

    clause: ClassVar[str] = "5.60"
    sentence: ClassVar[str] = "{seat} sent a {kind} of {force} to {location} ({side})."

    seat: str
    force: str
    kind: str
    location: str
    side: str


class CommittedFaceUp(Happening, frozen=True, tag="committed-face-up"):
    """5.60: the same for its owners."""

    clause: ClassVar[str] = "5.60"
    sentence: ClassVar[str] = "It is {counter} ({location})."

    counter: str
    location: str


class NothingCommitted(Happening, frozen=True, tag="nothing-committed"):
    """5.20."""

    clause: ClassVar[str] = "5.20"
    sentence: ClassVar[str] = "{seat} sent nothing."

    seat: str


class CubeSpent(Happening, frozen=True, tag="cube-spent"):
    """5.21, 5.22."""

    clause: ClassVar[str] = "5.21"
    sentence: ClassVar[str] = "{seat} spent a cube in {city} for extra counters."

    seat: str
    city: str


class Permitted(Happening, frozen=True, tag="permitted"):
    """5.40."""

    clause: ClassVar[str] = "5.40"
    sentence: ClassVar[str] = "{seat} permits {force} to defend {location}."

    seat: str
    location: str
    force: str


class PermissionWithdrawn(Happening, frozen=True, tag="permission-withdrawn"):
    """5.41."""

    clause: ClassVar[str] = "5.41"
    sentence: ClassVar[str] = "{seat} no longer permits {force} to defend {location}."

    seat: str
    location: str
    force: str


class PermissionFell(Happening, frozen=True, tag="permission-fell"):
    """5.43-D: a gift or withdrawal that waited and was refused when its moment came; told to its sender."""

    clause: ClassVar[str] = "5.43-D"
    sentence: ClassVar[str] = "Your word on {location} was refused: {why}."

    location: str
    why: str


class PermissionAsked(Happening, frozen=True, tag="permission-asked"):
    """5.43, V.11."""

    clause: ClassVar[str] = "5.43"
    sentence: ClassVar[str] = (
        "{seat} asks leave for {force} to defend {location} ({hoplites:hoplite}, {triremes:trireme})."
    )

    seat: str
    force: str
    location: str
    hoplites: int
    triremes: int


class PermissionRefused(Happening, frozen=True, tag="permission-refused"):
    """5.43."""

    clause: ClassVar[str] = "5.43"
    sentence: ClassVar[str] = "{force} may not defend {location}."

    force: str
    location: str


class OrderFell(Happening, frozen=True, tag="order-fell"):
    """5.43, D.10: a commit order that is not carried out."""

    clause: ClassVar[str] = "5.43"
    sentence: ClassVar[str] = "The order of {seat} falls."

    seat: str


class HopliteRevolted(Happening, frozen=True, tag="hoplite-revolted"):
    """X.08: what all see."""

    clause: ClassVar[str] = "X.08"
    sentence: ClassVar[str] = "Slave Revolt: a Spartan hoplite leaves {source}."

    source: str

    def told(self) -> str:
        """With the pool by its owner: it has no name."""
        source = "the pool of the leader of Sparta" if self.source == "pool" else named(self.source)
        return self.sentence.format(source=source)


class RevoltedStrength(Happening, frozen=True, tag="revolted-strength"):
    """X.08, RULING-21: told to the leader of Sparta."""

    clause: ClassVar[str] = "X.08"
    sentence: ClassVar[str] = "The hoplite that revolted is {counter}."

    counter: str
