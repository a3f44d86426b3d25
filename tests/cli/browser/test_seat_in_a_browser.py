"""A seat at a host from the built site, in Debian's chromium on a phone's screen: the host serves the page itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.api.pages.browsers import CHROMIUM, DRIVER, MISSING, Browser
from tests.cli.browser.played import Played
from tests.cli.browser.test_at_a_host import PASSWORD, asked
from tests.cli.conftest import TERMS
from tests.forks import ForkedStage
from tests.patience import wait_until
from tools.demo.chapters import open_host
from tools.demo.stage import Stage

SIGN = """
const form = document.querySelector('form.sign'), [name, password] = arguments;
form.elements.name.value = name;
form.elements.password.value = password;
form.querySelector('button.primary').click();
"""


@pytest.fixture(scope="module")
def host(tmp_path_factory, site_folder: Path) -> Iterator[Stage]:
    """A host that serves the built page."""
    stage = ForkedStage(tmp_path_factory.mktemp("host"))
    try:
        open_host(stage, "--limits", "off", "--play", str(site_folder / "play"))
        stage.run("aspasia", "key", "new", "aspasia", "--no-password", show=False)
        stage.client("aspasia").register()
        yield stage
    finally:
        stage.stop()


@pytest.fixture
def phone(host: Stage, tmp_path) -> Iterator[Played]:
    if not (CHROMIUM.exists() and DRIVER.exists()):
        pytest.skip(MISSING)
    browser = Browser(int(host.url.rpartition(":")[2]), tmp_path / "profile", "127.0.0.1")
    yield Played(browser, f"{host.url}/")
    browser.quit()


def inside(phone: Played, script: str, *given):
    """Run a script in the table's page."""
    phone.browser.driver.switch_to.frame("table")
    try:
        return phone.browser.script(script, *given)
    finally:
        phone.browser.driver.switch_to.default_content()


def test_from_an_invitation_to_a_sealed_answer_and_back_the_next_evening_without_a_password(host, phone):
    aspasia = host.client("aspasia")
    game = aspasia.create_game("perikles", "opening", 3, "By a link", TERMS, seats_a_player=2, start="full")["game"]
    for seat in ("green", "black"):
        aspasia.join(game, seat)
    phone.open(f"play/#join/{game}")
    phone.wait("the invitation is shown", "path", lambda path: path.endswith(f"join/{game}"))
    inside(phone, SIGN, "thais", PASSWORD)
    phone.wait("the board stands", "path", lambda path: path.endswith(f"games/{game}"))
    asked(host, game, "red")
    asked_in = phone.wait("it hears that it is asked", "step", lambda step: step and "waiting" not in step)["step"]
    phase = int(asked_in.partition(" ")[0])
    while (step := phone.state["step"]).startswith(f"{phase} ") and not step.endswith("sent"):
        phone.step()
    wait_until("the answer counts", lambda: aspasia.game(game)["phase"] > phase)
    phone.open("play/")
    phone.wait("the games are listed", "path", lambda path: path.endswith("/t/"))
    assert "By a link" in inside(phone, "return document.body.textContent")
    assert phone.browser.complaints() == []
    asked_for = {url.split("/")[2] for url, _ in phone.browser.exchanges() if url.startswith("http")}
    assert asked_for == {host.url.partition("//")[2]}
