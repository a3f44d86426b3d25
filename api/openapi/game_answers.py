"""Answers about games. Views and reports build them; the OpenAPI document describes them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import ConfigDict, Field

from api.openapi.answers import Answer, BouncingPlayer, HostNotice, Invitee, SignedForm
from api.openapi.fields import (
    Digest,
    Event,
    GameId,
    GameName,
    Handle,
    Holder,
    Instant,
    More,
    Next,
    NextNumber,
    OpenPhaseNumber,
    Order,
    PhaseNumber,
    QuestionId,
    SceneRow,
    Schema,
    SeatName,
    Status,
    Subjects,
    TitleId,
    Version,
    Word,
)

PhaseKey = Annotated[SignedForm, Field(description="The key to seal to, signed by the host (`phase-key`).")]
IsIn = Annotated[bool, Field(serialization_alias="in", description="Whether orders are in.")]
Final = Annotated[bool, Field(description="Whether they are final, so that nobody waits for this seat.")]
ItemKind = Literal[
    "created",
    "seated",
    "joined",
    "started",
    "phase",
    "resolved",
    "deadline",
    "notice",
    "act",
    "reopened",
    "rules-changed",
    "rekeyed",
    "revealed",
    "over",
    "press",
]


class SeatHolder(Answer):
    """A seat and who plays it."""

    seat: SeatName
    player: Holder
    holder: str | None = Field(description="In an anonymous game that is over: whose the alias was.")
    unmanned: bool = Field(description="Whether the rules' bot plays it for the whole game.")
    vacant_since: str | None = Field(description="Since when no one has held it in a running game.")
    kept_for: str | None = Field(
        description="The player for whom the organiser keeps it; `whoever has its link`, where a link reserves it."
    )
    excused: int = Field(description="How many more missed deadlines are excused.")
    bank_seconds: int = Field(description="How much time is left in its bank.")


class MissedPhase(Answer):
    """A deadline that passed without orders."""

    phase: PhaseNumber
    seat: SeatName
    player: Handle


class GameSummary(Answer):
    """A game at a glance."""

    game: GameId
    name: GameName
    title: TitleId
    scenario: str = Field(description="The starting position.")
    version: Version
    status: Status
    organiser: Handle
    organisers: list[Handle] = Field(
        description="Who may act as its organiser: `organiser`, and in a contest those who organise that too and play "
        "no part in the game."
    )
    commitment: str = Field(description="The host's commitment to its chance secret, which every join repeats.")
    terms: dict[str, Any] = Field(description="What was agreed about time (`schemas/json/payload-game`).")
    options: dict[str, str | int | bool] = Field(description="The title's options that the organiser chose.")
    paused_at: str | None = Field(description="Since when the game has been paused; null while it runs.")
    created_at: Instant
    seats: list[SeatHolder] = Field(description="The seats in their order.")
    phase: OpenPhaseNumber
    stopped: bool = Field(
        description="Whether its phase could not be resolved, again and again: its organiser has to see to it."
    )
    places: dict[str, int] | None = Field(description="Each seat's place once the game is over.")
    scores: dict[str, int] | None = Field(description="Each seat's score once the game is over.")
    reason: str | None = Field(description="Why the game is over.")
    seats_a_player: int | None = Field(description="How many seats one player may hold; null: as the title says.")
    start: str = Field(
        json_schema_extra={"enum": ["organiser", "full"]},
        description="Who begins it: the organiser, or whoever takes its last seat.",
    )
    private: str = Field(
        json_schema_extra={"enum": ["no", "until-over", "always"]},
        description="Whether only its organiser, its players and those invited can see it.",
    )
    tags: list[str] = Field(description="By which it is found in lists.")
    anonymous: bool = Field(description="Whether its players have aliases until it, or its contest, is over.")
    started_at: str | None = Field(description="When it was dealt; null before.")
    over_at: str | None = Field(description="When it ended; null before.")
    missed: list[MissedPhase] = Field(
        description=("The players who missed a phase, in order; not told of veiled phases.")
    )
    contest: str | None = Field(description="The contest that it is a game of; null: it is a game of its own.")


class Games(Answer):
    """Games, the newest first."""

    games: list[GameSummary] = Field(description="The games.")
    more: More
    next: Next


class ComponentsFile(Answer):
    """A components file that replaces parts of the title's own."""

    game: GameId
    digest: str = Field(description="SHA-256 of the text in hex digits, as the game's options name it.")
    components: str = Field(description="The file's text (YAML).")


class AskedSeat(Answer):
    """A question of a phase that is not veiled, and whether its seat's orders are in."""

    seat: SeatName
    question: QuestionId
    is_in: IsIn
    final: Final


