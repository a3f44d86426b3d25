"""`ostraka key keep`, `key fetch`, `key password`: a key comes to another device by name and password alone."""

import json
import secrets
import stat

import pytest

from cli.client import Client
from cli.errors import Misuse, TrustBroken
from cli.home.home import Home
from schemas.errors import WrongPassword
from schemas.keys import password_files
from schemas.keys.identities import Identity
from schemas.keys.kept_keys import CopyLock, weakness
from schemas.keys.password_files import lock
from schemas.statements.canonical import to_base64url
from tests.cli.conftest import TERMS, invoke
from tests.stretching import cheaply

PASSWORD = "lusab babad gutih tugad mudof"


@pytest.fixture(autouse=True)
def once(monkeypatch):
    monkeypatch.setattr(password_files, "scrypt", cheaply)


class Device:
    """A home, and the program in it."""

    def __init__(self, stage, home, name):
        self.stage, self.home, self.name = stage, home, name
        self.path = home.key_path(name)

    def ostraka(self, *words, password=PASSWORD, **more):
        return invoke(self.stage, self.home, *words, OSTRAKA_PASSWORD=password, **more)

    def client(self, password=PASSWORD):
        return Client(self.stage.url, Identity.load(self.path, password), self.name, self.home)


@pytest.fixture
def computer(stage, tmp_path):
    """A player who is registered."""
    device = Device(stage, Home(tmp_path / "computer"), f"leon-{secrets.token_hex(4)}")
    device.ostraka("key", "new", device.name)
    device.ostraka("key", "register")
    return device


@pytest.fixture
def phone(stage, tmp_path, computer):
    """Another device, on which there is nothing."""
    return Device(stage, Home(tmp_path / "phone"), computer.name)


def test_name_and_password_open_the_seats_on_another_device(computer, phone):
    game = computer.client().create_game("perikles", "opening", 4, "Sherds", TERMS)["game"]
    computer.client().join(game, "red")
    kept = computer.ostraka("key", "keep").stdout
    fetching = f"ostraka key fetch {computer.name} --url ADDRESS_OF_THE_HOST"
    assert kept == f"The host keeps a copy. On another device: {fetching}\n"
    told = phone.ostraka("key", "fetch", phone.name).stdout
    key = computer.client().me.key_id
    assert told == f"{phone.name} is {key}. The key is in {phone.path}. Next: ostraka next\n"
    assert phone.client().me.to_bytes() == computer.client().me.to_bytes()
    assert stat.S_IMODE(phone.path.stat().st_mode) == 0o600
    phone.client().leave(game, "red")


def test_the_password_is_asked_for_once_to_keep_and_to_fetch(computer, phone):
    kept = computer.ostraka("key", "keep", password=None, stdin=f"{PASSWORD}\n")
    assert kept.stderr.count("Password of") == 1
    fetched = phone.ostraka("key", "fetch", phone.name, password=None, stdin=f"{PASSWORD}\n")
    assert fetched.stderr.count("Password of") == 1
    assert PASSWORD not in kept.output + fetched.output


def test_a_wrong_password_and_a_withdrawn_copy_are_told_alike_and_leave_nothing_behind(computer, phone):
    computer.ostraka("key", "keep")
    wrong = phone.ostraka("key", "fetch", phone.name, password="x" + PASSWORD, expect=1).stderr
    assert computer.client().kept_key()["at"] is not None
    withdrawn = json.loads(computer.ostraka("key", "keep", "--withdraw", "--json").stdout)
    assert (withdrawn["handle"], withdrawn["at"]) == (computer.name, None)
    assert phone.ostraka("key", "fetch", phone.name, expect=1).stderr == wrong
    assert "This host keeps no copy of a key that this name and password open. (copy-refused)" in wrong
    assert not phone.path.exists()


def test_a_key_that_is_there_is_never_replaced(computer):
    computer.ostraka("key", "keep")
    before = computer.path.read_bytes()
    refused = computer.ostraka("key", "fetch", computer.name, expect=2)
    assert "exists already, and keys are never overwritten" in refused.stderr
    assert computer.path.read_bytes() == before


