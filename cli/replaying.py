"""The proof of a finished game, in words."""
