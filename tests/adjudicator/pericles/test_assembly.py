"""Sections 5 to 7.3 where a case file cannot say it: every legal order is reachable, a closed theater, whole turns."""

from importlib.resources import files

import pytest

from adjudicator.kernel import Ask, Chance, Malformed
from adjudicator.pericles import TITLE, components
from adjudicator.pericles.assembly import aristophanes, boule, giving_up
from adjudicator.pericles.names import space_of
from adjudicator.pericles.state import card_lines
from adjudicator.pericles.state.orders import GiveUpOrder, SelectOrder, Standing
from adjudicator.pericles.state.position import Issue
from adjudicator.pericles.words import SIDES
from tests.adjudicator.players import key


def begin(scenario="14.2", deck=("LYS-C",), options=None):
    chance = Chance(key("pericles", scenario), {"3.3 Aristophanes deck": {1: list(deck)}})
    seats = TITLE.seats(scenario, TITLE.scenario(scenario).seat_counts[0])
    return TITLE.begin(scenario=scenario, seats=seats, options=options, chance=chance)


def test_5_12_B_an_objective_in_a_closed_theater_is_void_for_its_side():
    text = files(components).joinpath("pericles.yaml").read_text(encoding="utf-8")
    laid = components.add_components(
        text.replace("{athens: {kind: control, theater: 17}", "{athens: {kind: control, theater: 20}")
    )
    running = begin("14.3", options={"components": laid})
    running.position.aristophanes, running.position.will = "LYS-B", {}
    aristophanes.record_will(running)
    assert running.position.void_will == {"athens": "5.12-B"}
    assert list(running.position.will) == list(SIDES)
    running.position.persian_war, running.position.void_will = True, {}
    aristophanes.record_will(running)
    assert running.position.void_will == {}


def test_5_11_I_no_units_go_into_a_closed_theater():
    text = files(components).joinpath("pericles.yaml").read_text(encoding="utf-8")
    old = "count: 2, theater: 1, only_if_friendly_base: true"
    laid = components.add_components(text.replace(old, "count: 2, theater: 20, only_if_friendly_base: false"))
    for scenario, arrived in (("14.3", 0), ("14.2", 2)):
        position = begin(scenario, ("BIR-B",), {"components": laid}).position
        assert position.theaters["east"].count("peloponnesian_naval") == arrived


def test_RULING_16_of_two_aligned_lines_the_one_with_the_higher_bonus_counts():
    text = files(components).joinpath("pericles.yaml").read_text(encoding="utf-8")
    laid = components.add_components(
        text.replace("requires: [alcibiades_not_in_athens]}, {issue: military", "requires: []}, {issue: military")
    )
    position = begin(options={"components": laid}).position
    assert card_lines.total_of(position, "AF", "ATH-12", "military") == 6
    assert card_lines.total_of(begin().position, "AF", "ATH-12", "military") == 6
    position.alcibiades = "persia"
    assert card_lines.total_of(position, "AF", "ATH-12", "military") == 5


@pytest.mark.parametrize(("side", "governing", "space"), [("athens", "AK", "EK 2"), ("sparta", "DF", "AF 2")])
def test_5_33_A_the_question_names_the_space_of_the_other_sides_opposition(side, governing, space):
    position = begin().position
    position.hostages[side], position.controlling["athens" if governing == "DF" else "sparta"] = True, governing
    faction = position.controlling[side]
    prompt = boule.SpendHostages().prompt(TITLE.view(position, faction), Ask(faction, "D4"))
    assert prompt.endswith(f" on {space_of(space)}?")


@pytest.mark.parametrize(("faction", "space"), [("AF", "AF 2"), ("DF", "AF 2"), ("EK", "EK 2"), ("AK", "EK 2")])
def test_6_11_A_an_issue_is_named_by_its_space_on_the_board(faction, space):
    position = begin().position
    for side in SIDES:
        position.tracks[side] = [Issue("league", 2), Issue("military", -1), Issue("games", 0)]
    view, other = TITLE.view(position, faction), space_of({"AF 2": "DF 1", "EK 2": "AK 1"}[space])
    space = space_of(space)
    offer = TITLE.question("D6").answered(view, Ask(faction, "D6"), [])[1]
    assert {one.words for one in offer.options} == {f"League on {space}", f"Military on {other}", "Games on the centre"}
    assert TITLE.order_in_words(view, faction, SelectOrder(issue="military", space=-1)) == f"Military on {other}"
    refused = TITLE.question("D6").refusal(view, Ask(faction, "D6"), SelectOrder(issue="military", space=1))
    assert f"; you can choose: Military on {other}, League on {space}" in refused.message


