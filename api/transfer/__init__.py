"""A whole game as a file: archived for this host, or moved to another with its log intact.

`rows` takes a game out of the database and puts one in, `whole` seals and opens it, `leaving` exports, `arriving`
imports, and `checking` proves what another host sent before a word of it is believed.
"""
