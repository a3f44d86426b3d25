"""Games of a contest: seated by a draw that the host signed, as the entrants signed; and how the contest ends them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from schemas.errors import FalseRecord
from schemas.keys.identities import Card
from schemas.log.contest_officers import Officers
from schemas.log.entries import ADJUDICATED, ANNULLED, LATE, Acted, Body, Joined, Notice, Seated
from schemas.log.openings import DrawnSeats, drawn_seats
from schemas.record.form import Record
from schemas.record.story import Story
from schemas.statements.contests import (
    Adjudicate,
    AnnulGame,
    ContestAct,
    Disqualify,
    EndContest,
    Enter,
    NameAssistant,
    Redraw,
)
from schemas.statements.payloads import Act, Join, Replace, Vacate
from schemas.statements.statements import Statement

ENDING: Final = (AnnulGame, Redraw, EndContest)


def drawn_in(record: Record, story: Story) -> DrawnSeats | None:
    """The table at which a recorded game was played; None where it is of no contest."""
    return drawn_seats(story.created, record.game)


def require_drawn(record: Record, story: Story, host_public: bytes) -> None:
    """The draw is signed by the host that began the game, and every seat is named once by a `seated`."""
    found = drawn_in(record, story)
    seated = [body.seat for body in story.bodies if isinstance(body, Seated)]
    if found is None:
        if seated:
            raise FalseRecord(f"seat {seated[0]!r} is filled by a draw, but the game belongs to no contest")
        return
    found.entry.statement.verify(host_public)
    if sorted(seated) != sorted(found.table.seats):
        raise FalseRecord(f"the log seats {sorted(seated)}, but the draw names {sorted(found.table.seats)}")


def require_seated(record: Record, story: Story, body: Seated, cards: Mapping[str, Card]) -> Card:
    """A seat as it was drawn: the entrant's word for this contest and host, signed by a card of that handle."""
    found, statement = drawn_in(record, story), Statement.from_form(body.statement)
    enter = statement.read(Enter)
    if found is None or enter.player not in cards:
        raise FalseRecord(f"the card of {enter.player}, seated at {body.seat!r}, is missing")
    card = cards[enter.player]
    card.verify(statement)
    for what, said, wanted in (
        ("contest", enter.contest, found.contest),
        ("host", enter.host, found.plan.host),
        ("player", card.handle, found.table.seats.get(body.seat)),
    ):
        if said != wanted:
            raise FalseRecord(f"seat {body.seat!r}: its {what} is {said!r}; expected {wanted!r}")
    return card


class Office:
    """Who decides in a game at this point of its log: its organiser; of a contest where they play the assistant, and
    every further organiser who does not."""

    def __init__(self, record: Record, story: Story, cards: Mapping[str, Card]) -> None:
        self.cards, self.found = cards, drawn_in(record, story)
        self.key = Statement.from_form(story.created.statement).key_id
        """The key that acts on the game."""
        self.organiser = cards[self.key].handle
        """Of the contest."""
        self.officers = Officers.of(self.found.plan, self.organiser) if self.found else Officers(self.organiser)
        if self.found and self.organiser in self.found.table.seats.values():
            self._to_assistant()

    def sit_down(self, handle: str) -> None:
        """Somebody takes a vacant seat: where it is the organiser, the assistant decides from now on."""
        if self.found and handle == self.organiser:
            self._to_assistant()

    def may(self, key: str, holders: Mapping[str, str]) -> bool:
        """May this key act on the game?"""
        return key == self.key or (self.is_further(key) and key not in holders.values())

    def is_further(self, key: str) -> bool:
        """Does a key speak for a further organiser of the contest who was not drawn into this game?"""
        handle = self.cards[key].handle if self.found and key in self.cards else None
        drawn = self.found.table.seats.values() if self.found else ()
        return handle in self.officers.further and handle not in drawn

    def act(self, statement: Statement, holders: Mapping[str, str]) -> ContestAct:
        """An act on the contest that reaches into this game: signed by its organiser, or by the assistant of then."""
        found, said = self.found, statement.read(ContestAct)
        if found is None or said.contest != found.contest or said.organiser not in self.cards:
            raise FalseRecord(
                f"contest-act {said.number} is of another contest, or by {said.organiser}, whom nobody knows"
            )
        self.cards[said.organiser].verify(statement)
        handle = self.cards[said.organiser].handle
        if not self.officers.may(handle, said.act):
            raise FalseRecord(f"contest-act {said.number} is by {handle}, but {self.organiser} organises the contest")
        self.officers = self.officers.after(said.act)
        if isinstance(said.act, NameAssistant):
            there = {*found.table.seats.values(), *(self.cards[key].handle for key in holders.values())}
            if self.organiser in there:
                self._to_assistant()
        return said

    def _to_assistant(self) -> None:
        """If the record has a card of theirs: without one they never spoke here."""
        keys = (key for key, card in self.cards.items() if card.handle == self.officers.assistant)
        self.key = next(keys, self.key)


