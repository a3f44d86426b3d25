"""Invitations with a word: links, what is mailed to strangers, the operator's own; and who may take a new name."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from werkzeug.test import TestResponse

from api.commands.db import db
from api.http.rate_limits import OFF
from schemas.statements import payloads
from schemas.statements.canonical import to_base64url
from schemas.statements.invitation_words import digest_of, invitation_link, make_word
from schemas.statements.payloads import instant
from schemas.statements.statements import Statement, sign_payload
from tests.api.contests.contests import Contests
from tests.api.hosts import URL, HostUnderTest, Player

SEATS = ("red", "green", "black")


@pytest.fixture
def invited(host: HostUnderTest) -> HostUnderTest:
    """A host that takes only who is invited, with an organiser from before."""
    host.register("ann")
    host.close()
    host.config = replace(host.config, register="invited")
    host.open()
    return host


def opened(host: HostUnderTest, **said: Any) -> str:
    return str(host.open_game(host.players["ann"], SEATS, **said)["game"])


def link_statement(host: HostUnderTest, game: str, word: str, **said: Any) -> Statement:
    ann = host.players["ann"]
    fields: dict[str, Any] = {
        "game": game,
        "organiser": ann.identity.key_id,
        "number": host.next_number(),
        "word": digest_of(word),
        "seat": None,
        "until": instant(host.clock() + timedelta(days=30)),
    }
    return sign_payload(payloads.InvitationLink(**fields | said), ann.identity)


def make_link(host: HostUnderTest, game: str, **said: Any) -> str:
    word = make_word()
    response = host.post(f"/games/{game}/links", link_statement(host, game, word, **said))
    assert response.status_code == 201, response.text
    return word


def withdraw(host: HostUnderTest, game: str, invitation: str) -> TestResponse:
    ann = host.players["ann"]
    said = payloads.Withdrawal(
        game=game, organiser=ann.identity.key_id, number=host.next_number(), invitation=invitation
    )
    return host.post(f"/games/{game}/withdrawals", sign_payload(said, ann.identity))


def invite(host: HostUnderTest, game: str, **who: Any) -> None:
    ann, said = host.players["ann"], {"player": None, "address": None, "seat": None} | who
    fields = {"game": game, "organiser": ann.identity.key_id, "number": host.next_number()}
    response = host.post(f"/games/{game}/invitations", sign_payload(payloads.Invitation(**fields | said), ann.identity))
    assert response.status_code == 201, response.text


def card(host: HostUnderTest, handle: str, word: str | None = None, email: str | None = None) -> TestResponse:
    """What the host says to a card; the same player's each time."""
    player = host.players.setdefault(handle, Player(handle))
    given = {"invited": word, "email": email}
    body = {"card": player.identity.card(handle).statement.to_json_value()}
    return host.post("/players", body | {name: said for name, said in given.items() if said is not None})


def join(host: HostUnderTest, game: str, handle: str, seat: str) -> TestResponse:
    player = host.players[handle]
    summary = {"game": game, "commitment": host.rows("select commitment from games where id = ?", game)[0][0]}
    return host.post(f"/games/{game}/joins", host.join_statement(player, summary, seat))


def sent(host: HostUnderTest, game: str) -> list[dict[str, Any]]:
    return list(host.json(f"/games/{game}/invitations", host.players["ann"])["invitations"])


def told(response: TestResponse) -> tuple[int, str]:
    return response.status_code, response.get_json().get("code", "")


def test_an_open_host_takes_everybody_and_says_so(host: HostUnderTest) -> None:
    assert host.json("/")["registering"] == "open"
    assert card(host, "bob").status_code == 201


def test_a_host_for_the_invited_takes_nobody_else_and_tells_them_what_they_need(invited: HostUnderTest) -> None:
    assert invited.json("/")["registering"] == "invited"
    refused = card(invited, "bob")
    assert told(refused) == (403, "invited-only")
    assert "Open the link of your invitation" in refused.get_json()["detail"]
    assert invited.rows("select count(*) from players where handle = 'bob'") == [(0,)]


