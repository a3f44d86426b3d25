"""Press reaches those whom it is for, and nobody else by any road."""

from __future__ import annotations

from typing import Any

import pytest

from api.mail_out.postman import Postman
from schemas.documents.letters import open_letter
from schemas.statements import payloads
from schemas.statements.payloads import Press
from schemas.statements.statements import Statement
from tests.api.hosts import HostUnderTest, painted
from tests.api.mail_out.test_outbox import Letterbox

SECRET = "Argos will open its gates at dawn"


def feed(host: HostUnderTest, game: str, seat: str, since: int = 0) -> list[dict[str, Any]]:
    told = host.json(f"/games/{game}/seats/{seat}/press?after={since}", host.seats[game][seat])
    return list(told["press"])


def test_press_of_one_seat_reaches_no_other_by_any_road(host: HostUnderTest) -> None:
    game = host.started()
    quiet = {who: host.get(f"/games/{game}/seats/black/{who}", host.seats[game]["black"]) for who in ("press", "view")}
    before = (
        host.get(f"/games/{game}").data,
        host.get(f"/games/{game}/log").data,
        host.get(f"/games/{game}/acts").data,
    )
    assert host.write_press(game, "red", ["green"], SECRET).status_code == 201
    assert [one["text"] for one in feed(host, game, "green")] == [SECRET]
    after = {who: host.get(f"/games/{game}/seats/black/{who}", host.seats[game]["black"]) for who in ("press", "view")}
    assert {who: one.data for who, one in after.items()} == {who: one.data for who, one in quiet.items()}
    assert {who: one.headers["ETag"] for who, one in after.items()} == {
        who: one.headers["ETag"] for who, one in quiet.items()
    }
    assert before == (
        host.get(f"/games/{game}").data, host.get(f"/games/{game}/log").data, host.get(f"/games/{game}/acts").data
    )  # fmt: skip
    assert host.get(f"/games/{game}/seats/green/press", host.seats[game]["black"]).status_code == 403
    host.work()
    assert host.rows("select player from mails where kind = 'press'") == [("p-green",)]
    assert SECRET not in host.dump()
    assert not any(SECRET.encode() in data for data in host.files())


def test_numbers_of_a_feed_tell_nothing_of_what_others_write(host: HostUnderTest) -> None:
    game = host.started()
    for number in range(3):
        host.write_press(game, "red", ["green"], f"{number}")
    host.write_press(game, "red", ["black"], "for black")
    assert [(one["number"], one["text"]) for one in feed(host, game, "black")] == [(1, "for black")]
    assert [one["number"] for one in feed(host, game, "green", since=2)] == [3]


def test_a_message_sent_again_is_one_message(host: HostUnderTest) -> None:
    game = host.started()
    assert host.write_press(game, "red", ["green", "black"], "peace", number=4).status_code == 201
    assert host.write_press(game, "red", ["green", "black"], "peace", number=4).status_code == 200
    refused = host.write_press(game, "red", ["green"], "war", number=4)
    assert (refused.status_code, refused.get_json()["code"]) == (409, "number-not-newer")
    assert len(feed(host, game, "green")) == 1


def test_only_the_holder_writes_from_a_seat_and_only_to_others(host: HostUnderTest) -> None:
    game = host.started()
    assert host.write_press(game, "red", ["green"], "lie", by=host.seats[game]["black"]).status_code == 403
    for to in (["red"], ["athens"], ["black", "green"], ["green", "green"]):
        assert host.write_press(game, "red", to, "x").get_json()["code"] == "wrong-recipients"
    assert host.rows("select count(*) from press") == [(0,)]


def test_a_word_may_be_written_before_the_game_begins_and_after_its_end(host: HostUnderTest) -> None:
    game = host.started()
    host.act(game, payloads.End())
    assert host.write_press(game, "red", ["green"], "well played", number=1).status_code == 201
    assert [one["text"] for one in feed(host, game, "green")] == ["well played"]
    host.work()
    assert letters(host, game, "green")[-1] == ["well played"]


def letters(host: HostUnderTest, game: str, seat: str) -> list[list[str]]:
    """The texts in each press letter that a seat was mailed."""
    rows = host.rows("select letter from mails where kind = 'press' and seat = ? order by id", seat)
    found = [open_letter(raw, host.seats[game][seat].identity, host.host.card.signing_key) for (raw,) in rows]
    statements = [[Statement.from_json(one["statement"]) for one in letter.body["messages"]] for letter in found]
    return [[statement.read(Press).text for statement in each] for each in statements]


