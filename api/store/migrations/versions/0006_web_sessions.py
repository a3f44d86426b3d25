"""Browsers that are signed in.

Revision ID: 0006
Revises: 0005
"""

from __future__ import annotations

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op
from alembic.util.exc import CommandError

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

TEXT = sqlmodel.sql.sqltypes.AutoString
UTC = sqlmodel.sql.sqltypes.UTCDateTime


def upgrade() -> None:
    """Go forward to this schema."""
    op.create_table(
        "web_sessions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("digest", TEXT(), nullable=False),
        sa.Column("player", TEXT(), nullable=False),
        sa.Column("key_id", TEXT(), nullable=False),
        sa.Column("link", sa.Boolean(), nullable=False),
        sa.Column("created_at", UTC(), nullable=False),
        sa.Column("expires_at", UTC(), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.handle"], name=op.f("fk_web_sessions_player_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_web_sessions")),
        sa.UniqueConstraint("digest", name=op.f("uq_web_sessions_digest")),
    )
    op.create_index(op.f("ix_web_sessions_player"), "web_sessions", ["player"])


def downgrade() -> None:
    """There is no way back: the releases before it refuse what came to the logs since."""
    raise CommandError(
        "this release cannot go back to the schema before it: put back the backup from before the upgrade"
    )
