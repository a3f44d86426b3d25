"""Keys that are replaced: by their player, or after a loss by the organiser's word; in the log, and told to all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from werkzeug.test import TestResponse

from api.access.signing_keys import card_in
from api.commands.db import db
from api.referee.key_replacement import MOST_CLAIMS, confirm_handle
from api.store.lookups import load_game, load_player
from schemas.documents.letters import open_letter
from schemas.keys.identities import Identity
from schemas.log.entries import Rekeyed
from schemas.record import Record, verify_record
from schemas.statements import payloads
from schemas.statements.payloads import Absence, Claim, Pause, Rekey, Resume, Rotation, Vote
from schemas.statements.statements import sign_payload
from tests.api.hosts import MASTER_KEY, HostUnderTest, Player
from tests.api.transfer.again import restored

TITLE = {"title": "ballot", "scenario": "assembly"}
SEATS = ("alpha", "beta", "gamma")


@pytest.fixture
def game(host: HostUnderTest, ballot: str) -> str:
    return host.started(SEATS, **TITLE)


@pytest.fixture
def beta(host: HostUnderTest, game: str) -> Player:
    return host.seats[game]["beta"]


def rotation(
    host: HostUnderTest, whose: Player, new: Identity, /, by: Identity | None = None, **changed: Any
) -> TestResponse:
    handle = changed.pop("handle", whose.handle)
    card = changed.pop("card", new.card(handle).statement).to_form()
    fields = {"host": host.host.identity.key_id, "player": whose.identity.key_id, "card": card}
    said = sign_payload(Rotation(**fields | changed), by or whose.identity)
    return host.post(f"/players/{whose.handle}/keys", said)


def rotate(host: HostUnderTest, player: Player) -> Player:
    """The player with his old key; he goes on with a new one."""
    old, new = Player(player.handle, player.identity, player.email), Identity.generate()
    answer = rotation(host, player, new)
    assert (answer.status_code, answer.get_json()["key_id"]) == (200, new.key_id), answer.text
    player.identity = new
    return old


def claim(at: HostUnderTest, handle: str, new: Identity, by: Identity | None = None, **changed: Any) -> TestResponse:
    card = new.card(changed.pop("named", handle)).statement.to_form()
    fields = {"host": at.host.identity.key_id, "player": new.key_id, "card": card}
    return at.post(f"/players/{handle}/claims", sign_payload(Claim(**fields | changed), by or new))


def confirm(host: HostUnderTest, game: str, old: Identity, new: Identity, by: Player | None = None) -> TestResponse:
    return host.act(game, Rekey(player=old.key_id, key=new.key_id), by=by)


def code(answer: TestResponse) -> tuple[int, str | None]:
    return answer.status_code, answer.get_json().get("code")


def kinds(host: HostUnderTest, game: str) -> list[str]:
    return [kind for (kind,) in host.rows('select kind from log where game = ? order by "index"', game)]


def finished(host: HostUnderTest, game: str) -> list[Any]:
    """Play to the end; what does not hold in the record."""
    host.play_on(game)
    record = Record.from_json(host.get(f"/games/{game}/record").data)
    return verify_record(record, host.host.identity.signing_key)


# --- a player replaces his key ----------------------------------------------------------------------------------


def test_the_new_key_speaks_and_the_old_one_no_more(host: HostUnderTest, game: str, beta: Player) -> None:
    old = rotate(host, beta)
    path = f"/games/{game}/seats/beta/view"
    assert host.get(path, beta).status_code == 200
    assert code(host.get(path, old)) == (401, "key-retired")
    assert code(host.seat_act(game, "beta", Vote(on="pause", yes=True), by=old)) == (403, "key-replaced")
    assert code(host.write_press(game, "beta", ["alpha"], "?", by=old)) == (403, "key-replaced")
    assert code(host.send(game, "beta", host.default(game, "beta"), by=old)) == (403, "key-replaced")
    assert host.send(game, "beta", host.default(game, "beta")).status_code == 201
    assert host.seat_act(game, "beta", Vote(on="pause", yes=True)).status_code == 201
    assert finished(host, game) == []


def test_it_is_logged_and_told_in_every_game_of_the_player_and_in_no_other(
    host: HostUnderTest, game: str, beta: Player
) -> None:
    other = host.started(SEATS, **TITLE)
    host.register("ann")
    apart = host.open_game(host.players["ann"], SEATS, **TITLE)["game"]
    own = host.open_game(beta, SEATS, **TITLE)["game"]
    before = len(host.rows("select id from mails"))
    rotate(host, beta)
    assert [kinds(host, one)[-1] == Rekeyed.kind for one in (game, other, own, apart)] == [True, True, True, False]
    told = host.rows("select player, text from mails where id > ?", before)
    assert sorted(player for player, _ in told) == sorted(["p-alpha", "p-beta", "p-gamma"] * 2)
    assert all(beta.identity.key_id in text for _, text in told)


def test_an_envelope_under_the_old_key_counts_until_it_is_replaced(
    host: HostUnderTest, game: str, beta: Player
) -> None:
    order = host.default(game, "beta")
    assert host.send(game, "beta", order).status_code == 201
    rotate(host, beta)
    for seat in ("alpha", "gamma"):
        host.send(game, seat, host.default(game, seat))
    host.work()
    assert host.phase(game)["phase"] == 2
    assert host.rows("select count(*) from log where kind = 'notice'") == [(0,)]
    host.send(game, "beta", host.default(game, "beta"))
    assert finished(host, game) == []


def test_letters_are_sealed_to_the_new_key_from_then_on(host: HostUnderTest, game: str, beta: Player) -> None:
    old = rotate(host, beta)
    before = host.rows("select max(id) from mails")[0][0]
    host.play_on(game, 1)
    ((letter,),) = host.rows(
        "select letter from mails where id > ? and player = 'p-beta' and letter is not null", before
    )
    host_key = host.host.identity.signing_key
    assert open_letter(letter, beta.identity, host_key).player == beta.identity.key_id
    with pytest.raises(Exception, match=r"open|for"):
        open_letter(letter, old.identity, host_key)


def test_press_under_the_old_key_is_shown_with_its_card(host: HostUnderTest, game: str, beta: Player) -> None:
    assert host.write_press(game, "beta", ["alpha"], "before").status_code == 201
    old = rotate(host, beta)
    assert host.write_press(game, "beta", ["alpha"], "after").status_code == 201
    told = host.json("/players/p-beta")
    shown = [told["card"], *told["others"]]
    assert [one["signatures"][0]["keyid"] for one in shown] == [beta.identity.key_id, old.identity.key_id]
    assert len(host.json(f"/games/{game}/seats/alpha/press", host.seats[game]["alpha"])["press"]) == 2


def test_the_same_rotation_again_changes_nothing_whatever_came_after(
    host: HostUnderTest, game: str, beta: Player
) -> None:
    first, second = Identity.generate(), Identity.generate()
    old = Player(beta.handle, beta.identity)
    again = Rotation(
        host=host.host.identity.key_id,
        player=old.identity.key_id,
        card=first.card("p-beta").statement.to_form(),
    )
    statement = sign_payload(again, old.identity)
    assert host.post("/players/p-beta/keys", statement).status_code == 200
    before = host.dump()
    assert host.post("/players/p-beta/keys", statement).get_json()["key_id"] == first.key_id
    assert host.dump() == before
    beta.identity = first
    assert rotation(host, beta, second).status_code == 200
    before = host.dump()
    assert host.post("/players/p-beta/keys", statement).get_json()["key_id"] == second.key_id
    assert host.dump() == before


def test_an_old_key_can_sign_for_no_other_key(host: HostUnderTest, game: str, beta: Player) -> None:
    old = rotate(host, beta)
    assert code(rotation(host, old, Identity.generate())) == (403, "key-replaced")


def test_a_forged_rotation_is_refused(host: HostUnderTest, game: str, beta: Player) -> None:
    rival, new = host.seats[game]["gamma"], Identity.generate()
    of_rival = sign_payload(new.card("p-beta").statement.read(payloads.Player), rival.identity)
    before = host.dump()
    for answer, wanted in (
        (rotation(host, beta, new, by=rival.identity), (403, "unknown-signer")),
        (rotation(host, beta, new, by=rival.identity, player=rival.identity.key_id), (403, "not-you")),
        (rotation(host, beta, new, card=of_rival), (403, "unknown-signer")),
        (rotation(host, beta, new, handle="p-gamma"), (422, "wrong-handle")),
        (rotation(host, beta, rival.identity), (409, "key-taken")),
        (rotation(host, beta, beta.identity), (422, "malformed")),
        (rotation(host, beta, new, host="ed25519:" + "0" * 32), (409, "wrong-host")),
    ):
        assert code(answer) == wanted
    assert host.dump() == before


def test_a_key_that_was_replaced_never_comes_back(host: HostUnderTest, game: str, beta: Player) -> None:
    old = rotate(host, beta)
    assert code(rotation(host, beta, old.identity)) == (409, "key-taken")
    assert code(claim(host, "p-beta", old.identity)) == (409, "key-taken")
    card = {"card": old.identity.card("somebody").statement.to_json_value()}
    assert code(host.post("/players", card)) == (409, "key-taken")


def test_tokens_and_sign_ins_end_with_the_key(host: HostUnderTest, game: str, beta: Player) -> None:
    made = host.ask("POST", "/players/p-beta/tokens", beta, {"name": "phone", "scopes": ["seats"]}).get_json()
    assert host.ask("POST", "/players/p-beta/sessions", beta, {}).status_code in (200, 201)
    bearer = {"Authorization": f"Bearer {made['secret']}"}
    assert host.get(f"/games/{game}/seats/beta/view", **bearer).status_code == 200
    rotate(host, beta)
    assert code(host.get(f"/games/{game}/seats/beta/view", **bearer)) == (401, "invalid-token")
    assert host.rows("select count(*) from tokens") == host.rows("select count(*) from web_sessions") == [(0,)]


def test_a_webhook_of_a_replaced_key_says_that_it_is_silent(host: HostUnderTest, beta: Player) -> None:
    hook = {"url": "https://93.184.215.14/ostraka"}
    assert host.ask("POST", "/players/p-beta/webhooks", beta, hook).get_json()["silent"] is False
    rotate(host, beta)
    [listed] = host.json("/players/p-beta/webhooks", beta)["webhooks"]
    assert listed["silent"] is True


def test_votes_and_absences_outlive_the_key(host: HostUnderTest, game: str, beta: Player) -> None:
    deadline = host.phase(game)["deadline"]
    assert host.seat_act(game, "beta", Absence(first="2026-05-02", last="2026-05-03")).status_code == 201
    later = host.phase(game)["deadline"]
    assert later > deadline
    host.seat_act(game, "beta", Vote(on="pause", yes=True))
    rotate(host, beta)
    assert host.phase(game)["deadline"] == later
    too_long = host.seat_act(game, "beta", Absence(first="2026-06-01", last="2026-06-13"))
    assert code(too_long) == (409, "too-long-absent")
    assert host.seat_act(game, "alpha", Vote(on="pause", yes=True)).status_code == 201
    assert host.json(f"/games/{game}")["paused_at"] is not None


def test_an_organiser_acts_with_his_new_key(host: HostUnderTest, game: str) -> None:
    alpha = host.seats[game]["alpha"]
    old = rotate(host, alpha)
    assert code(host.act(game, Pause(), by=old)) == (403, "key-replaced")
    assert host.act(game, Pause()).status_code == 201
    assert host.act(game, Resume()).status_code == 201
    assert finished(host, game) == []


def test_a_game_is_started_with_a_key_that_replaced_the_one_it_was_opened_with(
    host: HostUnderTest, ballot: str
) -> None:
    ann = host.register("ann")
    players = dict(zip(SEATS, (ann, host.register("bob"), host.register("carl")), strict=True))
    opened = host.open_game(ann, SEATS, **TITLE)
    for seat, player in players.items():
        joined = host.post(f"/games/{opened['game']}/joins", host.join_statement(player, opened, seat))
        assert joined.status_code == 201, joined.text
        rotate(host, player)
    started = host.post(f"/games/{opened['game']}/start", host.start_statement(ann, opened["game"]))
    assert started.status_code == 200
    host.seats[opened["game"]] = players
    assert finished(host, opened["game"]) == []


# --- a player lost his key --------------------------------------------------------------------------------------


def test_a_claim_does_nothing_by_itself(host: HostUnderTest, game: str, beta: Player) -> None:
    new = Player("p-beta")
    log = kinds(host, game)
    assert claim(host, "p-beta", new.identity).status_code == 201
    assert claim(host, "p-beta", new.identity).status_code == 200
    shown = host.json("/players/p-beta/claims")["claims"]
    assert [one["key_id"] for one in shown] == [new.identity.key_id]
    assert code(host.get(f"/games/{game}/seats/beta/view", new)) == (401, "signature-refused")
    assert host.get(f"/games/{game}/seats/beta/view", beta).status_code == 200
    assert code(host.seat_act(game, "beta", Vote(on="pause", yes=True), by=new)) == (403, "unknown-signer")
    assert kinds(host, game) == log


def test_a_forged_claim_is_refused(host: HostUnderTest, game: str, beta: Player) -> None:
    new, rival = Identity.generate(), host.seats[game]["gamma"].identity
    for answer, wanted in (
        (claim(host, "p-beta", new, by=rival), (403, "unknown-signer")),
        (claim(host, "p-beta", new, by=rival, player=rival.key_id), (403, "unknown-signer")),
        (claim(host, "p-beta", new, named="p-gamma"), (422, "wrong-handle")),
        (claim(host, "p-beta", rival), (409, "key-taken")),
        (claim(host, "nobody", new), (404, "unknown-player")),
        (claim(host, "p-beta", new, host="ed25519:" + "0" * 32), (409, "wrong-host")),
    ):
        assert code(answer) == wanted
    assert host.json("/players/p-beta/claims")["claims"] == []


def test_the_organiser_confirms_and_in_his_game_only_the_new_key_speaks(
    host: HostUnderTest, game: str, beta: Player
) -> None:
    other, new = host.started(SEATS, **TITLE), Player("p-beta")
    made = host.ask("POST", "/players/p-beta/tokens", beta, {"name": "phone", "scopes": ["seats"]}).get_json()
    claim(host, "p-beta", new.identity)
    before = len(host.rows("select id from mails"))
    assert confirm(host, game, beta.identity, new.identity).status_code == 201
    for where, speaks, silent in ((game, new, beta), (other, beta, new)):
        assert host.get(f"/games/{where}/seats/beta/view", speaks).status_code == 200
        assert code(host.get(f"/games/{where}/seats/beta/view", silent)) == (403, "not-your-seat")
    bearer = {"Authorization": f"Bearer {made['secret']}"}
    assert code(host.get(f"/games/{game}/seats/beta/view", **bearer)) == (403, "not-your-seat")
    assert host.get(f"/games/{other}/seats/beta/view", **bearer).status_code == 200
    assert code(host.seat_act(game, "beta", Vote(on="pause", yes=True), by=beta)) == (403, "key-replaced")
    told = host.rows("select player, text, subject from mails where id > ?", before)
    assert sorted(player for player, *_ in told) == ["p-alpha", "p-beta", "p-gamma"]
    assert all(new.identity.key_id in text for _, text, _ in told)
    assert {subject.partition(": ")[2].partition(" (")[0] for *_, subject in told} == {
        "The organiser confirmed the new key of p-beta"
    }
    host.seats[game]["beta"] = new
    assert finished(host, game) == []
    assert finished(host, other) == []


def test_the_key_that_was_lost_is_told_no_more_what_waits_in_that_game(
    host: HostUnderTest, game: str, ballot: str, beta: Player
) -> None:
    other = host.started(SEATS, **TITLE)
    waits = f"/players/{beta.handle}/waiting"
    assert {seat["game"] for seat in host.json(waits, beta)["games"]} == {other, game}
    new = Identity.generate()
    claim(host, beta.handle, new)
    assert confirm(host, game, beta.identity, new).status_code == 201
    assert [seat["game"] for seat in host.json(waits, beta)["games"]] == [other]


def test_of_rivals_who_claim_only_the_confirmed_one_speaks_and_a_wrong_word_can_be_put_right(
    host: HostUnderTest, game: str, beta: Player
) -> None:
    mine, rival = Player("p-beta"), Player("p-beta")
    for one in (rival, mine):
        assert claim(host, "p-beta", one.identity).status_code == 201
    assert confirm(host, game, beta.identity, rival.identity).status_code == 201
    assert code(host.get(f"/games/{game}/seats/beta/view", mine)) == (401, "signature-refused")
    assert code(confirm(host, game, beta.identity, mine.identity)) == (409, "wrong-key")
    assert confirm(host, game, rival.identity, mine.identity).status_code == 201
    assert code(host.get(f"/games/{game}/seats/beta/view", rival)) == (401, "signature-refused")
    host.seats[game]["beta"] = mine
    assert code(confirm(host, game, mine.identity, rival.identity)) == (409, "wrong-key")
    assert finished(host, game) == []


def test_nobody_but_the_organiser_confirms_and_nothing_that_was_not_claimed(
    host: HostUnderTest, game: str, beta: Player
) -> None:
    new, gamma = Identity.generate(), host.seats[game]["gamma"]
    alpha = host.seats[game]["alpha"]
    before = kinds(host, game)
    assert code(confirm(host, game, beta.identity, new)) == (409, "not-claimed")
    claim(host, "p-beta", new)
    assert code(confirm(host, game, beta.identity, new, by=gamma)) == (403, "not-organiser")
    assert code(confirm(host, game, gamma.identity, new)) == (409, "not-claimed")
    assert code(confirm(host, game, beta.identity, beta.identity)) == (409, "wrong-key")
    assert code(confirm(host, game, Identity.generate(), new)) == (409, "wrong-key")
    claim(host, "p-alpha", Identity.generate())
    assert code(confirm(host, game, alpha.identity, new)) == (409, "own-key")
    assert kinds(host, game) == before


def test_claims_give_way_to_newer_ones_and_do_not_wait_for_ever(host: HostUnderTest, game: str) -> None:
    made = [Identity.generate() for _ in range(MOST_CLAIMS + 1)]
    for one in made:
        assert claim(host, "p-beta", one).status_code == 201
    shown = [one["key_id"] for one in host.json("/players/p-beta/claims")["claims"]]
    assert shown == [one.key_id for one in made[1:]]
    host.clock.forward(days=91)
    newest = Identity.generate()
    assert [one["key_id"] for one in claim(host, "p-beta", newest).get_json()["claims"]] == [newest.key_id]


def test_the_operator_confirms_for_the_handle_and_games_wait_for_their_organisers(
    host: HostUnderTest, game: str, beta: Player
) -> None:
    new = Player("p-beta")
    claim(host, "p-beta", new.identity)
    with host.host.database.write() as session:
        assert confirm_handle(host.host, session, "p-beta", new.identity.key_id) == [game]
    assert host.get("/players/p-beta/waiting", new).status_code == 200
    assert host.get(f"/games/{game}/seats/beta/view", beta).status_code == 200
    assert code(host.get("/players/p-beta/waiting", beta)) == (403, "not-you")
    assert code(host.get(f"/games/{game}/seats/beta/view", new)) == (403, "not-your-seat")
    assert confirm(host, game, beta.identity, new.identity).status_code == 201
    assert host.get(f"/games/{game}/seats/beta/view", new).status_code == 200
    assert code(host.get(f"/games/{game}/seats/beta/view", beta)) == (401, "key-retired")
    host.seats[game]["beta"] = new
    rotate(host, new)
    assert kinds(host, game)[-1] == Rekeyed.kind
    assert finished(host, game) == []


def test_a_key_confirmed_in_one_game_first_becomes_that_of_the_handle(
    host: HostUnderTest, game: str, beta: Player
) -> None:
    new = Player("p-beta")
    claim(host, "p-beta", new.identity)
    confirm(host, game, beta.identity, new.identity)
    with host.host.database.write() as session:
        assert confirm_handle(host.host, session, "p-beta", new.identity.key_id) == []
        found = card_in(session, load_game(session, game).id, load_player(session, "p-beta"))
        assert found.key_id == new.identity.key_id
    assert host.rows("select count(*) from game_keys where until is null") == [(0,)]
    host.seats[game]["beta"] = new
    rotate(host, new)
    assert finished(host, game) == []


def test_the_operators_command_confirms_a_claim(
    host: HostUnderTest, game: str, beta: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = Player("p-beta")
    monkeypatch.setenv("OSTRAKA_MASTER_KEY", MASTER_KEY.hex())
    words = ["rekey", "--database", host.config.database, "p-beta", new.identity.key_id]
    refused = CliRunner().invoke(db, words)
    assert (refused.exit_code, "That key does not claim to belong to p-beta" in refused.output) == (1, True)
    claim(host, "p-beta", new.identity)
    done = CliRunner().invoke(db, [*words, "--json"])
    assert done.exit_code == 0, done.output
    assert json.loads(done.output) == {"player": "p-beta", "key_id": new.identity.key_id, "games": [game]}
    assert host.get("/players/p-beta/waiting", new).status_code == 200


def test_an_archive_takes_the_replaced_keys_along(host: HostUnderTest, game: str, beta: Player, tmp_path: Path) -> None:
    gamma, new = host.seats[game]["gamma"], Player("p-gamma")
    assert host.send(game, "beta", host.default(game, "beta")).status_code == 201
    rotate(host, beta)
    claim(host, "p-gamma", new.identity)
    assert confirm(host, game, gamma.identity, new.identity).status_code == 201
    host.seats[game]["gamma"] = new
    again = restored(tmp_path, host, game)
    for seat, player in (("beta", beta), ("gamma", new)):
        assert again.get(f"/games/{game}/seats/{seat}/view", player).status_code == 200
    assert code(again.get(f"/games/{game}/seats/gamma/view", gamma)) == (403, "not-your-seat")
    again.play_on(game)
    record = Record.from_json(again.get(f"/games/{game}/record").data)
    assert verify_record(record, host.host.identity.signing_key) == []
    again.close()
