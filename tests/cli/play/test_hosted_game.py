"""`ostraka play GAME`: what a game of a real service asks, answered through a pipe, looked over, sealed and sent."""

import re
from collections.abc import Iterator

import pytest

from cli.play.bot import is_over
from schemas.documents.armor import find
from schemas.envelopes import Envelope, open_envelope
from tests.cli.conftest import PLAYERS, SEATS, TERMS, Table, alone_in
from tests.cli.mail.postbags import ADDRESS, GAME, Postbag


def lines(*typed: str) -> str:
    return "".join(f"{line}\n" for line in typed)


def play(table, who: str, *words: str, typed: tuple[str, ...] = (), **more) -> str:
    return table.ostraka(who, "play", table.game, *words, stdin=lines(*typed), **more).stdout


def sent(table, who: str, seat: str, phase: int) -> tuple[str, list]:
    envelope, orders = table.client(who).own_envelope(table.game, seat, phase)
    return envelope.header.word, orders


def test_a_question_is_answered_looked_over_and_sent_as_final_and_its_receipt_kept(table):
    who, seat = table.asked()
    told = play(table, who, seat, typed=("megara", "s", "q"))
    assert "In the temple of which city do you place your first free cube" in told
    assert "  1  Place a free cube: Megara (D-S1)" in told
    assert f": envelope 1 of {seat} in this game, orders for phase 1 (final)." in told
    assert (table.stage.home(who).root / "receipts" / table.game / f"{seat}-1-1.json").exists()
    assert sent(table, who, seat, 1) == ("final", [{"question": "D-S1", "city": "megara"}])


def test_what_came_of_it_is_told_and_who_is_asked_next(table):
    who, seat = table.asked()
    told = play(table, who, typed=("megara", "s", "q"))
    after = told.partition("Phase 1 is resolved.")[2]
    assert f"{who} put a cube in the temple of Megara." in after
    assert f"{seat} is asked nothing more in {table.game} now.\nPhase 2 is open until " in after
    assert table.phase() == 2


def test_the_board_is_shown_first_when_asked_for_and_only_then(table):
    who, seat = table.asked()
    shown = play(table, who, seat, "--board", typed=("q",))
    assert "Influence deck " in shown.partition("In the temple of which city")[0]
    told = play(table, who, seat, typed=("b", "q"))
    assert "Influence deck " not in told.partition("In the temple of which city")[0]
    assert "Influence deck " in told
    assert told.endswith("You have left the game. Nothing was sent.\n")
    assert table.client(who).questions(table.game, seat)["sequence"] == 0


def test_an_answer_is_changed_before_it_goes(table):
    who, seat = table.asked()
    told = play(
        table,
        who,
        typed=("megara", "?", "nonsense", "u", "1", "corinth", "athens", "1", "2", "argos", "{city: thebes}", "s", "q"),
    )
    assert "'nonsense' does nothing here" in told
    assert "(an extra order is removed)" in told
    assert sent(table, who, seat, 1)[1][-1] == {"question": "D-S1", "city": "thebes"}


def test_an_order_without_being_asked_is_added_and_taken_back_in_the_review(table):
    who, seat = table.asked()
    told = play(table, who, typed=("megara", "o", "1", "corinth", "argos", "1", "s", "q"))
    assert "  1  Order the second free cube ahead: Corinth (D-S1B)" in told
    assert len(sent(table, who, seat, 1)[1]) == 1


def test_what_the_rules_refuse_as_a_whole_is_not_sent(table, monkeypatch):
    who, seat = table.asked()
    from adjudicator.kernel import Title
    from adjudicator.kernel.title.knowing import Refusal

    monkeypatch.setattr(Title, "check", lambda *_: [Refusal("D-S1", "9.99", "not like this")])
    told = play(table, who, typed=("megara", "s", "q"))
    assert "Refused: not like this (D-S1, 9.99)." in told
    assert "Not sent: first change what the rules refuse." in told
    assert table.client(who).questions(table.game, seat)["sequence"] == 0


