"""The form of Perikles: six questions at the beginning, in the words of the box, which write a book."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from adjudicator.kernel.books.forms import ASK, Form, FormOption, FormQuestion, defaults, fixed, form_of_the_start
from adjudicator.perikles.components import CITIES
from adjudicator.perikles.names import name_of
from adjudicator.perikles.politics.first_cubes import cubes_to_come
from adjudicator.perikles.state.position import Perikles

BOTH: Final = ("athens", "sparta")
COLOURS: Final = (*CITIES, "any")


def _cubes(view: Perikles, seat: str) -> Sequence[FormOption]:
    """D-S1: for the cubes that are still to be placed; one alone goes where the seat has fewer."""
    left = cubes_to_come(view, seat)
    cities = sorted(("athens", "sparta"), key=lambda city: view.cities[city].cubes(seat))[:1] if left == 1 else BOTH
    words = " and ".join(map(name_of, cities))
    entry = {"question": "D-S1", "choose": [{"city": city} for city in cities]}
    return (FormOption("rule", words, [entry]), ASK) if left else ()


def _forces(view: Perikles, seat: str) -> Sequence[FormOption]:
    """D-5C: asked as often as the person wants; nothing is sent unseen where somebody stands against the seat."""
    quiet = {"fact": "not", "of": {"fact": "against", "seat": seat, "at_least": 1}}
    return (
        ASK,
        FormOption(
            "quiet",
            "send nothing as long as nobody stands against me, else ask me",
            [{"question": "D-5C", "when": quiet, "choose": [{} for _ in range(20)]}],
        ),
    )


START: Final = form_of_the_start(
    FormQuestion(
        "cubes",
        "Where do your free cubes go before the first turn?",
        _cubes,
    ),
    FormQuestion(
        "tiles",
        "Who takes your Influence tiles?",
        fixed(
            FormOption("ask", "I do; with each tile I may say what I want of the next two"),
            FormOption(
                "colours",
                "the program: most cubes, then Athens, Sparta, Argos, Corinth, Thebes, Megara, any city",
                [{"question": "D-2", "choose": [{"colours": [*COLOURS]}]}],
            ),
        ),
    ),
    FormQuestion(
        "candidates",
        "Whom do you propose as candidates in the elections?",
        fixed(
            FormOption(
                "most cubes",
                "myself where I have most cubes; if I can't, the first that is legal",
                [{"question": "D-3", "choose": [{"most_cubes": True}]}, *defaults("D-3")],
            ),
            ASK,
        ),
    ),
    FormQuestion("forces", "Who commits your forces to the Locations?", _forces),
    FormQuestion(
        "special",
        "What becomes of your Special tile in battles?",
        fixed(
            FormOption("keep", "it is not used", [*defaults("D-6S"), {"question": "D-6A", "choose": [{"use": False}]}]),
            ASK,
        ),
    ),
    FormQuestion(
        "small",
        "Small matters: who commits first, what comes back from the dead pile, leave to defend, losses?",
        fixed(
            FormOption(
                "rule",
                "I commit first, hoplites come back, nobody gets leave, losses by the default",
                [
                    {"question": "D-5A", "choose": [{"seat": "self"}]},
                    {"question": "D-5B", "choose": [{"kinds": dict.fromkeys(CITIES, "hoplite")}]},
                    {"question": "D-5E", "choose": [{"rules": [{"grant": False}]}]},
                    *defaults("D-6B"),
                ],
            ),
            ASK,
        ),
    ),
)

FORMS: Final[Mapping[str, Form]] = {START.id: START}
