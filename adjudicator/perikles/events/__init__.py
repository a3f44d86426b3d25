"""The events of Perikles, a module for each part of the turn."""