def test_a_draft_waits_and_is_taken_up_again_where_it_was_left(table):
    who, seat = table.asked()
    told = play(table, who, seat, "--draft", typed=("megara", "s"))
    assert f": envelope 1 of {seat} in this game, orders for phase 1 (draft)." in told
    assert "Phase 1 is open until " in told
    again = play(table, who, seat, typed=("s", "q"))
    assert "Envelope 1 (draft) is already in; what you send now replaces it." in again
    assert "  1  Place a free cube: Megara (D-S1)" in again
    assert sent(table, who, seat, 1) == ("final", [{"question": "D-S1", "city": "megara"}])


@pytest.mark.parametrize(("typed", "word"), [("draft", "draft"), ("final", "final")])
def test_the_word_is_chosen_in_the_review_too(table, typed, word):
    who, seat = table.asked()
    play(table, who, seat, typed=("megara", typed, "q"))
    assert sent(table, who, seat, 1)[0] == word


def test_what_was_withdrawn_is_not_taken_up_again(table):
    who, seat = table.asked()
    play(table, who, seat, "--draft", typed=("megara", "s"))
    table.client(who).withdraw(table.game, seat)
    assert "is already in; what you send" not in play(table, who, seat, typed=("q",))


def test_input_that_ends_before_the_answer_is_sent_is_an_error_and_nothing_is_sent(table):
    who, seat = table.asked()
    told = table.ostraka(who, "play", table.game, seat, stdin="megara\n", expect=1).stderr
    assert told == f"Error: The input ended before the answer of {seat} was sent.\n"
    assert table.client(who).questions(table.game, seat)["sequence"] == 0


def test_a_phase_that_closed_meanwhile_is_said_and_nothing_is_sent_to_the_next(table, monkeypatch):
    who, seat = table.asked()
    from cli.seat.hosted import HostedGame

    def slow(game):
        held = truth(game)
        table.play_one_phase()
        return held

    truth = HostedGame.given
    monkeypatch.setattr(HostedGame, "given", slow)
    told = table.ostraka(who, "play", table.game, seat, stdin=lines("2", "s"), expect=1).stderr
    assert told.startswith("Error: The phase was cut before your answer was sent. It does not count. It would have")


def test_a_seat_that_is_not_asked_reads_whom_the_game_waits_for(opened):
    who, seat = opened.waiting()
    told = play(opened, who, seat)
    assert told.startswith(f"{seat} is asked nothing in {opened.game} now.\nPhase 1 is open until ")
    assert f"The game waits for {opened.asked()[0]} to place a free cube." in told


def test_news_since_the_last_answer_come_first(table):
    who, seat = table.asked()
    play(table, who, typed=("megara", "s", "q"))
    while table.asked()[1] != seat:
        table.play_one_phase()
    told = play(table, who, seat, typed=("q",))
    assert f"{who} put a cube in the temple of Megara." in told.partition("In the temple of which city")[0]
    assert "is the first player" not in told


# --- whose seat it is ------------------------------------------------------------------------------------------------


@pytest.fixture
def double(stage) -> Iterator[Table]:
    table = alone_in(stage, "aspasia", "Alone")
    yield table
    table.close()


def test_several_seats_of_one_player_are_named_when_none_is_given(double):
    told = double.ostraka("aspasia", "play", double.game, expect=2).stderr
    assert told == (
        f"Error: Which seat? aspasia holds red, green, black in {double.game}: ostraka play {double.game} SEAT.\n"
    )


def test_who_holds_no_seat_is_told_so(double):
    assert "kleon holds no seat" in double.ostraka("kleon", "play", double.game, expect=2).stderr
    double.ostraka("kleon", "play", double.game, "red", stdin="", expect=1)


