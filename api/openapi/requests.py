"""Paths, queries and bodies of requests.

Bodies are read strictly, in JSON mode, from the very bytes of the request; fields that are not described are refused.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from flask import has_request_context, request
from pydantic import BaseModel, ConfigDict, Field, model_validator

from api.openapi.fields import HANDLE, NAME, TAG
from schemas.statements.invitation_words import WORD

ADDRESS = r"^[A-Za-z0-9.!#$%&'*+/=^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,190}$"
BASE64 = r"^[A-Za-z0-9+/]*={0,2}$"

LABEL = r"^[A-Za-z0-9][A-Za-z0-9 _.-]{0,39}$"
CURSOR = r"^[A-Za-z0-9_-]{1,200}$"

Name = Annotated[str, Field(pattern=NAME)]
Status = Literal["inviting", "running", "over"]
MutedNotice = Literal["invited", "started", "orders-wanted", "reminder", "nmr", "over", "press", "organiser", "veiled"]
"""The kinds of mails that devices are told of too; `veiled`: what is wanted in phases that hide whom they ask."""


class Body(BaseModel):
    """A JSON object with exactly these fields."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @classmethod
    def model_validate(cls, obj: Any, **options: Any) -> Self:
        """Validate in JSON mode, from the bytes that came."""
        if has_request_context() and request.is_json:
            return cls.model_validate_json(request.get_data(), **options)
        return super().model_validate(obj, **options)

    @classmethod
    def model_validate_json(cls, json_data: str | bytes | bytearray, **options: Any) -> Self:
        """Refuse a JSON string that holds JSON: the framework would unwrap it, so the bytes are read again."""
        raw = request.get_data() if isinstance(json_data, str) and has_request_context() else json_data
        return super().model_validate_json(raw, **options)


class Signature(Body):
    """The one signature of a statement."""

    keyid: str = Field(description="Who signed: the id of the key.", max_length=100)
    sig: str = Field(description="Ed25519 over DSSE's PAE of type and payload, base64.", max_length=100, pattern=BASE64)


class StatementBody(Body):
    """A signed statement: DSSE JSON."""

    payloadType: str = Field(description="What the payload is.", max_length=100)  # noqa: N815 - DSSE spells it so
    payload: str = Field(
        description="What was signed: canonical JSON (RFC 8785), base64.", max_length=65_536, pattern=BASE64
    )
    signatures: list[Signature] = Field(description="Exactly one signature.", min_length=1, max_length=1)


class OpeningBody(StatementBody):
    """The statement that opens a game or contest, with the components file whose digest its options name."""

    components: str | None = Field(
        description="The file's text (YAML), where the options name one.", default=None, max_length=262_144
    )


class AliasBody(StatementBody):
    """The statement that says whose an alias is, with the alias's own card."""

    card: StatementBody = Field(description="The alias's card (a statement `player`), signed by its key.")


class EnvelopeBody(StatementBody):
    """A signed header with the orders sealed to the phase and, once more, to their author."""

    body: str = Field(
        description="The leaves, sealed to the phase's key, base64; empty where it withdraws.", max_length=131_072
    )
    copy_: str = Field(description="The same, sealed to their author.", alias="copy", max_length=131_072)


class PlayerBody(Body):
    """A player's card and, if they want mail, their address, which no one else is shown."""

    card: StatementBody = Field(description="Handle and public keys, signed (`player`).")
    email: str | None = Field(description="Where mail goes.", default=None, pattern=ADDRESS)
    invited: str | None = Field(
        description="The word of an invitation: it admits where only who is invited may register, shows a private "
        "game, and has the seat kept that a link reserves. Who is registered already sends it with their card too.",
        default=None,
        pattern=f"^{WORD}$",
    )


class FetchBody(Body):
    """Proof of the password of a key that the host keeps a copy of."""

    proof: str = Field(description="What follows from the password, base64url.", pattern=r"^[A-Za-z0-9_-]{43}$")


class TokenBody(Body):
    """The bearer token that is wanted."""

    name: str = Field(
        description="What its owner calls it; no two of a player's tokens have the same name.", pattern=LABEL
    )
    scopes: list[Literal["waiting", "seats"]] = Field(
        description="What it may read: `waiting` what waits for the player, `seats` everything that their seats may.",
        min_length=1,
        max_length=2,
    )
    games: list[Name] | None = Field(
        description="Only these games; null: all.", default=None, min_length=1, max_length=100
    )
    days: int = Field(description="How many days it is valid.", default=90, ge=1, le=366)


