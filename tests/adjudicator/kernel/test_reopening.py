"""A phase opened anew: what an amendment may set, and what a rollback shuffles."""

import pytest

from adjudicator.kernel import Chance, Malformed
from adjudicator.kernel.title.reopening import amended, reopened
from adjudicator.perikles import TITLE as PERIKLES
from tests.adjudicator.players import playthrough
from tests.titles.ballot import TITLE as BALLOT

KEY = Chance(bytes(32))


@pytest.fixture(scope="module")
def middle():
    """A position of Perikles in whose commitments something lies face down."""
    befores = [before for before, *_ in playthrough(PERIKLES, 4, "reopening", missing=0)]
    return next(p for p in befores if p.phase and p.chapter == 5 and any(s.counters for s in _sides(p)))


@pytest.fixture(scope="module")
def filed():
    """A position of the setup in which seats have filed where their second cube goes."""
    befores = [before for before, *_ in playthrough(PERIKLES, 4, "reopening", missing=0)]
    return next(p for p in befores if p.phase and p.second_cubes)


def _sides(position):
    return [side for _, place in position.places() for side in (place.attacker, place.defender)]


@pytest.fixture
def ballot():
    return BALLOT.begin(scenario="assembly", seats=["alpha", "beta", "gamma"], chance=Chance(bytes(32))).position


def test_the_open_phase_gets_the_new_number_and_the_next_one_follows_it(ballot):
    again = reopened(BALLOT, ballot, 7, None)
    assert (again.phase.number, again.phases, again.phase.asks) == (7, 7, ballot.phase.asks)
    assert BALLOT.resolve(again, {}, Chance(bytes(32))).position.phase.number == 8
    assert ballot.phase.number == 1


def test_a_position_without_an_open_phase_is_not_opened_anew(ballot):
    ballot.phase = None
    with pytest.raises(Malformed, match="no phase is open"):
        reopened(BALLOT, ballot, 2, None)


def test_with_a_chance_what_lies_undrawn_is_shuffled_and_nothing_else(middle):
    again = reopened(PERIKLES, middle, 90, Chance(bytes(32)))
    assert again.location_deck != middle.location_deck or again.influence_deck != middle.influence_deck
    for name in ("influence_deck", "location_deck", "undealt_specials"):
        assert sorted(getattr(again, name)) == sorted(getattr(middle, name))
        setattr(again, name, getattr(middle, name))
    assert (again.phase.number, again.phases) == (90, 90)
    again.phase, again.phases = middle.phase, middle.phases
    assert again == middle
    assert reopened(PERIKLES, middle, 90, None).location_deck == middle.location_deck


def test_with_redeal_what_everybody_sees_stays_and_hidden_hands_change(middle):
    again = reopened(PERIKLES, middle, middle.phase.number, Chance(bytes(32)), redeal=True)
    assert PERIKLES.view(again, None) == PERIKLES.view(middle, None)
    assert again.special != middle.special


def test_with_redeal_nothing_changes_that_a_seat_chose_itself(middle, ballot):
    again = reopened(PERIKLES, middle, middle.phase.number, Chance(bytes(32)), redeal=True)
    for name in ("influence_deck", "location_deck", "undealt_specials", "special"):
        setattr(again, name, getattr(middle, name))
    assert again == middle
    ballot.notes = {"alpha": "remember me"}
    dealt = [reopened(BALLOT, ballot, 2, Chance(bytes([n] * 32)), redeal=True) for n in range(3)]
    assert all(one.notes == {"alpha": "remember me"} for one in dealt)
    assert any(one.sherds != ballot.sherds for one in dealt)


def test_with_redeal_second_cubes_that_are_filed_stay(filed):
    assert filed.second_cubes
    dealt = [reopened(PERIKLES, filed, 90, Chance(bytes([n] * 32)), redeal=True) for n in range(3)]
    assert [one.second_cubes for one in dealt] == [filed.second_cubes] * 3
    assert any(one.special != filed.special for one in dealt)


def test_the_books_of_now_stay_in_force(ballot):
    now = {"alpha": BALLOT.check_book([{"question": "B-1", "choose": [{"against": "gamma"}]}])}
    assert reopened(BALLOT, ballot, 2, None, books=now).books == now
    old = BALLOT.with_books(ballot, now)
    assert reopened(BALLOT, old, 2, None).books == now
    assert reopened(BALLOT, old, 2, None, books={}).books == {}


def test_what_everybody_sees_can_be_set(middle, ballot):
    assert amended(BALLOT, ballot, {"round": 2}).round == 2
    first = next(seat for seat in middle.seats if seat != middle.first_player)
    again = reopened(PERIKLES, middle, 90, None, {"first_player": first})
    assert (again.first_player, middle.first_player != first) == (first, True)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"nothing": 1}, "path 'nothing': there is no 'nothing' here"),
        ({"cities.sybaris.a": "red"}, "path 'cities.sybaris.a': there is no 'sybaris' here; there is argos, athens"),
        ({"cities.athens.a.x": "red"}, "path 'cities.athens.a.x': there is no 'x'"),
        ({"turn.*": 1}, r"path 'turn.\*': there is no '\*' here"),
        ({"books": {}}, "path 'books': an amendment leaves title,"),
        ({"phase.number": 4}, "path 'phase.number': an amendment leaves"),
        ({"location_deck": []}, "path 'location_deck': there is something hidden there"),
        ({"special": {}}, "path 'special': there is something hidden"),
        ({"special.*.tile": "brasidas"}, r"path 'special.\*.tile': there is something hidden there"),
        ({"special.*.used": True}, r"path 'special.\*.used': would set or turn up what is hidden in special"),
        ({"second_cubes": {}}, "path 'second_cubes': everybody sees {} there already"),
        ({"second_cubes": {"red": "athens"}}, "path 'second_cubes': would set or turn up"),
        ({"turn": "two"}, "position, turn: .two. is not a whole number$"),
        ({"cities.athens.defeats": 9}, "path 'cities.athens.defeats': the game cannot go on like this: .*I.08"),
        ({"cities.athens.a": "mauve"}, "path 'cities.athens.a': the game cannot go on like this"),
        ({"turn": 3, "pools": {}}, "paths 'turn', 'pools': the game cannot go on like this: .*I.02"),
    ],
)
def test_a_change_that_cannot_be_is_refused_by_its_path(middle, changes, why):
    assert middle.seats[0]
    with pytest.raises(Malformed, match=why):
        reopened(PERIKLES, middle, 90, None, changes)
