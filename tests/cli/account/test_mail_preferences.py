"""`ostraka key mail`, `mute` and `unmute`: what a player wants of a host's mails."""

import json
from typing import get_args

import pytest

from cli.account.mail_preferences import KINDS
from cli.client import Client
from cli.home.home import Home
from schemas.keys.identities import Identity
from schemas.statements.payloads import MutedKind


@pytest.fixture
def registered(stage, alone, tmp_path):
    """A player of his own for each test, at the service."""
    name = f"p-{tmp_path.name[-20:].strip('-_').replace('_', '-')}"
    alone("key", "new", name, "--no-password")
    alone("key", "register", "--email", f"{name}@players.example", "--url", stage.url)

    def run(*words: str, **more):
        return alone("key", *words, "--url", stage.url, **more)

    run.name = name
    return run


def test_the_kinds_are_those_of_the_protocol():
    assert get_args(MutedKind) == tuple(KINDS)


def test_without_an_address_what_holds_is_shown(registered):
    assert registered("mail").stdout.splitlines() == [
        f"{registered.name} gets mail at {registered.name}@players.example.",
        "Times in mails: those of each game",
        "Muted mails: none",
        "Muted players: none",
    ]


def test_mails_go_elsewhere_or_nowhere(registered):
    assert "gets mail at new@players.example.\n" in registered("mail", "new@players.example").stdout
    assert "gets no mail.\n" in registered("mail", "--none").stdout
    assert json.loads(registered("mail", "--json").stdout)["address"] is None
    assert registered("mail", "a@b.example", "--none", expect=2).stderr == "Error: Give ADDRESS or --none, not both.\n"
    assert "'a b@c' is not an email address" in registered("mail", "a b@c", expect=2).stderr
    said = registered("mail", "nobody", expect=2).stderr
    assert said == "Error: 'nobody' is not an email address. For no mails at all: ostraka key mail --none\n"


def test_kinds_of_mail_are_muted_and_had_again(registered):
    registered("mute", "digest", "receipt", "digest")
    now = json.loads(registered("mute", "nmr", "digest", "--json").stdout)
    assert now["muted"] == ["receipt", "nmr", "digest"]
    assert json.loads(registered("unmute", "receipt", "over", "--json").stdout)["muted"] == ["nmr", "digest"]
    muted = registered("mute", "nmr").stdout
    assert "Muted mails: digest (something has happened), nmr (somebody missed a deadline)\n" in muted
    assert "gets mail at " in registered("mail").stdout  # the address stays
    assert "is not one of 'invited'" in registered("mute", "spam", expect=2).stderr


def test_what_changes_nothing_is_not_signed_again(registered):
    now = json.loads(registered("mute", "digest", "--json").stdout)
    assert json.loads(registered("mute", "digest", "--json").stdout) == now
    assert json.loads(registered("unmute", "over", "--json").stdout)["number"] == now["number"]


def test_a_second_device_signs_with_a_higher_number(registered, stage, tmp_path):
    me = Identity.load(tmp_path / "home" / "keys" / f"{registered.name}.age", None)
    other = Client(stage.url, me, registered.name, Home(tmp_path / "other"))
    first = json.loads(registered("mute", "digest", "--json").stdout)
    second = other.prefer(muted=["over"])
    third = json.loads(registered("mute", "nmr", "--json").stdout)
    assert first["number"] < second["number"] < third["number"]
    assert third["muted"] == ["over", "nmr"]
