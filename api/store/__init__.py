"""The database: tables, commits, secrets at rest, lookups, migrations."""
