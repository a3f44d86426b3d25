"""Seats called by the names of people: one decision for all words, and none for what scripts read."""

from __future__ import annotations

import pytest

from adjudicator.athens_sparta.events.turns import DrawWithdrawn, VictoryChecked
from adjudicator.kernel.contract.playing import begin
from adjudicator.kernel.run.events import Event
from adjudicator.kernel.subjects import seats_after
from adjudicator.pericles.events.assembly import CardsDealt
from adjudicator.pericles.events.battles import SecondBattle
from adjudicator.pericles.events.ending import GameOver
from adjudicator.perikles.events.politics import Assassinated, CubeMoved, PersianLeaders, PlagueStruck
from adjudicator.pictures.people import marked
from adjudicator.polis.events.actions import Traded
from adjudicator.polis.events.ending import Fed
from adjudicator.polis.names import of_sides
from adjudicator.registry import title

TRADED = {"paid": {"oil": 1}, "got": {"wheat": 2}, "dice": [3], "good": "oil", "column": 2}
GOT = "gets 2 wheat. The die shows 3: the oil marker is now in column 2."
SAID: list[tuple[str, Event, str, str]] = [
    (
        "perikles",
        Assassinated(seat="red", city="argos", place="temple", colour="black"),
        "red assassinated a black cube in the temple of Argos.",
        "ben assassinated a cube of carla in the temple of Argos.",
    ),
    (
        "perikles",
        CubeMoved(colour="orange", origin="argos", target="sparta"),
        "An orange cube moved from Argos to Sparta.",
        "An orange cube moved from Argos to Sparta.",
    ),
    (
        "perikles",
        PlagueStruck(city="argos", returned={"red": 1, "orange": 2}),
        "Plague in Argos: cubes lost: red 1, orange 2.",
        "Plague in Argos: cubes lost: ben 1, orange 2.",
    ),
    ("perikles", PersianLeaders(seats=["red", "black"]), "red and black lead Persia.", "ben and carla lead Persia."),
    (
        "pericles",
        CardsDealt(faction="AF", dealt=9, held=10),
        "The Aristocrats are dealt 9 cards and hold 10 with their Leader.",
        "carla is dealt 9 cards and holds 10 with their Leader.",
    ),
    (
        "pericles",
        SecondBattle(faction="DF", fight=False),
        "The Demagogues want no second battle.",
        "The Demagogues want no second battle.",
    ),
    (
        "pericles",
        GameOver(
            reason="14-B, the Assembly is over", winners=["AF"], honor={"AF": 12, "DF": 9}, places={"AF": 1, "DF": 2}
        ),
        "The game is over: the Assembly is over (14-B). The Aristocrats win. Honor: Aristocrats 12, Demagogues 9.",
        "The game is over: the Assembly is over (14-B). carla wins. Honor: carla 12, Demagogues 9.",
    ),
    (
        "polis",
        Fed(side="athens", wheat=2, prestige=0),
        "Athens feeds its poleis with 2 wheat.",
        "carla feeds their poleis with 2 wheat.",
    ),
    (
        "polis",
        Traded(side="sparta", shipment="illyria_1", **TRADED),
        f"Sparta trades at Illyria 1: it pays 1 oil and {GOT}",
        f"ben trades at Illyria 1: pays 1 oil and {GOT}",
    ),
    (
        "athens_sparta",
        DrawWithdrawn(seat="sparta"),
        "Sparta withdraws its offer of a draw.",
        "ben withdraws their offer of a draw.",
    ),
    (
        "athens_sparta",
        VictoryChecked(sparta=3, athens=20),
        "Victory Check: Sparta 3 PP, Athens 20 PP.",
        "Victory Check: ben 3 PP, carla 20 PP.",
    ),
]
PEOPLE = {"black": "carla", "red": "ben", "AF": "carla", "athens": "carla", "sparta": "ben"}


