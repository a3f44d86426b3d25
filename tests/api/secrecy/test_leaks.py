"""Telltales are planted in everything secret of a running game of either title, and looked for in all that leaves it.

A telltale is a word that stands nowhere else: in orders that fall, in books, in press. Besides them hands, tiles, salts
and keys are looked for, in every spelling. Who may know one is shown it; else the search would prove nothing.
"""

from __future__ import annotations

import base64
import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from functools import cached_property
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
import structlog

from api.host import json_logs
from api.mail_out.postman import Postman
from api.mail_out.transports import transport
from api.store.lookups import load_phase
from api.store.sealed_rows import phase_private
from schemas.envelopes import open_copy
from schemas.keys.chance import leaf_salt, position_salt
from tests.api.booked import book_envelope
from tests.api.hosts import HostUnderTest, painted
from tests.api.pages.form_browsers import signed_in
from tests.api.secrecy.twins import PAGES, READS
from tools.demo.pericles import SCENARIO

SEATS = {"perikles": ("red", "green", "black"), "pericles": ("AF", "DF", "EK", "AK")}
SCENARIOS = {"perikles": "standard", "pericles": SCENARIO}


def spellings(secret: bytes) -> list[bytes]:
    """The ways in which bytes could stand somewhere."""
    return [secret, secret.hex().encode(), base64.b64encode(secret).rstrip(b"="), base64.urlsafe_b64encode(secret)[:-1]]


@dataclass
class Secret:
    """Something that only some may know."""

    name: str
    forms: list[bytes]
    knowers: tuple[str, ...] = ()

    def stands_in(self, text: bytes) -> bool:
        """Does it stand in a text that `legible` gave?"""
        return any(form in text for form in self.forms)


def legible(text: bytes) -> bytes:
    """A text as it is, and once more without white space between its JSON, and without HTML's quotation marks."""
    tight = text.replace(b'": ', b'":').replace(b'", "', b'","').replace(b"&#34;", b'"').replace(b"&quot;", b'"')
    return text if tight == text else text + b"\n" + tight


