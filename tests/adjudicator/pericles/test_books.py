"""Books of Pericles: what is refused when sealed, how every decision is explained, and what stands over turns."""

from itertools import islice
from random import Random

import msgspec
import pytest

from adjudicator.kernel import Chance, Malformed
from adjudicator.pericles import TITLE
from tests.adjudicator.players import begin, key, playthrough
from tests.plain_books.pericles import standing

EXAMPLES = [
    ("D1", {"cards": ["ATH-01", "ATH-02"]}, "Erechtheis (1), "),
    ("D1", {"cards": []}, "discard none"),
    ("D2", {"cards": ["ATH-01", "ATH-02", "ATH-03"]}, "Erechtheis (1), "),
    ("D3", {"units": ["delian_land"]}, "first Delian land; then League before City-State (15.4-A3)"),
    ("D4", {"spend": True}, "spend the Hostages"),
    ("D5", {"issues": ["league"], "slot": "A"}, "League for slot A"),
    ("D6", {"issues": ["war_peace", "games"], "debate": 1}, "War/Peace, else Games in debate 1"),
    ("D6", {"issues": ["games"]}, "Games in every debate that you select"),
    ("D7", {"cards": ["LDR-AF"], "debate": 2}, "Pericles (4) in debate 2"),
    ("D8", {"use": True, "at_least": -3, "at_most": 0}, "use it if your total less your Compatriot's is -3 or more"),
    ("D9", {"stop": False}, "let it go on"),
    ("D10", {"moves": [{"unit": "athenian_land", "from": "ionia", "to": "samos"}]}, "1 Athenian land unit from Ionia"),
    ("D11", {"theater": "samos", "naval": 1}, "the base in Samos becomes Athenian, 1 naval unit"),
    ("D12", {"theater": "hellespont", "land": 2}, "a Colony in the Hellespont, 2 land units"),
    ("D13", {"removed": {"sparta": 6}}, "6 in Sparta"),
    ("D14", {"land": 2, "hundred": True}, "2 Spartan land units, with the 300"),
    ("D15", {"markers": ["rumor", "oracle"]}, "Rumor, then Oracle"),
    (
        "D16",
        {"marker": "league", "theater": "samos", "top": "enemy", "otherwise": "athens"},
        "League in Samos if an enemy marker is on top in Samos, otherwise in Athens",
    ),
    ("D17", {"theaters": ["samos", "persia"]}, "Samos, else Persia"),
    ("D18", {"resolve": False, "kinds": ["oracle"]}, "decline (Oracle)"),
    ("D19", {"tokens": 1, "theaters": ["samos"]}, "1 token in Samos"),
    ("D20", {"enemy": 2}, "up to 2 enemy and 0 own markers"),
    ("D21", {"tokens": 5}, "5 tokens"),
    ("D22", {"tokens": 0}, "0 tokens"),
    ("D23", {"do": "remove treachery", "side": "sparta"}, "remove a Treachery marker of Sparta"),
    ("D24", {"do": "treachery", "theaters": ["samos", "chios"]}, "place Treachery in Samos and Chios"),
    ("D25", {"mode": "raid", "statuses": ["contested"]}, "raid (Contested)"),
    ("D26", {"naval": 2, "gold": {"spartan_naval": 1}}, "2 naval units, 1 Spartan naval unit for Persian Gold"),
    ("D27", {"tokens": 3}, "3 tokens"),
    ("D28", {"tokens": 1}, "1 token"),
    ("D29", {"tokens": 2, "theaters": ["isthmus"]}, "2 tokens in the Isthmus of Corinth"),
    (
        "D30",
        {"gather": {"units": ["athenian_naval"], "leave": 1, "most": 2}, "theaters": ["samos"]},
        "to Samos, up to 2 move: Athenian naval from anywhere; 1 unit left behind in each theater",
    ),
    ("D31", {"use": "no"}, "do not use it"),
    ("D32", {"classes": ["spartan_land"]}, "Spartan land"),
    ("D33", {}, "destroy as many as possible"),
    ("D34", {"classes": ["spartan_land", "three_hundred"]}, "Spartan land, then the 300"),
    ("D35", {"fight": False}, "have none"),
    ("D36", {"make": True, "theater": "samos"}, "make the Peace; it costs an Athenian naval unit in Samos"),
    ("D37", {"theaters": ["samos", "ionia"]}, "first from Samos, then Ionia; then League before City-State (15.4-A3)"),
    (
        "D38",
        {"eliminated": [{"theater": "samos", "unit": "delian_land"}]},
        "move no unit; give up 1 Delian land",
    ),
    ("D39", {"units": ["athenian_naval"]}, "Athenian naval; then naval units first"),
]


def test_every_decision_has_an_example():
    assert {question for question, _, _ in EXAMPLES} == set(TITLE.questions)


@pytest.mark.parametrize(("question", "choice", "says"), EXAMPLES)
def test_a_choice_of_every_decision_is_taken_and_explained(question, choice, says):
    (line,) = TITLE.explain_book(TITLE.check_book([{"question": question, "choose": [choice]}]))
    assert f"({question}): {says}" in line
    assert line.startswith("1. ")
    assert line[3].isupper()


