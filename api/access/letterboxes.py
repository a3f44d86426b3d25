"""Whether a player is to be sent a mail: what they wish, what came back, and how many invitations went there today."""

from __future__ import annotations

from typing import Final

from sqlmodel import Session, col, func, select

from api.access.aliases import letterbox
from api.host.host import Host
from api.store.models import Player

MOST_BOUNCES: Final = 3


def find_invited(session: Session, handle: str | None, address: str | None) -> Player | None:
    """The player of a handle, or the one whose mail goes to an address."""
    same = Player.handle == handle if handle else func.lower(Player.email) == str(address).lower()
    return session.exec(select(Player).where(same).order_by(col(Player.id)).limit(1)).first()


def is_wanted(host: Host, session: Session, player: Player, kind: str) -> bool:
    """Is a player to be sent a mail of this kind? For an alias that is its holder's to say, while its own arrive."""
    return wants(letterbox(host, session, player), kind) and player.bounces < MOST_BOUNCES


def may_invite(host: Host, session: Session, player: Player | None, address: str | None) -> bool:
    """Is an invitation to be mailed? Not to who wants none, nor too many a day to one address.

    The organiser is answered alike, so that nobody learns what others have sent there.
    """
    if player is not None and not is_wanted(host, session, player, "invited"):
        return False
    to = letterbox(host, session, player).email if player is not None else address
    return host.meters.invitation(host.vault.mark("address", str(to).lower()))


def wants(player: Player, kind: str) -> bool:
    """Is a player to be sent a mail of this kind? Not without an address, nor after so many permanent bounces."""
    return player.email is not None and kind not in player.wishes.muted and player.bounces < MOST_BOUNCES
