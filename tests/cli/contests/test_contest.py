"""`ostraka contest` against a real service: docs/contests.md from its first command to its last."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from cli.contests.shared.told import facts_of
from tests.cli.conftest import PLAYERS, invoke
from tests.patience import wait_until
from tests.schemas.contests.paper import Paper

GUIDE = (Path(__file__).parents[3] / "docs" / "contests.md").read_text()
MINI = re.findall(r"```yaml\n(.*?)```", GUIDE, re.DOTALL)[0]
PLAYERS_CSV = re.findall(r"```text\n(.*?)```", GUIDE, re.DOTALL)[0]
AWAITED = re.compile(r"\d .*(aspasia|kleon|nikias|thais)")
COMMANDS = [
    line.removeprefix("$ ostraka ")
    for block in re.findall(r"```console\n(.*?)```", GUIDE, re.DOTALL)
    for line in block.splitlines()
    if line.startswith("$ ")
]


@pytest.fixture
def run(stage, tmp_path, monkeypatch):
    """A command of the guide as aspasia types it, in a folder of her own."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mini.yaml").write_text(MINI)
    (tmp_path / "players.csv").write_text(PLAYERS_CSV)

    def run(line: str, who: str = "aspasia", **more):
        words, _, file = line.partition(" > ")
        result = invoke(stage, stage.home(who), *shlex.split(words), **more)
        if file:
            (tmp_path / file).write_text(result.stdout)
        return result

    return run


def test_the_guide_for_organisers_is_true_from_its_first_command_to_its_last(run, stage, tmp_path):
    assert any(line.startswith("contest verify") for line in COMMANDS)
    for line in COMMANDS:
        result = run(line)
        if line == "contest create mini.yaml":
            contest = result.stdout.strip()
            run("contest enter lusab-babad-gutih", expect=1)
        if line.startswith("contest invite"):
            assert "aspasia, kleon, nikias and thais@players.example" in result.stdout
            again = json.loads(run(f"{line} --json").stdout)
            assert (len(again["invited"]), again["new"]) == (4, [])
        if line == "contest enter":
            for who in PLAYERS[1:]:
                run(f"contest enter {contest}", who)
            wait_until("round 1 is drawn", lambda: AWAITED.search(run("contest show --stuck").stdout))
        if line == "contest show --stuck":
            assert "1 of 1 games is still being played" in result.stdout
        if line == "contest explain kleon":
            assert "Together 0 points: place" in result.stdout
        if line == "player show kleon":
            assert "Games of contests in twelve months: 1, 0 of them as a substitute; 1 go on" in result.stdout
        if line.startswith("contest verify"):
            assert "draws: 1, each by the next secret of the chain" in result.stdout
        if line.startswith("audit"):
            assert "Sunday mini cup: 1 draw. Each comes from a secret" in result.stdout
            assert "the results of games that go on" in result.stdout
            for named in (contest, f"{stage.url}/contests/{contest}?after=1"):
                assert result.stdout.splitlines()[1:] == run(f"audit {named}").stdout.splitlines()[1:]
            assert "neither a game nor a contest" in run("audit lusab-babad-gutih", expect=2).stderr
            assert "There is no contest called" in run("audit nothing", expect=2).stderr
    shown = json.loads(run("contest show sunday-mini-cup --json").stdout)
    assert sorted(shown["entrants"]) == sorted(PLAYERS)
    [table] = shown["rounds"][0]["tables"]
    seat = next(seat for seat, player in table["seats"].items() if player == "thais")
    run(f"resign {table['game']} {seat} --yes", "thais")
    line = f"ostraka contest act {contest} assistant PLAYER --reason TEXT"
    wait_until("nobody is left to be asked", lambda: line in run("contest show --stuck").stdout)
    [duty] = json.loads(run("next --json").stdout)["contests"]
    assert duty["command"] == line
    assert f"  $ {line}\n" in run("next").stdout
    run(f"{line.removeprefix('ostraka ').replace('PLAYER', 'nobody').replace('TEXT', 'busy')} --yes", expect=1)
    run(f"{line.removeprefix('ostraka ').replace('PLAYER', 'kleon').replace('TEXT', 'busy')} --yes")
    assert line in run("next").stdout  # kleon plays in it too
    assert "aspasia: kleon decides in games in which aspasia plays. Reason: busy" in run("contest show").stdout
    assert [one["contest"] for one in json.loads(run("contest list --status running --json").stdout)] == [contest]
    late = run(f"contest create mini.yaml --instead {contest}", expect=2).stderr
    assert f"4 players have entered {contest} by its plan: it cannot be replaced any more." in late
    (tmp_path / "seeds.yaml").write_text(MINI + "seeds: [kleon, mallory]\nassistant: xanthippe\n")
    checked = run("contest create seeds.yaml --check")
    assert "Not registered at this host yet: mallory, xanthippe." in checked.stderr
    assert "xanthippe decides in games in which the organiser plays." in checked.stdout
    changed = (tmp_path / "cup" / "results.csv").read_bytes().replace(b"aspasia", b"aspasla")
    (tmp_path / "cup" / "results.csv").write_bytes(changed)
    assert "results.csv, line" in run("contest verify cup", expect=4).stderr
    json.loads(run("player show thais --answers --json").stdout)
    json.loads(run("ratings perikles --json").stdout)
    assert run("ratings perikles --csv").stdout.startswith("of,player,scenario,seat,rating,games,provisional\n")
    assert "knows nobody called mallory" in run("player show mallory", expect=1).stderr
    for command in ("standings", "explain thais", "export", "verify"):
        json.loads(run(f"contest {command} --json").stdout)
    assert "place,player,points" in run("contest standings --csv").stdout
    assert "Which act?" in run("contest act dance --reason x --yes", expect=2).stderr
    assert "Write it as: apart PLAYER PLAYER" in run("contest act apart kleon --reason x --yes", expect=2).stderr
    (tmp_path / "own.yaml").write_text("rounds: 1")
    laid = run("contest create mini.yaml --check --components own.yaml", expect=2)
    assert "--components: Perikles takes no components file" in laid.stderr
    for text, why in (
        ("kleon\nnikias@\n", "nikias@ (wrong.csv, line 2) is no email address"),
        ("who\n\nkleon\nThais of Athens\n", "Thais of Athens (wrong.csv, line 4) is not registered"),
        ("kleon,nikias\n", "wrong.csv, line 1: expected one player or address, but there are 2: kleon, nikias."),
        ("player\n", "wrong.csv: nobody stands in it."),
    ):
        (tmp_path / "wrong.csv").write_text(text)
        assert why in run(f"contest invite {contest} --csv wrong.csv", expect=1 if "registered" in why else 2).stderr
    assert "Whom do you want to invite?" in run(f"contest invite {contest}", expect=2).stderr
    assert "players challenge each other only on a ladder" in run("contest challenge kleon", "thais", expect=1).stderr
    told = run("contest announce 'Bring dice.'", stdin="y\n")
    assert "Send this to all who are in" in told.stderr
    assert "All who are in Sunday mini cup get it by mail." in told.stdout
    assert ", aspasia to all:\n  Bring dice.\n" in run("contest show", "kleon").stdout
    square = run("contest crosstable").stdout
    assert len([line for line in square.splitlines() if "×" in line]) == 4
    assert json.loads(run("contest crosstable --json").stdout)["rows"][0]["met"]
    assert run("contest crosstable --csv").stdout.startswith("place,player,points,round,game,opponent,result\n")
    run("contest leave --yes", "thais")
    assert "Out: thais (left)" in run("contest show").stdout
    assert run("contest act end --reason 'the hall burnt down' --yes").stdout.startswith("Done, and in the log")
    wait_until("the contest is over", lambda: "It is over." in run(f"contest show {contest}").stdout)
    assert "There is no contest under way" in run("contest show", expect=2).stderr
    first = run("contest create mini.yaml").stdout.strip()
    run(f"contest invite {first} nikias crito@plaeyrs.example")
    right = f"contest invite {first} crito@players.example --instead crito@plaeyrs.example"
    assert json.loads(run(f"{right} --json").stdout)["new"] == ["crito@players.example"]
    assert "is not invited to this contest" in run(right, expect=1).stderr
    assert "Invited, and not come yet: nikias\n" in run(f"contest show {first}").stdout
    assert "Invited, and" not in run(f"contest show {first}", "kleon").stdout
    assert "nikias is invited to" in run(f"contest invite {first} --withdraw nikias").stdout
    listed = run(f"contest invite {first} --list").stdout
    assert "crito@players.example" in listed
    assert "nikias" not in listed
    assert "one of them at a time" in run(f"contest invite {first} kleon --list", expect=2).stderr
    assert "Name the one who is invited instead" in run(f"contest invite {first} --instead kleon", expect=2).stderr
    second = run(f"contest create mini.yaml --instead {first}").stdout.strip()
    assert json.loads(run(f"contest invite {second} crito@players.example --json").stdout)["new"] == []
    wait_until("the first is over", lambda: "It is over." in run(f"contest show {first}").stdout)
    run(f"contest act {second} end --reason enough --yes")


