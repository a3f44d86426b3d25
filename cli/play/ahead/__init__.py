"""Answering ahead at the terminal: with an answer the next times, or cards for the rest of the turn."""
