"""Sections 5 and 6: Aristophanes, the Boule, debates in the Assembly."""
