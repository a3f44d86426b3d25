"""No text of the table has an id of the title's components: not in any state of its page, in whole short games."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from importlib.resources import files
from random import Random

import pytest

from adjudicator.kernel import Chance
from adjudicator.registry import title
from cli.home.home import Home
from cli.rules.saved_games import key_of
from tests.cli.table.tables import Sitter, begun

SAID = ("aria-label", "alt", "label", "placeholder", "data-why")
VOID = ("br", "hr", "img", "input", "link", "meta")
PAGES = 30  # of a game, at most, that are clicked through; its end is looked at besides
LEAVING = ("away", "again", "back")
PRINTED = {"VP", "PP", "MP", "5a", "5b"}  # as in the box: the font of pictures has no Greek letters
WORDS = {"theatre", "games", "military", "diplomatic", "league", "oracle", "rumor", "colony", "ostracism"}
CODE = re.compile(r"[0-9_-]|^[A-Z]{2,}$")


class Texts(HTMLParser):
    """What a page says, to whoever reads it and to whoever hears it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self.within: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        self.said += [value for name, value in attrs if name in SAID and value]
        if tag not in VOID:
            self.within.append(tag)

    def handle_endtag(self, tag):
        while self.within and self.within.pop() != tag:
            pass

    def handle_data(self, data):
        if not {"style", "script"} & {*self.within[-1:]}:
            self.said.append(" ".join(data.split()))


def names_in(part):
    """The ids in a title's components: what a list of things is kept by, and what has an id."""
    if isinstance(part, dict):
        yield from (value for name, value in part.items() if name == "id" and isinstance(value, str))
        yield from part
    for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from names_in(inner)


def is_no_word(rules, name):
    """What nobody would say: it has digits or hyphens, is an abbreviation, or a name without its capital."""
    if CODE.search(name):
        return not name.isdigit()
    kinds = {*rules.naming.fields.values()} - {"seat"}
    return name.islower() and any(said_as(rules, f"{kind}:{name}") == name.capitalize() for kind in kinds)


def said_as(rules, subject):
    try:
        return rules.words(None, subject)
    except (KeyError, ValueError, IndexError, AttributeError):
        return ""


def ids_of(rules, scenario):
    file = files(f"adjudicator.{rules.id}.components").joinpath(f"{rules.id}.json")
    seats = rules.seats(scenario, min(rules.scenario(scenario).seat_counts))
    names = {*names_in(json.loads(file.read_text())), *rules.questions, *rules.scenarios} - WORDS - PRINTED
    unsaid = {one for one in names if is_no_word(rules, one)} | {
        one for one in seats if said_as(rules, f"seat:{one}") != one
    }
    return sorted(unsaid, key=len, reverse=True)


class Reader(Sitter):
    """Somebody who clicks about in a game, while a bot answers for them, and reads every page."""

    def __init__(self, home, name, scenario):
        super().__init__(home)
        self.enter()
        self.rules, self.random, self.pages, self.leaks = title(name), Random(f"{name} {scenario}"), 0, {}
        found = "|".join(map(re.escape, ids_of(self.rules, scenario)))
        self.ids = re.compile(rf"(?<![\w.-])({found})(?![\w-])")
        self.game = begun(home, name, scenario)
        self.sitting = self.table.sitting(self.game)

    def look(self, query=""):
        self.open(f"games/{self.game}{query}")
        self.read(query)

    def read(self, where=""):
        self.pages += 1
        state = where or self.stage
        for text in Texts(self.page).said:
            for found in self.ids.finditer(text):
                self.leaks.setdefault(found[0], f"{state}: {text}")

    def click(self):
        """Some button, by choice one that leads on."""
        buttons = [(where, fields) for _, where, fields in self.buttons if {"act", "do", "word"} & {*fields}]
        on = [one for one in buttons if one[1].get("act", "").partition(" ")[0] not in LEAVING]
        where, fields = self.random.choice(on or buttons)
        answer = self.post(where, **fields)
        if answer.status_code == 303:
            self.ask("GET", answer.headers["Location"])
        assert 'data-stage="' in self.page, (fields, self.text)
        self.read()

    def click_about(self):
        self.look()
        for _ in range(self.random.randrange(8)):
            if self.stage == "over":
                return
            self.click()
        self.look("?why")
        self.look(f"?at={self.random.choice(re.findall(r'<option value=.([^>]+).>', self.page))}")

    def play_on(self):
        """Answer as a bot does."""
        game = self.sitting.game
        now = game.now()
        chance = Chance(key_of(b"reads", now.phase))
        game.give(now.phase, self.rules.bot("random")(now.view, game.seat, chance), "final")
        self.sitting.listen()


@pytest.mark.parametrize(
    ("name", "scenario"),
    [
        ("perikles", "standard"),
        pytest.param("polis", "standard", marks=pytest.mark.soak),
        ("polis", "second_war"),
        pytest.param("athens_sparta", "war", marks=pytest.mark.soak),
        pytest.param("pericles", "14.1.01B", marks=pytest.mark.soak),
        ("pericles", "14.1.01A"),
    ],
)
def test_no_page_of_a_whole_game_has_an_id_in_its_text(tmp_path, name, scenario):
    reader = Reader(Home(tmp_path), name, scenario)
    reader.open()
    reader.read("games")
    while reader.sitting.game.now().phase is not None:
        if reader.pages < PAGES:
            reader.click_about()
        if reader.sitting.game.now().phase is not None:
            reader.play_on()
    for phase in reader.sitting.game.views()[:: max(1, len(reader.sitting.game.views()) // 8)]:
        reader.look(f"?phase={phase}")
    reader.look("?log=all")
    assert reader.leaks == {}
