"""A loopback mail system: real servers, so that a whole game can be played by mail in a test.

`start_imap` runs pymap's IMAP server with in-memory mailboxes; `start_smtp_sink` runs an SMTP server that hands what it
is given to a function; `MailSystem` is both, an SMTP server that delivers into the mailboxes by APPEND, as a provider
would, with letters for some domains handed on by LMTP. Everything listens on loopback, in threads of this process:

    with MailSystem({"ann@players.test": "secret", "host@ostraka.test": "key"}) as mail:
        config = Config(..., mail=mail.smtp_url, mail_in=mail.imap_url("host@ostraka.test"))
        mail.send("ann@players.test", "host+GAME@ostraka.test", "Subject", text_with_armor)
        ... worker, mailbox and postman run_once ...
        answers = mail.unread("ann@players.test")            # EmailMessages, marked as read
"""

from __future__ import annotations

import asyncio
import email
import imaplib
import re
import smtplib
import socket
import ssl
import threading
from argparse import Namespace
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.policy import SMTP, default
from email.utils import make_msgid
from typing import Any, Self
from urllib.parse import quote

from aiosmtpd.controller import Controller
from imap_tools import AND, BaseMailBox, MailBoxUnencrypted
from proxyprotocol.reader import ProxyProtocolReader
from proxyprotocol.version import ProxyProtocolVersion
from pymap.backend.dict import Config as PymapConfig
from pymap.backend.dict import Identity as PymapIdentity
from pymap.backend.dict import Login
from pymap.imap import IMAPServer
from pymap.user import UserMetadata
from pysasl import SASLAuth
from pysasl.hashing import Cleartext

from tests.api.hosts import free_port
from tests.patience import PATIENCE

HOST = "127.0.0.1"


class Settings(PymapConfig):
    """The server's settings; it would look its own name up for each greeting, and twice what mechanisms there are."""

    greeting = b"Server ready"
    tls_auth = SASLAuth.defaults()


@dataclass
class Imap:
    """An IMAP server with its mailboxes in memory. Start it with `start_imap`."""

    passwords: dict[str, str]
    port: int
    loop: asyncio.AbstractEventLoop
    login: Login
    server: asyncio.Server
    thread: threading.Thread

    def url(self, user: str, folder: str = "INBOX", query: str = "", *, scheme: str = "imap") -> str:
        """The URL of a user's folder, with the password, for `--mail-in`."""
        password = quote(self.passwords[user], safe="")
        return f"{scheme}://{quote(user, safe='')}:{password}@{HOST}:{self.port}/{folder}{query}"

    def add(self, user: str, password: str) -> None:
        """Give a user a mailbox, an empty one in the place of an old one."""
        identity = PymapIdentity(user, self.login, None, frozenset())
        if user in self.passwords:
            self.run(identity.delete())
        self.passwords[user] = password
        self.run(identity.set(UserMetadata(self.login.config, user, password=password)))

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Do something in the server's own thread."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(PATIENCE)

    def open(self, user: str, folder: str = "INBOX") -> BaseMailBox:
        """A connection of a user's, as a mail program makes one; use it in a `with`."""
        return MailBoxUnencrypted(HOST, self.port, timeout=PATIENCE).login(user, self.passwords[user], folder)

    def append(self, user: str, raw: bytes, folder: str = "INBOX") -> None:
        """Put a mail into a mailbox."""
        with imaplib.IMAP4(HOST, self.port, timeout=PATIENCE) as client:
            client.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            client.login(user, self.passwords[user])
            assert client.append(folder, "", "", raw)[0] == "OK"

    def stop(self) -> None:
        """End the server; its mails are gone."""
        self.run(self._close())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(PATIENCE)

    async def _close(self) -> None:
        self.server.close()
        others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)


