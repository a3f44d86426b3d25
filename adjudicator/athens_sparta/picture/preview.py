"""What an order would change on the board, before it is sent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import singledispatch
from typing import Any

from adjudicator.athens_sparta.picture.tokens import LETTERS
from adjudicator.athens_sparta.state import orders
from adjudicator.athens_sparta.state.position import AthensSparta
from adjudicator.athens_sparta.state.victory import miletus
from adjudicator.athens_sparta.words import SICILY, BlockName, HexName
from adjudicator.kernel import Ask, Preview
from adjudicator.kernel.books.items import Item
from adjudicator.kernel.subjects import subject

_BLOCK = 24


@singledispatch
def preview(order: object, view: AthensSparta, ask: Ask) -> Preview:
    """The blocks that an order would move, raise or take from the map."""
    return Preview()


@preview.register(orders.MovesOrder)
@preview.register(orders.ReplacementOrder)
def _(order: orders.MovesOrder | orders.ReplacementOrder, view: AthensSparta, ask: Ask) -> Preview:
    found = Preview()
    for done in _done(order.plan):
        _add(found, view, ask, done)
    return found


@preview.register(orders.HungerOrder)
@preview.register(orders.ExcessOrder)
def _(order: orders.HungerOrder | orders.ExcessOrder, view: AthensSparta, ask: Ask) -> Preview:
    found = Preview()
    found.take(subject("block", order.block))
    return found


@preview.register(orders.RegroupOrder)
@preview.register(orders.AfterOrder)
@preview.register(orders.ExcessRegroupOrder)
def _(order: Any, view: AthensSparta, ask: Ask) -> Preview:
    found = Preview()
    if order.block and order.to:
        _move(found, view, ask, order.block, order.to)
    return found


@preview.register(orders.RetreatOrder)
@preview.register(orders.DeedOrder)
@preview.register(orders.HavenOrder)
def _(order: Any, view: AthensSparta, ask: Ask) -> Preview:
    found = Preview()
    if order.to and "block" in ask.args:
        _move(found, view, ask, ask.args["block"], order.to)
    return found


@preview.register
def _(order: orders.LineOrder, view: AthensSparta, ask: Ask) -> Preview:
    found = Preview()
    found.rank(subject("block", block) for block in order.order)
    return found


@preview.register
def _(order: orders.SupportOrder, view: AthensSparta, ask: Ask) -> Preview:
    found = Preview()
    if order.take:
        found.add(subject("hex", miletus(view)), text="never counts", kind="tag", room=96)
    return found


@preview.register
def _(order: orders.StormOrder, view: AthensSparta, ask: Ask) -> Preview:
    return Preview(lit=[subject("block", block) for block in order.stormers])


def _done(plan: Iterable[Item]) -> Iterable[Mapping[str, Any]]:
    """What each item does; of several the first."""
    for item in plan:
        done = item.do or next((one.do for one in item.first if one.do), None)
        if done:
            yield done


def _add(found: Preview, view: AthensSparta, ask: Ask, done: Mapping[str, Any]) -> None:
    action = done.get("action")
    if action in ("move", "march"):
        _move(found, view, ask, done["block"], done["path"][-1])
        found.lit += [subject("place", hex) for hex in done["path"][1:] if hex != SICILY]
    elif action in ("sea", "sicily"):
        _move(found, view, ask, done["block"], done["to"])
    elif action == "disband":
        found.take(subject("block", done["block"]))
    elif action == "revolt":
        found.add(subject("place", done["place"]), text=f"revolt {done['steps']}", kind="letter", room=62)
    elif action == "reinforce":
        found.add(subject("block", done["block"]), text=f"+{done['steps']}", kind="letter", room=_BLOCK)
    elif action == "build" and done.get("place"):
        _stand(found, view, ask, done["block"], done["place"], done["steps"])


def _move(found: Preview, view: AthensSparta, ask: Ask, name: BlockName, to: HexName) -> None:
    block = view.block(name)
    if block is not None:
        found.take(subject("block", name))
        _stand(found, view, ask, name, to, block.steps)


def _stand(found: Preview, view: AthensSparta, ask: Ask, name: BlockName, to: HexName, steps: int) -> None:
    facts, block = view.box.blocks[name], view.block(name)
    side = block.side if block else ask.seat
    colour = block.colour if block else {"athens": "blue", "sparta": "red"}.get(facts.side, "green")
    found.add(
        subject("place", to), f"block-{side}-{colour}", f"{LETTERS[facts.type]}{steps}", kind="letter", room=_BLOCK
    )
