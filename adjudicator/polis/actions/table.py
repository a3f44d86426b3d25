"""The twelve kinds together: what is legal in a turn, the fee of who plays on alone, what an action leads to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec.structs import replace

from adjudicator.kernel import Chance, Illegal, Resolution
from adjudicator.polis.actions.collection import Collecting
from adjudicator.polis.actions.kind import Dice, Kind, Running
from adjudicator.polis.actions.moves import MovingGalleys, MovingHoplites
from adjudicator.polis.actions.projects import StartingProject
from adjudicator.polis.actions.proxenoi import InstigatingCivilWar, MovingProxenos, RedeemingProxenos
from adjudicator.polis.actions.sieges import Besieging
from adjudicator.polis.actions.trade import Trading
from adjudicator.polis.actions.units import CreatingGalleys, CreatingHoplites, CreatingMerchants
from adjudicator.polis.events.actions import FeePaid
from adjudicator.polis.names import KINDS_SAID, of_sides
from adjudicator.polis.state.actions import Action, kind_of
from adjudicator.polis.state.position import Polis
from adjudicator.polis.words import Good, SideName

KINDS: Final[Mapping[str, Kind[Any]]] = {
    "create_hoplites": CreatingHoplites(),
    "create_galleys": CreatingGalleys(),
    "create_merchants": CreatingMerchants(),
    "start_project": StartingProject(),
    "move_hoplites": MovingHoplites(),
    "move_galleys": MovingGalleys(),
    "besiege": Besieging(),
    "collect": Collecting(),
    "trade": Trading(),
    "move_proxenos": MovingProxenos(),
    "redeem_proxenos": RedeemingProxenos(),
    "civil_war": InstigatingCivilWar(),
}
FEES: Final[tuple[Good, ...]] = ("wine", "oil", "metal", "wood", "wheat", "silver")  # D4: of which first, where tied
_KEY = bytes(32)  # of draws that are all forced


def in_words(action: Action) -> str:
    """An action as people read it, with the fee that it names."""
    return f"{KINDS[kind_of(action)].in_words(action)}{_fee_said(action)}"


def priced(position: Polis, side: SideName, action: Action) -> str:
    """The same with what it costs in a position."""
    return f"{KINDS[kind_of(action)].priced(position, side, action)}{_fee_said(action)}"


def _fee_said(action: Action) -> str:
    return f" (fee: 1 {action.fee})" if action.fee else ""


def refusal(position: Polis, side: SideName, action: Action) -> Illegal | None:
    """Why a side may not perform an action now, in its turn (6-A, 6-C, 6-D, RULING-6)."""
    kind = kind_of(action)
    if position.turn is not None and kind in position.turn.done:
        return Illegal(
            "6-A", f"the two actions of a turn must be of different kinds: you cannot {KINDS_SAID[kind]} twice"
        )
    if not position.solo(side):
        return KINDS[kind].refusal(position, side, action)
    fee = fee_of(position, side, action)
    return fee if isinstance(fee, Illegal) else None


def fee_of(position: Polis, side: SideName, action: Action) -> Good | Illegal:
    """6-D, D4, RULING-50: the good paid before a solo action: the one named, else by the fee order, else most."""
    held = [good for good in FEES if position.stock(side, good)]
    if action.fee is not None and action.fee not in held:
        return Illegal(
            "6-D",
            of_sides(f"{{side}} has no {action.fee} to pay the fee; it has {', '.join(held) or 'no good'}", side=side),
        )
    if not held:
        return Illegal("6-D", of_sides("{side} has no good left to pay the fee", side=side))
    ordered = [good for good in position.fee_orders.get(position.seat(side), ()) if good in held]
    by_number = sorted(held, key=lambda good: -position.stock(side, good))
    wrong: Illegal | None = None
    for good in [action.fee] if action.fee else [*ordered, *by_number]:
        wrong = _refusal_after(position, side, action, good)
        if wrong is None:
            return good
    return wrong or Illegal("6-D", "no good can pay the fee")


def _refusal_after(position: Polis, side: SideName, action: Action, fee: Good) -> Illegal | None:
    """Why an action is illegal once a good is paid for it."""
    stock = position.sides[side].stock
    stock[fee] -= 1
    wrong = KINDS[kind_of(action)].refusal(position, side, action)
    stock[fee] += 1
    return wrong


def options(position: Polis, side: SideName) -> Iterator[Action]:
    """Every smallest action that is legal now."""
    done = position.turn.done if position.turn else []
    solo, has_fee = position.solo(side), any(position.stock(side, good) for good in FEES)
    for name, kind in KINDS.items():
        if name not in done and (has_fee or not solo):
            for action in kind.options(position, side):
                if not (solo and kind.takes_goods) or refusal(position, side, action) is None:
                    yield action


def can_act(position: Polis, side: SideName) -> bool:
    """6-H: whether any action is legal."""
    return next(options(position, side), None) is not None


def further(position: Polis, side: SideName, action: Action) -> Iterator[Action]:
    """Legal actions that do a bit more than this one."""
    solo = position.solo(side)
    for one in KINDS[kind_of(action)].grown(position, side, action):
        if not solo or refusal(position, side, one) is None:
            yield one


def sample(position: Polis, side: SideName, chance: Chance, label: str) -> Action | None:
    """Any action that is legal now; each has a positive chance. None where there is none."""
    done = position.turn.done if position.turn else []
    for name in chance.shuffle([name for name in KINDS if name not in done], f"{label} kinds"):
        action: Action | None = KINDS[name].sample(position, side, chance, label)
        if action is not None and refusal(position, side, action) is None:
            return _with_fee(position, side, action)
    found = next(options(position, side), None)
    return found and _with_fee(position, side, found)


def _with_fee(position: Polis, side: SideName, action: Action) -> Action:
    """The action with its fee named, so that no fee order that is sent along changes what it costs."""
    fee = fee_of(position, side, action) if position.solo(side) else None
    return action if fee is None or isinstance(fee, Illegal) else replace(action, fee=fee)


def perform(running: Running, side: SideName, action: Action) -> None:
    """6-C, 6-D, RULING-53: the fee of who plays on alone, then the action, which must be legal."""
    position = running.position
    if position.solo(side):
        fee = fee_of(position, side, action)
        if not isinstance(fee, Illegal):
            position.gain(side, {fee: -1})
            running.emit(FeePaid(side=side, good=fee))
    if position.turn is not None:
        position.turn.die = position.turn.siege_won = None
        position.turn.done.append(kind_of(action))
    KINDS[kind_of(action)].make(running, side, action)


def outcomes(position: Polis, side: SideName, action: Action) -> Iterator[Polis]:
    """RULING-38: the board after each result that the dice may give a legal action."""
    for dice in KINDS[kind_of(action)].results(position, side, action):
        yield _after(position, side, action, dice)


def _after(position: Polis, side: SideName, action: Action, dice: Dice) -> Polis:
    forced = {label: dict(enumerate(faces, 1)) for label, faces in dice.items()}
    running = Resolution(position.scratch(), Chance(_KEY, forced), {})
    perform(running, side, action)
    return running.position
