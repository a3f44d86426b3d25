"""Ways through a graph of places."""

from adjudicator.kernel.graph import Graph

RING = Graph([("a", "b"), ("b", "c"), ("c", "d"), ("d", "e"), ("e", "a"), ("f", "g")])


def anywhere(_place):
    return True


def test_a_way_is_a_shortest_one_and_begins_and_ends_wherever_it_may():
    assert RING.way(["a"], ["c"], anywhere) == ["a", "b", "c"]
    assert RING.way(["a"], ["c", "e"], anywhere) == ["a", "e"]
    assert RING.way(["b", "d"], ["e"], anywhere) == ["d", "e"]
    assert RING.way(["a"], ["a"], anywhere) == ["a"]


def test_a_way_leads_round_a_place_that_is_closed_but_may_begin_and_end_there():
    assert RING.way(["a"], ["c"], lambda place: place != "b") == ["a", "e", "d", "c"]
    assert RING.way(["b"], ["c"], lambda place: place not in "bc") == ["b", "c"]
    assert RING.way(["a"], ["c"], lambda place: place not in "be") is None
    assert RING.way(["a"], ["f"], anywhere) is None


def test_a_link_more_makes_another_graph():
    assert RING.and_link("a", "f").way(["b"], ["g"], anywhere) == ["b", "a", "f", "g"]
    assert RING.way(["b"], ["g"], anywhere) is None


def test_the_cheapest_way_pays_for_each_place_and_for_both_ends():
    prices = {"a": 1, "b": 5, "c": 2, "d": 0, "e": 1, "f": 0, "g": 0}
    assert RING.cheapest(["a"], ["c"], prices.__getitem__) == (4, ["a", "e", "d", "c"])
    assert RING.cheapest(["c"], ["c"], prices.__getitem__) == (2, ["c"])
    assert RING.cheapest(["a", "d"], ["c"], prices.__getitem__) == (2, ["d", "c"])
    assert RING.cheapest(["a"], ["g"], prices.__getitem__) is None


def test_all_that_is_reached_stops_behind_a_place_that_is_closed():
    assert RING.reached(["a"], anywhere) == ["a", "b", "e", "c", "d"]
    assert RING.reached(["a"], lambda place: place not in "be") == ["a", "b", "e"]
    assert RING.reached(["b"], lambda place: place != "a") == ["b", "a", "c", "d", "e"]
    assert RING.reached([], anywhere) == []


def test_what_is_kept_answers_as_what_is_found_anew():
    for free in ("abcde", "acd", "be", ""):
        for start in "abcde":
            for goal in "abcdefg":
                way = RING.way([start], [goal], lambda place, free=free: place in free)
                assert RING.leads((start,), (goal,), tuple(free)) == (way is not None)
    prices = (("a", 1), ("b", 9), ("c", 2), ("d", 0), ("e", 1))
    assert RING.least_price(("a",), ("c",), prices) == RING.cheapest(["a"], ["c"], dict(prices).__getitem__)[0]
    assert RING.least_price(("a",), ("g",), prices) is None


def test_places_that_hang_together_are_of_one_part():
    parts = RING.parts("abdf")
    assert parts.keys() == {*"abdf"}
    assert parts["a"] == parts["b"]
    assert len({parts[place] for place in "adf"}) == 3
    assert RING.and_link("a", "f").parts("abdf")["f"] == parts["a"]
