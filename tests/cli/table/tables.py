"""A table for tests: the application behind its guard, and a browser of forms that runs no scripts."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from typing import Any

from adjudicator.kernel import Chance
from adjudicator.registry import title
from cli.home.home import Home
from cli.rules.saved_games import key_of
from cli.seat import local as local_games
from cli.table.addresses.table import Table
from cli.table.app import create_app
from cli.table.guard import Guard
from cli.table.hosts import GamesHere, HostsOf
from cli.terminal.options import Connection

PORT = 54321
SEED = "tests"  # the same game whenever it is played
ACTS = ("change", "send")


class Forms(HTMLParser):
    """The buttons of a page that do something, with what they send and where, and its hidden fields."""

    def __init__(self, text):
        super().__init__()
        self.action, self.hidden, self.buttons, self.words, self.posts = "", {}, [], None, False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag == "form":
            self.action, self.hidden = given.get("action", ""), {}
            self.posts = given.get("method") == "post"
        elif tag == "input" and given.get("type") == "hidden":
            self.hidden[given["name"]] = given["value"]
        elif tag == "button" and self.posts:
            self.words = ""
            self.given = given

    def handle_data(self, data):
        if self.words is not None:
            self.words += data

    def handle_endtag(self, tag):
        if tag == "button" and self.words is not None:
            if "disabled" not in self.given:
                named = {self.given["name"]: self.given.get("value", "")} if "name" in self.given else {}
                where = self.given.get("formaction", self.action)
                self.buttons.append((" ".join(self.words.split()), where, {**self.hidden, **named}))
            self.words = None


class Sitter:
    """A person at a browser without scripts."""

    def __init__(self, home: Home, hosts: Any = None, clock: Any = None) -> None:
        self.guard = Guard(PORT, **({"clock": clock} if clock else {}))
        self.table = Table(home, hosts or GamesHere(home, SEED), self.guard)
        self.client = create_app(self.table).test_client()
        self.page = ""

    def ask(self, method: str, path: str, headers: Any = None, host: str | None = None, **more: Any) -> Any:
        base = f"http://{host}" if host else self.guard.origin
        answer = self.client.open(path, method=method, base_url=base, headers=headers or {}, **more)
        self.page = answer.get_data(as_text=True)
        return answer

    def enter(self) -> Any:
        return self.ask("GET", self.guard.new_link().removeprefix(self.guard.origin))

    def open(self, path: str = "") -> Any:
        return self.ask("GET", f"{self.guard.home}{path}")

    def post(self, path: str, **fields: Any) -> Any:
        return self.ask("POST", path, {"Origin": self.guard.origin, "Sec-Fetch-Site": "same-origin"}, data=fields)

    @property
    def buttons(self) -> list[tuple[str, str, dict[str, str]]]:
        return Forms(self.page).buttons

    def press(self, words: str) -> Any:
        """Press a button, and follow to the page that comes of it."""
        found = [(where, fields) for said, where, fields in self.buttons if said == words]
        assert found, (words, [said for said, _, _ in self.buttons])
        answer = self.post(found[0][0], **found[0][1])
        assert answer.status_code == 303, self.page
        return self.ask("GET", answer.headers["Location"])

    def fill(self, words: str, **fields: Any) -> Any:
        """Fill in the form of a button and press it; follow where it leads, if it does."""
        found = [(where, hidden) for said, where, hidden in self.buttons if said == words]
        assert found, (words, [said for said, _, _ in self.buttons])
        answer = self.post(found[0][0], **{**found[0][1], **fields})
        return self.ask("GET", answer.headers["Location"]) if answer.status_code == 303 else answer

    def do(self, act: str) -> Any:
        """Press the button that sends an act."""
        return self.press(next(said for said, _, fields in self.buttons if fields.get("act") == act))

    @property
    def stage(self) -> str:
        return re.search(r'data-stage="([a-z]+)"', self.page)[1]

    @property
    def text(self) -> str:
        return unescape(re.sub(r"<[^>]+>", "", self.page))


def going(home: Home) -> list[str]:
    """The names of the games on this machine that are not over, the one that was played last first."""
    return [one.name for one in local_games.games_here(home) if not one.over]


def begun(
    home: Home, name: str = "perikles", scenario: str | None = None, seats: int | None = None, seed: str = SEED
) -> str:
    """A new game against bots; gives its name."""
    rules = title(name)
    chosen = rules.scenario(scenario or next(iter(rules.scenarios)))
    return local_games.begin(home, rules, chosen.id, seats or min(chosen.seat_counts), seed=seed)


def hosts_at(stage, who, home=None):
    """The hosts of a player of the stage, from their home or from another with the same key."""
    hosts = HostsOf(Connection((home or stage.home(who)).root, stage.url, who, None), None, False)
    hosts.unlock()
    return hosts


def hosts_of(table, who):
    """The same of somebody who plays in a game of the stage."""
    return hosts_at(table.stage, who)


def played_on(home: Home, game: str, phases: int) -> None:
    """So many phases more, as a steady bot would answer them."""
    at_it = local_games.open_saved(home, game, SEED)
    assert at_it is not None
    for _ in range(phases):
        now = at_it.now()
        chance = Chance(key_of(game.encode(), now.phase))
        at_it.give(now.phase, at_it.rules.bot("steady")(now.view, at_it.seat, chance), "final")
