"""The pages of a host: what each shows to whom, how it may be stored, and what a browser may do with it."""

from __future__ import annotations

import hashlib
import html
import re
from collections.abc import Iterator
from dataclasses import replace

import msgspec
import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from adjudicator.registry import title, titles
from api.http.problems import ConfigurationError
from api.pages import boards
from api.pages.boards import Kept
from api.pages.rendering import PICTURE_POLICY, POLICY
from api.pages.rules import law
from api.store.lookups import load_game
from api.store.models import Game
from schemas.statements import canonical, payloads
from schemas.statements.statements import Statement
from tests.api.hosts import API, HostUnderTest
from tests.api.pages.form_browsers import Elements, signed_in
from tests.api.secrecy.twins import shown
from tests.rules import clauses

WHO = ("nobody", "rival", "owner", "organiser", "former")
PUBLIC = dict.fromkeys(WHO, 200)
ONWARD = dict.fromkeys(WHO, 303)
OWN = {"nobody": 401, "rival": 403, "owner": 200, "organiser": 403, "former": 403}
OWN_ONWARD = OWN | {"owner": 303}
GONE = dict.fromkeys(WHO, 404)
PHASE = "<int(max=1000000):phase>"
PAGES = {
    "/": PUBLIC,
    "/sign-in": PUBLIC,
    "/sign-in/<secret>": GONE,
    "/pages.css": PUBLIC,
    "/pages.js": PUBLIC,
    "/pages.svg": PUBLIC,
    "/regular.woff2": PUBLIC,
    "/bold.woff2": PUBLIC,
    "/program": PUBLIC,
    "/play/": GONE,  # where it was not built
    "/play/<path:name>": GONE,
    "/contests": PUBLIC,
    "/contests/<contest>": GONE,
    "/contests/<contest>/crosstable": GONE,
    "/contests/<contest>/rounds": GONE,
    "/contests/<contest>/rounds/<int(max=12):number>": GONE,
    "/contests/<contest>/rounds/<int(max=12):number>/pairings": GONE,
    "/players/<handle>": PUBLIC,
    "/ratings/<title>": PUBLIC,
    "/titles/<title>": PUBLIC,
    "/titles/<title>/map.svg": PUBLIC,
    "/titles/<title>/rules": PUBLIC,
    "/titles/<title>/rulings": PUBLIC,
    "/games/<game>": PUBLIC,
    "/games/<game>/log": PUBLIC,
    "/games/<game>/proof": PUBLIC,
    "/games/<game>/board.svg": PUBLIC,
    "/games/<game>/phases": ONWARD,
    f"/games/<game>/phases/{PHASE}": PUBLIC,
    f"/games/<game>/phases/{PHASE}/board.svg": PUBLIC,
    "/games/<game>/seats/<seat>": OWN,
    "/games/<game>/seats/<seat>/board.svg": OWN,
    "/games/<game>/seats/<seat>/log": OWN,
    "/games/<game>/seats/<seat>/phases": OWN_ONWARD,
    f"/games/<game>/seats/<seat>/phases/{PHASE}": OWN,
    f"/games/<game>/seats/<seat>/phases/{PHASE}/board.svg": OWN,
    "/games/<game>/seats/<seat>/press": OWN,
    "/games/<game>/seats/<seat>/receipts": OWN,
    f"/games/<game>/seats/<seat>/receipts/{PHASE}.json": OWN,
}
FILES = ("/pages.css", "/pages.js", "/pages.svg", "/regular.woff2", "/bold.woff2")
FORMS = {"/sign-in/<secret>", "/sign-out"}
MARKUP = "<script>alert(1)</script>"


HOUSES = ("Aristocrats", "Demagogues", "Eurypontids", "Agiads")


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HostUnderTest]:
    """A host with a game in which green was replaced, has written, and has sent an envelope for phase 1."""
    host = HostUnderTest(tmp_path_factory.mktemp("pages"))
    game = host.started(scenario="standard")
    former = host.seats[game]["green"]
    assert host.act(game, payloads.Vacate(seat="green")).status_code == 201
    assert host.substitute(game, "green", "new-green").status_code == 201
    host.players["former"] = former
    host.send(game, "green", [{"question": "D-S1B", "city": "athens"}], "draft")
    host.play_on(game, 2)
    assert host.write_press(game, "green", ["red"], f"peace {MARKUP}\n\nor war").status_code == 201
    yield host
    host.close()


