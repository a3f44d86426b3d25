"""`ostraka game pause` and the other acts of an organiser, against a real service."""

import json
from collections.abc import Iterator

import pytest

from cli.games.organiser import ORGANISER_COMMANDS, change
from schemas.statements.payloads import Acts
from tests.cli.conftest import TERMS, Table, read_only


def show(table) -> dict:
    return json.loads(table.ostraka("kleon", "game", "show", table.game, "--json").stdout)


def summary_of(table) -> str:
    return table.ostraka("kleon", "game", "show", table.game).stdout


def organise(table, command: str, *words: str, **more):
    return table.ostraka("aspasia", "game", command, table.game, *words, **more)


@pytest.fixture(scope="module")
def under_way(stage) -> Iterator[Table]:
    """A game of which a phase has been played; only to be read."""
    with read_only(stage) as table:
        table.play_one_phase()
        yield table


def test_every_act_of_an_organiser_has_its_command():
    acts = {kind.__struct_config__.tag for kind in Acts.__args__}
    assert {command.name for command in ORGANISER_COMMANDS} == acts - {"rekey"}  # game rekey: test_rekeying


def test_a_game_is_paused_and_resumed_for_a_reason_that_everybody_reads(table):
    assert organise(table, "pause", "--reason", "Olympia").stdout == f"{table.game} is paused.\n"
    assert ", running, paused since " in summary_of(table)
    log = table.ostraka("kleon", "log", table.game).stdout
    assert "organiser: pause (Olympia)" in log
    assert organise(table, "pause", expect=1).stderr.endswith("(already-paused)\n")
    assert organise(table, "resume").stdout == f"{table.game} goes on.\n"
    assert "paused" not in summary_of(table)


def test_an_act_with_json_tells_the_game_after_it(table):
    assert json.loads(organise(table, "pause", "--json").stdout)["paused_at"]
    assert json.loads(organise(table, "resume", "--json").stdout)["paused_at"] is None


def test_the_deadline_is_extended(table):
    before = show(table)["open"]["deadline"]
    assert organise(table, "extend", "36h").stdout == f"The deadline in {table.game} is now 1 day and 12 hours later.\n"
    assert show(table)["open"]["deadline"] > before
    assert "is not a length of time" in organise(table, "extend", "soon", expect=2).stderr


def test_where_an_address_is_none_nobody_is_invited(opened):
    refused = organise(opened, "invite", "arete@players.example", "arete@", expect=2)
    assert "Nobody is invited: arete@ is no email address; write it as in kleon@example.org." in refused.stderr
    assert "arete" not in "".join(path.read_text() for path in (opened.stage.root / "mails").glob("*.eml"))


def test_those_who_are_awaited_are_reminded(table):
    assert organise(table, "remind").stdout == f"Everybody whom {table.game} is waiting for gets a reminder.\n"


def test_a_vacated_seat_is_shown_and_taken_by_whoever_comes_first(table):
    assert organise(table, "vacate", "orange").stdout == "orange is vacant; anyone may join there.\n"
    assert "orange  vacant since " in summary_of(table)
    assert table.ostraka("kleon", "game", "join", table.game).stdout == "orange\n"
    assert show(table)["seats"][3]["player"] == "kleon"


def test_a_replaced_seat_is_kept_for_one_player(table):
    said = organise(table, "replace", "orange", "kleon").stdout
    assert said == "orange is vacant and reserved for kleon, who has to join there.\n"
    assert "reserved for kleon" in summary_of(table)
    assert table.ostraka("nikias", "game", "join", table.game, expect=1).stderr.startswith("Error: Every seat of ")
    assert table.ostraka("nikias", "game", "join", table.game, "orange", expect=1).stderr.endswith("(seat-kept)\n")
    assert table.ostraka("kleon", "game", "join", table.game).stdout == "orange\n"


def test_only_the_organiser_acts(opened):
    refused = opened.ostraka("kleon", "game", "pause", opened.game, expect=1).stderr
    assert refused == "Error: Only the game's organiser, aspasia, can do this. (not-organiser)\n"


@pytest.mark.parametrize(
    "words",
    [
        ("end",),
        ("annul",),
        ("rollback", "--phase", "1"),
        ("amend", "--redeal"),
        ("set-aside", "orange", "--phase", "1"),
    ],
)
@pytest.mark.parametrize("answer", ["n\n", ""])
def test_what_cannot_be_undone_asks_first(under_way, words, answer):
    before = show(under_way)
    refused = organise(under_way, *words, stdin=answer, expect=1)
    assert "[y/N]" in refused.stderr
    assert refused.stdout == ""
    assert show(under_way) == before


