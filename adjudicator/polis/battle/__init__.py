"""Battles (8)."""
