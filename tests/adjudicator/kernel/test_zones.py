"""Zones: paths are checked when a zone is declared, a forgotten place is noticed, and everything else follows."""

import pytest

from adjudicator.kernel import UNKNOWN, Chance, Unknown
from adjudicator.kernel.hidden.parts import Filed
from adjudicator.kernel.hidden.paths import Path
from adjudicator.kernel.hidden.zones import Held, Open, Pile, Zone
from adjudicator.pericles.state.position import Pericles
from adjudicator.perikles.secrets.zones import COUNTERS
from adjudicator.perikles.state.position import Perikles
from adjudicator.registry import title
from tests.adjudicator.players import begin, key, playthrough
from tests.titles.morra import COINS, Morra
from tests.titles.morra import TITLE as MORRA

PERIKLES = title("perikles")


@pytest.fixture(scope="module")
def fought():
    """A position of Perikles with counters face down in pools and at Locations."""
    for before, *_ in playthrough(PERIKLES, 4, "zones", missing=0):
        if sum(len(side.counters) for _, place in before.places() for side in (place.attacker, place.defender)) > 5:
            return before
    raise AssertionError("nobody ever committed five counters")


@pytest.mark.parametrize(
    ("position", "path", "wrong", "right"),
    [
        (Perikles, "pool.*.*", "no 'pool' here", "pools"),
        (Perikles, "special.*.tiles", "no 'tiles' here", "tile, used"),
        (Perikles, "locations.*.attacker|reserve.counters.*.counter", "no 'reserve' here", "defender"),
        (Perikles, "pools.*.*.strength", "no 'strength' here", "str"),
        (Perikles, "revolted.*", r"no '\*' here", "str"),
        (Pericles, "decks.corinth", "no 'corinth' here", "athens, sparta"),
    ],
)
def test_a_path_that_leads_nowhere_is_refused_when_it_is_declared(position, path, wrong, right):
    with pytest.raises(ValueError, match=f"of {position.__name__}: there is {wrong}; there is .*{right}"):
        Path(position, path)


def test_what_seats_file_is_declared_by_a_field_that_is_there():
    with pytest.raises(ValueError, match="no 'second_cube' here"):
        Filed(Perikles, "second_cube")


def test_a_thing_in_a_place_that_was_forgotten_has_strayed(fought):
    forgetful = Zone(
        Perikles,
        "counters",
        COUNTERS.things,
        Held("pools.*.*"),
        Held("revolted"),
        Open("boxes.*.*"),
        Open("dead_pile.*"),
        clause="I.02",
    )
    assert COUNTERS.strayed(fought) == []
    assert forgetful.strayed(fought) == ["I.02"]


def test_a_thing_that_lies_in_two_places_has_strayed():
    position = begin(MORRA, 3, "twice").position
    position.bag[0] = max(position.coins.values())
    assert [zone.strayed(position) for zone in MORRA.hidden] == [["M.01"]]


def test_views_share_what_is_not_hidden_and_leave_the_position_as_it_was(fought):
    before = PERIKLES.encode(fought)
    seat = fought.seats[0]
    view = PERIKLES.view(fought, seat)
    own = [force for force in fought.pools if seat in fought.owners(force)]
    assert own
    assert all(view.pools[force] is fought.pools[force] for force in own)
    assert view.cities is fought.cities
    assert PERIKLES.encode(fought) == before


def test_a_redeal_moves_things_only_among_those_that_look_alike(fought):
    other = PERIKLES.redeal(fought, None, Chance(key("alike")))
    assert PERIKLES.encode(PERIKLES.view(other, None)) == PERIKLES.encode(PERIKLES.view(fought, None))
    assert other.pools != fought.pools
    assert COUNTERS.strayed(other) == []


def test_the_order_of_a_table_does_not_change_what_is_dealt():
    position = begin(MORRA, 4, "tables").position
    turned = MORRA.copy(position)
    turned.coins = dict(reversed(position.coins.items()))
    dealt = [MORRA.encode(MORRA.redeal(one, None, Chance(key("tables")))) for one in (position, turned)]
    assert dealt[0] == dealt[1]


def test_what_a_pile_was_made_of_stays_in_it():
    zone = Zone(
        Morra,
        "coins",
        lambda _position: COINS,
        Held("coins.*"),
        Pile("bag", "bag", made_of=lambda position: sorted(one for one in position.bag if one != UNKNOWN) or (4, 5, 6)),
        clause="M.01",
    )
    position = Morra(
        title="morra", version="morra/1", scenario="symposion", options={}, seats=["a", "b"],
        coins={"a": 1, "b": 2, "c": 1, "d": 3}, bag=[4, 5, 6],
    )  # fmt: skip
    for seed in range(5):
        other = MORRA.copy(position)
        zone.redeal(other, "a", Chance(key(seed)))
        view = MORRA.copy(other)
        zone.hide(view, "a")
        assert view.coins["a"] == 1
        assert all(isinstance(coin, Unknown) for coin in (*view.bag, view.coins["b"]))
        zone.imagine(view, "a", Chance(key(seed)))
        for one in (other, view):
            assert sorted(one.bag) == [4, 5, 6]
            assert zone.strayed(one) == []
