"""Components files by which a game would stop are refused when the game is opened."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

import pytest
from werkzeug.test import TestResponse

from adjudicator.kernel import Title
from api.rules.limits import Limit
from tests.adjudicator.test_changed_components import own, set_at, written
from tests.api.hosts import HostUnderTest

SEATS = {"athens_sparta": ("sparta", "athens"), "pericles": ("AF", "DF", "EK", "AK"), "polis": ("sparta", "athens")}
SCENARIOS = {"athens_sparta": "war", "pericles": "14.1.08A", "polis": "standard"}
STOPPING: list[tuple[str, dict[str, Any], str]] = [
    ("athens_sparta", {"blocks.*.move": 1_000_000_000}, "blocks"),
    ("athens_sparta", {"cities.0.name": "Rome"}, "cities"),
    ("athens_sparta", {"blocks.0.rating": ""}, "rating"),
    ("pericles", {"political_cards.athens.*.AF.*.strategos": -1}, "strategos"),
    ("pericles", {"strategos_tokens.sparta": None}, "strategos_tokens"),
    ("polis", {"rounds.0.shipment_classes.0": 0}, "shipment_classes"),
]


def opened(host: HostUnderTest, title: str, text: str) -> TestResponse:
    """The answer to opening a game with this file."""
    organiser = host.register("aspasia")
    options = {"components": sha256(text.encode()).hexdigest()}
    statement = host.game_statement(organiser, SEATS[title], title, SCENARIOS[title], options=options)
    return host.post("/games", statement.to_json_value() | {"components": text})


@pytest.mark.parametrize(("title", "changes", "says"), STOPPING)
def test_what_would_stop_a_game_later_is_refused_with_its_place(
    host: HostUnderTest, title: str, changes: dict[str, Any], says: str
) -> None:
    plain = own(title)
    for path, value in changes.items():
        set_at(plain, path, value)
    refused = opened(host, title, written(plain))
    assert (refused.status_code, refused.get_json()["code"]) == (422, "wrong-components")
    assert says in refused.get_json()["detail"]


@pytest.mark.parametrize("method", ["resolve", "begin"])
def test_a_file_by_which_a_game_cannot_be_played_for_whatever_reason_is_refused(
    host: HostUnderTest, monkeypatch: pytest.MonkeyPatch, method: str
) -> None:
    def for_good(*_: Any, **__: Any) -> Any:
        while True:
            sum(range(10))

    plain = own("polis")
    set_at(plain, "display", 4 if method == "begin" else 5)
    monkeypatch.setattr(Limit, "seconds", 0.3)
    monkeypatch.setattr(Title, method, for_good)
    refused = opened(host, "polis", written(plain))
    assert (refused.status_code, refused.get_json()["code"]) == (422, "wrong-components")
    assert "a game of standard cannot be played by it" in refused.get_json()["detail"]
    assert host.json("/games")["games"] == []
