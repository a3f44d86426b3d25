"""What is told of the sessions of browsers, as models: see `api.openapi.answers`."""

from __future__ import annotations

from api.openapi import examples
from api.openapi.answers import Told
from api.openapi.fields import Instant, told


class SignInLink(Told):
    """A link that signs one browser in."""

    url: str = told(
        "Opened in a browser it signs that one in, once.", f"https://example.org/sign-in/{examples.BYTES32}"
    )
    expires_at: Instant
