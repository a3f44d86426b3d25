"""What is written ahead is read when it is written: names, facts, items; and then it is the order, or says why not."""

import pytest

from adjudicator.kernel import Ask, Chance, Malformed
from adjudicator.kernel.books.items import Item
from adjudicator.kernel.books.reading import consult
from adjudicator.registry import title
from tests.adjudicator.players import begin, key, playthrough

IS = {"fact": "is"}
PRESTIGE, OWNER = {"of": "prestige", "side": "sparta"}, {"of": "owner", "polis": "argos"}


def with_fact(question, **fact):
    return {"question": question, "when": fact, "default": True}


def taking(choice):
    return {"question": "D-2", "choose": [choice]}


def planning(question, *items):
    field = "actions" if question == "D2" else "plan"
    return {"question": question, "choose": [{field: [*items]}]}


REFUSED = [
    ("perikles", with_fact("D-3", fact="location on display", location="megara"), "no Location 'megara'"),
    ("perikles", with_fact("D-3", fact="leads", seat="blu", city="athens"), "no seat 'blu'"),
    ("perikles", with_fact("D-3", fact="temple", city="athens", colour="pink", at_least=1), "no seat 'pink'"),
    ("perikles", with_fact("D-3", fact="permission", location="attica", force="boeotia"), "no force 'boeotia'"),
    ("perikles", with_fact("D-3", fact="relation", force="argos", other="attica", relation="war"), "no force 'attica'"),
    ("perikles", with_fact("D-3", fact="candidate", city="argos", space="a", colour="blu"), "no seat 'blu'"),
    ("perikles", {"question": "D-3", "choose": [{"city": "argos", "colour": "pink"}]}, "no seat 'pink'"),
    ("pericles", {"question": "D7", "choose": [{"cards": ["LDR-AF", "LDR-XX"]}]}, "no card 'LDR-XX'"),
    ("pericles", {"question": "D2", "choose": [{"cards": ["ATH-1", "ATH-02", "ATH-03"]}]}, "no card 'ATH-1'"),
    ("pericles", {"question": "D1", "choose": [{"cards": ["ATH-1"]}]}, "no card 'ATH-1'"),
    ("perikles", {"question": "D-6B", "choose": [{"force": "persians"}]}, "did you mean persia"),
    ("perikles", {"question": "D-5A", "choose": [{"seat": "me"}]}, "or self"),
    ("perikles", {"question": "D-5B", "choose": [{"kinds": {"athen": "hoplite"}}]}, "'athen' is not known"),
    ("perikles", {"question": "D-5D", "choose": [{"location": "attica"}]}, "name either a force or a seat"),
    ("perikles", taking({"colours": ["athens"], "before": {"tile": "plague", "city": "athens"}}), "leave before out"),
    ("perikles", taking({"take": {"colour": "argos", "kind": "assassin"}, "colours": ["any"]}), "leave take out"),
    ("perikles", taking({"take": {"colour": "any", "kind": "two-shard"}}), "there is no two-shard tile of colour any"),
    ("perikles", taking({}), "exactly one of take"),
    ("perikles", taking({"exactly": {"tile": 7}}), "choose 1, exactly, tile: 7 is not a text"),
    ("perikles", taking({"exactly": []}), "choose 1, exactly: a list does not belong here"),
    ("perikles", {"question": "D-S1B", "choose": [{"city": "argos"}], "times": 2}, "carried out once"),
    ("polis", with_fact("D3", fact="event", **{"is": "plague"}), "no event 'plague'"),
    ("polis", {"question": "D6", "choose": [{"prefer": ["phalanxes"]}]}, "did you mean phalanx"),
    ("polis", with_fact("D15", fact="pile", at_least=1), "is known only in a battle"),
    ("polis", planning("D2", {"do": {"action": "fly"}}), "choose 1, actions 1, do: there is no action 'fly'"),
    ("polis", planning("D2", {"ask_me": True}), "a turn begins with an action, or passes"),
    ("polis", planning("D17", {"do": {"keep": -1}}), "plan 1, do, keep: -1 is not a whole number"),
    ("polis", planning("D15", {"ask_me": True}), "plan 1, ask_me: nobody is asked"),
    ("polis", planning("D15", {"do": {"prestige": 1}}), "plan 1, do: 'prestige' is not known here"),
    ("polis", planning("D15", {"do": {"release": []}, "when": {**IS, "left": PRESTIGE, "op": "<=", "right": OWNER}}),
     "plan 1, when, op: prestige and owner cannot be compared"),
    ("polis", planning("D15", {"first": [{"do": {"release": []}}, {"do": {"release": ["zz"]}}]}),
     "plan 1, first 2, do, release 1: 'zz' is not known"),
    ("polis", {"question": "D4", "choose": [{"goods": ["wine", "wine"]}]}, "name each good once"),
    ("athens_sparta", with_fact("D-5", fact="control", hex="Naupactus", side="sparta"), "no hex 'Naupactus'"),
    ("athens_sparta", with_fact("D-5", fact="island", hex="f08"), "did you mean"),
    ("athens_sparta", with_fact("D-5", fact="posture", block="S9", **{"is": "FIELD"}), "no block 'S9'"),
    ("athens_sparta", {"question": "D-4", "choose": [{"card": "4"}]}, "no card '4'"),
    ("athens_sparta", planning("D-7", {"do": {"action": "sea", "block": "S9", "to": "F8"}}), "no block 'S9'"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "entry", "says"), REFUSED)
