"""The player's home directory: keys, what is known of hosts, and every receipt.

keys/<name>.age                                  a player's keys, locked with a password (bots may go without)
keys/former/<name>-<key>.age                     keys that were replaced: they open what was sealed to them
keys/new/<name>.age                              a key that will replace keys/<name>.age once a host knows it
agent.json                                       where the process is that keeps keys open for a while
hosts.json                                       the pinned key of each host, and the newest seen of each game
receipts/<game>/<seat>-<phase>-<sequence>.json   each receipt, with the envelope it is for
sealed/<game>/<seat>-<phase>-<sequence>.json     each envelope sealed for a mail, until its receipt comes
unsent/<game>-<seat>.json                        the newest envelope that no host has answered to, until one does
letters/<game>-<seat>-<phase>.json               the host's newest letter for each phase, as it was sealed
checkpoints/<game>.json                          what the host has signed of a game's log, each with how it came
"""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.errors import ClientError, Misuse
from cli.home.locks import locked
from schemas.statements.in_words import listed

if TYPE_CHECKING:
    from schemas.keys.identities import Identity


NAME = re.compile(r"[a-z0-9][a-z0-9-]{1,31}")  # a key's name is its player's handle
MAKE_KEY = "Make one with: ostraka key new {name} (or, if you had one and lost it: ostraka key lost {name})"


class Home:
    """A directory that belongs to one person; everything in it is readable by its owner alone."""

    def __init__(self, root: Path, open_key: Callable[[Path], Identity] | None = None) -> None:
        self.root = root
        self.open_key = open_key or open_unlocked

    @classmethod
    def default(cls) -> Home:
        """The directory of `OSTRAKA_HOME`, else `~/.config/ostraka`."""
        return cls(Path(os.environ.get("OSTRAKA_HOME") or Path.home() / ".config" / "ostraka"))

    def key_names(self) -> list[str]:
        """The names of the keys in this home, sorted."""
        return sorted(path.stem for path in (self.root / "keys").glob("*.age"))

    def key_path(self, name: str) -> Path:
        """The file of the key of that name, whether it exists or not."""
        if not NAME.fullmatch(name):
            raise Misuse(f"{name!r} cannot be the name of a key: use 2 to 32 of a-z, 0-9 and -, not beginning with -.")
        return self.root / "keys" / f"{name}.age"

    def new_key_path(self, name: str) -> Path:
        """The file of a key that will replace the one of this name."""
        return self.root / "keys" / "new" / self.key_path(name).name

    def former_identity(self, key_id: str) -> Identity | None:
        """Replaced keys by their id; they still open what was sealed to them."""
        for path in sorted((self.root / "keys" / "former").glob(f"*-{key_id.rpartition(':')[2]}.age")):
            return self.open_key(path)
        return None

    def former_identities(self, name: str) -> Iterator[Identity]:
        """The replaced keys of a name, whose aliases follow from them."""
        for path in sorted((self.root / "keys" / "former").glob(f"{name}-*.age")):
            yield self.open_key(path)

    def replace_key(self, name: str, old: str | None) -> None:
        """Put the new key in the place of the old one, which is kept; `old` is its id (None: not known)."""
        path = self.key_path(name)
        if path.exists():
            make_private(path.parent / "former")
            mark = old.rpartition(":")[2] if old else f"lost-{time.time_ns()}"
            os.replace(path, path.parent / "former" / f"{name}-{mark}.age")
        os.replace(self.new_key_path(name), path)

    def choose_key(self, name: str | None) -> str:
        """The key of that name; without a name, the only key there is."""
        names = self.key_names()
        if name is None:
            if len(names) == 1:
                return names[0]
            if names:
                raise Misuse(f"Which key? {self.root}/keys has {listed(names)}: add --key NAME.")
            raise Misuse(f"There is no key in {self.root}/keys yet. {MAKE_KEY.format(name='NAME')}")
        if name not in names:
            only = f", only {listed(names)}" if names else ""
            raise Misuse(f"There is no key {name!r} in {self.root}/keys{only}. {MAKE_KEY.format(name=name)}")
        return name

    def hosts(self) -> dict[str, Any]:
        """What is known of hosts, by address."""
        path = self.root / "hosts.json"
        try:
            known = json.loads(path.read_bytes())
        except FileNotFoundError:
            return {}
        except ValueError as error:
            raise ClientError(f"{path} is not JSON ({error}). Restore a backup: it holds the pinned keys.") from None
        return dict(known)

    @contextmanager
    def changing_hosts(self) -> Iterator[dict[str, Any]]:
        """Read, change and write `hosts.json` while no other process does; not written if nothing has changed."""
        make_private(self.root)
        with locked(self.root / "hosts.lock"):
            known = self.hosts()
            before = json.dumps(known)
            yield known
            if json.dumps(known) != before:
                after = json.dumps(known, indent=2, sort_keys=True)
                write_private(self.root / "hosts.json", after.encode() + b"\n")

    def receipt_path(self, game: str, seat: str, phase: int, sequence: int) -> Path:
        """The file of an envelope's receipt."""
        return self.root / "receipts" / safe_name(game) / f"{safe_name(seat)}-{phase}-{sequence}.json"

    def receipt_phases(self, game: str, seat: str) -> list[int]:
        """The phases for which that seat has a receipt, ascending."""
        names = [path.stem.rsplit("-", 2) for path in (self.root / "receipts" / safe_name(game)).glob("*.json")]
        return sorted({int(phase) for of, phase, _ in names if of == seat})

    def newest_receipt(self, game: str, seat: str, phase: int) -> int:
        """The highest sequence of an envelope of the seat for the phase of which there is a receipt; 0 without one."""
        names = [path.stem.rsplit("-", 2) for path in (self.root / "receipts" / safe_name(game)).glob("*.json")]
        return max((int(number) for of, at, number in names if (of, at) == (seat, str(phase))), default=0)

    def sealed_path(self, game: str, seat: str, phase: int, sequence: int) -> Path:
        """The file of an envelope that was sealed for a mail."""
        return self.root / "sealed" / safe_name(game) / f"{safe_name(seat)}-{phase}-{sequence}.json"

    def unsent_path(self, game: str, seat: str) -> Path:
        """The file of the envelope that is sent again as soon as the host answers."""
        return self.root / "unsent" / f"{safe_name(game)}-{safe_name(seat)}.json"

    def letter_path(self, game: str, seat: str, phase: int) -> Path:
        """The file of the newest letter to a seat about that phase."""
        return self.root / "letters" / f"{safe_name(game)}-{safe_name(seat)}-{phase}.json"

    def letter_phases(self, game: str, seat: str) -> list[int]:
        """The phases about which there is a letter to that seat, ascending."""
        names = [path.stem.rpartition("-") for path in (self.root / "letters").glob("*.json")]
        return sorted(int(phase) for place, _, phase in names if place == f"{game}-{seat}")

    def letter_seats(self, game: str) -> list[str]:
        """The seats of a game to which there is a letter."""
        names = [path.stem.rpartition("-")[0] for path in (self.root / "letters").glob(f"{safe_name(game)}-*.json")]
        return sorted({name.removeprefix(f"{game}-") for name in names})

    def checkpoints_path(self, game: str) -> Path:
        """The file of the checkpoints of a game's log."""
        return self.root / "checkpoints" / f"{safe_name(game)}.json"

    def keep_file(self, path: Path, content: bytes) -> None:
        """Write a file that only the owner can read, in a folder that only the owner can open."""
        make_private(path.parent)
        write_private(path, content)

    def keep_receipt(
        self, path: Path, receipt: dict[str, Any], envelope: dict[str, Any], note: str | None = None
    ) -> None:
        """Store a receipt with the envelope it is for: together they are the player's proof; with its checkpoint."""
        proof = {"receipt": receipt, "envelope": envelope, **({"checkpoint": note} if note else {})}
        make_private(path.parent)
        write_private(path, json.dumps(proof, indent=2, ensure_ascii=False).encode() + b"\n")


