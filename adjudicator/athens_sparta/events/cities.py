"""Events of cities: control, captures, ships and neutrals that change sides, Persia (1.1, 9)."""

from adjudicator.kernel import Event


class CityCaptured(Event, frozen=True, tag="city-captured", clause="1.1-B"):
    sentence = "{side} captures {city}."
    side: str
    city: str


class CityReturned(Event, frozen=True, tag="city-returned", clause="1.1-C"):
    sentence = "{city} returns to {side}."
    side: str
    city: str


class ShipTurned(Event, frozen=True, tag="ship-turned", clause="9.4-A"):
    """The blue ship of a city of rebels is replaced by its red twin, or the other way round."""

    sentence = "The ship of {city} goes over to {side}{where}."
    side: str
    city: str
    block: str
    pooled: bool

    def wording(self) -> dict[str, str]:
        return {"where": ", in its pool" if self.pooled else ""}


class CityJoined(Event, frozen=True, tag="city-joined", clause="9.5-B"):
    sentence = "{city} joins {side}."
    side: str
    city: str
    number: int


class BlocksTurned(Event, frozen=True, tag="blocks-turned", clause="9.5-G"):
    sentence = "The blocks of {city} go over to {side}."
    side: str
    city: str


class SupportTaken(Event, frozen=True, tag="support-taken", clause="9.3-B"):
    sentence = "Sparta takes Persian support."


class SupportEnded(Event, frozen=True, tag="support-ended", clause="9.3-D"):
    sentence = "Persian support ends for good."
