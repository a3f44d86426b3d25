"""The site in Debian's Firefox and in WebKit, which is the engine of every iPhone: by clicks, again, and offline."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

from schemas.primitives import decrypt, scrypt, seal, sealing_public, signing_public, unseal, verifies
from tests.cli.browser.conftest import Server
from tests.cli.browser.engines import NEEDED, Engine, firefox, webkit
from tests.cli.browser.played import Played
from tests.patience import wait_until

STEPS, MOST = 12, 400  # clicks
pytestmark = pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning")  # selenium's own


@pytest.fixture(params=NEEDED)
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    """A browser of each engine that has never been anywhere."""
    starts, needed = request.param, NEEDED[request.param]
    if missing := [str(path) for path in needed if not path.exists()]:
        untried = f"NO {starts.__name__.upper()}: the site was not tried in it, because {missing[0]} is not there"
        pytest.skip(f"{untried}; `make browser` installs it")
    with starts(tmp_path / "profile") as browser:
        yield browser


@pytest.fixture
def played(engine: Engine, server: Server) -> Played:
    return Played(engine, f"http://127.0.0.1:{server.port}/")


def again(played):
    """Load the page anew, and wait until the board of the same question stands."""
    before = played.state["step"]
    played.reload()
    assert played.wait("the board stands again", "step")["step"] == before


@pytest.mark.parametrize("engine", [pytest.param(firefox, marks=pytest.mark.soak), webkit], indirect=True)
def test_a_game_is_begun_by_its_link_and_goes_on_without_a_network(played, server):
    played.sit("pericles")
    assert sum(played.step() for _ in range(STEPS)) == STEPS
    assert int(played.state["step"].split()[0]) > 4, "several phases were resolved"
    assert played.wait("the bundle is kept", "kept")["kept"] == "true"
    server.stop()
    again(played)
    played.step()
    assert played.state["notice"] == ""
    assert played.browser.complaints() == []


@pytest.mark.soak
def test_a_whole_short_game_is_played(played):
    played.sit("pericles")
    played.step()
    again(played)
    assert sum(played.step() for _ in range(MOST)) > STEPS
    assert played.state["step"].endswith(" over")
    assert played.state["notice"] == ""
    assert played.browser.complaints() == []


CRYPTO = """
import * as crypto from "./crypto.js";
import { scrypt } from "./stretch.js";
const bytes = (text) => Uint8Array.from(text.match(/../g) ?? [], (two) => parseInt(two, 16));
const text = (some) => Array.from(some, (one) => one.toString(16).padStart(2, "0")).join("");
const [signing, salt, nonce, ...orders] = JSON.parse(decodeURIComponent(location.hash.slice(1))), own = bytes(signing);
const [password, info] = ["a password", "a phase"].map((words) => new TextEncoder().encode(words));
const lock = await scrypt(password, bytes(salt), 10, 32);
const locked = crypto.encrypt(lock, bytes(nonce), own), opened = crypto.decrypt(lock, bytes(nonce), locked);
const came = orders.map(([key, sealed]) => crypto.unseal(bytes(key), bytes(sealed), info));
const went = orders.map(([key], at) => crypto.seal(crypto.sealingPublic(bytes(key)), came[at], info));
document.body.textContent = JSON.stringify([
  text(locked), text(crypto.signingPublic(opened)), text(crypto.sign(opened, came[0])), came.map(text), went.map(text),
]);
"""
"""Lock a signing key, open it and sign with it; open orders that came sealed, and seal them anew."""


def test_keys_and_orders_of_the_page_are_those_of_a_computer(engine, server, tmp_path):
    served, keys, order = tmp_path / "served", [b"x" * 32, b"h" * 96], b"attack at dawn"
    signing, salt, nonce = b"s" * 32, b"t" * 16, b"n" * 12
    served.mkdir()
    for name in ("crypto.js", "stretch.js"):
        shutil.copy(next(server.folder.glob(f"play/*/{name}")), served)
    (served / "try.js").write_text(CRYPTO)
    (served / "index.html").write_text('<!DOCTYPE html><body><script type="module" src="try.js"></script>')
    sealed = [[key.hex(), seal(sealing_public(key), order, b"a phase").hex()] for key in keys]
    given = quote(json.dumps([signing.hex(), salt.hex(), nonce.hex(), *sealed]))
    server.move(served)
    engine.driver.get(f"http://127.0.0.1:{server.port}/#{given}")
    said = wait_until("the page has done it", lambda: engine.script("return document.body.textContent.trim()"))
    locked, public, signature, came, went = json.loads(said)
    assert decrypt(scrypt(b"a password", salt, 10, 32), nonce, bytes.fromhex(locked)) == signing
    assert bytes.fromhex(public) == signing_public(signing)
    assert verifies(signing_public(signing), bytes.fromhex(signature), order)
    assert [bytes.fromhex(one) for one in came] == [order, order]
    assert [unseal(key, bytes.fromhex(one), b"a phase") for key, one in zip(keys, went, strict=True)] == [order, order]
