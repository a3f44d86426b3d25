"""What is no longer true is not sent, and its news is told by the next mail; what has to be acted on goes first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from email.message import EmailMessage
from typing import Any, Final

import pytest

from adjudicator.kernel.scenes.grouping import Told
from api.http.rate_limits import OFF
from api.mail_out.postman import Postman
from api.mail_out.transports import MailFailed
from api.referee.resolution import advance
from cli.rules.local_check import people_of, read_events
from schemas.statements.payloads import Extend, Invitation, Resign
from schemas.statements.statements import sign_payload
from tests.api.contests.contests import Contests
from tests.api.hosts import HostUnderTest, painted
from tests.api.secrecy.test_alike import MERCY_PHASE

FOUR: Final = ("AF", "DF", "EK", "AK")
PERICLES: Final[dict[str, Any]] = {"title": "pericles", "scenario": "14.2"}

WANTED = "Your turn in The long war: place a free cube, until Sat 2 May, 12:00 UTC ({}, Perikles)"


class Server:
    """A mail server that can be away."""

    def __init__(self, host: HostUnderTest) -> None:
        self.mails: list[EmailMessage] = []
        self.away = False
        self.postman = Postman(host.host, self.take, painted)

    def take(self, message: EmailMessage) -> None:
        if self.away:
            raise MailFailed
        self.mails.append(message)

    def sent(self) -> list[tuple[str, str]]:
        """To whom the mails that are due go now, and what about."""
        before = len(self.mails)
        self.postman.run_once()
        return [(str(mail["To"]).partition("@")[0], str(mail["Subject"])) for mail in self.mails[before:]]


@pytest.fixture
def server(host: HostUnderTest) -> Iterator[Server]:
    return Server(host)


def answer(host: HostUnderTest, game: str, *seats: str) -> None:
    for seat in seats or host.asked(game):
        assert host.send(game, seat, host.default(game, seat)).status_code == 201


def statuses(host: HostUnderTest, kind: str) -> list[tuple[str, str]]:
    return host.rows("select seat, status from mails where kind = ? order by id", kind)


def told(host: HostUnderTest, game: str) -> dict[str, int]:
    return dict(host.rows("select name, told from seats where game = ?", game))


def text_of(mail: EmailMessage) -> str:
    part = mail.get_body(("plain",))
    assert part is not None
    return " ".join(part.get_content().split())


def test_a_day_without_a_mail_server_leaves_one_true_mail_for_each_player_with_all_the_news(
    host: HostUnderTest, server: Server
) -> None:
    game = host.started(FOUR, **PERICLES, hours=100)
    server.sent()
    server.away = True
    for _ in range(12):
        host.clock.forward(hours=2)
        server.postman.run_once()
        answer(host, game)
        host.work()
    host.clock.forward(hours=6)
    before, server.away, asked = len(server.mails), False, host.asked(game)
    subjects = server.sent()
    assert [to.upper() for to, _ in subjects] == asked
    host.clock.forward(hours=24)
    host.work()
    subjects += server.sent()
    assert sorted(to for to, _ in subjects) == sorted(seat.lower() for seat in FOUR)
    report = host.json(f"/games/{game}/report?after=0")["phases"]
    rules = host.title(game).calling(people_of(host.json(f"/games/{game}")["seats"]))
    phases = [Told(one["phase"], read_events(rules, one["events"])) for one in report]
    news = {(one.phase, number): event for one in phases for number, event in enumerate(one.events, 1)}
    scenes = rules.in_scenes(phases)
    for mail, (to, subject) in zip(server.mails[before:], subjects, strict=True):
        assert (to.upper() in asked) == ("Your turn in" in subject)
        said = text_of(mail)
        by_what_came = [one for one in scenes if f"{one.heading}: {one.result}" in said]
        told = [row.told for one in by_what_came for row in one.rows]
        left = [" ".join(rules.sentence(event).split()) for place, event in news.items() if place not in told]
        assert [line for line in left if line not in said] == []
        assert by_what_came
    assert server.sent() == []


def test_orders_are_not_wanted_of_a_phase_that_is_cut_and_the_next_mail_tells_what_that_one_had_told(
    host: HostUnderTest, server: Server
) -> None:
    game = host.started(FOUR, **PERICLES)
    before = told(host, game)
    [first, *_] = asked = host.asked(game)
    answer(host, game)
    advance(host.host, game)
    assert [subject for _, subject in server.sent()] == [
        f"The long war: the game has begun ({one}, Pericles)"
        for one in ("Aristocrats", "Demagogues", "Eurypontids", "Agiads")
    ]
    assert statuses(host, "orders-wanted") == [(seat, "outdated") for seat in asked]
    assert told(host, game) == dict.fromkeys(FOUR, -1) != before
    assert host.rows("select text, html, letter from mails where status = 'outdated' and seat = ?", first) == [
        ("", None, None)
    ]


def test_who_has_answered_finally_is_asked_no_more_and_who_has_left_a_draft_is(
    host: HostUnderTest, server: Server
) -> None:
    game = host.started(FOUR, **PERICLES)
    first, second, *rest = host.asked(game)
    answer(host, game, first)
    assert host.send(game, second, host.default(game, second), "draft").status_code == 201
    wanted = [to for to, subject in server.sent() if "Your turn" in subject]
    assert wanted == [seat.lower() for seat in (second, *rest)]
    digests = dict(host.rows("select name, digest_at is not null from seats"))
    assert (digests[first], digests[second]) == (1, 0)


def test_of_a_veiled_phase_everybody_hears_whatever_they_have_sent(
    host: HostUnderTest, server: Server, ballot: str
) -> None:
    game = host.started(("alpha", "beta", "gamma", "delta"), title=ballot, scenario="assembly")
    host.play_on(game, MERCY_PHASE - 1)
    answer(host, game, host.asked(game)[0])
    host.look(game)
    assert host.phase(game)["veiled"] is True
    assert sorted(to for to, subject in server.sent() if "Perhaps your turn" in subject) == sorted(host.seats[game])
    assert host.rows("select distinct asks from mails where kind = 'orders-wanted' and phase = ?", MERCY_PHASE) == [
        ("[]",)
    ]


def test_grace_and_reminders_go_only_while_they_are_true(host: HostUnderTest, server: Server) -> None:
    game = host.started(terms={"grace_seconds": 3600, "reminders": [3600]})
    server.sent()
    host.clock.forward(hours=23)
    host.work()
    host.clock.forward(hours=1)
    host.work()
    answer(host, game)
    assert [subject for _, subject in server.sent() if "What happened" not in subject] == []
    assert {status for _, status in statuses(host, "reminder") + statuses(host, "nmr")} == {"outdated"}


def test_who_has_not_got_the_question_is_not_reminded_of_it(host: HostUnderTest, server: Server) -> None:
    game = host.started(terms={"reminders": [3600]})
    [asked] = host.asked(game)
    host.clock.forward(hours=23)
    host.work()
    assert [subject for to, subject in server.sent() if to == asked and "turn" in subject] == [WANTED.format(asked)]
    assert statuses(host, "reminder") == []


def test_whoever_leaves_a_seat_is_asked_nothing_for_it(host: HostUnderTest, server: Server) -> None:
    game = host.started()
    [asked] = host.asked(game)
    assert host.seat_act(game, asked, Resign()).status_code == 201
    assert (asked, WANTED.format(asked)) not in server.sent()
    assert statuses(host, "orders-wanted") == [(asked, "outdated")]


def invite(host: HostUnderTest, game: str, number: int, **whom: Any) -> None:
    organiser = host.players["p-red"]
    wanted = {"player": None, "address": None, "seat": None} | whom
    payload = Invitation(game=game, organiser=organiser.identity.key_id, number=number, **wanted)
    assert host.post(f"/games/{game}/invitations", sign_payload(payload, organiser.identity)).status_code == 201


def test_invitations_go_while_the_game_has_a_seat_for_who_is_invited(host: HostUnderTest, server: Server) -> None:
    organiser = host.register("p-red", email="red@players.test")
    players = {one: host.register(one, email=f"{one}@players.test") for one in ("ann", "bob", "cid", "dan")}
    game = host.open_game(organiser, ("red", "green", "black", "orange"))
    invite(host, game["game"], 1, player="ann")
    invite(host, game["game"], 2, address="Bob@players.test")
    invite(host, game["game"], 3, player="cid", seat="green")
    invite(host, game["game"], 4, player="dan", seat="green")
    for seat, one in (("red", "ann"), ("black", "bob")):
        joined = host.post(f"/games/{game['game']}/joins", host.join_statement(players[one], game, seat))
        assert joined.status_code == 201
    assert [to for to, _ in server.sent()] == ["dan"]
    invite(host, game["game"], 5, address="eve@elsewhere.test")
    last = host.join_statement(organiser, game, "orange")
    assert host.post(f"/games/{game['game']}/joins", last).status_code == 201
    assert server.sent() == []


def test_invitations_to_a_contest_go_while_it_can_be_entered(host: HostUnderTest, server: Server, ballot: str) -> None:
    contests = Contests(host)
    contest = contests.opened("o-invites", kind="knock-out", advance=1, substitutes=False)
    for handle in ("ann", "bob", "cid", "dan"):
        contests.known(handle)
    host.rows("update players set email = handle || '@players.test'")
    for number, handle in enumerate(("ann", "bob", "cid"), 1):
        assert contests.invite(contest, handle, "o-invites", number=number).status_code == 201
    contests.entered(contest, "ann")
    assert [to for to, _ in server.sent()] == ["bob", "cid"]
    assert contests.invite(contest, "dan", "o-invites", number=4).status_code == 201
    contests.entered(contest, "bob", "cid", "eve")
    contests.close(contest)
    assert [to for to, subject in server.sent() if "invites you" in subject] == []
    assert [status for _, status in statuses(host, "invited")] == ["outdated", "sent", "sent", "outdated"]


def test_an_offer_goes_only_while_it_stands(host: HostUnderTest, server: Server, ballot: str) -> None:
    contests = Contests(host)
    contest = contests.opened("o-offer", rounds=1)
    contests.entered(contest, "ann", "bob", "cid", "dan", "eve", "fay")
    contests.entered(contest, "sub", "tom", substitute=True)
    host.rows("update players set email = handle || '@players.test'")
    game = contests.close(contest)["rounds"][0]["tables"][0]["game"]
    assert host.seat_act(game, "alpha", Resign()).status_code == 201
    contests.work()
    host.clock.forward(hours=24)
    contests.work()
    offers = [to for to, subject in server.sent() if "is offered to you" in subject]
    assert offers == [contests.kept_for(game, "alpha")]
    assert [status for _, status in statuses(host, "invited")] == ["outdated", "sent"]


def test_what_has_to_be_acted_on_goes_first_and_notices_last(host: HostUnderTest, server: Server) -> None:
    game = host.started()
    assert host.act(game, Extend(seconds=3600)).status_code == 201
    host.write_press(game, "red", ["green"], "one")
    host.work()
    kinds = [kind for (kind,) in host.rows("select kind from mails order by rank, next_try, id")]
    assert kinds == ["started"] * 4 + ["orders-wanted", "press"] + ["organiser"] * 4
    assert host.act(game, Extend(seconds=3600)).status_code == 201
    sent = [subject for _, subject in server.sent()]
    assert sent[4].startswith("Your turn")
    assert sent[5] == "New press in The long war (green, Perikles)"
    assert len(sent) == 14


def limited(host: HostUnderTest, **limits: int) -> Server:
    """A server of a host with limits."""
    host.config = replace(host.config, limits=replace(OFF, **limits))
    host.open()
    return Server(host)


def test_a_relay_is_given_no_more_mails_a_minute_than_it_takes(host: HostUnderTest) -> None:
    for _ in range(3):
        host.started(("red", "green", "black"))
    server, minutes = limited(host, mails=6), 0
    sent: list[int] = []
    while host.rows("select 1 from mails where status = 'due'"):
        until = host.clock.moment + timedelta(minutes=1)
        before = len(server.mails)
        while (again := server.postman.run_once()) is not None and again < until:
            host.clock.moment = again
        host.clock.moment = until
        sent.append(len(server.mails) - before)
        minutes += 1
        assert minutes < 5
    assert sum(sent) == 12
    assert max(sent) <= 6
    assert host.rows("select distinct attempts, status from mails") == [(1, "sent")]


def test_mails_that_wait_for_their_domain_keep_no_others_waiting(host: HostUnderTest) -> None:
    host.started(("red", "green", "black"))
    host.rows("update players set email = handle || '@slow_relay.test' where handle != 'p-black'")
    server = limited(host, domain=1)
    assert [to for to, _ in server.sent()] == ["p-red", "black"]
    assert host.rows("select distinct attempts from mails where status = 'due'") == [(0,)]
    host.clock.forward(seconds=30)
    assert server.sent() == []
    host.clock.forward(seconds=31)
    assert [to for to, _ in server.sent() if to.startswith("p-")] == ["p-green"]
