"""`ostraka next`: what waits for a player in all games of all hosts, asked of a real service."""

import json
import re
import shlex
import shutil
from types import SimpleNamespace

import pytest

from cli.client.http import Transport
from cli.home.home import Home
from cli.play.next import HostLook, asked_in_words, orders_in_words, seat_in_words, show, urgency
from cli.times import time_left
from tests.cli.conftest import TERMS, Table, invoke

NOWHERE = "http://127.0.0.1:9"


def shown(table: Table, who: str, part: str = "seats", *words: str, **more) -> list[dict]:
    """What is told of this game."""
    content = json.loads(table.ostraka(who, "next", "--json", *words, **more).stdout)
    return [one for one in content[part] if one["game"] == table.game]


def block(table: Table, who: str, where: str = "") -> list[str]:
    """The lines about this game that begin with `where` after its name, and those below; its id, said too where there
    are others of its name, is its name.
    """
    told = table.ostraka(who, "next").stdout.replace(f"Sherds ({table.game})", "Sherds").replace(table.game, "sherds")
    lines = told.splitlines()
    at = next(index for index, line in enumerate(lines) if line.startswith("Sherds, ") and where in line)
    below = next((i for i, line in enumerate(lines[at + 1 :], at + 1) if not line.startswith("  ")), len(lines))
    return lines[at:below]


def inviting(stage, seats: int = 3, **more) -> Table:
    client = stage.client("aspasia")
    return Table(stage, client.create_game("perikles", "opening", seats, "Sherds", TERMS)["game"])


def test_who_is_asked_reads_what_until_when_and_the_command_that_answers(opened):
    who, seat = opened.asked()
    deadline = opened.client(who).phase(opened.game)["deadline"]
    assert block(opened, who) == [
        f"Sherds, perikles, {seat}: your turn, nothing sent yet; you have until {time_left(deadline)}",
        "  In the temple of which city do you place your first free cube? (D-S1)",
        "  $ ostraka table sherds",
        "  $ ostraka play sherds",
    ]
    [one] = shown(opened, who)
    assert one["asked"] == [{"question": "D-S1", "prompt": block(opened, who)[1].strip().removesuffix(" (D-S1)")}]
    assert (one["word"], one["in"], one["final"], one["player"]) == (None, False, False, who)


def test_the_command_that_is_told_is_one_that_runs(table):
    who, seat = table.asked()
    _, command = shown(table, who)[0]["commands"]
    words = shlex.split(command)
    assert words[0] == "ostraka"
    table.ostraka(who, *words[1:], stdin="megara\ns\nq\n")
    assert table.client(who).own_envelope(table.game, seat, 1)[1] == [{"question": "D-S1", "city": "megara"}]


def test_who_is_not_asked_reads_so_and_whom_the_game_waits_for_without_a_command(opened):
    who, seat = opened.waiting()
    line, awaited = block(opened, who)
    assert f", {seat}: you are asked nothing now; the others have until " in line
    assert awaited == f"  The game waits for {opened.asked()[0]} to place a free cube."
    assert shown(opened, who)[0]["commands"] == []


def test_what_is_in_is_told_by_its_word(table):
    who, seat = table.asked()
    table.client(who).send(table.game, seat, [], "draft")
    assert ": your orders are in (draft); you have until " in block(table, who)[0]
    table.client(who).withdraw(table.game, seat)
    assert ": your turn, nothing sent yet; you have until " in block(table, who)[0]


def test_unread_press_is_counted_until_it_is_read_here(table):
    table.client("kleon").send_press(table.game, "green", ["red", "black"], "Shall we?")
    table.client("aspasia").send_press(table.game, "red", ["green"], "We shall.")
    [one] = shown(table, "aspasia")
    assert one["unread"] == 1
    assert one["commands"][-1] == f"ostraka press read {table.game} red"
    assert "  Unread press: 1" in block(table, "aspasia")
    table.ostraka("aspasia", "press", "read", table.game, "red")
    assert shown(table, "aspasia")[0]["unread"] == 0
    assert shown(table, "kleon")[0]["unread"] == 1
    assert shown(table, "thais")[0]["unread"] == 0
    table.client("nikias").send_press(table.game, "black", ["red"], "And I?")
    assert shown(table, "aspasia")[0]["unread"] == 1


def test_a_game_that_is_over_waits_for_nobody(finished):
    assert shown(finished, "kleon") == []


