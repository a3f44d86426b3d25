"""Cards: the deal of an Olympiad and the Card Phase (0.2, 0.3)."""
