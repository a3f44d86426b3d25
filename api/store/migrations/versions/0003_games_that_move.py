"""Games that move from host to host.

Revision ID: 0003
Revises: 0002
"""

from __future__ import annotations

import sqlalchemy as sa
import sqlmodel.sql.sqltypes
from alembic import op
from alembic.util.exc import CommandError

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward to this schema."""
    with op.batch_alter_table("games", schema=None) as batch_op:
        batch_op.add_column(sa.Column("host_key", sa.LargeBinary(), nullable=True))
        batch_op.add_column(sa.Column("moved_to", sqlmodel.sql.sqltypes.AutoString(), nullable=True))


def downgrade() -> None:
    """There is no way back: the release before does not know of games that moved, nor follows their logs."""
    raise CommandError(
        "this release cannot go back to the schema before it: put back the backup from before the upgrade"
    )