def test_one_look_asks_a_host_three_things_whatever_is_waiting(opened, monkeypatch):
    asked = []
    get = Transport.get
    monkeypatch.setattr(Transport, "get", lambda self, path, **query: asked.append(path) or get(self, path, **query))
    block(opened, "aspasia")
    assert [path for path in asked if "/alias-" not in path] == ["/", "/players/aspasia/waiting", "/games"]


def test_a_host_that_forgets_an_envelope_is_found_out(table, monkeypatch):
    who, seat = table.asked()
    table.client(who).send(table.game, seat, [], "draft")
    get = Transport.get

    def forget(self, path, **query):
        answer = get(self, path, **query)
        for one in answer.get("games", ()):
            one["sequence"] = 0
        return answer

    monkeypatch.setattr(Transport, "get", forget)
    assert "The host goes back" in table.ostraka(who, "next", expect=4).stderr


# --- as organiser, and seats that are free ---------------------------------------------------------------------------


def tasks(table: Table) -> list[tuple[str, str]]:
    return [(one["waits"], one["command"]) for one in shown(table, "aspasia", "organised")]


def test_an_organiser_reads_what_waits_for_him_from_the_invitation_to_the_start(stage):
    table = inviting(stage)
    stage.client("aspasia").join(table.game, "red")
    assert tasks(table) == [("still without a player: green, black", f"ostraka game invite {table.game} PLAYER")]
    assert block(table, "aspasia", "red:") == ["Sherds, perikles, red: not begun; 2 seats without a player"]
    for who, seat in (("kleon", "green"), ("nikias", "black")):
        stage.client(who).join(table.game, seat)
    start = f"ostraka game start {table.game}"
    assert tasks(table) == [("every seat has a player: you can start it", start)]
    assert block(table, "aspasia", "organise")[1] == "  $ ostraka game start sherds"
    assert shown(table, "kleon", "organised") == []
    table.ostraka("aspasia", *shlex.split(start)[1:])
    assert tasks(table) == []


def test_a_paused_game_and_a_vacant_seat_wait_for_the_organiser(table):
    table.ostraka("aspasia", "game", "pause", table.game)
    [(waits, command)] = tasks(table)
    assert waits.startswith("paused since ")
    assert command == f"ostraka game resume {table.game}"
    assert block(table, "kleon")[0].endswith("; the game is paused")
    table.ostraka("aspasia", *shlex.split(command)[1:])
    table.ostraka("aspasia", "game", "vacate", table.game, "orange")
    assert tasks(table) == [("orange is vacant", f"ostraka game invite {table.game} PLAYER --seat orange")]


def test_a_vacant_seat_is_told_to_whoever_may_take_it(table):
    table.ostraka("aspasia", "game", "vacate", table.game, "orange")
    [vacant] = shown(table, "kleon", "vacant")
    assert (vacant["seat"], vacant["kept"]) == ("orange", False)
    table.ostraka("aspasia", "game", "replace", table.game, "black", "thais")
    assert [one["seat"] for one in shown(table, "kleon", "vacant")] == ["orange"]
    assert [(one["seat"], one["kept"]) for one in shown(table, "thais", "vacant")] == [
        ("black", True),
        ("orange", False),
    ]
    assert block(table, "thais", "reserved for you")[1] == "  $ ostraka game join sherds black"
    table.ostraka("thais", "game", "join", table.game, "black")
    assert [one["seat"] for one in shown(table, "thais")] == ["black"]


def test_a_seat_that_is_kept_in_a_game_that_has_not_begun_is_told_to_its_player_only(stage):
    table = inviting(stage)
    table.ostraka("aspasia", "game", "invite", table.game, "kleon", "--seat", "green")
    assert [one["seat"] for one in shown(table, "kleon", "vacant")] == ["green"]
    assert shown(table, "nikias", "vacant") == []


# --- several keys, several hosts ------------------------------------------------------------------------------------


@pytest.fixture
def shared(opened, tmp_path) -> Home:
    """A home with the keys of two players."""
    home = Home(tmp_path / "shared")
    for who in ("aspasia", "kleon"):
        (home.root / "keys").mkdir(parents=True, exist_ok=True)
        shutil.copy(opened.stage.home(who).key_path(who), home.key_path(who))
    return home


