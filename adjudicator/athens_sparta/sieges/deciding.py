"""12.1, 12.2: decisions of the Combat Phase: by battle orders, by default or by the player."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

from adjudicator.athens_sparta.names import block_name, place_name
from adjudicator.athens_sparta.secrets.zones import seen_by
from adjudicator.athens_sparta.sieges.in_force import InForce, draw_on
from adjudicator.athens_sparta.state.battle import BattleOrders
from adjudicator.athens_sparta.state.orders import Decision
from adjudicator.athens_sparta.state.position import AthensSparta
from adjudicator.athens_sparta.state.quantities import IN_BATTLE
from adjudicator.athens_sparta.words import HexName, SideName
from adjudicator.kernel import Answers, Ask, Order, Resolution
from adjudicator.kernel.run.resolution import written_ahead

R = TypeVar("R", bound=Order)
Running = Resolution[AthensSparta]


class BattleDecision(Decision[R]):
    """A decision that battle orders can give early (11, "ahead"). Its ask names the hex as `place`.

    `asks` is the question in words, with the ask's arguments in braces. `reads` names the fields of battle orders that
    `ordered` is given.
    """

    asks: ClassVar[str]
    moments: ClassVar[tuple[str, ...]] = (IN_BATTLE,)
    reads: ClassVar[tuple[str, ...]]

    def prompt(self, view: AthensSparta, ask: Ask) -> str:
        words: dict[str, Callable[..., str]] = {"place": place_name, "block": block_name}
        return self.asks.format(**{name: words.get(name, str)(value) for name, value in ask.args.items()})

    @abstractmethod
    def ordered(self, view: AthensSparta, ask: Ask, orders: BattleOrders) -> R | None:
        """What battle orders come to now; None where no rule of theirs covers it."""

    def by_orders(self, view: AthensSparta, ask: Ask, in_force: InForce) -> R | None:
        """The same of those in force."""
        return self.ordered(view, ask, in_force.read(*self.reads))


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
    """RULING-116: `then` receives what the battle orders say; else what the book answers to the question; else what the
    player answers, where battle orders or the book ask for it (12.2-D); else the default.

    `silent`: the player is not asked (RULING-38). `masked`: what can be answered rests on blocks that lie face down,
    so the player is asked though there is one answer (2.2-A).
    """
    question, ask = kind(), Ask(side, kind.id, args={"place": place, **(asked or {})})
    view = seen_by(running.position, side)
    in_force = InForce(view, side, place)
    order: Any = question.by_orders(view, ask, in_force)
    asks = False
    if order is None or question.refusal(view, ask, order) is not None:
        found = written_ahead(running, view, ask)
        order, asks = found.answer and found.answer.order, found.asks is not None
    if order is None:
        asks = (asks or bool(in_force.read("ask").ask)) and not silent
        only = None if asks and masked else question.only_option(view, ask)
        order = only or (None if asks else question.default(view, ask))
    draw_on(running, side, in_force.rested)
    if order is None:
        running.ask([ask], then, **args)
    else:
        then(running, Answers({side: {ask.name: order}}), **args)