@dataclass
class Searched:
    """A running game in which everything secret is known to the test, and everything that leaves the host."""

    host: HostUnderTest
    title: str
    folder: Path
    log: StringIO
    secrets: list[Secret] = field(default_factory=list)
    telltales: int = 0

    def __post_init__(self) -> None:
        self.game = self.host.started(SEATS[self.title], title=self.title, scenario=SCENARIOS[self.title])
        for seat in self.seats:
            self.plant(seat)
        self.host.clock.forward(days=3)
        self.host.work()
        for seat in self.seats:
            self.plant(seat)
        self.keep_what_is_dealt()

    @property
    def seats(self) -> list[str]:
        return list(self.host.seats[self.game])

    def telltale(self, what: str, *knowers: str) -> str:
        """A word that stands nowhere else, though it is one that the rules' words could hold."""
        self.telltales += 1
        word = f"telltale{self.telltales:04d}{what.encode().hex()}"
        self.secrets.append(
            Secret(f"{what} of {knowers[0]}", [word.encode(), base64.b64encode(word.encode()).rstrip(b"=")], knowers)
        )
        return word

    def plant(self, seat: str) -> None:
        """Orders of a seat, its book and its press, each with a telltale; and the salts of what is sealed."""
        order = {"question": self.telltale("order", seat)}
        entry = {"question": self.telltale("book", seat), "ask_me": True}
        for envelope in (
            self.host.envelope(self.game, seat, [order, *self.host.default(self.game, seat)], "draft"),
            book_envelope(self.host, self.game, seat, [entry], "draft"),
        ):
            header = envelope.header
            assert self.host.put(envelope, self.game, header.phase, seat).status_code == 201
            for leaf in open_copy(envelope, self.host.seats[self.game][seat].identity):
                self.secrets.append(Secret(f"leaf's salt of {seat}", spellings(leaf.salt)))
        reader = self.seats[self.seats.index(seat) - 1]
        assert self.host.write_press(self.game, seat, [reader], self.telltale("press", seat, reader)).status_code == 201

    def keep_what_is_dealt(self) -> None:
        """What the host alone knows, and what was dealt to each seat."""
        host, game = self.host.host, self.game
        secret, phase = self.host.chance_secret(game), self.host.phase(game)["phase"]
        self.secrets.append(Secret("chance secret", spellings(secret)))
        self.secrets.append(Secret("master key", spellings(self.host.config.master_key)))
        self.secrets.append(Secret("host key", spellings(host.identity.signing_private)))
        with host.database.read() as session:
            for number in (0, phase):
                key = phase_private(host.vault, load_phase(session, game, number))
                self.secrets.append(Secret(f"key of phase {number}", spellings(key)))
                self.secrets.append(
                    Secret(f"salt of position {number}", spellings(position_salt(secret, game, number)))
                )
        for seat in self.seats:
            self.secrets.append(Secret(f"salt of {seat}", spellings(leaf_salt(secret, game, phase, seat))))
            dealt = Secret(f"dealt to {seat}", [self.dealt(seat)], (seat,))
            self.secrets.append(dealt)

    def dealt(self, seat: str) -> bytes:
        """A hand, or a tile, as it stands in JSON."""
        position = self.host.position(self.game)
        if self.title == "perikles":
            return f'"tile":{json.dumps(position.special[seat].tile)}'.encode()
        return ",".join(json.dumps(card) for card in position.hands[seat][:4]).encode()

    def found(self, outputs: Iterator[tuple[str, str | None, bytes]]) -> list[str]:
        """What stands where it may not: the secret's name and the place."""
        return [
            f"{secret.name} in {place}, for {viewer or 'everybody'}"
            for place, viewer, text in ((place, viewer, legible(text)) for place, viewer, text in outputs)
            for secret in self.secrets
            if viewer not in secret.knowers and secret.stands_in(text)
        ]

    def outputs(self) -> Iterator[tuple[str, str | None, bytes]]:
        """All that leaves the host: where, who gets it (None: everybody), the bytes."""
        yield from self.answered
        yield from self.pages()
        yield from self.refusals()
        yield from self.mails()
        yield from self.rest()

    def filled(self, addresses: Mapping[str, tuple[str, ...]]) -> list[str]:
        """Addresses, each for every seat and player that it can be asked for."""
        seats = self.host.seats[self.game].items()
        paths = (path for paths in addresses.values() for path in paths)
        found = (one.format(game=self.game, seat=seat, handle=by.handle) for one in paths for seat, by in seats)
        return list(dict.fromkeys(found))

    @cached_property
    def answered(self) -> list[tuple[str, str | None, bytes]]:
        return list(self.answers())

    def answers(self) -> Iterator[tuple[str, str | None, bytes]]:
        """Every address, asked by everybody: what is refused too."""
        for path in self.filled(READS):
            private = "/seats/" in path or "/players/" in path or "/envelopes/" in path
            viewers = self.host.seats[self.game] if private else {}
            for viewer, player in {None: None, **viewers}.items():
                response = self.host.get(path, player)
                yield path, viewer, f"{response.headers}\n\n".encode() + response.data

    def pages(self) -> Iterator[tuple[str, str | None, bytes]]:
        """Every page, for everybody who is signed in and for nobody in particular."""
        browsers = {seat: signed_in(self.host, player) for seat, player in self.host.seats[self.game].items()}
        for viewer, browser in {None: self.host.app.test_client(), **browsers}.items():
            for path in self.filled(PAGES):
                response = browser.get(path)
                yield f"page {path}", viewer, f"{response.headers}\n\n".encode() + response.data

    def refusals(self) -> Iterator[tuple[str, str | None, bytes]]:
        """What is said of an envelope that is garbled, or put elsewhere."""
        for rows in self.host.rows("select raw, phase, seat from envelopes"):
            raw, phase, seat = rows
            others = [each for each in self.seats if each != seat]
            for text, at in ((raw.replace(b"A", b"B"), seat), (raw, others[0]), (raw[:-9], seat)):
                response = self.host.put(text, self.game, phase, at)
                assert response.status_code >= 400 or text == raw
                yield f"a refusal for {at}", None, f"{response.headers}\n\n".encode() + response.data

    def mails(self) -> Iterator[tuple[str, str | None, bytes]]:
        """All mails as they are sent, and their parts decoded; the letters in them are sealed."""
        Postman(self.host.host, transport(f"file://{self.folder}/mails"), painted).run_once()
        for path in sorted((self.folder / "mails").glob("*.eml")):
            message = message_from_bytes(path.read_bytes(), policy=policy.default)
            parts = [part.get_payload(decode=True) for part in message.walk() if not part.is_multipart()]
            yield path.name, None, b"\n".join([path.read_bytes(), *(part for part in parts if isinstance(part, bytes))])

    def rest(self) -> Iterator[tuple[str, str | None, bytes]]:
        """What rests with the host: the database in all its files and as SQL, and the log of the service."""
        for content in self.host.files():
            yield "a file of the database", None, content
        yield "the database", None, self.host.dump().encode()
        yield "the log", None, self.log.getvalue().encode()


