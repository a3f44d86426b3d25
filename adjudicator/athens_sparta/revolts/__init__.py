"""Revolts (7)."""
