"""A seat at a host from a page: from an invitation to a receipt, and the key that comes along."""

from __future__ import annotations

import json
import re
import secrets
from datetime import UTC, datetime, timedelta
from html import unescape

import pytest
import segno

from cli.browser import key_links
from cli.home.home import Home
from cli.play.bot import play_once
from schemas.envelopes import seal
from schemas.keys import password_files
from schemas.keys.identities import Identity
from tests.api.push.services import DEVICE
from tests.cli.browser.phones import PATH, Phone, fetched, scrypt
from tests.cli.browser.test_browser_table import next_button
from tests.cli.conftest import TERMS, invoke
from tests.patience import wait_until

PASSWORD = "lusab babad gutih tugad mudof"


@pytest.fixture(autouse=True)
def once(monkeypatch):
    """Passwords are stretched as in a page."""
    monkeypatch.setattr(password_files, "scrypt", scrypt)


@pytest.fixture
def name():
    return f"thais-{secrets.token_hex(4)}"


@pytest.fixture
def invited(stage):
    """A game whose last seat is free; it begins when that is taken."""
    aspasia = stage.client("aspasia")
    game = aspasia.create_game("perikles", "opening", 3, "By a link", TERMS, seats_a_player=2, start="full")["game"]
    for seat in ("red", "green"):
        aspasia.join(game, seat)
    return game


@pytest.fixture
def phone(stage, tmp_path):
    return Phone(tmp_path / "phone", stage.url)


def sit_down(phone, game, name, **other):
    chosen = {"seat": "black", "name": name, "password": PASSWORD, "copy": "host", "stay": "evening"} | other
    phone.post(f"join/{game}", **chosen)


def asked(stage, game, seat):
    """Play on as aspasia until the seat is asked."""
    aspasia = stage.client("aspasia")
    while (open_now := aspasia.phase(game))["asked"][0]["seat"] != seat:
        play_once(aspasia, game, open_now["asked"][0]["seat"], "steady")
        wait_until("it is cut", lambda before=open_now["phase"]: aspasia.game(game)["phase"] != before)


def answer(phone, game):
    """Press what is offered first until the answer is whole, and send it; the page then shows what came of it."""
    seal_one(phone, game)
    phone.deliver()
    phone.open(f"games/{game}/state?token=0")


def seal_one(phone, game):
    """All of that but what the worker does beside it."""
    phone.open(f"games/{game}")
    for _ in range(9):
        _, where, fields = phone.forms[next_button(phone.forms, 0)]
        phone.post(where, **fields)
        if fields.get("word") == "final":
            return
    raise AssertionError(phone.text)


def receipts(phone, game):
    return sorted(path.name for path in (phone.root / "receipts" / game).glob("*.json"))


def test_an_invitation_leads_to_a_seat_and_a_sealed_answer_by_a_name_and_a_password(stage, phone, invited, name):
    phone.open(f"join/{invited}")
    assert "By a link" in phone.text
    assert "organised by aspasia" in phone.text
    assert "A phase lasts 1 hour" in phone.text
    sit_down(phone, invited, f" {name.title()} ")
    held = {one["seat"]: one["player"] for one in stage.client("aspasia").game(invited)["seats"]}
    assert held["black"] == name
    asked(stage, invited, "black")
    phone.asked.clear()
    answer(phone, invited)
    assert len([method for method, _ in phone.asked if method == "PUT"]) == 1
    phase = stage.client("aspasia").game(invited)["phase"]
    assert receipts(phone, invited)
    assert "The receipt is verified and kept" in phone.text or phase > 1


def test_the_word_of_a_link_opens_a_private_game_and_the_seat_that_is_kept(stage, phone, name):
    aspasia = stage.client("aspasia")
    said = {"seats_a_player": 2, "start": "full", "private": "always"}
    game = aspasia.create_game("perikles", "opening", 3, "Among friends", TERMS, **said)["game"]
    aspasia.join(game, "red")
    link = aspasia.invite_by_link(game, datetime.now(UTC) + timedelta(days=1), "black")
    word = link.rpartition("=")[2]
    phone.open(f"join/{game}/{word}")
    assert "The game is private" in phone.text
    assert "Among friends" not in phone.text
    sit_down(phone, f"{game}/{word}", name, seat="")
    assert "You sit as Black. The game begins when the last seat is taken" in phone.text
    assert {one["seat"]: one["player"] for one in aspasia.game(game)["seats"]}["black"] == name


