"""What is hidden (14), and what is always true (19-F)."""
