"""Secrets that were planted are looked for in the log, and what is sealed or veiled looks alike whatever it holds.

`test_leaks.py` looks for them on every other road.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import structlog

from api.host import json_logs
from api.store.lookups import unresolved_phase
from api.store.sealed_rows import phase_private
from schemas.envelopes import open_copy
from schemas.keys.chance import leaf_salt, position_salt
from tests.api.hosts import HostUnderTest

CITY = "thebes"


def spellings(secret: bytes) -> list[bytes]:
    """The ways in which bytes could stand somewhere."""
    padded = base64.b64encode(secret)
    return [secret, secret.hex().encode(), padded.rstrip(b"="), base64.urlsafe_b64encode(secret).rstrip(b"=")]


@pytest.fixture
def log() -> Iterator[StringIO]:
    """What the service logs while the test runs, as it is configured when it serves."""
    stream = StringIO()
    json_logs.configure(stream)
    yield stream
    structlog.reset_defaults()


class Planted:
    """A running game with known secrets: hidden tiles, orders sent ahead, sealed orders, keys, salts, the secret."""

    def __init__(self, host: HostUnderTest) -> None:
        self.host = host
        self.game = host.started()
        self.seats = list(host.seats[self.game])
        self.keys: list[bytes] = []
        self.envelopes: list[Any] = []
        self.keep_key()
        for seat in self.seats:
            self.send(seat, [{"question": "D-S1B", "city": CITY}], "draft")
        for _ in range(2):
            seat = host.asked(self.game)[0]
            self.send(seat, [{"question": "D-S1", "city": "megara"}, {"question": "D-S1B", "city": CITY}], "final")
            host.work()
            self.keep_key()

    def send(self, seat: str, orders: list[dict[str, Any]], word: str) -> None:
        envelope = self.host.envelope(self.game, seat, orders, word)
        self.envelopes.append((seat, envelope))
        assert self.host.put(envelope, self.game, envelope.header.phase, seat).status_code == 201

    def keep_key(self) -> None:
        with self.host.host.database.read() as session:
            phase = unresolved_phase(session, self.game)
            assert phase is not None
            self.keys.append(phase_private(self.host.host.vault, phase))

    def tile(self, seat: str) -> str:
        return str(self.host.position(self.game).special[seat].tile)

    def secrets(self) -> dict[str, list[bytes]]:
        """Every secret under the name by which a failure is reported."""
        secret, seats = self.host.chance_secret(self.game), self.seats
        found = {"chance secret": spellings(secret)}
        found |= {f"phase key {number}": spellings(key) for number, key in enumerate(self.keys)}
        found |= {f"position salt {n}": spellings(position_salt(secret, self.game, n)) for n in range(3)}
        found |= {f"leaf salt {s} {n}": spellings(leaf_salt(secret, self.game, n, s)) for s in seats for n in (1, 2)}
        found |= {f"tile of {seat}": [tile_as_data(self.tile(seat))] for seat in seats}
        for seat, envelope in self.envelopes:
            for leaf in open_copy(envelope, self.host.seats[self.game][seat].identity):
                found[f"leaf of {seat}"] = spellings(leaf.salt)
        found["second cubes"] = [b'"second_cubes":{"', b'"city":"%s"' % CITY.encode()]
        found["master key"] = spellings(self.host.config.master_key)
        found["host key"] = spellings(self.host.host.identity.signing_private)
        return found

    def leaks(self, text: bytes) -> list[str]:
        """The names of the secrets that stand in these bytes."""
        tight = text.replace(b'": ', b'":')
        return [name for name, forms in self.secrets().items() if any(form in text or form in tight for form in forms)]


def tile_as_data(tile: str) -> bytes:
    """A tile as it stands in JSON: its name alone could be the name of the game."""
    return f'"tile":{json.dumps(tile)}'.encode()


@pytest.fixture
def planted(host: HostUnderTest) -> Planted:
    return Planted(host)


def test_the_search_finds_what_is_there(planted: Planted) -> None:
    position = planted.host.title(planted.game).encode(planted.host.position(planted.game))
    assert set(planted.leaks(position)) >= {f"tile of {seat}" for seat in planted.seats} | {"second cubes"}
    assert planted.leaks(base64.b64encode(planted.keys[0])) == ["phase key 0"]


def test_what_rests_sealed_has_the_same_size_whatever_it_holds(planted: Planted) -> None:
    sizes = planted.host.rows("select length(events), length(counted) from resolutions where phase > 0")
    assert len(sizes) == 2
    assert len(set(sizes)) == 1
    assert planted.host.rows("select distinct length(private_key) from phases where private_key is not null") == [
        (4096 + 28,)
    ]


def test_no_secret_is_in_a_log_line(host: HostUnderTest, log: StringIO) -> None:
    host.register("p-red", email="red@players.test")  # so that the game is begun here and now, and logged
    planted = Planted(host)
    host.work()
    seat = planted.seats[0]
    host.get(f"/games/{planted.game}/seats/{seat}/view", host.seats[planted.game][seat])
    host.put(b'{"payload": "%s"}' % CITY.encode(), planted.game, 1, seat)
    host.client.get(f"/api/v1/games/{CITY}")
    lines = log.getvalue()
    assert len(lines.splitlines()) > 20
    assert planted.leaks(lines.encode()) == []
    for never in (CITY, "players.test", *(p.identity.key_id for p in host.players.values()), "p-red", "ed25519"):
        assert never not in lines
    for line in lines.splitlines():
        assert set(json.loads(line)) <= json_logs.FIELDS


def test_a_field_that_is_not_on_the_list_is_not_logged(log: StringIO) -> None:
    structlog.get_logger("test").info("cut", game="lusab-babad", orders=[CITY], address="red@players.test")
    line = json.loads(log.getvalue())
    assert (line["event"], line["game"]) == ("cut", "lusab-babad")
    assert set(line) == {"event", "game", "level", "timestamp"}


def test_a_fault_is_logged_by_type_and_place_alone(
    host: HostUnderTest, log: StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    planted = Planted(host)
    seat = host.asked(planted.game)[0]
    planted.send(seat, [{"question": "D-S1", "city": CITY}], "final")

    def fail(*_: Any) -> None:
        raise RuntimeError(f"{CITY} {planted.keys[0].hex()}")

    monkeypatch.setattr("api.referee.resolution.open_all", fail)
    host.work()
    fault = json.loads(log.getvalue().splitlines()[-1])
    assert fault["event"] == "fault"
    assert fault["exception"] == "RuntimeError"
    assert any(place.startswith("resolution.py:") for place in fault["at"])
    assert CITY not in json.dumps(fault)


def test_of_a_veiled_phase_nobody_is_told_who_is_asked_or_in(host: HostUnderTest, ballot: str, tmp_path: Path) -> None:
    game = host.started(("alpha", "beta", "gamma", "delta"), title=ballot, scenario="assembly")
    host.play_on(game, 1)
    phase = host.phase(game)
    assert (phase["veiled"], phase["asked"]) == (True, [])
    told = {path: host.get(f"/games/{game}{path}").data for path in ("", "/phase", "/view", "/report", "/log")}
    asked = host.asked(game)
    assert asked == ["alpha", "beta", "gamma", "delta"]
    rival = host.seats[game]["beta"]
    seen = host.get(f"/games/{game}/seats/beta/questions", rival).data
    assert host.send(game, "alpha", host.default(game, "alpha")).status_code == 201
    assert told == {path: host.get(f"/games/{game}{path}").data for path in told}
    assert host.get(f"/games/{game}/seats/beta/questions", rival).data == seen


def test_a_veiled_question_is_not_in_the_mail_that_asks_for_it(
    host: HostUnderTest, ballot: str, tmp_path: Path
) -> None:
    game = host.started(("alpha", "beta", "gamma"), title=ballot, scenario="assembly")
    host.play_on(game, 1)
    texts = [text for (text,) in host.rows("select text from mails where message_id like '%orders-wanted.2.%'")]
    assert len(texts) == 3
    assert all("mercy" not in text and "ostraka answer MAIL.eml" in text for text in texts)
    assert all("voted against" in text for text in texts)


def test_the_secret_is_public_when_the_game_is_over(planted: Planted) -> None:
    planted.host.play_on(planted.game)
    record = planted.host.get(f"/games/{planted.game}/record").data
    assert "chance secret" in planted.leaks(record)
    assert not [name for name in planted.leaks(record) if name.startswith(("phase key", "master", "host"))]
