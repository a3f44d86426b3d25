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
        FormOption("ask", "never by itself; with each turn I may queue the next two"),
        FormOption("poor", "when the other side has passed and I have 1 Prestige or none", pass_rule),
    )


START: Final = form_of_the_start(
    FormQuestion("turns", "When do you pass?", _poor),
    FormQuestion(
        "battles",
        "In which order are battles fought, and who lays your combat cards?",
        fixed(*by_rule("D5", "D6", "D7", words="the first order, the cards by the default")),
    ),
    FormQuestion(
        "retreat",
        "Do you retreat from a battle?",
        fixed(
            FormOption("rule", "by the default (8-L, 13-F)", defaults("D8", "D9")),
            FormOption("stay", "never", [{"question": "D8", "choose": [{"retreat": False}]}, *defaults("D9")]),
            ASK,
        ),
    ),
    FormQuestion(
        "events",
        "What do you do in events?",
        fixed(*by_rule("D10", "D11", "D11R", "D12", "D12R", "D13", "D14", words="what the default says")),
    ),
    FormQuestion(
        "feeding",
        "Which poleis do you feed and let grow at the end of a round?",
        fixed(*by_rule("D15", "D16", words="as many as the default (15.3)")),
    ),
    FormQuestion(
        "phoros",
        "How much Prestige becomes silver at the end of a round?",
        fixed(
            FormOption("rule", "what the default says (15.3)", defaults("D17")),
            FormOption(
                "keep", "as much as leaves 3", [{"question": "D17", "choose": [{"plan": [{"do": {"keep": 3}}]}]}]
            ),
            ASK,
        ),
    ),
)

FORMS: Final[Mapping[str, Form]] = {START.id: START}
