"""Sections 10 to 13: the end of a turn and of a game."""
