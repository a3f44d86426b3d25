"""`ostraka key rotate`, `key lost`, `game rekey`: a player goes on with a new key, and the old one still opens."""

import json
import re
import secrets

import pytest

from cli.client import Client
from cli.errors import Refused, TrustBroken
from cli.home.home import Home
from cli.play.bot import play_once
from schemas.keys.identities import Identity
from schemas.record import Record, verify_record
from schemas.statements.payloads import Press
from schemas.statements.statements import sign_payload
from tests.cli.conftest import SEATS, TERMS, Table, invoke
from tests.patience import wait_until


class Fresh(Table):
    """A game of players with names of their own, whose keys may be replaced."""

    def home(self, seat):
        return self.homes[seat]

    def client(self, who):
        name = self.names[who]
        home = self.homes[who]
        return Client(self.stage.url, Identity.load(home.key_path(name), None), name, home)

    def run(self, seat, *words, **more):
        return invoke(self.stage, self.homes[seat], *words, **more)


@pytest.fixture
def game(stage, tmp_path):
    """A game that has just begun; its organiser has the first seat."""
    mark = secrets.token_hex(4)
    fresh = Fresh(stage, "")
    fresh.names = {seat: f"{seat}-{mark}" for seat in SEATS}
    fresh.homes = {seat: Home(tmp_path / seat) for seat in SEATS}
    for seat in SEATS:
        invoke(stage, fresh.homes[seat], "key", "new", fresh.names[seat], "--no-password")
        invoke(stage, fresh.homes[seat], "key", "register", "--email", f"{seat}-{mark}@players.example")
    fresh.game = fresh.client("red").create_game("perikles", "opening", 4, "Sherds", TERMS)["game"]
    for seat in SEATS:
        fresh.client(seat).join(fresh.game, seat)
    fresh.client("red").start(fresh.game)
    return fresh


def asked(game):
    return game.client("red").phase(game.game)["asked"][0]["seat"]


def play_on(game):
    while phase := game.client("red").game(game.game)["phase"]:
        seat = asked(game)
        play_once(game.client(seat), game.game, seat, "random")
        wait_until(f"phase {phase} is resolved", lambda was=phase: game.client("red").game(game.game)["phase"] != was)


def test_a_key_is_replaced_in_the_middle_of_a_phase_and_everything_goes_on(game):
    seat = asked(game)
    other = next(one for one in SEATS if one != seat)
    before = game.client(seat)
    before.send(game.game, seat, [before.questions(game.game, seat)["questions"][0]["default"]], "draft")
    before.send_press(game.game, seat, [other], "Before.")
    told = json.loads(game.run(seat, "key", "rotate", "--json").stdout)
    after = game.client(seat)
    assert (told["former"], told["key_id"]) == (before.me.key_id, after.me.key_id)
    assert told["key_id"] != told["former"]
    with pytest.raises(Refused, match="key-retired"):
        before.questions(game.game, seat)
    envelope, orders = after.own_envelope(game.game, seat)
    assert (envelope.header.signer, len(orders)) == (told["former"], 1)
    assert "draft" in game.run(seat, "orders", "show", game.game, seat).stdout
    after.send_press(game.game, seat, [other], "After.")
    assert [one["text"] for one in game.client(other).press(game.game, other)] == ["Before.", "After."]
    assert f"{told['key_id']} replaces {told['former']}" in game.run(other, "log", game.game).stdout
    after.send(game.game, seat, orders, "final")
    play_on(game)
    record = Record.from_json(json.dumps(game.client(other).record(game.game)).encode())
    assert verify_record(record, game.client(other).host.key) == []
    assert game.run(seat, "report", game.game, seat).exit_code == 0


def test_a_rotation_that_was_cut_short_goes_on_with_the_same_key(game, monkeypatch):
    seat = SEATS[1]
    name, home = game.names[seat], game.homes[seat]
    monkeypatch.setattr(Home, "replace_key", lambda *_: (_ for _ in ()).throw(OSError("the plug is pulled")))
    game.run(seat, "key", "rotate", expect=1)
    waiting = Identity.load(home.new_key_path(name), None).key_id
    monkeypatch.undo()
    assert json.loads(game.run(seat, "key", "rotate", "--json").stdout)["key_id"] == waiting
    assert not home.new_key_path(name).exists()
    assert game.client(seat).questions(game.game, seat)


