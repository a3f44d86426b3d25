"""What is looked at and put in order before a process serves or works."""

from __future__ import annotations

from api.host.config import Config
from api.host.host import forget_lost_keys, open_host
from api.mail_in.listeners import require_way
from api.mail_out.transports import transport
from api.referee.rules_changes import change_rules


def prepare(config: Config) -> None:
    """Bring running games to the rules of this release; what is wrong is said before anything is started."""
    opened = open_host(config)
    try:
        forget_lost_keys(opened)
        change_rules(opened)
    finally:
        opened.database.dispose()
    transport(str(config.mail))
    if config.mail_in is not None:
        require_way(config.mail_in)
