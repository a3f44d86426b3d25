"""FIXME-DOC docs."""
