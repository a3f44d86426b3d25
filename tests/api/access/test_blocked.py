"""Players whom the operator has shut out: nothing that they sign is taken, and what they have sealed counts."""

from __future__ import annotations

import pytest
from click.testing import CliRunner
from werkzeug.test import TestResponse

from api.commands.db import db
from schemas.statements import payloads
from schemas.statements.payloads import Vote
from tests.api.hosts import HostUnderTest
from tests.api.pages.form_browsers import signed_in

SEATS = ("red", "green", "black", "orange")


def said(host: HostUnderTest, word: str, handle: str) -> str:
    """What the operator's command prints."""
    key = host.path.with_name("master.key")
    if not key.exists():
        key.write_text(host.config.master_key.hex())
        key.chmod(0o600)
    words = [word, handle, "--database", f"sqlite:///{host.path}", "--master-key-file", str(key)]
    result = CliRunner().invoke(db, words)
    assert result.exit_code == 0, result.output
    return result.output


def is_blocked(answer: TestResponse, handle: str = "p-green") -> None:
    assert (answer.status_code, answer.get_json()["code"]) == (403, "blocked"), answer.text
    assert handle in answer.get_json()["detail"]


def test_whatever_a_blocked_player_signs_is_refused_in_plain_words(host: HostUnderTest) -> None:
    game = host.started()
    green = host.seats[game]["green"]
    asked = host.questions(game, "green")
    assert said(host, "block", "p-green") == f"p-green is blocked. They hold green in {game}.\n"
    is_blocked(host.get(f"/games/{game}/seats/green/questions", green))
    is_blocked(host.get("/players/p-green/waiting", green))
    is_blocked(host.put(host.envelope(game, "green", [], asked=asked), game, 1, "green"))
    is_blocked(host.write_press(game, "green", ["red"], "peace?"))
    is_blocked(host.seat_act(game, "green", Vote(on="pause", yes=True)))
    is_blocked(host.post("/games", host.game_statement(green, SEATS)))
    is_blocked(host.prefer(green, 1))
    is_blocked(host.ask("POST", "/players/p-green/tokens", green, {"name": "t", "scopes": ["seats"]}))
    assert host.get(f"/games/{game}").status_code == 200


def test_tokens_and_sign_ins_end_and_do_not_come_back(host: HostUnderTest) -> None:
    game = host.started()
    green = host.seats[game]["green"]
    made = host.ask("POST", "/players/p-green/tokens", green, {"name": "t", "scopes": ["seats"]}).get_json()
    bearer, page = {"Authorization": f"Bearer {made['secret']}"}, f"/games/{game}/seats/green"
    browser = signed_in(host, green)
    assert browser.get(page).status_code == 200
    for word in ("block", "unblock"):
        said(host, word, "p-green")
        assert host.get(f"/games/{game}/seats/green/questions", None, **bearer).status_code == 401
        assert browser.get(page).status_code == 401


def test_who_is_blocked_is_told_to_nobody_else(host: HostUnderTest) -> None:
    game = host.started()
    red, green = host.seats[game]["red"], host.seats[game]["green"]
    forged = host.envelope(game, "green", [], by=red)
    before = host.json("/players/p-green"), host.json(f"/games/{game}")
    headers = green.headers("/api/v1/players/p-green/waiting", host.clock)
    said(host, "block", "p-green")
    assert host.put(forged, game, 1, "green").get_json()["code"] == "unknown-signer"
    assert host.get("/players/p-red/waiting", None, **headers).get_json()["code"] == "signature-refused"
    assert (host.json("/players/p-green"), host.json(f"/games/{game}")) == before


def test_what_they_have_sealed_counts_and_the_organiser_takes_their_seat(host: HostUnderTest) -> None:
    game = host.started()
    sent = host.send(game, "green", host.default(game, "green"))
    assert sent.status_code == 201
    said(host, "block", "p-green")
    for seat in host.asked(game):
        if seat != "green":
            assert host.send(game, seat, host.default(game, seat)).status_code == 201
    host.work()
    assert host.phase(game)["phase"] == 2
    assert host.act(game, payloads.Vacate(seat="green")).status_code == 201
    seat = host.json(f"/games/{game}")["seats"][1]
    assert (seat["player"], seat["vacant_since"] is not None) == (None, True)


def test_who_is_let_in_again_plays_on(host: HostUnderTest) -> None:
    game = host.started()
    said(host, "block", "p-green")
    assert said(host, "unblock", "p-green") == "p-green is let in again.\n"
    assert host.send(game, "green", [], "draft").status_code == 201


def test_somebody_unknown_is_named_and_nothing_is_done(host: HostUnderTest) -> None:
    with pytest.raises(AssertionError, match="No player with that handle is registered here"):
        said(host, "block", "nobody")
