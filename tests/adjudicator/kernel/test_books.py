"""Books: what is refused when filed, what fires, what is used up, who is told, how it is explained."""

import pytest

from adjudicator.kernel import Chance, Malformed
from adjudicator.registry import title
from tests.adjudicator.players import begin, key

PERIKLES = title("perikles")


def opening(book, seat="red"):
    """The first phase of an opening in which `seat` plays first and has filed a book."""
    position = next(
        p for p in (begin(PERIKLES, 3, seed, "opening").position for seed in range(50)) if p.first_player == seat
    )
    position.books[seat] = PERIKLES.check_book(book)
    return position


def resolve(position, sent=None):
    return PERIKLES.resolve(position, sent or {}, Chance(key("books")))


@pytest.mark.parametrize(
    ("book", "says"),
    [
        ({}, "malformed book"),
        (
            [{"question": "D-9", "ask_me": True}],
            "entry 1 of the book: there is no question 'D-9'; questions are D-2, D-3",
        ),
        ([{"question": "D-3"}], "exactly one of choose"),
        ([{"question": "D-3", "ask_me": True, "only_option": True}], "exactly one of choose"),
        ([{"question": "D-3", "choose": [], "ask_me": False}], "exactly one of choose"),
        ([{"question": "D-3", "ask": True}], "unknown field `ask`.*an entry has question, when, choose"),
        ([{"question": "D-S1", "choose": [{"city": "rome"}]}], "entry 1.*Invalid enum value 'rome'.*it may hold city"),
        ([{"question": "D-S1", "choose": [{"city": "rome"}]}], "it may hold city; city takes argos, athens"),
        ([{"question": "D-S1", "choose": [{"town": "athens"}]}], "it may hold city"),
        ([{"question": "D-S1", "default": True, "ask_me": True}], "exactly one of choose"),
        ([{"question": "D-S1B", "default": True}], "D-S1B is never asked, so silence means nothing"),
        ([{"question": "D-3", "ask_me": True}, {"question": "D-3"}], "entry 2 of the book"),
        ([{"question": "D-3", "when": {"fact": "luck"}, "ask_me": True}], "facts are all, any, candidate"),
        ([{"question": "D-3", "when": {"fact": "turn"}, "ask_me": True}], "missing required field `number`"),
        (
            [{"question": "D-3", "when": {"fact": "not", "of": {"fact": "turn", "number": "one"}}, "ask_me": True}],
            "Expected `int`, got `str`",
        ),
        ([{"question": "D-3", "ask_me": True}] * 201, "200 entries at most, not 201"),
        ([{"question": "D-S1", "choose": [{"city": "athens"}] * 101}], "100 choices at most, not 101"),
    ],
)
def test_a_malformed_book_is_refused_with_what_would_be_right(book, says):
    with pytest.raises(Malformed, match=says):
        PERIKLES.check_book(book)


def test_a_condition_cannot_be_nested_without_end():
    condition = {"fact": "turn", "number": 1}
    for _ in range(9):
        condition = {"fact": "not", "of": condition}
    with pytest.raises(Malformed, match="nested 8 deep at most"):
        PERIKLES.check_book([{"question": "D-3", "when": condition, "ask_me": True}])


def test_the_first_entry_that_fits_answers_and_is_used_up():
    never = {"fact": "turn", "number": 3}
    position = opening(
        [
            {"question": "D-S1", "when": never, "choose": [{"city": "megara"}]},
            {"question": "D-S1", "choose": [{"city": "thebes"}, {"city": "argos"}]},
        ]
    )
    assert PERIKLES.waits_for(position) == []
    resolution = resolve(position)
    assert resolution.counted[0].source == "book"
    assert resolution.position.cities["thebes"].temple["red"] == 3
    assert [entry.choose for entry in resolution.position.books["red"]] == [[{"city": "megara"}], [{"city": "argos"}]]


def test_an_envelope_goes_before_the_book_which_stays_whole():
    position = opening([{"question": "D-S1", "choose": [{"city": "thebes"}]}])
    sent = {"red": PERIKLES.decode_orders([{"question": "D-S1", "city": "argos"}])}
    resolution = resolve(position, sent)
    assert resolution.counted[0].source == "envelope"
    assert resolution.position.books == position.books


def test_a_fallen_order_is_answered_by_the_book():
    position = opening([{"question": "D-S1", "choose": [{"city": "thebes"}]}])
    twice = PERIKLES.decode_orders([{"question": "D-S1", "city": "argos"}, {"question": "D-S1", "city": "athens"}])
    resolution = resolve(position, {"red": twice})
    assert resolution.fallen
    assert [(c.question, c.source) for c in resolution.counted] == [("D-S1", "book")]


def test_ask_me_makes_the_game_wait_and_stops_the_search():
    position = opening([{"question": "D-S1", "ask_me": True}, {"question": "D-S1", "choose": [{"city": "thebes"}]}])
    assert PERIKLES.waits_for(position) == ["red"]
    assert resolve(position).counted[0].source == "default"


