"""Sieges, captures, sack and attrition (5.5 to 5.59)."""
