"""What a bot would send in the player's place, when it is asked: a hint. (Short: bots are the rules'.)"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from adjudicator.kernel import Chance, Order
from adjudicator.kernel.questions.questions import ask_name
from cli.answer.answer import Answer
from cli.rules.saved_games import key_of

BOT: Final = "steady"


def advice(sheet: Answer, phase: int) -> Sequence[Order]:
    """The orders of a bot that knows what the seat knows, to what is asked; the same each time."""
    rules, view, seat = sheet.rules, sheet.view, sheet.seat
    orders = rules.bot(BOT)(view, seat, Chance(key_of(b"advice", seat, phase)))
    given = {ask_name(order): order for order in orders}
    return [given.get(name) or rules.default(view, seat, name) for name in sheet.asked]
