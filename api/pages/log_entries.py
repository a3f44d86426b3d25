"""The entries of a game's log as lines of a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import UnsetType
from sqlmodel import Session

from adjudicator.kernel.position.position import reason_in_words
from api.access.signing_keys import find_signer
from api.games.log_sentences import entry_sentence
from schemas.log.chain import LogEntry
from schemas.log.entries import Created, Cut, Dealt, Joined, Over, Resolved, Seated, Started
from schemas.statements.payloads import Join
from schemas.statements.statements import Statement


def describe_entries(session: Session, entries: Sequence[LogEntry]) -> list[dict[str, Any]]:
    """What the log page says of each entry: number, sentence, kind, time."""
    return [
        {
            "index": entry.index,
            "at": entry.statement.body["at"],
            "kind": entry.kind,
            "text": describe_entry(session, entry),
        }
        for entry in entries
    ]


def describe_entry(session: Session, entry: LogEntry) -> str:
    """An entry in words."""
    match entry.body:
        case Created(drawn=drawn) if not isinstance(drawn, UnsetType):
            return "The host opened the game for a table of a contest, and committed itself to its chance secret."
        case Created():
            return "The organiser opened the game, and the host committed itself to its chance secret."
        case Joined(statement=form):
            join = Statement.from_form(form).read(Join)
            player = find_signer(session, join.player)
            return f"{player.handle if player else join.player} took seat {join.seat}."
        case Seated(seat=seat, statement=form):
            player = find_signer(session, Statement.from_form(form).key_id)
            return f"{player.handle if player else 'An entrant'} was seated at {seat}, as the contest's draw says."
        case Started():
            return "The organiser started the game."
        case Dealt():
            return "The host dealt, and recorded the salted hash of the position."
        case Cut(phase=phase, leaves=leaves):
            return f"Phase {phase} was cut: {len(leaves)} salted leaves, one for each seat, fix which orders count."
        case Resolved(phase=phase):
            return f"Phase {phase} was resolved, and the host recorded the salted hash of the new position."
        case Over(reason=reason):
            return f"The game is over: {reason_in_words(reason)}. The host revealed its chance secret."
    return entry_sentence(entry)
