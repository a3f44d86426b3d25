"""What can go wrong in the client: each error with its exit code, and what is printed.

An error is a sentence for people; with `--json` it is an object: `error` (a stable word), `message`, `errors` (a list
of what is wrong, if there are several things) and `exit_code`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

import click

if TYPE_CHECKING:
    from schemas.envelopes import Envelope


EXIT_CODES = {
    0: "success",
    1: "refused by the rules or the host",
    2: "wrong usage",
    3: "host unreachable",
    4: "trust broken",
    5: "proved in part",
}
PROVED_IN_PART = 5


class ClientError(Exception):
    """Something that the player can act on; `str()` gives the message with its list of `errors`.

    `plain` is the message for who types no commands: without the code and what would help in a terminal.
    """

    exit_code = 1
    code: str = "failed"

    def __init__(self, message: str, code: str | None = None, errors: Sequence[str] = ()) -> None:
        super().__init__("\n".join([message, *(f"  - {error}" for error in errors)]))
        self.message = self.plain = message
        self.code = code or self.code
        self.errors = tuple(errors)


class Refused(ClientError):
    """The rules or the host said no; `code` is the host's stable word for why.

    `status` is the HTTP status of its answer, `retry_after` the seconds after which it may be asked again, `request_id`
    the id by which the host's operator finds the request in the log; None where this program said no, or the host
    names none. `newest` comes with `number-not-newer`: the highest number that the host has taken from this signer.
    """

    code = "refused"
    newest: int | None = None
    status: int | None = None
    retry_after: int | None = None
    request_id: str | None = None


class FormerHolders(Refused):
    """The seat's newest envelope was sent by a former holder, who alone can open it."""

    code = "former-holder"

    def __init__(self, envelope: Envelope) -> None:
        self.envelope, header = envelope, envelope.header
        what = f"for phase {header.phase}" if header.phase else "its book"
        super().__init__(
            f"Envelope {header.sequence} ({header.word}) of {header.seat}, {what}, was sent by the seat's former "
            "holder. Only they can open it. It counts until you send your own."
        )


class SentElsewhere(Refused):
    """The host has something newer of the seat for this phase than whoever sends knew: another device sent it."""

    code = "sent-elsewhere"

    def __init__(self) -> None:
        super().__init__("Another device of yours has sent something meanwhile. Look at it, then send once more.")


class Misuse(ClientError):
    """The call makes no sense: no such key, a form for another phase, a file that is not YAML."""

    exit_code = 2
    code = "misuse"


class Unreachable(ClientError):
    """No host answered at that address, or what answered is not Ostraka."""

    exit_code = 3
    code = "unreachable"
    envelope: Envelope | None = None
    """What was on its way, and may have arrived: the same is sent again."""

    def __init__(self, plain: str, hint: str = "") -> None:
        """`hint`: what to do in a terminal."""
        super().__init__(f"{plain} {hint}".rstrip())
        self.plain = plain


class TrustBroken(ClientError):
    """The host contradicts what it said before, or what it says is not signed by its key. Nothing was sent."""

    exit_code = 4
    code = "trust-broken"


class Failure(NamedTuple):
    """How a failed command ends."""

    error: str
    message: str
    errors: tuple[str, ...]
    exit_code: int

    def to_json_value(self) -> dict[str, Any]:
        """What is printed with `--json`."""
        return self._asdict()

    def sentence(self) -> str:
        """What is printed for people."""
        return "\n".join([f"Error: {self.message}", *(f"  - {error}" for error in self.errors)])


def failure_of(error: Exception) -> Failure:
    """The failure that an exception means; an unforeseen one is a fault of this program."""
    if isinstance(error, ClientError):
        return Failure(error.code, error.message, error.errors, error.exit_code)
    if isinstance(error, click.UsageError):
        message = error.format_message().rstrip()
        stop = "" if message.endswith((".", "?", "!", ":")) else "."
        hint = f" Try: {error.ctx.command_path} --help" if error.ctx else ""
        return Failure("usage", f"{message}{stop}{hint}", (), error.exit_code)
    if isinstance(error, click.ClickException):
        return Failure(ClientError.code, error.format_message(), (), error.exit_code)
    if isinstance(error, click.Abort):
        return Failure("aborted", "stopped; nothing more was done.", (), 1)
    if isinstance(error, OSError):
        where = f"{error.filename}: {error.strerror}" if error.filename else str(error)
        return Failure("file", where, (), 1)
    return raised_below(error)


def raised_below(error: Exception) -> Failure:
    """The failure for an error of the rules or the protocol; anything else is a fault of this program."""
    from adjudicator.kernel.errors import OstrakaError
    from schemas.errors import ProtocolError

    if isinstance(error, ProtocolError):
        return Failure(error.code, str(error), (), 2)
    if isinstance(error, OstrakaError | ValueError):
        return Failure(kebab(type(error)) if isinstance(error, OstrakaError) else "malformed", str(error), (), 2)
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f" at {trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else ""
    sentence = f"this is a fault in ostraka itself ({type(error).__name__}: {error}{place}); please report it."
    return Failure("fault", sentence, (), 1)


def kebab(kind: type) -> str:
    """The name of an error class as a word: UnknownName becomes `unknown-name`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", kind.__name__).lower()


@contextmanager
def proving(what: str) -> Iterator[None]:
    """Turn a failed proof into `TrustBroken`, saying of what."""
    from schemas.errors import ProtocolError

    try:
        yield
    except ProtocolError as error:
        raise TrustBroken(f"{what} is not valid: {error}") from None
