"""Contests: games in rounds under one signed plan, which the host draws, begins and counts by itself."""
