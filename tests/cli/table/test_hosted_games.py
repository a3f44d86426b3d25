"""Games at a host, and games known from a letter, at the table."""

from __future__ import annotations

import json
import re

import pytest

from cli.account.mail_preferences import KINDS
from cli.client import Client
from cli.errors import Refused, Unreachable
from cli.seat.hosted import HostedGame, LetterGame
from cli.table.hosts import GamesHere, HostsOf, seats_at
from cli.terminal.options import Connection
from schemas.documents.armor import find
from schemas.envelopes import Envelope, open_envelope
from schemas.statements.payloads import BOOK
from tests.api.push.services import DEVICE
from tests.cli.mail.postbags import ADDRESS, GAME, URL, Postbag
from tests.cli.table.tables import Sitter
from tests.cli.table.test_ahead import send, states


class AtHost(GamesHere):
    """The hosts of a player who is in."""

    def __init__(self, client):
        super().__init__(client.home)
        self.client, self.games = client, {}

    def waiting(self):
        return seats_at(self.client)

    def clients(self):
        return [self.client]

    def open(self, name):
        seat = self.client.own_seat(self.client.game(name))
        self.games[name] = HostedGame(self.client, name, seat)
        return self.games[name]


@pytest.fixture
def seated(table):
    """Who is asked, at their table with the game open."""
    who, seat = table.asked()
    sitter = Sitter(table.stage.home(who), AtHost(table.client(who)))
    sitter.enter()
    sitter.open(f"games/{table.game}")
    return who, seat, sitter


def hears_of_the_cut(table, sitter):
    """As the page does by itself a little later."""
    table.wait_beyond(1)
    sitter.open(f"games/{table.game}")


def test_an_answer_is_chosen_looked_over_sealed_and_sent_and_its_receipt_kept(table, seated):
    who, seat, sitter = seated
    assert ("Your turn" in sitter.text, "Sherds" in sitter.text) == (True, True)
    sitter.press(next(said for said, _, _ in sitter.buttons if said.startswith("Megara")))
    assert f"{who} put a cube in the temple of Megara." in sitter.text
    sitter.press("Seal and send")
    assert (table.stage.home(who).root / "receipts" / table.game / f"{seat}-1-1.json").exists()
    hears_of_the_cut(table, sitter)
    assert "The game waits" in sitter.text
    assert f"{who} put a cube in the temple of" in sitter.text


def test_the_host_hears_of_what_is_clicked_at_the_page_and_not_of_a_look(table, seated, monkeypatch):
    _, seat, sitter = seated
    said = []
    monkeypatch.setattr(Client, "say_present", lambda self, game, seat: said.append((game, seat)))
    sitter.open(f"games/{table.game}")
    assert said == []
    sitter.press(next(name for name, _, _ in sitter.buttons if name.startswith("Megara")))
    sitter.open(f"games/{table.game}")
    assert said == [(table.game, seat)]


def test_a_draft_is_kept_while_the_game_waits_and_can_be_changed_until_the_cut(table, seated):
    who, seat, sitter = seated
    sitter.press(next(said for said, _, _ in sitter.buttons if said.startswith("Megara")))
    sitter.press("Keep as a draft")
    assert sitter.stage == "sent"
    assert "Kept as a draft" in sitter.text
    assert table.phase() == 1
    sitter.press("Change it")
    sitter.press("Start over")
    sitter.press(next(said for said, _, _ in sitter.buttons if said.startswith("Argos")))
    sitter.press("Seal and send")
    table.wait_beyond(1)
    assert json.loads((table.stage.home(who).root / "receipts" / table.game / f"{seat}-1-2.json").read_bytes())


def test_what_another_device_sent_is_shown_as_sent(table, seated):
    who, seat, _ = seated
    table.client(who).send(table.game, seat, [{"question": "D-S1", "city": "argos"}], "draft")
    later = Sitter(table.stage.home(who), AtHost(table.client(who)))
    later.enter()
    later.open(f"games/{table.game}")
    assert (later.stage, "Argos" in later.text) == ("sent", True)


def test_who_is_not_asked_sees_who_is_awaited_and_until_when(table):
    who, _ = table.waiting()
    sitter = Sitter(table.stage.home(who), AtHost(table.client(who)))
    sitter.enter()
    sitter.open(f"games/{table.game}")
    assert sitter.stage == "waiting"
    assert table.asked()[1] in sitter.text.partition("The game waits")[2]


