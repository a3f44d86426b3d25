"""A seat at a host from the built site, in Debian's chromium on a phone's screen: the host serves the page itself."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from time import monotonic

import pytest

from adjudicator.registry import title
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


TAPS = "addEventListener('pointerdown', () => localStorage.setItem('taps', 1 + Number(localStorage.taps ?? 0)), true)"
"""Every press of a finger is counted, in whatever frame and page."""


@contextmanager
def serving(root: Path, *options: str) -> Iterator[Stage]:
    """A host, with aspasia, who plays by the program."""
    stage = ForkedStage(root)
    try:
        open_host(stage, "--limits", "off", *options)
        stage.run("aspasia", "key", "new", "aspasia", "--no-password", show=False)
        stage.client("aspasia").register()
        yield stage
    finally:
        stage.stop()


@contextmanager
def looking_at(host: Stage, profile: Path) -> Iterator[Played]:
    """A phone's browser that has never been at a host."""
    if not (CHROMIUM.exists() and DRIVER.exists()):
        pytest.skip(MISSING)
    browser = Browser(int(host.url.rpartition(":")[2]), profile, "127.0.0.1")
    browser.media(prefers_reduced_motion="reduce")  # what is clicked stands still
    try:
        yield Played(browser, f"{host.url}/")
    finally:
        browser.quit()


@pytest.fixture(scope="module")
def host(tmp_path_factory, site_folder: Path) -> Iterator[Stage]:
    """A host that serves the built page."""
    with serving(tmp_path_factory.mktemp("host"), "--play", str(site_folder / "play")) as stage:
        yield stage


@pytest.fixture
def phone(host: Stage, tmp_path) -> Iterator[Played]:
    with looking_at(host, tmp_path / "profile") as phone:
        yield phone


def inside(phone: Played, script: str, *given):
    """Run a script in the table's page."""
    phone.browser.driver.switch_to.frame("table")
    try:
        return phone.browser.script(script, *given)
    finally:
        phone.browser.driver.switch_to.default_content()


def joined(host: Stage, phone: Played) -> str:
    """A game of which thais takes the last seat by an invitation."""
    aspasia = host.client("aspasia")
    game = aspasia.create_game("perikles", "opening", 3, "By a link", TERMS, seats_a_player=2, start="full")["game"]
    for seat in ("green", "black"):
        aspasia.join(game, seat)
    phone.open(f"play/#join/{game}")
    phone.wait("the invitation is shown", "path", lambda path: path.endswith(f"join/{game}"))
    inside(phone, SIGN, "thais", PASSWORD)
    phone.wait("the game is there", "path", lambda path: path.endswith(f"games/{game}"))
    return str(game)


def answer_by_clicks(host: Stage, phone: Played, game: str) -> None:
    """Wait until red is asked, click, and send; it counts."""
    asked(host, game, "red")
    asked_in = phone.wait("it hears that it is asked", "step", lambda step: step and "waiting" not in step)["step"]
    phase = int(asked_in.partition(" ")[0])
    while (step := phone.state["step"]).startswith(f"{phase} ") and not step.endswith("sent"):
        phone.step()
    wait_until("the answer counts", lambda: host.client("aspasia").game(game)["phase"] > phase)


def test_from_an_invitation_to_a_sealed_answer_and_back_the_next_evening_without_a_password(host, phone):
    answer_by_clicks(host, phone, joined(host, phone))
    phone.open("play/")
    phone.wait("the games are listed", "path", lambda path: path.endswith("/t/"))
    assert "By a link" in inside(phone, "return document.body.textContent")
    assert phone.browser.complaints() == []
    phone.open(f"play/#key/thais/{'A' * 500}")
    phone.wait("it shows the account", "path", lambda path: path.endswith("/account"))
    assert "The key in this link is not whole" in inside(phone, "return document.body.textContent")
    assert phone.browser.script("return location.href").endswith("/play/#account")
    urls = [url for url, _ in phone.browser.exchanges()]
    assert "A" * 500 not in "".join(urls)
    asked_for = {url.split("/")[2] for url in urls if url.startswith("http")}
    assert asked_for == {host.url.partition("//")[2]}


