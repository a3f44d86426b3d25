"""`ostraka orders`."""

import json

import pytest

from cli.errors import Refused
from cli.rules.local_check import unasked_options
from schemas.documents.receipts import verify_receipt
from schemas.envelopes import Envelope
from schemas.keys.identities import Identity
from schemas.statements.statements import Statement

ATHENS = "- {question: D-S1, city: athens}"


@pytest.fixture
def form(tmp_path):
    """Writes a file of orders."""

    def write(text: str) -> str:
        path = tmp_path / "orders.yaml"
        path.write_text(text)
        return str(path)

    return write


# --- the form ----------------------------------------------------------------------------------------------------


def test_the_form_as_it_comes_can_be_checked_and_sent(table, form):
    who, seat = table.asked()
    printed = table.ostraka(who, "orders", "form", table.game, seat).stdout
    assert f"\ngame: {table.game}\nphase: 1\nseat: {seat}\norders:\n" in printed
    assert "# Legal:\n#   Athens: {city: athens}\n" in printed
    assert "# You may add, without being asked:\n#   Athens: {city: athens}\n" in printed
    file = form(printed)
    assert table.ostraka(who, "orders", "check", table.game, seat, file).stdout == "OK: 1 order is legal.\n"
    told = table.ostraka(who, "orders", "send", table.game, seat, file).stdout
    assert told.splitlines()[0].endswith(f": envelope 1 of {seat} in {table.game}, orders for phase 1 (final).")


def test_the_form_as_json_holds_schema_options_and_where_ones_orders_stand(opened):
    who, seat = opened.asked()
    asked = json.loads(opened.ostraka(who, "orders", "form", opened.game, seat, "--json").stdout)
    assert (asked["sequence"], asked["word"]) == (0, None)
    assert asked["questions"][0]["default"] == {"question": "D-S1", "city": "athens"}
    assert len(asked["questions"][0]["options"]) == 6
    assert asked["unasked"][0]["question"] == "D-S1B"


def test_a_seat_that_is_not_asked_gets_a_form_without_orders(opened):
    who, seat = opened.waiting()
    printed = opened.ostraka(who, "orders", "form", opened.game, seat).stdout
    assert "\norders:\n\n# In which city does your second free cube go?" in printed
    assert opened.ostraka(who, "orders", "check", opened.game, seat, "-", stdin=printed).stdout.startswith(
        "OK: 0 orders"
    )


def test_the_form_of_another_seat_is_refused(opened):
    who, _ = opened.waiting()
    asked, seat = opened.asked()
    told = opened.ostraka(who, "orders", "form", opened.game, seat, expect=1).stderr
    assert told == f"Error: Seat {seat} is held by {asked}, not by you. (not-your-seat)\n"


def test_a_stranger_without_a_key_is_told_how_to_make_one(opened, alone):
    told = alone("orders", "form", opened.game, "red", "--url", opened.stage.url, expect=2).stderr
    assert "There is no key in " in told
    assert "ostraka key new NAME" in told
    assert "ostraka key lost NAME" in told


# --- checking ----------------------------------------------------------------------------------------------------


def test_what_is_not_offered_is_refused_on_the_players_own_machine(opened, form):
    who, seat = opened.asked()
    file = form("- {question: D-S1, city: troy}")
    for command in ("check", "send"):
        told = opened.ostraka(who, "orders", command, opened.game, seat, file, expect=1).stderr
        assert "'troy'" in told
        assert "argos, athens, corinth, megara, sparta or thebes" in told
    assert opened.client(who).questions(opened.game, seat)["sequence"] == 0


def test_every_order_that_would_fall_is_told_at_once_with_its_clause(opened, form):
    who, seat = opened.waiting()
    file = form(f"{ATHENS}\n- {{question: D-S1B, city: argos}}\n- {{question: D-S1, city: argos}}")
    told = opened.ostraka(who, "orders", "check", opened.game, seat, file, expect=1).stderr.splitlines()
    assert told[0] == "Error: 2 of 3 orders would not be carried out:"
    assert told[1].startswith("  - D-S1 is not asked of ")
    assert told[1].endswith(" (D-S1, S.09)")
    assert told[2].startswith("  - ")
    assert " (D-S1, " in told[2]
    assert len(told) == 3


def test_orders_can_come_from_standard_input(opened):
    who, seat = opened.asked()
    words = ("orders", "check", opened.game, seat, "-")
    assert opened.ostraka(who, *words, stdin=ATHENS).stdout == "OK: 1 order is legal.\n"


def test_no_orders_at_all_can_be_sent(opened):
    who, seat = opened.asked()
    assert opened.ostraka(who, "orders", "check", opened.game, seat, "-", stdin="[]").stdout == (
        "OK: 0 orders are legal.\n1 question is left to its default:\n  Place a free cube: Athens\n"
    )


def test_a_form_of_an_earlier_phase_is_refused(table, form):
    who, seat = table.asked()
    file = form(table.ostraka(who, "orders", "form", table.game, seat).stdout)
    table.play_one_phase()
    told = table.ostraka(who, "orders", "send", table.game, seat, file, expect=2).stderr
    assert told == "Error: This form is for phase 1, not for phase 2.\n"


def test_orders_for_a_game_that_is_over_are_refused(finished, form):
    told = finished.ostraka("aspasia", "orders", "send", finished.game, "red", form(ATHENS), expect=1).stderr
    assert told == f"Error: {finished.game} is over.\n"


def test_a_file_that_does_not_exist_is_usage(opened):
    told = opened.ostraka("aspasia", "orders", "check", opened.game, "red", "/no/such/file", expect=2).stderr
    assert told == (
        "Error: Invalid value for 'FILE': File '/no/such/file' does not exist. Try: ostraka orders check --help\n"
    )