@pytest.fixture
def contested():
    """A position in which the Plague leaves AF a choice in two theaters, and the question that asks for it."""
    position = begin().position
    position.theaters["athens"].pieces |= {"delian_land": 2, "delian_naval": 1}
    position.theaters["isthmus"].pieces |= {"athenian_land": 1, "delian_land": 2}
    return TITLE.view(position, "AF"), Ask("AF", "D3", {"of": "AF"})


def test_D3_every_legal_order_is_grown_step_by_step_and_drawn_by_chance(contested):
    view, ask = contested
    question = giving_up.GiveUp()
    legal = [giving_up.merged_standings(order.units) for order in question.options(view, ask)]
    grown, found = [None], []
    while grown:
        order = grown.pop()
        longer = list(question.grown(view, ask, order))
        grown += longer
        if order is not None and not longer:
            found.append(giving_up.merged_standings(order.units))
    drawn = [giving_up.merged_standings(question.sample(view, ask, Chance(key(n)), "D3").units) for n in range(200)]
    assert len(legal) == 3 * 2 * 2
    assert sorted(map(repr, found)) == sorted(map(repr, legal))
    assert {repr(order) for order in drawn} == {repr(order) for order in legal}


def test_D3_its_default_is_one_of_its_options(contested):
    view, ask = contested
    question = giving_up.GiveUp()
    assert question.default(view, ask) in list(question.options(view, ask))


def test_15_4_A3_one_unit_after_another_goes_from_where_the_advantage_is_greatest_then():
    position = begin().position
    spots = (giving_up.Spot("ionia", "delian_land", 2), giving_up.Spot("chalcidice", "delian_land", 1))
    position.theaters["chalcidice"].pieces = {"delian_base": 1, "delian_land": 2}
    position.theaters["ionia"].pieces = {"delian_base": 1, "delian_land": 3}
    demand = giving_up.Demand(3, spots)
    taken = giving_up.taken_in_order(position, demand, giving_up.LossPriority())
    assert [spot.theater for spot in taken] == ["ionia", "chalcidice", "ionia"]


def test_D3_what_does_not_stand_there_is_refused_with_what_is_due(contested):
    view, ask = contested
    order = GiveUpOrder(units=[Standing(theater="athens", unit="athenian_land", count=9)])
    illegal = giving_up.GiveUp().refusal(view, ask, order)
    assert illegal.clause == "5.14-E"
    assert illegal.message.startswith("give up exactly 1 unit of 2 Delian land in the Isthmus of Corinth, 1 Athenian")


def test_a_choice_of_a_debate_sheet_names_what_it_may_hold():
    with pytest.raises(Malformed, match="it may hold cards, issue, own, debate"):
        TITLE.check_book([{"question": "D7", "choose": [{"kind": "military"}]}])
    told = TITLE.explain_book(
        TITLE.check_book(
            [{"question": "D7", "choose": [{"cards": ["ATH-01", "ATH-02"], "issue": "games", "own": True}]}]
        )
    )
    cards = "Erechtheis (1), else Aigeis (1) in every debate on Games that you selected"
    assert told == [f"1. Play a card in a debate (D7): {cards} (every time)."]


@pytest.mark.parametrize("scenario", ["14.2", "14.1.01B"])
def test_prompts_of_all_questions_can_be_read(scenario):
    resolution = begin(scenario)
    asked = {}
    while not (debate := resolution.position.debate) or debate.number < 6:
        phase = resolution.position.phase
        for ask in phase.asks:
            view = TITLE.view(resolution.position, ask.seat)
            asked[ask.question] = TITLE.prompt(view, ask.seat, ask.question)
            if ask.question == "D7":
                cards = TITLE.offer(view, ask.seat, "D7").options
        resolution = TITLE.resolve(resolution.position, {}, Chance(key(phase.number)))
    assert set(asked) >= {"D2", "D6", "D7"}
    assert all("  " not in prompt and "hidden" not in prompt for prompt in asked.values())
    assert all(", total " in card.words for card in cards)
