"""`ostraka host show`: what a host says of itself."""

import json

from tests.cli.conftest import invoke


def test_a_host_is_shown_with_its_key_and_what_it_serves(stage):
    home = stage.home("kleon")
    told = json.loads(invoke(stage, home, "host", "show", stage.url, "--json").stdout)
    assert (told["url"], told["registering"]) == (stage.url, "open")
    shown = invoke(stage, home, "host", "show", stage.url).stdout
    assert f"Its key is {told['key_id']}." in shown
    serves = f"a table with the hash {told['bundle']}" if told["bundle"] else "no table"
    assert f"New players: everybody. In a browser it serves {serves}." in shown
