"""Notices by Web Push: the tables `devices` and `pushes`, and the key by which push services know the host.

Revision ID: 0004
Revises: 0003
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

WHOLE = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Make the tables and the column, which the host fills when it is next opened."""
    with op.batch_alter_table("host") as host:
        host.add_column(sa.Column("push_key", sa.LargeBinary(), nullable=True))
    op.create_table(
        "devices",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("device", sa.String(), nullable=False),
        sa.Column("player", sa.String(), nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("subscription", sa.LargeBinary(), nullable=False),
        sa.Column("muted", sa.JSON(), nullable=False),
        sa.Column("mails_too", sa.Boolean(), nullable=False),
        sa.Column("refusal", sa.String(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.handle"], name="fk_devices_player_players"),
        sa.PrimaryKeyConstraint("id", name="pk_devices"),
        sa.UniqueConstraint("device", name="uq_devices_device"),
    )
    op.create_index("ix_devices_player", "devices", ["player"])
    op.create_table(
        "pushes",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("game", sa.String(), nullable=False),
        sa.Column("player", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("seat", sa.String(), nullable=True),
        sa.Column("phase", WHOLE, nullable=True),
        sa.Column("words", sa.String(), nullable=False),
        sa.Column("slot", sa.String(), nullable=False),
        sa.Column("mutes", sa.JSON(), nullable=False),
        sa.Column("rank", WHOLE, nullable=False),
        sa.Column("true_while", sa.String(), nullable=True),
        sa.Column("asks", sa.JSON(), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.Column("left", sa.JSON(none_as_null=True), nullable=True),
        sa.Column("status", sa.String(), nullable=False),
        sa.Column("attempts", WHOLE, nullable=False),
        sa.Column("next_try", sa.DateTime(timezone=True), nullable=False),
        sa.Column("taken_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name="fk_pushes_game_games"),
        sa.ForeignKeyConstraint(["player"], ["players.handle"], name="fk_pushes_player_players"),
        sa.PrimaryKeyConstraint("id", name="pk_pushes"),
    )
    due = sa.text("status = 'due'")
    op.create_index("ix_pushes_due", "pushes", ["rank", "next_try"], sqlite_where=due, postgresql_where=due)
    op.create_index("ix_pushes_of", "pushes", ["game", "player"])
