"""The rules on the player's own machine: the same code that the service runs after the cut, from the same view."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from adjudicator.kernel import OstrakaError, Position, Title
from adjudicator.registry import title as find_title
from cli.errors import Refused

SHOWN = 12  # options of an order that may be added


def title_of(view: dict[str, Any]) -> Title[Any]:
    """The rules that a view is under; refused when this program has them in another version."""
    rules = find_title(view["title"])
    require_version(rules, view["version"])
    return rules


def require_version(rules: Title[Any], version: str) -> None:
    """Refuse to give orders under other rules than the host's."""
    if rules.version != version:
        raise Refused(
            f"The host plays {version}, this program {rules.version}: install the release of Ostraka that has it.",
            "unknown-version",
        )


def position_of(view: dict[str, Any]) -> Position:
    """A view that came over the wire as the rules know it."""
    position: Position = title_of(view).convert(view)
    return position


def additions(view: dict[str, Any], seat: str) -> list[dict[str, Any]]:
    """The orders that a seat may add without being asked, question by question, with the first options of each."""
    rules, position = title_of(view), position_of(view)
    found: list[dict[str, Any]] = []
    if seat in rules.bots_now(position):
        return found
    for question in rules.questions.values():
        options = list(islice(rules.options(position, seat, question.id), SHOWN + 1)) if question.unasked else []
        if options:
            prompt = rules.prompt(position, seat, question.id)
            plain = [rules.order_to_dict(option) for option in options[:SHOWN]]
            found.append({"question": question.id, "prompt": prompt, "options": plain, "more": len(options) > SHOWN})
    return found


def require_legal(view: dict[str, Any], seat: str, orders: Sequence[dict[str, Any]]) -> None:
    """Refuse orders that the rules would not carry out, every one of them at once with its clause."""
    rules, position = title_of(view), position_of(view)
    try:
        decoded = rules.decode_orders(list(orders))
    except OstrakaError as error:
        raise Refused(f"{error}.") from None
    refusals = rules.check(position, seat, decoded)
    if refusals:
        told = [f"{refusal.question}: {refusal.message} [{refusal.clause}]" for refusal in refusals]
        raise Refused(f"{len(refusals)} of {len(orders)} orders would not be carried out:", "illegal", told)