@pytest.mark.parametrize(("name", "event", "by_seat", "by_name"), SAID, ids=[type(one[1]).__name__ for one in SAID])
def test_a_sentence_names_a_seat_or_the_person_who_plays_it(
    name: str, event: Event, by_seat: str, by_name: str
) -> None:
    rules = title(name)
    people = {seat: who for seat, who in PEOPLE.items() if seat in rules.seat_names}
    assert [rules.sentence(event), rules.calling(people).sentence(event)] == [by_seat, by_name]
    assert rules.event_to_dict(event)["sentence"] == by_seat


@pytest.mark.parametrize(
    ("name", "people", "called"),
    [
        ("perikles", {"black": "carla", "red": ""}, {"black": "carla", "red": "red"}),
        ("perikles", {"black": "ben", "red": "ben"}, {"black": "ben (black)", "red": "ben (red)"}),
        ("perikles", {"black": "Red", "red": "ben"}, {"black": "Red (black)", "red": "ben", "blue": "blue"}),
        ("pericles", {"AF": "aristocrats", "DF": "ak"}, {"AF": "aristocrats (Aristocrats)", "DF": "ak (Demagogues)"}),
        ("polis", {"athens": "SPARTA"}, {"athens": "SPARTA (Athens)", "sparta": "Sparta"}),
    ],
)
def test_nobody_is_taken_for_another_seat(name: str, people: dict[str, str], called: dict[str, str]) -> None:
    rules = title(name).calling(people)
    assert {seat: rules.words(None, f"seat:{seat}") for seat in called} == called
    assert rules.naming.own_word(None, "black") == "black"


def test_texts_that_name_seats_by_colour_name_people_once() -> None:
    rules = title("perikles").calling({"black": "red", "red": "ben"})
    assert (
        rules.naming.in_text("black has no cube; red (black) and red have")
        == "red (black) has no cube; red (black) and ben have"
    )
    assert title("polis").calling({"athens": "carla"}).naming.in_text("Athens, a polis") == "Athens, a polis"


def test_where_a_city_is_called_like_a_seat_its_people_are_named_all_the_same() -> None:
    """In refusals, while a game waits, and in the reason for which it is over."""
    rules = title("polis")
    called = rules.calling({"sparta": "carla"})
    position = begin(rules, 2, "people", "corinthian_war").position
    first = position.phase.asks[0].seat
    attack = b'[{"question": "D2", "actions": [{"do": {"action": "besiege", "polis": "%s"}}]}]'
    capital, enemy = ("sparta", "sparta") if first == "athens" else ("athenai", "athens")
    [order] = rules.decode_orders(attack % capital.encode())
    refused = rules.calling({enemy: "carla"}).refusal(rules.view(position, first), first, order)
    assert "is the capital of carla and cannot be besieged" in refused.message
    said = "The game waits for Sparta to act in Sparta"
    assert called.naming.in_text(said) == "The game waits for carla to act in Sparta"
    over = "11-A, Sparta cannot feed its capital"
    assert [called.naming.reason(over), rules.naming.reason(over)] == ["11-A, carla cannot feed their capital", over]
    naming = title("athens_sparta").calling({"athens": "ben"}).naming
    assert naming.reason("10.2-A, 30 PP of Athens") == "10.2-A, 30 PP of ben"
    assert naming.reason("10.1-A, Athens is taken") == "10.1-A, Athens is taken"


def test_a_refused_item_of_a_list_names_people_too() -> None:
    naming = title("polis").calling({"sparta": "carla"}).naming
    said = seats_after("item {2}: ", of_sides("{side} has no merchant in port", side="sparta"))
    assert [str(said), naming.in_text(said)] == [
        "item {2}: Sparta has no merchant in port",
        "item {2}: carla has no merchant in port",
    ]


def test_names_are_text_beside_the_marks_of_their_seats() -> None:
    rules = title("perikles").calling({"black": "<b>&x", "red": "black.*"})
    swatches = ['<i class="swatch line-black"></i>', '<i class="swatch line-red"></i>']
    assert marked(rules, "<b>&x and black.* meet <i>") == (
        f"{swatches[0]}&lt;b&gt;&amp;x and {swatches[1]}black.* meet &lt;i&gt;"
    )
    assert marked(title("perikles"), "red & black") == "red &amp; black"
