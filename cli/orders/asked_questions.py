"""What a seat is asked, as the host says, or worked out here from a letter."""

from __future__ import annotations

from itertools import islice
from typing import Any

from msgspec import to_builtins

from adjudicator.kernel import Offer
from cli.rules.local_check import unasked_options
from cli.seat.known_game import KnownGame

MOST_OPTIONS = 200


def form_content(known: KnownGame) -> dict[str, Any]:
    """Everything in the form of a seat: what it is asked, and what it may add without being asked."""
    asked = questions_from_view(known) if known.letter else known.client.questions(known.game, known.seat)
    return {**asked, "unasked": unasked_options(known.plain, known.seat)}


def questions_from_view(known: KnownGame) -> dict[str, Any]:
    """The open questions of a seat with default and options, from its view."""
    letter = known.letter
    return {
        "game": known.game,
        "phase": known.phase,
        "deadline": letter.body.deadline if letter else None,
        "questions": [question_content(known, name) for name in known.asked],
        "sequence": known.key(known.phase)[1],
        "word": held[0].header.word if (held := known.own()) else None,
    }


def question_content(known: KnownGame, name: str) -> dict[str, Any]:
    """One open question, in the shape in which the service gives it."""
    rules, view, seat = known.rules, known.view, known.seat
    options = [rules.order_to_dict(one) for one in islice(rules.options(view, seat, name), MOST_OPTIONS + 1)]
    return {
        "question": name,
        "prompt": rules.prompt(view, seat, name),
        "subjects": rules.subjects(rules.ask(view, seat, name)),
        "schema": rules.order_schema(name),
        "default": rules.order_to_dict(rules.default(view, seat, name)),
        "options": options[:MOST_OPTIONS],
        "more": len(options) > MOST_OPTIONS or not rules.question(name).listed,
        "offer": offer_as_plain(rules.offer(view, seat, name)),
    }


def offer_as_plain(offer: Offer | None) -> dict[str, Any] | None:
    """A menu as the service writes it."""
    if offer is None:
        return None
    plain: dict[str, Any] = to_builtins(offer)
    del plain["chosen"]
    return plain
