"""Why something cannot be chosen in a step, in the words of the rule that forbids it, with its clause.

The order that it would make is tried with the rules' own check. What that does not refuse has no reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from itertools import islice, permutations
from typing import Any, Final

from adjudicator.kernel import Illegal, Misshapen, OstrakaError, Title
from cli.answer.menus import Leaves, Path
from cli.answer.steps import ALONE, AnswerInSteps, Growing, OfParts

MOST_TEMPLATES: Final = 3  # orders of a step into which a thing is put
MOST_LOOKED_AT: Final = 400  # orders among which one like it is found
MOST_THINGS: Final = 240
MOST_SAID: Final = 2
NUMBERED: Final = re.compile(r"^(item|move) \d+( \([^)]*\))?: ", re.IGNORECASE)
WORD: Final = re.compile(r"\w[\w-]*")


def reasons(answer: AnswerInSteps, subjects: Sequence[str]) -> dict[str, str]:
    """By subject why it cannot be chosen now; those without a reason are left out."""
    found: dict[str, str] = {}
    templates = list(_templates(answer))
    for one in subjects[:MOST_THINGS] if templates else ():
        refused = list(_refused(answer, templates, one))
        if refused and None not in refused:
            said = dict.fromkeys(_in_words(answer, why) for why in refused if why)
            found[one] = "; ".join([*said][:MOST_SAID])
    return found


def _templates(answer: AnswerInSteps) -> Iterator[tuple[dict[str, Any], list[Path]]]:
    """Orders that the step may lead to as plain data, each with the fields that the step is about."""
    plain = answer.rules.order_to_dict
    if isinstance(answer, OfParts):
        offer = answer.step
        if offer and offer.kind in ALONE and offer.fields:
            for order in _orders_like(answer):
                yield plain(order), [(field,) for field in offer.fields]
    elif isinstance(answer, Growing) and answer.trail:
        left = answer.trail[-1].left
        for one in left[:: 1 + len(left) // MOST_TEMPLATES]:
            yield plain(one.order), _added(one.leaves, answer.base)


def _orders_like(answer: OfParts) -> Iterator[Any]:
    """A legal order that holds what is chosen so far."""
    rules, made = answer.rules, []
    for order in islice(rules.options(answer.view, answer.seat, answer.question), MOST_LOOKED_AT):
        values = rules.order_to_dict(order).values()
        if all(value in values for value in answer.values if isinstance(value, str)):
            made.append(order)
            break
    return iter(made)


def _added(held: Leaves, base: Leaves) -> list[Path]:
    return [path for path, value in held.items() if base.get(path) != value and isinstance(value, str)]


def _refused(
    answer: AnswerInSteps, templates: Sequence[tuple[dict[str, Any], list[Path]]], subject: str
) -> Iterator[Illegal | None]:
    """What the rules say to the orders with this thing in them; None to one that is legal."""
    rules = answer.rules
    for plain, paths in templates:
        for changed in _named_instead(answer, plain, paths, subject):
            try:
                [order] = rules.decode_orders([changed])
            except OstrakaError:
                continue
            refusal = rules.refusal(answer.view, answer.seat, order)
            if not isinstance(refusal, Misshapen):
                yield refusal


def _named_instead(
    answer: AnswerInSteps, plain: dict[str, Any], paths: Sequence[Path], subject: str
) -> Iterator[dict[str, Any]]:
    """The order with a thing of this kind replaced by it: in one field, or in those that say it together."""
    fields = answer.rules.naming.fields
    kind, *names = subject.split(":")
    if "@" in subject or "?" in subject:  # one of several that look the same
        return
    alone = ":".join(names)
    for path in paths:
        if fields.get(_field(path)) == kind:
            yield _with(plain, path, alone)
    if kind not in fields.values() and len(names) > 1:
        for some in permutations(paths, len(names)):
            if not all(_is_named(answer, path, name) for path, name in zip(some, names, strict=True)):
                continue
            changed = plain
            for path, name in zip(some, names, strict=True):
                changed = _with(changed, path, name)
            if subject in answer.rules.naming.subjects(changed):
                yield changed


def _is_named(answer: AnswerInSteps, path: Path, name: str) -> bool:
    """Whether a name can stand in a field: where the field is of a kind, one of that kind has it."""
    kind = answer.rules.naming.fields.get(_field(path))
    return kind is None or name_of(answer.rules, answer.view, f"{kind}:{name}") not in ("", name)


def _field(path: Path) -> str:
    return next(str(step).partition(".")[0] for step in reversed(path) if isinstance(step, str))


def _with(plain: Mapping[str, Any], path: Path, name: str) -> dict[str, Any]:
    """The order with another name in this field; of a way the end is another."""
    changed: dict[str, Any] = deepcopy(dict(plain))
    within: Any = changed
    for step in path[:-1]:
        within = within[step]
    last = path[-1]
    if isinstance(last, str) and last.endswith(".to"):
        within[last.removesuffix(".to")][-1] = name
    else:
        within[last] = name
    return changed


def _in_words(answer: AnswerInSteps, why: Illegal) -> str:
    """What is forbidden, without the list of what would be right: the board shows that."""
    said = NUMBERED.sub("", why.wrong)
    return f"{said[:1].upper()}{said[1:]} ({why.clause})"


def name_of(rules: Title[Any], view: Any, subject: str) -> str:
    """The name of a subject; nothing where there is none now."""
    try:
        return rules.words(view, subject)
    except (KeyError, ValueError, IndexError, AttributeError, OstrakaError):
        return ""


def with_names(sentence: str, names: Mapping[str, str]) -> str:
    """A sentence in which ids are said as people say them."""
    return WORD.sub(lambda found: names.get(found[0].lower(), found[0]), sentence)
