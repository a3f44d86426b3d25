"""What an operator sees to: a notice to all players, since when a mail is due, an index of mails that did not arrive.

Revision ID: 0005
Revises: 0004
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the columns and the index."""
    with op.batch_alter_table("host") as host:
        host.add_column(sa.Column("notice", sa.String(), nullable=True))
        host.add_column(sa.Column("notice_until", sa.DateTime(timezone=True), nullable=True))
    with op.batch_alter_table("mails") as mails:
        mails.add_column(sa.Column("due_since", sa.DateTime(timezone=True), nullable=True))
    failed = sa.text("status IN ('held', 'bounced')")
    op.create_index("ix_mails_failed", "mails", ["status"], sqlite_where=failed, postgresql_where=failed)
