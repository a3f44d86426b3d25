"""A form in a text editor: checked when it is saved, opened again until it is legal or given up; nothing is lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from cli.errors import Misuse, Refused
from cli.home.home import plain
from cli.orders.asked_questions import content_of_form
from cli.orders.delivery import send_or_seal
from cli.orders.known_game import Known
from cli.rules.local_check import wrong_with
from cli.rules.order_form import line_at, parse_form, write_form
from cli.terminal.output import tell


def edit(known: Known) -> dict[str, Any]:
    """Have the form edited until it is legal and sent (or sealed); gives what came of it.

    The form is a file of the home from the first moment on, and a form that was given up is found again there.
    """
    path = known.client.home.root / "drafts" / f"{plain(known.game)}-{plain(known.seat)}-{known.phase}.yaml"
    if path.exists():
        tell(f"Your form is as you left it in {path}.", error=True)
    else:
        known.client.home.keep(path, write_form(content_of_form(known), known.seat).encode())
    while found := faults_after_editing(known, path):
        for fault in found:
            tell(fault, error=True)
        if not click.confirm("Edit again?", default=True, err=True):
            raise Refused(f"Nothing was sent. Your form is kept in {path}", "given-up")
    orders = parse_form(path.read_text(encoding="utf-8"), str(path)).orders
    word = ask_word(f"{len(orders)} order{'' if len(orders) == 1 else 's'} would be carried out. Send as")
    if word == "no":
        raise Refused(f"Nothing was sent. Your form is kept in {path}", "given-up")
    told = send_or_seal(known, orders, "final" if word == "final" else "draft")
    path.unlink()
    return told


def ask_word(question: str) -> str:
    """`final`, `draft`, or `no` for not at all."""
    choice = click.Choice(["final", "draft", "no"])
    return str(click.prompt(question, type=choice, default="final", err=True))


def faults_after_editing(known: Known, path: Path) -> list[str]:
    """Open the form in the person's editor ($VISUAL, $EDITOR); gives what is wrong in what was saved."""
    click.edit(filename=str(path))
    return list(faults(known, path.read_text(encoding="utf-8"), str(path)))


def faults(known: Known, text: str, name: str) -> Iterator[str]:
    """Everything that is wrong in a form, each with its line and, where the rules refuse it, its clause."""
    try:
        orders = parse_form(text, name).meant_for(known.game, known.phase, known.seat).orders
    except Misuse as error:
        yield error.message
        return
    for wrong in wrong_with(known.rules, known.view, known.seat, orders):
        yield f"line {line_at(text, wrong.where)}: {wrong.sentence}"
