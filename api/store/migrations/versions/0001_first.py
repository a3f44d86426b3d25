"""The first schema: the tables as the models declare them. Short, because until the first release nothing has to lead
from one schema to the next: with that release the tables are written out here, and every change is a revision more.

Revision ID: 0001
Revises:
"""

from __future__ import annotations

from alembic import op
from sqlmodel import SQLModel

import api.store.models  # noqa: F401  (fills the metadata)

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make every table."""
    SQLModel.metadata.create_all(op.get_bind())
