"""What each address of the table answers."""
