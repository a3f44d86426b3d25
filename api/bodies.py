"""What the addresses take and give, as pydantic models; the OpenAPI document is made from these.

Bodies are read strictly and in JSON mode from the very bytes of the request, and what they do not describe is refused.
"""

from __future__ import annotations

from typing import Annotated, Any, Self

from flask import has_request_context, request
from pydantic import BaseModel, ConfigDict, Field

NAME = r"^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$"
HANDLE = r"^[a-z0-9][a-z0-9-]{1,31}$"
ADDRESS = r"^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9.-]{1,190}$"
BASE64 = r"^[A-Za-z0-9+/]*={0,2}$"

Name = Annotated[str, Field(pattern=NAME)]


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

    keyid: str = Field(max_length=100)
    sig: str = Field(max_length=100, pattern=BASE64)


class StatementBody(Body):
    """A signed statement: DSSE JSON."""

    payloadType: str = Field(max_length=100)  # noqa: N815 - DSSE spells it so
    payload: str = Field(max_length=65_536, pattern=BASE64)
    signatures: list[Signature] = Field(min_length=1, max_length=1)


class GameBody(StatementBody):
    """The statement that opens a game, with the components file whose digest its options name."""

    components: str | None = Field(default=None, max_length=262_144)


class EnvelopeBody(StatementBody):
    """A signed header with the orders sealed to the phase and, once more, to their author."""

    body: str = Field(max_length=131_072)
    copy_: str = Field(alias="copy", max_length=131_072)


class PlayerBody(Body):
    """A player's card and, if mails are wanted, an address that nobody is told."""

    card: StatementBody
    email: str | None = Field(default=None, pattern=ADDRESS)


class Path(BaseModel):
    """What stands in an address."""

    model_config = ConfigDict(extra="forbid")


class TitlePath(Path):
    """The address of a title."""

    title: Name


class PlayerPath(Path):
    """The address of a player."""

    handle: str = Field(pattern=HANDLE)


class GamePath(Path):
    """The address of a game."""

    game: Name


class SeatPath(GamePath):
    """The address of a seat."""

    seat: Name


class EnvelopePath(SeatPath):
    """The address of a seat's envelopes for one phase; phase 0 takes its book."""

    phase: int = Field(ge=0, le=1_000_000)


class Since(BaseModel):
    """Only phases after this one."""

    model_config = ConfigDict(extra="forbid")
    since: int = Field(default=-1, ge=-1, le=1_000_000)


class PressSince(BaseModel):
    """Only messages after this one."""

    model_config = ConfigDict(extra="forbid")
    since: int = Field(default=0, ge=0, le=1_000_000)