def test_nothing_may_be_added_when_the_game_is_over(finished):
    assert unasked_options(finished.client("kleon").view(finished.game, "green")["view"], "green") == []


# --- sending -----------------------------------------------------------------------------------------------------


def test_the_receipt_is_verified_and_kept_with_its_envelope(table, form):
    who, seat = table.asked()
    told = table.ostraka(who, "orders", "send", table.game, seat, form(ATHENS), "--draft").stdout
    path = table.stage.home(who).receipt_path(table.game, seat, 1, 1)
    assert told.endswith(f"The receipt is verified and kept in {path}\n")
    kept = json.loads(path.read_text())
    envelope = Envelope.parse(json.dumps(kept["envelope"]).encode())
    receipt = verify_receipt(Statement.from_json(kept["receipt"]), envelope, table.client(who).host.key)
    assert (receipt.word, receipt.sequence, receipt.seat) == ("draft", 1, seat)
    assert b"athens" not in path.read_bytes()


def test_a_later_envelope_replaces_the_earlier_and_both_receipts_are_kept(table, form):
    who, seat = table.asked()
    table.ostraka(who, "orders", "send", table.game, seat, form(ATHENS), "--draft")
    told = table.ostraka(who, "orders", "send", table.game, seat, form(ATHENS.replace("athens", "argos")), "--draft")
    assert told.stdout.splitlines()[0].endswith(f": envelope 2 of {seat} in {table.game}, orders for phase 1 (draft).")
    home = table.stage.home(who)
    assert all(home.receipt_path(table.game, seat, 1, sequence).exists() for sequence in (1, 2))
    assert table.ostraka(who, "orders", "show", table.game, seat).stdout == (
        "# draft: envelope 2 for phase 1\norders:\n- question: D-S1\n  city: argos\n"
    )


def test_a_final_word_lets_the_phase_be_cut(table, form):
    who, seat = table.asked()
    table.ostraka(who, "orders", "send", table.game, seat, form(ATHENS))
    table.wait_beyond(1)
    assert f"{who} put a cube in the temple of Athens." in table.ostraka("kleon", "report", table.game).stdout


def test_a_draft_has_the_phase_wait(table, form):
    who, seat = table.asked()
    table.ostraka(who, "orders", "send", table.game, seat, form(ATHENS), "--draft")
    table.client(who).send(table.game, table.asked()[1], [], "draft")
    assert table.phase() == 1


def test_another_device_goes_on_from_where_the_first_one_was(table, second_device):
    who, seat = table.asked()
    table.client(who).send(table.game, seat, [{"question": "D-S1", "city": "thebes"}], "draft")
    other = second_device(who)
    envelope, orders = other.own_envelope(table.game, seat)
    assert (envelope.header.sequence, orders) == (1, [{"question": "D-S1", "city": "thebes"}])
    assert other.send(table.game, seat, orders, "draft")["sequence"] == 2
    assert table.client(who).questions(table.game, seat)["sequence"] == 2


def test_what_was_sent_can_be_taken_back(table, form):
    who, seat = table.asked()
    table.ostraka(who, "orders", "send", table.game, seat, form(ATHENS), "--draft")
    told = table.ostraka(who, "orders", "withdraw", table.game, seat).stdout
    assert told.splitlines()[0].endswith(f": envelope 2 of {seat} in {table.game}, orders for phase 1 (withdrawn).")
    assert table.ostraka(who, "orders", "show", table.game, seat).stdout == (
        "# withdrawn: envelope 2 for phase 1\norders: []\n"
    )


def test_what_was_never_sent_cannot_be_shown(opened):
    who, seat = opened.asked()
    told = opened.ostraka(who, "orders", "show", opened.game, seat, expect=1).stderr
    assert told == "Error: No envelope of this seat is stored for this phase. (no-envelope)\n"


def test_orders_made_for_a_phase_that_closed_meanwhile_are_not_sent(opened):
    who, seat = opened.asked()
    with pytest.raises(Refused, match=f"Phase 7 of {opened.game} is closed; phase 1 is open now") as refused:
        opened.client(who).send(opened.game, seat, [], phase=7)
    assert refused.value.code == "phase-closed"
    assert opened.client(who).questions(opened.game, seat)["sequence"] == 0


def test_orders_are_sent_for_the_phase_that_they_were_checked_for(table, twist):
    who, seat = table.asked()
    twist(r"/view$", lambda told: {**told, "view": {**told["view"], "phase": {**told["view"]["phase"], "number": 7}}})
    told = table.ostraka(who, "orders", "send", table.game, seat, "-", stdin=ATHENS, expect=1).stderr
    assert told == f"Error: Phase 7 of {table.game} is closed; phase 1 is open now.\n"


def test_orders_signed_by_another_player_are_refused_and_change_nothing(table):
    who, seat = table.asked()
    forger = table.client(table.waiting()[0])
    forger.newest_sequence = lambda *_: 0
    with pytest.raises(Refused) as refused:
        forger.send(table.game, seat, [{"question": "D-S1", "city": "sparta"}])
    assert refused.value.code == "unknown-signer"
    assert table.client(who).questions(table.game, seat)["sequence"] == 0
    assert table.phase() == 1


def test_orders_signed_by_a_key_nobody_knows_are_refused(table):
    _, seat = table.asked()
    stranger = table.client("aspasia")
    stranger.identity = stranger.wire.identity = Identity.generate()
    with pytest.raises(Refused) as refused:
        stranger.send(table.game, seat, [])
    assert refused.value.code in ("signature-refused", "not-your-seat")
