"""Expeditions of Pericles from commitment to the return of the tokens, whatever is ordered."""

from itertools import product

import pytest

from adjudicator.kernel import Ask, Chance, Malformed, Step
from adjudicator.pericles import TITLE
from adjudicator.pericles.state.connections import Ground, could_reach
from adjudicator.pericles.state.orders import CommandOrder, MoveOrder
from adjudicator.pericles.words import FACTIONS, FACTIONS_OF, PIECES, SIDES, THEATERS
from tests.adjudicator.players import key, orders_of_bots

SEATS = ("AF", "DF", "EK", "AK")


def expedition(theater, general, *, scenario="14.3", seed="expedition", **changed):
    """The position in which tokens are committed to an expedition; every Faction holds five."""
    position = TITLE.begin(scenario=scenario, seats=SEATS, chance=Chance(key(seed))).position
    position.phase, position.war = None, True
    for side in SIDES:
        position.board[side], position.set_aside[side], position.stock[side] = 0, 0, 16
    position.shields = dict.fromkeys(FACTIONS, 5)
    for name, value in changed.items():
        setattr(position, name, value)
    position.agenda = [Step("begin_expedition", {"theater": theater, "general": general})]
    return TITLE.run_on(position, Chance(key(seed, "expedition"))).position


def moving(theater, general, tokens=5, **changed):
    """The position in which the Commanding General moves, and his view and question."""
    start = expedition(theater, general, **changed)
    position = TITLE.resolve(start, {general: [CommandOrder(tokens=tokens)]}, Chance(key("moving"))).position
    return TITLE.view(position, general), Ask(general, "D30")


def require_counts(position):
    """24-A, 24-B: no token and no piece is lost or made."""
    for side in SIDES:
        shields = sum(position.shields[faction] + position.committed[faction] for faction in FACTIONS_OF[side])
        assert shields + position.stock[side] + position.board[side] + position.set_aside[side] == 26
    for piece in PIECES:
        assert 0 <= position.reserve(piece) <= position.limit(piece)
    for there in position.theaters.values():
        assert all(number > 0 for number in [*there.pieces.values(), *there.treachery.values()])
    assert all(position.honor[faction] >= 0 for faction in FACTIONS)


@pytest.mark.parametrize("strategy", ["random", "steady"])
@pytest.mark.parametrize("theater", ["boeotia", "isthmus", "naupactus", "chalcidice", "samos", "athens", "sparta"])
def test_an_expedition_ends_and_keeps_every_token_and_piece(theater, strategy):
    for number, general in product(range(4), SEATS):
        position = expedition(theater, general, seed=number)
        while position.phase is not None:
            sent = orders_of_bots(TITLE, position, (theater, general, number), strategy, missing=5)
            for seat, orders in sent.items():
                assert TITLE.check(TITLE.view(position, seat), seat, orders) == []
            stored = TITLE.decode(TITLE.encode(position))
            chance = key(number, position.phases)
            resolution = TITLE.resolve(position, sent, Chance(chance))
            again = TITLE.resolve(stored, sent, Chance(chance))
            assert TITLE.encode(again.position) == TITLE.encode(resolution.position)
            assert [TITLE.sentence(event) for event in again.events] == [
                TITLE.sentence(event) for event in resolution.events
            ]
            assert resolution.fallen == []
            position = resolution.position
            require_counts(position)
        assert position.expedition is None
        assert not any(position.committed.values())


def test_every_question_of_an_expedition_can_be_read():
    seen = {}
    for number, general in product(range(6), SEATS):
        position = expedition("isthmus" if number % 2 else "samos", general, seed=number)
        while position.phase is not None:
            for ask in position.phase.asks:
                view = TITLE.view(position, ask.seat)
                seen[ask.question] = TITLE.prompt(view, ask.seat, ask.question)
                assert TITLE.refusal(view, ask.seat, TITLE.default(view, ask.seat, ask.question)) is None
            TITLE.waiting(TITLE.view(position, None))
            sent = orders_of_bots(TITLE, position, number, "steady")
            position = TITLE.resolve(position, sent, Chance(key(number, position.phases))).position
    assert {"D27", "D28", "D29", "D30", "D31", "D32", "D35"} <= seen.keys()
    assert all(text[0].isupper() and text[-1] in ".?)" and "_" not in text for text in seen.values()), seen