def test_who_is_there_already_is_served_as_ever(invited: HostUnderTest) -> None:
    assert card(invited, "ann").status_code == 200
    game = opened(invited)
    assert join(invited, game, "ann", "red").status_code == 201


def test_a_link_admits_and_the_seat_that_it_reserves_is_for_whoever_has_it(invited: HostUnderTest) -> None:
    game = opened(invited)
    other, word = make_link(invited, game), make_link(invited, game, seat="green")
    assert card(invited, "cleo", other).status_code == 201
    kept = join(invited, game, "cleo", "green")
    assert told(kept) == (409, "seat-kept")
    assert "whoever has its link" in kept.get_json()["detail"]
    assert card(invited, "bob", word).status_code == 201
    assert card(invited, "bob", word).status_code == 200
    assert told(join(invited, game, "cleo", "green")) == (409, "seat-kept")
    assert join(invited, game, "bob", "green").status_code == 201
    assert join(invited, game, "cleo", "red").status_code == 201


def test_a_seats_link_is_for_the_first_who_comes_with_it(invited: HostUnderTest) -> None:
    game = opened(invited)
    word = make_link(invited, game, seat="green")
    assert card(invited, "bob", word).status_code == 201
    assert told(card(invited, "eve", word)) == (403, "invitation-ended")
    assert invited.rows("select count(*) from players where handle = 'eve'") == [(0,)]
    [one] = sent(invited, game)
    assert (one["taken_by"], one["admitted"], one["seat"], one["link"]) == ("bob", 1, "green", True)


def test_a_player_from_before_takes_a_reserved_seat_with_their_card(host: HostUnderTest) -> None:
    host.register("ann"), host.register("bob")
    game = opened(host)
    word = make_link(host, game, seat="black")
    assert told(join(host, game, "bob", "black")) == (409, "seat-kept")
    assert card(host, "bob", word).status_code == 200
    assert join(host, game, "bob", "black").status_code == 201


def test_a_link_shows_a_private_game_to_who_comes_with_it(host: HostUnderTest) -> None:
    host.register("ann"), host.register("bob")
    game = opened(host, private="always")
    word, bob = make_link(host, game), host.players["bob"]
    assert host.get(f"/games/{game}", bob).status_code == 404
    assert host.client.get(f"/games/{game}").status_code == 404
    assert host.client.get(f"/games/{game}?invited={make_word()}").status_code == 404
    assert host.client.get(f"/games/{game}?invited={word}").status_code == 200
    assert host.client.get(f"/games/{game}/proof?invited={word}").status_code == 404
    assert card(host, "bob", word).status_code == 200
    assert host.get(f"/games/{game}", bob).status_code == 200


def test_words_that_do_not_hold_are_refused_alike(invited: HostUnderTest) -> None:
    game = opened(invited)
    withdrawn, ended = make_link(invited, game), make_link(invited, game)
    ends = instant(invited.clock() + timedelta(hours=1))
    ended = make_link(invited, game, until=ends)
    assert withdraw(invited, game, sent(invited, game)[0]["invitation"]).status_code == 201
    invited.clock.forward(hours=1)
    answers = {card(invited, "bob", word).data for word in (withdrawn, ended, make_word())}
    assert len(answers) == 1
    assert told(card(invited, "bob", withdrawn)) == (403, "invitation-ended")


def test_a_link_admits_so_many_and_no_more(invited: HostUnderTest) -> None:
    word = make_link(invited, opened(invited))
    answers = [card(invited, f"p-{number}", word).status_code for number in range(21)]
    assert answers == [201] * 20 + [403]
    assert card(invited, "p-3", word).status_code == 200


def test_what_is_taken_back_frees_its_seat_and_is_listed_as_such(host: HostUnderTest) -> None:
    host.register("ann"), host.register("bob")
    game = opened(host)
    make_link(host, game, seat="green")
    invite(host, game, player="bob", seat="black")
    for one in sent(host, game):
        assert withdraw(host, game, one["invitation"]).status_code == 201
    assert [one["withdrawn"] for one in sent(host, game)] == [True, True]
    seats = {seat["seat"]: seat["kept_for"] for seat in host.json(f"/games/{game}")["seats"]}
    assert seats == dict.fromkeys(SEATS)
    assert host.rows("select count(*) from invited") == [(0,)]
    gone = to_base64url(bytes(32))
    assert told(withdraw(host, game, gone)) == (404, "unknown-invitation")