def test_all_keys_of_a_home_are_looked_at_and_the_commands_say_which(opened, shared):
    content = json.loads(invoke(opened.stage, shared, "next", "--json").stdout)
    here = [one for one in content["seats"] if one["game"] == opened.game]
    assert {one["player"]: one["seat"] for one in here} == {"aspasia": "red", "kleon": "green"}
    for one in here:
        for command in one["commands"]:
            assert command.endswith(f" --key {one['player']}")
    content = json.loads(invoke(opened.stage, shared, "next", "--json", "--key", "kleon").stdout)
    assert {one["player"] for one in content["seats"]} == {"kleon"}
    lines = invoke(opened.stage, shared, "next").stdout
    assert re.search(rf"^Sherds.*, perikles, kleon at {opened.stage.url}, green: ", lines, re.M)


def test_a_host_that_was_met_is_looked_at_whatever_the_variable_says_and_the_command_names_it(opened):
    who, seat = opened.asked()
    result = opened.ostraka(who, "next", "--json", expect=3, OSTRAKA_URL=NOWHERE)
    content, error = json.loads(result.stdout), json.loads(result.stderr)
    [one] = [one for one in content["seats"] if one["game"] == opened.game]
    assert one["commands"][1] == f"ostraka play {opened.game} {seat} --url {opened.stage.url}"
    assert error["error"] == "unreachable"
    assert NOWHERE in error["message"]
    assert shown(opened, who, "seats", "--url", opened.stage.url)[0]["seat"] == seat


def test_a_home_that_is_named_is_named_in_the_command(opened, tmp_path):
    who, seat = opened.asked()
    home = str(opened.stage.home(who).root)
    [one] = shown(opened, who, "seats", "--home", home, OSTRAKA_HOME=str(tmp_path))
    assert one["commands"][0] == f"ostraka table {opened.game} {seat} --home {home}"


def test_a_host_that_does_not_answer_is_an_error_and_nothing_else_is_said(alone):
    alone("key", "new", "sokrates", "--no-password")
    result = alone("next", "--url", NOWHERE, expect=3)
    assert result.stdout == ""
    assert result.stderr.startswith(f"Error: No host answers at {NOWHERE}")
    assert "No host is known yet" in alone("next", expect=3, OSTRAKA_URL=None).stderr


def test_a_key_that_no_host_knows_and_a_home_without_keys_are_said(alone, stage):
    assert "Make one with" in alone("next", "--key", "sokrates", expect=2).stderr
    assert "There is no key in" in alone("next", expect=2).stderr
    alone("key", "new", "sokrates", "--no-password")
    assert alone("next", "--url", stage.url, expect=1).stderr.endswith("(unknown-player)\n")


def test_a_key_that_a_host_does_not_know_is_passed_over_where_another_is_known(opened, shared):
    invoke(None, shared, "key", "new", "sokrates", "--no-password")
    content = json.loads(invoke(opened.stage, shared, "next", "--json").stdout)
    assert {one["player"] for one in content["seats"]} == {"aspasia", "kleon"}


@pytest.mark.usefixtures("quick_passwords")
def test_a_key_under_another_password_is_an_error_after_the_rest_was_told(opened, shared):
    invoke(None, shared, "key", "new", "sokrates", OSTRAKA_PASSWORD="hemlock")
    result = invoke(opened.stage, shared, "next", "--json", expect=2, OSTRAKA_PASSWORD="wine")
    assert any(one["game"] == opened.game for one in json.loads(result.stdout)["seats"])
    assert json.loads(result.stderr)["error"] == "wrong-password"


# --- in words --------------------------------------------------------------------------------------------------------

SEAT = {
    "status": "running",
    "asked": [{}],
    "word": None,
    "in": False,
    "final": False,
    "deadline": None,
    "paused": False,
    "stopped": False,
}


def listed(game: str, name: str, seat: str) -> dict:
    who = {"url": "http://host.test", "player": "kleon", "title": "perikles", "name": name, "unread": 0, "waiting": []}
    return {**SEAT, **who, "game": game, "seat": seat, "asked": [], "commands": [f"ostraka play {game} {seat}"]}


def test_a_game_is_called_by_its_name_and_by_its_id_where_that_is_not_enough(capsys):
    every = [
        ("lusab-babad-gutih", "The long war", "red"),
        ("fiviv-fodas-koniv", "Sherds", "red"),
        ("fiviv-fodas-koniv", "Sherds", "black"),
        ("bubab-bubab-bubab", "Sherds!", "red"),
        ("zuzuz-zuzuz-zuzuz", "Perikles evening", "red"),
    ]
    show({"seats": [listed(*one) for one in every], "contests": [], "organised": [], "vacant": []})
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(", perikles, ")[0] for line in lines[::2]] == [
        "The long war",
        *["Sherds (fiviv-fodas-koniv)"] * 2,
        "Sherds! (bubab-bubab-bubab)",
        "Perikles evening (zuzuz-zuzuz-zuzuz)",
    ]
    assert lines[1::2] == [
        "  $ ostraka play the-long-war",
        "  $ ostraka play fiviv-fodas-koniv red",
        "  $ ostraka play fiviv-fodas-koniv black",
        "  $ ostraka play bubab-bubab-bubab",
        "  $ ostraka play zuzuz-zuzuz-zuzuz",
    ]


