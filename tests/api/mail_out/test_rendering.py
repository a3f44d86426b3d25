"""Mails as they are read: text and HTML say the same, what people wrote is no markup and no header, none is remote."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import replace
from email import message_from_bytes
from email.header import decode_header, make_header
from email.message import EmailMessage
from email.policy import SMTP, compat32, default
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.access.letterboxes import wants
from api.mail_out.outbox import Outbox
from api.mail_out.rendering import NOTE_BEGINS, set_header, write
from api.mail_out.timed_mails import write_due
from api.store.lookups import load_game, load_seat
from api.store.models import Player
from schemas.statements.payloads import Invitation
from schemas.statements.statements import sign_payload
from tests.api.hosts import HostUnderTest

HOSTILE = "</p><script>alert('x')</script> & <img src=http://evil.test/x> \"{{ 7*7 }}\""
COMMON: dict[str, Any] = {
    "game": SimpleNamespace(
        id="lusab",
        title="perikles",
        scenario="opening",
        organiser=HOSTILE,
        reason=HOSTILE,
        name=HOSTILE,
        contest="tabik",
    ),
    "contest": SimpleNamespace(id="tabik", name=HOSTILE, organiser=HOSTILE),
    "name": HOSTILE,
    "title": "Perikles",
    "scenario": "The opening",
    "page": "http://localhost/games/lusab",
    "play": "http://localhost/play/#games/lusab",
    "pace": "1 day",
    "seat": "red",
    "url": "http://localhost",
    "address": "host+lusab@ostraka.test",
    "subject": HOSTILE,
    "cid": "board@ostraka",
    "checkpoints": ["ostraka-hash-chain/key/lusab\n7\nhead\n\n— ostraka-hash-chain/key/lusab signature\n"],
    "alt": HOSTILE,
    "board": "",
    "own_words": {"red": "red"},
    "in_words": {"red": HOSTILE},
    "typed": {"red": "lusab"},
    "veiled": False,
    "deadline": "Saturday 2 May, 12:00 UTC",
    "sentences": [HOSTILE, "red put a cube in Athens."],
    "words": [HOSTILE],
    "by": HOSTILE,
    "questions": [{"called": HOSTILE, "prompt": HOSTILE, "options": [HOSTILE], "default": HOSTILE}],
    "file": "lusab-red-1.ostraka",
    "own": ["red"],
    "files": {"red": "lusab-red-1.ostraka"},
    "seats": [("red", HOSTILE)],
    "has_form": True,
    "missing": [HOSTILE],
    "free": [HOSTILE],
    "to_choose": [HOSTILE],
    "registered": False,
    "invited": "abcdefghijklmnopqrstuvwx",
    "link": "http://localhost/games/lusab-babad-gutih?invited=abcdefghijklmnopqrstuvwx",
    "until": None,
    "vacated": ["red"],
    "deserted": True,
    "places": [HOSTILE],
    "ended": HOSTILE,
    "reason": HOSTILE,
    "turned": HOSTILE,
    "turned_by": [HOSTILE],
    "sources": [("Statues", HOSTILE)],
    "course": [("Halfway", HOSTILE)],
    "by_hand": [("By hand:", HOSTILE)],
}
BUTTON = f"Answer in a browser: {COMMON['play']}"
"""The address of a button is no word of its HTML."""
ADDRESS_OF = defaultdict(lambda: BUTTON, {"orders-wanted": "Answer in a browser"})
KINDS = (
    *("started", "orders-wanted", "reminder", "nmr", "digest", "over", "organiser", "press", "invited"),
    *("contest", "contest-invited", "offered"),
)


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text)


def elements(html: str) -> ElementTree.Element:
    """The HTML, which must be well-formed."""
    return ElementTree.fromstring(html.removeprefix("<!DOCTYPE html>"))


@pytest.mark.parametrize("kind", KINDS)
def test_both_parts_of_a_mail_say_the_same(kind: str) -> None:
    text, html = write(kind, COMMON)
    body = elements(html).find("body")
    assert body is not None
    assert words(" ".join(body.itertext())) == words(text.partition(NOTE_BEGINS)[0].replace(BUTTON, ADDRESS_OF[kind]))
    assert "ostraka-hash-chain" not in html
    assert len(words(text)) > 20


@pytest.mark.parametrize("kind", KINDS)
def test_what_people_wrote_is_no_markup_and_nothing_is_remote(kind: str) -> None:
    _, html = write(kind, COMMON)
    for element in elements(html).iter():
        assert element.tag not in ("script", "link", "style", "iframe")
        assert element.get("src", "cid:board@ostraka") == "cid:board@ostraka"
        ways = (COMMON["page"], COMMON["play"], COMMON["link"], "http://localhost/program")
        assert element.get("href", COMMON["page"]) in ways
        assert "url(" not in element.get("style", "")
        assert "{{ 7*7 }}" not in element.tag
    assert "49" not in html


def test_the_mail_that_asks_is_this(host: HostUnderTest) -> None:
    game = host.started()
    host.play_on(game, 2)
    [(text, subject)] = host.rows("select text, subject from mails where kind = 'orders-wanted' and phase = 3")
    seat = host.asked(game)[0]
    assert subject == f"Your turn in The long war: place a free cube, until Sat 2 May, 12:00 UTC ({seat}, Perikles)"
    checkpoint = host.get(f"/games/{game}/checkpoint").text
    head, _, rest = text.partition("\n\nSince your last mail\n\n")
    assert head == (
        f"p-{seat}: In the temple of which city do you place your first free cube?\n\n"
        "If nothing arrives by Saturday 2 May, 12:00 UTC (in 24 hours): Athens.\n\n"
        "Answer:\n    ostraka table the-long-war\n\n"
        f"Look: http://localhost/games/{game}"
    )
    _, _, rest = rest.partition("What you may answer\n\n")
    options, _, rest = rest.partition("\n\nThe board\n\n")
    assert options == "  Athens\n  Sparta\n  Argos\n  Corinth\n  Thebes\n  Megara"
    board, _, rest = rest.partition("\n\n-- \n")
    view = host.title(game).view(host.position(game), None)
    assert [line.strip() for line in board.splitlines()] == [
        line.strip() for line in re.sub(r"\n{3,}", "\n\n", host.title(game).show(view).strip()).splitlines()
    ]
    foot, _, note = rest.partition(NOTE_BEGINS)
    assert foot == (
        f"Game {game} at http://localhost. Reply to host+{game}@ostraka.test. To choose which mail you get: "
        "ostraka key mute --help\nThe host's seal of its log is in this mail's header fields and in the attached note: "
        "keep the mail, ostraka audit reads it.\n"
    )
    assert note == (
        "\nTo answer in the terminal:\n    ostraka play the-long-war\n\n"
        "To answer by mail: save this mail, and send the reply that this writes:\n    ostraka answer MAIL.eml\n\n"
        f"What follows holds the host to its log so far (ostraka audit compares such mails).\n\n{checkpoint}"
    )


def test_a_host_that_serves_the_table_leads_to_the_question_and_to_the_seat_by_one_tap(
    host: HostUnderTest, tmp_path: Path
) -> None:
    host.close()
    host.config = replace(host.config, play=tmp_path)
    host.open()
    host.register("nikias", email="nikias@players.test")
    game = host.started()
    organiser = host.seats[game]["red"]
    other = host.open_game(organiser, ("red", "green", "black"))["game"]
    who = {"player": "nikias", "address": None, "seat": None}
    said = Invitation(game=other, organiser=organiser.identity.key_id, number=host.next_number(), **who)
    assert host.post(f"/games/{other}/invitations", sign_payload(said, organiser.identity)).status_code == 201
    seated, joining = f"http://localhost/play/#games/{game}", f"http://localhost/play/#join/{other}"
    for kind, link in (
        ("orders-wanted", f"Answer in a browser: {seated}\n\nAnswer:\n    ostraka table"),
        ("started", f"Sit down in a browser: {seated}"),
        ("invited", f"Join in a browser: {joining}"),
    ):
        [(text, html), *_] = host.rows("select text, html from mails where kind = ?", kind)
        assert link in text
        assert text.count("/play/#") == html.count('"http://localhost/play/#') == 1
    assert replace(host.config, public_url="http://far.example").table is None


def test_a_command_in_a_mail_names_the_game_by_its_id_where_the_name_would_lead_elsewhere(host: HostUnderTest) -> None:
    host.started(name="Twice")
    for name, typed in (("Twice", None), ("perikles 1", None), ("Ἀγορά", None), ("Sherds, again!", "sherds-again")):
        game = host.started(name=name)
        [(text,)] = host.rows("select text from mails where kind = 'orders-wanted' and game = ?", game)
        assert f"    ostraka table {typed or game}\n" in text


def test_that_a_player_has_another_game_of_a_name_only_their_own_mails_tell(host: HostUnderTest) -> None:
    host.started(("red", "green", "black"), name="Once")
    game = host.started(name="Once")
    texts = dict(host.rows("select player, text from mails where kind = 'started' and game = ?", game))
    typed = {player: re.findall(r"ostraka (?:table|play|view) (\S+)", text)[:1] for player, text in texts.items()}
    assert typed == {"p-red": [game], "p-green": [game], "p-black": [game], "p-orange": ["once"]}


def test_a_seat_that_is_not_asked_hears_once_a_day(host: HostUnderTest) -> None:
    game = host.started(hours=100)
    first = host.asked(game)[0]
    assert host.send(game, first, host.default(game, first)).status_code == 201
    host.work()
    asked = host.asked(game)[0]
    host.clock.forward(hours=23)
    assert write_due(host.host) is not None
    assert host.rows("select count(*) from mails where kind = 'digest'") == [(0,)]
    host.clock.forward(hours=1)
    host.work()
    told = [seat for (seat,) in host.rows("select seat from mails where kind = 'digest' order by id")]
    assert told == [seat for seat in host.seats[game] if seat != asked]
    assert write_due(host.host) is None
    host.clock.forward(hours=48)
    host.work()
    assert host.rows("select count(*) from mails where kind = 'digest'") == [(3,)]


def test_a_muted_kind_and_a_dead_address_get_nothing(host: HostUnderTest) -> None:
    red = host.register("p-red", "red@players.test")
    player = {"handle": "p-red", "key_id": "k", "card": b"", "email": red.email}
    muting = {**player, "preferences": sign_payload(host.wishes(red, 1, muted=["digest"]), red.identity).to_json()}
    assert wants(Player(**player), "digest")
    assert not wants(Player(**muting), "digest")
    assert wants(Player(**muting), "orders-wanted")
    assert wants(Player(**player, bounces=2), "digest")
    assert not wants(Player(**player, bounces=3), "digest")
    assert not wants(Player(**{**player, "email": None}), "digest")


def test_a_message_is_announced_to_those_it_is_for_without_its_words(host: HostUnderTest) -> None:
    game = host.started()
    with host.host.database.write() as session:
        outbox = Outbox(host.host, session, load_game(session, game), host.title(game))
        outbox.press(load_seat(session, game, "green"), lambda: b"sealed")
        outbox.acted("The organiser paused the game.", "Holidays.", "1")
    assert host.rows("select seat from mails where kind = 'press'") == [("green",)]
    told = host.rows("select text from mails where kind = 'organiser'")
    assert len(told) == 4
    assert all("Holidays." in text for (text,) in told)


def test_of_many_legal_answers_a_mail_names_some_from_all_over_the_list(host: HostUnderTest) -> None:
    game = host.started(scenario="standard")
    host.play_on(game, 12)
    [(text,)] = host.rows("select text from mails where kind = 'orders-wanted' and phase = 13")
    named = re.findall(
        r"^  (\w+ (?:\d-cube|Candidate|Assassin) tile)", text.partition("What you may answer")[2], re.MULTILINE
    )
    assert len(named) <= 12
    assert len(set(named)) > 1


ADDS_A_HEADER = (
    "=?utf-8?q?Hi=0d=0aBcc:c@d.e=0d=0aContent-Type:text/html=0d=0a=0d=0a<a_href=//evil.ex>Your_bank</a><!--?="
)
CANNOT_BE_ENCODED = "=?utf-7?q?+2D0-?="


def sent(name: str, text: str) -> bytes:
    """The bytes of a mail with one header."""
    message = EmailMessage(policy=SMTP)
    set_header(message, name, text)
    message.set_content("Nothing.")
    return message.as_bytes()


@pytest.mark.parametrize("text", [ADDS_A_HEADER, CANNOT_BE_ENCODED, f"[{ADDS_A_HEADER}] a game", "Ἀθῆναι", "A game"])
@pytest.mark.parametrize("name", ["Subject", "To", "In-Reply-To", "From"])
def test_a_header_is_read_as_it_was_set(name: str, text: str) -> None:
    raw = sent(name, text)
    read = message_from_bytes(raw, policy=compat32)
    assert sorted(read.keys()) == sorted([name, "Content-Type", "Content-Transfer-Encoding", "MIME-Version"])
    assert str(make_header(decode_header(read[name]))) == text
    assert read.get_payload() == "Nothing.\r\n"


@given(st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp", "Cn", "Co", "Cf", "Zs"]) | st.just(" ")))
def test_no_text_adds_a_header(text: str) -> None:
    read = message_from_bytes(sent("Subject", text), policy=default)
    assert set(read.keys()) == {"Subject", "Content-Type", "Content-Transfer-Encoding", "MIME-Version"}
    assert not read.defects


@pytest.mark.parametrize("text", ["a\r\nBcc: b@c.d", "a\nb", "a\x1b[2J", "\ud83d"])
def test_control_characters_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="Subject"):
        sent("Subject", text)
