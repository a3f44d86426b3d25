"""The client library: what a scripted player imports, and what the commands are made of.

    client = Client(url, identity, handle)        # keys of `schemas.keys`
    client.register()
    client.join(game, "red")
    receipt = client.send(game, "red", [{"question": "D-S1", "city": "athens"}])

Invariants, each broken with `TrustBroken` before anything is sent or believed:
- the host's key is pinned at the first meeting, and every statement of the host is verified with the pinned key;
- nothing is sealed to a phase key that the host has not signed for this game and phase;
- an envelope counts as sent only when its receipt says just that, and the receipt is kept;
- nothing goes back: see `cli.trust`; nor does the sequence of the newest envelope.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from typing import Any

from adjudicator.registry import title as rules
from cli.check import require_version
from cli.errors import Misuse, Refused
from cli.home import Home
from cli.proof import Host, own_envelope, proving
from cli.transport import Transport
from cli.trust import Pins
from schemas.canonical import to_base64url
from schemas.envelopes import Envelope, open_copy, seal
from schemas.keys import Card, Identity
from schemas.payloads import Game as GameStatement
from schemas.payloads import Join, Start, Terms, Word
from schemas.statements import Statement, sign_payload

Payload = dict[str, Any]
Orders = Sequence[dict[str, Any]]


class Client:
    """One player (or, without an identity, a spectator) at one service."""

    def __init__(self, url: str, identity: Identity | None = None, handle: str = "", home: Home | None = None) -> None:
        self.identity = identity
        self.handle = handle
        self.home = home or Home.default()
        self.wire = Transport(url, identity)
        self.url = self.wire.url
        self.pins = Pins(self.home, self.url)
        self._host: Host | None = None

    # --- the host and its players ------------------------------------------------------------------------------

    def meet(self) -> Host:
        """Ask the host for its card: its key is pinned at the first meeting and held to ever after."""
        if self._host is None:
            shown = self.wire.get("/")
            with proving(f"The card of the host at {self.url}"):
                card = Card.from_statement(Statement.from_json(shown["card"]))
            self.pins.pin_host(to_base64url(card.signing_key), shown["name"])
            self._host = Host(shown["name"], card.signing_key)
        return self._host

    @property
    def host(self) -> Host:
        """The host, by its pinned key."""
        return self.meet()

    @property
    def me(self) -> Identity:
        """The player's keys."""
        if self.identity is None:
            raise Misuse("This needs a key: Client(url, identity, handle).")
        return self.identity

    def register(self, email: str | None = None) -> Payload:
        """Make the player's card known to the service; doing it again changes nothing."""
        self.meet()
        card = {"card": json.loads(self.me.card(self.handle).statement.to_json())}
        return self.post("/players", card | ({"email": email} if email else {}))

    # --- games -------------------------------------------------------------------------------------------------

    def create_game(self, title: str, scenario: str, seats: int, name: str, terms: Terms) -> Payload:
        """Open a game whose organiser is this player."""
        opening = GameStatement(
            nonce=to_base64url(secrets.token_bytes(32)),
            organiser=self.me.key_id,
            host=self.host.key_id,
            name=name,
            title=title,
            scenario=scenario,
            seats=list(rules(title).seats(scenario, seats)),
            terms=terms,
        )
        return self.noted(self.state(opening, "/games"))

    def games(self) -> list[Payload]:
        """The summaries of all games."""
        return list(self.wire.get("/games")["games"])

    def game(self, game: str) -> Payload:
        """The summary of one game; its commitment may never change."""
        self.meet()
        return self.noted(self.wire.get(f"/games/{game}"))

    def noted(self, summary: Payload) -> Payload:
        """A summary, after what may never change in it has been compared with what was seen."""
        self.pins.see_commitment(summary["game"], summary["commitment"])
        return summary

    def join(self, game: str, seat: str | None = None) -> str:
        """Take a seat (None: the first free one) and add this player's 32 random bytes; gives the seat."""
        summary = self.game(game)
        seat = seat or free_seat(summary)
        joining = Join(
            game=game,
            seat=seat,
            player=self.me.key_id,
            contribution=to_base64url(secrets.token_bytes(32)),
            host=self.host.key_id,
            commitment=summary["commitment"],
        )
        self.state(joining, f"/games/{game}/joins")
        return seat

    def start(self, game: str) -> Payload:
        """Have the game dealt; for its organiser, once every seat has a player."""
        return self.state(Start(game=game, organiser=self.me.key_id), f"/games/{game}/start")

    def state(self, said: GameStatement | Join | Start, path: str) -> Payload:
        """Sign a statement and post it."""
        return self.wire.post(path, sign_payload(said, self.me).to_json())

    def post(self, path: str, content: Payload) -> Payload:
        """Post JSON that carries its signatures inside."""
        return self.wire.post(path, json.dumps(content).encode())

    # --- reading -----------------------------------------------------------------------------------------------

    def phase(self, game: str) -> Payload:
        """The open phase, its key verified as the host's word for this game and phase."""
        host, before = self.host, self.pins.of_game(game)
        phase = self.wire.get(f"/games/{game}/phase")
        self.pins.see_phase(game, phase["phase"], host.phase_key(game, phase).id, before)
        return phase

    def questions(self, game: str, seat: str) -> Payload:
        """What is asked of the player's seat in the open phase, and where his orders stand."""
        self.meet()
        before = self.pins.of_game(game)
        asked = self.wire.get(f"/games/{game}/seats/{seat}/questions", signed=True)
        self.pins.see_sequence(game, seat, asked["phase"], asked["sequence"], before)
        return asked

    def view(self, game: str, seat: str | None = None) -> Payload:
        """The position as the player's seat (None: everybody) may know it."""
        return self.read(game, seat, "view")

    def report(self, game: str, seat: str | None = None, since: int | None = None) -> list[Payload]:
        """What happened, phase by phase, as the player's seat (None: everybody) may know it."""
        return list(self.read(game, seat, "report", since=since)["phases"])

    def read(self, game: str, seat: str | None, what: str, **query: object) -> Payload:
        """Read what there is in a public form and in one for each seat."""
        place = f"/games/{game}/seats/{seat}/{what}" if seat else f"/games/{game}/{what}"
        return self.wire.get(place, signed=seat is not None, **query)

    def log(self, game: str) -> list[Payload]:
        """The bodies of the log's entries, signatures and chain verified, and held against what was seen before."""
        self.game(game)
        before = self.pins.of_game(game)
        entries = self.host.log(game, self.wire.get(f"/games/{game}/log")["log"])
        self.pins.see_commitment(game, str(entries[0].entry.body["commitment"]))
        self.pins.see_log(game, [to_base64url(entry.hash) for entry in entries], before)
        return [entry.statement.body for entry in entries]

    def record(self, game: str) -> Payload:
        """The whole record of a finished game, as the host gives it; verify it with `schemas.record`."""
        return self.wire.get(f"/games/{game}/record")

    # --- orders ------------------------------------------------------------------------------------------------

    def send(self, game: str, seat: str, orders: Orders, word: Word = "final", phase: int | None = None) -> Payload:
        """Seal orders to the open phase, send them, verify and keep the receipt; gives the receipt's body.

        `phase` is the one that the orders were made for: when another is open by now, nothing is sent.
        """
        key = self.host.phase_key(game, self.phase(game))
        require_open(game, phase or key.phase, key.phase)
        require_version(rules(key.version.partition("/")[0]), key.version)
        envelope = seal(
            identity=self.me,
            version=key.version,
            suite=key.suite,
            game=game,
            phase=key.phase,
            seat=seat,
            sequence=self.newest_sequence(game, seat, key.phase) + 1,
            word=word,
            phase_public=key.public,
            orders=list(orders),
        )
        return self.deliver(envelope)

    def withdraw(self, game: str, seat: str) -> Payload:
        """Take back what was sent for the open phase: a signed empty envelope with the next sequence."""
        return self.send(game, seat, [], "withdrawn")

    def deliver(self, envelope: Envelope) -> Payload:
        """Send a sealed envelope; it counts as sent only when its receipt has been verified and kept."""
        header = envelope.header
        raw = envelope.to_json()
        answer = self.wire.put(f"/games/{header.game}/phases/{header.phase}/envelopes/{header.seat}", raw)
        receipt = self.host.receipt(answer, envelope)
        path = self.home.receipt_path(header.game, header.seat, header.phase, header.sequence)
        self.home.keep_receipt(path, answer, json.loads(raw))
        self.pins.see_sequence(header.game, header.seat, header.phase, header.sequence, before={})
        return receipt

    def newest_sequence(self, game: str, seat: str, phase: int) -> int:
        """The sequence of the newest envelope for a phase, from whichever device."""
        asked = self.questions(game, seat)
        require_open(game, phase, asked["phase"])
        return int(asked["sequence"])

    def own_envelope(self, game: str, seat: str, phase: int | None = None) -> tuple[Envelope, list[Payload]]:
        """The newest envelope that the service holds of the player's seat, and the orders in it."""
        self.meet()
        before = self.pins.of_game(game)
        number = phase or self.phase(game)["phase"]
        held = self.wire.get(f"/games/{game}/phases/{number}/envelopes/{seat}", signed=True)
        envelope = own_envelope(held, self.me, game, number, seat)
        self.pins.see_sequence(game, seat, number, envelope.header.sequence, before)
        with proving(f"Your copy of envelope {envelope.header.sequence}"):
            return envelope, [leaf.order for leaf in open_copy(envelope, self.me)]


def require_open(game: str, wanted: int, open_now: int) -> None:
    """Refuse when the phase that is meant is not the one that is open."""
    if wanted != open_now:
        raise Refused(f"Phase {wanted} of {game} closed meanwhile; phase {open_now} is open.", "phase-closed")


def free_seat(summary: Payload) -> str:
    """The first seat without a player."""
    for seat in summary["seats"]:
        if not seat["player"]:
            return str(seat["seat"])
    raise Refused(f"Every seat of {summary['game']} is taken.", "seat-taken")
