"""Whatever is sent, the host answers in order: no fault, nothing stored, every refusal a problem document."""

from __future__ import annotations

import gzip
import json
import re
import zipfile
from collections.abc import Iterator
from io import BytesIO
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from schemas.documents.components_files import digest_of
from schemas.envelopes import Envelope, open_envelope
from schemas.errors import ProtocolError
from schemas.keys.sealing import PhaseKey, pad, seal_to
from schemas.statements import canonical
from schemas.statements.payloads import Extend, Game, Join, Start
from schemas.statements.statements import sign
from tests.api.booked import send_book
from tests.api.hosts import API, HostUnderTest
from tests.fuzzing import TEXTS, VALUES, garbled, in_time, mutated, tries
from tools.demo.pericles import SCENARIO

SETTINGS = tries(25)

FEW = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)

STATEMENTS = st.fixed_dictionaries(
    {
        "payload": VALUES | st.binary(max_size=40).map(lambda raw: raw.hex()),
        "payloadType": VALUES | st.sampled_from(["application/vnd.ostraka.game+json", "application/json"]),
        "signatures": VALUES | st.lists(st.fixed_dictionaries({"keyid": VALUES, "sig": VALUES}), max_size=2),
    }
)
BODIES = st.binary(max_size=200) | (VALUES | STATEMENTS).map(lambda value: json.dumps(value).encode())
WRITES = ["/players", "/games", "/games/{game}/joins", "/games/{game}/start"]


def zipfile_of(content: bytes) -> bytes:
    """A zip file with one thing in it."""
    with zipfile.ZipFile(whole := BytesIO(), "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("orders", content)
    return whole.getvalue()


def in_order(response: Any) -> None:
    assert 400 <= response.status_code < 500, response.text
    assert response.mimetype == "application/problem+json"
    assert response.get_json()["code"]


@SETTINGS
@given(path=st.sampled_from(WRITES), body=BODIES)
def test_noise_is_refused_in_order(standing: HostUnderTest, path: str, body: bytes) -> None:
    game, before = next(iter(standing.seats)), standing.dump()
    in_order(standing.post(path.format(game=game), body))
    in_order(standing.put(body, game, 1, "red"))
    assert standing.dump() == before


@SETTINGS
@given(data=st.data(), kind=st.sampled_from([Game, Join, Start]))
def test_a_well_signed_statement_of_nonsense_is_refused_in_order(
    standing: HostUnderTest, data: st.DataObject, kind: Any
) -> None:
    player = standing.players["p-red"]
    game = next(iter(standing.seats))
    safe = st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text("abc/:. ", max_size=50)
    sensible = {"game": game, "organiser": player.identity.key_id, "player": player.identity.key_id, "seat": "red"}
    body = {field: data.draw(st.just(sensible.get(field, "x")) | safe) for field in kind.__struct_fields__}
    statement = sign(kind.document, body, player.identity)
    before = standing.dump()
    for path in WRITES[1:]:
        response = standing.post(path.format(game=game), statement)
        if response.status_code != 200:  # a true start, again
            in_order(response)
    assert standing.dump() == before


@SETTINGS
@given(
    path=st.text(max_size=40), query=st.text(max_size=20), method=st.sampled_from(["GET", "PUT", "PATCH", "OPTIONS"])
)
def test_any_address_is_answered_in_order(standing: HostUnderTest, path: str, query: str, method: str) -> None:
    response = standing.client.open(f"{API}/games/{quote(path)}", method=method, query_string=query)
    assert response.status_code < 500
    if response.status_code >= 400:
        in_order(response)


@SETTINGS
@given(
    headers=st.dictionaries(st.sampled_from(["Signature", "Signature-Input", "If-None-Match"]), st.text(max_size=80))
)
def test_any_signature_is_answered_in_order(standing: HostUnderTest, headers: dict[str, str]) -> None:
    sendable = {name: "".join(c for c in value if c.isprintable() and ord(c) < 256) for name, value in headers.items()}
    game = next(iter(standing.seats))
    response = standing.client.get(f"{API}/games/{game}/seats/red/view", headers=sendable)
    assert response.status_code == 401
    in_order(response)


@SETTINGS
@given(header=st.sampled_from(["sequence", "word", "phase", "seat", "suite", "commitment", "signer"]), value=FEW)
def test_an_envelope_with_one_changed_field_is_refused_in_order(
    standing: HostUnderTest, header: str, value: Any
) -> None:
    game = next(iter(standing.seats))
    player = standing.seats[game]["red"]
    honest = standing.envelope(game, "red", [], "draft")
    fields = honest.header.to_body()
    too_much = isinstance(value, float) or (isinstance(value, int) and abs(value) > 2**53 - 1)
    legal = header == "sequence" and isinstance(value, int) and value > 0
    assume(not too_much and not legal and value != fields[header])
    changed = sign("envelope", fields | {header: value}, player.identity)
    raw = json.dumps({**json.loads(honest.to_json()), **changed.to_json_value()}).encode()
    before = standing.dump()
    response = standing.put(raw, game, 1, "red")
    in_order(response)
    assert standing.dump() == before


SAFE = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.sampled_from(("", "\0", "²", "a" * 2_000)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("abc-D1", max_size=6), inner, max_size=3),
)
"""What may stand in canonical JSON."""
NONSENSE = st.lists(
    st.dictionaries(
        st.sampled_from(["question", "city", "cards", "when", "choose", "ask_me", "", "²"]), SAFE, max_size=4
    ),
    max_size=4,
)


