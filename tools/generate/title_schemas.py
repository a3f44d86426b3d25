"""The JSON Schemas of what is sealed to a title: the orders to every question, and books.

One file a title and kind: every question has its `$defs` entry under its own id, so that a script that is asked `D-3`
holds its order to `orders-perikles.schema.json#/$defs/D-3`. What the rules alone can decide, a schema does not say.
"""

from typing import Any

from msgspec.json import schema_components

from adjudicator.kernel import Question, Title
from adjudicator.kernel.books.conditions import JOINED, MOST_DEEP, All, AnyOf, Is, Not, Quantities
from adjudicator.kernel.questions.choices import EXACTLY
from adjudicator.kernel.title.books import MOST_CHOICES, MOST_ENTRIES
from adjudicator.registry import title as registered
from adjudicator.registry import titles

Schema = dict[str, Any]
HERE = "#/$defs/{name}"
FACT = "#/$defs/fact.{name}"
QUANTITY = "#/$defs/quantity.{name}"
UNCOUNTED: Schema = {"properties": {"times": {"type": "null"}}}


def title_schemas() -> dict[str, Schema]:
    """The schemas of every title, by the name of the file."""
    found: dict[str, Schema] = {}
    for name in titles():
        title = registered(name)
        found[f"orders-{name}"] = orders_of(title)
        found[f"book-{name}"] = book_of(title)
    return found


def orders_of(title: Title[Any]) -> Schema:
    """The orders to every question of a title."""
    types = [question.order for question in title.questions.values()]
    schemas, defs = schema_components(types, ref_template=HERE)
    named = {
        name: {**named_after(title, name), **schema} for name, schema in zip(title.questions, schemas, strict=True)
    }
    return {
        "$id": f"urn:ostraka:schema:orders-{title.id}",
        "title": f"An order of {title.name}",
        "description": f"An order as an envelope holds it, under {title.version}: one of these, by its `question`.",
        "oneOf": [{"$ref": HERE.format(name=name)} for name in title.questions],
        "$defs": named | defs,
    }


def named_after(title: Title[Any], name: str) -> Schema:
    """What a schema says of the decision that it is for."""
    question = title.questions[name]
    asked = "never asked: may be sent with any envelope" if question.unasked else f"asked by {question.clause}"
    return {"title": f"{title.name} {name}", "description": f"{decision(question)} ({asked})"}


def decision(question: Question[Any, Any]) -> str:
    """What is decided, in a sentence."""
    first, _, _ = (question.order.__doc__ or "").partition("\n\n")
    return " ".join(first.split())


def book_of(title: Title[Any]) -> Schema:
    """A book of a title: its entries, the facts of their conditions, and the choices of every question."""
    choices = [question.choice or question.order for question in title.questions.values()]
    _, defs = schema_components(choices, ref_template=HERE)
    for question in title.questions.values():
        _, own = schema_components([question.order], ref_template=HERE)
        order = f"order.{question.id}"
        defs |= {name: schema for name, schema in own.items() if name != question.order.__name__}
        defs[order] = without_question(own[question.order.__name__])
        said = order if question.choice is None else question.choice.__name__
        defs[f"choice.{question.id}"] = {"anyOf": [{"$ref": HERE.format(name=said)}, exactly(order)]}
    entries = {f"entry.{name}": entry_of(title, name) for name in title.questions}
    return {
        "$id": f"urn:ostraka:schema:book-{title.id}",
        "title": f"A book of {title.name}",
        "description": f"Standing orders under {title.version}, each a leaf: the first entry that fires answers.",
        "type": "array",
        "maxItems": MOST_ENTRIES,
        "items": {"oneOf": [{"$ref": HERE.format(name=name)} for name in entries]},
        "$defs": entries | conditions(title.quantities) | defs,
    }


def joined(properties: Schema) -> None:
    """What joins facts joins conditions."""
    inner = {"$ref": HERE.format(name="condition")}
    properties["of"] = {"type": "array", "items": inner} if properties["of"].get("type") == "array" else inner


def conditions(quantities: Quantities) -> Schema:
    """A condition: one fact, or facts joined; and the quantities that are compared."""
    facts = [*JOINED, *quantities.facts.values()]
    _, defs = schema_components(facts, ref_template=FACT)
    for fact in (All, AnyOf, Not):
        joined(defs[fact.__name__]["properties"])
    _, sides = schema_components(list(quantities.sides.values()), ref_template=QUANTITY)
    quantity = {"oneOf": [{"$ref": QUANTITY.format(name=name)} for name in sides]}
    compared = defs[Is.__name__]["properties"]
    compared["left"] = quantity
    compared["right"]["anyOf"] = [quantity, *(one for one in compared["right"]["anyOf"] if one["type"] != "object")]
    condition = {
        "title": "A condition",
        "description": f"When an entry applies: a fact about what its seat may know, or facts joined, {MOST_DEEP} deep "
        "at most.",
        "oneOf": [{"$ref": FACT.format(name=fact.__name__)} for fact in facts],
    }
    named = {f"fact.{name}": schema for name, schema in defs.items()}
    return {"condition": condition} | named | {f"quantity.{name}": schema for name, schema in sides.items()}


def without_question(order: Schema) -> Schema:
    """A choice: an order without its question's id."""
    properties = {name: field for name, field in order["properties"].items() if name != "question"}
    return {**order, "properties": properties, "required": [name for name in order["required"] if name != "question"]}


def exactly(order: str) -> Schema:
    """A choice that is an order itself, field by field."""
    fields = {EXACTLY: {"$ref": HERE.format(name=order)}}
    return {"type": "object", "properties": fields, "required": [EXACTLY], "additionalProperties": False}


def entry_of(title: Title[Any], name: str) -> Schema:
    """An entry of a book for one question: exactly one way to answer."""
    choices = {
        "type": "array",
        "items": {"$ref": HERE.format(name=f"choice.{name}")},
        "minItems": 1,
        "maxItems": MOST_CHOICES,
        "description": "Ranked choices: the first that is legal answers.",
    }
    ways: Schema = {
        "choose": choices,
        "only_option": {"const": True, "description": "Answer where only one order is legal."},
        "default": {"const": True, "description": "Give the default at once."},
        "pass": {"const": True, "description": "Give the order that does nothing."},
        "ask_me": {"const": True, "description": "Stop here: the seat is asked."},
    }
    if title.questions[name].unasked:
        ways = {"choose": choices}
    elif title.questions[name].passing is None:
        del ways["pass"]
    lasting: Schema = {
        "times": {
            "type": ["integer", "null"],
            "minimum": 1,
            "maximum": MOST_CHOICES,
            "description": "Answers that it has left.",
        },
        "until": {
            "enum": [*title.periods, None],
            "description": "It falls at the end of the period that is under way.",
        },
    }
    if title.questions[name].unasked:
        del lasting["times"]
    condition = {"anyOf": [{"$ref": HERE.format(name="condition")}, {"type": "null"}]}
    return {
        **named_after(title, name),
        "type": "object",
        "properties": {"question": {"const": name}, "when": condition, **lasting, **ways},
        "required": ["question"],
        "oneOf": [{"required": [way], **UNCOUNTED} if way == "ask_me" else {"required": [way]} for way in ways],
        "additionalProperties": False,
    }
