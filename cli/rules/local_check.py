"""The rules on the player's own machine: the code that the host runs after the cut, on the same view."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

import msgspec

from adjudicator.index import kinds
from adjudicator.kernel import Event, Malformed, Order, Position, Title
from adjudicator.kernel.errors import Fault
from adjudicator.registry import is_title, rules_of
from adjudicator.registry import title as find_title
from cli.errors import Refused
from schemas.statements.in_words import counted

SHOWN = 12  # options of an order that may be added
BESIDE_FIELDS: Final = ("clause", "sentence", "subjects")
"""What a report tells of an event beside its fields."""


class LacksRules(Refused):
    """The rules of a game are not here; `wanted`: the number of their version, `here`: of the newest here, if any."""

    code = "unknown-version"

    def __init__(self, version: str) -> None:
        super().__init__(
            f"This needs the rules of {version}, but {rules_here(version)}. Install the release of Ostraka that has "
            "them. Without them you can read what the host sends (--json), and send a form unchecked."
        )
        name, _, self.wanted = version.partition("/")
        known = kinds().get(name)
        self.called = known["name"].partition(":")[0] if known else name
        self.here = find_title(name).version.partition("/")[2] if is_title(name) else ""
        here = f"version {self.here} is here" if self.here else "they are not here"
        self.plain = f"The game is played by version {self.wanted} of the rules of {self.called}, and {here}."

    @property
    def is_older(self) -> bool:
        """Whether those here are older, so that a newer release has what is wanted."""
        return self.here.isdecimal() and self.wanted.isdecimal() and int(self.here) < int(self.wanted)


def title_of(view: dict[str, Any]) -> Title[Any]:
    """The rules of a view; refused if this program does not have their version."""
    return required_rules(view["version"])


def people_of(seats: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Who plays the seats of a game at a host, by name: of an alias whose it is, once the host tells."""
    return {one["seat"]: one.get("holder") or one["player"] for one in seats if one["player"]}


def read_events(rules: Title[Any], events: Sequence[Mapping[str, Any]]) -> tuple[Event, ...]:
    """The events of a report; none where they are of older rules that these cannot read."""
    bare = [{name: value for name, value in one.items() if name not in BESIDE_FIELDS} for one in events]
    try:
        return tuple(rules.decode_events(msgspec.json.encode(bare)))
    except msgspec.ValidationError:
        return ()


def required_rules(version: str) -> Title[Any]:
    """The rules of a version; refused if this program does not have them."""
    rules = rules_of(version)
    if rules is None:
        raise LacksRules(version)
    return rules


def rules_here(version: str) -> str:
    """The rules of the same title that this program has, in words."""
    name = version.partition("/")[0]
    return f"this program has {find_title(name).version}" if is_title(name) else f"this program has no title {name}"


def lacks_rules(view: dict[str, Any]) -> bool:
    """Are the rules of a view not here, so that orders go unchecked?"""
    return rules_of(view["version"]) is None


def unchecked_in_words(version: str) -> str:
    """What it means that the rules of a game are not here."""
    return (
        f"NOT CHECKED: the game is played under {version}, but {rules_here(version)}. Your orders are sealed as they "
        "are. The host checks them when the phase is cut: an order that its rules refuse is not carried out, and your "
        "book or the default answers instead."
    )


def position_of(view: dict[str, Any]) -> Position:
    """A view that came over the wire, as a position of the rules."""
    position: Position = title_of(view).convert(view)
    return position


def unasked_options(view: dict[str, Any], seat: str) -> list[dict[str, Any]]:
    """What a seat may order without being asked, question by question, with the first options of each."""
    found: list[dict[str, Any]] = []
    if rules_of(view["version"]) is None:
        return found
    rules, position = title_of(view), position_of(view)
    if seat in rules.bots_now(position):
        return found
    for question in rules.questions.values():
        options = list(islice(rules.options(position, seat, question.id), SHOWN + 1)) if question.unasked else []
        if options:
            prompt = rules.prompt(position, seat, question.id)
            plain = [rules.order_to_dict(option) for option in options[:SHOWN]]
            more = len(options) > SHOWN or not question.listed
            found.append({"question": question.id, "prompt": prompt, "options": plain, "more": more})
    return found


def default_in_words(rules: Title[Any], view: Any, seat: str, names: Sequence[str]) -> list[str]:
    """Open questions that a seat leaves to their default, and what that comes to; nothing where there are none."""
    if not names:
        return []
    head = (
        "1 question is left to its default:"
        if len(names) == 1
        else f"{len(names)} questions are left to their defaults:"
    )
    deeds = {name: rules.order_in_words(view, seat, rules.default(view, seat, name)) for name in names}
    return [head, *(f"  {rules.question(name).subject}: {deed}" for name, deed in deeds.items())]


class Wrong(NamedTuple):
    """One thing that is wrong with a list of orders: where in the list, and a sentence with what would be right."""

    where: tuple[str | int, ...]
    sentence: str


def wrong_with(rules: Title[Any], view: Any, seat: str, orders: Sequence[Any]) -> Iterator[Wrong]:
    """Everything that is wrong with orders: what cannot be read, and what the rules refuse, with the clause."""
    understood: list[Order] = []
    for number, order in enumerate(orders):
        try:
            [one] = rules.decode_orders([order])
        except Malformed as error:
            for fault in error.faults:
                where = fault.where[2:]
                yield Wrong((number, *where), f"{named(rules, order, number)}: {Fault(where, fault.says)}")
            continue
        before = rules.check(view, seat, understood)
        understood.append(one)
        for refusal in rules.check(view, seat, understood)[len(before) :]:
            yield Wrong((number,), f"{refusal.message} ({refusal.question}, {refusal.clause})")


def named(rules: Title[Any], order: Any, number: int) -> str:
    """What an order is called: by its question where it names one."""
    question = order.get("question") if isinstance(order, dict) else None
    return question if isinstance(question, str) and question in rules.questions else f"order {number + 1}"


def require_legal(view: dict[str, Any], seat: str, orders: Sequence[dict[str, Any]]) -> None:
    """Refuse orders that the rules would not carry out, with everything that is wrong with them.

    Nothing is refused if this program does not have the rules.
    """
    if lacks_rules(view):
        return
    found = list(wrong_with(title_of(view), position_of(view), seat, orders))
    if found:
        count = len({wrong.where[0] for wrong in found})
        sentence = f"{count} of {counted(len(orders), 'order')} would not be carried out:"
        raise Refused(sentence, "illegal", [wrong.sentence for wrong in found])