@pytest.fixture(scope="module")
def rooms(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, HostUnderTest]]:
    """A host with a running game of each title."""
    seats = {"perikles": ("red", "green", "black"), "pericles": ("AF", "DF", "EK", "AK")}
    hosts = {title: HostUnderTest(tmp_path_factory.mktemp(title)) for title in seats}
    for title, host in hosts.items():
        host.started(seats[title], title=title, scenario="standard" if title == "perikles" else SCENARIO)
    yield hosts
    for host in hosts.values():
        host.close()


@tries(6)
@given(data=st.data(), title=st.sampled_from(["perikles", "pericles"]))
def test_no_orders_and_no_book_stop_a_game(rooms: dict[str, HostUnderTest], data: st.DataObject, title: str) -> None:
    """Whatever opens, the phase is resolved; what cannot be read falls, and its author alone is told."""
    host = rooms[title]
    game = next(iter(host.seats))
    before = host.phase(game)["phase"]
    for seat in host.asked(game):
        named = [
            {**order, data.draw(st.sampled_from(sorted(order))): data.draw(SAFE)} for order in host.default(game, seat)
        ]
        assert host.send(game, seat, data.draw(NONSENSE | st.just(named))).status_code == 201
        assert send_book(host, game, seat, data.draw(NONSENSE)).status_code == 201
    host.clock.forward(days=3)
    host.work()
    assert host.phase(game)["phase"] > before
    for seat, player in host.seats[game].items():
        assert host.get(f"/games/{game}/seats/{seat}/report?after={before - 1}", player).status_code == 200


@tries(25)
@given(
    plaintext=st.binary(max_size=200)
    | NONSENSE.map(lambda orders: json.dumps(orders).encode())
    | SAFE.map(canonical.dumps)
)
def test_whatever_an_envelope_turns_out_to_hold_it_is_opened_or_refused_in_order(
    honest: Envelope, plaintext: bytes
) -> None:
    private = PhaseKey.generate("x25519")
    body = seal_to("x25519", private.public, pad(plaintext), honest.header.info())
    with pytest.raises(ProtocolError) as refusal:
        open_envelope(replace(honest, body=body), private.private)
    assert len(refusal.value.message) < 300


@tries(40)
@given(data=st.data())
def test_a_garbled_envelope_is_refused_in_order(standing: HostUnderTest, honest: Envelope, data: st.DataObject) -> None:
    game, written = next(iter(standing.seats)), honest.to_json()
    raw = data.draw(garbled(written) | mutated(json.loads(written)).map(lambda value: json.dumps(value).encode()))
    assume(json_of(raw) != json.loads(written))
    before = standing.dump()
    with in_time():
        in_order(standing.put(raw, game, 1, "red"))
    assert standing.dump() == before


def json_of(raw: bytes) -> Any:
    """What JSON says, if it is JSON."""
    try:
        return json.loads(raw)
    except (ValueError, RecursionError):
        return None


