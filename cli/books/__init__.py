"""Standing orders: as a file, at the host, and written by a form."""
