"""Copies of locked keys that players have a host keep: one more table, `kept_keys`.

Revision ID: 0002
Revises: 0001
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "kept_keys",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
        sa.Column("player", sa.String(), nullable=False),
        sa.Column("mark", sa.String(), nullable=True),
        sa.Column("statement", sa.LargeBinary(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.handle"], name="fk_kept_keys_player_players"),
        sa.PrimaryKeyConstraint("id", name="pk_kept_keys"),
        sa.UniqueConstraint("player", name="uq_kept_keys_player"),
    )
