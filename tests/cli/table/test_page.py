"""The table without scripts: a game against bots by buttons and links alone."""

from __future__ import annotations

import gzip
import re
from importlib.resources import files
from types import SimpleNamespace

import pytest

from adjudicator.kernel import Illegal
from adjudicator.registry import title
from cli.answer.keeping import Kept
from cli.home.home import Home
from cli.rules.saved_games import games_folder, load_game
from cli.table.rendering import COMMENT, LATE, SCRIPTS, bare, static
from cli.table.shown.steps import done_in_words
from tests.cli.table.tables import Sitter, begun

BEFORE = ("Undo", "Start over", "Take that as my answer", "Keep", "Send press", "Change")
WHOLE = ("Go on with", "Done: ", "Only this action for now: ")


@pytest.fixture
def sitter(tmp_path):
    sitter = Sitter(Home(tmp_path))
    sitter.enter()
    return sitter


def step(sitter):
    """One step of a person who takes what stands in the middle, or says that it is all."""
    words = [said for said, _, _ in sitter.buttons]
    if whole := [said for said in words if said.startswith(WHOLE)]:
        return sitter.press(whole[0])
    choices = [fields["act"] for said, _, fields in sitter.buttons if "act" in fields and said not in BEFORE]
    open_now = [act for act in choices if act and not act.startswith("add ") and not act.endswith(" 0")]
    return sitter.do(open_now[len(open_now) // 2])


@pytest.mark.parametrize(
    ("name", "scenario"),
    [("perikles", "standard"), ("pericles", "14.1.01B"), ("polis", "standard"), ("athens_sparta", "war")],
)
def test_a_game_is_played_by_buttons_alone(sitter, name, scenario):
    game = begun(sitter.table.home, name, scenario)
    sitter.open(f"games/{game}")
    answered = 0
    for _ in range(300):
        if sitter.stage == "review":
            assert "What the others will see" in sitter.text
            sitter.press("Play it")
            answered += 1
        elif sitter.stage == "over" or answered == 3:
            break
        else:
            assert sitter.stage == "step"
            step(sitter)
    assert answered == 3
    saved = load_game(games_folder(sitter.table.home.root) / f"{game}.json")
    assert sum(saved.people[0] in phase.sent for phase in saved.phases) == 3


def test_what_ends_a_step_says_what_comes_next(sitter):
    sitter.open(f"games/{begun(sitter.table.home, 'polis')}")
    for choice in ("create merchants", "move galleys", "to Kyklades, from Ionio Pelagos"):
        sitter.press(choice)
        ends = {said for said, _, fields in sitter.buttons if fields.get("act") in ("none", "default")}
        if choice == "create merchants":
            assert ends == {"Only this action for now: look it over", "Take that as my answer"}
    assert ends == {"Done: look it over", "Take that as my answer"}
    two = SimpleNamespace(asked=("D-7", "D-8B"), orders={}, current=None)
    assert done_in_words(two, title("athens_sparta"), "D-7") == "Done: to the next question"


def test_a_new_game_is_begun_from_the_list_and_opened_again_by_its_name(sitter):
    sitter.open()
    assert "Your games" in sitter.text
    answer = sitter.post(f"{sitter.guard.home}new", scenario="perikles standard", seats="4")
    assert answer.headers["Location"].endswith("/games/perikles-1")
    sitter.open("games/perikles-1")
    assert len(set(re.findall(r'data-id="seat:\w+', sitter.page))) == 4
    assert "orange: bot" in sitter.text
    sitter.open()
    assert 'games/perikles-1">Perikles: The Peloponnesian War</a>' in sitter.page
    assert re.search(r"perikles-1, you and bots\s+red \d+, green \d+, black \d+, orange \d+ +· played ", sitter.text)
    assert (
        sitter.post(f"{sitter.guard.home}new", scenario="perikles standard").headers["Location"].endswith("perikles-2")
    )
    for number, seats in enumerate(("abc", "99", "9" * 5_000), 3):
        answer = sitter.post(f"{sitter.guard.home}new", scenario="perikles standard", seats=seats)
        assert answer.headers["Location"].endswith(f"perikles-{number}")


def test_the_board_is_lit_where_a_choice_stands_for_something(sitter):
    game = begun(sitter.table.home)
    sitter.open(f"games/{game}")
    assert '<g class="can" data-id="city:athens"' in sitter.page
    assert sitter.page.count("<svg ") == 2


def test_the_heaviest_page_with_its_style_and_script_is_light(sitter):
    sitter.open(f"games/{begun(sitter.table.home, 'athens_sparta', 'war')}")
    parts = [sitter.page.encode(), static("table.css"), *map(static, (*SCRIPTS, *LATE))]
    assert (
        sum(len(gzip.compress(part)) for part in parts) <= 70 * 1024
    )  # of which the browser keeps the style and the scripts


def test_scripts_and_styles_come_without_their_comments_and_with_all_of_their_code():
    script = (
        b"// Why.\n/**\n * @param {string} a\n */\nconst b = 1; // here\n  /** @type {A} */ (c).d('//');\n\n  e();\n"
    )
    assert bare(script) == b"const b = 1; // here\n/** @type {A} */ (c).d('//');\ne();\n"
    for name in (*SCRIPTS, *LATE):
        code = COMMENT.sub(b"", files("cli.table").joinpath("static", name).read_bytes())
        texts = [text for text in re.findall(rb"`[^`]*`", code) if re.search(rb"\n([ \t]|\n|//|/\*)", text)]
        assert texts == [], name  # they would lose their indents


def test_what_is_not_legal_pales_and_says_why(sitter):
    game = begun(sitter.table.home, "pericles", "14.1.01A")
    sitter.open(f"games/{game}")
    sitter.do("take 0")
    assert re.search(r'<g class="pale" data-id="theater:\w+"', sitter.page)
    listed = sitter.open(f"games/{game}/why").get_data(as_text=True)
    assert re.search(r'data-why="[A-Z].* is not in play \(8\.3-A\)"', listed)
    sitter.open(f"games/{game}?why")
    assert listed.strip() in sitter.page


def test_a_name_in_a_question_points_at_what_it_names(sitter):
    game = begun(sitter.table.home, "pericles", "14.1.01A")
    sitter.open(f"games/{game}")
    while 'data-ref="theater:' not in sitter.page.partition('class="prompt"')[2].partition("</p>")[0]:
        step(sitter) if sitter.stage == "step" else sitter.press("Play it")


def test_undo_takes_the_last_part_back_and_start_over_all(sitter):
    game = begun(sitter.table.home)
    sitter.open(f"games/{game}")
    before = [said for said, _, _ in sitter.buttons]
    sitter.press(before[0])
    assert sitter.stage == "review"
    sitter.press("Undo")
    assert sitter.stage == "step"
    sitter.press(before[1])
    sitter.press("Start over")
    assert (sitter.stage, "Send this?" in sitter.text) == ("step", False)


def test_a_half_made_answer_is_kept_for_its_phase_and_offered_again(sitter, tmp_path):
    game = begun(sitter.table.home)
    sitter.open(f"games/{game}")
    first = sitter.buttons[0][0]
    sitter.press(first)
    later = Sitter(Home(tmp_path))
    later.enter()
    later.open(f"games/{game}")
    assert (later.stage, first.partition(",")[0] in later.text) == ("review", True)
    sitting = later.table.sitting(game)
    kept, phase = Kept(Home(tmp_path), sitting.game.file_name, "red"), sitting.now.phase
    assert kept.acts(phase)[0]
    later.press("Play it")
    assert not kept.acts(phase)[0]


def test_a_page_that_was_left_behind_changes_nothing_and_says_so(sitter):
    game = begun(sitter.table.home)
    sitter.open(f"games/{game}")
    old = sitter.buttons[0]
    sitter.press(old[0])
    sitter.post(old[1], **old[2])
    sitter.open(f"games/{game}")
    assert "This page was out of date" in sitter.text
    assert sitter.stage == "review"


@pytest.mark.parametrize(
    "act", ["take 99", "take -1", "take x", "fly", "finish", "number 3", "point city:atlantis", ""]
)
def test_what_does_not_fit_the_step_changes_nothing(sitter, act):
    game = begun(sitter.table.home)
    sitter.open(f"games/{game}")
    before = sitter.buttons
    place, fields = before[0][1], before[0][2]
    assert sitter.post(place, **{**fields, "act": act}).status_code == 303
    sitter.open(f"games/{game}")
    assert [said for said, _, _ in sitter.buttons] == [said for said, _, _ in before]


def test_what_stands_in_the_picture_is_chosen_by_pointing_at_it(sitter):
    game = begun(sitter.table.home)
    sitter.open(f"games/{game}")
    _, place, fields = sitter.buttons[0]
    sitter.post(place, **{**fields, "act": "point city:sparta"})
    sitter.open(f"games/{game}")
    assert sitter.stage == "review"
    assert re.search(r'<ol class="orders">\s*<li[^>]*><span>Place a free cube: Sparta', sitter.page)


@pytest.mark.parametrize(
    ("name", "there", "said"),
    [
        ("perikles", "place:corcyra", "Corcyra of Corinth: slot 1, 3 VP"),  # its pin is drawn first
        ("polis", "polis:gela", "Gela: neutral, population 3 of 5, fortification 3"),
        ("polis", "place:sikelia", "Sikelia: no hoplites"),
        ("athens_sparta", "place:I03", "walled port on Therma"),
    ],
)
def test_each_thing_on_the_board_is_listed_once_by_its_name_and_said_in_full(sitter, name, there, said):
    game = begun(sitter.table.home, name)
    sitter.open(f"games/{game}?at={there}")
    assert said in re.search(r'<ul id="closer".*?</ul>', sitter.page, re.DOTALL)[0]
    listed = re.findall(r'<option value="(\w+:[^"]+)"[^>]*>(.*?)</option>', sitter.page)
    assert len({one for one, _ in listed}) == len(listed)
    assert dict(listed)[there] == said.partition(":")[0] or name == "athens_sparta"


def test_what_stands_in_a_place_is_put_into_words(sitter):
    game = begun(sitter.table.home, "athens_sparta")
    sitter.open(f"games/{game}?at=place:I08")
    said = re.search(r'<ul id="closer".*?</ul>', sitter.page, re.DOTALL)[0]
    assert "<li>Thebes: held by Sparta, value 3" in said
    assert re.search(r"<li>Sparta has (first Thebes hoplite|\d red block)", said)
    sitter.open(f"games/{game}")
    assert '<option value="place:I08">Thebes</option>' in sitter.page
    assert "<li>" not in re.search(r'<ul id="closer".*?</ul>', sitter.page, re.DOTALL)[0]


def test_a_board_that_is_wider_than_a_phone_scrolls_there_at_a_size_to_be_read(sitter):
    for name, is_roomy in (("athens_sparta", True), ("perikles", False)):
        sitter.open(f"games/{begun(sitter.table.home, name)}")
        assert ('<div class="stage roomy"' in sitter.page) is is_roomy


def test_an_earlier_board_is_looked_at_with_what_changed_on_it(sitter):
    game = begun(sitter.table.home)
    sitter.open(f"games/{game}")
    sitter.press(sitter.buttons[0][0])
    sitter.press("Play it")
    sitter.open(f"games/{game}?phase=1")
    assert "Looking back: after phase 1." in sitter.text
    assert '<g class="changed" data-id="' in sitter.page
    assert sitter.open(f"games/{game}/then/1").text.count("<svg ") == 2
    assert "<defs>" in sitter.page
    assert sitter.open(f"games/{game}/then/1?shape=tall").text.count("<svg ") == 1
    assert "<defs>" not in sitter.page  # the board now, beside which it comes, has drawn them
    assert sitter.open(f"games/{game}/then/99").status_code == 404
    assert f'<a href="{sitter.guard.home}">Your games</a>' in sitter.page


def test_the_log_begins_with_what_is_new_and_lights_what_it_names(sitter):
    game = begun(sitter.table.home)
    sitter.open(f"games/{game}")
    sitter.press(sitter.buttons[0][0])
    sitter.press("Play it")
    assert "Since your last answer" in sitter.text
    assert re.search(r'data-ref="city:[a-z]+">[A-Z]', sitter.page)


def test_notes_stay_on_this_machine_for_their_owner_alone(sitter, tmp_path):
    game = begun(sitter.table.home)
    sitter.post(f"{sitter.guard.home}games/{game}/notes", notes="Watch <b>Corinth</b>\u202e")
    sitter.open(f"games/{game}")
    assert "Watch &lt;b&gt;Corinth&lt;/b&gt;</textarea>" in sitter.page
    [file] = (tmp_path / "table").iterdir()
    assert file.stat().st_mode & 0o077 == 0


def test_what_the_rules_do_not_take_as_an_order_is_said_on_the_page_and_taken_back(sitter, monkeypatch):
    def refused(self):
        raise Illegal("S.09", "Sparta is full")

    game = begun(sitter.table.home)
    sitter.open(f"games/{game}")
    monkeypatch.setattr(type(sitter.table.sitting(game).sheet.current), "order", property(refused))
    sitter.press(sitter.buttons[0][0])
    assert sitter.stage == "step"
    assert "That could not be done: Sparta is full (S.09)." in sitter.text


def test_an_answer_is_refused_with_its_clause_and_can_be_changed(sitter, monkeypatch):
    game = begun(sitter.table.home)
    sitter.open(f"games/{game}")
    sitting = sitter.table.sitting(game)
    wrong = type("Refusal", (), {"question": "D-S1", "clause": "S.09", "message": "Sparta is full"})
    monkeypatch.setattr(type(sitting.sheet), "refusals", [wrong])
    sitter.press(sitter.buttons[0][0])
    assert "Not possible: Sparta is full (S.09)" in sitter.text
    assert "Play it" not in [said for said, _, _ in sitter.buttons]


@pytest.mark.parametrize(("name", "question"), [("polis", "D18"), ("athens_sparta", "D-21")])
def test_what_ends_the_game_is_reviewed_by_its_name_and_asked_once_more(sitter, name, question):
    game = begun(sitter.table.home, name)
    sitter.open(f"games/{game}")
    sitter.do(f"add {question}")
    while sitter.stage == "step":
        sitter.press("Take that as my answer")
    assert re.search(r'<ol class="orders">\s*<li[^>]*><span>Concede the game<', sitter.page)
    sitter.press("Play it")
    assert sitter.stage == "sure"
    assert "You give the game up: it is over for all at the next cut." in sitter.text
    sitter.press("No, go back")
    assert sitter.stage == "review"
    answer = sitter.post(f"{sitter.guard.home}games/{game}/send?sure", word="final", phase="1")  # was not asked
    sitter.ask("GET", answer.headers["Location"])
    assert sitter.stage == "sure"
    sitter.press("Yes, play it")
    assert sitter.stage == "over"
