"""What happened, as its readers read it."""