def test_a_game_is_ended_with_places_by_the_scores(table):
    ended = organise(table, "end", "--reason", "it is late", stdin="y\n")
    assert ended.stdout == f"{table.game} is over.\n"
    assert "The game is over: ended by the organiser." in summary_of(table)
    assert set(show(table)["places"].values()) == {1}
    assert organise(table, "end", "--yes", expect=1).stderr.endswith("(game-over)\n")


def test_a_game_is_annulled_without_places(table):
    assert organise(table, "annul", "--yes").stdout == f"{table.game} is annulled.\n"
    assert show(table)["places"] == {}


def test_a_game_goes_back_to_before_a_phase_was_resolved(table):
    table.play_one_phase()
    first = table.client("aspasia").report(table.game)[1]["events"][0]["seat"]
    assert organise(table, "rollback", "--phase", "1", "--yes").stdout == f"{table.game} is back before phase 1.\n"
    now = show(table)["open"]
    assert (now["phase"], now["asked"][0]["seat"]) == (3, first)
    assert organise(table, "rollback", "--yes", expect=2).stderr.startswith("Error: Missing option '--phase'")
    table.play_one_phase()


def test_nothing_is_set_aside_of_a_game_that_goes_on(table):
    refused = organise(table, "set-aside", "orange", "--phase", "1", "--yes", expect=1).stderr
    assert refused.endswith("(not-stopped)\n")


def test_a_position_is_amended_openly(table):
    path = "cities.athens.temple.red"
    view = table.client("kleon").view(table.game)["view"]
    before = view["cities"]["athens"]["temple"]["red"]
    assert organise(table, "amend", "--set", f"{path}={before + 1}", "--yes").stdout == (
        f"The position of {table.game} is amended.\n"
    )
    assert table.client("kleon").view(table.game)["view"]["cities"]["athens"]["temple"]["red"] == before + 1
    assert f"changes={{'{path}': {before + 1}}}" in table.ostraka("kleon", "log", table.game).stdout


@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        ((), 2, "Name what to change: add --set PATH=VALUE or --redeal."),
        (("--set", "turn"), 2, "--set turn: write PATH=VALUE"),
        (("--set", "=2"), 2, "--set =2: write PATH=VALUE"),
        (("--set", "turn=[1"), 2, "--set turn=[1: "),
        (("--set", "city=2"), 1, "there is no 'city' here"),
    ],
)
def test_an_amendment_that_cannot_be_is_refused_with_what_could(opened, words, code, sentence):
    assert sentence in organise(opened, "amend", *words, "--yes", expect=code).stderr


@pytest.mark.parametrize(
    ("given", "path", "value"),
    [
        ("turn=2", "turn", 2),
        ("a.b=no", "a.b", "no"),
        ("a=true", "a", True),
        ("a=[x, y]", "a", ["x", "y"]),
        ("a={b: 1}", "a", {"b": 1}),
        ("a=b=c", "a", "b=c"),
    ],
)
def test_a_change_is_a_path_and_a_yaml_value(given, path, value):
    assert change(given) == (path, value)


def test_players_are_invited_by_handle_and_by_address(stage, opened):
    game = stage.client("aspasia").create_game("perikles", "opening", 4, "Sherds", TERMS)["game"]
    words = ("game", "invite", game)
    said = opened.ostraka("aspasia", *words, "kleon", "gorgo@players.example").stdout
    assert said == f"Invited to {game}: kleon and gorgo@players.example.\n"
    asked = json.loads(opened.ostraka("aspasia", *words, "nikias", "--seat", "green", "--json").stdout)
    assert asked == {"game": game, "invited": ["nikias"], "seat": "green", "new": ["nikias"]}
    assert "green   reserved for nikias" in opened.ostraka("kleon", "game", "show", game).stdout
    assert opened.ostraka("nikias", "game", "join", game).stdout == "green\n"
    assert opened.ostraka("kleon", "game", "join", game).stdout == "red\n"


def test_where_a_name_is_nobodys_it_is_named_and_nobody_is_invited(stage, opened):
    game = stage.client("aspasia").create_game("perikles", "opening", 4, "Sherds", TERMS)["game"]
    refused = opened.ostraka("aspasia", "game", "invite", game, "kleon", "nobody", "nikias", "no-one", expect=1).stderr
    assert refused.startswith("Error: Nobody is invited: nobody and no-one are not registered at ")
    assert "Somebody new is invited by email address." in refused
    assert opened.ostraka("aspasia", "game", "invite", game, "kleon").stdout == f"Invited to {game}: kleon.\n"


def test_a_seat_is_kept_for_one_player_only(opened):
    refused = organise(opened, "invite", "kleon", "nikias", "--seat", "green", expect=2).stderr
    assert refused == "Error: --seat reserves a seat for one player, but you name 2.\n"
