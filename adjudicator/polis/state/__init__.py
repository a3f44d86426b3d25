"""What the game is made of: position, orders, actions, ways, scores."""