def test_movement_is_grown_unit_by_unit():
    view, ask = moving("corcyra", "AF")
    question = TITLE.questions["D30"]
    (order,) = question.grown(view, ask, None)
    assert order == MoveOrder(moves=[])
    for number in range(1, 6):
        grown = list(question.grown(view, ask, order))
        assert all(question.refusal(view, ask, one) is None for one in grown)
        order = grown[-1]
        assert len(order.moves) == number
    assert list(question.grown(view, ask, order)) == []


def test_movement_is_drawn_by_any_path_not_by_the_shortest_alone():
    view, ask = moving("cyclades", "AF")
    question = TITLE.questions["D30"]
    drawn = [question.sample(view, ask, Chance(key("draw", number)), "draw") for number in range(40)]
    assert all(question.refusal(view, ask, order) is None for order in drawn)
    shortest = [move.path for order in question.space(view, ask) for move in order.moves]
    paths = [move.path for order in drawn for move in order.moves]
    assert any(path in shortest for path in paths)
    assert any(path not in shortest for path in paths)
    assert len({len(order.moves) for order in drawn}) > 2


def test_a_unit_that_can_go_nowhere_else_is_stuck_and_one_that_can_is_not():
    view, _ = moving("corcyra", "AF")
    ground = Ground(view, "athens")
    assert ground.stuck("athenian_naval", "sparta")
    assert not ground.stuck("athenian_naval", "cyclades")
    assert ground.way("athenian_land", "athens", "corcyra") == ["athens", "corcyra"]
    assert ground.theaters["athens"].pieces == view.theaters["athens"].pieces


def test_15_4_C5_reach_follows_the_exit_tests():
    position = expedition("boeotia", "AF")
    land = [theater for theater in THEATERS[:-1] if could_reach(position, "sparta", "land", theater)]
    assert "boeotia" in land
    assert "athens" in land
    assert "samos" not in land
    assert could_reach(position, "athens", "naval", "samos")


def test_a_plan_of_a_book_says_how_many_moves_it_is_for():
    with pytest.raises(Malformed, match="plans 1: allowed is missing"):
        TITLE.questions["D30"].parse_choice({"plans": [{"moves": []}]})


def test_standing_orders_of_an_expedition_are_explained_in_words():
    book = [
        {"question": "D27", "choose": [{"tokens": 1}]},
        {
            "question": "D30",
            "choose": [
                {
                    "plans": [
                        {"allowed": 2, "moves": [{"unit": "athenian_naval", "path": ["athens", "cyclades", "samos"]}]}
                    ]
                }
            ],
        },
        {"question": "D31", "choose": [{"use": "if it turns a deficit"}, {"use": "no"}]},
        {"question": "D32", "choose": [{"classes": ["three_hundred", "spartan_land"]}]},
        {"question": "D33", "choose": [{}, {"most": 1, "first": "league"}]},
        {"question": "D35", "choose": [{"ahead": 3}, {"fight": False}]},
    ]
    said = "\n".join(TITLE.explain_book(TITLE.check_book(book)))
    assert "1 token (every time)" in said
    assert "with 2 moves: 1 Athenian naval unit from Athens to Samos by way of the Cyclades (once)" in said
    assert "use it if it turns a deficit before cards into a lead or a tie (every time); else do not use it" in said
    assert "the 300, then Spartan land" in said
    assert "destroy as many as possible, City-State bases first" in said
    assert "destroy at most 1, League bases first" in said
    assert "have one if you lead before cards by 3 or more (every time); else have none" in said


def test_what_a_book_would_answer_is_told_in_words():
    book = TITLE.check_book([{"question": "D30", "choose": [{"plans": [{"allowed": 1, "moves": []}]}]}])
    view, _ = moving("samos", "AF", books={"AF": book})
    assert TITLE.foreseen(view, "AF", "D30") == ["Entry 1 of your book answers: no unit moves."]
