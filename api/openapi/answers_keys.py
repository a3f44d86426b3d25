"""What is told of a player's tokens and keys, as models: see `api.openapi.answers`."""

from __future__ import annotations

from typing import Final

from pydantic import Field

from api.openapi import examples
from api.openapi.answers import Told
from api.openapi.fields import Handle, Instant, KeyId, told
from api.openapi.requests import StatementBody

SECRET: Final = "ostraka_" + examples.BYTES32


class Token(Told):
    """A bearer token, without its secret."""

    token: str = told("Its id, by which it is revoked; no secret.", examples.TOKEN)
    name: str = told("What its owner calls it.", "phone")
    scopes: list[str] = told("What it may read.", ["waiting"])
    games: list[str] | None = told("The games that it is for; null: all.", [examples.GAME])
    created_at: Instant
    expires_at: Instant


class NewToken(Token):
    """A token that was just made."""

    secret: str = told(
        "What a program sends as `Authorization: Bearer`; told this once.", "ostraka_" + examples.BYTES32
    )


class Tokens(Told):
    """A player's tokens, the oldest first."""

    tokens: list[Token] = Field(description="Those that have neither expired nor were revoked.")


class Revoked(Told):
    """A token that is good no more."""

    token: str = told("The id that it had.", examples.TOKEN)


class Speaking(Told):
    """The key that speaks for a handle now."""

    handle: Handle
    key_id: KeyId


class ClaimingKey(Told):
    """A new key that claims to be a player who lost his."""

    key_id: KeyId
    card: StatementBody = told("Its card, signed by itself.", examples.example("player"))
    at: Instant


class Claims(Told):
    """The new keys that claim a handle; worth nothing until they are confirmed."""

    handle: Handle
    claims: list[ClaimingKey] = told("The oldest first.")
