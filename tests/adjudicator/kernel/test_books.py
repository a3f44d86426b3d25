"""Books: what is refused when filed, what fires, what is used up, who is told, how it is explained."""

import re

import pytest

from adjudicator.kernel import Chance, Malformed
from adjudicator.kernel.books.reading import Answer, use_up
from adjudicator.kernel.contract.battery import says_a_deed
from adjudicator.kernel.title.codec import without_books
from adjudicator.registry import title, titles
from tests.adjudicator.players import begin, key, orders_of_bots

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
        ({}, "a book is a list of entries"),
        ([{"question": "D-9", "ask_me": True}], "entry 1: there is no question 'D-9'; the questions are D-2, D-3"),
        ([{"question": "D-3"}], "exactly one of choose"),
        ([{"question": "D-3", "ask_me": True, "only_option": True}], "exactly one of choose"),
        ([{"question": "D-3", "choose": [], "ask_me": False}], "exactly one of choose"),
        (
            [{"question": "D-3", "ask": True}],
            "'ask' is not known here; it may hold question, when, times, until, choose",
        ),
        ([{"question": "D-S1", "choose": [{"city": "rome"}]}], "entry 1, choose 1, city: 'rome' is not known here"),
        ([{"question": "D-S1", "choose": [{"city": "rome"}]}], "choose argos, athens"),
        ([{"question": "D-S1", "choose": [{"town": "athens"}]}], "it may hold city"),
        ([{"question": "D-S1", "default": True, "ask_me": True}], "exactly one of choose"),
        (
            [{"question": "D-S1B", "default": True}],
            "D-S1B is never asked: its entry is carried out once, and has choose alone",
        ),
        ([{"question": "D-3", "ask_me": True}, {"question": "D-3"}], "entry 2: an entry has"),
        (
            [{"question": "D-3", "when": {"fact": "luck"}, "ask_me": True}],
            "there is no fact 'luck'; choose all, any, not, is, turn",
        ),
        ([{"question": "D-3", "when": {"fact": "turn"}, "ask_me": True}], "entry 1, when: number is missing"),
        (
            [{"question": "D-3", "when": {"fact": "not", "of": {"fact": "turn", "number": "one"}}, "ask_me": True}],
            "entry 1, when, of, number: 'one' is not a whole number",
        ),
        ([{"question": "D-3", "default": True, "times": 0}], "entry 1, times: 0 is not a whole number from 1 to 100"),
        (
            [{"question": "D-3", "ask_me": True, "times": 2}],
            "entry 1, times: goes with choose, only_option, default or pass",
        ),
        (
            [{"question": "D-3", "ask_me": True, "until": "round"}],
            "entry 1, until: Perikles has no period 'round'; you can choose: turn, chapter",
        ),
        ([{"question": "D-3", "ask_me": True}] * 201, "at most 200 entries, not 201"),
        ([{"question": "D-S1", "choose": [{"city": "athens"}] * 101}], "at most 100 choices, not 101"),
    ],
)
def test_a_malformed_book_is_refused_with_what_would_be_right(book, says):
    with pytest.raises(Malformed, match=says):
        PERIKLES.check_book(book)


def test_a_condition_cannot_be_nested_without_end():
    condition = {"fact": "turn", "number": 1}
    for _ in range(9):
        condition = {"fact": "not", "of": condition}
    with pytest.raises(Malformed, match="conditions go at most 8 deep"):
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


def test_an_entry_answers_so_many_times_and_then_the_next_one():
    wish = {"question": "D-2", "choose": [{"colours": ["megara"]}, {"colours": ["athens", "any"]}], "times": 2}
    book = PERIKLES.check_book([wish, {"question": "D-2", "default": True, "times": 1}])
    for _ in range(2):
        assert book[0].ways
        book = use_up(PERIKLES, book, Answer(None, 0, 1))
    assert not book[0].ways
    assert use_up(PERIKLES, book, Answer(None, 1, None)) == []


def test_choices_of_a_counted_entry_are_still_struck_out_one_by_one():
    book = PERIKLES.check_book([{"question": "D-S1", "choose": [{"city": "argos"}, {"city": "thebes"}], "times": 5}])
    used = use_up(PERIKLES, book, Answer(None, 0, 0))
    assert (used[0].choose, used[0].times) == ([{"city": "thebes"}], 4)
    assert use_up(PERIKLES, used, Answer(None, 0, 0)) == []


