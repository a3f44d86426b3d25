"""Games with options: components files, seats that nobody plays, mails to a player of several seats.

Revision ID: 0004
Revises: 0003
"""

from __future__ import annotations

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op
from alembic.util.exc import CommandError

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward to this schema."""
    with op.batch_alter_table("games", schema=None) as batch_op:
        batch_op.add_column(sa.Column("options", sa.JSON(), server_default="{}", nullable=False))
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.add_column(sa.Column("unmanned", sa.Boolean(), server_default="0", nullable=False))
    with op.batch_alter_table("mails", schema=None) as batch_op:
        batch_op.add_column(sa.Column("letters", sa.JSON(), server_default="{}", nullable=False))
    op.create_table(
        "components",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.Column("text", sqlmodel.sql.sqltypes.AutoString(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_components_game_games")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_components")),
        sa.UniqueConstraint("game", name=op.f("uq_components_game")),
    )


def downgrade() -> None:
    """There is no way back: the release before reads no game statement that has options."""
    raise CommandError(
        "this release cannot go back to the schema before it: put back the backup from before the upgrade"
    )
