"""A plan is read from its file, and refused with all that is wrong in it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.contests.plan_file import PlanFile
from cli.errors import Misuse

if TYPE_CHECKING:
    from schemas.statements.contests import Contest

NOBODY = {"nonce": "A" * 43, "organiser": "ed25519:" + "0" * 32, "host": "ed25519:" + "0" * 32}


def read_plan(path: Path, components: str | None = None) -> Contest:
    """A plan, with organiser, host and nonce left open (`NOBODY`); Misuse with every fault and its line.

    A components file is laid over the title of all games, and named in their options.
    """
    from schemas.contests.plan import plan_faults
    from schemas.errors import Malformed
    from schemas.statements.contests import Contest

    file = PlanFile(path.read_text(encoding="utf-8"))
    fields = file.fields()
    file.refuse(str(path))
    if components is not None:
        fields["options"] = lay_over(fields, components)
    try:
        plan = Contest.from_body(fields | NOBODY)
    except Malformed as error:
        file.note_form(error.why)
    else:
        file.note(plan_faults(plan))
    file.refuse(str(path))
    return plan


def lay_over(fields: dict[str, Any], components: str) -> dict[str, Any]:
    """The options of the games, with the components file among them."""
    from adjudicator.registry import title
    from schemas.documents.components_files import OPTION, WrongComponents, add_components, digest_of

    options = {**fields.get("options", {}), OPTION: digest_of(components)}
    try:
        add_components(title(str(fields["title"])), options, components)
    except WrongComponents as error:
        raise Misuse(f"--components: {error.message}", error.code) from None
    return options


def fields_of(plan: Contest) -> dict[str, Any]:
    """Its fields but for those three."""
    return {name: value for name, value in plan.to_body().items() if name not in NOBODY}
