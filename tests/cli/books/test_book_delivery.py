"""`ostraka book send`, `show`, `withdraw` and `seal`: a book on its way, and how it stands."""

import json

import pytest

from api.mail_in.handling import take_mail
from api.mail_out.postman import Postman
from cli.errors import TrustBroken
from cli.home.home import Home
from cli.trust.pins import Pins
from schemas.documents.armor import find
from schemas.envelopes import Envelope, open_copy, open_envelope
from schemas.statements.canonical import to_base64url
from schemas.statements.payloads import BOOK
from tests.api.hosts import URL, HostUnderTest
from tests.api.mail_in.test_handling import Post
from tests.api.mail_out.test_outbox import Letterbox
from tests.cli.conftest import TERMS, invoke
from tests.cli.mail.postbags import ADDRESS, GAME, Postbag

THEBES = "- {question: D-S1, choose: [{city: thebes}, {city: corinth}]}\n"
LATER = "- {question: D-3, ask_me: true}\n"
WRONG = "- {question: D-3, ask_me: true}\n\n- question: D-3\n  choose: [{town: argos}]\n"
SAID = "1. Place a free cube (D-S1): Thebes (once); else Corinth (once)."


@pytest.fixture
def file(tmp_path):
    def write(text):
        path = tmp_path / "book.yaml"
        path.write_text(text)
        return str(path)

    return write


@pytest.fixture
def bag(tmp_path) -> Postbag:
    bag = Postbag(tmp_path)
    bag.open(bag.letter(bag.seat))
    return bag


# --- sent --------------------------------------------------------------------------------------------------------


def test_a_final_book_answers_and_the_game_goes_on_without_its_player(table, file):
    who, seat = table.asked()
    told = table.ostraka(who, "book", "send", file(THEBES), table.game, seat).stdout
    assert told.splitlines()[0].endswith(f": envelope 1 of {seat} in {table.game}, book (final).")
    table.wait_beyond(1)
    assert f"{who} put a cube in the temple of Thebes." in table.ostraka("kleon", "report", table.game).stdout


def test_a_draft_of_a_book_has_the_game_wait(table, file):
    who, seat = table.asked()
    told = table.ostraka(who, "book", "send", file(THEBES), table.game, seat, "--draft", "--json").stdout
    receipt = json.loads(told)
    assert (receipt["phase"], receipt["word"], receipt["sequence"]) == (BOOK, "draft", 1)
    table.client(who).send(table.game, seat, [], "draft")
    assert table.phase() == 1
    shown = table.ostraka(who, "book", "show", table.game, seat).stdout
    assert "It is a draft: it answers at the deadline only" in shown
    assert "What you have sent for the open phase takes precedence over it." in shown


def test_the_receipt_of_a_book_is_verified_and_kept_and_tells_nothing_of_it(table, file):
    who, seat = table.waiting()
    told = table.ostraka(who, "book", "send", file(THEBES), table.game, seat).stdout
    path = table.stage.home(who).receipt_path(table.game, seat, BOOK, 1)
    assert told.endswith(f"The receipt is verified and kept in {path}\n")
    assert b"thebes" not in path.read_bytes()


@pytest.mark.parametrize("command", ["send", "seal"])
@pytest.mark.parametrize(
    ("text", "says"),
    [
        (WRONG, "line 4: entry 2, choose 1: 'town' is not known here; it may hold city, colour"),
        (LATER + "- {question: D-9, ask_me: true}", "line 2: entry 2: there is no question 'D-9'"),
        ("question: D-3", "a book is a list of entries"),
        ("- [", ": not YAML"),
        ("\xff", "utf-8"),
    ],
)
def test_a_book_that_is_wrong_never_leaves_the_machine(opened, file, command, text, says):
    who, seat = opened.asked()
    path = file(text)
    if text == "\xff":
        with open(path, "wb") as wrong:
            wrong.write(b"\xff\xfe")
    told = opened.ostraka(who, "book", command, path, opened.game, seat, expect=2).stderr
    assert told.startswith(f"Error: {path}")
    assert says in told
    assert opened.client(who).questions(opened.game, seat)["book"]["sequence"] == 0


