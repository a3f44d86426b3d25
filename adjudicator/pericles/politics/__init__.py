"""Section 7: the issues that the Assembly has decided."""