def test_a_private_contest_is_found_by_its_name_by_those_whom_it_concerns_and_by_nobody_else(run, tmp_path):
    (tmp_path / "private.yaml").write_text(MINI.replace("Sunday mini cup", "Our own cup") + "private: true\n")
    assert "Invited players may enter" in run("contest create private.yaml --check").stdout
    contest = run("contest create private.yaml").stdout.strip()
    run(f"contest invite {contest} kleon")
    assert "has no contest with that id" in run(f"contest show {contest}", "nikias", expect=1).stderr
    assert "There is no contest called" in run("contest enter our-own-cup", "nikias", expect=2).stderr
    assert contest not in run("contest list", "nikias").stdout
    assert contest in run("contest list --mine", "kleon").stdout
    assert "You are in Our own cup." in run("contest enter our-own-cup", "kleon").stdout
    assert "Our own cup" in run(f"audit {contest}", "kleon").stdout
    assert "neither a game nor a contest" in run(f"audit {contest}", "nikias", expect=2).stderr


def test_nobody_is_out_until_they_enter_again_once_the_contest_is_over():
    paper = Paper(8, rounds=2, no_shows=1)
    paper.step()
    paper.step()
    first, *others = paper.story.rounds[0].tables
    gone = min(first.seats.values())
    paper.result(first.game, left=[gone])
    for table in others:
        paper.result(table.game)
    assert facts_of(paper.story)["out"] == {gone: "until they enter again"}
    while paper.story.finished is None:
        paper.step()
        for table in paper.story.rounds[-1].tables:
            if table.is_open:
                paper.result(table.game)
    assert facts_of(paper.story)["out"] == {}
