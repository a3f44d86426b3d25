"""Contests as the terminal and the table share them: what is told, opened, decided, proved."""
