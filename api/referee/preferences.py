"""A player's preferences: where their mail goes and in whose time, and which mail and press they do not want."""

from __future__ import annotations

from sqlmodel import Session

from api.access.aliases import own_aliases, refuse_alias
from api.games.numbered_statements import refuse_older
from api.games.statements import require_signer, require_this_host
from api.host.host import Host
from api.http.problems import refuse
from api.openapi.answers import PreferencesAnswer
from api.referee.lobby import require_time_zone
from api.store.lookups import load_player
from api.store.models import Player
from schemas.statements.payloads import Preferences
from schemas.statements.statements import Statement


def take_preferences(host: Host, session: Session, handle: str, statement: Statement) -> Player:
    """Replace a player's preferences; the same statement again changes nothing."""
    wanted = statement.read(Preferences)
    player = require_signer(session, statement, wanted.player)
    refuse_alias(player)
    require_this_host(host, wanted.host)
    if player.handle != load_player(session, handle).handle:
        refuse(403, "not-you", f"Only {handle} can set these.")
    if wanted.time_zone is not None:
        require_time_zone(wanted.time_zone, "unknown-time-zone")
    if wanted == player.wishes:
        return player
    refuse_older(wanted.number, player.wishes.number)
    if wanted.address != player.email:
        player.email, player.bounces = wanted.address, 0
        for alias in own_aliases(host, session, player):
            load_player(session, alias.alias).bounces = 0
    player.preferences = statement.to_json()
    session.add(player)
    return player


def describe_preferences(player: Player) -> PreferencesAnswer:
    """A player's preferences, for that player alone."""
    said = player.wishes.to_body()
    return PreferencesAnswer(
        handle=player.handle, **{name: said[name] for name in PreferencesAnswer.model_fields if name in said}
    )
