"""What an operator has to see to, each with a code for programs and what to do in words for people.

What is wrong is worth being woken for: a host that is left alone with it fails its players. A warning says what the
settings lack; it is said when a process starts, too.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final, NamedTuple

from api.host.config import reaches_phones
from api.host.figures import Figures, Mails, Phases, Room, Versions, newest_backup
from api.http.rate_limits import MEGABYTE, Limits
from schemas.statements.in_words import counted, rough_length

LATE_LOOK: Final = timedelta(minutes=5)
LATE_MAIL: Final = timedelta(hours=1)
OLD_BACKUP: Final = timedelta(days=2)
NO_PHONES: Final = (
    "{} is no https address: everybody on the way reads who is asked what, and phones will not play, since a browser "
    "lets a page play at an https address only, or at one of its own machine. docs/https.md shows three ways to one."
)
MAILS_ARE_FILES: Final = (
    "Mails go to files only, in {}: nobody hears of their turn. Name a mail server in OSTRAKA_MAIL."
)
NO_BACKUPS: Final = "No folder of backups is named in OSTRAKA_BACKUPS, so nobody notices when none are made any more."
FILES: Final = "file://"


class Finding(NamedTuple):
    """Something to see to."""

    code: str
    says: str


def wrong_schema(found: Versions) -> Iterator[Finding]:
    """A database that this release does not serve."""
    if found.database != found.needed:
        does = "`ostraka db upgrade`" if found.database else "`ostraka db init`"
        has = found.database or "none"
        yield Finding("schema", f"The database has schema {has}, and this release needs {found.needed}: {does}.")


def wrong(figures: Figures, limits: Limits) -> Iterator[Finding]:
    """What is wrong with what a host does."""
    yield from late_phases(figures.phases, figures.at)
    for what, stopped in (("games", figures.stopped), ("contests", figures.stopped_contests)):
        if stopped:
            says = f"These {what} cannot go on: {', '.join(stopped)}. The log has the place (`fault`)."
            yield Finding(f"{what}-stopped", says)
    yield from bad_mails(figures.mails, figures.at)
    yield from little_room(figures.room, limits)


def late_phases(phases: Phases, now: datetime) -> Iterator[Finding]:
    """Workers that do not keep up, or that there are none of."""
    if phases.oldest_due is not None and now - phases.oldest_due > LATE_LOOK:
        due = f"Of {counted(phases.due, 'phase')} that should have been looked at, the oldest waits for"
        yield Finding("phases-late", f"{due} {ago(now, phases.oldest_due)}. Does a worker run, and what is in its log?")


def bad_mails(mails: Mails, now: datetime) -> Iterator[Finding]:
    """Mails that do not leave, and such as cannot be built."""
    if mails.oldest_due is not None and now - mails.oldest_due > LATE_MAIL:
        due = f"Of {counted(mails.due, 'mail')} that should be gone, the oldest waits for {ago(now, mails.oldest_due)}"
        why = f"{mails.tried} were tried in vain: see to the mail server" if mails.tried else "see to `--limits mails=`"
        yield Finding("mails-late", f"{due}; {why}, and to the workers.")
    if mails.held:
        why = "`ostraka db check` names them, the log has the place (`fault`), and each start tries again."
        yield Finding("mails-held", f"{counted(mails.held, 'mail')} cannot be built: {why}")


def little_room(room: Room, limits: Limits) -> Iterator[Finding]:
    """Less room than the limits want, so that players and games are refused."""
    if 0 < limits.database * MEGABYTE < room.database:
        large = f"The database has {megabytes(room.database)}, and `--limits database=` allows {limits.database} MB"
        yield Finding("database-large", f"{large}: new players and games are refused.")
    for free, what in ((room.free, "of the database"), (room.free_for_keys, "of the keys of open phases")):
        if free is not None and free < limits.free * MEGABYTE:
            left = f"The disk {what} has {megabytes(free)} left, and `--limits free=` wants {limits.free} MB"
            yield Finding("disk-full", f"{left}: make room; games go on as long as anything can be written.")


def old_backup(backups: Path | None, now: datetime) -> Iterator[Finding]:
    """Backups that are not made any more."""
    if backups is None:
        return
    newest = newest_backup(backups)
    if newest is None:
        yield Finding("no-backup", f"There is no backup in {backups}: `ostraka db backup` makes one.")
    elif now - newest > OLD_BACKUP:
        yield Finding("backup-old", f"The newest backup in {backups} is {ago(now, newest)} old.")


def silent(mail: str) -> Iterator[Finding]:
    """Mail that reaches nobody."""
    if mail.startswith(FILES):
        yield Finding("mail-to-files", MAILS_ARE_FILES.format(mail.removeprefix(FILES)))


def warnings(mail: str, public_url: str, backups: Path | None) -> Iterator[Finding]:
    """What the settings of a host lack."""
    yield from silent(mail)
    if not reaches_phones(public_url):
        yield Finding("no-https", NO_PHONES.format(public_url))
    if backups is None:
        yield Finding("no-backups-named", NO_BACKUPS)


def ago(now: datetime, since: datetime) -> str:
    """How long ago something was, roughly."""
    return rough_length(int((now - since).total_seconds()))


def megabytes(size: int) -> str:
    """A size for people."""
    return f"{size // MEGABYTE:,} MB"