@pytest.mark.usefixtures("quick_passwords")
def test_a_new_key_is_under_the_password_of_the_old_one(stage, tmp_path):
    name, home = f"locked-{secrets.token_hex(4)}", Home(tmp_path / "home")
    invoke(stage, home, "key", "new", name, stdin="open sesame\nopen sesame\n")
    invoke(stage, home, "key", "register", OSTRAKA_PASSWORD="open sesame")
    printed = invoke(stage, home, "key", "rotate", stdin="open sesame\n").stdout
    told = dict(zip(("key_id", "former"), re.findall(r"ed25519:[0-9a-f]{32}", printed), strict=True))
    assert Identity.load(home.key_path(name), "open sesame").key_id == told["key_id"]
    home.open_key = lambda path: Identity.load(path, "open sesame")
    assert home.former_identity(told["former"]).key_id == told["former"]
    assert home.former_identity("ed25519:" + 32 * "0") is None


def test_a_lost_key_is_claimed_and_confirmed_by_the_organiser_for_his_game(game, tmp_path):
    seat = SEATS[2]
    name, lost = game.names[seat], game.client(seat).me.key_id
    game.homes[seat] = Home(tmp_path / "new-machine")
    claimed = json.loads(game.run(seat, "key", "lost", name, "--no-password", "--json").stdout)
    with pytest.raises(Refused, match="signature-refused"):
        game.client(seat).questions(game.game, seat)
    wrong = game.run("red", "game", "rekey", game.game, name, lost[:-4] + "0000", "--yes", expect=2)
    assert "check it against what" in wrong.stderr
    game.run("red", "game", "rekey", game.game, name, claimed["key_id"], stdin="n\n", expect=1)
    done = game.run("red", "game", "rekey", game.game, name, claimed["key_id"], "--yes")
    assert done.stdout == f"{claimed['key_id']} now speaks for {name} in {game.game}.\n"
    assert game.client(seat).questions(game.game, seat)
    assert f"rekey key={claimed['key_id']} player={lost}" in game.run("red", "log", game.game).stdout
    play_on(game)
    record = Record.from_json(json.dumps(game.client("red").record(game.game)).encode())
    assert verify_record(record, game.client("red").host.key) == []


def test_a_key_whose_password_is_forgotten_is_set_aside_not_deleted(stage, tmp_path):
    name, home = f"forgetful-{secrets.token_hex(4)}", Home(tmp_path / "home")
    invoke(stage, home, "key", "new", name, "--no-password")
    invoke(stage, home, "key", "register")
    old = Identity.load(home.key_path(name), None).key_id
    invoke(stage, home, "key", "lost", name, "--no-password", stdin="n\n", expect=1)
    assert Identity.load(home.key_path(name), None).key_id == old
    told = invoke(stage, home, "key", "lost", name, "--no-password", "--yes").stdout
    new = Identity.load(home.key_path(name), None).key_id
    assert new != old
    assert f"ostraka game rekey GAME {name} {new}" in told
    (aside,) = (home.root / "keys" / "former").iterdir()
    assert Identity.load(aside, None).key_id == old
    assert home.key_names() == [name]


def test_press_under_a_key_that_never_spoke_for_its_author_is_found(game, twist):
    """A host that shows a forged message under a made-up former key of its author."""
    seat, other = SEATS[0], SEATS[1]
    game.client(seat).send_press(game.game, seat, [other], "Peace.")
    forger = Identity.generate()
    name = game.names[seat]
    said = Press(game=game.game, seat=seat, player=forger.key_id, number=1, to=[other], text="War.")
    forged = sign_payload(said, forger).to_json_value()

    def falsified(told):
        return {**told, "press": [{**one, "text": "War.", "statement": forged} for one in told["press"]]}

    twist("/press", falsified)
    card = forger.card(name).statement.to_json_value()
    twist(f"/players/{name}$", lambda told: {**told, "others": [card]})
    with pytest.raises(TrustBroken, match="never held"):
        game.client(other).press(game.game, other)
