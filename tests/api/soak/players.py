"""Players who send, read and write mail at random, and note whatever the host promised and told them."""

from __future__ import annotations

import email
import json
import random
import smtplib
import threading
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any

from api.mail_out.rendering import FILE
from cli.errors import Refused, Unreachable
from ostraka import Client, Home, Identity
from schemas.documents.armor import Armored, armor, find
from schemas.documents.receipts import verify_receipt
from schemas.envelopes import Envelope
from schemas.record import Record, verify_record
from schemas.statements import payloads
from schemas.statements.canonical import to_base64url
from schemas.statements.payloads import Terms
from schemas.statements.statements import Statement
from tests.api.faults.stages import Promise
from tests.api.soak.served import Served

SEATS = 3
ACTS = (payloads.Extend(seconds=60), payloads.Remind(), payloads.Pause(), payloads.Resume())


@dataclass
class History:
    """What all players were promised and told; what was wrong with it is found."""

    promises: list[Promise] = field(default_factory=list)
    mailed: dict[str, bytes] = field(default_factory=dict)
    """The envelopes that went by mail, by digest."""
    mails: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    found: list[str] = field(default_factory=list)
    host_key: bytes = b""

    def deliver(self, _sender: str, _address: str, raw: bytes) -> None:
        """Take a mail of the host's, and keep the receipts in it."""
        message = email.message_from_bytes(raw, policy=default)
        self.mails.append(str(message["Message-ID"]).strip())
        for part in message.iter_attachments():
            if part.get_filename() == FILE:
                for block in find(part.get_content()):
                    self.keep(block)

    def keep(self, block: Any) -> None:
        assert isinstance(block, Armored), block
        receipt = Statement.parse(block.document)
        raw = self.mailed[receipt.body["envelope"]]
        verify_receipt(receipt, Envelope.parse(raw), self.host_key)
        self.promises.append(Promise(raw, block.document))
        self.counts["receipts by mail"] += 1


class Person(Client):
    """A client that notes its receipts."""

    history: History

    def deliver(self, envelope: Envelope) -> dict[str, Any]:
        receipt = super().deliver(envelope)
        header = envelope.header
        kept = json.loads(self.home.receipt_path(header.game, header.seat, header.phase, header.sequence).read_text())
        self.history.promises.append(Promise(envelope.to_json(), Statement.from_json(kept["receipt"]).to_json()))
        self.history.counts["receipts"] += 1
        return receipt


