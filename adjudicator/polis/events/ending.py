"""Events of the end of a round and of the game (9 to 11)."""

from typing import Any

from adjudicator.kernel import Event
from adjudicator.kernel.run.events import Pattern
from adjudicator.kernel.subjects import listed
from adjudicator.polis.names import goods_said, name_of


class ProjectFinished(Event, frozen=True, tag="project-finished", clause="9.1-A"):
    sentence = "{finished}."
    project: str
    polis: str
    owner: str | None
    prestige: int

    def wording(self) -> dict[str, str]:
        what = f"{name_of(self.project)} in {name_of(self.polis)}"
        if self.owner is None:
            return {"finished": f"{what}, which is neutral, is finished: nobody gains Prestige"}
        return {"what": what, "finished": Pattern("{owner} finishes {what} and gains {prestige} Prestige")}


class Fed(Event, frozen=True, tag="fed", clause="9.2-A"):
    sentence = "{side} feeds {side.its} poleis with {wheat} wheat{loss}."
    side: str
    wheat: int
    prestige: int

    def wording(self) -> dict[str, str]:
        return {"loss": f" and loses {self.prestige} Prestige" if self.prestige else ""}


class Released(Event, frozen=True, tag="released", clause="9.2-D"):
    sentence = "{side} releases {polis}."
    side: str
    polis: str


class CapitalLost(Event, frozen=True, tag="capital-lost", clause="9.2-E"):
    sentence = "{side} cannot feed {side.its} capital, {polis}, and loses it."
    side: str
    polis: str

    def harms(self, position: Any) -> str | None:
        seat: str = position.seat(self.side)
        return seat


class Grown(Event, frozen=True, tag="grown", clause="9.3-A"):
    sentence = "{side} lets {grown}."
    side: str
    poleis: dict[str, int]

    def wording(self) -> dict[str, str]:
        return {
            "grown": listed([f"{name_of(polis)} grow by {number}" for polis, number in sorted(self.poleis.items())])
        }


class MegalopolisGained(Event, frozen=True, tag="megalopolis-gained", clause="9.4-A"):
    sentence = "{side} gains {prestige} Prestige for {side.its} megalopoleis."
    side: str
    prestige: int


class GoodsAdjusted(Event, frozen=True, tag="goods-adjusted", clause="9.5-A"):
    sentence = "{side} keeps {kept}."
    side: str
    goods: dict[str, int]

    def wording(self) -> dict[str, str]:
        return {"kept": goods_said(self.goods)}


class PhorosPaid(Event, frozen=True, tag="phoros-paid", clause="9.6-A"):
    sentence = "{side} spends {prestige} Prestige and gains {prestige} silver."
    side: str
    prestige: int


class Ostracised(Event, frozen=True, tag="ostracised", clause="9.7-A"):
    sentence = "{side} has no Prestige left and is ostracised."
    side: str


class GameScored(Event, frozen=True, tag="game-scored", clause="11-D"):
    sentence = "Final score: {@sparta} {sparta}, {@athens} {athens}."
    sparta: int
    athens: int
