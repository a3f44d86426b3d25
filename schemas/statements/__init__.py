"""Signed statements: canonical JSON, DSSE, the payloads of every kind."""
