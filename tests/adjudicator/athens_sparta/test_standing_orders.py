"""Garrison orders of a book that are taken where nobody is asked: what is published after the end has to have them."""

from pathlib import Path

import msgspec

from adjudicator.kernel.cases import load_cases, play_case
from tests.adjudicator.athens_sparta.tables import TITLE

CASES = Path(__file__).parents[2] / "cases" / "athens_sparta" / "battles.yaml"
STANDING = "12.2-G a standing order for a whole side stands in a book; a hex beats it"


def resolved(*before):
    """The Combat Phase of the case, the defender's orders naming another hex; `before` stands above in their book."""
    [case] = [one for one in load_cases(CASES.read_text()) if one.case == STANDING]
    [phase] = case.phases
    elsewhere = {"question": "D-8B", "battle": {"F08": {"after": "siege"}}}
    phase = msgspec.structs.replace(phase, orders={"athens": [elsewhere]})
    books = {"athens": [*before, *case.books["athens"]]}
    return play_case(TITLE, msgspec.structs.replace(case, books=books, phases=[phase]))[-1].resolution


def test_that_standing_orders_were_taken_beside_those_of_a_message_is_noted():
    """12.2-C: though the message answered what was asked."""
    guarded = {**GARRISON, "when": {"fact": "is", "left": {"of": "game turn"}, "op": "=", "right": 99}}
    for above, used in (((), [0]), ((guarded,), [1])):
        resolution = resolved(*above)
        assert [one.source for one in resolution.counted if one.question == "D-8B"] == ["envelope"]
        assert {block.id: block.place for block in resolution.position.blocks}["S01"] == "J02"
        assert resolution.used == {"athens": used}


GARRISON = {"question": "D-8B", "choose": [{"battle": {"*": {"after": "siege"}}}]}