CITIES = [{"city": city} for city in ("athens", "sparta", "argos", "corinth", "thebes", "megara")]
COLOURS = ["athens", "sparta", "argos", "corinth", "thebes", "megara", "any"]
BOOK = [{"question": "D-S1", "choose": CITIES}, {"question": "D-2", "choose": [{"colours": COLOURS}]}]


def alone_with_books(stage, scenario: str) -> Table:
    """A game of aspasia's in which the other seats have books, so that phases follow each other at once."""
    clients = [stage.client(who) for who in PLAYERS[:3]]
    game = clients[0].create_game("perikles", scenario, 3, "Books", TERMS)["game"]
    for client, seat in zip(clients, SEATS, strict=False):
        client.join(game, seat)
    clients[0].start(game)
    for client, seat in zip(clients[1:], SEATS[1:], strict=False):
        client.send_book(game, seat, BOOK)
    table = Table(stage, game)
    while (asked := table.asked())[1] != "red":  # a book counts from the first cut after it came
        is_over(stage.client(asked[0]), game, asked[1], "random")
    return table


def test_a_chain_is_told_and_whoever_is_asked_again_may_go_on_at_once(stage):
    table = alone_with_books(stage, "standard")
    first = table.phase()
    told = play(table, "aspasia", typed=("athens", "s", "", "b", "d", "draft"))
    news, again = told.partition("red is asked again: press Enter to go on, or type q to leave> ")[::2]
    assert f"Phase {first} is resolved." in news
    assert "aspasia put a cube in the temple of Athens." in news
    assert news.splitlines()[-1].endswith(" (D-S1)")
    assert "aspasia put a cube" not in again.partition("Received ")[0]
    assert sent(table, "aspasia", "red", table.phase())[0] == "draft"


def test_a_veiled_phase_tells_nobody_who_is_in_so_it_may_be_cut_when_one_has_sent(opened, twist):
    from cli.play.waiting import may_be_cut_now

    twist(r"/phase$", lambda phase: {**phase, "veiled": True, "asked": []})
    client = opened.client("aspasia")
    assert may_be_cut_now(client, client.game(opened.game), 1)
    assert not may_be_cut_now(client, client.game(opened.game), 0)


def test_whoever_does_not_go_on_has_sent_what_he_sent(stage):
    table = alone_with_books(stage, "standard")
    assert play(table, "aspasia", typed=("athens", "s", "q")).endswith(
        "red is asked again: press Enter to go on, or type q to leave> \n"
    )
    assert play(table, "aspasia", typed=("q",)).count("In the temple of which city") == 1


def test_the_end_of_a_game_is_told_with_places_and_scores(stage):
    table = alone_with_books(stage, "opening")
    while table.phase():
        told = play(table, "aspasia", typed=("athens", "s"))
    assert f"{table.game} is over: " in told
    assert re.fullmatch(r"1\. \w+, \d+", told.rpartition(" is over: ")[2].splitlines()[1])


def test_a_game_that_is_over_asks_nothing(finished):
    told = finished.ostraka("kleon", "play", finished.game, expect=1).stderr
    assert told == f"Error: {finished.game} is over.\n"


def test_a_game_that_has_not_begun_or_is_not_there_is_said(stage):
    client = stage.client("aspasia")
    game = client.create_game("perikles", "opening", 3, "Not yet", TERMS)["game"]
    client.join(game)
    table = Table(stage, game)
    assert "(not-started)" in table.ostraka("aspasia", "play", game, expect=1).stderr
    assert "(unknown-game)" in table.ostraka("aspasia", "play", "babab-babab-babab", expect=1).stderr


# --- a game or a title -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ("chess",),
            "is neither a title (athens_sparta, pericles, perikles, polis) nor the name or id of a game; an id is",
        ),
        (("lusab-babad",), "is neither a title"),
        (("lusab-babad-gutih", "--save", "x.json"), "--save is for games on this machine; lusab-babad-gutih is at"),
        (("lusab-babad-gutih", "--seat", "red"), "--seat is for games on this machine"),
        (("perikles", "red"), "SEAT is for games at a host; on this machine choose seats with --seat."),
        (("perikles", "--draft"), "is for games at a host"),
        (("perikles", "--board"), "--board is for games at a host"),
    ],
)
def test_what_is_for_the_other_kind_of_game_is_refused(alone, words, says):
    assert says in alone("play", *words, expect=2).stderr


