"""The answers of the service as models: what the OpenAPI document says of them, and a test holds them to."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from api.openapi import examples
from api.openapi.fields import (
    Digest,
    Event,
    GameId,
    GameName,
    Handle,
    Holder,
    Instant,
    KeyId,
    More,
    Next,
    OpenPhase,
    Order,
    PhaseNumber,
    QuestionId,
    Schema,
    SeatName,
    Status,
    Subjects,
    TitleId,
    Version,
    Word,
    seldom,
    told,
)
from api.openapi.requests import StatementBody

Card = Annotated[
    StatementBody, told("Handle and public keys, as their owner signed them (`player`).", examples.example("player"))
]
PhaseKey = Annotated[
    StatementBody,
    told("The key to seal to, as the host signed it (`phase-key`).", examples.example("phase-key")),
]
IsIn = Annotated[bool, Field(alias="in", description="Whether orders are in.", examples=[True])]
Final = Annotated[bool, told("Whether they are final: nobody waits for this seat.", True)]


class Told(BaseModel):
    """An answer: exactly these fields."""

    model_config = ConfigDict(extra="forbid")


class ProblemDocument(Told):
    """What was wrong, where, and what would be right (RFC 9457)."""

    type: str = told("The code as a URI.", "urn:ostraka:problem:unknown-game")
    title: str = told("The code in words.", "Unknown game")
    status: int = told("The status of the answer.", 404)
    code: str = told("What a program goes by; it never changes its meaning.", "unknown-game")
    detail: str = told("What a person reads.", "This host has no game of that id.")
    errors: list[dict[str, Any]] = told(
        "Every place that does not fit, where there are several.",
        [{"at": "payload", "detail": "Field required", "kind": "missing"}],
        default=[],
    )


class TitleName(Told):
    """A title with the version of its rules."""

    id: TitleId
    version: Version


class Host(Told):
    """The host."""

    name: str = told("What the host calls itself.", "Ostraka")
    key_id: KeyId
    card: Card
    titles: list[TitleName] = told("The titles that can be played here.")


class Scenario(Told):
    """A starting position; `seats` has one list for each number of players that it can be played by."""

    id: str = told("The scenario's id, as a game's statement names it.", "standard")
    name: str = told("Its name.", "The Peloponnesian War")
    summary: str = told("What is played, in a sentence.", "The whole game: three turns.")
    seats: list[list[str]] = told("The seats, for each number of players.", [["red", "green", "black"]])


class TitleSummary(TitleName):
    """A title with its scenarios."""

    name: str = told("The title's name.", "Perikles")
    scenarios: list[Scenario] = told("The starting positions.")


class QuestionType(Told):
    """A type of question with the JSON Schema of its orders."""

    question: QuestionId
    clause: str = told("The rule that asks it.", "S.09")
    unasked: bool = told("Whether its orders may be sent with any envelope, without being asked for.", False)
    orders: Schema


class TitleSetting(Told):
    """An option of a game: what it is about, the values that may be chosen (none: any text), the one unsaid."""

    option: str = told("The option's name in a game's statement.", "lineup")
    summary: str = told("What it decides.", "Who plays which Faction.")
    values: list[str | int | bool] = told("The values that may be chosen; none: any text.", ["two", "four"])
    default: str | int | bool = told("What holds where nothing is said.", "four")


class TitleDetail(TitleSummary):
    """A title with where its rules come from, the options of its games, and its questions."""

    about: str = told("Whose game it is, and where our rules come from.", "An unofficial referee for Perikles.")
    settings: list[TitleSetting] = told("The options of its games.")
    components: bool = told("Whether a components file can be laid over the title's own.", False)
    questions: list[QuestionType] = told("Every type of question that its rules ask.")


class Titles(Told):
    """All titles."""

    titles: list[TitleSummary] = told("The titles that can be played here.")


class Registered(Told):
    """A player's handle and key."""

    handle: Handle
    key_id: KeyId


class Player(Registered):
    """A player with the card that he signed."""

    card: Card
    others: list[StatementBody] = told(
        "The cards of keys that spoke for him before, or speak or spoke for him in single games.", []
    )


