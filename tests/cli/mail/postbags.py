"""A host that only writes letters, and a player who only reads them: no service runs."""

from __future__ import annotations

import json
from email.message import EmailMessage
from pathlib import Path
from typing import Any

from click.testing import Result

from adjudicator.kernel import Chance, Title
from adjudicator.registry import title
from cli.home.home import Home
from cli.trust.pins import Pins
from schemas.documents.armor import armor
from schemas.documents.letters import file_name, seal_letter
from schemas.documents.receipts import make_receipt
from schemas.envelopes import Envelope
from schemas.keys.identities import Identity
from schemas.keys.sealing import PhaseKey, sign_phase_key
from schemas.statements.canonical import to_base64url
from schemas.statements.payloads import BOOK, Letter
from tests.cli.conftest import invoke
from tests.schemas.conftest import AT

RULES = title("perikles")
GAME, URL, ADDRESS = "lusab-babad-gutih", "http://letters.example", "host@letters.example"


class Postbag:
    """A game of which a player knows by letters alone; `seat` is the one that is asked first."""

    def __init__(self, root: Path, rules: Title[Any] = RULES) -> None:
        self.rules, self.root, self.home = rules, root, Home(root / "home")
        self.host, self.player = Identity.generate(), Identity.generate()
        self.home.keep_file(self.home.key_path("aspasia"), self.player.to_bytes())
        Pins(self.home, URL).pin_host(to_base64url(self.host.signing_key), "Host of letters")
        self.keys = {BOOK: PhaseKey.generate()}
        scenario = next(iter(rules.scenarios.values()))
        seats = rules.seats(scenario.id, min(scenario.seat_counts))
        self.position = rules.begin(scenario=scenario.id, seats=seats, chance=Chance(bytes(32))).position

    @property
    def seat(self) -> str:
        return self.position.phase.asks[0].seat

    def play_on(self) -> None:
        """Everybody takes the default."""
        self.position = self.rules.resolve(self.position, {}, Chance(bytes(32))).position

    def play_until(self, question: str) -> str:
        """Play until a question is asked; gives the seat that is asked."""
        while self.position.phase.asks[0].question != question:
            self.play_on()
        return self.seat

    def key(self, phase: int, signer: Identity | None = None) -> dict[str, Any]:
        key = self.keys.setdefault(phase, PhaseKey.generate())
        notice = sign_phase_key(key, game=GAME, phase=phase, version=self.rules.version, host=signer or self.host)
        return notice.to_json_value()

    def letter(self, seat: str, *, at: str = "2026-11-21T10:00:00Z", by: Identity | None = None, **body: Any) -> bytes:
        """A letter to the player in a seat, of the phase that is open."""
        phase = self.position.phase.number
        usual = {
            "kind": "phase",
            "title": self.rules.id,
            "version": self.rules.version,
            "name": "Sherds",
            "deadline": "2026-11-24T10:00:00Z",
            "key": self.key(phase),
            "book_key": self.key(BOOK),
            "address": ADDRESS,
            "url": URL,
            "view": json.loads(self.rules.encode(self.rules.view(self.position, seat))),
            "news": ["Something happened."],
            "fallen": [],
            "foreseen": [],
            "sequences": {"phase": 0, "book": 0},
        }
        letter = Letter(
            game=GAME, seat=seat, player=self.player.key_id, phase=phase, kind="orders-wanted", at=at, body=usual | body
        )
        return seal_letter(letter, self.player.card("aspasia"), by or self.host)

    def receipt(self, envelope: Envelope) -> bytes:
        return make_receipt(envelope, AT, self.host).to_json()

    def file(self, content: bytes | str, name: str = "saved") -> str:
        path = self.root / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    def mail(self, raw: bytes, kind: str = "letter") -> bytes:
        """A mail as a mail program saves it: words, HTML, and the document attached."""
        mail = EmailMessage()
        mail["From"], mail["Subject"] = ADDRESS, "Sherds: your orders"
        mail.set_content("The letter is attached.\n")
        mail.add_alternative("<p>The letter is attached.</p>", subtype="html")
        if kind == "letter":
            name = file_name(GAME, "red", 1)
            mail.add_attachment(raw, "application", "vnd.ostraka.letter+json", filename=name)
        else:
            mail.add_attachment(armor(kind, raw), filename="receipts.ostraka")
        return mail.as_bytes()

    def ostraka(self, *words: str, **more: Any) -> Result:
        """The program, with an address at which nobody answers."""
        return invoke(None, self.home, *words, **{"OSTRAKA_URL": "http://127.0.0.1:9", **more})

    def open(self, raw: bytes, **more: Any) -> Result:
        return self.ostraka("open", self.file(raw, "letter.ostraka"), **more)
