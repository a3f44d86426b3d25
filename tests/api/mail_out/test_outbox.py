"""Mails: written with what they tell or soon after it, sent at least once, tried again later when refused."""

from __future__ import annotations

import email
import re
from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage
from email.policy import default
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword

from adjudicator.kernel.position.position import ORDINALS
from adjudicator.kernel.subjects import listed
from api.http.problems import ConfigurationError
from api.mail_out.outbox import printable
from api.mail_out.postman import MOST_ATTEMPTS, Emptying, Postman, pause_after
from api.mail_out.transports import MailFailed, MailRefused, Transport, transport
from api.store.models import MailRow
from schemas.log.checkpoints import HEADER, Checkpoint
from schemas.statements.payloads import Extend
from tests.api.hosts import HostUnderTest, free_port, painted
from tests.patience import PATIENCE


def stored(host: HostUnderTest, kind: str) -> list[MailRow]:
    names = ("player", "kind", "message_id", "subject", "text", "status")
    rows = host.rows(f"select {', '.join(names)} from mails where kind = ? order by id", kind)
    return [MailRow(**dict(zip(names, row, strict=True))) for row in rows]


class Letterbox:
    """A transport that keeps what it is given, or fails as it is told."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.fail: Exception | None = None

    def __call__(self, message: EmailMessage) -> None:
        if self.fail:
            raise self.fail
        self.mails.append(message)


def test_a_game_that_begins_tells_everybody_and_asks_whom_it_waits_for(host: HostUnderTest) -> None:
    game = host.started()
    first = host.asked(game)[0]
    started, wanted = stored(host, "started"), stored(host, "orders-wanted")
    assert [mail.player for mail in started] == ["p-red", "p-green", "p-black", "p-orange"]
    assert [mail.player for mail in wanted] == [f"p-{first}"]
    subject = f"Your turn in The long war: place a free cube, until Sat 2 May, 12:00 UTC ({first}, Perikles)"
    assert wanted[0].subject == subject
    assert "    ostraka table the-long-war\n" in wanted[0].text
    assert f"Look: http://localhost/games/{game}\n" in wanted[0].text
    assert "If nothing arrives by Saturday 2 May, 12:00 UTC (in 24 hours): Athens." in wanted[0].text
    assert "In the temple of which city do you place your first free cube" in wanted[0].text
    assert "  Red: p-red (you)" in started[0].text.splitlines()
    assert "  Green: p-green" in started[0].text.splitlines()


def test_deadlines_are_those_of_the_clock_of_the_games_terms(host: HostUnderTest) -> None:
    host.started(terms={"time_zone": "Europe/Athens"})
    [mail] = stored(host, "orders-wanted")
    assert ", until Sat 2 May, 15:00 Athens time (" in mail.subject
    assert "If nothing arrives by Saturday 2 May, 15:00 Athens time (in 24 hours): " in mail.text


def test_a_mail_tells_everything_public_since_the_last_one_and_nothing_twice(host: HostUnderTest) -> None:
    game = host.started()
    host.play_on(game, 5)
    seats = host.rows("select player, text from mails where kind = 'orders-wanted' order by id")
    first = seats[0][0]
    texts = [text for player, text in seats if player == first]
    assert len(texts) == 2
    placed = [[line for line in text.splitlines() if "cube" in line and line.startswith("  ")] for text in texts]
    report = host.json(f"/games/{game}/report?after=0")["phases"]
    expected = [f"p-{event['sentence']}" for phase in report[:4] for event in phase["events"]]
    assert [line.strip() for line in placed[1] if line.strip() in expected] == expected
    assert not set(expected) & {line.strip() for line in texts[0].splitlines()}


def test_who_is_not_asked_gets_no_mail_until_the_end(host: HostUnderTest) -> None:
    game = host.started()
    asked = host.asked(game)[0]
    assert {mail.player for mail in stored(host, "orders-wanted")} == {f"p-{asked}"}
    host.play_on(game)
    over = stored(host, "over")
    assert [mail.player for mail in over] == ["p-red", "p-green", "p-black", "p-orange"]
    assert all("It is over: " in mail.text and f"ostraka replay {game}" in mail.text for mail in over)
    places = host.json(f"/games/{game}")["places"]
    best = [one for one, place in places.items() if place == 1]
    for mail in over:
        seat, first = mail.player.removeprefix("p-"), mail.text.partition("\n")[0]
        ended = "You won" if seat in best else f"{listed([f'p-{one}' for one in best])} won"
        ended = "A draw in" if len(best) == len(places) else ended
        assert mail.subject.startswith(f"{ended} The long war ({seat}, Perikles)")
        assert first == f"{mail.subject.replace(f' ({seat}, Perikles)', '')}."
        assert seat in best or first.endswith(f": you came {ORDINALS[places[seat] - 1]} of four.")


def test_the_last_mail_and_the_games_page_tell_how_it_went_by_people_and_chapters(host: HostUnderTest) -> None:
    game = host.started(("sparta", "athens"), title="polis", scenario="corinthian_war")
    while host.json(f"/games/{game}")["status"] != "over":
        host.play_by_bots(game, 1)
    mail, course = stored(host, "over")[0], host.json(f"/games/{game}/course")
    people = {one["seat"]: one["player"] for one in host.json(f"/games/{game}")["seats"]}

    def row(name: str) -> set[str]:
        return {*re.findall(rf"^ *{name}: (.*)$", mail.text, re.M)[0].split(", ")}

    prestige = {seat: points.get("Prestige", 0) for seat, points in course["tally"].items()}
    half = course["phases"][(len(course["phases"]) - 1) // 2]["scores"]
    assert row("Prestige") == {f"{people[seat]} {points}" for seat, points in prestige.items()}
    assert row("Halfway") == {f"{people[seat]} {score}" for seat, score in half.items()}
    report, turned = host.json(f"/games/{game}/report?after=-1")["phases"], course["turned"]["phase"]
    told = [event["sentence"] for one in report if one["phase"] < turned for event in one["events"]]
    [*_, chapter] = re.findall(r"^(Round .*?)\.$", "\n".join(told), re.M)
    page = host.client.get(f"/games/{game}").get_data(as_text=True)
    for text in (mail.text, unescape(page)):
        assert re.search(rf"{chapter}: ({'|'.join(people.values())})(’s lead grew| went from| made up)", text)


def test_a_player_without_an_address_gets_none(host: HostUnderTest) -> None:
    host.register("p-red")
    host.started()
    assert not [mail for mail in stored(host, "started") if mail.player == "p-red"]
    assert len(stored(host, "started")) == 3


def test_mails_of_a_game_are_one_thread_and_can_be_told_from_people(host: HostUnderTest) -> None:
    game = host.started()
    box = Letterbox()
    postman = Postman(host.host, box, painted)
    while host.json(f"/games/{game}")["status"] != "over":
        postman.run_once()
        host.play_on(game, 1)
    postman.run_once()
    assert len(box.mails) == 4 + 8 + 4
    threads = {(mail["To"].partition("@")[0], mail["References"]) for mail in box.mails}
    assert threads == {(seat, f"<{game}.p-{seat}@ostraka.test>") for seat in host.seats[game]}
    assert {mail["Reply-To"] for mail in box.mails} == {f"host+{game}@ostraka.test"}
    assert {mail["X-Ostraka-Host"] for mail in box.mails} == {"http://localhost"}
    assert {mail["Auto-Submitted"] for mail in box.mails} == {"auto-generated"}
    assert {mail["From"] for mail in box.mails} == {"host@ostraka.test"}
    assert {mail.get_content_type() for mail in box.mails} == {"multipart/mixed"}
    assert len({mail["Message-ID"] for mail in box.mails}) == len(box.mails)
    assert box.mails[0]["To"] == "red@players.test"
    assert box.mails[0]["Subject"] == "The long war: the game has begun (red, Perikles)"


def test_the_id_of_a_mail_says_what_it_is_about_and_no_more(host: HostUnderTest) -> None:
    game = host.started()
    host.act(game, Extend(seconds=60))
    host.write_press(game, "red", ["green"], "one")
    host.work()
    host.clock.forward(hours=1)
    host.write_press(game, "red", ["green"], "two")
    host.work()
    press = [name for (name,) in host.rows("select message_id from mails where kind = 'press'")]
    assert [unmarked(name) for name in press] == [f"{game}.green.press", f"{game}.green.press.1"]
    acts = [name for (name,) in host.rows("select message_id from mails where kind = 'organiser'")]
    [(digest,)] = host.rows("select digest from acts")
    assert [unmarked(name) for name in acts] == [f"{game}.{seat}.organiser.{digest[:16]}" for seat in host.seats[game]]


def unmarked(name: str) -> str:
    """A Message-ID without the mark that nobody can guess."""
    found = re.fullmatch(r"<(.*)\.[0-9a-f]{10}@ostraka\.test>", name)
    assert found
    return found[1]


def test_a_name_cannot_add_a_header() -> None:
    assert printable("Long\r\nBcc: all@players.test\x1b[2J war") == "Long Bcc: all@players.test [2J war"


def test_what_was_sent_long_ago_is_emptied_and_its_row_is_kept(host: HostUnderTest) -> None:
    host.started(("red", "green", "black"))
    Postman(host.host, Letterbox(), painted).run_once()
    host.rows("update mails set status = 'due' where kind = 'orders-wanted'")
    emptying, whole = Emptying(host.host), "select kind from mails where text != '' and html is not null"
    emptying.run_once()
    assert len(host.rows(whole)) == 4
    host.clock.forward(days=2)
    assert emptying.run_once() == host.clock.moment + timedelta(days=1)
    assert host.rows(whole) == [("orders-wanted",)]
    assert host.rows("select count(*), count(letter) from mails") == [(4, 1)]


def test_the_next_mail_tells_of_the_log_from_where_an_emptied_one_ended(host: HostUnderTest) -> None:
    game, box = host.started(("red", "green", "black"), hours=100), Letterbox()
    postman = Postman(host.host, box, painted)
    host.work()
    postman.run_once()
    before = {str(mail["To"]): newest_told(mail) for mail in box.mails}
    host.clock.forward(days=2)
    Emptying(host.host).run_once()
    assert not host.rows("select id from mails where status = 'sent' and text != ''")
    box.mails.clear()
    host.play_on(game)
    postman.run_once()
    assert box.mails
    for mail in box.mails:
        first = Checkpoint.from_header(str(mail.get_all(f"X-{HEADER}")[0]))
        assert first.count == before[str(mail["To"])]


def newest_told(mail: EmailMessage) -> int:
    """Of how many entries of the log a mail tells."""
    return Checkpoint.from_header(str(mail.get_all(f"X-{HEADER}")[-1])).count


def test_a_mail_that_failed_is_tried_again_later_under_the_same_id(host: HostUnderTest) -> None:
    host.started(("red", "green", "black"))
    box = Letterbox()
    box.fail = MailFailed()
    postman = Postman(host.host, box, painted)
    again = postman.run_once()
    assert again == host.clock.moment + pause_after(1)
    ids = [mail.message_id for mail in stored(host, "started")]
    box.fail = None
    assert postman.run_once() == again
    assert box.mails == []
    host.clock.forward(minutes=1)
    assert postman.run_once() is None
    assert [mail["Message-ID"] for mail in box.mails][:3] == ids
    assert postman.run_once() is None
    assert len(box.mails) == 4


def test_the_pauses_grow_and_end() -> None:
    minutes = [pause_after(attempts).total_seconds() / 60 for attempts in range(1, 12)]
    assert minutes == [1, 2, 4, 8, 16, 32, 64, 128, 256, 360, 360]


def test_a_mail_that_is_refused_for_good_is_abandoned(host: HostUnderTest) -> None:
    host.started()
    box = Letterbox()
    box.fail = MailRefused()
    assert Postman(host.host, box, painted).run_once() is None
    assert {mail.status for mail in stored(host, "started")} == {"abandoned"}


def test_a_mail_that_always_fails_is_abandoned_in_the_end(host: HostUnderTest) -> None:
    host.started()
    box = Letterbox()
    box.fail = MailFailed()
    postman = Postman(host.host, box, painted)
    for _ in range(MOST_ATTEMPTS):
        postman.run_once()
        host.clock.forward(hours=6)
    assert postman.run_once() is None
    assert host.rows("select distinct status, attempts from mails") == [("abandoned", MOST_ATTEMPTS)]


def test_a_mail_sent_twice_is_one_file(host: HostUnderTest, tmp_path: Path) -> None:
    host.started()
    folder = tmp_path / "out box"
    postman = Postman(host.host, transport(f"file://{str(folder).replace(' ', '%20')}"))
    postman.run_once()
    count = len(list(folder.iterdir()))
    with host.host.database.write() as session:
        session.connection().exec_driver_sql("update mails set status = 'due', next_try = '2020-01-01 00:00:00.000000'")
    postman.run_once()
    names = [path.name for path in folder.iterdir()]
    assert len(names) == count == 5
    assert all(name.endswith("@ostraka.test.eml") for name in names)
    parsed = email.message_from_bytes(next(folder.iterdir()).read_bytes(), policy=default)
    assert parsed["Message-ID"].strip("<>") + ".eml" in names


@pytest.mark.parametrize(
    "url", ["", "mails", "file://", "file:x", "file://x/y", "smtp://", "http://localhost", "mailto:x@y"]
)
def test_a_mail_url_that_says_nothing_is_refused(url: str) -> None:
    with pytest.raises(ConfigurationError):
        transport(url)


class Server:
    """A real SMTP server on loopback that answers as it is told."""

    def __init__(self) -> None:
        self.received: list[Any] = []
        self.rcpt = self.data = "250 OK"
        self.port = free_port()
        self.controller = Controller(
            self,
            hostname="127.0.0.1",
            port=self.port,
            ready_timeout=PATIENCE,
            authenticator=self.login,
            auth_require_tls=False,
        )

    def login(self, server: Any, session: Any, envelope: Any, mechanism: str, auth: Any) -> AuthResult:
        good = isinstance(auth, LoginPassword) and (auth.login, auth.password) == (b"host", b"s@crate")
        return AuthResult(success=good, handled=good)

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:
        if self.rcpt.startswith("250"):
            envelope.rcpt_tos.append(address)
        return self.rcpt

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        if self.data.startswith("250"):
            self.received.append((session.authenticated, envelope))
        return self.data

    @property
    def transport(self) -> Transport:
        return transport(f"smtp://{self.address}")

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    server.controller.start()
    yield server
    server.controller.stop()


def test_mails_reach_a_real_server(host: HostUnderTest, server: Server) -> None:
    game = host.started()
    assert Postman(host.host, server.transport).run_once() is None
    assert len(server.received) == 5
    envelope = server.received[0][1]
    assert envelope.mail_from == "host@ostraka.test"
    assert envelope.rcpt_tos == ["red@players.test"]
    message = email.message_from_bytes(envelope.content, policy=default)
    assert message["References"] == f"<{game}.p-red@ostraka.test>"
    text, html = (message.get_body((kind,)) for kind in ("plain", "html"))
    assert text is not None
    assert html is not None
    assert "The long war has begun" in text.get_content()
    assert "The long war has begun" in html.get_content()
    wanted = email.message_from_bytes(server.received[4][1].content, policy=default)
    types = [part.get_content_type() for part in wanted.walk() if not part.is_multipart()]
    assert types == ["text/plain", "text/html", "image/png", "application/vnd.ostraka.letter+json", "text/plain"]


@pytest.mark.parametrize(
    ("rcpt", "data", "status", "attempts"),
    [
        ("550 no such mailbox", "250 OK", "abandoned", 1),
        ("450 try later", "250 OK", "due", 1),
        ("250 OK", "554 not here", "abandoned", 1),
        ("250 OK", "451 try later", "due", 1),
    ],
)
def test_a_refusal_of_the_server_is_for_good_or_for_now(
    host: HostUnderTest, server: Server, rcpt: str, data: str, status: str, attempts: int
) -> None:
    host.started()
    server.rcpt, server.data = rcpt, data
    Postman(host.host, server.transport).run_once()
    assert host.rows("select distinct status, attempts from mails") == [(status, attempts)]
    server.rcpt = server.data = "250 OK"
    host.clock.forward(minutes=1)
    Postman(host.host, server.transport).run_once()
    assert len(server.received) == (5 if status == "due" else 0)


def test_a_server_that_is_away_is_tried_again(host: HostUnderTest, server: Server) -> None:
    host.started()
    away = transport("smtp://127.0.0.1:1")
    assert Postman(host.host, away).run_once() == host.clock.moment + pause_after(1)
    host.clock.forward(minutes=1)
    assert Postman(host.host, server.transport).run_once() is None
    assert len(server.received) == 5


def test_a_password_is_given_to_this_machine_and_a_wrong_one_is_tried_again(
    host: HostUnderTest, server: Server
) -> None:
    host.started()
    Postman(host.host, transport(f"smtp://host:wrong@{server.address}")).run_once()
    assert host.rows("select distinct status from mails") == [("due",)]
    host.clock.forward(minutes=1)
    Postman(host.host, transport(f"smtp://host:s%40crate@{server.address}")).run_once()
    assert [authenticated for authenticated, _ in server.received] == [True] * 5


def test_a_password_is_not_sent_in_the_clear_to_another_machine(
    host: HostUnderTest, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    host.started()
    monkeypatch.setattr("api.mail_out.transports.is_this_machine", lambda host: False)
    Postman(host.host, transport(f"smtp://host:s%40crate@{server.address}")).run_once()
    assert host.rows("select distinct status from mails") == [("due",)]
    assert server.received == []
