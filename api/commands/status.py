"""`ostraka status`: what docs/operations.md says to watch. It reads the database and folders, and needs no key."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from api.commands.games import url_option
from api.commands.options import (
    backups_option,
    json_option,
    limits_option,
    mail_option,
    mail_or_files,
    parsed_limits,
    phase_keys,
    refusing,
    sqlite_file,
    storage_options,
    tell,
)

if TYPE_CHECKING:
    from api.host.figures import Figures
    from api.http.rate_limits import Limits

Found = dict[str, Any]


@click.command(
    help="Show how a host is doing, and what its operator has to see to.\n\n"
    "Phases and mails that wait, bounces, games that stopped, room, backups, versions: for the operator alone. It "
    "may run beside the service; give it the settings of the service.\n\n"
    "Exit code 1 if something is wrong: the database has another schema; a phase is 5 minutes late; a mail is 1 hour "
    "late, or cannot be built; a game or contest has stopped; there is less room than --limits wants; the newest file "
    "in --backups is 2 days old. Warnings of settings leave it 0.",
)
@storage_options
@mail_option
@url_option
@limits_option
@backups_option
@json_option
def status(
    database: str,
    master_key_file: Path,
    mail: str | None,
    public_url: str,
    limits: str,
    backups: Path | None,
    as_json: bool,
) -> None:
    """Gather the figures, judge them, and say so."""
    from api.health.verdict import warnings

    if (stored := sqlite_file(database)) is not None and not stored.exists():
        raise click.ClickException(f"There is no database at {database}.")
    keys = phase_keys(database, master_key_file)
    found = refusing(lambda: looked_at(database, keys, parsed_limits(limits), backups))
    found["warnings"] = [one._asdict() for one in warnings(mail_or_files(mail), public_url, backups)]
    tell(as_json_value(found), as_json, "\n".join(in_words(found)))
    if found["wrong"]:
        raise SystemExit(1)


def looked_at(url: str, keys: Path | None, limits: Limits, backups: Path | None) -> Found:
    """The versions; the figures, where this release reads the database; and what is wrong."""
    from importlib.metadata import version

    from api.health.verdict import old_backup, wrong, wrong_schema
    from api.host.config import utc_now
    from api.host.figures import gather, newest_backup, versions
    from api.store.database import Database
    from api.store.vault import PhaseKeys

    database, now = Database(url, PhaseKeys(keys) if keys else None), utc_now()
    try:
        known = versions(database)
        faults = [*wrong_schema(known)]
        figures = None if faults else gather(database, now)
    finally:
        database.dispose()
    faults += [*(wrong(figures, limits) if figures else ()), *old_backup(backups, now)]
    return {
        "at": now,
        "versions": {"ostraka": version("ostraka"), **asdict(known)},
        "figures": figures,
        "backup": newest_backup(backups) if backups else None,
        "wrong": [one._asdict() for one in faults],
    }


def as_json_value(found: Found) -> Found:
    """As `--json` prints it: instants as everywhere, figures beside the rest."""
    figures = found["figures"]
    counted = {name: value for name, value in asdict(figures).items() if name != "at"} if figures else {}
    whole = {name: value for name, value in found.items() if name != "figures"}
    plain: Found = as_plain({**whole, **counted})
    return plain


def as_plain(value: Any) -> Any:
    """Instants as text, wherever they are."""
    from schemas.statements.payloads import instant

    if isinstance(value, dict):
        return {name: as_plain(one) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [as_plain(one) for one in value]
    return instant(value) if isinstance(value, datetime) else value


def in_words(found: Found) -> Iterator[str]:
    """The same for a person: first what is wrong."""
    for one in found["wrong"]:
        yield f"WRONG ({one['code']}): {one['says']}"
    for one in found["warnings"]:
        yield f"Warning ({one['code']}): {one['says']}"
    if not found["wrong"]:
        yield "Nothing is wrong."
    yield ""
    if found["figures"]:
        yield from figures_in_words(found["figures"])
    newest = found["backup"]
    yield f"Newest backup  {since(newest, found['at']) if newest else 'none, or no folder is named (--backups)'}"
    known = found["versions"]
    rules = ", ".join(known["rules"].values())
    yield f"Versions       Ostraka {known['ostraka']}, database {known['database'] or 'without a schema'}, {rules}"


def figures_in_words(figures: Figures) -> Iterator[str]:
    """One line a subject, and one an address that bounces."""
    from api.health.verdict import megabytes
    from schemas.statements.in_words import counted

    at, phases, mails, room = figures.at, figures.phases, figures.mails, figures.room
    games = ", ".join(f"{number} {one}" for one, number in figures.games.items())
    yield f"Games          {games}; {len(figures.stopped)} stopped"
    late = f", the oldest {since(phases.oldest_due, at)}" if phases.oldest_due else ""
    yield f"Phases         {phases.due} due{late}; {phases.past_their_time} past their time, of {phases.unresolved}"
    old = f", the oldest {since(mails.oldest_due, at)}" if mails.oldest_due else ""
    yield f"Mails          {mails.due} due{old}; {mails.tried} tried in vain, {mails.held} held"
    free = ", ".join(f"{megabytes(one)} free" for one in (room.free, room.free_for_keys) if one is not None)
    yield f"Room           database {megabytes(room.database)}{', ' if free else ''}{free}"
    yield f"Bounces        from {counted(len(figures.bounced), 'address')}"
    for one in figures.bounced:
        who = f"{one.player or 'nobody registered'}, {one.address or 'an address that is sealed'}"
        yield f"               {who}: {counted(one.mails, 'mail')}, the newest {since(one.newest, at)}"


def since(moment: datetime, now: datetime) -> str:
    """How long ago something was."""
    from schemas.statements.in_words import span

    return span(moment - now)
