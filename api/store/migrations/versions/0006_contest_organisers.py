"""Who organises a contest beside the player who opened it: one more table, `contest_organisers`.

Revision ID: 0006
Revises: 0005
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "contest_organisers",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
        sa.Column("contest", sa.String(), nullable=False),
        sa.Column("player", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["contest"], ["contests.id"], name="fk_contest_organisers_contest_contests"),
        sa.ForeignKeyConstraint(["player"], ["players.handle"], name="fk_contest_organisers_player_players"),
        sa.PrimaryKeyConstraint("id", name="pk_contest_organisers"),
        sa.UniqueConstraint("contest", "player", name="uq_contest_organisers_contest_player"),
    )
    op.create_index("ix_contest_organisers_player", "contest_organisers", ["player"])
