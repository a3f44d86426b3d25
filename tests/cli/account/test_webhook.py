"""`ostraka webhook`: addresses that are told; the whole way from a press message to a delivery that is verified."""

import json

import pytest

from cli.client import Client
from cli.errors import TrustBroken
from tests.api.webhooks.test_courier import Receiver
from tests.cli.conftest import PLAYERS, begin, invoke
from tests.forks import ForkedStage
from tests.patience import wait_until


@pytest.fixture(scope="module")
def friends(tmp_path_factory):
    """A service of its own whose operator lets webhooks lead into his own network."""
    stage = ForkedStage(tmp_path_factory.mktemp("friends"))
    try:
        stage.run(None, "db", "init", show=False)
        port = stage.url.rpartition(":")[2]
        stage.start(None, "serve", "--port", port, "--suite", "x25519", "--lan-webhooks", log="host.log")
        stage.wait_for("the service", lambda: Client(stage.url, home=stage.home("nobody")).host)
        for who in PLAYERS:
            invoke(stage, stage.home(who), "key", "new", who, "--no-password")
            stage.client(who).register()
        yield stage
    finally:
        stage.stop()


@pytest.fixture
def receiver():
    made = Receiver()
    yield made
    made.server.shutdown()
    made.server.server_close()


def test_an_address_is_told_verified_listed_and_removed(friends, receiver):
    table = begin(friends)
    made = json.loads(table.ostraka("kleon", "webhook", "add", receiver.url, "--json").stdout)
    client = table.client("kleon")
    table.client("aspasia").send_press(table.game, "red", ["green"], "peace?")
    wait_until("the press is delivered", lambda: receiver.got)
    told = client.delivered(made["url"], receiver.got[0].headers, receiver.got[0].body)
    assert (told["game"], told["seat"], told["kind"]) == (table.game, "green", "press")
    with pytest.raises(TrustBroken, match="The delivery is not valid"):
        client.delivered(made["url"], receiver.got[0].headers, receiver.got[0].body + b" ")
    wait_until("the answer is booked", lambda: client.deliveries(made["webhook"])[0]["status"] != "due")
    assert made["webhook"] in table.ostraka("kleon", "webhook", "list").stdout
    [listed] = json.loads(table.ostraka("kleon", "webhook", "list", "--json").stdout)
    assert (listed["due"], listed["dead"]) == (0, 0)
    [one] = json.loads(table.ostraka("kleon", "webhook", "deliveries", made["webhook"], "--json").stdout)
    assert (one["status"], one["outcome"], one["delivery"]) == ("sent", "204", told["delivery"])
    assert "204" in table.ostraka("kleon", "webhook", "deliveries", made["webhook"]).stdout
    table.ostraka("kleon", "webhook", "retry", made["webhook"], str(one["number"]), "--json")
    wait_until("it is delivered again", lambda: len(receiver.got) == 2)
    assert receiver.got[1].body == receiver.got[0].body
    assert table.ostraka("kleon", "webhook", "remove", made["webhook"]).stdout.endswith("is removed.\n")
    assert table.ostraka("kleon", "webhook", "list", "--json").stdout.strip() == "[]"


def test_an_address_on_this_machine_is_refused_where_the_operator_does_not_allow_it(table):
    refused = table.ostraka("kleon", "webhook", "add", "https://127.0.0.1/", expect=1).stderr
    assert refused.endswith("(webhook-refused)\n")
