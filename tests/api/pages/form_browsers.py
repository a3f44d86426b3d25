"""Browsers without a screen: they keep cookies, and send forms as a browser sends those of our own pages."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.api.hosts import URL, HostUnderTest, Player

OWN = {"Origin": URL}


def link_for(host: HostUnderTest, player: Player) -> str:
    """The path of a one-time link."""
    made = host.ask("POST", f"/players/{player.handle}/sessions", player, {})
    assert made.status_code == 201, made.text
    return str(made.get_json()["url"]).removeprefix(URL)


def signed_in(host: HostUnderTest, player: Player) -> FlaskClient:
    """A browser in which a player is signed in."""
    browser = host.app.test_client()
    response = browser.post(link_for(host, player), headers=OWN)
    assert response.status_code == 303, response.text
    return browser


def form_token(response: TestResponse) -> str:
    """What the form on a page brings with it."""
    found = re.search(r'name="token" value="([0-9a-f]+)"', response.text)
    assert found, response.text
    return found[1]


class Elements(HTMLParser):
    """Every element of a page with its attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, Any]]) -> None:
        self.found.append((tag, dict(attrs)))

    def of(self, *tags: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.found if tag in tags]
