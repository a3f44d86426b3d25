"""`make rules`: every clause of a title's rules with the code and the tests that cite it.

A clause that lacks code or a test must say why in `docs/rules/<title>.exempt.yaml`; an exemption that is no longer
needed is an error too, so the table stays true.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from adjudicator import registry
from adjudicator.kernel.strict_yaml import load

ROOT = Path(__file__).parents[1]
NUMBER = r"[A-Z0-9]{1,2}\.\d\d(?:-[A-Z])?"  # Perikles: a chapter, a point and two digits
CLAUSE = r"(?:\d{1,2}(?:\.\d{1,2})+[AB]?(?:-[A-Z0-9]{1,2})?|\d{1,2}-[A-Z0-9]|D\d{1,2})"  # Pericles: 9.32-1, 7.44A, 1-A
HEADINGS = {
    "perikles": rf"^\s*(?:- |\| )?\*{{0,2}}({NUMBER}|RULING-\d+)\b",
    "pericles": rf"^(?:\s*- \*\*|\| (?=15\.4-|D\d)|\*\*(?=RULING))({CLAUSE}|RULING-\d+)(?![\w.-])",
}
ANY = rf"{CLAUSE}|{NUMBER}|RULING-\d+"
CITED = re.compile(rf"(?<![\w.-])({ANY})(?!\w)(?: to ({ANY})(?!\w))?")
NAME = re.compile(r"_([A-Z]|[1-7])_(\d\d)_")  # test_S_07_every_seat ...
NOT_RULES = ("0.", "Z.", "K.")  # conventions, differences from another implementation; K is cited by draws


@dataclass
class Clause:
    """One clause and the files that cite it."""

    number: str
    code: list[str] = field(default_factory=list)
    tests: list[str] = field(default_factory=list)


def clauses(title: str) -> list[str]:
    """The numbers of all clauses and rulings of a title, in the order of its pages."""
    pages = [page for page in (registry.title(title).law, registry.title(title).rulings) if page]
    heading = re.compile(HEADINGS[title], re.MULTILINE)
    found = dict.fromkeys(match[1] for page in pages for match in heading.finditer(page.read_text()))
    return [number for number in found if not number.startswith(NOT_RULES)]


def cited(text: str, known: list[str]) -> Iterator[str]:
    """The clauses that a text cites; `5.35 to 5.39` cites all between, and a clause is cited by its parts."""
    for match in CITED.finditer(text):
        first, last = match[1], match[2]
        whole = first.rsplit("-", 1)[0]
        if last and first in known and last in known:
            yield from known[known.index(first) : known.index(last) + 1]
        yield from (number for number in dict.fromkeys((first, whole)) if number in known)


def read(title: str) -> dict[str, Clause]:
    """Every clause with its citations."""
    known = clauses(title)
    table = {number: Clause(number) for number in known}
    code = sorted((ROOT / f"adjudicator/{title}").rglob("*.py"))
    tests = [*sorted((ROOT / f"tests/cases/{title}").rglob("*.yaml")), *test_modules(title)]
    for files, kind in ((code, "code"), (tests, "tests")):
        for path in files:
            text = NAME.sub(r" \1.\2 ", path.read_text())
            for number in dict.fromkeys(cited(text, known)):
                if number in table:
                    getattr(table[number], kind).append(str(path.relative_to(ROOT)))
    return table


def test_modules(title: str) -> list[Path]:
    """The tests in Python, without those of other titles: their clauses have the same numbers."""
    others = [name for name in HEADINGS if name != title]
    paths = sorted((ROOT / "tests").rglob("test_*.py"))
    return [path for path in paths if not any(name in path.parts for name in others)]


def missing(title: str) -> list[str]:
    """What is wrong: clauses without code or test that nothing excuses, and excuses that are not needed."""
    exempt: dict[str, dict[str, str]] = load((ROOT / f"docs/rules/{title}.exempt.yaml").read_text())
    wrong = []
    table = read(title)
    for number, clause in table.items():
        for kind in ("code", "tests"):
            excused = kind in exempt.get(number, {})
            if not getattr(clause, kind) and not excused:
                wrong.append(f"{number}: no {kind} cites it")
            if getattr(clause, kind) and excused:
                wrong.append(f"{number}: exempt from {kind}, but {getattr(clause, kind)[0]} cites it")
    return wrong + [f"{number}: exempt, but no such clause" for number in exempt if number not in table]


def main(titles: list[str]) -> int:
    """Print the tables; 1 when something is missing."""
    wrong = []
    for title in titles:
        for clause in read(title).values():
            print(f"{title} {clause.number:<11} code: {_short(clause.code):<60} tests: {_short(clause.tests)}")
        wrong += [f"{title} {line}" for line in missing(title)]
    print("\n".join(wrong) or "every clause is cited by code and tests, or says why not")
    return 1 if wrong else 0


def _short(paths: list[str]) -> str:
    names = [Path(path).name for path in paths]
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "") or "-"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or list(registry.titles())))
