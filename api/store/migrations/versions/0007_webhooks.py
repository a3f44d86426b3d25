"""Webhooks, and what is sent to them.

Revision ID: 0007
Revises: 0006
"""

from __future__ import annotations

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op
from alembic.util.exc import CommandError

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

TEXT = sqlmodel.sql.sqltypes.AutoString
UTC = sqlmodel.sql.sqltypes.UTCDateTime


def upgrade() -> None:
    """Go forward to this schema."""
    op.create_table(
        "webhooks",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("webhook", TEXT(), nullable=False),
        sa.Column("player", TEXT(), nullable=False),
        sa.Column("key_id", TEXT(), nullable=False),
        sa.Column("url", TEXT(), nullable=False),
        sa.Column("created_at", UTC(), nullable=False),
        sa.Column("rests_until", UTC(), nullable=True),
        sa.ForeignKeyConstraint(["player"], ["players.handle"], name=op.f("fk_webhooks_player_players")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_webhooks")),
        sa.UniqueConstraint("webhook", name=op.f("uq_webhooks_webhook")),
        sa.UniqueConstraint("player", "url", name=op.f("uq_webhooks_player_url")),
    )
    op.create_table(
        "webhook_marks",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("webhook", TEXT(), nullable=False),
        sa.Column("game", TEXT(), nullable=False),
        sa.Column("seat", TEXT(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["webhook"], ["webhooks.webhook"], name=op.f("fk_webhook_marks_webhook_webhooks"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_webhook_marks_game_games")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_webhook_marks")),
        sa.UniqueConstraint("webhook", "game", "seat", name=op.f("uq_webhook_marks_webhook_game_seat")),
    )
    op.create_table(
        "deliveries",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("webhook", TEXT(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("delivery", TEXT(), nullable=False),
        sa.Column("game", TEXT(), nullable=False),
        sa.Column("seat", TEXT(), nullable=False),
        sa.Column("item", sa.Integer(), nullable=False),
        sa.Column("kind", TEXT(), nullable=False),
        sa.Column("phase", sa.Integer(), nullable=True),
        sa.Column("at", TEXT(), nullable=False),
        sa.Column("status", TEXT(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("outcome", TEXT(), nullable=True),
        sa.Column("next_try", UTC(), nullable=False),
        sa.Column("created_at", UTC(), nullable=False),
        sa.ForeignKeyConstraint(
            ["webhook"], ["webhooks.webhook"], name=op.f("fk_deliveries_webhook_webhooks"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_deliveries_game_games")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deliveries")),
        sa.UniqueConstraint("delivery", name=op.f("uq_deliveries_delivery")),
        sa.UniqueConstraint("webhook", "number", name=op.f("uq_deliveries_webhook_number")),
    )
    op.create_index("ix_deliveries_due", "deliveries", ["next_try"], sqlite_where=sa.text("status = 'due'"))


def downgrade() -> None:
    """There is no way back: the releases before it refuse what came to the logs since."""
    raise CommandError(
        "this release cannot go back to the schema before it: put back the backup from before the upgrade"
    )
