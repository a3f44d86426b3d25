"""What no event tells a viewer, no view shows it; and leaks that are planted are found."""

import pytest
from msgspec.structs import replace

from adjudicator.kernel.questions.questions import question_of
from adjudicator.registry import title, titles
from tests.adjudicator.leaks import comparisons
from tests.adjudicator.players import played_best
from tests.titles.ballot import TITLE as BALLOT
from tests.titles.morra import TITLE as MORRA

TITLES = [*(title(name) for name in titles()), BALLOT, MORRA]
HIDES_NOTHING = {"Asked", "Veiled"}  # they only say how to imagine who is asked
NOT_HERE = (
    "later_permissions",  # filed while an order waits, and settled with it before the next phase opens
    "returns",  # filed while units come back one by one: tests/cases/polis/events.yaml has it
)
PLANTED = [
    pytest.param(rules, part, id=f"{rules.id}: {getattr(part, 'name', type(part).__name__)}")
    for rules in TITLES
    for part in rules.hidden
    if type(part).__name__ not in HIDES_NOTHING and getattr(part, "name", "") not in NOT_HERE
]

ASKED_OPENLY = ("D-24",)  # RULING-128: whose combat turn it is all see before that block acts


def is_asked_openly(leak):
    """Whether what was replaced shows by nothing but what is asked next, as it may."""
    _, _, what = leak
    return isinstance(what, list) and {question_of(order) for order in what} <= {*ASKED_OPENLY}


def found(rules, seeds=(0,)):
    most = played_best(rules).seat_counts[-1]
    for seed in seeds:
        yield from comparisons(rules, most, ("leak", seed))


@pytest.mark.parametrize("rules", TITLES, ids=lambda rules: rules.id)
def test_what_no_event_tells_is_in_no_view(rules):
    compared = [*found(rules)]
    assert [leak for leak in compared if leak] == []
    assert len(compared) > 5


@pytest.mark.soak
@pytest.mark.parametrize("rules", TITLES, ids=lambda rules: rules.id)
def test_what_no_event_tells_is_in_no_view_of_many_games(rules):
    compared = [*found(rules, range(1, 25))]
    print(f"{rules.id}: {len(compared)} comparisons of what a reader sees, scenes and boards inside phases included")
    assert [leak for leak in compared if leak and not is_asked_openly(leak)] == []


@pytest.mark.parametrize(("rules", "part"), PLANTED)
def test_whatever_part_of_the_secrets_is_left_out_a_leak_is_found(rules, part):
    leaking = replace(rules, hidden=[other for other in rules.hidden if other is not part])
    assert next(leak for leak in found(leaking, (1, 2, 0, 39)) if leak)


class OnlyBetweenPhases:
    """A part of the secrets that is forgotten where a phase is being resolved: final boards hide it."""

    def __init__(self, part):
        self._part = part

    def __getattr__(self, name):
        return getattr(self._part, name)

    def hide(self, view, seat):
        if view.phase is not None or view.outcome is not None:
            self._part.hide(view, seat)


@pytest.mark.parametrize("rules", [title("perikles"), title("athens_sparta")], ids=lambda rules: rules.id)
def test_what_only_the_boards_inside_a_phase_show_is_found(rules):
    leaking = replace(rules, hidden=[*map(OnlyBetweenPhases, rules.hidden)])
    assert next(leak for leak in found(leaking) if leak)
