"""Three people in three browsers, each at a program of their own, play a whole Perikles at one host by clicks."""

from __future__ import annotations

from contextlib import ExitStack
from statistics import median
from time import monotonic, time
from urllib.parse import urlsplit

import pytest

from cli.errors import Refused
from tests.api.pages.browsers import CHROMIUM, DRIVER, MISSING, Browser
from tests.cli.conftest import PLAYERS, SEATS, TERMS
from tests.cli.table.seen import DESK, Seen
from tests.cli.table.test_program_ends import program
from tests.patience import wait_until

WATCH = """
if (window.came) return;
window.came = [];
const seen = () => window.came.push([Number(document.querySelector('#step').phase.value) || 1e9, Date.now()]);
new MutationObserver(seen).observe(document.body, { attributes: true, attributeFilter: ['data-token'] });
"""
"""Keep when which phase came by itself."""
LIMIT = 20.0  # seconds that news took when a page looked by itself


class AtProgram(Seen):
    """A browser of its own at a program of its own."""

    def __init__(self, folder, link):
        self.browser = Browser(urlsplit(link).port, folder, "127.0.0.1")
        self.browser.size(DESK)
        self.browser.media(prefers_reduced_motion="reduce")
        self.browser.driver.get(link)
        self.wait(lambda: self.state)

    @property
    def phase(self):
        """The phase that the page shows; a late one when the game is over."""
        first = self.state.split(" ")[0]
        return int(first) if first.isdigit() else 10**9

    def came(self, after):
        """When a later phase came by itself, in seconds."""
        self.wait(lambda: self.phase > after)
        return next(at / 1_000 for phase, at in self.browser.script("return window.came") if phase > after)

    @property
    def click_at_rest(self):
        """What to click next, once the board has come to rest where it is shown."""
        found = self.next_click
        while (again := self.next_click) != found:
            found = again
        return found

    def watch(self):
        self.wait(lambda: self.state)
        self.browser.script(WATCH)


def phase_of(client, game):
    """The open phase of a game and for whom it waits; one that is late when the game is over."""
    try:
        found = client.phase(game)
    except Refused:
        return 10**9, []
    return found["phase"], found["waiting"]


def next_phase(client, game, before):
    """The phase that is open once nobody is waited for; None while somebody is."""
    wait_until("the phase is cut", lambda: phase_of(client, game) != (before, []))
    return None if phase_of(client, game)[0] == before else phase_of(client, game)[0]


@pytest.mark.soak
@pytest.mark.skipif(not (CHROMIUM.exists() and DRIVER.exists()), reason=MISSING)
def test_a_whole_game_is_played_by_clicks_at_three_tables(stage, tmp_path):
    players = list(zip(PLAYERS[:3], SEATS[:3], strict=True))
    clients = [stage.client(who) for who, _ in players]
    game = clients[0].create_game("perikles", "standard", 3, "Evening", TERMS)["game"]
    for client, (_, seat) in zip(clients, players, strict=True):
        client.join(game, seat)
    clients[0].start(game)
    clicks, orders, took = 0, 0, list[float]()
    with ExitStack() as stack:
        pages = []
        for who, seat in players:
            options = (seat, "--url", stage.url, "--key", who)
            _, link = stack.enter_context(program(stage.home(who), game, *options))
            pages.append(AtProgram(tmp_path / who, link))
            stack.callback(pages[-1].browser.quit)
        began = monotonic()
        while any(page.stage != "over" for page in pages):
            for page in pages:
                page.wait(lambda page=page: page.state)
                what, said, point = page.click_at_rest
                if what in ("over", "waiting", "sent"):
                    continue
                assert point, (what, said, page.state)
                before, sends = page.phase, page.stage == "review"
                for one in pages if sends else ():
                    one.watch()
                sent = time()
                page.after(lambda page=page, point=point: page.click(point))
                clicks += 1
                if sends:
                    orders += 1
                    if next_phase(clients[0], game, before):
                        took += [one.came(before) - sent for one in pages if one is not page]
        wall = monotonic() - began
        assert [page.browser.complaints() for page in pages] == [[]] * 3
    print(f"\n{orders} answers by {clicks} clicks in {wall:.0f} s, {9 * wall / orders:.1f} s for nine of them")
    print(f"news at the others: median {median(took):.2f} s, at most {max(took):.2f} s of {len(took)}")
    assert max(took) < LIMIT
