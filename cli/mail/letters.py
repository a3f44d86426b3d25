"""A host's letters to one's own seat: read, compared with what is known of the host, kept, and worked from offline.

Invariants, checked before anything in the letter is used; `TrustBroken` where one fails:
- it is signed with the pinned key of a host that this home has met, or to which such a host moved the game;
- its keys of the phase and of the books are signed by the same host for this very game, and are those seen before.

The newest letter is the one about the highest phase, and of one phase the one written last. An older one can be read,
and changes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from cli.errors import Misuse, Refused, TrustBroken, proving
from cli.home.aliases import find_alias
from cli.home.home import Home
from cli.rules.components_files import load_components, refuse_without_file
from cli.trust.checkpoints import Checkpoints
from cli.trust.host_proofs import Host
from cli.trust.pins import Pins
from schemas.documents.components_files import named, unpacked
from schemas.documents.letters import SUFFIX, open_letter, read_outside, unseal_letter
from schemas.keys.aliases import alias_handle
from schemas.log.checkpoints import read_checkpoint
from schemas.statements.canonical import from_base64url
from schemas.statements.payloads import BOOK, Letter
from schemas.statements.statements import key_id

if TYPE_CHECKING:
    from schemas.keys.identities import Identity
    from schemas.keys.sealing import PhasePublicKey


class Body(msgspec.Struct, frozen=True):
    """What a letter says about an open phase; fields of later versions are ignored."""

    title: str
    version: str
    name: str
    view: dict[str, Any]
    book_key: dict[str, Any]
    url: str
    key: dict[str, Any] | None = None
    deadline: str | None = None
    address: str | None = None
    news: list[str] = []
    fallen: list[dict[str, str]] = []
    foreseen: list[str] = []
    sequences: dict[str, int] = {}
    components: str | None = None


class VerifiedLetter(msgspec.Struct, frozen=True):
    """A verified letter: what it is, what it says, and the host that wrote it, with its pinned address."""

    letter: Letter
    body: Body
    host: Host
    url: str
    raw: bytes

    def key(self, phase: int) -> tuple[PhasePublicKey, int]:
        """The verified key of the letter's phase or of the books, and the newest sequence the host had then."""
        notice = self.body.book_key if phase == BOOK else self.body.key
        if notice is None or phase not in (BOOK, self.letter.phase):
            raise Refused(f"This letter has no key for phase {phase}: no phase was open.", "no-open-phase")
        signed_key = {"phase": phase, "version": self.body.version, "key": notice}
        newest = self.body.sequences.get("book" if phase == BOOK else "phase", 0)
        return self.host.phase_key(self.letter.game, signed_key), newest

    @property
    def age(self) -> tuple[int, str]:
        """What letters to one seat are ordered by."""
        return self.letter.phase, self.letter.at


def read_letter(raw: bytes, identity: Identity, home: Home) -> VerifiedLetter:
    """Open a letter about a phase, and verify it with the pinned key of the host that signed it."""
    letter, url, host = verify_letter(raw, identity, home)
    try:
        body = msgspec.convert(letter.body, Body)
    except msgspec.ValidationError as error:
        raise Refused(f"This program cannot read that letter ({error}): install a newer version.") from None
    load_components(home, body.view["version"], body.view.get("options", {}), lambda: components_in(body))
    return VerifiedLetter(letter, body, host, url, raw)


def components_in(body: Body) -> str:
    """The components file in a letter; where there is none, Misuse says how to get it."""
    if body.components is None:
        refuse_without_file(named(body.view.get("options", {})))
    with proving("The components file in the letter"):
        return unpacked(body.components)


def verify_letter(raw: bytes, identity: Identity, home: Home) -> tuple[Letter, str, Host]:
    """A letter to this player as a pinned host signed it, with that host's pinned address."""
    outside = read_outside(raw)
    own = identity if outside.player == identity.key_id else home.former_identity(outside.player)
    if own is None and (found := find_alias(home, identity, outside.player, outside.game)) is not None:
        own, at, where = found
        Pins(home, at).see_aliases({where: alias_handle(own.key_id)})
    if own is None:
        raise Misuse(
            f"The letter to {outside.seat} of {outside.game} is for the key {outside.player}, "
            f"but yours is {identity.key_id}. If it is for another of your keys, add --key NAME."
        )
    sealed = unseal_letter(raw, own)
    url, host = pinned_host(home, sealed.key_id)
    with proving("The letter"):
        return open_letter(raw, own, host.key), url, host


def take_checkpoint(home: Home, letter: Letter, url: str, host: Host) -> None:
    """Compare the checkpoint in a verified letter with those that came before."""
    if (note := letter.body.get("checkpoint")) is None:
        return
    what = f"{letter.kind} letter to {letter.seat}, phase {letter.phase}, of {letter.at}"
    with proving(f"The checkpoint in the {what}"):
        found = read_checkpoint(str(note))
        found.verify(host.key)
    Checkpoints(home, letter.game).take(found, what, Pins(home, url).of_game(letter.game))


def pinned_host(home: Home, signer: str) -> tuple[str, Host]:
    """The host with this key, and its pinned address."""
    for url, known in sorted(home.hosts().items()):
        key = from_base64url(known["key"], "pinned key", 32)
        if key_id(key) == signer:
            return url, Host(known["name"], key)
    raise TrustBroken(
        f"It is signed by {signer}, which is not the key of any host you have met (see {home.root}/hosts.json). "
        "If you trust the host, register there first: ostraka key register --url ADDRESS"
    )


def keep_letter(home: Home, identity: Identity, found: VerifiedLetter) -> bool:
    """Compare a letter with what is known of its host, and keep it; False for one older than the newest."""
    letter, pins = found.letter, Pins(home, found.url)
    pins.require_home(letter.game)
    take_checkpoint(home, letter, found.url, found.host)
    for phase in (BOOK, letter.phase) if found.body.key else (BOOK,):
        key, newest = found.key(phase)
        pins.see_key(letter.game, phase, key.id)
        pins.raise_to(letter.game, {f"sequence of {letter.seat} in phase {phase}": newest})
    phases = home.letter_phases(letter.game, letter.seat)
    if phases and letter.phase < phases[-1]:
        return False
    path = home.letter_path(letter.game, letter.seat, letter.phase)
    if letter.phase in phases and read_letter(path.read_bytes(), identity, home).age > found.age:
        return False
    pins.raise_to(letter.game, {"phase": letter.phase})
    home.keep_file(path, found.raw)
    return True


def newest_letter(home: Home, identity: Identity, game: str, seat: str) -> VerifiedLetter:
    """The newest letter to a seat that was opened in this home, verified again."""
    phases = home.letter_phases(game, seat)
    if not phases:
        raise Misuse(
            f"No letter to {seat} of {game} was opened here. Save the {SUFFIX} file of the newest mail of that game, "
            "or the mail itself, and: ostraka open FILE"
        )
    return read_letter(home.letter_path(game, seat, phases[-1]).read_bytes(), identity, home)
