"""What is asked of a seat, as the service tells it; from a letter the same is worked out here."""

from __future__ import annotations

from itertools import islice
from typing import Any

from cli.orders.known_game import Known
from cli.rules.local_check import additions

MOST_OPTIONS = 200


def content_of_form(known: Known) -> dict[str, Any]:
    """Everything that stands in the form of a seat, and what it may add without being asked."""
    told = asked_here(known) if known.letter else known.client.questions(known.game, known.seat)
    return {**told, "unasked": additions(known.plain, known.seat)}


def asked_here(known: Known) -> dict[str, Any]:
    """The open questions of a seat with default and options, from its view."""
    letter = known.letter
    return {
        "game": known.game,
        "phase": known.phase,
        "deadline": letter.body.deadline if letter else None,
        "questions": [question(known, name) for name in known.asked],
        "sequence": known.key(known.phase)[1],
        "word": held[0].header.word if (held := known.own()) else None,
    }


def question(known: Known, name: str) -> dict[str, Any]:
    """One open question."""
    rules, view, seat = known.rules, known.view, known.seat
    options = [rules.order_to_dict(one) for one in islice(rules.options(view, seat, name), MOST_OPTIONS + 1)]
    return {
        "question": name,
        "prompt": rules.prompt(view, seat, name),
        "subjects": rules.subjects(rules.ask(view, seat, name)),
        "schema": rules.order_schema(name),
        "default": rules.order_to_dict(rules.default(view, seat, name)),
        "options": options[:MOST_OPTIONS],
        "more": len(options) > MOST_OPTIONS,
    }
