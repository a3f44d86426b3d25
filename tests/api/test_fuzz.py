"""Whatever is sent, the house answers in order: no fault, nothing stored, every refusal a problem document."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from schemas.payloads import Game, Join, Start
from schemas.statements import sign
from tests.api.houses import API, HouseUnderTest

SETTINGS = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])

LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner))
STATEMENTS = st.fixed_dictionaries(
    {
        "payload": VALUES | st.binary(max_size=40).map(lambda raw: raw.hex()),
        "payloadType": VALUES | st.sampled_from(["application/vnd.ostraka.game+json", "application/json"]),
        "signatures": VALUES | st.lists(st.fixed_dictionaries({"keyid": VALUES, "sig": VALUES}), max_size=2),
    }
)
BODIES = st.binary(max_size=200) | (VALUES | STATEMENTS).map(lambda value: json.dumps(value).encode())
WRITES = ["/players", "/games", "/games/{game}/joins", "/games/{game}/start"]


def in_order(response: Any) -> None:
    assert 400 <= response.status_code < 500, response.text
    assert response.mimetype == "application/problem+json"
    assert response.get_json()["code"]


@SETTINGS
@given(path=st.sampled_from(WRITES), body=BODIES)
def test_noise_is_refused_in_order(standing: HouseUnderTest, path: str, body: bytes) -> None:
    game, before = next(iter(standing.seats)), standing.dump()
    in_order(standing.post(path.format(game=game), body))
    in_order(standing.put(body, game, 1, "red"))
    assert standing.dump() == before


@SETTINGS
@given(data=st.data(), kind=st.sampled_from([Game, Join, Start]))
def test_a_well_signed_statement_of_nonsense_is_refused_in_order(
    standing: HouseUnderTest, data: st.DataObject, kind: Any
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
def test_any_address_is_answered_in_order(standing: HouseUnderTest, path: str, query: str, method: str) -> None:
    response = standing.client.open(f"{API}/games/{quote(path)}", method=method, query_string=query)
    assert response.status_code < 500
    if response.status_code >= 400:
        in_order(response)


@SETTINGS
@given(
    headers=st.dictionaries(st.sampled_from(["Signature", "Signature-Input", "If-None-Match"]), st.text(max_size=80))
)
def test_any_signature_is_answered_in_order(standing: HouseUnderTest, headers: dict[str, str]) -> None:
    sendable = {name: "".join(c for c in value if c.isprintable() and ord(c) < 256) for name, value in headers.items()}
    game = next(iter(standing.seats))
    response = standing.client.get(f"{API}/games/{game}/seats/red/view", headers=sendable)
    assert response.status_code == 401
    in_order(response)


@SETTINGS
@given(header=st.sampled_from(["sequence", "word", "phase", "seat", "suite", "commitment", "signer"]), value=LEAVES)
def test_an_envelope_with_one_changed_field_is_refused_in_order(
    standing: HouseUnderTest, header: str, value: Any
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
