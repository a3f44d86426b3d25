"""Under which handles a player plays anonymously, as hosts said; their keys, which follow from the player's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cli.home.home import Home

if TYPE_CHECKING:
    from schemas.keys.identities import Identity

ALIASES = "aliases"
"""In what is known of a host: by the id of a game or contest, the handle."""


def place_of_alias(summary: Mapping[str, Any]) -> str:
    """Where one takes an alias to play a game: its contest, else the game itself; empty where one does not."""
    return str(summary["contest"] or summary["game"]) if summary["anonymous"] else ""


def alias_identity(home: Home, identity: Identity, name: str, host: str, where: str, alias: str) -> Identity | None:
    """The keys of an alias at a host (by its key id), from the player's keys or from former ones; None: of neither."""
    from schemas.keys.aliases import alias_handle, alias_keys

    for own in (identity, *home.former_identities(name)):
        found = alias_keys(own, host, where)
        if alias_handle(found.key_id) == alias:
            return found
    return None


def find_alias(home: Home, identity: Identity, key: str, game: str) -> tuple[Identity, str, str] | None:
    """The keys with this id, if they are of an alias that this home knows, or would be of one in that game.

    With the host and the game or contest where it plays.
    """
    from schemas.keys.aliases import alias_keys
    from schemas.statements.canonical import from_base64url
    from schemas.statements.statements import key_id

    for url, known in home.hosts().items():
        host = key_id(from_base64url(known["key"], "pinned key", 32))
        for where in (game, *known.get(ALIASES, {})):
            found = alias_keys(identity, host, where)
            if found.key_id == key:
                return found, str(url), str(where)
    return None
