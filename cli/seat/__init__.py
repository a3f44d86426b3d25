"""A game seen from one seat."""