@pytest.mark.parametrize(("until", "chapters"), [("chapter", [0, 2]), ("turn", [0, 2, 3, 4, 5, 6, 7])])
def test_an_entry_falls_at_the_end_of_its_period(until, chapters):
    position = begin(PERIKLES, 3, 7, "standard").position
    while position.turn < 1:
        position = resolve(position).position
    position.books["red"] = PERIKLES.check_book(
        [{"question": "D-2", "default": True, "until": until}, {"question": "D-5A", "default": True}]
    )
    held = set()
    while position.phase is not None and position.books["red"][0].ways:
        assert position.turn == 1
        held.add(position.chapter)
        position = resolve(position).position
    assert held <= set(chapters)
    assert held > {2} or until == "chapter"
    assert [entry.question for entry in position.books["red"]] == ["D-2", "D-5A"]


def test_an_entry_keeps_its_number_when_those_before_it_are_used_up():
    book = PERIKLES.check_book([{"question": "D-S1", "choose": [{"city": city}]} for city in ("thebes", "argos")])
    used = use_up(PERIKLES, book, Answer(None, 0, 0))
    assert PERIKLES.explain_book(used) == ["2. Place a free cube (D-S1): Argos (once)."]
    position = opening([])
    position.books["red"] = used
    told = PERIKLES.foreseen(PERIKLES.view(position, "red"), "red", "D-S1")
    assert told == ["Entry 2 of your book answers: Argos."]


def test_every_error_of_a_book_is_told_at_once():
    with pytest.raises(Malformed) as refused:
        PERIKLES.check_book(
            [
                {"question": "D-3", "choose": [{"city": "rome", "color": "red"}, {"city": "argos"}], "ask_me": "yes"},
                {"question": "D-9", "ask_me": True},
                {"question": "D-3", "when": {"fact": "leeds", "seat": "red"}, "ask_me": True},
            ]
        )
    assert [(fault.where, fault.says.partition(";")[0]) for fault in refused.value.faults] == [
        (("entry", 0, "ask_me"), "'yes' is not true or false"),
        (("entry", 0, "choose", 0, "city"), "'rome' is not known here"),
        (("entry", 0, "choose", 0), "'color' is not known here"),
        (("entry", 0, "choose", 1), "a choice names a city and a colour, or has most_cubes: true"),
        (("entry", 1), "there is no question 'D-9'"),
        (("entry", 2, "when"), "there is no fact 'leeds'"),
    ]


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


@pytest.mark.parametrize(
    ("entries", "used"),
    [
        ([{"choose": [{"city": "thebes"}, {"city": "argos"}]}], [0]),
        ([{"when": {"fact": "turn", "number": 2}, "default": True}, {"only_option": True}, {"default": True}], [2]),
        ([{"ask_me": True}, {"choose": [{"city": "thebes"}]}], [0]),
        ([{"when": {"fact": "turn", "number": 2}, "choose": [{"city": "thebes"}]}], None),
    ],
)
def test_it_is_noted_which_entries_something_rests_on_and_nothing_else_is_needed(entries, used):
    book = [{"question": "D-S1", **entry} for entry in entries]
    position = opening(book)
    resolution = resolve(position)
    assert resolution.used.get("red") == used
    part = [entry if n in (used or ()) else None for n, entry in enumerate(book)]
    position.books["red"] = PERIKLES.book_in_part(part)
    again = resolve(position)
    assert (again.used, again.counted) == (resolution.used, resolution.counted)
    assert without_books(PERIKLES.encode(again.position)) == without_books(PERIKLES.encode(resolution.position))


def test_nothing_rests_on_a_book_where_an_envelope_answers_and_on_an_entry_that_gives_what_is_never_asked_something():
    book = [{"question": "D-S1", "ask_me": True}, {"question": "D-S1B", "choose": [{"city": "argos"}]}]
    sent = {"red": PERIKLES.decode_orders([{"question": "D-S1", "city": "thebes"}])}
    assert resolve(opening(book), sent).used == {"red": [1]}
    assert resolve(opening(book[:1]), sent).used == {}


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