@pytest.fixture(scope="module")
def game(host: HostUnderTest) -> str:
    return next(iter(host.seats))


@pytest.fixture(scope="module")
def browsers(host: HostUnderTest, game: str) -> dict[str, FlaskClient]:
    seats = host.seats[game]
    people = {
        "rival": seats["black"],
        "owner": seats["green"],
        "organiser": seats["red"],
        "former": host.players["former"],
    }
    return {"nobody": host.app.test_client()} | {who: signed_in(host, player) for who, player in people.items()}


def address(game: str, rule: str) -> str:
    filled = rule.replace("<title>", "perikles").replace(PHASE, "1").replace("<secret>", "A" * 43)
    filled = filled.replace("<contest>", game).replace("<int(max=12):number>", "1").replace("<handle>", "new-green")
    filled = filled.replace("<path:name>", "sw.js")
    return filled.replace("<game>", game).replace("<seat>", "green")


def pages(browsers: dict[str, FlaskClient], game: str, *kinds: str) -> Iterator[tuple[str, TestResponse]]:
    """Every answer of every page to everybody, of these media types."""
    for rule in PAGES:
        for who, browser in browsers.items():
            response = browser.get(address(game, rule))
            if not kinds or response.mimetype in kinds:
                yield f"{rule} for {who}", response


@pytest.mark.parametrize("rule", PAGES)
def test_a_page_is_open_to_whom_it_concerns(browsers: dict[str, FlaskClient], game: str, rule: str) -> None:
    told = {who: browser.get(address(game, rule)).status_code for who, browser in browsers.items()}
    assert told == PAGES[rule]


def test_no_page_was_forgotten(host: HostUnderTest) -> None:
    assert shown(host) == set(PAGES)
    rules = [rule for rule in host.app.url_map.iter_rules() if rule.endpoint.startswith("pages.")]
    assert {rule.rule for rule in rules if "POST" in (rule.methods or ())} == FORMS
    assert not [rule for rule in rules if {"PUT", "DELETE", "PATCH"} & (rule.methods or set())]


def test_a_browser_lets_nothing_foreign_into_a_page(browsers: dict[str, FlaskClient], game: str) -> None:
    for where, response in pages(browsers, game):
        policy = (
            PICTURE_POLICY if response.mimetype == "image/svg+xml" and ("board" in where or "map" in where) else POLICY
        )
        assert response.headers["Content-Security-Policy"] == (policy if response.status_code == 200 else POLICY), where
        assert response.headers["X-Content-Type-Options"] == "nosniff", where
        assert response.headers["Referrer-Policy"] == "same-origin", where
        assert response.headers["X-Frame-Options"] == "DENY", where
    nowhere = browsers["nobody"].get("/no/such/page")
    assert (nowhere.status_code, nowhere.mimetype) == (404, "text/html")
    assert nowhere.headers["Content-Security-Policy"] == POLICY


def test_a_board_brings_the_font_in_which_its_texts_were_measured(browsers: dict[str, FlaskClient], game: str) -> None:
    board = browsers["nobody"].get(f"/games/{game}/board.svg")
    assert "font/woff2" in board.text
    assert "font-src data:" in board.headers["Content-Security-Policy"]


def test_a_page_keeps_to_its_own_policy(browsers: dict[str, FlaskClient], game: str) -> None:
    """No inline style or script, no handler, and no address outside of the host."""
    for where, response in pages(browsers, game, "text/html"):
        for tag, attributes in Elements(response.text).found:
            assert tag not in ("style", "iframe", "object", "embed", "base"), where
            assert tag != "script" or attributes.get("src"), where
            assert not [name for name in attributes if name.startswith("on") or name == "style"], where
            for name in ("href", "src", "action"):
                assert (attributes.get(name) or "/")[0] in "/#", f"{where}: {attributes}"
                assert not (attributes.get(name) or "").startswith("//"), where


