"""Notices: what they say and to whom, when they are held, dropped and tried again, and which mails they spare."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any, Final

import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from api.mail_out.postman import Emptying, Postman
from api.push.web_push import LONGEST, Subscription, encrypted
from api.referee.resolution import advance
from schemas.statements.canonical import from_base64url
from schemas.statements.payloads import Invitation, Remind
from schemas.statements.statements import sign_payload
from tests.api.games.test_presence import FOUR, PERICLES, say
from tests.api.hosts import HostUnderTest, painted
from tests.api.listening import Posted
from tests.api.push.services import Browser, PushingHost, PushService

WHOLE: Final = 4096
"""Bytes of every body."""
SEATS: Final = {"AF": "Aristocrats", "DF": "Demagogues", "EK": "Eurypontids", "AK": "Agiads"}
NEW_PRESS: Final = {seat: f"new press for {word}" for seat, word in SEATS.items()}


@pytest.fixture
def phone() -> Browser:
    return Browser("/phone")


@pytest.fixture
def desk() -> Browser:
    return Browser("/desk")


@pytest.fixture
def game(host: PushingHost) -> str:
    """A game whose phases ask several players."""
    return host.started(FOUR, **PERICLES)


@pytest.fixture
def asked(host: PushingHost, game: str) -> str:
    """One who is asked: their seat, and their handle."""
    return host.asked(game)[0]


def handle(host: HostUnderTest, game: str, seat: str) -> str:
    return host.seats[game][seat].handle


def mailed(host: HostUnderTest) -> list[tuple[str, str]]:
    """To whom the mails that are due go now, and what about."""
    box: list[EmailMessage] = []
    Postman(host.host, box.append, painted).run_once()
    return [(str(mail["To"]).partition("@")[0], str(mail["Subject"])) for mail in box]


def answer(host: HostUnderTest, game: str, *seats: str) -> None:
    for seat in seats or host.asked(game):
        assert host.send(game, seat, host.default(game, seat)).status_code == 201


def statuses(host: HostUnderTest, kind: str = "orders-wanted") -> list[str]:
    return [status for (status,) in host.rows("select status from pushes where kind = ? order by id", kind)]


def test_a_notice_says_what_the_subject_of_the_mail_says_and_is_opened_by_another_library(
    host: PushingHost, service: PushService, phone: Browser, game: str, asked: str
) -> None:
    host.add(handle(host, game, asked), phone, service)
    mailed(host)
    while asked not in ask_again(host, game):
        pass
    host.clock.forward(hours=1)
    subjects = [subject for to, subject in mailed(host) if to.upper() == asked]
    told = [phone.read(one) for one in service.to(phone)]
    assert told
    turn, wanted = told[-1]["words"].split(", ", 1)
    assert subjects[-1].startswith(f"{turn.capitalize()} in {told[-1]['name']}: {wanted} (")
    assert {(one["open"], one["slot"]) for one in told} == {(f"games/{game}", f"{game}.turn")}


def test_who_sends_is_said_by_a_token_that_another_library_verifies_and_to_that_service_only(
    host: PushingHost, service: PushService, phone: Browser, game: str, asked: str
) -> None:
    host.add(handle(host, game, asked), phone, service)
    host.act(game, Remind())
    host.push()
    [pushed] = service.to(phone)
    fields = dict(part.split("=", 1) for part in pushed.headers["Authorization"].removeprefix("vapid ").split(", "))
    key = host.json(f"/players/{handle(host, game, asked)}/push", host.seats[game][asked])["key"]
    assert fields["k"] == key
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_base64url(key, "key"))
    read: dict[str, Any] = {"audience": service.origin, "options": {"verify_exp": False}}
    claims = jwt.decode(fields["t"], public, algorithms=["ES256"], **read)
    assert claims == {"aud": service.origin, "sub": "mailto:host@ostraka.test", "exp": claims["exp"]}
    assert 0 < claims["exp"] - host.clock().timestamp() <= 24 * 3600
    with pytest.raises(jwt.InvalidSignatureError):
        jwt.decode(fields["t"], ec.generate_private_key(ec.SECP256R1()).public_key(), algorithms=["ES256"], **read)
    assert {name: pushed.headers[name] for name in ("TTL", "Urgency", "Content-Encoding")} == {
        "TTL": str(24 * 3600), "Urgency": "high", "Content-Encoding": "aes128gcm",
    }  # fmt: skip
    assert len(pushed.headers["Topic"]) == 32
    assert {*pushed.headers} == {
        "Host", "User-Agent", "Accept-Encoding", "Content-Length", "Authorization", "Content-Type", "Content-Encoding",
        "TTL", "Urgency", "Topic",
    }  # fmt: skip


def test_every_body_is_as_long_whatever_it_says(phone: Browser, service: PushService) -> None:
    to = Subscription(**phone.subscription(service))
    bodies = [encrypted(bytes([65]) * length, to) for length in (0, 1, 300, LONGEST)]
    assert {len(body) for body in bodies} == {WHOLE}
    assert [len(phone.open(Posted("", {}, body))) for body in bodies] == [0, 1, 300, LONGEST]
    with pytest.raises(ValueError, match="at most 3993"):
        encrypted(bytes(LONGEST + 1), to)


def test_names_and_words_of_any_length_fit(host: PushingHost, service: PushService, phone: Browser) -> None:
    game = host.started(FOUR, **PERICLES, name="\N{OWL}" * 60)
    asked = host.asked(game)[0]
    host.add(handle(host, game, asked), phone, service)
    host.act(game, Remind())
    host.push()
    [pushed] = service.to(phone)
    assert (len(pushed.body), phone.read(pushed)["name"]) == (WHOLE, "\N{OWL}" * 60)


def test_topics_are_the_same_for_a_game_and_tell_two_games_and_two_devices_apart(
    host: PushingHost, service: PushService, phone: Browser, desk: Browser, game: str, asked: str
) -> None:
    who = handle(host, game, asked)
    for browser in (phone, desk):
        host.add(who, browser, service)
    for _ in range(2):
        host.act(game, Remind())
        host.push()
    host.write_press(game, next(seat for seat in FOUR if seat != asked), [asked], "a secret")
    host.push()
    topics = {browser.path: [one.headers["Topic"] for one in service.to(browser)] for browser in (phone, desk)}
    first, second, press = topics["/phone"]
    assert first == second != press
    assert not {*topics["/phone"]} & {*topics["/desk"]}
    assert [one.headers["Urgency"] for one in service.to(phone)] == ["high", "high", "normal"]
    assert all(b"secret" not in phone.open(one) for one in service.to(phone))


# --- when --------------------------------------------------------------------------------------------------------


def test_it_is_held_while_the_player_is_there_and_dropped_where_they_answer_meanwhile(
    host: PushingHost, service: PushService, phone: Browser, desk: Browser, game: str
) -> None:
    answer(host, game)
    host.clock.forward(minutes=6)
    advance(host.host, game)
    there, away, *_ = host.asked(game)
    for seat, browser in ((there, phone), (away, desk)):
        host.add(handle(host, game, seat), browser, service)
    assert say(host, game, there) == 204
    host.push()
    assert (service.told(phone), len(service.told(desk))) == ([], 1)
    host.clock.forward(minutes=9)
    host.push()
    answer(host, game, there)
    host.clock.forward(minutes=2)
    host.push()
    assert service.told(phone) == []
    assert "outdated" in statuses(host)


def test_what_is_held_goes_after_ten_minutes(
    host: PushingHost, service: PushService, phone: Browser, game: str
) -> None:
    answer(host, game)
    host.clock.forward(minutes=6)
    advance(host.host, game)
    there, *_ = host.asked(game)
    host.add(handle(host, game, there), phone, service)
    say(host, game, there)
    host.push()
    host.clock.forward(minutes=9, seconds=59)
    host.push()
    assert service.told(phone) == []
    host.clock.forward(seconds=1)
    host.push()
    [words] = service.told(phone)
    assert words.startswith("your turn, ")


def test_a_push_service_that_was_away_for_a_day_leaves_one_notice(
    host: PushingHost, service: PushService, phone: Browser
) -> None:
    game = host.started(FOUR, **PERICLES, hours=100)
    who = handle(host, game, "AF")
    host.add(who, phone, service)
    service.away = True
    begun = host.clock()
    while host.clock() - begun < timedelta(days=1) or "AF" not in host.asked(game):
        answer(host, game)
        host.clock.forward(minutes=90)
        host.push()
    assert len(statuses(host)) > 5
    service.away = False
    host.push()
    host.clock.forward(hours=7)
    host.push()
    [words] = service.told(phone)
    assert words.startswith("your turn, ")
    assert Counter(statuses(host))["due"] == 0


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_forgotten_and_the_others_are_told(
    host: PushingHost, service: PushService, phone: Browser, desk: Browser, game: str, asked: str, status: int
) -> None:
    who = handle(host, game, asked)
    kept = [host.add(who, browser, service) for browser in (phone, desk)][1]
    service.answers["/phone"] = (status, {})
    host.act(game, Remind())
    host.push()
    assert [one["device"] for one in host.devices(who)] == [kept]
    assert len(service.told(desk)) == 1
    host.clock.forward(hours=1)
    host.push()
    assert service.told(desk) == []


@pytest.mark.parametrize("when", [{"Retry-After": "600"}, {"Retry-After": "Fri, 01 May 2026 12:10:00 GMT"}])
@pytest.mark.parametrize("status", [429, 500, 503])
def test_who_is_asked_to_come_later_does_and_only_to_that_device(
    host: PushingHost,
    service: PushService,
    phone: Browser,
    desk: Browser,
    game: str,
    asked: str,
    status: int,
    when: dict[str, str],
) -> None:
    assert host.clock() == datetime(2026, 5, 1, 12, tzinfo=UTC)
    who = handle(host, game, asked)
    for browser in (phone, desk):
        host.add(who, browser, service)
    service.answers["/phone"] = (status, when)
    host.act(game, Remind())
    host.push()
    assert (len(service.to(phone)), len(service.told(desk))) == (0, 1)
    assert [one["refusal"] for one in host.devices(who)] == [str(status), None]
    del service.answers["/phone"]
    host.clock.forward(minutes=9)
    host.push()
    assert service.told(phone) == []
    host.clock.forward(minutes=1)
    host.push()
    assert (len(service.told(phone)), service.told(desk)) == (1, [])
    assert [one["refusal"] for one in host.devices(who)] == [None, None]


def test_a_service_that_refuses_is_not_asked_again_and_its_player_sees_why(
    host: PushingHost, service: PushService, phone: Browser, game: str, asked: str
) -> None:
    who = handle(host, game, asked)
    host.add(who, phone, service)
    service.answers["/phone"] = (403, {})
    host.act(game, Remind())
    host.push()
    assert [one["refusal"] for one in host.devices(who)] == ["403"]
    del service.answers["/phone"]
    host.clock.forward(hours=2)
    host.push()
    assert statuses(host, "reminder") == ["abandoned"]
    assert [one["refusal"] for one in host.devices(who)] == ["403"]


def test_an_address_that_leads_inside_by_now_is_sent_nothing(
    host: PushingHost, service: PushService, phone: Browser, game: str, asked: str
) -> None:
    who = handle(host, game, asked)
    host.add(who, phone, service)
    object.__setattr__(host.host.config, "lan_webhooks", False)
    host.act(game, Remind())
    host.push()
    assert service.to(phone) == []
    [device] = host.devices(who)
    assert device["refusal"].startswith("refused: it begins with http")


def test_what_was_done_with_is_deleted_after_a_day(
    host: PushingHost, service: PushService, phone: Browser, game: str, asked: str
) -> None:
    host.add(handle(host, game, asked), phone, service)
    host.act(game, Remind())
    host.push()
    assert host.rows("select status, words from pushes") == [("sent", "")]
    emptying = Emptying(host.host)
    emptying.run_once()
    assert len(host.rows("select id from pushes")) == 1
    host.clock.forward(hours=25)
    emptying.run_once()
    assert host.rows("select id from pushes") == []


# --- what, and to whom -------------------------------------------------------------------------------------------


def test_a_device_mutes_what_it_likes_and_mails_mute_what_they_like(
    host: PushingHost, service: PushService, phone: Browser, desk: Browser, game: str, asked: str
) -> None:
    player = host.seats[game][asked]
    host.add(player.handle, phone, service, muted=["press"])
    host.add(player.handle, desk, service, muted=["reminder"])
    assert (
        host.prefer(player, 1, address=f"{player.handle}@players.test", muted=["press", "reminder"]).status_code == 200
    )
    mailed(host)
    host.write_press(game, next(seat for seat in FOUR if seat != asked), [asked], "a word")
    host.act(game, Remind())
    host.push()
    assert [words.partition(",")[0] for words in service.told(phone)] == ["still your turn"]
    assert service.told(desk) == [NEW_PRESS[asked]]
    host.clock.forward(hours=2)
    assert [to for to, subject in mailed(host) if to == player.handle and "press" in subject] == []


@pytest.mark.parametrize("serves", [False, True])
def test_who_has_no_address_is_told_of_all_that_is_mailed_to_others(
    host: PushingHost, service: PushService, phone: Browser, tmp_path: Path, serves: bool
) -> None:
    host.close()
    host.config = replace(host.config, play=tmp_path if serves else None)
    host.open()
    host.register("kleon")
    host.add("kleon", phone, service)
    olga = host.register("olga", email="olga@players.test")
    game = str(host.open_game(olga, ["red", "green", "black"])["game"])
    who = {"player": "kleon", "address": None, "seat": "red"}
    invitation = Invitation(game=game, organiser=olga.identity.key_id, number=host.next_number(), **who)
    assert host.post(f"/games/{game}/invitations", sign_payload(invitation, olga.identity)).status_code == 201
    host.push()
    [pushed] = service.to(phone)
    assert phone.read(pushed)["words"] == "olga invites you to a game"
    assert phone.read(pushed)["open"] == (f"join/{game}" if serves else f"{host.config.public_url}/games/{game}")


def test_press_is_told_of_once_an_hour_also_where_nothing_is_mailed(
    host: PushingHost, service: PushService, phone: Browser, game: str, asked: str
) -> None:
    player, rival = host.seats[game][asked], next(seat for seat in FOUR if seat != asked)
    host.prefer(player, 1, address=None)
    host.add(player.handle, phone, service)
    for _ in range(3):
        host.write_press(game, rival, [asked], "a word")
        host.push()
    assert service.told(phone) == [NEW_PRESS[asked]]
    host.clock.forward(hours=1)
    host.push()
    assert service.told(phone) == [NEW_PRESS[asked]]


# --- and mails ---------------------------------------------------------------------------------------------------


def ask_again(host: PushingHost, game: str) -> list[str]:
    """Have everybody answer, and the next phase ask; whom it does."""
    answer(host, game)
    host.clock.forward(minutes=6)
    host.push()
    return host.asked(game)


def test_who_answers_within_the_hour_gets_no_mail_and_who_does_not_gets_one(
    host: PushingHost, service: PushService, game: str
) -> None:
    browsers = {seat: Browser(f"/{seat}") for seat in FOUR}
    for seat, browser in browsers.items():
        host.add(handle(host, game, seat), browser, service)
    mailed(host)
    quick, slow, *_ = ask_again(host, game)
    assert [to for to, subject in mailed(host) if "Your turn" in subject] == []
    assert [words.partition(",")[0] for words in service.told(browsers[slow])][-1:] == ["your turn"]
    answer(host, game, quick)
    host.clock.forward(hours=1)
    assert [to.upper() for to, subject in mailed(host) if "Your turn" in subject] == [
        seat for seat in host.asked(game) if seat != quick
    ]


def test_mails_come_at_once_too_where_a_device_says_so(host: PushingHost, service: PushService, game: str) -> None:
    for seat in FOUR:
        host.add(handle(host, game, seat), Browser(f"/{seat}"), service, mails_too=True)
    mailed(host)
    asked = ask_again(host, game)
    assert [to.upper() for to, subject in mailed(host) if "Your turn" in subject] == asked


def test_the_reminder_reaches_a_device_before_the_mail_that_still_waits(
    host: PushingHost, service: PushService, phone: Browser, game: str, asked: str
) -> None:
    host.add(handle(host, game, asked), phone, service)
    mailed(host)
    while asked not in ask_again(host, game):
        pass
    service.told(phone)
    host.act(game, Remind())
    host.push()
    assert [words.partition(",")[0] for words in service.told(phone)] == ["still your turn"]
    host.clock.forward(hours=1)
    assert len([to for to, subject in mailed(host) if to.upper() == asked and "Your turn" in subject]) == 1


@pytest.mark.soak
def test_in_a_game_of_three_who_look_twice_a_day_every_question_that_waited_ten_minutes_was_mailed_or_pushed(
    host: PushingHost, service: PushService
) -> None:
    """One has a telephone and no address, one both, one mails alone; some notices are lost on the way."""
    seats = ("red", "green", "black")
    for seat in seats:
        host.register(f"p-{seat}", email=None if seat == "red" else f"{seat}@players.test")
    browsers = {seat: Browser(f"/{seat}") for seat in seats[:2]}
    for seat, browser in browsers.items():
        host.add(f"p-{seat}", browser, service)
    game = host.started(seats, hours=48)
    host.push()
    looks = {"red": (8, 20), "green": (7, 19), "black": (9, 22)}
    asked: set[tuple[str, int]] = set()
    told: set[tuple[str, int]] = set()
    while host.json(f"/games/{game}")["status"] == "running":
        number, now = host.phase(game)["phase"], host.clock()
        letters = [to for to, subject in mailed(host) if "Your turn" in subject]
        pushed = [seat for seat, one in browsers.items() if any("your turn" in words for words in service.told(one))]
        told |= {(seat, number) for seat in (*letters, *pushed)}
        if now.minute == 0:
            answer_those(host, game, [seat for seat in host.asked(game) if now.hour in looks[seat]])
        asked |= {(seat, number) for seat in host.asked(game)}
        host.clock.forward(minutes=20)
        service.away = host.clock().hour in (3, 4)
        host.push()
    assert len(asked) >= 6
    assert sorted(asked - told) == []


def answer_those(host: PushingHost, game: str, seats: list[str]) -> None:
    for seat in seats:
        answer(host, game, seat)
