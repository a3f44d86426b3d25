"""Anonymous games and contests: who plays is known to the host and to themselves until the end, then to all."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from adjudicator import registry
from api.mail_in.handling import note_bounce, take_mail
from api.mail_in.parsing import Bounce
from api.mail_out.postman import Postman
from api.store.sealed_rows import rotate, unopened
from api.store.vault import Vault
from api.transfer.archives import ExportRefused, archive
from schemas.contests.verification import verify_contest
from schemas.documents.armor import armor
from schemas.record import Record, verify_record
from schemas.statements.contests import KeepApart, NameOrganiser
from schemas.statements.payloads import Alias, Invitation, Replace
from schemas.statements.statements import Statement, sign_payload
from tests.api.contests.contests import Contests
from tests.api.contests.proofs import whole
from tests.api.hosts import API, HostUnderTest, Player, painted
from tests.api.secrecy.masks import (
    PEOPLE,
    SEATS,
    addresses,
    alias_of,
    anonymous_game,
    enter,
    everything,
    exchanged,
    join,
    marks,
    take,
    taking,
)
from tests.titles.ballot import TITLE as BALLOT


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HostUnderTest]:
    """A host with players of their own names."""
    registry.register(BALLOT)
    host = HostUnderTest(tmp_path_factory.mktemp("anonymous"))
    for handle in ("olga", "rival", *PEOPLE):
        host.register(handle, email=f"{handle}@players.test")
    yield host
    host.close()
    registry._registered.pop(BALLOT.id)


@pytest.fixture(scope="module")
def game(host: HostUnderTest) -> str:
    """An anonymous game that has begun."""
    return anonymous_game(host)


def test_nothing_that_others_can_read_names_who_plays_or_depends_on_it(host: HostUnderTest, game: str) -> None:
    host.play_on(game, 1)
    host.work()
    aliases = [seat["player"] for seat in host.json(f"/games/{game}")["seats"]]
    people = [host.players[handle] for handle in PEOPLE]
    paths = addresses(host, game=[game], seat=SEATS[:1], handle=[aliases[0], PEOPLE[0]])
    paths += [f"{API}/games?{what}={who}" for what in ("player", "calls_for", "organiser") for who in PEOPLE[:2]]
    readers = [host.players["olga"], host.players[aliases[2]]]
    before = everything(host, paths, readers)
    names = [mark for handle in PEOPLE for mark in marks(host, handle)]
    for (path, who), (_, body, headers) in before.items():
        own = any(f"/{handle}" in path for handle in PEOPLE)
        for mark in [alias.encode() for alias in aliases] if own else names:
            assert mark not in body + repr(headers).encode(), (path, who, mark)
    with exchanged(host, game, people[0], people[1]):
        after = everything(host, paths, readers)
    assert [where for where in before if before[where] != after[where]] == []


def test_mails_of_an_alias_go_to_its_holder_and_neither_they_nor_any_row_or_log_line_tell_whose_it_is(
    host: HostUnderTest, game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    people = ("lamia", "myron", "nysa")
    box: list[EmailMessage] = []
    for handle, wanted in (("lamia", {"time_zone": "Asia/Tokyo"}), ("myron", {"muted": ["started"]})):
        player = host.register(handle, email=f"{handle}@players.test")
        assert host.prefer(player, 1, address=f"{handle}@players.test", **wanted).status_code == 200
    other = anonymous_game(host, people)
    host.play_on(other, 1)
    host.work()
    Postman(host.host, box.append, painted).run_once()
    mails = [mail for mail in box if mail["To"] == "lamia@players.test"]
    assert len(mails) >= 2
    about = {(mail["To"], str(mail["Subject"]).partition(": ")[2]) for mail in box}
    begun = {to for to, subject in about if "has begun" in subject}
    assert {f"{who}@players.test" for who in people} - begun == {"myron@players.test"}
    until = {to: re.findall(r"until .*(\d\d):\d\d", subject) for to, subject in about if "until" in subject}
    [tokyo], [utc] = (until[f"{who}@players.test"] for who in ("lamia", "nysa"))
    assert int(tokyo) == (int(utc) + 9) % 24
    returned = Bounce([str(mails[0]["Message-ID"])], frozenset({"lamia@players.test"}), "5.1.1", True)
    note_bounce(host.host, returned)
    assert host.rows("select bounces from players where handle = 'lamia'") == [(0,)]
    assert host.rows("select sum(bounces) from players where handle like 'alias-%'") == [(1,)]
    assert host.json("/players/olga/waiting", host.players["olga"])["bounced"] == []
    names = [mark.decode() for handle in people for mark in marks(host, handle)]
    for mail in mails:
        del mail["To"]
        assert "alias-" in mail.as_string()
        assert [name for name in names if name in mail.as_string()] == []
    rows = str(host.rows("select player, address, subject, text, html from mails where game = ?", other))
    rows += str(host.rows("select * from aliases where place = ?", other)) + str(host.rows("select * from seats"))
    assert [name for name in names if name in rows + capsys.readouterr().out] == []


def test_a_player_follows_what_they_play_under_an_alias_and_no_token_or_webhook_of_theirs_does(
    host: HostUnderTest, game: str
) -> None:
    kleon, rival = host.players["kleon"], host.players["rival"]
    alias = alias_of(host, kleon, game)

    def followed(who: Player, token: str | None = None) -> set[tuple[str, str]]:
        path = f"{API}/players/{who.handle}/feed"
        headers = {"Authorization": f"Bearer {token}"} if token else who.headers(path, host.clock)
        return {(one["game"], one["seat"]) for one in host.client.get(path, headers=headers).get_json()["items"]}

    def made(who: Player, what: str, **body: Any) -> TestResponse:
        return host.ask("POST", f"/players/{who.handle}/{what}", who, body)

    assert (game, "beta") in followed(kleon)
    assert followed(alias) == {(game, "beta")}
    assert game not in {found for found, _ in followed(rival)}
    tokens = [made(who, "tokens", name="a", scopes=["seats"], days=1).get_json()["secret"] for who in (kleon, alias)]
    assert game not in {found for found, _ in followed(kleon, tokens[0])}
    assert followed(alias, tokens[1]) == {(game, "beta")}
    refused = made(alias, "webhooks", url="https://kleon.example/ostraka")
    assert (refused.status_code, refused.get_json()["code"]) == (403, "not-by-alias")
    assert "whose the address is would tell whose the alias is" in refused.get_json()["detail"]


def test_who_mails_what_an_alias_signed_in_public_learns_not_whether_its_holder_has_an_address(
    host: HostUnderTest,
) -> None:
    host.register("phaon")
    game = str(host.open_game(host.players["olga"], SEATS, "ballot", "assembly", anonymous=True, name="Mutes")["game"])
    for handle, seat in (("phaon", "alpha"), ("sappho", "beta")):
        assert join(host, take(host, handle, game), game, seat).status_code == 201
    for entry in host.json(f"/games/{game}/log")["log"][1:]:
        message = EmailMessage()
        message["From"], message["Message-ID"] = "rival@players.test", f"<{host.next_number()}@mua.test>"
        said = Statement.from_json(dict(Statement.from_json(entry).body)["body"]["statement"])
        message.set_content(armor("join", said.to_json()))
        take_mail(host.host, message.as_bytes())
    assert host.rows("select count(*) from mails where address = 'rival@players.test' or player = 'rival'") == [(0,)]


def test_at_its_end_the_record_shows_who_played_and_that_it_was_they_all_along(host: HostUnderTest) -> None:
    people = ("damon", "elpis", "philon")
    game = anonymous_game(host, people)
    host.play_on(game)
    seats = host.json(f"/games/{game}")["seats"]
    assert [seat["holder"] for seat in seats] == list(people)
    assert host.json(f"/players/{seats[0]['player']}")["holder"] == people[0]
    record = Record.from_json(json.dumps(host.json(f"/games/{game}/record")).encode())
    assert verify_record(record, host.host.identity.signing_key) == []


@pytest.fixture(scope="module")
def contests(host: HostUnderTest) -> Contests:
    """The contests of that host."""
    return Contests(host)


@pytest.fixture(scope="module")
def contest(contests: Contests) -> str:
    """An anonymous contest that runs: the people of the first table and three more."""
    contest = contests.opened("olga", anonymous=True, rounds=1, name="Cup of masks")
    for handle in (*PEOPLE, "lysias", "phryne", "thais"):
        alias = take(contests.host, handle, contest, "contests")
        assert enter(contests.host, alias, contest).status_code == 201
    contests.close(contest)
    return contest


def test_who_entered_a_private_contest_by_an_alias_sees_it_though_their_invitation_is_taken_back(
    contests: Contests,
) -> None:
    host, private = contests.host, contests.opened("dora", anonymous=True, private=True)
    for handle in ("galene", "iris"):
        contests.known(handle)
        assert contests.invite(private, handle, "dora").status_code == 201
    host.reader = contests.known("galene")
    assert enter(host, take(host, "galene", private, "contests"), private).status_code == 201
    host.reader = None
    for handle in ("galene", "iris"):
        assert contests.invite(private, handle, "dora", withdrawn=True).status_code == 201
    seen = {who: host.get(f"/contests/{private}", host.players[who]).status_code for who in ("galene", "iris")}
    assert seen == {"galene": 200, "iris": 404}


def test_no_organiser_of_an_anonymous_contest_plays_in_it_and_none_is_named_later(contests: Contests) -> None:
    host, hebe = contests.host, contests.known("hebe")
    veiled = contests.opened("dora", anonymous=True, organisers=["hebe"])
    refused = host.post(f"/contests/{veiled}/aliases", taking(host, hebe, veiled))
    assert (refused.status_code, refused.get_json()["code"]) == (403, "organiser-plays")
    named = contests.act(veiled, NameOrganiser(player=contests.known("iris") and "iris", reason="Help"), "dora")
    assert (named.status_code, named.get_json()["code"]) == (409, "anonymous")


def test_a_contest_names_nobody_before_it_is_finished_and_counts_for_all_after_it(
    contests: Contests, contest: str
) -> None:
    host, handles = contests.host, (*PEOPLE, "lysias", "phryne", "thais")
    tables = contests.shown(contest)["rounds"][0]["tables"]
    aliases = {alias_of(host, host.players[handle], contest).handle: handle for handle in handles}
    assert {player for table in tables for player in table["seats"].values()} == set(aliases)
    mine = next(alias for alias, handle in aliases.items() if handle == PEOPLE[0])
    paths = addresses(host, contest=[contest], handle=[mine, PEOPLE[0]])
    before = everything(host, paths, [host.players["olga"]])
    for (path, who), (_, body, headers) in before.items():
        own = f"/{PEOPLE[0]}" in path
        for mark in [mine.encode()] if own else [mark for one in handles for mark in marks(host, one)]:
            assert mark not in body + repr(headers).encode(), (path, who, mark)
    with exchanged(host, contest, host.players[PEOPLE[0]], host.players[PEOPLE[1]]):
        after = everything(host, paths, [host.players["olga"]])
    assert [where for where in before if before[where] != after[where]] == []
    assert host.json(f"/players/{PEOPLE[0]}/figures")["games"] == 0

    apart = contests.act(contest, KeepApart(players=sorted(aliases)[:2], reason="friends"))
    assert (apart.status_code, apart.get_json()["code"]) == (409, "anonymous")

    shown = contests.play(contest)
    assert {one["player"]: one["holder"] for one in shown["entrants"]} == aliases
    assert host.json(f"/players/{PEOPLE[0]}/figures")["games"] == 1
    assert {one["player"] for one in host.json("/ratings/ballot")["ratings"]} == set(handles)
    assert verify_contest(whole(contests, contest), host.host.identity.signing_key) == []


@pytest.mark.parametrize(
    ("said", "named"),
    [
        ({"apart": [["kleon", "nikias"]]}, "apart"),
        ({"seeds": "rating"}, "seeds"),
        ({"seeds": "list", "seed_list": ["kleon"]}, "seeds"),
        ({"assistant": "kleon"}, "assistant"),
    ],
)
def test_what_would_tell_who_plays_is_refused_in_a_plan(contests: Contests, said: dict[str, Any], named: str) -> None:
    refused = contests.host.post("/contests", contests.plan("olga", anonymous=True, **said))
    assert refused.status_code == 422
    assert f"{named}: not " in refused.get_json()["detail"]


def test_nobody_comes_under_their_own_name_or_twice_or_as_an_alias_of_elsewhere(
    contests: Contests, contest: str, game: str
) -> None:
    host = contests.host
    kleon, rival = host.players["kleon"], host.players["rival"]
    other = host.open_game(host.players["olga"], SEATS, "ballot", "assembly", anonymous=True, name="More masks")["game"]

    def refusal(answered: TestResponse) -> tuple[int, str]:
        return answered.status_code, answered.get_json()["code"]

    assert refusal(join(host, kleon, other, "alpha")) == (409, "alias-wanted")
    elsewhere = alias_of(host, kleon, game)
    assert refusal(join(host, elsewhere, other, "alpha")) == (409, "alias-wanted")
    take(host, "kleon", other)
    assert host.post(f"/games/{other}/aliases", taking(host, kleon, other)).status_code == 200
    second = alias_of(host, rival, other)
    twice = sign_payload(
        Alias(host=host.host.identity.key_id, where=other, player=kleon.identity.key_id, alias=second.identity.key_id),
        kleon.identity,
    ).to_json_value() | {"card": second.identity.card(second.handle).statement.to_json_value()}
    assert refusal(host.post(f"/games/{other}/aliases", twice)) == (409, "alias-taken")
    olga = host.players["olga"]
    assert refusal(host.post(f"/contests/{contest}/aliases", taking(host, olga, contest)))[1] in (
        "organiser-plays", "contest-over",
    )  # fmt: skip
    assert refusal(host.post("/games", host.game_statement(elsewhere, SEATS, "ballot", "assembly"))) == (
        403, "not-by-alias",
    )  # fmt: skip
    card = elsewhere.identity.card("alias-babab-babab").statement.to_json_value()
    assert refusal(host.post("/players", {"card": card}))[1] in ("handle-taken", "key-taken")
    kept = Invitation(
        game=other, organiser=olga.identity.key_id, number=host.next_number(), player="rival", address=None, seat="beta"
    )
    assert refusal(host.post(f"/games/{other}/invitations", sign_payload(kept, olga.identity))) == (409, "anonymous")
    assert refusal(host.act(other, Replace(seat="alpha", player="rival"))) == (409, "anonymous")


def test_a_private_anonymous_game_is_there_for_the_alias_of_who_was_invited(host: HostUnderTest) -> None:
    olga, kleon, rival = (host.players[handle] for handle in ("olga", "kleon", "rival"))
    said = {"anonymous": True, "private": "always", "name": "Two veils"}
    game = str(host.open_game(olga, SEATS, "ballot", "assembly", **said)["game"])
    fields = {"organiser": olga.identity.key_id, "number": host.next_number(), "player": "kleon"}
    invitation = sign_payload(Invitation(game=game, address=None, seat=None, **fields), olga.identity)
    assert host.post(f"/games/{game}/invitations", invitation).status_code == 201
    alias = take(host, "kleon", game)
    summary = host.json(f"/games/{game}", alias)
    assert host.post(f"/games/{game}/joins", host.join_statement(alias, summary, "alpha")).status_code == 201
    assert host.post(f"/games/{game}/aliases", taking(host, rival, game)).get_json()["code"] == "unknown-game"
    assert kleon.handle not in host.get(f"/games/{game}", olga).text
    assert host.json("/players/kleon/waiting", kleon)["aliases"] != []


def test_whose_an_alias_is_stays_with_the_host_and_under_its_master_key(host: HostUnderTest, tmp_path: Path) -> None:
    host = HostUnderTest(tmp_path)
    kleon = host.register("kleon")
    game = str(host.open_game(host.register("olga"), SEATS, "ballot", "assembly", anonymous=True)["game"])
    take(host, "kleon", game)
    with pytest.raises(ExportRefused, match="whose its aliases are stays in the database until it is over"):
        archive(host.host, game)
    assert unopened_by(host.host.vault, host) == []
    other = Vault(bytes(32))
    rotate(host.host.database, host.host.vault, other)
    assert unopened_by(other, host) == []
    [(mark,)] = host.rows("select mark from aliases")
    assert mark == other.mark(game, kleon.identity.key_id)
    host.close()


def unopened_by(vault: Vault, host: HostUnderTest) -> list[str]:
    """What a vault does not open of what the host keeps."""
    with host.host.database.read() as session:
        return unopened(session, vault)
