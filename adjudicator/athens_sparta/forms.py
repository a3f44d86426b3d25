"""The form of Athens & Sparta: six questions at the beginning, in the words of the box, which write a book."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from adjudicator.athens_sparta.bots.fighting import ORDERS
from adjudicator.athens_sparta.state.battle import ANYWHERE
from adjudicator.athens_sparta.state.position import AthensSparta
from adjudicator.kernel.books.forms import (
    ASK,
    Entries,
    Form,
    FormOption,
    FormQuestion,
    defaults,
    fixed,
    form_of_the_start,
)

FIGHT: Final = {"declare": [{"do": {"do": "accept"}}]}
POOR: Final = 13  # MP: a hand of six that is thrown in as well


def _garrisons(orders: Mapping[str, object]) -> Entries:
    """12.2-A, RULING-127: the same battle orders for every hex. Where they say nothing the default counts by itself."""
    return [{"question": "D-8B", "choose": [{"battle": {ANYWHERE: orders}}]}]


def _hands(view: AthensSparta, seat: str) -> Sequence[FormOption]:
    """0.2-B."""
    rich = {"fact": "hand total", "side": seat, "at_least": POOR}
    entries: Entries = [
        {"question": "D-1", "choose": [{"redeal": True}]},
        {"question": "D-2", "when": {"fact": "not", "of": rich}, "choose": [{"throw_in": True}]},
        *defaults("D-2"),
    ]
    return FormOption("redeal", f"demand a redeal; throw in mine too if it has less than {POOR} MP", entries), ASK


def _support(view: AthensSparta, seat: str) -> Sequence[FormOption]:
    """9.3-B: only Sparta is ever asked, and not again once it has had support."""
    if view.supported:
        return ()
    if seat != "sparta":
        return (FormOption("none", "only Sparta can take it"),)
    return (
        ASK,
        FormOption("take", "yes, as soon as Miletus is mine", [{"question": "D-6", "choose": [{"take": True}]}]),
        FormOption("never", "never", [{"question": "D-6", "choose": [{"take": False}]}]),
    )


START: Final = form_of_the_start(
    FormQuestion(
        "hands",
        "What do you do with a bad hand, and when your opponent gets a new one?",
        _hands,
    ),
    FormQuestion(
        "cards",
        "Who plays your cards?",
        fixed(
            FormOption("ask", "I do; with the first card of an Olympiad I can queue the others"),
            FormOption("lowest", "the program: the lowest card without an event first", defaults("D-4")),
        ),
    ),
    FormQuestion(
        "battles",
        "Who fights for you where you have sent no battle orders?",
        fixed(
            FormOption(
                "steady",
                "the program: accept battle only with more steps than the enemy shows; when weaker, withdraw, or "
                "save a block's last step by retreat; no Storm, no sally",
                _garrisons(msgspec.to_builtins(ORDERS)),
            ),
            FormOption("fight", "the program: every block accepts battle and fires", _garrisons(FIGHT)),
            ASK,
        ),
    ),
    FormQuestion(
        "losses",
        "Which blocks do you lose to hunger and in full hexes, which take hits, and which gain by a sack?",
        fixed(
            FormOption(
                "rule", "the program chooses: the weakest are lost, and the weakest gain", defaults("D-18", "D-20")
            ),
            FormOption(
                "ask",
                "ask me each time, unless that would tell the enemy something: then the program chooses",
                [{"question": question, "ask_me": True} for question in ("D-13", "D-16", "D-18", "D-20", "D-20R")],
            ),
        ),
    ),
    FormQuestion(
        "events",
        "How do you use Alliance and Plague, and which card do you lay in Sicily?",
        fixed(
            ASK, FormOption("rule", "use neither event; lay my lowest card without an event", defaults("D-3", "D-5"))
        ),
    ),
    FormQuestion("support", "Do you take Persian support?", _support),
)

FORMS: Final[Mapping[str, Form]] = {START.id: START}
