"""What is hidden (2.2), and what is always true (16)."""
