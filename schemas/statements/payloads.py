"""The payloads of all signed statements, field by field: what is not described here is refused.

The JSON Schemas in `schemas/json/` are written from these classes, so that the two cannot drift. Binary fields are
unpadded base64url; times are RFC 3339 in UTC to the second.
"""

from datetime import UTC, datetime
from typing import Annotated, Any, ClassVar, Final, Literal, Self

import msgspec
from msgspec import Meta

from schemas.errors import Malformed
from schemas.statements import canonical
from schemas.statements.forms import KeyId, StatementForm, prepare, whole
from schemas.statements.texts import Line, Lines
from schemas.statements.times import Day, Instant, TimeZone, in_words

Name = Annotated[str, Meta(pattern=whole(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}"))]
Handle = Annotated[str, Meta(pattern=whole(r"[a-z0-9][a-z0-9-]{1,31}"))]
Title = Annotated[Line, Meta(min_length=1, max_length=120)]
Version = Annotated[str, Meta(pattern=whole(r"[a-z0-9_]{1,48}/[1-9][0-9]{0,5}"))]
PhaseKeyId = Annotated[str, Meta(pattern=whole(r"[0-9a-f]{32}"))]
Binary = Annotated[str, Meta(pattern=whole(r"[A-Za-z0-9_-]*"))]
Bytes32 = Annotated[str, Meta(pattern=whole(r"[A-Za-z0-9_-]{43}"))]
Count = Annotated[int, Meta(ge=0, le=canonical.MAX_INTEGER)]
Ordinal = Annotated[int, Meta(ge=1, le=canonical.MAX_INTEGER)]
SuiteName = Literal["mlkem768x25519", "x25519"]
Word = Literal["draft", "final", "withdrawn"]
Weekday = Annotated[int, Meta(ge=0, le=6)]
Seconds = Annotated[int, Meta(ge=0, le=366 * 86_400)]
MailKind = Literal[
    "invited", "started", "orders-wanted", "reminder", "receipt", "digest", "nmr", "over", "press", "organiser"
]
MutedKind = Literal[MailKind, "veiled"]
"""`veiled`: what is wanted in phases that hide whom they ask."""
Reason = Annotated[Line, Meta(max_length=500)]
Text = Annotated[Lines, Meta(min_length=1, max_length=10_000)]
OptionName = Annotated[str, Meta(pattern=whole(r"[A-Za-z][A-Za-z0-9_]{0,47}"))]
OptionText = Annotated[Line, Meta(max_length=200)]
OptionNumber = Annotated[int, Meta(ge=-canonical.MAX_INTEGER, le=canonical.MAX_INTEGER)]
Options = Annotated[dict[OptionName, OptionText | OptionNumber | bool], Meta(max_length=64)]
Tag = Annotated[str, Meta(pattern=whole(r"[a-z0-9][a-z0-9-]{0,31}"))]
Privacy = Literal["no", "until-over", "always"]
Address = Annotated[str, Meta(pattern=whole(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,190}"))]


def is_address(text: str) -> bool:
    """Could this be an email address that a statement carries?"""
    return fits(text, Address)


def is_handle(text: str) -> bool:
    """Could this be a player's handle?"""
    return fits(text, Handle)


def fits(text: str, form: Any) -> bool:
    """Does a text have the form of a field?"""
    try:
        msgspec.convert(text, form)
    except msgspec.ValidationError:
        return False
    return True


BOOK: Final = 0
"""The phase of an envelope that is a book: phases count from 1, and 0 is the setup."""


class Payload(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a statement says; `document` is its kind, as in the DSSE payload type."""

    document: ClassVar[str]
    by_host: ClassVar[bool] = False
    """Does a host say it? It may repeat what was taken when more characters were."""

    @classmethod
    def from_body(cls, body: Any) -> Self:
        """Check a parsed payload field by field."""
        try:
            return msgspec.convert(body, cls, strict=True)
        except msgspec.ValidationError as error:
            raise Malformed(cls.document, in_words(str(error), body)) from error

    def to_body(self) -> dict[str, Any]:
        """The payload as plain JSON values."""
        body: dict[str, Any] = msgspec.to_builtins(self)
        return body


class Player(Payload, frozen=True):
    """A player's card: handle and public keys, signed with the signing key it names."""

    document = "player"
    handle: Handle
    signing_key: Bytes32
    sealing_key: Binary


class Terms(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What everyone who joins agrees to about time. Seconds are working time: days off and absences do not count."""

    phase_seconds: Annotated[int, Meta(ge=1, le=366 * 86_400)]
    """To answer a phase; with a bank, the time before the bank runs."""
    bank_seconds: Seconds = 0
    """A seat's bank at the start; 0: no bank."""
    grace_seconds: Seconds = 0
    """After the deadline, before book or default answers for a seat that is missing."""
    reminders: Annotated[list[Annotated[int, Meta(ge=1, le=366 * 86_400)]], Meta(max_length=5)] = []
    """How long before the deadline those who are awaited are reminded."""
    excused: Annotated[int, Meta(ge=0, le=20)] = 2
    """How many misses are excused before a seat falls vacant."""
    excused_back: Annotated[int, Meta(ge=1, le=1_000)] = 10
    """How many phases answered in time make up for one miss."""
    least_seconds: Seconds = 0
    """No phase is cut sooner than this after it opened."""
    days_off: Annotated[list[Weekday], Meta(max_length=6)] = []
    """Weekdays that do not count, 0 for Monday."""
    dates_off: Annotated[list[Day], Meta(max_length=60)] = []
    time_zone: TimeZone = "UTC"
    """In which days begin and end (IANA)."""
    absence_days: Annotated[int, Meta(ge=0, le=366)] = 14
    """For how many days in all a seat may announce absences."""
    cut: Literal["final", "in", "deadline"] = "final"
    """Cut when all are final, when all are in, or at the deadline only."""


class Game(Payload, frozen=True, omit_defaults=True):
    """An organiser opens a game on a host; `options` are those chosen; the title's others keep their defaults.

    What follows `terms` is left out where it is not said.
    """

    document = "game"
    nonce: Bytes32
    organiser: KeyId
    host: KeyId
    name: Title
    title: Name
    scenario: Name
    seats: Annotated[list[Name], Meta(min_length=1, max_length=64)]
    options: Options
    terms: Terms
    seats_a_player: Annotated[int, Meta(ge=0, le=64)] = 0
    """How many seats one player may hold; 0: as the title says, which is one unless its rules have players share."""
    start: Literal["organiser", "full"] = "organiser"
    """Who begins it: the organiser, or whoever takes the last seat. Then the log has no entry `started`."""
    private: Privacy = "no"
    """Whether only the organiser, who holds a seat, and who is invited may see it, and for how long."""
    tags: Annotated[list[Tag], Meta(max_length=8)] = []
    """By which it is found in lists."""
    anonymous: bool = False
    """Players hold seats under aliases until it is over."""


class Join(Payload, frozen=True):
    """A player takes a seat, and adds 32 random bytes to the game's chance."""

    document = "join"
    game: Name
    seat: Name
    player: KeyId
    contribution: Bytes32
    host: KeyId
    commitment: Bytes32


class Start(Payload, frozen=True):
    """The organiser has the game dealt."""

    document = "start"
    game: Name
    organiser: KeyId


class ActBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="act"):
    """What an act does, and why; everyone can read the reason."""

    reason: Reason = ""


class Pause(ActBody, frozen=True, tag="pause"):
    """Nothing is cut and no deadline runs until the game is resumed."""


class Resume(ActBody, frozen=True, tag="resume"):
    """Deadlines run again, later by the length of the pause."""


class Extend(ActBody, frozen=True, tag="extend"):
    """The open phase's deadline is so much later."""

    seconds: Annotated[int, Meta(ge=1, le=60 * 86_400)]


class Remind(ActBody, frozen=True, tag="remind"):
    """Those who are awaited get a mail now."""


class Vacate(ActBody, frozen=True, tag="vacate"):
    """A player loses their seat, which falls vacant."""

    seat: Name


class Replace(ActBody, frozen=True, tag="replace"):
    """A player loses their seat, which is reserved for another until that one joins."""

    seat: Name
    player: Handle


class End(ActBody, frozen=True, tag="end"):
    """The game ends now, with places by the present scores."""


class Annul(ActBody, frozen=True, tag="annul"):
    """The game ends without places."""


class Rollback(ActBody, frozen=True, tag="rollback"):
    """The game goes back to before a phase was resolved; that phase opens again under a new number and key."""

    phase: Ordinal


class Amend(ActBody, frozen=True, tag="amend"):
    """The position is changed openly, by the paths of case files; hidden things only by dealing them again."""

    changes: Annotated[dict[Annotated[Line, Meta(max_length=200)], Any], Meta(max_length=50)] = {}
    redeal: bool = False


class Rekey(ActBody, frozen=True, tag="rekey"):
    """A new key, which claims to be a player's, speaks in this game for the lost one: `key` for `player`."""

    player: KeyId
    key: KeyId


class SetAside(ActBody, frozen=True, tag="set-aside"):
    """What a seat sent ahead for a phase that cannot be resolved, its envelope and its book, counts for nothing in it:
    the phase is resolved with the seat's default answers. Its book stands again in the next phase."""

    seat: Name
    phase: Ordinal


Acts = Pause | Resume | Extend | Remind | Vacate | Replace | End | Annul | Rollback | Amend | Rekey | SetAside


class Act(Payload, frozen=True):
    """An act of a game's organiser; `number` rises from act to act."""

    document = "act"
    game: Name
    organiser: KeyId
    number: Ordinal
    act: Acts


class Vote(ActBody, frozen=True, tag="vote"):
    """A seat's vote on something that the players can decide themselves; it stands until the seat votes again."""

    on: Literal["pause", "resume", "extend", "end"]
    yes: bool


class Absence(ActBody, frozen=True, tag="absence"):
    """Days on which a seat will not answer, both included; they begin after today."""

    first: Day
    last: Day


class Resign(ActBody, frozen=True, tag="resign"):
    """The player gives up the seat, which falls vacant."""


class Leave(ActBody, frozen=True, tag="leave"):
    """The player takes their join back, before the game is dealt; anyone may join there."""


SeatActs = Vote | Absence | Resign | Leave


class SeatAct(Payload, frozen=True):
    """An act of the player who holds a seat; `number` rises from act to act of the player in this game."""

    document = "seat-act"
    game: Name
    seat: Name
    player: KeyId
    number: Ordinal
    act: SeatActs


class Press(Payload, frozen=True):
    """A message from a seat to others; `to` names them in the order of the game's seats."""

    document = "press"
    game: Name
    seat: Name
    player: KeyId
    number: Ordinal
    to: Annotated[list[Name], Meta(min_length=1, max_length=64)]
    text: Text


class Preferences(Payload, frozen=True):
    """Where a player wants mails, which kinds not, and in whose time; replaces earlier preferences."""

    document = "preferences"
    host: KeyId
    player: KeyId
    number: Ordinal
    address: Address | None
    muted: Annotated[list[MutedKind], Meta(max_length=16)]
    muted_press: Annotated[list[Handle], Meta(max_length=200)]
    time_zone: TimeZone | None
    """In which their mails tell times (IANA); none: that of each game."""


class Invitation(Payload, frozen=True):
    """The organiser invites players, by handle or by address; `seat` is reserved for the one invited to it."""

    document = "invitation"
    game: Name
    organiser: KeyId
    number: Ordinal
    player: Handle | None
    address: Address | None
    seat: Name | None


class InvitationLink(Payload, frozen=True):
    """The organiser invites whoever has a word, to any seat or to one that is reserved for them, until an instant."""

    document = "invitation-link"
    game: Name
    organiser: KeyId
    number: Ordinal
    word: Bytes32
    """SHA-256 of the word."""
    seat: Name | None
    until: Instant


class Withdrawal(Payload, frozen=True):
    """The organiser takes an invitation back, of either kind."""

    document = "withdrawal"
    game: Name
    organiser: KeyId
    number: Ordinal
    invitation: Bytes32
    """SHA-256 of the payload of what is taken back."""


class Rotation(Payload, frozen=True):
    """A player replaces a key: the old one signs this, the new one the card."""

    document = "rotation"
    host: KeyId
    player: KeyId
    card: StatementForm


class Claim(Payload, frozen=True):
    """A player who lost a key claims the handle with a new one, which signs this and the card.

    It is worth nothing until the organiser of a game (act `rekey`), or for the handle the host's operator, confirms it.
    """

    document = "claim"
    host: KeyId
    player: KeyId
    card: StatementForm


class LockedCopy(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A locked key and what a host holds a proof of its password against (`schemas.keys.kept_keys`)."""

    file: Annotated[Binary, Meta(min_length=1, max_length=1_400)]
    verifier: Bytes32


class KeptKey(Payload, frozen=True):
    """A player has a host keep a copy of their locked key, in the place of an earlier one; null withdraws it."""

    document = "kept-key"
    host: KeyId
    player: KeyId
    number: Ordinal
    locked: LockedCopy | None


class Alias(Payload, frozen=True):
    """A player says which key is theirs in an anonymous game or contest; the host tells it to nobody before the end."""

    document = "alias"
    host: KeyId
    where: Name
    """The id of the game or contest."""
    player: KeyId
    alias: KeyId


class Letter(Payload, frozen=True):
    """What a host tells one seat alone, to be sealed to its player; `body` depends on `kind`."""

    document = "letter"
    by_host = True
    game: Name
    seat: Name
    player: KeyId
    phase: Count
    kind: MailKind
    at: Instant
    body: dict[str, Any]


class PhaseKeyNotice(Payload, frozen=True):
    """The host names the key to which the envelopes of one phase (`BOOK`: the books) are sealed."""

    document = "phase-key"
    by_host = True
    game: Name
    phase: Count
    version: Version
    suite: SuiteName
    key: Binary


class Receipt(Payload, frozen=True):
    """The host has stored this envelope."""

    document = "receipt"
    by_host = True
    game: Name
    phase: Count
    seat: Name
    sequence: Ordinal
    word: Word
    envelope: Bytes32
    received_at: Instant


class Header(Payload, frozen=True):
    """The header of an envelope: signed, not sealed. Its phase is `BOOK` where it holds a seat's book."""

    document = "envelope"
    format: Literal[1]
    version: Version
    suite: SuiteName
    game: Name
    phase: Count
    seat: Name
    sequence: Ordinal
    word: Word
    signer: KeyId
    phase_key: PhaseKeyId
    commitment: Bytes32
    body_sha256: Bytes32
    copy_sha256: Bytes32

    def info(self) -> bytes:
        """HPKE's `info`: the canonical header without the two digests, which are known only after sealing."""
        bound = self.to_body()
        del bound["body_sha256"], bound["copy_sha256"]
        return canonical.dumps(bound, "header")


class Entry(Payload, frozen=True):
    """An entry of a game's log; `previous` is the hash of the entry before, null in the first."""

    document = "log"
    by_host = True
    game: Name
    index: Count
    previous: Bytes32 | None
    kind: Literal[
        "created",
        "seated",
        "joined",
        "started",
        "dealt",
        "cut",
        "resolved",
        "act",
        "notice",
        "reopened",
        "rules-changed",
        "rekeyed",
        "revealed",
        "over",
    ]
    at: Instant
    body: dict[str, Any]


class Export(Payload, frozen=True):
    """The header of an archived game: the host that sealed it, for itself (`to`), and how far its log has come."""

    document = "export"
    by_host = True
    format: Literal[1]
    game: Name
    host: KeyId
    to: KeyId
    suite: Literal["master-key"]
    entries: Ordinal
    head: Bytes32
    at: Instant
    sealed_sha256: Bytes32

    def info(self) -> bytes:
        """What the seal is bound to: the canonical header without the digest, which is known only after sealing."""
        bound = self.to_body()
        del bound["sealed_sha256"]
        return canonical.dumps(bound, "export")


STATEMENTS: tuple[type[Payload], ...] = (
    Player, Game, Join, Start, Act, SeatAct, Press, Preferences, Invitation, InvitationLink,
    Withdrawal, Rotation, Claim, KeptKey, Alias, Letter, PhaseKeyNotice, Receipt, Header, Entry, Export,
)  # fmt: skip
prepare(*STATEMENTS)


def instant(moment: datetime) -> str:
    """A moment as payloads write it; a naive one is refused."""
    if moment.tzinfo is None:
        raise ValueError(f"{moment!r} has no time zone: use datetime.now(UTC)")
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
