"""The one key of this browser: made, fetched, opened, copied, forgotten; and for how long it stays open."""

from __future__ import annotations

import json
import re
import shutil
from time import time
from typing import TYPE_CHECKING, Any, Final, Literal

from cli.browser.errands import ROAD
from cli.browser.hosts import PageHosts
from cli.errors import Misuse, Refused, Unreachable
from cli.home.home import NAME, make_private, write_private
from cli.home.settings import settle, settled
from cli.terminal.finding import GAME_ID
from schemas.primitives import page

if TYPE_CHECKING:
    from cli.client import Client

Copy = Literal["host", "file", "none"]
STAYS: Final = {"page": 0, "evening": 8 * 3_600, "month": 30 * 86_400}
"""For how many seconds a key stays open in this browser, by what was chosen; `page`: until the page is closed."""
SHORTEST: Final = 8
"""Characters of a password that only this browser's copy needs."""
GOES: Final = (
    *("keys", "receipts", "sealed", "unsent", "checkpoints", "letters", "components"),
    *("hosts.json", "hosts.lock", "settings.json"),
)
"""What of a person lies in this browser, besides the games against bots and what is half made in games at hosts."""
page.aside = ROAD.stretch
HALF_MADE: Final = re.compile(rf"{GAME_ID.pattern}-.*")