@pytest.mark.parametrize(
    ("facts", "says"),
    [
        ({}, "your turn, nothing sent yet"),
        ({"word": "withdrawn"}, "your turn, nothing sent yet"),
        ({"word": "draft", "in": True}, "your orders are in (draft)"),
        ({"word": "final", "in": True, "final": True}, "your orders are in (final)"),
        ({"in": True}, "your book answers at the deadline"),
        ({"in": True, "final": True}, "your book answers"),
    ],
)
def test_what_is_in_is_said(facts, says):
    assert orders_in_words({**SEAT, **facts}) == says
    assert seat_in_words({**SEAT, **facts, "deadline": "T"}) == f"{says}; you have until T"


def test_of_a_game_that_has_stopped_it_is_said():
    says = "the phase could not be resolved; the host tries again, and the organiser has been told"
    assert seat_in_words({**SEAT, "stopped": True, "deadline": "T"}) == says


def test_where_nothing_waits_that_is_said(capsys):
    show({"seats": [], "contests": [], "organised": [], "vacant": []})
    assert (
        capsys.readouterr().out == "Nothing is waiting for you. To see games that you could join: ostraka game list\n"
    )


def test_what_is_awaited_comes_first_and_the_nearest_deadline_before_others():
    late, soon = {**SEAT, "deadline": "2027"}, {**SEAT, "deadline": "2026"}
    draft, idle = {**soon, "word": "draft", "in": True}, {**soon, "asked": []}
    over = {**soon, "in": True, "final": True}
    assert sorted([idle, draft, late, over, soon], key=urgency)[:3] == [soon, late, draft]


@pytest.mark.parametrize(("mailed", "more"), [(True, ""), (False, ", and no more are sent")])
def test_the_organiser_is_told_whose_mails_bounce_and_what_he_can_do(opened, twist, mailed, more):
    one = {"game": opened.game, "name": "Sherds", "seat": "green", "player": "kleon", "bounces": 3, "mailed": mailed}
    assert shown(opened, "aspasia", "organised") == []
    twist(r"/waiting\b", lambda waiting: {**waiting, "bounced": [one]})
    [task] = shown(opened, "aspasia", "organised")
    assert task["waits"] == f"mails to kleon (green) bounce{more}: reach or replace this player"
    words = shlex.split(task["command"])
    assert words[1:6] == ["game", "replace", opened.game, "green", "PLAYER"]


def test_a_question_that_is_asked_many_times_takes_a_few_lines():
    asked = [{"question": f"D.03/{unit}", "prompt": f"Where does {unit} go?"} for unit in ("bre", "mar", "par", "spa")]
    other = {"question": "D.05", "prompt": "Do you concede?"}
    assert [*asked_in_words([*asked, other])][3:] == ["Where does spa go? (D.03/spa)", "Do you concede? (D.05)"]
    more = [*asked, {"question": "D.03/por", "prompt": "Where does por go?"}, other]
    assert [*asked_in_words(more)] == [
        "Where does bre go? (D.03/bre)",
        "Where does mar go? (D.03/mar)",
        "Where does par go? (D.03/par)",
        "… and 2 more like these (D.03)",
        "Do you concede? (D.05)",
    ]


def test_each_who_organises_a_game_is_told_what_it_wants_and_an_older_host_tells_of_one():
    summary = {"game": "g", "name": "Sherds", "title": "perikles", "status": "running", "contest": "c", "seats": []}
    summary |= {"stopped": True, "phase": 3, "paused_at": None, "organiser": "olga"}

    def waits(who: str, **more) -> list[str]:
        own = SimpleNamespace(handle=who)
        look = HostLook(SimpleNamespace(handle=who, own=own, url=NOWHERE, bounced_told=[]), lambda _: [])
        return [task["waits"] for task in look.tasks(summary | more)]

    wanted = ["phase 3 cannot be resolved: it needs you"]
    assert waits("bert", organisers=["olga", "bert"]) == wanted
    assert waits("cleo", organisers=["olga", "bert"]) == []
    assert (waits("olga"), waits("bert")) == (wanted, [])
