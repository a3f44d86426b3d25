"""What the modules of a title declare is found by itself, whichever of them is imported first."""

import subprocess
import sys
from types import ModuleType

import pytest

from adjudicator.kernel import Event, agenda_step, forward, gather
from adjudicator.registry import title, titles


def module(monkeypatch, **things):
    made = ModuleType("made_up")
    for name, thing in things.items():
        if not isinstance(thing, dict):
            thing.__module__ = "made_up"
        setattr(made, name, thing)
    monkeypatch.setitem(sys.modules, "made_up", made)
    return "made_up"


def deal(running):
    pass


def test_a_step_that_is_named_and_that_no_module_has_is_refused_when_the_rules_are_gathered(monkeypatch):
    with pytest.raises(ValueError, match="made_up names the step shuffle, which no module of made_up has"):
        gather(module(monkeypatch, deal=agenda_step(deal), later={"shuffle": forward("shuffle")}))


def test_two_events_of_one_name_are_refused(monkeypatch):
    class Dealt(Event, frozen=True, tag="dealt", clause="1"):
        pass

    class DealtAnew(Event, frozen=True, tag="dealt", clause="2"):
        pass

    with pytest.raises(ValueError, match="both declare dealt"):
        gather(module(monkeypatch, dealt=Dealt, anew=DealtAnew))


@pytest.mark.parametrize("name", titles())
def test_questions_come_in_the_order_of_their_ids_whatever_was_imported_first(name):
    first = {
        "perikles": "war.rounds",
        "pericles": "end.redeployment",
        "polis": "rounds.sending",
        "athens_sparta": "combat.storms",
    }[name]
    code = (
        f"import adjudicator.{name}.{first}; from adjudicator.registry import title; "
        f"print(*title({name!r}).questions, *title({name!r}).steps)"
    )
    there = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert there == [*title(name).questions, *title(name).steps]