def test_the_word_of_an_operators_link_goes_along_when_somebody_signs_up(stage, phone, name):
    phone.open(f"register/{'a' * 24}")
    phone.press("Make my key", url=stage.url, name=name, password=PASSWORD, copy="none")
    assert "This invitation does not hold" in phone.text
    assert f'value="{"a" * 24}"' in phone.page


def test_a_word_that_does_not_hold_is_refused_in_the_hosts_words_and_leaves_no_key(stage, phone, invited, name):
    sit_down(phone, f"{invited}/{'a' * 24}", name)
    assert "This invitation does not hold" in phone.text
    assert phone.table.keys.names == []


def test_nothing_is_sent_twice_and_an_envelope_is_sealed_once_however_often_its_errand_goes(
    stage, phone, invited, name, monkeypatch
):
    sit_down(phone, invited, name)
    asked(stage, invited, "black")
    sealed = []
    monkeypatch.setattr("cli.client.client.seal", lambda **how: sealed.append(how) or seal(**how))
    answer(phone, invited)
    assert len(sealed) == 1
    posts = [path for method, path in phone.asked if method == "POST" and "presence" not in path]
    assert len(posts) == len(set(posts))


def test_a_click_that_needs_no_host_asks_none(stage, phone, invited, name):
    sit_down(phone, invited, name)
    asked(stage, invited, "black")
    phone.open(f"games/{invited}")
    phone.asked.clear()
    phone.table.errand("POST", f"{PATH}games/{invited}/act", {}, b"act=point+city:athens&phase=1&at=0").go()
    assert phone.asked == []


def test_a_look_is_one_request(stage, phone, invited, name):
    sit_down(phone, invited, name)
    asked(stage, invited, "black")
    phone.open(f"games/{invited}")
    phone.asked.clear()
    phone.open(f"games/{invited}/state?token=0")
    assert [path.partition("?")[0] for _, path in phone.asked] == [f"/games/{invited}/seats/black/feed"]


def test_a_host_that_cannot_be_reached_leaves_the_page_with_what_was_known(stage, phone, invited, name):
    sit_down(phone, invited, name)
    asked(stage, invited, "black")
    phone.open(f"games/{invited}")
    phone.fetch = lambda wanted: (0, "it can’t be reached", {}, b"")
    phone.open(f"games/{invited}")
    assert phone.status == 200
    assert "it can’t be reached" in phone.text
    assert next_button(phone.forms, 0) is not None
    phone.fetch = fetched
    answer(phone, invited)
    assert receipts(phone, invited)


# --- the key ----------------------------------------------------------------------------------------------------------


def test_name_and_password_open_the_seat_on_another_phone(stage, phone, invited, name, tmp_path):
    sit_down(phone, invited, name)
    other = Phone(tmp_path / "other", stage.url)
    other.open("account")
    other.post("account/fetch", url=stage.url, name=name, password=PASSWORD, stay="page")
    assert f"You are {name}" in other.text
    other.open()
    assert "By a link" in other.text


def test_a_password_is_stretched_once_whatever_is_done_with_it(stage, phone, invited, name, tmp_path):
    sit_down(phone, invited, name)
    assert phone.stretched == [PASSWORD], "keys are made, kept at the host, and a seat is taken"
    phone.kept = ""
    phone.load()
    phone.post("account/open", name=name, password=PASSWORD)
    assert phone.stretched == [PASSWORD] * 2
    other = Phone(tmp_path / "other", stage.url)
    other.post("account/fetch", url=stage.url, name=name, password=PASSWORD)
    assert f"You are {name}" in other.text
    assert other.stretched == [PASSWORD]
    assert other.table.keys.file == phone.table.keys.file