class PhaseAnswer(Answer):
    """The open phase as everybody may see it."""

    game: GameId
    phase: PhaseNumber
    status: Literal["open", "cut"] = Field(description="`cut` while it is being resolved and takes no more envelopes.")
    version: Version
    key: PhaseKey
    opened_at: Instant
    deadline: Instant
    veiled: bool = Field(description="Whether it is hidden who is asked and whose orders are in.")
    asked: list[AskedSeat] = Field(description="Who is asked what; empty if the phase is veiled.")
    bots: list[str] = Field(description="The seats that the rules' bot plays now; they are not asked.")
    waiting: list[str] = Field(description="What the game waits for, in words.")


class OfferOption(Answer):
    """Something that may be chosen."""

    value: Any = Field(
        description="What stands for it in the order; where the offer fills several fields, one value for each. Null "
        "in a count, where a number is wanted."
    )
    words: str = Field(description="The same as people read it.")
    subjects: Subjects
    most: int = Field(description="How often it may be chosen.")


class Offer(Answer):
    """The first choice that makes an answer: from `least` to `most` of these options."""

    kind: Literal["one", "some", "count", "yes or no", "shares"] = Field(
        description="`some`: a list of values in any order; `shares`: a mapping from values to numbers."
    )
    fields: list[str] = Field(description="The fields of the order that it fills; none if it is part of one.")
    asks: str = Field(description="What is to be chosen, in words.")
    options: list[OfferOption] = Field(description="What may be chosen.")
    least: int = Field(description="How many are to be chosen at least.")
    most: int = Field(description="How many may be chosen at most.")


class Question(Answer):
    """A question to the reader's own seat, with its first legal orders."""

    question: QuestionId
    prompt: str = Field(description="The question in words.")
    subjects: Subjects
    orders: Schema
    default: Order
    options: list[Order] = Field(description="The first legal orders, or a sample if there are too many to list.")
    more: bool = Field(description="Whether there are legal orders that are not among these.")
    offer: Offer | None = Field(
        description="Its first choice as a menu. Null if its orders are not made of single choices, or only one is "
        "legal. If the order has further fields, what they may hold depends on this choice."
    )


class UnaskedOrder(Answer):
    """An order that may be sent with any envelope."""

    question: QuestionId
    orders: Schema


class OwnBook(Answer):
    """The book of the reader's own seat, and what it would do with the open questions."""

    key: PhaseKey
    sequence: int = Field(description="The newest book's sequence; 0 if none was sent.")
    word: Word
    in_force: bool = Field(
        description="Whether a cut has counted the newest book; what is left of it is in the seat's view."
    )
    foreseen: list[str] = Field(description="What the book would do now, in words.")


class Questions(PhaseAnswer):
    """The open phase as the reader's own seat may see it, and what the seat has sent."""

    book: OwnBook = Field(description="The seat's book.")
    questions: list[Question] = Field(description="What the seat is asked; may be empty.")
    unasked: list[UnaskedOrder] = Field(description="What it may order without being asked.")
    sequence: int = Field(description="The newest envelope's sequence; 0 if none was sent.")
    word: Word


class View(Answer):
    """The position as a seat or a spectator may see it."""

    game: GameId
    phase: OpenPhaseNumber
    view: dict[str, Any] = Field(description="The position; what this reader may not know is marked unknown.")
    text: str = Field(description="The board as plain text.")


class PublicPhaseReport(Answer):
    """What happened in one phase."""

    phase: PhaseNumber
    events: list[Event] = Field(description="What happened, in order.")


class PublicReport(Answer):
    """What happened, as everybody may know it."""

    game: GameId
    phases: list[PublicPhaseReport] = Field(description="The resolved phases after `after`.")
    more: More
    next: NextNumber


class Moment(Answer):
    """A board inside a phase, or before or after it: what `view` shows with this `phase` and `told`."""

    phase: PhaseNumber
    told: int = Field(description="How many of the events of the phase the reader had been told.")


class Scene(Answer):
    """A scene: a battle, moves, a vote, a card, what everybody scored, or a notice."""

    id: str = Field(
        description="The phase in which it begins, and the number of its first event in what the reader was told of "
        "that phase: `53.5`. A scene that is not over grows, and keeps its id."
    )
    shape: Literal["battle", "move", "vote", "card", "score", "notice"] = Field(description="Of which kind it is.")
    heading: str = Field(description="What it is called, in the words of the title.")
    at: list[str] = Field(description="The ids of what it is about, as in pictures.")
    before: Moment = Field(description="The board before it.")
    after: Moment = Field(description="The board after it.")
    rows: list[SceneRow] = Field(description="Its lines, in order.")
    result: str = Field(description="What came of it, in a sentence; empty where no one sentence says it.")
    chapters: list[str] = Field(description="The chapters that begin with it.")


