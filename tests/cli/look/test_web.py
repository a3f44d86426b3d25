"""`ostraka web`: a link that signs a browser in, and only at the host that was asked."""

from __future__ import annotations

import click
import pytest
import requests

from cli.errors import TrustBroken
from cli.look.web import sign_in_link
from tests.cli.conftest import Table, Twist
from tests.patience import PATIENCE


def test_the_link_leads_to_ones_seat(opened: Table) -> None:
    link = opened.ostraka("aspasia", "web", opened.game, "--print").output.strip()
    asked = requests.get(link, timeout=PATIENCE)
    assert "Sign in as aspasia" in asked.text
    browser = requests.Session()
    shown = browser.post(link.partition("?")[0], data={"game": opened.game}, timeout=PATIENCE)
    assert shown.url == f"{opened.stage.url}/games/{opened.game}/seats/red"
    assert "Only you can see this page" in shown.text


def test_the_link_is_opened_in_the_browser(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(click, "launch", lambda url: opened.append(url) or 0)
    assert "Opened in your browser" in table.ostraka("aspasia", "web").output
    assert opened[0].startswith(f"{table.stage.url}/sign-in/")
    monkeypatch.setattr(click, "launch", lambda _url: 1)
    assert table.ostraka("aspasia", "web").output.startswith(f"{table.stage.url}/sign-in/")


def test_as_json_it_is_only_told(opened: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(click, "launch", lambda _url: pytest.fail("opened"))
    opened.ostraka("aspasia", "web", "--json")


def test_a_link_to_elsewhere_is_not_opened(opened: Table, twist: Twist) -> None:
    twist("/sessions", lambda told: {**told, "url": "http://elsewhere.test/sign-in/x"})
    with pytest.raises(TrustBroken, match="elsewhere"):
        sign_in_link(opened.client("aspasia"))
