"""The client library: what scripts import, and what the commands are made of.

    client = Client(url, identity, handle)        # keys of `schemas.keys.identities`
    client.register()
    client.join(game, "red")
    receipt = client.send(game, "red", [{"question": "D-S1", "city": "athens"}])

Invariants, checked before anything is sent or believed; `TrustBroken` where one fails:
- the host's key is pinned at the first meeting, and every statement of the host is verified with the pinned key;
- nothing is sealed to a phase key that the host has not signed for this game and phase;
- an envelope counts as sent only once its receipt says so, and the receipt is kept;
- nothing goes back: see `cli.trust.pins`; nor does the sequence of the newest envelope.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypedDict, Unpack, cast

from cli.client.acts import ActClient
from cli.client.answers import GameSummary, PlayerKey, Receipt
from cli.client.contests import ContestClient
from cli.client.kept_keys import KeptKeyClient
from cli.client.party import Payload
from cli.client.press import PressClient
from cli.client.programs import DeviceClient, TokenClient, WebhookClient
from cli.errors import FormerHolders, Refused, SentElsewhere, TrustBroken, Unreachable, proving
from cli.home.aliases import place_of_alias
from cli.trust.checkpoints import Checkpoints
from cli.trust.host_proofs import own_envelope
from cli.trust.log_summary import LogSummary
from schemas.documents.components_files import OPTION, WrongComponents, add_components, digest_of
from schemas.envelopes import Envelope, open_copy, seal
from schemas.keys.identities import Identity
from schemas.keys.sealing import PhasePublicKey
from schemas.statements.canonical import to_base64url
from schemas.statements.payloads import BOOK, Join, Leave, Privacy, Start, Terms, Word
from schemas.statements.payloads import Game as GameStatement
from schemas.statements.statements import Statement, sign_payload

FORM = ("payload", "payloadType", "signatures")
Orders = Sequence[dict[str, Any]]


class Said(TypedDict, total=False):
    """What an organiser may say of a game besides (`schemas.statements.payloads.Game`)."""

    seats_a_player: int
    start: Literal["organiser", "full"]
    private: Privacy
    tags: list[str]
    anonymous: bool


class Client(ActClient, ContestClient, KeptKeyClient, PressClient, WebhookClient, DeviceClient, TokenClient):
    """One player (or, without an identity, a spectator) at one host."""

    def register(self, email: str | None = None, invited: str | None = None) -> PlayerKey:
        """Register the player's card with the host; doing it again changes nothing.

        `invited` is the word of an invitation: with it a private game is shown, and a seat kept, at any time.
        """
        self.meet()
        body = {"card": json.loads(self.me.card(self.handle).statement.to_json())}
        given = {"email": email, "invited": invited}
        return cast(PlayerKey, self.post("/players", body | {name: said for name, said in given.items() if said}))

    # --- games -------------------------------------------------------------------------------------------------

    def create_game(
        self,
        title: str,
        scenario: str,
        seats: int,
        name: str,
        terms: Terms,
        options: Mapping[str, str | int | bool] | None = None,
        components: str | None = None,
        **said: Unpack[Said],
    ) -> GameSummary:
        """Open a game with this player as organiser; a components file is sent along and named in the options.

        One player holds one seat, unless the title has players share, or `seats_a_player` says so.
        """
        from adjudicator.registry import title as rules

        chosen = dict(options or {}) | ({OPTION: digest_of(components)} if components is not None else {})
        names = list(rules(title).seats(scenario, seats))
        try:
            add_components(rules(title), chosen, components)
        except WrongComponents as error:
            raise Refused(error.message, error.code) from None
        besides: Said = {"seats_a_player": rules(title).seats_a_player(scenario, chosen, names), **said}
        opening = GameStatement(
            nonce=to_base64url(secrets.token_bytes(32)),
            organiser=self.me.key_id,
            host=self.host.key_id,
            name=name,
            title=title,
            scenario=scenario,
            seats=names,
            options=chosen,
            terms=terms,
            **besides,
        )
        statement = sign_payload(opening, self.me).to_json_value()
        opened = self.post("/games", statement | ({"components": components} if components else {}))
        return self.noted(cast(GameSummary, opened))

    def join(self, game: str, seat: str | None = None) -> str:
        """Take a seat and add this player's 32 random bytes; gives the seat. None: the one kept for them, or any.

        In an anonymous game under an alias, which is taken first: from then on `in_game` gives the client to play with.
        """
        summary = self.game(game)
        if summary["anonymous"] and self.person is None:
            kind: Literal["games", "contests"] = "contests" if summary["contest"] else "games"
            return self.take_alias(kind, place_of_alias(summary)).join(game, seat)
        self.load_components(game, summary["version"], summary["options"])
        seat = seat or free_seat(summary, self.handle)
        joining = Join(
            game=game,
            seat=seat,
            player=self.me.key_id,
            contribution=to_base64url(secrets.token_bytes(32)),
            host=self.host.key_id,
            commitment=summary["commitment"],
        )
        self.post_statement(joining, f"/games/{game}/joins")
        return seat

    def leave(self, game: str, seat: str) -> GameSummary:
        """Undo a join before the game begins: the seat is free again, and the log says so."""
        return self.seat_act(game, seat, Leave())

    def start(self, game: str) -> GameSummary:
        """Start the game; for its organiser, once every seat has a player."""
        own = self.own
        started = own.post_statement(Start(game=game, organiser=own.me.key_id), f"/games/{game}/start")
        return cast(GameSummary, started)

    # --- orders ------------------------------------------------------------------------------------------------

    def send(
        self,
        game: str,
        seat: str,
        orders: Orders,
        word: Word = "final",
        phase: int | None = None,
        known: int | None = None,
    ) -> Receipt:
        """Seal orders to the open phase, send them, verify and keep the receipt; gives the receipt's body.

        `phase` is the phase that the orders are for: if another is open by now, nothing is sent. Phase 0 takes books.
        `known` is the sequence of the newest envelope that the sender knows of: `SentElsewhere` if there is a newer.
        """
        key, newest = self.key_of(game, seat, phase)
        if known is not None and newest > known:
            raise SentElsewhere
        return self.deliver(self.sealed(key, seat, orders, word, newest))

    def send_book(self, game: str, seat: str, entries: Orders, word: Word = "final") -> Receipt:
        """Send a book, sealed to the game's book key, in the same way."""
        return self.send(game, seat, entries, word, BOOK)

    def sealed(self, key: PhasePublicKey, seat: str, orders: Orders, word: Word, newest: int) -> Envelope:
        """Orders sealed to a verified key of a phase or of the books, with a sequence above `newest`.

        They are under the version of the rules that the signed key names, and are not checked here.
        """
        return seal(
            identity=self.me,
            version=key.version,
            suite=key.suite,
            game=key.game,
            phase=key.phase,
            seat=seat,
            sequence=self.pins.next_sequence(key.game, seat, key.phase, newest),
            word=word,
            phase_public=key.public,
            orders=list(orders),
        )

    def key_of(self, game: str, seat: str, phase: int | None = None) -> tuple[PhasePublicKey, int]:
        """The verified key of the open phase or of the books (phase 0), and the sequence of the seat's newest envelope.

        Refused if a phase other than `phase` is open.
        """
        if phase == BOOK:
            return self.book_key(game, seat)
        key = self.host.phase_key(game, self.phase(game))
        require_open(game, key.phase if phase is None else phase, key.phase)
        return key, self.newest_sequence(game, seat, key.phase)

    def book_key(self, game: str, seat: str) -> tuple[PhasePublicKey, int]:
        """The key of the game's books, verified, and the sequence of the seat's newest."""
        host, before = self.host, self.known_game(game)
        asked = self.questions(game, seat)
        notice = {"phase": BOOK, "version": asked["version"], "key": asked["book"]["key"]}
        key, newest = host.phase_key(game, notice), int(asked["book"]["sequence"])
        self.pins.see_key(game, BOOK, key.id)
        self.pins.see_sequence(game, seat, BOOK, newest, before)
        return key, newest

    def withdraw(self, game: str, seat: str, phase: int | None = None) -> Receipt:
        """Take back what was sent for the open phase, or a book: a signed empty envelope with the next sequence."""
        return self.send(game, seat, [], "withdrawn", phase)

    def deliver(self, envelope: Envelope) -> Receipt:
        """Send a sealed envelope; it counts as sent only when its receipt has been verified and kept."""
        header = envelope.header
        raw = envelope.to_json()
        try:
            answer = self.wire.put(f"/games/{header.game}/phases/{header.phase}/envelopes/{header.seat}", raw)
        except Unreachable as error:
            error.envelope = envelope
            raise
        receipt = self.host.receipt(answer, envelope)
        path = self.home.receipt_path(header.game, header.seat, header.phase, header.sequence)
        what = f"receipt for envelope {header.sequence} of {header.seat} in phase {header.phase}"
        checkpoint = self.host.checkpoint(answer.checkpoint, header.game, f"the {what}") if answer.checkpoint else None
        self.home.keep_receipt(path, answer, json.loads(raw), checkpoint.to_note() if checkpoint else None)
        self.pins.see_sequence(header.game, header.seat, header.phase, header.sequence, before={})
        if checkpoint:
            Checkpoints(self.home, header.game).take(checkpoint, what, self.pins.of_game(header.game))
        return cast(Receipt, receipt)

    def newest_sequence(self, game: str, seat: str, phase: int) -> int:
        """The sequence of the seat's newest envelope for a phase, from any device."""
        asked = self.questions(game, seat)
        require_open(game, phase, asked["phase"])
        return int(asked["sequence"])

    def own_envelope(self, game: str, seat: str, phase: int | None = None) -> tuple[Envelope, list[Payload]]:
        """The newest envelope that the host has from the player's seat, and the orders in it.

        `FormerHolders` if it is still that of a former holder of the seat.
        """
        self.meet()
        before = self.known_game(game)
        number = self.phase(game)["phase"] if phase is None else phase
        try:
            held = self.wire.get(f"/games/{game}/phases/{number}/envelopes/{seat}", signed=True)
        except Refused as error:
            if error.code == "no-envelope":
                self.pins.see_sequence(game, seat, number, 0, before)
            raise
        mine = self.signed_with(held)
        envelope = own_envelope(held, mine, game, number, seat, lambda key: self.held_before(game, seat, key))
        self.pins.see_sequence(game, seat, number, envelope.header.sequence, before)
        if envelope.header.signer != mine.key_id:
            self.require_never_sent(envelope)
            raise FormerHolders(envelope)
        with proving(f"Your copy of envelope {envelope.header.sequence}"):
            return envelope, [leaf.order for leaf in open_copy(envelope, mine)]

    def signed_with(self, held: Payload) -> Identity:
        """The player's keys that an envelope claims to be signed with: the present ones, or replaced ones."""
        with proving("The envelope that is held"):
            signer = Statement.from_json({name: held[name] for name in FORM}).key_id
        return self.me if signer == self.me.key_id else self.home.former_identity(signer) or self.me

    def held_before(self, game: str, seat: str, key_id: str) -> bool:
        """Does the log say that another player, with this key, held the seat before?"""
        return key_id in LogSummary.of(self.log(game)).ever.get(seat, set()) - {self.me.key_id}

    def require_never_sent(self, envelope: Envelope) -> None:
        """Refuse a former holder's envelope if the host gave a receipt for the player's own of that sequence."""
        header = envelope.header
        path = self.home.receipt_path(header.game, header.seat, header.phase, header.sequence)
        if path.exists():
            raise TrustBroken(
                f"The host shows envelope {header.sequence} of {header.seat} for phase {header.phase} as a former "
                f"holder's, but gave a receipt for yours: {path}."
            )


def require_open(game: str, wanted: int, open_now: int) -> None:
    """Refuse if the wanted phase is not the open one."""
    if wanted != open_now:
        raise Refused(f"Phase {wanted} of {game} is closed; phase {open_now} is open now.", "phase-closed")


def free_seat(summary: GameSummary, handle: str = "") -> str:
    """The seat without a player that is kept for this one, else the first that is kept for nobody."""
    free = [seat for seat in summary["seats"] if not seat["player"] and not seat["unmanned"]]
    for kept_for in (handle, None):
        for seat in free:
            if seat.get("kept_for") == kept_for:
                return str(seat["seat"])
    raise Refused(f"Every seat of {summary['game']} is taken.", "seat-taken")