def start_imap(users: Mapping[str, str], tls: ssl.SSLContext | None = None) -> Imap:
    """An IMAP server for users with their passwords; with `tls`, it speaks TLS from the first byte."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="imap", daemon=True)
    thread.start()
    settings = {"demo_data": False, "demo_user": "", "demo_password": "", "tls_enabled": False, "reject_dnsbl": False}
    config = Settings(
        Namespace(proxy_protocol=None, passlib_cfg=None), host=HOST, port=0, hash_context=Cleartext(), **settings
    )

    async def serve() -> tuple[Login, asyncio.Server]:
        config.apply_context()
        login = Login(config)
        answers = ProxyProtocolReader(ProxyProtocolVersion.get(None)).get_callback(IMAPServer(login, config))
        return login, await asyncio.start_server(answers, HOST, 0, ssl=tls)

    login, server = asyncio.run_coroutine_threadsafe(serve(), loop).result(PATIENCE)
    imap = Imap({}, server.sockets[0].getsockname()[1], loop, login, server, thread)
    for user, password in users.items():
        imap.add(user, password)
    return imap


Deliver = Callable[[str, str, bytes], str | None]
"""Told sender, recipient and mail; answers with an SMTP status when it refuses."""


class Sink:
    """An SMTP server that hands every mail to a function, for each recipient once."""

    def __init__(self, deliver: Deliver, knows: Callable[[str], bool]) -> None:
        self.deliver = deliver
        self.knows = knows
        self.port = free_port()
        self.url = f"smtp://{HOST}:{self.port}"
        self.controller = Controller(
            self, hostname=HOST, port=self.port, ready_timeout=PATIENCE, data_size_limit=8_000_000
        )

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        if not self.knows(address):
            return "550 5.1.1 no such mailbox"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        loop, sender = asyncio.get_running_loop(), envelope.mail_from
        for address in envelope.rcpt_tos:
            refused = await loop.run_in_executor(None, self.deliver, sender, address, envelope.original_content)
            if refused:
                return refused
        return "250 OK"

    def stop(self) -> None:
        self.controller.stop()


def start_smtp_sink(deliver: Deliver, knows: Callable[[str], bool] = lambda address: True) -> Sink:
    """An SMTP server on a free port; `knows` decides which recipients it lets in."""
    sink = Sink(deliver, knows)
    sink.controller.start()
    return sink


@dataclass
class MailSystem:
    """A provider with mailboxes for its users, by address; `lmtp` hands whole domains on to a port."""

    users: dict[str, str]
    lmtp: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.imap = start_imap(self.users)
        self.smtp = start_smtp_sink(self._deliver, self._knows)
        self.smtp_url = self.smtp.url

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """End both servers."""
        self.smtp.stop()
        self.imap.stop()

    def imap_url(self, user: str, folder: str = "INBOX", query: str = "") -> str:
        """The URL of a user's mailbox, for `--mail-in`."""
        return self.imap.url(user, folder, query)

    def add(self, user: str, password: str = "secret") -> None:
        """Give somebody a mailbox."""
        self.imap.add(user, password)

    def send(
        self,
        sender: str,
        recipient: str,
        subject: str,
        text: str,
        files: Sequence[tuple[str, bytes]] = (),
        headers: Mapping[str, str] | None = None,
    ) -> EmailMessage:
        """Send a mail as a person's mail program does; files are attached by name."""
        message = EmailMessage(policy=SMTP)
        message["From"], message["To"], message["Subject"] = sender, recipient, subject
        message["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2])
        for name, value in (headers or {}).items():
            message[name] = value
        message.set_content(text)
        for name, content in files:
            message.add_attachment(content, "application", "octet-stream", filename=name)
        self.hand_in(sender, recipient, message.as_bytes())
        return message

    def hand_in(self, sender: str, recipient: str, raw: bytes) -> None:
        """Send bytes, whatever they are; an empty sender is a bounce's."""
        with smtplib.SMTP(HOST, self.smtp.port, timeout=PATIENCE) as client:
            client.sendmail(sender, [recipient], re.sub(rb"\r?\n", b"\r\n", raw))

    def reply(self, message: EmailMessage, sender: str, text: str, files: Sequence[tuple[str, bytes]] = ()) -> None:
        """Answer a mail with its text quoted beneath, as a person's mail program does."""
        body = message.get_body(("plain",))
        quoted = "".join(f"> {line}\n" for line in (body.get_content() if body else "").splitlines())
        thread = {"In-Reply-To": str(message["Message-ID"]), "References": str(message["Message-ID"])}
        to = str(message["Reply-To"] or message["From"])
        self.send(sender, to, f"Re: {message['Subject']}", f"{text}\n\nThe host wrote:\n{quoted}", files, thread)

    def unread(self, user: str, folder: str = "INBOX") -> list[EmailMessage]:
        """A user's new mails, in the order in which they came; they are marked as read."""
        with self.imap.open(user, folder) as box:
            raws = [mail.obj.as_bytes() for mail in box.fetch(AND(seen=False))]
        return [email.message_from_bytes(raw, policy=default) for raw in raws]  # type: ignore[misc]

    def _knows(self, address: str) -> bool:
        return self._box(address) in self.imap.passwords or address.rpartition("@")[2] in self.lmtp

    def _box(self, address: str) -> str:
        local, _, domain = address.rpartition("@")
        return f"{local.partition('+')[0]}@{domain}"

    def _deliver(self, sender: str, address: str, raw: bytes) -> str | None:
        port = self.lmtp.get(address.rpartition("@")[2])
        if port is None:
            path = b"Return-Path: <%s>\r\n" % sender.strip("<>").encode()
            self.imap.append(self._box(address), path + raw)
            return None
        try:
            with smtplib.LMTP(HOST, port) as client:
                client.sendmail(sender.strip("<>"), [address], raw)
        except smtplib.SMTPResponseException as error:
            return f"{error.smtp_code} {error.smtp_error.decode()}"  # type: ignore[union-attr]
        return None
