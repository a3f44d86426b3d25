"""The entries of a game's log as sentences, as mails, pages, feeds and the table all say them."""

from __future__ import annotations

from datetime import UTC, datetime, tzinfo
from typing import Any, Final

from adjudicator.kernel.run import events
from adjudicator.registry import rules_of
from schemas.documents.game_in_words import VOTES, day_in_words
from schemas.documents.successions import read_rotation
from schemas.keys.aliases import alias_handle
from schemas.log.chain import LogEntry
from schemas.log.entries import (
    Acted,
    Joined,
    Notice,
    Rekeyed,
    Reopened,
    Resolved,
    Revealed,
    RulesChanged,
    Seated,
)
from schemas.statements.in_words import day_and_time, length
from schemas.statements.payloads import Alias, Player
from schemas.statements.statements import Statement

PLAIN: Final = {
    "created": "The game was opened.",
    "started": "The game began.",
    "rekeyed": "A player replaced their key.",
    "over": "The game is over.",
}
"""What is told of entries that have no more to tell to all."""
ACTS: Final = {
    "pause": "The organiser paused the game.",
    "resume": "The organiser resumed the game.",
    "extend": "The organiser put the deadline off by {length} of working time.",
    "remind": "The organiser reminded the players for whom the game waits.",
    "vacate": "The organiser took seat {seat} from its player; it is vacant.",
    "replace": "The organiser keeps seat {seat} for {player}, who has to join.",
    "end": "The organiser ended the game.",
    "annul": "The organiser annulled the game.",
    "rollback": "The organiser took the game back to before phase {phase} was resolved: what was sent since is void.",
    "set-aside": "The organiser set aside what {seat} had sent ahead for phase {phase}, which could not be resolved: "
    "the default answers of {seat} count in it.",
    "rekey": "The organiser confirmed the new key of {owner}: {key}, in place of {player}.",
    "absence": "The player of {holder} will be away from {first} to {last}.",
    "leave": "The player of {holder} left before the game began; anyone may take the seat.",
    "resign": "The player of {holder} resigned; the seat is vacant.",
}
CONTEST_ACTS: Final = {
    "redraw": "The round is drawn once more; this game is annulled.",
    "disqualify": "{player} is disqualified in the contest; the seat is vacant.",
    "adjudicate": "The game is adjudicated.",
    "assistant": "{player} decides in this game from now on.",
    "organiser": "{player} organises the contest too, and may decide in this game.",
    "dismiss": "{player} organises the contest no more.",
    "annul": "The game is annulled by an act on the contest.",
    "end": "The contest is ended; this game is annulled.",
}
NOTICES: Final = {
    "overdue": "Phase {phase}: the deadline passed{named}; there is grace until {until}.",
    "missed": "Phase {phase}: no orders came from {seats}.",
    "vacated": "Vacant seat: {seats}.",
    "voted": "The players voted for {vote}.",
    "paused": "Nobody holds a seat, so the host paused the game until somebody joins or the organiser resumes it.",
    "late": "The round's time is up, and the contest's plan ends the game as it stands.",
}


def told_to_all(entry: LogEntry, zone: tzinfo | None = UTC) -> str:
    """An entry in words, as feeds have it."""
    body = entry.body
    if isinstance(body, Resolved):
        return f"Phase {body.phase} is resolved."
    if isinstance(body, Joined | Seated):
        return f"Seat {joined_seat(body)} is taken."
    return PLAIN.get(entry.kind) or entry_sentence(entry, zone)


def joined_seat(body: Any) -> str | None:
    """The seat that a `joined` entry is about, also if its organiser gave it away; None of other entries."""
    if isinstance(body, Seated):
        return body.seat
    if not isinstance(body, Joined):
        return None
    seat: str = Statement.from_form(body.statement).body["seat"]
    return seat


def entry_sentence(entry: LogEntry, zone: tzinfo | None = UTC) -> str:
    """An entry in words; empty if mails do not mention it. `zone`: in which times are told (None: this machine's)."""
    body = entry.body
    if isinstance(body, Notice):
        named = f" without {', '.join(body.seats)}" if body.seats else ""
        facts = {
            "phase": body.phase,
            "until": body.until
            and day_and_time(datetime.fromisoformat(body.until), datetime.fromisoformat(entry.entry.at), zone),
            "vote": VOTES.get(body.vote or "", ""),
            "seats": ", ".join(body.seats),
        }
        return NOTICES[body.what].format(named=named, **facts)
    if isinstance(body, Reopened):
        return f"Phase {body.phase} was undone; phase {body.number} replaces it and is open."
    if isinstance(body, RulesChanged):
        return changed_rules_sentence(body)
    if isinstance(body, Joined | Seated):
        return ""
    if isinstance(body, Revealed):
        alias = Statement.from_form(body.statement).read(Alias).alias
        return f"{alias_handle(alias)} was {Statement.from_form(body.card).read(Player).handle}."
    if isinstance(body, Rekeyed):
        card = read_rotation(Statement.from_form(body.statement))[1]
        return f"{card.handle} has a new key: {card.key_id}."
    return with_reason(Statement.from_form(body.statement).body) if isinstance(body, Acted) else ""


def changed_rules_sentence(body: RulesChanged) -> str:
    """A change of the rules in the words of its report: what differs, where these rules can say it."""
    rules = rules_of(body.newer)
    differs = rules.differences(body.older) if rules else []
    event = events.RulesChanged(
        phase=body.phase, number=body.number, older=body.older, newer=body.newer, differs=differs
    )
    return event.with_differences()


def act_sentence(body: dict[str, Any], owner: str = "a player who had lost their key") -> str:
    """What an organiser or a seat did, without the reason that they gave; `owner`: whose new key was confirmed."""
    act, holder = body["act"], body.get("seat", "")
    if "contest" in body:
        return CONTEST_ACTS[act["act"]].format(**act)
    if act["act"] == "vote":
        return f"{holder} votes {'for' if act['yes'] else 'against'} {VOTES[act['on']]}."
    if act["act"] == "amend":
        changed = ", ".join(act.get("changes", ())) or "nothing that is public"
        redeal = "; hidden things were dealt again" if act.get("redeal") else ""
        return f"The organiser amended the position: {changed}{redeal}."
    if act["act"] == "absence":
        act = {**act, "first": day_in_words(act["first"]), "last": day_in_words(act["last"])}
    return ACTS[act["act"]].format(holder=holder, length=length(act.get("seconds", 0)), owner=owner, **act)


def with_reason(body: dict[str, Any]) -> str:
    """An act with the reason that was given for it."""
    return " ".join(f"{act_sentence(body)} {body['act'].get('reason', '')}".split())