def test_who_joined_stays_when_the_link_is_taken_back(host: HostUnderTest) -> None:
    host.register("ann"), host.register("bob")
    game = opened(host)
    word = make_link(host, game, seat="green")
    card(host, "bob", word)
    assert join(host, game, "bob", "green").status_code == 201
    assert withdraw(host, game, sent(host, game)[0]["invitation"]).status_code == 201
    assert [seat["player"] for seat in host.json(f"/games/{game}")["seats"]] == [None, "bob", None]


def test_a_seat_waits_for_its_link_no_longer_than_the_link_holds(host: HostUnderTest) -> None:
    host.register("ann"), host.register("bob")
    game = opened(host)
    make_link(host, game, seat="green", until=instant(host.clock() + timedelta(hours=1)))
    assert told(join(host, game, "bob", "green")) == (409, "seat-kept")
    host.clock.forward(hours=1)
    assert join(host, game, "bob", "green").status_code == 201


def test_nobody_but_the_organiser_makes_or_takes_back_a_link(host: HostUnderTest) -> None:
    host.register("ann")
    bob = host.register("bob")
    game = opened(host)
    make_link(host, game)
    fields: dict[str, Any] = {"game": game, "organiser": bob.identity.key_id, "number": 1}
    until = instant(host.clock() + timedelta(days=1))
    link = payloads.InvitationLink(**fields, word=digest_of(make_word()), seat=None, until=until)
    assert told(host.post(f"/games/{game}/links", sign_payload(link, bob.identity))) == (403, "not-organiser")
    back = payloads.Withdrawal(**fields, invitation=sent(host, game)[0]["invitation"])
    assert told(host.post(f"/games/{game}/withdrawals", sign_payload(back, bob.identity))) == (403, "not-organiser")


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"until": "2026-05-01T12:00:00Z"}, "wrong-invitation"),
        ({"until": "2029-05-01T12:00:00Z"}, "wrong-invitation"),
        ({"seat": "orange"}, "unknown-seat"),
    ],
)
def test_a_link_that_cannot_be_is_refused(host: HostUnderTest, said: dict[str, Any], code: str) -> None:
    host.register("ann")
    game = opened(host)
    assert host.post(f"/games/{game}/links", link_statement(host, game, make_word(), **said)).get_json()["code"] == code


def test_the_same_link_again_changes_nothing_and_two_do_not_share_a_word_or_a_seat(host: HostUnderTest) -> None:
    host.register("ann")
    game, word = opened(host), make_word()
    statement = link_statement(host, game, word, seat="green")
    assert host.post(f"/games/{game}/links", statement).status_code == 201
    assert host.post(f"/games/{game}/links", statement).status_code == 200
    assert told(host.post(f"/games/{game}/links", link_statement(host, game, word))) == (409, "try-again")
    again = link_statement(host, game, make_word(), seat="green")
    assert told(host.post(f"/games/{game}/links", again)) == (409, "seat-kept")
    assert len(sent(host, game)) == 1


def test_a_game_makes_no_more_links_than_invitations(host: HostUnderTest) -> None:
    host.register("ann")
    game = opened(host)
    for _ in range(20):
        make_link(host, game)
    one_more = host.post(f"/games/{game}/links", link_statement(host, game, make_word()))
    assert told(one_more) == (409, "too-many-invitations")


def words_mailed(host: HostUnderTest) -> list[str]:
    texts = host.rows("select text from mails where kind = 'invited' order by id")
    return [found[1] for (text,) in texts if (found := re.search(r"--invited ([a-z2-7]{24})\b", text))]


