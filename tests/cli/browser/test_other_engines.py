"""The site in Debian's Firefox and in WebKit, which is the engine of every iPhone: by clicks, again, and offline."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.browser.conftest import Server
from tests.cli.browser.engines import NEEDED
from tests.cli.browser.played import Played

STEPS, MOST = 12, 400  # clicks
pytestmark = pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning")  # selenium's own


@pytest.fixture(params=NEEDED)
def played(request: pytest.FixtureRequest, server: Server, tmp_path: Path) -> Iterator[Played]:
    """A browser of each engine that has never been there."""
    engine, needed = request.param, NEEDED[request.param]
    if missing := [str(path) for path in needed if not path.exists()]:
        untried = f"NO {engine.__name__.upper()}: the site was not played in it, because {missing[0]} is not there"
        pytest.skip(f"{untried}; `make browser` installs it")
    with engine(tmp_path / "profile") as browser:
        yield Played(browser, f"http://127.0.0.1:{server.port}/")


def again(played):
    """Load the page anew, and wait until the board of the same question stands."""
    before = played.state["step"]
    played.reload()
    assert played.wait("the board stands again", "step")["step"] == before


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
