"""What the log tells beside the moves, as sentences: the organiser's acts, the seats' acts, the host's own steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.kernel.run import events
from adjudicator.registry import rules_of
from schemas.documents.key_successions import read_rotation
from schemas.log.chain import LogEntry
from schemas.log.entries import Acted, Joined, Notice, Rekeyed, Reopened, Resolved, RulesChanged
from schemas.statements.durations import length
from schemas.statements.statements import Statement

ACTS = {
    "pause": "The organiser paused the game.",
    "resume": "The organiser resumed the game.",
    "extend": "The organiser moved the deadline by {length} of working time.",
    "remind": "The organiser reminded those who are awaited.",
    "vacate": "The organiser vacated seat {seat}.",
    "replace": "The organiser gave seat {seat} to {player}.",
    "end": "The organiser ended the game.",
    "annul": "The organiser annulled the game.",
    "rollback": "The organiser took the game back to before phase {phase} was resolved.",
    "amend": "The organiser amended the position.",
    "rekey": "The organiser said that the key {key} is that of the player who had the key {player}.",
    "absence": "{holder} will be absent from {first} to {last}.",
    "resign": "{holder} was resigned by its player.",
}
NOTICES = {
    "overdue": "Phase {phase}: the deadline passed{named}; grace ran until {until}.",
    "missed": "Phase {phase}: no orders came from {seats}.",
    "vacated": "Vacant now: {seats}.",
    "voted": "The players voted: {vote}.",
}


def told_between(entries: Sequence[LogEntry], after: int, last: int) -> list[str]:
    """What stands in the log between the resolutions of two phases, in words; nothing is told by two such spans."""
    ends = (Resolved, Reopened, RulesChanged)
    spans = {entry.body.phase: entry.index for entry in entries if isinstance(entry.body, ends)}
    begin, end = spans.get(after, -1), spans.get(last, len(entries))
    told_by_the_report = (Reopened, RulesChanged)
    lines = [
        sentence(entry)
        for entry in entries
        if begin < entry.index <= end and not isinstance(entry.body, told_by_the_report)
    ]
    return [line for line in lines if line]


def sentence(entry: LogEntry) -> str:
    """An entry in words; empty where it says nothing that mails tell."""
    body = entry.body
    if isinstance(body, Notice):
        named = f" without {', '.join(body.seats)}" if body.seats else ""
        facts = {"phase": body.phase, "until": body.until, "vote": body.vote, "seats": ", ".join(body.seats)}
        return NOTICES[body.what].format(named=named, **facts)
    if isinstance(body, Reopened):
        return f"Phase {body.phase} is void; phase {body.number} is open in its place."
    if isinstance(body, RulesChanged):
        return changed(body)
    if isinstance(body, Joined):
        return ""
    if isinstance(body, Rekeyed):
        card = read_rotation(Statement.from_form(body.statement))[1]
        return f"{card.handle} replaced his key: {card.key_id} speaks for him now."
    return act_told(Statement.from_form(body.statement).body) if isinstance(body, Acted) else ""


def changed(body: RulesChanged) -> str:
    """A change of the rules in the words of its report: what differs, where these rules can say it."""
    rules = rules_of(body.newer)
    differs = rules.differences(body.older) if rules else []
    event = events.RulesChanged(
        phase=body.phase, number=body.number, older=body.older, newer=body.newer, differs=differs
    )
    return event.told()


def act_told(body: dict[str, Any]) -> str:
    """An act of an organiser or of a seat, with its reason."""
    act, holder = body["act"], body.get("seat", "")
    if act["act"] == "vote":
        told = f"{holder} votes {'for' if act['yes'] else 'against'}: {act['on']}."
    else:
        told = ACTS[act["act"]].format(holder=holder, length=length(act.get("seconds", 0)), **act)
    return " ".join(f"{told} {act.get('reason', '')}".split())
