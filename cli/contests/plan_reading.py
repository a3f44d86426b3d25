"""A plan is read from its file, and refused with all that is wrong in it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.contests.plan_file import PlanFile

if TYPE_CHECKING:
    from schemas.statements.contests import Contest

NOBODY = {"nonce": "A" * 43, "organiser": "ed25519:" + "0" * 32, "host": "ed25519:" + "0" * 32}


def read_plan(path: Path) -> Contest:
    """A plan, with organiser, host and nonce left open (`NOBODY`); Misuse with every fault and its line."""
    from schemas.contests.plan import plan_faults
    from schemas.errors import Malformed
    from schemas.statements.contests import Contest

    file = PlanFile(path.read_text(encoding="utf-8"))
    fields = file.fields()
    file.refuse(str(path))
    try:
        plan = Contest.from_body(fields | NOBODY)
    except Malformed as error:
        file.note_form(error.why)
    else:
        file.note(plan_faults(plan))
    file.refuse(str(path))
    return plan


def fields_of(plan: Contest) -> dict[str, Any]:
    """Its fields but for those three."""
    return {name: value for name, value in plan.to_body().items() if name not in NOBODY}
