"""Letters: what one seat alone may know travels sealed to its player, in a size that tells nothing."""

from __future__ import annotations

import dataclasses
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from adjudicator.kernel import Chance
from adjudicator.registry import title, titles
from api.access.signing_keys import card_of
from api.games.open_phase import load_open_phase
from api.mail_out.letters import ROOM, Letters, known
from api.store.lookups import load_game, load_player, load_seat, unresolved_phase
from schemas.documents.letters import CLASSES, deflated, open_letter, pad, read_outside, seal_letter, unpad
from schemas.errors import BadSignature, CannotOpen, Malformed, ProtocolError
from schemas.keys.identities import Identity
from schemas.statements.canonical import dumps
from schemas.statements.payloads import Letter
from tests.adjudicator.players import played_best, playthrough
from tests.api.hosts import HostUnderTest

VEILED = 2
SIGNATURE = 400
"""Bytes of a letter around what it says, deflated."""


@pytest.fixture
def veiled(host: HostUnderTest, ballot: str) -> str:

    def played() -> str:
        game = host.started(("alpha", "beta", "gamma", "delta"), title=ballot, scenario="assembly")
        host.play_on(game, VEILED - 1)
        return game

    game = str(host.once("an assembly in a veiled phase", played))
    assert host.phase(game)["veiled"] is True
    return game


def letters(host: HostUnderTest, game: str) -> dict[str, bytes]:
    """The newest letter of each seat."""
    return dict(host.rows("select seat, letter from mails where game = ? and letter is not null order by id", game))


def test_a_letter_opens_for_its_player_only_and_shows_what_the_service_shows_him(
    host: HostUnderTest, veiled: str
) -> None:
    sealed = letters(host, veiled)
    assert list(sealed) == ["alpha", "beta", "gamma", "delta"]
    for seat, player in host.seats[veiled].items():
        letter = open_letter(sealed[seat], player.identity, host.host.card.signing_key)
        told = host.json(f"/games/{veiled}/seats/{seat}/questions", player)
        assert letter.body["view"] == host.json(f"/games/{veiled}/seats/{seat}/view", player)["view"]
        assert (letter.game, letter.seat, letter.phase) == (veiled, seat, VEILED)
        assert letter.body["key"] == told["key"]
        assert letter.body["book_key"] == told["book"]["key"]
        assert letter.body["deadline"] == told["deadline"]
        assert letter.body["address"] == f"host+{veiled}@ostraka.test"
        assert letter.body["sequences"] == {"phase": 0, "book": 0}
        report = host.json(f"/games/{veiled}/seats/{seat}/report?after=-1", player)["phases"]
        assert set(letter.body["news"]) <= {event["sentence"] for phase in report for event in phase["events"]}
        assert f"{seat} voted against" in " ".join(letter.body["news"])
        for rival, other in host.seats[veiled].items():
            if rival != seat:
                with pytest.raises(CannotOpen):
                    open_letter(sealed[seat], other.identity, host.host.card.signing_key)


def test_a_letter_of_another_host_or_with_another_outside_is_not_believed(host: HostUnderTest, veiled: str) -> None:
    sealed, player = letters(host, veiled)["alpha"], host.seats[veiled]["alpha"]
    with pytest.raises(ProtocolError, match="expected"):
        open_letter(sealed, player.identity, Identity.generate().signing_key)
    with pytest.raises(CannotOpen):
        open_letter(sealed.replace(b'"phase":2', b'"phase":3'), player.identity, host.host.card.signing_key)
    with pytest.raises(Malformed):
        read_outside(sealed.replace(b'"suite"', b'"sweet"'))


def test_of_a_veiled_phase_every_letter_has_the_same_size(host: HostUnderTest, veiled: str) -> None:
    assert len({len(read_outside(letter).sealed) for letter in letters(host, veiled).values()}) == 1


@pytest.mark.parametrize("seat", [None, "alpha", "delta"])
def test_hidden_things_dealt_anew_change_neither_clear_part_nor_size_nor_number(
    host: HostUnderTest, veiled: str, seat: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two mailings of the same phase, the second from a position that only looks the same to `seat`."""
    title, position = host.title(veiled), host.position(veiled)
    other = title.redeal(position, seat, Chance(bytes(31) + b"\x07"))
    assert title.encode(other) != title.encode(position)
    seen = []
    for each in (position, other):
        with host.host.database.write() as session:
            phase = load_open_phase(host.host, session, load_game(session, veiled), required(session, veiled))
            phase = dataclasses.replace(phase, position=each)
            made = {}
            for name in host.seats[veiled]:
                player = load_player(session, f"p-{name}")
                raw = Letters(phase).letter(load_seat(session, veiled, name), player, "orders-wanted", -1)
                made[name] = (
                    len(raw),
                    open_letter(raw, host.seats[veiled][name].identity, host.host.card.signing_key).body,
                )
                assert card_of(player).key_id == host.seats[veiled][name].identity.key_id
            seen.append(made)
    one, two = seen
    assert [size for size, _ in one.values()] == [size for size, _ in two.values()]
    if seat is not None:
        assert one[seat][1] == two[seat][1]


def required(session: Any, game: str) -> Any:
    phase = unresolved_phase(session, game)
    assert phase is not None
    return phase


@pytest.mark.parametrize("name", titles())
def test_what_a_seat_alone_knows_never_makes_its_letter_larger(name: str) -> None:
    """The class is that of twice what everybody knows: a seat's own text stays below, frame and signature apart."""
    rules = title(name)
    for _, _, _, resolution in islice(playthrough(rules, played_best(rules).seat_counts[0], "letters", "steady"), 60):
        said = [
            len(deflated(dumps(known(rules, resolution.position, resolution.events, seat))))
            for seat in (None, *resolution.position.seats)
        ]
        assert max(said) <= 2 * said[0] + ROOM - SIGNATURE


def test_padding_comes_in_few_sizes_and_comes_off_again() -> None:
    for length in (0, 1, 4_095, 4_096, 16_383, 65_536, 300_000):
        padded = pad(b"\x80" * length)
        assert len(padded) in CLASSES
        assert unpad(padded) == b"\x80" * length
    assert len(pad(b"x", least=20_000)) == 32_768
    with pytest.raises(Malformed, match="at most"):
        pad(bytes(CLASSES[-1]))
    with pytest.raises(ProtocolError):
        unpad(bytes(4_096))


def test_a_letter_signed_by_nobody_is_refused(host: HostUnderTest, tmp_path: Path) -> None:
    player = Identity.generate()

    class Forger:
        key_id = host.host.identity.key_id

        def sign(self, message: bytes) -> bytes:
            return bytes(64)

    letter = Letter(
        game="g", seat="red", player=player.key_id, phase=1, kind="orders-wanted", at="2026-05-01T12:00:00Z", body={}
    )
    raw = seal_letter(letter, player.card("red"), Forger())
    with pytest.raises(BadSignature):
        open_letter(raw, player, host.host.card.signing_key)
