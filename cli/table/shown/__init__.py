"""What the page of a game shows: all of it, the answer beside the board, the step that is open."""
