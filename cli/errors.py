"""What can go wrong in the client, each with the exit code that the command line ends with.

0 fine · 1 refused by the rules or the service · 2 usage · 3 service unreachable · 4 trust broken.
"""

from __future__ import annotations

from collections.abc import Sequence


class ClientError(Exception):
    """Something that the player can act on; `str()` of it is the whole sentence to show."""

    exit_code = 1


class Refused(ClientError):
    """The rules or the service said no: `code` is the service's stable word, `errors` the list of what is wrong."""

    def __init__(self, message: str, code: str = "refused", errors: Sequence[str] = ()) -> None:
        super().__init__("\n".join([message, *(f"  - {error}" for error in errors)]))
        self.code = code
        self.errors = tuple(errors)


class Misuse(ClientError):
    """The call itself cannot be: no such key, a form for another phase, a file that is not YAML."""

    exit_code = 2


class Unreachable(ClientError):
    """No service answered at that address, or what answered is not Ostraka."""

    exit_code = 3


class TrustBroken(ClientError):
    """The host contradicts what it said before, or what it says is not signed by its key. Nothing was sent."""

    exit_code = 4
