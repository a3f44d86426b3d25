"""What is read: the board as text, names, facts and conditions."""
