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

ABOUT = ("game", "phase", "seat")


@dataclass(frozen=True)
class Form:
    """A form that came back: the orders, and what it says it is for (each `None` when it does not say)."""

    orders: list[dict[str, Any]]
    game: str | None = None
    phase: int | None = None
    seat: str | None = None

    def meant_for(self, game: str, phase: int, seat: str) -> Form:
        """The form for what is open now; refused when it says that it was written for something else."""
        for what, here, open_now in zip(ABOUT, (self.game, self.phase, self.seat), (game, phase, seat), strict=True):
            if here not in (None, open_now):
                raise Misuse(f"This form is for {what} {here}, but these are the orders of {what} {open_now}.")
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
        raise Misuse(f"{name}: {sentence}. Print a fresh form with: ostraka orders form GAME SEAT") from None
    if isinstance(content, list):
        content = {"orders": content}
    if not isinstance(content, dict) or not {"orders"} <= set(content) <= {"orders", *ABOUT}:
        raise Misuse(f"{name}: a form is a list `orders:`, with game, phase and seat above it if you like.")
    return Form(**{**content, "orders": list_of_orders(content["orders"], name)})


def list_of_orders(orders: Any, name: str) -> list[dict[str, Any]]:
    """The orders as they will be sent; an empty list is allowed."""
    if not isinstance(orders, list | None):
        raise Misuse(
            f"{name}: `orders` is a {type(orders).__name__}; it has to be a list, each order beginning with '- '."
        )
    for number, order in enumerate(orders or (), start=1):
        if not isinstance(order, dict) or not isinstance(order.get("question"), str):
            raise Misuse(f"{name}: order {number} is {flow(order)}; it has to name its question: '- question: D-…'.")
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
        return "{" + ", ".join(f"{word(key)}: {flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "[" + ", ".join(map(flow, value)) + "]"
    return word(value)


def word(value: Any) -> str:
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
        lines.append(f"- question: {word(order['question'])}")
        lines.extend(f"  {word(key)}: {flow(value)}" for key, value in rest.items())
    return lines


def write_form(asked: Mapping[str, Any], seat: str) -> str:
    """The form for what is asked of a seat, with legal options, default, the order to edit, and what may be added."""
    lines = [f"# Deadline: {' '.join(str(asked['deadline']).split())}"]
    lines += [
        f"{what}: {word(value)}" for what, value in zip(ABOUT, (asked["game"], asked["phase"], seat), strict=True)
    ]
    lines += ["orders:"]
    for question in asked["questions"]:
        silent = f"# When nothing arrives: {flow(question['default'])}"
        lines += ["", *about(question, "Legal:"), silent, *write_orders([question["default"]])]
    for question in asked["unasked"]:
        lines += ["", *about(question, "You may add, without being asked:")]
    return "\n".join(lines) + "\n"


def about(question: Mapping[str, Any], heading: str) -> list[str]:
    """A question and its options as comments; of an order of several parts also how it is written."""
    prompt = [f"# {line}" for line in str(question["prompt"]).splitlines()]
    options = [f"#   {flow(option)}" for option in question["options"]]
    more = ["#   … and more of the same kind"] if question.get("more") else []
    parts = question.get("schema", {}).get("$defs", {})
    if len(parts) < 2:  # the order itself alone
        return [*prompt, f"# {heading}", *options, *more]
    written = [line for part in parts.values() for line in part_told(part)]
    return [
        *prompt,
        "# How it is written:",
        *written,
        f"# {heading.removesuffix(':')}, with more written alike:",
        *options,
        *more,
    ]


def part_told(part: Mapping[str, Any]) -> list[str]:
    """What a part of an order is, and what its fields take, as comments."""
    fields = {name: field for name, field in part["properties"].items() if name != "question"}
    told = [f"#     {word(name)}: {takes(field)}" for name, field in fields.items()]
    return [f"#   {part['title']}: {' '.join(part.get('description', '').split())}", *told]


def takes(field: Mapping[str, Any]) -> str:
    """What may stand in a field, from its schema."""
    if "items" in field:
        return f"[{takes(field['items'])}, …]"
    if "enum" in field:
        return " | ".join(flow(value) for value in field["enum"])
    if "anyOf" in field:
        return " | ".join(takes(one) for one in field["anyOf"])
    return str(field["$ref"]).rsplit("/", 1)[1] if "$ref" in field else str(field.get("type", "anything"))