def test_a_book_that_is_larger_than_an_envelope_may_be_is_not_sent(opened, file):
    who, seat = opened.asked()
    entry = "- {question: D-S1, choose: [" + ", ".join(["{city: thebes}"] * 100) + "]}\n"
    told = opened.ostraka(who, "book", "send", file(entry * 200), opened.game, seat, "--json", expect=2).stderr
    assert "bytes of plaintext; at most 65535 fit" in json.loads(told)["message"]
    assert opened.client(who).questions(opened.game, seat)["book"]["sequence"] == 0


@pytest.mark.parametrize("words", [("send", "FILE"), ("seal", "FILE"), ("show",), ("withdraw",)])
def test_nobody_handles_the_book_of_another(opened, file, words):
    who, seat = opened.asked()[0], opened.waiting()[1]
    words = [file(LATER) if word == "FILE" else word for word in words]
    assert "not-your-seat" in opened.ostraka(who, "book", *words, opened.game, seat, expect=1).stderr


@pytest.mark.parametrize("words", [("send", "FILE"), ("seal", "FILE"), ("withdraw",)])
def test_a_game_that_is_over_takes_no_book(finished, file, words):
    words = [file(LATER) if word == "FILE" else word for word in words]
    told = json.loads(finished.ostraka("aspasia", "book", *words, finished.game, "red", "--json", expect=1).stderr)
    assert told["error"] == "no-open-phase"


def test_a_game_that_has_not_begun_takes_no_book(stage, opened, file):
    game = opened.client("aspasia").create_game("perikles", "opening", 4, "Waiting", TERMS)["game"]
    opened.client("aspasia").join(game, "red")
    told = opened.ostraka("aspasia", "book", "send", file(LATER), game, "red", "--json", expect=1).stderr
    assert json.loads(told)["error"] == "not-started"


def test_where_no_service_answers_nothing_is_sent(bag, file):
    told = bag.ostraka("book", "send", file(LATER), GAME, bag.seat, expect=3).stderr
    assert "No host answers" in told


# --- shown -------------------------------------------------------------------------------------------------------


def test_a_book_is_shown_with_what_it_would_do_now(table, file):
    who, seat = table.asked()
    table.ostraka(who, "book", "send", file(LATER), table.game, seat)
    table.ostraka(who, "book", "send", file(THEBES), table.game, seat, "--draft")
    assert table.ostraka(who, "book", "show", table.game, seat).stdout.splitlines() == [
        f"# draft: envelope 2 of {seat}, its book",
        SAID,
        "",
        "It is a draft: it answers at the deadline only, and until then the game waits for you.",
        "It has not been used at any cut yet.",
        "",
        "Place a free cube (D-S1):",
        "  Entry 1 of your book answers: Thebes.",
    ]


def test_what_was_used_up_is_told_apart(table, file):
    who, seat = table.asked()
    table.ostraka(who, "book", "send", file(THEBES), table.game, seat)
    table.wait_beyond(1)
    told = table.ostraka(who, "book", "show", table.game, seat).stdout
    assert SAID in told
    assert "It is in force. What is left of it:\n1. Place a free cube (D-S1): Corinth (once).\n" in told
    shown = json.loads(table.ostraka(who, "book", "show", table.game, seat, "--json").stdout)
    assert shown["in_force"] is True
    assert [entry["choose"] for entry in shown["entries"]] == [[{"city": "thebes"}, {"city": "corinth"}]]
    assert [entry["choose"] for entry in shown["left"]] == [[{"city": "corinth"}]]


def test_a_book_in_force_of_which_nothing_was_used_says_so(table, file):
    who, seat = table.waiting()
    table.ostraka(who, "book", "send", file(LATER), table.game, seat)
    table.play_one_phase()
    assert (
        "It is in force, and none of it has been used." in table.ostraka(who, "book", "show", table.game, seat).stdout
    )


def test_a_second_device_shows_the_book_and_replaces_it(table, file, second_device):
    who, seat = table.waiting()
    table.ostraka(who, "book", "send", file(THEBES), table.game, seat)
    other = second_device(who)
    told = invoke(table.stage, other.home, "book", "show", table.game, seat).stdout
    assert told.startswith(f"# final: envelope 1 of {seat}, its book\n{SAID}\n")
    sent = invoke(table.stage, other.home, "book", "send", file(LATER), table.game, seat).stdout
    assert sent.splitlines()[0].endswith(f": envelope 2 of {seat} in {table.game}, book (final).")


