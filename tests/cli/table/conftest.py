"""One browser for all tests of the table."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.api.pages.browsers import CHROMIUM, DRIVER, MISSING
from tests.cli.table.seen import DESK, Seen
from tests.cli.table.tables import Sitter, hosts_at


@pytest.fixture(scope="session")
def browser_at_table(tmp_path_factory) -> Iterator[Seen]:
    if not (CHROMIUM.exists() and DRIVER.exists()):
        pytest.skip(MISSING)
    seen = Seen(tmp_path_factory.mktemp("table"))
    yield seen
    seen.close()


@pytest.fixture
def seen(browser_at_table) -> Seen:
    """The browser as it was at first, with no page that an earlier test left on its way."""
    browser = browser_at_table.browser
    browser.driver.get("about:blank")
    browser.without_scripts(False)
    browser.size(DESK)
    browser.media(prefers_color_scheme="light", prefers_reduced_motion="reduce")
    browser.forget()
    return browser_at_table


@pytest.fixture
def at_table(stage):
    """Has somebody sit down at their table."""
    sat = []

    def sit(who):
        sitter = Sitter(stage.home(who), hosts_at(stage, who))
        sitter.enter()
        sat.append(sitter)
        return sitter

    yield sit
    for sitter in sat:
        sitter.table.hosts.lock()
