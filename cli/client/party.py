"""What every part of a client is built on: keys, the wire, the pinned host, and statements signed and sent."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self

from cli.errors import Misuse, Refused, proving
from cli.home.aliases import alias_identity
from cli.home.home import Home, next_number, normalised_url
from cli.trust.host_proofs import Host
from cli.trust.pins import Pins
from schemas.keys.aliases import alias_handle, alias_keys
from schemas.keys.identities import Card, Identity
from schemas.log.chain import LogEntry
from schemas.statements import payloads
from schemas.statements.canonical import from_base64url, to_base64url
from schemas.statements.statements import Statement, key_id, sign_payload

if TYPE_CHECKING:
    from cli.client.http import Transport

Payload = dict[str, Any]
PART = 100  # items of a list in one request


class Party:
    """One player (or, without an identity, a spectator) at one host."""

    def __init__(self, url: str, identity: Identity | None = None, handle: str = "", home: Home | None = None) -> None:
        self.identity = identity
        self.handle = handle
        self.home = home or Home.default()
        self.url = normalised_url(url)
        self.pins = Pins(self.home, self.url)
        self._host: Host | None = None
        self.person: Self | None = None
        """Where this is an alias: the player whose it is."""
        self.aliases_told: dict[str, str] = {}
        """The aliases that go on, as the host last told them."""
        self.bounced_told: list[Payload] = []
        self.duties_told: list[Payload] = []
        """The seats whose players' mails bounce, in the games that the player organises, as the host last told them."""

    @cached_property
    def wire(self) -> Transport:
        """The connection to the host, made at its first use: who works without one loads no HTTP library."""
        from cli.client.http import Transport

        return Transport(self.url, self.identity)

    def at_once(self, *asks: Callable[[], Any]) -> list[Any]:
        """What several questions to the host give, none of which needs another's answer; a page asks them together."""
        return [ask() for ask in asks]

    @property
    def own(self) -> Self:
        """The player under their own name, as which they organise also what they play in under an alias."""
        return self.person or self

    def called(self, path: Path) -> str:
        """A file of the home, as whoever plays here finds it."""
        return str(path)

    def aliases(self) -> dict[str, str]:
        """The player's aliases that go on, by the id of the game or contest; the host tells nobody else."""
        told = self.wire.get(f"/players/{self.own.handle}/waiting", signed=True, limit=1)["aliases"]
        return self._noted_aliases(told)

    def _noted_aliases(self, told: Sequence[Mapping[str, Any]]) -> dict[str, str]:
        """Aliases as the host told them; what they are is remembered."""
        found = {str(one["where"]): str(one["alias"]) for one in told}
        self.pins.see_aliases(found)
        self.aliases_told = found
        return found

    def under_alias(self, where: str, ask: bool = True) -> Self | None:
        """The client with which this player plays anonymously in a game or contest; None where they are not in."""
        self.meet() if ask else None
        alias = self.pins.aliases().get(where) or (self.aliases().get(where) if ask else None)
        host = self.pins.known().get("key")
        if alias is None or host is None:
            return None
        signer = key_id(from_base64url(host, "pinned key", 32))
        keys = alias_identity(self.home, self.me, self.handle, signer, where, alias)
        return None if keys is None else self._as_alias(keys, alias)

    def under_aliases(self) -> list[Self]:
        """The clients with which this player plays, or played, under aliases here."""
        if self.person is not None:
            return []
        self.aliases()
        found = (self.under_alias(where, ask=False) for where in self.pins.aliases())
        return [client for client in found if client is not None]

    def take_alias(self, kind: Literal["games", "contests"], where: str) -> Self:
        """Take an alias in an anonymous game or contest, or the one taken before; gives the client that plays under it.

        Its keys follow from the player's own. Nobody but the host can tell whose it is until the end reveals it.
        """
        if (before := self.under_alias(where)) is not None:
            return before
        keys = alias_keys(self.me, self.host.key_id, where)
        alias = alias_handle(keys.key_id)
        said = payloads.Alias(host=self.host.key_id, where=where, player=self.me.key_id, alias=keys.key_id)
        card = {"card": keys.card(alias).statement.to_json_value()}
        self.post(f"/{kind}/{where}/aliases", sign_payload(said, self.me).to_json_value() | card)
        self.pins.see_aliases({where: alias})
        return self._as_alias(keys, alias)

    def _as_alias(self, keys: Identity, alias: str) -> Self:
        """The client of an alias of this player."""
        found = type(self)(self.url, keys, alias, self.home)
        found.person, found._host = self, self._host
        return found

    def meet(self) -> Host:
        """Ask the host for its card; its key is pinned at the first meeting, and may never change."""
        if self._host is None:
            shown = self.wire.get("/")
            with proving(f"The card of the host at {self.url}"):
                card = Card.from_statement(Statement.from_json(shown["card"]))
            self._use_name(str(shown.get("url") or self.url), to_base64url(card.signing_key))
            self.pins.pin_host(to_base64url(card.signing_key), shown["name"])
            self._host = Host(shown["name"], card.signing_key)
        return self._host

    def _use_name(self, own_name: str, key: str) -> None:
        """Speak to the host under the address that it has itself: signatures name it, and it is remembered by it.

        An address that is not known yet is not turned to: whoever answers here could have named any.
        """
        own_name = normalised_url(own_name)
        if own_name == self.url:
            return
        if self.home.hosts().get(own_name, {}).get("key") != key:
            forget = f" Forget this one: ostraka host forget {self.url}" if self.url in self.home.hosts() else ""
            raise Misuse(f"The host at {self.url} is called {own_name}: say --url {own_name}.{forget}", "other-address")
        self.wire = type(self.wire)(own_name, self.identity)
        self.url, self.pins = own_name, Pins(self.home, own_name)

    @property
    def host(self) -> Host:
        """The host, by its pinned key."""
        return self.meet()

    def known_game(self, game: str) -> dict[str, Any]:
        """What is known of a game at this host; one that is known at another host is refused."""
        self.meet()
        self.pins.require_home(game)
        return self.pins.of_game(game)

    def proved_log(self, game: str) -> list[LogEntry]:
        """The log of a game, verified."""
        return self.host.log(game, self.read_list(f"/games/{game}/log", "log"))

    def read_list(self, path: str, field: str, *, signed: bool = False, **query: object) -> list[Any]:
        """A whole list, which the host gives in parts."""
        return [one for part in self.read_parts(path, signed=signed, **query) for one in part[field]]

    def read_parts(self, path: str, *, signed: bool = False, **query: object) -> Iterator[Payload]:
        """The parts of a list, each asked for after the one before: all lists of a host are read like this."""
        after = query.pop("after", None)
        while True:
            part = self.wire.get(path, signed=signed, after=after, **query)
            yield part
            if not part["more"] or part["next"] == after:
                return
            after = part["next"]

    @property
    def me(self) -> Identity:
        """The player's keys; Misuse for a spectator, who has none."""
        if self.identity is None:
            raise Misuse("This needs a key: Client(url, identity, handle).")
        return self.identity

    def post_statement(self, said: payloads.Payload, path: str) -> Payload:
        """Sign a statement and post it."""
        return self.wire.post(path, sign_payload(said, self.me).to_json())

    def post_numbered(self, scope: str, said: Callable[[int], payloads.Payload], path: str, above: int = 0) -> Payload:
        """Sign and post a statement with a number that is new in its scope (a game, or the preferences).

        If another device of the player has used higher numbers, the host says so, and the statement is signed again
        with a number above them.
        """
        self.meet()
        try:
            return self.post_statement(said(self.next_number(scope, above)), path)
        except Refused as refusal:
            if refusal.code != "number-not-newer" or refusal.newest is None:
                raise
            return self.post_statement(said(self.next_number(scope, refusal.newest)), path)

    def next_number(self, scope: str, above: int = 0) -> int:
        """A number that this player has not used in that scope, above the one given."""
        return next_number(self.home, self.url, f"{scope} by {self.me.key_id}", above)

    def rotate(self, new: Identity) -> Payload:
        """Replace the player's key with a new one; doing it again changes nothing."""
        card = new.card(self.handle).statement.to_form()
        said = payloads.Rotation(host=self.meet().key_id, player=self.me.key_id, card=card)
        return self.post_statement(said, f"/players/{self.handle}/keys")

    def claim(self, new: Identity) -> Payload:
        """Claim the player's handle with a new key, after a loss."""
        card = new.card(self.handle).statement.to_form()
        said = payloads.Claim(host=self.meet().key_id, player=new.key_id, card=card)
        return self.post_statement(said, f"/players/{self.handle}/claims")

    def claims(self, handle: str) -> list[str]:
        """The ids of the keys that may be confirmed as a player's: those that claim the handle, and its own."""
        claims = self.wire.get(f"/players/{handle}/claims")["claims"]
        return [*(str(one["key_id"]) for one in claims), str(self.wire.get(f"/players/{handle}")["key_id"])]

    def post(self, path: str, content: Payload) -> Payload:
        """Post JSON that contains its own signatures."""
        return self.wire.post(path, json.dumps(content).encode())
