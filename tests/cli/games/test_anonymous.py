"""Anonymous games from the command line: nothing more to learn, and nothing that tells who plays."""

from __future__ import annotations

import json

from schemas.keys.aliases import is_alias
from tests.cli.conftest import PLAYERS, invoke


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

    (stage.home(who).root / "hosts.json").rename(tmp_path / "hosts.json")  # another machine, with the same key
    assert seat in run(who, "view", game, seat).stdout
    run("aspasia", "game", "annul", game, "--yes")
    shown = json.loads(run("thais", "game", "show", game, "--json").stdout)
    assert [one["holder"] for one in shown["seats"]] == [*PLAYERS[:3]]
