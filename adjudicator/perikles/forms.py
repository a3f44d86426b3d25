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
            "send nothing while nobody stands against me, else ask me",
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
        "How do you take your Influence tiles?",
        fixed(
            FormOption("ask", "ask me; with each tile I may also say what I want for the next two"),
            FormOption(
                "colours",
                "take most cubes; of equal tiles Athens, else Sparta, Argos, Corinth, Thebes, Megara, Any City",
                [{"question": "D-2", "choose": [{"colours": [*COLOURS]}]}],
            ),
        ),
    ),
    FormQuestion(
        "candidates",
        "Whom do you propose as candidates?",
        fixed(
            FormOption(
                "most cubes",
                "propose myself where I have most cubes; where I cannot, the first legal candidate",
                [{"question": "D-3", "choose": [{"most_cubes": True}]}, *defaults("D-3")],
            ),
            ASK,
        ),
    ),
    FormQuestion("forces", "How do you commit your forces?", _forces),
    FormQuestion(
        "special",
        "Do you use your Special tile in battles?",
        fixed(
            FormOption("keep", "never use it", [*defaults("D-6S"), {"question": "D-6A", "choose": [{"use": False}]}]),
            ASK,
        ),
    ),
    FormQuestion(
        "small",
        "Who commits first, what comes back from the dead pile, who may defend, what is lost?",
        fixed(
            FormOption(
                "rule",
                "I commit first, take hoplites back, let nobody defend, and lose counters of Athens before others",
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
