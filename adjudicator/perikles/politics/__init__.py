"""Chapters 1 to 4: tiles, influence, candidates, elections; revolts."""