def test_who_never_had_a_book_is_told_so(opened):
    who, seat = opened.asked()
    told = opened.ostraka(who, "book", "show", opened.game, seat, expect=1).stderr
    send = f"ostraka book send FILE {opened.game} {seat}"
    assert told == f"Error: {seat} of {opened.game} has never had a book. To send one: {send}\n"


def test_a_book_outlives_its_game_in_its_authors_eyes(table, file):
    who, seat = table.asked()
    table.ostraka(who, "book", "send", file(THEBES + LATER), table.game, seat)
    table.wait_beyond(1)
    table.play_on()
    told = table.ostraka(who, "book", "show", table.game, seat).stdout
    assert SAID in told
    assert told.endswith("The game is over: nothing more will be asked.\n")


def test_a_book_of_a_game_that_was_ended_can_be_shown(table, file):
    who, seat = table.waiting()
    table.ostraka(who, "book", "send", file(LATER), table.game, seat)
    table.ostraka("aspasia", "game", "end", table.game, "--yes")
    assert table.ostraka(who, "book", "show", table.game, seat).stdout.endswith(
        "The game is over: nothing more will be asked.\n"
    )


# --- the host may not go back ------------------------------------------------------------------------------------


def test_a_host_that_forgets_a_book_that_it_gave_a_receipt_for_is_found_out(table, file, twist):
    who, seat = table.waiting()
    table.ostraka(who, "book", "send", file(THEBES), table.game, seat)
    older = table.client(who).wire.get(f"/games/{table.game}/phases/0/envelopes/{seat}", signed=True)
    table.ostraka(who, "book", "send", file(LATER), table.game, seat)
    twist(r"/questions$", lambda told: {**told, "book": {**told["book"], "sequence": 1}})
    twist(r"/phases/0/envelopes/", lambda _: dict(older))
    for words in (("send", file(THEBES)), ("show",), ("withdraw",)):
        told = table.ostraka(who, "book", *words, table.game, seat, expect=4).stderr
        assert "it holds envelope 1, but it gave a receipt for 2" in told


def test_a_host_that_says_that_there_never_was_a_book_is_found_out(table, file):
    who, seat = table.waiting()
    client = table.client(who)
    client.pins.raise_to(table.game, {f"sequence of {seat} in phase {BOOK}": 3})
    with pytest.raises(TrustBroken, match="it holds envelope 0, but it gave a receipt for 3"):
        client.own_envelope(table.game, seat, BOOK)


# --- withdrawn ---------------------------------------------------------------------------------------------------


def test_a_book_that_was_withdrawn_answers_no_more(table, file):
    who, seat = table.waiting()
    table.ostraka(who, "book", "send", file(THEBES), table.game, seat)
    told = table.ostraka(who, "book", "withdraw", table.game, seat).stdout
    assert told.splitlines()[0].endswith(f": envelope 2 of {seat} in {table.game}, book (withdrawn).")
    assert table.ostraka(who, "book", "show", table.game, seat).stdout == (
        f"# withdrawn: envelope 2 of {seat}, its book\n\nYou have no book: it was withdrawn.\n"
    )
    while table.asked() != (who, seat):
        table.play_one_phase()
    assert table.client(who).view(table.game, seat)["view"].get("books", {}) == {}


# --- sealed, for a mail ------------------------------------------------------------------------------------------


def test_a_book_is_sealed_offline_to_the_key_of_the_books(bag, file):
    told = bag.ostraka("book", "seal", file(THEBES), GAME, bag.seat, "--offline", "--draft")
    [block] = find(told.stdout)
    envelope = Envelope.parse(block.document)
    header = envelope.header
    assert (header.phase, header.seat, header.sequence, header.word) == (BOOK, bag.seat, 1, "draft")
    assert header.phase_key == bag.keys[BOOK].id
    [leaf] = open_envelope(envelope, bag.keys[BOOK].private)
    assert leaf.order == {"question": "D-S1", "choose": [{"city": "thebes"}, {"city": "corinth"}]}
    assert open_copy(envelope, bag.player) == [leaf]
    assert told.stderr.startswith(
        f"# Not sent yet: mail envelope 1 of {bag.seat} in {GAME}, book (draft) to {ADDRESS}\n"
    )
    assert "thebes" not in told.stdout


