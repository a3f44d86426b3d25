"""`make reference`: docs/cli-reference.md, every command with its own help, as the program prints it."""

from __future__ import annotations

from pathlib import Path

import click

from cli.main import ostraka
from cli.terminal import help_pages
from tests.cli.test_main import leaves

FILE = Path(__file__).parents[3] / "docs" / "cli-reference.md"
WIDTH = 100
HEAD = """# Reference of the command line

Written by `make reference` from the program itself; the suite complains when it is not what the program says. How the
commands belong together, what they print as JSON, files, variables and exit codes: [cli.md](cli.md).
"""


def page(path: tuple[str, ...], command: click.Command) -> str:
    """One command: what `ostraka COMMAND --help` prints."""
    context = click.Context(
        command, info_name=" ".join(("ostraka", *path)), **(help_pages.context_settings() | {"color": False})
    )
    context.terminal_width = WIDTH
    command._help_option = None  # click keeps it with the names of whoever asked first: `db` alone has no -h
    return f"\n## ostraka {' '.join(path)}\n\n```text\n{click.unstyle(command.get_help(context))}\n```\n"


def reference() -> str:
    """The whole page, commands in the order of the program's own help."""
    return HEAD + "".join(page(path, command) for path, command in leaves(ostraka))


if __name__ == "__main__":
    FILE.write_text(reference())