class PublicScenes(Answer):
    """What happened in scenes, as everybody may know it."""

    game: GameId
    scenes: list[Scene] = Field(description="The scenes that begin or go on in these phases.")
    more: More
    next: NextNumber


class OwnScenes(PublicScenes):
    """What happened in scenes, as the reader's own seat may know it."""

    seat: SeatName


class FallenOrder(Answer):
    """An order of the seat's own that was not carried out."""

    question: QuestionId
    clause: str = Field(description="The rule that it breaks.")
    message: str = Field(description="Why it was not carried out.")


class OwnCut(Answer):
    """The seat's own leaf in a cut."""

    salt: Digest
    digest: str | None = Field(description="Of the envelope that counted (SHA-256, base64url); null if none did.")
    book: str | None = Field(description="Of the book that counted (SHA-256, base64url); null if none did.")


class PhaseReport(PublicPhaseReport):
    """What happened in one phase, as the reader's own seat may know it."""

    fallen: list[FallenOrder] = Field(description="The seat's orders that were not carried out.")
    cut: OwnCut | None = Field(
        description="The seat's leaf in the cut; null for the setup and for a phase that was undone."
    )


class Report(Answer):
    """What happened, as the reader's own seat may know it."""

    game: GameId
    seat: SeatName
    phases: list[PhaseReport] = Field(description="The resolved phases after `after`.")
    more: More
    next: NextNumber


class Log(Answer):
    """The log of a game."""

    host_key: str = Field(description="The public key (base64url) of the host.")
    log: list[SignedForm] = Field(description="The entries as the host signed them (`log`).")
    more: More
    next: NextNumber


class Acts(Answer):
    """What the organiser and the seats of a game did, as they signed it."""

    acts: list[SignedForm] = Field(description="Statements `act` and `seat-act`, in the order in which they came.")
    more: More
    next: NextNumber


class SentInvitation(Invitee):
    """An invitation, as the organiser signed it, and what became of it."""

    seat: str | None = Field(description="The seat that is kept for whoever is invited; null: any.")
    invitation: str = Field(description="SHA-256 of what was signed, base64url: what a statement `withdrawal` names.")
    link: bool = Field(description="Whether it is a link, for whoever has its word.")
    until: Instant | None = Field(description="Until when its word holds; null where it came without one.")
    admitted: int = Field(description="How many new players have registered with its word.")
    taken_by: Handle | None = Field(description="Of a link to a seat: who came first, for whom it is kept now.")
    withdrawn: bool = Field(description="Whether it was taken back.")


class Invitations(Answer):
    """Who was invited to a game, in order."""

    invitations: list[SentInvitation] = Field(description="What was sent, links too.")


class PressTaken(Answer):
    """A message that was taken."""

    game: GameId
    number: int = Field(description="The number that its author gave it.")


class PressMessage(Answer):
    """A message that the reader's own seat sent or received."""

    number: int = Field(description="Its number, counted for this seat alone.")
    at: Instant
    sender: SeatName = Field(serialization_alias="from")
    author: Handle
    to: list[str] = Field(description="The seats to which it was sent.")
    text: str = Field(description="The message.")
    statement: Annotated[SignedForm, Field(description="The message as its author signed it (`press`).")]


class Press(Answer):
    """The press of the reader's own seat."""

    game: GameId
    seat: SeatName
    press: list[PressMessage] = Field(description="The messages after `after`, the oldest first.")
    more: More
    next: NextNumber


class FeedItem(Answer):
    """Something that happened in a game; its details are read at the report, the press, the acts or the log."""

    number: int = Field(description="Counts from 1; only press from players the reader has muted leaves gaps.")
    at: Instant
    kind: ItemKind = Field(
        description="`phase`: one opened; `resolved`: its report is ready; `deadline`: it passed and grace runs; "
        "`act`: of the organiser or a seat; `press`: to or from the reader's seat, listed for it alone; "
        "`notice`: any other step of the host."
    )
    phase: int | None = Field(description="The phase that it is about; null if it is about none.")
    seats: list[str] = Field(description="The seats that it names.")
    what: str | None = Field(description="Which act it was, or which step of the host.")
    sentence: str = Field(description="What happened, in words.")


class OwnFeedItem(FeedItem):
    """Something that happened in a game, as the reader's own seat may know it."""

    asked: list[str] | None = Field(description="Of `phase`: the questions that it asked this seat when it opened.")
    press: int | None = Field(description="Of `press`: the number of the message for this seat.")


class PublicFeed(Answer):
    """What happened in a game, as everybody may know it."""

    game: GameId
    items: list[FeedItem] = Field(description="What came after `after`, the oldest first.")
    more: More
    next: NextNumber


class OwnFeed(Answer):
    """What happened in a game, as the reader's own seat may know it."""

    game: GameId
    seat: SeatName
    items: list[OwnFeedItem] = Field(description="What came after `after`, the oldest first.")
    more: More
    next: NextNumber


