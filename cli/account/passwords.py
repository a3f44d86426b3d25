"""New passwords, asked for."""

from __future__ import annotations

import click


def ask_new_password(name: str) -> str:
    """Ask twice, on stderr."""
    return str(click.prompt(f"New password for {name}", hide_input=True, confirmation_prompt=True, err=True))
