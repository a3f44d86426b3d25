"""Orders without the service: the form, the check and the sealed envelope from a letter; and the form in an editor."""

import json
import os
import stat

import pytest

from cli.times import local_time
from cli.trust.pins import Pins
from schemas.documents.armor import find
from schemas.envelopes import Envelope, open_copy, open_envelope
from tests.cli.conftest import alone_in, invoke
from tests.cli.mail.postbags import ADDRESS, GAME, URL, Postbag

ATHENS = "- {question: D-S1, city: athens}"


@pytest.fixture
def bag(tmp_path) -> Postbag:
    bag = Postbag(tmp_path)
    bag.open(bag.letter(bag.seat))
    return bag


def envelope_in(text):
    [block] = find(text)
    assert block.kind == "envelope"
    return Envelope.parse(block.document)


# --- from a letter -----------------------------------------------------------------------------------------------


def test_the_form_from_a_letter_can_be_checked_and_sealed_as_it_comes(bag):
    seat = bag.seat
    form = bag.ostraka("orders", "form", GAME, seat, "--offline").stdout
    assert form.startswith(
        f"# Deadline: {local_time('2026-11-24T10:00:00Z')}\ngame: {GAME}\nphase: 1\nseat: {seat}\norders:\n"
    )
    assert "# Legal:\n#   Athens: {city: athens}\n" in form
    assert "# You may add, without being asked:\n#   Athens: {city: athens}\n" in form
    file = bag.file(form)
    assert bag.ostraka("orders", "check", GAME, seat, file, "--offline").stdout == "OK: 1 order is legal.\n"
    envelope = envelope_in(bag.ostraka("orders", "seal", GAME, seat, file, "--offline").stdout)
    assert [leaf.order for leaf in open_envelope(envelope, bag.keys[1].private)] == [
        {"question": "D-S1", "city": "athens"}
    ]
    assert open_copy(envelope, bag.player) == open_envelope(envelope, bag.keys[1].private)


def test_what_is_sealed_says_for_what_it_is_and_where_to_mail_it(bag):
    told = bag.ostraka("orders", "seal", GAME, bag.seat, bag.file(ATHENS), "--offline", "--draft")
    header = envelope_in(told.stdout).header
    assert (header.game, header.phase, header.seat, header.sequence, header.word) == (GAME, 1, bag.seat, 1, "draft")
    assert header.phase_key == bag.keys[1].id
    assert f"\nGame: {GAME}\nSeat: {bag.seat}\nPhase: 1\nSequence: 1\nWord: draft\n" in told.stdout
    assert f"(draft) to {ADDRESS}" in told.stderr
    assert "athens" not in told.stdout


def test_the_json_of_a_form_from_a_letter_is_that_of_the_service(bag, table):
    here = json.loads(bag.ostraka("orders", "form", GAME, bag.seat, "--offline", "--json").stdout)
    who, seat = table.asked()
    there = json.loads(table.ostraka(who, "orders", "form", table.game, seat, "--json").stdout)
    assert set(here) <= set(there)
    assert here["questions"] == there["questions"]
    assert here["unasked"] == there["unasked"]


def test_a_letter_about_a_phase_that_was_left_behind_is_answered_with_a_warning(bag):
    words = ("orders", "seal", GAME, bag.seat, bag.file(ATHENS), "--offline")
    assert "will be refused" not in bag.ostraka(*words).stderr
    Pins(bag.home, URL).raise_to(GAME, {"phase": 2})
    said = bag.ostraka(*words).stderr
    assert said.startswith(f"This letter asks for phase 1, but phase 2 of {GAME} has been opened since: orders for ")


def test_every_envelope_has_a_higher_sequence_than_all_that_were_sealed_or_seen(bag):
    seat = bag.seat

    def sealed():
        return envelope_in(
            bag.ostraka("orders", "seal", GAME, seat, bag.file(ATHENS), "--offline").stdout
        ).header.sequence

    assert [sealed(), sealed()] == [1, 2]
    bag.open(bag.letter(seat, at="2026-11-21T12:00:00Z", sequences={"phase": 7, "book": 0}))
    assert [sealed(), sealed()] == [8, 9]