class PlayerFeedItem(OwnFeedItem):
    """Something that happened in one of the player's games, as their seat in it may know it."""

    game: GameId
    seat: SeatName


class PlayerFeed(Answer):
    """What happened in all games in which the player holds a seat, as their seats may know it."""

    items: list[PlayerFeedItem] = Field(description="What came after `after`: of each seat in order, merged by `at`.")
    more: More
    next: str = Field(description="The `after` for those that follow, also for those that come later.")
    notices: list[HostNotice] = Field(description="What the host tells the player of itself at the moment.")


class WaitingSeat(Answer):
    """A seat of the player's own at a glance."""

    game: GameId
    name: GameName
    title: TitleId
    seat: SeatName
    status: Status
    paused: bool = Field(description="Whether the game is paused.")
    stopped: bool = Field(description="Whether the phase could not be resolved, again and again.")
    press: int = Field(description="How many messages this seat can read.")
    phase: OpenPhaseNumber
    deadline: str | None = Field(description="Until when the game waits.")
    asked: list[str] = Field(description="The types of question that are open for it.")
    is_in: IsIn
    final: Final
    sequence: int = Field(description="The newest envelope's sequence; 0 if none was sent.")
    word: Word
    free: int = Field(description="How many seats of the game nobody holds, though a person should.")
    newest_press: int = Field(description="The number of the newest message that others have sent it; 0 without one.")
    prompts: list[str] = Field(
        description="What each of the `asked` asks, if wanted `in_words`; never for a token that may not read the seat."
    )
    waiting: list[str] = Field(description="Whom the game waits for, as everybody may know it, if wanted `in_words`.")
    people: dict[str, str] = Field(
        description="By seat, who plays it, if wanted `in_words`: in an anonymous game the alias."
    )


class OwnAlias(Answer):
    """A handle under which the player plays, and which nobody else knows to be theirs."""

    where: str = Field(description="The id of the anonymous game or contest.")
    alias: Handle


class ContestDuty(Answer):
    """What somebody has to do in a contest."""

    contest: str = Field(description="The contest's id.")
    name: str = Field(description="What its organiser calls the contest.")
    title: TitleId
    player: str = Field(description="Who has to.")
    kind: Literal["adjudicate", "replace", "assistant", "enter", "take"] = Field(
        description="What is to be done: the act of an organiser, `enter` again, or `take` a seat."
    )
    what: str = Field(description="In words, as said to them.")
    line: str = Field(description="What they type at a terminal; the words in capitals are theirs to fill in.")
    game: str | None = Field(description="The game of the contest in which; null where it is in none.")


class Waiting(Answer):
    """All seats of the player's own, and the players whose mail bounces in the games that the player organises."""

    games: list[WaitingSeat] = Field(description="The seats, those in the newest game first.")
    more: More
    next: Next
    bounced: list[BouncingPlayer] = Field(description="Players in the player's own games whose mail bounces.")
    aliases: list[OwnAlias] = Field(description="The player's aliases that go on: told to a signed request only.")
    contests: list[ContestDuty] = Field(
        description="What the player has to do in contests that go on, as organiser, assistant or entrant; not for a "
        "token that reads some games only."
    )


class CoursePhase(Answer):
    """The scores after a phase."""

    phase: PhaseNumber
    scores: dict[str, int] = Field(description="Each seat's score.")


class TurningPoint(Answer):
    """The phase in which the winner's lead over the best of the others grew most."""

    phase: PhaseNumber
    by: int = Field(description="By how many points it grew.")
    lead: int = Field(description="To how many.")
    for_good: bool = Field(description="Whether they were never behind again.")


class UnseenThings(Answer):
    """Things that lay face down when the game ended, in one place."""

    sort: str = Field(description="What they are, in words.")
    where: list[str] = Field(description="The ids of who held them, and of the place if they lay in one; none: a pile.")
    things: list[str] = Field(description="Their ids.")


class CourseAnswer(Answer):
    """How a finished game went."""

    game: GameId
    phases: list[CoursePhase] = Field(description="From the deal to the last.")
    tally: dict[str, dict[str, int]] = Field(
        description="By seat, what its score is made of; nothing where the title does not say."
    )
    turned: TurningPoint | None = Field(description="Null where nobody won alone, or the lead never grew.")
    unseen: list[UnseenThings] = Field(description="What nobody could see; nothing of what was filed or written ahead.")


class RecordAnswer(Answer):
    """The record of a finished game; `schemas/json` describes it field by field."""

    model_config = ConfigDict(extra="allow")

    format: int = Field(description="The version of the record's format.")
    game: GameId
    secret: str = Field(description="The host's chance secret (base64url), which opens every salt.")