@pytest.fixture(scope="module", params=SEATS)
def searched(request: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Searched]:
    """A running game of each title."""
    folder = tmp_path_factory.mktemp(f"searched-{request.param}")
    stream = StringIO()
    json_logs.configure(stream)
    made = Searched(HostUnderTest(folder), request.param, folder, stream)
    yield made
    structlog.reset_defaults()
    made.host.close()


def test_no_secret_of_either_title_leaves_the_host_by_any_road(searched: Searched) -> None:
    outputs = list(searched.outputs())
    roads = {"page" if place.startswith("page") else place.rpartition(".")[2] for place, _, _ in outputs}
    assert roads >= {"page", "eml", "the log", "the database", "a file of the database"}
    assert len(outputs) > 150
    assert searched.found(iter(outputs)) == []


def test_who_may_know_a_secret_is_shown_it(searched: Searched) -> None:
    told = dict.fromkeys(searched.seats, b"")
    for _, viewer, text in searched.answered:
        if viewer is not None:
            told[viewer] += legible(text)
    for seat in searched.seats:
        shown = {secret.name for secret in searched.secrets if seat in secret.knowers and secret.stands_in(told[seat])}
        assert shown >= {f"order of {seat}", f"book of {seat}", f"press of {seat}", f"dealt to {seat}"}


def test_leaks_that_were_planted_are_found_on_every_road(searched: Searched, monkeypatch: pytest.MonkeyPatch) -> None:
    seat = searched.seats[0]
    secret = next(one for one in searched.secrets if one.name == f"order of {seat}")
    dealt = next(one for one in searched.secrets if one.name == f"dealt to {seat}")

    def careless(response: Any) -> Any:
        response.headers["X-Debug"] = secret.forms[0].decode()
        return response

    searched.host.app.after_request_funcs.setdefault(None, []).append(careless)
    found = searched.found(islice(searched.answers(), 5))
    searched.host.app.after_request_funcs[None].remove(careless)
    assert found[0].startswith(f"order of {seat} in /")

    mail = b"Content-Transfer-Encoding: base64\r\n\r\n" + base64.encodebytes(b"he holds " + dealt.forms[0])
    (searched.folder / "mails").mkdir(exist_ok=True)
    (searched.folder / "mails" / "careless.eml").write_bytes(mail)
    assert searched.found(searched.mails()) == [f"dealt to {seat} in careless.eml, for everybody"]
    (searched.folder / "mails" / "careless.eml").unlink()

    monkeypatch.setattr(json_logs, "FIELDS", json_logs.FIELDS | {"orders"})
    structlog.get_logger("test").info("cut", orders=[secret.forms[0].decode()])
    with closing(sqlite3.connect(searched.host.path)) as connection, connection:
        connection.execute("create table careless (note text)")
        connection.execute("insert into careless values (?)", (dealt.forms[0].decode(),))
    places = {name.partition(" in ")[2] for name in searched.found(searched.rest())}
    assert places == {f"{place}, for everybody" for place in ("the log", "the database", "a file of the database")}
    with closing(sqlite3.connect(searched.host.path)) as connection, connection:
        connection.execute("drop table careless")
