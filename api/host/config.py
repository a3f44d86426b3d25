"""What a host is told when it starts: where it stores, mails and listens, its master key and its clock.

Everything is read once at the edge and handed in; nothing below asks the environment or the system
clock.
"""

from __future__ import annotations

import ipaddress
import os
import re
import stat
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from api.http.problems import ConfigurationError
from api.http.rate_limits import Limits
from schemas.errors import Malformed
from schemas.statements.canonical import from_base64url, to_base64url
from schemas.statements.payloads import SuiteName

MASTER_KEY_BYTES = 32
SHORTEST_TOKEN = 24
BUNDLE = re.compile(r'src="([0-9a-f]{16})/shell.js"')
Registering = Literal["open", "invited"]


def is_this_machine(host: str) -> bool:
    """Is this a name or an address of the machine itself?"""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def reaches_phones(public_url: str) -> bool:
    """Do browsers let the pages of an address play? On other machines only what comes over https; on its own, all."""
    address = urlsplit(public_url)
    return address.scheme == "https" or is_this_machine(address.hostname or "")


def utc_now() -> datetime:
    """The system's clock."""
    return datetime.now(UTC)


@dataclass(frozen=True, kw_only=True)
class Config:
    """The settings of one host."""

    master_key: bytes
    database: str = "sqlite:///ostraka.db"
    phase_keys: Path | None = None
    """The folder of the keys that wrap those of open phases; PostgreSQL needs one, SQLite none."""
    mail: str | None = None
    mail_in: str | None = None
    keep_mails: int = 1
    """Days after which what was sent is emptied."""
    sender: str = "ostraka@localhost"
    name: str = "Ostraka"
    public_url: str = "http://localhost"
    source_url: str | None = None
    """Where the source of what runs here is, changes included: who uses the host is offered it (AGPL, section 13)."""
    play: Path | None = None
    """The folder of the table that plays in the browser itself; served at /play/."""
    register: Registering = "open"
    """Who may take a new name: everybody, or who is invited."""
    cors: bool = False
    """Pages of other origins may send what is signed, and read the answer."""
    suite: SuiteName = "mlkem768x25519"
    waiting: int = 8
    """So many requests may wait for news at once."""
    limits: Limits = field(default_factory=Limits)
    proxies: str = "127.0.0.1,::1"
    """Addresses of the proxies in front of the host: theirs is the word (X-Forwarded-For) on who asks."""
    lan_webhooks: bool = False
    """Webhooks may lead into private networks and by plain http."""
    connections: int = 20
    """So many connections to PostgreSQL at once."""
    rules_seconds: float = 30.0
    """Whatever the rules of a game are asked is given up after so many seconds."""
    works: bool = True
    """Besides serving, it cuts, resolves and mails."""
    backups: Path | None = None
    """The folder in which backups are looked for."""
    metrics_token: str | None = None
    """Who brings it may read the figures of the host; None: nobody may."""
    drain: int = 0
    """Seconds for which it serves on when it is told to stop, so that a proxy can turn away from it."""
    clock: Callable[[], datetime] = utc_now

    def __post_init__(self) -> None:
        """Refuse a key of another length, an address of the source that is none, and a token that can be guessed."""
        if len(self.master_key) != MASTER_KEY_BYTES:
            raise ConfigurationError(
                f"the master key has {len(self.master_key)} bytes; it must have {MASTER_KEY_BYTES}"
            )
        if self.source_url and not self.source_url.startswith(("https://", "http://")):
            raise ConfigurationError(
                f"the source address is {self.source_url!r}; it must begin with https:// or http://"
            )
        if self.metrics_token is not None and len(self.metrics_token) < SHORTEST_TOKEN:
            raise ConfigurationError(
                f"the token for /metrics has {len(self.metrics_token)} characters; it must have {SHORTEST_TOKEN}, such "
                "as `openssl rand -hex 24` prints"
            )

    @property
    def table(self) -> str | None:
        """Where a browser opens the table that it serves; None where it serves none, or none that browsers let play."""
        return (
            f"{self.public_url.rstrip('/')}/play/"
            if self.play is not None and reaches_phones(self.public_url)
            else None
        )

    @property
    def bundle(self) -> str | None:
        """The hash of the table that it serves at /play/, after which its folder is named; None where there is none.

        Read each time: it may be built anew meanwhile.
        """
        index = self.play / "index.html" if self.play else None
        if index is None or not index.is_file():
            return None
        found = BUNDLE.search(index.read_text(encoding="utf-8"))
        return found[1] if found else None

    def address(self, game: str | None) -> str:
        """Where mail about a game goes: the host's address with the game in it; without a game its own."""
        local, _, domain = self.sender.rpartition("@")
        return f"{local}+{game}@{domain}" if game else self.sender


def parse_master_key(text: str) -> bytes:
    """Read a master key written as 64 hex digits or as base64url."""
    text = text.strip()
    if len(text) == 2 * MASTER_KEY_BYTES:
        try:
            return bytes.fromhex(text)
        except ValueError:
            raise ConfigurationError("the master key has 64 characters that are not all hex digits") from None
    try:
        return from_base64url(text, "master key", MASTER_KEY_BYTES)
    except Malformed as error:
        raise ConfigurationError(f"{error}; 64 hex digits or base64url of {MASTER_KEY_BYTES} bytes are right") from None


def read_master_key(path: Path) -> bytes:
    """Read the master key's file, which only its owner may be able to read."""
    if not path.exists():
        raise ConfigurationError(
            f"there is no master key at {path}; `ostraka db init` makes one for a new host, and for an old one "
            "the key must be brought back from its backup"
        )
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & 0o077:
        raise ConfigurationError(f"the master key {path} has mode {mode:04o}; it must be 0600 (chmod 600 {path})")
    return parse_master_key(path.read_text())


def create_master_key(path: Path) -> bytes:
    """Make a new master key and write it to a file of mode 0600; never over another."""
    key = os.urandom(MASTER_KEY_BYTES)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(to_base64url(key) + "\n")
    return key
