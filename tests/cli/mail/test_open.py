"""`ostraka open`: letters and receipts that came by mail."""

import json

import pytest

from cli.mail.find_documents import find_documents
from cli.mail.letters import newest_letter
from cli.times import local_time
from cli.trust.pins import Pins
from schemas.documents.armor import Armored, Broken, armor
from schemas.keys.identities import Identity
from schemas.statements.payloads import BOOK, Start
from schemas.statements.statements import sign_payload
from tests.cli.mail.postbags import GAME, RULES, URL, Postbag

AT = "2026-11-21T10:00:00Z"  # of every letter and receipt in a postbag, unless it says otherwise


@pytest.fixture
def bag(tmp_path) -> Postbag:
    return Postbag(tmp_path)


def pins(bag):
    return Pins(bag.home, URL).of_game(GAME)


# --- letters -----------------------------------------------------------------------------------------------------


def test_a_letter_is_verified_kept_and_shown_with_the_commands_to_answer_it(bag):
    seat = bag.seat
    book = {"foreseen": ["Entry 1 of your book answers: city argos."], "sequences": {"phase": 0, "book": 1}}
    bag.position.books = {seat: RULES.check_book([{"question": "D-S1", "choose": [{"city": "argos"}]}])}
    told = bag.open(bag.letter(seat, **book)).stdout
    assert "Your book:\n" in told
    assert "  1. Place a free cube (D-S1): Argos (once)." in told
    path = bag.home.letter_path(GAME, seat, 1)
    assert f"Letter to {seat} in Sherds ({GAME}), phase 1, {local_time(AT)}" in told
    assert f"It is signed with the pinned key of Host of letters, and kept in {path}" in told
    assert "Something happened." in told
    assert "In the temple of which city do you place your first free cube? (D-S1)" in told
    assert "Entry 1 of your book answers: city argos." in told
    assert f"ostraka orders seal {GAME} {seat} orders.yaml --offline" in told
    assert f"ostraka book seal book.yaml {GAME} {seat} --offline" in told
    assert newest_letter(bag.home, bag.player, GAME, seat).letter.phase == 1


def test_who_has_no_book_is_not_told_what_it_would_do(bag):
    told = bag.open(bag.letter(bag.seat, foreseen=["Your book has no entry for 'Place a free cube' (D-S1)."])).stdout
    assert "our book" not in told


def test_a_letter_rests_in_the_home_as_it_was_sealed(bag):
    """Whoever reads the disk without the key reads nothing of it."""
    raw = bag.letter(bag.seat)
    bag.open(raw)
    path = bag.home.letter_path(GAME, bag.seat, 1)
    assert path.read_bytes() == raw
    assert path.stat().st_mode & 0o077 == 0
    assert b"happened" not in raw


@pytest.mark.parametrize("form", ["file", "armor", "mail", "quoted"])
def test_a_letter_is_found_in_whatever_form_it_was_saved(bag, form):
    raw = bag.letter(bag.seat)
    armored = armor("letter", raw, {"Game": GAME})
    saved = {
        "file": raw,
        "armor": f"See below.\n{armored}\nBye".encode(),
        "mail": bag.mail(raw),
        "quoted": "".join(f"> {line}\n" for line in armored.splitlines()).encode(),
    }[form]
    told = json.loads(bag.ostraka("open", bag.file(saved), "--json").stdout)["documents"]
    assert [(one["kind"], one["seat"], one["newest"]) for one in told] == [("letter", bag.seat, True)]


def test_a_newer_letter_replaces_the_older_and_never_the_other_way(bag):
    seat = bag.seat
    early, late = bag.letter(seat), bag.letter(seat, at="2026-11-21T12:00:00Z", news=["More happened."])
    assert "kept in" in bag.open(early).stdout
    assert "kept in" in bag.open(late).stdout
    assert "not kept, because you have opened a newer one" in bag.open(early).stdout
    assert newest_letter(bag.home, bag.player, GAME, seat).body.news == ["More happened."]


def test_a_letter_of_an_earlier_phase_can_be_read_and_changes_nothing(bag):
    seat = bag.seat
    early = bag.letter(seat)
    bag.play_on()
    bag.open(bag.letter(seat))
    assert "not kept" in bag.open(early).stdout
    assert not bag.home.letter_path(GAME, seat, 1).exists()
    assert newest_letter(bag.home, bag.player, GAME, seat).letter.phase == 2
    assert pins(bag)["phase"] == 2


