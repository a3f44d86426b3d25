"""A form in a text editor: checked when saved, opened again until it is legal or given up; nothing is lost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from cli.errors import Misuse, Refused
from cli.home.home import safe_name
from cli.orders.known_here import form_content
from cli.rules.local_check import wrong_with
from cli.rules.order_form import line_at, parse_form, write_form
from cli.seat.delivery import send_or_seal
from cli.seat.known_game import KnownGame
from cli.terminal.output import tell
from schemas.statements.in_words import counted


def edit_and_send(known: KnownGame) -> dict[str, Any]:
    """Open the form in the editor until it is legal; then send or seal it. Gives what `send_or_seal` gives.

    The form is a file of the home from the start, so that a form that was given up is found there again.
    """
    path = known.client.home.root / "drafts" / f"{safe_name(known.game)}-{safe_name(known.seat)}-{known.phase}.yaml"
    if path.exists():
        tell(f"Going on with the form that you left in {path}.", error=True)
    else:
        known.client.home.keep_file(path, write_form(form_content(known), known.seat, known.in_words).encode())
    while found := faults_after_editing(known, path):
        for fault in found:
            tell(fault, error=True)
        if not click.confirm("Edit again?", default=True, err=True):
            raise Refused(f"Nothing was sent. Your form is kept in {path}", "given-up")
    orders = parse_form(path.read_text(encoding="utf-8"), str(path)).orders
    for line in known.left_to_default(orders):
        tell(line, error=True)
    warned = "".join(f"{line} " for line in known.warnings(orders))
    word = ask_word(f"OK: {counted(len(orders), 'order')}. {warned}Send as")
    if word == "no":
        raise Refused(f"Nothing was sent. Your form is kept in {path}", "given-up")
    delivered = send_or_seal(known, known.phase, orders, "final" if word == "final" else "draft")
    path.unlink()
    return delivered


def ask_word(question: str) -> str:
    """`final` or `draft`; `no`: do not send."""
    choice = click.Choice(["final", "draft", "no"])
    return str(click.prompt(question, type=choice, default="final", err=True))


def faults_after_editing(known: KnownGame, path: Path) -> list[str]:
    """Open the form in the player's editor ($VISUAL, $EDITOR); gives what is wrong with what was saved."""
    click.edit(filename=str(path))
    return list(faults(known, path.read_text(encoding="utf-8"), str(path)))


def faults(known: KnownGame, text: str, name: str) -> Iterator[str]:
    """Everything that is wrong with a form, each with its line and, if the rules refuse it, their clause."""
    try:
        orders = parse_form(text, name).meant_for(known.game, known.phase, known.seat).orders
    except Misuse as error:
        yield error.message
        return
    for wrong in wrong_with(known.rules, known.view, known.seat, orders):
        yield f"line {line_at(text, wrong.where)}: {wrong.sentence}"
