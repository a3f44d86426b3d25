"""The OpenAPI document against the service: every answer is as it is described, every address is described."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest
from werkzeug.test import TestResponse

from api.webhooks.gathering import gather
from schemas.statements import payloads
from tests.api.hosts import API, HostUnderTest
from tests.api.openapi.declared import resolved
from tests.api.push.services import DEVICE


@pytest.fixture
def document(host: HostUnderTest) -> dict[str, Any]:
    shown: dict[str, Any] = host.client.get("/openapi/openapi.json").get_json()
    return shown


def check(document: dict[str, Any], rule: str, method: str, response: TestResponse) -> None:
    """Hold one answer against what the document says of it."""
    told = document["paths"][API + rule][method]["responses"][str(response.status_code)]
    described = resolved(document, told)["content"]
    schema = {**described[response.mimetype]["schema"], "components": document["components"]}
    jsonschema.Draft202012Validator(schema).validate(response.get_json())


def test_the_check_refuses_an_answer_that_is_not_as_described(host: HostUnderTest, document: dict[str, Any]) -> None:
    with pytest.raises(jsonschema.ValidationError):
        check(document, "/titles", "get", host.get("/"))


def test_reads_answer_as_described(
    host: HostUnderTest, document: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = host.started()
    check(
        document,
        "/players/{handle}/push",
        "post",
        host.ask("POST", "/players/p-red/push", host.players["p-red"], DEVICE),
    )
    monkeypatch.setattr("socket.getaddrinfo", lambda *_, **__: [(2, 1, 6, "", ("1.1.1.1", 443))])
    hook = {"url": "https://bots.example/"}
    made = host.ask("POST", "/players/p-red/webhooks", host.players["p-red"], hook)
    check(document, "/players/{handle}/webhooks", "post", made)
    host.act(game, payloads.Remind())
    gather(host.host, None)
    deliveries = f"/players/p-red/webhooks/{made.get_json()['webhook']}/deliveries"
    again = host.ask("POST", f"{deliveries}/1/retry", host.players["p-red"], {})
    check(document, "/players/{handle}/webhooks/{webhook}/deliveries/{number}/retry", "post", again)
    host.ask("POST", "/players/p-red/tokens", host.players["p-red"], {"name": "phone", "scopes": ["waiting"]})
    inviting = host.open_game(host.players["p-red"], ("red", "green", "black"))["game"]
    asked = host.asked(game)[0]
    host.send(game, asked, [{"question": "D-S1", "city": "atlantis"}])
    host.work()
    seat = host.asked(game)[0]
    host.send(game, seat, host.default(game, seat), "draft")
    own = host.seats[game][seat]
    host.write_press(game, seat, [asked] if asked != seat else ["red"], "peace?")
    host.act(game, payloads.Remind())
    reads = {
        "/": ("/", None),
        "/titles": ("/titles", None),
        "/titles/{title}": ("/titles/perikles", None),
        "/players/{handle}": ("/players/p-red", None),
        "/games": ("/games", None),
        "/games/{game}": (f"/games/{game}", None),
        "/games/{game}/phase": (f"/games/{game}/phase", None),
        "/games/{game}/log": (f"/games/{game}/log", None),
        "/games/{game}/view": (f"/games/{game}/view", None),
        "/games/{game}/acts": (f"/games/{game}/acts", None),
        "/games/{game}/feed": (f"/games/{game}/feed", None),
        "/games/{game}/seats/{seat}/feed": (f"/games/{game}/seats/{seat}/feed", own),
        "/games/{game}/seats/{seat}/press": (f"/games/{game}/seats/{seat}/press", own),
        "/players/{handle}/preferences": ("/players/p-red/preferences", host.players["p-red"]),
        "/players/{handle}/kept-key": ("/players/p-red/kept-key", host.players["p-red"]),
        "/players/{handle}/push": ("/players/p-red/push", host.players["p-red"]),
        "/players/{handle}/webhooks": ("/players/p-red/webhooks", host.players["p-red"]),
        "/players/{handle}/webhooks/{webhook}/deliveries": (deliveries, host.players["p-red"]),
        "/players/{handle}/claims": ("/players/p-red/claims", None),
        "/players/{handle}/tokens": ("/players/p-red/tokens", host.players["p-red"]),
        "/players/{handle}/waiting": ("/players/p-red/waiting", host.players["p-red"]),
        "/players/{handle}/feed": ("/players/p-red/feed", host.players["p-red"]),
        "/games/{game}/report": (f"/games/{game}/report", None),
        "/games/{game}/scenes": (f"/games/{game}/scenes", None),
        "/games/{game}/seats/{seat}/scenes": (f"/games/{game}/seats/{asked}/scenes", host.seats[game][asked]),
        "/games/{game}/seats/{seat}/questions": (f"/games/{game}/seats/{seat}/questions", own),
        "/games/{game}/seats/{seat}/view": (f"/games/{game}/seats/{seat}/view", own),
        "/games/{game}/seats/{seat}/report": (f"/games/{game}/seats/{asked}/report", host.seats[game][asked]),
        "/games/{game}/phases/{phase}/envelopes/{seat}": (f"/games/{game}/phases/2/envelopes/{seat}", own),
    }
    for rule, (path, player) in reads.items():
        response = host.get(path, player)
        assert response.status_code == 200, (path, response.text)
        check(document, rule, "get", response)
    check(document, "/games/{game}/phase", "get", host.get(f"/games/{inviting}/phase"))
    check(document, "/games/{game}/seats/{seat}/view", "get", host.get(f"/games/{game}/seats/{seat}/view"))


def test_a_finished_game_answers_as_described(host: HostUnderTest, document: dict[str, Any]) -> None:
    game = host.started(("red", "green", "black"))
    host.play_on(game)
    player = host.seats[game]["red"]
    check(document, "/games/{game}", "get", host.get(f"/games/{game}"))
    check(document, "/games/{game}/record", "get", host.get(f"/games/{game}/record"))
    check(document, "/games/{game}/course", "get", host.get(f"/games/{game}/course"))
    check(document, "/games/{game}/phase", "get", host.get(f"/games/{game}/phase"))
    check(document, "/games/{game}/seats/{seat}/view", "get", host.get(f"/games/{game}/seats/red/view", player))


def test_writes_answer_as_described(host: HostUnderTest, document: dict[str, Any], ballot: str) -> None:
    ann = host.register("ann")
    card = {"card": ann.identity.card("ann").statement.to_json_value()}
    check(document, "/players", "post", host.post("/players", card))
    statement = host.game_statement(ann, ("red", "green", "black"), seats_a_player=3)
    for status in (201, 200):
        response = host.post("/games", statement)
        assert response.status_code == status
        check(document, "/games", "post", response)
    game = response.get_json()
    for seat in ("red", "green", "black"):
        joined = host.post(f"/games/{game['game']}/joins", host.join_statement(ann, game, seat))
        check(document, "/games/{game}/joins", "post", joined)
    started = host.post(f"/games/{game['game']}/start", host.start_statement(ann, game["game"]))
    check(document, "/games/{game}/start", "post", started)
    host.seats[game["game"]] = dict.fromkeys(("red", "green", "black"), ann)
    envelope = host.envelope(game["game"], "red", [], "withdrawn")
    for status in (201, 200):
        response = host.put(envelope, game["game"], 1, "red")
        assert response.status_code == status
        check(document, "/games/{game}/phases/{phase}/envelopes/{seat}", "put", response)
    refused = host.put(b"{}", game["game"], 1, "red")
    check(document, "/games/{game}/phases/{phase}/envelopes/{seat}", "put", refused)


def test_every_body_is_strict_in_the_document_too(document: dict[str, Any]) -> None:
    for name in ("StatementBody", "EnvelopeBody", "PlayerBody", "Signature"):
        assert document["components"]["schemas"][name]["additionalProperties"] is False
