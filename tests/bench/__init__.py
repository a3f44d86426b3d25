"""The bench: what a user of the service waits for, measured from outside. Run by `make bench`."""
