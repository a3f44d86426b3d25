"""What can happen, and how it is told."""
