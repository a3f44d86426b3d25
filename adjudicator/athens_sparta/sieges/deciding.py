"""12.1, 12.2: decisions of the Combat Phase: by battle orders, by default or by the player."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

import msgspec

from adjudicator.athens_sparta.names import block_name, place_name
from adjudicator.athens_sparta.secrets.zones import seen_by
from adjudicator.athens_sparta.state.battle import ANYWHERE, BattleOrders, When
from adjudicator.athens_sparta.state.decision import Decision
from adjudicator.athens_sparta.state.position import AthensSparta
from adjudicator.athens_sparta.state.quantities import QUANTITIES
from adjudicator.athens_sparta.words import BlockName, HexName, SideName
from adjudicator.kernel import Answers, Ask, Order, Resolution

R = TypeVar("R", bound=Order)
Running = Resolution[AthensSparta]
Holds = Callable[[When], bool]


class BattleDecision(Decision[R]):
    """A decision that battle orders can give early (11, "ahead"). Its ask names the hex as `place`.

    `asks` is the question in words, with the ask's arguments in braces.
    """

    asks: ClassVar[str]

    def prompt(self, view: AthensSparta, ask: Ask) -> str:
        words: dict[str, Callable[..., str]] = {"place": place_name, "block": block_name}
        return self.asks.format(**{name: words.get(name, str)(value) for name, value in ask.args.items()})

    @abstractmethod
    def ordered(self, view: AthensSparta, ask: Ask, orders: BattleOrders) -> R | None:
        """What battle orders come to now; None where no rule of theirs covers it."""


def orders_for(position: AthensSparta, side: SideName, place: HexName) -> BattleOrders:
    """12.2-C: those for the hex, else those for `*`."""
    plan = position.battle_plans.get(side)
    orders = plan.battle if plan else {}
    return orders.get(place) or orders.get(ANYWHERE) or BattleOrders()


def holds(view: AthensSparta, when: When | None, acting: BlockName | None = None) -> bool:
    """12.2-B: whether a condition holds, on what its author knows; `acting` is "this block"."""
    if when is None or isinstance(when, bool):
        return when is not False
    if acting and view.combat and view.combat.battle:
        battle = msgspec.structs.replace(view.combat.battle, acting=acting)
        view = msgspec.structs.replace(view, combat=msgspec.structs.replace(view.combat, battle=battle))
    return QUANTITIES.holds(when, view)


def decide(
    running: Running,
    kind: type[BattleDecision[Any]],
    side: SideName,
    place: HexName,
    then: Callable[..., None],
    /,
    asked: dict[str, Any] | None = None,
    *,
    silent: bool = False,
    masked: bool = False,
    **args: Any,
) -> None:
    """12.2-A, 12.2-D: `then` receives what battle orders say, else the default or, step by step, the player.

    `silent`: the player is not asked (RULING-38). `masked`: what can be answered rests on blocks that lie face down,
    so the player is asked though there is one answer (2.2-A).
    """
    question, ask = kind(), Ask(side, kind.id, args={"place": place, **(asked or {})})
    view, orders = seen_by(running.position, side), orders_for(running.position, side, place)
    order = question.ordered(view, ask, orders)
    if order is not None and question.refusal(view, ask, order) is not None:
        order = None
    if order is None:
        asks = orders.ask and not silent
        only = None if asks and masked else question.only_option(view, ask)
        order = only or (None if asks else question.default(view, ask))
    if order is None:
        running.ask([ask], then, **args)
    else:
        then(running, Answers({side: {ask.name: order}}), **args)
