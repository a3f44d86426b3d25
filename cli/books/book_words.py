"""`ostraka book words`: what can be said in a book of a title, as a list to look things up in."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from cli.terminal.output import tell, wrapped

Plain = dict[str, Any]
FEW: Final = 4
"""So many words are told wherever they stand; more than these once, under the field that has them first."""
MANY: Final = 45
"""More names than these are not listed at a terminal."""
SHOWN: Final = 5


def say(text: str, indent: int = 0, further: int = 4) -> None:
    """Print a line at an indent; where the terminal ends it goes on further in."""
    tell(wrapped(f"{' ' * indent}{text}", indent + further))


def heading(text: str) -> None:
    """Print the line above a group, apart from what stands before it."""
    tell("")
    say(text)


# --- a title --------------------------------------------------------------------------------------------------------


def show_title(told: Plain) -> None:
    """The questions, the facts in groups, then what their fields may be."""
    say(f"Questions of {told['name']}. What a choice holds: ostraka book words {told['title']} QUESTION")
    wide = max(len(one["question"]) for one in told["questions"])
    for one in told["questions"]:
        never = " (never asked)" if one["never_asked"] else ""
        say(f"{one['question'].ljust(wide)}  {one['subject']}{never}", 2, wide + 2)
    heading(f"Periods, for until: {', '.join(told['periods'])}")
    heading("Conditions are facts. After a fact its fields, in its words in CAPITALS; what has a ? may be left out")
    for group, facts in in_groups(told["facts"]):
        heading(group)
        for one in facts:
            say(": ".join(filter(None, (one["fact"], ", ".join(map(label, one["fields"]))))), 2)
            say(one["words"], 6, 0)
    heading("What the fields may be")
    for field, kinds in kinds_of_fields(told["facts"]).items():
        say(f"{field}: {'; '.join(kinds)}", 2)
    show_names(told, [field["is"] for one in told["facts"] for field in one["fields"]])


def in_groups(facts: list[Plain]) -> Iterator[tuple[str, list[Plain]]]:
    """Facts by what they are about, in the order of the first of each; what joins and compares them at the end."""
    groups: dict[str, list[Plain]] = {}
    for one in facts:
        groups.setdefault(one["group"], []).append(one)
    yield from groups.items()


def kinds_of_fields(facts: list[Plain]) -> dict[str, list[str]]:
    """What each field may be; where facts differ in it, each with its name."""
    from cli.books.vocabulary import OF_FACTS

    found: dict[str, dict[str, list[str]]] = {}
    for one in facts:
        for field in (field for field in one["fields"] if one["group"] != OF_FACTS or field["words"]):
            found.setdefault(field["field"], {}).setdefault(allowed(field), []).append(one["fact"])
    return {
        field: [f"{kind} (in {', '.join(names)})" if len(kinds) > 1 else kind for kind, names in kinds.items()]
        for field, kinds in sorted(found.items())
    }


# --- a question -----------------------------------------------------------------------------------------------------


def show_question(told: Plain) -> None:
    """What a choice holds, whether it stands, the other ways to answer, examples."""
    from adjudicator.kernel.questions.choices import EXACTLY
    from cli.books.vocabulary import sorts_in

    say(f"{told['question']}: {told['subject']} ({told['clause']})")
    say(told["about"])
    seen: dict[tuple[str, ...], str] = {}
    heading("A choice holds (what has a ? may be left out)" if told["fields"] else "A choice holds nothing: {}")
    show_fields(told["fields"], 2, seen)
    if told[EXACTLY]:
        heading(f"Or one order, {EXACTLY}: {{…}}, with {', '.join(map(label, told[EXACTLY]))}")
        show_fields([one for one in told[EXACTLY] if one not in told["fields"]], 2, seen)
    if told["item"]:
        heading(f"An item: {told['item']}")
    tell("")
    for line in how_it_answers(told):
        say(line)
    heading("For example")
    for one in told["examples"]:
        show_example(one)
    show_names(told, list(sorts_in([*told["fields"], *told[EXACTLY]])))


def show_fields(fields: list[Plain], indent: int, seen: dict[tuple[str, ...], str]) -> None:
    """Fields, each with what it may be; further in what stands within it."""
    from adjudicator.kernel.faults import either

    for one in fields:
        parts = [allowed(one, seen), one.get("about", ""), one.get("asks", "")]
        say(f"{label(one)}: {'. '.join(part.rstrip('.') for part in parts if part)}", indent)
        if one.get("ways"):
            say(f"an item: when? (a condition), and {either(one['ways'])}", indent + 2)
        for way, why in one.get("refused", {}).items():
            say(f"not {way}: {why}", indent + 2)
        show_fields(one.get("within", []), indent + 2, seen)
        for action in one.get("actions", []):
            named = f"action: {action['action']}" if action["action"] else "do"
            say(f"{named} ({action['about'].rstrip('.')})" if action["about"] else named, indent + 2)
            show_fields(action["fields"], indent + 4, seen)


def how_it_answers(told: Plain) -> Iterator[str]:
    """Whether choices stand, and what an entry may have instead of them."""
    stand = {one["stands"] for one in told["examples"]}
    if told["never_asked"]:
        beside = (
            "Entries that hold at the same cut are all carried out."
            if told["side_by_side"]
            else (
                "Of the entries whose condition is met at the same cut, the first counts; the others are "
                "used up with it."
            )
        )
        yield (
            "It is never asked. Its entry has choose alone, and is carried out once: at the first cut at which it "
            f"holds and a choice of it is legal. {beside}"
        )
        return
    yield {
        frozenset({True}): "Choices stand: they answer every time.",
        frozenset({False}): "A choice is used once.",
    }.get(frozenset(stand), "Some choices stand, others are used once: the examples say which.")
    yield "Instead of choose:"
    for way, words in told["ways"].items():
        yield f"  {way}: true ({words})"


def show_example(one: Plain) -> None:
    """An entry as it is written, and what it says."""
    from cli.rules.order_form import flow

    say(one["says"], 2, 0)
    say(f"- question: {one['entry']['question']}", 4)
    say(f"choose: {flow(one['entry']['choose'])}", 6)


def show_names(told: Plain, kinds: list[str]) -> None:
    """The names of the sorts that were spoken of, each with what pages call it."""
    for sort, names in told["names"].items():
        if any(kind.endswith(f" {sort}") for kind in kinds):
            more = f" and {len(names) - SHOWN} more (--json lists them)" if len(names) > MANY else ""
            called = told["called"][sort]
            said = [f"{one} ({called[one]})" if one in called else one for one in (names[:SHOWN] if more else names)]
            heading(f"{sort}: {', '.join(said)}{more}")


# --- fields ---------------------------------------------------------------------------------------------------------


def label(field: Plain) -> str:
    """A field by its name, with a mark where it may be left out."""
    return field["field"] if field["required"] else f"{field['field']}?"


def allowed(field: Plain, seen: dict[tuple[str, ...], str] | None = None) -> str:
    """What a field may be. Long lists of words are told once."""
    from adjudicator.kernel.faults import either

    words = tuple(field["words"])
    listed = f"one of the words of {seen[words]}, above" if seen is not None and words in seen else either(words)
    if seen is not None and len(words) > FEW and field["field"] != "NAME":
        seen.setdefault(words, field["field"])
    return " ".join(part for part in (field["is"], listed) if part)