def test_what_names_nothing_or_can_never_be_judged_is_refused_when_it_is_written(name, entry, says):
    rules = title(name)
    with pytest.raises(Malformed) as refused:
        rules.check_book([entry], rules.known(None))
    assert f"entry 1, {says}" in str(refused.value) or says in str(refused.value)


def test_a_book_may_name_what_is_in_the_components_of_its_game_alone():
    polis = title("polis")
    known = {**polis.known(None), "event": ["E9", "none"]}
    book = [with_fact("D3", fact="event", **{"is": "E9"})]
    assert polis.check_book(book, known)
    with pytest.raises(Malformed, match="no event 'E9'"):
        polis.check_book(book, polis.known(None))


@pytest.mark.parametrize("op", ["<", "<=", "=", "!=", ">=", ">"])
def test_what_is_hidden_or_not_there_is_neither_so_nor_not_so(op):
    perikles = title("perikles")
    view = begin(perikles, 3, "facts").position
    there_is_none = {**IS, "left": {"of": "tokens", "side": "attacker"}, "op": op, "right": 1}
    for condition in (there_is_none, {"fact": "not", "of": there_is_none}, {"fact": "all", "of": [there_is_none]}):
        assert perikles.quantities.judged(condition, view) is None
        assert not perikles.quantities.holds(condition, view)
        assert perikles.quantities.failing(condition, view)
    so, not_so = ({"fact": "turn", "number": number} for number in (view.turn, 9))
    assert perikles.quantities.judged({"fact": "any", "of": [there_is_none, so]}, view) is True
    assert perikles.quantities.judged({"fact": "all", "of": [there_is_none, not_so]}, view) is False


def test_a_fact_of_a_board_that_is_not_set_up_yet_does_not_hold_and_stops_nothing():
    polis = title("polis")
    position = begin(polis, 2, "drawn", "standard_drawn").position
    poor = {**IS, "left": PRESTIGE, "op": "<=", "right": 9}
    book = polis.check_book([{"question": "D1", "when": poor, "choose": [{"side": "athens"}]}], polis.known(position))
    assert [*map(str, polis.quantities.failing(poor, position))]
    resolution = polis.resolve(position, {}, Chance(key("drawn")), {position.seats[0]: book})
    assert {one.source for one in resolution.counted} == {"default"}


def test_the_form_of_polis_can_be_filled_in_while_sides_are_drawn():
    polis = title("polis")
    for scenario in (one for one in polis.scenarios if one.endswith("_drawn")):
        position = begin(polis, 2, "form", scenario).position
        seat = position.seats[0]
        view = polis.view(position, seat)
        asked = [offer.fields[0] for offer in polis.form_offers(view, seat, "start")]
        assert "turns" not in asked
        assert polis.book_of_form(view, seat, "start", {})
        assert polis.form_answers(view, seat, "start") == {}


