"""The order form: YAML that a person edits, and the strict reading of it (or of JSON)."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from cli.errors import Misuse
from schemas.statements.times import local_time

ABOUT = ("game", "phase", "seat")


@dataclass(frozen=True)
class Form:
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


def write_form(asked: Mapping[str, Any], seat: str) -> str:
    """The form for what a seat is asked: options, default and an order to edit, and what may be added."""
    lines = [f"# Deadline: {' '.join(local_time(str(asked['deadline'])).split())}"]
    lines += [
        f"{what}: {scalar(value)}" for what, value in zip(ABOUT, (asked["game"], asked["phase"], seat), strict=True)
    ]
    lines += ["orders:"]
    for question in asked["questions"]:
        silent = f"# If nothing arrives in time: {flow(question['default'])}"
        lines += ["", *question_comments(question, "Legal:"), silent, *write_orders([question["default"]])]
    for question in asked["unasked"]:
        lines += ["", *question_comments(question, "You may add, without being asked:")]
    return "\n".join(lines) + "\n"


def question_comments(question: Mapping[str, Any], heading: str) -> list[str]:
    """A question and its options as comments; for an order of several parts, also how to write it."""
    prompt = [f"# {line}" for line in str(question["prompt"]).splitlines()]
    options = [f"#   {flow(option)}" for option in question["options"]]
    more = ["#   … and more of the same kind"] if question.get("more") else []
    parts = question.get("schema", {}).get("$defs", {})
    if len(parts) < 2:  # the order itself alone
        return [*prompt, f"# {heading}", *options, *more]
    written = [line for part in parts.values() for line in part_in_words(part)]
    return [
        *prompt,
        "# How to write it:",
        *written,
        f"# {heading.removesuffix(':')}, for example:",
        *options,
        *more,
    ]


def part_in_words(part: Mapping[str, Any]) -> list[str]:
    """A part of an order and what its fields can be, as comments."""
    fields = {name: field for name, field in part["properties"].items() if name != "question"}
    lines = [f"#     {scalar(name)}: {field_in_words(field)}" for name, field in fields.items()]
    return [f"#   {part['title']}: {' '.join(part.get('description', '').split())}", *lines]


def field_in_words(field: Mapping[str, Any]) -> str:
    """What a field can be, from its schema."""
    if "items" in field:
        return f"[{field_in_words(field['items'])}, …]"
    if "enum" in field:
        return " | ".join(flow(value) for value in field["enum"])
    if "anyOf" in field:
        return " | ".join(field_in_words(one) for one in field["anyOf"])
    return str(field["$ref"]).rsplit("/", 1)[1] if "$ref" in field else str(field.get("type", "anything"))
