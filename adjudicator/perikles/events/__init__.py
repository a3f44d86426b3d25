"""The events of Perikles, a module for each part of the turn."""

from adjudicator.kernel import Event
from adjudicator.perikles.events import battles, politics, setup, war
from adjudicator.perikles.events.base import Happening

EVENTS: tuple[type[Event], ...] = tuple(
    kind
    for module in (setup, politics, war, battles)
    for kind in vars(module).values()
    if isinstance(kind, type) and issubclass(kind, Happening) and kind is not Happening
)
