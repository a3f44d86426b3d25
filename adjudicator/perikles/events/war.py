"""Events of chapter 5 and of Slave Revolt."""

from adjudicator.kernel import Event
from adjudicator.kernel.subjects import count_of, listed


class FirstCommitter(Event, frozen=True, tag="first-committer", clause="5.03"):
    sentence = "{seat} commits first."

    seat: str


class Recovered(Event, frozen=True, tag="recovered", clause="5.04"):
    """Public, since the dead pile lies face up."""

    sentence = "{seat} took {counter} back from the dead pile."

    seat: str
    counter: str


class TileUsed(Event, frozen=True, tag="tile-used", clause="5.13"):
    sentence = "{seat} used the {tile}."

    seat: str
    tile: str


class Committed(Event, frozen=True, tag="committed", clause="5.60"):
    sentence = "{seat} sent a {kind} of {force} to {attack} {location}."

    seat: str
    force: str
    kind: str
    location: str
    side: str

    def wording(self) -> dict[str, str]:
        return {"attack": "attack" if self.side == "attacker" else "defend"}


class CommittedFaceUp(Event, frozen=True, tag="committed-face-up", clause="5.60"):
    sentence = "The counter sent to {location} is {counter}."

    counter: str
    location: str


class NothingCommitted(Event, frozen=True, tag="nothing-committed", clause="5.20"):
    sentence = "{seat} sent nothing."

    seat: str


class CubeSpent(Event, frozen=True, tag="cube-spent", clause="5.21"):
    # 5.21, 5.22

    sentence = "{seat} spent a cube in {city} for extra counters."

    seat: str
    city: str


class Permitted(Event, frozen=True, tag="permitted", clause="5.40"):
    sentence = "{seat} permits {force} to defend {location}."

    seat: str
    location: str
    force: str


class PermissionWithdrawn(Event, frozen=True, tag="permission-withdrawn", clause="5.41"):
    sentence = "{seat} no longer permits {force} to defend {location}."

    seat: str
    location: str
    force: str


class PermissionFell(Event, frozen=True, tag="permission-fell", clause="5.43-D"):
    """A gift or withdrawal that waited and was refused when its moment came; for its sender alone."""

    sentence = "Your order on who may defend {location} was not carried out: {why}."

    location: str
    why: str


class PermissionAsked(Event, frozen=True, tag="permission-asked", clause="5.43"):
    # 5.43, V.11

    sentence = "{seat} asks permission to defend {location} with {counters} of {force}."

    seat: str
    force: str
    location: str
    hoplites: int
    triremes: int

    def wording(self) -> dict[str, str]:
        asked = ((self.hoplites, "hoplite"), (self.triremes, "trireme"))
        return {"counters": listed([count_of(number, kind) for number, kind in asked if number])}


class PermissionRefused(Event, frozen=True, tag="permission-refused", clause="5.43"):
    sentence = "{force} gets no permission to defend {location}."

    force: str
    location: str


class OrderFell(Event, frozen=True, tag="order-fell", clause="5.43"):
    # 5.43, D.10
    sentence = "{seat}'s order could not be carried out: {seat.its} forces were not sent."

    seat: str


class HopliteRevolted(Event, frozen=True, tag="hoplite-revolted", clause="X.08"):
    sentence = "Slave Revolt: a Spartan hoplite leaves {source}."

    source: str  # a Location, or `pool`


class RevoltedStrength(Event, frozen=True, tag="revolted-strength", clause="X.08"):
    # X.08, RULING-21
    """Told to the leader of Sparta."""

    sentence = "The hoplite that revolted is {counter}."

    counter: str
