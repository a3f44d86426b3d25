"""What cannot be undone is asked once more, unless a script says --yes."""

from __future__ import annotations

import click

yes_option = click.option("--yes", is_flag=True, help="Do it without asking.")


def require_sure(question: str, yes: bool) -> None:
    """Ask, on stderr, before doing what cannot be undone."""
    if not yes:
        click.confirm(question, abort=True, err=True)
