"""Parts of the verification of a contest: what was signed in it, and the records of its games."""
