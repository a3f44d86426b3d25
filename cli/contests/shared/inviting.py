"""Players are invited to a contest: whoever is not yet, and what is said of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cli.terminal.invitations import Invitee, require_known, sent

if TYPE_CHECKING:
    from cli.client import Client


def invite_all(client: Client, contest: str, named: Sequence[Invitee], instead: str | None = None) -> dict[str, Any]:
    """Invite whoever is not invited yet; where one takes another's place, that other's invitation goes first."""
    wanted = list(dict.fromkeys(named))
    require_known(client, wanted)
    if instead:
        client.uninvite_from_contest(contest, instead)
    before = invited_before(client, contest)
    fresh = [one for one in wanted if one.who.lower() not in before]
    new = [one.who for one in sent(fresh, lambda one: client.invite_to_contest(contest, one.who))]
    return {"contest": contest, "invited": [one.who for one in wanted], "new": new}


def invited_before(client: Client, contest: str) -> set[str]:
    """Players who need no invitation, by handle or address, in small letters."""
    invited = {str(one["player"] or one["address"]).lower() for one in client.contest_invitations(contest)}
    entrants = client.contest(contest)["entrants"]
    return invited | {one["player"] for one in entrants if not (one["left"] or one["disqualified"])}


def invited_in_words(told: Mapping[str, Any], contest: str) -> Iterator[str]:
    """The same as sentences, for whichever way the contest is called."""
    from schemas.statements.in_words import listed

    if told["new"]:
        yield f"Invited to {contest}: {listed(told['new'])}."
    if before := [who for who in told["invited"] if who not in told["new"]]:
        yield f"No mail went to {listed(before)}: invited before, or in the contest."