def test_who_waits_answers_ahead_and_the_card_says_in_which_phase_it_was_used(table, seated):
    who, _ = table.waiting()
    sitter = Sitter(table.stage.home(who), AtHost(table.client(who)))
    sitter.enter()
    sitter.open(f"games/{table.game}")
    sitter.press("Look ahead")
    send(sitter, "do", "open D-S1")
    sitter.do("take 2")
    sitter.press("Keep the card")
    sitter.press("Seal and send the cards")
    assert states(sitter) == ["in your book since phase 1"]
    *_, asked = seated
    asked.do("take 0")
    asked.press("Seal and send")
    table.wait_beyond(1)
    sitter.open(f"games/{table.game}")
    while states(sitter) == ["in your book since phase 1"] and table.phase() < 6:
        table.play_one_phase()
        sitter.open(f"games/{table.game}")
    [state] = states(sitter)
    assert re.fullmatch(r"used in phase [2-5]", state)
    assert f"{who} put a cube in the temple of Argos" in sitter.text


def test_earlier_boards_of_a_hosted_game_are_looked_at_as_the_seat_knew_them(table):
    for _ in range(3):
        table.play_one_phase()
    who, _ = table.asked()
    sitter = Sitter(table.stage.home(who), AtHost(table.client(who)))
    sitter.enter()
    assert sitter.open(f"games/{table.game}?phase=1").status_code == 200
    assert "Looking back: after phase 1." in sitter.text
    with pytest.raises(Refused) as refused:
        table.client(who).view(table.game, None, 99)
    assert refused.value.code == "unknown-phase"


def test_settings_say_which_mails_come_and_where_to(table, seated):
    who, _, sitter = seated
    sitter.open("settings")
    assert f"Mails from {table.client(who).url}" in sitter.text
    wanted = {"url": table.client(who).url, "address": "kleon@example.org", "mail": ["orders-wanted", "veiled"]}
    assert sitter.post(f"{sitter.guard.home}settings", **wanted).status_code == 303
    now = table.client(who).preferences()
    assert (now["address"], "press" in now["muted"], "veiled" in now["muted"]) == ("kleon@example.org", True, False)
    sitter.post(f"{sitter.guard.home}settings", **{**wanted, "address": "kleon"})
    assert "is not an email address" in sitter.text
    assert sitter.post(f"{sitter.guard.home}settings", **{**wanted, "url": "https://other.example"}).status_code == 404
    sitter.post(f"{sitter.guard.home}settings", **{**wanted, "time_zone": "Attica"})
    assert "'Attica', not a time zone" in sitter.text
    sitter.post(f"{sitter.guard.home}settings", **{**wanted, "time_zone": "not a zone"})
    assert "time_zone" in sitter.text
    sitter.post(f"{sitter.guard.home}settings", **{**wanted, "mail": list(KINDS), "time_zone": "Europe/Berlin"})
    told = table.ostraka(who, "key", "mail", "--json").stdout
    assert json.loads(told)["time_zone"] == "Europe/Berlin"
    assert "Times in mails: those of each game" in table.ostraka(who, "key", "mail", "--time-zone", "game").stdout
    assert (
        "There is no time zone 'Attica'" in table.ostraka(who, "key", "mail", "--time-zone", "Attica", expect=2).stderr
    )
    assert sitter.post(f"{sitter.guard.home}settings/lock-after", seconds="900").status_code == 303
    assert sitter.guard.idle == 900
    assert "From now on keys lock 30 minutes" in table.ostraka(who, "key", "lock", "--after", "30m").stdout
    assert sitter.post(f"{sitter.guard.home}settings/lock-after", seconds="7").status_code == 404
    assert table.client(who).preferences()["muted"] == []
    sitter.post(f"{sitter.guard.home}settings/lock")
    assert sitter.open().status_code == 403


def test_settings_list_the_devices_that_show_notices_and_forget_them(table, seated):
    who, _, sitter = seated
    client, place = table.client(who), f"{sitter.guard.home}push"
    [host] = sitter.ask("GET", place).get_json()
    assert (host["url"], host["trouble"], host["devices"]) == (client.url, "", [])
    assert host["key"] == client.devices()["key"]
    client.prefer(muted=["press", "digest"])
    said = {"url": client.url, **DEVICE}
    made = sitter.post(place, **said).get_json()["device"]
    [listed] = client.devices()["devices"]
    assert (listed["device"], listed["muted"], listed["mails_too"]) == (made, ["press"], False)
    client.prefer(muted=[])
    sitter.open("settings")
    assert f"Notices from {client.url}" in sitter.text
    assert "phone since " in sitter.text
    wrong = sitter.post(place, **{**said, "auth": "x" * 22})
    assert (wrong.status_code, "p256dh is no point" in wrong.get_json()["trouble"]) == (422, True)
    assert sitter.post(place, **{**said, "url": "https://other.example"}).status_code == 404
    for _ in range(2):
        assert sitter.post(f"{place}/forget", url=client.url, device=made).status_code == 303
    assert client.devices()["devices"] == []
    sitter.open("settings")
    assert "Notices from" not in sitter.text


