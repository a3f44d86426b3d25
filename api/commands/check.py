"""`ostraka db check`: is everything in the database whole, and can every game go on?"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from api.commands.options import configured, json_option, refusing, storage_options, tell

if TYPE_CHECKING:
    from api.host.host import Host


@click.command(
    help="Check that the database is whole, that the master key opens every seal in it, that all games can go on by "
    "the rules of this release, and that no mail is held up. Exit code 1 if anything is wrong.",
    short_help="Check database, seals, rules, games and mails.",
)
@storage_options
@json_option
def check(database: str, master_key_file: Path, as_json: bool) -> None:
    """Say what is wrong, all of it, and which games would go on by newer rules when the service starts."""
    from api.host.host import open_host
    from api.referee.rules_changes import require_rules
    from api.store.database import check_schema, shown

    config = configured(database, master_key_file)
    host = refusing(lambda: open_host(config))
    wrong = check_schema(database)
    if wrong:
        raise click.ClickException(wrong)
    games = refusing(lambda: require_rules(host))
    faults = [*faults_at_rest(host), *halted_games(host), *halted_contests(host), *held_mails(host)]
    unchecked = host.database.kind.unchecked()
    host.database.dispose()
    done = "All is well: the database is whole, and the master key opens everything that is sealed in it."
    if unchecked:
        done += f"\n{unchecked}"
    if games:
        done += f"\n`ostraka serve` will upgrade these games to newer rules and tell their players: {', '.join(games)}"
    tell({"database": shown(database), "rules_change_in": games, "faults": faults}, as_json, "\n".join(faults) or done)
    if faults:
        raise SystemExit(1)


def faults_at_rest(host: Host) -> Sequence[str]:
    """What the database itself finds wrong with its files, and seals that do not open."""
    from sqlalchemy.exc import DatabaseError

    from api.store.database import integrity_faults
    from api.store.seals import unopened

    if damage := integrity_faults(host.database):
        return [f"The database is damaged: {line}" for line in damage]
    try:
        with host.database.read() as session:
            return [f"A seal is broken: {fault}" for fault in unopened(session, host.vault)]
    except DatabaseError as error:
        return [f"The database cannot be read: {error.orig}"]


def halted_games(host: Host) -> Sequence[str]:
    """Games that the worker has failed at, again and again."""
    from sqlmodel import col, select

    from api.store.models import CUT, OPEN, PhaseRow
    from schemas.statements.payloads import instant

    failed = select(PhaseRow).where(PhaseRow.faults > 0, col(PhaseRow.status).in_((OPEN, CUT)))
    with host.database.read() as session:
        return [
            f"Game {row.game} cannot go on from phase {row.number}: tried {row.faults} times, next at "
            f"{instant(row.look_at) if row.look_at else 'no time'}. The service's log says where it fails (`fault`)."
            for row in session.exec(failed.order_by(col(PhaseRow.game))).all()
        ]


def halted_contests(host: Host) -> Sequence[str]:
    """Contests that the worker has failed at."""
    from sqlmodel import col, select

    from api.store.models import ContestRow
    from schemas.statements.payloads import instant

    with host.database.read() as session:
        return [
            f"Contest {row.id} cannot go on: tried {row.faults} times, next at "
            f"{instant(row.look_at) if row.look_at else 'no time'}. The service's log says where it fails (`fault`)."
            for row in session.exec(select(ContestRow).where(ContestRow.faults > 0).order_by(col(ContestRow.id))).all()
        ]


def held_mails(host: Host) -> Sequence[str]:
    """Mails that cannot be built."""
    from sqlmodel import col, select

    from api.store.models import HELD, MailRow

    held = select(MailRow.kind, MailRow.message_id).where(MailRow.status == HELD).order_by(col(MailRow.id))
    with host.database.read() as session:
        return [
            f"A mail cannot be built and is held: {kind} {name}. It is tried again when the service starts."
            for kind, name in session.exec(held).all()
        ]
