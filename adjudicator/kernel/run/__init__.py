"""Running a game on: steps, events, the orders that count."""
