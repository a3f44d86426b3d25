"""A seat in the browser where the line is slow, loses requests, or is gone: no click waits for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest

from cli.client import Client
from schemas.statements.payloads import End
from tests.api.hosts import free_port
from tests.cli.browser.conftest import browsing
from tests.cli.browser.lines import Line
from tests.cli.browser.played import Played
from tests.cli.browser.test_at_a_host import PASSWORD, asked
from tests.cli.browser.test_seat_in_a_browser import SIGN, inside
from tests.cli.conftest import TERMS
from tests.forks import ForkedStage
from tests.patience import wait_until
from tools.demo.stage import Stage

TEXT = "return document.body.innerText"
PRESS = """
const buttons = [...document.querySelectorAll('#answer button')];
const found = buttons.find((one) => one.textContent.trim() === arguments[0]);
found?.click();
return Boolean(found);
"""


@pytest.fixture
def host(tmp_path, site_folder: Path) -> Iterator[tuple[Stage, Line]]:
    """A host that is reached by a line alone, and serves the built page."""
    stage = ForkedStage(tmp_path / "host")
    stage.root.mkdir()
    port = free_port()
    line = Line(int(stage.url.rpartition(":")[2]), port)
    stage.run(None, "db", "init", show=False)
    options = ("--port", str(port), "--public-url", line.url, "--limits", "off", "--play", str(site_folder / "play"))
    stage.start(None, "serve", *options, log="server.log")
    stage.wait_for("the service", lambda: Client(stage.url, home=stage.home("nobody")).host)
    stage.run("aspasia", "key", "new", "aspasia", "--no-password", show=False)
    stage.client("aspasia").register()
    yield stage, line
    line.stop()
    stage.stop()


@pytest.fixture
def seated(host, tmp_path) -> Iterator[tuple[Played, str]]:
    """Somebody who is asked; they came by a link, on that line."""
    stage, line = host
    aspasia = stage.client("aspasia")
    game = aspasia.create_game("perikles", "opening", 3, "By a link", TERMS, seats_a_player=2, start="full")["game"]
    for seat in ("green", "black"):
        aspasia.join(game, seat)
    line.is_slow = True
    with browsing(line.server_port, tmp_path) as phone:
        phone.open(f"play/#join/{game}")
        phone.wait("the invitation is shown", "path", lambda path: path.endswith(f"join/{game}"))
        inside(phone, SIGN, "thais", PASSWORD)
        phone.wait("the board stands", "path", lambda path: path.endswith(f"games/{game}"))
        asked(stage, game, "red")
        phone.wait("it is asked", "step", lambda step: step and "waiting" not in step)
        yield phone, game


def press(phone: Played, words: str) -> None:
    """Press a button of the question."""
    wait_until(f"there is {words}", lambda: inside(phone, PRESS, words))


def says(phone: Played, *words: str) -> None:
    """Wait until its page says one of these."""
    wait_until(f"it says {words}", lambda: any(one in inside(phone, TEXT) for one in words))


def make(phone: Played) -> None:
    """Click until the answer is whole."""
    while not phone.state["step"].endswith(" review"):
        assert phone.step()


@pytest.mark.soak
def test_no_click_waits_for_a_line_that_is_slow_or_gone_and_an_answer_is_sealed_at_once_and_sent_as_it_is(host, seated):
    (stage, line), (phone, game) = host, seated
    aspasia = stage.client("aspasia")
    go_on = line.hold()
    make(phone)
    press(phone, "Keep as a draft")
    says(phone, "Sealed, sending")
    go_on()
    says(phone, "The receipt is verified and kept")

    press(phone, "Change it")
    phone.wait("it is in hand again", "step", lambda step: step.endswith(" review"))
    line.came.clear()
    sent = monotonic()
    press(phone, "Keep as a draft")
    says(phone, "Sealed, sending")
    sealed = monotonic() - sent
    says(phone, "The receipt is verified and kept")
    took = monotonic() - sent
    about_it = [f"{method} {path.rpartition('/')[2]}" for method, path in line.came if game in path]
    print(f"\nsealed after {sealed:.2f} s, its receipt after {took:.2f} s: {about_it}")
    assert (about_it[0], {*about_it[1:]}) == ("PUT red", {"GET feed"})
    assert len(about_it) <= 4

    press(phone, "Change it")
    line.is_cut = True
    press(phone, "Keep as a draft")
    says(phone, "Not sent yet")
    press(phone, "Change it")
    phone.wait("it is in hand again", "step", lambda step: step.endswith(" review"))
    press(phone, "Keep as a draft")
    says(phone, "Not sent yet")
    line.is_cut = False
    says(phone, "has reached the host in time")

    press(phone, "Change it")
    line.is_cut = True
    press(phone, "Seal and send")
    says(phone, "Not sent yet")
    aspasia.act(game, End())
    wait_until("the game is over", lambda: aspasia.game(game)["status"] == "over")
    line.is_cut = False
    says(phone, "does not count: the phase was cut before it reached the host")
    assert line.lost
    assert [one for one in phone.browser.complaints() if "net::ERR" not in one] == []
