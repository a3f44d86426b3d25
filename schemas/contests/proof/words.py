"""What people signed in a contest: is each statement in its log theirs, of this contest, and theirs to say?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import UnsetType

from schemas.contests.proof.findings import ContestFinding, require_same
from schemas.contests.story import ContestStory
from schemas.errors import FalseRecord, ProtocolError
from schemas.keys.identities import Card
from schemas.log.chain import ContestLogEntry
from schemas.log.contest_entries import ByeAsked, Challenged, ContestActed, Entered, Left, Opened
from schemas.log.contest_officers import Officers
from schemas.statements.contests import Challenge, Contest, ContestAct, Enter, LeaveContest, RequestBye
from schemas.statements.forms import StatementForm
from schemas.statements.statements import Statement
from schemas.statements.texts import game_id


def word_findings(log: Sequence[ContestLogEntry], story: ContestStory) -> Iterator[ContestFinding]:
    """(2) of `verify_contest`: the plan, every entrant, who left, and each act are signed by who they name."""
    cards: dict[str, Card] = {}
    numbers: dict[tuple[str, str], int] = {}
    officers = Officers.of(story.plan, story.organiser)
    for entry in log:
        try:
            _require_words(entry, story, cards, numbers, officers)
        except ProtocolError as error:
            yield ContestFinding(f"log entry {entry.index}", error.message)
        if isinstance(entry.body, ContestActed):
            officers = officers.after(Statement.from_form(entry.body.statement).read(ContestAct).act)


def _require_words(
    entry: ContestLogEntry,
    story: ContestStory,
    cards: dict[str, Card],
    numbers: dict[tuple[str, str], int],
    officers: Officers,
) -> None:
    """`officers` are those before this entry."""
    match entry.body:
        case Opened(statement=form, card=card):
            plan = _signed(form, _card(card, cards))
            if game_id(plan.digest) != story.contest or plan.read(Contest).organiser != plan.key_id:
                raise FalseRecord(f"the plan is that of contest {game_id(plan.digest)}, not {story.contest}")
        case Entered(statement=form, card=card, alias=alias):
            enter = _signed(form, _card(card, cards)).read(Enter)
            require_same(enter.player, cards[enter.player].key_id, "player")
            require_same(enter.contest, story.contest, "contest")
            require_same(enter.host, story.plan.host, "host")
            require_same(enter.commitment, story.opened.commitment, "commitment")
            require_same(not isinstance(alias, UnsetType), story.plan.anonymous, "being under an alias")
        case Left(statement=form):
            leave = Statement.from_form(form).read(LeaveContest)
            _signed(form, _of(cards, leave.player))
            require_same(leave.contest, story.contest, "contest")
            _require_rising(numbers, "leave", leave.player, leave.number)
        case Challenged(statement=form):
            challenge = Statement.from_form(form).read(Challenge)
            _signed(form, _of(cards, challenge.player))
            require_same(challenge.contest, story.contest, "contest")
            _require_rising(numbers, "challenge", challenge.player, challenge.number)
        case ByeAsked(statement=form):
            bye = Statement.from_form(form).read(RequestBye)
            _signed(form, _of(cards, bye.player))
            require_same(bye.contest, story.contest, "contest")
            _require_rising(numbers, "bye", bye.player, bye.number)
        case ContestActed(statement=form, card=card):
            act = Statement.from_form(form).read(ContestAct)
            if card is not None:
                _card(card, cards)
            signer = _of(cards, act.organiser)
            _signed(form, signer)
            require_same(act.contest, story.contest, "contest")
            _require_rising(numbers, "act", act.organiser, act.number)
            if not officers.may(signer.handle, act.act):
                holds = signer.handle in (*officers.organisers, officers.assistant)
                why = "was not theirs to decide" if holds else "is by neither organiser nor assistant"
                raise FalseRecord(f"{signer.handle} signed the act, which {why}")
        case _:
            pass


def _card(form: StatementForm, cards: dict[str, Card]) -> Card:
    card = Card.from_statement(Statement.from_form(form))
    known = next((other for other in cards.values() if other.key_id == card.key_id), card)
    require_same(card.handle, known.handle, "handle")
    cards[card.key_id] = card
    return card


def _of(cards: Mapping[str, Card], key: str) -> Card:
    if key not in cards:
        raise FalseRecord(f"the card of {key} is missing")
    return cards[key]


def _signed(form: StatementForm, card: Card) -> Statement:
    statement = Statement.from_form(form)
    card.verify(statement)
    return statement


def _require_rising(numbers: dict[tuple[str, str], int], what: str, signer: str, number: int) -> None:
    newest = numbers.get((what, signer), 0)
    if number <= newest:
        raise FalseRecord(f"{what} {number} is not above {newest}, which the same signer used before")
    numbers[what, signer] = number
