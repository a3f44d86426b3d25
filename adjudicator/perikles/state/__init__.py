"""The state of a game of Perikles, its orders, its scores, and who sees what."""
