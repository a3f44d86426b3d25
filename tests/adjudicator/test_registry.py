"""Titles are found by the entry points of what is installed; one that is broken is named, with what is wrong."""

from importlib import metadata
from importlib.metadata import EntryPoint

import pytest
from msgspec.structs import replace

from adjudicator import index, registry
from adjudicator.kernel import UnknownName
from cli.look.title import summary_of
from tests.titles import ballot


@pytest.fixture
def installed(monkeypatch):
    """Entry points as if a distribution had brought them."""

    def pretend(**titles):
        found = [EntryPoint(name, value, index.GROUP) for name, value in titles.items()]
        monkeypatch.setattr(metadata, "entry_points", lambda group: found)
        monkeypatch.setattr(registry, "_registered", {})
        forget()

    def forget():
        for known in (registry._installed, registry._older):
            known.cache_clear()

    yield pretend
    forget()


def test_a_title_of_any_distribution_is_found_by_its_entry_point(installed):
    installed(ballot="tests.titles.ballot:TITLE")
    assert registry.titles() == ("athens_sparta", "ballot", "pericles", "perikles", "polis")
    assert registry.title("ballot").version == "ballot/1"


def test_older_rules_stand_beside_the_newer_ones(installed):
    installed(**{"ballot.1": "tests.titles.ballot:TITLE", "ballot": "tests.titles.ballot_2:TITLE"})
    assert registry.titles() == ("athens_sparta", "ballot", "pericles", "perikles", "polis")
    assert registry.title("ballot").version == "ballot/2"
    assert registry.rules_of("ballot/1").version == "ballot/1"


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("raid", "no.such.module:TITLE", r"the title raid \(no.such.module:TITLE\) cannot be loaded: No module named"),
        ("raid", "tests.titles.ballot:SEATS", "is a tuple; wanted is an adjudicator.kernel.Title"),
        ("raid", "tests.titles.ballot:TITLE", "calls itself ballot; its entry point has to be named ballot"),
    ],
)
def test_a_title_that_cannot_be_used_is_named_with_what_is_wrong(installed, name, value, says):
    installed(**{name: value})
    with pytest.raises(registry.TitleBroken, match=says):
        registry.title(name)


def test_a_title_for_another_kernel_is_refused_with_what_it_needs(installed, monkeypatch):
    monkeypatch.setattr(ballot, "TITLE", replace(ballot.TITLE, kernel=2))
    installed(ballot="tests.titles.ballot:TITLE")
    says = "for kernel 2, and this program has kernel 1: it needs a newer release of ostraka"
    with pytest.raises(registry.TitleBroken, match=says):
        registry.title("ballot")


def test_nothing_takes_the_place_of_a_title_of_this_distribution(installed):
    installed(perikles="elsewhere:TITLE")
    assert registry.title("perikles").version.startswith("perikles/")
    with pytest.raises(registry.TitleBroken, match="two titles are called perikles: elsewhere:TITLE and adjudicator"):
        registry.titles()


def test_a_title_that_is_not_installed_is_unknown(installed):
    installed()
    with pytest.raises(UnknownName, match="title 'chess' does not exist; known: athens_sparta, pericles, perikles"):
        registry.title("chess")


def test_titles_are_listed_without_their_rules_and_others_by_loading_them(installed):
    installed(ballot="tests.titles.ballot:TITLE")
    listed = index.summaries()
    assert [name for name, known in listed.items() if known is None] == ["ballot"]
    assert registry._registered == {}
    assert summary_of("ballot")["scenarios"] == [*registry.title("ballot").scenarios]
    for name, known in listed.items():
        assert known is None or known["version"] == registry.title(name).version