def test_only_option_answers_where_there_is_no_choice_and_else_leaves_the_question_open():
    position = opening([{"question": "D-S1", "only_option": True}])
    assert PERIKLES.waits_for(position) == ["red"]


def test_default_answers_what_silence_would_mean_again_and_again_without_waiting():
    position = opening([{"question": "D-S1", "default": True}])
    assert PERIKLES.waits_for(position) == []
    resolution = resolve(position)
    silent = PERIKLES.resolve(PERIKLES.with_books(position, {"red": []}), {}, Chance(key("books")))
    assert resolution.counted[0].source == "book"
    assert [c.order for c in resolution.counted] == [c.order for c in silent.counted]
    assert resolution.position.books == position.books


def test_an_entry_for_what_is_never_asked_is_carried_out_at_the_cut():
    position = opening(
        [{"question": "D-S1B", "choose": [{"city": "argos"}]}, {"question": "D-S1", "choose": [{"city": "athens"}]}]
    )
    resolution = resolve(position)
    assert resolution.position.second_cubes == {"red": "argos"}
    assert [(c.question, c.source) for c in resolution.counted] == [("D-S1B", "book"), ("D-S1", "book")]
    assert resolution.position.books["red"] == []


def test_a_book_is_seen_by_its_owner_only():
    position = opening([{"question": "D-S1", "choose": [{"city": "thebes"}]}])
    assert list(PERIKLES.view(position, "red").books) == ["red"]
    assert PERIKLES.view(position, "green").books == {}
    assert PERIKLES.view(position, None).books == {}


def test_a_book_is_explained_in_plain_sentences():
    book = PERIKLES.check_book(
        [
            {
                "question": "D-3",
                "when": {
                    "fact": "all",
                    "of": [
                        {"fact": "leads", "seat": "red", "city": "athens"},
                        {"fact": "not", "of": {"fact": "turn", "number": 3}},
                    ],
                },
                "choose": [{"city": "argos", "colour": "red"}, {"city": "thebes", "colour": "green"}],
            },
            {"question": "D-5A", "choose": [{"seat": "self"}]},
            {"question": "D-6A", "when": {"fact": "round", "columns": ["1:2"]}, "ask_me": True},
            {"question": "D-5C", "only_option": True},
            {"question": "D-6S", "default": True},
        ]
    )
    assert PERIKLES.explain_book(book) == [
        "1. Propose a candidate (D-3), when (red leads Athens and not (it is turn 3)): Argos, red (once); "
        "else Thebes, green (once).",
        "2. Name the first committer (D-5A): self (every time).",
        "3. Use the Special tile in a battle (D-6A), when a round is fought in column 1:2: ask me.",
        "4. Commit forces (D-5C): answer for me if only one order is legal.",
        "5. Instructions for battle windows (D-6S): what silence would mean (N.08).",
    ]


def foreseen(book):
    position = opening(book)
    return PERIKLES.foreseen(PERIKLES.view(position, "red"), "red", "D-S1")


def test_what_a_book_would_do_is_told_entry_by_entry_until_one_fires():
    told = foreseen(
        [
            {"question": "D-S1", "when": {"fact": "turn", "number": 2}, "choose": [{"city": "argos"}]},
            {"question": "D-3", "ask_me": True},
            {"question": "D-S1", "only_option": True},
            {"question": "D-S1", "choose": [{"city": "thebes"}]},
            {"question": "D-S1", "ask_me": True},
        ]
    )
    assert told == [
        "entry 1: its condition fails: it is not so that it is turn 2",
        "entry 3: no answer: there is a choice",
        "entry 4: answers Thebes",
    ]


@pytest.mark.parametrize(
    ("book", "told"),
    [
        ([], ["nothing fires for D-S1: no entry is for it"]),
        ([{"question": "D-S1", "ask_me": True}], ["entry 1: the seat is asked (ask_me)"]),
        ([{"question": "D-S1", "default": True}], ["entry 1: answers by default: Athens"]),
        (
            [{"question": "D-S1", "only_option": True}],
            ["entry 1: no answer: there is a choice", "nothing fires for D-S1"],
        ),
    ],
)
def test_why_nothing_fires_is_told(book, told):
    assert foreseen(book) == told


@pytest.mark.parametrize(
    ("condition", "why"),
    [
        ({"fact": "all", "of": [{"fact": "turn", "number": 0}, {"fact": "turn", "number": 2}]}, ["it is turn 2"]),
        ({"fact": "any", "of": [{"fact": "turn", "number": 1}, {"fact": "turn", "number": 2}]}, ["turn 1", "turn 2"]),
        ({"fact": "any", "of": []}, ["nothing is named"]),
        ({"fact": "not", "of": {"fact": "turn", "number": 0}}, ["it is so that it is turn 0"]),
    ],
)
def test_a_condition_that_fails_is_told_by_the_parts_that_fail(condition, why):
    [line, _] = foreseen([{"question": "D-S1", "when": condition, "choose": [{"city": "argos"}]}])
    told = line.removeprefix("entry 1: its condition fails: ").split("; ")
    assert len(told) == len(why)
    assert all(part in one for part, one in zip(why, told, strict=True))
