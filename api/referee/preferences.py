"""What a player wants of the host: his address, the mails and the press that he does not want."""

from __future__ import annotations

from typing import Any

from sqlmodel import Session

from api.games.numbered_statements import refuse_older
from api.games.statements import require_signer, require_this_host
from api.host.host import Host
from api.http.problems import refuse
from api.store.lookups import load_player
from api.store.models import Player
from schemas.statements.payloads import Preferences
from schemas.statements.statements import Statement


def take_preferences(host: Host, session: Session, handle: str, statement: Statement) -> Player:
    """Take a player's preferences in the place of the old ones; the same again changes nothing."""
    wanted = statement.read(Preferences)
    player = require_signer(session, statement, wanted.player)
    require_this_host(host, wanted.host)
    if player.handle != load_player(session, handle).handle:
        refuse(403, "not-you", f"These are for {handle} alone.")
    said = {"address": wanted.address, "muted": wanted.muted, "muted_press": wanted.muted_press}
    if wanted.number == player.number and said.items() <= told_preferences(player).items():
        return player
    refuse_older(wanted.number, player.number)
    if wanted.address != player.email:
        player.email, player.bounces = wanted.address, 0
    player.muted, player.muted_press, player.number = [*wanted.muted], [*wanted.muted_press], wanted.number
    session.add(player)
    return player


def told_preferences(player: Player) -> dict[str, Any]:
    """A player's preferences, for his own eyes."""
    return {
        "handle": player.handle,
        "number": player.number,
        "address": player.email,
        "muted": player.muted,
        "muted_press": player.muted_press,
    }
