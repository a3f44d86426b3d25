"""A seat at a host from a page: from an invitation to a receipt, and the key that comes along."""

from __future__ import annotations

import secrets
from functools import cache

import pytest

from schemas.keys import kept_keys, password_files
from schemas.primitives import scrypt
from tests.cli.browser.phones import Phone
from tests.cli.conftest import TERMS

PASSWORD = "lusab babad gutih tugad mudof"
remembered = cache(scrypt)


@pytest.fixture(autouse=True)
def once(monkeypatch):
    """Passwords at their full cost, since the host takes no cheaper file, but each only once."""
    for module in (password_files, kept_keys):
        monkeypatch.setattr(module, "scrypt", remembered)


@pytest.fixture
def name():
    return f"thais-{secrets.token_hex(4)}"


@pytest.fixture
def invited(stage):
    """A game whose last seat is free; it begins when that is taken."""
    aspasia = stage.client("aspasia")
    game = aspasia.create_game("perikles", "opening", 3, "By a link", TERMS, seats_a_player=2, start="full")["game"]
    for seat in ("red", "green"):
        aspasia.join(game, seat)
    return game


@pytest.fixture
def phone(stage, tmp_path):
    return Phone(tmp_path / "phone", stage.url)


def sit_down(phone, game, name, **more):
    phone.open(f"join/{game}")
    phone.post(f"join/{game}", seat="black", name=name, password=PASSWORD, copy="host", stay="evening", **more)


def test_an_invitation_leads_to_a_seat_and_a_sealed_order_by_a_name_and_a_password(stage, phone, invited, name):
    phone.open(f"join/{invited}")
    assert "By a link" in phone.text
    assert "Perikles, organised by aspasia." in phone.text
    assert "A phase lasts 1 hour" in phone.text
    phone.post(
        f"join/{invited}", seat="black", name=f" {name.title()} ", password=PASSWORD, copy="host", stay="evening"
    )
    print(phone.status, phone.text[:1500], phone.asked)
    held = {one["seat"]: one["player"] for one in stage.client("aspasia").game(invited)["seats"]}
    assert held["black"] == name
    assert stage.client("aspasia").game(invited)["status"] == "running"
