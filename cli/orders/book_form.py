"""A book as a file, read and checked, and what it would do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.errors import Misuse
from cli.terminal.output import tell

if TYPE_CHECKING:
    from adjudicator.kernel import Book, Title


def foreseen(rules: Title[Any], view: Any, seat: str) -> Iterator[dict[str, Any]]:
    """What would fire now: for the questions that are open for the seat, and for those of its book that never are."""
    asked = [ask.name for ask in rules.asked_of(view, seat)]
    unasked = [entry.question for entry in view.books[seat] if rules.question(entry.question).unasked]
    for question in dict.fromkeys([*asked, *unasked]):
        yield {
            "question": question,
            "subject": rules.question(question).subject,
            "asked": question in asked,
            "sentences": rules.foreseen(view, seat, question),
        }


def show_foreseen(told: dict[str, Any]) -> None:
    """What would fire now, and what would not."""
    tell("")
    if not any(one["asked"] for one in told["foreseen"]):
        tell(f"Nothing is asked of {told['seat']} now.")
    for one in told["foreseen"]:
        tell(f"{one['question']}, {one['subject']}:")
        for sentence in one["sentences"]:
            tell(f"  {sentence}")


def read_book(rules: Title[Any], path: Path) -> Book:
    """A book from a file, YAML or JSON, checked; Misuse names what is wrong and what would be right."""
    from adjudicator.kernel import Malformed
    from adjudicator.kernel.strict_yaml import load

    text = ""
    try:
        text = path.read_text(encoding="utf-8")
        return rules.check_book(load(text))
    except (Malformed, UnicodeDecodeError) as error:
        raise Misuse(f"{path}{line_of_fault(rules, text)}: {' '.join(str(error).split())}.") from None


def read_entries(path: Path) -> list[dict[str, Any]]:
    """The entries of a book as they stand in a file; what they say is for whoever has the rules to check."""
    from adjudicator.kernel import Malformed
    from adjudicator.kernel.strict_yaml import load

    try:
        entries = load(path.read_text(encoding="utf-8"))
    except (Malformed, UnicodeDecodeError) as error:
        raise Misuse(f"{path}: {' '.join(str(error).split())}.") from None
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise Misuse(f"{path}: a book is a list of entries, each with its question.")
    return entries


def plain_book(entries: Book) -> list[dict[str, Any]]:
    """A book as plain data."""
    import msgspec

    return [msgspec.to_builtins(entry) for entry in entries]


def line_of_fault(rules: Title[Any], text: str) -> str:
    """Where the first entry begins that is wrong, in words; nothing when it is the whole that is wrong."""
    from adjudicator.kernel import Malformed
    from adjudicator.kernel.strict_yaml import load
    from cli.rules.order_form import lines_of

    try:
        entries = load(text)
    except Malformed:
        return ""
    for entry, line in zip(entries, lines_of(text), strict=True) if isinstance(entries, list) else ():
        try:
            rules.check_book([entry])
        except Malformed:
            return f", line {line}"
    return ""
