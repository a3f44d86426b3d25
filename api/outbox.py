"""Mails as rows, written in the transaction of what they tell.

Mail is written when a game is dealt, when it comes to wait, and when it ends. A mail is made from what a spectator may
know (his view, the public events) and nothing else: mail travels in the clear and rests on other people's disks. Of a
veiled phase every seat hears, asked or not, and not what is asked: neither the letterboxes that mails fall into nor the
rows of the outbox tell whom the phase asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

import jinja2
from sqlmodel import Session, col, select

from adjudicator.kernel import Title
from api.archive import Archive
from api.house import House
from api.models import Game, MailRow, PhaseRow, Player, ResolutionRow, Seat
from schemas.payloads import instant

TEMPLATES = jinja2.Environment(
    loader=jinja2.FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=False,  # noqa: S701  (plain text)
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=jinja2.StrictUndefined,
)


@dataclass(frozen=True)
class Outbox:
    """Writes the mails of one game into the transaction at hand."""

    house: House
    session: Session
    game: Game
    title: Title[Any]

    def started(self) -> None:
        """Tell every seat that the game has begun."""
        for seat in self._seats():
            self._write(seat, "started", 0, f"{seat.name}: the game has begun", seats=self._seats())

    def orders_wanted(self, phase: PhaseRow, position: Any, awaited: Sequence[str]) -> None:
        """Tell those who are awaited (of a veiled phase: all) what happened since their last mail, what is wanted."""
        veiled, deadline = position.phase.veiled, instant(required(phase.deadline))
        spectator = self.title.view(position, None)
        for seat in self._seats():
            if veiled or seat.name in awaited:
                self._write(
                    seat,
                    "orders-wanted",
                    phase.number,
                    f"{seat.name}: orders {'may be ' if veiled else ''}wanted by {deadline}",
                    veiled=veiled,
                    sentences=self._news(seat, phase.number - 1),
                    questions=self._questions(spectator, seat.name),
                    deadline=deadline,
                )

    def reminder(self, phase: PhaseRow, position: Any, missing: Sequence[str]) -> None:
        """Tell those from whom nothing is in (of a veiled phase: all) that the deadline is near."""
        deadline = instant(required(phase.deadline))
        for seat in self._seats():
            if position.phase.veiled or seat.name in missing:
                facts = {"veiled": position.phase.veiled, "deadline": deadline}
                self._write(seat, "reminder", phase.number, f"{seat.name}: orders due by {deadline}", **facts)

    def overdue(self, phase: PhaseRow, missing: Sequence[str]) -> None:
        """Tell all that the deadline has passed, who is missing (of a veiled phase: not), and until when grace runs."""
        until = instant(required(phase.grace_until))
        for seat in self._seats():
            facts = {"missing": missing, "until": until, "vacated": []}
            self._write(seat, "nmr", phase.number, f"deadline passed, grace until {until}", part="grace", **facts)

    def missed(self, phase: PhaseRow, missing: Sequence[str], vacated: Sequence[str]) -> None:
        """Tell all who missed a phase, and which seats fell vacant."""
        for seat in self._seats():
            facts = {"missing": missing, "until": None, "vacated": vacated}
            self._write(seat, "nmr", phase.number, f"no orders from {', '.join(missing)}", part="cut", **facts)

    def over(self, last: int) -> None:
        """Tell every seat how the game ended."""
        for seat in self._seats():
            self._write(
                seat,
                "over",
                last,
                "the game is over",
                sentences=self._news(seat, last),
                places=sorted((self.game.places or {}).items(), key=lambda item: item[1]),
                scores=self.game.scores or {},
            )

    def _seats(self) -> Sequence[Seat]:
        return self.session.exec(select(Seat).where(Seat.game == self.game.id).order_by(col(Seat.ordinal))).all()

    def _questions(self, spectator: Any, seat: str) -> list[str]:
        """The questions in words, as the spectator's view has them: none of a veiled phase."""
        return [self.title.prompt(spectator, seat, ask.question) for ask in spectator.phase.asked_of(seat)]

    def _news(self, seat: Seat, last: int) -> list[str]:
        """What has happened in public since this seat's last mail; after this it counts as told."""
        rows = self.session.exec(
            select(ResolutionRow)
            .where(ResolutionRow.game == self.game.id, ResolutionRow.phase > seat.told, ResolutionRow.phase <= last)
            .order_by(col(ResolutionRow.phase))
        ).all()
        seat.told = last
        self.session.add(seat)
        archive = Archive(self.house.vault, self.title)
        events = [event for row in rows for event in self.title.events_for(archive.events(row), None)]
        return [self.title.sentence(event) for event in events]

    def _write(self, seat: Seat, kind: str, phase: int, subject: str, part: str = "", **facts: Any) -> None:
        player = self.session.exec(select(Player).where(Player.handle == seat.player)).first()
        if player is None or player.email is None or kind in player.muted:
            return
        name = printable(self.game.name)
        text = TEMPLATES.get_template(f"{kind}.txt").render(
            game=self.game, name=name, seat=seat.name, url=self.house.config.public_url, **facts
        )
        now = self.house.now()
        self.session.add(
            MailRow(
                game=self.game.id,
                player=player.handle,
                kind=kind,
                message_id=message_id(
                    self.house.config.sender, self.game.id, seat.name, kind, str(phase), *filter(None, [part])
                ),
                subject=f"[{name}] {subject}",
                text=text,
                next_try=now,
                created_at=now,
            )
        )


def required(moment: datetime | None) -> datetime:
    """A deadline that an open phase has."""
    if moment is None:
        raise ValueError("an open phase has a deadline")
    return moment


def message_id(sender: str, *parts: str) -> str:
    """A stable Message-ID: the same mail, written or sent again, has the same."""
    return f"<{'.'.join(parts)}@{sender.rsplit('@', 1)[-1]}>"


def printable(text: str) -> str:
    """Free text on one line, without control characters."""
    return "".join(char if char.isprintable() else " " for char in " ".join(text.split()))


def earliest_mail(session: Session) -> datetime | None:
    """When the next mail is to be tried."""
    return session.exec(
        select(MailRow.next_try).where(MailRow.status == "due").order_by(col(MailRow.next_try)).limit(1)
    ).first()