def test_press_is_written_and_read_as_text(table, seated):
    _, seat, sitter = seated
    other, its_seat = table.waiting()
    table.client(other).send_press(table.game, its_seat, [seat], "<b>Peace</b>?")
    sitter.post(f"{sitter.guard.home}games/{table.game}/press", text="Peace in Athens it is", to=its_seat)
    sitter.open(f"games/{table.game}")
    assert "&lt;b&gt;Peace&lt;/b&gt;?" in sitter.page
    assert 'Peace in <a href="#board" data-ref="city:athens">Athens</a> it is' in sitter.page
    assert "\u202e" not in sitter.page
    assert [one["text"] for one in table.client(other).press(table.game, its_seat)][-1] == "Peace in Athens it is"


def test_press_that_is_not_taken_stays_on_the_page(table, seated, monkeypatch):
    _, _, sitter = seated

    def refuse(*_, **__):
        refused = Refused("Too much was written today. (too-much-press)", "too-much-press")
        refused.plain = "Too much was written today."
        raise refused

    with monkeypatch.context() as patched:
        patched.setattr(sitter.table.hosts.client, "send_press", refuse)
        sitter.post(f"{sitter.guard.home}games/{table.game}/press", text="A long <letter>")
        sitter.open(f"games/{table.game}")
    assert "Your message was not sent: Too much was written today. It stands below." in sitter.text
    assert 'maxlength="10000">A long &lt;letter&gt;</textarea>' in sitter.page
    sitter.post(f"{sitter.guard.home}games/{table.game}/press", text="A long <letter>")
    sitter.open(f"games/{table.game}")
    assert 'maxlength="10000"></textarea>' in sitter.page


def test_without_the_host_all_goes_on_but_sending(table, seated, monkeypatch):
    _, _, sitter = seated
    client = sitter.table.hosts.client

    def gone(*_, **__):
        raise Unreachable("No service answers.")

    monkeypatch.setattr(client, "feed", gone)
    sitter.open(f"games/{table.game}")
    assert "No service answers. You see what was known before" in sitter.text
    sitter.press(next(said for said, _, _ in sitter.buttons if said.startswith("Megara")))
    assert sitter.stage == "review"


def answered(sitter) -> str:
    """An answer, up to the review; in words."""
    sitter.press(next(said for said, _, _ in sitter.buttons if said.startswith("Megara")))
    return re.search(r'class="orders">\n<li[^>]*><span>(.*?)<', sitter.page)[1]


def test_an_answer_that_came_too_late_is_said_once_more_and_the_new_question_asked(table, seated):
    who, seat, sitter = seated
    said = answered(sitter)
    table.client(who).send(table.game, seat, [{"question": "D-S1", "city": "argos"}])
    table.wait_beyond(1)
    sitter.press("Seal and send")
    told = f"The phase was cut before your answer was sent. It does not count. It would have been: {said}."
    assert (sitter.text.count(told), sitter.text.count("was cut before")) == (1, 1)
    assert sitter.stage == "waiting"
    assert table.phase() == 2


def test_an_answer_that_the_host_refuses_is_kept_and_its_words_are_shown(seated, monkeypatch):
    _, _, sitter = seated
    said = answered(sitter)

    def refuse(*_, **__):
        raise Refused("Seat red is vacant: join the game in it to send its orders.", "seat-vacant", ["And so on."])

    monkeypatch.setattr(sitter.table.hosts.client, "deliver", refuse)
    sitter.press("Seal and send")
    assert "nothing was sent: Seat red is vacant: join the game in it to send its orders." in sitter.text
    assert "And so on." in sitter.text
    assert (sitter.stage, said in sitter.text) == ("review", True)


