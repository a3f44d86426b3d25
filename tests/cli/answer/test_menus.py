"""Menus of orders that grow: from orders that are possible to one field after another, in the words of the game."""

from adjudicator.kernel.run.resolution import order_to_dict
from adjudicator.pericles.state.orders import RedeployOrder, Relocation
from cli.answer.menus import Candidate, Names, kinds_of_addition, leaves, menu, rest_left_open


def candidates(*plains):
    return [Candidate(number, leaves(plain)) for number, plain in enumerate(plains)]


def texts(found):
    return [line.text for line in found.lines]


PLAIN = Names(lambda field, word: word)
GAME = Names(
    lambda field, word: f"{field.rpartition('.')[2].capitalize()} {word}",
    {
        "placements": ("Commit another counter", ""),
        "placements.counter": ("Which counter?", "{}"),
        "placements.location": ("Where to?", "to {}"),
        "revolt": ("Revolt afterwards", "revolt from {}"),
    },
)
MANY = [{"tile": f"t{n}", "city": city} for n in range(5) for city in ("athens", "sparta", "argos")]


def test_leaves_are_all_fields_that_hold_something_by_path():
    plain = {"question": "D-1", "list": [{"a": 1}, {"a": None}], "empty": [], "no": False}
    assert leaves(plain) == {("list", 0, "a"): 1, ("no",): False}


def test_a_way_of_one_place_ends_where_it_begins():
    assert leaves({"path": ["sicily"]}, {"path.to": ("", "")}) == {("path.to",): "sicily", ("path.by",): ()}


def test_a_list_of_moves_that_say_where_to_is_no_way():
    moved = {"unit": "delian_naval", "from": "lesbos", "to": "samos"}
    found = leaves({"question": "D38", "moves": [moved]}, {"moves.to": ("To which theater?", "to {}")})
    assert found == {("moves", 0, name): value for name, value in moved.items()}


def test_few_orders_are_listed_whole_with_the_fields_in_which_they_differ():
    found = menu(candidates({"a": 1, "b": "x", "c": "y"}, {"a": 2, "b": "x", "c": "z"}), {}, PLAIN)
    assert found.asked == "Which a? Which c?"
    assert texts(found) == ["a 1, c y", "a 2, c z"]


def test_of_a_single_field_the_values_are_enough():
    found = menu(candidates({"city": "athens"}, {"city": "argos"}, {}), {}, GAME)
    assert found.asked == "Which city?"
    assert texts(found) == ["City athens", "City argos", "none"]


def test_a_field_that_an_order_leaves_empty_is_said_as_the_title_says_it_and_brackets_follow_without_a_comma():
    names = Names(lambda field, word: word, {"round": ("In which round?", "{}", "any"), "place": ("", "({})")})
    assert texts(menu(candidates({"round": "first"}, {}), {}, names)) == ["first", "any"]
    both = candidates({"round": "first", "place": "temple"}, {"round": "second", "place": "a"})
    assert texts(menu(both, {}, names)) == ["first (temple)", "second (a)"]


def test_of_more_than_two_fields_the_first_is_asked_for():
    found = menu(candidates({"action": "sail", "to": "x", "n": 1}, {"action": "stay", "to": "y", "n": 2}), {}, PLAIN)
    assert (found.asked, texts(found)) == ("Which action?", ["action sail, to x, n 1", "action stay, to y, n 2"])


def test_numbers_are_offered_in_their_order_however_many_orders_there_are():
    found = menu(candidates(*({"count": n, "to": f"t{m}"} for n in (2, 1, 3) for m in range(5))), {}, PLAIN)
    assert texts(found) == ["1", "2", "3"]


def test_many_orders_are_asked_for_field_by_field():
    found = menu(candidates(*MANY), {}, PLAIN)
    assert found.asked == "Which tile?"
    assert texts(found) == ["t0", "t1", "t2", "t3", "t4"]
    assert [c.order for c in found.lines[1].left] == [3, 4, 5]


def test_values_that_a_person_cannot_tell_apart_are_shown_once():
    found = menu(candidates(*MANY), {}, Names(lambda _, word: "a tile" if word in ("t1", "t3") else word))
    assert texts(found) == ["t0", "a tile", "t2", "t4"]


def test_a_number_that_plain_data_leave_out_is_said_and_numbers_rise():
    orders = [
        RedeployOrder(moves=[Relocation(unit="delian_land", origin="athens", target="samos", count=number)])
        for number in (4, 3, 2, 1)
    ]
    found = [Candidate(order, leaves(order_to_dict(order))) for order in orders]
    assert texts(menu(found, found[-1].leaves, PLAIN)) == ["1", "2", "3", "4"]


def test_fields_come_in_the_order_of_the_fullest_order():
    plains = [{"do": "use"}, {"do": "use", "column": 1}, *({"do": "use", "at": n, "column": 1} for n in range(12))]
    assert menu(candidates(*plains), {}, PLAIN).asked == "Which at?"


def test_an_entry_is_found_by_number_by_word_and_by_what_the_title_calls_it():
    found = menu(candidates(*MANY), {}, GAME)
    assert found.line("2") == found.line("t1") == found.line("tile t1") == found.lines[1]
    assert [found.line(typed) for typed in ("0", "6", "nonsense", "")] == [None] * 4


def test_a_word_that_fits_several_entries_leaves_them_all():
    found = menu(candidates(*({"at": at, "side": side} for at in "pq" for side in ("attacker", "defender"))), {}, PLAIN)
    line = found.line("q")
    assert line is not None
    assert [c.order for c in line.left] == [2, 3]


def test_what_is_settled_beside_a_field_is_shown_with_it():
    found = menu(candidates(*({"placements": [{"counter": "h1", "location": at}]} for at in "pq")), {}, GAME)
    assert found.asked == "Where to? (Counter h1)"
    assert texts(found) == ["Location p", "Location q"]


def test_what_may_be_done_next_is_grouped_by_what_it_adds():
    base = {"placements": [{"counter": "a"}]}
    grown = [
        {"placements": [{"counter": "a"}, {"counter": "b"}], "cube": "athens"},
        {"placements": [{"counter": "a"}, {"counter": "c"}], "cube": "athens"},
        {"placements": [{"counter": "a"}], "revolt": "pool"},
    ]
    found = kinds_of_addition(candidates(*grown), leaves(base), GAME)
    assert (found.asked, texts(found)) == ("What do you do next?", ["Commit another counter", "Revolt afterwards"])
    assert [c.order for c in found.lines[0].left] == [0, 1]


def test_the_order_that_leaves_the_rest_open_is_known_among_many():
    many = candidates({"do": "use"}, *({"do": "use", "at": f"p{n}"} for n in range(20)))
    assert rest_left_open(many) is many[0]
    assert rest_left_open(candidates(*MANY)) is None


def test_a_way_is_asked_for_by_its_end_and_then_by_what_lies_between():
    fields = {"way.to": ("To where?", "to {}"), "way.by": ("By what?", "by {}")}
    names, ends = Names(lambda _, word: word.upper(), fields), "cdefghijklmno"
    plains = [{"way": ["a", end]} for end in ends] + [{"way": ["a", "b", end]} for end in ends]
    many = [Candidate(number, leaves(plain, fields)) for number, plain in enumerate(plains)]
    first = menu(many, {}, names)
    assert (first.asked, texts(first)) == ("To where?", [*ends.upper()])
    then = menu(first.lines[0].left, {}, names)
    assert (then.asked, texts(then)) == ("By what?", ["directly", "B"])