class Keys:
    """What is done with the key; `said`: what the page's script is to keep of it, or to forget, told once.

    `linked`: what stood behind the `#` of a link with a key that was opened, until its password has come.
    """

    def __init__(self, hosts: PageHosts) -> None:
        self.hosts = hosts
        self.said: dict[str, Any] | None = None
        self.linked = ""
        self.until: float | None = None
        """When an open key is locked again, in seconds since 1970; None: with the page."""

    @property
    def names(self) -> list[str]:
        """Whose keys are in this browser."""
        return self.hosts.home.key_names()

    @property
    def name(self) -> str:
        """Whose key is used."""
        return self.hosts.connection.handle()

    @property
    def copied(self) -> str:
        """Where a copy of the key lies: `host`, `file`, or nothing where there is none."""
        return str(settled(self.hosts.home.root).get("copy", "none")).replace("none", "")

    def make(self, url: str, name: str, password: str, copy: Copy, word: str = "") -> None:
        """Make the keys of a new player, register them, with the word of an invitation or without, and keep a copy."""
        name = handle(name)
        require_good(password, copy)
        client = self.hosts.connection.client(url)
        fresh = ROAD.same(("fresh", name), lambda: not self.hosts.home.key_path(name).exists())
        if not self.hosts.home.key_path(name).exists():
            if client.at_once(lambda: client.is_registered(name), client.meet)[0]:
                raise Misuse(
                    f"Somebody plays as {name} at this host already. If that is you, sign in with your password; if "
                    "not, choose another name.",
                    "taken",
                )
            self._make(client, name, password)
        self.open(name, password)
        client = self.hosts.client(url)
        try:
            self.register(client, word)
        except Refused:
            if fresh:
                self.forget_key(name)
            raise
        except Unreachable:
            self.hosts.lock()  # whether it arrived nobody knows: opening the key registers it
            raise
        if fresh:
            client.pins.see_aliases({})  # a new player has none
        self.copy(client, password, copy)

    def register(self, client: Client, word: str = "") -> None:
        """Have a host know the key; doing it again changes nothing."""
        client.register(invited=word or None)
        settle(self.hosts.home.root, registered=True)

    @property
    def registered(self) -> bool:
        """Whether a host has said that it knows the key."""
        return bool(settled(self.hosts.home.root).get("registered"))

    def _make(self, client: Client, name: str, password: str) -> None:
        """Locked at once as the host keeps a copy: the password is stretched only once."""
        from schemas.keys.identities import Identity, KeyFile
        from schemas.keys.kept_keys import CopyLock

        lock, path = CopyLock.of(password, client.host.key_id, name), self.hosts.home.key_path(name)
        make_private(path.parent)
        write_private(path, lock.locked(Identity.generate().to_bytes()))
        self.hosts.connection.opened[KeyFile.read(path).digest] = lock.made.file_key

    def copy(self, client: Client, password: str, copy: Copy) -> None:
        """Have a copy of the locked key kept at the host; or note that it is not."""
        if copy == "host":
            client.keep_key(self.file, password)
        settle(self.hosts.home.root, copy=copy)

    def note_file(self) -> None:
        """The player keeps a copy themself; where the host keeps one too, that is what counts."""
        if self.copied != "host":
            settle(self.hosts.home.root, copy="file")

    def fetch(self, url: str, name: str, password: str) -> None:
        """Fetch the key of which the host keeps a copy, and open it."""
        name = handle(name)
        file, _ = self.hosts.connection.client(url).fetch_key(name, password)
        self.take_in(name, file, password)
        settle(self.hosts.home.root, copy="host", registered=True)

    def take_in(self, name: str, file: bytes, password: str) -> None:
        """Put a key file into this browser once its password opens it, and use it; one that was there is kept aside."""
        from schemas.keys.identities import KeyFile
        from schemas.keys.password_files import PasswordFile

        home, name = self.hosts.home, handle(name)
        key = PasswordFile.parse(file).file_key(password)
        KeyFile(home.key_path(name), file).identity(key)
        if not home.key_path(name).exists() or home.key_path(name).read_bytes() != file:
            make_private(home.new_key_path(name).parent)
            write_private(home.new_key_path(name), file)
            home.replace_key(name, None)
        self.hosts.connection.opened[KeyFile.read(home.key_path(name)).digest] = key
        self.open(name, password)

    def open(self, name: str, password: str) -> None:
        """Open a key that is in this browser with its password."""
        connection = self.hosts.connection
        if name not in self.names:
            raise Misuse(
                f"The key of {name} is not in this browser: sign in with its password, or open its file.", "none"
            )
        connection.key = name
        try:
            self.hosts.unlock(password)
        except BaseException:
            connection.password = None
            raise

    def lock(self) -> None:
        """Forget what opens the key, here and in the browser's own store."""
        self.hosts.lock()
        self.until = None
        self.said = {"forget": True}

    def leave(self) -> None:
        """Take everything of the player off this browser; games against bots stay."""
        self.lock()
        self.hosts.connection.key = None
        for name in GOES:
            path = self.hosts.home.root / name
            shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
        for path in (self.hosts.home.root / "table").glob("*.json"):
            if HALF_MADE.fullmatch(path.stem):
                path.unlink()

    def stay_open(self, how: str) -> None:
        """Have the browser keep the key open for as long as was chosen, under a key that nobody can export."""
        from schemas.keys.identities import KeyFile

        seconds, digest = STAYS.get(how, 0), KeyFile.read(self.hosts.home.key_path(self.name)).digest
        opens = self.hosts.connection.opened.get(digest)
        self.until = int(time()) + seconds if seconds else None
        if self.until is None or opens is None:
            self.said = {"forget": True}
        else:
            self.said = {"name": self.name, "digest": digest, "key": opens.hex(), "until": self.until}

    def wake(self, kept: str) -> bool:
        """Open the key with what the browser had kept; whether it fits."""
        from schemas.errors import ProtocolError

        known = json.loads(kept)
        self.hosts.connection.key = known["name"]
        self.hosts.connection.opened[known["digest"]] = bytes.fromhex(known["key"])
        try:
            self.hosts.unlock()
        except (Misuse, ProtocolError):  # the file is another by now, or gone
            self.hosts.lock()
            return False
        self.until = known["until"]
        return True

    def expire(self) -> bool:
        """Lock the key where the time is over for which it was to stay open; whether it was."""
        over = self.until is not None and time() > self.until
        if over:
            self.lock()
        return over

    def told(self) -> str:
        """What the script is to do with the key, as JSON; nothing where that was told."""
        said, self.said = self.said, None
        return json.dumps(said) if said is not None else ""

    @property
    def file(self) -> bytes:
        """The locked key."""
        return self.hosts.home.key_path(self.name).read_bytes()

    def forget_key(self, name: str) -> None:
        """Delete a key that no host has taken."""
        self.hosts.home.key_path(name).unlink(missing_ok=True)
        self.hosts.lock()


def handle(name: str) -> str:
    """A name as hosts take it; Misuse says what one is made of."""
    wanted = name.strip().lower()
    if not NAME.fullmatch(wanted):
        raise Misuse(
            f"{name.strip()!r} can't be a name here: a name has 2 to 32 letters from a to z, digits or hyphens, and "
            "no hyphen first.",
            "name",
        )
    return wanted


def require_good(password: str, copy: Copy) -> None:
    """Misuse where a password is too weak for what is to be done with it."""
    from schemas.keys.kept_keys import weakness

    if copy == "host" and (why := weakness(password)):
        raise Misuse(f"This password is too weak for a copy at the host: {why}", "weak-password")
    if len(password) < SHORTEST:
        raise Misuse(f"A password has {SHORTEST} characters or more; a few words are best.", "weak-password")
