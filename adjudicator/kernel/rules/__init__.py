"""What a title declares."""
