"""Contests at the table: all that `ostraka contest` does is there, or it is said why not."""

from __future__ import annotations

import re
import time
from importlib.resources import files
from pathlib import Path

import pytest
from msgspec import UNSET

from adjudicator.registry import title
from cli.contests.acts import KINDS
from cli.contests.contest import contest
from cli.contests.plan_file import FIELDS, TERMS, checked_plan
from cli.errors import Misuse
from cli.home.home import Home
from cli.table.contests import plan_form
from cli.table.hosts import GamesHere
from cli.table.shown.calls import calls
from schemas.contests import plan as plans
from schemas.contests.duties import HOW
from schemas.statements.contests import EndContest
from tests.cli.table.tables import Sitter

GUIDE = (Path(__file__).parents[3] / "docs" / "cli.md").read_text().partition("### By clicks")[2].partition("\n## ")[0]
ROWS = [line for line in GUIDE.splitlines() if line.startswith("| `contest ")]
TEMPLATES = "".join(
    path.read_text()
    for folder in ("templates", "templates/contests")
    for path in files("cli.table").joinpath(*folder.split("/")).iterdir()
    if path.is_file()
)


def options():
    """Every option of a command about contests, but for those that all commands have."""
    common = {"--json", "--url", "--home", "--key", "--help", "--yes", "--reason"}
    for name, command in contest.commands.items():
        for option in (one for parameter in command.params for one in parameter.opts if one.startswith("--")):
            if option not in common:
                yield f"{name} {option}"


@pytest.mark.parametrize("command", sorted(contest.commands))
def test_every_command_about_contests_is_in_the_table_of_what_is_done_by_clicks(command):
    assert any(f"`contest {command}" in row for row in ROWS)


def test_so_is_every_act_and_every_option():
    commands = "\n".join(row.split(" | ")[0] for row in ROWS)
    assert [act for act in KINDS if f"`{act}`" not in commands] == []
    elsewhere = {
        "list --status",
        "list --title",
        "list --organiser",
        "list --mine",
        "export --output",
        "announce --file",
    }
    lacking = {one for one in options() if one.partition(" ")[2] not in commands}
    assert lacking == elsewhere  # of lists, and where a file goes


def test_what_the_table_names_is_on_the_pages():
    named = {one for row in ROWS for one in re.findall(r"\*([^*]+)\*", row)}
    assert len(named) > 15
    assert {one for one in named if one not in TEMPLATES} == set()


PERIKLES = title("perikles")
CHOSEN = {
    "name": "Winter cup", "also": "3", "assistant": "kleon", "private": "yes", "no_shows": "", "grace_seconds": "43200",
    "seeds": "list", "seed_list": "thais, nikias", "days_off": "6",
}  # fmt: skip


def form(kind, **chosen):
    """The form as it is at first, with something chosen in it."""
    found = plan_form.at_first(PERIKLES, "standard", kind)
    for name, value in chosen.items():
        found[name] = value
    return found


@pytest.mark.parametrize("kind", [*plans.KINDS])
def test_a_plan_that_was_signed_stands_in_the_form_as_it_was_and_says_the_same_again(kind):
    more = {} if kind == "league" else {"apart": "thais, nikias\nkleon, nikias"}
    if kind in ("swiss", "ladder"):
        more |= {"asked_byes": "2", "asked_worth": "nothing"}
    if kind in ("swiss", "round-robin", "mini"):
        more |= {"scoring": "squares", "best": "1"}
    said = plan_form.plan_of(form(kind, **CHOSEN, **more), PERIKLES, "standard", kind)
    signed = checked_plan(said, "This")
    again = checked_plan(plan_form.plan_of(plan_form.as_in(signed), PERIKLES, "standard", kind), "This")
    assert again == signed
    assert (signed.kind, signed.private, signed.assistant, len(signed.tables)) == (kind, True, "kleon", 2)
    assert signed.both_sides is UNSET
    assert (signed.terms.grace_seconds, signed.terms.days_off) == (43_200, [6])