def tap(phone: Played, css: str, typed: str = "") -> None:
    """Tap something in the table's page, where nothing lies over it, and type."""
    phone.browser.driver.switch_to.frame("table")
    found = phone.browser.find(css)
    found.click()
    if typed:
        found.send_keys(typed)
    phone.browser.driver.switch_to.default_content()


@pytest.mark.soak
def test_six_taps_and_one_password_lead_from_the_link_of_an_invitation_to_a_sealed_answer(host, phone):
    aspasia, began = host.client("aspasia"), monotonic()
    game = aspasia.create_game("perikles", "opening", 3, "By a link", TERMS, seats_a_player=2, start="full")["game"]
    for seat in ("green", "black"):
        aspasia.join(game, seat)
    link = aspasia.invite_by_link(game, datetime.now(UTC) + timedelta(days=1))
    phone.browser.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": TAPS})
    phone.browser.open(link)
    phone.browser.find("a.button.primary").click()
    phone.wait("the invitation is shown", "path", lambda path: f"join/{game}" in path)
    tap(phone, ".sign [name=name]", "phryne")
    tap(phone, ".sign [name=password]", PASSWORD)
    tap(phone, ".sign .primary")
    phone.wait("the game is there", "path", lambda path: path.endswith(f"games/{game}"))
    seated = monotonic()
    asked(host, game, "red")
    phone.wait("it hears that it is asked", "step", lambda step: step and "waiting" not in step)
    known, own = monotonic(), 0
    while not phone.state["step"].endswith("review"):
        phone.step()
        own += 1
    phase = aspasia.game(game)["phase"]
    phone.step()
    wait_until("the answer counts", lambda: aspasia.game(game)["phase"] > phase)
    taps = 1 + int(phone.browser.script("return localStorage.taps"))  # the first was in the mail
    took = f"{seated - began:.1f} s to the seat, {monotonic() - known:.1f} s from the question to the next phase"
    print(f"\n{taps} taps, {own} of them of the answer; {took}")
    assert taps - own <= 6


def make_older(play: Path) -> None:
    """Have a copy of the built page be one of an earlier release: with older rules of Perikles, by another name."""
    [bundle] = (path for path in play.iterdir() if path.is_dir())
    version = title("perikles").version.encode()
    for name in ("index.html", "sw.js", "manifest.webmanifest", f"{bundle.name}/perikles.bin"):
        path = play / name
        path.write_bytes(path.read_bytes().replace(version, b"perikles/1").replace(bundle.name.encode(), b"0" * 16))
        for packed in path.parent.glob(f"{path.name}.*"):
            packed.unlink()
    bundle.rename(play / ("0" * 16))


@pytest.mark.soak
def test_a_page_older_than_its_host_says_so_and_after_one_tap_it_plays(site_folder, tmp_path):
    play, whole = tmp_path / "play", site_folder / "play"
    shutil.copytree(whole, play)
    make_older(play)
    with serving(tmp_path, "--play", str(play)) as host, looking_at(host, tmp_path / "profile") as phone:
        game = joined(host, phone)
        said = inside(phone, "return document.body.textContent")
        assert "This page is older than the game" in said
        phone.wait("it is kept", "kept")
        inside(phone, "document.getElementById('update').click()")
        phone.wait("there is none yet", "notice", lambda notice: "No newer page is served here yet" in notice)
        shutil.rmtree(play)
        shutil.copytree(whole, play)
        inside(phone, "document.getElementById('update').click()")
        phone.wait("the board stands", "step")
        assert phone.state["path"].endswith(f"games/{game}")
        assert "0" * 16 not in phone.bundle
        assert all(one.endswith("status of 409 ()") for one in phone.browser.complaints())
