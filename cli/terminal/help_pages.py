"""How a help page looks: click's own, with headings and names that stand out in a terminal."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any

import click

WIDEST = 100  # columns of text
LONGEST = 1_000  # characters of a sentence in a list of commands: all of it


class Page(click.HelpFormatter):
    """A help page with bold headings and coloured names; click leaves the colours out when it is piped."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """The line that begins the page."""
        super().write_usage(prog, args, prefix or click.style("Usage: ", bold=True))

    def write_heading(self, heading: str) -> None:
        """The name of a section."""
        super().write_heading(click.style(heading, bold=True))

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Options or commands, each with what it means."""
        super().write_dl([(click.style(name, fg="cyan"), meaning) for name, meaning in rows], col_max, col_spacing)


def make_context(make: Callable[..., click.Context], name: str | None, args: list[str], **extra: Any) -> click.Context:
    """The context of a command; every argument and option that is missing is named at once, not the first alone."""
    given = list(args)
    try:
        return make(name, args, **extra)
    except click.MissingParameter as error:
        ctx = error.ctx
        if ctx is None:
            raise
        typed = ctx.command.make_parser(ctx).parse_args(given)[0]
        wanted = [
            one
            for one in ctx.command.get_params(ctx)
            if one.required and one.value_is_missing(one.consume_value(ctx, typed)[0])
        ]
        names = [one.make_metavar(ctx) if isinstance(one, click.Argument) else one.opts[-1] for one in wanted]
        if len(names) < 2:
            raise
        raise click.UsageError(f"Missing: {', '.join(names)}.", ctx) from None


class Command(click.Command):
    """A command that names everything that is missing from a call at once."""

    def make_context(self, info_name: str | None, args: list[str], *rest: Any, **extra: Any) -> click.Context:
        """The context in which it runs."""
        return make_context(super().make_context, info_name, args, *rest, **extra)


class Group(click.Group):
    """A group whose page lists its commands in the order of the code, each with its whole first sentence."""

    command_class = Command

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names, in the order in which a person needs them."""
        return list(self.commands)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the section of commands, each with its whole first sentence."""
        known = {name: self.get_command(ctx, name) for name in self.list_commands(ctx)}
        with formatter.section("Commands"):
            formatter.write_dl(
                [(name, command.get_short_help_str(LONGEST)) for name, command in known.items() if command]
            )


def context_settings() -> dict[str, Any]:
    """What all help pages have in common; subcommands inherit it. NO_COLOR is obeyed (no-color.org)."""
    return {
        "help_option_names": ["-h", "--help"],
        "max_content_width": WIDEST,
        "color": False if os.environ.get("NO_COLOR") else None,
    }


click.Context.formatter_class = Page  # every command there is, those of the host too
