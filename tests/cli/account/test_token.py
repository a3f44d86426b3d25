"""`ostraka token`."""

import json
import secrets

import requests

from cli.home.home import Home
from tests.cli.conftest import invoke
from tests.patience import PATIENCE


def newcomer(stage, tmp_path):
    """A player of a name of his own, registered, and his home."""
    name, home = f"reader-{secrets.token_hex(4)}", Home(tmp_path / "home")
    invoke(stage, home, "key", "new", name, "--no-password")
    invoke(stage, home, "key", "register")
    return name, home


def read(stage, path, secret):
    return requests.get(f"{stage.url}/api/v1{path}", headers={"Authorization": f"Bearer {secret}"}, timeout=PATIENCE)


def test_a_token_is_made_listed_used_and_revoked(stage, tmp_path):
    name, home = newcomer(stage, tmp_path)
    made = invoke(stage, home, "token", "new", "phone", "--days", "3")
    secret = made.stdout.strip()
    assert secret.startswith("ostraka_")
    assert secret not in made.stderr
    assert read(stage, f"/players/{name}/waiting", secret).json()["games"] == []
    assert read(stage, f"/players/{name}/preferences", secret).status_code == 403
    listed = invoke(stage, home, "token", "list").stdout
    assert "phone" in listed
    assert secret not in listed
    assert invoke(stage, home, "token", "revoke", "phone").stdout.endswith("is revoked.\n")
    assert read(stage, f"/players/{name}/waiting", secret).status_code == 401
    assert invoke(stage, home, "token", "list").stdout == "You have no tokens.\n"


def test_a_token_is_for_what_was_said(table):
    made = table.ostraka(
        "kleon", "token", "new", "board", "--scope", "seats", "--game", table.game, "--days", "1", "--json"
    )
    told = json.loads(made.stdout)
    assert (told["scopes"], told["games"]) == (["seats"], [table.game])
    assert read(table.stage, f"/games/{table.game}/seats/green/view", told["secret"]).status_code == 200
    assert read(table.stage, "/players/kleon/waiting", told["secret"]).status_code == 403
    assert told["token"] in [
        one["token"] for one in json.loads(table.ostraka("kleon", "token", "list", "--json").stdout)
    ]
    table.ostraka("kleon", "token", "revoke", told["token"], "--json")


def test_a_token_that_there_is_not_is_not_revoked(stage, tmp_path):
    _, home = newcomer(stage, tmp_path)
    refused = invoke(stage, home, "token", "revoke", "0" * 16, expect=1)
    assert "unknown-token" in refused.stderr
