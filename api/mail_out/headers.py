"""Headers of mails that say what they are given, and nothing else.

Python's own header classes decode RFC 2047 words in what is assigned to them: `=?utf-8?q?a=0d=0aBcc:...?=` in a game's
name would end the header and begin another. What people have written therefore never reaches those classes.
"""

from __future__ import annotations

from email.header import Header
from email.message import EmailMessage
from email.policy import Policy


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
