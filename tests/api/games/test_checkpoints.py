"""Checkpoints: the same signed note by every road on which a host speaks of a game."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from api.games.game_log import GameLog
from api.mail_out.postman import Postman
from schemas.documents.letters import open_letter
from schemas.log.chain import verify_chain
from schemas.log.checkpoints import HEADER, Checkpoint, find_checkpoints, read_checkpoint
from schemas.statements.statements import Statement
from tests.api.hosts import API, HostUnderTest, painted


@pytest.fixture
def game(host: HostUnderTest) -> str:
    return host.started(("red", "green", "black"))


def newest(host: HostUnderTest, game: str) -> Checkpoint:
    return read_checkpoint(host.get(f"/games/{game}/checkpoint").text)


def test_the_checkpoint_is_of_the_log_that_the_host_serves_and_signed_with_its_key(
    host: HostUnderTest, game: str
) -> None:
    key = host.host.card.signing_key
    log = verify_chain(map(Statement.from_json, host.json(f"/games/{game}/log")["log"]), key, game)
    found = newest(host, game)
    found.verify(key)
    assert (found.log, found.count, found.head) == (game, len(log), log[-1].hash)
    assert host.get(f"/games/{game}/checkpoint").mimetype == "text/plain"
    assert host.get("/games/lusab-babad-gutih/checkpoint").status_code == 404


def test_a_receipt_comes_with_the_checkpoint_of_its_time(host: HostUnderTest, game: str) -> None:
    [seat, *_] = host.asked(game)
    before = newest(host, game)
    envelope = host.envelope(game, seat, host.default(game, seat))
    answer = host.put(envelope, game, envelope.header.phase, seat)
    assert Checkpoint.from_header(answer.headers[HEADER]) == before
    host.work()
    again = Checkpoint.from_header(host.put(envelope, game, envelope.header.phase, seat).headers[HEADER])
    assert again == newest(host, game)
    assert again.count > before.count


def test_every_mail_and_every_letter_in_it_come_with_the_checkpoint_of_their_time(
    host: HostUnderTest, game: str
) -> None:
    box: list[EmailMessage] = []
    host.work()
    Postman(host.host, box.append, painted).run_once()
    assert len(box) > len(host.seats[game])
    told: dict[str, list[int]] = {}
    for mail in box:
        in_headers = [Checkpoint.from_header(value) for value in mail.get_all(f"X-{HEADER}")]
        told.setdefault(mail["To"], []).extend(one.count for one in in_headers)
        *letters, note = mail.iter_attachments()
        [in_text] = find_checkpoints(note.get_content())
        assert in_headers[-1] == in_text
        for sort in ("plain", "html"):
            assert "ostraka-hash-chain" not in mail.get_body((sort,)).get_content()
        player = next(one for one in host.seats[game].values() if one.email == mail["To"])
        for letter in (part.get_content() for part in letters):
            body = open_letter(letter, player.identity, host.host.card.signing_key).body
            assert read_checkpoint(body["checkpoint"]) == in_text
    assert {tuple(dict.fromkeys(counts)) for counts in told.values()} >= {tuple(range(1, in_text.count + 1))}
    with host.host.database.read() as session:
        assert in_text == GameLog(host.host, session, game).checkpoint()


def test_the_page_of_the_proof_shows_it(host: HostUnderTest, game: str) -> None:
    page = host.app.test_client().get(f"/games/{game}/proof").text
    assert newest(host, game).to_note() in page
    assert f"{API}/games/{game}/checkpoint" in page
