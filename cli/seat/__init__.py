"""A game seen from one seat: at a host, from a letter, on this machine."""