def test_a_wrong_password_a_name_without_a_copy_and_a_strange_name_are_each_told(stage, phone, name):
    phone.open("account")
    for typed, said in {name: "no copy", "thais": "no copy", "Θαΐς": "can't be a name here"}.items():
        phone.post("account/fetch", url=stage.url, name=typed, password=PASSWORD)
        assert phone.status == 409
        assert said in phone.text


@pytest.mark.parametrize(
    ("password", "copy", "said"),
    [
        ("short", "none", "8 characters or more"),
        ("eight letters", "host", "five different words"),
        (PASSWORD, "host", ""),
    ],
)
def test_a_weak_password_is_refused_where_others_hold_the_key(stage, phone, name, password, copy, said):
    phone.post("account/new", url=stage.url, name=name, password=password, copy=copy)
    assert said in phone.text
    assert (phone.status == 200) is not bool(said)
    assert bool(phone.table.keys.names) is not bool(said)


def test_a_name_that_somebody_has_is_refused_and_no_key_is_left(stage, phone):
    phone.post("account/new", url=stage.url, name="aspasia", password=PASSWORD, copy="none")
    assert "Somebody plays as aspasia at this host already" in phone.text
    assert phone.table.keys.names == []


@pytest.mark.parametrize(("stay", "opens"), [("page", False), ("evening", True), ("month", True)])
def test_the_password_is_asked_as_often_as_was_chosen(stage, phone, name, stay, opens):
    phone.post("account/new", url=stage.url, name=name, password=PASSWORD, copy="none", stay=stay)
    phone.load()
    phone.open("account")
    assert (f"You are {name}" in phone.text) is opens
    phone.post("account/open", name=name, password="another", stay=stay)
    if not opens:
        assert "That password does not open the key" in phone.text
        phone.post("account/open", name=name, password=PASSWORD, stay=stay)
    assert f"You are {name}" in phone.text
    phone.post("account/lock")
    phone.load()
    phone.open("account")
    assert "is in this browser, locked" in phone.text


def test_what_the_browser_keeps_opens_the_file_and_holds_neither_password_nor_key(phone, stage, name):
    phone.post("account/new", url=stage.url, name=name, password=PASSWORD, copy="none", stay="month")
    kept = json.loads(phone.kept)
    assert sorted(kept) == ["digest", "key", "name", "until"]
    assert PASSWORD not in phone.kept
    identity = phone.table.hosts.identity
    assert identity.signing_private.hex() not in phone.kept


def test_a_key_file_goes_to_the_program_and_back(stage, phone, name, tmp_path):
    phone.post("account/new", url=stage.url, name=name, password=PASSWORD, copy="none")
    assert "Your key is in this browser only" in phone.text
    file = phone.open("account/key").body
    home = Home(tmp_path / "program")
    home.key_path(name).parent.mkdir(parents=True)
    home.key_path(name).write_bytes(file)
    assert Identity.load(home.key_path(name), PASSWORD).key_id == phone.table.hosts.identity.key_id
    assert "Nothing" in invoke(stage, home, "next", OSTRAKA_PASSWORD=PASSWORD).output
    other = Phone(tmp_path / "other", stage.url)
    other.send_file("account/file", f"{name}.age", file, url=stage.url, password=PASSWORD)
    assert f"You are {name}" in other.text
    assert "You keep a copy of your locked key yourself" in other.text


def code_of(phone):
    """The link that stands under the code of a key, and the code as it is drawn."""
    phone.table.hosts.address = "https://play.ostraka.example/play"
    phone.open("account/code")
    [link], [drawn] = (re.findall(f"<{tag}[^>]*>(.*?)</{tag}>", phone.page, re.DOTALL) for tag in ("textarea", "svg"))
    return unescape(link), drawn


def test_a_key_goes_to_another_phone_by_a_code_whose_link_tells_no_server_of_it(stage, phone, name, tmp_path):
    phone.post("account/new", url=stage.url, name=name, password=PASSWORD, copy="none")
    link, drawn = code_of(phone)
    assert link.startswith(f"https://play.ostraka.example/play/#key/{name}/")
    assert drawn in segno.make_qr(link, error="l").svg_inline(scale=4, light="#fff", svgclass=None, lineclass=None)
    assert "style" not in drawn
    phone.press("I have kept it")
    assert "You keep a copy of your locked key yourself" in phone.text
    other = Phone(tmp_path / "other", stage.url)
    other.post("account/link", key=link.partition("#key/")[2])
    assert f"The key of {name} was in the link, locked" in other.text
    other.press("Open this key", password="another")
    assert "That password does not open the key" in other.text
    assert other.table.keys.names == []
    other.press("Open this key", password=PASSWORD)
    assert f"You are {name}" in other.text
    assert other.table.keys.file == phone.table.keys.file
    assert "was in the link" not in other.text