@pytest.mark.parametrize(
    ("closes", "signed", "zone"),
    [
        ("2037-01-10T18:00", "2037-01-10T16:00:00Z", "EET, 2 hours ahead of UTC"),
        ("2037-07-10T18:00", "2037-07-10T15:00:00Z", "EEST, 3 hours ahead of UTC"),
    ],
)
def test_when_entering_closes_is_said_by_the_clock_of_the_device_and_signed_in_utc(monkeypatch, closes, signed, zone):
    monkeypatch.setenv("TZ", "Europe/Athens")
    time.tzset()
    try:
        chosen = form("swiss", closes=closes, name="Winter cup")
        plan = checked_plan(plan_form.plan_of(chosen, PERIKLES, "standard", "swiss"), "This")
        assert (plan.closes_at, plan_form.as_in(plan)["closes"]) == (signed, closes)
        assert plan_form.choices(PERIKLES, "standard", "swiss", chosen)["zone"] == zone
        with pytest.raises(Misuse, match="soon is not a time"):
            checked_plan(plan_form.plan_of(form("swiss", closes="soon"), PERIKLES, "standard", "swiss"), "This")
    finally:
        monkeypatch.undo()
        time.tzset()


def test_a_number_of_the_form_that_is_none_is_refused_by_name():
    assert (
        plan_form.plan_of(form("swiss", table="²", also="9" * 5_000), PERIKLES, "standard", "swiss").said["tables"]
        == []
    )
    for odd in ("²", "-1", "9" * 5_000):
        with pytest.raises(Misuse, match=f"Rounds: {odd[:20]} is not a number of at most nine digits"):
            plan_form.plan_of(form("swiss", rounds=odd), PERIKLES, "standard", "swiss")


def test_every_field_of_a_plan_can_be_chosen_in_the_form():
    assert {*FIELDS} - {name for kind in plans.KINDS for name in everything(kind)} == set()
    assert {*TERMS} - {*everything("cup")["terms"]} == {"dates_off"}  # in a plan that is written as text


@pytest.mark.parametrize("kind", [*plans.KINDS])
def test_a_match_over_both_sides_is_chosen_in_titles_of_two(kind):
    rules = title("athens_sparta")
    chosen = plan_form.at_first(rules, "war", kind)
    for name, value in {"name": "Both sides", "both_sides": "yes", "tied": "standing"}.items():
        chosen[name] = value
    signed = checked_plan(plan_form.plan_of(chosen, rules, "war", kind), "This")
    assert signed.both_sides is True
    assert checked_plan(plan_form.plan_of(plan_form.as_in(signed), rules, "war", kind), "This") == signed


def everything(kind):
    chosen = form(
        kind, best="1", assistant="kleon", organisers="thais, nikias", anonymous="yes", private="yes", both_sides="yes"
    )
    chosen.pop("late_entry")
    chosen["asked_byes"], chosen["asked_worth"] = "1", "half"
    return plan_form.plan_of(chosen, PERIKLES, "standard", kind).said


def test_at_the_programs_table_a_contest_is_opened_entered_found_and_cancelled(stage, at_table):
    sitter = at_table("aspasia")
    sitter.open()
    assert 'contests">Contests</a>' in sitter.page
    sitter.open("contests/new?scenario=perikles+opening&kind=mini")
    plain = {"name": "By clicks", "table": "4", "rounds": "1", "most": "4", "phase_seconds": "86400", "cut": "final"}
    usual = {"late": "end", "round_seconds": "604800", "seeds": "lot", "odd": "bye", "ties": "wins, lot"}
    sitter.fill("See what it means", **plain, **usual)
    assert "A mini cup: it begins when it is full; 1 round of Perikles" in sitter.text
    sitter.fill("Sign it and open the contest")
    contest = re.search(r"contests/([a-z-]{17})", sitter.page)[1]
    sitter.open(f"contests/{contest}")
    sitter.press("Enter")
    assert "You are in By clicks. The first round is drawn when 4 are in." in sitter.text
    sitter.open("contests")
    assert "open for entries; you organise it, you are in" in sitter.text
    sitter.open(f"contests/{contest}/organise")
    sitter.fill("Cancel the contest", reason="rain")
    sitter.press("Yes, end the contest")
    assert stage.client("aspasia").contest_story(contest).ended == "rain"