def test_what_cannot_be_read_at_its_turn_is_passed_over_told_to_its_author_and_counted():
    """A book as a release with other words has left it: nothing of it stops the game."""
    polis = title("polis")
    position = next(before for before, *_ in playthrough(polis, 2, "unread") if before.phase.asks[0].question == "D2")
    ask = position.phase.asks[0]
    [entry] = polis.check_book([planning("D2", {"stop": True})])
    entry.choose[0]["actions"] = [{"do": {"action": "fly"}}]
    resolution = polis.resolve(position, {}, Chance(key("unread")), {ask.seat: [entry]})
    assert [one.source for one in resolution.counted] == ["default"]
    assert [(one.seat, one.question) for one in resolution.misread] == [(ask.seat, "D2")]
    told = [polis.sentence(event) for event in polis.events_for(resolution.events, ask.seat)]
    assert any("passed over" in one and "entry 1, choice 1 (it cannot be read" in one for one in told)
    other = [polis.sentence(event) for event in polis.events_for(resolution.events, None)]
    assert not any("passed over" in one for one in other)


def test_permissions_stand_side_by_side_and_each_entry_gives_the_first_that_is_legal():
    perikles = title("perikles")
    position = next(
        before
        for seed in range(20)
        for before, *_ in playthrough(perikles, 3, f"permits {seed}")
        if before.chapter == 5 and any(before.leader_at(place.tile) for _, place in before.places())
        and len(legal_permits(before)) > 1
    )  # fmt: skip
    seat, (first, second, *_) = position.seats[0], legal_permits(position)
    seat, first, second = first[0], first[1], second[1]
    illegal = {"location": "melos", "force": "persia", "permit": False}
    book = [
        {"question": "D-5D", "choose": [illegal, first, second]},
        {"question": "D-5D", "choose": [second]},
    ]
    resolution = perikles.resolve(position, {}, Chance(key("permits")), {seat: perikles.check_book(book)})
    given = [one.order for one in resolution.counted if one.question == "D-5D"]
    assert given == [{"question": "D-5D", **first}, {"question": "D-5D", **second}]
    assert not resolution.position.books[seat]
    assert any("Permit" in str(event) or "melos" in str(event).lower() for event in resolution.events)


def legal_permits(position):
    """(seat, choice) of the permissions that somebody can give now, of one seat."""
    perikles = title("perikles")
    kind = perikles.questions["D-5D"]
    found = [
        (seat, {name: value for name, value in kind.fields_of(order).items() if value is not None})
        for seat in position.seats
        for order in kind.options(perikles.view(position, seat), Ask(seat, "D-5D"))
        if order.permit
    ]
    return [one for one in found if one[0] == found[0][0]]


def test_a_question_that_is_asked_twice_in_a_phase_uses_its_book_as_the_first_answer_left_it():
    """Entries with `times`, where one seat is asked the same by two keys."""
    from tests.titles import posts

    rules = posts.TITLE
    position = begin(rules, 2, "keys").position
    seat = position.phase.asks[0].seat
    asked = [ask for ask in position.phase.asked_of(seat) if ask.key]
    if len(asked) > 1:
        book = rules.check_book([{"question": asked[0].question, "default": True, "times": 1}])
        resolution = rules.resolve(position, {}, Chance(key("keys")), {seat: book})
        sources = [one.source for one in resolution.counted if one.seat == seat]
        assert sources.count("book") == 1
    assert consult(rules, rules.view(position, seat), position.phase.asked_of(seat)[0]).answer is None


def test_an_item_goes_one_way_and_no_way_that_its_list_refuses():
    polis = title("polis")
    for item in ({}, {"do": {"release": []}, "stop": True}):
        with pytest.raises(Malformed, match="plan 1: an item has exactly one of do, first"):
            polis.check_book([planning("D15", item)])
    assert Item(do={"release": []}).do == {"release": []}
