"""A game that another host sends is taken in only when everything in it holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from api.transfer.arrival import arrive
from api.transfer.bundle import Parts, Whole, opened, sealed
from api.transfer.departure import move
from api.transfer.rows import ExportRefused
from schemas.documents.game_exports import Exported
from schemas.keys.identities import Identity
from schemas.statements.canonical import dumps
from schemas.statements.payloads import Rollback
from tests.api.booked import send_book
from tests.api.hosts import HostUnderTest
from tests.api.transfer.two_hosts import ADDRESS, other_host

SEATS = ("alpha", "beta", "gamma")
Change = Callable[[dict[str, Any]], Any]


@pytest.fixture
def other(tmp_path: Path, host: HostUnderTest) -> Iterator[HostUnderTest]:
    """Another host."""
    other = other_host(tmp_path, host)
    yield other
    other.close()


@pytest.fixture
def game(host: HostUnderTest, ballot: str) -> str:
    """A game in its second phase: an envelope and a book lie there."""

    def played() -> str:
        game = host.started(SEATS, title=ballot, scenario="assembly")
        host.play_on(game, 1)
        assert host.send(game, "alpha", host.default(game, "alpha")).status_code == 201
        assert send_book(host, game, "beta", []).status_code == 201
        return game

    return str(host.once("an assembly in its second phase, with an envelope and a book", played))


def whole_of(host: HostUnderTest, other: HostUnderTest, game: str) -> dict[str, Any]:
    """What the old host sends, opened: to be changed by a host that lies."""
    raw = move(host.host, game, other.host.card, ADDRESS)
    whole = opened(Exported.parse(raw), other.host.vault, other.host.identity)
    return dict(msgspec.structs.asdict(whole.parts))


def sent(host: HostUnderTest, other: HostUnderTest, parts: dict[str, Any]) -> Exported:
    """Sealed again by the old host."""
    return Exported.parse(sealed(host.host, Whole(Parts(**parts)), host.clock(), other.host.card))


def stored(other: HostUnderTest) -> list[Any]:
    return other.rows("select id from games")


def newest(parts: dict[str, Any], table: str) -> dict[str, Any]:
    row: dict[str, Any] = parts["rows"][table][-1]
    return row


VOTE = {"question": "B-1", "default": True}


def falsify(row: dict[str, Any], field: str, **values: Any) -> None:
    """Change values in what rests sealed in a row; the log's hashes of positions leave books out."""
    row[field] = dumps({**msgspec.json.decode(row[field]), **values})


CHANGES: dict[str, tuple[Change, str]] = {
    "secret": (lambda p: p["game"].update(secret=bytes(32)), "secret is not the one committed to"),
    "position": (lambda p: newest(p, "resolutions").update(position=b"{}"), "position of phase"),
    "resolution left out": (lambda p: p["rows"]["resolutions"].pop(), "position of phase"),
    "log cut short": (lambda p: p["rows"]["log"].pop(), "leads to host"),
    "log entry left out": (lambda p: p["rows"]["log"].pop(5), "log entry 5"),
    "founder": (lambda p: p.update(founder=Identity.generate().signing_key), "log entry 0: signed by"),
    "terms": (lambda p: p["game"]["terms"].update(phase_seconds=60), "not the game that its organiser opened"),
    "options": (lambda p: p["game"]["options"].update(shared=True), "not the game that its organiser opened"),
    "seat of the bot": (lambda p: p["rows"]["seats"][2].update(unmanned=True), "nobody plays the seats"),
    "components": (
        lambda p: p["rows"]["components"].append({"game": p["game"]["id"], "text": "rounds: 9"}),
        "the components file has the digest",
    ),
    "id": (lambda p: p["game"].update(organiser="p-beta"), "its organiser is another"),
    "version": (lambda p: p["game"].update(version="ballot/9"), "is under ballot/9"),
    "seat": (lambda p: p["rows"]["seats"][0].update(player="p-beta"), "is held by another"),
    "card": (lambda p: p["players"][1].update(card=p["players"][2]["card"]), "a player has another's card"),
    "envelope left out": (lambda p: p["rows"]["envelopes"].pop(0), "the cut of phase 1"),
    "envelope of another word": (lambda p: newest(p, "envelopes").update(word="draft"), "is not what its row says"),
    "receipt": (
        lambda p: newest(p, "envelopes").update(receipt=p["rows"]["envelopes"][0]["receipt"]),
        "the receipt says",
    ),
    "book in force": (lambda p: p["rows"]["phases"][1]["books"].update(alpha="11" * 32), "the cut of phase 1"),
    "phase key": (lambda p: newest(p, "phases").update(private_key=bytes(32)), "not the one that was announced"),
    "row of another game": (lambda p: newest(p, "envelopes").update(game="other"), "is not what its row says"),
    "column": (lambda p: p["rows"]["seats"][0].update(crown=1), "has other columns"),
    "counted orders": (
        lambda p: newest(p, "resolutions").update(counted=b'{"orders": []}'),
        "leads to another|cannot be",
    ),
    "entries that decided something": (
        lambda p: falsify(newest(p, "resolutions"), "counted", used={"beta": [0]}),
        "rests on other entries of books",
    ),
    "a book in a position": (
        lambda p: falsify(newest(p, "resolutions"), "position", books={"beta": [VOTE]}),
        "leads to another position",
    ),
    "beginning": (lambda p: p["game"].update(started_at=None), "began or ended at another time"),
    "privacy": (lambda p: p["game"].update(private="always"), "not the game that its organiser opened"),
    "a miss": (
        lambda p: p["game"].update(missed=[{"phase": 1, "seat": "alpha", "player": "p-alpha"}]),
        "who missed which phase",
    ),
    "schema": (lambda p: p.update(schema="0099"), "run the same release"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_game_in_which_anything_was_changed_is_not_taken_in(
    host: HostUnderTest, game: str, other: HostUnderTest, what: str
) -> None:
    parts = whole_of(host, other, game)
    change, why = CHANGES[what]
    change(parts)
    with pytest.raises(ExportRefused, match=why):
        arrive(other.host, sent(host, other, parts))
    assert stored(other) == []


def test_a_book_that_was_changed_when_a_phase_was_opened_anew_is_not_taken_in(
    host: HostUnderTest, game: str, other: HostUnderTest
) -> None:
    assert host.act(game, Rollback(phase=1, reason="")).status_code == 201
    parts = whole_of(host, other, game)
    falsify(newest(parts, "resolutions"), "position", books={"beta": [VOTE]})
    with pytest.raises(ExportRefused, match="phase 2 was opened anew with other books"):
        arrive(other.host, sent(host, other, parts))


def test_what_was_not_changed_is_taken_in(host: HostUnderTest, game: str, other: HostUnderTest) -> None:
    arrive(other.host, sent(host, other, whole_of(host, other, game)))
    assert stored(other) == [(game,)]


def test_a_file_signed_by_another_than_the_host_that_had_the_game_is_not_taken_in(
    host: HostUnderTest, game: str, other: HostUnderTest, tmp_path: Path
) -> None:
    third = other_host(tmp_path, host, "third")
    parts = whole_of(host, other, game)
    with pytest.raises(ExportRefused, match=f"signed by {third.host.identity.key_id}"):
        arrive(other.host, sent(third, other, parts))
    third.close()
