"""Games by the dozen: created like another or many at once, filled from a table, found in lists, left again."""

import json

from tests.cli.conftest import invoke

TERMS = ("--deadline", "2d", "--grace", "6h", "--tag", "cup", "--start", "full", "--private", "until-over")


def run(stage, who, *words, **more):
    return invoke(stage, stage.home(who), *words, **more).stdout


def test_many_games_like_one_are_created_filled_from_a_table_and_begin_by_themselves(stage, tmp_path):
    words = ("game", "create", "perikles", "--scenario", "opening", "--seats", "3", "--name", "Heat", *TERMS)
    first = run(stage, "aspasia", *words).strip()
    many = ("game", "create", "--like", first, "--name", "Cup", "--deadline", "1d", "--count", "2")
    games = run(stage, "aspasia", *many).split()
    assert run(stage, "aspasia", *many).split() == games
    one = json.loads(run(stage, "aspasia", "game", "show", games[1], "--json"))
    assert (one["name"], one["start"], one["private"], one["tags"]) == ("Cup 2", "full", "until-over", ["cup"])
    assert (one["terms"]["phase_seconds"], one["terms"]["grace_seconds"]) == (86_400, 21_600)
    assert (len(one["seats"]), one["seats_a_player"]) == (3, 1)
    table = tmp_path / "players.csv"
    table.write_text("player,seat\nkleon,red\nnikias,\nthais,\nkleon,\n")
    inviting = ("game", "invite", *games, "--csv", str(table), "--json")
    assert json.loads(run(stage, "aspasia", *inviting))["new"] == ["kleon", "nikias", "thais", "kleon"]
    assert json.loads(run(stage, "aspasia", *inviting))["new"] == []
    listed = ("game", "list", "--tag", "cup", "--vacant", "--mine", "--json")
    assert [game["name"] for game in json.loads(run(stage, "thais", *listed))] == ["Cup 1"]
    assert json.loads(run(stage, "thais", *(word for word in listed if word != "--mine"))) == []
    assert run(stage, "kleon", "game", "join", games[0]) == "red\n"
    asked = invoke(stage, stage.home("kleon"), "leave", games[0], stdin="n\n", expect=1).stderr
    assert asked.startswith(f"Leave {games[0]}? Anyone may then take red. [y/N]: ")
    assert run(stage, "kleon", "leave", games[0], "--yes") == f"You have left {games[0]}; red is free again.\n"
    for who in ("kleon", "nikias", "thais"):
        run(stage, who, "game", "join", games[0])
    assert ", running" in run(stage, "kleon", "game", "show", games[0])
    assert "Error: " in invoke(stage, stage.home("gorgo"), "game", "show", games[0], expect=1).stderr


def test_a_table_that_cannot_be_read_is_refused_with_its_line(stage, tmp_path):
    game = run(stage, "aspasia", "game", "create", "perikles", "--scenario", "opening", "--name", "Heat").strip()
    table = tmp_path / "players.csv"
    for text, why in (
        ("name\nkleon\n", "its first line has to name the columns: player, and if you like seat and game."),
        ("player,game\nkleon,\nthais,elsewhere\n", f"line 3: game elsewhere is none of {game}."),
    ):
        table.write_text(text)
        refused = invoke(stage, stage.home("aspasia"), "game", "invite", game, "--csv", str(table), expect=2).stderr
        assert why in refused
