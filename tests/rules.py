"""`make rules`: every clause of a title's rules with the code and the tests that cite it.

A clause stands at the head of a line, of an item in a list, or alone in the first cell of a table's row. One that lacks
code or a test must say why in `docs/rules/<title>.exempt.yaml`, where a chapter that holds no rules (`K.`) has a reason
for all its clauses; an exemption that is no longer needed is an error too, so the table stays true.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from adjudicator import registry
from adjudicator.kernel.strict_yaml import load

ROOT = Path(__file__).parents[1]
CLAUSE = r"""(?:
    [A-Z0-9]{1,2}(?:\.\d{1,2})+[A-Z]?(?:-[A-Z0-9]{1,2})?  # S.01, 5.34-H, 7.44A, 14.1.01B
    | \d{1,2}-[A-Z0-9]{1,2}  # 14-H
    | D\d{1,2} | RULING-\d+
)"""
HEADING = re.compile(rf"^(?:\s*(?:-\ )?(?:\*\*)?({CLAUSE})(?![\w.-])|\|\ ({CLAUSE})\ \|)", re.MULTILINE | re.VERBOSE)
CITED = re.compile(rf"(?<![\w.-])({CLAUSE})(?!\w)(?:\ to\ ({CLAUSE})(?!\w))?", re.VERBOSE)
NAMES = (
    (re.compile(r"_([A-Z]|[1-7])_(\d\d)_"), r" \1.\2 "),  # test_S_07_every_seat ...
    (re.compile(r"_(\d{1,2})_(\d{1,2})_([A-Z]\d?)(?=_)"), r" \1.\2-\3 "),  # test_5_52_A_siege_limits ...
    (re.compile(r"_RULING_(\d+)(?=_)"), r" RULING-\1 "),
)


@dataclass
class Clause:
    """One clause and the files that cite it."""

    number: str
    code: list[str] = field(default_factory=list)
    tests: list[str] = field(default_factory=list)


def titles() -> list[str]:
    """The titles whose rules are written here; those that other distributions install answer for themselves."""
    return [title for title in registry.titles() if (ROOT / f"adjudicator/{title}").is_dir()]


def clauses(*pages: str) -> list[str]:
    """The numbers of all clauses and rulings of a title, in the order of its pages."""
    return list(dict.fromkeys(match[1] or match[2] for page in pages for match in HEADING.finditer(page)))


def exempt_of(title: str) -> dict[str, Any]:
    path = ROOT / f"docs/rules/{title}.exempt.yaml"
    return dict(load(path.read_text())) if path.exists() else {}


def rules_of(title: str) -> list[str]:
    """The clauses of a title without those of chapters that hold no rules."""
    rules = registry.title(title)
    no_rules = tuple(number for number in exempt_of(title) if number.endswith("."))
    found = clauses(*(page.read_text() for page in (rules.law, rules.rulings) if page))
    return [number for number in found if not number.startswith(no_rules)]


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
    known = rules_of(title)
    table = {number: Clause(number) for number in known}
    code = sorted((ROOT / f"adjudicator/{title}").rglob("*.py"))
    tests = [*sorted((ROOT / f"tests/cases/{title}").rglob("*.yaml")), *test_modules(title)]
    for files, kind in ((code, "code"), (tests, "tests")):
        for path in files:
            text = path.read_text()
            for name, clause in NAMES:
                text = name.sub(clause, text)
            for number in dict.fromkeys(cited(text, known)):
                if number in table:
                    getattr(table[number], kind).append(str(path.relative_to(ROOT)))
    return table


def test_modules(title: str) -> list[Path]:
    """The tests in Python, without those of pages and of other titles: their clauses have the same numbers."""
    others = ["docs", *(name for name in titles() if name != title)]
    paths = sorted((ROOT / "tests").rglob("test_*.py"))
    return [path for path in paths if not any(name in path.relative_to(ROOT).parts for name in others)]


def missing(title: str) -> list[str]:
    """What is wrong: clauses without code or test that nothing excuses, and excuses that are not needed."""
    exempt = {number: why for number, why in exempt_of(title).items() if not number.endswith(".")}
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


def main(names: list[str]) -> int:
    """Print the tables; 1 when something is missing."""
    wrong = []
    for title in names:
        for clause in read(title).values():
            print(f"{title} {clause.number:<11} code: {_short(clause.code):<60} tests: {_short(clause.tests)}")
        wrong += [f"{title} {line}" for line in missing(title)]
    print("\n".join(wrong) or "every clause is cited by code and tests, or says why not")
    return 1 if wrong else 0


def _short(paths: list[str]) -> str:
    names = ["/".join(Path(path).parts[2:]) for path in paths]
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "") or "-"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or titles()))
