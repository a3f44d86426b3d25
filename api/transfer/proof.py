"""What another host sent is proved before a word of it is believed; the replay comes after, in `arriving`.

(1) the header is signed by the host that had the game last, and seals this very log
(2) the log is one chain from the host that began the game; a game that moves here is moved to this host
(3) the organiser's statement opens this game at that host, under the commitment of this secret
(4) every card is signed by itself; the organiser and every holder of a seat stand in the log
(5) every position is the one whose hash the log has
(6) every envelope is signed, whole, and receipted by a host of the game; every cut leaf is that of what is stored
(7) the keys that open what is sealed are those that were announced
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from adjudicator.kernel import OtherRules, Title, UnknownName
from adjudicator.registry import title as registered_title
from api.host.host import Host
from api.store.models import (
    CUT,
    OPEN,
    ComponentsRow,
    EnvelopeRow,
    GameKeyRow,
    PhaseRow,
    ResolutionRow,
    Seat,
    joined_tags,
)
from api.transfer.bundle import Whole
from api.transfer.rows import ExportRefused, Row
from schemas.documents.components_files import add_components
from schemas.documents.game_exports import MASTER_KEY, Exported
from schemas.documents.key_successions import newest, succession, successions
from schemas.documents.receipts import verify_receipt
from schemas.envelopes import Envelope
from schemas.errors import ProtocolError
from schemas.keys import chance
from schemas.keys.draws import drawn_game
from schemas.keys.identities import Card
from schemas.keys.phase_keys import verify_phase_key
from schemas.keys.sealing import PhaseKey
from schemas.log import entries
from schemas.log.chain import LogEntry, hosts_of, verify_chain
from schemas.log.openings import drawn_seats, opened_game
from schemas.log.positions import logged_position
from schemas.record.contest_games import contest_acts
from schemas.statements.canonical import to_base64url
from schemas.statements.contests import Enter, NameAssistant
from schemas.statements.names import game_id
from schemas.statements.payloads import BOOK, Game, Join, instant
from schemas.statements.statements import Statement, key_id

POSITIONS: Final = (entries.Dealt, entries.Resolved, entries.Reopened, entries.RulesChanged)


def check(host: Host, exported: Exported, whole: Whole) -> list[LogEntry]:
    """Prove a whole game; gives its log."""
    try:
        log = verify_chain(whole.statements, whole.parts.founder, whole.id)
        checking = Checking(whole, log, hosts_of(log, whole.parts.founder))
        checking.hosts_and_header(host, exported)
        checking.game()
        checking.people()
        checking.positions()
        checking.envelopes()
        checking.leaves()
        checking.keys()
        checking.history()
    except ProtocolError as error:
        raise ExportRefused(f"the game does not hold: {error}") from None
    except (KeyError, TypeError, AttributeError, IndexError) as error:
        raise ExportRefused(f"the game does not hold: something is missing in it ({type(error).__name__})") from None
    return log


AS_SIGNED = (
    "name", "title", "scenario", "terms", "options", "seats_a_player", "starts_full", "private", "tags",
)  # fmt: skip
"""The columns of a game that its organiser's statement fills."""


def require(holds: bool, what: str) -> None:
    """One thing that has to hold."""
    if not holds:
        raise ExportRefused(f"the game does not hold: {what}")