@pytest.fixture(scope="module")
def honest(standing: HostUnderTest) -> Envelope:
    """An envelope as it should be."""
    return standing.envelope(next(iter(standing.seats)), "red", [], "draft")


QUERIES = st.dictionaries(
    st.sampled_from(["limit", "after", "wait", "status", "title", "player", "organiser", "x"]),
    st.integers(-(10**20), 10**20).map(str) | TEXTS.filter(lambda text: text.isprintable()),
    max_size=3,
)
HEADERS = st.fixed_dictionaries(
    {},
    optional={
        "Authorization": st.sampled_from(
            ["Bearer ", "Bearer ostraka_" + "a" * 43, "bearer " + "é" * 50, "Basic a", "\t"]
        ),
        "Cookie": st.sampled_from(["session=x", "__Host-session=" + "a" * 4_000, ";;;=", "a" * 8_000, "session"]),
        "If-None-Match": st.sampled_from(["*", '"', "W/" * 900, '"x"' * 900]),
        "Range": st.just("bytes=0-" + "9" * 500),
        "Accept-Language": st.just("el;q=" + "9" * 400),
        "Content-Encoding": st.just("gzip"),
        "X-Forwarded-For": st.sampled_from(["", ",,,", "::1%x", "9" * 900]),
        "Signature": st.sampled_from(["ostraka=:AAAA:", "ostraka=::", "=" * 99]),
        "Signature-Input": st.sampled_from(
            ["ostraka=();created=1", 'ostraka=("@method" "@target-uri");created=1e9', "(" * 500]
        ),
    },
)


@tries(60)
@given(data=st.data(), query=QUERIES, headers=HEADERS)
def test_every_read_with_any_query_token_or_cookie_is_answered_in_order(
    standing: HostUnderTest, data: st.DataObject, query: dict[str, str], headers: dict[str, str]
) -> None:
    game = next(iter(standing.seats))
    rules = [rule for rule in standing.app.url_map.iter_rules() if "GET" in (rule.methods or ())]
    rule = data.draw(st.sampled_from(sorted(rules, key=str)))
    honest = {"game": game, "seat": "red", "phase": "1", "handle": "p-red", "title": "perikles", "number": "1"}
    drawn = {name: data.draw(st.just(honest.get(name, "x")) | TEXTS) for name in rule.arguments}
    path = re.sub(
        r"<(?:[^<>:]*:)?([^<>]*)>", lambda found: quote(drawn[found[1]].encode("utf-8", "replace"), safe=""), str(rule)
    )
    query = {name: "0" if name == "wait" else value for name, value in query.items()}
    with in_time():
        response = standing.client.get(path, query_string=query, headers=headers)
    assert response.status_code < 500, (path, query, headers)
    if response.status_code >= 400 and path.startswith(API):
        in_order(response)


@tries(40)
@given(
    raw=st.binary(max_size=40) | TEXTS.map(lambda text: text.encode("utf-8", "surrogatepass")),
    path=st.sampled_from(["/games", "/games/{game}/acts", "/players/p-red/waiting"]),
    limit=st.sampled_from(["1", "100"]),
)
def test_a_cursor_that_was_made_by_nobody_is_answered_in_order(
    standing: HostUnderTest, raw: bytes, path: str, limit: str
) -> None:
    path = path.format(game=next(iter(standing.seats)))
    query = {"after": canonical.to_base64url(raw), "limit": limit}
    signed = standing.players["p-red"].headers(f"{API}{path}?{urlencode(query)}", standing.clock)
    response = standing.client.get(f"{API}{path}?{urlencode(query)}", headers=signed)
    if response.status_code != 200:  # a place in the list, as it happens
        in_order(response)


