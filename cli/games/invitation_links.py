"""Invitation links at the terminal: made, shown as a QR code, listed with all other invitations, taken back."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from io import StringIO
from typing import TYPE_CHECKING

from cli.errors import Misuse
from cli.terminal.output import emit, tell
from cli.times import local_time

if TYPE_CHECKING:
    from cli.client import Client
    from cli.client.answers import SentInvitation


def make_link(client: Client, game: str, seat: str | None, seconds: int, qr: bool, as_json: bool) -> None:
    """Make a link, and print it; nobody can print it again."""
    from schemas.statements.in_words import length

    until = datetime.now(UTC) + timedelta(seconds=seconds)
    link = client.invite_by_link(game, until, seat)
    emit({"game": game, "link": link, "seat": seat}, as_json, lambda _: tell(link))
    if as_json:
        return
    if qr:
        tell(blocks(link))
    whom = f"takes {seat}, which is reserved for them" if seat else "takes a free seat"
    tell(
        f"Whoever opens it within {length(seconds)} {whom}. Send it to nobody else: it is shown this once. "
        f"To take it back: ostraka game invite {game} --list"
    )


def blocks(link: str) -> str:
    """A QR code in the characters of a terminal, with the light border that cameras want."""
    import segno

    drawn = StringIO()
    segno.make_qr(link, error="m").terminal(drawn, compact=True)
    return drawn.getvalue().rstrip("\n")


def list_invitations(client: Client, game: str, as_json: bool) -> None:
    """All invitations of a game in order, with what became of each."""
    sent = client.invitations(game)
    emit({"game": game, "invitations": sent}, as_json, lambda _: show(game, sent))


def show(game: str, sent: Sequence[SentInvitation]) -> None:
    """One line for each, with the number by which it is taken back."""
    for number, one in enumerate(sent, start=1):
        tell(f"{number}. {', '.join(said(one))}.")
    if sent:
        tell(f"To take one back: ostraka game invite {game} --withdraw NUMBER")
    else:
        tell(f"Nobody has been invited to {game}.")


def said(one: SentInvitation) -> list[str]:
    """Who is invited, to what, and what became of it."""
    words = ["whoever has its link" if one["link"] else str(one["player"] or one["address"])]
    words += [f"to {one['seat']}"] if one["seat"] else []
    words += [f"taken by {one['taken_by']}"] if one["taken_by"] else []
    words += [f"{one['admitted']} newly registered by it"] if one["admitted"] else []
    if one["withdrawn"]:
        return [*words, "taken back"]
    return [*words, *([f"until {local_time(one['until'])}"] if one["until"] else [])]


def withdraw_invitation(client: Client, game: str, which: str, as_json: bool) -> None:
    """Take an invitation back, by its number in the list, or all that name a player or an address."""
    sent = client.invitations(game)
    if which.isdecimal() and 0 < int(which) <= len(sent):
        found = [sent[int(which) - 1]]
    else:
        found = [one for one in sent if which in (one["player"], one["address"]) and not one["withdrawn"]]
    if not found:
        raise Misuse(
            f"{game} has no invitation {which}: name the number of one in `ostraka game invite {game} --list`, or who "
            "was invited."
        )
    for one in found:
        client.withdraw_invitation(game, one["invitation"])
    taken = [one["invitation"] for one in found]
    emit({"game": game, "withdrawn": taken}, as_json, lambda _: tell(f"Taken back: {', '.join(said(found[0]))}."))
