"""How mails leave the host, chosen by URL: files in a folder, or an SMTP server.

`file:///folder` writes one .eml file a mail, whole or not at all. `smtp://[user:password@]host[:port]` speaks SMTP and
gives a password only over STARTTLS or to this machine itself; `smtps://` speaks TLS from the first byte.
"""

from __future__ import annotations

import os
import smtplib
import ssl
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path
from urllib.parse import SplitResult, unquote, urlsplit

from api.host.config import is_this_machine
from api.http.problems import ConfigurationError

TIMEOUT = 10.0
Transport = Callable[[EmailMessage], None]


class MailRefused(Exception):
    """The other side refused this mail for good; sending it again would change nothing."""


class MailFailed(Exception):
    """The mail did not go out this time."""


def transport(url: str) -> Transport:
    """The transport that a URL names."""
    parts = urlsplit(url)
    if parts.scheme == "file" and not parts.netloc and parts.path.startswith("/"):
        return to_folder(Path(unquote(parts.path)))
    if parts.scheme in ("smtp", "smtps") and parts.hostname:
        return lambda message: send(parts, message)
    raise ConfigurationError(
        "the mail URL is none of file:///folder, smtp://[user:password@]host[:port], smtps://[user:password@]host[:port]"
    )


def to_folder(folder: Path) -> Transport:
    """Write each mail as a file named after its Message-ID: sent twice, it is there once."""
    folder.mkdir(parents=True, exist_ok=True)

    def write(message: EmailMessage) -> None:
        path = folder / f"{str(message['Message-ID']).strip('<>')}.eml"
        draft = path.with_suffix(".part")
        try:
            with open(draft, "wb") as file:
                file.write(message.as_bytes())
                file.flush()
                os.fsync(file.fileno())
            draft.replace(path)
        except OSError as error:
            raise MailFailed from error

    return write


def send(parts: SplitResult, message: EmailMessage) -> None:
    """Hand a mail to an SMTP server."""
    try:
        with connect(parts) as server:
            server.send_message(message)
    except smtplib.SMTPRecipientsRefused as error:
        raise (MailRefused if all(code >= 500 for code, _ in error.recipients.values()) else MailFailed) from error
    except smtplib.SMTPDataError as error:
        raise (MailRefused if error.smtp_code >= 500 else MailFailed) from error
    except (smtplib.SMTPException, OSError) as error:
        raise MailFailed from error


def connect(parts: SplitResult) -> smtplib.SMTP:
    """A connection that has logged in if the URL names a user."""
    host = str(parts.hostname)
    if parts.scheme == "smtps":
        context = ssl.create_default_context()
        server: smtplib.SMTP = smtplib.SMTP_SSL(host, parts.port or 465, timeout=TIMEOUT, context=context)
    else:
        server = smtplib.SMTP(host, parts.port or 25, timeout=TIMEOUT)
    try:
        if parts.username:
            if parts.scheme == "smtp" and not is_this_machine(host):
                server.starttls(context=ssl.create_default_context())
            server.login(unquote(parts.username), unquote(parts.password or ""))
    except BaseException:
        server.close()
        raise
    return server
