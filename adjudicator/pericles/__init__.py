"""Pericles: The Peloponnesian Wars (Mark Herman, GMT), 4 Factions. The rules are in docs/rules/pericles.md.

Each chapter of the rules is a module with its `STEPS`, `QUESTIONS` and `EVENTS`; they are gathered here.
"""
