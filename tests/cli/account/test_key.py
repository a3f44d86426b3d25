"""`ostraka key`."""

import json
import stat

import pytest

from schemas.keys import password_files
from schemas.keys.identities import Identity, is_locked
from schemas.keys.password_files import PasswordFile, lock


def test_a_new_key_for_a_bot_rests_in_the_clear_for_its_owner_alone(alone, tmp_path):
    told = alone("key", "new", "aspasia", "--no-password").stdout
    path = tmp_path / "home" / "keys" / "aspasia.age"
    identity = Identity.load(path, None)
    told_next = "Next: ostraka key register --url ADDRESS_OF_A_HOST"
    assert told == f"aspasia is {identity.key_id}. The key is in {path}; keep a copy. {told_next}\n"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.usefixtures("quick_passwords")
def test_a_new_key_is_under_the_password_that_was_typed_twice(alone, tmp_path):
    alone("key", "new", "aspasia", stdin="open sesame\nopen sesame\n")
    path = tmp_path / "home" / "keys" / "aspasia.age"
    assert is_locked(path)
    key_id = Identity.load(path, "open sesame").key_id
    asked = alone("key", "show", stdin="open sesame\n")
    assert f"key_id: {key_id}\n" in asked.stdout
    assert "Password of aspasia" in asked.stderr
    assert "open sesame" not in asked.output
    wrong = alone("key", "show", OSTRAKA_PASSWORD="open", expect=2)
    assert wrong.stderr == f"Error: the password does not open {path}\n"


@pytest.mark.usefixtures("quick_passwords")
def test_a_mistyped_password_may_be_typed_again_and_after_three_tries_the_way_out_is_named(alone, tmp_path):
    alone("key", "new", "aspasia", OSTRAKA_PASSWORD="open sesame")
    path = tmp_path / "home" / "keys" / "aspasia.age"
    asked = alone("key", "show", stdin="sesame\nopen\nopen sesame\n")
    assert asked.stderr.count(f"That password does not open {path}. Try again.\n") == 2
    refused = alone("key", "show", stdin="sesame\nopen\nclose\n", expect=2).stderr
    assert refused.endswith("If it is lost, claim your name with a new key: ostraka key lost aspasia\n")


@pytest.mark.usefixtures("quick_passwords")
def test_a_short_password_is_asked_for_again(alone, tmp_path):
    told = alone("key", "new", "aspasia", stdin="short\nshort\nlong enough\nlong enough\n").stderr
    assert "With fewer than 8 characters it is soon guessed" in told
    Identity.load(tmp_path / "home" / "keys" / "aspasia.age", "long enough")


@pytest.mark.usefixtures("quick_passwords")
def test_a_key_that_an_age_program_locked_at_less_is_written_anew_once_at_the_usual_cost(alone, tmp_path, monkeypatch):
    identity, path = Identity.generate(), tmp_path / "home" / "keys" / "aspasia.age"
    path.parent.mkdir(parents=True)
    with monkeypatch.context() as cheaper:
        cheaper.setattr(password_files, "WORK", 3)
        path.write_bytes(lock(identity.to_bytes(), "open sesame"))
    assert identity.key_id in alone("key", "show", OSTRAKA_PASSWORD="open sesame").stdout
    written = path.read_bytes()
    assert PasswordFile.parse(written).is_current
    assert identity.key_id in alone("key", "show", OSTRAKA_PASSWORD="open sesame").stdout
    assert path.read_bytes() == written


def test_two_passwords_that_differ_make_no_key(alone, tmp_path):
    alone("key", "new", "aspasia", stdin="word of one\nword of two\n", expect=1)
    assert not (tmp_path / "home" / "keys" / "aspasia.age").exists()


def test_a_key_is_never_overwritten(alone, tmp_path):
    alone("key", "new", "aspasia", "--no-password")
    path = tmp_path / "home" / "keys" / "aspasia.age"
    before = path.read_bytes()
    told = alone("key", "new", "aspasia", stdin="", expect=2).stderr  # before a password is asked for
    assert told == f"Error: {path} exists already, and keys are never overwritten: choose another name\n"
    assert path.read_bytes() == before


def test_a_name_that_could_be_no_handle_is_usage(alone):
    assert alone("key", "new", "Aspasia of Miletos", expect=2).stderr == (
        "Error: 'Aspasia of Miletos' cannot be the name of a key: use 2 to 32 of a-z, 0-9 and -, not beginning "
        "with -.\n"
    )


def test_a_key_is_shown_without_its_private_halves(alone, tmp_path):
    alone("key", "new", "aspasia", "--no-password")
    shown = json.loads(alone("key", "show", "--json").stdout)
    identity = Identity.load(tmp_path / "home" / "keys" / "aspasia.age", None)
    assert set(shown) == {"handle", "key_id", "signing_key", "sealing_key"}
    assert (shown["handle"], shown["key_id"]) == ("aspasia", identity.key_id)
    secret = json.loads(identity.to_bytes())
    told = alone("key", "show").stdout
    assert secret["signing"] not in told
    assert secret["sealing"] not in told


def test_one_of_several_keys_has_to_be_named(alone):
    alone("key", "new", "aspasia", "--no-password")
    alone("key", "new", "kleon", "--no-password")
    assert "has aspasia and kleon: add --key NAME" in alone("key", "show", expect=2).stderr
    assert alone("key", "show", "--key", "kleon").stdout.startswith("handle: kleon\n")
    assert alone("key", "show", OSTRAKA_KEY="kleon").stdout.startswith("handle: kleon\n")


def test_a_home_can_be_named_by_an_option(alone, tmp_path):
    alone("key", "new", "aspasia", "--no-password", "--home", str(tmp_path / "other"))
    assert (tmp_path / "other" / "keys" / "aspasia.age").exists()
    assert not (tmp_path / "home").exists()


def test_registering_pins_the_host_and_doing_it_again_changes_nothing(stage, alone, tmp_path):
    alone("key", "new", "perdikkas", "--no-password")
    words = ("key", "register", "--email", "perdikkas@players.example", "--url", stage.url)
    told = alone(*words).stdout
    hosts = json.loads((tmp_path / "home" / "hosts.json").read_text())
    assert list(hosts) == [stage.url]
    assert told == alone(*words).stdout
    assert told.startswith(f"perdikkas is registered at {stage.url}. The key of that host is ed25519:")


def test_a_handle_that_is_taken_is_refused(stage, alone):
    alone("key", "new", "aspasia", "--no-password")
    assert alone("key", "register", "--url", stage.url, expect=1).stderr == (
        "Error: This handle belongs to another key; choose another handle. (handle-taken) "
        "If the handle is yours and you have lost its key: ostraka key lost NAME\n"
    )


@pytest.mark.parametrize("address", ["", "no address", "a@b\nBcc: c@d"])
def test_an_address_that_is_none_is_refused(stage, alone, address):
    alone("key", "new", "sitalkes", "--no-password")
    told = alone("key", "register", "--email", address, "--url", stage.url, expect=0 if not address else 2)
    assert f"{address!r} is not an email address" in told.stderr or not address
