"""Questions and orders: what may be chosen, what is refused, what silence means."""
