"""What a host answers, as types. Made from the OpenAPI document by `make schemas`."""

from __future__ import annotations

from typing import Any, TypedDict


class SeatHolder(TypedDict):
    """A seat and who plays it."""

    seat: str
    player: str | None
    holder: str | None
    unmanned: bool
    vacant_since: str | None
    kept_for: str | None
    excused: int
    bank_seconds: int


class MissedPhase(TypedDict):
    """A deadline that passed without orders."""

    phase: int
    seat: str
    player: str


class GameSummary(TypedDict):
    """A game at a glance."""

    game: str
    name: str
    title: str
    scenario: str
    version: str
    status: str
    organiser: str
    organisers: list[str]
    commitment: str
    terms: dict[str, Any]
    options: dict[str, str | int | bool]
    paused_at: str | None
    created_at: str
    seats: list[SeatHolder]
    phase: int | None
    stopped: bool
    places: dict[str, int] | None
    scores: dict[str, int] | None
    reason: str | None
    seats_a_player: int | None
    start: str
    private: str
    tags: list[str]
    anonymous: bool
    started_at: str | None
    over_at: str | None
    missed: list[MissedPhase]
    contest: str | None


AskedSeat = TypedDict(
    "AskedSeat",
    {
        "seat": str,
        "question": str,
        "in": bool,
        "final": bool,
    },
)
"""A question of a phase that is not veiled, and whether its seat's orders are in."""


class PhaseAnswer(TypedDict):
    """The open phase as everybody may see it."""

    game: str
    phase: int
    status: str
    version: str
    key: dict[str, Any]
    opened_at: str
    deadline: str
    veiled: bool
    asked: list[AskedSeat]
    bots: list[str]
    waiting: list[str]


class OwnBook(TypedDict):
    """The book of the reader's own seat, and what it would do with the open questions."""

    key: dict[str, Any]
    sequence: int
    word: str | None
    in_force: bool
    foreseen: list[str]


class OfferOption(TypedDict):
    """Something that may be chosen."""

    value: Any
    words: str
    subjects: list[str]
    most: int


class Offer(TypedDict):
    """The first choice that makes an answer: from `least` to `most` of these options."""

    kind: str
    fields: list[str]
    asks: str
    options: list[OfferOption]
    least: int
    most: int


class Question(TypedDict):
    """A question to the reader's own seat, with its first legal orders."""

    question: str
    prompt: str
    subjects: list[str]
    schema: dict[str, Any]
    default: dict[str, Any]
    options: list[dict[str, Any]]
    more: bool
    offer: Offer | None


class UnaskedOrder(TypedDict):
    """An order that may be sent with any envelope."""

    question: str
    schema: dict[str, Any]


class Questions(TypedDict):
    """The open phase as the reader's own seat may see it, and what the seat has sent."""

    game: str
    phase: int
    status: str
    version: str
    key: dict[str, Any]
    opened_at: str
    deadline: str
    veiled: bool
    asked: list[AskedSeat]
    bots: list[str]
    waiting: list[str]
    book: OwnBook
    questions: list[Question]
    unasked: list[UnaskedOrder]
    sequence: int
    word: str | None


class View(TypedDict):
    """The position as a seat or a spectator may see it."""

    game: str
    phase: int | None
    view: dict[str, Any]
    text: str


class Moment(TypedDict):
    """A board inside a phase, or before or after it: what `view` shows with this `phase` and `told`."""

    phase: int
    told: int


class Scene(TypedDict):
    """A scene: a battle, moves, a vote, a card, what everybody scored, or a notice."""

    id: str
    shape: str
    heading: str
    at: list[str]
    before: Moment
    after: Moment
    rows: list[dict[str, Any]]
    result: str
    chapters: list[str]


class PublicPhaseReport(TypedDict):
    """What happened in one phase."""

    phase: int
    events: list[dict[str, Any]]


class FallenOrder(TypedDict):
    """An order of the seat's own that was not carried out."""

    question: str
    clause: str
    message: str


class OwnCut(TypedDict):
    """The seat's own leaf in a cut."""

    salt: str
    digest: str | None
    book: str | None


class PhaseReport(TypedDict):
    """What happened in one phase, as the reader's own seat may know it."""

    phase: int
    events: list[dict[str, Any]]
    fallen: list[FallenOrder]
    cut: OwnCut | None


class CoursePhase(TypedDict):
    """The scores after a phase."""

    phase: int
    scores: dict[str, int]


class TurningPoint(TypedDict):
    """The phase in which the winner's lead over the best of the others grew most."""

    phase: int
    by: int
    lead: int
    for_good: bool


class UnseenThings(TypedDict):
    """Things that lay face down when the game ended, in one place."""

    sort: str
    where: list[str]
    things: list[str]