def test_a_round_is_sat_out_and_played_after_all_by_two_buttons(stage, at_table):
    chosen = form("swiss", name="With byes", asked_byes="1", asked_worth="half")
    plan = checked_plan(plan_form.plan_of(chosen, PERIKLES, "standard", "swiss"), "This")
    client = stage.client("aspasia")
    contest = client.create_contest(client.planned(plan.to_body()))["contest"]
    client.enter_contest(contest)
    sitter = at_table("aspasia")
    sitter.open(f"contests/{contest}")
    sitter.fill("Sit it out", round="2")
    assert "You sit out round 2." in sitter.text
    assert client.contest_story(contest).asking == {2: ["aspasia"]}
    assert "Round 2 will be sat out by aspasia." in sitter.text
    for odd in ("", "two", "²", "0", "9" * 7):
        answer = sitter.post(f"{sitter.guard.home}contests/{contest}/bye", round=odd)
        assert (answer.status_code, 'role="alert"' in sitter.page) == (409, True), odd
    sitter.press("Play in it after all")
    assert "You play in round 2 after all." in sitter.text
    assert client.contest_story(contest).asking == {2: []}
    client.contest_act(contest, EndContest(reason="rain"))


def test_no_other_page_can_sign_anything_in_a_contest(at_table):
    sitter = at_table("aspasia")
    for path in ("new", "lusab-babad-gutih/enter", "lusab-babad-gutih/organise/end"):
        for headers in ({}, {"Origin": "http://evil.example"}, {"Origin": "null"}):
            answer = sitter.ask("POST", f"{sitter.guard.home}contests/{path}", headers, data={"sure": "yes"})
            assert answer.status_code == 403, path


class Teller:
    """A client to whom a host tells a duty."""

    url = "http://host.example"

    def __init__(self, handle, contest, aliases=()):
        self.handle, self.duties_told, self.aliases, self.aliases_told = handle, [], dict(aliases), list(dict(aliases))
        said = {"contest": contest, "name": contest.title(), "title": "perikles", "player": handle, "game": None}
        self.duty = {**said, "kind": "adjudicate", "what": f"say how it ends{HOW}", "line": "ostraka contest act"}

    @property
    def own(self):
        return self

    def games(self, **wanted):
        return []

    def waiting(self, going):
        self.duties_told = [self.duty]

    def under_alias(self, where, ask):
        return self.aliases[where]


def test_your_games_has_what_contests_want_of_you_and_of_your_aliases():
    told = calls([Teller("olga", "cup", {"veiled": Teller("alias-lusab-babad", "veiled")})])
    assert [(one["contest"], one["name"]) for one in told["contests"]] == [("cup", "Cup"), ("veiled", "Veiled")]
    assert [duty["what"] for one in told["contests"] for duty in one["duties"]] == ["say how it ends"] * 2


class Told(GamesHere):
    """The games on this machine, and a host that tells duties."""

    def clients(self):
        cup, swiss = Teller("olga", "lusab-babad-gutih"), Teller("olga", "titun-mabar-sodil")
        swiss.duty |= {"kind": "enter", "what": f"say that you are back{HOW}"}
        return [cup, swiss]


def test_a_duty_stands_on_your_games_with_the_button_that_leads_to_it(tmp_path):
    home = Home(tmp_path)
    sitter = Sitter(home, Told(home))
    sitter.enter()
    sitter.open()
    assert "Lusab-Babad-Gutih wants of you\n\nSay how it ends." in re.sub(r"\n+", "\n\n", sitter.text)
    assert 'contests/lusab-babad-gutih/organise?act=adjudicate#adjudicate">Say how it ends</a>' in sitter.page
    back = f"{sitter.guard.home}contests/titun-mabar-sodil/enter"
    assert ("I am back", back, {}) in sitter.buttons