def test_press_is_mailed_once_an_hour_with_all_that_came(host: HostUnderTest) -> None:
    game = host.started()
    for text in ("one", "two"):
        host.write_press(game, "red", ["green"], text)
    host.work()
    assert letters(host, game, "green") == [["one", "two"]]
    host.write_press(game, "red", ["green", "black"], "three")
    host.clock.forward(minutes=59)
    host.write_press(game, "green", ["black"], "four")
    host.work()
    assert letters(host, game, "green") == [["one", "two"]]
    assert letters(host, game, "black") == [["three", "four"]]
    host.clock.forward(minutes=1)
    assert host.worker.run_once() is not None
    host.work()
    assert letters(host, game, "green") == [["one", "two"], ["three"]]
    assert letters(host, game, "orange") == []


def test_the_worker_knows_when_press_that_waits_is_due(host: HostUnderTest) -> None:
    game = host.started()
    host.write_press(game, "red", ["green"], "one")
    host.work()
    host.write_press(game, "red", ["green"], "two")
    due = host.worker.run_once()
    assert due is not None
    assert (due - host.clock.moment).total_seconds() == 3600


def test_a_clear_mail_about_press_says_neither_who_wrote_nor_what_nor_how_much(host: HostUnderTest) -> None:
    game = host.started()
    box = Letterbox()
    Postman(host.host, box, painted).run_once()
    box.mails.clear()
    host.write_press(game, "red", ["green", "black", "orange"], SECRET)
    host.write_press(game, "black", ["orange"], SECRET)
    host.write_press(game, "red", ["orange"], SECRET * 3)
    host.work()
    Postman(host.host, box, painted).run_once()
    assert [mail["To"] for mail in box.mails] == [f"{seat}@players.test" for seat in ("green", "black", "orange")]
    forms = set()
    for mail in box.mails:
        seat = mail["To"].partition("@")[0]
        text, html, letter, note = [part for part in mail.walk() if not part.is_multipart()]
        assert letter.get_filename() == f"{game}-{seat}-press.ostraka"
        assert "ostraka answer MAIL.eml" in text.get_content()
        for part in (mail["Subject"], mail["Message-ID"], *(one.get_content() for one in (text, html, note))):
            assert SECRET not in part
            assert not {"red", "p-red"} & set(part.replace(":", " ").split())
        forms.add(text.get_content().replace(seat, "SEAT"))
    assert len(forms) == 1
    sizes = host.rows("select distinct length(letter) - 2 * length(seat) from mails where kind = 'press'")
    assert max(sizes)[0] - min(sizes)[0] <= 8


def test_a_muted_author_and_a_muted_kind_bring_no_mail(host: HostUnderTest) -> None:
    game = host.started()
    host.prefer(host.players["p-green"], 1, muted_press=["p-red"])
    host.prefer(host.players["p-black"], 1, muted=["press"])
    host.write_press(game, "red", ["green", "black"], "noise")
    host.work()
    assert host.rows("select count(*) from mails where kind = 'press'") == [(0,)]
    host.write_press(game, "orange", ["green"], "music")
    host.work()
    assert letters(host, game, "green") == [["music"]]


def test_what_is_too_much_for_one_letter_comes_in_the_next(host: HostUnderTest) -> None:
    game = host.started()
    texts = [f"{number}" + "\N{GREEK SMALL LETTER OMEGA}" * 9_990 for number in range(6)]
    for text in texts:
        assert host.write_press(game, "red", ["green"], text).status_code == 201
    host.work()
    for _ in range(3):
        host.clock.forward(hours=1)
        host.work()
    found = letters(host, game, "green")
    assert [text for each in found for text in each] == texts
    assert len(found) == 2


def test_a_seat_cannot_flood_the_others(host: HostUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.games.press.MOST_AN_HOUR", 2)
    game = host.started()
    assert host.write_press(game, "red", ["green"], "one").status_code == 201
    host.clock.forward(minutes=20)
    assert host.write_press(game, "red", ["black"], "two", number=50).status_code == 201
    refused = host.write_press(game, "red", ["green"], "three")
    assert (refused.status_code, refused.get_json()["code"]) == (429, "too-much-press")
    assert "the most that are allowed; you can write again from 2026-05-01T13:00:00Z" in refused.get_json()["detail"]
    assert refused.headers["Retry-After"] == "2400"
    assert host.write_press(game, "red", ["black"], "two", number=50).status_code == 200
    assert host.write_press(game, "green", ["red"], "mine").status_code == 201
    host.clock.forward(minutes=40)
    assert host.write_press(game, "red", ["green"], "three", number=51).status_code == 201