@dataclass(frozen=True)
class Checking:
    """A game under proof; `hosts` are the keys of those who had it, in order."""

    whole: Whole
    log: Sequence[LogEntry]
    hosts: Sequence[bytes]

    @property
    def secret(self) -> bytes:
        """The secret of the game's chance."""
        return bytes(self.whole.parts.game["secret"])

    def host_of(self, statement: Statement) -> bytes:
        """The key of the host of this game that claims to have signed; that of the first where none does."""
        return next((host for host in self.hosts if key_id(host) == statement.key_id), self.hosts[0])

    def hosts_and_header(self, host: Host, exported: Exported) -> None:
        """(1) the header is the last host's own, and (2) the log is one chain that leads here."""
        header, here = exported.header, host.identity.signing_key
        require(self.hosts[-1] == here, f"its log leads to host {key_id(self.hosts[-1])}, and here is {key_id(here)}")
        last = self.log[-1]
        if header.suite != MASTER_KEY:
            require(isinstance(last.body, entries.Moved), "its log does not end with the move to this host")
        exported.statement.verify(here if header.suite == MASTER_KEY else self.hosts[-2])
        require(
            (header.entries, header.head) == (len(self.log), to_base64url(last.hash)), "its header is of another log"
        )

    def game(self) -> None:
        """(3) the organiser opened this game at its first host, under this secret."""
        row, created = self.whole.parts.game, self.log[0].body
        if not isinstance(created, entries.Created):
            raise ExportRefused("the game does not hold: its log does not begin with its opening")
        statement = Statement.from_form(created.statement)
        said, drawn = opened_game(created, self.whole.id), drawn_seats(created, self.whole.id)
        self._card(said.organiser).verify(statement)
        committed = to_base64url(chance.commitment(self.secret))
        require(committed == created.commitment == row["commitment"], "its secret is not the one committed to")
        found = (row["digest"], *(row[field] for field in AS_SIGNED), self.seats)
        terms, digest = said.to_body()["terms"], statement.digest.hex()
        if drawn is not None:
            drawn.entry.statement.verify(self.hosts[0])
            digest = drawn_game(drawn.contest, drawn.draw, drawn.number).hex()
        opened: tuple[Any, ...] = (digest, said.name, said.title, said.scenario, terms, said.options)
        opened += (said.seats_a_player, said.start == "full", said.private, joined_tags(said.tags), said.seats)
        require(found == opened, "it is not the game that its organiser opened")
        require(
            drawn is not None or game_id(statement.digest) == self.whole.id,
            "its id is not that of its organiser's statement",
        )
        require(said.host == key_id(self.hosts[0]), f"it was opened at host {said.host}, and its log begins elsewhere")
        acts = [said.act for said in contest_acts([entry.body for entry in self.log])] if drawn else []
        named = [act.player for act in acts if isinstance(act, NameAssistant)]
        decides = (self._handle(said.organiser), *([drawn.plan.assistant] if drawn else []), *named)
        require(row["organiser"] in decides, "its organiser is another")
        try:
            registered_title(said.title).differences(row["version"])
        except (UnknownName, OtherRules) as error:
            raise ExportRefused(f"this host cannot play the game: {error}") from None
        self._unmanned(registered_title(said.title), said)

    def _unmanned(self, title: Title[Any], said: Game) -> None:
        """The components file is the one that was named, and nobody plays the seats that the options say."""
        files = [row["text"] for row in self.whole.of(ComponentsRow)]
        add_components(title, said.options, next(iter(files), None))
        wanted = title.bot_seats(said.scenario, said.options, self.seats)
        found = [seat["name"] for seat in self.whole.of(Seat) if seat["unmanned"]]
        require(sorted(found) == sorted(wanted), f"nobody plays the seats {wanted}, and it says {found}")

    def people(self) -> None:
        """(4) cards, organiser and holders of seats are those of the log."""
        cards = [(player["handle"], player) for player in self.whole.parts.players]
        cards += [(row["player"], row) for row in self.whole.of(GameKeyRow)]
        for handle, row in cards:
            card = Card.from_statement(Statement.parse(row["card"]))
            require((card.handle, card.key_id) == (handle, row["key_id"]), "a player has another's card")
        joins = [Statement.from_form(e.body.statement) for e in self.log if isinstance(e.body, entries.Joined)]
        held = {join.seat: join.player for join in (statement.read(Join) for statement in joins)}
        seated = {
            e.body.seat: Statement.from_form(e.body.statement) for e in self.log if isinstance(e.body, entries.Seated)
        }
        held = {seat: statement.read(Enter).player for seat, statement in seated.items()} | held
        for statement in (*seated.values(), *joins):
            self._card(statement.key_id).verify(statement)
        for seat in self.whole.of(Seat):
            if seat["player"] is not None:
                require(seat["player"] == self._handle(held[seat["name"]]), f"seat {seat['name']} is held by another")
        self._new_keys({held[seat["name"]] for seat in self.whole.of(Seat) if seat["player"] is not None})

    def _new_keys(self, held: set[str]) -> None:
        """Each new key is signed for by the one before, or by the organiser; the keys in use are those of the log."""
        organiser = first = self._organiser
        for body in (entry.body for entry in self.log):
            pair = succession(body)
            if pair is None or not isinstance(body, entries.Rekeyed | entries.Acted):
                continue
            signer = pair[0] if isinstance(body, entries.Rekeyed) else organiser
            self._card(signer).verify(Statement.from_form(body.statement))
            require(self._handle(pair[0]) == self._handle(pair[1]), f"the new key {pair[1]} is another player's")
            organiser = pair[1] if pair[0] == organiser else organiser
        after = successions(entry.body for entry in self.log)
        speaking = {player["handle"]: player["key_id"] for player in self.whole.parts.players}
        speaking |= {row["player"]: row["key_id"] for row in self.whole.of(GameKeyRow) if row["until"] is None}
        for key in sorted({first, *held}):
            now = newest(key, after)
            require(speaking[self._handle(key)] == now, f"{now} speaks for {self._handle(key)}, and it says another")

    @property
    def _organiser(self) -> str:
        """The key that opened the game."""
        created = entries.Created.from_body(self.log[0].entry.body)
        return Statement.from_form(created.statement).key_id

    def positions(self) -> None:
        """(5) positions have the hashes that the log has."""
        logged = {e.body.phase: e.body.position for e in self.log if isinstance(e.body, POSITIONS)}
        found = {}
        for row in self.whole.of(ResolutionRow):
            found[row["phase"]] = logged_position(self.secret, self.whole.id, row["phase"], row["position"])
        differ = sorted(phase for phase in {*logged, *found} if logged.get(phase) != found.get(phase))
        require(not differ, f"the position of phase {differ[:1]} is not the one whose hash the log has")

    def envelopes(self) -> None:
        """(6) of what was sent: each envelope is signed, whole and receipted."""
        for row in self.whole.of(EnvelopeRow):
            envelope = Envelope.parse(row["raw"])
            header = envelope.header
            self._card(header.signer).verify(envelope.statement)
            found = (header.game, header.phase, header.seat, header.sequence, header.word, envelope.digest.hex())
            recorded = tuple(row[field] for field in ("game", "phase", "seat", "sequence", "word", "digest"))
            require(found == recorded, f"an envelope of seat {row['seat']} is not what its row says")
            receipt = Statement.parse(row["receipt"])
            verify_receipt(receipt, envelope, self.host_of(receipt))

    def leaves(self) -> None:
        """(6) of what counted: each cut leaf is that of what is stored."""
        newest: dict[tuple[int, str], Row] = {}
        for row in sorted(self.whole.of(EnvelopeRow), key=lambda row: int(row["sequence"])):
            newest[row["phase"], row["seat"]] = row
        phases = {row["number"]: row for row in self.whole.of(PhaseRow)}
        for body in (entry.body for entry in self.log):
            if isinstance(body, entries.Cut):
                wanted = [
                    self._leaf(body.phase, seat, newest.get((body.phase, seat)), phases[body.phase]["books"].get(seat))
                    for seat in self.seats
                ]
                require(body.leaves == wanted, f"the cut of phase {body.phase} is not that of its envelopes")

    @property
    def seats(self) -> list[str]:
        """The seats in their order."""
        return [seat["name"] for seat in sorted(self.whole.of(Seat), key=lambda seat: int(seat["ordinal"]))]

    def _leaf(self, phase: int, seat: str, sent: Row | None, book: str | None) -> str:
        digests = [bytes.fromhex(digest) if digest else None for digest in (sent["digest"] if sent else None, book)]
        return to_base64url(chance.cut_leaf(chance.leaf_salt(self.secret, self.whole.id, phase, seat), *digests))

    def keys(self) -> None:
        """(7) the keys that open things are those that were announced."""
        for row in self.whole.of(PhaseRow):
            if row["status"] not in (OPEN, CUT):
                continue
            notice = Statement.parse(row["statement"])
            announced = verify_phase_key(notice, self.host_of(notice), game=self.whole.id, phase=row["number"])
            public = PhaseKey(row["suite"], row["private_key"]).public
            what = "its books" if row["number"] == BOOK else f"phase {row['number']}"
            require(
                public == announced.public == row["public_key"], f"the key of {what} is not the one that was announced"
            )

    def history(self) -> None:
        """(8) the summary says of its beginning, its end and its misses what the log says."""
        row, at = self.whole.parts.game, {entry.kind: entry.entry.at for entry in self.log}
        said = [instant(row[column]) if row[column] else None for column in ("started_at", "over_at")]
        require(said == [at.get("dealt"), at.get("over")], "it began or ended at another time than its log says")
        notices = [e.body for e in self.log if isinstance(e.body, entries.Notice) and e.body.what == "missed"]
        logged = [(notice.phase, seat) for notice in notices for seat in notice.seats]
        missed = [(miss["phase"], miss["seat"]) for miss in row["missed"]]
        require(missed == logged, "who missed which phase is not what its log says")

    def _card(self, signer: str) -> Card:
        rows = (*self.whole.parts.players, *self.whole.of(GameKeyRow))
        known = [row["card"] for row in rows if row["key_id"] == signer]
        require(bool(known), f"the card of {signer} is missing")
        return Card.from_statement(Statement.parse(known[0]))

    def _handle(self, signer: str) -> str:
        return self._card(signer).handle