ZONES = [
    "America",
    "Etc",
    "posix",
    "__pycache__",
    "Etc/GMT+12",
    "Europe/Athens",
    "posixrules",
    "zone.tab",
    "UTC/x",
    "x",
]
TERMS = st.fixed_dictionaries(
    {"phase_seconds": st.sampled_from([1, 86_400, 366 * 86_400])},
    optional={
        "bank_seconds": st.sampled_from([0, 1, 366 * 86_400]),
        "grace_seconds": st.sampled_from([0, 1, 366 * 86_400]),
        "least_seconds": st.sampled_from([0, 366 * 86_400]),
        "reminders": st.lists(st.sampled_from([1, 366 * 86_400]), max_size=5),
        "days_off": st.lists(st.integers(0, 6), max_size=6),
        "dates_off": st.lists(st.sampled_from(["2026-05-01", "0001-01-01", "9999-12-31", "2026-02-30"]), max_size=3),
        "time_zone": st.sampled_from(ZONES),
        "cut": st.sampled_from(["final", "in", "deadline"]),
    },
)


@tries(30)
@given(terms=TERMS | TERMS.flatmap(mutated))
def test_terms_that_are_taken_can_be_played_by(host: HostUnderTest, terms: Any) -> None:
    """Whatever time a game is given: it is refused when it is opened, or it begins, waits, is put off and goes on."""
    organiser = host.players.get("p-red") or host.register("p-red")
    body = host.game_statement(organiser, ("red", "green", "black")).body | {"terms": terms}
    try:
        statement = sign("game", body, organiser.identity)
    except (ValueError, TypeError, ProtocolError, RecursionError):
        return  # no statement can say this
    opened = host.post("/games", statement)
    if opened.status_code != 201:
        in_order(opened)
        return
    game = opened.get_json()
    for seat in ("red", "green", "black"):
        player = host.players.get(f"p-{seat}") or host.register(f"p-{seat}")
        assert host.post(f"/games/{game['game']}/joins", host.join_statement(player, game, seat)).status_code == 201
    assert host.post(f"/games/{game['game']}/start", host.start_statement(organiser, game["game"])).status_code == 200
    host.clock.forward(days=3)
    host.work()
    assert host.rows("select count(*) from phases where faults > 0") == [(0,)]
    assert host.act(game["game"], Extend(seconds=60)).status_code in (201, 409, 422)


BODIES_OF_DOOM = {
    "nested lists": b"[" * 60_000,
    "nested objects": b'{"a":' * 10_000,
    "a number of sixty thousand digits": b'{"payload": ' + b"9" * 60_000 + b"}",
    "an exponent": b'{"payload": 1e400}',
    "ten thousand keys": b"{" + b",".join(b'"%d":1' % number for number in range(6_000)) + b"}",
    "the same key again": b'{"payload": "a", "payload": "b"}',
    "half a character": b'{"payload": "\\ud800"}',
    "a NUL": b'{"payload": "\\u0000"}',
    "UTF-16": '{"payload": "a"}'.encode("utf-16"),
    "a byte order mark": b"\xef\xbb\xbf{}",
    "a zip": zipfile_of(b"0" * 1_000_000),
    "gzip": gzip.compress(b"0" * 10_000_000),
    "quotation without end": b'"' + b"\\" * 60_000,
}


@pytest.mark.parametrize("bomb", BODIES_OF_DOOM)
@pytest.mark.parametrize(
    "path", ["/players", "/games", "/games/{game}/acts", "/games/{game}/seats/red/acts", "/games/{game}/press"]
)
def test_a_bomb_in_a_body_is_refused_before_it_goes_off(standing: HostUnderTest, path: str, bomb: str) -> None:
    game = next(iter(standing.seats))
    with in_time():
        in_order(standing.post(path.format(game=game), BODIES_OF_DOOM[bomb]))
        in_order(standing.put(BODIES_OF_DOOM[bomb], game, 1, "red"))


def test_a_bomb_of_a_components_file_is_refused(standing: HostUnderTest) -> None:
    """By a registered player, whose statement names it rightly."""
    for text in ("[" * 200_000, '!!int ""', "!!bool x", "a: &a [x]\nb: [*a, *a]", "9" * 9_000, "- a\n" * 50_000 + "{"):
        options = {"components": digest_of(text)}
        statement = standing.game_statement(
            standing.players["p-red"], ("AF", "DF", "EK", "AK"), "pericles", "14.1.01B", options=options
        )
        with in_time():
            response = standing.post("/games", statement.to_json_value() | {"components": text})
        in_order(response)
        assert response.get_json()["code"] == "wrong-components"
