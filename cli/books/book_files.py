"""A book as a file, read and checked, and what it would do."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
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


def show_foreseen(explained: dict[str, Any]) -> None:
    """What would fire now, and what would not."""
    tell("")
    if not any(one["asked"] for one in explained["foreseen"]):
        tell(f"Nothing is asked of {explained['seat']} now.")
    for one in explained["foreseen"]:
        tell(f"{one['subject']} ({one['question']}):")
        for sentence in one["sentences"]:
            tell(f"  {sentence}")


def read_book(rules: Title[Any], path: Path, known: Mapping[str, Collection[str]]) -> Book:
    """A book from a file, YAML or JSON, checked with the names that there are.

    Misuse tells everything that is wrong, each with its line.
    """
    from adjudicator.kernel import Malformed
    from cli.rules.order_form import line_at

    text, plain = loaded(path)
    try:
        return rules.check_book(plain, known)
    except Malformed as error:
        wrong = [f"line {line_at(text, fault.where[1:])}: {fault}" for fault in error.faults]
        raise Misuse(f"{path} is not a book of {rules.name}:", errors=wrong) from None


def read_entries(path: Path) -> list[dict[str, Any]]:
    """The entries of a book in a file, not checked by any rules."""
    _, entries = loaded(path)
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise Misuse(f"{path}: a book is a list of entries, each of which begins with its question.")
    return entries


def loaded(path: Path) -> tuple[str, Any]:
    """The text of a file, and its content as plain data; Misuse if it is not YAML."""
    from adjudicator.kernel import Malformed
    from adjudicator.kernel.strict_yaml import load

    try:
        text = path.read_text(encoding="utf-8")
        return text, load(text)
    except (Malformed, UnicodeDecodeError) as error:
        raise Misuse(f"{path}: {' '.join(str(error).split())}.") from None
