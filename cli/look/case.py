"""`ostraka case`: run case files, by which rules are tested and disputes settled."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from cli.errors import Misuse
from cli.terminal.help_pages import Group
from cli.terminal.options import json_option
from cli.terminal.output import as_text, emit, tell


@click.group(cls=Group)
def case() -> None:
    """Run case files: a situation in a game, and what must come of it (docs/cases.md)."""


@case.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--board", is_flag=True, help="Show the board at the end of each case.")
@json_option
def run(files: tuple[Path, ...], board: bool, as_json: bool) -> None:
    """Run the cases in FILES; for each expectation that fails, show what came instead.

    The exit code is 0 if all hold, 1 if one fails, 2 if a file cannot be read.
    """
    cases = [found for file in files for found in outcomes(file, board)]
    failed = sum(1 for one in cases if one["findings"])
    emit({"cases": cases, "held": len(cases) - failed, "failed": failed}, as_json, show_outcomes)
    if failed:
        raise SystemExit(1)


def outcomes(file: Path, board: bool) -> Iterator[dict[str, Any]]:
    """The result of each case in a file; with `board`, also the board at its end."""
    from adjudicator.kernel.cases import load_cases, play_case, run_case
    from adjudicator.kernel.errors import OstrakaError
    from adjudicator.registry import title

    try:
        for one in load_cases(file.read_text(encoding="utf-8")):
            rules = title(one.title)
            shown = {"board": rules.show(play_case(rules, one)[-1].position)} if board else {}
            yield {"file": str(file), "case": one.case, "findings": list(map(str, run_case(rules, one))), **shown}
    except (OstrakaError, ValueError) as error:
        raise Misuse(f"{file}: {error}.") from None


def show_outcomes(outcome: dict[str, Any]) -> None:
    """A line a case, each finding below it, and how many hold."""
    from schemas.statements.in_words import counted

    for one in outcome["cases"]:
        tell(f"{'FAIL' if one['findings'] else 'ok  '} {one['file']}: {one['case']}")
        for finding in one["findings"]:
            tell(f"     {finding}")
        if "board" in one:
            tell(one["board"])
    tell(f"{counted(len(outcome['cases']), 'case')}: {outcome['held']} passed, {outcome['failed']} failed")


@case.command()
def schema() -> None:
    """Print the JSON Schema of a case."""
    from adjudicator.kernel.cases import case_schema

    click.echo(as_text(case_schema()))
