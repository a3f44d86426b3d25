"""2.2-C, 2.2-B3, RULING-50: what a report calls face-down blocks: by hex and a number that no other report gives again.

An event about a block is a `Masked` one with the block's id in a field of `masked`, and is emitted with `veiled`:

    running.emit(BlockMoved(side=side, block=block.name, path=path, **veiled(running, block)))
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.athens_sparta.secrets.fog import id_is_public
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.kernel import Resolution


def handle(running: Resolution[AthensSparta], block: Block) -> str:
    """`I08#2`: the second block that this report names, in I08 when it was first named. First come, first numbered."""
    return running.handles.setdefault(block.name, f"{block.place}#{len(running.handles) + 1}")


def lose_handle(running: Resolution[AthensSparta], block: Block) -> None:
    """2.2-B: which block goes to the pool is secret: one that enters later has another handle in the same report."""
    gone = running.handles.pop(block.name, None)
    if gone:
        running.handles[gone] = gone  # its number is not given again


def veiled(running: Resolution[AthensSparta], *blocks: Block) -> dict[str, Any]:
    """Who reads an event about blocks of one side as it is, and what the others read in the place of their ids.

    Where several are face down together, name them `in_no_order`, or give their number instead.
    """
    hidden = [one for one in blocks if not one.open]
    if not hidden:
        return {}
    named = [one for one in hidden if not id_is_public(running.position, one)]
    return {"known_to": (hidden[0].side,), "masks": {one.name: handle(running, one) for one in named}}


def in_no_order(running: Resolution[AthensSparta], blocks: Sequence[Block]) -> list[Block]:
    """2.2-B3: blocks in an order that tells nothing of their ids, in which events name them one after another."""
    if len(blocks) < 2 or all(one.open for one in blocks):
        return [*blocks]
    by_name = {one.name: one for one in blocks}
    return [by_name[name] for name in running.chance.shuffle([*by_name], f"2.2-C {blocks[0].place}")]
