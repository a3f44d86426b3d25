"""Invitations that come with a word: one more table, `invitations`; and players whom the operator shut out.

Revision ID: 0003
Revises: 0002
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table and the column."""
    op.create_table(
        "invitations",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("place", sa.String(), nullable=True),
        sa.Column("statement", sa.String(), nullable=True),
        sa.Column("seat", sa.String(), nullable=True),
        sa.Column("player", sa.String(), nullable=True),
        sa.Column("left", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
        sa.Column("withdrawn", sa.Boolean(), server_default="0", nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_invitations"),
        sa.UniqueConstraint("digest", name="uq_invitations_digest"),
        sa.UniqueConstraint("statement", name="uq_invitations_statement"),
    )
    op.create_index("ix_invitations_place", "invitations", ["place"])
    op.add_column("players", sa.Column("blocked", sa.Boolean(), server_default="0", nullable=False))
