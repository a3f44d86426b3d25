"""The tables. What is public rests in the clear; what is secret rests as bytes sealed by `api.store.vault`.

Each phase has exactly one row of what it led to, with every secret column filled even when there is nothing in it, so
that neither the number of rows nor their order tells who was asked, who ordered or whose order fell.
"""

from sqlalchemy import Integer
from sqlmodel import SQLModel

from api.store.models.columns import WHOLE, partial_index, read_payload, read_statement
from api.store.models.contests import (
    ENTERING,
    FINISHED,
    GOING,
    ContestComponentsRow,
    ContestInvitationRow,
    ContestLogRow,
    ContestReaderRow,
    ContestRow,
)
from api.store.models.games import (
    FREE,
    INVITING,
    OFFERED,
    OVER,
    RUNNING,
    UNCOUNTED,
    ActRow,
    ComponentsRow,
    Game,
    InvitedRow,
    PressRow,
    Seat,
    joined_tags,
)
from api.store.models.mails import (
    ABANDONED,
    BOUNCED,
    DEAD,
    DUE,
    HELD,
    SENT,
    DeliveryRow,
    MailInRow,
    MailRow,
    WebhookMarkRow,
    WebhookRow,
)
from api.store.models.phases import (
    CUT,
    OPEN,
    RESOLVED,
    STOPPED_AFTER,
    UNRESOLVED,
    VOID,
    EnvelopeRow,
    LogRow,
    PhaseRow,
    RecordRow,
    ResolutionRow,
)
from api.store.models.players import (
    HIDDEN,
    AliasRow,
    BucketRow,
    ClaimRow,
    FormerKeyRow,
    GameKeyRow,
    HostRow,
    NonceRow,
    Player,
    TokenRow,
    WebSession,
)

__all__ = [
    "ABANDONED",
    "BOUNCED",
    "CUT",
    "DEAD",
    "DUE",
    "ENTERING",
    "FINISHED",
    "FREE",
    "GOING",
    "HELD",
    "HIDDEN",
    "INVITING",
    "OFFERED",
    "OPEN",
    "OVER",
    "RESOLVED",
    "RUNNING",
    "SENT",
    "STOPPED_AFTER",
    "UNCOUNTED",
    "UNRESOLVED",
    "VOID",
    "WHOLE",
    "ActRow",
    "AliasRow",
    "BucketRow",
    "ClaimRow",
    "ComponentsRow",
    "ContestComponentsRow",
    "ContestInvitationRow",
    "ContestLogRow",
    "ContestReaderRow",
    "ContestRow",
    "DeliveryRow",
    "EnvelopeRow",
    "FormerKeyRow",
    "Game",
    "GameKeyRow",
    "HostRow",
    "InvitedRow",
    "LogRow",
    "MailInRow",
    "MailRow",
    "NonceRow",
    "PhaseRow",
    "Player",
    "PressRow",
    "RecordRow",
    "ResolutionRow",
    "Seat",
    "TokenRow",
    "WebSession",
    "WebhookMarkRow",
    "WebhookRow",
    "joined_tags",
    "partial_index",
    "read_payload",
    "read_statement",
]

for _table in SQLModel.metadata.tables.values():
    for _column in _table.columns:
        if isinstance(_column.type, Integer):
            _column.type = WHOLE
