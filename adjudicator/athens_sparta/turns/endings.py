"""10.3: resigning, and a draw by agreement."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.athens_sparta.events.turns import DrawWithdrawn
from adjudicator.athens_sparta.state.orders import DrawOrder, ResignOrder, WithdrawOrder
from adjudicator.athens_sparta.state.position import AthensSparta
from adjudicator.athens_sparta.words import SIDES
from adjudicator.kernel import Ask, Chance, Concede, Draw, Illegal, Question, Resolution


class ResignQuestion(Concede[AthensSparta, ResignOrder], id="D-21", clause="10.3-A"):
    """D-21."""

    def places(self, position: AthensSparta, seat: str) -> dict[str, int]:
        return {side: 2 if side == seat else 1 for side in SIDES}

    def places_of_all(self, position: AthensSparta, seats: object) -> dict[str, int]:
        """RULING-60: both at once: a draw."""
        return dict.fromkeys(SIDES, 1)


class DrawQuestion(Draw[AthensSparta, DrawOrder], id="D-21D", clause="10.3-A"):
    """D-21, RULING-57: an offer stands until it is answered, withdrawn, or the Game Turn ends."""

    until = "the end of the Game Turn"

    def standing(self, position: AthensSparta) -> dict[str, int]:
        made = position.draw_offers
        return {seat: made[seat] for seat in position.seats if seat in made}


class WithdrawQuestion(
    Question[AthensSparta, WithdrawOrder],
    id="D-21W",
    clause="10.3-A",
    subject="Withdraw your offer of a draw",
    unasked=True,
    public_options=True,
):
    """D-21, RULING-57."""

    def prompt(self, view: AthensSparta, ask: Ask) -> str:
        return "Withdraw your offer of a draw (10.3-A)."

    def space(self, view: AthensSparta, ask: Ask) -> Iterator[WithdrawOrder]:
        yield WithdrawOrder()

    def refusal(self, view: AthensSparta, ask: Ask, order: WithdrawOrder) -> Illegal | None:
        return None if ask.seat in view.draw_offers else Illegal("10.3-A", "you have no offer of a draw to withdraw")

    def apply(self, resolution: Resolution[AthensSparta], seat: str, order: WithdrawOrder) -> None:
        del resolution.position.draw_offers[seat]
        resolution.emit(DrawWithdrawn(seat=seat))

    def sample(self, view: AthensSparta, ask: Ask, chance: Chance, label: str) -> WithdrawOrder | None:
        return None
