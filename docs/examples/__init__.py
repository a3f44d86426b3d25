"""FIXME-DOC docs/examples."""
