"""Scripts that the pages show."""
