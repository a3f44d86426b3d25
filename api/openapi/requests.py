"""What the addresses take and give, as pydantic models; the OpenAPI document is made from these.

Bodies are read strictly and in JSON mode from the very bytes of the request, and what they do not describe is refused.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from flask import has_request_context, request
from pydantic import BaseModel, ConfigDict, Field

from api.openapi import examples
from api.openapi.fields import HANDLE, NAME, PayloadType, seldom, told

ADDRESS = r"^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,190}$"
BASE64 = r"^[A-Za-z0-9+/]*={0,2}$"

LABEL = r"^[A-Za-z0-9][A-Za-z0-9 _.-]{0,39}$"
CURSOR = r"^[A-Za-z0-9_-]{1,200}$"

Name = Annotated[str, Field(pattern=NAME)]
Status = Literal["inviting", "running", "over", "moved"]


SIGNED = examples.example("join")


class Body(BaseModel):
    """A request body."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @classmethod
    def model_validate(cls, obj: Any, **options: Any) -> Self:
        """Validate in JSON mode, from the bytes that came."""
        if has_request_context() and request.is_json:
            return cls.model_validate_json(request.get_data(), **options)
        return super().model_validate(obj, **options)

    @classmethod
    def model_validate_json(cls, json_data: str | bytes | bytearray, **options: Any) -> Self:
        """Refuse a JSON string that holds JSON: the framework unwraps it, so the bytes are read again."""
        raw = request.get_data() if isinstance(json_data, str) and has_request_context() else json_data
        return super().model_validate_json(raw, **options)


class Signature(Body):
    """The one signature of a statement."""

    keyid: str = told("Who signed: the id of the key.", examples.KEY, max_length=100)
    sig: str = told(
        "Ed25519 over DSSE's PAE of type and payload, base64.",
        SIGNED["signatures"][0]["sig"],
        max_length=100,
        pattern=BASE64,
    )


class StatementBody(Body):
    """A signed statement: DSSE JSON."""

    payloadType: PayloadType  # noqa: N815 - DSSE spells it so
    payload: str = told(
        "What was signed: canonical JSON (RFC 8785), base64.", SIGNED["payload"], max_length=65_536, pattern=BASE64
    )
    signatures: list[Signature] = told("Exactly one signature.", min_length=1, max_length=1)


class GameBody(StatementBody):
    """The statement that opens a game, with the components file whose digest its options name."""

    components: str | None = seldom(
        "The file's text (YAML), where the options name one.", "format: 1\n", default=None, max_length=262_144
    )


class EnvelopeBody(StatementBody):
    """A signed header with the orders sealed to the phase and, once more, to their author."""

    body: str = told("The leaves, sealed to the phase's key, base64; empty where it withdraws.", "", max_length=131_072)
    copy_: str = told("The same, sealed to their author.", "", alias="copy", max_length=131_072)


class PlayerBody(Body):
    """A player's card and, if mails are wanted, an address that nobody is told."""

    card: StatementBody = told("Handle and public keys, signed (`player`).", examples.example("player"))
    email: str | None = told("Where mails go.", "ann@example.org", default=None, pattern=ADDRESS)


class TokenBody(Body):
    """A bearer token as it is wanted."""

    name: str = told("What its owner calls it; another of his tokens has another name.", "phone", pattern=LABEL)
    scopes: list[Literal["waiting", "seats"]] = told(
        "What it may read: `waiting` what waits for the player, `seats` everything that his seats may.",
        ["waiting"],
        min_length=1,
        max_length=2,
    )
    games: list[Name] | None = told(
        "Only these games; null: all.", [examples.GAME], default=None, min_length=1, max_length=100
    )
    days: int = told("For so many days it is good.", 30, default=90, ge=1, le=366)


class WebhookBody(Body):
    """A webhook as it is wanted."""

    url: str = told("Where to send to: https, a public address.", "https://bots.example.org/ostraka", max_length=500)


class Path(BaseModel):
    """What stands in an address."""

    model_config = ConfigDict(extra="forbid")


class TitlePath(Path):
    """The address of a title."""

    title: Name = told("A title's id, as GET /api/v1/titles lists it.", "perikles")


class PlayerPath(Path):
    """The address of a player."""

    handle: str = told("A player's handle.", examples.HANDLE, pattern=HANDLE)


class TokenPath(PlayerPath):
    """The address of one of a player's tokens."""

    token: str = told("A token's id, as the list of tokens tells it.", examples.TOKEN, pattern=r"^[0-9a-f]{16}$")


class WebhookPath(PlayerPath):
    """The address of a webhook."""

    webhook: str = told("The webhook's id.", "8f3d5a1c90b2e7f4", pattern=r"^[0-9a-f]{16}$")


class DeliveryPath(WebhookPath):
    """The address of a delivery."""

    number: int = told("The delivery's number for this webhook.", 12, ge=1, le=1_000_000_000)


class GamePath(Path):
    """The address of a game."""

    game: Name = told("A game's id, as its summary tells it.", examples.GAME)


class SeatPath(GamePath):
    """The address of a seat."""

    seat: Name = told("A seat of the game.", examples.SEAT)


class EnvelopePath(SeatPath):
    """The address of a seat's envelopes for one phase; phase 0 takes its book."""

    phase: int = told("The number of the phase; 0 for the seat's book.", 7, ge=0, le=1_000_000)


class Since(BaseModel):
    """Only phases after this one."""

    model_config = ConfigDict(extra="forbid")
    since: int = told("Only phases after this one; -1: all, from the setup on.", 6, default=-1, ge=-1, le=1_000_000)
    limit: int = told("At most so many.", 20, default=1_000, ge=1, le=1_000)


class PressSince(BaseModel):
    """Only messages after this one."""

    model_config = ConfigDict(extra="forbid")
    since: int = told("Only messages after the one of this number.", 2, default=0, ge=0, le=1_000_000)
    limit: int = told("At most so many.", 20, default=1_000, ge=1, le=1_000)


class LogAfter(BaseModel):
    """Only entries after this one."""

    model_config = ConfigDict(extra="forbid")
    after: int = told("Only entries after the one of this index; -1: all.", 11, default=-1, ge=-1, le=1_000_000)
    limit: int = told("At most so many.", 20, default=1_000, ge=1, le=1_000)


class Page(BaseModel):
    """A part of a list."""

    model_config = ConfigDict(extra="forbid")
    limit: int = told("At most so many.", 20, default=50, ge=1, le=100)
    after: str | None = told("The `next` of the part before.", examples.CURSOR, default=None, pattern=CURSOR)


class WaitingPage(Page):
    """Some of a player's seats."""

    status: Status | None = told("Only of games that stand so.", "running", default=None)


class GamesPage(WaitingPage):
    """Some of the games."""

    title: Name | None = told("Only games of this title.", "perikles", default=None)
    player: str | None = told(
        "Only games in which this player holds a seat.", examples.HANDLE, default=None, pattern=HANDLE
    )
    organiser: str | None = told("Only games of this organiser.", examples.HANDLE, default=None, pattern=HANDLE)


class FeedQuery(BaseModel):
    """Only items after this one, and how long to wait for one where there is none."""

    model_config = ConfigDict(extra="forbid")
    since: int = told("Only items after the one of this number.", 12, default=0, ge=0, le=1_000_000)
    limit: int = told("At most so many.", 20, default=50, ge=1, le=100)
    wait: int = told("Where there is none, wait so many seconds for one.", 30, default=0, ge=0, le=30)
