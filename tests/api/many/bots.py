"""Bots who play all titles at a host of many processes, and what the host promised them and mailed meanwhile."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.parser import BytesHeaderParser
from email.policy import default
from pathlib import Path
from typing import Any, Final

from sqlmodel import Session, select

from api.store.lookups import load_seats
from api.store.models import ASKING, EnvelopeRow, Game, MailRow, ResolutionRow
from ostraka import ClientError, Terms
from schemas.record import Record, verify_record
from schemas.statements.payloads import Annul
from tests.api.soak.entrants import Entrant
from tests.api.soak.players import History, Person

SCENARIOS: Final = (
    ("perikles", "opening", 3),
    ("pericles", "14.1.06A", 4),
    ("polis", "corinthian_war", 2),
    ("athens_sparta", "war", 2),
)
"""The titles in turn."""
UNDER_WAY: Final = timedelta(seconds=20)
"""So long a mail may be under way that was true when its sender looked last; the machine is busy."""


@dataclass
class Post(History):
    """What the mail server of all players took, and when; for a while it takes nothing."""

    taken: list[tuple[str, datetime]] = field(default_factory=list)
    is_away: bool = False
    refused: int = 0

    def take(self, sender: str, address: str, raw: bytes) -> str | None:
        """Take a mail, or refuse it for now."""
        if self.is_away:
            self.refused += 1
            return "421 4.3.2 not today"
        self.deliver(sender, address, raw)
        head = BytesHeaderParser(policy=default).parsebytes(raw)
        self.taken.append((str(head["Message-ID"]).strip(), datetime.now(UTC)))
        return None


class Bot(Entrant):
    """Answers wherever it is asked, and keeps what it has receipts for."""

    client: Person

    def __init__(self, url: str, handle: str, folder: Path, history: History) -> None:
        super().__init__(url, handle, folder, Person)
        self.client.history = history


@dataclass
class Games:
    """The games that the bots have begun with each other, each organised by the next of them."""

    bots: Sequence[Bot]
    begun: list[tuple[str, Bot]] = field(default_factory=list)
    turn: Iterator[int] = field(default_factory=itertools.count)

    def begin(self) -> None:
        """Begin the next game, of the next title; one that the host fails in between is begun anew."""
        number = next(self.turn)
        title, scenario, seats = SCENARIOS[number % len(SCENARIOS)]
        people = [self.bots[(number + place) % len(self.bots)] for place in range(seats)]
        organiser = people[0].client
        while True:
            try:
                terms = Terms(phase_seconds=86_400)
                game = organiser.create_game(title, scenario, seats, f"War {number}", terms)["game"]
                for one, seat in zip(people, organiser.game(game)["seats"], strict=True):
                    one.client.join(game, seat["seat"])
                organiser.start(game)
            except ClientError:
                time.sleep(1)
            else:
                self.begun.append((game, people[0]))
                return

    def end(self) -> list[str]:
        """End what goes on, and read every record; gives what is wrong with them."""
        found = []
        for game, organiser in self.begun:
            if organiser.client.game(game)["status"] != "over":
                organiser.client.act(game, Annul(reason="the hour is over"))
            record = Record.from_json(json.dumps(organiser.client.record(game)).encode())
            found += [f"broken: the record of {game}: {one}" for one in verify_record(record)]
        return found


def untrue_mails(session: Session, post: Post) -> Iterator[str]:
    """Mails that asked something, and came when it was long asked no more."""
    rows = {row.message_id: row for row in session.exec(select(MailRow).where(MailRow.true_while == ASKING)).all()}
    games = {game.id: game for game in session.exec(select(Game)).all()}
    resolved = {(row.game, row.phase): row.resolved_at for row in session.exec(select(ResolutionRow)).all()}
    for name, at in post.taken:
        if (row := rows.get(name)) is None:
            continue
        ends = [resolved.get((row.game, row.phase)), games[str(row.game)].over_at, answered(session, row)]
        false_since = min((end for end in ends if end is not None), default=None)
        if false_since is not None and at - false_since > UNDER_WAY:
            yield f"untrue: a mail {row.kind} of phase {row.phase} came {at - false_since} after that was answered"


def answered(session: Session, row: MailRow) -> datetime | None:
    """When the last of the seats of a mail that were asked had answered for good; None: not all have."""
    seats = {seat.name for seat in load_seats(session, str(row.game)) if seat.player == row.player} & set(row.asks)
    sent = select(EnvelopeRow).where(EnvelopeRow.game == row.game, EnvelopeRow.phase == row.phase)
    newest: Mapping[str, Any] = {
        one.seat: one for one in session.exec(sent.order_by(EnvelopeRow.sequence)).all() if one.seat in seats
    }
    if not seats or set(newest) != seats or any(one.word != "final" for one in newest.values()):
        return None
    return max(one.received_at for one in newest.values())