def test_the_longest_name_at_the_longest_address_still_fits_a_code(quick_passwords):
    file = password_files.lock(Identity.generate().to_bytes(), PASSWORD)
    link = key_links.link_of(f"https://{'a' * 63}.{'b' * 63}.{'c' * 63}.example/play/", "n" * 32, file)
    assert key_links.key_of(link.partition("#key/")[2]) == ("n" * 32, file)
    assert segno.make_qr(link, error="l").version <= 25


@pytest.mark.parametrize("cut", [0, 1, 40, 500])
def test_a_link_that_is_not_whole_opens_nothing(stage, phone, name, cut):
    phone.table.hosts.bundle = "0" * 16  # so that the host is asked for its own, and the page made again
    phone.post("account/link", key=f"{name}/{'A' * 500}"[:-cut] if cut else "nonsense")
    assert "The key in this link is not whole" in phone.text
    assert phone.table.keys.names == []
    phone.post("account/new", url=stage.url, name=name, password=PASSWORD, copy="none")
    assert "not whole" not in phone.text


def test_signing_out_leaves_nothing_of_the_player(stage, phone, invited, name):
    phone.open()
    phone.post("new", scenario="perikles opening", seats="3")
    sit_down(phone, invited, name)
    phone.open(f"games/{invited}")
    phone.post("account/leave")
    phone.open()
    assert "By a link" not in phone.text
    assert json.loads(phone.kept or "{}") == {}
    left = [str(path.relative_to(phone.root)) for path in phone.root.rglob("*") if path.is_file()]
    assert [path for path in left if name in path or invited in path or path.startswith("keys")] == []
    assert all(word not in (phone.root / path).read_text() for path in left for word in (name, invited))
    assert any(path.startswith("games/perikles") for path in left)


@pytest.mark.parametrize("elsewhere", [False, True])
def test_a_link_to_a_game_asks_for_the_key_and_leads_on_to_the_question(
    stage, phone, invited, name, tmp_path, elsewhere
):
    sit_down(phone, invited, name)
    asked(stage, invited, "black")
    other = Phone(tmp_path / "other", stage.url) if elsewhere else phone
    phone.post("account/lock")
    other.open(f"games/{invited}")
    assert other.status == 200
    assert f'href="{stage.url}/games/{invited}"' in other.page
    if elsewhere:
        other.press("Sign in", name=name, password=PASSWORD, stay="page")
    else:
        other.press("Open", name=name, password=PASSWORD, stay="page")
    assert next_button(other.forms, 0) is not None
    assert "By a link" in other.text
    other.open("games/nosuch-game")
    assert other.status == 404


@pytest.mark.parametrize("where", ["https://evil.example/games/x", "//evil.example", "../account/leave", "games/x?y=z"])
def test_nothing_else_than_a_game_or_an_invitation_is_led_on_to(stage, phone, name, where):
    phone.post("account/new", url=stage.url, name=name, password=PASSWORD, copy="none", next=where)
    assert f"You are {name}" in phone.text
    assert where not in phone.page


def test_who_declined_a_copy_is_reminded_until_there_is_one(stage, phone, name):
    phone.post("account/new", url=stage.url, name=name, password=PASSWORD, copy="none")
    phone.open()
    assert "Your key is in this browser only" in phone.text
    phone.post("account/copy", url=stage.url, copy="host", password=PASSWORD)
    phone.open()
    assert "Your key is in this browser only" not in phone.text