def open_unlocked(path: Path) -> Identity:
    """The keys of a file that has no password."""
    from schemas.keys.identities import Identity

    return Identity.load(path, None)


def normalised_url(url: str) -> str:
    """An address in the form under which a host is remembered."""
    url = url.strip().rstrip("/")
    return url.removesuffix("/api/v1")


def safe_name(word: str) -> str:
    """A name from the wire, if it is safe as the name of a file."""
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_.-]*", word):
        raise Misuse(f"{word!r} cannot be a game or seat: only letters, digits, '-', '_' and '.' may be in it.")
    return word


def make_private(folder: Path) -> None:
    """Make a folder, and those above it, for its owner alone."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def write_private(path: Path, content: bytes, *, lasting: bool = True) -> None:
    """Write a file for its owner alone, whole or not at all; what is not `lasting` may be lost when the power fails."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
        file.write(content)
        if lasting:
            file.flush()
            os.fsync(file.fileno())
    os.replace(draft, path)


# --- the numbers of signed statements -------------------------------------------------------------------------------


def next_number(home: Home, url: str, mark: str, above: int = 0) -> int:
    """The next number for a mark (a scope and its signer) at a known host, above the one given."""
    with home.changing_hosts() as hosts:
        numbers = hosts[url].setdefault("numbers", {})
        numbers[mark] = max(int(numbers.get(mark, 0)) + 1, above + 1, int(time.time()))
        return int(numbers[mark])