def test_a_weak_password_is_refused_until_another_is_set(computer, phone):
    computer.ostraka("key", "password", OSTRAKA_NEW_PASSWORD="open sesame")
    refused = computer.ostraka("key", "keep", password="open sesame", expect=2).stderr
    assert "must have five different words, or 20 characters of which 11 differ" in refused
    assert refused.endswith("Set another with: ostraka key password\n")
    assert computer.client("open sesame").kept_key()["at"] is None
    asked = computer.ostraka("key", "password", password="open sesame", stdin=f"{PASSWORD}\n{PASSWORD}\n").stderr
    offered = asked.splitlines()[0].partition(": ")[2]
    assert weakness(offered) is None
    computer.ostraka("key", "keep")
    phone.ostraka("key", "fetch", phone.name)


def test_a_key_without_a_password_is_not_kept_and_gets_one(stage, tmp_path):
    bot = Device(stage, Home(tmp_path / "bot"), f"bot-{secrets.token_hex(4)}")
    bot.ostraka("key", "new", bot.name, "--no-password")
    bot.ostraka("key", "register")
    assert "has no password, and only a locked key is kept" in bot.ostraka("key", "keep", expect=2).stderr
    bot.ostraka("key", "password", OSTRAKA_NEW_PASSWORD=PASSWORD)
    bot.ostraka("key", "keep")


def test_a_copy_goes_with_a_replaced_key_and_the_new_key_is_kept_anew(computer, phone):
    computer.ostraka("key", "keep")
    computer.ostraka("key", "rotate")
    assert "copy-refused" in phone.ostraka("key", "fetch", phone.name, expect=1).stderr
    computer.ostraka("key", "keep")
    phone.ostraka("key", "fetch", phone.name)
    assert phone.client().me.key_id == computer.client().me.key_id


def test_another_password_and_another_key_are_not_sent(computer):
    file, client = computer.path.read_bytes(), computer.client()
    other = lock(Identity.generate().to_bytes(), PASSWORD)
    with pytest.raises(Misuse, match="does not hold the key"):
        client.keep_key(other, PASSWORD)
    with pytest.raises(WrongPassword):
        client.keep_key(file, "x" + PASSWORD)
    with pytest.raises(Misuse, match="too weak"):
        client.keep_key(file, "open sesame")
    assert client.kept_key()["at"] is None


def handing_out(client, monkeypatch, file):
    """A client to whom the host hands out another file."""
    monkeypatch.setattr(client.wire, "post", lambda *_, **__: {"file": to_base64url(file)})
    return client


def test_a_file_that_was_tampered_with_or_is_of_another_key_is_not_believed(computer, phone, monkeypatch):
    copying = CopyLock.of(PASSWORD, computer.client().host.key_id, computer.name)
    file = copying.copy(computer.path.read_bytes(), PASSWORD)
    broken = file[:-1] + bytes([file[-1] ^ 1])
    with pytest.raises(TrustBroken, match="does not open"):
        handing_out(Client(phone.stage.url, home=phone.home), monkeypatch, broken).fetch_key(phone.name, PASSWORD)
    costly = file.replace(b" 17\n", b" 30\n", 1)
    with pytest.raises(TrustBroken, match="at a cost of"):
        handing_out(Client(phone.stage.url, home=phone.home), monkeypatch, costly).fetch_key(phone.name, PASSWORD)
    elsewhere = computer.path.read_bytes()
    with pytest.raises(TrustBroken, match="its salt is not the one"):
        handing_out(Client(phone.stage.url, home=phone.home), monkeypatch, elsewhere).fetch_key(phone.name, PASSWORD)
    other = copying.locked(Identity.generate().to_bytes())
    with pytest.raises(TrustBroken, match="is theirs now"):
        handing_out(Client(phone.stage.url, home=phone.home), monkeypatch, other).fetch_key(phone.name, PASSWORD)