class CourseAnswer(TypedDict):
    """How a finished game went."""

    game: str
    phases: list[CoursePhase]
    tally: dict[str, dict[str, int]]
    turned: TurningPoint | None
    unseen: list[UnseenThings]


class FeedItem(TypedDict):
    """Something that happened in a game; its details are read at the report, the press, the acts or the log."""

    number: int
    at: str
    kind: str
    phase: int | None
    seats: list[str]
    what: str | None
    sentence: str


class PublicFeed(TypedDict):
    """What happened in a game, as everybody may know it."""

    game: str
    items: list[FeedItem]
    more: bool
    next: int


class OwnFeedItem(TypedDict):
    """Something that happened in a game, as the reader's own seat may know it."""

    number: int
    at: str
    kind: str
    phase: int | None
    seats: list[str]
    what: str | None
    sentence: str
    asked: list[str] | None
    press: int | None


class OwnFeed(TypedDict):
    """What happened in a game, as the reader's own seat may know it."""

    game: str
    seat: str
    items: list[OwnFeedItem]
    more: bool
    next: int


class PlayerFeedItem(TypedDict):
    """Something that happened in one of the player's games, as their seat in it may know it."""

    number: int
    at: str
    kind: str
    phase: int | None
    seats: list[str]
    what: str | None
    sentence: str
    asked: list[str] | None
    press: int | None
    game: str
    seat: str


class HostNotice(TypedDict):
    """What the host tells its players of itself at the moment."""

    kind: str
    text: str
    until: str | None


class PlayerFeed(TypedDict):
    """What happened in all games in which the player holds a seat, as their seats may know it."""

    items: list[PlayerFeedItem]
    more: bool
    next: str
    notices: list[HostNotice]


WaitingSeat = TypedDict(
    "WaitingSeat",
    {
        "game": str,
        "name": str,
        "title": str,
        "seat": str,
        "status": str,
        "paused": bool,
        "stopped": bool,
        "press": int,
        "phase": int | None,
        "deadline": str | None,
        "asked": list[str],
        "in": bool,
        "final": bool,
        "sequence": int,
        "word": str | None,
        "free": int,
        "newest_press": int,
        "prompts": list[str],
        "waiting": list[str],
        "people": dict[str, str],
    },
)
"""A seat of the player's own at a glance."""


class PressTaken(TypedDict):
    """A message that was taken."""

    game: str
    number: int


class SentInvitation(TypedDict):
    """An invitation, as the organiser signed it, and what became of it."""

    player: str | None
    address: str | None
    seat: str | None
    invitation: str
    link: bool
    until: str | None
    admitted: int
    taken_by: str | None
    withdrawn: bool


class PlayerKey(TypedDict):
    """A player's handle and current key."""

    handle: str
    key_id: str


class PreferencesAnswer(TypedDict):
    """The player's own preferences."""

    handle: str
    number: int
    address: str | None
    muted: list[str]
    muted_press: list[str]
    time_zone: str | None


class KeptKeyAnswer(TypedDict):
    """Whether the host keeps a copy of the player's locked key; for the player alone."""

    handle: str
    number: int
    at: str | None


class Token(TypedDict):
    """A bearer token, without its secret."""

    token: str
    name: str
    scopes: list[str]
    games: list[str] | None
    created_at: str
    expires_at: str


class MadeToken(TypedDict):
    """A token that has just been made."""

    token: str
    name: str
    scopes: list[str]
    games: list[str] | None
    created_at: str
    expires_at: str
    secret: str


class Webhook(TypedDict):
    """An address that the host calls when something happens in its player's games."""

    webhook: str
    url: str
    created_at: str
    rests_until: str | None
    due: int
    dead: int
    silent: bool


class Delivery(TypedDict):
    """Something that was or will be sent to a webhook. What is sent holds the fields from `delivery` to `at` only."""

    number: int
    delivery: str
    game: str
    seat: str
    kind: str
    phase: int | None
    item: int
    at: str
    status: str
    attempts: int
    outcome: str | None
    next_try: str | None


class DeliveryBody(TypedDict):
    """What a delivery says: where to read, and nothing of what is there."""

    delivery: str
    game: str
    seat: str
    kind: str
    phase: int | None
    item: int
    at: str


class Device(TypedDict):
    """A browser that gets notices of what happens in its player's games."""

    device: str
    name: str
    service: str
    muted: list[str]
    mails_too: bool
    refusal: str | None
    created_at: str


class Devices(TypedDict):
    """A player's devices, and what another one needs."""

    key: str
    devices: list[Device]


class Receipt(TypedDict):
    """The host has stored this envelope."""

    game: str
    phase: int
    seat: str
    sequence: int
    word: str
    envelope: str
    received_at: str