def test_an_invitation_by_mail_brings_its_reader_a_word(invited: HostUnderTest) -> None:
    game = opened(invited)
    invite(invited, game, address="bob@example.org")
    [word] = words_mailed(invited)
    [(text,)] = invited.rows("select text from mails where kind = 'invited'")
    assert invitation_link("http://localhost", game, word) in text
    assert told(card(invited, "eve", email="bob@example.org")) == (403, "invited-only")
    assert card(invited, "bob", word, "bob@example.org").status_code == 201
    assert told(card(invited, "eve", word)) == (403, "invitation-ended")
    assert sent(invited, game)[0]["admitted"] == 1


def test_who_is_registered_is_mailed_no_word(host: HostUnderTest) -> None:
    host.register("ann"), host.register("bob", "bob@example.org")
    game = opened(host)
    invite(host, game, player="bob")
    invite(host, game, address="Bob@example.org")
    assert host.rows("select count(*) from mails where kind = 'invited'") == [(2,)]
    assert words_mailed(host) == []
    assert host.rows("select count(*) from invitations") == [(0,)]


def test_a_mail_that_has_not_gone_does_not_go_when_it_is_taken_back(invited: HostUnderTest) -> None:
    game = opened(invited)
    invite(invited, game, address="bob@example.org")
    [word] = words_mailed(invited)
    withdraw(invited, game, sent(invited, game)[0]["invitation"])
    assert invited.rows("select status, text from mails where kind = 'invited'") == [("outdated", "")]
    assert told(card(invited, "bob", word)) == (403, "invitation-ended")


def test_an_invitation_to_a_contest_admits_too(invited: HostUnderTest) -> None:
    contests = Contests(invited)
    contest = contests.opened("ann", title="perikles", scenario="opening", tables=[["red", "green", "black"]])
    assert contests.invite(contest, "bob@example.org", "ann").status_code == 201
    [word] = words_mailed(invited)
    assert card(invited, "bob", word).status_code == 201


