"""When a seat was last written to was stored and never read.

Revision ID: 0008
Revises: 0007
"""

from __future__ import annotations

from alembic import op
from alembic.util.exc import CommandError

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Go forward to this schema."""
    with op.batch_alter_table("seats", schema=None) as batch_op:
        batch_op.drop_column("told_at")


def downgrade() -> None:
    """There is no way back: what was dropped is gone."""
    raise CommandError(
        "this release cannot go back to the schema before it: put back the backup from before the upgrade"
    )