def test_what_the_host_says_of_its_keys_and_of_what_it_holds_is_remembered(bag):
    bag.open(bag.letter(bag.seat, sequences={"phase": 3, "book": 2}))
    known = pins(bag)
    assert known["key of phase 1"] == bag.keys[1].id
    assert known["key of phase 0"] == bag.keys[BOOK].id
    assert (known[f"sequence of {bag.seat} in phase 1"], known[f"sequence of {bag.seat} in phase 0"]) == (3, 2)


def test_a_letter_by_a_host_that_was_never_met_is_not_believed(bag):
    told = bag.open(bag.letter(bag.seat, by=Identity.generate()), expect=4).stderr
    assert "which is not the key of any host you have met" in told
    assert "ostraka key register --url" in told
    assert not (bag.home.root / "letters").exists()


def test_a_phase_key_that_somebody_else_signed_is_not_believed(bag):
    forged = bag.key(1, signer=Identity.generate())
    told = bag.open(bag.letter(bag.seat, key=forged), expect=4).stderr
    assert f"The key of phase 1 of game {GAME} is not valid" in told
    assert not (bag.home.root / "letters").exists()


def test_a_phase_that_has_another_key_than_before_is_not_believed(bag):
    bag.open(bag.letter(bag.seat))
    del bag.keys[1]
    told = bag.open(bag.letter(bag.seat, at="2026-11-21T12:00:00Z"), expect=4).stderr
    assert f"the key of phase 1 of game {GAME} was" in told


def test_a_letter_for_another_key_says_whose(bag):
    other = Postbag(bag.root / "other")
    told = bag.open(other.letter(other.seat), expect=2).stderr
    assert f"is for the key {other.player.key_id}, but yours is {bag.player.key_id}" in told


def test_a_letter_without_an_open_phase_can_be_read(bag):
    told = bag.open(bag.letter(bag.seat, key=None, deadline=None)).stdout
    assert "Something happened." in told
    assert "To answer" not in told


# --- receipts ----------------------------------------------------------------------------------------------------


def test_a_receipt_for_an_envelope_of_another_home_is_verified_and_remembered(bag, tmp_path):
    from schemas.envelopes import seal

    envelope = seal(
        identity=bag.player,
        version="perikles/1",
        suite="mlkem768x25519",
        game=GAME,
        phase=1,
        seat="red",
        sequence=7,
        word="draft",
        phase_public=bag.keys.setdefault(1, bag.keys[BOOK]).public,
        orders=[],
    )
    told = bag.ostraka("open", bag.file(bag.mail(bag.receipt(envelope), "receipt"))).stdout
    assert told.startswith(f"Received {local_time(AT)}: envelope 7 of red in {GAME}, ")
    assert "sealed on another device" in told
    assert pins(bag)["sequence of red in phase 1"] == 7
    forged = Postbag(tmp_path / "forger").receipt(envelope)
    assert "not the key of any host you have met" in bag.ostraka("open", bag.file(forged), expect=4).stderr


# --- what is none ------------------------------------------------------------------------------------------------


def test_a_file_without_anything_of_a_host_is_said_to_be_so(bag):
    told = bag.ostraka("open", bag.file("Dear Aspasia, how are you?"), expect=2).stderr
    assert "There is nothing to open in" in told
    assert "Give the .ostraka file attached to a mail" in told


def test_what_is_broken_does_not_hide_what_is_whole(bag):
    raw = bag.letter(bag.seat)
    torn = "-----BEGIN OSTRAKA RECEIPT-----\nnothing"
    told = bag.ostraka("open", bag.file(f"{armor('letter', raw)}\n{torn}"), expect=1)
    assert "Something happened." in told.stdout
    assert "the block has no END line" in told.stderr


def test_a_statement_that_is_for_the_host_is_named_and_left(bag):
    start = sign_payload(Start(game=GAME, organiser=bag.player.key_id), bag.player)
    assert bag.ostraka("open", bag.file(start.to_json())).stdout == (
        "This is a statement for the host (start): there is nothing to open.\n"
    )


def test_the_same_document_twice_in_a_mail_is_one(bag):
    text = armor("letter", bag.letter(bag.seat))
    assert [type(found) for found in find_documents((text + text).encode(), "mail")] == [Armored]
    assert [type(found) for found in find_documents(b'{"neither": 1}', "file")] == [Broken]
