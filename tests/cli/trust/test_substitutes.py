"""Who takes a seat over: his predecessor's envelope is told as that, stands until replaced, and breaks no trust."""

import json

import pytest

from cli.errors import FormerHolders, TrustBroken
from cli.trust.host_proofs import own_envelope
from schemas.statements.payloads import Resign
from tests.cli.conftest import PLAYERS, SEATS

ATHENS, ARGOS = ([{"question": "D-S1", "city": city}] for city in ("athens", "argos"))


@pytest.fixture
def taken_over(table):
    """The first seat sent a draft and was given up; another player of the table took it."""
    who, seat = table.asked()
    table.client(who).send(table.game, seat, ATHENS, "draft")
    table.client(who).seat_act(table.game, seat, Resign())
    substitute = next(name for name in PLAYERS if name != who)
    assert table.client(substitute).join(table.game, seat) == seat
    return table, who, substitute, seat


def test_orders_show_says_that_the_former_holder_sent_what_stands(taken_over):
    table, _, substitute, seat = taken_over
    told = table.ostraka(substitute, "orders", "show", table.game, seat, expect=1).stderr
    assert told == (
        f"Error: Envelope 1 (draft) of {seat}, for phase 1, was sent by the seat's former holder. Only they can open "
        "it. It counts until you send your own.\n"
    )


def test_a_form_begins_anew_and_the_sequence_goes_on_after_the_predecessors(taken_over):
    table, _, substitute, seat = taken_over
    assert "question: D-S1" in table.ostraka(substitute, "orders", "form", table.game, seat).stdout
    receipt = table.client(substitute).send(table.game, seat, ARGOS, "draft")
    assert receipt["sequence"] == 2
    shown = json.loads(table.ostraka(substitute, "orders", "show", table.game, seat, "--json").stdout)
    assert (shown["sequence"], shown["orders"]) == (2, ARGOS)


def test_a_cut_with_the_predecessors_envelope_is_proved_and_told_as_his(table):
    who, seat = table.asked()
    table.client(who).send(table.game, seat, ATHENS)
    table.wait_beyond(1)
    table.client(who).seat_act(table.game, seat, Resign())
    substitute = next(name for name, own in zip(PLAYERS, SEATS, strict=True) if own not in (seat, table.asked()[1]))
    table.client(substitute).join(table.game, seat)
    told = table.ostraka(substitute, "report", table.game, seat).stdout
    assert "  The envelope 1 (final) of the seat's former holder counted; the log proves it.\n" in told
    assert told.endswith("counted: 0 envelopes, and 1 of the seat's former holder.\n")


def test_a_former_holders_envelope_that_did_not_count_is_found(table, twist):
    who, seat = table.asked()
    client = table.client(who)
    client.send(table.game, seat, ATHENS, "draft")
    kept = json.loads(table.stage.home(who).receipt_path(table.game, seat, 1, 1).read_text())
    client.send(table.game, seat, ARGOS)
    table.wait_beyond(1)
    client.seat_act(table.game, seat, Resign())
    substitute = next(name for name in PLAYERS if name != who)
    table.client(substitute).join(table.game, seat)
    twist(r"/phases/1/envelopes/", lambda _: kept["envelope"])
    told = table.ostraka(substitute, "report", table.game, seat, expect=4).stderr
    assert f"did not count the newest envelope of seat {seat}, which is envelope 1 (draft)" in told


def test_a_host_cannot_pass_off_a_former_holders_envelope_for_ones_own(taken_over, twist):
    table, who, substitute, seat = taken_over
    kept = json.loads(table.stage.home(who).receipt_path(table.game, seat, 1, 1).read_text())
    client = table.client(substitute)
    client.send(table.game, seat, ARGOS, "draft")
    twist(r"/phases/1/envelopes/", lambda _: kept["envelope"])
    with pytest.raises(TrustBroken, match="it holds envelope 1, but it gave a receipt for 2"):
        client.own_envelope(table.game, seat, 1)
    path = client.home.receipt_path(table.game, seat, 1, 1)
    path.write_text("{}")
    with pytest.raises(TrustBroken, match="but gave a receipt for yours"):
        client.require_never_sent(former(client, table.game, seat, kept["envelope"]))


def former(client, game, seat, held):
    return own_envelope(held, client.me, game, 1, seat, lambda key: client.held_before(game, seat, key))


def test_an_envelope_of_somebody_who_never_held_the_seat_breaks_trust(taken_over, twist):
    table, who, substitute, seat = taken_over
    kept = json.loads(table.stage.home(who).receipt_path(table.game, seat, 1, 1).read_text())["envelope"]
    client = table.client(substitute)
    with pytest.raises(FormerHolders):
        client.own_envelope(table.game, seat, 1)
    with pytest.raises(TrustBroken, match="is not valid: signed by"):
        own_envelope(kept, client.me, table.game, 1, seat, lambda key: False)
