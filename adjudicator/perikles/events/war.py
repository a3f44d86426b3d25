"""Events of chapter 5 and of Slave Revolt."""

from __future__ import annotations

from adjudicator.kernel import Event


class FirstCommitter(Event, frozen=True, tag="first-committer", clause="5.03"):
    """5.03."""

    sentence = "{seat} commits first."

    seat: str


class Recovered(Event, frozen=True, tag="recovered", clause="5.04"):
    """5.04: public, since the dead pile lies face up."""

    sentence = "{seat} took back {counter} from the dead pile."

    seat: str
    counter: str


class TileUsed(Event, frozen=True, tag="tile-used", clause="5.13"):
    """5.13."""

    sentence = "{seat} uses {tile}."

    seat: str
    tile: str


class Committed(Event, frozen=True, tag="committed", clause="5.60"):
    """5.60: what all may know of a counter that is placed."""

    sentence = "{seat} sent a {kind} of {force} to {location} ({side})."

    seat: str
    force: str
    kind: str
    location: str
    side: str


class CommittedFaceUp(Event, frozen=True, tag="committed-face-up", clause="5.60"):
    """5.60: the same for its owners."""

    sentence = "It is {counter} ({location})."

    counter: str
    location: str


class NothingCommitted(Event, frozen=True, tag="nothing-committed", clause="5.20"):
    """5.20."""

    sentence = "{seat} sent nothing."

    seat: str


class CubeSpent(Event, frozen=True, tag="cube-spent", clause="5.21"):
    """5.21, 5.22."""

    sentence = "{seat} spent a cube in {city} for extra counters."

    seat: str
    city: str


class Permitted(Event, frozen=True, tag="permitted", clause="5.40"):
    """5.40."""

    sentence = "{seat} permits {force} to defend {location}."

    seat: str
    location: str
    force: str


class PermissionWithdrawn(Event, frozen=True, tag="permission-withdrawn", clause="5.41"):
    """5.41."""

    sentence = "{seat} no longer permits {force} to defend {location}."

    seat: str
    location: str
    force: str


class PermissionFell(Event, frozen=True, tag="permission-fell", clause="5.43-D"):
    """5.43-D: a gift or withdrawal that waited and was refused when its moment came; told to its sender."""

    sentence = "Your word on {location} was refused: {why}."

    location: str
    why: str


class PermissionAsked(Event, frozen=True, tag="permission-asked", clause="5.43"):
    """5.43, V.11."""

    sentence = "{seat} asks leave for {force} to defend {location} ({hoplites:hoplite}, {triremes:trireme})."

    seat: str
    force: str
    location: str
    hoplites: int
    triremes: int


class PermissionRefused(Event, frozen=True, tag="permission-refused", clause="5.43"):
    """5.43."""

    sentence = "{force} may not defend {location}."

    force: str
    location: str


class OrderFell(Event, frozen=True, tag="order-fell", clause="5.43"):
    """5.43, D.10: a commit order that is not carried out."""

    sentence = "The order of {seat} falls."

    seat: str


class HopliteRevolted(Event, frozen=True, tag="hoplite-revolted", clause="X.08"):
    """X.08: what all see."""

    sentence = "Slave Revolt: a Spartan hoplite leaves {source}."

    source: str  # a Location, or `pool`


class RevoltedStrength(Event, frozen=True, tag="revolted-strength", clause="X.08"):
    """X.08, RULING-21: told to the leader of Sparta."""

    sentence = "The hoplite that revolted is {counter}."

    counter: str