@pytest.mark.parametrize(
    ("question", "choice", "right"),
    [
        ("D2", {"cards": ["ATH-01"]}, "the list needs at least 3"),
        ("D3", {"units": ["hoplite"]}, "choose .*athenian_land"),
        ("D5", {"slot": "C", "issues": ["league"]}, "slot C takes 3 issues"),
        ("D5", {"slot": "E", "issues": ["league"]}, "choose A, B, C or D"),
        ("D6", {"issues": []}, "the list needs at least 1"),
        ("D6", {"issues": ["league"], "debate": 7}, "a whole number from 1 to 6"),
        ("D7", {"cards": ["ATH-01"], "issue": "rumor"}, "choose .*military"),
        ("D16", {"marker": "league", "theater": "rome"}, "choose .*samos"),
        ("D16", {"marker": "league", "theater": "samos", "top": "mine"}, "choose enemy, none or own"),
        ("D16", {"marker": "league", "theater": "samos", "queue": "chios"}, "queue goes with top"),
        ("D8", {"use": True, "at_least": 3, "at_most": 2}, "nothing is at least 3 and at most 2"),
        ("D19", {"tokens": -1}, "from 0 to 5"),
        ("D20", {"enemy": 4}, "0 to 3"),
        ("D27", {"tokens": 6}, "0 to 5"),
        ("D29", {"tokens": 2, "attacker": "sparta"}, "it may hold tokens, theaters"),
        ("D30", {}, "exactly one of plans .* and gather"),
        ("D30", {"gather": {"units": []}}, "the list needs at least 1"),
        (
            "D30",
            {"plans": [{"allowed": 0, "moves": [{"unit": "athenian_land", "path": ["athens", "isthmus"]}]}]},
            "0 moves has 1",
        ),
        (
            "D30",
            {"plans": [{"allowed": 1, "moves": [{"unit": "athenian_land", "path": []}]}]},
            "path: the list needs at least 1",
        ),
        ("D33", {"most": -1}, "0 or more"),
    ],
)
def test_a_choice_that_can_never_be_right_is_refused_when_sealed(question, choice, right):
    with pytest.raises(Malformed, match=f"entry 1, choose 1.*{right}"):
        TITLE.check_book([{"question": question, "choose": [choice]}])


@pytest.mark.parametrize("question", ["D15", "D27"])
def test_a_book_cannot_pass_where_a_marker_or_a_token_must_go(question):
    """7.51-A, 9.31-A: such an entry never answered."""
    with pytest.raises(Malformed, match=f"{question} has no order that does nothing"):
        TITLE.check_book([{"question": question, "pass": True}])


def test_a_plan_may_move_the_300_besides_what_is_allowed():
    moves = [{"unit": "three_hundred", "path": ["sparta", "isthmus"]}]
    TITLE.check_book([{"question": "D30", "choose": [{"plans": [{"allowed": 0, "moves": moves}]}]}])


def test_standing_books_answer_two_whole_turns_and_are_as_they_were():
    resolution = begin(TITLE, 4, "standing", "14.1.06A")
    position = resolution.position
    position.books = {seat: TITLE.check_book(standing(position, seat)) for seat in position.seats}
    filed, sources = position.books, []
    while position.phase is not None:
        assert TITLE.waits_for(position) == []
        resolution = TITLE.resolve(position, {}, Chance(key("standing", position.phases)))
        sources += [one.source for one in resolution.counted]
        position = resolution.position
    assert position.turn == 7
    assert position.books == filed
    assert set(sources) == {"book"}
    assert len(sources) > 150


def drawn(kind, random):
    """Any value of a type, as a book might have it."""
    if isinstance(kind, msgspec.inspect.StructType):
        given = [field for field in kind.fields if field.required or random.random() < 0.6]
        return {field.encode_name: drawn(field.type, random) for field in given}
    if isinstance(kind, msgspec.inspect.ListType):
        return [drawn(kind.item_type, random) for _ in range(random.randrange(4))]
    if isinstance(kind, msgspec.inspect.DictType):
        return {drawn(kind.key_type, random): drawn(kind.value_type, random) for _ in range(random.randrange(3))}
    if isinstance(kind, msgspec.inspect.UnionType):
        return drawn(random.choice(kind.types), random)
    if isinstance(kind, msgspec.inspect.LiteralType):
        return random.choice(sorted(kind.values))
    if isinstance(kind, msgspec.inspect.IntType):
        return random.randrange(-2, 8)
    if isinstance(kind, msgspec.inspect.BoolType):
        return random.random() < 0.5
    return None if isinstance(kind, msgspec.inspect.NoneType) else random.choice(["ATH-01", "SPA-02", "LDR-AF", "x"])


def test_whatever_a_sealed_book_holds_it_can_be_looked_into_at_any_time():
    random = Random(1)
    looked_into = set()
    for before, _, _, _ in islice(playthrough(TITLE, 4, "any book", "random", scenario="14.3"), 200):
        for ask in before.phase.asks:
            question = TITLE.questions[ask.question]
            kind = msgspec.inspect.type_info(question.choice or question.order)
            for _ in range(5):
                entry = {"question": ask.question, "choose": [drawn(kind, random)]}
                try:
                    before.books = {ask.seat: TITLE.check_book([entry])}
                except Malformed:
                    continue
                view = TITLE.view(before, ask.seat)
                assert TITLE.foreseen(view, ask.seat, ask.question)
                assert TITLE.explain_book(view.books[ask.seat])
                looked_into.add(ask.question)
    assert {"D1", "D2", "D5", "D6", "D7", "D15", "D16", "D17", "D25", "D27", "D29", "D30", "D38"} <= looked_into
