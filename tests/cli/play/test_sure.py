"""What ends a game, or gives something up for good, is asked once more at the terminal."""

import pytest

from cli.rules.saved_games import load_game
from tests.cli.conftest import invoke


def lines(*typed):
    return "".join(f"{line}\n" for line in typed)


SURE = "Type yes if you mean it> "


@pytest.mark.parametrize(("name", "line"), [("polis", "2"), ("athens_sparta", "1")])
def test_who_concedes_at_one_machine_is_asked_once_more(alone, tmp_path, name, line):
    file = tmp_path / "game.json"
    begun = ("play", name, "--seed", "sure", "--save", str(file))
    told = alone(*begun, stdin=lines("o", line, "", "d", "no", "", "q")).stdout
    assert "Noted. It is carried out with your answer, just before it." in told
    assert "You give the game up: it is over for all at the next cut." in told
    assert SURE in told
    assert "Taken back: Concede the game." in told
    sent = load_game(file).phases[0].sent.values()
    assert not {"D18", "D-21"} & {order["question"] for orders in sent for order in orders}
    again = ("play", name, "--seed", "surely", "--save", str(tmp_path / "again.json"))
    alone(*again, stdin=lines("o", line, "", "d", "yes"))
    saved = load_game(tmp_path / "again.json")
    assert saved.over
    assert len(saved.phases[0].sent[saved.people[0]]) == 2


def test_an_answer_that_ends_nothing_is_not_asked_twice(alone):
    assert SURE not in alone("play", "polis", "--seed", "sure", stdin=lines("d", "q")).stdout


@pytest.fixture
def war(stage):
    """A game of two at the host, whose players hold a seat each and are both asked: nobody was dealt a bad hand."""
    create = ("game", "create", "athens_sparta", "--name", "War", "--start", "full")
    asked = {}
    while set(asked.values()) != {True}:
        game = invoke(stage, stage.home("aspasia"), *create).stdout.strip()
        join = ("game", "join", game)
        seats = {who: invoke(stage, stage.home(who), *join).stdout.strip() for who in ("kleon", "nikias")}
        asked = {seat: bool(stage.client(who).questions(game, seat)["questions"]) for who, seat in seats.items()}
    yield game, seats
    client = stage.client("aspasia")
    if client.game(game)["status"] != "over":
        invoke(stage, stage.home("aspasia"), "game", "annul", game, "--yes", "--reason", "done")


def test_orders_that_end_a_game_are_sent_by_a_script_that_says_so(stage, war, tmp_path):
    game, seats = war
    form = tmp_path / "form.yaml"
    form.write_text(f"game: {game}\nphase: 1\nseat: {seats['kleon']}\norders:\n- {{question: D-21}}\n")
    for command in ("send", "seal"):
        words = ("orders", command, game, seats["kleon"], str(form))
        asked = invoke(stage, stage.home("kleon"), *words, stdin="n\n", expect=1).stderr
        assert asked.startswith("You give the game up: it is over for all at the next cut. Send it? [y/N]: ")
        assert stage.client("kleon").questions(game, seats["kleon"])["sequence"] == 0
    book = tmp_path / "book.yaml"
    book.write_text("- question: D-21\n  choose: [{}]\n")
    sending = ("book", "send", str(book), game, seats["kleon"])
    asked = invoke(stage, stage.home("kleon"), *sending, stdin="n\n", expect=1).stderr
    assert "it is over for all at the next cut. Send it? [y/N]: " in asked
    sent = invoke(stage, stage.home("kleon"), "orders", "send", game, seats["kleon"], str(form), "--yes").stdout
    assert "envelope 1 of " in sent
    reviewed = ("play", game, seats["kleon"], "--draft")
    told = invoke(stage, stage.home("kleon"), *reviewed, stdin=lines("d", "s", "no", "q")).stdout
    assert "1  Concede the game (D-21)" in told
    assert SURE in told
    assert stage.client("kleon").questions(game, seats["kleon"])["sequence"] == 1