def test_who_reloads_the_page_after_sending_hears_what_is_new(table, seated):
    _, _, sitter = seated
    answered(sitter)
    sitter.press("Seal and send")
    table.wait_beyond(1)
    after_sending = f"games/{table.game}?step"  # as the answer to the POST leads there
    asked, its_seat = table.asked()
    table.client(asked).send(table.game, its_seat, [{"question": "D-S1", "city": "argos"}])
    assert f"{asked} put a cube in the temple of Argos." not in sitter.text
    table.wait_beyond(2)
    sitter.open(after_sending)
    assert f"{asked} put a cube in the temple of Argos." in sitter.text


def test_an_answer_that_finds_no_host_is_sealed_for_a_mail_and_can_be_sent_later(table, seated, monkeypatch):
    _, _, sitter = seated
    answered(sitter)
    with monkeypatch.context() as patched:

        def gone(*_, **__):
            raise Unreachable("No host answers.", "Is --url (OSTRAKA_URL) right?")

        patched.setattr(sitter.table.hosts.client, "deliver", gone)
        sitter.press("Seal and send")
    assert "No host answers." in sitter.text
    assert "OSTRAKA_URL" not in sitter.text  # which is for a terminal
    assert "Save the sealed order as a file" in sitter.text
    assert sitter.page.count("Not sent yet") == 3  # heading, state and title
    sitter.press("Send it now")
    assert "Not sent yet" not in sitter.page
    table.wait_beyond(1)


def test_a_host_that_lies_is_not_shown(table, seated, twist):
    _, _, sitter = seated
    twist(rf"/games/{table.game}$", lambda summary: {**summary, "commitment": "A" * 43})
    sitter.table.clear()  # what is known is not asked for again
    assert sitter.open(f"games/{table.game}").status_code == 409
    assert "cannot be believed" in sitter.text
    assert "ostraka audit FOLDER" in sitter.text
    assert sitter.buttons == []


def test_the_list_has_the_games_that_wait_for_the_player(table, seated):
    _, _, sitter = seated
    sitter.open()
    assert f"games/{table.game}" in sitter.page


# --- from a letter -------------------------------------------------------------------------------------------------


@pytest.fixture
def bag(tmp_path):
    return Postbag(tmp_path)


class Letters(GamesHere):
    """The letters of a player."""

    def __init__(self, bag):
        super().__init__(bag.home)
        self.bag = bag

    def open(self, name):
        hosts = HostsOf(Connection(self.bag.home.root, None, None, None), "red", True)
        hosts.unlock()
        return hosts.open(name)


def test_from_a_letter_the_sealed_order_and_the_book_of_the_form_are_saved_as_files(bag):
    bag.open(bag.letter("red"))
    sitter = Sitter(bag.home, Letters(bag))
    sitter.enter()
    sitter.open(f"games/{GAME}")
    assert "Offline: all this is from the letter of" in sitter.text
    sitter.press(next(said for said, _, _ in sitter.buttons if said.startswith("Argos")))
    sitter.press("Seal and send")
    assert f"Save the file and mail it to {ADDRESS}" in sitter.text
    answer = sitter.open(f"games/{GAME}/sealed")
    assert answer.headers["Content-Disposition"].startswith("attachment")
    [found] = find(answer.get_data(as_text=True))
    envelope = Envelope.parse(found.document)
    assert [leaf.order for leaf in open_envelope(envelope, bag.keys[1].private)] == [
        {"question": "D-S1", "city": "argos"}
    ]
    sitter.open(f"games/{GAME}")
    for words in ("Fill in the form", "See what it writes", "Seal and send the book"):
        sitter.press(words)
    [book] = find(sitter.open(f"games/{GAME}/sealed?book").get_data(as_text=True))
    assert Envelope.parse(book.document).header.phase == BOOK


def test_a_letter_that_is_older_than_the_known_phase_is_not_answered(bag):
    bag.open(bag.letter("red"))
    bag.home.hosts()
    from cli.trust.pins import Pins

    Pins(bag.home, URL).raise_to(GAME, {"phase": 7})
    game = Letters(bag).open(GAME)
    assert isinstance(game, LetterGame)
    assert "Phase 7 has been opened since" in game.trouble
    assert game.now().asked == ()
    with pytest.raises(Refused, match="This letter is old"):
        game.file([])


def test_the_book_of_the_form_is_sent_at_once_and_answers_what_is_asked(table, seated):
    who, seat, sitter = seated
    sitter.press("Fill in the form")
    sitter.press("See what it writes")
    sitter.press("Seal and send the book")
    assert "Your book is in. The receipt is verified" in sitter.text
    hears_of_the_cut(table, sitter)
    assert "Fill in the form" not in sitter.text
    assert table.client(who).own_envelope(table.game, seat, BOOK)[1][0]["question"] == "D-S1"