class SessionBody(Body):
    """An empty object."""


class WebhookBody(Body):
    """The webhook that is wanted."""

    url: str = Field(description="Where to send to: https at a public address.", max_length=500)


class DeviceBody(Body):
    """A browser that is to get notices by Web Push, as it says of itself (`PushSubscription`)."""

    endpoint: str = Field(
        description="Where its push service takes notices: https at a public address.", max_length=1_000
    )
    p256dh: str = Field(description="Its public key: a point of P-256, base64url.", pattern=r"^[A-Za-z0-9_-]{87}$")
    auth: str = Field(description="16 bytes that it shares with the host, base64url.", pattern=r"^[A-Za-z0-9_-]{22}$")
    name: str = Field(description="What its owner calls it.", pattern=LABEL)
    muted: list[MutedNotice] = Field(description="What it gets no notices of.", default=[], max_length=16)
    mails_too: bool = Field(
        description="Whether mails that ask for orders come at once all the same, not an hour later.",
        default=False,
    )


class Path(BaseModel):
    """The variable parts of an address."""

    model_config = ConfigDict(extra="forbid")


class TitlePath(Path):
    """The address of a title."""

    title: Name = Field(description="A title's id, as GET /api/v1/titles lists it.")


class PlayerPath(Path):
    """The address of a player."""

    handle: str = Field(description="A player's handle.", pattern=HANDLE)


class TokenPath(PlayerPath):
    """The address of one of a player's tokens."""

    token: str = Field(description="A token's id, as the list of tokens gives it.", pattern=r"^[0-9a-f]{16}$")


class WebhookPath(PlayerPath):
    """The address of a webhook."""

    webhook: str = Field(description="The webhook's id.", pattern=r"^[0-9a-f]{16}$")


class DevicePath(PlayerPath):
    """The address of a device."""

    device: str = Field(description="The device's id.", pattern=r"^[0-9a-f]{16}$")


class DeliveryPath(WebhookPath):
    """The address of a delivery."""

    number: int = Field(description="The delivery's number for this webhook.", ge=1, le=1_000_000_000)


class GamePath(Path):
    """The address of a game."""

    game: Name = Field(description="A game's id, as its summary gives it.")


class ContestPath(Path):
    """The address of a contest."""

    contest: Name = Field(description="A contest's id, as its summary gives it.")


class RoundPath(ContestPath):
    """The address of a round."""

    number: int = Field(description="The round, from 1.", ge=1, le=12)


class AfterRound(BaseModel):
    """As it stood after a round."""

    model_config = ConfigDict(extra="forbid")
    round: int | None = Field(
        description="Count the rounds up to this one only; without it, all.", default=None, ge=0, le=12
    )
    drawn: int | None = Field(
        description="As they stood when this round was drawn, whatever was corrected since.", default=None, ge=1, le=12
    )


class SeatPath(GamePath):
    """The address of a seat."""

    seat: Name = Field(description="A seat of the game.")


class EnvelopePath(SeatPath):
    """The address of a seat's envelopes for one phase; phase 0 takes its book."""

    phase: int = Field(description="The number of the phase; 0 for the seat's book.", ge=0, le=1_000_000)


class PhasesAfter(BaseModel):
    """Only phases after this one."""

    model_config = ConfigDict(extra="forbid")
    after: int = Field(
        description="Only phases after this one; -1: all, from the setup on.", default=-1, ge=-1, le=1_000_000
    )
    limit: int = Field(description="The most to return.", default=1_000, ge=1, le=1_000)


class BoardOfThen(BaseModel):
    """Which board."""

    model_config = ConfigDict(extra="forbid")
    phase: int | None = Field(
        description="The board that this phase led to, 0 for the deal; without it, the present one.",
        default=None,
        ge=0,
        le=1_000_000,
    )
    told: int | None = Field(
        description="With `phase`: the board inside it when the reader had been told so many of its events. Only those "
        "are shown at which one of the reader's own scenes begins or ends.",
        default=None,
        ge=0,
        le=1_000_000,
    )

    @model_validator(mode="after")
    def _inside_a_phase(self) -> BoardOfThen:
        if self.told is not None and self.phase is None:
            raise ValueError("`told` is of a `phase`; name that too")
        return self


