"""`make demo`: a whole game on this machine, from the first key to the replay."""
