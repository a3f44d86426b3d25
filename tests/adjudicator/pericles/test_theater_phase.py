"""The Theater Phase of Pericles: it ends whatever is ordered, and what is asked tells no secret."""

from itertools import product

import pytest

from adjudicator.kernel import Ask, Chance, Parted, Step
from adjudicator.pericles import TITLE
from adjudicator.pericles.state.orders import BuildOrder, LeagueOrder, PersianGold
from adjudicator.pericles.state.position import Marker
from adjudicator.pericles.words import FACTIONS, MARKERS, SIDES
from tests.adjudicator.players import key, playthrough

SEATS = ("AF", "DF", "EK", "AK")


def position_of(scenario="14.3", **changed):
    """A position with five tokens behind every shield, and nothing on the agenda."""
    position = TITLE.begin(scenario=scenario, seats=SEATS, chance=Chance(key("theater"))).position
    position.phase, position.agenda = None, []
    for side in SIDES:
        position.board[side], position.set_aside[side], position.stock[side] = 0, 0, 16
    position.shields = dict.fromkeys(FACTIONS, 5)
    for name, value in changed.items():
        setattr(position, name, value)
    return position


def run(position, name, **args):
    """The position after a step of the rules."""
    position.agenda = [Step(name, args)]
    return TITLE.run_on(position, Chance(key("theater", name))).position


@pytest.mark.parametrize("strategy", ["random", "steady"])
@pytest.mark.parametrize("scenario", ["14.1.01A", "14.1.09A"])
def test_a_theater_phase_ends_with_no_marker_left_and_all_tokens_returned(scenario, strategy):
    for seed in range(3):
        *_, (_, _, _, last) = playthrough(TITLE, 4, seed, strategy, 4, scenario)
        position = last.position
        TITLE.invariants(position)
        assert position.outcome is not None
        assert not any(position.markers.values())
        assert not any(there.queue for there in position.theaters.values())
        assert not any(position.shields.values())


def test_every_marker_of_a_full_game_finds_its_way_back_to_nobody():
    markers = {faction: [Marker(kind, faction) for kind in MARKERS] for faction in FACTIONS}
    position = position_of(markers=markers, persia_open=True, war=True)
    position.agenda = [Step("begin_theater_phase")]
    position = TITLE.run_on(position, Chance(key("all"))).position
    while position.phase is not None:
        sent = {
            seat: TITLE.bot("random")(TITLE.view(position, seat), seat, Chance(key(position.phases, seat)))
            for seat in SEATS
        }
        resolution = TITLE.resolve(position, sent, Chance(key(position.phases)))
        assert resolution.fallen == []
        position = resolution.position
    assert not any(position.markers.values())
    assert not any(there.queue for there in position.theaters.values())


@pytest.mark.parametrize("kind", ["diplomatic", "league", "oracle"])
def test_what_is_asked_of_an_issue_never_depends_on_the_tokens_of_its_owner(kind):
    for theater, owner in product(position_of().in_play(), FACTIONS):
        asked = [
            run(
                position_of(shields=dict.fromkeys(FACTIONS, held)), f"resolve_{kind}", theater=theater, owner=owner
            ).phase
            for held in (0, 1, 3, 9)
        ]
        assert [phase and phase.asks for phase in asked] == [asked[0] and asked[0].asks] * 4


def test_a_build_is_legal_if_and_only_if_it_is_listed():
    position = position_of()
    position.theaters["persia"].pieces = {"persian_base": 2}
    position.theaters["chios"].pieces = {"peloponnesian_base": 1}
    position.theaters["sparta"].pieces = {"spartan_base": 2, "spartan_land": 7, "spartan_naval": 1}
    view, ask = TITLE.view(position, "EK"), Ask("EK", "D26", {"theater": "sparta", "kind": "military"})
    question = TITLE.question("D26")
    listed = list(question.space(view, ask))
    numbers = product(range(4), range(6), (False, True), range(4), range(6), range(4))
    for naval, land, hundred, spartan, ionian, aegean in numbers:
        gold = PersianGold(
            spartan_naval=spartan, peloponnesian_land=ionian, peloponnesian_naval={"chios": aegean} if aegean else {}
        )
        order = BuildOrder(naval=naval, land=land, hundred=hundred, gold=gold)
        assert (question.refusal(view, ask, order) is None) == (order in listed)
    assert question.refusal(view, ask, question.policy(view, ask)) is None


def test_league_units_are_legal_if_and_only_if_they_are_listed():
    position = position_of("14.1.08A")
    view, ask = TITLE.view(position, "AF"), Ask("AF", "D23", {"theater": "sparta", "kind": "league"})
    question = TITLE.question("D23")
    listed = list(question.space(view, ask))
    for naval, land, argive in product(range(-1, 3), range(-1, 4), range(-1, 6)):
        order = LeagueOrder(do="build units", naval=naval, land=land, argive=argive)
        assert (question.refusal(view, ask, order) is None) == (order in listed)


