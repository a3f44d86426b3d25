"""What must not be told apart from outside is compared from outside, byte for byte."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import SQLAlchemyError

from api.store.models import EnvelopeRow
from tests.api.hosts import HostUnderTest, Player
from tests.api.secrecy.twins import unsigned_field

SECRET_WORD = "nobody-may-read-this"
MERCY_PHASE = 4


class Twins:
    """One game in two hosts that differ in nothing but what was sent to them."""

    def __init__(self, original: HostUnderTest, game: str, folder: Path) -> None:
        self.game = game
        self.players = original.seats[game]
        self.asked = original.asked(game)[0]
        original.host.database.erase()
        self.one, self.other = (self.copy(original, folder / name) for name in ("one", "other"))

    def copy(self, original: HostUnderTest, folder: Path) -> HostUnderTest:
        folder.mkdir()
        (folder / "host.db").write_bytes(original.path.read_bytes())
        host = HostUnderTest(folder)
        host.seats[self.game] = self.players
        return host

    def both_pass_the_deadline(self) -> None:
        for host in (self.one, self.other):
            host.clock.forward(hours=25)
            host.work()

    def answers(self, host: HostUnderTest, seat: str | None) -> dict[str, bytes]:
        """What everybody, and (if a seat is named) what this rival, is told, apart from the next phase's fresh key."""
        player: Player | None = self.players[seat] if seat else None
        own = f"/seats/{seat}" if seat else ""
        answers = {path: host.get(f"/games/{self.game}{own}{path}", player) for path in ("/view", "/report")}
        return {path: str(answer.headers["ETag"]).encode() + answer.data for path, answer in answers.items()}

    def shape_of_log(self, host: HostUnderTest) -> list[Any]:
        """The log as far as the host's signatures and salts allow to compare: kinds and lengths."""
        return [(len(entry["payload"]), entry["payloadType"]) for entry in host.json(f"/games/{self.game}/log")["log"]]


@pytest.fixture
def twins(host: HostUnderTest, tmp_path: Path) -> Iterator[Twins]:
    pair = Twins(host, host.started(), tmp_path)
    yield pair
    pair.one.close()
    pair.other.close()


def unreadable(host: HostUnderTest, game: str, seat: str) -> Any:
    return host.put(host.garbled(game, seat, []), game, 1, seat)


def illegal(host: HostUnderTest, game: str, seat: str) -> Any:
    return host.send(game, seat, [{"question": "D-S1", "city": "troy"}], "draft")


@pytest.mark.parametrize("send", [unreadable, illegal])
def test_an_envelope_without_orders_and_an_order_that_fell_look_alike_to_everybody_else(
    twins: Twins, send: Callable[[HostUnderTest, str, str], Any]
) -> None:
    send_in_vain = send(twins.one, twins.game, twins.asked)
    assert send_in_vain.status_code == 201
    word = "final" if send is unreadable else "draft"
    assert twins.other.send(twins.game, twins.asked, [], word).status_code == 201
    if send is unreadable:
        withdrawn = twins.one.json(f"/games/{twins.game}/phase")
        assert withdrawn["asked"][0]["in"] is True
    twins.both_pass_the_deadline()
    for seat in (None, *(seat for seat in twins.players if seat != twins.asked)):
        assert twins.answers(twins.one, seat) == twins.answers(twins.other, seat)
    assert twins.shape_of_log(twins.one) == twins.shape_of_log(twins.other)
    mails = "select player, subject, text from mails order by id"
    one, other = ([tuple(map(unsigned_field, row)) for row in twin.rows(mails)] for twin in (twins.one, twins.other))
    assert one == other
    author = twins.answers(twins.one, twins.asked)["/report"]
    assert author != twins.answers(twins.other, twins.asked)["/report"]
    assert b'"clause"' in author


def test_what_a_seat_sends_ahead_in_secret_changes_nothing_that_others_are_told(twins: Twins) -> None:
    sent = twins.one.send(twins.game, twins.asked, [{"question": "D-S1B", "city": "thebes"}], "draft")
    assert sent.status_code == 201
    twins.both_pass_the_deadline()
    for seat in (None, *(seat for seat in twins.players if seat != twins.asked)):
        assert twins.answers(twins.one, seat) == twins.answers(twins.other, seat)


