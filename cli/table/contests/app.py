"""The addresses of contests, in an application of their own: a table without contests loads nothing of them."""

from __future__ import annotations

from flask import Flask

from cli.table.addresses.table import Table, guarded_app
from cli.table.contests.entering import add_entering
from cli.table.contests.lists import add_lists
from cli.table.contests.looking import add_looking
from cli.table.contests.organising import add_organising
from cli.table.contests.planning import add_planning
from cli.table.contests.proof import add_proof


def contests_app(table: Table) -> Flask:
    """The application behind the table's guard."""
    app = guarded_app(table)
    for add in (add_lists, add_planning, add_looking, add_entering, add_organising, add_proof):
        add(app, table)
    return app