def test_an_oracle_and_a_build_can_be_answered_step_by_step():
    view = TITLE.view(position_of("14.1.01A"), "EK")
    oracle, build = TITLE.question("D24"), TITLE.question("D26")
    ask = Ask("EK", "D24", {"theater": "sparta", "kind": "oracle"})
    assert [option.value for option in oracle.answered(view, ask, [])[1].options] == [
        "honor",
        "remove unit",
        "treachery",
    ]
    offer = oracle.answered(view, ask, ["treachery"])[1]
    assert (offer.fields, offer.kind, offer.least, offer.most) == (("theaters",), "some", 3, 3)
    values, rest = oracle.answered(view, ask, ["treachery", ["boeotia", "athens", "isthmus"]])
    assert rest is None
    assert oracle.refusal(view, ask, oracle.made(view, ask, values)) is None
    (nothing,) = build.grown(view, ask, None)
    reached = [nothing]
    for order in reached:
        reached += [one for one in build.grown(view, ask, order) if one not in reached]
    assert all(one in reached for one in build.options(view, ask))
    assert all(build.refusal(view, ask, one) is None for one in reached)


def test_others_read_what_an_issue_waits_for():
    position = run(position_of(), "resolve_league", theater="chalcidice", owner="AF")
    waiting = TITLE.waiting(TITLE.view(position, "EK"))
    assert waiting == [
        "The game waits for the Aristocrats to decide whether to resolve their League issue in Chalcidice.",
        "The game waits for the Aristocrats to decide what their League issue does in Chalcidice.",
    ]


def test_books_for_the_theater_phase_are_explained_in_words():
    book = TITLE.check_book(
        [
            {
                "question": "D16",
                "choose": [{"marker": "military", "theater": "boeotia", "top": "enemy", "otherwise": "athens"}],
            },
            {"question": "D17", "choose": [{"theaters": ["athens", "sparta"]}]},
            {"question": "D18", "choose": [{"resolve": False, "kinds": ["league"], "statuses": ["friendly"]}]},
            {"question": "D20", "choose": [{"enemy": 2, "theaters": ["samos"]}]},
            {"question": "D22", "choose": [{"tokens": 2, "theaters": ["sicily"]}]},
            {"question": "D25", "choose": [{"mode": "raid", "statuses": ["contested"]}]},
        ]
    )
    told = "\n".join(TITLE.explain_book(book))
    for words in (
        "Military in Boeotia if an enemy marker is on top in Boeotia, otherwise in Athens",
        "Athens, else Sparta",
        "decline (League, Friendly)",
        "up to 2 enemy and 0 own markers in Samos",
        "2 tokens in Sicily",
        "raid (Contested)",
    ):
        assert words in told


@pytest.mark.parametrize(
    ("question", "theater", "words"),
    [
        ("D17", "persia", "In which theater do you reveal the top marker, one of your Side's?: Boeotia, Samos"),
        ("D18", "samos", "Your League marker in Samos is revealed"),
        ("D19", "samos", "Diplomacy in Samos: how many tokens do you commit? You can commit 0 to 3."),
        (
            "D20",
            "samos",
            "How many Treachery markers do you remove in Samos? At most 3; each costs a token.: of Athens, of Sparta",
        ),
        ("D21", "samos", "0 to 5."),
        ("D22", "samos", "0 to 4."),
        (
            "D23",
            "samos",
            "build a base (you pay 4 tokens), convert a base (you pay 2 tokens), build units, remove a Treachery",
        ),
        ("D24", "samos", "gain 3 Honor, gain 1 Honor and remove an enemy League unit, place Treachery markers"),
        ("D25", "athens", "your Military issue in Athens?: decline and lose 1 token, build, lead an expedition"),
        ("D26", "athens", "2 City-State bases in Athens? One naval or two land units each"),
    ],
)
def test_a_question_of_the_theater_phase_says_what_is_open(question, theater, words):
    position = position_of()
    position.theaters["samos"].pieces = {"delian_base": 1}
    position.theaters["samos"].treachery = {"athens": 1, "sparta": 2}
    for spot in ("boeotia", "samos"):
        position.theaters[spot].queue = [Marker("rumor", "AF", "AF")]
    ask = Ask("AF", question, {"theater": theater, "kind": "league"})
    kind, view = TITLE.question(question), TITLE.view(position, "AF")
    offer = kind.answered(view, ask, [])[1] if isinstance(kind, Parted) else None
    options = ", ".join(option.words for option in offer.options) if offer else ""
    assert words in f"{kind.prompt(view, ask)}: {options}"


def test_the_markers_that_are_held_are_named_lent_ones_with_their_owner():
    position = position_of(
        markers={"AF": [Marker("military", "AF"), Marker("rumor", "DF")], "DF": [], "EK": [], "AK": []}
    )
    view = TITLE.view(position, "AF")
    offer = TITLE.question("D16").answered(view, Ask("AF", "D16"), [])[1]
    assert [option.words for option in offer.options] == ["Military", "Rumor of the Demagogues"]
