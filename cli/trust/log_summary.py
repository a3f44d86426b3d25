"""What the log of a game says was done in it: who holds which seat, votes under way, absences announced."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from schemas.documents.successions import read_rotation
from schemas.statements import payloads
from schemas.statements.payloads import Act, Join, SeatAct
from schemas.statements.statements import Statement


class LogSummary(msgspec.Struct):
    """The sum of a log: each held seat's key (`now`), all keys that ever held it (`ever`), votes, absences
    of the present holders.
    """

    now: dict[str, str] = {}
    ever: dict[str, set[str]] = {}
    votes: dict[str, dict[str, bool]] = {}
    absences: list[dict[str, str]] = []

    @classmethod
    def of(cls, log: Iterable[dict[str, Any]]) -> LogSummary:
        """The sum of a verified log, entry by entry."""
        doings = cls()
        for entry in log:
            doings.add(entry["kind"], entry["body"])
        return doings

    def add(self, kind: str, body: dict[str, Any]) -> None:
        """Take one entry into account."""
        if kind == "joined":
            join = Statement.from_json(body["statement"]).read(Join)
            self.leave(join.seat)
            self.now[join.seat] = join.player
            self.ever.setdefault(join.seat, set()).add(join.player)
        elif kind == "rekeyed":
            rotation, card = read_rotation(Statement.from_json(body["statement"]))
            self.succeed(rotation.player, card.key_id)
        elif kind == "notice" and body["what"] == "vacated":
            for seat in body["seats"]:
                self.leave(seat)
        elif kind == "notice" and body["what"] == "voted":
            self.votes.pop(body["vote"], None)
        elif kind == "act":
            self.act(Statement.from_json(body["statement"]))

    def act(self, statement: Statement) -> None:
        """Take an act into account; one of a seat counts while its signer holds the seat."""
        if statement.kind == Act.document:
            act = statement.read(Act).act
            if isinstance(act, payloads.Vacate | payloads.Replace):
                self.leave(act.seat)
            elif isinstance(act, payloads.Rekey):
                self.succeed(act.player, act.key)
            return
        said = statement.read(SeatAct)
        if isinstance(said.act, payloads.Vote) and self.now.get(said.seat) == said.player:
            self.votes.setdefault(said.act.on, {})[said.seat] = said.act.yes
        elif isinstance(said.act, payloads.Absence):
            self.absences.append({"seat": said.seat, "first": said.act.first, "last": said.act.last})
        elif isinstance(said.act, payloads.Resign | payloads.Leave):
            self.leave(said.seat)

    def succeed(self, old: str, new: str) -> None:
        """A new key speaks for the player of an old one, in all their seats; earlier votes and absences stand."""
        for seat, key in self.now.items():
            if key == old:
                self.now[seat] = new
                self.ever[seat].add(new)

    def leave(self, seat: str) -> None:
        """A seat has no player any more: its votes and announced absences no longer count."""
        self.now.pop(seat, None)
        self.absences = [away for away in self.absences if away["seat"] != seat]
        for said in self.votes.values():
            said.pop(seat, None)

    def under_way(self) -> list[dict[str, Any]]:
        """The votes that have not carried: on what, and the seats for and against."""
        return [
            {
                "on": on,
                "for": [s for s, yes in said.items() if yes],
                "against": [s for s, yes in said.items() if not yes],
            }
            for on, said in self.votes.items()
            if any(said.values())
        ]