class Table:
    """Some people who play one game after another, each time until it is over."""

    def __init__(self, name: str, served: Served, folder: Path, history: History, seed: int) -> None:
        self.name, self.served, self.history = name, served, history
        self.choose = random.Random(seed)
        self.people = [self.person(f"{name}-{n}", folder) for n in range(SEATS)]
        self.game = ""
        self.feeds: dict[tuple[str, str], list[Any]] = defaultdict(list)
        self.reports: dict[tuple[str, str], list[Any]] = defaultdict(list)

    def person(self, handle: str, folder: Path) -> Person:
        person = Person(self.served.url, Identity.generate(), handle, Home(folder / handle))
        person.history = self.history
        return person

    def play(self, stop: threading.Event) -> None:
        """Go on, whatever befalls the host, until it is time to stop."""
        turns: Iterator[None] = iter(())
        while not stop.wait(self.choose.uniform(0, 0.2)):
            try:
                if next(turns, self) is self:
                    turns = self.turns()
            except Unreachable:
                self.history.counts["no answer"] += 1
                turns = self.turns()
            except Refused as refused:
                self.history.counts[f"refused: {refused.code}"] += 1
                turns = self.turns()
            except Exception as error:
                self.history.found.append(f"broken: {self.name}: {error!r}")
                return

    def turns(self) -> Iterator[None]:
        """What all do in a row, each step of which may fail."""
        organiser = self.people[0]
        for person in self.people:
            person.register(f"{person.handle}@players.test")
        if not self.game:
            terms = Terms(phase_seconds=86_400)
            self.game = organiser.create_game("perikles", "opening", SEATS, self.name, terms)["game"]
            yield
        summary = organiser.game(self.game)
        if summary["status"] == "over":
            self.verify_record(organiser)
            self.game = ""
            return
        if summary["status"] == "inviting":
            held = {seat["player"]: seat["seat"] for seat in summary["seats"]}
            for person in self.people:
                if person.handle not in held:
                    person.join(self.game)
            organiser.start(self.game)
            self.history.counts["games begun"] += 1
        for person in self.people:
            yield from self.turn(person)

    def turn(self, person: Person) -> Iterator[None]:
        """Read, act, write and send, as it comes."""
        seat = person.own_seat(person.game(self.game))
        self.read(person, seat)
        yield
        if self.choose.random() < 0.1:
            self.people[0].act(self.game, self.choose.choice(ACTS))
            self.history.counts["acts"] += 1
        if self.choose.random() < 0.05:
            others = [one["seat"] for one in person.game(self.game)["seats"] if one["seat"] != seat]
            person.send_press(self.game, seat, others[:1], "peace?")
            self.history.counts["press"] += 1
        asked = person.questions(self.game, seat)
        if asked["questions"] and asked["word"] != "final":
            orders = [self.choose.choice(one["options"] or [one["default"]]) for one in asked["questions"]]
            word = self.choose.choice(("draft", "final", "final"))
            if self.choose.random() < 0.2:
                self.mail(person, seat, orders)
            else:
                person.send(self.game, seat, orders, word, phase=asked["phase"])

    def mail(self, person: Person, seat: str, orders: list[Any]) -> None:
        """Send orders by mail; the receipt comes by mail."""
        key, newest = person.key_of(self.game, seat)
        envelope = person.sealed(key, seat, orders, "final", newest)
        self.history.mailed[to_base64url(envelope.digest)] = envelope.to_json()
        message = EmailMessage()
        message["From"], message["To"] = f"{person.handle}@players.test", "host@ostraka.test"
        message["Message-ID"] = f"<{self.choose.getrandbits(64):x}@players.test>"
        message.set_content(armor("envelope", envelope.to_json()))
        try:
            with smtplib.LMTP("127.0.0.1", self.served.lmtp, timeout=30) as server:
                server.send_message(message)
            self.history.counts["mails in"] += 1
        except (OSError, smtplib.SMTPException):
            self.history.counts["mails in that were not taken"] += 1

    def read(self, person: Person, seat: str) -> None:
        """What is new in the feed follows what was read before; the reports of phases stay as they were."""
        place, seen = (self.game, seat), self.feeds[self.game, seat]
        items = person.feed(self.game, seat, after=len(seen), wait=1 if self.choose.random() < 0.1 else 0)["items"]
        if [item["number"] for item in items] != list(range(len(seen) + 1, len(seen) + 1 + len(items))):
            self.history.found.append(f"broken: the feed of {place} goes from {len(seen)} to {items}")
        seen += items
        before, now = self.reports[place], person.report(self.game, seat)
        if now[: len(before)] != before:
            self.history.found.append(f"broken: a report of {place} has changed")
        self.reports[place] = now

    def verify_record(self, person: Person) -> None:
        """The record is true; of each seat and phase the newest envelope that has a receipt counts, or a newer one."""
        record = Record.from_json(json.dumps(person.record(self.game)).encode())
        self.history.found += [f"broken: the record of {self.game}: {one}" for one in verify_record(record)]
        counted = {}
        for phase in record.phases:
            for envelope in phase.envelopes:
                counted[phase.phase, envelope.seat] = Statement.from_form(envelope.header).body["sequence"]
        for promise in self.history.promises:
            header = Envelope.parse(promise.envelope).header
            if header.game == self.game and counted.get((header.phase, header.seat), 0) < header.sequence:
                self.history.found.append(f"lost: {header} does not count in the record")
        self.history.counts["games over, their records verified"] += 1

    def read_again(self) -> None:
        """In the end every feed reads from its beginning as it was read bit by bit."""
        for (game, seat), seen in self.feeds.items():
            person = next(one for one in self.people if one.handle == holder(one.game(game), seat))
            again: list[Any] = []
            while more := person.feed(game, seat, after=len(again))["items"]:
                again += more
            if again[: len(seen)] != seen:
                self.history.found.append(f"broken: the feed of {seat} in {game} reads otherwise in the end")
            self.history.counts["items of feeds"] += len(again)


def holder(summary: dict[str, Any], seat: str) -> str:
    return str(next(one["player"] for one in summary["seats"] if one["seat"] == seat))
