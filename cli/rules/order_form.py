"""The order form: YAML that a person edits, and the strict reading of it (or of JSON)."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from textwrap import wrap
from typing import Any

import msgspec

from cli.errors import Misuse
from cli.times import local_time

ABOUT = ("game", "phase", "seat")
SHOWN = 12  # options of a question
FEW = 5  # values of a field that are named
WIDTH = 100  # columns of a comment
InWords = Callable[[Mapping[str, Any]], str]


class Form(msgspec.Struct, frozen=True):
    """A filled form: the orders, and what it says it is for (each `None` if it does not say)."""

    orders: list[dict[str, Any]]
    game: str | None = None
    phase: int | None = None
    seat: str | None = None

    def meant_for(self, game: str, phase: int, seat: str) -> Form:
        """The form for what is open now; refused if it says that it is for something else."""
        for what, here, open_now in zip(ABOUT, (self.game, self.phase, self.seat), (game, phase, seat), strict=True):
            if here not in (None, open_now):
                raise Misuse(f"This form is for {what} {here}, not for {what} {open_now}.")
        return Form(self.orders, game, phase, seat)


def read_form(path: Path | None) -> Form:
    """Read a form from a file, or from standard input."""
    return parse_form(sys.stdin.read() if path is None else path.read_text(), str(path or "standard input"))


def parse_form(text: str, name: str) -> Form:
    """Read a form: a mapping with `orders`, or a bare list of orders; YAML or JSON."""
    from adjudicator.kernel.errors import Malformed
    from adjudicator.kernel.strict_yaml import load

    try:
        content = load(text)
    except Malformed as error:
        sentence = " ".join(str(error).split())
        raise Misuse(f"{name}: {sentence}. To print a new form: ostraka orders form GAME SEAT") from None
    if isinstance(content, list):
        content = {"orders": content}
    if not isinstance(content, dict) or not {"orders"} <= set(content) <= {"orders", *ABOUT}:
        raise Misuse(f"{name}: a form is a list `orders:`; above it may stand game, phase and seat, and nothing else.")
    return Form(**{**content, "orders": list_of_orders(content["orders"], name)})


def list_of_orders(orders: Any, name: str) -> list[dict[str, Any]]:
    """The orders as they will be sent; an empty list is allowed."""
    if not isinstance(orders, list | None):
        raise Misuse(f"{name}: `orders:` has to be a list, in which each order begins with '- '; it is {flow(orders)}.")
    for number, order in enumerate(orders or (), start=1):
        if not isinstance(order, dict) or not isinstance(order.get("question"), str):
            raise Misuse(
                f"{name}: order {number} is {flow(order)}; it must begin with its question: '- question: D-…'."
            )
    return list(orders or ())


@lru_cache(maxsize=1)
def composed(text: str) -> Any:
    """The YAML nodes of a text, which know their lines; of one text many lines are asked in a row."""
    from adjudicator.kernel.strict_yaml import compose

    return compose(text)


def line_at(text: str, where: Sequence[str | int]) -> int:
    """The line of what stands at a place in a well-formed form or book, or of the part in which it is missing."""
    import yaml

    node = composed(text)
    if isinstance(node, yaml.MappingNode):
        node = next((value for key, value in node.value if key.value == "orders"), node)
    line = node.start_mark.line + 1 if node else 1
    for part in where:
        inside = node.value if isinstance(node, yaml.CollectionNode) else []
        numbered = isinstance(node, yaml.SequenceNode)
        keyed = (
            enumerate((one, one) for one in inside) if numbered else ((key.value, (key, one)) for key, one in inside)
        )
        found = next((pair for name, pair in keyed if name == part), None)
        if found is None:
            break
        line, node = found[0].start_mark.line + 1, found[1]
    return line


def flow(value: Any) -> str:
    """A value on one line, as YAML that can be pasted into a form."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{scalar(key)}: {flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(map(flow, value)) + "]"
    return scalar(value)