def came_in(bodies: Sequence[Body]) -> Iterator[tuple[int, Join, str | None]]:
    """Each join: the index of its entry, what it says, and for whom the organiser kept the seat, if they did."""
    kept: dict[str, str] = {}
    for index, body in enumerate(bodies):
        if isinstance(body, Joined):
            join = Statement.from_form(body.statement).read(Join)
            yield index, join, kept.pop(join.seat, None)
        elif isinstance(body, Acted) and (statement := Statement.from_form(body.statement)).kind == Act.document:
            act = statement.read(Act).act
            if isinstance(act, Replace):
                kept[act.seat] = act.player
            elif isinstance(act, Vacate):
                kept.pop(act.seat, None)


def require_substitutes(record: Record, story: Story, cards: Mapping[str, Card]) -> None:
    """Nobody takes a vacant seat of a contest's game who may not, as far as the game's own log can tell.

    Who waited as a substitute, and who played elsewhere, says the contest's log.
    """
    if (found := drawn_in(record, story)) is None:
        return
    for index, join, kept in came_in(story.bodies):
        handle = cards[join.player].handle
        out = [said.act.player for said in contest_acts(story.bodies[:index]) if isinstance(said.act, Disqualify)]
        who = f"{handle} took seat {join.seat!r}"
        if handle in out:
            raise FalseRecord(f"{who}, but is disqualified")
        if kept != handle and not found.plan.substitutes:
            raise FalseRecord(f"{who}, but the organiser did not name them, and the plan has no substitutes")
        if kept != handle and handle in found.table.seats.values():
            raise FalseRecord(f"{who}, but was drawn to this table, and the organiser did not name them")


def loses(said: ContestAct, holders: Mapping[str, str], cards: Mapping[str, Card]) -> list[str]:
    """The seats that a disqualification leaves vacant."""
    if not isinstance(said.act, Disqualify):
        return []
    return [seat for seat, key in holders.items() if key in cards and cards[key].handle == said.act.player]


def contest_ending(record: Record, story: Story) -> tuple[str, Mapping[str, int] | None] | None:
    """The reason for which the contest ended the game, and the places (by seat) that an act gave it, if one did."""
    found, last = drawn_in(record, story), story.before_over
    if found is None:
        return None
    if isinstance(last, Notice) and last.what == "late":
        if found.plan.late != "end":
            raise FalseRecord(f"the game was ended as late, but the contest's plan says {found.plan.late!r}")
        return LATE, None
    said = next(contest_acts([last]), None) if isinstance(last, Acted) else None
    if said is None:
        return None
    if isinstance(said.act, Adjudicate):
        return ADJUDICATED, adjudicated(found.seats, found.table.seats, said.act.places)
    return (ANNULLED, None) if isinstance(said.act, ENDING) else None


def adjudicated(seats: Sequence[str], drawn: Mapping[str, str], places: Mapping[str, int]) -> dict[str, int]:
    """By seat, what an act says by handle; who has no place (the rules' bot, a fill-in) is last."""
    return {seat: places.get(drawn.get(seat, ""), len(seats)) for seat in seats}


def contest_acts(bodies: Sequence[Body]) -> Iterator[ContestAct]:
    """The acts on a contest among the entries of a game's log."""
    for body in bodies:
        if isinstance(body, Acted):
            statement = Statement.from_form(body.statement)
            if statement.kind == ContestAct.document:
                yield statement.read(ContestAct)