class SeatHolder(Told):
    """A seat and who plays from it: nobody where it is `unmanned`, the rules' bot's for good.

    Vacant since when, misses still excused, seconds left in its bank.
    """

    seat: SeatName
    player: Holder
    unmanned: bool = told("Whether the rules' bot plays it for the whole game.", False)
    vacant_since: str | None = seldom("Since when nobody holds it in a game that runs.", examples.AT)
    kept_for: str | None = seldom("The player for whom the organiser keeps it.", "bob")
    excused: int = told("How many misses are still excused.", 2)
    bank_seconds: int = told("What is left in its bank of time.", 0)


class GameSummary(Told):
    """A game at a glance; places, scores and reason stand when it is over, and where it went when it moved."""

    game: GameId
    name: GameName
    title: TitleId
    scenario: str = told("The starting position.", "standard")
    version: Version
    status: Status
    organiser: Handle
    commitment: str = told("The host's commitment to its chance secret, which every join repeats.", examples.BYTES32)
    terms: dict[str, Any] = told("What was agreed about time (`schemas/json/payload-game`).", examples.TERMS)
    options: dict[str, str | int | bool] = told("The title's options that its organiser chose.", {"lineup": "two"})
    paused_at: str | None = seldom("Since when it is paused; null while it runs.", examples.AT)
    created_at: Instant
    seats: list[SeatHolder] = told("The seats in their order.")
    phase: OpenPhase
    places: dict[str, int] | None = seldom("Each seat's place once it is over.", {"red": 1, "green": 2})
    scores: dict[str, int] | None = seldom("Each seat's score once it is over.", {"red": 41, "green": 37})
    reason: str | None = seldom("Why it is over.", "the last turn was played")
    moved_to: str | None = seldom("The host at which it goes on.", "https://other.example")


class ComponentsFile(Told):
    """A components file laid over a title's own; `digest` is its SHA-256 in hex digits, as the options name it."""

    game: GameId
    digest: str = told("SHA-256 of the text, in hex digits.", "ab" * 32)
    components: str = told("The file's text (YAML).", "format: 1\n")


class Games(Told):
    """Games, the newest first; `more` when there are others, after `next`."""

    games: list[GameSummary] = told("The games.")
    more: More
    next: Next


class Asked(Told):
    """A question of a phase that is not veiled, and whether its seat is in and final."""

    seat: SeatName
    question: QuestionId
    is_in: IsIn
    final: Final


class Phase(Told):
    """The open phase as everybody may know it."""

    game: GameId
    phase: PhaseNumber
    status: Literal["open", "cut"] = told("`cut` while it is being resolved: nothing more is taken.", "open")
    version: Version
    key: PhaseKey
    opened_at: Instant
    deadline: Instant
    veiled: bool = told("Whether nobody is told who is asked and who is in.", False)
    asked: list[Asked] = told("Who is asked what; empty where it is veiled.")
    bots: list[str] = told("The seats that the rules' bot plays at this moment: nobody is asked for them.", [])
    waiting: list[str] = told("What the game waits for, in words.", ["red is placing a free cube (S.09)."])


class Question(Told):
    """A question put to one's own seat, with its first legal orders."""

    question: QuestionId
    subjects: Subjects
    prompt: str = told("The question in words.", "Choose the city whose temple takes your first free cube.")
    orders: Schema
    default: Order
    options: list[Order] = told("The first legal orders, or some of them where they are too many to list.")
    more: More


class Unasked(Told):
    """An order that may be sent with any envelope."""

    question: QuestionId
    orders: Schema


class OwnBook(Told):
    """One's own book: its key, the newest sequence and its word, and what it would do with the open questions.

    `in_force` says whether a cut has counted the newest: what is left of it stands in one's own view.
    """

    key: PhaseKey
    sequence: int = told("The newest book's sequence; 0 where none was sent.", 1)
    word: Word
    in_force: bool = told("Whether a cut has counted the newest book.", False)
    foreseen: list[str] = told("What the book would do now, in words.", ["nothing fires for D-S1: no entry is for it"])


class Questions(Phase):
    """The open phase as one's own seat may know it, and what it has sent."""

    questions: list[Question] = told("What this seat is asked; empty where nothing is.")
    unasked: list[Unasked] = told("What it may order without being asked.")
    sequence: int = told("The newest envelope's sequence; 0 where none was sent.", 1)
    word: Word
    book: OwnBook = told("One's own book.")


class View(Told):
    """A position as a seat or a spectator may know it."""

    game: GameId
    phase: OpenPhase
    view: dict[str, Any] = told("The position; what this reader may not know is marked unknown.", {"turn": 1})
    text: str = told("The board as plain text.", "Turn 1\n")


