"""A phase made void and opened anew: after a rollback where the game stood before, after an amendment as amended.

What was sent to the void phase is never opened: its private key is deleted.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import structlog
from sqlmodel import select

from adjudicator.kernel import Chance, Malformed
from adjudicator.kernel.run.events import Reopened
from adjudicator.kernel.title.amending import require_lasting
from adjudicator.kernel.title.reopening import named, reopened
from api.acts.context import ActContext
from api.games.open_phase import OpenPhase
from api.http.problems import fault, refuse
from api.referee.reopened_phases import open_in_place
from api.rules.limits import Limit, RulesTooLong
from api.rules.outside import worked_out
from api.store.lookups import load_phase
from api.store.models import CUT, RESOLVED, PhaseRow
from api.store.sealed_rows import Archive, chance_secret, resolutions
from schemas.keys import chance
from schemas.log import entries
from schemas.statements.payloads import Amend, Rollback

LOG = structlog.get_logger("ostraka.play")


def roll_back(context: ActContext, act: Rollback) -> None:
    """Go back to before a phase was resolved; decks that nobody has seen are shuffled anew."""
    phase, since = context.phase(stopped=True), load_phase(context.session, context.game.id, act.phase)
    if since.status == CUT:
        reopen(context, phase, opened_anew(phase, phase.position, dice(context, act.phase)), act.phase)
        return
    if since.status != RESOLVED:
        refuse(409, "not-resolved", f"Phase {act.phase} is {since.status}; a rollback goes to {resolved(context)}.")
    row = resolutions(context.session, context.game.id, act.phase - 2)[0]
    before = Archive(context.host.vault, context.title).position(row)
    position = opened_anew(phase, before, dice(context, phase.row.number))
    reopen(context, phase, position, act.phase)


def resolved(context: ActContext) -> str:
    """The phases that can be gone back to, in words."""
    rows = context.session.exec(
        select(PhaseRow.number)
        .where(PhaseRow.game == context.game.id, PhaseRow.status == RESOLVED)
        .order_by(PhaseRow.number)  # type: ignore[arg-type]
    ).all()
    return f"one of the resolved phases: {', '.join(map(str, rows))}" if rows else "a resolved phase, and none is yet"


def amend(context: ActContext, act: Amend) -> None:
    """Change the position openly; hidden things are only dealt anew."""
    if not act.changes and not act.redeal:
        refuse(422, "nothing-amended", "The amendment changes nothing: name a change, or ask for a new deal.")
    phase = context.phase(stopped=True)
    if act.changes:
        worked_out(context.session, ("amend", phase.row.number, repr(act.changes)), partial(tried, phase, act.changes))
    shuffling = dice(context, phase.row.number) if act.redeal else None
    position = opened_anew(phase, phase.position, shuffling, act.changes, redeal=act.redeal)
    reopen(context, phase, position, phase.row.number)


def tried(phase: OpenPhase, changes: dict[str, Any]) -> None:
    """Refuse changes that would stop the game later."""
    with refusing(changes):
        Limit.run(require_lasting, phase.title, phase.position, changes)


def opened_anew(
    phase: OpenPhase, before: Any, dealt: Chance | None, changes: dict[str, Any] | None = None, *, redeal: bool = False
) -> Any:
    """The position in which the next phase is open; books stay as they are in force now."""
    books, number = phase.position.books, phase.row.number + 1
    with refusing(changes or {}):
        return Limit.run(reopened, phase.title, before, number, dealt, changes, redeal=redeal, books=books)


@contextmanager
def refusing(changes: dict[str, Any]) -> Iterator[None]:
    """Refuse a position that the rules cannot go on from, whatever they say of it."""
    try:
        yield
    except Malformed as error:
        refuse(422, "cannot-amend", str(error))
    except RulesTooLong:
        refuse(422, "cannot-amend", f"{named(changes)}: the game cannot go on like this: the rules find no end")
    except Exception as error:
        LOG.warning("cannot amend", **fault(error))
        refuse(422, "cannot-amend", f"{named(changes)}: the game cannot go on like this")


def dice(context: ActContext, void: int) -> Chance:
    """The chance of a void phase, keyed by the log before the entry that voids it."""
    secret = chance_secret(context.host.vault, context.game)
    return Chance(chance.phase_key(secret, context.log.substance(), context.game.id, void))


def reopen(context: ActContext, phase: OpenPhase, position: Any, since: int) -> None:
    """Void the open phase, store where the game stands instead, and open the next."""
    void, number = phase.row.number, phase.row.number + 1

    def body(digest: str) -> entries.Reopened:
        return entries.Reopened(phase=void, number=number, since=since, position=digest)

    open_in_place(
        context.host, context.session, context.game, phase.row, position, Reopened(phase=void, number=number), body
    )
