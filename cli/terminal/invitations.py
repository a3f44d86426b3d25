"""Inviting many at once, to a game or a contest: read from a table, checked before anybody is written to."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from cli.errors import Misuse, Refused

if TYPE_CHECKING:
    from cli.client import Client


@dataclass(frozen=True)
class Invitee:
    """A player to invite, by handle or address, and their line of the file."""

    who: str
    where: str = field(default="", compare=False)

    def __str__(self) -> str:
        return f"{self.who} ({self.where})" if self.where else self.who


Whoever = TypeVar("Whoever", bound=Invitee)


def read_rows(file: Path) -> list[tuple[str, list[str]]]:
    """The rows of a table that are not empty, each with the file and line in which it stands."""
    rows = []
    try:
        reader = csv.reader(file.read_text(encoding="utf-8-sig").splitlines(), strict=True)
        for row in reader:
            rows.append((f"{file}, line {reader.line_num}", [cell.strip() for cell in row]))
    except (UnicodeDecodeError, csv.Error) as error:
        raise Misuse(f"{file} is no table of comma-separated values in UTF-8: {error}.") from None
    return [(where, row) for where, row in rows if any(row)]


def require_known(client: Client, wanted: Sequence[Invitee]) -> None:
    """Refuse, before anybody is invited, what is no address, and who is no player of the host."""
    from schemas.statements.in_words import listed
    from schemas.statements.payloads import is_address

    everyone = list(dict.fromkeys(wanted))
    if wrong := [str(one) for one in everyone if "@" in one.who and not is_address(one.who)]:
        no = "is no email address" if len(wrong) == 1 else "are no email addresses"
        raise Misuse(f"Nobody is invited: {listed(wrong)} {no}; write it as in kleon@example.org.")
    handles = dict.fromkeys(one.who for one in everyone if "@" not in one.who)
    registered = {handle for handle in handles if client.is_registered(handle)}
    if strangers := [str(one) for one in everyone if "@" not in one.who and one.who not in registered]:
        are = "is not registered" if len(strangers) == 1 else "are not registered"
        raise Refused(
            f"Nobody is invited: {listed(strangers)} {are} at {client.url}. Somebody new is invited by email address.",
            "unknown-player",
        )


def sent(wanted: Sequence[Whoever], invite: Callable[[Whoever], object]) -> Iterator[Whoever]:
    """Invite everyone; an error names the refused player and those whose mails have gone."""
    done: list[str] = []
    for one in wanted:
        try:
            invite(one)
        except Refused as refusal:
            already = f" Invited already: {', '.join(done)}." if done else ""
            raise Refused(f"{one} is not invited: {refusal.message}{already}", refusal.code) from None
        done.append(one.who)
        yield one
