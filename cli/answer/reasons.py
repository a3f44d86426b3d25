"""What cannot be chosen in a step, and why: in the words of the rule that forbids it, with its clause.

A thing is put into orders of the step, and the rules' own check is asked. What no order of the step can name is nothing
that could be chosen; what the rules do not refuse has no reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, reduce
from itertools import islice, permutations, product
from typing import Any, Final

import msgspec

from adjudicator.kernel import Illegal, Misshapen, Offer, Order, OstrakaError, Question, Title
from adjudicator.kernel.faults import Known
from cli.answer.menus import Candidate, Path, paths_that_differ
from cli.answer.steps import AnswerInSteps, Growing, OfParts, pointed_at

MOST_TEMPLATES: Final = 3  # orders of a step into which a thing is put
MOST_LOOKED_AT: Final = 400  # orders among which one like it is found
MOST_THINGS: Final = 240
MOST_SAID: Final = 2
MOST_TRIED: Final = 240  # orders that are tried before anybody asks why
NUMBERED: Final = re.compile(r"^(item|move) \d+( \([^)]*\))?: ", re.IGNORECASE)
WORD: Final = re.compile(r"\w[\w-]*")


class Template(msgspec.Struct, frozen=True):
    """An order of the step as plain data, and the fields that the step is about."""

    plain: dict[str, Any]
    paths: Sequence[Path]
    named: Sequence[str]


class Forbidden(msgspec.Struct, frozen=True, dict=True):
    """What may not be chosen in the step of an answer, of what is `drawn` on the board."""

    answer: AnswerInSteps
    drawn: Sequence[str]

    @cached_property
    def things(self) -> dict[str, list[Order]]:
        """What is of the same kinds as the choices and could be named in their place, each with orders that do."""
        lit = pointed_at(self.answer.step)
        kinds = dict.fromkeys(map(_kind, lit))
        templates = {kind: [*_templates(self.answer, kind)] for kind in kinds}
        rest = [one for one in self.drawn if one not in lit and _kind(one) in kinds]
        named = {one: orders for one in rest[:MOST_THINGS] if (orders := self._naming(templates[_kind(one)], one))}
        if sum(map(len, named.values())) > MOST_TRIED:
            return named
        return {one: orders for one, orders in named.items() if None not in self._refused(orders)}

    def _refused(self, orders: Sequence[Order]) -> list[Illegal | None]:
        return [self.answer.rules.refusal(self.answer.view, self.answer.seat, order) for order in orders]

    def _naming(self, templates: Sequence[Template], thing: str) -> list[Order]:
        """Orders with this thing in them, as far as there can be such."""
        changed = [one for template in templates for one in _named_instead(self.answer.rules, template, thing)]
        return [order for one in changed if (order := self._read(one)) is not None]

    def _read(self, plain: dict[str, Any]) -> Order | None:
        try:
            [order] = self.answer.rules.decode_orders([plain])
            faults = self._question.faults(order, self._known)
        except OstrakaError:
            return None
        return None if faults else order

    @cached_property
    def _question(self) -> Question[Any, Any]:
        return self.answer.rules.question(self.answer.question)

    @cached_property
    def _known(self) -> Known:
        return self.answer.rules.known(self.answer.view)

    @cached_property
    def reasons(self) -> dict[str, str]:
        """By thing why it cannot be chosen now."""
        found: dict[str, str] = {}
        for one, orders in self.things.items():
            refused = self._refused(orders)
            said = dict.fromkeys(_in_words(why) for why in refused if why and not isinstance(why, Misshapen))
            if said and None not in refused:
                found[one] = "; ".join([*said][:MOST_SAID])
        return found


def _templates(answer: AnswerInSteps, kind: str) -> Iterator[Template]:
    """Orders that the step may lead to and that name a thing of this kind where it asks for one."""
    if isinstance(answer, Growing) and answer.trail:
        every = answer.trail[-1].left
        differing = {*paths_that_differ(every)}
        left = [one for one in every if any(_kind(named) == kind for named in one.subjects)]
        for one in left[:: 1 + len(left) // MOST_TEMPLATES]:
            yield _template(answer.rules, answer.rules.order_to_dict(one.order), _asked(one, answer, differing))
    elif isinstance(answer, OfParts) and (offer := answer.step) is not None and offer.kind != "count":
        for order in _orders_like(answer, offer):
            plain = answer.rules.order_to_dict(order)
            if offer.kind == "some" and offer.total == offer.most:
                [field] = offer.fields
                yield _template(answer.rules, {**plain, field: [*offer.value, offer.value[0]]}, [(field, offer.most)])
            else:
                yield _template(
                    answer.rules, plain, [path for field in offer.fields for path in _first_of(plain, field)]
                )


def _template(rules: Title[Any], plain: dict[str, Any], paths: Sequence[Path]) -> Template:
    return Template(plain, paths, [*rules.naming.named(plain)])


def _kind(subject: str) -> str:
    return subject.partition(":")[0]


def _asked(one: Candidate, answer: Growing, differing: set[Path]) -> list[Path]:
    """The fields of a candidate in which it differs from others, or else all that it adds."""
    added = [path for path, value in one.leaves.items() if answer.base.get(path) != value and isinstance(value, str)]
    return [path for path in added if path in differing] if differing else added


def _orders_like(answer: OfParts, offer: Offer) -> Iterator[Any]:
    """A legal order that holds what is chosen so far, and something of what is asked."""
    plain = answer.rules.order_to_dict
    for order in islice(answer.rules.options(answer.view, answer.seat, answer.question), MOST_LOOKED_AT):
        held = plain(order)
        chosen = all(value in held.values() for value in answer.values if isinstance(value, str))
        if chosen and any(held.get(field) for field in offer.fields):
            yield order
            return


def _first_of(plain: Mapping[str, Any], field: str) -> Iterator[Path]:
    """Where one thing stands in a field: of a list or a mapping in its first place."""
    held = plain.get(field)
    if isinstance(held, list) and held:
        yield (field, 0)
    elif isinstance(held, dict) and held:
        yield (field, next(iter(held)))
    elif held is not None:
        yield (field,)


def _named_instead(rules: Title[Any], template: Template, subject: str) -> list[dict[str, Any]]:
    """The order with this thing in the place of another: in one field, or in as few as say it together."""
    named, plain = rules.naming.named, template.plain
    whole = subject.partition(":")[2]
    of_many = "@" in whole or "?" in whole  # one of several that look the same has no name of its own
    names = dict.fromkeys([*([] if of_many else [whole]), *re.split("[:@]", whole)])
    before = template.named.count(subject)
    for number in range(1, max(len(names), 2)):
        tried = product(permutations(template.paths, number), permutations(names, number))
        changes = (reduce(_with_one, zip(paths, put, strict=True), plain) for paths, put in tried)
        if found := [changed for changed in changes if [*named(changed)].count(subject) > before]:
            return found
    return []


def _with_one(plain: dict[str, Any], change: tuple[Path, str]) -> dict[str, Any]:
    return _with(plain, *change)  # type: ignore[no-any-return]


def _with(within: Any, path: Path, name: str) -> Any:
    """The same with another name at this path: of a way the end is another, of a mapping with numbers a key."""
    (step, *rest), copy = path, within.copy()
    if rest:
        copy[step] = _with(within[step], tuple(rest), name)
    elif isinstance(step, str) and step.endswith(".to"):
        way = step.removesuffix(".to")
        copy[way] = [*within[way][:-1], name]
    elif isinstance(within, dict) and isinstance(within[step], int) and not name.isdecimal():
        copy[name] = copy.pop(step)
    else:
        copy[step] = int(name) if isinstance(within[step], int) else name
    return copy


def _in_words(why: Illegal) -> str:
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
