"""A fault of the program is a page with a report that can be copied; it says nothing of who plays or what is hidden."""

from __future__ import annotations

import pytest

from adjudicator.registry import title, titles
from cli.answer.answer import Answer
from cli.home.home import Home
from cli.seat.local import open_saved
from tests.cli.table.tables import Sitter, begun

SECRET = "the hidden hand of J09#1"


@pytest.fixture
def sitter(tmp_path, capsys):
    sitter = Sitter(Home(tmp_path / "home-of-aspasia"))
    sitter.enter()
    return sitter


def failed(sitter, name, monkeypatch):
    """Click on the first choice of a game whose rules then fail, with a hidden thing in what they say."""
    sitter.open(f"games/{name}")
    where, fields = next((where, fields) for _, where, fields in sitter.buttons if "act" in fields)

    def fault(*_):
        raise KeyError(SECRET)

    with monkeypatch.context() as broken:
        broken.setattr(Answer, "act", fault)
        return sitter.post(where, **fields)


@pytest.mark.parametrize("name", titles())
def test_the_report_names_rules_phase_clicks_and_the_place_and_nothing_hidden(sitter, monkeypatch, name):
    game = begun(sitter.table.home, name)
    sitter.open(f"games/{game}")
    where, fields = next((where, fields) for _, where, fields in sitter.buttons if "act" in fields)
    sitter.post(where, **fields)
    answer = failed(sitter, game, monkeypatch)
    assert answer.status_code == 500
    report = sitter.page.partition("<textarea")[2].partition(">")[2].partition("</textarea>")[0]
    for said in (title(name).version, ", phase ", f"Clicked: {fields['act']}", "KeyError, at", "cli/answer/sitting.py"):
        assert said in report
    for hidden in (SECRET, "J09", "aspasia", str(sitter.table.home.root), game, sitter.guard.path):
        assert hidden not in report
    assert sitter.open("trouble").status_code == 200
    assert report in sitter.page


def test_after_a_fault_the_answer_is_as_it_was(sitter, monkeypatch):
    name = begun(sitter.table.home)
    before = open_saved(sitter.table.home, name).now()
    failed(sitter, name, monkeypatch)
    assert "kept as they were before your last click" in sitter.page
    assert sitter.open(f"games/{name}").status_code == 200
    assert open_saved(sitter.table.home, name).now().phase == before.phase


def test_without_a_fault_there_is_nothing_to_report(sitter):
    sitter.open("trouble")
    assert "There is nothing to report." in sitter.page


def test_a_click_that_fails_leads_to_the_report(seen, monkeypatch):
    seen.sit("perikles")

    def fault(*_):
        raise KeyError(SECRET)

    monkeypatch.setattr(Answer, "act", fault)
    seen.browser.find("#answer .choices button").click()
    seen.browser.wait_for_path(f"{seen.guard.home}trouble")
    report = seen.browser.find("#report").get_attribute("value")
    assert report.startswith("Ostraka ")
    seen.browser.find("#copy").click()
    seen.wait(lambda: seen.browser.find("#copy").text != "Copy the report")
    selected = "return document.querySelector('#report').value.slice(document.querySelector('#report').selectionStart)"
    assert seen.browser.script(selected) == report