def test_every_sealed_book_has_a_higher_sequence_and_its_receipt_is_kept(bag, file):
    words = ("book", "seal", file(THEBES), GAME, bag.seat, "--offline", "--json")
    first, second = (json.loads(bag.ostraka(*words).stdout) for _ in range(2))
    assert [first["sequence"], second["sequence"]] == [1, 2]
    envelope = Envelope.parse(find(second["armored"])[0].document)
    told = bag.ostraka("open", bag.file(bag.mail(bag.receipt(envelope), "receipt"))).stdout
    assert f"The receipt is verified and kept in {bag.home.receipt_path(GAME, bag.seat, BOOK, 2)}" in told


def test_a_book_is_sealed_into_a_file_even_when_nothing_is_asked(bag, file):
    bag.open(bag.letter(bag.seat, key=None, at="2026-11-21T12:00:00Z"))
    output = bag.root / "book.txt"
    told = bag.ostraka("book", "seal", file(LATER), GAME, bag.seat, "--offline", "-o", str(output)).stdout
    assert told == f"In {output}: envelope 1 of {bag.seat} in {GAME}, book (final).\n"
    assert Envelope.parse(find(output.read_text())[0].document).header.phase == BOOK


def test_a_book_is_explained_offline(bag, file):
    told = bag.ostraka("book", "explain", file(THEBES), GAME, bag.seat, "--offline").stdout
    assert told.endswith("Place a free cube (D-S1):\n  Entry 1 of your book answers: Thebes.\n")


def test_without_a_letter_nothing_is_sealed_offline(tmp_path, file):
    bag = Postbag(tmp_path)
    told = bag.ostraka("book", "seal", file(LATER), GAME, "red", "--offline", expect=2).stderr
    assert f"No letter to red of {GAME} was opened here." in told


def test_what_is_sealed_for_a_mail_is_never_undone_by_what_was_sent_meanwhile(table, file):
    who, seat = table.waiting()
    made = json.loads(table.ostraka(who, "book", "seal", file(THEBES), table.game, seat, "--json").stdout)
    assert (made["phase"], made["sequence"], made["address"]) == (BOOK, 1, None)
    assert table.client(who).send_book(table.game, seat, [])["sequence"] == 2


# --- by mail, there and back -------------------------------------------------------------------------------------


@pytest.fixture
def host(tmp_path):
    (tmp_path / "host").mkdir()
    host = HostUnderTest(tmp_path / "host")
    yield host
    host.close()


def test_a_book_sealed_offline_from_a_mail_is_taken_by_mail_and_answers(host, tmp_path, file):
    game = host.started()
    [seat] = host.asked(game)
    home, letterbox = Home(tmp_path / "home"), Letterbox()
    home.keep_file(home.key_path("me"), host.seats[game][seat].identity.to_bytes())
    Pins(home, URL).pin_host(to_base64url(host.host.identity.signing_key), "Host")

    def ostraka(*words):
        return invoke(None, home, *words, OSTRAKA_URL="http://127.0.0.1:9").stdout

    def newest_mail(kind):
        Postman(host.host, letterbox).run_once()
        found = [mail for mail in letterbox.mails if f"{seat}@players.test" in mail["To"] and kind in mail["Subject"]]
        path = tmp_path / "mail.eml"
        path.write_bytes(found[-1].as_bytes())
        return str(path)

    ostraka("open", newest_mail("Your turn"))
    armored = ostraka("book", "seal", file(THEBES), game, seat, "--offline")
    taken = take_mail(host.host, Post(host).mail(f"My book.\n\n{armored}", f"{seat}@players.test"))
    assert [outcome.refusals for outcome in taken.outcomes] == [()]
    assert f": envelope 1 of {seat} in {game}, book (final)." in ostraka("open", newest_mail(""))
    assert home.receipt_path(game, seat, BOOK, 1).exists()
    host.work()
    assert host.position(game).cities["thebes"].temple[seat] == 3
