"""The answers of the service as models: what the OpenAPI document says of them, and a test holds them to."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from api.bodies import StatementBody


class Told(BaseModel):
    """An answer: exactly these fields."""

    model_config = ConfigDict(extra="forbid")


class TitleName(Told):
    """A title with the version of its rules."""

    id: str
    version: str


class Host(Told):
    """The house."""

    name: str
    key_id: str
    card: StatementBody
    titles: list[TitleName]


class Scenario(Told):
    """A starting position; `seats` has one list for each number of players that it can be played by."""

    id: str
    name: str
    summary: str
    seats: list[list[str]]


class TitleSummary(TitleName):
    """A title with its scenarios."""

    name: str
    scenarios: list[Scenario]


class QuestionType(Told):
    """A type of question with the JSON Schema of its orders."""

    question: str
    clause: str
    unasked: bool
    orders: dict[str, Any] = Field(alias="schema")


class TitleSetting(Told):
    """An option of a game: what it is about, the values that may be chosen (none: any text), the one unsaid."""

    option: str
    summary: str
    values: list[str | int | bool]
    default: str | int | bool


class TitleDetail(TitleSummary):
    """A title with where its rules come from, the options of its games, and its questions."""

    about: str
    settings: list[TitleSetting]
    components: bool = Field(description="Whether a components file can be laid over the title's own.")
    questions: list[QuestionType]


class Titles(Told):
    """All titles."""

    titles: list[TitleSummary]


class Registered(Told):
    """A player's handle and key."""

    handle: str
    key_id: str


class Player(Registered):
    """A player with the card that he signed."""

    card: StatementBody


class SeatHolder(Told):
    """A seat and who plays from it: nobody where it is `unmanned`, the rules' bot's for good.

    Vacant since when, misses still excused, seconds left in its bank.
    """

    seat: str
    player: str | None
    unmanned: bool
    vacant_since: str | None
    kept_for: str | None
    excused: int
    bank_seconds: int


class GameSummary(Told):
    """A game at a glance; places, scores and reason stand when it is over, and where it went when it moved."""

    game: str
    name: str
    title: str
    scenario: str
    version: str
    status: Literal["inviting", "running", "over", "moved"]
    organiser: str
    commitment: str
    terms: dict[str, Any]
    options: dict[str, str | int | bool]
    paused_at: str | None
    created_at: str
    seats: list[SeatHolder]
    phase: int | None
    places: dict[str, int] | None
    scores: dict[str, int] | None
    reason: str | None
    moved_to: str | None


class ComponentsFile(Told):
    """A components file laid over a title's own; `digest` is its SHA-256 in hex digits, as the options name it."""

    game: str
    digest: str
    components: str


class Games(Told):
    """The newest games; `more` when there are others."""

    games: list[GameSummary]
    more: bool


class Asked(Told):
    """A question of a phase that is not veiled, and whether its seat is in and final."""

    seat: str
    question: str
    is_in: bool = Field(alias="in")
    final: bool


class Phase(Told):
    """The open phase as everybody may know it."""

    game: str
    phase: int
    status: Literal["open", "cut"]
    version: str
    key: StatementBody
    opened_at: str
    deadline: str
    veiled: bool
    asked: list[Asked]
    bots: list[str] = Field(description="The seats that the rules' bot plays at this moment: nobody is asked for them.")
    waiting: list[str]


class Question(Told):
    """A question put to one's own seat, with its first legal orders."""

    question: str
    prompt: str
    orders: dict[str, Any] = Field(alias="schema")
    default: dict[str, Any]
    options: list[dict[str, Any]]
    more: bool


class Unasked(Told):
    """An order that may be sent with any envelope."""

    question: str
    orders: dict[str, Any] = Field(alias="schema")


class OwnBook(Told):
    """One's own book: its key, the newest sequence and its word, and what it would do with the open questions.

    `in_force` says whether a cut has counted the newest: what is left of it stands in one's own view.
    """

    key: StatementBody
    sequence: int
    word: Literal["draft", "final", "withdrawn"] | None
    in_force: bool
    foreseen: list[str]


class Questions(Phase):
    """The open phase as one's own seat may know it, and what it has sent."""

    questions: list[Question]
    unasked: list[Unasked]
    sequence: int
    word: Literal["draft", "final", "withdrawn"] | None
    book: OwnBook


class View(Told):
    """A position as a seat or a spectator may know it."""

    game: str
    phase: int | None
    view: dict[str, Any]
    text: str


class PublicPhaseReport(Told):
    """What happened in one phase."""

    phase: int
    events: list[dict[str, Any]]


class PublicReport(Told):
    """What happened, as everybody may know it."""

    game: str
    phases: list[PublicPhaseReport]


class FallenOrder(Told):
    """An order of one's own that was not carried out."""

    question: str
    clause: str
    message: str


class OwnCut(Told):
    """One's own leaf in a cut: its salt, and the digests of the envelope and of the book that counted."""

    salt: str
    digest: str | None
    book: str | None


class PhaseReport(PublicPhaseReport):
    """What happened in one phase, as one's own seat may know it."""

    fallen: list[FallenOrder]
    cut: OwnCut | None


class Report(Told):
    """What happened, as one's own seat may know it."""

    game: str
    seat: str
    phases: list[PhaseReport]


class Log(Told):
    """The log of a game, and the key of the host that began it."""

    host_key: str
    log: list[StatementBody]


class Acts(Told):
    """The acts of a game's organiser and seats, as they were signed."""

    acts: list[StatementBody]


class PressTaken(Told):
    """A message was taken: the number that its author gave it."""

    game: str
    number: int


class PressMessage(Told):
    """A message of one's own; `number` counts what this seat can read."""

    number: int
    at: str
    sender: str = Field(alias="from")
    author: str
    to: list[str]
    text: str
    statement: StatementBody


class Feed(Told):
    """The press of one's own seat."""

    game: str
    seat: str
    press: list[PressMessage]


class Preferences(Told):
    """One's own preferences, with the number of the newest statement."""

    handle: str
    number: int
    address: str | None
    muted: list[str]
    muted_press: list[str]


class WaitingSeat(Told):
    """A seat of one's own at a glance; `asked` are the questions that are open for it."""

    game: str
    name: str
    title: str
    seat: str
    status: Literal["inviting", "running", "over", "moved"]
    paused: bool
    press: int
    phase: int | None
    deadline: str | None
    asked: list[str]
    is_in: bool = Field(alias="in")
    final: bool


class Bounced(Told):
    """A player's mails came back for good, so often; `mailed`: he is still written to. Told to his organiser alone."""

    game: str
    name: str
    seat: str
    player: str
    bounces: int
    mailed: bool


class Waiting(Told):
    """All seats of one's own, and the players of the games that one organises whose mails bounce."""

    games: list[WaitingSeat]
    bounced: list[Bounced]


class Record(Told):
    """The record of a finished game; `schemas/json` describes it field by field."""

    model_config = ConfigDict(extra="allow")

    format: int
    game: str
    secret: str