def scalar(value: Any) -> str:
    """One scalar, quoted only where it would be read as something else."""
    if (
        isinstance(value, str)
        and re.fullmatch(r"[A-Za-z_][A-Za-z0-9_./-]*", value)
        and value not in ("true", "false", "null")
    ):
        return value
    return json.dumps(value)


def write_orders(orders: Iterable[Mapping[str, Any]]) -> list[str]:
    """Orders as the lines of a YAML list, the question first."""
    lines = []
    for order in orders:
        rest = {key: value for key, value in order.items() if key != "question"}
        lines.append(f"- question: {scalar(order['question'])}")
        lines.extend(f"  {scalar(key)}: {flow(value)}" for key, value in rest.items())
    return lines


def write_form(asked: Mapping[str, Any], seat: str, in_words: InWords = lambda order: "") -> str:
    """The form for what a seat is asked: options, default and an order to edit, and what may be added.

    `in_words` says an order as people read it; without it the fields stand alone.
    """
    lines = [f"# Deadline: {one_line(local_time(str(asked['deadline'])))}"]
    lines += [
        f"{what}: {scalar(value)}" for what, value in zip(ABOUT, (asked["game"], asked["phase"], seat), strict=True)
    ]
    lines += ["orders:"]
    for question in asked["questions"]:
        silent = f"# If nothing arrives in time: {option_in_words(question['default'], in_words)}"
        lines += ["", *question_comments(question, "Legal:", in_words), silent, *write_orders([question["default"]])]
    for question in asked["unasked"]:
        lines += ["", *question_comments(question, "You may add, without being asked:", in_words)]
    return "\n".join(lines) + "\n"


def question_comments(question: Mapping[str, Any], heading: str, in_words: InWords) -> list[str]:
    """A question, for an order of several parts its fields, and some of its options, as comments."""
    from adjudicator.kernel.questions.offers import spread

    prompt = [f"# {line}" for line in str(question["prompt"]).splitlines()]
    prompt[-1:] = [f"{line} ({one_line(str(question['question']))})" for line in prompt[-1:]]
    schema = question.get("schema", {})
    parts = schema.get("$defs", {})
    fields = []
    if len(parts) > 1:  # more than the order itself
        written = f"The fields of the order: {field_shape(schema, parts)}"
        fields = wrap(written, WIDTH, initial_indent="# ", subsequent_indent="#   ", break_long_words=False)
    options, more = question["options"], question.get("more")
    some = [options[place] for place in spread(options, SHOWN)]
    shown = [f"#   {option_in_words(option, in_words)}" for option in some]
    rest = "many more" if more else f"{len(options) - len(some)} more" if options[SHOWN:] else ""
    return [*prompt, *fields, f"# {heading}", *shown, *([f"#   … and {rest}"] if rest else [])]


def option_in_words(option: Mapping[str, Any], in_words: InWords) -> str:
    """An order as people read it, then its fields as they are written."""
    fields = flow({name: value for name, value in option.items() if name != "question"})
    words = one_line(in_words(option))
    return f"{words}: {fields}" if words else fields


def one_line(text: str) -> str:
    """A text in which no character can begin a new line."""
    return " ".join(text.split())


def field_shape(field: Mapping[str, Any], parts: Mapping[str, Any], within: tuple[str, ...] = ()) -> str:
    """How a field is written, from its schema; nothing for a word or a number, or `within` a part like itself."""
    if "$ref" in field:
        part = str(field["$ref"]).rsplit("/", 1)[1]
        return "" if part in within else field_shape(parts[part], parts, (*within, part))
    if "properties" in field:
        each = field["properties"].items()
        inner = {name: field_shape(one, parts, within) for name, one in each if name != "question"}
        return "{" + ", ".join(f"{name}: {shape}" if shape else name for name, shape in inner.items()) + "}"
    if "items" in field:
        return f"[{field_shape(field['items'], parts, within)} …]"
    if "anyOf" in field:
        return " or ".join(filter(None, (field_shape(one, parts, within) for one in field["anyOf"])))
    values = [flow(value) for value in field.get("enum", ()) if value is not None]
    return "/".join(values) if len(values) <= FEW else ""
