"""A running game: its phase, envelopes, books, press and log."""
