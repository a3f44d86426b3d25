"""Playing at the prompt: in a game of a host, or on this machine."""
