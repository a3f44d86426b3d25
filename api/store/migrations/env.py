"""Runs the migrations on the database that `api.store.database` names."""

from __future__ import annotations

from alembic import context
from sqlmodel import SQLModel

import api.store.models  # noqa: F401  (fills the metadata)
from api.store.database import make_engine


def run() -> None:
    """Bring the database up inside one transaction."""
    engine = make_engine(str(context.config.get_main_option("sqlalchemy.url")))
    with engine.connect() as connection:
        context.configure(connection=connection, target_metadata=SQLModel.metadata, render_as_batch=True)
        with context.begin_transaction():
            context.run_migrations()
    engine.dispose()


run()
