"""Output: JSON when asked, a rich table in a terminal, aligned plain columns when piped.

What other people wrote (names of games, a host's sentences) never reaches the terminal as control characters.
"""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Callable, Sequence
from typing import Any

import click

MANY = 12  # entries of a list that a terminal shows side by side
Rows = Sequence[Sequence[object]]


def clean(text: str) -> str:
    """A text in which nothing can move the cursor, change colours or reverse the direction of writing."""
    return "".join(char if char.isprintable() or char == "\n" else "\ufffd" for char in text)


def tell(text: str, *, error: bool = False) -> None:
    """Print a line that may contain what others wrote."""
    click.echo(clean(text), err=error)


def fallen_in_words(question: str, message: str, clause: str) -> str:
    """An order of one's own that was not carried out, and why; the question is empty where none could be read."""
    return f"Your order was not carried out: {message} ({', '.join(filter(None, (question, clause)))})."


def as_text(content: Any) -> str:
    """Data as JSON that people can read; nothing in it can reach a terminal as control characters."""
    import json

    return json.dumps(content, indent=2)


def emit(content: Any, as_json: bool, show: Callable[[Any], object]) -> None:
    """Print `content` as JSON, or show it: what every command with `--json` ends with."""
    if as_json:
        click.echo(as_text(content))
    else:
        show(content)


def emit_line(content: Any, as_json: bool, sentence: str, *, error: bool = False) -> None:
    """Print `content` as one line of JSON, or the sentence: for commands that report as they go."""
    import json

    tell(json.dumps(content) if as_json else sentence, error=error)


def table(columns: Sequence[str], rows: Rows, title: str | None = None) -> None:
    """Print rows under column headings."""
    cells = [["" if cell is None else clean(str(cell)) for cell in row] for row in rows]
    if sys.stdout.isatty():
        rich_table(columns, cells, title)
    else:
        plain_table(columns, cells)


def plain_table(columns: Sequence[str], cells: Sequence[Sequence[str]]) -> None:
    """Aligned columns, two spaces between: good for eyes, grep and awk."""
    lines = [[column.upper() for column in columns], *cells]
    widths = [max(len(line[i]) for line in lines) for i in range(len(columns))]
    for line in lines:
        click.echo("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())


def rich_table(columns: Sequence[str], cells: Sequence[Sequence[str]], title: str | None) -> None:
    """A drawn table for a terminal."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    drawn = Table(*columns, title=title)
    for line in cells:
        drawn.add_row(*map(escape, line))
    Console().print(drawn)


def choices(texts: Sequence[str]) -> None:
    """A numbered list: one a line when piped, side by side in a terminal where they are many."""
    lines = [f"{number:>3}  {text}" for number, text in enumerate(texts, 1)]
    wide = max(map(len, lines), default=0) + 2
    columns = max(1, shutil.get_terminal_size().columns // wide) if sys.stdout.isatty() and len(lines) > MANY else 1
    if columns == 1:
        lines = [wrapped(line, 5) for line in lines]
    rows = -(-len(lines) // columns)
    for row in range(rows):
        click.echo("".join(line.ljust(wide) for line in lines[row::rows]).rstrip())


def wrapped(text: str, indent: int = 0) -> str:
    """A text broken between words where the terminal ends, further lines indented; as it is when piped."""
    if not sys.stdout.isatty():
        return text
    width = max(40, shutil.get_terminal_size().columns)
    return "\n".join(textwrap.wrap(text, width, subsequent_indent=" " * indent, break_on_hyphens=False) or [text])


def board(text: str, title: str) -> None:
    """A plain text board: between two rules in a terminal, which leave it all its columns; bare when piped."""
    text = clean(text)
    if not sys.stdout.isatty():
        click.echo(text)
        return
    from rich.console import Console
    from rich.rule import Rule

    console = Console()
    width = min(console.width, max(map(len, text.splitlines()), default=0))
    console.print(Rule(title, style="none"), width=width)
    click.echo(text)
    console.print(Rule(style="none"), width=width)