def test_pass_gives_the_order_that_does_nothing_where_silence_would_do_something():
    pericles = title("pericles")
    position = begin(pericles, 4, "pass", "14.1.08A").position
    while position.phase.asks[0].question != "D18":
        sent = orders_of_bots(pericles, position, "pass", "steady")
        position = pericles.resolve(position, sent, Chance(key("pass", position.phases))).position
    [seat] = pericles.waits_for(position)
    assert pericles.default(pericles.view(position, seat), seat, "D18").resolve
    others = {ask.question for ask in position.phase.asks} - {"D18"}
    book = [{"question": "D18", "pass": True}, *({"question": one, "default": True} for one in others)]
    passing = pericles.with_books(position, {seat: pericles.check_book(book)})
    assert pericles.waits_for(passing) == []
    resolution = pericles.resolve(passing, {}, Chance(key("pass")))
    assert ("book", {"question": "D18", "resolve": False}) in [(c.source, c.order) for c in resolution.counted]
    assert resolution.position.books == passing.books


@pytest.mark.parametrize("name", titles())
def test_who_passes_reads_what_that_is(name):
    rules = title(name)
    for question in rules.questions.values():
        entry = [{"question": question.id, "pass": True}]
        if question.passing is None:
            with pytest.raises(
                Malformed,
                match=r"has no order that does nothing; use default: true|is never asked",
            ):
                rules.check_book(entry)
        else:
            [said] = rules.explain_book(rules.check_book(entry))
            deed = re.fullmatch(rf"1\. .* \({question.id}\): (.+)\.", said)[1]
            assert says_a_deed(deed)


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
            {"question": "D-2", "choose": [{"colours": ["argos", "any"]}], "times": 2, "until": "chapter"},
            {"question": "D-3", "choose": [{"most_cubes": True}]},
            {"question": "D-5C", "choose": [{}, {}]},
            {"question": "D-5E", "choose": [{"rules": [{"grant": True, "seat": "red"}, {"grant": False}]}]},
            {"question": "D-2", "choose": [{"take": {"colour": "any", "kind": "any"}, "city": "sparta"}]},
        ]
    )
    assert PERIKLES.explain_book(book) == [
        "1. Propose a candidate (D-3), when (red leads Athens and the turn is not 3): red in Argos (once); "
        "else green in Thebes (once).",
        "2. Name the first committer (D-5A): me (every time).",
        "3. Use the Special tile in a battle (D-6A), when a round is fought in column 1:2: ask me.",
        "4. Commit forces (D-5C): answer for me if only one order is legal.",
        "5. Say when to use the Special tile in battles (D-6S): give the default (N.08).",
        "6. Take an Influence tile (D-2), 2 times at most, until the end of this chapter: a tile with the most "
        "cubes: Argos, else Any City (every time).",
        "7. Propose a candidate (D-3): me where I have most cubes (every time).",
        "8. Commit forces (D-5C): commit nothing (2 times).",
        "9. Answer a request to defend (D-5E): grant red; refuse everything (every time).",
        "10. Take an Influence tile (D-2): Any City tile, cubes in Sparta (once).",
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
        "Entry 1 of your book does not apply: the turn is 0 (wanted: 2).",
        "Entry 3 of your book does not answer: more than one order is legal.",
        "Entry 4 of your book answers: Thebes.",
    ]


@pytest.mark.parametrize(
    ("book", "told"),
    [
        ([], ["Your book has no entry for 'Place a free cube' (D-S1)."]),
        ([{"question": "D-S1", "ask_me": True}], ["Entry 1 of your book says to ask you."]),
        ([{"question": "D-S1", "default": True}], ["Entry 1 of your book gives the default: Athens."]),
        (
            [{"question": "D-S1", "only_option": True}],
            [
                "Entry 1 of your book does not answer: more than one order is legal.",
                "Your book does not answer 'Place a free cube' (D-S1).",
            ],
        ),
    ],
)
def test_why_nothing_fires_is_told(book, told):
    assert foreseen(book) == told


@pytest.mark.parametrize(
    ("condition", "why"),
    [
        ({"fact": "all", "of": [{"fact": "turn", "number": 0}, {"fact": "turn", "number": 2}]}, ["wanted: 2"]),
        (
            {"fact": "any", "of": [{"fact": "turn", "number": 1}, {"fact": "turn", "number": 2}]},
            ["wanted: 1", "wanted: 2"],
        ),
        ({"fact": "any", "of": []}, ["it names nothing"]),
        ({"fact": "not", "of": {"fact": "turn", "number": 0}}, ["the turn is 0"]),
    ],
)
def test_a_condition_that_fails_is_told_by_the_parts_that_fail(condition, why):
    [line, _] = foreseen([{"question": "D-S1", "when": condition, "choose": [{"city": "argos"}]}])
    told = line.removeprefix("Entry 1 of your book does not apply: ").split("; ")
    assert len(told) == len(why)
    assert all(part in one for part, one in zip(why, told, strict=True))
