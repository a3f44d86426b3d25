"""`ostraka audit`: everything that a host has signed about a game, from several players, laid side by side."""
