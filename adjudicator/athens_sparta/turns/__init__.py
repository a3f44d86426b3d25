"""Game Turns and Player Turns: who plays, in which parts (0.1, 10.1)."""
