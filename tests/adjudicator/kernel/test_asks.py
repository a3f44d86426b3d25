"""Several asks of one question, private arguments, and games that players end themselves."""

import msgspec
import pytest

from adjudicator.kernel import Ask, Chance, NoOrder, Position, Resolution
from adjudicator.kernel.questions.offers import spread
from tests.titles.posts import POSTS, SEATS, TITLE, DrawOrder, GiveUp, Guard, man_posts

KEY = bytes(32)


@pytest.fixture
def position():
    return TITLE.begin(scenario="watch", seats=SEATS[:2], chance=Chance(KEY)).position


def guard_all(position, seat, guards=0):
    return [Guard(key=post, guards=guards) for post in POSTS]


def test_a_seat_answers_one_question_once_for_each_key(position):
    sent = {"athens": [Guard(key="hill", guards=2), Guard(key="gate", guards=0)]}
    resolution = TITLE.resolve(position, sent, Chance(KEY))
    sources = {(c.seat, c.question): c.source for c in resolution.counted}
    assert sources["athens", "P-1/hill"] == sources["athens", "P-1/gate"] == "envelope"
    assert sources["athens", "P-1/harbour"] == "default"
    silent = [event for event in resolution.events if isinstance(event, NoOrder) and event.seat == "athens"]
    assert [event.question for event in silent] == ["P-1/harbour"]


def test_two_answers_to_one_key_and_an_answer_to_an_unknown_key_are_refused(position):
    view = TITLE.view(position, "athens")
    twice = TITLE.check(view, "athens", [Guard(key="hill", guards=0), Guard(key="hill", guards=0)])
    assert [(r.question, r.message) for r in twice] == [
        ("P-1/hill", "you answer P-1/hill more than once; send one order")
    ]
    [stray] = TITLE.check(view, "athens", [Guard(key="tower", guards=0)])
    assert stray.message == ("P-1/tower is not asked of athens now; open for it: P-1/gate, P-1/hill, P-1/harbour")


def test_a_book_answers_the_key_that_its_choice_names(position):
    book = TITLE.check_book([{"question": "P-1", "choose": [{"key": "hill", "guards": 0}]}])
    booked = TITLE.with_books(position, {"athens": book})
    unanswered = TITLE.unanswered(TITLE.view(booked, "athens"), "athens")
    assert [ask.name for ask in unanswered] == ["P-1/gate", "P-1/harbour"]
    resolution = TITLE.resolve(booked, {}, Chance(KEY))
    assert [(c.question, c.source) for c in resolution.counted if c.source == "book"] == [("P-1/hill", "book")]


def test_private_arguments_reach_their_own_seat_only(position):
    for reader in (None, *position.seats):
        asks = TITLE.view(position, reader).phase.asks
        assert [ask.seat for ask in asks] == ["athens"] * 3 + ["sparta"] * 3
        assert {ask.seat for ask in asks if ask.private is not msgspec.UNSET} == ({reader} if reader else set())
    assert b"private" not in TITLE.encode(TITLE.view(position, None))


def test_two_equal_asks_are_refused_when_they_are_asked():
    running = Resolution(_bare(), Chance(KEY), {})
    with pytest.raises(ValueError, match="athens is asked P-1/hill twice in one phase"):
        running.ask([Ask("athens", "P-1", key="hill"), Ask("athens", "P-1", {"night": 2}, key="hill")], man_posts)
    running.ask([Ask("athens", "P-1", key="hill"), Ask("athens", "P-1", key="gate")], man_posts)


def _bare():
    return Position(title="posts", version="posts/1", scenario="watch", options={}, seats=["athens"])


@pytest.mark.parametrize("by_book", [False, True])
def test_a_concession_ends_the_game_before_anything_that_was_asked(position, by_book):
    sent = {"sparta": guard_all(position, "sparta")}
    if by_book:
        position = TITLE.with_books(position, {"athens": TITLE.check_book([{"question": "P-C", "choose": [{}]}])})
    else:
        sent["athens"] = [*guard_all(position, "athens"), GiveUp()]
    resolution = TITLE.resolve(position, sent, Chance(KEY))
    after = resolution.position
    assert (after.phase, after.agenda, after.outcome.reason) == (None, [], "P.05")
    assert after.outcome.places == {"athens": 2, "sparta": 1}
    assert [TITLE.sentence(event) for event in resolution.events] == ["athens concedes the game."]
    assert [(c.seat, c.question) for c in resolution.counted] == [("athens", "P-C")]
    assert resolution.fallen == []


def test_a_draw_is_agreed_when_everybody_has_offered_it_at_one_cut_or_the_one_before(position):
    one = TITLE.resolve(position, {"athens": [DrawOrder()]}, Chance(KEY)).position
    assert "athens offered one" in TITLE.prompt(TITLE.view(one, "sparta"), "sparta", "P-D")
    agreed = TITLE.resolve(one, {"sparta": [DrawOrder()]}, Chance(KEY)).position
    assert (agreed.outcome.reason, agreed.outcome.places) == ("P.06", {"athens": 1, "sparta": 1})
    assert agreed.phase is None


def test_an_offer_of_a_draw_lapses_at_the_next_cut(position):
    one = TITLE.resolve(position, {"athens": [DrawOrder()]}, Chance(KEY)).position
    two = TITLE.resolve(one, {}, Chance(KEY)).position
    assert "offered" not in TITLE.prompt(TITLE.view(two, "sparta"), "sparta", "P-D")
    three = TITLE.resolve(two, {"sparta": [DrawOrder()]}, Chance(KEY)).position
    assert three.outcome is None or three.outcome.reason == "P.04"


def test_of_many_options_those_are_shown_that_begin_differently_and_the_rest_from_all_over_the_list():
    tiles = [{"question": "D-2", "tile": tile, "city": number} for tile in "abc" for number in range(9)]
    places = spread(tiles, 6)
    assert len(places) == 6
    assert {tiles[place]["tile"] for place in places} == {"a", "b", "c"}
    uneven = [*tiles[:20], {"question": "D-2", "tile": "z"}]
    assert uneven[-1] in [uneven[place] for place in spread(uneven, 6)]
    assert spread(tiles[:4], 6) == [0, 1, 2, 3]
