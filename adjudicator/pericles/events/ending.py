"""Events of 13.2 and 11: the Peace of Callias, the end of the game, maintenance, the Will of the Assembly."""

from adjudicator.kernel import Event
from adjudicator.kernel.position.position import reason_in_words
from adjudicator.kernel.run.events import Pattern, at_seat
from adjudicator.pericles.events.common import Caused
from adjudicator.pericles.names import name_of
from adjudicator.pericles.words import FactionName, SideName


class CalliasMade(Event, frozen=True, tag="callias-made", clause="13.21-A"):
    sentence = "{faction:make} the Peace of Callias: the Eastern Mediterranean is closed for good."

    faction: str


class CalliasRefused(Event, frozen=True, tag="callias-refused", clause="13.21-A"):
    sentence = "{faction:do not} make the Peace of Callias: the Persian War goes on."

    faction: str


class WarWon(Caused, frozen=True, tag="war-won", clause="11.1-A"):
    # 11.12-A, 11.13-A, 11.14-E
    sentence = "{side} has won the war ({why})."

    side: str
    why: str


class SidesScored(Event, frozen=True, tag="sides-scored", clause="11.14-E"):
    """The sums that are compared, with what the scenario adds to a Side (14-F)."""

    sentence = "The Honor of the Sides: {sums}."

    sums: dict[SideName, int]

    def wording(self) -> dict[str, str]:
        return {"sums": ", ".join(f"{name_of(side)} {self.sums[side]}" for side in sorted(self.sums))}


class GameOver(Event, frozen=True, tag="game-over", clause="11.1-A"):
    # 11.1, 14-B
    sentence = "The game is over: {reason}. {result}. Honor: {honor}."

    reason: str
    winners: list[FactionName]
    honor: dict[FactionName, int]
    places: dict[str, int]

    def wording(self) -> dict[str, str]:
        honor = ", ".join(f"{at_seat(one, 'alone')} {self.honor[one]}" for one in sorted(self.honor))
        won = at_seat(self.winners[0], "First win") if len(self.winners) == 1 else "It is a draw between {winners}"
        return {"reason": reason_in_words(self.reason), "result": Pattern(won), "honor": Pattern(honor)}


class MaintenanceChecked(Event, frozen=True, tag="maintenance-checked", clause="11.2-A"):
    sentence = "Maintenance of {side}: load {load}, capacity {capacity}."

    side: str
    load: int
    capacity: int


class WillMet(Event, frozen=True, tag="will-met", clause="11.4-C"):
    sentence = "{side} has fulfilled the Will of the Assembly in {theater}."

    side: str
    theater: str


class WillFailed(Event, frozen=True, tag="will-failed", clause="11.4-D"):
    sentence = "{side} has failed the Will of the Assembly in {theater}."

    side: str
    theater: str
