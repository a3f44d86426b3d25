"""Headers of mails that say what they are given, and nothing else.

Python's own header classes decode RFC 2047 words in what is assigned to them: `=?utf-8?q?a=0d=0aBcc:...?=` in a game's
name would end the header and begin another. What people have written therefore never reaches those classes.
"""

from __future__ import annotations

from collections.abc import Iterator
from email.header import Header
from email.message import EmailMessage
from email.policy import Policy
from typing import Final

from sqlmodel import Session, col, select

from api.games.game_log import checkpoint_at, read_log
from api.host.host import Host
from api.store.models import SENT, MailRow
from schemas.log.checkpoints import Checkpoint, find_checkpoints

MOST_CHECKPOINTS: Final = 48


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
            begin = min(begin, max(told_before(host, session, mail) - 1, newest.count - MOST_CHECKPOINTS, 0))
        for entry in read_log(session, newest.log, begin, newest.count - 1):
            yield checkpoint_at(host, entry)
        yield newest


def told_before(host: Host, session: Session, mail: MailRow) -> int:
    """How many entries of the log the last mail to the same player had told of."""
    same = (MailRow.game == mail.game, MailRow.player == mail.player, MailRow.status == SENT)
    earlier = select(MailRow.text).where(*same, col(MailRow.id) < mail.id).order_by(col(MailRow.id).desc()).limit(1)
    text = session.exec(earlier).first() or ""
    return max((one.count for one in own_checkpoints(host, text) if one.log == mail.game), default=0)


def own_checkpoints(host: Host, text: str) -> Iterator[Checkpoint]:
    """The checkpoints at the foot of a mail; what people have written may hold others."""
    for found in find_checkpoints(text):
        if isinstance(found, Checkpoint) and found.host == host.identity.signing_key:
            yield found
