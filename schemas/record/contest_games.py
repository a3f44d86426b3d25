"""Games of a contest: seated by a draw that the host signed, as the entrants signed; and how the contest ends them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from schemas.errors import FalseRecord
from schemas.keys.identities import Card
from schemas.log.entries import Acted, Body, Notice, Seated
from schemas.log.openings import DrawnSeats, drawn_seats
from schemas.record.ending import ADJUDICATED, ANNULLED, LATE
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
            raise FalseRecord(f"seat {seated[0]!r} is seated by a draw, and the game is of no contest")
        return
    found.entry.statement.verify(host_public)
    if sorted(seated) != sorted(found.table.seats):
        raise FalseRecord(f"seated are {sorted(seated)}, where the draw names {sorted(found.table.seats)}")


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
            raise FalseRecord(f"seat {body.seat!r}: its {what} is {said!r}, where {wanted!r} is wanted")
    return card


def decides(record: Record, story: Story, cards: Mapping[str, Card]) -> str:
    """The key that acts on the game at its beginning: the organiser's, or the assistant's where the organiser plays."""
    key = Statement.from_form(story.created.statement).key_id
    found = drawn_in(record, story)
    if found is None or cards[key].handle not in found.table.seats.values() or found.plan.assistant is None:
        return key
    return key_of(found.plan.assistant, cards) or key


def key_of(handle: str, cards: Mapping[str, Card]) -> str | None:
    """A key that speaks for a handle, if the record has its card."""
    return next((key for key, card in cards.items() if card.handle == handle), None)


def require_contest_act(record: Record, story: Story, statement: Statement, cards: Mapping[str, Card]) -> ContestAct:
    """An act on the contest that reaches into this game: signed by its organiser, or an assistant."""
    found, said = drawn_in(record, story), statement.read(ContestAct)
    if found is None or said.contest != found.contest or said.organiser not in cards:
        raise FalseRecord(f"a contest-act {said.number} of another contest, or by {said.organiser}, who is not known")
    cards[said.organiser].verify(statement)
    handle = cards[said.organiser].handle
    organiser = cards[Statement.from_form(story.created.statement).key_id].handle
    if handle not in (organiser, *_assistants(found, story)):
        raise FalseRecord(f"contest-act {said.number} is by {handle}, where {organiser} organises the contest")
    return said


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
            raise FalseRecord(f"the game is ended as late, where the contest's plan says {found.plan.late!r}")
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


def _assistants(found: DrawnSeats, story: Story) -> list[str]:
    named = [said.act.player for said in contest_acts(story.bodies) if isinstance(said.act, NameAssistant)]
    return [*([found.plan.assistant] if found.plan.assistant else []), *named]