@pytest.fixture
def veiled(host: HostUnderTest, ballot: str) -> str:
    """A game in a veiled phase that asks all seats but one."""
    game = host.started(("alpha", "beta", "gamma", "delta"), title=ballot, scenario="assembly")
    host.play_on(game, MERCY_PHASE - 1)
    assert host.phase(game)["veiled"] is True
    assert len(host.asked(game)) == 3
    return game


def test_of_a_veiled_phase_every_seat_gets_the_same_mail_asked_or_not(host: HostUnderTest, veiled: str) -> None:
    rows = host.rows(
        "select player, subject, text from mails where message_id like ? order by id", f"%orders-wanted.{MERCY_PHASE}.%"
    )
    assert [player for player, *_ in rows] == ["p-alpha", "p-beta", "p-gamma", "p-delta"]
    forms, boards = set(), set()
    for player, subject, text in rows:
        seat = player.removeprefix("p-")
        first, _, rest = text.replace(f" {seat}", " SEAT").partition("Since your last mail")
        forms.add(
            (
                subject.replace(f"({seat},", "(SEAT,"),
                first,
                rest.partition("To answer in the terminal")[2].replace(f"-{seat}-", "-SEAT-"),
            )
        )
        boards.add(text.partition("The board\n")[2])
        assert "is waiting for orders until" in first
        assert f"orders from {seat}" not in text
    assert len(forms) == len(boards) == 1


def test_who_wants_no_mail_of_veiled_phases_gets_none_whether_or_not_they_are_asked(
    host: HostUnderTest, ballot: str
) -> None:
    game = host.started(("alpha", "beta", "gamma", "delta"), title=ballot, scenario="assembly")
    muting = [player for seat, player in host.seats[game].items() if seat != "delta"]
    for player in muting:
        address = f"{player.handle}@players.test"
        assert host.prefer(player, 1, address=address, muted=["veiled"]).status_code == 200
    host.play_on(game, MERCY_PHASE - 1)
    assert host.phase(game)["veiled"] is True
    written = "select player from mails where message_id like ?"
    assert host.rows(written, f"%orders-wanted.{MERCY_PHASE}.%") == [("p-delta",)]
    assert len(set(host.asked(game)) & {"alpha", "beta", "gamma"}) in (2, 3)


def test_of_a_veiled_phase_no_row_tells_whom_it_asks(host: HostUnderTest, veiled: str) -> None:
    [free] = set(host.seats[veiled]) - set(host.asked(veiled))
    told = dict(host.rows("select name, told from seats where game = ?", veiled))
    assert told[free] == MERCY_PHASE - 1
    assert len(set(told.values())) == 1


def test_an_error_of_the_database_does_not_quote_what_was_stored(host: HostUnderTest) -> None:
    broken = EnvelopeRow(game=SECRET_WORD, phase=1, seat="red", sequence=1, word=SECRET_WORD, digest="")
    with host.host.database.write() as session:
        session.add(broken)
        with pytest.raises(SQLAlchemyError) as caught:
            session.flush()
        session.rollback()
    assert "envelopes" in str(caught.value)
    assert SECRET_WORD not in str(caught.value)


def test_an_order_that_did_not_count_is_not_in_the_record(host: HostUnderTest) -> None:
    game = host.started()
    seat = host.asked(game)[0]
    assert host.send(game, seat, [{"question": "D-S1", "city": "sparta"}], "draft").status_code == 201
    orders = [{"question": "D-S1", "city": "megara"}, {"question": "D-S1", "city": SECRET_WORD}]
    assert host.send(game, seat, orders, "final").status_code == 201
    host.work()
    fallen = host.json(f"/games/{game}/seats/{seat}/report?after=0", host.seats[game][seat])["phases"][0]["fallen"]
    assert len(fallen) == 1
    host.play_on(game)
    [recorded] = host.json(f"/games/{game}/record")["phases"][0]["envelopes"]
    counted, unread = recorded["leaves"]
    assert counted["order"]["city"] == "megara"
    assert (unread["salt"], unread["order"]) == (None, None)
    assert SECRET_WORD not in host.get(f"/games/{game}/record").text
