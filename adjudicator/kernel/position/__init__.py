"""The state of a game: position, phase, asks, agenda, books as data, hidden values."""