class ScenesAfter(BaseModel):
    """Only scenes that go on after a phase."""

    model_config = ConfigDict(extra="forbid")
    after: int = Field(
        description="Only scenes that go on after this phase; -1: all, from the setup on.",
        default=-1,
        ge=-1,
        le=1_000_000,
    )
    limit: int = Field(description="The most phases to tell of.", default=20, ge=1, le=50)


class MessagesAfter(BaseModel):
    """Only messages after this one."""

    model_config = ConfigDict(extra="forbid")
    after: int = Field(description="Only messages after the one of this number.", default=0, ge=0, le=1_000_000)
    limit: int = Field(description="The most to return.", default=1_000, ge=1, le=1_000)


class EntriesAfter(BaseModel):
    """Only entries after this one."""

    model_config = ConfigDict(extra="forbid")
    after: int = Field(
        description="Only entries after the one of this index; -1: all.", default=-1, ge=-1, le=1_000_000
    )
    limit: int = Field(description="The most to return.", default=1_000, ge=1, le=1_000)


class ActsAfter(BaseModel):
    """Only acts after those that were read."""

    model_config = ConfigDict(extra="forbid")
    after: int = Field(description="The `next` of the previous part; 0: all acts.", default=0, ge=0, le=1_000_000)
    limit: int = Field(description="The most to return.", default=50, ge=1, le=100)


class Page(BaseModel):
    """A part of a list."""

    model_config = ConfigDict(extra="forbid")
    limit: int = Field(description="The most to return.", default=50, ge=1, le=100)
    after: str | None = Field(description="The `next` of the previous part.", default=None, pattern=CURSOR)


class WaitingPage(Page):
    """Some of a player's seats."""

    status: Status | None = Field(description="Only games with this status.", default=None)
    going: bool = Field(description="Only games that have not ended, begun or not.", default=False)
    in_words: bool = Field(
        description="Whether to say in `prompts` what each seat is asked, and in `waiting` whom its game waits for.",
        default=False,
    )


class GamesPage(Page):
    """Some of the games."""

    status: Status | None = Field(description="Only games with this status.", default=None)
    title: Name | None = Field(description="Only games of this title.", default=None)
    player: str | None = Field(
        description="Only games in which this player holds a seat.", default=None, pattern=HANDLE
    )
    organiser: str | None = Field(description="Only games of this organiser.", default=None, pattern=HANDLE)
    tag: str | None = Field(description="Only games with this tag.", default=None, pattern=TAG)
    vacant: bool | None = Field(
        description="`true`: only games with a seat to be taken, before they begin or since one fell vacant (not of a "
        "contest, where it is offered); `false`: only the others.",
        default=None,
    )
    free_for: str | None = Field(
        description="Only games with a seat for this player to take: one that is reserved for them, or, where the game "
        "is running and of no contest, a vacant one that is reserved for nobody.",
        default=None,
        pattern=HANDLE,
    )

    calls_for: str | None = Field(
        description="Only games that have not ended and may want something of this player: those that they organise, "
        "and those with a seat for them to take, as with `free_for`.",
        default=None,
        pattern=HANDLE,
    )


class ContestsPage(Page):
    """Some of the contests."""

    status: Literal["entering", "running", "finished"] | None = Field(
        description="Only contests with this status.", default=None
    )
    title: Name | None = Field(description="Only contests of this title.", default=None)
    organiser: str | None = Field(description="Only contests of this organiser.", default=None, pattern=HANDLE)


class PlayerItemsAfter(BaseModel):
    """Only items after this cursor, and how long to wait for the next."""

    model_config = ConfigDict(extra="forbid")
    after: str | None = Field(
        description="The `next` of the last answer; left out: everything since the player took their seats, in games "
        "that are not over.",
        default=None,
        pattern=r"^[A-Za-z0-9_-]+$",
        max_length=3_900,
    )
    limit: int = Field(description="The most to return.", default=50, ge=1, le=100)
    wait: int = Field(description="If there is none yet, how many seconds to wait for one.", default=0, ge=0, le=30)


class ItemsAfter(BaseModel):
    """Only items after this one, and how long to wait for the next."""

    model_config = ConfigDict(extra="forbid")
    after: int = Field(description="Only items after the one of this number.", default=0, ge=0, le=1_000_000)
    limit: int = Field(description="The most to return.", default=50, ge=1, le=100)
    wait: int = Field(description="If there is none yet, how many seconds to wait for one.", default=0, ge=0, le=30)
