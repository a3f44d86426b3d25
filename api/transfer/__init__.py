"""A running game as a file, archived for this host alone.

`rows` takes a game out of the database and puts one in, `archives` seals and opens it, `restoring` takes it in again.
"""
