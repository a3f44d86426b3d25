"""`ostraka case`: run case files, the format in which rules are tested and disputes are settled."""

from __future__ import annotations

import json
from pathlib import Path

import click

from cli.pages import Group


@click.group(cls=Group)
def case() -> None:
    """Run case files: a situation of a game and what must come of it (docs/cases.md)."""


@case.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--board", is_flag=True, help="Show the board at the end of each case.")
def run(files: tuple[Path, ...], board: bool) -> None:
    """Run the cases of FILES and say of each expectation that fails what came instead.

    Exit code 0 when all hold, 1 when one fails, 2 when a file cannot be read as cases.
    """
    from adjudicator.kernel.cases import load_cases, play_case, run_case
    from adjudicator.kernel.errors import OstrakaError
    from adjudicator.registry import title

    failed = total = 0
    for file in files:
        try:
            for one in load_cases(file.read_text(encoding="utf-8")):
                rules = title(one.title)
                findings = run_case(rules, one)
                total += 1
                failed += bool(findings)
                click.echo(f"{'FAIL' if findings else 'ok  '} {file}: {one.case}")
                for finding in findings:
                    click.echo(f"     {finding}")
                if board:
                    click.echo(rules.show(play_case(rules, one)[-1].position))
        except (OstrakaError, ValueError) as error:
            raise click.UsageError(f"{file}: {error}") from None
    click.echo(f"{total} cases, {total - failed} hold, {failed} fail")
    if failed:
        raise SystemExit(1)


@case.command()
def schema() -> None:
    """Print the JSON Schema of a case."""
    from adjudicator.kernel.cases import case_schema

    click.echo(json.dumps(case_schema(), indent=2, sort_keys=True))
