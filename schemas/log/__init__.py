"""The log of a game: its entries, and the chain that links them."""
