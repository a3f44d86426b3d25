"""How a mail is written: its text and HTML from templates, and its headers.

Python's own header classes decode RFC 2047 words in what is assigned to them: `=?utf-8?q?a=0d=0aBcc:...?=` in a game's
name would end the header and begin another. What people have written therefore never reaches those classes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from email.header import Header
from email.message import EmailMessage
from email.policy import Policy
from pathlib import Path
from typing import Any, Final, NamedTuple

import jinja2
from sqlmodel import Session, col, select

from adjudicator.kernel.position.position import result_of
from api.games.game_log import checkpoint_at, read_log
from api.host.host import Host
from api.store.models import SENT, MailRow
from schemas.log.checkpoints import Checkpoint, find_checkpoints

PICTURE: Final = "board@ostraka"
"""The Content-ID of the picture in a mail."""
KIND: Final = "receipt"
FILE: Final = "receipts.ostraka"
HOST_HEADER: Final = "X-Ostraka-Host"
MOST_CHECKPOINTS: Final = 48
NOTE_BEGINS: Final = "\f"
"""In the text of a row, what stands before the attached note; no text that people have written has it (`printable`)."""
NOTE_FILE: Final = "note.txt"


class Subject(NamedTuple):
    """What a mail wants or tells, to stand in its subject before and after the name of its game."""

    first: str
    then: str = ""
    whose: str = ""

    @property
    def alone(self) -> str:
        """Where the game is named beside it, and not the seats."""
        return ", ".join(filter(None, [f"{self.first}{self.whose}", self.then]))

    def of_game(self, name: str, about: str) -> str:
        """`Your turn in The long war: propose a candidate (red, Perikles)`."""
        then = f": {self.then}" if self.then else ""
        return f"{self.first[:1].upper()}{self.first[1:]} in {name}{then} ({about})"


class Ending(NamedTuple):
    """How a game ended: `carla won`, `you came third of four`."""

    first: str
    then: str = ""

    @classmethod
    def of(cls, places: Mapping[str, int], called: Mapping[str, str], own: str | None) -> Ending:
        """By the place of each seat; `own`: the best of the reader's."""
        won, mine = result_of(places, called), result_of(places, called, own)
        if mine.startswith("You won"):
            return cls("You won", mine.partition(", ")[2])
        if won.endswith(" won"):
            return cls(won, f"{mine[:1].lower()}{mine[1:]}" if own else "")
        return cls("A draw in" if won == "A draw" else "The end of")

    @property
    def alone(self) -> str:
        """Where the game is named beside it."""
        return f"{self.first}: {self.then}" if self.then else self.first

    def of_game(self, name: str, about: str) -> str:
        """`carla won The long war (red, Perikles): you came third of four`."""
        return self.in_full(f"{name} ({about})")

    def in_full(self, name: str) -> str:
        """With the name of the game."""
        return f"{self.first} {name}{f': {self.then}' if self.then else ''}"


class Said(NamedTuple):
    """The same of what stands after the name of its game: `The long war: the game has begun (red, Perikles)`."""

    alone: str

    def of_game(self, name: str, about: str) -> str:
        """With the name of the game."""
        return f"{name}: {self.alone} ({about})"


def turn(veiled: bool) -> str:
    """Whose turn it is, for a subject."""
    return "perhaps your turn" if veiled else "your turn"


def thread_id(sender: str, *parts: str) -> str:
    """What all mails about one thing refer to, as if it were the first of them."""
    return f"<{'.'.join(parts)}@{sender.rsplit('@', 1)[-1]}>"


def message_id(host: Host, *parts: str) -> str:
    """A stable Message-ID: the same mail sent again has the same. Only who got it can know it, as a bounce does."""
    return thread_id(host.config.sender, *parts, host.vault.mark("message", *parts)[:10])


def environment(autoescape: bool) -> jinja2.Environment:
    """The templates, with or without HTML's escaping."""
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=autoescape,  # noqa: S701  (off for plain text only)
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )


TEMPLATES: Final = environment(autoescape=False)
HTML: Final = environment(autoescape=True)


def write(kind: str, facts: dict[str, Any]) -> tuple[str, str]:
    """A mail of a kind: its text, its HTML."""
    text = TEMPLATES.get_template(f"{kind}.j2").render(facts, parts="text.j2")
    html = HTML.get_template(f"{kind}.j2").render(facts, parts="html.j2")
    return tidy(text), tidy(html)


def tidy(text: str) -> str:
    """At most one empty line in a row, none at the ends."""
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n"


def printable(text: str) -> str:
    """Free text on one line, without control characters."""
    return "".join(char if char.isprintable() else " " for char in " ".join(text.split()))


class Verbatim(str):
    """The text of one header. Text that reads as an encoded word is itself encoded, so that no reader decodes it."""

    __slots__ = ("name",)
    name: str

    def fold(self, *, policy: Policy) -> str:
        """The header as it goes out; the email package asks this of every header that has a name."""
        charset = "us-ascii" if self.isascii() and "=?" not in self else "utf-8"
        text = Header(str(self), charset, header_name=self.name).encode(linesep=policy.linesep)
        return f"{self.name}: {text}{policy.linesep}"


def set_header(message: EmailMessage, name: str, text: str) -> None:
    """Set a header to exactly this text; raises ValueError where it has a control character."""
    if not text.isprintable():
        raise ValueError(f"the header {name} has a character that cannot be printed")
    header = Verbatim(text)
    header.name = name
    message[name] = header


def checkpoints(host: Host, session: Session, mail: MailRow) -> Iterator[Checkpoint]:
    """What the headers of a mail say of the log: the checkpoint of the mail before it, and of each entry since.

    The newest comes last. So the mails of two players have lengths of the log in common, however often each is written
    to, and their first difference can be told.
    """
    for newest in own_checkpoints(host, mail.text):
        begin = newest.count - 1
        if mail.game is not None and mail.player is not None:
            begin = min(begin, max(told_before(session, mail) - 1, newest.count - MOST_CHECKPOINTS, 0))
        for entry in read_log(session, newest.log, begin, newest.count - 1):
            yield checkpoint_at(host, entry)
        yield newest


def told_before(session: Session, mail: MailRow) -> int:
    """How many entries of the log the last mail to the same player had told of.

    The last that was sent of those written before it. Mails overtake each other on their way, and some never go: then
    two tell of the same entries, and no entry is left out.
    """
    same = (MailRow.game == mail.game, MailRow.player == mail.player, MailRow.status == SENT)
    earlier = select(MailRow.log_length).where(*same, col(MailRow.id) < mail.id).order_by(col(MailRow.id).desc())
    return session.exec(earlier.limit(1)).first() or 0


def log_length(host: Host, mail: MailRow) -> int | None:
    """Of how many entries of its game's log a mail tells."""
    return max((one.count for one in own_checkpoints(host, mail.text) if one.log == mail.game), default=None)


def own_checkpoints(host: Host, text: str) -> Iterator[Checkpoint]:
    """The checkpoints at the foot of a mail; what people have written may hold others."""
    for found in find_checkpoints(text):
        if isinstance(found, Checkpoint) and found.host == host.identity.signing_key:
            yield found
