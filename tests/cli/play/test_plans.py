"""A plan that a person makes at a terminal: one list, whose lines are added, moved, varied and taken out."""

import io

import pytest

from adjudicator.registry import title
from cli.answer.hand import Hand
from cli.answer.keeping import Kept
from cli.home.home import Home
from cli.play.ahead.plans import settle_plan
from tests.adjudicator.players import begin

PERICLES = title("pericles")


class Behind:
    """A game that goes on against nobody."""

    rules, answered = PERICLES, ()

    def __init__(self, seat):
        self.seat = seat

    def standing(self):
        return []


@pytest.fixture
def settle(tmp_path, monkeypatch, capsys):
    """Make a plan of the markers after the first one, by what is typed; gives the card, whether it is kept, and what is
    told."""
    position = begin(PERICLES, 4, 0, "14.1.01A").position
    seat = position.phase.asks[0].seat
    view = PERICLES.view(position, seat)
    hand = Hand(Behind(seat), Kept(Home(tmp_path), "pericles-1", seat))

    def made(*typed):
        order = PERICLES.default(view, seat, "D16")
        plan = hand.plan("D16", view, [order], hand.later_view(view, order))
        monkeypatch.setattr("sys.stdin", io.StringIO("\n".join([*typed, ""])))
        kept = settle_plan(plan, hand)
        return plan.card, kept, capsys.readouterr().out

    made.hand = hand
    return made


THREE = ("2", "1", "+", "2", "1", "+", "2", "1")


def test_lines_are_added_as_real_answers_put_in_order_taken_out_and_varied(settle):
    card, kept, told = settle(*THREE, "3 1", "-2", "v 1", "2", "e", "2", "")
    assert kept
    assert settle.hand.cards == [card]
    assert "Place a marker: the next times (D16)" in told
    assert (len(card.choose), card.answers, card.otherwise) == (2, 2, "default")
    assert [len(line) for line in card.choose] == [3, 2]  # the first says more than its answer
    assert "line 1 is passed over: its condition does not hold." in told


def test_a_plan_that_is_kept_is_opened_again_and_left_as_it_was(settle):
    before, _, _ = settle(*THREE, "")
    card, kept, _ = settle("-1 -2", "q")
    assert not kept
    assert len(card.choose) == 1
    assert settle.hand.cards == [before]


def test_what_does_not_fit_is_said_and_changes_nothing(settle):
    card, kept, told = settle(*THREE, "9", "+1", "v 9", "first", "v", "?", "")
    assert (kept, len(card.choose)) == (True, 3)
    assert told.count("That cannot be done: there is no line 9") == 2
    assert "a line that is out does not come back" in told
    assert "'first' has to be numbers of lines" in told
    assert "vary line 2, where it can say more" in told
