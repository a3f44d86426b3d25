"""`ostraka db notice`: what the operator tells all players of a host."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click

from api.commands.options import json_option, opened_host, storage_options, tell

LONGEST = 300


@click.command(
    help="Tell all players TEXT, on the pages of the host and at their tables, while the service runs: that it will be "
    "away for an hour, say. Without TEXT, show what they are told.",
    short_help="Tell all players of the host something.",
)
@storage_options
@click.argument("text", required=False)
@click.option("--until", metavar="TIME", help="When it goes away, such as 2026-12-01T20:00; without a zone, your time.")
@click.option("--end", is_flag=True, help="Take it back.")
@json_option
def notice(database: str, master_key_file: Path, text: str | None, until: str | None, end: bool, as_json: bool) -> None:
    """Set, show or end the notice."""
    from api.host.config import utc_now
    from api.store.models import HostRow
    from schemas.statements.payloads import instant

    if (end and text) or (until and not text):
        raise click.UsageError("Give a TEXT, with --until if you like; or --end alone.")
    with opened_host(database, master_key_file) as host, host.database.write() as session:
        row = session.get_one(HostRow, 1)
        if text or end:
            row.notice = checked(text) if text else None
            row.notice_until = moment(until, utc_now()) if until else None
            session.add(row)
        told, last = row.notice, instant(row.notice_until) if row.notice_until else None
    said = f"Players are told{f' until {last}' if last else ''}: {told}" if told else "Players are told nothing."
    tell({"notice": told, "until": last}, as_json, said)


def checked(text: str) -> str:
    """A text of one line that may be shown."""
    from schemas.statements.texts import refused_character

    if refused := refused_character(text):
        raise click.BadParameter(f"its {refused}", param_hint="TEXT")
    if len(text) > LONGEST:
        raise click.BadParameter(f"it has {len(text)} characters; at most {LONGEST} are shown", param_hint="TEXT")
    return text


def moment(text: str, now: datetime) -> datetime:
    """An instant to come."""
    try:
        at = datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError):
        raise click.BadParameter(f"{text} is no time; 2026-12-01T20:00 is one", param_hint="--until") from None
    if at <= now:
        raise click.BadParameter(f"{text} has passed", param_hint="--until")
    return at
