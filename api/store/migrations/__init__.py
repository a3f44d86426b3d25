"""The database's schema, change by change (Alembic)."""
