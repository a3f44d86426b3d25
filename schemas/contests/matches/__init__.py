"""Matches: what the games of one pairing come to together, and how that is said."""
