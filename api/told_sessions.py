"""What is told of the sessions of browsers, as models: see `api.told`."""

from __future__ import annotations

from api import examples
from api.fields import Instant, told
from api.told import Told


class SignInLink(Told):
    """A link that signs one browser in."""

    url: str = told(
        "Opened in a browser it signs that one in, once.", f"https://example.org/sign-in/{examples.BYTES32}"
    )
    expires_at: Instant
