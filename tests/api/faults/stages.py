"""A host as an operation finds it: prepared once, kept, and brought back for each try."""

from __future__ import annotations

import atexit
import os
import pickle
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime
from email.message import EmailMessage
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from werkzeug.test import TestResponse

from api.host.host import forget_lost_keys
from api.http.problems import ConfigurationError
from api.mail_out.postman import Postman
from schemas.documents.receipts import verify_receipt
from schemas.envelopes import Envelope
from schemas.statements.statements import Statement
from tests.api.faults.engines import Engine, SQLite
from tests.api.faults.postgres_engine import PostgreSQL
from tests.api.hosts import MASTER_KEY, Clock, HostUnderTest, Player

ENGINES: dict[str, Engine] = {"sqlite": SQLite(), "postgresql": PostgreSQL()}
OTHER_MASTER_KEY = bytes(reversed(range(32)))


class Unanswered(Exception):
    """The client got no answer, or that the host failed: it will ask again."""


class Refused(Exception):
    """The host said no, and why."""


@dataclass(frozen=True)
class Promise:
    """A receipt that was verified: its envelope has to count."""

    envelope: bytes
    receipt: bytes


@dataclass
class Stage:
    """A host, its clients and its mail."""

    engine: Engine
    host: HostUnderTest
    things: dict[str, Any]
    promises: list[Promise] = field(default_factory=list)
    sent: list[str] = field(default_factory=list)
    """The Message-IDs of what went out."""
    wire: int | None = None
    """Where a process that may die any moment says what it was promised."""

    @property
    def game(self) -> str:
        return str(self.things["game"])

    def answered(self, response: TestResponse) -> TestResponse:
        """An answer that a client can go by."""
        if response.status_code >= 500:
            raise Unanswered(response.text)
        if response.status_code >= 400:
            raise Refused(f"{response.status_code} {response.text}")
        return response

    def put(self, raw: bytes) -> None:
        """Send an envelope, and verify the receipt."""
        envelope = Envelope.parse(raw)
        header = envelope.header
        path = f"/api/v1/games/{header.game}/phases/{header.phase}/envelopes/{header.seat}"
        client = self.host.app.test_client()
        answer = self.answered(client.put(path, data=raw, content_type="application/json"))
        verify_receipt(Statement.parse(answer.data), envelope, self.host.host.identity.signing_key)
        self.promise(Promise(raw, answer.data))

    def promise(self, promise: Promise) -> None:
        self.promises.append(promise)
        self.tell(promise)

    def deliver(self, message: EmailMessage) -> None:
        """What the mail server of the host does."""
        self.sent.append(str(message["Message-ID"]))
        self.tell(self.sent[-1])

    def tell(self, thing: Promise | str) -> None:
        if self.wire is not None:
            os.write(self.wire, pickle.dumps(thing))

    def hear(self, told: bytes) -> None:
        """What a process said before it died."""
        heard = BytesIO(told)
        while heard.tell() < len(told):
            thing = pickle.load(heard)
            (self.promises if isinstance(thing, Promise) else self.sent).append(thing)

    def postman(self) -> Postman:
        return Postman(self.host.host, self.deliver, lambda svg, width: b"a board")

    def send_mails(self) -> None:
        self.postman().run_once()

    def to_rest(self) -> None:
        """Time passes, as long as the longest pause, and as mails wait for who is there; all is brought to its end."""
        self.host.clock.forward(minutes=6)
        self.host.work()
        self.host.clock.forward(minutes=11)
        self.send_mails()

    def reopen(self) -> None:
        """Start the host anew, and have what a killed one was at sent, resolved and destroyed."""
        self.close()
        self.open()
        forget_lost_keys(self.host.host)
        self.postman().release()

    def close(self) -> None:
        """Close the host."""
        self.host.close()
        self.engine.stop_watching()

    def open(self) -> None:
        """Open the host, with whichever master key opens it."""
        for key in (MASTER_KEY, OTHER_MASTER_KEY):
            self.host.config = replace(self.host.config, master_key=key)
            try:
                self.host.open()
            except ConfigurationError:
                continue
            return
        raise AssertionError("neither the old master key nor the new one opens the host")


Things = dict[str, Any]
Step = Callable[[HostUnderTest, Things], Things]
"""Takes a host on, and adds to what is known of it."""


@dataclass(frozen=True)
class Kept:
    """A prepared host."""

    stored: Any
    moment: datetime
    players: dict[str, Player]
    seats: dict[str, dict[str, Player]]
    numbers: int
    things: Things


@cache
def prepare(engine: Engine, steps: tuple[Step, ...]) -> Kept:
    """Take a host so many steps, and keep it: others may go on from there."""
    if not steps:
        return keep(engine, Stage(engine, engine.new_host(folder(engine.name)), {}))
    with staged(engine, prepare(engine, steps[:-1])) as stage:
        stage.things = {**stage.things, **steps[-1](stage.host, dict(stage.things))}
        return keep(engine, stage)


def keep(engine: Engine, stage: Stage) -> Kept:
    """Close a host and keep it."""
    host = stage.host
    stage.close()
    return Kept(engine.keep(host), host.clock.moment, host.players, host.seats, host.numbers, stage.things)


@cache
def folder(of: str) -> Path:
    """Where this process brings hosts back, always the same: what was compiled for its engine is compiled once.

    It is in memory where the machine has such a place: processes are killed here, and no power is cut.
    """
    memory = "/dev/shm"
    made = Path(tempfile.mkdtemp(prefix=f"ostraka-{of}-", dir=memory if os.path.isdir(memory) else None))
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return made


@contextmanager
def staged(engine: Engine, kept: Kept) -> Iterator[Stage]:
    """A prepared host, brought back."""
    host = engine.bring_back(kept.stored, folder(engine.name), Clock(kept.moment))
    host.players, host.seats, host.numbers = dict(kept.players), dict(kept.seats), kept.numbers
    stage = Stage(engine, host, kept.things)
    try:
        yield stage
    finally:
        stage.close()