def test_the_browser_itself_becomes_a_device_that_is_told_by_notices(stage, invited, phone, name):
    sit_down(phone, invited, name)
    [host] = json.loads(phone.open("push").body)
    assert (host["url"], host["trouble"], host["devices"]) == (stage.url, "", [])
    phone.asked.clear()
    made = json.loads(phone.post("push", url=stage.url, **DEVICE).body)["device"]
    assert phone.asked[-1] == ("POST", f"/players/{name}/push")
    assert len({*phone.asked}) == len(phone.asked)
    phone.open("settings")
    assert "phone since " in phone.text
    phone.press("Forget")
    assert "phone since " not in phone.text
    assert made not in phone.open("push").body.decode()


def test_news_of_a_game_come_from_its_host_while_nobody_clicks(stage, phone, invited, name):
    sit_down(phone, invited, name)
    [url] = phone.table.duties()
    phone.run(phone.table.hearing(url))
    before = json.loads(phone.table.news())
    stage.client("aspasia").send_press(invited, "red", ["black"], "Well?")
    phone.run(phone.table.hearing(url))
    after = json.loads(phone.table.news())
    assert after["games"][invited] > before["games"].get(invited, 0)


def test_what_is_no_key_file_or_does_not_open_leaves_the_key_that_is_there(stage, phone, name):
    phone.post("account/new", url=stage.url, name=name, password=PASSWORD, copy="none")
    before = phone.table.keys.file
    other = password_files.lock(Identity.generate().to_bytes(), "another password")
    for content in (b"my holiday", b"", other):
        phone.send_file("account/file", f"{name}.age", content, url=stage.url, password=PASSWORD)
        assert phone.status == 409
        assert phone.table.keys.file == before
    assert f"You are {name}" in phone.text


def test_a_file_of_another_password_is_taken_in_and_the_one_before_is_kept_aside(stage, phone, name):
    phone.post("account/new", url=stage.url, name=name, password=PASSWORD, copy="none")
    before, identity = phone.table.keys.file, phone.table.hosts.identity
    again = password_files.lock(identity.to_bytes(), "another password")
    phone.send_file("account/file", f"{name}.age", again, url=stage.url, password="another password")
    assert f"You are {name}" in phone.text
    assert phone.table.keys.file == again
    [aside] = (phone.root / "keys" / "former").glob("*.age")
    assert aside.read_bytes() == before


def test_a_page_that_stays_open_locks_when_the_evening_is_over(stage, phone, name, monkeypatch):
    phone.post("account/new", url=stage.url, name=name, password=PASSWORD, copy="none", stay="evening")
    until = json.loads(phone.kept)["until"]
    monkeypatch.setattr("cli.browser.keys.time", lambda: until - 1)
    phone.open("account")
    assert f"You are {name}" in phone.text
    monkeypatch.setattr("cli.browser.keys.time", lambda: until + 1)
    phone.open("account")
    assert "is in this browser, locked" in phone.text
    assert phone.kept == ""


def test_what_was_kept_of_a_key_that_is_gone_opens_nothing_and_breaks_nothing(stage, phone, name):
    phone.post("account/new", url=stage.url, name=name, password=PASSWORD, copy="none", stay="month")
    phone.table.hosts.home.key_path(name).unlink()
    phone.load()
    phone.open()
    assert phone.status == 200
    phone.open("account")
    assert "With a name and a password you play with others" in phone.text


def test_who_could_not_be_registered_is_when_they_open_their_key_again(stage, phone, invited, name):
    lost = (0, "it took too long", {}, b"")
    phone.fetch = lambda one: lost if one.url.endswith("/players") else fetched(one)
    phone.open(f"join/{invited}")
    sit_down(phone, invited, name)
    assert "No answer came from" in phone.text
    phone.fetch = fetched
    sit_down(phone, invited, name)
    held = {one["seat"]: one["player"] for one in stage.client("aspasia").game(invited)["seats"]}
    assert held["black"] == name


def test_no_refusal_names_a_command_or_a_code(stage, phone, name):
    phone.post("account/fetch", url=stage.url, name=name, password=PASSWORD)
    phone.post("account/new", url=stage.url, name="aspasia", password=PASSWORD, copy="none")
    phone.post("account/open", url=stage.url, name="nobody", password=PASSWORD)
    for words in ("ostraka ", "(no-", "/keys"):
        assert words not in phone.text