def test_what_is_ones_own_is_stored_nowhere_and_what_is_for_all_by_its_hash(
    browsers: dict[str, FlaskClient], game: str
) -> None:
    for where, response in pages(browsers, game, "text/html", "image/svg+xml", "application/json"):
        if where.startswith(FILES):
            continue
        public = (
            response.status_code == 200
            and "<seat>" not in where
            and (where.endswith("nobody") or response.mimetype == "image/svg+xml")
        )
        if not public:
            assert response.headers["Cache-Control"] == "private, no-store", where
            assert "ETag" not in response.headers, where
            continue
        tag = response.headers["ETag"]
        assert tag.strip('"') == hashlib.sha256(response.data).hexdigest(), where
        again = browsers["nobody"].get(response.request.path, headers={"If-None-Match": tag})
        assert (again.status_code, again.data) == (304, b""), where
        assert again.headers["Content-Security-Policy"], where


def test_style_and_script_are_kept_for_good_under_the_address_that_names_their_content(host: HostUnderTest) -> None:
    page = Elements(host.client.get("/").text)
    [style] = [link["href"] for link in page.of("link") if link["rel"] == "stylesheet"]
    assert "immutable" in host.client.get(str(style)).headers["Cache-Control"]
    assert host.client.get("/pages.css").headers["Cache-Control"] == "no-cache"


def test_a_public_page_shows_what_everybody_may_know_and_an_own_one_what_the_seat_may(
    host: HostUnderTest, browsers: dict[str, FlaskClient], game: str
) -> None:
    for path, who, player in (
        (f"/games/{game}", "nobody", None),
        (f"/games/{game}/seats/green", "owner", host.seats[game]["green"]),
    ):
        view = host.json(path + "/view", player)
        assert view["text"].rstrip() in html.unescape(browsers[who].get(path).text)
        report = host.json(path + "/report", player)
        for phase in report["phases"]:
            text = html.unescape(browsers[who].get(f"{path}/phases/{phase['phase']}").text)
            assert [event["sentence"] for event in phase["events"] if event["sentence"] not in text] == []


def test_a_seats_secret_is_on_its_own_pages_and_marked_and_on_no_other(
    host: HostUnderTest, browsers: dict[str, FlaskClient], game: str
) -> None:
    every = host.json(f"/games/{game}/seats/green/report", host.seats[game]["green"])["phases"][0]["events"]
    public = host.json(f"/games/{game}/report")["phases"][0]["events"]
    [secret] = [event["sentence"] for event in every if event not in public]
    own = browsers["owner"].get(f"/games/{game}/seats/green/phases/0").text
    assert f'{html.escape(secret)} <span class="secret">not public</span>' in own
    for where, response in pages(browsers, game, "text/html", "image/svg+xml"):
        if "<seat>" not in where or not where.endswith("owner"):
            assert secret not in html.unescape(response.text), where


def test_what_people_write_is_text(browsers: dict[str, FlaskClient], game: str) -> None:
    letters = browsers["owner"].get(f"/games/{game}/seats/green/press").text
    assert html.escape(MARKUP) in letters
    assert MARKUP not in letters


def test_the_press_of_a_seat_is_on_its_page_alone(
    browsers: dict[str, FlaskClient], host: HostUnderTest, game: str
) -> None:
    reader = signed_in(host, host.seats[game]["red"])
    assert "or war" in reader.get(f"/games/{game}/seats/red/press").text
    rival = browsers["rival"].get(f"/games/{game}/seats/black/press")
    assert rival.status_code == 200
    assert "or war" not in rival.text
    assert "No press yet" in rival.text


def test_a_receipt_is_shown_as_the_host_signed_it(
    host: HostUnderTest, browsers: dict[str, FlaskClient], game: str
) -> None:
    page = browsers["owner"].get(f"/games/{game}/seats/green/receipts").text
    assert re.search(r"Number \d, (draft|final), received", page)
    receipt = browsers["owner"].get(f"/games/{game}/seats/green/receipts/1.json").get_json()
    statement = Statement.from_json(receipt)
    statement.verify(host.host.card.signing_key)
    assert (statement.body["seat"], statement.body["phase"]) == ("green", 1)
    assert browsers["owner"].get(f"/games/{game}/seats/green/receipts/7.json").status_code == 404


