"""Anonymous games from the command line: nothing more to learn, and nothing that tells who plays."""

from __future__ import annotations

import json

from schemas.keys.aliases import is_alias
from tests.cli.conftest import PLAYERS, invoke
from tests.patience import wait_until


def pages(client):
    """What a player's feed holds, page by page: they may play in many games."""
    cursor, more = None, True
    while more:
        page = client.player_feed(cursor)
        cursor, more = page["next"], page["more"]
        yield page


def test_who_joins_an_anonymous_game_plays_it_with_the_commands_of_every_game(stage, tmp_path):
    def run(who, *words, **more):
        return invoke(stage, stage.home(who), *words, **more)

    made = run("aspasia", "game", "create", "perikles", "--scenario", "opening", "--name", "Masks", "--anonymous")
    game = made.stdout.strip()
    aliases = {}
    for who, seat in zip(PLAYERS, ("red", "green", "black"), strict=False):
        joined = run(who, "game", "join", game)
        assert joined.stdout.strip() == seat
        assert "nobody but the host knows who you are until the game is over" in joined.stderr
        aliases[seat] = json.loads(run(who, "game", "join", game, seat, "--json").stdout)["alias"]
    shown = json.loads(run("thais", "game", "show", game, "--json").stdout)
    assert {one["seat"]: one["player"] for one in shown["seats"]} == aliases
    assert all(map(is_alias, aliases.values()))
    run("aspasia", "game", "start", game)
    seat = stage.client("aspasia").phase(game)["asked"][0]["seat"]
    who = PLAYERS[list(aliases).index(seat)]
    waiting = json.loads(run(who, "next", "--json").stdout)["seats"]
    mine = next(one for one in waiting if one["game"] == game)
    assert (mine["seat"], mine["player"]) == (seat, who)
    assert mine["commands"] == [f"ostraka {what} {game} {seat}" for what in ("table", "play")]

    run(who, "token", "new", "eye", "--scope", "seats", "--game", game)
    [token] = json.loads(run(who, "token", "list", "--json").stdout)
    assert (token["name"], token["games"]) == ("eye", [game])
    assert stage.client(who).wire.get(f"/players/{who}/tokens", signed=True)["tokens"] == []
    run(who, "token", "revoke", "eye")
    assert any(game in {item["game"] for item in page["items"]} for page in pages(stage.client(who)))
    assert game in {seat["game"] for seat in stage.client(who).waiting_everywhere()}

    (stage.home(who).root / "hosts.json").rename(tmp_path / "hosts.json")  # another machine, with the same key
    assert seat in run(who, "view", game, seat).stdout
    run("aspasia", "game", "annul", game, "--yes")
    shown = json.loads(run("thais", "game", "show", game, "--json").stdout)
    assert [one["holder"] for one in shown["seats"]] == [*PLAYERS[:3]]


PLAN = """
name: Masked cup
kind: mini
title: perikles
scenario: opening
tables: [3]
most: 3
anonymous: true
terms:
  deadline: 2d
"""


def test_who_enters_an_anonymous_contest_is_drawn_and_plays_as_in_every_contest(stage, tmp_path):
    def run(who, *words, **more):
        return invoke(stage, stage.home(who), *words, **more)

    (tmp_path / "plan.yaml").write_text(PLAN)
    assert (
        "Anonymous: entrants play under aliases, and their names are revealed when it is over. The "
        "organiser does not play."
    ) in run("thais", "contest", "create", str(tmp_path / "plan.yaml"), "--check").stdout
    contest = run("thais", "contest", "create", str(tmp_path / "plan.yaml")).stdout.strip()
    run("thais", "contest", "enter", contest, expect=1)
    run("kleon", "contest", "enter", contest)
    asked = run("kleon", "contest", "leave", contest, stdin="\n", expect=1).stderr
    assert asked.startswith(f"Leave {contest}? You are drawn in no later round. [y/N]: ")
    run("kleon", "contest", "leave", contest, "--yes")
    for who in PLAYERS[:3]:
        assert "nobody but the host knows who you are" in run(who, "contest", "enter", contest).stdout
    client = stage.client("kleon")
    wait_until("it is drawn", lambda: any(one["tables"] for one in client.contest(contest)["rounds"]))
    [table] = client.contest(contest)["rounds"][0]["tables"]
    wait_until("it is dealt", lambda: table["game"] in [one["game"] for one in client.games(status="running")])
    seats = {who: json.loads(run(who, "next", "--json").stdout)["seats"] for who in PLAYERS[:3]}
    mine = {who: next(one["seat"] for one in held if one["game"] == table["game"]) for who, held in seats.items()}
    assert sorted(mine.values()) == sorted(table["seats"])
    for who, seat in mine.items():
        assert seat in run(who, "view", table["game"]).stdout
    run("thais", "contest", "act", contest, "end", "--reason", "enough", "--yes")
    wait_until("it is finished", lambda: client.contest(contest)["status"] == "finished")
    holders = {one["player"]: one["holder"] for one in client.contest(contest)["entrants"]}
    assert {holders[table["seats"][seat]]: seat for seat in mine.values()} == mine
    assert "(was kleon)" in run("thais", "contest", "standings", contest).stdout
    run("thais", "contest", "export", contest, "-o", str(tmp_path / "cup"))
    run("thais", "contest", "verify", str(tmp_path / "cup"))