def test_the_receipt_that_comes_back_is_kept_with_its_envelope(bag):
    seat, output = bag.seat, bag.root / "envelope.txt"
    words = ("orders", "seal", GAME, seat, bag.file(ATHENS), "--offline", "-o", str(output))
    assert f"In {output}: envelope 1 of" in bag.ostraka(*words).stdout
    envelope = envelope_in(output.read_text())
    sealed, kept = bag.home.sealed_path(GAME, seat, 1, 1), bag.home.receipt_path(GAME, seat, 1, 1)
    assert sealed.exists()
    answer = bag.file(bag.mail(bag.receipt(envelope), "receipt"))
    assert f"The receipt is verified and kept in {kept}" in bag.ostraka("open", answer).stdout
    assert not sealed.exists()
    assert Envelope.parse(json.dumps(json.loads(kept.read_bytes())["envelope"]).encode()) == envelope
    assert f"kept in {kept}" in bag.ostraka("open", answer).stdout


def test_a_receipt_for_another_envelope_than_the_one_sealed_here_is_not_believed(bag):
    seat = bag.seat
    words = ("orders", "seal", GAME, seat, bag.file(ATHENS), "--offline")
    first = envelope_in(bag.ostraka(*words).stdout)
    second = envelope_in(bag.ostraka(*words).stdout)
    bag.home.keep_file(bag.home.sealed_path(GAME, seat, 1, 2), first.to_json())
    told = bag.ostraka("open", bag.file(bag.receipt(second)), expect=4).stderr
    assert "The receipt for envelope 2" in told


def test_what_was_sealed_last_is_tried_and_told_in_the_form(bag):
    seat = bag.seat
    bag.ostraka("orders", "seal", GAME, seat, bag.file(ATHENS.replace("athens", "thebes")), "--offline", "--draft")
    told = bag.ostraka("try", GAME, seat, "--offline").stdout
    assert "Your orders: as in your envelope 1 (draft)." in told
    assert f"{seat} put a cube in the temple of Thebes." in told
    assert json.loads(bag.ostraka("orders", "form", GAME, seat, "--offline", "--json").stdout)["word"] == "draft"


def test_orders_that_the_rules_refuse_are_not_sealed(bag):
    told = bag.ostraka(
        "orders", "seal", GAME, bag.seat, "-", "--offline", stdin="- {question: D-S1, city: troy}", expect=1
    )
    assert "'troy'" in told.stderr
    assert not (bag.home.root / "sealed").exists()


def test_a_letter_that_came_when_no_phase_was_open_seals_nothing(bag):
    bag.open(bag.letter(bag.seat, key=None, at="2026-11-21T12:00:00Z"))
    told = bag.ostraka("orders", "seal", GAME, bag.seat, "-", "--offline", stdin=ATHENS, expect=1).stderr
    assert "has no key for phase 1" in told


# --- with the service --------------------------------------------------------------------------------------------


def mailed(table, seat):
    """The mails that want orders of a seat, as a mail program saves them."""
    return sorted(map(str, (table.stage.root / "mails").glob(f"{table.game}.{seat}.orders-wanted.*.eml")))


def test_a_real_mail_is_opened_answered_offline_and_the_answer_taken(stage):
    who = "philon"
    invoke(stage, stage.home(who), "key", "new", who, "--no-password")
    stage.client(who).register(f"{who}@players.example")
    table = alone_in(stage, who, "Sherds")
    seat = table.asked()[1]
    [mail] = table.stage.wait_for("the mail", lambda: mailed(table, seat))
    told = table.ostraka(who, "open", mail).stdout
    assert f"Letter to {seat} in Sherds ({table.game}), phase 1, " in told
    nobody = {"OSTRAKA_URL": "http://127.0.0.1:9"}
    words = ("orders", "seal", table.game, seat, "-", "--offline", "--json")
    made = json.loads(table.ostraka(who, *words, stdin=ATHENS, **nobody).stdout)
    client = table.client(who)
    [block] = find(made["armored"])
    receipt = client.wire.put(f"/games/{table.game}/phases/1/envelopes/{seat}", block.document)
    assert client.host.receipt(receipt, Envelope.parse(block.document))["sequence"] == 1
    table.wait_beyond(1)
    assert f"{who} ({seat}) put a cube in the temple of Athens." in table.ostraka("kleon", "report", table.game).stdout


def test_what_is_sealed_online_and_mailed_later_never_undoes_what_was_sent_meanwhile(table):
    who, seat = table.asked()
    words = ("orders", "seal", table.game, seat, "-", "--json", "--draft")
    made = json.loads(table.ostraka(who, *words, stdin=ATHENS).stdout)
    assert (made["sequence"], made["address"]) == (1, None)
    assert table.client(who).send(table.game, seat, [], "draft")["sequence"] == 2


