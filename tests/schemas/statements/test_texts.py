"""What people type holds no character that hides, breaks a line or turns the text around it."""

import re

import msgspec
import pytest

from schemas.errors import Malformed
from schemas.statements.contests import ContestAct, EndContest
from schemas.statements.payloads import Act, Amend, Press, Text, Title
from schemas.statements.statements import sign, sign_payload
from schemas.statements.texts import left_out, refused_character, require_typed
from tests.schemas.contests.paper import identity, plan

REFUSED = "\x00\t\n\r\x1b\x7f\x85\x9f\u2028\u2029\u202a\u202e\u2066\u2069\ufffe\uffff\ud800"
TAKEN = "a Ω – “é”\u0301\u00a0\u00ad\u200b\u200d\u200e\u2027\u202f\u2065\ufffd🏛"


@pytest.mark.parametrize("character", REFUSED, ids=lambda one: f"U+{ord(one):04X}")
def test_a_name_with_such_a_character_is_not_signed_and_which_and_where_is_said(character):
    with pytest.raises(Malformed) as refused:
        require_typed("contest", plan(name="ab").to_body() | {"name": f"ab{character}c"})
    assert f"malformed contest: name: character 3 is U+{ord(character):04X}, " in refused.value.message
    assert left_out(f"ab{character}c") == "abc"


def test_other_characters_are_taken():
    assert refused_character(TAKEN) is None
    sign_payload(plan(name=TAKEN), identity("organiser"))


def press(text):
    return Press(game="lusab", seat="red", player=identity("ann").key_id, number=1, to=["green"], text=text)


def test_press_has_several_lines_and_a_reason_has_one():
    sign_payload(press("Dear all,\n\nthis is a line."), identity("ann"))
    with pytest.raises(Malformed, match=r"text: character 2 is U\+000D, a control character; leave it out"):
        sign_payload(press("a\r\n"), identity("ann"))
    act = ContestAct(contest="lusab", organiser=identity("o").key_id, number=1, act=EndContest(reason="a\nb"))
    with pytest.raises(Malformed, match=r"act.reason: character 2 is U\+000A, a line break, which a text of one"):
        sign_payload(act, identity("o"))


def test_what_lies_deeper_and_names_in_it_are_looked_at_too():
    for changes in ({"cities": {"name": "\x1b[2J"}}, {"cities.\u202e": 1}, {"cities": [{"a\x00": 1}]}):
        act = Act(game="lusab", organiser=identity("o").key_id, number=1, act=Amend(changes=changes))
        with pytest.raises(Malformed, match="is U"):
            sign_payload(act, identity("o"))


def test_what_was_signed_before_that_was_refused_can_still_be_read():
    organiser, old = identity("organiser"), plan(name="a\x00b")
    assert sign("contest", old.to_body(), organiser).read(type(old)).name == "a\x00b"


@pytest.mark.parametrize(("kind", "several"), [(Title, False), (Text, True)])
def test_the_published_pattern_takes_what_is_taken(kind, several):
    pattern = re.compile(msgspec.json.schema(kind)["pattern"].removesuffix("$") + r"\Z")
    for character in REFUSED.removesuffix("\ud800") + TAKEN:
        assert bool(pattern.match(character)) == (refused_character(character, several_lines=several) is None)