def test_every_id_of_a_game_is_known_for_one():
    from cli.terminal.finding import GAME_ID
    from schemas.statements.texts import game_id

    assert all(GAME_ID.fullmatch(game_id(bytes([number]) * 32)) for number in range(256))
    assert not GAME_ID.fullmatch("perikles")


def test_a_phase_is_waited_for_only_where_it_can_be_cut(table):
    from cli.play.waiting import may_be_cut_now

    who, seat = table.asked()
    client, summary = table.client(who), table.client(who).game(table.game)
    assert not may_be_cut_now(client, summary, 1)
    client.send(table.game, seat, [], "draft")
    for cut, expected in (("in", True), ("final", False), ("deadline", False)):
        assert may_be_cut_now(client, {**summary, "terms": {"cut": cut}}, 1) is expected
    assert may_be_cut_now(client, {**summary, "phase": 7}, 1)
    assert not may_be_cut_now(client, {**summary, "paused_at": "2026-05-01T12:00:00Z"}, 1)


# --- from a letter ---------------------------------------------------------------------------------------------------


@pytest.fixture
def bag(tmp_path) -> Postbag:
    bag = Postbag(tmp_path)
    bag.open(bag.letter(bag.seat))
    return bag


def test_what_the_newest_letter_asks_is_answered_looked_over_and_sealed_to_be_mailed(bag):
    told = bag.ostraka("play", GAME, "--offline", stdin=lines("megara", "s"))
    assert "Something happened." in told.stdout
    assert "In the temple of which city do you place your first free cube" in told.stdout
    [block] = find(told.stdout)
    envelope = Envelope.parse(block.document)
    assert (envelope.header.seat, envelope.header.phase, envelope.header.word) == (bag.seat, 1, "final")
    orders = [leaf.order for leaf in open_envelope(envelope, bag.keys[1].private)]
    assert orders == [{"question": "D-S1", "city": "megara"}]
    assert f"(final) to {ADDRESS}" in told.stderr


def test_what_was_sealed_before_is_taken_up_again_and_the_new_envelope_goes_into_a_file(bag):
    bag.ostraka("play", GAME, bag.seat, "--offline", "--draft", stdin=lines("megara", "s"))
    output = bag.root / "answer.txt"
    told = bag.ostraka("play", GAME, bag.seat, "--offline", "-o", str(output), stdin=lines("s")).stdout
    assert "Envelope 1 (draft) is already in; what you send now replaces it." in told
    [block] = find(output.read_text())
    assert Envelope.parse(block.document).header.sequence == 2
    assert "BEGIN OSTRAKA" not in told


def test_a_letter_that_asks_nothing_and_who_leaves_seal_nothing(bag):
    assert "Nothing was sent." in bag.ostraka("play", GAME, "--offline", stdin=lines("q")).stdout
    other = next(seat for seat in bag.position.seats if seat != bag.seat)
    bag.open(bag.letter(other))
    assert f"{other} is asked nothing in" in bag.ostraka("play", GAME, other, "--offline").stdout
    assert not (bag.home.root / "sealed").exists()
    assert "There are letters to " in bag.ostraka("play", GAME, "--offline", expect=2).stderr


def test_without_a_letter_and_without_a_need_for_a_file_it_says_so(bag):
    assert (
        "No letter of fiviv-fodas-koniv has been opened here"
        in bag.ostraka("play", "fiviv-fodas-koniv", "--offline", expect=2).stderr
    )
    assert "--output needs --offline" in bag.ostraka("play", GAME, "-o", str(bag.root / "x"), expect=2).stderr
