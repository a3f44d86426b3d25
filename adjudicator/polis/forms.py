"""The form of Polis: six questions at the beginning, which write doctrines and end sheets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from adjudicator.kernel.books.forms import (
    ASK,
    Form,
    FormOption,
    FormQuestion,
    by_rule,
    defaults,
    fixed,
    form_of_the_start,
)
from adjudicator.polis.state.position import Polis
from adjudicator.polis.words import ENEMY, SIDES


def _poor(view: Polis, seat: str) -> Sequence[FormOption]:
    """D2: a pass rule (15.2-C), or none; while sides are drawn (D1) it cannot be written yet, and is not asked."""
    if seat not in map(view.seat, SIDES):
        return ()
    side = view.side(seat)
    poor = {"fact": "is", "left": {"of": "prestige", "side": side}, "op": "<=", "right": 1}
    done = {"fact": "passed", "side": ENEMY[side]}
    pass_rule = [
        {"question": "D2", "when": {"fact": "all", "of": [poor, done]}, "choose": [{"actions": [{"stop": True}]}]}
    ]
    return (
        FormOption("ask", "never unless I say so; with each turn I can queue the next two"),
        FormOption("poor", "when my opponent has passed and I have 1 Prestige or none", pass_rule),
    )


START: Final = form_of_the_start(
    FormQuestion("turns", "When do you pass?", _poor),
    FormQuestion(
        "battles",
        "In which order are battles fought, and how do you lay your combat cards?",
        fixed(
            *by_rule(
                "D5",
                "D6",
                "D7",
                words="battles in map order; attack with the highest values, defend to lose the fewest units",
            )
        ),
    ),
    FormQuestion(
        "retreat",
        "Do you retreat from a battle?",
        fixed(
            FormOption("rule", "never; double the Prestige of a battle that won me 2 or more", defaults("D8", "D9")),
            ASK,
        ),
    ),
    FormQuestion(
        "events",
        "What do you do in events?",
        fixed(
            *by_rule(
                "D10",
                "D11",
                "D11R",
                "D12",
                "D12R",
                "D13",
                "D14",
                words=(
                    "as little as I must: remove a unit of my largest fleet, send 2 galleys and no hoplites, place "
                    "those that return at home, give up 1 Prestige, take over the strongest polis"
                ),
            )
        ),
    ),
    FormQuestion(
        "feeding",
        "Which poleis do you feed and let grow at the end of a round?",
        fixed(
            *by_rule(
                "D15",
                "D16",
                words="release as few as I must to keep 1 Prestige; let poleis grow as far as the wheat goes",
            )
        ),
    ),
    FormQuestion(
        "phoros",
        "How much Prestige do you spend for silver at the end of a round?",
        fixed(
            FormOption("rule", "none", defaults("D17")),
            FormOption("keep", "all but 3", [{"question": "D17", "choose": [{"plan": [{"do": {"keep": 3}}]}]}]),
            ASK,
        ),
    ),
)

FORMS: Final[Mapping[str, Form]] = {START.id: START}