def test_every_page_of_a_game_carries_the_newest_checkpoint_of_its_log(
    host: HostUnderTest, browsers: dict[str, FlaskClient], game: str
) -> None:
    note, seen = host.get(f"/games/{game}/checkpoint").text, set()
    for where, response in pages(browsers, game, "text/html"):
        if where.startswith("/games/") and response.status_code == 200:
            assert response.text.count(note) == 1, where
            seen.add(where.partition(" for ")[0])
    assert {"/games/<game>", "/games/<game>/proof", "/games/<game>/seats/<seat>/press"} < seen


def test_the_log_is_the_story_and_each_number_the_way_to_its_board(host: HostUnderTest, game: str) -> None:
    log = html.unescape(host.client.get(f"/games/{game}/log").text)
    told = [event["sentence"] for phase in host.json(f"/games/{game}/report")["phases"] for event in phase["events"]]
    assert told
    assert [one for one in told if one not in log] == []
    for phase in re.findall(r'class="jump" href="([^"]+)"', log):
        assert host.client.get(phase).status_code == 200
    assert "salted" not in log
    assert "salted" in host.client.get(f"/games/{game}/proof").text


def test_a_log_is_told_whole_in_parts(host: HostUnderTest, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = re.findall(r'class="jump" href="([^"]+)"', host.client.get(f"/games/{game}/log").text)
    monkeypatch.setattr("api.pages.history.MOST_TOLD", 1)
    seen, path = [], f"/games/{game}/log"
    while path:
        page = host.client.get(path).text
        seen += re.findall(r'class="jump" href="([^"]+)"', page)
        older = re.search(r'<a href="([^"]*before=\d+)">Older', page)
        path = older[1] if older else ""
    assert seen == whole


def test_a_spectator_reads_who_is_awaited_until_when_and_how_to_sit_down(host: HostUnderTest, game: str) -> None:
    page = html.unescape(host.client.get(f"/games/{game}").text)
    phase = host.json(f"/games/{game}/phase")
    players = {one["seat"]: one["player"] for one in host.json(f"/games/{game}")["seats"]}
    awaited = phase["asked"][0]["seat"]
    assert f"Waiting for {players[awaited]}" in page
    assert f'The game waits for <i class="swatch line-{awaited}"></i>{players[awaited]} to ' in page
    assert f'<time class="deadline" datetime="{phase["deadline"]}">' in page
    assert f"ostraka table {game}" in page
    assert 'href="/program' in page
    assert "ostraka table GAME" in host.client.get("/program").text


def test_pages_say_where_the_source_of_the_host_is(host: HostUnderTest) -> None:
    assert "ask whoever runs it" in host.client.get("/program").text
    host.close()
    host.config = replace(host.config, source_url="https://code.example/ostraka")
    host.open()
    link = '<a href="https://code.example/ostraka">'
    assert (host.client.get("/program").text.count(link), host.client.get("/").text.count(link)) == (2, 1)
    with pytest.raises(ConfigurationError, match="must begin with https://"):
        replace(host.config, source_url="javascript:alert(1)")


def test_the_page_of_a_game_tells_its_terms_misses_absences_and_votes(host: HostUnderTest) -> None:
    game = host.started()
    for act in (payloads.Vote(on="end", yes=True), payloads.Absence(first="2099-01-01", last="2099-01-02")):
        assert host.seat_act(game, "green", act).status_code == 201
    with host.host.database.write() as session:
        session.get_one(Game, game).missed = [{"phase": 1, "seat": "red", "player": "ann"}]
    text = html.unescape(host.client.get(f"/games/{game}").text)
    green = host.json(f"/games/{game}")["seats"][1]["player"]
    assert f"A vote on ending the game: {green} for it." in text
    assert f"{green} is absent from Thu 1 Jan 2099 to Fri 2 Jan 2099." in text
    assert f'<a href="/games/{game}/phases/1">ann (red) missed phase 1.</a>' in text
    assert "A phase lasts " in text


def test_seats_that_are_awaited_stand_before_those_that_are_not(host: HostUnderTest) -> None:
    games = [host.started(), host.started()]
    asked = host.json(f"/games/{games[0]}/phase")["asked"][0]["seat"]
    mine = signed_in(host, host.seats[games[0]][asked]).get("/").text
    first = mine.index("nothing sent yet")
    assert "<td>nothing" not in mine[:first]


def test_every_instant_is_one_that_browsers_read(browsers: dict[str, FlaskClient], game: str) -> None:
    for where, response in pages(browsers, game, "text/html"):
        for instant in re.findall(r'<time[^>]* datetime="([^"]*)"', response.text):
            assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", instant), where
        assert "<output" not in response.text, where


def test_a_game_weighs_little(host: HostUnderTest, game: str) -> None:
    """Gzipped: page, style and script 40 kB, fonts 40 kB once."""

    def weight(*paths: str) -> int:
        return sum(len(host.client.get(path, headers={"Accept-Encoding": "gzip"}).data) for path in paths)

    assert weight(f"/games/{game}", "/pages.css", "/pages.js") < 16_000
    assert weight("/regular.woff2", "/bold.woff2") < 16_000


def test_the_slider_leads_to_its_phase_without_scripts(host: HostUnderTest, game: str) -> None:
    slid = host.client.get(f"/games/{game}/phases?phase=1")
    assert (slid.status_code, slid.headers["Location"]) == (303, f"/games/{game}/phases/1")
    assert host.client.get(f"/games/{game}?phase=1").headers["Location"] == f"/games/{game}/phases/1"
    assert host.client.get(f"/games/{game}/phases").headers["Location"] == f"/games/{game}/phases/2"
    for wrong in ("x", "-1", "1e3", "\u0663", "", "12345678"):
        assert host.client.get(f"/games/{game}/phases", query_string={"phase": wrong}).status_code == 400
    for beyond in ("3", "99999"):
        assert host.client.get(f"/games/{game}/phases?phase={beyond}").status_code == 404
        assert host.client.get(f"/games/{game}/phases/{beyond}").status_code == 404
    assert host.client.get(f"/games/{game}/phases/99999999999999999999").status_code == 404


def test_the_ways_through_the_history_meet(host: HostUnderTest, game: str) -> None:
    for phase in range(3):
        links = {
            link.get("rel"): link["href"]
            for link in Elements(host.client.get(f"/games/{game}/phases/{phase}").text).of("a")
        }
        assert links.get("prev") == (f"/games/{game}/phases/{phase - 1}" if phase else None)
        assert links.get("next") == (f"/games/{game}/phases/{phase + 1}" if phase < 2 else None)


def test_errors_are_pages_outside_of_the_api_and_problems_inside(host: HostUnderTest) -> None:
    for path in ("/games/none", "/titles/none/rules", "/?status=none", "/?from=x", "/none"):
        refused = host.client.get(path)
        assert refused.status_code in (400, 404)
        assert refused.mimetype == "text/html"
        assert "<h1>" in refused.text
    assert host.client.get(f"{API}/none").mimetype == "application/problem+json"
    assert host.client.get(f"{API}/games/none").mimetype == "application/problem+json"


def test_a_game_that_invites_has_a_page_without_a_board(host: HostUnderTest) -> None:
    waiting = host.open_game(host.players["p-red"], ("red", "green", "black"))["game"]
    page = host.client.get(f"/games/{waiting}")
    assert page.status_code == 200
    assert f"ostraka game join {waiting}" in page.text
    assert "<img" not in page.text
    assert host.client.get(f"/games/{waiting}/board.svg").status_code == 409
    assert host.client.get(f"/games/{waiting}/phases").status_code == 409
    assert host.client.get(f"/games/{waiting}/proof").status_code == 200
    assert waiting in host.client.get("/?status=inviting").text
    running = host.client.get("/?status=running").text
    assert waiting not in running
    assert "There are no such games now." in host.client.get("/?status=over").text


def test_games_beyond_the_first_page_are_on_the_next(
    host: HostUnderTest, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.pages.games.MOST_GAMES", 1)
    host.open_game(host.players["p-red"], ("red", "green", "black"))
    seen, path = [], "/"
    while path:
        page = host.client.get(path).text
        seen += re.findall(r'<th scope="row"><a href="/games/([a-z-]+)"', page)
        onward = re.search(r'<a href="([^"]*from=\d+)">Older', page)
        path = html.unescape(onward[1]) if onward else ""
    assert len(seen) == len(set(seen)) == len(host.json("/games")["games"])


def test_the_proof_is_shown_whole_in_parts(host: HostUnderTest, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.pages.games.MOST_ENTRIES", 4)
    seen, path = [], f"/games/{game}/proof"
    while path:
        page = host.client.get(path).text
        seen += [int(number) for number in re.findall(r'id="entry-(\d+)"', page)]
        older = re.search(r'<a href="([^"]*before=\d+)">Older', page)
        path = html.unescape(older[1]) if older else ""
    total = len(host.json(f"/games/{game}/log")["log"])
    assert seen == list(reversed(range(total)))


def test_a_game_that_is_over_shows_places_and_its_record(host: HostUnderTest) -> None:
    game = host.started(("red", "green", "black"))
    assert "What nobody could see" not in host.client.get(f"/games/{game}").text
    host.play_on(game)
    page = host.client.get(f"/games/{game}").text
    places = host.json(f"/games/{game}")["places"]
    best = " and ".join(seat for seat, place in places.items() if place == 1)
    assert "A draw" in page if len({*places.values()}) == 1 else f"{best} won" in page
    assert "Where the points came from" in page
    assert "What nobody could see" in page
    assert 'points="' in page  # the course of the game, drawn
    assert f"/api/v1/games/{game}/record" in page
    text = host.client.get(f"/games/{game}/proof").text
    assert "revealed its chance secret" in text


def test_a_phase_that_was_made_void_has_its_place_in_the_history(host: HostUnderTest) -> None:
    game = host.started()
    host.play_on(game, 2)
    assert host.act(game, payloads.Rollback(phase=1)).status_code == 201
    assert host.client.get(f"/games/{game}").status_code == 200
    latest = host.client.get(f"/games/{game}/phases").headers["Location"]
    assert latest == f"/games/{game}/phases/3"
    assert "Phase 3 is void" in host.client.get(latest).text


def test_every_clause_question_and_ruling_of_every_title_has_its_anchor() -> None:
    for name in titles():
        rules, rulings = law(title(name).law).html, law(title(name).rulings).html
        anchors = re.findall(r' id="([^"]+)"', rules + rulings)
        assert len(re.findall(r' id="([^"]+)"', rules)) == len(set(re.findall(r' id="([^"]+)"', rules)))
        missing = [question for question in title(name).questions if question not in anchors and question != "D-S1B"]
        assert missing == []
        assert [one for one in clauses(title(name).law.read_text()) if "-" in one and one not in anchors] == []
        text = title(name).rulings.read_text()
        assert [one for one in re.findall(r"^\*\*(RULING-\d+)", text, re.MULTILINE) if one not in anchors] == []


def test_rules_open_with_how_a_turn_goes_in_ten_lines_that_lead_on() -> None:
    for name in titles():
        shown_law = law(title(name).law)
        anchor, heading = shown_law.contents[0]
        assert re.fullmatch("How a (turn|round|Game Turn) goes", heading)
        opening = shown_law.html.partition(f'id="{anchor}"')[2].partition("<h2")[0]
        ways = re.findall(r'href="#([^"]+)"', opening)
        assert len(ways) > 5
        assert [one for one in ways if f' id="{one}"' not in shown_law.html] == []
        assert opening.count("<li>") + opening.count("<p>") <= 10


def test_rules_are_shown_as_text_with_tables_that_scroll_by_themselves() -> None:
    shown_law = law(title("pericles").law).html
    assert shown_law.count('<table aria-label="Table of ') == shown_law.count('<div class="wide" role="region"') > 0
    assert '<th scope="col"' in shown_law
    assert 'href="/titles/pericles/rulings"' in shown_law
    assert "<script" not in shown_law


def test_a_board_for_all_is_drawn_once_a_phase_and_ones_own_each_time(
    host: HostUnderTest, browsers: dict[str, FlaskClient], game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str | None] = []
    honest = boards.drawn
    monkeypatch.setattr(boards, "_KEPT", Kept(8))
    monkeypatch.setattr(boards, "_MARKED", Kept(8))
    monkeypatch.setattr(boards, "drawn", lambda sight, row: drawn.append(sight.seat) or honest(sight, row))
    for _ in range(2):
        for page in ("", "/board.svg", "/phases/2", "/phases/2/board.svg"):
            assert host.client.get(f"/games/{game}{page}").status_code == 200
        assert browsers["owner"].get(f"/games/{game}/seats/green/board.svg").status_code == 200
    assert drawn == [None, None, "green", "green"]  # for all the one before as well, since what changed is marked
    assert '<g class="changed" data-id=' in host.client.get(f"/games/{game}/phases/2/board.svg").text


def test_what_is_kept_is_given_up_when_it_is_wanted_least() -> None:
    made: list[bytes] = []
    kept: Kept[bytes] = Kept(2)

    def of(name: bytes) -> None:
        assert kept.of(name, lambda: made.append(name) or name) == name

    for name in (b"a", b"b", b"a", b"c", b"a", b"b"):
        of(name)
    assert made == [b"a", b"b", b"c", b"b"]


def test_what_people_write_steers_no_terminal_and_turns_no_text(host: HostUnderTest) -> None:
    game = host.started()
    with host.host.database.write(game) as session:  # as it was taken once
        row = load_game(session, game)
        named = msgspec.structs.replace(row.opened, name="The \u202elong\u202c\x1b[2J war")
        row.opening = canonical.dumps(named.to_body(), "game")
        session.add(row)
    text = host.client.get(f"/games/{game}").text
    assert "The long[2J war" in text
    assert not {"\u202e", "\u202c", "\x1b"} & set(text)


def test_a_game_that_looks_for_players_tells_beside_each_seat_what_is_typed_to_take_it(host: HostUnderTest) -> None:
    seats = ("AF", "DF", "EK", "AK")
    game = host.open_game(host.players["p-red"], seats, title="pericles", scenario="14.1.08A")["game"]
    page = host.client.get(f"/games/{game}").text
    assert [f">{name} ({seat})<" in page for name, seat in zip(HOUSES, seats, strict=True)] == [True] * 4


def test_the_front_shows_each_game_and_a_page_a_title_its_scenarios_the_shortest_first(host: HostUnderTest) -> None:
    front, page = (html.unescape(host.client.get(path).text) for path in ("/", "/titles/pericles"))
    for name in titles():
        assert f'href="/titles/{name}"' in front
        assert title(name).pitch in front
    shown = re.findall(r"<h3>(.*?)</h3>\n<p[^>]*>\d+ players · (\d+) answers each</p>\n<p>(.*?)</p>", page)
    scenarios = sorted(title("pericles").scenarios.values(), key=lambda one: one.answers)
    assert shown == [(one.name, str(one.answers), one.summary) for one in scenarios]
    assert host.client.get("/titles/pericles/map.svg").mimetype == "image/svg+xml"
    assert host.client.get("/titles/chess/map.svg").status_code == 404


def test_a_scene_is_told_at_an_address_that_stays(host: HostUnderTest) -> None:
    """By its heading and lines, with the board as it ended; links lead to it, and from it to its neighbours."""
    game = host.started(("sparta", "athens"), title="polis", scenario="corinthian_war")
    while host.json(f"/games/{game}")["status"] != "over":
        host.play_by_bots(game, 1)
    scenes = host.json(f"/games/{game}/scenes?after=0&limit=50")["scenes"]
    scene = next(one for one in reversed(scenes) if one["shape"] == "score" and len(one["rows"]) > 1)
    phase, number = scene["id"].split(".")
    address = f"/games/{game}/phases/{phase}?scene={number}"
    listed = host.client.get(f"/games/{game}/phases/{scene['after']['phase']}").text
    assert f'href="{address}"' in listed
    page = host.client.get(address).text
    told = html.unescape(re.sub("<[^>]+>", "", page))
    assert "p-athens feeds their poleis with" in told.partition("What happened")[0]
    assert f"board.svg?scene={number}" in page
    board = host.client.get(f"/games/{game}/phases/{phase}/board.svg?scene={number}&shape=tall")
    assert (board.status_code, board.mimetype) == (200, "image/svg+xml")
    onward = html.unescape(re.search(r'class="button" href="([^"]*scene=\d+)"', page)[1])
    assert host.client.get(onward).status_code == 200
    for missing in (f"{address}99", f"/games/{game}/phases/{phase}/board.svg?scene=9999"):
        assert host.client.get(missing).status_code == 404