class PublicPhaseReport(Told):
    """What happened in one phase."""

    phase: PhaseNumber
    events: list[Event] = told("What happened, in order.")


class PublicReport(Told):
    """What happened, as everybody may know it."""

    game: GameId
    phases: list[PublicPhaseReport] = told("The resolved phases after `since`.")
    more: More


class FallenOrder(Told):
    """An order of one's own that was not carried out."""

    question: QuestionId
    clause: str = told("The rule that it breaks.", "S.09")
    message: str = told("Why it fell.", "No city 'atlantis'.")


class OwnCut(Told):
    """One's own leaf in a cut: its salt, and the digests of the envelope and of the book that counted."""

    salt: Digest
    digest: str | None = told("Of the newest envelope (SHA-256, base64url); null without one.", examples.BYTES32)
    book: str | None = told("Of the newest book (SHA-256, base64url); null without one.", examples.BYTES32)


class PhaseReport(PublicPhaseReport):
    """What happened in one phase, as one's own seat may know it."""

    fallen: list[FallenOrder] = told("One's own orders that were not carried out.")
    cut: OwnCut | None = told("One's own leaf in the cut; null of the setup and of a phase made void.")


class Report(Told):
    """What happened, as one's own seat may know it."""

    game: GameId
    seat: SeatName
    phases: list[PhaseReport] = told("The resolved phases after `since`.")
    more: More


class Log(Told):
    """The log of a game, and the key of the host that began it."""

    host_key: str = told("The public key (base64url) of the host that began the game.", examples.BYTES32)
    log: list[StatementBody] = told("The entries as hosts signed them (`log`).", [examples.example("log")])
    more: More


class Acts(Told):
    """The acts of a game's organiser and seats, as they were signed."""

    acts: list[StatementBody] = told("Statements `act` and `seat-act`, as they came.", [examples.example("act")])
    more: More
    next: Next


class PressTaken(Told):
    """A message was taken: the number that its author gave it."""

    game: GameId
    number: int = told("The number that its author gave it.", 3)


class PressMessage(Told):
    """A message of one's own; `number` counts what this seat can read."""

    number: int = told("Its number for this seat alone.", 1)
    at: Instant
    sender: SeatName = Field(alias="from")
    author: Handle
    to: list[str] = told("The seats to which it was written.", ["green"])
    text: str = told("What was written.", "Peace?")
    statement: StatementBody = told("The message as its author signed it (`press`).", examples.example("press"))


class Feed(Told):
    """The press of one's own seat."""

    game: GameId
    seat: SeatName
    press: list[PressMessage] = told("The messages after `since`, the oldest first.")
    more: More


class Preferences(Told):
    """One's own preferences, with the number of the newest statement."""

    handle: Handle
    number: int = told("The number of the newest statement; the next has to be higher.", 1)
    address: str | None = told("Where mails go; null: none are sent.", "ann@example.org")
    muted: list[str] = told("Kinds of mail that are not wanted.", ["digest"])
    muted_press: list[str] = told("Players whose press is not wanted.", ["bob"])


class WaitingSeat(Told):
    """A seat of one's own at a glance; `asked` are the questions that are open for it."""

    game: GameId
    name: GameName
    title: TitleId
    seat: SeatName
    status: Status
    paused: bool = told("Whether the game is paused.", False)
    press: int = told("How many messages this seat can read.", 2)
    phase: OpenPhase
    deadline: str | None = told("Until when the game waits.", examples.AT)
    asked: list[str] = told("The types of question that are open for it.", ["D-S1"])
    is_in: IsIn
    final: Final


class Bounced(Told):
    """A player's mails came back for good, so often; `mailed`: he is still written to. Told to his organiser alone."""

    game: GameId
    name: GameName
    seat: SeatName
    player: Handle
    bounces: int = told("How often mails came back for good.", 1)
    mailed: bool = told("Whether he is still written to.", True)


class Waiting(Told):
    """All seats of one's own, and the players of the games that one organises whose mails bounce."""

    games: list[WaitingSeat] = told("One's seats, the newest game first.")
    more: More
    next: Next
    bounced: list[Bounced] = told("Whose mails do not arrive in the games that one organises.")


class Record(Told):
    """The record of a finished game; `schemas/json` describes it field by field."""

    model_config = ConfigDict(extra="allow")

    format: int = told("The form of the record.", 1)
    game: GameId
    secret: str = told("The host's chance secret (base64url), which opens every salt.", examples.BYTES32)
