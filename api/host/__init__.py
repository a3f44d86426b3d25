"""The host: what every part is handed, what has the worker look at a game."""
