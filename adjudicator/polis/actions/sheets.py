"""15.1-A to 15.1-C: turn sheets (D2), the second action after a die (D3) and the fee order (D4)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec

from adjudicator.kernel import Ask, Chance, Illegal, Misshapen, Question, Resolution
from adjudicator.kernel.books.items import Grammar, Item, Skip, first, item_faults
from adjudicator.kernel.errors import Fault
from adjudicator.kernel.faults import NOT_CHECKED, Known, convert
from adjudicator.kernel.run.plans import Runner
from adjudicator.polis.actions.collection import ROW, row_said
from adjudicator.polis.actions.table import (
    further,
    in_words,
    options,
    outcomes,
    perform,
    priced,
    refusal,
    sample,
)
from adjudicator.polis.names import of_action
from adjudicator.polis.secrets.zones import seen_by
from adjudicator.polis.state.actions import Action, AnyAction
from adjudicator.polis.state.orders import FeeOrder, SecondOrder, TurnOrder
from adjudicator.polis.state.position import Polis, Turn
from adjudicator.polis.state.quantities import IN_TURN, QUANTITIES
from adjudicator.polis.words import GOODS, SideName

STOP: Final = Item(stop=True)
ACTIONS_OF_A_TURN: Final = 2  # 6-A
SELDOM: Final = 8  # likewise for a fee order
LONG: Final = 20  # one sample in so many stops before it must


def read(do: dict[str, Any]) -> Action:
    """An action from plain data. Malformed tells everything that is wrong."""
    action: Action = convert(do, AnyAction)
    return action


def item_of(action: Action) -> Item:
    """An action as an item of a sheet."""
    return Item(do=msgspec.to_builtins(action))


class TurnRunner(Runner[Polis, Action]):
    """How the actions of a sheet are read, judged and carried out."""

    quantities = QUANTITIES
    kind = AnyAction
    moments = (IN_TURN,)

    def view(self, running: Resolution[Polis], seat: str) -> Polis:
        return seen_by(running.position, seat)

    def refusal(self, view: Polis, seat: str, action: Action) -> Illegal | None:
        return refusal(view, view.side(seat), action)

    def make(self, running: Resolution[Polis], seat: str, action: Action) -> None:
        perform(running, running.position.side(seat), action)

    def in_words(self, action: Action) -> str:
        return in_words(action)

    def item_in_words(self, item: Item) -> str:
        """15.1-B: stopping is a pass."""
        return "pass" if item == STOP else super().item_in_words(item)


TURN: Final = TurnRunner()


class _After:
    """Judges the second item of a sheet on a board that the first action may lead to."""

    def __init__(self, position: Polis, side: SideName) -> None:
        self.position, self.side = position, side
        self.wrong: Illegal | None = None

    def holds(self, when: dict[str, Any]) -> bool:
        return QUANTITIES.holds(when, self.position)

    def find(self, do: dict[str, Any]) -> Action | Skip:
        action = read(do)
        wrong = refusal(self.position, self.side, action)
        self.wrong = wrong or self.wrong
        return action if wrong is None else Skip(str(wrong))


def sheet_faults(sheet: Sequence[Item], known: Known) -> list[Fault]:
    """What is wrong inside the items of a sheet."""
    return [fault.inside("actions") for fault in item_faults([*sheet], TURN.grammar, known)]


def sheet_refusal(view: Polis, side: SideName, sheet: Sequence[Item]) -> Illegal | None:
    """15.1-A, 15.1-B, RULING-38, RULING-42: the shape of a sheet, its first action, its second after some result."""
    if faults := sheet_faults(sheet, QUANTITIES.known(view)):
        return Misshapen("15.1-B", "; ".join(map(str, faults)))
    if shape := sheet_shape(sheet):
        return shape
    if sheet[0].do is None:
        return None
    action = read(sheet[0].do)
    return refusal(view, side, action) or (second_refusal(view, side, action, sheet[1]) if sheet[1:] else None)


def sheet_shape(sheet: Sequence[Item]) -> Illegal | None:
    """15.1-A, 15.1-B: how many items a sheet has, and how it begins."""
    if not 1 <= len(sheet) <= ACTIONS_OF_A_TURN:
        return Illegal("15.1-A", "give one or two actions; stop: true passes")
    head = sheet[0]
    if head.when is not None or head.first or head.ask_me or (head.stop and len(sheet) > 1):
        return Illegal("15.1-B", "a turn begins with an action, or passes; only its second action can have conditions")
    return None


def second_refusal(view: Polis, side: SideName, action: Action, item: Item) -> Illegal | None:
    """RULING-38: the second item comes to something after some result of the first."""
    if item == STOP:
        return None
    wrong: Illegal | None = None
    for after in outcomes(view, side, action):
        judge = _After(after, side)
        if any(one.came in ("done", "asks", "stops") for one in first([(2, item)], judge)):
            return None
        wrong = wrong or judge.wrong
    return wrong or Illegal("15.1-B", "whatever the first action leads to, the conditions of the second one never hold")


class TurnQuestion(
    Question[Polis, TurnOrder],
    id="D2",
    moments=(IN_TURN,),
    passing={"actions": [{"stop": True}]},
    clause="6-A",
    default="6-B",
    subject="Take a turn",
    public_options=True,
    listed=False,
    queued=True,
    exact=True,
    ahead=2,
    ahead_words="And your next two turns of this round, for the queue?",
):
    """D2: a turn sheet."""

    field_words = {
        "actions": ("Act", "", "Go on to the second action"),
        "actions.stop": ("Pass?", "pass"),
        "actions.do": ("Do more", ""),
        **of_action("actions.do"),
    }

    def prompt(self, view: Polis, ask: Ask) -> str:
        fee = " You play on alone: each action costs one more good." if view.solo(view.side(ask.seat)) else ""
        return f"Take two actions of different kinds. With fewer you pass for the rest of the round.{fee}"

    def space(self, view: Polis, ask: Ask) -> Iterator[TurnOrder]:
        """A sample: to pass, and each of the smallest actions alone."""
        yield TurnOrder(actions=[STOP])
        for action in options(self.begun(view, ask), view.side(ask.seat)):
            yield TurnOrder(actions=[item_of(action), STOP])

    def begun(self, view: Polis, ask: Ask) -> Polis:
        """The view, at the beginning of the turn."""
        return msgspec.structs.replace(view, turn=Turn(view.side(ask.seat)))

    def refusal(self, view: Polis, ask: Ask, order: TurnOrder) -> Illegal | None:
        return sheet_refusal(self.begun(view, ask), view.side(ask.seat), order.actions)

    def default(self, view: Polis, ask: Ask) -> TurnOrder:
        """D2: pass. The queue has been looked through before."""
        return TurnOrder(actions=[STOP])

    def sample(self, view: Polis, ask: Ask, chance: Chance, label: str) -> TurnOrder:
        """Two actions drawn one after the other; now and then fewer."""
        position, side = self.begun(view, ask), view.side(ask.seat)
        items: list[Item] = []
        while len(items) < ACTIONS_OF_A_TURN and chance.die(LONG, f"{label} stop") > 1:
            action = sample(position, side, chance, label)
            if action is None:
                break
            items.append(item_of(action))
            position = next(iter(outcomes(position, side, action)))
        return TurnOrder(actions=items if len(items) == ACTIONS_OF_A_TURN else [*items, STOP])

    def note(self, view: Polis, ask: Ask, order: TurnOrder, field: str) -> str:
        return row_said(view, read(order.actions[-1].do or {}), field) if ROW in field else ""

    def short(self, order: TurnOrder) -> str:
        """15.1-A: one action without a pass is carried out, and the second is asked then."""
        return "Only this action for now" if len(order.actions) == 1 and order.actions[0].do is not None else ""

    def grown(self, view: Polis, ask: Ask, order: TurnOrder | None) -> Iterator[TurnOrder]:
        """A bit more of the last action; after the first, a second one, or to pass."""
        position, side = self.begun(view, ask), view.side(ask.seat)
        items = order.actions if order else []
        if items and items[-1].do is None:
            return
        if not items:
            yield TurnOrder(actions=[STOP])
            yield from (TurnOrder(actions=[item_of(action)]) for action in options(position, side))
            return
        yield from self._grown_last(position, side, items)
        if len(items) == 1 and items[0].do is not None:
            yield TurnOrder(actions=[*items, STOP])
            found: list[Action] = []
            for after in outcomes(position, side, read(items[0].do)):
                found += [action for action in options(after, side) if action not in found]
            yield from (TurnOrder(actions=[*items, item_of(action)]) for action in found)

    def _grown_last(self, position: Polis, side: SideName, items: list[Item]) -> Iterator[TurnOrder]:
        last = read(items[-1].do or {})
        boards = outcomes(position, side, read(items[0].do or {})) if len(items) > 1 else iter([position])
        board = next((one for one in boards if refusal(one, side, last) is None), None)
        for action in further(board, side, last) if board else ():
            yield TurnOrder(actions=[*items[:-1], item_of(action)])

    def after(self, view: Polis, ask: Ask, order: TurnOrder) -> Polis | None:
        """15.1-C: a board that the sheet may lead to, if the other side does nothing; after a pass there is no turn."""
        side = view.side(ask.seat)
        boards = [self.begun(view, ask)]
        for item in order.actions:
            if item.do is None:
                return None
            action = read(item.do)
            boards = [
                after for board in boards if not refusal(board, side, action) for after in outcomes(board, side, action)
            ]
        return msgspec.structs.replace(boards[0], turn=None) if boards else None

    @property
    def grammars(self) -> Mapping[str, Grammar]:
        return {"actions": TURN.grammar}

    def is_standing(self, choice: TurnOrder) -> bool:
        """15.2-C, RULING-58: a pass rule stands; a queued sheet leaves the queue (15.1-C, RULING-37)."""
        return choice.actions == [STOP]

    def faults(self, said: TurnOrder, known: Known) -> list[Fault]:
        """15.1-B: of its items, and what no board can make legal."""
        faults = sheet_faults(said.actions, known)
        shape = sheet_shape(said.actions)
        return faults or ([Fault((), shape.message)] if shape is not None else [])

    def choice_in_words(self, choice: TurnOrder) -> str:
        return ", then ".join(map(TURN.item_in_words, choice.actions)) or "pass"

    def answer_in_words(self, view: Polis, seat: str, order: TurnOrder, names: Any) -> str:
        """With what each action costs; the second one after a likely result of the first."""
        board, side = self.begun(view, Ask(seat, self.id)), view.side(seat)
        said: list[str] = []
        for item in order.actions:
            action = None if item.do is None else read(item.do)
            said.append(TURN.item_in_words(item) if action is None else priced(board, side, action))
            if action is not None and refusal(board, side, action) is None:
                board = next(iter(outcomes(board, side, action)))
        return ", then ".join(said) or "pass"


class SecondQuestion(
    Question[Polis, SecondOrder],
    id="D3",
    moments=(IN_TURN,),
    passing={},
    clause="6-A",
    default="6-B",
    subject="Take a second action",
    public_options=True,
    listed=False,
    exact=True,
    may_decline=True,
):
    """D3: the turn stays open for a second action (15.1-B)."""

    field_words = {"action": ("Do more", ""), **of_action("action")}

    def prompt(self, view: Polis, ask: Ask) -> str:
        return "Take a second action, of another kind. Without one you pass for the rest of the round."

    def space(self, view: Polis, ask: Ask) -> Iterator[SecondOrder]:
        yield SecondOrder()
        yield from (SecondOrder(action=action) for action in options(view, view.side(ask.seat)))  # type: ignore[arg-type]

    def refusal(self, view: Polis, ask: Ask, order: SecondOrder) -> Illegal | None:
        return refusal(view, view.side(ask.seat), order.action) if order.action is not None else None

    def default(self, view: Polis, ask: Ask) -> SecondOrder:
        # D3: pass after one action
        return SecondOrder()

    def sample(self, view: Polis, ask: Ask, chance: Chance, label: str) -> SecondOrder:
        if chance.die(LONG, f"{label} stop") == 1:
            return SecondOrder()
        return SecondOrder(action=sample(view, view.side(ask.seat), chance, label))  # type: ignore[arg-type]

    def note(self, view: Polis, ask: Ask, order: SecondOrder, field: str) -> str:
        return row_said(view, order.action, field) if ROW in field and order.action is not None else ""

    def grown(self, view: Polis, ask: Ask, order: SecondOrder | None) -> Iterator[SecondOrder]:
        if order is None:
            yield from self.space(view, ask)
        elif order.action is not None:
            more = further(view, view.side(ask.seat), order.action)
            yield from (SecondOrder(action=action) for action in more)  # type: ignore[arg-type]

    def choice_in_words(self, choice: SecondOrder) -> str:
        return in_words(choice.action) if choice.action is not None else "pass"

    def answer_in_words(self, view: Polis, seat: str, order: SecondOrder, names: Any) -> str:
        return priced(view, view.side(seat), order.action) if order.action is not None else "pass"


class FeeQuestion(Question[Polis, FeeOrder], id="D4", clause="6-D", subject="Say which goods pay fees", unasked=True):
    """D4: asked of nobody: the fee stands in the action, else follows from the order of goods given before (15.2-C)."""

    def prompt(self, view: Polis, ask: Ask) -> str:
        return "Which goods pay the fees when you play on alone, first to last?"

    def space(self, view: Polis, ask: Ask) -> Iterator[FeeOrder]:
        yield FeeOrder(goods=[])
        yield from (FeeOrder(goods=[good]) for good in GOODS)

    def refusal(self, view: Polis, ask: Ask, order: FeeOrder) -> Illegal | None:
        faults = self.faults(order, NOT_CHECKED)
        return Illegal("15.2-C", faults[0].says) if faults else None

    def faults(self, said: FeeOrder, known: Known) -> list[Fault]:
        """15.2-C."""
        twice = len(set(said.goods)) < len(said.goods)
        return [Fault(("goods",), "name each good once")] if twice else []

    def apply(self, resolution: Resolution[Polis], seat: str, order: FeeOrder) -> None:
        """15.2-C: it holds until changed, and is seen by nobody else."""
        resolution.position.fee_orders[seat] = [*order.goods]

    def sample(self, view: Polis, ask: Ask, chance: Chance, label: str) -> FeeOrder | None:
        """Now and then."""
        if chance.die(SELDOM, f"{label} any") > 1:
            return None
        return FeeOrder(goods=chance.shuffle(GOODS, f"{label} goods")[:2])

    def choice_in_words(self, choice: FeeOrder) -> str:
        return (
            f"pay fees in {', then '.join(choice.goods)}" if choice.goods else "pay fees in the good you have most of"
        )

    def order_in_words(self, view: Polis, order: FeeOrder, names: Any) -> str:
        return self.choice_in_words(order)
