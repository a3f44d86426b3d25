"""The Combat Phase: contacts and battles (5, 6)."""
