"""Rounds: their start, events, turns, end (5, 6, 9, 10, 13)."""
