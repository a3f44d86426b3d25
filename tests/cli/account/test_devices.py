"""`ostraka key devices`: the browsers that show notices are listed, and forgotten."""

import json

from cli.client import Client
from cli.home.home import Home
from schemas.keys.identities import Identity
from tests.api.push.services import DEVICE
from tests.cli.account.test_mail_preferences import registered

__all__ = ["registered"]


def test_devices_are_listed_and_forgotten(stage, registered, tmp_path):
    home = Home(tmp_path / "home")
    client = Client(stage.url, Identity.load(home.key_path(registered.name), None), registered.name, home)
    said = {name: DEVICE[name] for name in ("endpoint", "p256dh", "auth")}
    made = client.add_device(said, "phone", ["press"], mails_too=True)
    assert (made["name"], made["muted"], made["mails_too"]) == ("phone", ["press"], True)
    assert len(client.devices()["key"]) == 87
    assert json.loads(registered("devices", "--json").stdout) == [made]
    shown = registered("devices").stdout
    assert made["device"] in shown
    assert "phone" in shown
    forgotten = registered("devices", "--forget", made["device"]).stdout
    assert forgotten == f"{made['device']} gets no more notices.\n"
    assert json.loads(registered("devices", "--json").stdout) == []
    assert "no device with that id" in registered("devices", "--forget", made["device"], expect=1).stderr