def test_no_word_rests_at_the_host_in_the_clear_nor_is_in_its_log(
    invited: HostUnderTest, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    word = make_link(invited, game := opened(invited), seat="green")
    invited.client.get(f"/games/{game}?invited={word}")
    assert card(invited, "bob", word).status_code == 201
    stored = b"".join(file.read_bytes() for file in tmp_path.glob("host.db*"))
    assert hashlib.sha256(word.encode()).digest() not in stored
    assert digest_of(word).encode() in stored
    assert word.encode() not in stored
    written = capsys.readouterr()
    assert word not in written.out + written.err


def test_the_page_of_a_link_says_what_the_game_is_and_leads_on(host: HostUnderTest, tmp_path: Path) -> None:
    host.register("ann"), host.register("bob")
    game = opened(host)
    join(host, game, "bob", "black")
    word = make_link(host, game, seat="green")
    page = host.client.get(f"/games/{game}?invited={word}")
    assert page.status_code == 200
    for said in ("ann invites you to play Perikles", "as Green", "bob", "A phase lasts 1 day", "/program"):
        assert said in page.text, said
    assert f"ostraka key register --url http://localhost --invited {word}" in page.text
    assert f"ostraka game join {game} green" in page.text
    assert page.headers["Referrer-Policy"] == "strict-origin"
    assert page.headers["Cache-Control"] == "private, no-store"
    host.close()
    host.config = replace(host.config, play=tmp_path)
    host.open()
    page = host.client.get(f"/games/{game}?invited={word}")
    assert f'href="/play/#join/{game}/{word}"' in page.text
    assert page.text.count(word) == 1


def test_the_page_of_a_link_that_does_not_hold_says_so_without_its_word(host: HostUnderTest) -> None:
    host.register("ann")
    game, other = opened(host), opened(host)
    for word in (make_word(), make_link(host, other), "no word", "<script>"):
        page = host.client.get(f"/games/{game}", query_string={"invited": word})
        assert "does not hold any more" in page.text
        assert word not in page.text.partition("<main")[2]


def test_the_operators_link_admits_so_many_to_the_host(invited: HostUnderTest, tmp_path: Path) -> None:
    key = tmp_path / "master.key"
    key.write_text(invited.config.master_key.hex())
    key.chmod(0o600)
    options = ["--database", f"sqlite:///{invited.path}", "--master-key-file", str(key), "--public-url", URL]
    result = CliRunner().invoke(db, ["invite", "--names", "2", *options])
    assert result.exit_code == 0, result.output
    link = result.output.strip()
    word = link.rpartition("=")[2]
    assert link == invitation_link(URL, None, word)
    page = invited.client.get(link.removeprefix(URL))
    assert f"ostraka key register --url {URL} --email ADDRESS --invited {word}" in page.text
    assert (page.headers["Referrer-Policy"], page.headers["Cache-Control"]) == ("strict-origin", "private, no-store")
    invited.clock.moment = datetime.now(UTC)
    assert [card(invited, f"p-{number}", word).status_code for number in range(3)] == [201, 201, 403]
    invited.clock.forward(days=31)
    assert "You are invited" not in invited.client.get(link.removeprefix(URL)).text


def test_the_operators_links_are_listed_with_what_became_of_them_and_taken_back(
    invited: HostUnderTest, tmp_path: Path
) -> None:
    key = tmp_path / "master.key"
    key.write_text(invited.config.master_key.hex())
    key.chmod(0o600)

    def run(*words: str, expect: int = 0) -> str:
        options = ["--database", f"sqlite:///{invited.path}", "--master-key-file", str(key), "--public-url", URL]
        result = CliRunner().invoke(db, ["invite", *words, *options])
        assert result.exit_code == expect, result.output
        return result.output

    assert run("--list") == "There are no links of yours.\n"
    first, second = (run("--names", number).strip().rpartition("=")[2] for number in ("1", "2"))
    invited.clock.moment = datetime.now(UTC)
    make_link(invited, opened(invited))  # an organiser's is not among them
    assert [card(invited, who, word).status_code for who, word in (("p-bob", first), ("p-kim", second))] == [201, 201]
    used, admits, how = run("--list").splitlines()
    assert used == "1. Used up."
    assert admits.startswith("2. Admits 1 more until 20")
    assert how == "To take one back: ostraka db invite --withdraw NUMBER"
    assert run("--withdraw", "2") == "Link 2 is taken back; who has registered by it stays.\n"
    assert run("--list").splitlines()[1] == "2. Taken back."
    assert card(invited, "p-kleon", second).status_code == 403
    assert "There is no link 3" in run("--withdraw", "3", expect=1)
    assert "one of them at a time" in run("--withdraw", "1", "--list", expect=2)
    listed = json.loads(run("--list", "--json"))["links"]
    assert [(one["left"], one["withdrawn"]) for one in listed] == [(0, False), (1, True)]


def test_nobody_has_the_host_flood_a_mailbox(tmp_path: Path) -> None:
    host = HostUnderTest(tmp_path, limits=replace(OFF, invited=3))
    host.register("ann"), host.register("bob", "bob@example.org")
    invited_to: list[dict[str, Any]] = [
        {"address": "victim@example.org"}, {"address": "Victim@Example.org"}, {"player": "bob"},
        {"address": "bob@example.org"}, {"address": "victim@example.org"},
    ]  # fmt: skip
    games = [opened(host), opened(host)]
    for game in games:
        for who in invited_to:
            invite(host, game, **who)
    mailed = host.rows("select count(*) from mails where kind = 'invited' group by lower(coalesce(address, player))")
    contest = Contests(host).opened("ann", title="perikles", scenario="opening", tables=[["red", "green", "black"]])
    assert Contests(host).invite(contest, "victim@example.org", "ann").status_code == 201
    assert sum(count for (count,) in mailed) == 6
    assert host.rows("select count(*) from mails where lower(address) = 'victim@example.org'") == [(3,)]
    assert [one["address"] for one in sent(host, games[1])] == [who.get("address") for who in invited_to]
    host.clock.forward(days=1)
    invite(host, games[0], address="victim@example.org")
    assert host.rows("select count(*) from mails where lower(address) = 'victim@example.org'") == [(4,)]
    host.close()