# --- in an editor ------------------------------------------------------------------------------------------------


@pytest.fixture
def editor(tmp_path):
    """An editor that saves one text after another, and one that fails."""

    def saving(*texts: str) -> str:
        for number, text in enumerate(texts):
            (tmp_path / f"save-{number}").write_text(text)
        script = tmp_path / "editor.sh"
        script.write_text(
            f'#!/bin/sh\nn=$(cat {tmp_path}/count 2>/dev/null || echo 0)\ncp "$1" {tmp_path}/seen-$n\n'
            f'cp {tmp_path}/save-$n "$1"\necho $((n+1)) > {tmp_path}/count\n'
        )
        os.chmod(script, script.stat().st_mode | stat.S_IXUSR)
        return str(script)

    return saving


def edit(table, who, seat, stdin, **more):
    return table.ostraka(who, "orders", "form", table.game, seat, "--edit", stdin=stdin, VISUAL=None, **more)


def test_a_form_is_edited_checked_and_sent(table, editor, tmp_path):
    who, seat = table.asked()
    told = edit(table, who, seat, "draft\n", EDITOR=editor(ATHENS))
    assert "OK: 1 order. Send as" in told.stderr
    assert told.stdout.splitlines()[0].endswith(f": envelope 1 of {seat} in {table.game}, orders for phase 1 (draft).")
    assert "# Legal:" in (tmp_path / "seen-0").read_text()
    assert list((table.stage.home(who).root / "drafts").glob(f"{table.game}*")) == []


def test_every_error_is_told_with_line_and_clause_and_the_editor_opens_again(table, editor, tmp_path):
    who, seat = table.waiting()
    wrong = f"orders:\n{ATHENS}\n\n- {{question: D-S1B, city: troy}}\n- question: D-3\n  city: argos\n  colour: red\n"
    told = edit(table, who, seat, "y\nfinal\n", EDITOR=editor(wrong, "orders: []"))
    lines = told.stderr.splitlines()
    assert lines[0].startswith("line 2: D-S1 is not asked of")
    assert lines[0].endswith(" (D-S1, S.09)")
    assert lines[1].startswith("line 4: D-S1B: city: 'troy' is not known here; choose ")
    assert lines[2].startswith("line 5: D-3 is not asked of")
    assert (tmp_path / "seen-1").read_text() == wrong
    assert f": envelope 1 of {seat} in {table.game}, orders for phase 1 (final)." in told.stdout


def test_a_form_that_is_no_yaml_or_for_another_phase_is_told_so(table, editor):
    who, seat = table.asked()
    told = edit(table, who, seat, "y\ny\nfinal\n", EDITOR=editor("- {", f"phase: 9\norders:\n{ATHENS}", ATHENS)).stderr
    assert "not YAML" in told
    assert "This form is for phase 9, not for phase 1." in told


def test_what_was_given_up_is_kept_and_found_again(table, editor, tmp_path):
    who, seat = table.asked()
    told = edit(table, who, seat, "n\n", expect=1, EDITOR=editor("- {question: D-S1, city: troy}", ATHENS)).stderr
    path = table.stage.home(who).root / "drafts" / f"{table.game}-{seat}-1.yaml"
    assert f"Nothing was sent. Your form is kept in {path}" in told
    told = edit(table, who, seat, "no\n", expect=1, EDITOR=str(tmp_path / "editor.sh")).stderr
    assert f"Going on with the form that you left in {path}" in told
    assert (tmp_path / "seen-1").read_text() == "- {question: D-S1, city: troy}"
    assert path.read_text() == ATHENS
    assert path.stat().st_mode & 0o077 == 0
    assert table.client(who).questions(table.game, seat)["sequence"] == 0


def test_an_editor_that_fails_loses_nothing(table):
    who, seat = table.asked()
    assert "Editing failed" in edit(table, who, seat, "", expect=1, EDITOR="false").stderr
    assert (table.stage.home(who).root / "drafts" / f"{table.game}-{seat}-1.yaml").exists()


def test_offline_the_edited_form_is_sealed(bag, editor):
    words = ("orders", "form", GAME, bag.seat, "--edit", "--offline")
    told = bag.ostraka(*words, stdin="final\n", EDITOR=editor(ATHENS), VISUAL=None)
    assert envelope_in(told.stdout).header.word == "final"
